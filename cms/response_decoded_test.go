package cms_test

import (
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/internal/stub"
)

func TestResponseIsDecodedOrErrorDescribesIt(t *testing.T) {
	t.Parallel()
	const post = `{"id":5,"title":{"rendered":"T"}}`
	warning := "<br />\n<b>Warning</b>: Undefined variable in x.php on line 3<br />\n"
	tests := []struct {
		name   string
		status int
		body   string
		want   error  // nil for an answer
		hint   string // in the error
		noise  string
	}{
		{"plain", 200, post, nil, "", ""},
		{"a byte order mark", 200, "\ufeff" + post, nil, "", ""},
		{"a PHP warning before it", 200, warning + post, nil, "", "Undefined variable"},
		{"a comment after it", 200, post + "\n<!-- cached 12:00 -->\n", nil, "", "cached"},
		{"blank lines", 200, "\n\n  " + post + "\r\n", nil, "", ""},
		{"names twice", 200, `{"id":4,"id":5,"title":{"rendered":"T"}}`, nil, "", ""},
		{"broken UTF-8", 200, "{\"id\":5,\"title\":{\"rendered\":\"T\"},\"x\":\"\xff\"}", nil, "", ""},
		{"deep nesting of a member", 200,
			`{"id":5,"title":{"rendered":"T"},"x":` + strings.Repeat("[", 5000) + strings.Repeat("]", 5000) + `}`, nil, "", ""},
		{"nesting without end", 200, `{"id":5,"x":` + strings.Repeat("[", 20000), cms.ErrNotREST, "", ""},
		{"cut short", 200, post[:20], cms.ErrNotREST, "cut short", ""},
		{"empty", 200, "", cms.ErrNotREST, "empty", ""},
		{"no content", 204, "", cms.ErrNotREST, "empty", ""},
		{"null", 200, "null", cms.ErrDecode, "null", ""},
		{"an empty list for a record", 200, "[]", cms.ErrDecode, "no id", ""},
		{"a list for a record", 200, "[1]", cms.ErrDecode, "array", ""},
		{"text for a record", 200, `"x"`, cms.ErrDecode, "string", ""},
		{"an empty object for a record", 200, `{}`, cms.ErrDecode, "no id", ""},
		{"text for a number", 200, `{"id":"five"}`, cms.ErrDecode, "id", ""},
		{"too many relations", 200, `{"id":5,` + crowd() + `}`, cms.ErrDecode, "1000", ""},
		{"a number above all", 200, `{"id":99999999999999999999}`, cms.ErrDecode, "id", ""},
		{"a web page", 200, "<!DOCTYPE html><html><body>Home</body></html>", cms.ErrNotREST, "permalinks", ""},
		{"a login page", 200, `<html><form action="/wp-login.php">`, cms.ErrNotREST, "login", ""},
		{"a firewall", 403, "<html><title>Access denied</title>", cms.ErrNotREST, "firewall", ""},
		{"a firewall that says 200", 200, "<html>Attention: Cloudflare captcha", cms.ErrNotREST, "firewall", ""},
		{"a fatal error as a page", 200, "<br />\n<b>Fatal error</b>: no", cms.ErrNotREST, "log", ""},
		{"a 404 page", 404, "<html>Not found</html>", cms.ErrNotREST, "WithPrefix", ""},
		{"a 404 of a gateway", 404, `{"code":404,"message":"no route matched"}`, cms.ErrorCode("404"), "no route matched",
			""},
		{"a 404 of another service", 404, `{"message":"Not Found"}`, cms.ErrNotREST, "", ""},
		{"a route that does not exist", 404, `{"code":"rest_no_route","message":"No route."}`, cms.ErrNoRoute, "", ""},
		{"an error with a code in numbers", 400, `{"code":404,"message":"Gone wrong","data":null}`, cms.ErrBadRequest,
			"Gone wrong", ""},
		{"an error behind a warning", 403, warning + `{"code":"rest_forbidden","message":"No.","data":{"status":403}}`,
			cms.ErrForbidden, "rest_forbidden", ""},
		{"data as text", 403, `{"code":"x","message":"m","data":"text"}`, cms.ErrForbidden, "x", ""},
		{"a code that is no scalar", 403, `{"code":{"a":1},"message":"m"}`, cms.ErrNotREST, "", ""},
		{"conflict", 409, `{"code":"x","message":"m"}`, cms.ErrConflict, "", ""},
		{"precondition", 412, `{"code":"x","message":"m"}`, cms.ErrConflict, "", ""},
		{"several addresses", 300, "", cms.ErrRedirected, "no usable address", ""},
		{"the last of the redirects", 399, "", cms.ErrRedirected, "no usable address", ""},
		{"a redirect to nowhere", 302, "", cms.ErrRedirected, "no usable address", ""},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			s := stub.New(t, func(_ int, w http.ResponseWriter, _ *http.Request) {
				w.WriteHeader(test.status)
				if test.body != "" {
					_, _ = w.Write([]byte(test.body))
				}
			})
			var answer cms.Response
			got, err := s.Client(t).Posts.Get(t.Context(), 5, cms.Capture(&answer), cms.Attempts(1))
			if answer.Status != test.status || answer.Attempts != 1 {
				t.Errorf("captured %+v: Status %d, Attempts %d, want %d and 1", answer, answer.Status, answer.Attempts, test.status)
			}
			if test.want == nil {
				switch {
				case err != nil:
					t.Errorf("Posts.Get: error %v, want nil", err)
				case got.ID != 5 || got.Title.Rendered != "T":
					t.Errorf("Posts.Get: ID %d, Title.Rendered %q, want 5 and %q", got.ID, got.Title.Rendered, "T")
				case !strings.Contains(answer.Noise, test.noise):
					t.Errorf("cms.Capture: %+v, %v, noise %q, want %q in it", got, err, answer.Noise, test.noise)
				case (test.noise == "") != (answer.Noise == ""):
					t.Errorf("Posts.Get: noise %q, want noise: %t", answer.Noise, test.noise != "")
				}
				return
			}
			e, ok := errors.AsType[*cms.Error](err)
			switch {
			case got != nil:
				t.Fatalf("Posts.Get: %+v, want nil", got)
			case !ok:
				t.Fatalf("Posts.Get: error %v, want a *cms.Error", err)
			case !errors.Is(err, test.want):
				t.Fatalf("Posts.Get: error %v, want %v", err, test.want)
			case e.Status != test.status:
				t.Fatalf("Posts.Get: Status %d, want %d", e.Status, test.status)
			case string(e.Body) != test.body[:min(len(test.body), 64<<10)]:
				t.Fatalf("Posts.Get: Body %q, want %q", string(e.Body), test.body[:min(len(test.body), 64<<10)])
			}
			switch {
			case !strings.Contains(err.Error(), test.hint):
				t.Errorf("Posts.Get: error %v, want %q in it", err, test.hint)
			case !strings.HasPrefix(err.Error(), "cms: Posts.Get (GET cms/v2/posts/5): "):
				t.Errorf("Posts.Get: error %v, want the prefix %q", err, "cms: Posts.Get (GET cms/v2/posts/5): ")
			}
			switch {
			case errors.Is(err, cms.ErrNotFound):
				t.Errorf("it is taken for gone, or for a write: %v, want an error other than ErrNotFound", err)
			case errors.Is(err, cms.ErrOutcomeUnknown):
				t.Errorf("it is taken for gone, or for a write: %v, want an error other than ErrOutcomeUnknown", err)
			}
		})
	}
}

