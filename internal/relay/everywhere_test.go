package relay_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"runtime"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/cms/cmstest"
	"github.com/fontcms/fontcms-go/cms/comments"
	"github.com/fontcms/fontcms-go/fonts"
	"github.com/fontcms/fontcms-go/fonts/fontstest"
	"github.com/fontcms/fontcms-go/internal/relay"
	"github.com/fontcms/fontcms-go/media"
)

// called is a function of a caller: it does what it was given, and then what it has to.
type called func()

func (f called) RoundTrip(*http.Request) (*http.Response, error) {
	f()
	return nil, errors.New("not reached")
}

func (f called) Read([]byte) (int, error) { f(); return 0, io.EOF }

// closing is a content that misbehaves when it is closed.
type closing struct {
	io.Reader
	called
}

func (f closing) Read(p []byte) (int, error) { return f.Reader.Read(p) }
func (f closing) Close() error               { f.called(); return nil }

// calls are those that run a function of their caller in another goroutine.
func calls(t *testing.T) map[string]func(misstep called) {
	t.Helper()
	server, catalogue := cmstest.NewServer(), fontstest.NewServer()
	t.Cleanup(server.Close)
	t.Cleanup(catalogue.Close)
	for range 9 {
		server.Insert("posts", map[string]any{"title": "Post"})
	}
	site := func(options ...cms.Option) *cms.Client {
		c, err := cms.New(server.URL, append(options, cms.WithApplicationPassword("admin", server.AppPassword("admin")))...)
		if err != nil {
			t.Fatal(err)
		}
		return c
	}
	upload := func(file media.File) {
		_, err := media.New(site()).Upload(t.Context(), file, nil)
		t.Errorf("Upload returned, error %v, want the misstep to reach the caller", err)
	}
	// middleware that misbehaves in the second request
	second := func(misstep called) func(http.RoundTripper) http.RoundTripper {
		return func(next http.RoundTripper) http.RoundTripper {
			var n atomic.Int32
			return carrier(func(req *http.Request) (*http.Response, error) {
				if n.Add(1) > 1 {
					misstep()
				}
				return next.RoundTrip(req)
			})
		}
	}
	content := strings.NewReader
	return map[string]func(called){
		"comments.Each": func(misstep called) {
			verb := func(context.Context, int64, ...cms.CallOption) (*comments.Comment, error) {
				misstep()
				return nil, nil
			}
			comments.New(site()).Each(t.Context(), []int64{1, 2, 3, 4, 5, 6, 7}, verb)
		},
		"cms.Prefetch": func(misstep called) {
			c := site(cms.WithMiddleware(second(misstep)))
			for _, err := range c.Posts.All(t.Context(), &cms.PostListOptions{PerPage: 2}, cms.Prefetch(2)) {
				if err != nil {
					t.Error(err)
				}
			}
		},
		"fonts.Prefetch": func(misstep called) {
			c, err := fonts.New(catalogue.URL, fonts.WithMiddleware(second(misstep)))
			if err != nil {
				t.Error(err)
			}
			for _, err := range c.All(t.Context(), &fonts.ListOptions{Size: 1}, fonts.Prefetch(2)) {
				if err != nil {
					t.Error(err)
				}
			}
		},
		"File.Progress": func(misstep called) {
			upload(media.File{Name: "a.txt", Open: func() (io.ReadCloser, error) { return io.NopCloser(content("text")), nil },
				Progress: func(int64, int64) { misstep() }})
		},
		"File.Reader":                    func(misstep called) { upload(media.File{Name: "a.txt", Reader: misstep}) },
		"File.Reader of an unknown type": func(misstep called) { upload(media.File{Name: "a", Reader: misstep}) },
		"File.Open, read": func(misstep called) {
			upload(media.File{Name: "a.txt", Open: func() (io.ReadCloser, error) { return io.NopCloser(misstep), nil }})
		},
		"File.Open, closed": func(misstep called) {
			upload(media.File{Name: "a.txt", Size: 4,
				Open: func() (io.ReadCloser, error) { return closing{content("text"), misstep}, nil }})
		},
		"Upload.Reader": func(misstep called) {
			_, err := cms.Do(t.Context(), site(),
				cms.Request[cms.Nothing]{Method: "POST", Path: "cms/v2/media",
					Body: &cms.Upload{Type: "text/plain", Reader: misstep}})
			t.Errorf("Do returned, error %v, want the misstep to reach the caller", err)
		},
		"Upload.Open": func(misstep called) {
			_, err := cms.Do(t.Context(), site(),
				cms.Request[cms.Nothing]{Method: "PUT", Path: "cms/v2/media", Repeat: cms.RepeatSafe,
					Body: &cms.Upload{Type: "text/plain", Open: func() (io.ReadCloser, error) { return io.NopCloser(misstep), nil }}})
			t.Errorf("Do returned, error %v, want the misstep to reach the caller", err)
		},
	}
}

