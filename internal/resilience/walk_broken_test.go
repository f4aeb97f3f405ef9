package resilience

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/fontcms/fontcms-go/cms"
)

// oddity is one element of a list that cannot be decoded.
type oddity struct {
	name string
	raw  string // %d is its id
	id   bool   // it has one
}

func (o oddity) at(id int) string {
	if o.id {
		return fmt.Sprintf(o.raw, id)
	}
	return o.raw
}

// oddities cannot be decoded as a post, nor as a record with an id.
func oddities() []oddity {
	return []oddity{
		{"too many relations", `{"id":%d,"_embedded":{` + strings.Repeat(`"a":[],`, 1001) + `"b":[]}}`, true},
		{"a list that holds an object", `[{"id":7}]`, false},
		{"null", `null`, false},
		{"a number", `5`, false},
		{"a fraction", `1.5`, false},
		{"a word", `"post"`, false},
		{"true", `true`, false},
		{"an empty list", `[]`, false},
		{"an empty object", `{}`, false},
		{"an object without an id", `{"slug":"a"}`, false},
		{"an id that is null", `{"id":null,"slug":"a"}`, false},
		{"an id that is a word", `{"id":"seven","slug":"a"}`, false},
		{"an id that is a fraction", `{"id":7.5,"slug":"a"}`, false},
		{"an id that is a list", `{"id":[7],"slug":"a"}`, false},
		{"an id that is zero", `{"id":0,"slug":"a"}`, false},
		{"an id that is too large", `{"id":99999999999999999999,"slug":"a"}`, false},
	}
}

// shelf lists the ids 1 to n, one of which is odd, as a site does.
type shelf struct {
	n, odd int
	raw    string
	totals bool
}

func (s shelf) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	q := r.URL.Query()
	var ids []int
	for id := 1; id <= s.n; id++ {
		if !q.Has("include[]") || slices.Contains(q["include[]"], strconv.Itoa(id)) {
			ids = append(ids, id)
		}
	}
	if q.Get("order") == "desc" {
		slices.Reverse(ids)
	}
	number := func(name string, usual int) int {
		if n, err := strconv.Atoi(q.Get(name)); err == nil {
			return n
		}
		return usual
	}
	size := number("per_page", 10)
	start := number("offset", (number("page", 1)-1)*size)
	page := ids[min(start, len(ids)):min(start+size, len(ids))]
	if start >= len(ids) && start > 0 && !q.Has("offset") {
		answer(w, 400, refusal(400, "rest_post_invalid_page_number"))
		return
	}
	records := []string{}
	for _, id := range page {
		record := fmt.Sprintf(`{"id":%d}`, id)
		if id == s.odd && q.Get("_fields") != "id" {
			record = s.raw
		}
		records = append(records, record)
	}
	var headers []string
	if s.totals {
		headers = totals(strconv.Itoa(len(ids)), strconv.Itoa((len(ids)+size-1)/size))
	}
	answer(w, 200, "["+strings.Join(records, ",")+"]", headers...)
}

// found is what a call brings.
type found struct {
	ids    []int64
	broken []*cms.BrokenRecordError
	err    error // another one
}

func (f *found) add(id int64, err error) {
	if broken, ok := errors.AsType[*cms.BrokenRecordError](err); ok {
		f.broken = append(f.broken, broken)
	} else if err != nil {
		f.err = err
	} else {
		f.ids = append(f.ids, id)
	}
}

// reading is a call that reads many records of twelve.
type reading struct {
	name string
	call func(ctx context.Context, c *cms.Client) found
}

func all(options *cms.PostListOptions, more ...cms.WalkOption) func(context.Context, *cms.Client) found {
	return func(ctx context.Context, c *cms.Client) (f found) {
		for post, err := range c.Posts.All(ctx, options, more...) {
			if err != nil {
				f.add(0, err)
				continue
			}
			f.add(post.ID, nil)
		}
		return f
	}
}

const shelved = 12 // records

