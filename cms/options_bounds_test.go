package cms_test

import (
	"errors"
	"net/http"
	"strings"
	"testing"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/internal/stub"
)

// refuses reports that an error is a refusal of an argument.
func refuses(err error, argument string) bool {
	e, ok := errors.AsType[*cms.ArgumentError](err)
	return ok && e.Argument == argument
}

func TestOptionsOfAWalkHaveTheirBounds(t *testing.T) {
	t.Parallel()
	s := stub.New(t, stub.Always(200, "X-CMS-Total: 0", "X-CMS-TotalPages: 0", `[]`))
	site := s.Client(t)
	for _, test := range []struct {
		argument string // "" for what is taken
		option   cms.WalkOption
	}{
		{"", cms.Prefetch(0)}, {"", cms.Prefetch(64)}, {"prefetch", cms.Prefetch(-1)}, {"prefetch", cms.Prefetch(65)},
		{"", cms.MaxEmptyPages(1)}, {"empty_pages", cms.MaxEmptyPages(0)}, {"empty_pages", cms.MaxEmptyPages(-1)},
		{"", cms.Resume(new(cms.Cursor))}, {"cursor", cms.Resume(nil)}, {"", cms.Capture(new(cms.Response))},
		{"capture", cms.Capture(nil)},
		{"", cms.Attempts(1)}, {"attempts", cms.Attempts(0)}, {"attempts", cms.Attempts(-1)}, {"timeout", cms.Timeout(0)},
		{"timeout", cms.Timeout(-1)},
	} {
		before := len(s.Seen())
		var failed error
		for _, err := range site.Posts.All(t.Context(), nil, test.option) {
			failed = err
		}
		switch asked := len(s.Seen()) > before; {
		case asked != (test.argument == ""):
			t.Errorf("walk sent a request: %t (error %v), want %t", asked, failed, test.argument == "")
		case !asked && !refuses(failed, test.argument):
			t.Errorf("walk: error %v, want the argument %q refused", failed, test.argument)
		case asked && failed != nil:
			t.Errorf("walk: error %v, want nil", failed)
		}
	}
	for n, argument := range map[int]string{-1: "excerpt_length", 0: "excerpt_length", 1: ""} {
		_, err := site.Posts.Get(t.Context(), 5, cms.ExcerptLength(n))
		if refuses(err, "excerpt_length") != (argument != "") {
			t.Errorf("excerpt of %d words: error %v, want the argument %q refused: %t", n, err, "excerpt_length", argument != "")
		}
	}
}

func TestFirstOptionThatIsRefusedIsNamed(t *testing.T) {
	t.Parallel()
	site := stub.Dial(t, "https://docs.example.org")
	bad := map[string]cms.CallOption{
		"fields": cms.Fields(""), "attempts": cms.Attempts(0), "timeout": cms.Timeout(0), "header": cms.Header("", ""),
		"capture": cms.Capture(nil),
	}
	for first := range bad {
		for second := range bad {
			if _, err := site.Posts.Get(t.Context(), 5, bad[first], bad[second]); !refuses(err, first) {
				t.Errorf("options %s, then %s: error %v, want the argument %[1]q refused", first, second, err)
			}
		}
	}
}

func TestRefusedOptionHasAReason(t *testing.T) {
	t.Parallel()
	site := stub.Dial(t, "https://docs.example.org")
	for _, option := range []cms.CallOption{cms.Attempts(0), cms.Timeout(0), cms.Capture(nil), cms.Fields("")} {
		_, err := site.Posts.Get(t.Context(), 5, option)
		switch refused, ok := errors.AsType[*cms.ArgumentError](err); {
		case !ok:
			t.Errorf("Posts.Get(5, option): error %v, want a *cms.ArgumentError", err)
		case refused.Reason == "":
			t.Error("Posts.Get(5, option): Reason empty, want a text")
		case strings.Contains(refused.Reason, "%!"):
			t.Errorf("Posts.Get(5, option): Reason %q, want no %q in it", refused.Reason, "%!")
		}
	}
}

