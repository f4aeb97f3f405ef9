package terms

import (
	"context"
	"fmt"
	"html"
	"net/http"
	"regexp"
	"strings"
	"unicode"

	"github.com/fontcms/fontcms-go/cms"
)

// ByName returns the term with a name below a parent, 0 for the top level. It searches
// the list, 100 terms with each request: GET {taxonomy}?search=…. To find a term by its
// slug, use [Terms.BySlug] or [Terms.ByPath].
//
// Names are compared by [SameName]: "R&D" finds "R&amp;D". Other HTML entities and
// unusual spaces must be spelled as the site stores them. A term stored as "&copy;
// Foundry" is not found by "© Foundry".
//
// Errors:
//   - [cms.ErrNotFound] if no term has the name.
//   - [cms.ErrAmbiguous] if several terms have it.
//   - [cms.ErrInvalidArgument] for an empty name, and for [cms.Fields], which could
//     leave out the name.
func (t *Terms) ByName(ctx context.Context, name string, parent int64, options ...cms.CallOption) (*Term, error) {
	const operation = "terms.ByName"
	if err := whole(operation, options); err != nil {
		return nil, err
	}
	if plain(name) == "" {
		return nil, refuse(operation, "name", "must not be empty")
	}
	found, err := find(ctx, t, name, parent, 0, options)
	if err != nil {
		return nil, err
	}
	if len(found) == 1 {
		return found[0], nil
	}
	failed := &cms.Error{
		Operation: operation, Method: http.MethodGet, Path: t.route(),
		Reason: fmt.Errorf("%w: no term has the name %.200q", cms.ErrNotFound, name),
	}
	if len(found) > 1 {
		several := &cms.AmbiguousError{}
		for _, term := range found {
			several.IDs = append(several.IDs, term.ID)
		}
		failed.Reason = several
	}
	return nil, failed
}

// route returns the route of the terms with the prefix of the site.
func (t *Terms) route() string {
	path := t.CreateRequest(nil).Path
	if rest, ok := strings.CutPrefix(path, "cms/"); ok {
		return t.Client().Prefix() + "/" + rest
	}
	return path
}

// excluding returns the list of ids that a request leaves out. It is empty if id is 0.
func excluding(id int64) []int64 {
	if id == 0 {
		return nil
	}
	return []int64{id}
}

// find returns the terms below a parent that have a certain name, which must not be empty. If
// except is not 0, find leaves out the term with this id.
func find(ctx context.Context, terms *Terms, name string, parent, except int64,
	options []cms.CallOption) (found []*Term, err error) {
	list := &ListOptions{Search: needle(name), Exclude: excluding(except)}
	if parent != 0 { // flat taxonomies do not have the argument parent
		list.Parent = &parent
	}
	for term, err := range terms.All(ctx, list, walking(options)...) {
		if err != nil {
			return nil, err
		}
		if term.ID != except && term.Parent == parent && SameName(term.Name, name) {
			found = append(found, term)
		}
	}
	return found, nil
}

// walking converts options of a call to options of a walk.
func walking(options []cms.CallOption) []cms.WalkOption {
	out := make([]cms.WalkOption, 0, len(options))
	for _, o := range options {
		out = append(out, o)
	}
	return out
}

// needle returns the longest part of a name that every site stores in the same form. It cuts
// the name at quotes, backslashes, special spaces and most entities, which sites store in
// different forms.
func needle(name string) (longest string) {
	const cut = `"`
	name = regexp.MustCompile(`&#?[0-9A-Za-z]+;`).ReplaceAllStringFunc(name, func(entity string) string {
		switch entity {
		case "&amp;", "&lt;", "&gt;", html.UnescapeString(entity):
			return entity
		}
		return cut
	})
	name = strings.Join(strings.FieldsFunc(name, func(r rune) bool {
		return unicode.IsSpace(r) && !strings.ContainsRune(" \t\r\n", r)
	}), cut)
	for part := range strings.FieldsFuncSeq(escaped(name),
		func(r rune) bool { return strings.ContainsRune(cut+`'\`, r) }) {
		if part = strings.TrimSpace(part); len(part) > len(longest) {
			longest = part
		}
	}
	return longest
}

// Tree arranges terms of one taxonomy by their parents: see [cms.Tree]. Siblings keep
// the order of list.
func Tree(list []*Term) []*cms.Node[Term] {
	return cms.Tree(list, func(t *Term) (id, parent int64) { return t.ID, t.Parent })
}

// whole refuses [cms.Fields], because it could leave out fields that identify a term.
func whole(operation string, options []cms.CallOption) error {
	if len(cms.FieldsOf(options...)) > 0 {
		return refuse(operation, "fields", "the whole term is needed to identify it")
	}
	return nil
}

func refuse(operation, argument, reason string) error {
	return &cms.ArgumentError{Operation: operation, Argument: argument, Reason: reason}
}