func readings() []reading {
	ids := make([]int64, shelved)
	for i := range ids {
		ids[i] = int64(i + 1)
	}
	five, one := &cms.PostListOptions{PerPage: 5}, &cms.PostListOptions{PerPage: 1}
	return []reading{
		{"List", func(ctx context.Context, c *cms.Client) (f found) {
			page, err := c.Posts.List(ctx, &cms.PostListOptions{PerPage: 100})
			if err != nil {
				f.add(0, err)
			}
			if page != nil {
				for i := range page.Items {
					f.add(page.Items[i].ID, nil)
				}
			}
			return f
		}},
		{"Pages", func(ctx context.Context, c *cms.Client) (f found) {
			for page, err := range c.Posts.Pages(ctx, five) {
				if err != nil {
					f.add(0, err)
					continue
				}
				for i := range page.Items {
					f.add(page.Items[i].ID, nil)
				}
			}
			return f
		}},
		{"All", all(nil)},
		{"All, five a page", all(five)},
		{"All, one a page", all(one)},
		{"All, ahead", all(five, cms.Prefetch(3))},
		{"All, adaptive", all(five, cms.PrefetchAdaptive())},
		{"All from an offset on", all(&cms.PostListOptions{PerPage: 5, Offset: 1})},
		{"All of two fields", all(five, cms.Fields("id", "content"))},
		{"Exact", all(nil, cms.Exact())},
		{"Exact, five a page", all(five, cms.Exact())},
		{"Exact, one a page", all(one, cms.Exact())},
		{"Exact, ahead", all(five, cms.Exact(), cms.Prefetch(2))},
		{"GetMany", func(ctx context.Context, c *cms.Client) (f found) {
			for post, err := range c.Posts.GetMany(ctx, ids, nil) {
				if err != nil {
					f.add(0, err)
					continue
				}
				f.add(post.ID, nil)
			}
			return f
		}},
		{"Resume after each", func(ctx context.Context, c *cms.Client) (f found) {
			var cursor cms.Cursor
			for range 4 * shelved {
				for post, err := range c.Posts.All(ctx, five, cms.Resume(&cursor)) {
					if err != nil {
						f.add(0, err)
						continue // a walk that is left at an error meets it again
					}
					f.add(post.ID, nil)
					break
				}
				if cursor.Done || f.err != nil {
					return f
				}
			}
			f.err = errors.New("the cursor does not come to the end")
			return f
		}},
	}
}

// TestBrokenRecordDoesNotEndAWalk puts one element that cannot be decoded into a list:
// the other records are yielded, and it is a BrokenRecordError.
func TestBrokenRecordDoesNotEndAWalk(t *testing.T) {
	t.Parallel()
	for _, reading := range readings() {
		for _, odd := range oddities() {
			t.Run(reading.name+"/"+odd.name, func(t *testing.T) {
				t.Parallel()
				most := 1
				if !odd.id && strings.HasPrefix(reading.name, "Exact") {
					most = 2 // without an id it has no place in the order: the gap that it leaves is read again
				}
				for _, place := range []int{1, 7, shelved} {
					first := 1
					if strings.Contains(reading.name, "offset") {
						first = 2
					}
					if place < first || !odd.id && strings.HasPrefix(reading.name, "Exact") && place == shelved {
						continue // the highest id of a site is what an exact walk begins with
					}
					s := newServer(t, 80, shelf{n: shelved, odd: place, raw: odd.at(place), totals: true}.ServeHTTP)
					got := reading.call(bounded(t), s.site(t))
					if err := got.whole(first, place, odd, most); err != nil {
						t.Errorf("Walk with a broken record at %d: %v, want all others", place, err)
						return
					}
				}
			})
		}
	}
}

