package conformance

import (
	"fmt"
	"strconv"
	"strings"
)

func (d *dice) word() string {
	return pick(d, "Alpha", "beta gamma", "Ünïcode – “quotes”", "<b>bold</b> & more", "kk-subsets", "a -- b", "don't", "1234", "x", "<!-- wp:paragraph --><p>Hi</p><!-- /wp:paragraph -->", "line\none", "two\n\nparagraphs", "  spaces  ", "50% off", `back\slash`)
}

// kinds are those that an argument names ids of.
func kindOf(kind, name string) string {
	switch name {
	case "author", "author_exclude":
		return "users"
	case "categories", "categories_exclude":
		return "categories"
	case "tags", "tags_exclude":
		return "tags"
	case "menus", "menus_exclude":
		return "menus"
	case "featured_media":
		return "media"
	case "post", "object_id":
		return "posts"
	}
	return kind
}

// value draws one of an argument, one in sixteen of which is none.
func (d *dice) value(kind string, a tableArgument) any {
	if d.chance(6) {
		return pick[any](d, "", "none", -1, 0, 1.5, true, nil, []any{}, map[string]any{"a": 1}, "9999999999", []any{"x", 1}, "ÿ")
	}
	if len(a.Enum) > 0 {
		return pick(d, a.Enum...)
	}
	switch a.Type {
	case "integer", "number":
		return d.number(kind, a)
	case "boolean", "boolean|null":
		return pick[any](d, true, false, "true", "0", 1, "yes")
	case "datetime", "datetime|null":
		return d.date()
	case "array":
		return d.array(kind, a)
	case "array|object":
		if d.chance(70) {
			return d.array(kind, a)
		}
		return map[string]any{"terms": d.array(kind, a), "operator": pick(d, "AND", "OR"), "include_children": d.chance(50)}
	case "object", "string|object":
		return d.object(a)
	case "uri":
		return pick(d, "https://example.org/a?b=c&d", "/relative", "mailto:a@b.example", "javascript:alert(1)", "#top", "example.org")
	}
	return d.text(kind, a)
}

func (d *dice) number(kind string, a tableArgument) any {
	switch {
	case a.Name == "per_page":
		return pick(d, 1, 2, 5, 10, 50, 100, 101, 0)
	case a.Name == "page", a.Name == "offset":
		return pick(d, 1, 2, 3, 40)
	case a.Name == "menu_order":
		return pick(d, 0, 1, 2, 7, -3)
	case a.Max != nil:
		return pick(d, 0, 1, *a.Max, *a.Max+1)
	}
	return d.id(kindOf(kind, a.Name))
}

func (d *dice) array(kind string, a tableArgument) any {
	var out []any
	for range pick(d, 1, 1, 2, 3) {
		switch {
		case a.Items != nil && len(a.Items.Enum) > 0:
			out = append(out, pick(d, a.Items.Enum...))
		case a.Items != nil && a.Items.Type == "integer":
			out = append(out, d.id(kindOf(kind, a.Name)))
		default:
			out = append(out, d.text(kind, a))
		}
	}
	return out
}

// text draws a text: often one that the documents hold.
func (d *dice) text(kind string, a tableArgument) string {
	list := d.documents.kinds[kind]
	if len(list) > 0 {
		one := pick(d, list...)
		switch {
		case a.Name == "slug" && d.chance(60):
			return one.text("slug")
		case a.Name == "search":
			words := strings.Fields(one.text("title") + " the")
			return pick(d, words...)
		}
	}
	switch a.Name {
	case "template":
		return pick(d, "", "none.php", "default")
	case "password":
		return pick(d, "", "secret", "horse")
	case "mime_type":
		return pick(d, "image/png", "image/jpeg", "image/*", "text/plain")
	}
	return d.word()
}

func (d *dice) object(a tableArgument) any {
	switch {
	case a.Name == "meta":
		return map[string]any{pick(d, "footnotes", "footnotes", "unknown", "cms_pattern_sync_status"): pick[any](d, "", "[]", `[{"id":"a","content":"b"}]`, "unsynced", 5)}
	case d.chance(50):
		return d.word()
	}
	return map[string]any{pick(d, "raw", "raw", "raw", "rendered"): d.word()}
}

func (d *dice) date() string {
	date := fmt.Sprintf("%s-%02d-%02dT%02d:30:00", strconv.Itoa(pick(d, 2019, 2024, 2025, 2026, 2031)), 1+d.IntN(12), 1+d.IntN(31), d.IntN(24))
	return date + pick(d, "", "", "", "Z", "+02:00")
}
