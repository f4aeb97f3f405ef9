package conformance

import (
	"slices"
	"testing"

	"github.com/fontcms/fontcms-go/cms"
)

// counts ask how many records match, and for records by their ids.
func (c collection[T, P, L]) counts(of chosen) []scenario {
	var out []scenario
	add := func(name string, r role, run func(t *testing.T, s *site, client *cms.Client)) {
		out = append(out, scenario{collection: c.name, kind: reading, role: r, name: name, run: run})
	}
	for _, one := range []struct {
		name  string
		role  role
		set   arguments
		match func(record) bool
	}{
		{"all", nobody, arguments{}, published},
		{"of an author", nobody, arguments{Author: of.authors[:1]},
			func(r record) bool { return published(r) && r.int("author") == of.authors[0] }},
		{"of a search", nobody, arguments{Search: "zebrafish"},
			func(r record) bool { return published(r) && holds(r, "zebrafish", texts...) }},
		{"of drafts", editor, arguments{Status: []cms.Status{cms.StatusDraft}},
			func(r record) bool { return r.text("status") == "draft" }},
		{"of any status", admin, arguments{Status: []cms.Status{cms.StatusAny}},
			func(r record) bool { return r.text("status") != "trash" }},
		{"with an offset, which it does not look at", nobody, arguments{Offset: 5}, published},
	} {
		add("count "+one.name, one.role, func(t *testing.T, s *site, client *cms.Client) {
			t.Helper()
			var options L
			set[L](one.set)(&options)
			n, err := c.of(client).Count(t.Context(), &options)
			if err != nil {
				t.Fatal(err)
			}
			if want := len(s.matching(c.name, one.match)); n != want {
				t.Errorf("there are %d, want %d", n, want)
			}
		})
	}
	known := of.ids[:]
	mixed := []int64{known[2], 999999, known[0], known[1], known[0]} // one is unknown, one comes twice
	want := []int64{known[2], known[0], known[1]}
	for _, one := range []struct {
		name  string
		role  role
		ids   []int64
		set   arguments
		wants []int64
	}{
		{"mixed ids", nobody, mixed, arguments{}, want},
		{"mixed ids in edit", editor, mixed, arguments{Context: cms.ContextEdit}, want},
		{"ids of an author", nobody, slices.Concat(of.authored, of.hidden, unknown(3)),
			arguments{Author: of.authors[:1]}, of.authored},
		{"hidden ids", nobody, append(of.hidden, known...), arguments{}, known},
		{"hidden ids of any status", admin, append(of.hidden, known...), arguments{Status: []cms.Status{cms.StatusAny}},
			append(of.hidden, known...)},
		{"a hundred unknown ids and a known one", nobody, append(unknown(100), known[1]), arguments{}, known[1:2]},
	} {
		add("get many: "+one.name, one.role, func(t *testing.T, _ *site, client *cms.Client) {
			t.Helper()
			var options L
			set[L](one.set)(&options)
			var got []int64
			for item, err := range c.of(client).GetMany(t.Context(), one.ids, &options) {
				if err != nil {
					t.Fatal(err)
				}
				got = append(got, c.id(item))
				if in := c.context(item); one.set.Context != "" && in != one.set.Context {
					t.Errorf("GetMany: record %d as in the context %s, want %s", c.id(item), in, one.set.Context)
				}
			}
			if !slices.Equal(got, one.wants) {
				t.Errorf("it found %v, want %v", got, one.wants)
			}
		})
	}
	for name, a := range map[string]arguments{"exclude=[]": {Exclude: []int64{}},
		"author_exclude=[]": {AuthorExclude: []int64{}}} {
		add("list "+name+" leaves out nothing", nobody, func(t *testing.T, s *site, client *cms.Client) {
			t.Helper()
			options := new(L)
			set[L](a)(options)
			c.setPage(options, 1, 100)
			page, err := c.of(client).List(t.Context(), options)
			if err != nil {
				t.Fatal(err)
			}
			if got := slices.Sorted(slices.Values(c.ids(page.Items))); !slices.Equal(got, c.byID(s)) {
				t.Errorf("the list holds %v, want %v", got, c.byID(s))
			}
		})
	}
	return out
}

// unknown are ids that no record has.
func unknown(n int) []int64 {
	out := make([]int64, n)
	for i := range out {
		out[i] = 900000 + int64(i)
	}
	return out
}
