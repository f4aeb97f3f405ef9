package cms

import (
	"context"
	"encoding/json"
	"fmt"
	"math"
	"net/http"
	"net/url"
	"strconv"
	"time"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/fontcms/fontcms-go/internal/wire"
)

// Namespaces of the specification that the index of a site names.
const (
	NamespaceCMS             = "cms/v2"
	NamespaceOEmbed          = "oembed/1.0"
	NamespaceCodeSnippets    = "code-snippets/v1"
	NamespaceAnalytics       = "analytics/v1"
	NamespaceArchiver        = "archiver/v1"
	NamespaceBlockVisibility = "block-visibility/v1"
)

// Index is what a site says of itself at the root of its interface
// (specification, section 1, "Root index object").
type Index struct {
	Name           string    `json:"name"`
	Description    string    `json:"description"`
	URL            string    `json:"url"`
	Home           string    `json:"home"`
	GMTOffset      GMTOffset `json:"gmt_offset"` // hours
	TimezoneString string    `json:"timezone_string"`
	PageForPosts   int64     `json:"page_for_posts"` // 0 for none
	PageOnFront    int64     `json:"page_on_front"`
	ShowOnFront    string    `json:"show_on_front"`
	Namespaces     []string  `json:"namespaces"`
	// Authentication holds the schemes that the site offers, empty if it offers
	// none, as over plain http in production.
	Authentication Authentication `json:"authentication"`
	Links          Links          `json:"_links,omitzero"`
	Extra          Extra          `json:",embed"`
}

// GMTOffset is a distance from Greenwich mean time in hours, which a server may
// write as a string.
type GMTOffset float64

// UnmarshalJSONFrom reads a number or a string; null and "" are 0.
func (o *GMTOffset) UnmarshalJSONFrom(dec *jsontext.Decoder) error {
	s, err := wire.Scalar(dec)
	if err != nil {
		return err
	}
	*o = 0
	if s == "" {
		return nil
	}
	hours, err := strconv.ParseFloat(s, 64)
	if err != nil || !(math.Abs(hours) <= 24) { // NaN is neither
		return fmt.Errorf("gmt_offset: %.80q is no number of hours", s)
	}
	*o = GMTOffset(hours)
	return nil
}

// UnmarshalJSON is UnmarshalJSONFrom for encoding/json.
func (o *GMTOffset) UnmarshalJSON(data []byte) error { return wire.Unmarshal(data, o) }

// Authentication is the ways to authenticate that a site offers.
type Authentication struct {
	ApplicationPasswords *ApplicationPasswords `json:"application-passwords,omitzero"`
	Extra                Extra                 `json:",embed"`
}

// ApplicationPasswords says where a user is asked for an application password.
type ApplicationPasswords struct {
	Endpoints struct {
		Authorization string `json:"authorization"`
	} `json:"endpoints"`
}

type authenticationObject Authentication

// UnmarshalJSONFrom reads the object. A server writes an empty one as [].
func (a *Authentication) UnmarshalJSONFrom(dec *jsontext.Decoder) error {
	*a = Authentication{}
	return wire.UnmarshalObject(dec, (*authenticationObject)(a))
}

// UnmarshalJSON is UnmarshalJSONFrom for encoding/json.
func (a *Authentication) UnmarshalJSON(data []byte) error { return wire.Unmarshal(data, a) }

// MarshalJSON writes the object, the members of Extra beside the known one.
func (a Authentication) MarshalJSON() ([]byte, error) { return wire.Marshal(authenticationObject(a)) }

// indexFields are those of Index, without the routes: with them an index is
// some two hundred kilobytes.
func indexFields() CallOption {
	return Fields("name", "description", "url", "home", "gmt_offset", "timezone_string",
		"page_for_posts", "page_on_front", "show_on_front", "namespaces", "authentication")
}

// Index reads the index of the site: GET /. Unless options have [Fields] it asks
// for the fields of [Index] alone: the routes would be most of the answer, and package
// describe reads them.
func (c *Client) Index(ctx context.Context, options ...GetOption) (*Index, error) {
	s := apply(options, GetOption.get)
	if len(s.fields) == 0 {
		indexFields().get(s)
	}
	return perform(ctx, c.site, Request[Index]{Operation: "Index"}, s)
}

// Read returns the JSON that a route answers to GET or OPTIONS, as the site wrote it.
// Package describe reads through it what a site says of its routes:
//
//	posts, err := describe.OfRoute(ctx, site.Read, "cms/v2/posts")
//
// [Do] with json.RawMessage reads the same by a GET, and takes options.
//
// Errors: an [*ArgumentError] for another method; those of [Do].
func (c *Client) Read(ctx context.Context, method, path string, query url.Values) ([]byte, error) {
	r := Request[json.RawMessage]{Operation: "Read", Method: method, Path: path, Query: query, Repeat: RepeatSafe}
	if method != http.MethodGet && method != http.MethodOptions {
		r.Err = &ArgumentError{Argument: "method", Reason: fmt.Sprintf("%q is neither GET nor OPTIONS", method)}
	}
	raw, err := Do(ctx, c, r)
	if err != nil {
		return nil, err
	}
	return *raw, nil
}

// Location returns the zone of the site, in which [LocalTime] is meant: the
// zone that it names, if this machine knows it, and otherwise its present
// distance from Greenwich mean time, which is wrong for the other half of the
// year where clocks change. It reads the index: keep the result.
func (c *Client) Location(ctx context.Context) (*time.Location, error) {
	index, err := c.Index(ctx, Fields("gmt_offset", "timezone_string"))
	if err != nil {
		return nil, err
	}
	return index.location(), nil
}

func (x *Index) location() *time.Location {
	if x.TimezoneString != "" {
		if zone, err := time.LoadLocation(x.TimezoneString); err == nil {
			return zone
		}
	}
	seconds := int(math.Round(float64(x.GMTOffset) * 3600))
	if seconds == 0 {
		return time.UTC
	}
	return time.FixedZone(fmt.Sprintf("UTC%+g", float64(x.GMTOffset)), seconds)
}

// Verify asks the site who we are: GET cms/v2/users/me, or where there is no
// such route, or it is closed, a list that anonymous callers may not read. The
// login may be credentials, or what middleware, a cookie jar with a nonce, or a
// transport of the caller's adds to requests. A site treats wrong credentials as
// anonymous: its lists are then shorter than they should be, without an error, and
// drafts are refused. Only such a question tells. Errors: [ErrCredentialsRejected] if
// the site does not know the user, [ErrInvalidArgument] if the client has nothing
// that could log in.
func (c *Client) Verify(ctx context.Context, options ...CallOption) (*Identity, error) {
	return verify(ctx, c.unverified, apply(options, CallOption.get))
}
