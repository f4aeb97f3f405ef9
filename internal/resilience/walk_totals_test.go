package resilience

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/fontcms/fontcms-go/cms"
)

// stock is a list of records, 1 to n, that gives at most so many a page and
// states what it likes.
type stock struct {
	n, most int
	// stated are the headers of a page with so many records behind it.
	stated func(total, size int) []string
	// record is one of them, a plain one if nil.
	record func(id int) string
	// before answers a request in place of the list, if it is one.
	before func(w http.ResponseWriter, q url.Values, number int) bool
	asked  int
}

func (l *stock) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	q := r.URL.Query()
	l.asked++
	if l.before != nil && l.before(w, q, l.asked) {
		return
	}
	number := func(name string, usual int) int {
		if n, err := strconv.Atoi(q.Get(name)); err == nil {
			return n
		}
		return usual
	}
	size := min(number("per_page", 10), max(l.most, 1))
	from := number("offset", (number("page", 1)-1)*size)
	var ids []int
	for id := 1; id <= l.n; id++ {
		if include := q["include[]"]; len(include) == 0 || slices.Contains(include, strconv.Itoa(id)) {
			ids = append(ids, id)
		}
	}
	if q.Get("order") == "desc" {
		slices.Reverse(ids)
	}
	total := len(ids)
	ids = ids[min(from, total):min(from+size, total)]
	records := make([]string, 0, len(ids))
	for _, id := range ids {
		if l.record != nil {
			records = append(records, l.record(id))
			continue
		}
		records = append(records, fmt.Sprintf(`{"id":%d}`, id))
	}
	answer(w, 200, "["+strings.Join(records, ",")+"]", l.stated(total, size)...)
}

func nothing(int, int) []string { return nil }

func totalAlone(total, _ int) []string { return []string{"X-CMS-Total: " + strconv.Itoa(total)} }

func pagesAlone(total, size int) []string {
	return []string{"X-CMS-TotalPages: " + strconv.Itoa((total+size-1)/size)}
}

func bothTotals(total, size int) []string {
	return append(totalAlone(total, size), pagesAlone(total, size)...)
}

// plainRecord is a record of a type of one's own, listArguments those of its list.
type (
	numberedRecord struct {
		ID int64 `json:"id"`
	}
	listArguments struct {
		PerPage int     `url:"per_page,omitempty"`
		Offset  int     `url:"offset,omitempty"`
		Include []int64 `url:"include,brackets,omitempty"`
		Search  string  `url:"search,omitempty"`
	}
)

func stocked(t *testing.T, l *stock, budget int) *cms.Collection[numberedRecord, struct{}, listArguments] {
	t.Helper()
	s := newServer(t, budget, l.ServeHTTP)
	return cms.NewCollection[numberedRecord, struct{},
		listArguments](s.site(t, cms.WithRetry(cms.Retry{Attempts: 1})), "shop/v1/rows")
}

// TestWalksReadAllOrSayThatTheyDidNot has sites that give smaller pages than they
// are asked for, and totals that contradict each other.
func TestWalksReadAllOrSayThatTheyDidNot(t *testing.T) {
	t.Parallel()
	pages := func(n int) func(int, int) []string {
		return func(total, _ int) []string { return totals(strconv.Itoa(total), strconv.Itoa(n)) }
	}
	answered := func(at int, status int, body string, headers ...string) func(http.ResponseWriter, url.Values, int) bool {
		return func(w http.ResponseWriter, q url.Values, number int) bool {
			if number == at {
				answer(w, status, body, headers...)
			}
			return number == at
		}
	}
	for name, l := range map[string]*stock{
		"pages of 50, the total alone":   {most: 50, stated: totalAlone},
		"pages of 50, no totals":         {most: 50, stated: nothing},
		"pages of 20, the total alone":   {most: 20, stated: totalAlone},
		"pages of 7, the total alone":    {most: 7, stated: totalAlone},
		"pages of 100, the total alone":  {most: 100, stated: totalAlone},
		"pages of 100, the pages alone":  {most: 100, stated: pagesAlone},
		"pages rounded down":             {most: 100, stated: pages(2)},
		"one page stated":                {most: 100, stated: pages(1)},
		"no page stated":                 {most: 100, stated: pages(0)},
		"a second page without anything": {most: 100, stated: bothTotals, before: answered(2, 200, "[]")},
		"a second page that is refused": {most: 100, stated: bothTotals,
			before: answered(2, 400, refusal(400, "rest_post_invalid_page_number"))},
		"a database that fails for one request": {most: 100, stated: bothTotals,
			before: answered(2, 200, "[]", totals("0", "0")...)},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			l.n = 250
			var all []int64
			for i := range 250 {
				all = append(all, int64(i+1))
			}
			for walk, run := range map[string]func(context.Context,
				*cms.Collection[numberedRecord, struct{}, listArguments]) (int, error){
				"All": func(ctx context.Context, c *cms.Collection[numberedRecord, struct{}, listArguments]) (int, error) {
					return counted(c.All(ctx, nil))
				},
				"an offset": func(ctx context.Context, c *cms.Collection[numberedRecord, struct{}, listArguments]) (int, error) {
					n, err := counted(c.All(ctx, &listArguments{Offset: 1}))
					return n + 1, err
				},
				"Include": func(ctx context.Context, c *cms.Collection[numberedRecord, struct{}, listArguments]) (int, error) {
					return counted(c.All(ctx, &listArguments{Include: all}))
				},
				"GetMany": func(ctx context.Context, c *cms.Collection[numberedRecord, struct{}, listArguments]) (int, error) {
					return counted(c.GetMany(ctx, all, nil))
				},
				"Exact": func(ctx context.Context, c *cms.Collection[numberedRecord, struct{}, listArguments]) (int, error) {
					return counted(c.All(ctx, nil, cms.Exact()))
				},
			} {
				l.asked = 0
				if n, err := run(bounded(t), stocked(t, l, 400)); err == nil && n != 250 {
					t.Errorf("Walk by %s: %d of 250 records and no error, want all or an error", walk, n)
				}
			}
		})
	}
}