// whole reports what is wrong with what came of the ids from first on, one of
// which is odd, and said to be so up to most times.
func (f *found) whole(first, place int, odd oddity, most int) error {
	var want []int64
	for id := first; id <= shelved; id++ {
		if id != place {
			want = append(want, int64(id))
		}
	}
	got := slices.Sorted(slices.Values(f.ids))
	switch {
	case f.err != nil:
		return f.err
	case !slices.Equal(got, want):
		return fmt.Errorf("it yields %d, not %d", got, want)
	case len(f.broken) == 0, len(f.broken) > most:
		return fmt.Errorf("%d records are broken, not 1", len(f.broken))
	}
	broken := f.broken[0]
	id := int64(0)
	if odd.id {
		id = int64(place)
	}
	if broken.ID != id || !errors.Is(broken, cms.ErrDecode) {
		return fmt.Errorf("the broken record is %d, not %d: %w", broken.ID, id, broken)
	}
	if got, want := strings.TrimSpace(string(broken.Raw)), odd.at(place); got != want {
		return fmt.Errorf("its JSON is %q, not %q", got, want)
	}
	return nil
}

// TestBrokenRecordDoesNotEndAWalkWithoutTotals has a site that states none.
func TestBrokenRecordDoesNotEndAWalkWithoutTotals(t *testing.T) {
	t.Parallel()
	for _, odd := range oddities() {
		for _, size := range []int{1, 5, 100} {
			for _, place := range []int{1, 7, shelved} {
				s := newServer(t, 40, shelf{n: shelved, odd: place, raw: odd.at(place)}.ServeHTTP)
				got := all(&cms.PostListOptions{PerPage: size})(bounded(t), s.site(t))
				if err := got.whole(1, place, odd, 1); err != nil {
					t.Errorf("%s, %d a page, at %d: %v", odd.name, size, place, err)
				}
			}
		}
	}
}

// TestBrokenRecordOfACallersTypeDoesNotEndAWalk has types of callers.
func TestBrokenRecordOfACallersTypeDoesNotEndAWalk(t *testing.T) {
	t.Parallel()
	walk := func(c *cms.Client, kind string) func(func(error) bool) {
		return func(yield func(error) bool) {
			switch kind {
			case "plain":
				for _, err := range cms.NewCollection[plain, cms.PostParams, arguments](c,
					"shop/v1/coupons").All(t.Context(), nil) {
					yield(err)
				}
			case "embedding":
				for _, err := range cms.NewCollection[byValue, cms.PostParams, arguments](c,
					"shop/v1/coupons").All(t.Context(), nil) {
					yield(err)
				}
			case "map":
				for _, err := range cms.NewCollection[map[string]json.RawMessage, cms.PostParams, arguments](c,
					"shop/v1/coupons").All(t.Context(), nil) {
					yield(err)
				}
			}
		}
	}
	for _, kind := range []string{"plain", "embedding", "map"} {
		for _, raw := range []string{`5`, `null`, `"a"`, `[[1]]`, `{"id":"seven"}`, `{"slug":"a"}`} {
			if kind == "map" && raw[0] == '{' {
				continue // a map takes any object
			}
			s := newServer(t, 20, shelf{n: shelved, odd: 7, raw: raw, totals: true}.ServeHTTP)
			whole, broken := 0, 0
			var other error
			for err := range walk(s.site(t), kind) {
				if _, ok := errors.AsType[*cms.BrokenRecordError](err); ok {
					broken++
				} else if err != nil {
					other = err
				} else {
					whole++
				}
			}
			if whole != shelved-1 || broken != 1 {
				t.Errorf("Walk of %s with %s: %d records, %d broken, want %d and 1", kind, raw, whole, broken, shelved-1)
			} else if other != nil {
				t.Errorf("Walk of %s with %s: error %v, want none", kind, raw, other)
			}
		}
	}
}

