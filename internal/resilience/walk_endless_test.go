package resilience

import (
	"context"
	"errors"
	"fmt"
	"math"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/internal/replay/sitetest"
	"github.com/fontcms/fontcms-go/media"
	"github.com/fontcms/fontcms-go/snippets"
)

const (
	trillion     = "1000000000000"
	endlessLimit = "9223372036854775807" // the largest that fits
	tooLarge     = "9223372036854775808" // the smallest that does not
)

// walk is a call that reads page after page.
type walk struct {
	name string
	run  func(ctx context.Context, c *cms.Client) (n int, err error)
}

// walks are the plain walks of all packages, of a hundred records a page.
func walks() []walk {
	posts := func(options *cms.PostListOptions, more ...cms.WalkOption) func(context.Context, *cms.Client) (int, error) {
		return func(ctx context.Context, c *cms.Client) (int, error) {
			return counted(c.Posts.All(ctx, options, more...))
		}
	}
	resumed := func(cursor cms.Cursor, options *cms.PostListOptions) func(context.Context, *cms.Client) (int, error) {
		return func(ctx context.Context, c *cms.Client) (int, error) {
			cursor := cursor
			return counted(c.Posts.All(ctx, options, cms.Resume(&cursor)))
		}
	}
	return []walk{
		{"All", posts(nil)},
		{"All with one ahead", posts(nil, cms.Prefetch(1))},
		{"All with ten ahead", posts(nil, cms.Prefetch(10))},
		{"All, adaptive", posts(nil, cms.PrefetchAdaptive())},
		{"All from a page on", posts(&cms.PostListOptions{Page: 3})},
		{"All from an offset on", posts(&cms.PostListOptions{Offset: 2})},
		{"All from an offset on, ahead", posts(&cms.PostListOptions{Offset: 2}, cms.Prefetch(3))},
		{"All with sticky posts first", posts(&cms.PostListOptions{IgnoreSticky: new(false)})},
		{"All, resumed", resumed(cms.Cursor{Page: 3, PerPage: 100, Order: "id"}, nil)},
		{"All, resumed at an offset", resumed(cms.Cursor{Page: 3, PerPage: 100, Order: "id"},
			&cms.PostListOptions{Offset: 2})},
		{"All of two fields", posts(nil, cms.Fields("id", "slug"))},
		{"All of fields without the id", posts(nil, cms.Fields("slug"))},
		{"Pages", pagesOf(func(c *cms.Client) sitetest.Records[cms.Post, cms.PostParams,
			cms.PostListOptions] {
			return c.Posts
		})},
		{"Pages with three ahead", pagesOf(func(c *cms.Client) sitetest.Records[cms.Post, cms.PostParams,
			cms.PostListOptions] {
			return c.Posts
		}, cms.Prefetch(3))},
		{"All pages", func(ctx context.Context, c *cms.Client) (int, error) { return counted(c.Pages.All(ctx, nil)) }},
		{"All of a type of one's own", func(ctx context.Context, c *cms.Client) (int, error) {
			return counted(cms.NewCollection[plain, cms.PostParams, arguments](c, "shop/v1/coupons").All(ctx, nil))
		}},
		{"All maps", func(ctx context.Context, c *cms.Client) (int, error) {
			return counted(cms.NewCollection[map[string]any, cms.PostParams, arguments](c, "shop/v1/coupons").All(ctx, nil))
		}},
		{"All revisions", func(ctx context.Context, c *cms.Client) (int, error) {
			return counted(c.Posts.Revisions(5).All(ctx, nil))
		}},
		{"All media", func(ctx context.Context, c *cms.Client) (int, error) { return counted(media.New(c).All(ctx, nil)) }},
		{"All snippets, paged", func(ctx context.Context, c *cms.Client) (int, error) {
			return counted(snippets.New(c).All(ctx, &snippets.ListOptions{PerPage: 100}))
		}},
	}
}

// pagesOf counts the records of a walk over pages.
func pagesOf[T, P, L any](of func(*cms.Client) sitetest.Records[T, P, L],
	options ...cms.WalkOption) func(context.Context, *cms.Client) (int, error) {
	return func(ctx context.Context, c *cms.Client) (n int, failed error) {
		for page, err := range of(c).Pages(ctx, nil, options...) {
			if err != nil {
				failed = err
				continue
			}
			n += len(page.Items)
		}
		return n, failed
	}
}

