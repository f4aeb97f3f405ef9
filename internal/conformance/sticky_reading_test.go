package conformance

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/fontcms/fontcms-go/cms"
)

// stickyCase is a list with the sticky posts first, and which of them come.
type stickyCase struct {
	name string
	set  func(*cms.PostListOptions)
	// match chooses what the list holds anyhow.
	match func(record) bool
	// comes chooses the sticky posts that are put before it.
	comes func(record) bool
}

func isSticky(r record) bool { return r["sticky"] == true && published(r) }

// stickyFirst reads lists with ignore_sticky=false, by id otherwise. It does that only on what the
// site takes for its front page: a list that is narrowed by terms, formats, ids or words is none.
func stickyFirst() []scenario {
	type options = cms.PostListOptions
	all := func(record) bool { return true }
	none := func(record) bool { return false }
	var out []scenario
	for _, one := range []stickyCase{
		{"", func(*options) {}, all, isSticky},
		{"&author=[1]", func(l *options) { l.Author = []int64{1} },
			func(r record) bool { return r.int("author") == 1 }, isSticky},
		{"&exclude=[104]", func(l *options) { l.Exclude = []int64{104} }, func(r record) bool { return r.id() != 104 },
			func(r record) bool { return isSticky(r) && r.id() != 104 }},
		{"&categories=[1 4]", func(l *options) { l.Categories = cms.Terms(1, 4) }, func(r record) bool {
			return slices.Contains(r.ints("categories"), 1) || slices.Contains(r.ints("categories"), 4)
		}, none},
		{"&include=[101 104 112]", func(l *options) { l.Include = []int64{101, 104, 112} },
			func(r record) bool { return slices.Contains([]int64{101, 104, 112}, r.id()) }, none},
		{"&search=practice", func(l *options) { l.Search = "practice" },
			func(r record) bool { return holds(r, "practice", texts...) && r.text("password") == "" }, none},
		{"&format=[aside link]", func(l *options) { l.Format = []cms.Format{"aside", "link"} }, func(r record) bool {
			return slices.Contains([]string{"aside", "link"}, r.text("format"))
		}, none},
		{"&sticky=false", func(l *options) { l.Sticky = new(false) }, func(r record) bool { return !isSticky(r) }, none},
		{"&sticky=true", func(l *options) { l.Sticky = new(true) }, isSticky, isSticky},
	} {
		for _, page := range []int{1, 2} {
			if page == 2 && (strings.HasPrefix(one.name, "&include") || one.name == "&sticky=true") {
				continue // there is none
			}
			out = append(out, scenario{
				collection: "posts", kind: reading, role: nobody,
				name:  fmt.Sprintf("ignore_sticky=false%s&orderby=id&page=%d&per_page=3", one.name, page),
				needs: []need{{"/cms/v2/posts", "GET", "ignore_sticky"}},
				run: func(t *testing.T, s *site, c *cms.Client) {
					t.Helper()
					one.check(t, s, c, page)
				},
			})
		}
	}
	return append(out, scenario{
		collection: "posts", kind: reading, role: nobody, name: "walk ignore_sticky=false, each post once",
		needs: []need{{"/cms/v2/posts", "GET", "ignore_sticky"}},
		run: func(t *testing.T, s *site, c *cms.Client) {
			t.Helper()
			var got []int64
			for post, err := range c.Posts.All(t.Context(), &options{IgnoreSticky: new(false), PerPage: 4}) {
				if err != nil {
					t.Fatal(err)
				}
				got = append(got, post.ID)
			}
			sticky := idsIn(byDate(s.matching("posts", isSticky)))
			if n := len(sticky); len(got) < n || !slices.Equal(got[:n], sticky) {
				t.Errorf("Walk: ids %[2]v, want %[1]v first", sticky, got)
			}
			slices.Sort(got)
			if want := posts().byID(s); !slices.Equal(got, want) {
				t.Errorf("the walk found %v, want %v in any order", got, want)
			}
		},
	})
}

func (one stickyCase) check(t *testing.T, s *site, c *cms.Client, number int) {
	t.Helper()
	list := &cms.PostListOptions{IgnoreSticky: new(false), PerPage: 3, Page: number, OrderBy: cms.ByID,
		Order: cms.Ascending}
	one.set(list)
	page, err := c.Posts.List(t.Context(), list)
	if err != nil {
		t.Fatal(err)
	}
	matching := s.matching("posts", func(r record) bool { return published(r) && one.match(r) })
	slices.SortFunc(matching, func(a, b record) int { return cmp.Compare(a.id(), b.id()) })
	window := matching[(number-1)*3 : min(number*3, len(matching))]
	want := idsIn(window)
	if sticky := s.matching("posts", one.comes); number == 1 && len(sticky) > 0 {
		in := func(r record) bool {
			return slices.ContainsFunc(window, func(w record) bool { return w.id() == r.id() })
		}
		missing := slices.DeleteFunc(byDate(sticky), in)
		plain := slices.DeleteFunc(slices.Clone(window), isSticky)
		want = slices.Concat(idsIn(slices.DeleteFunc(slices.Clone(window), func(r record) bool { return !isSticky(r) })),
			idsIn(missing), idsIn(plain))
	}
	if got := posts().ids(page.Items); !slices.Equal(got, want) {
		t.Errorf("the page holds %v, want %v", got, want)
	}
	if page.Total != len(matching) {
		t.Errorf("the total is %d, want %d: those put first do not count", page.Total, len(matching))
	}
}

// byDate puts the newest first.
func byDate(records []record) []record {
	slices.SortStableFunc(records, func(a, b record) int { return strings.Compare(b.text("date"), a.text("date")) })
	return records
}

func idsIn(records []record) []int64 {
	var out []int64
	for _, r := range records {
		out = append(out, r.id())
	}
	return out
}
