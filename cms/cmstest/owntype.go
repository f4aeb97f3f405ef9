package cmstest

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/fontcms/fontcms-go/cms/cmstest/internal/content"
	"github.com/fontcms/fontcms-go/cms/cmstest/internal/php"
	"github.com/fontcms/fontcms-go/cms/cmstest/internal/rest"
)

// WithType serves types of posts that a plugin or theme has registered, by the description that the command cmsgen
// saves, or by the index of their namespace with context=help, in which each list has the schema of its records. A type
// is a list with the argument page whose records have an id, a date, a slug, a status and a type; other routes of the
// description are left out. [NewServer] panics on a description that is none, or holds no type.
//
// Such a type is served as posts are: lists with the arguments that the description names, reading, creating, updating,
// trashing and deleting, contexts, batches, the rights of posts. Its records are stored by [Server.Insert] and the like
// under the last part of the route: "specimens" for shop/v1/specimens. What the schema has beyond the fields of posts
// is checked by it, and kept as its type has it ("12.5" for a number is 12.5). Until it is set it is the schema's
// default, or what its type has for nothing: "", 0, false, [], and null where the type may be null. So are fields of
// meta.
//
// A taxonomy of the type that the description has is served as categories are, or as tags if its terms have no parents;
// [Server.Insert] knows it by the last part of its route. Of a taxonomy that it lacks, the terms are any numbers, which
// the argument of its name finds.
//
// What code of a plugin computes is not imitated: a readonly field is what Insert gave it. There are no routes for
// revisions and autosaves.
func WithType(description []byte) Option {
	return func(s *Server) { s.descriptions = append(s.descriptions, description) }
}

// describedTypes are those of the descriptions that the server was given.
func (s kindPlane) describedTypes() ([]*content.Resource, error) {
	var out []*content.Resource
	for _, description := range s.descriptions {
		value, err := php.ParseOrdered(description)
		if err != nil {
			return nil, err
		}
		whole, _ := value.(php.Object)
		routes, _ := whole.Get("routes").(php.Object)
		prefix, _ := whole.Get("prefix").(string)
		found := 0
		described := s.describedTaxonomies(prefix, routes)
		for _, m := range routes {
			route, _ := m.Value.(php.Object)
			kind := s.describedType(strings.Trim(m.Name, "/"), prefix, route, described)
			if kind == nil {
				continue
			}
			taken := func(other *content.Resource) bool { return other.Base == kind.Base }
			if slices.ContainsFunc(out, taken) || s.Resource(kind.Base) != nil || kind.Base == "media" {
				return nil, fmt.Errorf("there are records of the name %q already", kind.Base)
			}
			update, _ := routes.Get(m.Name + `/(?P<id>[\d]+)`).(php.Object)
			kind.Own.Update = params(update, "PUT", s.content.writeParams(kind, true))
			out = append(out, kind)
			found++
		}
		if found == 0 {
			return nil, errors.New("the description holds no type of posts")
		}
	}
	return out, nil
}

// describedType reads what is said of a list, nil if its records are no posts.
func (s kindPlane) describedType(path, prefix string, route php.Object,
	described []content.Taxonomy) *content.Resource {
	namespace, base, ok := cutLast(s.ownPath(path, prefix))
	schema, _ := route.Get("schema").(php.Object)
	properties, _ := schema.Get("properties").(php.Object)
	if !ok || strings.Contains(path, "(") || argumentsOf(route, "GET").Get("page") == nil {
		return nil
	}
	for _, name := range []string{"id", "date", "slug", "status", "type"} {
		if properties.Get(name) == nil {
			return nil
		}
	}
	title, _ := schema.Get("title").(string)
	if title == "" {
		title = base
	}
	kind := &content.Resource{
		Base: base, Type: title, Plural: "posts", QueryVar: title, SlugVar: "%pagename%", Article: true,
		Tree: properties.Get("parent") != nil, Comments: "closed", Pings: "closed",
		NeedsText: properties.Get("title") != nil && properties.Get("content") != nil && properties.Get("excerpt") != nil,
		Own:       &content.OwnType{Namespace: namespace, Schema: schema},
	}
	for _, tax := range described {
		if properties.Get(tax.Base) != nil && tax.Home == namespace {
			tax.Records = base
			kind.Taxonomies = append(kind.Taxonomies, tax)
			s.Described = append(s.Described, tax)
		}
	}
	for _, m := range properties {
		raw, _ := m.Value.(php.Object)
		readonly, _ := raw.Get("readonly").(bool)
		kind.Own.Fields = append(kind.Own.Fields, content.OwnField{
			Param: describedParam(m.Name, raw), Contexts: describedTexts(raw.Get("context")), Readonly: readonly,
			Post: slices.Contains(postFields(), m.Name) || kind.Taxonomy(m.Name),
		})
		if m.Name == "meta" {
			kind.Meta = kind.Own.Field("meta").Props
		}
	}
	kind.Own.List = params(route, "GET", kind.ListParams())
	kind.Own.Create = params(route, "POST", s.content.writeParams(kind, false))
	return kind
}

