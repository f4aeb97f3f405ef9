package batch_test

import (
	"errors"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"slices"
	"strings"
	"testing"

	"github.com/fontcms/fontcms-go/batch"
	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/cms/cmstest"
	"github.com/fontcms/fontcms-go/internal/stub"
)

func TestLargeBatchesAreSplitInTheirOrder(t *testing.T) {
	t.Parallel()
	s := newStub(t, echo(t))
	b := updates(client(t, s), 60).SplitLarge()
	report, err := b.Do(t.Context())
	switch {
	case err != nil:
		t.Fatalf("Builder.Do: error %v, want nil", err)
	case b.Len() != 60:
		t.Fatalf("Builder.Len: %d, want 60", b.Len())
	}
	var want []outcome
	for id := range int64(60) {
		want = append(want, done(id+1))
	}
	checkReport(t, report, "", want)
	var sizes []int
	var sent []string
	for _, r := range s.Seen() {
		sizes = append(sizes, len(paths(t, r)))
		sent = append(sent, paths(t, r)...)
	}
	switch {
	case !slices.Equal(sizes, []int{25, 25, 10}):
		t.Errorf("sizes of the batches: %v, want %v", sizes, []int{25, 25, 10})
	case sent[0] != "/cms/v2/posts/1":
		t.Errorf("path of the first item %q, want %q", sent[0], "/cms/v2/posts/1")
	case sent[59] != "/cms/v2/posts/60":
		t.Errorf("path of the last item %q, want %q", sent[59], "/cms/v2/posts/60")
	}
}

func TestSplittingStopsAtTheBatchThatDidNotRunOrIsLost(t *testing.T) {
	t.Parallel()
	invalid := `{"failed":"validation","responses":[` + strings.Repeat("null,", 24) + item(400,
		`{"code":"rest_invalid_param","message":"x"}`) + `]}`
	for name, c := range map[string]struct {
		second     handler
		requireAll bool
		err        []error
		failed     string
		want       []outcome // of the second batch
		sent       int
	}{
		"an invalid one": {always(207, invalid), true, nil, "validation", append(each(24, notRun()), invalidStatus()),
			2},
		"a lost answer": {cut, false, []error{cms.ErrOutcomeUnknown}, "",
			each(25, outcome{0, 0, []error{cms.ErrOutcomeUnknown}}), 2},
		"a refusal": {always(403, "<html></html>"), false, []error{cms.ErrNotREST}, "", each(25, notRun()), 2},
		"failures are no end": {always(207, answers(slices.Repeat([]string{item(404, `{"code":"rest_post_invalid_id"}`)},
			25)...)), false, nil, "", each(25, unknownID()), 3},
		"nor with all required": {always(207, answers(slices.Repeat([]string{item(404, `{"code":"rest_post_invalid_id"}`)},
			25)...)), true, nil, "", each(25, unknownID()), 3},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			rest := echo(t)
			s := newStub(t, func(n int, w http.ResponseWriter, r stub.Request) {
				if n == 2 {
					c.second(n, w, r)
					return
				}
				rest(n, w, r)
			})
			b := updates(client(t, s), 51).SplitLarge()
			if c.requireAll {
				b.RequireAllValidate()
			}
			report, err := b.Do(t.Context())
			exactly(t, err, c.err...)
			var want []outcome
			for id := range int64(25) {
				want = append(want, done(id+1))
			}
			want = append(want, c.want...)
			if c.sent == 3 {
				want = append(want, done(51))
			} else {
				want = append(want, notRun())
			}
			checkReport(t, report, c.failed, want)
			if n := len(s.Seen()); n != c.sent {
				t.Errorf("sent %d batches, want %d", n, c.sent)
			}
		})
	}
}

func TestBatchesAreHalvedUntilTheSiteAcceptsTheirSize(t *testing.T) {
	t.Parallel()
	const tooMany = `{"code":"rest_invalid_param","message":"x","data":{"status":400,"params":{"requests":"x"},
		"details":{"requests":{"code":"rest_too_many_items","message":"x","data":null}}}}`
	for name, rejected := range map[string]handler{
		"by the site":              always(http.StatusBadRequest, tooMany),
		"by a proxy, as too large": always(http.StatusRequestEntityTooLarge, "<html></html>"),
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			rest := echo(t)
			s := newStub(t, func(n int, w http.ResponseWriter, r stub.Request) {
				if len(paths(t, r)) > 7 {
					rejected(n, w, r)
					return
				}
				rest(n, w, r)
			})
			report, err := updates(client(t, s), 27).SplitLarge().Do(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			var want []outcome
			for id := range int64(27) {
				want = append(want, done(id+1))
			}
			checkReport(t, report, "", want)
			var sizes []int
			for _, r := range s.Seen() {
				sizes = append(sizes, len(paths(t, r)))
			}
			if !slices.Equal(sizes, []int{25, 12, 6, 6, 6, 6, 3}) {
				t.Errorf("sizes %v, want %v", sizes, []int{25, 12, 6, 6, 6, 6, 3})
			}
		})
	}
}

// A proxy accepts bodies of at most 20,000 bytes, and one item in the middle is larger.
func TestItemThatIsTooLargeDoesNotStopTheOthers(t *testing.T) {
	t.Parallel()
	site := cmstest.NewServer(cmstest.WithTest(t))
	target, err := url.Parse(site.URL)
	if err != nil {
		t.Fatal(err)
	}
	forward := httputil.NewSingleHostReverseProxy(target)
	proxy := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.ContentLength > 20_000 {
			w.WriteHeader(http.StatusRequestEntityTooLarge)
			return
		}
		forward.ServeHTTP(w, r)
	}))
	t.Cleanup(proxy.Close)
	client, err := cms.New(proxy.URL, cms.WithApplicationPassword("admin", site.AppPassword("admin")))
	if err != nil {
		t.Fatal(err)
	}
	const all, large = 199, 61
	var items []batch.Item
	for i := range all {
		params := &cms.PostParams{Title: new("One"), Content: new("small")}
		if i == large {
			params.Content = new(strings.Repeat("large ", 10_000))
		}
		items = append(items, client.Posts.CreateRequest(params))
	}
	check := func(t *testing.T, call string, i int, result batch.Result) {
		t.Helper()
		e, ok := errors.AsType[*cms.Error](result.Err)
		tooLarge := ok && e.Status == http.StatusRequestEntityTooLarge && e.Operation == "Posts.Create"
		if i == large && (!tooLarge || errors.Is(result.Err, batch.ErrNotRun)) {
			t.Errorf("%s: the large item %d: error %v, want the status 413 of Posts.Create", call, i, result.Err)
		}
		if i != large && result.Err != nil {
			t.Errorf("%s: the small item %d: error %v, want none", call, i, result.Err)
		}
	}
	n := 0
	for i, result := range batch.SendAll(t.Context(), client, slices.Values(items), nil) {
		n++
		check(t, "SendAll", i, result)
	}
	if n != all {
		t.Errorf("SendAll of %d items: %d results, want as many", all, n)
	}
	report, err := batch.New(client).Add(items...).SplitLarge().Do(t.Context())
	if err != nil {
		t.Fatalf("Do with SplitLarge and one item that is too large: error %v, want it only in the report", err)
	}
	for i, result := range report.Results {
		check(t, "Do", i, result)
	}
}
