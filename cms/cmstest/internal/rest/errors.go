package rest

import (
	"fmt"
	"strings"

	"github.com/fontcms/fontcms-go/cms/cmstest/internal/php"
)

// Response is the error as a response.
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

// NewError is an error without further data.
func NewError(status int, code, message string) *Error {
	return &Error{Status: status, Code: code, Message: message}
}

// Forbidden is 401 for the anonymous and 403 for those who are logged in, under one code.
func (c *Call) Forbidden(code, message string) *Error {
	return NewError(c.AuthStatus(), code, message)
}

// Unless refuses under a code, unless the caller may do what was asked.
func (c *Call) Unless(may bool, code, message string) *Error {
	if may {
		return nil
	}
	return c.Forbidden(code, message)
}

// AuthStatus is the status of a refusal: 401 for the anonymous, 403 for others.
func (c *Call) AuthStatus() int {
	if c.User == nil {
		return 401
	}
	return 403
}

func noRoute() *Error {
	return NewError(404, "rest_no_route", "This site has no route for that path and method.")
}

// InvalidID is the response where there is no record with an id.
func InvalidID() *Error {
	return NewError(404, "rest_post_invalid_id", "There is no record with this id.")
}

// OfMeta is the response for a field of meta, which the site checks after it has stored the rest.
func (p *Problem) OfMeta() *Error {
	refused := &Error{Status: 400, Code: p.Code, Message: p.Message}
	if p.Data != nil {
		refused.Additional = []any{p.Data}
	}
	return refused
}

// invalidParams collects problems into the one response that the site gives for them.
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
		Message: "These parameters are not valid: " + strings.Join(p.names, ", "),
		Extra:   php.Object{{"params", p.params}, {"details", p.details}},
	}
}

// missingParams is the response when required arguments are absent or null. Only their names are told.
func missingParams(names []string) *Error {
	return &Error{
		Status: 400, Code: "rest_missing_callback_param",
		Message: "These parameters are required: " + strings.Join(names, ", "),
		Extra:   php.Object{{"params", names}},
	}
}

// InvalidType is the problem of a value that is of another type than the one wanted.
func InvalidType(name, want string) *Problem {
	return &Problem{"rest_invalid_type", fmt.Sprintf("%s must be of type %s.", name, want), php.Object{{"param", name}}}
}
