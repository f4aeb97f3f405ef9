package connect_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/cms/connect"
	"github.com/fontcms/fontcms-go/internal/stub"
)

// find discovers in a world, and returns what was asked there.
func find(t *testing.T, answers map[string]func(*http.Request) *http.Response, page string,
	options ...cms.Option) (site *cms.Client, asked []string, err error) {
	t.Helper()
	w := &world{t: t, answers: answers}
	quick := cms.WithRetry(cms.Retry{Attempts: 3, MinWait: 1, MaxWait: 1})
	site, err = connect.Discover(t.Context(), page, append([]cms.Option{cms.WithHTTPClient(&http.Client{Transport: w}),
		quick}, options...)...)
	return site, w.asked, err
}

func TestDiscoverTriesTheUsualPlacesFromTheFolderUpwards(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct {
		page    string
		folders []string
		options []cms.Option
	}{
		{"https://docs.test", []string{"/"}, nil},
		{"https://docs.test/a/", []string{"/a/", "/"}, nil},
		{"https://docs.test/a/b", []string{"/a/b/", "/a/", "/"}, nil},
		{"https://docs.test/a/b/c.html", []string{"/a/b/c.html/", "/a/b/", "/a/", "/"}, nil},
		{"https://docs.test/a/b/c/d.html", []string{"/a/b/c/d.html/", "/a/b/c/", "/a/b/", "/a/", "/"}, nil},
		{"https://docs.test/a/b/c/d/e/f.html", []string{"/a/b/c/d/e/f.html/", "/a/b/c/d/e/", "/a/b/c/d/", "/a/b/c/", "/"},
			nil},
		{"https://docs.test/a/", []string{"/a/", "/"}, []cms.Option{cms.WithPrefix("shop")}},
	} {
		want := []string{tc.page}
		for _, folder := range tc.folders {
			names := []string{"cms-json/?", "wp-json/?"}
			if tc.options != nil {
				names = []string{"shop-json/?"}
			}
			for _, name := range append(names, "?rest_route=%2F&", "index.php?rest_route=%2F&") {
				want = append(want, "https://docs.test"+folder+name+"_fields=namespaces%2Chome")
			}
		}
		_, asked, err := find(t, nil, tc.page, tc.options...)
		e, ok := errors.AsType[*cms.Error](err)
		switch {
		case !slices.Equal(asked, want):
			t.Errorf("find(tc.page, tc.options): %s: asked %q, want %q", tc.page, asked, want)
		case !ok:
			t.Errorf("Discover(%s): error %v, want a *cms.Error", tc.page, err)
		case e.Operation != "Discover" || e.Status != 404:
			t.Errorf("find(tc.page, tc.options): %s: Operation %q, Status %d, want %q and 404", tc.page, e.Operation, e.Status,
				"Discover")
		case !strings.Contains(e.Hint, "home page"):
			t.Errorf("find(tc.page, tc.options): %s: Hint %q, want %q in it", tc.page, e.Hint, "home page")
		}
	}
}

