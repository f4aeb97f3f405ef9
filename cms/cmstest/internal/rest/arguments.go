package rest

import (
	"slices"
	"strings"

	"github.com/fontcms/fontcms-go/cms/cmstest/internal/php"
)

// sources are where arguments come from, the strongest first: even the path yields to the query and the body.
func (c *Call) sources() []*php.Values {
	return []*php.Values{c.JSON, c.Form, c.Query, c.url, c.defaults}
}

// Get returns an argument, nil if it is absent or null.
func (c *Call) Get(name string) any {
	for _, source := range c.sources() {
		if value := source.ByKey[name]; value != nil {
			return value
		}
	}
	return nil
}

// Has says whether an argument was sent, null included.
func (c *Call) Has(name string) bool {
	for _, source := range c.sources() {
		if _, ok := source.Lookup(name); ok {
			return true
		}
	}
	return false
}

// Text is an argument that is a text, "" if it is absent.
func (c *Call) Text(name string) string {
	s, _ := c.Get(name).(string)
	return s
}

// Take puts the arguments that are texts where they belong. Others leave things as they are.
func (c *Call) Take(places map[string]*string) {
	for name, to := range places {
		if text, ok := c.Get(name).(string); ok {
			*to = text
		}
	}
}

// Integer is an argument that is a whole number, 0 if it is absent.
func (c *Call) Integer(name string) int64 {
	value := c.Get(name)
	switch value.(type) {
	case []any, map[string]any, php.Object:
		if !php.Truthy(value) {
			return 0
		}
		return 1 // the value may be unchecked, for example when the header Allow of an error is made
	}
	n, _ := php.ToInt(value)
	return n
}

// Flag is an argument that is true or false, false if it is absent.
func (c *Call) Flag(name string) bool {
	b, _ := c.Get(name).(bool)
	return b
}

// IDs is a list of integers, nil if the argument is absent or empty.
func (c *Call) IDs(name string) []int64 {
	return php.ToIDs(c.Get(name))
}

// Strings is a list of texts, nil if the argument is absent or empty.
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

// check validates and converts the arguments, in the two steps of the real site: first all early ones, then,
// if these were fine, the rest.
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
				continue // null, for which the default stands
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

// Path is the path that was asked for.
func (c *Call) Path() string { return c.path }

// In says whether the call asks for this context.
func (c *Call) In(context string) bool { return c.Text("context") == context }

// SetContext makes the response that of another context.
func (c *Call) SetContext(context string) {
	c.JSON.Set("context", context) // JSON overrides the query
}

// CleanLine makes a text that has no tags, no encoded octets and one space between words.
func CleanLine(_ *Call, _ *Param, value any) (any, *Problem) {
	text, _ := value.(string)
	return php.PlainLine(text), nil
}

// Text is the schema of texts: of any, or of these.
func Text(enum ...string) Schema { return Schema{Kind: "string", Enum: enum} }

// CleanKey leaves lower letters, digits, dashes and underscores.
func CleanKey(_ *Call, _ *Param, value any) (any, *Problem) {
	text, _ := value.(string)
	return php.ClassRunes.ReplaceAllString(strings.ToLower(text), ""), nil
}

// CleanURL makes of a text what may stand for an address.
func CleanURL(_ *Call, _ *Param, value any) (any, *Problem) {
	return php.CleanURL(php.ScalarText(value)), nil
}
