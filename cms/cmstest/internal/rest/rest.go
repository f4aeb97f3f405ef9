// Package rest has the protocol of the REST API. It reads requests, finds routes, checks arguments
// and permissions, and adds fields, embedded records and headers to responses. It serves batches
// and describes routes. It does not depend on kinds of records: handlers are functions that take a
// [Call].
package rest

import (
	"mime/multipart"
	"net/http"
	"regexp"

	"github.com/fontcms/fontcms-go/cms/cmstest/internal/php"
	"github.com/fontcms/fontcms-go/cms/cmstest/internal/site"
)

// API has the address, the prefix and the routes of the REST API.
type API struct {
	Base   *string // address of the site; points to Server.URL, which a test may change
	Prefix string
	Plain  bool // the site has plain permalinks
	Routes []*Route
}

// Call is one request to the REST API, with its user and arguments.
type Call struct {
	api      *API
	User     *site.User        // nil for anonymous requests
	Password *site.AppPassword // application password of the request
	Method   string
	Head     bool   // the response has no body
	path     string // requested route: "/cms/v2/posts"
	Route    *Route // route that was found

	Overridden bool // a header overrides the method

	Secure  bool // the request came over https or to localhost
	batched bool // the call is part of a batch
	Within  bool // the request fetches an embedded record, for a request in the context edit

	JSON, Form, Query, url, defaults *php.Values

	Header http.Header
	Remote string // address of the client
	Body   []byte
	Files  map[string][]*multipart.FileHeader // files of a form

	badJSON  *Error
	made     map[any]any    // see [Once]
	embedded map[string]any // responses to embedded links, by address
}

// Route is a path of the REST API with its endpoints. The arguments are in its description.
type Route struct {
	Pattern   string // "/cms/v2/posts/{id}"
	Namespace string
	Batch     bool
	Secure    bool // the route exists only on https or localhost
	Endpoints []Endpoint
	Description
	form *form // parsed description, made when needed
}

// Endpoint serves some methods of a route. See [On].
type Endpoint struct {
	methods []string
	rules   Rules
	args    string // JSON; set only if the endpoint is in no description
	params  []Param
	permit  func(*Call) *Error
	handle  func(*Call) (*Response, *Error)
}

// Description is the description of a route in the index of a stock site, as JSON.
type Description struct {
	Path   string        // path in an index: /cms/v2/posts/(?P<id>[\d]+)
	Home   string        // namespace of the route
	Route  func() string // description; nil if it is made from the endpoints
	Schema func() string // schema of the records; "" or nil if there is none
}

type form struct {
	path      *regexp.Regexp
	endpoints []Endpoint
	batch     bool
}

// Response is a response before it is encoded.
type Response struct {
	Status int
	Body   any
	Header php.Object // X-…-Total, Link, Location, in order
	Links  php.Object // shown whatever _fields is
	Failed bool
}

// Error is an error response.
type Error struct {
	Status     int
	Code       string
	Message    string
	Extra      php.Object // further members of data
	Instead    any        // the whole data, without status and Extra
	Additional []any      // the member additional_data
	Bare       bool       // data is null

	Others []*Error // the member additional_errors
}

// Problem describes what is wrong with an argument.
type Problem struct {
	Code    string
	Message string
	Data    any
}

// Schema defines the valid values of an argument or a field.
type Schema struct {
	Kind      string // integer, number, string, boolean, array, object, or two of them joined by |; "" accepts any value
	Nullable  bool
	Format    string // date-time, email, ip, uuid; other formats are not checked
	Pattern   string
	MinLength int
	Enum      []string
	Min, Max  *float64
	Excluded  bool // Min and Max themselves are invalid
	Items     *Schema
	Unique    bool
	MinItems  int
	MaxItems  int      // 0 is no limit
	Required  []string // names of required properties
	Props     []Param  // properties of an object
	Open      bool     // any further property is allowed
	others    *Schema  // schema of further properties
	OneOf     []Schema // exactly one schema must match
}

// Param is one argument of an endpoint.
type Param struct {
	Name string
	Schema
	Def      any
	Required bool
	Rule
}

// Rule changes how an argument is checked. By default only the description counts.
type Rule struct {
	// Early arguments are validated before all others. Arguments of a write are early unless they
	// are Late.
	Early, Late bool
	// Check replaces validation by the schema.
	Check func(*Call, *Param, any) *Problem
	// Clean replaces conversion by the schema.
	Clean func(*Call, *Param, any) (any, *Problem)
	// Raw arguments reach the handler as they were sent.
	Raw bool
	// Empties converts null to "", 0 or an empty list, even if there is a default.
	Empties bool
}

// Rules are the rules of arguments by name. "*" is the rule of all other arguments.
type Rules map[string]Rule
