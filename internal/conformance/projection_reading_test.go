package conformance

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/fontcms/fontcms-go/cms"
)

// recordFields are the members of a record in a context.
func recordFields(kind string, in cms.Context) []string {
	embed := []string{"id", "date", "slug", "type", "link", "title", "excerpt", "author", "featured_media", "_links"}
	view := append(embed, "date_gmt", "guid", "modified", "modified_gmt", "status", "content", "comment_status",
		"ping_status", "template", "meta", "class_list")
	if kind == "posts" {
		view = append(view, "sticky", "format", "categories", "tags")
	} else {
		view = append(view, "parent", "menu_order")
	}
	switch in {
	case cms.ContextEmbed:
		return embed
	case cms.ContextView:
		return view
	}
	return append(view, "password", "permalink_template", "generated_slug")
}

// projections ask for each field of a record alone, in each context that has it, and for some others: what comes is
// that and nothing else.
func projections(kind string, id int64) []scenario {
	var out []scenario
	for _, in := range contexts {
		add := func(want func(record) record, fields ...string) {
			one := projection{kind: kind, in: in, fields: fields, want: want}
			out = append(out, one.single(id), one.list())
		}
		for _, field := range recordFields(kind, in) {
			add(only(field), field)
		}
		add(only("id", "slug", "_links"), "id", "slug", "_links")
		add(only("id", "link"), "id", "no_such_field", "link")
		add(nested("title", "rendered"), "title.rendered")
		add(nested("excerpt", "protected"), "excerpt.protected")
		if in != cms.ContextEmbed {
			add(nested("guid", "rendered"), "guid.rendered")
			add(nested("content", "protected"), "content.protected")
			add(nested("meta", "footnotes"), "meta.footnotes")
		}
		if in == cms.ContextEdit {
			add(nested("title", "raw"), "title.raw")
			add(nested("content", "block_version"), "content.block_version")
			add(func(r record) record {
				return record{"id": r["id"], "content": record{"raw": r["content"].(record)["raw"],
					"rendered": r["content"].(record)["rendered"]}}
			}, "id", "content.raw", "content.rendered")
		}
	}
	return out
}

func only(names ...string) func(record) record {
	return func(r record) record {
		out := record{}
		for _, name := range names {
			out[name] = r[name]
		}
		return out
	}
}

func nested(name, member string) func(record) record {
	return func(r record) record { return record{name: record{member: r[name].(record)[member]}} }
}

// projection is a choice of fields, and what it makes of a whole record.
type projection struct {
	kind   string
	in     cms.Context
	fields []string
	want   func(record) record
}

func (p projection) scenario(verb string, run func(t *testing.T, s *site, c *cms.Client)) scenario {
	one := scenario{
		collection: p.kind, kind: reading, role: anyoneReads(p.in), run: run,
		name: fmt.Sprintf("%s _fields=%s in %s", verb, strings.Join(p.fields, ","), p.in),
	}
	if slices.Contains(p.fields, "class_list") || slices.Contains(p.fields, "meta.footnotes") {
		one.needs = []need{modern(p.kind)}
	}
	return one
}

func (p projection) single(id int64) scenario {
	return p.scenario("get", func(t *testing.T, s *site, c *cms.Client) {
		t.Helper()
		got, err := rawCollection(c, p.kind).Get(t.Context(), id, cms.InContext(p.in), cms.Fields(p.fields...))
		if err != nil {
			t.Fatal(err)
		}
		p.compare(t, s, id, *got)
	})
}

// list asks for the newest records. One with a password among them is shown like the others.
func (p projection) list() scenario {
	return p.scenario("list", func(t *testing.T, s *site, c *cms.Client) {
		t.Helper()
		ids := newest(s, p.kind, 3)
		page, err := rawCollection(c, p.kind).List(t.Context(),
			&cms.PostListOptions{Context: p.in, PerPage: len(ids), Include: ids}, cms.Fields(p.fields...))
		if err != nil {
			t.Fatal(err)
		}
		if len(page.Items) != len(ids) {
			t.Fatalf("the list holds %d records, want %v", len(page.Items), ids)
		}
		for i, id := range ids {
			p.compare(t, s, id, page.Items[i])
		}
	})
}

// newest are the ids of the records that a list begins with.
func newest(s *site, kind string, n int) []int64 {
	records := s.matching(kind, func(r record) bool { return published(r) && r.text("guid") != "" })
	slices.SortFunc(records, func(a, b record) int { return strings.Compare(b.text("date"), a.text("date")) })
	var out []int64
	for _, r := range records[:n] {
		out = append(out, r.id())
	}
	return out
}

func (p projection) compare(t *testing.T, s *site, id int64, got record) {
	t.Helper()
	whole := subject{site: s, kind: p.kind, of: s.record(t, p.kind, id), role: anyoneReads(p.in), context: p.in}.expect(t)
	want := p.want(whole)
	want["id"] = whole["id"] // the client asks for it as well
	compareRecords(t, got, want)
}