// ownPath is a path of a description in the words of this site.
func (s kindPlane) ownPath(path, prefix string) string {
	if rest, ok := strings.CutPrefix(path, prefix+"/"); ok && prefix != "" {
		return s.API.Prefix + "/" + rest
	}
	return path
}

// describedTaxonomies reads the lists of terms of a description. Those of every site are left out.
func (s kindPlane) describedTaxonomies(prefix string, routes php.Object) []content.Taxonomy {
	var out []content.Taxonomy
	for _, m := range routes {
		route, _ := m.Value.(php.Object)
		schema, _ := route.Get("schema").(php.Object)
		properties, _ := schema.Get("properties").(php.Object)
		named, _ := properties.Get("taxonomy").(php.Object)
		home, base, ok := cutLast(s.ownPath(strings.Trim(m.Name, "/"), prefix))
		names := describedTexts(named.Get("enum"))
		if !ok || len(names) != 1 || names[0] == "" || strings.Contains(m.Name, "(") ||
			argumentsOf(route, "GET").Get("page") == nil || s.catalog.Taxonomy(names[0]) != nil {
			continue
		}
		name := names[0]
		out = append(out, content.Taxonomy{Base: base, Name: name, Path: name, Query: name,
			Label: strings.ToUpper(name[:1]) + name[1:], Tree: properties.Get("parent") != nil, Home: home})
	}
	return out
}

// postFields are the members that posts of any type may have.
func postFields() []string {
	return strings.Fields(
		"id date date_gmt guid modified modified_gmt password slug status type link title content excerpt author " +
			"featured_media parent menu_order comment_status ping_status template meta permalink_template generated_slug class_list")
}

func cutLast(path string) (before, last string, ok bool) {
	at := strings.LastIndex(path, "/")
	if at < 1 {
		return "", "", false
	}
	return path[:at], path[at+1:], true
}

// argumentsOf are those of the endpoints of a route that take the method.
func argumentsOf(route php.Object, method string) php.Object {
	endpoints, _ := route.Get("endpoints").([]any)
	for _, e := range endpoints {
		endpoint, _ := e.(php.Object)
		if slices.Contains(describedTexts(endpoint.Get("methods")), method) {
			args, _ := endpoint.Get("args").(php.Object)
			return args
		}
	}
	return nil
}

// params are the arguments that a route names: as posts take them where they do, and as described otherwise.
func params(route php.Object, method string, ofPosts []rest.Param) []rest.Param {
	var out []rest.Param
	for _, m := range argumentsOf(route, method) {
		if at := slices.IndexFunc(ofPosts, func(p rest.Param) bool { return p.Name == m.Name }); at >= 0 {
			out = append(out, ofPosts[at])
			continue
		}
		raw, _ := m.Value.(php.Object)
		out = append(out, describedParam(m.Name, raw))
	}
	return out
}

func describedParam(name string, raw php.Object) rest.Param {
	required, _ := raw.Get("required").(bool)
	return rest.Param{Name: name, Schema: describedSchema(raw), Def: raw.Get("default"), Required: required, Early: true,
		Silent: true}
}

// describedSchema reads a schema as far as it can be checked. What it does not understand takes anything.
func describedSchema(raw php.Object) rest.Schema {
	var out rest.Schema
	kinds := describedTexts(raw.Get("type"))
	out.Nullable = slices.Contains(kinds, "null")
	kinds = slices.DeleteFunc(kinds, func(kind string) bool { return kind == "null" })
	known := []string{"integer", "number", "string", "boolean", "array", "object"}
	if len(kinds) == 1 && slices.Contains(known, kinds[0]) {
		out.Kind = kinds[0]
	}
	if enum := describedTexts(raw.Get("enum")); out.Kind == "string" && len(enum) > 0 {
		out.Enum = enum
	}
	if format, _ := raw.Get("format").(string); format == "date-time" && out.Kind == "string" {
		out.Format = format
	}
	if out.Kind == "integer" {
		out.Min, _ = php.ToInt(raw.Get("minimum"))
		out.Max, _ = php.ToInt(raw.Get("maximum"))
	}
	switch items, _ := raw.Get("items").(php.Object); out.Kind {
	case "array":
		out.Items = new(describedSchema(items))
	case "object":
		properties, _ := raw.Get("properties").(php.Object)
		for _, m := range properties {
			one, _ := m.Value.(php.Object)
			out.Props = append(out.Props, describedParam(m.Name, one))
		}
		out.Open = raw.Get("additionalProperties") != false
	}
	return out
}

// describedTexts are the texts of a list, or a text by itself.
func describedTexts(value any) []string {
	if text, ok := value.(string); ok {
		return []string{text}
	}
	list, _ := value.([]any)
	var out []string
	for _, e := range list {
		if text, ok := e.(string); ok {
			out = append(out, text)
		}
	}
	return out
}
