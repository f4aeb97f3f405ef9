package rest

import (
	"fmt"
	"strings"

	"github.com/fontcms/fontcms-go/cms/cmstest/internal/php"
)

// Response returns the error as a response.
func (f *Error) Response() *Response {
	var data any = append(php.Object{{"status", f.Status}}, f.Extra...)
	if f.Instead != nil {
		data = f.Instead
	}
	body := php.Object{{"code", f.Code}, {"message", f.Message}, {"data", data}}
	if f.Bare {
		body = php.Object{{"code", f.Code}, {"message", f.Message}, {"data", nil}}
	}
	if f.Additional != nil {
		body.Add("additional_data", f.Additional)
	}
	var others []any
	for _, other := range f.Others {
		others = append(others, php.Object{{"code", other.Code}, {"message", other.Message},
			{"data", php.Object{{"status", other.Status}}}})
	}
	if others != nil {
		body.Add("additional_errors", others)
	}
	return &Response{Status: f.Status, Body: body, Failed: true}
}

// NewError returns an error whose data has only the status.
func NewError(status int, code, message string) *Error {
	return &Error{Status: status, Code: code, Message: message}
}

// Forbidden returns an error with the status 401 for anonymous callers and 403 for users.
func (c *Call) Forbidden(code, message string) *Error {
	return NewError(c.AuthStatus(), code, message)
}

// Unless returns nil if may is true, and otherwise the error of [Call.Forbidden].
func (c *Call) Unless(may bool, code, message string) *Error {
	if may {
		return nil
	}
	return c.Forbidden(code, message)
}

// AuthStatus returns 401 for anonymous callers and 403 for users.
func (c *Call) AuthStatus() int {
	if c.User == nil {
		return 401
	}
	return 403
}

func noRoute() *Error {
	return NewError(404, "rest_no_route", "The site has no route with this path and method.")
}

// InvalidID returns the error for an unknown id.
func InvalidID() *Error {
	return NewError(404, "rest_post_invalid_id", "No record has this id or name.")
}

// OfMeta returns the error for a meta field. WordPress checks meta fields after it has stored the
// other fields.
func (p *Problem) OfMeta() *Error {
	refused := &Error{Status: 400, Code: p.Code, Message: p.Message}
	if p.Data != nil {
		refused.Additional = []any{p.Data}
	}
	return refused
}

// invalidParams collects the problems of all arguments into one error.
type invalidParams struct {
	names   []string
	params  php.Object
	details php.Object
}

func (p *invalidParams) add(name string, why *Problem) {
	p.names = append(p.names, name)
	p.params.Add(name, why.Message)
	if why.Code != "" {
		p.details.Add(name, php.Object{{"code", why.Code}, {"message", why.Message}, {"data", why.Data}})
	}
}

func (p *invalidParams) error() *Error {
	if len(p.names) == 0 {
		return nil
	}
	return &Error{
		Status: 400, Code: "rest_invalid_param",
		Message: "Invalid arguments: " + strings.Join(p.names, ", "),
		Extra:   php.Object{{"params", p.params}, {"details", p.details}},
	}
}

// missingParams returns the error for required arguments that are absent or null.
func missingParams(names []string) *Error {
	return &Error{
		Status: 400, Code: "rest_missing_callback_param",
		Message: "Missing arguments: " + strings.Join(names, ", "),
		Extra:   php.Object{{"params", names}},
	}
}

// InvalidType returns the problem of a value with the wrong type.
func InvalidType(name, want string) *Problem {
	return &Problem{"rest_invalid_type", fmt.Sprintf("%s must be of type %s.", name, want), php.Object{{"param", name}}}
}