func TestListIsDecodedOrErrorDescribesIt(t *testing.T) {
	t.Parallel()
	for body, want := range map[string]error{
		`[]`: nil, `null`: cms.ErrDecode, `{}`: cms.ErrDecode, `{"0":{"id":1}}`: cms.ErrDecode,
		`[[],[],[],[],[],[]]`: cms.ErrDecode, ``: cms.ErrNotREST, `<html>`: cms.ErrNotREST, `[{"id":1}`: cms.ErrNotREST,
	} {
		s := stub.New(t, stub.Always(200, "X-WP-Total: 7", "X-WP-TotalPages: x", body))
		page, err := s.Client(t).Posts.List(t.Context(), &cms.PostListOptions{Page: 3})
		if want == nil && (err != nil || page.Items == nil || page.Total != 7 || page.TotalPages != -1 || page.Number != 3 ||
			page.Response.Status != 200) {
			t.Errorf("Posts.List of %s: error %v, page %+v, want no error and page 3 with Total 7 and TotalPages -1", body, err,
				page)
		}
		if e, ok := errors.AsType[*cms.Error](err); want != nil && (!ok || !errors.Is(err, want) || page != nil ||
			e.Operation != "Posts.List") {
			t.Errorf("Posts.List of %s: error %v, page %v, want %v of Posts.List and no page", body, err, page, want)
		}
	}
}

