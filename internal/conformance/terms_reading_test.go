package conformance

import (
	"cmp"
	"context"
	"fmt"
	"net/http"
	"path"
	"slices"
	"strings"
	"testing"

	"github.com/fontcms/fontcms-go/cms"
)

// termOptions are the arguments of the lists of terms, which cms has no type for.
type termOptions struct {
	Context   cms.Context `url:"context,omitempty"`
	Page      int         `url:"page,omitempty"`
	PerPage   int         `url:"per_page,omitempty"`
	Offset    int         `url:"offset,omitempty"`
	Search    string      `url:"search,omitempty"`
	Include   []int64     `url:"include,brackets,omitempty"`
	Exclude   []int64     `url:"exclude,brackets,omitempty"`
	Order     cms.Order   `url:"order,omitempty"`
	OrderBy   string      `url:"orderby,omitempty"`
	HideEmpty *bool       `url:"hide_empty,omitempty"`
	Parent    *int64      `url:"parent,omitempty"`
	Post      int64       `url:"post,omitempty"`
	Slug      []string    `url:"slug,brackets,omitempty"`
}

func terms(c *cms.Client, kind string) *cms.Collection[record, struct{}, termOptions] {
	return cms.NewCollection[record, struct{}, termOptions](c, "cms/v2/"+kind)
}

// term is a term of the documents as somebody must see it.
type term struct {
	subject
}

func (v term) taxonomy() string {
	return map[string]string{"categories": "category", "tags": "post_tag"}[v.kind]
}

func (v term) record() record {
	slugs := v.of.text("slug")
	for up := v.of.int("parent"); up != 0; {
		parent := v.term(v.kind, up)
		slugs, up = path.Join(parent.text("slug"), slugs), parent.int("parent")
	}
	base := map[string]string{"categories": "category", "tags": "tag"}[v.kind]
	out := record{
		"id": v.of.id(), "name": v.of.text("name"), "slug": v.of.text("slug"), "taxonomy": v.taxonomy(),
		"link": fmt.Sprintf("%s/%s/%s/", v.address, base, slugs), "_links": v.links(),
	}
	if v.context == cms.ContextEmbed {
		return out
	}
	out["count"], out["description"], out["meta"] = v.count(), v.of.text("description"), []any{}
	if v.kind == "categories" {
		out["parent"] = v.of.int("parent")
	}
	return out
}

// count is how many published posts have the term.
func (v term) count() int {
	return len(v.matching("posts",
		func(r record) bool { return published(r) && slices.Contains(r.ints(v.kind), v.of.id()) }))
}

func (v term) links() record {
	id := v.of.id()
	link := func(href string) []record { return []record{{"href": href}} }
	self := record{"href": v.api(fmt.Sprintf("%s/%d", v.kind, id))}
	if v.has(modern("posts")) {
		allow := []string{"GET"}
		if v.role.editsOthers() {
			allow = append(allow, "POST", "PUT", "PATCH")
			if id != 1 { // the category that posts without one have
				allow = append(allow, "DELETE")
			}
		}
		self["targetHints"] = record{"allow": allow}
	}
	out := record{
		"self": []record{self}, "collection": link(v.api(v.kind)), "about": link(v.api("taxonomies/" + v.taxonomy())),
		v.prefix + ":post_type": link(v.api(fmt.Sprintf("posts?%s=%d", v.kind, id))),
		"curies":                []record{{"name": v.prefix, "href": "https://api.w.org/{rel}", "templated": true}},
	}
	if parent := v.of.int("parent"); parent != 0 {
		out["up"] = []record{{"embeddable": true, "href": v.api(fmt.Sprintf("%s/%d", v.kind, parent))}}
	}
	return out
}

func termReading() []scenario {
	var out []scenario
	for _, one := range []struct {
		kind string
		ids  []int64
	}{{"categories", []int64{1, 4, 5}}, {"tags", []int64{11, 13}}} {
		for _, in := range contexts {
			for _, r := range roles {
				for _, id := range one.ids {
					out = append(out, termSingle(one.kind, id, in, r))
				}
			}
		}
		out = append(out, listTerms(one.kind)...)
	}
	return out
}

// termSingle reads one term. The context "edit" takes a user who may edit terms.
func termSingle(kind string, id int64, in cms.Context, r role) scenario {
	name := fmt.Sprintf("get %d in %s", id, in)
	if in == cms.ContextEdit && !r.editsOthers() {
		return refusals([]refusal{{
			collection: kind, role: r, name: name, status: r.refused(), code: "rest_forbidden_context", harmless: true,
			call: func(ctx context.Context, _ *site, c *cms.Client) error {
				_, err := terms(c, kind).Get(ctx, id, cms.InContext(in))
				return err
			},
		}})[0]
	}
	return scenario{collection: kind, kind: reading, role: r, name: name, run: func(t *testing.T, s *site, c *cms.Client) {
		t.Helper()
		got, err := terms(c, kind).Get(t.Context(), id, cms.InContext(in))
		if err != nil {
			t.Fatal(err)
		}
		v := subject{site: s, kind: kind, role: r, context: in}
		v.of = v.term(kind, id)
		compareRecords(t, *got, term{v}.record())
	}}
}

// termCase is an argument of a list of terms, and which of them it chooses.
type termCase struct {
	name  string
	set   func(*termOptions)
	match func(term) bool
	key   func(term) any // the order; by name if nil
	desc  bool
}

