package publish

import (
	"fmt"
	"strings"
	"testing"
)

// headOf reads the head of a file whose front matter is YAML.
func headOf(t *testing.T, fields string) (head, error) {
	t.Helper()
	f, _, err := split([]byte("---\n" + fields + "\n---\n"))
	if err != nil {
		t.Fatal(err)
	}
	return f.head(&project{kind: "plain"})
}

func TestFieldsAreReadAsGeneratorsMeanThem(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		fields, want string
		got          func(head) any
	}{
		{"title: 1.10", "1.10", func(h head) any { return h.Title }},
		{"title: yes", "yes", func(h head) any { return h.Title }},
		{"title: 2024", "2024", func(h head) any { return h.Title }},
		{"title: [a]", "a", func(h head) any { return h.Title }},
		{"title:", "", func(h head) any { return h.Title }},
		{"permalink: /guides/kerning/", "kerning", func(h head) any { return h.Slug }},
		{"permalink: /x/kerning.html", "kerning", func(h head) any { return h.Slug }},
		{"permalink: /:year/:title/", "", func(h head) any { return h.Slug }},
		{"url: /a/\nslug: b", "b", func(h head) any { return h.Slug }},
		{"draft: true\nstatus: publish", "draft", func(h head) any { return h.Status }},
		{"published: false", "draft", func(h head) any { return h.Status }},
		{"published: true", "", func(h head) any { return h.Status }},
		{"status: published", "publish", func(h head) any { return h.Status }},
		{"excerpt:\ndescription: b", "b", func(h head) any { return *h.Excerpt }},
		{"excerpt: ''\ndescription: b", "", func(h head) any { return *h.Excerpt }},
		{"excerpt:", "true", func(h head) any { return h.Excerpt == nil }},
		{"tags: a, b b,", "[a b b]", func(h head) any { return h.Tags }},
		{"tags: ['#a', 1.0, {label: c}, a]", "[a 1.0 c]", func(h head) any { return h.Tags }},
		{"tags: []", "false", func(h head) any { return h.Tags == nil }},
		{"tags:", "true", func(h head) any { return h.Tags == nil }},
		{"taxonomies: {tags: [a]}", "[a]", func(h head) any { return h.Tags }},
		{"category: a", "[a]", func(h head) any { return h.Categories }},
		{"author: [a, b]", "a", func(h head) any { return h.Author }},
		{"authors: [{name: a}]", "a", func(h head) any { return h.Author }},
		{"image: {path: a.png}", "a.png", func(h head) any { return h.Image }},
		{"cover: {image: a.png}", "a.png", func(h head) any { return h.Image }},
		{"images: [a.png, b.png]", "a.png", func(h head) any { return h.Image }},
		{"meta: {a: 1, b: '1'}", `map[string]interface {}{"a":1, "b":"1"}`, func(h head) any {
			return fmt.Sprintf("%#v", h.Meta)
		}},
	} {
		h, err := headOf(t, c.fields)
		if err != nil {
			t.Errorf("head of %q: %v", c.fields, err)
		} else if got := fmt.Sprint(c.got(h)); got != c.want {
			t.Errorf("head of %q: %s, want %s", c.fields, got, c.want)
		}
	}
}

func TestDatesOfGeneratorsAreRead(t *testing.T) {
	t.Parallel()
	for date, want := range map[string]string{
		"2026-5-1":                        "date 2026-05-01T00:00:00",
		"2020/12/21":                      "date 2020-12-21T00:00:00",
		"2013/7/13 20:46:25":              "date 2013-07-13T20:46:25",
		"2026-05-01 10:00":                "date 2026-05-01T10:00:00",
		"2020-01-01 10:00:00 +0900":       "date_gmt 2020-01-01T01:00:00",
		"2020-01-01 10:00 -05:30":         "date_gmt 2020-01-01T15:30:00",
		"2020-01-01T10:00Z":               "date_gmt 2020-01-01T10:00:00",
		"2020-01-01T10:00:00.123Z":        "date_gmt 2020-01-01T10:00:00",
		"1899-12-31":                      "date 1899-12-31T00:00:00",
		"2024-02-29":                      "date 2024-02-29T00:00:00",
		"2021-02-29":                      "error: the calendar",
		"0000-00-00":                      "error: the calendar",
		"2020-01-01 24:00":                "error: the calendar",
		"2020-01-01 10:00 +9900":          "error: no clock",
		"tomorrow":                        "error: write 2026-05-01",
		"'2026-05-01; drop'":              "error: write 2026-05-01",
		"{a: 1}\npublishDate: 2026-05-01": "date 2026-05-01T00:00:00",
	} {
		h, err := headOf(t, "date: "+date)
		name, value, _ := h.date()
		got := name + " " + value
		if err != nil {
			got = "error: " + err.Error()
		}
		wanted, isError := strings.CutPrefix(want, "error: ")
		if got != want && (!isError || err == nil || !strings.Contains(got, wanted)) {
			t.Errorf("date %s: %s, want %s", date, got, want)
		}
	}
}