// TestLinksLeaveOutWhatDoesNotFit has members of links of other types than they should be.
func TestLinksLeaveOutWhatDoesNotFit(t *testing.T) {
	t.Parallel()
	for name, links := range map[string]string{
		"hints that are a word":        `{"self":[{"href":"https://a.test/","targetHints":{"allow":"GET"}}]}`,
		"hints that are a list":        `{"self":[{"href":"https://a.test/","targetHints":[]}]}`,
		"hints that are numbers":       `{"self":[{"href":"https://a.test/","targetHints":{"allow":[1,2]}}]}`,
		"a count that is a fraction":   `{"self":[{"href":"https://a.test/","count":1.5}]}`,
		"a count that is a word":       `{"self":[{"href":"https://a.test/","count":"many"}]}`,
		"embeddable that is a word":    `{"self":[{"href":"https://a.test/","embeddable":"yes"}]}`,
		"an id that is a word":         `{"self":[{"href":"https://a.test/","id":"wp_id"}]}`,
		"a relation that is a word":    `{"self":[{"href":"https://a.test/"}],"author":"me"}`,
		"a link that is a number":      `{"self":[{"href":"https://a.test/"},5,null]}`,
		"a taxonomy that is false":     `{"self":[{"href":"https://a.test/","taxonomy":false}]}`,
		"templated that is a number":   `{"self":[{"href":"https://a.test/","templated":1}]}`,
		"an address that is no string": `{"self":[{"href":"https://a.test/"},{"href":false}]}`,
	} {
		s := newServer(t, 4, respondAlways(200, `[{"id":7,"_links":`+links+`}]`, totals("1", "1")...))
		got := 0
		for post, err := range s.site(t).Posts.All(bounded(t), nil) {
			if err != nil {
				t.Errorf("Walk over %s: error %v, want none", name, err)
				continue
			}
			if got++; len(post.Links.Get("self")) == 0 || post.Links.Get("self")[0].Href != "https://a.test/" {
				t.Errorf("Walk over %s: links %+v, want that to self", name, post.Links)
			}
		}
		if got != 1 {
			t.Errorf("Walk over %s: %d records, want 1", name, got)
		}
	}
}

// TestWalkOfOneRecordAPagePassesARecordThatFails has a site that answers a
// record with 500.
func TestWalkOfOneRecordAPagePassesARecordThatFails(t *testing.T) {
	t.Parallel()
	for _, exact := range []bool{false, true} {
		for _, size := range []int{1, 2, 5} {
			for _, place := range []int{1, 7, shelved} {
				inner := shelf{n: shelved, odd: place, raw: "FATAL", totals: true}
				s := newServer(t, 200, func(w http.ResponseWriter, r *http.Request) {
					broken := &failing{ResponseWriter: w}
					inner.ServeHTTP(broken, r)
					broken.end()
				})
				var options []cms.WalkOption
				if exact {
					options = append(options, cms.Exact())
				}
				got := all(&cms.PostListOptions{PerPage: size}, options...)(bounded(t),
					s.site(t, cms.WithRetry(cms.Retry{Attempts: 1})))
				if len(got.ids) != shelved-1 || len(got.broken) != 1 {
					t.Errorf("Walk, exact %t, %d a page, at %d: records %d, broken %v, want all others and one broken", exact, size,
						place, got.ids, got.broken)
				} else if got.err != nil || got.broken[0].ID != int64(place) {
					t.Errorf("Walk, exact %t, %d a page, at %d: broken %v, error %v, want that place and none", exact, size, place,
						got.broken, got.err)
				}
			}
		}
	}
}

// failing answers 500 in place of a page that holds FATAL.
type failing struct {
	http.ResponseWriter
	status int
	body   []byte
}

func (f *failing) WriteHeader(status int) { f.status = status }
func (f *failing) Write(b []byte) (int, error) {
	f.body = append(f.body, b...)
	return len(b), nil
}

func (f *failing) end() {
	if strings.Contains(string(f.body), "FATAL") {
		f.Header().Del("X-CMS-Total")
		f.Header().Del("X-CMS-TotalPages")
		answer(f.ResponseWriter, 500, refusal(500, "internal_server_error"))
		return
	}
	f.ResponseWriter.WriteHeader(f.status)
	_, _ = f.ResponseWriter.Write(f.body)
}
