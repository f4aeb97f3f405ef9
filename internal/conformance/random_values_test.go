package conformance

import (
	"fmt"
	"strconv"
	"strings"
)

func (d *dice) word() string {
	return pick(d, "Alpha", "beta gamma", "Ünïcode – “quotes”", "<b>bold</b> & more", "kk-subsets", "a -- b", "don't",
		"1234", "x", "<!-- wp:paragraph --><p>Hi</p><!-- /wp:paragraph -->", "line\none", "two\n\nparagraphs", "  spaces  ",
		"50% off", `back\slash`,
		"a < b", "<p></p>", "x<p></p>y", `<a href="?a=1&b=2">link</a>`, "<h2>Head</h2>\ntext", "a & b &copy;", "日本語 😀",
		"straße", "page-2", "2024", "feed", "<script>x</script>", strings.Repeat("long ", 60), "ends -2")
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
		return pick[any](d, "", "none", -1, 0, 1.5, true, nil, []any{}, map[string]any{"a": 1}, "9999999999",
			[]any{"x", 1}, "ÿ")
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
	case "note":
		return map[string]any{pick(d, "_wp_note_status", "_wp_note_status", "unknown"): pick[any](d, "resolved", "reopen",
			nil, "none", 5)}
	case "preferences":
		return map[string]any{pick(d, "persisted_preferences", "persisted_preferences", "unknown"): pick[any](d,
			map[string]any{"a": 1}, []any{}, nil, 5, map[string]any{"_modified": "x"}, []any{1})}
	case "object", "string|object":
		return d.object(a)
	case "uri":
		return pick(d, "https://example.org/a?b=c&d", "/relative", "mailto:a@b.example", "javascript:alert(1)",
			"#top", "example.org")
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
		case a.Name == "name" && d.chance(40):
			return pick(d, one.text("name"), strings.ToUpper(one.text("name")))
		case a.Name == "slug" && d.chance(60):
			return one.text("slug") + pick(d, "", "", "", "", "-2")
		case a.Name == "search":
			words := strings.Fields(one.text("title") + " " + one.text("name") + " the")
			return pick(d, words...)
		}
	}
	switch a.Name {
	case "timezone":
		return pick(d, "Europe/Paris", "America/New_York", "UTC+3", "Mars", "")
	case "email":
		return pick(d, "kim@site.test", "kim", "")
	case "type":
		return pick(d, "post", "page", "nav_menu_item", "none", "")
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
		return map[string]any{pick(d, "footnotes", "footnotes", "unknown", "cms_pattern_sync_status"): pick[any](d, "", "[]",
			`[{"id":"a","content":"b"}]`, `[{"id":"A b","content":"<b>c</b> & <script>d</script>"},{"id":"0","content":"x"}]`,
			"unsynced", 5)}
	case d.chance(50):
		return d.word()
	}
	return map[string]any{pick(d, "raw", "raw", "raw", "rendered"): d.word()}
}

func (d *dice) date() string {
	date := fmt.Sprintf("%s-%02d-%02dT%02d:30:00", strconv.Itoa(pick(d, 2019, 2024, 2025, 2026, 2031)), 1+d.IntN(12),
		1+d.IntN(31), d.IntN(24))
	if d.chance(8) {
		return pick(d, "-2000000 seconds", "yesterday", "2025-01-01", "2025-1-1T1:1:1", "2025-02-30T10:00:00",
			"2025-01-01 10:00:00", "2025-01-01t10:00:00.5Z", "0000-00-00T00:00:00", "2025-01-01T25:00:00",
			"2025-01-01T10:00:00+14:00", "9999-12-31T23:59:59", "10000-01-01T00:00:00", "2025-01-01T10:00:00\n", "")
	}
	return date + pick(d, "", "", "", "Z", "+02:00")
}