func TestDiscoverMakesAClientOfWhatTheIndexSays(t *testing.T) {
	t.Parallel()
	const page = "https://docs.test/blog/"
	for name, tc := range map[string]struct {
		link, index string
		options     []cms.Option
		want        string // root, site, prefix
	}{
		"home is where the root lies": {"/blog/wp-json/",
			`{"namespaces":["wp/v2"],"home":"https://docs.test/blog/"}`, nil,
			"https://docs.test/blog/wp-json/ https://docs.test/blog wp"},
		"home is above the root": {"/blog/wp-json/", `{"namespaces":["wp/v2"],"home":"https://docs.test"}`,
			nil, "https://docs.test/blog/wp-json/ https://docs.test wp"},
		"home is on another host": {"/wp-json/", `{"namespaces":["wp/v2"],"home":"https://other.test/en"}`, nil,
			"https://docs.test/wp-json/ https://docs.test wp"},
		"home is no site": {"/wp-json/", `{"namespaces":["wp/v2"],"home":"https://docs.test/en-json"}`,
			nil, "https://docs.test/wp-json/ https://docs.test wp"},
		"home is no address": {"/wp-json/", `{"namespaces":["wp/v2"],"home":"://"}`, nil,
			"https://docs.test/wp-json/ https://docs.test wp"},
		"both prefixes": {"/wp-json/", `{"namespaces":["wp/v2","cms/v2"]}`, nil,
			"https://docs.test/wp-json/ https://docs.test cms"},
		"neither prefix": {"/wp-json/", `{"namespaces":["oembed/1.0"]}`, nil,
			"https://docs.test/wp-json/ https://docs.test cms"},
		"a prefix that was given": {"/wp-json/", `{"namespaces":["wp/v2"]}`,
			[]cms.Option{cms.WithPrefix("shop")}, "https://docs.test/wp-json/ https://docs.test shop"},
		"a link with a fragment": {"/wp-json/#top", `{"namespaces":["wp/v2"]}`, nil,
			"https://docs.test/wp-json/ https://docs.test wp"},
		"closed, at a name": {"/blog/wp-json/", "", []cms.Option{cms.WithPrefix("wp")},
			"https://docs.test/blog/wp-json/ https://docs.test/blog wp"},
		"closed, at the top": {"/wp-json/", "", []cms.Option{cms.WithPrefix("wp")},
			"https://docs.test/wp-json/ https://docs.test wp"},
		"closed, behind an argument": {"/blog/index.php?rest_route=/", "", []cms.Option{cms.WithPrefix("wp")},
			"https://docs.test/blog/index.php?rest_route=/ https://docs.test/blog wp"},
		"closed, behind an argument of a path": {"/blog/?rest_route=/", "", []cms.Option{cms.WithPrefix("wp")},
			"https://docs.test/blog/?rest_route=/ https://docs.test/blog wp"},
		"closed, without a path": {"https://docs.test?rest_route=/", "", []cms.Option{cms.WithPrefix("wp")},
			"https://docs.test?rest_route=/ https://docs.test wp"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			status := http.StatusOK
			if tc.index == "" {
				status, tc.index = http.StatusForbidden, `{"code":"rest_closed","message":"No.","data":{"status":403}}`
			}
			answers := map[string]func(*http.Request) *http.Response{page: answer(200, linkTo(tc.link), "<html>")}
			for _, root := range []string{"/wp-json/", "/blog/wp-json/", "/blog/index.php?rest_route=%2F",
				"/blog/?rest_route=%2F", "?rest_route=%2F"} {
				answers["https://docs.test"+root] = answer(status, tc.index)
			}
			site, asked, err := find(t, answers, page, append(tc.options, cms.WithApplicationPassword("editor", "secret"))...)
			if err != nil {
				t.Fatalf("Discover: error %v, want nil; requests %q", err, asked)
			}
			if got := site.Root() + " " + site.Site() + " " + site.Prefix(); got != tc.want {
				t.Errorf("Discover: root, site and prefix %q, want %q", got, tc.want)
			}
			if len(asked) != 2 {
				t.Errorf("asked %q: %d requests, want 2", asked, len(asked))
			}
		})
	}
}

func TestDiscoverNamesItselfInEachError(t *testing.T) {
	t.Parallel()
	closed := answer(401, `{"code":"rest_closed","message":"No.","data":{"status":401}}`)
	_, _, err := find(t, map[string]func(*http.Request) *http.Response{"https://docs.test/": answer(200, "<html>"),
		"https://docs.test/wp-json/": closed}, "https://docs.test/")
	switch e, ok := errors.AsType[*cms.Error](err); {
	case !ok:
		t.Errorf("find: error %v, want a *cms.Error", err)
	case e.Operation != "Discover" || e.Status != 401:
		t.Errorf("find: Operation %q, Status %d, want %q and 401", e.Operation, e.Status, "Discover")
	case !strings.Contains(e.Go, `cms.New("https://docs.test", cms.WithRoot("https://docs.test/wp-json/")`):
		t.Errorf("find: Go %q, want %q in it", e.Go,
			`cms.New("https://docs.test", cms.WithRoot("https://docs.test/wp-json/")`)
	}
	for argument, options := range map[string][]cms.Option{"page": nil, "root": {cms.WithRoot("api")}} {
		page := "https://docs.test"
		if argument == "page" {
			page = "ftp://docs.test"
		}
		_, asked, err := find(t, nil, page, options...)
		switch e, ok := errors.AsType[*cms.ArgumentError](err); {
		case !ok:
			t.Errorf("Discover with a wrong %s: error %v, want a *cms.ArgumentError", argument, err)
		case e.Operation != "Discover" || e.Argument != argument:
			t.Errorf("Discover: argument %q of %q refused, want %q of %q", e.Argument, e.Operation, argument, "Discover")
		case len(asked) > 0:
			t.Errorf("Discover with a wrong %s: requests %q, want none", argument, asked)
		}
	}
	if _, err := connect.Discover(t.Context(), "https://docs.test", cms.WithPrefix("a/b")); err == nil {
		t.Error("a wrong prefix is taken: error nil, want an error")
	}
	_, asked, err := find(t, map[string]func(*http.Request) *http.Response{"https://docs.test/": answer(200,
		linkTo("/api/"), ""), "https://docs.test/api/": answer(200, `{}`)}, "https://docs.test/")
	switch e, ok := errors.AsType[*cms.Error](err); {
	case !ok:
		t.Errorf("Discover: error %v, want a *cms.Error; requests %q", err, asked)
	case e.Operation != "Discover" || e.Method != "GET":
		t.Errorf("find: Operation %q, Method %q, want %q and %q", e.Operation, e.Method, "Discover", "GET")
	case e.Path != "/" || !strings.Contains(e.Hint, "/api/ is JSON, but not an index"):
		t.Errorf("find: Path %q, Hint %q, want %q and %q in it", e.Path, e.Hint, "/", "/api/ is JSON, but not an index")
	case len(asked) != 2:
		t.Errorf("find: %d requests, want 2", len(asked))
	}
}

