package rest

import (
	"fmt"
	"regexp"
	"strings"

	"github.com/fontcms/fontcms-go/cms/cmstest/internal/php"
)

// UpdateMethods are those that change a record.
var UpdateMethods = []string{"POST", "PUT", "PATCH"}

// On is what methods do on a route: their arguments, who may use them, and the handler, which is called with valid
// arguments.
func On(methods []string, params []Param, permit func(*Call) *Error, handle func(*Call) (*Response, *Error)) Endpoint {
	return Endpoint{methods, params, permit, handle}
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

// variableForm is what a name in braces stands for: digits, but for some names.
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

func fitsVariable(name, value string) bool {
	digits := value != "" && strings.Trim(value, "0123456789") == ""
	switch name {
	case "user_id":
		return digits || strings.EqualFold(value, "me")
	case "uuid", "type", "taxonomy", "status", "location":
		return value != "" && !php.ClassRunes.MatchString(value)
	}
	return digits
}

// match compares a path with the pattern, segment by segment and in any case.
func (r *Route) match(path string) (variables []php.Member, ok bool) {
	pattern, have := strings.Split(r.Pattern, "/"), strings.Split(path, "/")
	if len(pattern) != len(have) {
		return nil, false
	}
	for i, want := range pattern {
		name, variable := strings.CutPrefix(strings.TrimSuffix(want, "}"), "{")
		switch {
		case !variable && !strings.EqualFold(want, have[i]):
			return nil, false
		case variable && !fitsVariable(name, have[i]):
			return nil, false
		case variable:
			variables = append(variables, php.Member{name, have[i]})
		}
	}
	return variables, true
}

// regexPattern is the pattern as the index shows it.
func (r *Route) regexPattern() string {
	return variableName.ReplaceAllStringFunc(r.Pattern, func(found string) string {
		name := strings.Trim(found, "{}")
		return "(?P<" + name + ">" + variableForm(name) + ")"
	})
}

var variableName = regexp.MustCompile(`{\w+}`)

func (r *Route) methods() []string {
	var out []string
	for _, e := range r.Endpoints {
		out = append(out, e.methods...)
	}
	return out
}

// routePath is the pattern of the route with its variables filled in.
func (c *Call) routePath() string {
	path := c.Route.Pattern
	for _, name := range c.url.Names {
		path = strings.ReplaceAll(path, "{"+name+"}", fmt.Sprint(c.url.ByKey[name]))
	}
	return path
}
