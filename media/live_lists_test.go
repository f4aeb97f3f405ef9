package media_test

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/cms/describe"
	"github.com/fontcms/fontcms-go/internal/replay/sitetest"
	"github.com/fontcms/fontcms-go/media"
)

// hung are records that are found by every argument of a list: the site has others besides, all of which tests may
// change.
func hung(t *testing.T, site *cms.Client, library *media.Library) []int64 {
	t.Helper()
	posts, err := site.Posts.List(t.Context(), &cms.PostListOptions{PerPage: 2})
	if err != nil || len(posts.Items) < 2 {
		t.Skip("the site has too few posts: ", err)
	}
	one, two := posts.Items[0].ID, posts.Items[1].ID
	var ids []int64
	for i, f := range []struct {
		name, content string
		params        media.Params
	}{
		{"quoin.png", string(drawn(t, 11, 11)), media.Params{Title: new("Quoin alpha"), Post: &one}},
		{"quoin.gif",
			"GIF89a\x01\x00\x01\x00\x80\x00\x00\x00\x00\x00\xff\xff\xff!\xf9\x04\x01\x00\x00\x00\x00," +
				"\x00\x00\x00\x00\x01\x00\x01\x00\x00\x02\x02D\x01\x00;", media.Params{Title: new("Quoin beta"), Post: &two,
				Caption: new("gamma")}},
		{"quoin.txt", "Letters made of lead.\n", media.Params{Title: new("Quoin gamma"), Post: &one}},
		{"quoin.csv", "a,b\n1,2\n", media.Params{Title: new("Quoin delta"), Description: new("alpha")}},
		{"quoin.pdf", "%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n",
			media.Params{Title: new("Quoin epsilon"), Author: new(int64(1))}},
	} {
		f.params.DateGMT = cms.At(time.Date(2011, 3, 1+i, 12, 0, 0, 0, time.UTC))
		f.params.Slug = new(fmt.Sprintf("quoin-%d-%d", i, time.Now().UnixNano()))
		m, err := library.Upload(t.Context(), media.Bytes(f.name, []byte(f.content)), &f.params)
		ids = append(ids, kept(t, library, m, err).ID)
	}
	return ids
}

