package fonts_test

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"iter"
	"net/http"
	"net/http/httptest"
	"reflect"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/fontcms/fontcms-go/fonts"
)

const base = "https://fonts.test"

// roundTripper is a transport that is a function.
type roundTripper func(*http.Request) (*http.Response, error)

func (f roundTripper) RoundTrip(r *http.Request) (*http.Response, error) { return f(r) }

// handled sends requests into a handler, without a network.
func handled(h http.Handler) *http.Client {
	return &http.Client{Transport: roundTripper(func(r *http.Request) (*http.Response, error) {
		if err := r.Context().Err(); err != nil {
			return nil, err
		}
		w := httptest.NewRecorder()
		h.ServeHTTP(w, r)
		return w.Result(), nil
	})}
}

// asked is what a request asked for.
type asked struct {
	PageData                struct{ Page, Size int }
	Tags, Category, Keyword *string
}

// script answers requests with a function of what they ask for, and records them.
type script struct {
	mu     sync.Mutex
	n      int
	asked  []asked
	bodies []string
	heads  []http.Header
	answer func(n int, a asked) (status int, body string)
}

func (s *script) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(r.Body)
	if err != nil {
		panic(err)
	}
	var a asked
	if err := json.Unmarshal(body, &a); err != nil {
		panic(err)
	}
	s.mu.Lock()
	s.asked, s.bodies, s.heads = append(s.asked, a), append(s.bodies, string(body)), append(s.heads, r.Header.Clone())
	s.n++
	n := s.n
	s.mu.Unlock()
	status, answer := s.answer(n, a)
	w.Header().Set("Content-Type", "application/json")
	if status == 302 || status == 307 {
		w.Header().Set("Location", "https://user:secret@www.fonts.test/login?token=secret#x")
	}
	w.WriteHeader(status)
	io.WriteString(w, answer)
}

func (s *script) pages() []int {
	s.mu.Lock()
	defer s.mu.Unlock()
	pages := make([]int, len(s.asked))
	for i, a := range s.asked {
		pages[i] = a.PageData.Page
	}
	return pages
}

// client returns a client of a script, which repeats without waiting.
func client(t *testing.T, answer func(n int, a asked) (int, string), options ...fonts.Option) (*fonts.Client, *script) {
	t.Helper()
	s := &script{answer: answer}
	return open(t, s, options...), s
}

// fixed answers everything alike.
func fixed(status int, body string) func(int, asked) (int, string) {
	return func(int, asked) (int, string) { return status, body }
}

func open(t *testing.T, h http.Handler, options ...fonts.Option) *fonts.Client {
	t.Helper()
	all := append([]fonts.Option{
		fonts.WithHTTPClient(handled(h)),
		fonts.WithRetry(fonts.Retry{MinWait: time.Nanosecond, MaxWait: time.Microsecond}),
	}, options...)
	c, err := fonts.New(base, all...)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// page is a successful answer with these ids and further members of data.
func page(ids []string, members string) string {
	records := make([]string, len(ids))
	for i, id := range ids {
		records[i] = fmt.Sprintf(`{"id":%q,"name":"Font %s"}`, id, id)
	}
	return `{"code":200,"message":"success","data":{"dataList":[` + strings.Join(records, ",") + `]` + members + `}}`
}

// names are n ids.
func names(n int) []string {
	ids := make([]string, n)
	for i := range ids {
		ids[i] = fmt.Sprintf("f%03d", i)
	}
	return ids
}

// records are fonts with these ids, as fontstest takes them.
func records(ids []string) []map[string]any {
	list := []map[string]any{}
	for _, id := range ids {
		list = append(list, map[string]any{"id": id, "name": id})
	}
	return list
}

// ids walks to the end.
func ids(t *testing.T, walk iter.Seq2[*fonts.Font, error]) []string {
	t.Helper()
	list := []string{}
	for font, err := range walk {
		if err != nil {
			t.Fatalf("after %d fonts: %v", len(list), err)
		}
		list = append(list, font.ID)
		if len(list) > 10_000 {
			t.Fatalf("walk yields %d fonts without an end, want at most 10000", len(list))
		}
	}
	return list
}

func equal(t *testing.T, what string, got, want any) {
	t.Helper()
	if !reflect.DeepEqual(got, want) {
		t.Errorf("%s:\n got %#v\nwant %#v", what, got, want)
	}
}

// list reads a page that the test names, so that nothing is found out.
func list(ctx context.Context, c *fonts.Client, options ...fonts.CallOption) (*fonts.Page, error) {
	return c.List(ctx, &fonts.ListOptions{Page: new(1)}, options...)
}