func TestErrorHoldsAllFieldsOfTheErrorResponse(t *testing.T) {
	t.Parallel()
	const body = `{"code":"rest_invalid_param","message":"Invalid parameter(s): per_page","data":{"status":400,` +
		`"params":{"per_page":"too large","odd":5},
		"details":{"per_page":{"code":"rest_out_of_bounds","message":"m","data":null},"odd":{"code":7,"message":[]}}},
		"additional_errors":[{"code":"rest_url_required","message":"url","data":{"status":400}},{"code":9}]}`
	s := stub.New(t, stub.Always(400, body))
	_, err := s.Client(t).Posts.List(t.Context(), nil)
	e, ok := errors.AsType[*cms.Error](err)
	switch {
	case !ok:
		t.Errorf("Posts.List: error %v, want a *cms.Error", err)
	case e.Code != cms.CodeInvalidParam:
		t.Errorf("Posts.List: Code %v, want CodeInvalidParam", e.Code)
	case e.Params["per_page"] != "too large":
		t.Errorf(`Posts.List: Params["per_page"] %q, want %q`, e.Params["per_page"], "too large")
	case e.Params["odd"] != "5":
		t.Errorf(`Posts.List: Params["odd"] %q, want %q`, e.Params["odd"], "5")
	case e.Details["per_page"].Code != "rest_out_of_bounds":
		t.Errorf(`Posts.List: Details["per_page"].Code %v, want %v`, e.Details["per_page"].Code, "rest_out_of_bounds")
	case e.Details["odd"].Code != "7":
		t.Errorf(`Posts.List: Details["odd"].Code %v, want %v`, e.Details["odd"].Code, "7")
	case len(e.Additional) != 2:
		t.Errorf("Posts.List: %d additional errors, want 2", len(e.Additional))
	case e.Additional[0].Code != "rest_url_required":
		t.Errorf("Posts.List: Additional[0].Code %v, want %v", e.Additional[0].Code, "rest_url_required")
	case e.Additional[1].Code != "9":
		t.Errorf("Posts.List: Additional[1].Code %v, want %v", e.Additional[1].Code, "9")
	case !strings.Contains(string(e.Data), `"status":400`):
		t.Errorf("Posts.List: Data %q, want %q in it", string(e.Data), `"status":400`)
	}
	if want := "cms: Posts.List (GET cms/v2/posts): 400 rest_invalid_param: odd: 5; " +
		"per_page: too large"; err.Error() != want {
		t.Errorf("Posts.List: error %q, want %q", err, want)
	}
	for data, params := range map[string]int{
		`{"status":400,"params":["url","id"],"details":[]}`: 2, `{"params":[]}`: 0, `{"params":"x","details":"y"}`: 0,
		`{"params":{"a":{}}}`: 1,
		`[]`:                  0, `null`: 0, `7`: 0, `{"details":{"a":5}}`: 0,
	} {
		s := stub.New(t, stub.Always(400, `{"code":"x","message":"m","data":`+data+`,"additional_errors":{"a":1}}`))
		_, err := s.Client(t).Posts.List(t.Context(), nil)
		e, ok := errors.AsType[*cms.Error](err)
		switch {
		case !ok:
			t.Errorf("%s: Posts.List: error %v, want a *cms.Error", data, err)
		case e.Code != "x" || e.Message != "m":
			t.Errorf("%s: Posts.List: Code %v, Message %q, want %v and %q", data, e.Code, e.Message, "x", "m")
		case len(e.Params) != params:
			t.Errorf("%s: Posts.List: %d params, want %d", data, len(e.Params), params)
		case string(e.Data) != data:
			t.Errorf("Posts.List: Data %q, want %q", string(e.Data), data)
		}
	}
}

