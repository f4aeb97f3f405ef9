package oembed

import (
	"bytes"
	"cmp"
	"context"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strconv"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/internal/relay"
)

// CodeInvalidURL is the code for a page that cannot be embedded, with the status 404.
// The page is unknown, a draft or of another site, or its provider cannot be reached.
const CodeInvalidURL cms.ErrorCode = "oembed_invalid_url"

// Format is the format of a response of a site or a provider.
type Format string

// The formats of a response. The default is JSON.
const (
	FormatJSON Format = "json"
	FormatXML  Format = "xml"
)

// DefaultMaxWidth is the width in pixels that a site uses by default.
const DefaultMaxWidth = 600

// Service reads the embeds of a site. It is immutable and safe for concurrent use.
type Service struct{ site *cms.Client }

// New returns the embeds of a site. It sends nothing.
func New(site *cms.Client) *Service { return &Service{site} }

// EmbedOptions are the other arguments of GET oembed/1.0/embed.
type EmbedOptions struct {
	// MaxWidth is the maximum width, in pixels. Default 600. WordPress raises it to at
	// least 200 and reduces it to at most 600.
	MaxWidth int
}

// Embed returns the embed of a post or page of the site: GET oembed/1.0/embed. The HTML
// contains a random secret, so two responses for one page differ.
//
// Errors: [cms.ErrNotFound] with [CodeInvalidURL] if the page is not published, or not
// of this site.
func (s *Service) Embed(ctx context.Context, page string, options *EmbedOptions,
	callOptions ...cms.CallOption) (*Embed, error) {
	query, err := options.query("oembed.Embed", page)
	if err != nil {
		return nil, err
	}
	return cms.Do(ctx, s.site, cms.Request[Embed]{
		Operation: "oembed.Embed",
		Path:      cms.NamespaceOEmbed + "/embed",
		Query:     query,
	}, callOptions...)
}

// EmbedXML returns the embed of a post or page of the site as an XML document, which the
// site writes for programs that read only XML: GET oembed/1.0/embed with format=xml. The
// root element is oembed. Its children have the names of the fields of [Embed] in JSON.
// WordPress leaves entities of HTML in texts, such as &copy;. XML does not define them:
// set Entity of an [xml.Decoder] to [xml.HTMLEntity].
//
// Errors: [cms.ErrNotFound] with [CodeInvalidURL] if the page is not published, or not
// of this site; [cms.ErrNotREST] if the response is not XML.
func (s *Service) EmbedXML(ctx context.Context, page string, options *EmbedOptions,
	callOptions ...cms.CallOption) (string, error) {
	const operation, path = "oembed.EmbedXML", cms.NamespaceOEmbed + "/embed"
	query, err := options.query(operation, page)
	if err != nil {
		return "", err
	}
	query.Set("format", string(FormatXML))
	raw, err := cms.Do(ctx, s.site, cms.Request[cms.Raw]{Operation: operation, Path: path, Query: query}, callOptions...)
	if err != nil {
		return "", named(err)
	}
	broken, err := relay.Decode(ctx, len(raw.Body), func() error {
		_, err := read(raw.Body)
		return err
	})
	if err = cmp.Or(err, broken); err != nil {
		return "", &cms.Error{Operation: operation, Method: http.MethodGet, Path: path, Status: http.StatusOK,
			Body: raw.Body[:min(len(raw.Body), 64<<10)], Reason: err}
	}
	return string(raw.Body), nil
}

func (o *EmbedOptions) query(operation, page string) (url.Values, error) {
	if o == nil {
		o = &EmbedOptions{}
	}
	return query(operation, page, pixels{"maxwidth", o.MaxWidth})
}

// document is an XML response: an embed, or an error with a code and a message. An embed
// is decoded only to check that it is complete.
type document struct {
	XMLName xml.Name      `xml:"oembed"`
	Code    cms.ErrorCode `xml:"code"`
	Message string        `xml:"message"`
}

// read decodes a complete document. It reads UTF-8 even if the document names another
// encoding, because the site always writes UTF-8.
func read(text []byte) (d document, err error) {
	dec := xml.NewDecoder(bytes.NewReader(text))
	dec.Entity = xml.HTMLEntity
	dec.CharsetReader = func(_ string, text io.Reader) (io.Reader, error) { return text, nil }
	if err := dec.Decode(&d); err != nil {
		return d, fmt.Errorf("%w: the response is not the XML of an embed: %w", cms.ErrNotREST, err)
	}
	return d, nil
}

// named returns a copy of err with the code and the message of an error response in XML. If
// the response in err is not an error in XML, named returns err.
func named(err error) error {
	e, ok := errors.AsType[*cms.Error](err)
	if !ok || e.Code != "" {
		return err
	}
	d, odd := read(e.Body)
	if odd != nil || d.Code == "" {
		return err
	}
	withCode := *e
	withCode.Code, withCode.Message = d.Code, d.Message
	withCode.Reason, withCode.Hint = nil, "" // both would say that the response is not from the REST API
	return &withCode
}

// ProxyOptions are the other arguments of GET oembed/1.0/proxy.
type ProxyOptions struct {
	// Format is the format that the site requests from the provider. Default JSON.
	// WordPress responds with JSON in any case; a response in XML is [cms.ErrNotREST].
	Format Format
	// MaxWidth and MaxHeight are the maximum width and height, in pixels. The default
	// width is 600; the height has no default.
	MaxWidth, MaxHeight int
	// Discover makes the site read the page to find its provider, if the site does not
	// know one. Default true.
	Discover *bool
}

// Proxy returns the embed of any page, of the site or of a provider: GET
// oembed/1.0/proxy. It needs a user who may edit posts. Errors: [cms.ErrNotFound] with
// [CodeInvalidURL] if the page cannot be embedded, or its provider cannot be reached.
func (s *Service) Proxy(ctx context.Context, page string, options *ProxyOptions,
	callOptions ...cms.CallOption) (*Embed, error) {
	const operation = "oembed.Proxy"
	o := ProxyOptions{}
	if options != nil {
		o = *options
	}
	query, err := query(operation, page, pixels{"maxwidth", o.MaxWidth}, pixels{"maxheight", o.MaxHeight})
	if err != nil {
		return nil, err
	}
	if o.Discover != nil {
		query.Set("discover", strconv.FormatBool(*o.Discover))
	}
	if o.Format != "" {
		query.Set("format", string(o.Format))
	}
	return cms.Do(ctx, s.site, cms.Request[Embed]{Operation: operation, Path: cms.NamespaceOEmbed + "/proxy",
		Query: query}, callOptions...)
}

// pixels is a query argument whose value is a number of pixels, such as maxwidth.
type pixels struct {
	name  string
	value int
}

// query returns the query arguments that all routes accept: url, and each of lengths that is
// not 0.
func query(operation, page string, lengths ...pixels) (url.Values, error) {
	if page == "" {
		return nil, &cms.ArgumentError{Operation: operation, Argument: "url", Reason: "must not be empty"}
	}
	values := url.Values{"url": {page}}
	for _, length := range lengths {
		switch {
		case length.value < 0:
			return nil, &cms.ArgumentError{Operation: operation, Argument: length.name, Reason: strconv.Itoa(length.value) +
				" is negative"}
		case length.value > 0:
			values.Set(length.name, strconv.Itoa(length.value))
		}
	}
	return values, nil
}
