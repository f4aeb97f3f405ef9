package resilience

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net/http"
	"testing"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/cms/cmstest"
)

// couponParams are params of a type of a plugin.
type couponParams struct {
	Slug    *string `json:"slug,omitzero"`
	Status  *string `json:"status,omitzero"`
	Title   *string `json:"title,omitzero"`
	Content *string `json:"content,omitzero"`
	Parent  *int64  `json:"parent,omitzero"`
}

func record(slug string, more ...string) map[string]string {
	members := map[string]string{"slug": slug, "status": "publish", "title": "T", "content": "C"}
	for i := 0; i+1 < len(more); i += 2 {
		members[more[i]] = more[i+1]
	}
	return members
}

// bare is a record of a route that knows neither title nor content.
func bare(slug string) map[string]string { return map[string]string{"slug": slug, "status": "publish"} }

func ensureCoupon(ctx context.Context, t *testing.T, s *server, params *couponParams) error {
	t.Helper()
	defer func() { // one row must not end the others
		if p := recover(); p != nil {
			t.Errorf("Ensure: panic %v, want none", p)
		}
	}()
	coupons := cms.NewContent[plain, couponParams, arguments](s.site(t), "shop/v1/coupons")
	return failed(coupons.Ensure(ctx, "summer10", params))
}

// TestEnsureLeavesOtherRecordsAlone has routes that ignore arguments: whatever
// comes of the Ensure, no record but the one with the slug is written.
func TestEnsureLeavesOtherRecordsAlone(t *testing.T) {
	t.Parallel()
	six := func() []map[string]string {
		return []map[string]string{record("a"), record("b"), record("c"), record("d"), record("e"), record("f")}
	}
	with := func(more ...map[string]string) []map[string]string { return append(six(), more...) }
	bareSix := []map[string]string{bare("a"), bare("b"), bare("c"), bare("d"), bare("e"), bare("f")}
	tests := []struct {
		name    string
		ignores []string
		records []map[string]string
		// may is the id of the record that may be written besides new ones, 0 for none.
		may    int64
		writes bool // whether it may send anything that writes
	}{
		{"slug", []string{"slug"}, six(), 0, false},
		{"slug, without texts", []string{"slug"}, bareSix, 0, false},
		{"slug, and the record is one of them", []string{"slug"}, with(record("summer10")), 0, false},
		{"slug, and a single record", []string{"slug"}, six()[:1], 0, false},
		{"slug and search", []string{"slug", "search"}, six(), 0, false},
		{"slug and status", []string{"slug", "status"}, six(), 0, false},
		{"slug, status, search, context and order", []string{"slug", "status", "search", "context", "order"},
			bareSix, 0, false},
		{"search, and there is none", []string{"search"}, six(), 0, true},
		{"search, and there is one", []string{"search"}, with(record("summer10")), 7, true},
		{"search, and drafts of similar slugs", []string{"search"},
			with(record("summer10-2", "status", "draft"), record("summer10--x", "status", "draft")), 0, true},
		{"search and status, and similar slugs", []string{"search", "status"},
			with(record("summer10-2"), record("summer10--x")), 0, true},
		{"status", []string{"status"}, with(record("summer10")), 7, true},
		{"status, and the record is a draft", []string{"status"}, with(record("summer10", "status", "draft")), 0, true},
		{"context", []string{"context"}, with(record("summer10")), 7, true},
		{"context and search", []string{"context", "search"}, with(record("summer10-2", "status", "draft")), 0, true},
	}
	for _, test := range tests {
		t.Run("ignores "+test.name, func(t *testing.T) {
			t.Parallel()
			p := newPlugin(test.ignores, test.records...)
			known, before := p.next, map[int64]string{}
			for id := range p.records {
				before[id] = p.show(id, true)
			}
			s := newServer(t, 60, p.ServeHTTP)
			err := ensureCoupon(bounded(t), t, s, &couponParams{Title: new("New"), Content: new("New")})
			var changed []int64
			for id := int64(1); id <= known; id++ {
				if p.records[id] == nil || p.show(id, true) != before[id] && id != test.may {
					changed = append(changed, id)
				}
			}
			if len(changed) > 0 {
				t.Errorf("Ensure: records %d changed or deleted, want none; error %v", changed, err)
			}
			if writes := s.writes(); len(writes) > 0 && !test.writes {
				t.Errorf("Ensure: %d writes, want none; error %v", len(writes), err)
			}
			if !errors.Is(err, cms.ErrSlugIgnored) && !test.writes {
				t.Errorf("Ensure: error %v, want ErrSlugIgnored", err)
			}
		})
	}
}

