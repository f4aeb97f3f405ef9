package cms

import (
	"cmp"
	"context"
	"fmt"
	"net/http"
	"net/url"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"github.com/fontcms/fontcms-go/cms/internal/record"
	"github.com/fontcms/fontcms-go/internal/transport"
	"github.com/fontcms/fontcms-go/internal/wire"
)

// AmbiguousError means that several records match where one was asked for. errors.Is
// with [ErrAmbiguous] is true for it.
type AmbiguousError struct {
	IDs []int64 // ids of the records; at most 100 from BySlug, ByPath, users.ByEmail and Ensure
	// Links are the addresses of the records on the site, in the order of IDs. Only
	// [Content.Ensure] sets them.
	Links []string
}

// Error lists the ids of the records, and their links if it has them, in one line.
func (e *AmbiguousError) Error() string {
	records := make([]string, len(e.IDs))
	for i, id := range e.IDs {
		records[i] = strconv.FormatInt(id, 10)
		if i < len(e.Links) && e.Links[i] != "" {
			records[i] += " (" + transport.Line(e.Links[i], transport.MaxText) + ")"
		}
	}
	text := fmt.Sprintf("%d records match, with the ids %s", len(e.IDs), strings.Join(records, ", "))
	return transport.Line(text, transport.MaxError)
}

// Unwrap returns [ErrAmbiguous].
func (*AmbiguousError) Unwrap() error { return ErrAmbiguous }

// BySlug returns the record with a slug: GET {collection}?slug[]=…, or ?slug=… at a route of a
// plugin.
//
// It finds published records. With [InContext]([ContextEdit]) it finds the published,
// draft, pending, private and scheduled records that the caller may edit: a published
// record that the caller may not edit is then [ErrNotFound]. A caller who may edit none
// gets [ErrBadRequest]. Records in the trash are not found: they have
// another slug, "kerning__trashed". A draft that was given no slug has none. For files,
// terms, menus and users, ContextEdit makes no difference.
//
// Write the slug as the site shows it. Case is ignored. Text that is not ASCII may be
// plain or percent-encoded.
//
// Errors:
//   - [ErrNotFound] if the site lists no such record.
//   - [ErrAmbiguous], with an [*AmbiguousError], if it lists several, such as pages with
//     different parents: see [Collection.ByPath].
//   - [ErrSlugIgnored] if it lists a record with another slug.
//   - [ErrInvalidArgument] for an empty slug, a slug with a slash, and records without
//     slugs, such as comments.
func (c *Collection[T, P, L]) BySlug(ctx context.Context, slug string, options ...GetOption) (*T, error) {
	return typed[T](c.resource.sendBySlug(ctx, slug, options))
}

// ByPath returns the record at a path of slugs: "guides/kerning" is the page kerning
// whose parent is the page guides at the top level. Each part takes one request like
// the request of [Collection.BySlug], with the same options, rules and errors. Leading and
// trailing slashes are ignored. The path is relative to the home page, so leave out the
// sub-directory of a site.
//
// Records of types without parents, such as posts, have a path of one part.
//
// Errors: those of BySlug; [ErrInvalidArgument] for an empty part, and for several parts
// if the type has no parents. The text of [ErrNotFound] names the missing part.
func (c *Collection[T, P, L]) ByPath(ctx context.Context, path string, options ...GetOption) (*T, error) {
	return typed[T](c.resource.byPath(ctx, path, options))
}

func (c *resource) sendBySlug(ctx context.Context, slug string, options []GetOption) (any, error) {
	return c.bySlug(ctx, "BySlug", slug, "", apply(options, GetOption.get))
}

func (c *resource) byPath(ctx context.Context, path string, options []GetOption) (any, error) {
	s := apply(options, GetOption.get)
	parts := strings.Split(strings.Trim(path, "/"), "/")
	refuse := func(reason string) (any, error) {
		return nil, c.argumentError("ByPath",
			&ArgumentError{Argument: "path", Reason: fmt.Sprintf("%.200q: %s", path, reason)})
	}
	if slices.ContainsFunc(parts, func(part string) bool { return strings.TrimSpace(part) == "" }) {
		return refuse("a part of it is empty")
	}
	if !hasMember(c.record, "parent") {
		if len(parts) > 1 {
			return refuse("these records have no parent")
		}
		return c.bySlug(ctx, "ByPath", parts[0], "", s)
	}
	ctx, cancel := c.site.transport.CallContext(ctx)
	defer cancel()
	above := *s
	above.Captures, above.fields, above.embedded, above.embed = nil, []string{"id"}, false, nil
	parent := "0"
	for _, part := range parts[:len(parts)-1] {
		found, err := c.bySlug(ctx, "ByPath", part, parent, &above)
		if err != nil {
			return nil, err
		}
		id, _ := c.shape.ID(found, nil)
		parent = strconv.FormatInt(id, 10)
	}
	return c.bySlug(ctx, "ByPath", parts[len(parts)-1], parent, s)
}

