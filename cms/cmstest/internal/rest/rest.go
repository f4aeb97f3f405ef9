// Package rest is the protocol of the interface: it reads requests, finds their routes, checks arguments, asks for
// rights, and finishes responses with the fields, embedded records and headers that were wanted. It serves batches and
// describes routes. It knows no records: handlers are functions that take a [Call].
package rest

import (
	"mime/multipart"
	"net/http"
	"regexp"

	"github.com/fontcms/fontcms-go/cms/cmstest/internal/php"
	"github.com/fontcms/fontcms-go/cms/cmstest/internal/site"
)

// API is the interface of a site as its calls know it: where it is, what its names begin with, and its routes.
type API struct {
	Base   *string // the address of the site, which a test may change
	Prefix string
	Plain  bool // readable addresses are off
	Routes []*Route
}

// Call is one request to the interface: who asks, for what, with which arguments.
type Call struct {
	api      *API
	User     *site.User        // nil for anonymous
	Password *site.AppPassword // the one that was sent
	Method   string
	Head     bool   // the response has no body
	path     string // the route asked for: "/cms/v2/posts"
	Route    *Route // the one found

	Overridden bool // a header names another method

	Secure  bool // a browser would trust the site: https, or the machine itself
	batched bool // one of several in a batch
	Within  bool // asked by the site itself, for a response to an editor

	JSON, Form, Query, url, defaults *php.Values

	Header http.Header
	Remote string // where the request came from
	Body   []byte
	Files  map[string][]*multipart.FileHeader // of a form

	badJSON  *Error
	made     map[any]any    // see [Once]
	embedded map[string]any // responses to embedded links, by address
}

// Route is a path of the interface with what can be done there. What its arguments are is in its description.
type Route struct {
	Pattern   string // "/cms/v2/posts/{id}"
	Namespace string
	Batch     bool
	Secure    bool // there only where browsers trust the site
	Endpoints []Endpoint
	Description
	form *form // made when the route is first asked for
}

// Endpoint is what some methods do on a route: who may use them, and the handler. See [On].
type Endpoint struct {
	methods []string
	rules   Rules
	args    string // JSON, of an endpoint that no description has
	params  []Param
	permit  func(*Call) *Error
	handle  func(*Call) (*Response, *Error)
}

// Description is what a site says of a route, as JSON.
type Description struct {
	Path   string        // as an index shows it: /cms/v2/posts/(?P<id>[\d]+)
	Home   string        // its namespace
	Route  func() string // the route; nil if its endpoints say themselves what they take
	Schema func() string // that of its records, "" or nil if there is none
}

type form struct {
	path      *regexp.Regexp
	endpoints []Endpoint
	batch     bool
}

// Response is a response of the interface before it is written.
type Response struct {
	Status int
	Body   any
	Header php.Object // X-…-Total, Link, Location, in order
	Links  php.Object // shown whatever fields are wanted
	Failed bool
}

// Error is an error response: the envelope's code, message and data.
type Error struct {
	Status     int
	Code       string
	Message    string
	Extra      php.Object // members of data beside status
	Instead    any        // data, if it is not made of status and extra
	Additional []any      // additional_data
	Bare       bool       // data is null

	Others []*Error // additional_errors
}

// Problem is what is wrong with one argument.
type Problem struct {
	Code    string
	Message string
	Data    any
}

// Schema says what a parameter may be.
type Schema struct {
	Kind      string // integer, number, string, boolean, array, object, or two of them with | between; "" takes anything
	Nullable  bool
	Format    string // date-time, email, ip, uuid; others are not checked
	Pattern   string
	MinLength int
	Enum      []string
	Min, Max  *float64
	Excluded  bool // the limits themselves are none of the values
	Items     *Schema
	Unique    bool
	MinItems  int
	MaxItems  int      // 0: no limit
	Required  []string // properties
	Props     []Param  // of an object; no others are allowed, except for
	Open      bool     // any others, or
	others    *Schema  // others of this form
	OneOf     []Schema // exactly one must match
}

// Param is one argument of an endpoint.
type Param struct {
	Name string
	Schema
	Def      any
	Required bool
	Rule
}

// Rule is what is done with an argument beyond what its description says.
type Rule struct {
	// Early arguments are validated together, before any of the others is checked. Those of a write are, unless they
	// are Late.
	Early, Late bool
	// Check replaces validation by the schema.
	Check func(*Call, *Param, any) *Problem
	// Clean replaces conversion by the schema.
	Clean func(*Call, *Param, any) (any, *Problem)
	// Raw arguments reach the handler as they were sent.
	Raw bool
	// Empties arguments that are null: they are "", 0 or an empty list even where there is a default.
	Empties bool
}

// Rules are those of the arguments of an endpoint, by their names. That of "*" is for all that have none.
type Rules map[string]Rule