// TestEnsureChangesNoneOfSeveralRecordsWithTheSlug has several records of one slug, equal
// or not. None is changed, and an error names them where the route shows what they are.
func TestEnsureChangesNoneOfSeveralRecordsWithTheSlug(t *testing.T) {
	t.Parallel()
	doubles := func(a, b map[string]string) []map[string]string { return []map[string]string{a, b} }
	for name, test := range map[string]struct {
		records []map[string]string
		hides   []string
		ignores []string
		want    error // ErrConflict if it is nil
	}{
		"equal":            {records: doubles(record("summer10"), record("summer10"))},
		"another title":    {records: doubles(record("summer10"), record("summer10", "title", "U"))},
		"another content":  {records: doubles(record("summer10"), record("summer10", "content", "U"))},
		"another status":   {records: doubles(record("summer10", "status", "draft"), record("summer10"))},
		"another language": {records: doubles(record("summer10", "lang", "en"), record("summer10", "lang", "de"))},
		"another link": {records: doubles(record("summer10", "link", "/en/summer10"),
			record("summer10", "link", "/de/summer10"))},
		"a link that is no text": {
			records: doubles(record("summer10", "link", ""), record("summer10", "link", "false")),
		},
		"no texts": {records: doubles(bare("summer10"), bare("summer10"))},
		"texts that are not shown": {records: doubles(record("summer10"), record("summer10")),
			hides: []string{"content", "title"}},
		"a route without a context": {records: doubles(record("summer10"), record("summer10")), ignores: []string{"context"}},
		"slugs that are not shown": {records: doubles(record("summer10"), record("summer10")), hides: []string{"slug"},
			want: cms.ErrSlugIgnored},
		"three, of which two are equal": {
			records: []map[string]string{record("summer10"), record("summer10"), record("summer10", "title", "U")},
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := newPlugin(test.ignores, test.records...)
			p.hides = test.hides
			before := p.state()
			s := newServer(t, 60, p.ServeHTTP)
			err := ensureCoupon(bounded(t), t, s, &couponParams{Title: new("New"), Content: new("New")})
			if want := cmp.Or(test.want, cms.ErrConflict); !errors.Is(err, want) {
				t.Errorf("Ensure: error %v, want %v", err, want)
			}
			several, ok := errors.AsType[*cms.AmbiguousError](err)
			if test.want == nil && (!ok || len(several.IDs) != len(test.records)) {
				t.Errorf("Ensure: error %v, want one that names %d records", err, len(test.records))
			}
			if now := p.state(); now != before || len(s.writes()) > 0 {
				t.Errorf("Ensure wrote %v, and the records are %s, want %s", s.writes(), now, before)
			}
		})
	}
}

// TestEnsureLeavesPagesOfOtherParentsAlone has a page of the slug under another
// parent, on a site that ignores the parent in a list.
func TestEnsureLeavesPagesOfOtherParentsAlone(t *testing.T) {
	t.Parallel()
	for name, records := range map[string][]map[string]string{
		"alone":               {record("intro", "parent", "6")},
		"beside the one":      {record("intro", "parent", "6"), record("intro", "parent", "0")},
		"behind the one":      {record("intro", "parent", "0"), record("intro", "parent", "6")},
		"and two, all others": {record("intro", "parent", "6"), record("intro", "parent", "7")},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := newPlugin([]string{"parent"}, records...)
			s := newServer(t, 60, p.ServeHTTP)
			err := failed(s.site(t).Pages.Ensure(bounded(t), "intro", &cms.PageParams{Title: new("New")}))
			for i, before := range records {
				now := p.records[int64(i+1)]
				if before["parent"] != "0" && (now == nil || now["title"] != "T" || now["status"] != "publish") {
					t.Errorf("Ensure: page %d of another parent is %v, want it unchanged; error %v", i+1, now, err)
				}
			}
		})
	}
}

// ensurers are Ensure on several kinds of routes.
func ensurers() map[string]func(ctx context.Context, c *cms.Client) error {
	return map[string]func(ctx context.Context, c *cms.Client) error{
		"posts": func(ctx context.Context, c *cms.Client) error {
			return failed(c.Posts.Ensure(ctx, "one", &cms.PostParams{Title: new("New")}))
		},
		"pages": func(ctx context.Context, c *cms.Client) error {
			return failed(c.Pages.Ensure(ctx, "one", &cms.PageParams{Title: new("New")}))
		},
		"blocks": func(ctx context.Context, c *cms.Client) error {
			return failed(c.Blocks.Ensure(ctx, "one", &cms.BlockParams{Title: new("New")}))
		},
	}
}