// TestLiveListsOfMediaHoldWhatTheirArgumentsSay compares each list of some records with
// those that a look at each of them would choose.
func TestLiveListsOfMediaHoldWhatTheirArgumentsSay(t *testing.T) {
	t.Parallel()
	site := sitetest.Live(t)
	library := media.New(site)
	ids := hung(t, site, library)
	var all []*media.Media
	for m, err := range library.GetMany(t.Context(), ids, &media.ListOptions{Context: cms.ContextEdit}) {
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, m)
	}
	if len(all) != len(ids) {
		t.Fatalf("walk yields %d records, want %d", len(all), len(ids))
	}
	said, err := describe.Of(t.Context(), site.Read, "")
	if err != nil {
		t.Fatal(err)
	}
	// Since WordPress 7.0 a list may have several kinds, which the site says itself.
	route, ok := said.Routes["/"+site.Prefix()+"/v2/media"]
	switch {
	case !ok:
		t.Fatal("index has no route for the list of media, want one")
	case len(route.Endpoints) == 0:
		t.Fatal("the index has no list of media: length of route.Endpoints 0, want more than 0")
	}
	several := slices.Contains(route.Endpoints[0].Args.Named("media_type").Types, "array")
	day := func(n int) time.Time { return time.Date(2011, 3, n, 12, 0, 0, 0, time.UTC) }
	is := func(names ...string) func(*media.Media) bool {
		return func(m *media.Media) bool {
			return slices.ContainsFunc(names, func(name string) bool { return strings.HasSuffix(m.Title.Raw, name) })
		}
	}
	kind := func(beginnings ...string) func(*media.Media) bool {
		return func(m *media.Media) bool {
			return slices.ContainsFunc(beginnings, func(b string) bool { return strings.HasPrefix(m.MimeType, b) })
		}
	}
	parent := func(m *media.Media) int64 {
		if m.Post == nil {
			return 0
		}
		return *m.Post
	}
	one, two := parent(all[0]), parent(all[1])
	for name, c := range map[string]struct {
		options media.ListOptions
		want    func(*media.Media) bool
		older   error // what WordPress 6.8 and 6.1 answer instead, nil for the same
	}{
		"nothing":               {media.ListOptions{}, is(""), nil},
		"page size":             {media.ListOptions{PerPage: 2}, is(""), nil},
		"search":                {media.ListOptions{Search: "quoin alpha"}, is("alpha", "delta"), nil}, // delta describes it
		"search without a word": {media.ListOptions{Search: "quoin -gamma"}, is("alpha", "delta", "epsilon"), nil},
		"after":                 {media.ListOptions{After: day(3)}, is("delta", "epsilon"), nil},
		"before":                {media.ListOptions{Before: day(3)}, is("alpha", "beta"), nil},
		"both":                  {media.ListOptions{After: day(1), Before: day(5)}, is("beta", "gamma", "delta"), nil},
		"modified after":        {media.ListOptions{ModifiedAfter: day(3)}, is("delta", "epsilon"), nil},
		"modified before":       {media.ListOptions{ModifiedBefore: day(3)}, is("alpha", "beta"), nil},
		"author": {media.ListOptions{Author: []int64{1}}, func(m *media.Media) bool { return m.Author == 1 },
			nil},
		"not the author": {media.ListOptions{AuthorExclude: []int64{1}}, func(m *media.Media) bool {
			return m.Author != 1
		}, nil},
		"exclude beside include": {media.ListOptions{Exclude: ids[1:3]}, is(""), nil},
		"slug": {media.ListOptions{Slug: []string{all[0].Slug, all[4].Slug, "none"}},
			is("alpha", "epsilon"), nil},
		"status": {media.ListOptions{Status: []cms.Status{cms.StatusInherit, cms.StatusPrivate}}, is(""),
			nil},
		"private": {media.ListOptions{Status: []cms.Status{cms.StatusPrivate}}, func(m *media.Media) bool {
			return m.Status == cms.StatusPrivate
		}, nil},
		"a parent": {media.ListOptions{Parent: []int64{one}}, func(m *media.Media) bool {
			return parent(m) == one
		}, nil},
		"parents": {media.ListOptions{Parent: []int64{one, two}}, func(m *media.Media) bool {
			return parent(m) == one || parent(m) == two
		}, nil},
		"no parent": {media.ListOptions{Parent: []int64{0}}, func(m *media.Media) bool { return parent(m) == 0 },
			nil},
		"not a parent": {media.ListOptions{ParentExclude: []int64{one}}, func(m *media.Media) bool {
			return parent(m) != one
		}, nil},
		"images": {media.ListOptions{MediaType: []media.Type{media.TypeImage}}, kind("image/"), nil},
		"texts":  {media.ListOptions{MediaType: []media.Type{media.Type("text")}}, kind("text/"), nil},
		"applications": {media.ListOptions{MediaType: []media.Type{media.TypeApplication}}, kind("application/"),
			nil},
		"sounds": {media.ListOptions{MediaType: []media.Type{media.TypeAudio}}, kind("audio/"), nil},
		"films":  {media.ListOptions{MediaType: []media.Type{media.TypeVideo}}, kind("video/"), nil},
		"images and texts": {media.ListOptions{MediaType: []media.Type{media.TypeImage, media.Type("text")}},
			kind("image/", "text/"), cms.ErrBadRequest},
		"a media type": {media.ListOptions{MimeType: []string{"text/csv"}}, kind("text/csv"), nil},
		"media types": {media.ListOptions{MimeType: []string{"image/gif", "text/plain"}},
			kind("image/gif", "text/plain"), cms.ErrBadRequest},
		"both, of one kind": {media.ListOptions{MediaType: []media.Type{media.TypeImage},
			MimeType: []string{"image/png"}}, nil, nil},
		"an unknown media type": {media.ListOptions{MimeType: []string{"image/none"}}, nil, nil},
		"a parent and an author": {media.ListOptions{Parent: []int64{0}, Author: []int64{1}, Search: "quoin"},
			func(m *media.Media) bool { return parent(m) == 0 && m.Author == 1 }, nil},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			c.options.Context, c.options.Include = cms.ContextEdit, ids
			var got, want []int64
			var failed error
			for m, err := range library.All(t.Context(), &c.options) {
				if failed = err; err != nil {
					break
				}
				got = append(got, m.ID)
			}
			switch {
			case name == "an unknown media type":
				if !errors.Is(failed, cms.ErrFilterIgnored) {
					t.Errorf("Library.All: failed error %v, want ErrFilterIgnored", failed)
				}
				return
			case name == "both, of one kind": // 7.1 lists what either chooses
				switch {
				case failed != nil:
					t.Errorf("Library.All: failed error %v, want nil", failed)
				case len(got) == 0:
					t.Error("length of got 0, want more than 0")
				case !slices.Contains(got, ids[0]):
					t.Errorf("media hung to the post: %v, want %d among them", got, ids[0])
				case slices.Contains(got, ids[2]):
					t.Errorf("media hung to the post: %v, want no %d among them", got, ids[2])
				}
				return
			case failed != nil && c.older != nil:
				if !errors.Is(failed, c.older) || several {
					t.Errorf("Library.All: error %v, site takes several %t, want %v and false", failed, several, c.older)
				}
				return
			case failed != nil:
				t.Fatal(failed)
			}
			for _, m := range all {
				if c.want(m) {
					want = append(want, m.ID)
				}
			}
			slices.Sort(got)
			slices.Sort(want)
			if !slices.Equal(got, want) {
				t.Errorf("the list holds %v, want %v", got, want)
			}
			n, err := library.Count(t.Context(), &c.options)
			switch {
			case err != nil:
				t.Errorf("counted %d, %v, want nil", n, err)
			case n != len(want):
				t.Errorf("Library.Count: %d (error %v), want %d", n, err, len(want))
			}
		})
	}
}