func listTerms(kind string) []scenario {
	all := func(term) bool { return true }
	in := func(ids ...int64) func(term) bool {
		return func(v term) bool { return slices.Contains(ids, v.of.id()) }
	}
	name := func(v term) any { return strings.ToLower(v.of.text("name")) }
	ids := map[string][]int64{"categories": {2, 4, 5}, "tags": {11, 13, 15}}[kind]
	cases := []termCase{
		{"all", func(*termOptions) {}, all, name, false},
		{fmt.Sprintf("include=%v", ids), func(l *termOptions) { l.Include = ids }, in(ids...), name, false},
		{fmt.Sprintf("exclude=%v", ids), func(l *termOptions) { l.Exclude = ids },
			func(v term) bool { return !in(ids...)(v) }, name, false},
		{"slug=[css spacing]", func(l *termOptions) { l.Slug = []string{"css", "spacing"} }, in(4, 11), name, false},
		{"search=ing", func(l *termOptions) { l.Search = "IN" },
			func(v term) bool { return strings.Contains(strings.ToLower(v.of.text("name")), "in") }, name, false},
		{"post=141", func(l *termOptions) { l.Post = 141 }, in(4, 5, 11, 14), name, false},
		{"hide_empty=true", func(l *termOptions) { l.HideEmpty = new(true) },
			func(v term) bool { return v.count() > 0 }, name, false},
	}
	if kind == "categories" {
		for _, parent := range []int64{0, 2} {
			cases = append(cases, termCase{
				fmt.Sprintf("parent=%d", parent), func(l *termOptions) { l.Parent = new(parent) },
				func(v term) bool { return v.of.int("parent") == parent }, name, false,
			})
		}
	}
	for by, key := range map[string]func(term) any{
		"id": func(v term) any { return v.of.id() }, "name": name, "slug": func(v term) any { return v.of.text("slug") },
		"count": func(v term) any { return int64(v.count()) },
	} {
		for _, order := range []cms.Order{cms.Ascending, cms.Descending} {
			cases = append(cases, termCase{fmt.Sprintf("orderby=%s&order=%s", by, order),
				func(l *termOptions) { l.OrderBy, l.Order = by, order }, all, key, order == cms.Descending})
		}
	}
	var out []scenario
	for _, one := range cases {
		for _, in := range contexts {
			r := anyoneReads(in)
			out = append(out, scenario{
				collection: kind, kind: reading, role: r, name: fmt.Sprintf("list %s in %s", one.name, in),
				run: func(t *testing.T, s *site, c *cms.Client) {
					t.Helper()
					one.check(t, subject{site: s, kind: kind, role: r, context: in}, c)
				},
			})
		}
	}
	return append(out, termPages(kind)...)
}

// allTerms are the terms of a kind, with the category that every site has.
func (v subject) allTerms() []term {
	list := slices.Clone(v.kinds[v.kind])
	if v.kind == "categories" {
		list = append(list, v.term(v.kind, 1))
	}
	var out []term
	for _, r := range list {
		one := v
		one.of = r
		out = append(out, term{one})
	}
	return out
}

func (one termCase) check(t *testing.T, v subject, c *cms.Client) {
	t.Helper()
	options := &termOptions{Context: v.context, PerPage: 100}
	one.set(options)
	page, err := terms(c, v.kind).List(t.Context(), options)
	if err != nil {
		t.Fatal(err)
	}
	want := map[int64]term{}
	for _, each := range v.allTerms() {
		if one.match(each) {
			want[each.of.id()] = each
		}
	}
	if page.Total != len(want) || len(page.Items) != len(want) {
		t.Errorf("there are %d terms, and the total is %d; want %d", len(page.Items), page.Total, len(want))
	}
	for i, item := range page.Items {
		each, ok := want[item.id()]
		if !ok {
			t.Errorf("List: term %d, want it absent", item.id())
			continue
		}
		compareRecords(t, item, each.record())
		if i == 0 {
			continue
		}
		order := compareKeys(one.key(want[page.Items[i-1].id()]), one.key(each))
		if one.desc && order < 0 || !one.desc && order > 0 {
			t.Errorf("List: %d before %d, want the order of the key", page.Items[i-1].id(), item.id())
		}
	}
}

// termPages walk terms by id in pages.
func termPages(kind string) []scenario {
	var out []scenario
	for _, size := range []int{1, 2, 4} {
		out = append(out, scenario{
			collection: kind, kind: reading, role: nobody, name: fmt.Sprintf("walk per_page=%d", size),
			run: func(t *testing.T, s *site, c *cms.Client) {
				t.Helper()
				want := subject{site: s, kind: kind}.allTerms()
				slices.SortFunc(want, func(a, b term) int { return cmp.Compare(a.of.id(), b.of.id()) })
				for page, err := range terms(c, kind).Pages(t.Context(), &termOptions{PerPage: size}) {
					if err != nil {
						t.Fatal(err)
					}
					for _, item := range page.Items {
						if len(want) == 0 || item.id() != want[0].of.id() {
							t.Fatalf("page %d goes on with %d, want %v", page.Number, item.id(), want)
						}
						want = want[1:]
					}
				}
				if len(want) > 0 {
					t.Errorf("Walk of the pages: %d terms missing, want all", len(want))
				}
			},
		})
	}
	for _, r := range []role{author, contributor, subscriber, nobody} {
		out = append(out, refusals([]refusal{{
			collection: kind, role: r, name: "list in edit", status: r.refused(), code: "rest_forbidden_context", harmless: true,
			call: func(ctx context.Context, _ *site, c *cms.Client) error {
				_, err := terms(c, kind).List(ctx, &termOptions{Context: cms.ContextEdit})
				return err
			},
		}})...)
	}
	return append(out, refusals([]refusal{{
		collection: kind, role: nobody, name: "get of an unknown id", status: http.StatusNotFound, code: "rest_term_invalid",
		is: cms.ErrNotFound, harmless: true,
		call: func(ctx context.Context, _ *site, c *cms.Client) error {
			_, err := terms(c, kind).Get(ctx, 999999)
			return err
		},
	}})...)
}
