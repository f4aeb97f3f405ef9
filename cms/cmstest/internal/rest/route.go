package rest

import (
	"fmt"
	"regexp"
	"strings"
)

// UpdateMethods are those that change a record.
var UpdateMethods = []string{"POST", "PUT", "PATCH"}

// On is what methods do on a route: the rules of their arguments, nil if there are none, who may use them, and the
// handler, which is called with valid arguments.
func On(methods []string, rules Rules, permit func(*Call) *Error, handle func(*Call) (*Response, *Error)) Endpoint {
	return Endpoint{methods: methods, rules: rules, permit: permit, handle: handle}
}

// Permit is a permission that depends on the kind of records of the route.
func Permit[K any](kind K, may func(*Call, K) *Error) func(*Call) *Error {
	return func(c *Call) *Error { return may(c, kind) }
}

// OnKind is [On] for functions that serve several kinds of records or terms.
func OnKind[K any](kind K, methods []string, rules Rules, may func(*Call, K) *Error,
	handle func(*Call, K) (*Response, *Error)) Endpoint {
	return On(methods, rules, Permit(kind, may), func(c *Call) (*Response, *Error) { return handle(c, kind) })
}

// Everyone may do this.
func Everyone(*Call) *Error { return nil }

// Needs is for those who have a right. Others are refused with a code.
func Needs(right, code, message string) func(*Call) *Error {
	return func(c *Call) *Error {
		if !c.User.Can(right) {
			return c.Forbidden(code, message)
		}
		return nil
	}
}

// variableForm is what a name in braces stands for: digits, except for some names.
func variableForm(name string) string {
	switch name {
	case "user_id":
		return `(?:[\d]+|me)`
	case "uuid":
		return `[\w\-]+`
	case "type", "taxonomy", "status", "location":
		return `[\w-]+`
	}
	return `[\d]+`
}

// PathOf is a pattern as the index shows it.
func PathOf(pattern string) string {
	return variableName.ReplaceAllStringFunc(pattern, func(found string) string {
		name := strings.Trim(found, "{}")
		return "(?P<" + name + ">" + variableForm(name) + ")"
	})
}

var variableName = regexp.MustCompile(`{\w+}`)

func (c *Call) routePath() string {
	if c.Route.Pattern == "" {
		return c.path
	}
	path := c.Route.Pattern
	for _, name := range c.url.Names {
		path = strings.ReplaceAll(path, "{"+name+"}", fmt.Sprint(c.url.ByKey[name]))
	}
	return path
}
