package rest

import (
	"slices"
	"strings"

	"github.com/fontcms/fontcms-go/cms/cmstest/internal/php"
)

func (a *API) describeRoute(r *Route) php.Object {
	var endpoints []any
	for _, e := range r.Endpoints {
		endpoints = append(endpoints, e.describe(r.Batch))
	}
	out := php.Object{{"namespace", r.Namespace}, {"methods", r.methods()}, {"endpoints", endpoints}}
	if r.Schema != nil {
		out.Add("schema", r.Schema)
	}
	if !strings.Contains(r.Pattern, "{") {
		out.Add("_links", php.Object{{"self", Link(a.Address(r.Pattern, ""))}})
	}
	return out
}

// DescribeRoutes lists the routes of a namespace, or all of them.
func (c *Call) DescribeRoutes(namespace string) php.Object {
	var out php.Object
	for _, r := range c.api.Routes {
		if (namespace == "" || r.Namespace == namespace) && (c.Secure || !r.Secure) {
			out.Add(r.regexPattern(), c.api.describeRoute(r))
		}
	}
	return out
}

// describe is an endpoint as the index shows it.
func (e *Endpoint) describe(batch bool) php.Object {
	args := php.Object{}
	for i := range e.params {
		args.Add(e.params[i].Name, e.params[i].describe())
	}
	out := php.Object{{"methods", slices.Clone(e.methods)}}
	if batch {
		out.Add("allow_batch", php.Object{{"v1", true}})
	}
	return append(out, php.Member{"args", args})
}

// describe is an argument as the index shows it: unlike a property, it says also that it is not required.
func (p *Param) describe() php.Object {
	var out php.Object
	if p.Kind != "" || p.OneOf != nil {
		if !p.Silent {
			out.Add("description", p.words())
		}
		out = append(out, p.Schema.describe()...)
	}
	if p.Def != nil {
		out.Add("default", p.Def)
	}
	return append(out, php.Member{"required", p.Required})
}

func (s *Schema) describe() php.Object {
	var out php.Object
	switch {
	case s.OneOf != nil && s.Kind != "":
		out.Add("type", s.Kind)
		var forms []any
		for i := range s.OneOf {
			forms = append(forms, s.OneOf[i].describe())
		}
		out.Add("oneOf", forms)
	case s.OneOf != nil:
		out.Add("type", []string{"object", "array"})
		var forms []any
		for i := range s.OneOf {
			form := s.OneOf[i].describe()
			form = append(form, php.Member{"title", "Form of a list of terms"},
				php.Member{"description", "One of the forms that are taken."})
			forms = append(forms, form)
		}
		out.Add("oneOf", forms)
	case s.Nullable:
		out.Add("type", []string{s.Kind, "null"})
	case strings.Contains(s.Kind, "|"):
		out.Add("type", strings.Split(s.Kind, "|"))
	case s.Kind != "":
		out.Add("type", s.Kind)
	}
	if s.Format != "" {
		out.Add("format", s.Format)
	}
	if s.Enum != nil {
		out.Add("enum", s.Enum)
	}
	if s.MinLength != 0 {
		out.Add("minLength", s.MinLength)
	}
	if s.Pattern != "" {
		out.Add("pattern", s.Pattern)
	}
	if s.Items != nil {
		out.Add("items", s.Items.describe())
	}
	if s.Unique {
		out.Add("uniqueItems", true)
	}
	if s.MaxItems != 0 {
		out.Add("maxItems", s.MaxItems)
	}
	if s.Min != 0 || s.Floor {
		out.Add("minimum", s.Min)
	}
	if s.Max != 0 {
		out.Add("maximum", s.Max)
	}
	if s.Kind == "object" {
		out = append(out, s.describeProps()...)
	}
	return out
}

// describeProps says which properties an object has and which others it takes.
func (s *Schema) describeProps() php.Object {
	props := php.Object{}
	for i := range s.Props {
		p := &s.Props[i]
		one := p.describe()
		if !p.Required {
			one = slices.DeleteFunc(one, func(m php.Member) bool { return m.Name == "required" })
		}
		props.Add(p.Name, one)
	}
	out := php.Object{{"properties", props}}
	switch {
	case s.others != nil:
		out.Add("additionalProperties", s.others.describe())
	case s.Open && len(s.Props) == 0:
		out.Add("additionalProperties", true)
	case s.Props != nil && !s.Open:
		out.Add("additionalProperties", false)
	}
	return out
}