// list has ids from one page on: a page is answered by its number, from 1.
type list struct {
	ids    func(page int) []int
	totals []string
}

func (l list) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	q := r.URL.Query()
	page, _ := strconv.Atoi(q.Get("page"))
	if offset, err := strconv.Atoi(q.Get("offset")); err == nil {
		page = offset/100 + 1
	}
	fields := strings.Split(q.Get("_fields"), ",")
	records := []string{}
	for _, id := range l.ids(max(page, 1)) {
		record := fmt.Sprintf(`{"id":%d,"parent":5,"slug":"a","status":"publish","name":"a"}`, id)
		if q.Has("_fields") && !slices.Contains(fields, "id") {
			record = `{"slug":"a","status":"publish"}`
		}
		records = append(records, record)
	}
	answer(w, 200, "["+strings.Join(records, ",")+"]", l.totals...)
}

func same(ids ...int) func(int) []int { return func(int) []int { return ids } }

// full are pages of a hundred ids of their own up to the page last, and nothing after it.
func full(last int) func(int) []int {
	return func(page int) (ids []int) {
		for i := 1; page <= last && i <= 100; i++ {
			ids = append(ids, (page-1)*100+i)
		}
		return ids
	}
}

// TestWalksEndWhateverTheTotalsSay has lists whose totals lie.
func TestWalksEndWhateverTheTotalsSay(t *testing.T) {
	t.Parallel()
	empty := same()
	stated := func(total, pages string) []string { return totals(total, pages) }
	for name, lie := range map[string]struct {
		list
		fails  bool
		most   int // records
		budget int
	}{
		"a trillion, and the same page": {list{same(1, 2, 3), stated(trillion, "10000000000")},
			true, 3, walkSlack},
		"a trillion, and the same page of a hundred": {list{func(int) []int { return full(1)(1) },
			stated(trillion, "10000000000")}, true, 100, walkSlack},
		"a trillion, and the same single record": {list{same(7), stated(trillion, "10000000000")}, true, 1, walkSlack},
		"a trillion, and empty pages": {list{empty, stated(trillion, "10000000000")}, true, 0,
			tolerated + walkSlack},
		"a trillion of pages, and the same page": {list{same(1, 2, 3), stated("300", trillion)}, true, 3, walkSlack},
		"a trillion of pages, and empty pages":   {list{empty, stated("300", trillion)}, true, 0, tolerated + walkSlack},
		"the most pages, and the same page":      {list{same(1, 2, 3), stated("4", endlessLimit)}, true, 3, walkSlack},
		"the most pages, and empty pages":        {list{empty, stated("3", endlessLimit)}, true, 0, tolerated + walkSlack},
		"the most of both, and the same page": {list{same(1, 2, 3), stated(endlessLimit, endlessLimit)},
			true, 3, walkSlack},
		"the most of both, and empty pages": {list{empty, stated(endlessLimit, endlessLimit)}, true, 0,
			tolerated + walkSlack},
		"the most, no pages, and the same page": {list{same(1, 2, 3), []string{"X-CMS-Total: " + endlessLimit}},
			true, 3, walkSlack},
		"the most, no pages, and empty pages": {list{empty, []string{"X-CMS-Total: " + endlessLimit}}, true, 0,
			tolerated + walkSlack},
		"a page, then empty ones": {list{func(page int) []int { return full(3)(page) },
			stated(trillion, "10000000000")}, true, 300, tolerated + walkSlack},
		"no totals, and the same page":              {list{same(1, 2, 3), nil}, false, 3, walkSlack},
		"no totals, and empty pages":                {list{empty, nil}, false, 0, walkSlack},
		"totals that are too large, the same page":  {list{same(1, 2, 3), stated(tooLarge, tooLarge)}, false, 3, walkSlack},
		"negative totals, and the same page":        {list{same(1, 2, 3), stated("-1", "-"+trillion)}, false, 3, walkSlack},
		"totals that are no numbers, the same page": {list{same(1, 2, 3), stated("1e12", "many")}, false, 3, walkSlack},
	} {
		for _, walk := range walks() {
			t.Run(name+"/"+walk.name, func(t *testing.T) {
				t.Parallel()
				s := newServer(t, lie.budget, lie.ServeHTTP)
				n, err := walk.run(bounded(t), s.site(t, cms.WithRetry(cms.Retry{Attempts: 1})))
				var want error
				if lie.fails {
					want = cms.ErrPagesRepeat
				}
				if lie.budget > tolerated {
					want = cms.ErrEmptyPages
				}
				if lie.fails && strings.Contains(walk.name, "offset") && errors.Is(err, cms.ErrDecode) {
					want = cms.ErrDecode // more pages than the total needs are not counted by an offset
				}
				if !errors.Is(err, want) || want == nil && err != nil {
					t.Errorf("Walk: %d records in %d requests, error %v, want %v", n, len(s.seen()), err, want)
				} else if n > lie.most {
					t.Errorf("Walk: %d records in %d requests, error %v, want at most %d", n, len(s.seen()), err, lie.most)
				}
			})
		}
	}
}