// TestLiveListsOfMediaAreInTheOrderThatIsAskedFor compares each order with that of the records themselves.
func TestLiveListsOfMediaAreInTheOrderThatIsAskedFor(t *testing.T) {
	t.Parallel()
	site := sitetest.Live(t)
	library := media.New(site)
	ids := hung(t, site, library)
	turned := slices.Clone(ids)
	slices.Reverse(turned)
	for order, compare := range map[cms.OrderBy]func(a, b *media.Media) int{
		cms.ByID:       func(a, b *media.Media) int { return cmp.Compare(a.ID, b.ID) },
		cms.ByDate:     func(a, b *media.Media) int { return cmp.Compare(a.DateGMT, b.DateGMT) },
		cms.ByModified: func(a, b *media.Media) int { return cmp.Compare(a.ModifiedGMT, b.ModifiedGMT) },
		cms.ByTitle:    func(a, b *media.Media) int { return cmp.Compare(a.Title.Raw, b.Title.Raw) },
		cms.BySlug:     func(a, b *media.Media) int { return cmp.Compare(a.Slug, b.Slug) },
		cms.ByAuthor:   func(a, b *media.Media) int { return cmp.Compare(a.Author, b.Author) },
	} {
		for _, direction := range []cms.Order{cms.Ascending, cms.Descending} {
			t.Run(fmt.Sprint(order, " ", direction), func(t *testing.T) {
				t.Parallel()
				// A walk refuses the orders in which a site loses records between pages.
				page, err := library.List(t.Context(), &media.ListOptions{Context: cms.ContextEdit, Include: ids, OrderBy: order,
					Order: direction, PerPage: 100})
				if err != nil {
					t.Fatal(err)
				}
				var list []*media.Media
				for i := range page.Items {
					list = append(list, &page.Items[i])
				}
				if direction == cms.Descending {
					slices.Reverse(list)
				}
				switch {
				case len(list) != len(ids):
					t.Errorf("%d records, in another order, want %d", len(list), len(ids))
				case !slices.IsSortedFunc(list, compare):
					t.Errorf("walk yields %d records out of order, want them sorted", len(list))
				}
			})
		}
	}
	for name, wanted := range map[string][]int64{"include": ids, "include, turned round": turned} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			page, err := library.List(t.Context(), &media.ListOptions{Include: wanted, OrderBy: cms.ByInclude,
				Order: cms.Ascending})
			if err != nil {
				t.Fatal(err)
			}
			for i, m := range page.Items {
				if m.ID != wanted[i] {
					t.Fatalf("%d: Library.List: ID %d, want %d", i, m.ID, wanted[i])
				}
			}
		})
	}
}