// TestEnsureOnASiteThatIgnoresSlug takes an argument away from the requests to a
// whole site in memory.
func TestEnsureOnASiteThatIgnoresSlug(t *testing.T) {
	t.Parallel()
	for kind, ensure := range ensurers() {
		for _, ignored := range [][]string{{"slug[]"}, {"slug[]", "search"}, {"slug[]", "status[]"},
			{"slug[]", "search", "status[]", "parent[]", "context"}} {
			t.Run(fmt.Sprintf("%s, %q", kind, ignored), func(t *testing.T) {
				t.Parallel()
				site := cmstest.NewServer(cmstest.WithTest(t))
				for _, slug := range []string{"a", "b", "one", "c"} {
					site.Insert(kind, map[string]any{"title": "T", "content": "C", "slug": slug, "status": "publish"})
				}
				before := string(site.Document())
				s := newServer(t, 60, func(w http.ResponseWriter, r *http.Request) {
					q := r.URL.Query()
					for _, name := range ignored {
						q.Del(name)
					}
					r.URL.RawQuery = q.Encode()
					site.Handler().ServeHTTP(w, r)
				})
				c := dial(t, site.URL, cms.WithHTTPClient(&http.Client{Transport: s}),
					cms.WithApplicationPassword("admin", site.AppPassword("admin")))
				err := ensure(bounded(t), c)
				if writes := s.writes(); !errors.Is(err, cms.ErrSlugIgnored) || len(writes) > 0 {
					t.Errorf("Ensure: writes %v, error %v, want none and ErrSlugIgnored", writes, err)
				} else if string(site.Document()) != before {
					t.Errorf("Ensure changed the site with %v, want it unchanged; error %v", writes, err)
				}
			})
		}
	}
}

// Params without the members that Ensure needs.
type (
	untitled struct {
		Title *string `json:"title,omitzero"`
	}
	unslugged struct {
		Title  *string `json:"title,omitzero"`
		Status *string `json:"status,omitzero"`
	}
	unstated struct {
		Title *string `json:"title,omitzero"`
		Slug  *string `json:"slug,omitzero"`
	}
	hidden struct {
		Slug   *string `json:"-"`
		Status *string `json:"status,omitzero"`
	}
	otherwise struct {
		Slug   *string `json:"post_name,omitzero"`
		Status *string `json:"post_status,omitzero"`
	}
	embedding struct {
		cms.PostParams
		Price *int `json:"price,omitzero"`
	}
	pointing struct {
		*cms.PostParams
	}
)

func ensureWith[P any](params *P) func(ctx context.Context, c *cms.Client) error {
	return func(ctx context.Context, c *cms.Client) error {
		return failed(cms.NewContent[plain, P, arguments](c, "shop/v1/coupons").Ensure(ctx, "summer10", params))
	}
}

// TestEnsureNeedsParamsWithSlugAndStatus refuses types of params that cannot say
// them before anything is sent.
func TestEnsureNeedsParamsWithSlugAndStatus(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		ensure func(ctx context.Context, c *cms.Client) error
		takes  bool
	}{
		"neither":                {ensureWith(&untitled{}), false},
		"no slug":                {ensureWith(&unslugged{}), false},
		"no status":              {ensureWith(&unstated{}), false},
		"a slug that is ignored": {ensureWith(&hidden{}), false},
		"other names":            {ensureWith(&otherwise{}), false},
		"nothing":                {ensureWith(&cms.Nothing{}), false},
		"neither, and nil":       {ensureWith[untitled](nil), false},
		"both":                   {ensureWith(&couponParams{}), true},
		"both, and nil":          {ensureWith[couponParams](nil), true},
		"embedded":               {ensureWith(&embedding{}), true},
		"embedded by a pointer":  {ensureWith(&pointing{&cms.PostParams{}}), true},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := newPlugin(nil, record("a"))
			s := newServer(t, 40, p.ServeHTTP)
			err := test.ensure(bounded(t), s.site(t))
			if test.takes && err != nil {
				t.Error(err)
			}
			if !test.takes && (!errors.Is(err, cms.ErrInvalidArgument) || len(s.seen()) > 0) {
				t.Errorf("Ensure: requests %v, error %v, want none and ErrInvalidArgument", s.seen(), err)
			}
		})
	}
}

