package oembed

import (
	"context"
	"net/url"
	"strconv"

	"github.com/fontcms/fontcms-go/cms"
)

// CodeInvalidURL is the code of a page that cannot be embedded: it is unknown,
// a draft, of another site, or its provider cannot be reached. The status is 404.
const CodeInvalidURL cms.ErrorCode = "oembed_invalid_url"

// Format is how a provider is asked to answer the site.
type Format string

// The formats of the specification. The default is JSON.
const (
	FormatJSON Format = "json"
	FormatXML  Format = "xml"
)

// DefaultMaxWidth is the width in pixels that a site takes where none is given.
const DefaultMaxWidth = 600

// Service is the embed lookup of one site. It is immutable and safe for
// concurrent use.
type Service struct{ site *cms.Client }

// New returns the embed lookup of a site. Nothing is sent.
func New(site *cms.Client) *Service { return &Service{site} }

// EmbedOptions are the further arguments of GET oembed/1.0/embed.
type EmbedOptions struct {
	// MaxWidth is the largest width, in pixels. Default 600. A WordPress site
	// keeps it between 200 and 600.
	MaxWidth int
}

// Embed reads how a post or page of the site is embedded: GET oembed/1.0/embed.
// One that is not published, or not of this site, is [cms.ErrNotFound] with
// [CodeInvalidURL]. The HTML holds a secret that differs each time. The same in XML is
// a [cms.Request] of [cms.Raw] with the argument format=xml.
func (s *Service) Embed(ctx context.Context, page string, options *EmbedOptions, callOptions ...cms.CallOption) (*Embed, error) {
	if options == nil {
		options = &EmbedOptions{}
	}
	query, err := query("oembed.Embed", page, pixels{"maxwidth", options.MaxWidth})
	if err != nil {
		return nil, err
	}
	return cms.Do(ctx, s.site, cms.Request[Embed]{
		Operation: "oembed.Embed",
		Path:      cms.NamespaceOEmbed + "/embed",
		Query:     query,
	}, callOptions...)
}

// ProxyOptions are the further arguments of GET oembed/1.0/proxy.
type ProxyOptions struct {
	// Format is the format that the site asks the provider for. Default JSON. A
	// WordPress site answers in JSON whatever it is; an answer in XML is
	// [cms.ErrNotREST].
	Format Format
	// MaxWidth and MaxHeight are the largest width and height, in pixels. The
	// default width is 600, and a height has no default.
	MaxWidth, MaxHeight int
	// Discover has the site read the page for its provider, if it knows none.
	// Default true.
	Discover *bool
}

// Proxy has the site find out how any page is embedded, its own or a provider's:
// GET oembed/1.0/proxy. It needs a user who may edit posts. A page that cannot be
// embedded, or whose provider cannot be reached, is [cms.ErrNotFound] with
// [CodeInvalidURL].
func (s *Service) Proxy(ctx context.Context, page string, options *ProxyOptions, callOptions ...cms.CallOption) (*Embed, error) {
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
	return cms.Do(ctx, s.site, cms.Request[Embed]{Operation: operation, Path: cms.NamespaceOEmbed + "/proxy", Query: query}, callOptions...)
}

// pixels is an argument that is a length.
type pixels struct {
	name  string
	value int
}

// query are the arguments that both routes share.
func query(operation, page string, lengths ...pixels) (url.Values, error) {
	if page == "" {
		return nil, &cms.ArgumentError{Operation: operation, Argument: "url", Reason: "it is empty"}
	}
	values := url.Values{"url": {page}}
	for _, length := range lengths {
		switch {
		case length.value < 0:
			return nil, &cms.ArgumentError{Operation: operation, Argument: length.name, Reason: strconv.Itoa(length.value) + " is negative"}
		case length.value > 0:
			values.Set(length.name, strconv.Itoa(length.value))
		}
	}
	return values, nil
}