// The words of the REST API itself say more than the page at the next place.
func TestDiscoverReturnsTheMostSpecificError(t *testing.T) {
	t.Parallel()
	_, asked, err := find(t, map[string]func(*http.Request) *http.Response{
		"https://docs.test/":         answer(503, "<html>"),
		"https://docs.test/wp-json/": answer(503, `{"code":"maintenance","message":"Soon."}`),
	}, "https://docs.test/")
	if !errors.Is(err, cms.ErrorCode("maintenance")) {
		t.Error(err)
	}
	times := map[string]int{}
	for _, address := range asked {
		address, _, _ = strings.Cut(address, "?")
		times[strings.TrimPrefix(address, "https://docs.test")]++
	}
	// the page three times, as the client says, a root twice
	if fmt.Sprint(times) != "map[/:4 /cms-json/:1 /index.php:1 /wp-json/:2]" {
		t.Errorf("asked %v: times %q, want %q", times, fmt.Sprint(times), "map[/:4 /cms-json/:1 /index.php:1 /wp-json/:2]")
	}
}

func TestDiscoverTellsWhyAPageDidNotCome(t *testing.T) {
	t.Parallel()
	broken := errors.New("the line is cut")
	for name, statuses := range map[string][]int{"no answer": {0, 0}, "none after an answer": {503, 0}} {
		times := 0
		failing := stub.Carrier(func(req *http.Request) (*http.Response, error) {
			switch {
			case req.Method != http.MethodGet:
				t.Errorf("req.Method %q, want %q", req.Method, http.MethodGet)
			case req.URL.Path != "/x":
				t.Errorf("%s: URL.Path %q, want %q", req.Method, req.URL.Path, "/x")
			case req.Header.Get("Accept") != "text/html, application/json;q=0.9, */*;q=0.5":
				t.Errorf(`%s: req.Header.Get("Accept") %q, want %q`, req.Method, req.Header.Get("Accept"),
					"text/html, application/json;q=0.9, */*;q=0.5")
			}
			if times++; statuses[times-1] == 0 {
				return nil, broken
			}
			return stub.Carried(req, statuses[times-1], ""), nil
		})
		quick := cms.WithRetry(cms.Retry{Attempts: 2, MinWait: 1, MaxWait: 1})
		_, err := connect.Discover(t.Context(), "https://docs.test/x", quick,
			cms.WithHTTPClient(&http.Client{Transport: failing}))
		e, ok := errors.AsType[*cms.Error](err)
		switch {
		case !ok:
			t.Errorf("%s: connect.Discover: error %v, want a *cms.Error", name, err)
		case e.Operation != "Discover" || e.Method != "GET":
			t.Errorf("%s: connect.Discover: Operation %q, Method %q, want %q and %q", name, e.Operation, e.Method, "Discover",
				"GET")
		case e.Path != "/x" || e.Attempts != 2:
			t.Errorf("%s: connect.Discover: Path %q, Attempts %d, want %q and 2", name, e.Path, e.Attempts, "/x")
		case e.Status != statuses[0]:
			t.Errorf("%s: connect.Discover: Status %d, want %d", name, e.Status, statuses[0])
		case !errors.Is(err, broken):
			t.Errorf("%s: connect.Discover: error %v, want %v", name, err, broken)
		}
	}
}

func TestDiscoverEndsWithItsContext(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(t.Context())
	s := stub.New(t, func(n int, w http.ResponseWriter, r *http.Request) {
		if n == 2 {
			cancel()
			<-r.Context().Done()
		}
		page(w, http.StatusNotFound, "Not found")
	})
	switch _, err := connect.Discover(ctx, s.URL); {
	case !errors.Is(err, context.Canceled):
		t.Errorf("Discover: error %v, want Canceled", err)
	case len(s.Seen()) != 2:
		t.Errorf("Discover: %d requests, want 2", len(s.Seen()))
	}
}

func TestDiscoverReadsALimitedPartOfAPage(t *testing.T) {
	t.Parallel()
	const link, most = `<link rel="https://api.w.org/" href="/late/">`, 512 << 10
	for _, over := range []int{0, 1} {
		text := strings.Repeat(" ", most-len(link)+over) + link + "</head>"
		site, asked, err := find(t, map[string]func(*http.Request) *http.Response{
			"https://docs.test/": func(req *http.Request) *http.Response {
				resp := stub.Carried(req, 200, "")
				resp.Body = io.NopCloser(strings.NewReader(text))
				return resp
			},
			"https://docs.test/late/":    indexOf(""),
			"https://docs.test/wp-json/": indexOf(""),
		}, "https://docs.test/")
		switch want := []string{"https://docs.test/late/", "https://docs.test/wp-json/"}[over]; {
		case err != nil:
			t.Errorf("Discover of a page with %d bytes too many: error %v, want nil; requests %q", over, err, asked)
		case site.Root() != want:
			t.Errorf("Discover of a page with %d bytes too many: root %q, want %q", over, site.Root(), want)
		}
	}
}
