package rest

import (
	"slices"
	"strings"

	"github.com/fontcms/fontcms-go/cms/cmstest/internal/php"
)

// sources returns the sources of arguments. The first source with a value counts, so the query and
// the body override the path.
func (c *Call) sources() []*php.Values {
	return []*php.Values{c.JSON, c.Form, c.Query, c.url, c.defaults}
}

// Get returns an argument, or nil if it is absent or null.
func (c *Call) Get(name string) any {
	for _, source := range c.sources() {
		if value := source.ByKey[name]; value != nil {
			return value
		}
	}
	return nil
}

// Has reports whether an argument was sent, including null.
func (c *Call) Has(name string) bool {
	for _, source := range c.sources() {
		if _, ok := source.Lookup(name); ok {
			return true
		}
	}
	return false
}

// Text returns a string argument, or "" if it is absent.
func (c *Call) Text(name string) string {
	s, _ := c.Get(name).(string)
	return s
}

// Take copies the string arguments into places. Absent arguments and other types change nothing.
func (c *Call) Take(places map[string]*string) {
	for name, to := range places {
		if text, ok := c.Get(name).(string); ok {
			*to = text
		}
	}
}

// Integer returns an integer argument, or 0 if it is absent.
func (c *Call) Integer(name string) int64 {
	value := c.Get(name)
	switch value.(type) {
	case []any, map[string]any, php.Object:
		if !php.Truthy(value) {
			return 0
		}
		// PHP converts a list that is not empty to 1. The arguments may be unchecked, for
		// example when the Allow header of an error is computed.
		return 1
	}
	n, _ := php.ToInt(value)
	return n
}

// Flag returns a boolean argument, or false if it is absent.
func (c *Call) Flag(name string) bool {
	b, _ := c.Get(name).(bool)
	return b
}

// IDs returns a list of ids, or nil if the argument is absent or empty.
func (c *Call) IDs(name string) []int64 {
	return php.ToIDs(c.Get(name))
}

// Strings returns a list of strings, or nil if the argument is absent or empty.
func (c *Call) Strings(name string) []string {
	list, _ := c.Get(name).([]any)
	var out []string
	for _, e := range list {
		if text, ok := e.(string); ok {
			out = append(out, text)
		}
	}
	return out
}

// check validates and converts the arguments. Like WordPress it first validates the arguments with
// the rule Early. If they are valid, it continues with the other arguments.
func (c *Call) check(params []Param) *Error {
	var wrong invalidParams
	c.defaults = &php.Values{}
	var missing []string
	for i := range params {
		p := &params[i]
		if p.Def != nil {
			c.defaults.Set(p.Name, p.Def)
		}
		if p.Required && c.Get(p.Name) == nil {
			missing = append(missing, p.Name)
		}
	}
	if missing != nil {
		return missingParams(missing)
	}
	for i := range params {
		p := &params[i]
		value := c.Get(p.Name)
		if value == nil || !p.Early {
			continue
		}
		var why *Problem
		if p.Check != nil {
			why = p.Check(c, p, value)
		} else {
			why = p.Validate(p.Name, value)
		}
		if why != nil {
			wrong.add(p.Name, why)
		}
	}
	if why := wrong.error(); why != nil {
		return why
	}
	for _, source := range []*php.Values{c.JSON, c.Form, c.Query, c.url} {
		for _, name := range slices.Clone(source.Names) {
			at := slices.IndexFunc(params, func(p Param) bool { return p.Name == name })
			if at < 0 || params[at].Raw {
				continue
			}
			if source.ByKey[name] == nil && params[at].Early && params[at].Def != nil && !params[at].Empties {
				continue // null means the default
			}
			value, why := c.clean(&params[at], source.ByKey[name])
			if why != nil {
				wrong.add(name, why)
				continue
			}
			source.Set(name, value)
		}
	}
	return wrong.error()
}

func (c *Call) clean(p *Param, value any) (any, *Problem) {
	if p.Clean != nil {
		return p.Clean(c, p, value)
	}
	if !p.Early || p.OneOf != nil && value == nil {
		if why := p.Validate(p.Name, value); why != nil {
			return nil, why
		}
	}
	return p.Convert(value), nil
}

// Path returns the requested route path.
func (c *Call) Path() string { return c.path }

// In reports whether the argument context has the given value.
func (c *Call) In(context string) bool { return c.Text("context") == context }

// SetContext sets the context of the response.
func (c *Call) SetContext(context string) {
	c.JSON.Set("context", context) // a value in c.JSON overrides the query
}

// CleanLine removes tags and percent-encoded bytes, and leaves one space between words.
func CleanLine(_ *Call, _ *Param, value any) (any, *Problem) {
	text, _ := value.(string)
	return php.PlainLine(text), nil
}

// Text returns the schema of a string. enum lists the allowed values; without it any string is
// allowed.
func Text(enum ...string) Schema { return Schema{Kind: "string", Enum: enum} }

// CleanKey keeps lower-case letters, digits, dashes and underscores.
func CleanKey(_ *Call, _ *Param, value any) (any, *Problem) {
	text, _ := value.(string)
	return php.ClassRunes.ReplaceAllString(strings.ToLower(text), ""), nil
}

// CleanURL cleans an address as [php.CleanURL] does.
func CleanURL(_ *Call, _ *Param, value any) (any, *Problem) {
	return php.CleanURL(php.ScalarText(value)), nil
}