// bySlug finds the record with a slug. If parent is not "", it is the id that the parent of the
// record must have.
func (c *resource) bySlug(ctx context.Context, verb, slug, parent string, s *callSettings) (any, error) {
	if err := cmp.Or(s.err, c.err, c.identifiable(), c.hasSlug(slug)); err != nil {
		return nil, c.argumentError(verb, err)
	}
	list := "[]"
	if !c.own { // a route of a plugin: many plugins accept only one value, and refuse a list
		list = ""
	}
	query := url.Values{"slug" + list: {slug}}
	if s.query.Get("context") == string(ContextEdit) && hasMember(c.record, "status") && !c.about.StatusInherited {
		query.Set("status"+list, "any")
	}
	own := *s
	if len(s.fields) > 0 {
		own.fields = slices.Concat([]string{"id", "slug"}, s.fields)
	}
	if parent != "" {
		query.Set("parent", parent)
		if own.fields != nil {
			own.fields = append(own.fields, "parent")
		}
	}
	page, err := c.first(ctx, verb, query, wire.MaxPerPage, &own)
	if err != nil {
		return nil, err
	}
	if len(page.Broken) > 0 {
		return nil, (*BrokenRecordError)(page.Broken[0])
	}
	for i := range page.Items.Len() {
		if got := memberOf(page.Items.Index(i), "slug"); !sameSlug(got, slug) {
			err := c.newError(verb, http.MethodGet,
				fmt.Errorf("%w: the record %d has the slug %.200q", ErrSlugIgnored, page.IDs[i], got))
			if page.Items.Len() == 1 && got != "" {
				err.Hint = "if that record is meant, write its slug as the site stores it"
			}
			return nil, err
		}
		if got := memberOf(page.Items.Index(i), "parent"); parent != "" && got != parent {
			return nil, c.newError(verb, http.MethodGet,
				fmt.Errorf("%w: the record %d is below %s, not %s", ErrSlugIgnored, page.IDs[i], got, parent))
		}
	}
	switch page.Items.Len() {
	case 0:
		return nil, c.missing(verb, slug, page.Total, s)
	case 1:
		return page.At(0), nil
	}
	several := c.newError(verb, http.MethodGet, &AmbiguousError{IDs: page.IDs})
	several.Hint = "if they are translations, pass the option Argument with the language"
	if parent == "" && hasMember(c.record, "parent") {
		several.Hint += "; if they have different parents, call ByPath"
	}
	return nil, several
}

// hasSlug refuses a slug that no record can have. It refuses every slug for types without
// slugs.
func (c *resource) hasSlug(slug string) error {
	if strings.TrimSpace(slug) == "" || strings.Contains(slug, "/") {
		return &ArgumentError{Argument: "slug", Reason: fmt.Sprintf("%.200q is empty or contains a slash", slug)}
	}
	if !hasMember(c.record, "slug") {
		return &ArgumentError{Argument: "slug", Reason: fmt.Sprintf("%v has no field with the JSON name slug", c.record)}
	}
	return nil
}

// missing returns the error for a slug if the list of the records with this slug is empty. total
// is the total that the site sent for the list.
func (c *resource) missing(verb, slug string, total int, s *callSettings) error {
	which, hint := "no record", ""
	switch {
	case total > 0:
		hint = "a record has this slug, and the caller may not read it: use a user who may edit it"
		if s.query.Get("context") == string(ContextEdit) {
			hint = "a record has this slug, and the caller may not edit it: use a user who may, or read without the context edit"
		}
	case s.query.Get("context") != string(ContextEdit) && hasMember(c.record, "status"):
		which, hint = "no published record", "to find drafts too, read in the context edit"
		if c.site.config.source == nil {
			hint += ", with the login of a user who may edit"
		}
	}
	err := c.newError(verb, http.MethodGet, fmt.Errorf("%w: %s has the slug %.200q", ErrNotFound, which, slug))
	if err.Hint = hint; which != "no record" {
		err.Go = "cms.InContext(cms.ContextEdit)"
	}
	return err
}

// memberOf returns a field of a record as text, "" if the record has no such field.
func memberOf(v reflect.Value, name string) string {
	index, ok := record.Field(v.Type(), name)
	if !ok {
		return ""
	}
	field, err := v.FieldByIndexErr(index)
	if err != nil {
		return ""
	}
	if field.CanInt() {
		return strconv.FormatInt(field.Int(), 10)
	}
	return field.String()
}

// sameSlug compares slugs as a site does: it decodes them and ignores case.
func sameSlug(a, b string) bool {
	plain := func(slug string) string {
		if decoded, err := url.PathUnescape(slug); err == nil {
			slug = decoded
		}
		return strings.ToLower(slug)
	}
	return plain(a) == plain(b)
}
