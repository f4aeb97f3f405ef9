package oembed

import (
	"context"
	"net/url"
	"strconv"

	"github.com/fontcms/fontcms-go/cms"
)

// CodeInvalidURL is the code for a page that cannot be embedded, with the status 404.
// The page is unknown, a draft or of another site, or its provider cannot be reached.
const CodeInvalidURL cms.ErrorCode = "oembed_invalid_url"

// Format is the format that the site requests from a provider.
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
// contains a random secret, so two responses for one page differ. To get XML, send a
// [cms.Request] of type [cms.Raw] with the argument format=xml.
//
// Errors: [cms.ErrNotFound] with [CodeInvalidURL] if the page is not published, or not
// of this site.
func (s *Service) Embed(ctx context.Context, page string, options *EmbedOptions,
	callOptions ...cms.CallOption) (*Embed, error) {
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

// pixels is an argument with a length.
type pixels struct {
	name  string
	value int
}

// query returns the arguments that both routes share.
func query(operation, page string, lengths ...pixels) (url.Values, error) {
	if page == "" {
		return nil, &cms.ArgumentError{Operation: operation, Argument: "url", Reason: "it is empty"}
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