// TestWalksReadToTheEndOfWhatIsThere has lists that a walk must not take for endless.
func TestWalksReadToTheEndOfWhatIsThere(t *testing.T) {
	t.Parallel()
	beyond := func(l list, last int) http.HandlerFunc {
		return func(w http.ResponseWriter, r *http.Request) {
			page, _ := strconv.Atoi(r.URL.Query().Get("page"))
			if page > last {
				answer(w, 400, refusal(400, "rest_post_invalid_page_number"))
				return
			}
			l.ServeHTTP(w, r)
		}
	}
	gaps := func(every int) func(int) []int {
		return func(page int) []int {
			if page%every != 0 {
				return nil
			}
			return full(page)(page)
		}
	}
	late := func(empty int) func(int) []int {
		return func(page int) []int {
			if page <= empty {
				return nil
			}
			return full(page)(page)
		}
	}
	for name, test := range map[string]struct {
		handler http.HandlerFunc
		want    int
	}{
		"no totals, ten full pages":                 {beyond(list{full(10), nil}, 10), 1000},
		"no totals, ten full pages and an empty":    {list{full(10), nil}.ServeHTTP, 1000},
		"a page in ten, of 2,500":                   {list{gaps(10), totals("250000", "2500")}.ServeHTTP, 25_000},
		"999 empty pages, and a full one":           {list{late(999), totals("100000", "1000")}.ServeHTTP, 100},
		"500 empty pages, and three full ones":      {list{late(500), totals("50300", "503")}.ServeHTTP, 300},
		"300 empty pages, and none that is full":    {list{same(), totals("30000", "300")}.ServeHTTP, 0},
		"one empty page, and a total of one record": {list{same(), totals("1", "1")}.ServeHTTP, 0},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			for _, options := range [][]cms.WalkOption{nil, {cms.Prefetch(3)}, {cms.PrefetchAdaptive()}, {cms.Fields("status")},
				{cms.Fields("status"), cms.Prefetch(2)}} {
				s := newServer(t, 3000, test.handler)
				n, err := counted(s.site(t).Posts.All(bounded(t), nil, options...))
				if n != test.want || err != nil {
					t.Errorf("walk with %d options: %d records in %d requests, error %v, want %d and nil", len(options), n,
						len(s.seen()), err, test.want)
				}
			}
		})
	}
}

// TestRejectedPageBelowTheTotalsIsAnError yields what is there first.
func TestRejectedPageBelowTheTotalsIsAnError(t *testing.T) {
	t.Parallel()
	for name, headers := range map[string][]string{"no pages": {"X-CMS-Total: " + endlessLimit},
		"both": totals(endlessLimit, endlessLimit)} {
		s := newServer(t, 20, func(w http.ResponseWriter, r *http.Request) {
			if page, _ := strconv.Atoi(r.URL.Query().Get("page")); page > 3 {
				answer(w, 400, refusal(400, "rest_post_invalid_page_number"))
				return
			}
			list{full(3), headers}.ServeHTTP(w, r)
		})
		n, err := counted(s.site(t).Posts.All(bounded(t), nil))
		if e, ok := errors.AsType[*cms.Error](err); n != 300 || !ok {
			t.Errorf("Walk with totals of %s: %d records, error %v, want 300 and an error of the site", name, n, err)
		} else if e.Code != cms.CodeInvalidPageNumber && e.Status != 400 {
			t.Errorf("Walk with totals of %s: %d records, error %v, want CodeInvalidPageNumber", name, n, err)
		}
	}
}

