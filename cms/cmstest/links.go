package cmstest

import (
	"strconv"

	"github.com/fontcms/fontcms-go/cms/cmstest/internal/php"
	"github.com/fontcms/fontcms-go/cms/cmstest/internal/rest"
)

// links are the relations of a record. What the caller may do with it is a relation of its own in the edit context.
func (s contentPlane) links(c *rest.Call, it *item) php.Object {
	base, id := "/"+s.api.Prefix+"/v2/", strconv.FormatInt(it.id, 10)
	out := make(php.Object, 0, 20)
	out.Add("self", []php.Object{s.selfLink(c, it)})
	out.Add("collection", rest.Link(s.api.Address("/"+s.kind.namespaceOf(it.kind)+"/"+it.kind.base, "")))
	out.Add("about", rest.Link(s.api.Address(base+"types/"+it.kind.typ, "")))
	if it.kind.article && it.author != 0 && it.kind.has("author") {
		out.Add("author", rest.Embeddable(s.api.Address(base+"users/"+strconv.FormatInt(it.author, 10), "")))
	}
	if it.kind.article && it.kind.has("comment_status") {
		out.Add("replies", rest.Embeddable(s.api.Address(base+"comments", "post="+id)))
	}
	if it.kind.revisions {
		history := s.api.Address(base+it.kind.base+"/"+id+"/revisions", "")
		out.Add("version-history", []php.Object{{{"count", len(it.revisions)}, {"href", history}}})
		if last := it.newest(); last != 0 {
			out.Add("predecessor-version", []php.Object{{{"id", last}, {"href", history + "/" + strconv.FormatInt(last, 10)}}})
		}
	}
	if parent := s.items[it.parent]; parent != nil {
		out.Add("up", rest.Embeddable(s.itemURL(parent)))
	}
	// of any kind; to what is gone there is no link
	if featured := s.items[it.featured]; featured != nil &&
		(s.media.inherited(featured) == "publish" || s.media.mayRead(c, featured)) {
		out.Add(s.api.Prefix+":featuredmedia", rest.Embeddable(s.itemURL(featured)))
	}
	out.Add(s.api.Prefix+":attachment", rest.Link(s.api.Address(base+"media", "parent="+id)))
	if terms := s.termLinks(it); terms != nil {
		out.Add(s.api.Prefix+":term", terms)
	}
	s.addActions(c, &out, it)
	return out
}

// selfLink says what the caller may do with a record, if that is anything.
func (s *records) selfLink(c *rest.Call, it *item) php.Object {
	out := php.Object{{"href", s.itemURL(it)}}
	if allow := s.hints(c, it); len(allow) > 0 {
		out.Add("targetHints", php.Object{{"allow", allow}})
	}
	return out
}

// termLinks lead to the terms of a record, by taxonomy.
func (s contentPlane) termLinks(it *item) []php.Object {
	id := strconv.FormatInt(it.id, 10)
	var terms []php.Object
	for _, tax := range it.kind.taxonomies {
		terms = append(terms, php.Object{{"taxonomy", tax.name}, {"embeddable", true},
			{"href", s.term.termsURL(tax, "", "post="+id)}})
	}
	return terms
}

// addActions ends the relations of a record.
func (s contentPlane) addActions(c *rest.Call, out *php.Object, it *item) {
	if c.Text("context") == "edit" {
		for _, action := range s.actions(c, it) {
			out.Add(s.api.Prefix+":action-"+action, rest.Link(s.itemURL(it)))
		}
	}
	out.Add("curies", s.api.Curies())
}

// hints are the methods that the caller may use on a record.
func (s *records) hints(c *rest.Call, it *item) []string {
	out := make([]string, 0, 5)
	if s.mayRead(c, it) {
		out = append(out, "GET")
	}
	if mayEdit(c.User, it) {
		out = append(out, rest.UpdateMethods...)
	}
	if mayDelete(c.User, it) {
		out = append(out, "DELETE")
	}
	return out
}

func (s contentPlane) actions(c *rest.Call, it *item) []string {
	var out []string
	if c.User.Can("publish_" + it.kind.plural) {
		out = append(out, "publish")
	}
	if c.User.Can("unfiltered_html") {
		out = append(out, "unfiltered-html")
	}
	others := c.User.Can("edit_others_" + it.kind.plural)
	if it.kind.sticky && others && c.User.Can("publish_"+it.kind.plural) {
		out = append(out, "sticky")
	}
	if others && it.kind.article {
		out = append(out, "assign-author")
	}
	for _, tax := range it.kind.taxonomies {
		if !tax.tree || c.User.Can("manage_categories") {
			out = append(out, "create-"+tax.base)
		}
		out = append(out, "assign-"+tax.base)
	}
	return out
}
