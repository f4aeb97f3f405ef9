// Package rest is the protocol of the interface: it reads requests, finds their routes, checks arguments, asks for
// rights, and finishes answers with the fields, embedded records and headers that were wanted. It serves batches and
// describes routes. It knows no records: handlers are functions that take a [Call].
package rest

import (
	"mime/multipart"
	"net/http"

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
	Head     bool   // the answer has no body
	path     string // the route asked for: "/cms/v2/posts"
	Route    *Route // the one found

	Overridden bool // a header names another method

	Secure  bool // a browser would trust the site: https, or the machine itself
	batched bool // one of several in a batch
	Within  bool // asked by the site itself, for an answer to an editor

	JSON, Form, Query, url, defaults *php.Values

	Header http.Header
	Remote string // where the request came from
	Body   []byte
	Files  map[string][]*multipart.FileHeader // of a form

	badJSON  *Error
	embedded map[string]any // answers to embedded links, by address
}

// Route is a path of the interface with what can be done there.
type Route struct {
	Pattern   string // "/cms/v2/posts/{id}"
	Namespace string
	Batch     bool
	Secure    bool       // there only where browsers trust the site
	Schema    php.Object // of its records, nil if it is not described
	Endpoints []Endpoint
}

// Endpoint is what some methods do on a route: their arguments, who may use them, and the handler. See [On].
type Endpoint struct {
	methods []string
	params  []Param
	permit  func(*Call) *Error
	handle  func(*Call) (*Response, *Error)
}

// Response is an answer of the interface before it is written.
type Response struct {
	Status int
	Body   any
	Header php.Object // X-…-Total, Link, Location, in order
	Links  php.Object // shown whatever fields are wanted
	Failed bool
}

// Error is an error answer: the envelope's code, message and data.
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
	Kind      string // integer, number, string, boolean, array, object, string|array, boolean|array; "" takes anything
	Nullable  bool
	Format    string // date-time, email, ip, uuid; others are not looked at
	Pattern   string
	MinLength int
	Enum      []string
	Min, Max  int64 // both zero: no limit
	Floor     bool  // not below zero
	Items     *Schema
	Unique    bool
	MaxItems  int      // 0: no limit
	Props     []Param  // of an object; no others are allowed, but for
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
	// Early arguments are validated together, before any of the others is looked at.
	Early bool
	// Check replaces validation by the schema.
	Check func(*Call, any) *Problem
	// Clean replaces conversion by the schema.
	Clean func(*Call, any) (any, *Problem)
	// Raw arguments reach the handler as they were sent.
	Raw bool
	// Empties arguments that are null: they are "", 0 or an empty list even where there is a default.
	Empties bool
	// Silent arguments have no words in the index.
	Silent bool
	// About replaces the words that the index has for an argument of this name.
	About string
}