// TestCountsEndWithoutTotals walks, since the site states none.
func TestCountsEndWithoutTotals(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		ids  func(int) []int
		want int
	}{"the same page": {same(1, 2, 3), 3}, "ten pages": {full(10), 1000}, "empty pages": {same(), 0}} {
		s := newServer(t, walkSlack, list{test.ids, nil}.ServeHTTP)
		if n, err := s.site(t).Posts.Count(bounded(t), nil); n != test.want || err != nil {
			t.Errorf("%s: Count: %d, error %v, want %d and nil", name, n, err, test.want)
		}
	}
}

// TestGetManyEndsWhateverTheTotalsSay bounds what one list of ids costs.
func TestGetManyEndsWhateverTheTotalsSay(t *testing.T) {
	t.Parallel()
	ids := make([]int64, 100)
	for i := range ids {
		ids[i] = int64(i + 1)
	}
	for name, l := range map[string]list{
		"a trillion, and empty pages":      {same(), totals(trillion, trillion)},
		"the most, and the same page":      {same(1, 2, 3), totals(endlessLimit, endlessLimit)},
		"the most, no pages, all of them":  {full(1), []string{"X-CMS-Total: " + endlessLimit}},
		"no totals, and all of them":       {full(1), nil},
		"pages of one, and the same again": {same(1), totals("100", "100")},
	} {
		s := newServer(t, len(ids)+walkSlack, l.ServeHTTP)
		if n, err := counted(s.site(t).Posts.GetMany(bounded(t), ids, nil)); n > len(ids) {
			t.Errorf("GetMany with %s: %d records of %d ids, error %v, want at most one for each", name, n, len(ids), err)
		}
	}
}

// ordered is a list that obeys what an exact walk asks for, and lies in one thing.
type ordered struct {
	ids   []int
	total string // "" for the real one
	page  func(q url.Values, ids []int) []int
}

func (o ordered) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	q := r.URL.Query()
	ids := slices.Clone(o.ids)
	if q.Has("include[]") {
		ids = slices.DeleteFunc(ids, func(id int) bool { return !slices.Contains(q["include[]"], strconv.Itoa(id)) })
	}
	total := o.total
	if total == "" {
		total = strconv.Itoa(len(ids))
	}
	if q.Get("order") == "desc" {
		slices.Reverse(ids)
	}
	offset, _ := strconv.Atoi(q.Get("offset"))
	size, _ := strconv.Atoi(q.Get("per_page"))
	ids = ids[min(offset, len(ids)):]
	ids = ids[:min(size, len(ids))]
	if o.page != nil {
		ids = o.page(q, ids)
	}
	records := []string{}
	for _, id := range ids {
		records = append(records, fmt.Sprintf(`{"id":%d}`, id))
	}
	pages := "1"
	if n, err := strconv.ParseInt(total, 10, 64); err == nil && n > 0 {
		pages = strconv.FormatInt((n-1)/int64(max(size, 1))+1, 10)
	}
	answer(w, 200, "["+strings.Join(records, ",")+"]", totals(total, pages)...)
}

