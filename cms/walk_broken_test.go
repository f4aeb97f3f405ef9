package cms_test

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"iter"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/cms/cmstest"
	"github.com/fontcms/fontcms-go/internal/stub"
)

// breaking is a site that fails when it has to show what holds a word.
type breaking struct {
	server   *cmstest.Server
	word     string
	requests atomic.Int64
}

func (b *breaking) RoundTrip(r *http.Request) (*http.Response, error) {
	b.requests.Add(1)
	resp, err := inProcess(b.server, r)
	if err != nil {
		return nil, err
	}
	body, err := io.ReadAll(resp.Body)
	if err != nil {
		return nil, err
	}
	if bytes.Contains(body, []byte(b.word)) {
		return stub.Carried(r, 500, fatal), nil
	}
	resp.Body = io.NopCloser(bytes.NewReader(body))
	return resp, nil
}

// broken starts a site with posts of which some break it, and lists both.
func broken(t *testing.T, posts int, breaks func(n int) bool) (b *breaking, site *cms.Client, whole, bad []int64) {
	t.Helper()
	b = &breaking{server: cmstest.NewServer(), word: "BREAKS"}
	t.Cleanup(b.server.Close)
	for n := range posts {
		title := "Post"
		if breaks(n) {
			title = b.word
		}
		id := b.server.Insert("posts", map[string]any{"title": title})
		if title == b.word {
			bad = append(bad, id)
		} else {
			whole = append(whole, id)
		}
	}
	site, err := cms.New(b.server.URL, cms.WithHTTPClient(&http.Client{Transport: b}),
		cms.WithRetry(cms.Retry{MinWait: time.Microsecond, MaxWait: time.Microsecond}))
	if err != nil {
		t.Fatal(err)
	}
	return b, site, whole, bad
}

// sorted are the ids that a walk yields, and those that it says are broken.
func sorted(walk iter.Seq2[*cms.Post, error]) (whole, bad []int64, err error) {
	for post, err := range walk {
		record, ok := errors.AsType[*cms.BrokenRecordError](err)
		switch {
		case ok && errors.Is(record, cms.CodeInternalError):
			bad = append(bad, record.ID)
		case err != nil:
			return whole, bad, err
		default:
			whole = append(whole, post.ID)
		}
	}
	slices.Sort(whole)
	slices.Sort(bad)
	return whole, bad, nil
}

func TestWalkContinuesAfterARecordThatTheSiteFailsOn(t *testing.T) {
	t.Parallel()
	b, site, whole, bad := broken(t, 130, func(n int) bool { return n == 0 || n == 17 || n == 18 || n == 77 || n == 129 })
	list := &cms.PostListOptions{PerPage: 20}
	pages := func(yield func(*cms.Post, error) bool) {
		for page, err := range site.Posts.Pages(t.Context(), list, cms.Prefetch(2)) {
			if err != nil {
				yield(nil, err)
				continue
			}
			for i := range page.Items {
				yield(&page.Items[i], nil)
			}
		}
	}
	for name, walk := range map[string]iter.Seq2[*cms.Post, error]{
		"a plain walk":      site.Posts.All(t.Context(), list),
		"one ahead":         site.Posts.All(t.Context(), list, cms.PrefetchAdaptive()),
		"an exact one":      site.Posts.All(t.Context(), list, cms.Exact()),
		"an exact of few":   site.Posts.All(t.Context(), &cms.PostListOptions{PerPage: 3}, cms.Exact(), cms.Prefetch(3)),
		"one of two fields": site.Posts.All(t.Context(), list, cms.Fields("id", "title")),
		"one of ids":        site.Posts.GetMany(t.Context(), slices.Concat(whole, bad), nil),
		"pages":             pages,
	} {
		b.requests.Store(0)
		gotWhole, gotBad, err := sorted(walk)
		switch {
		case err != nil:
			t.Errorf("%s: walk ends with error %v, want nil", name, err)
		case !slices.Equal(gotWhole, whole):
			t.Errorf("%s: walk yields %v, want %v", name, gotWhole, whole)
		case !slices.Equal(gotBad, bad):
			t.Errorf("%s: walk yields the broken records %v, want %v", name, gotBad, bad)
		}
		t.Logf("%s took %d requests", name, b.requests.Load())
	}
	n := 0
	for _, err := range site.Posts.All(t.Context(), list) {
		if n++; err != nil {
			break
		}
	}
	if n < 19 || n > 21 {
		t.Errorf("the first broken record came after %d, want at least 19 and at most 21", n)
	}
}