// TestWalksOfRecordsWithTextIDsEnd has lists that do not page, whose records have
// ids that are no numbers, or none.
func TestWalksOfRecordsWithTextIDsEnd(t *testing.T) {
	t.Parallel()
	type template struct {
		ID      string `json:"id"`
		Content string `json:"content"`
	}
	type author struct {
		Author int64 `json:"author"`
	}
	asked := 0
	s := newServer(t, 10, func(w http.ResponseWriter, _ *http.Request) {
		asked++
		answer(w, 200, fmt.Sprintf(`[{"id":"theme//home","content":"nonce %d"},{"id":"theme//page","content":""}]`, asked))
	})
	if n, err := counted(cms.NewCollection[template, struct{}, listArguments](s.site(t),
		"cms/v2/templates").All(bounded(t), nil)); n != 2 || err != nil {
		t.Errorf("Walk of templates: %d records, error %v, want 2 and none", n, err)
	}
	for name, stated := range map[string]func(int, int) []string{"totals": bothTotals, "no totals": nothing} {
		l := &stock{n: 250, most: 100, stated: stated,
			record: func(id int) string { return fmt.Sprintf(`{"id":%d,"author":1}`, id) }}
		authors := cms.NewCollection[author, struct{}, listArguments](newServer(t, 10, l.ServeHTTP).site(t), "shop/v1/rows")
		if n, err := counted(authors.All(bounded(t), nil, cms.Fields("author"))); n != 250 || err != nil {
			t.Errorf("Walk with %s: %d authors, error %v, want 250 and none", name, n, err)
		}
	}
}

// TestHalvingNeedsIDsThatAreNumbers has a list that fails, of records that cannot
// be read one by one.
func TestHalvingNeedsIDsThatAreNumbers(t *testing.T) {
	t.Parallel()
	type template struct {
		ID string `json:"id"`
	}
	asked := 0
	s := newServer(t, 20, func(w http.ResponseWriter, r *http.Request) {
		asked++
		if asked == 1 || asked == 3 {
			answer(w, 500, refusal(500, "internal_server_error"))
			return
		}
		if include := r.URL.Query()["include[]"]; len(include) > 0 {
			t.Errorf("Walk of templates includes %v, want no ids", include)
		}
		answer(w, 200, `[{"id":"a//a"},{"id":"a//b"},{"id":"a//c"},{"id":"a//d"}]`, totals("4", "1")...)
	})
	site := s.site(t, cms.WithRetry(cms.Retry{Attempts: 1}))
	n, err := counted(cms.NewCollection[template, struct{}, listArguments](site, "cms/v2/templates").All(bounded(t), nil))
	if err == nil && n != 4 || n > 4 {
		t.Errorf("Walk of templates: %d records, error %v, want 4 or an error", n, err)
	}
}

// TestRedirectThatDropsAnArgumentIsNotFollowed has a site that sends a list to an
// address without its filter: what comes is deleted by the caller.
func TestRedirectThatDropsAnArgumentIsNotFollowed(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		target string
		follow bool
	}{
		"dropped": {"/cms-json/shop/v1/rows/", false},
		"changed": {"/cms-json/shop/v1/rows/?search=ham&per_page=100&page=1", false},
		"kept":    {"", true},
	} {
		s := newServer(t, 10, func(w http.ResponseWriter, r *http.Request) {
			if strings.HasSuffix(r.URL.Path, "rows") {
				http.Redirect(w, r, cmp.Or(test.target, "/cms-json/shop/v1/rows/?lang=en&"+r.URL.RawQuery),
					http.StatusMovedPermanently)
				return
			}
			answer(w, 200, `[{"id":1},{"id":2}]`, totals("2", "1")...)
		})
		site := dial(t, s.listen(t), cms.WithInsecureHTTP())
		n, err := counted(cms.NewCollection[numberedRecord, struct{}, listArguments](site, "shop/v1/rows").All(bounded(t),
			&listArguments{Search: "spam"}))
		if test.follow && (n != 2 || err != nil) || !test.follow && (n != 0 || !errors.Is(err, cms.ErrRedirected)) {
			t.Errorf("Walk with %s: %d records, error %v, want 2, or ErrRedirected if the argument is lost", name, n, err)
		}
	}
}
