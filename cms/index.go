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

	"github.com/fontcms/fontcms-go/internal/transport"
	"github.com/fontcms/fontcms-go/internal/wire"
)

// Namespaces that the index of a site may list.
const (
	NamespaceCMS             = "cms/v2"
	NamespaceOEmbed          = "oembed/1.0"
	NamespaceCodeSnippets    = "code-snippets/v1"
	NamespaceAnalytics       = "analytics/v1"
	NamespaceArchiver        = "archiver/v1"
	NamespaceBlockVisibility = "block-visibility/v1"
)

// Index is the description of a site at the root of its REST API.
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
	// Authentication holds the ways to log in that the site offers. It is empty if there
	// are none, such as on a production site with plain http.
	Authentication Authentication `json:"authentication"`
	Links          Links          `json:"_links,omitzero"`
	Extra          Extra          `json:",embed"`
}

// GMTOffset is an offset from UTC in hours. A server may write it as a string.
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
	if err != nil || !(math.Abs(hours) <= 24) { // the comparison is false for NaN
		return fmt.Errorf("gmt_offset: %.80q is not a number of hours", s)
	}
	*o = GMTOffset(hours)
	return nil
}

// UnmarshalJSON is UnmarshalJSONFrom for encoding/json.
func (o *GMTOffset) UnmarshalJSON(data []byte) error { return wire.Unmarshal(data, o) }

// Authentication holds the ways to log in that a site offers.
type Authentication struct {
	ApplicationPasswords *ApplicationPasswords `json:"application-passwords,omitzero"`
	Extra                Extra                 `json:",embed"`
}

// ApplicationPasswords names the page where a user can create an application password.
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

// MarshalJSON writes the object, with the fields of Extra next to the known one.
func (a Authentication) MarshalJSON() ([]byte, error) {
	return wire.MarshalMisfits(authenticationObject(a))
}

// indexFields returns the option to read the fields of Index. The routes are not among
// them, because with the routes an index has about 200 KB.
func indexFields() CallOption {
	return Fields("name", "description", "url", "home", "gmt_offset", "timezone_string",
		"page_for_posts", "page_on_front", "show_on_front", "namespaces", "authentication")
}

// Index reads the index of the site: GET /. It reads only the fields of [Index] unless
// options have [Fields]. The routes are left out, because they are most of the index;
// the package describe reads them.
func (c *Client) Index(ctx context.Context, options ...GetOption) (*Index, error) {
	s := apply(options, GetOption.get)
	if len(s.fields) == 0 {
		indexFields().get(s)
	}
	return perform(ctx, c.site, Request[Index]{Operation: "Index"}, s)
}

// Read returns the JSON response of a route to GET or OPTIONS, unchanged. The package
// describe uses it to read the description of routes:
//
//	posts, err := describe.OfRoute(ctx, site.Read, "cms/v2/posts")
//
// [Do] with json.RawMessage does the same for GET, and takes options.
//
// Errors: an [*ArgumentError] for another method; those of [Do].
func (c *Client) Read(ctx context.Context, method, path string, query url.Values) ([]byte, error) {
	r := Request[json.RawMessage]{Operation: "Read", Method: method, Path: path, Query: query, Repeat: RepeatSafe}
	if method != http.MethodGet && method != http.MethodOptions {
		r.Err = &ArgumentError{Argument: "method", Reason: fmt.Sprintf("%q is not GET or OPTIONS", method)}
	}
	raw, err := Do(ctx, c, r)
	if err != nil {
		return nil, err
	}
	return *raw, nil
}

// Location returns the time zone of the site, which [LocalTime] values are in. If this
// machine does not know the zone, it returns the site's current UTC offset. With
// daylight saving time that offset is wrong for half of the year. Location reads the
// index, so keep the result.
//
// Errors: [ErrDecode] if the site has no zone and its offset is not a number of hours.
func (c *Client) Location(ctx context.Context) (*time.Location, error) {
	index, err := c.Index(ctx, Fields("gmt_offset", "timezone_string"))
	if err != nil {
		return nil, err
	}
	if raw, odd := index.Extra["gmt_offset"]; odd && index.TimezoneString == "" {
		return nil, &Error{Operation: "Location", Method: http.MethodGet, Status: http.StatusOK,
			Reason: transport.Because(ErrDecode, fmt.Errorf("the gmt_offset is %s", Line(string(raw), transport.MaxText)))}
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

// Verify asks the site who the caller is: GET cms/v2/users/me. WordPress treats invalid
// credentials as anonymous: lists are then shorter, without an error, and requests for
// drafts fail. Verify is the way to find out. If the route is absent or closed, Verify
// requests a list that anonymous callers may not read.
//
// The login may be credentials, or anything that middleware, a cookie jar or a transport
// of the caller adds to requests. A Verify that fails makes the next call of a client
// with [WithVerifiedLogin] verify the login again.
//
// Errors: [ErrCredentialsRejected] if the site treats the caller as anonymous;
// [ErrInvalidArgument] if the client has no way to log in.
func (c *Client) Verify(ctx context.Context, options ...CallOption) (*Identity, error) {
	identity, err := verify(ctx, c.site, apply(options, CallOption.get))
	if err != nil {
		c.site.login.forget()
	}
	return identity, err
}