// TestErrorOmitsPartsThatWouldTakeTooMuchMemory has 30 KB that would become
// 1 MB.
func TestErrorOmitsPartsThatWouldTakeTooMuchMemory(t *testing.T) {
	t.Parallel()
	for n, left := range map[int]bool{10: true, 1000: true, 10_000: false} {
		s := stub.New(t, stub.Always(http.StatusBadRequest,
			`{"code":"x","message":"m","data":{"status":400,"params":{"a":"b"},"details":{"a":{"code":"c"}}},
			"additional_errors":[{}`+strings.Repeat(",{}", n-1)+`]}`))
		_, err := s.Client(t).Posts.List(t.Context(), nil)
		e, ok := errors.AsType[*cms.Error](err)
		switch {
		case !ok:
			t.Fatalf("%d: Posts.List: error %v, want a *cms.Error", n, err)
		case e.Code != "x" || e.Message != "m":
			t.Fatalf("%d: Posts.List: Code %v, Message %q, want %v and %q", n, e.Code, e.Message, "x", "m")
		case e.Params["a"] != "b":
			t.Fatalf(`%d: Posts.List: Params["a"] %q, want %q`, n, e.Params["a"], "b")
		case e.Details["a"].Code != "c":
			t.Fatalf(`%d: Posts.List: Details["a"].Code %v, want %v`, n, e.Details["a"].Code, "c")
		}
		switch got := len(e.Additional); {
		case left && got != n:
			t.Errorf("%d additional errors kept, want all %d", got, n)
		case !left && got > 0:
			t.Errorf("%d of %d additional errors kept, want 0", got, n)
		}
	}
}

func TestResponseAboveTheSizeLimitIsAnError(t *testing.T) {
	t.Parallel()
	s := stub.New(t, stub.Always(200, `{"id":5,"x":"`+strings.Repeat("x", 5000)+`"}`))
	site := s.Client(t, cms.WithMaxResponseSize(1000))
	_, err := site.Posts.Get(t.Context(), 5)
	if !errors.Is(err, cms.ErrTooLarge) || len(s.Seen()) != 1 {
		t.Error(err)
	}
	if _, err = site.Posts.Create(t.Context(), nil); !errors.Is(err, cms.ErrTooLarge) ||
		!errors.Is(err, cms.ErrOutcomeUnknown) {
		t.Error(err)
	}
}

// A small response can unpack to a large one: the limit is that of the unpacked bytes, and the error names its option.
func TestErrorOfALargeUnpackedResponseNamesItsOption(t *testing.T) {
	t.Parallel()
	var packed bytes.Buffer
	z := gzip.NewWriter(&packed)
	_, _ = io.WriteString(z, `{"id":5,"x":"`+strings.Repeat("x", 1<<20)+`"}`)
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		w.Header().Set("Content-Encoding", "gzip")
		_, _ = w.Write(packed.Bytes())
	}))
	t.Cleanup(server.Close)
	const limit = 1 << 16
	if packed.Len() >= limit {
		t.Fatalf("the packed response has %d bytes, want fewer than the limit %d", packed.Len(), limit)
	}
	site, err := cms.New(server.URL, cms.WithMaxResponseSize(limit))
	if err != nil {
		t.Fatal(err)
	}
	_, err = site.Posts.Get(t.Context(), 5)
	if !errors.Is(err, cms.ErrTooLarge) || !strings.Contains(err.Error(), "WithMaxResponseSize") {
		t.Errorf("Get of a post that unpacks to %d bytes: error %v, want ErrTooLarge with WithMaxResponseSize", 1<<20, err)
	}
}

func TestErrorOfACancelledCallHasTheContextErrorAsReason(t *testing.T) {
	t.Parallel()
	s := stub.New(t, stub.Always(200, `{"id":5}`))
	site := s.Client(t)
	ctx, cancel := context.WithCancelCause(t.Context())
	cancel(errors.New("enough"))
	_, err := site.Posts.Create(ctx, nil)
	e, ok := errors.AsType[*cms.Error](err)
	switch {
	case !ok:
		t.Errorf("Posts.Create: error %v, want a *cms.Error", err)
	case !errors.Is(err, context.Canceled):
		t.Errorf("Posts.Create: error %v, want Canceled", err)
	case errors.Is(err, cms.ErrOutcomeUnknown):
		t.Errorf("Posts.Create: error %v, want an error other than ErrOutcomeUnknown", err)
	case e.Attempts != 0:
		t.Errorf("Posts.Create: Attempts %d, want 0", e.Attempts)
	case len(s.Seen()) > 0:
		t.Errorf("requests sent: %d, want at most 0", len(s.Seen()))
	case !strings.Contains(err.Error(), "enough"):
		t.Errorf("Posts.Create: error %v, want %q in it", err, "enough")
	}
}
