package cmstest

import (
	"slices"
	"strings"
)

// describe is an endpoint as the index shows it.
func (e *endpoint) describe(batch bool) object {
	args := object{}
	for i := range e.params {
		args.add(e.params[i].name, e.params[i].describe())
	}
	out := object{{"methods", slices.Clone(e.methods)}}
	if batch {
		out.add("allow_batch", object{{"v1", true}})
	}
	return append(out, member{"args", args})
}

// describe is an argument as the index shows it: unlike a property, it says also that it is not required.
func (p *param) describe() object {
	var out object
	if p.kind != "" || p.oneOf != nil {
		if !p.silent {
			out.add("description", p.words())
		}
		out = append(out, p.schema.describe()...)
	}
	if p.def != nil {
		out.add("default", p.def)
	}
	return append(out, member{"required", p.required})
}

func (s *schema) describe() object {
	var out object
	switch {
	case s.oneOf != nil && s.kind != "":
		out.add("type", s.kind)
		var forms []any
		for i := range s.oneOf {
			forms = append(forms, s.oneOf[i].describe())
		}
		out.add("oneOf", forms)
	case s.oneOf != nil:
		out.add("type", []string{"object", "array"})
		var forms []any
		for i := range s.oneOf {
			form := s.oneOf[i].describe()
			form = append(form, member{"title", "Form of a list of terms"}, member{"description", "One of the forms that are taken."})
			forms = append(forms, form)
		}
		out.add("oneOf", forms)
	case s.nullable:
		out.add("type", []string{s.kind, "null"})
	case strings.Contains(s.kind, "|"):
		out.add("type", strings.Split(s.kind, "|"))
	case s.kind != "":
		out.add("type", s.kind)
	}
	if s.format != "" {
		out.add("format", s.format)
	}
	if s.enum != nil {
		out.add("enum", s.enum)
	}
	if s.minLength != 0 {
		out.add("minLength", s.minLength)
	}
	if s.pattern != "" {
		out.add("pattern", s.pattern)
	}
	if s.items != nil {
		out.add("items", s.items.describe())
	}
	if s.unique {
		out.add("uniqueItems", true)
	}
	if s.maxItems != 0 {
		out.add("maxItems", s.maxItems)
	}
	if s.min != 0 || s.floor {
		out.add("minimum", s.min)
	}
	if s.max != 0 {
		out.add("maximum", s.max)
	}
	if s.kind == "object" {
		out = append(out, s.describeProps()...)
	}
	return out
}

// describeProps says which properties an object has and which others it takes.
func (s *schema) describeProps() object {
	props := object{}
	for i := range s.props {
		p := &s.props[i]
		one := p.describe()
		if !p.required {
			one = slices.DeleteFunc(one, func(m member) bool { return m.name == "required" })
		}
		props.add(p.name, one)
	}
	out := object{{"properties", props}}
	switch {
	case s.others != nil:
		out.add("additionalProperties", s.others.describe())
	case s.open && len(s.props) == 0:
		out.add("additionalProperties", true)
	case s.props != nil && !s.open:
		out.add("additionalProperties", false)
	}
	return out
}