// TestEnsureDeletesNoDraftThatIsNotItsOwn has a route whose search finds drafts
// that hold the mark of an Ensure, but carry slugs without its token.
func TestEnsureDeletesNoDraftThatIsNotItsOwn(t *testing.T) {
	t.Parallel()
	mark := "fontcms-ensure 0/summer10."
	mine := []string{"summer10-handbook", "summer10-2", "summer10--", "summer10--draft"}
	var records []map[string]string
	for _, slug := range mine {
		records = append(records, record(slug, "status", "draft", "content", "How Ensure marks a draft: "+mark))
	}
	p := newPlugin(nil, append(records, record("summer10"))...)
	s := newServer(t, 60, p.ServeHTTP)
	err := ensureCoupon(bounded(t), t, s, &couponParams{Title: new("New"), Content: new("New")})
	for i := range mine {
		if now := p.records[int64(i+1)]; now == nil || now["slug"] != mine[i] {
			t.Errorf("Ensure: draft %q is %v, want it unchanged; error %v", mine[i], now, err)
		}
	}
	if err != nil {
		t.Error(err)
	}
}

// TestEnsureRemovesDraftsThatTheSiteHidesOrRenames has routes where an
// empty look-up proves nothing, since they do not list what was made, and one
// that stores other slugs.
func TestEnsureRemovesDraftsThatTheSiteHidesOrRenames(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		plugin *plugin
		params couponParams
	}{
		"drafts are not listed": {newPlugin([]string{"status"}), couponParams{Title: new("One"), Content: new("c")}},
		"nothing is ever listed": {&plugin{records: map[int64]map[string]string{}, hidden: true},
			couponParams{Status: new("publish")}},
		"slugs are cut": {&plugin{records: map[int64]map[string]string{}, cuts: 20},
			couponParams{Title: new("One")}},
		"slugs are cut to nothing": {&plugin{records: map[int64]map[string]string{}, cuts: 1},
			couponParams{Title: new("One")}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := newServer(t, 200, test.plugin.ServeHTTP)
			for range 3 {
				if err := ensureCoupon(bounded(t), t, s, &test.params); !errors.Is(err, cms.ErrSlugIgnored) {
					t.Errorf("Ensure: error %v, want ErrSlugIgnored", err)
				}
			}
			if len(test.plugin.records) > 0 {
				t.Errorf("Ensure leaves %s, want no record", test.plugin.state())
			}
		})
	}
}

// TestEnsureKeepsADraftThatSomebodyWroteInto has a draft that an Ensure left, and
// in which an editor has worked since.
func TestEnsureKeepsADraftThatSomebodyWroteInto(t *testing.T) {
	t.Parallel()
	const text = "<!-- fontcms-ensure 0/summer10. -->\n\nThree hours of work."
	for name, more := range map[string][]map[string]string{"alone": nil, "beside the record": {record("summer10")}} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := newPlugin(nil, append([]map[string]string{record("summer10-abcdefghijklmnopqrstuvwxyz", "status", "draft",
				"content", text)}, more...)...)
			err := ensureCoupon(bounded(t), t, newServer(t, 60, p.ServeHTTP), &couponParams{Title: new("New")})
			if draft := p.records[1]; err != nil {
				t.Errorf("Ensure: error %[2]v, want none; the draft is %[1]v", draft, err)
			} else if draft == nil || draft["content"] != text {
				t.Errorf("Ensure: draft %v, want its text kept", draft)
			}
		})
	}
}

// TestEnsureTakesNoRecordBelowAnother has records of a type of one's own below
// others: with params that can say so the one at the top is meant, with others
// nobody knows.
func TestEnsureTakesNoRecordBelowAnother(t *testing.T) {
	t.Parallel()
	type flat struct {
		Slug   *string `json:"slug,omitzero"`
		Status *string `json:"status,omitzero"`
		Title  *string `json:"title,omitzero"`
	}
	for name, ensure := range map[string]func(ctx context.Context, c *cms.Client) error{
		"with a parent":    ensureWith(&couponParams{Title: new("New")}),
		"without a parent": ensureWith(&flat{Title: new("New")}),
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := newPlugin(nil, record("summer10", "parent", "5"))
			err := ensure(bounded(t), newServer(t, 60, p.ServeHTTP).site(t))
			if p.records[1]["title"] != "T" || (err == nil) != (name == "with a parent") {
				t.Errorf("Ensure: records %s, error %v, want them unchanged, and an error only without a parent", p.state(), err)
			}
		})
	}
}