func TestWalkEndsIfTheSiteFailsOnTooManyRecords(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		word   string
		breaks func(int) bool
		most   int64 // requests
	}{
		"on all it has to show": {"[", func(int) bool { return false }, 5},
		"on every other record": {"BREAKS", func(n int) bool { return n%2 == 0 }, 60},
	} {
		b, site, _, _ := broken(t, 40, test.breaks)
		b.word = test.word
		whole, bad, err := sorted(site.Posts.All(t.Context(), nil))
		e, ok := errors.AsType[*cms.Error](err)
		switch {
		case !ok:
			t.Errorf("%s: sorted: error %v, want a *cms.Error", name, err)
		case e.Status != 500 || e.Operation != "Posts.All":
			t.Errorf("%s: sorted: Status %d, Operation %q, want 500 and %q", name, e.Status, e.Operation, "Posts.All")
		case len(whole)+len(bad) > 0:
			t.Errorf("%s: len(whole)+len(bad) %d, want at most 0", name, len(whole)+len(bad))
		}
		if n := b.requests.Load(); n > test.most {
			t.Errorf("broken(40, test.breaks): %s: %d requests, want at most %d", name, n, test.most)
		}
	}
}

func TestBrokenRecordIsNamedByItsID(t *testing.T) {
	t.Parallel()
	for id, named := range map[int64]bool{0: false, 7: true} {
		err := error(&cms.BrokenRecordError{ID: id, Err: cms.ErrDecode})
		switch text := err.Error(); {
		case strings.Contains(text, "record "+strconv.FormatInt(id, 10)) != named:
			t.Errorf("%d: text %q contains %q: %t, want %t", id, text, "record "+strconv.FormatInt(id, 10),
				strings.Contains(text, "record "+strconv.FormatInt(id, 10)), named)
		case strings.Contains(text, "without an id") == named:
			t.Errorf("record %d: error text %q, want it to say that there is no id: %t", id, text, !named)
		case !errors.Is(err, cms.ErrDecode):
			t.Errorf("%d: error %v, want ErrDecode", id, err)
		}
	}
}

// TestWalkReportsEveryRecordIfAllAreBroken has a site that breaks on each record.
func TestWalkReportsEveryRecordIfAllAreBroken(t *testing.T) {
	t.Parallel()
	_, site, _, all := broken(t, 6, func(int) bool { return true })
	slices.Sort(all)
	for name, options := range map[string][]cms.WalkOption{"plain": nil, "exact": {cms.Exact()}} {
		whole, bad, err := sorted(site.Posts.All(t.Context(), &cms.PostListOptions{PerPage: 2}, options...))
		switch {
		case err != nil:
			t.Errorf("%s: walk: error %v, want nil", name, err)
		case whole != nil:
			t.Errorf("%s: walk yields %v, want no whole record", name, whole)
		case !slices.Equal(bad, all):
			t.Errorf("%s: walk yields the broken records %v, want %v", name, bad, all)
		}
	}
}

// TestWalkContinuesIfAllRecordsOfAPageDisappear has a site that breaks on a page and
// states nothing. The record that it breaks on is gone when it is asked for alone.
func TestWalkContinuesIfAllRecordsOfAPageDisappear(t *testing.T) {
	t.Parallel()
	for name, options := range map[string]*cms.PostListOptions{"pages": {PerPage: 1}, "windows": {PerPage: 1, Offset: 1}} {
		site := stub.New(t, func(_ int, w http.ResponseWriter, r *http.Request) {
			switch q := r.URL.Query(); {
			case q.Has("include[]"):
				stub.Reply(w, 200, `[]`)
			case q.Get("page") == "2" || q.Get("offset") == "2":
				stub.Reply(w, 200, `[{"id":2}]`)
			case q.Has("page") && q.Get("page") != "1" || q.Get("offset") == "3":
				stub.Reply(w, 200, `[]`)
			case q.Get("_fields") == "id":
				stub.Reply(w, 200, `[{"id":1}]`)
			default:
				stub.Reply(w, 500, `{"code":"internal_server_error","message":"No.","data":{"status":500}}`)
			}
		}).Client(t)
		switch got, err := walked(t, site, options, cms.Attempts(1)); {
		case err != nil:
			t.Errorf("%s: walked: error %v, want nil", name, err)
		case fmt.Sprint(got) != "[2]":
			t.Errorf("%s: walked: %q, want %q", name, fmt.Sprint(got), "[2]")
		}
	}
}
