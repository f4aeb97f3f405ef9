package cmstest

import (
	"strings"

	"github.com/fontcms/fontcms-go/cms/cmstest/internal/php"
)

// fault is an error answer: the envelope's code, message and data.
type fault struct {
	status     int
	code       string
	message    string
	extra      php.Object // members of data beside status
	instead    any        // data, if it is not made of status and extra
	additional []any      // additional_data
	bare       bool       // data is null

	others []*fault // additional_errors
}

func (f *fault) response() *response {
	var data any = append(php.Object{{"status", f.status}}, f.extra...)
	if f.instead != nil {
		data = f.instead
	}
	body := php.Object{{"code", f.code}, {"message", f.message}, {"data", data}}
	if f.bare {
		body = php.Object{{"code", f.code}, {"message", f.message}, {"data", nil}}
	}
	if f.additional != nil {
		body.Add("additional_data", f.additional)
	}
	var others []any
	for _, other := range f.others {
		others = append(others, php.Object{{"code", other.code}, {"message", other.message}, {"data", php.Object{{"status", other.status}}}})
	}
	if others != nil {
		body.Add("additional_errors", others)
	}
	return &response{status: f.status, body: body, failed: true}
}

func newFault(status int, code, message string) *fault {
	return &fault{status: status, code: code, message: message}
}

// forbidden is 401 for the anonymous and 403 for those who are logged in, under one code.
func (c *call) forbidden(code, message string) *fault {
	return newFault(c.authStatus(), code, message)
}

func (c *call) authStatus() int {
	if c.user == nil {
		return 401
	}
	return 403
}

func noRoute() *fault {
	return newFault(404, "rest_no_route", "This site has no route for that path and method.")
}

func invalidID() *fault {
	return newFault(404, "rest_post_invalid_id", "There is no record with this id.")
}

// problem is what is wrong with one argument.
type problem struct {
	code    string
	message string
	data    any
}

// ofMeta is the answer for a field of meta, which the site looks at after it has stored the rest.
func (p *problem) ofMeta() *fault {
	refused := &fault{status: 400, code: p.code, message: p.message}
	if p.data != nil {
		refused.additional = []any{p.data}
	}
	return refused
}

// invalidParams collects problems into the one answer that the site gives for them.
type invalidParams struct {
	names   []string
	params  php.Object
	details php.Object
}

func (p *invalidParams) add(name string, why *problem) {
	p.names = append(p.names, name)
	p.params.Add(name, why.message)
	if why.code != "" {
		p.details.Add(name, php.Object{{"code", why.code}, {"message", why.message}, {"data", why.data}})
	}
}

func (p *invalidParams) fault() *fault {
	if len(p.names) == 0 {
		return nil
	}
	return &fault{
		status: 400, code: "rest_invalid_param",
		message: "These parameters are not valid: " + strings.Join(p.names, ", "),
		extra:   php.Object{{"params", p.params}, {"details", p.details}},
	}
}

// missingParams is the answer when required arguments are absent or null. Only their names are told.
func missingParams(names []string) *fault {
	return &fault{
		status: 400, code: "rest_missing_callback_param",
		message: "These parameters are required: " + strings.Join(names, ", "),
		extra:   php.Object{{"params", names}},
	}
}
