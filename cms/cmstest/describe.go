package cmstest

import (
	"slices"
	"strings"

	"github.com/fontcms/fontcms-go/cms/cmstest/internal/php"
)

// describe is an endpoint as the index shows it.
func (e *endpoint) describe(batch bool) php.Object {
	args := php.Object{}
	for i := range e.params {
		args.Add(e.params[i].name, e.params[i].describe())
	}
	out := php.Object{{"methods", slices.Clone(e.methods)}}
	if batch {
		out.Add("allow_batch", php.Object{{"v1", true}})
	}
	return append(out, php.Member{"args", args})
}

// describe is an argument as the index shows it: unlike a property, it says also that it is not required.
func (p *param) describe() php.Object {
	var out php.Object
	if p.kind != "" || p.oneOf != nil {
		if !p.silent {
			out.Add("description", p.words())
		}
		out = append(out, p.schema.describe()...)
	}
	if p.def != nil {
		out.Add("default", p.def)
	}
	return append(out, php.Member{"required", p.required})
}

func (s *schema) describe() php.Object {
	var out php.Object
	switch {
	case s.oneOf != nil && s.kind != "":
		out.Add("type", s.kind)
		var forms []any
		for i := range s.oneOf {
			forms = append(forms, s.oneOf[i].describe())
		}
		out.Add("oneOf", forms)
	case s.oneOf != nil:
		out.Add("type", []string{"object", "array"})
		var forms []any
		for i := range s.oneOf {
			form := s.oneOf[i].describe()
			form = append(form, php.Member{"title", "Form of a list of terms"}, php.Member{"description", "One of the forms that are taken."})
			forms = append(forms, form)
		}
		out.Add("oneOf", forms)
	case s.nullable:
		out.Add("type", []string{s.kind, "null"})
	case strings.Contains(s.kind, "|"):
		out.Add("type", strings.Split(s.kind, "|"))
	case s.kind != "":
		out.Add("type", s.kind)
	}
	if s.format != "" {
		out.Add("format", s.format)
	}
	if s.enum != nil {
		out.Add("enum", s.enum)
	}
	if s.minLength != 0 {
		out.Add("minLength", s.minLength)
	}
	if s.pattern != "" {
		out.Add("pattern", s.pattern)
	}
	if s.items != nil {
		out.Add("items", s.items.describe())
	}
	if s.unique {
		out.Add("uniqueItems", true)
	}
	if s.maxItems != 0 {
		out.Add("maxItems", s.maxItems)
	}
	if s.min != 0 || s.floor {
		out.Add("minimum", s.min)
	}
	if s.max != 0 {
		out.Add("maximum", s.max)
	}
	if s.kind == "object" {
		out = append(out, s.describeProps()...)
	}
	return out
}

// describeProps says which properties an object has and which others it takes.
func (s *schema) describeProps() php.Object {
	props := php.Object{}
	for i := range s.props {
		p := &s.props[i]
		one := p.describe()
		if !p.required {
			one = slices.DeleteFunc(one, func(m php.Member) bool { return m.Name == "required" })
		}
		props.Add(p.name, one)
	}
	out := php.Object{{"properties", props}}
	switch {
	case s.others != nil:
		out.Add("additionalProperties", s.others.describe())
	case s.open && len(s.props) == 0:
		out.Add("additionalProperties", true)
	case s.props != nil && !s.open:
		out.Add("additionalProperties", false)
	}
	return out
}