// TestExactWalksEndWhateverTheSiteSays bounds the requests of exact walks.
func TestExactWalksEndWhateverTheSiteSays(t *testing.T) {
	t.Parallel()
	hundred := full(1)(1)
	for name, test := range map[string]struct {
		ordered
		want  int // records at least, where there is no error
		fails bool
	}{
		"one id of a trillion":        {ordered: ordered{ids: append(slices.Clone(hundred), 1_000_000_000_000)}, want: 101},
		"one id, which is a trillion": {ordered: ordered{ids: []int{1_000_000_000_000}}, want: 1},
		"two ids a trillion apart":    {ordered: ordered{ids: []int{1, 1_000_000_000_000}}, want: 2},
		"the largest id":              {ordered: ordered{ids: []int{1, math.MaxInt64}}, want: 2},
		"the largest id alone":        {ordered: ordered{ids: []int{math.MaxInt64}}, want: 1},
		"a trillion in descending order alone": {ordered: ordered{ids: hundred, page: func(q url.Values, ids []int) []int {
			if q.Get("order") == "desc" {
				return []int{1_000_000_000_000}
			}
			return ids
		}}, want: 100},
		"a trillion at an offset alone": {ordered: ordered{ids: hundred, total: "200",
			page: func(q url.Values, ids []int) []int {
				if q.Has("offset") || q.Get("order") == "desc" {
					return []int{1_000_000_000_000}
				}
				return ids
			}}, want: 100},
		"a trillion, and what is there": {ordered: ordered{ids: hundred, total: trillion}, want: 100},
		"the most, and what is there":   {ordered: ordered{ids: hundred, total: endlessLimit}, want: 100},
		"a trillion, and empty pages":   {ordered: ordered{total: trillion}, fails: true},
		"the most, and empty pages":     {ordered: ordered{total: endlessLimit}, fails: true},
		"a trillion, and the same page": {ordered: ordered{total: trillion,
			page: func(url.Values, []int) []int { return []int{5} }}, want: 1},
		"the most, and the same page": {ordered: ordered{total: endlessLimit,
			page: func(url.Values, []int) []int { return []int{5} }}, want: 1},
		"the same page, of ids out of order": {ordered: ordered{total: trillion,
			page: func(url.Values, []int) []int { return []int{9, 5} }}, fails: true},
		"the same page, of the same id twice": {ordered: ordered{total: trillion,
			page: func(url.Values, []int) []int { return []int{5, 5} }}, fails: true},
	} {
		for _, options := range map[string][]cms.WalkOption{"": nil, "ahead": {cms.Prefetch(3)},
			"adaptive": {cms.PrefetchAdaptive()}} {
			for _, size := range []int{2, 100} {
				t.Run(fmt.Sprintf("%s/%d options, %d a page", name, len(options), size), func(t *testing.T) {
					t.Parallel()
					s := newServer(t, 2*tolerated+4*walkSlack, test.ServeHTTP)
					n, err := counted(s.site(t, cms.WithRetry(cms.Retry{Attempts: 1})).Posts.All(bounded(t),
						&cms.PostListOptions{PerPage: size}, append(options, cms.Exact())...))
					if test.fails && err == nil || err == nil && n < test.want {
						t.Errorf("Walk: %d records in %d requests, error %v, want %d, or an error: %t", n, len(s.seen()), err, test.want,
							test.fails)
					} else if n > len(test.ids)+1 {
						t.Errorf("Walk: %d records in %d requests, error %v, want at most %d", n, len(s.seen()), err, len(test.ids)+1)
					}
				})
			}
		}
	}
}

// TestMaxEmptyPagesIsTheNumberOfEmptyPagesThatAWalkReads has 1,500 empty pages in
// front of a full one.
func TestMaxEmptyPagesIsTheNumberOfEmptyPagesThatAWalkReads(t *testing.T) {
	t.Parallel()
	late := func(page int) []int {
		if page <= 1500 {
			return nil
		}
		return full(page)(page)
	}
	for _, test := range []struct {
		options  []cms.WalkOption
		requests int // where the walk ends by an error
	}{
		{nil, tolerated}, {[]cms.WalkOption{cms.MaxEmptyPages(1)}, 1}, {[]cms.WalkOption{cms.MaxEmptyPages(10)}, 10},
		{[]cms.WalkOption{cms.MaxEmptyPages(1500)}, 1500}, {[]cms.WalkOption{cms.MaxEmptyPages(1501)}, 0},
		{[]cms.WalkOption{cms.MaxEmptyPages(9999), cms.Prefetch(3)}, 0},
	} {
		s := newServer(t, 1600, list{late, totals("150100", "1501")}.ServeHTTP)
		n, err := counted(s.site(t).Posts.All(bounded(t), nil, test.options...))
		switch {
		case test.requests > 0 && (!errors.Is(err, cms.ErrEmptyPages) || len(s.seen()) != test.requests):
			t.Errorf("walk: %d requests and %d records, error %v, want %d and ErrEmptyPages", len(s.seen()), n, err,
				test.requests)
		case test.requests == 0 && (err != nil || n != 100):
			t.Errorf("Walk: %d requests and %d records, error %v, want 100 records", len(s.seen()), n, err)
		}
	}
	s := newServer(t, 1, respondAlways(200, "[]"))
	if _, err := counted(s.site(t).Posts.All(bounded(t), nil, cms.MaxEmptyPages(0))); !errors.Is(err,
		cms.ErrInvalidArgument) || len(s.seen()) > 0 {
		t.Errorf("Walk with MaxEmptyPages(0): error %v, want ErrInvalidArgument and no request", err)
	}
}