// panicking and ending are records that misbehave when they are decoded.
type (
	panicking struct{}
	ending    struct{}
)

var errMisstep = errors.New("a misstep")

func (*panicking) UnmarshalJSON([]byte) error { panic(errMisstep) }
func (*ending) UnmarshalJSON([]byte) error    { runtime.Goexit(); return nil }

// large reads a post of a megabyte.
func large[T any](t *testing.T) {
	t.Helper()
	server := cmstest.NewServer(cmstest.WithTest(t))
	id := server.Insert("posts", map[string]any{"title": "Large", "content": strings.Repeat("x", 2<<20)})
	site, err := cms.New(server.URL)
	if err != nil {
		t.Error(err)
	}
	_, err = cms.Do(t.Context(), site, cms.Request[T]{Path: fmt.Sprintf("cms/v2/posts/%d", id)})
	t.Errorf("Do returned, error %v, want the misstep to reach the caller", err)
}

type carrier func(*http.Request) (*http.Response, error)

func (f carrier) RoundTrip(req *http.Request) (*http.Response, error) { return f(req) }

func TestPanicOfACallersFunctionReachesTheCaller(t *testing.T) {
	t.Parallel()
	all := calls(t)
	all["UnmarshalJSON"] = func(called) { large[panicking](t) }
	for name, call := range all {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			defer func() {
				value := recover()
				if err, ok := value.(error); !ok || !errors.Is(err, errMisstep) {
					t.Errorf("recovered %v, want %v", value, errMisstep)
				}
				if e, ok := value.(*relay.PanicError); ok && !bytes.Contains(e.Stack, []byte("relay_test")) {
					t.Errorf("recovered an error whose stack is without %q, want it", "relay_test")
				}
			}()
			call(func() { panic(errMisstep) })
		})
	}
}

func TestGoexitOfACallersFunctionEndsTheGoroutineOfTheCaller(t *testing.T) {
	t.Parallel()
	all := calls(t)
	all["UnmarshalJSON"] = func(called) { large[ending](t) }
	for name, call := range all {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			returned, ended := false, make(chan struct{})
			go func() {
				defer close(ended)
				call(runtime.Goexit)
				returned = true
			}()
			<-ended
			if returned {
				t.Error("call returned after Goexit, want its goroutine ended")
			}
		})
	}
}

func TestPanicErrorSaysWhatAndWhere(t *testing.T) {
	t.Parallel()
	run := func(f func()) (value any) {
		defer func() { value = recover() }()
		relay.Run(f, func(exit func()) {
			if exit != nil {
				exit()
			}
		})
		return nil
	}
	if value := run(func() {}); value != nil {
		t.Errorf("Run of a function that returns: recovered %v, want nil", value)
	}
	e, ok := run(func() { panic("a misstep") }).(*relay.PanicError)
	if !ok || e.Value != "a misstep" {
		t.Errorf("Run of a function that panics: recovered %v, want a *relay.PanicError of %q", e, "a misstep")
	} else if e.Unwrap() != nil || !strings.Contains(fmt.Sprint(e), "a misstep") {
		t.Errorf("Run of a function that panics: recovered %v, unwrapped %v, want its text and nil", e, e.Unwrap())
	} else if !strings.Contains(e.Error(), "relay_test") {
		t.Errorf("Run of a function that panics: error %v, want the place of the panic", e.Error())
	}
	if again := run(func() { panic(e) }); again != any(e) {
		t.Errorf("Run of a function that panics with a PanicError: recovered %v, want the same error", again)
	}
}
