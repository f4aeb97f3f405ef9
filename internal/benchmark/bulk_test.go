package benchmark

import (
	"bytes"
	"fmt"
	"io"
	"net/http"
	"runtime"
	"strings"
	"testing"

	jsonv2 "github.com/go-json-experiment/json"

	"github.com/fontcms/fontcms-go/batch"
	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/internal/benchmark/byhand"
)

const updates = 10_000

// updated responds to batches of updates of the posts first to first+24, each a post of
// 3 KB.
type updated struct{ bodies [][]byte }

func newUpdated(tb testing.TB) *updated {
	tb.Helper()
	post := answer(tb, "cms/testdata/posts_update_post.http.json")
	start := bytes.Index(post, []byte(`"id":`)) + len(`"id":`)
	end := start + bytes.IndexByte(post[start:], ',')
	u := &updated{}
	for first := 1; first <= updates; first += batch.MaxItems {
		var items []string
		for id := first; id < first+batch.MaxItems; id++ {
			items = append(items, fmt.Sprintf(`{"status":200,"headers":{},"body":%s%d%s}`, post[:start], id, post[end:]))
		}
		u.bodies = append(u.bodies, []byte(`{"responses":[`+strings.Join(items, ",")+`]}`))
	}
	return u
}

func (u *updated) RoundTrip(req *http.Request) (*http.Response, error) {
	data, err := io.ReadAll(req.Body)
	if err != nil {
		return nil, err
	}
	var first int
	at := bytes.Index(data, []byte("/posts/"))
	if _, err := fmt.Sscanf(string(data[at:at+16]), "/posts/%d", &first); err != nil {
		return nil, err
	}
	return memory{http.StatusMultiStatus, jsonHeader(), u.bodies[first/batch.MaxItems]}.RoundTrip(req)
}

// clients returns the SDK and a program written by hand, in front of u.
func (u *updated) clients(tb testing.TB) (*cms.Client, *byhand.Site) {
	tb.Helper()
	client := &http.Client{Transport: u}
	sdk, err := cms.New(site,
		cms.WithPrefix("wp"), cms.WithApplicationPassword(user, password), cms.WithHTTPClient(client))
	if err != nil {
		tb.Fatal(err)
	}
	return sdk, &byhand.Site{Client: client, Root: site + "/wp-json", User: user, Password: password}
}

func updateRequests(sdk *cms.Client, n int) func(yield func(batch.Item) bool) {
	return func(yield func(batch.Item) bool) {
		for id := range n {
			if !yield(sdk.Posts.UpdateRequest(int64(id+1), &cms.PostParams{Title: new("Font faces")})) {
				return
			}
		}
	}
}

// BenchmarkUpdates updates 10,000 posts in batches of 25.
func BenchmarkUpdates(b *testing.B) {
	sdk, hand := newUpdated(b).clients(b)
	for name, options := range map[string]*batch.SendOptions{"sdk": nil, "sdk, one at a time": {Width: 1}} {
		measure(b, name, func() error {
			for _, result := range batch.SendAll(b.Context(), sdk, updateRequests(sdk, updates), options) {
				if result.Err != nil {
					return result.Err
				}
			}
			return nil
		})
	}
	byHand := func() error {
		for first := 1; first <= updates; first += batch.MaxItems {
			if _, err := hand.UpdateAll(b.Context(), int64(first), batch.MaxItems, "Font faces"); err != nil {
				return err
			}
		}
		return nil
	}
	measure(b, "by hand", byHand)
	hand.Decode = func(from io.Reader, into any) error { return jsonv2.UnmarshalRead(from, into) }
	measure(b, "by hand, go-json-experiment", byHand)
}

//nolint:paralleltest // it reads the heap of the process
func TestReportOfThirtyThousandItemsTakesFortyMiB(t *testing.T) {
	sdk, _ := newUpdated(t).clients(t)
	heap := func() uint64 {
		var m runtime.MemStats
		runtime.GC()
		runtime.ReadMemStats(&m)
		return m.HeapAlloc
	}
	items := func(yield func(batch.Item) bool) {
		for range 3 {
			for item := range updateRequests(sdk, updates) {
				if !yield(item) {
					return
				}
			}
		}
	}
	before, most := heap(), uint64(0)
	var report []batch.Result
	for i, result := range batch.SendAll(t.Context(), sdk, items, nil) {
		if result.Err != nil {
			t.Fatal(result.Err)
		}
		result.Value, result.Header = nil, nil
		if report = append(report, result); i%5000 == 0 {
			most = max(most, heap()-before)
		}
	}
	most = max(most, heap()-before)
	runtime.KeepAlive(sdk) // with all its responses
	if len(report) != 3*updates || most > 40<<20 {
		t.Errorf("%d results take %.1f MiB, want %d in 40 MiB at most", len(report), float64(most)/(1<<20), 3*updates)
	}
	t.Logf("%d results take %.1f MiB", len(report), float64(most)/(1<<20))
}