func TestHeadersOfTheClientItselfAreRefusedEverywhere(t *testing.T) {
	t.Parallel()
	s := stub.New(t, stub.Always(200, `{"id":5}`))
	site := s.Client(t)
	for _, name := range []string{
		"User-Agent", "Authorization", "Cookie", "Host", "Content-Length", "Content-Type", "X-HTTP-Method-Override", "Accept",
		"Accept-Encoding",
		"Transfer-Encoding", "Connection", "Idempotency-Key", "X-Idempotency-Key", "accept", "X_HTTP_Method_Override",
		"content_type",
	} {
		if _, err := site.Posts.Get(t.Context(), 5, cms.Header(name, "x")); !refuses(err, "header") {
			t.Errorf("call with the header %s: error %v, want the argument %q refused", name, err, "header")
		}
		if _, err := site.With(cms.WithHeader(name, "x")); !refuses(err, "header") {
			t.Errorf("client with the header %s: error %v, want the argument %q refused", name, err, "header")
		}
		request := cms.Request[cms.Post]{Path: "cms/v2/posts/5", Header: http.Header{name: {"x"}}}
		if _, err := cms.Do(t.Context(), site, request); !refuses(err, "header") {
			t.Errorf("request with the header %s: error %v, want the argument %q refused", name, err, "header")
		}
	}
	if len(s.Seen()) > 0 {
		t.Errorf("a request was sent: requests sent: %d, want at most 0", len(s.Seen()))
	}
	request := cms.Request[cms.Post]{Path: "cms/v2/posts/5", Header: http.Header{"X-A": {"1", "2"}, "X-B": {"3"}}}
	if _, err := cms.Do(t.Context(), site, request, cms.Header("X-B", "4")); err != nil {
		t.Fatal(err)
	}
	switch got := s.Seen()[0].Header; {
	case len(got["X-A"]) != 2:
		t.Errorf(`sent were %v: length of got["X-A"] %d, want 2`, got, len(got["X-A"]))
	case len(got["X-B"]) != 1:
		t.Errorf(`sent were %v: length of got["X-B"] %d, want 1`, got, len(got["X-B"]))
	case got.Get("X-B") != "4":
		t.Errorf(`sent were %v: Get("X-B") %q, want %q`, got, got.Get("X-B"), "4")
	}
}

func TestOptionsOfAClientHaveTheirBounds(t *testing.T) {
	t.Parallel()
	for argument, options := range map[string][]cms.Option{
		"": {
			cms.WithMaxConcurrent(1), cms.WithMaxResponseSize(1), cms.WithRetry(cms.Retry{}),
			cms.WithRetry(cms.Retry{Attempts: 1, MinWait: 1, MaxWait: 1, MaxRetryAfter: 1}),
			cms.WithPrefix("a"), cms.WithPrefix("z"), cms.WithPrefix("0"), cms.WithPrefix("9"), cms.WithRoot("a"),
			cms.WithMiddleware(), cms.WithUserAgent("a"), cms.WithMiddlewareOrigins(),
			cms.WithMiddlewareOrigins("https://files.example.org", "http://127.0.0.1:8080/"),
		},
		"WithMaxConcurrent":   {cms.WithMaxConcurrent(0), cms.WithMaxConcurrent(-1)},
		"WithMaxResponseSize": {cms.WithMaxResponseSize(0), cms.WithMaxResponseSize(-1)},
		"WithRetry":           {cms.WithRetry(cms.Retry{MinWait: 2, MaxWait: 1})},
		"WithRoot":            {cms.WithRoot("")},
		"WithPrefix": {cms.WithPrefix("`"), cms.WithPrefix("{"), cms.WithPrefix("/"), cms.WithPrefix(":"),
			cms.WithPrefix("wP"), cms.WithPrefix("w-p")},
		"WithMiddleware": {cms.WithMiddleware(func(next http.RoundTripper) http.RoundTripper { return next }, nil)},
	} {
		for i, option := range options {
			switch _, err := cms.New("https://docs.example.org", option); {
			case refuses(err, argument) != (argument != ""):
				t.Errorf("New with option %d of %q: error %v, want the argument refused: %t", i, argument, err, argument != "")
			case argument == "" && err != nil:
				t.Errorf("New with option %d: error %v, want nil", i, err)
			}
		}
	}
}
