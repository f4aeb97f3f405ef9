package conformance

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/fontcms/fontcms-go/cms"
)

// embeddings read records with what they link to, one alone and in a list.
func embeddings(kind string, id int64) []scenario {
	var out []scenario
	for _, relations := range [][]string{{}, {"author"}, {"cms:term"}, {"up"}, {"cms:term", "author", "up"}} {
		for _, in := range contexts {
			for _, list := range []bool{false, true} {
				e := embedding{kind, id, anyoneReads(in), in, relations, list}
				out = append(out, scenario{collection: kind, kind: reading, role: e.role, name: e.name(), run: e.run})
			}
		}
	}
	return out
}

type embedding struct {
	kind      string
	id        int64
	role      role
	in        cms.Context
	relations []string
	list      bool
}

func (e embedding) name() string {
	verb := "get"
	if e.list {
		verb = "list"
	}
	return fmt.Sprintf("%s %d _embed=%s in %s", verb, e.id, cmp.Or(strings.Join(e.relations, ","), "1"), e.in)
}

func (e embedding) read(t *testing.T, c *cms.Client) record {
	t.Helper()
	if !e.list {
		got, err := rawCollection(c, e.kind).Get(t.Context(), e.id, cms.InContext(e.in), cms.Embed(e.relations...))
		if err != nil {
			t.Fatal(err)
		}
		return *got
	}
	page, err := rawCollection(c, e.kind).List(t.Context(), &cms.PostListOptions{Context: e.in, Include: []int64{e.id}},
		cms.Embed(e.relations...))
	if err != nil {
		t.Fatal(err)
	}
	if len(page.Items) != 1 {
		t.Fatalf("List of one id: %d records, want 1", len(page.Items))
	}
	return page.Items[0]
}

func (e embedding) run(t *testing.T, s *site, c *cms.Client) {
	t.Helper()
	got := e.read(t, c)
	// Embedded records are read in the context "embed", whatever that of the record is.
	v := subject{site: s, kind: e.kind, of: s.record(t, e.kind, e.id), role: e.role, context: cms.ContextEmbed}
	want := record{}
	for relation, make := range map[string]func(*testing.T) any{"author": v.author, "up": v.up, "cms:term": v.termsOf} {
		if value := make(t); value != nil && (len(e.relations) == 0 || slices.Contains(e.relations, relation)) {
			want[strings.Replace(relation, "cms:", s.prefix+":", 1)] = value
		}
	}
	embedded, _ := got["_embedded"].(map[string]any)
	delete(embedded, s.prefix+":featuredmedia") // a matter of media
	if list, ok := embedded["author"].([]any); ok && len(list) == 1 {
		embedded["author"] = []any{compared(list[0], "id", "name", "slug", "link", "description")}
	}
	compareRecords(t, embedded, want)
	delete(got, "_embedded")
	v.context = e.in
	compareRecords(t, got, v.expect(t))
}

func (v subject) author(*testing.T) any {
	r := roles[v.of.int("author")-1]
	return []any{v.user(r)}
}

// user is how a user is seen by everyone.
func (v subject) user(r role) record {
	i := slices.IndexFunc(v.kinds["users"], func(u record) bool { return u.id() == r.user() })
	return record{"id": r.user(), "name": v.kinds["users"][i].text("name"), "slug": r, "description": "",
		"link": fmt.Sprintf("%s/author/%s/", v.address, r)}
}

func (v subject) termsOf(*testing.T) any {
	if v.kind != "posts" {
		return nil
	}
	out := []any{}
	for _, kind := range []string{"categories", "tags"} {
		list := []record{}
		for _, id := range v.terms(kind) {
			one := v
			one.kind, one.of = kind, v.term(kind, id)
			list = append(list, term{one}.record())
		}
		out = append(out, list)
	}
	return out
}

func (v subject) up(t *testing.T) any {
	t.Helper()
	parent := v.of.int("parent")
	if parent == 0 {
		return nil
	}
	one := v
	one.of = v.documents.record(t, v.kind, parent)
	return []any{one.expect(t)}
}

// hiddenParent embeds a page above that the caller may not see: an error stands in its place.
func hiddenParent() []scenario {
	var out []scenario
	for _, r := range roles {
		out = append(out, scenario{
			collection: "pages", kind: reading, role: r, name: "get 222 _embed=up, whose parent is a draft",
			run: func(t *testing.T, s *site, c *cms.Client) {
				t.Helper()
				page, err := c.Pages.Get(t.Context(), 222, cms.Embed("up"))
				if err != nil {
					t.Fatal(err)
				}
				up, err := cms.EmbeddedAs[cms.Page](page.Embedded, "up")
				if r.mayRead("pages", s.record(t, "pages", 211)) {
					if err != nil || len(up) != 1 {
						t.Errorf("above it is %v, %v; want the page 211", up, err)
					} else if up[0].ID != 211 || up[0].Title.Rendered != "Draft page" {
						t.Errorf("above it is %v, %v; want the page 211", up, err)
					}
					return
				}
				var refused *cms.Error
				if !errors.As(err, &refused) || refused.Code != "rest_forbidden" {
					t.Errorf("above it is %v, %v; want %d rest_forbidden", up, err, r.refused())
				} else if refused.Status != r.refused() {
					t.Errorf("above it is %v, %v; want %d rest_forbidden", up, err, r.refused())
				}
			},
		})
	}
	return out
}
