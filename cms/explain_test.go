package cms_test

import (
	"context"
	"crypto/tls"
	"errors"
	"io"
	"log"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/cms/cmstest"
	"github.com/fontcms/fontcms-go/internal/stub"
)

// TestRejectedStatusFilterHintsAtInvalidCredentials lists drafts with a wrong password: the site takes
// the caller for a visitor, whom it refuses the status as invalid.
func TestRejectedStatusFilterHintsAtInvalidCredentials(t *testing.T) {
	t.Parallel()
	_, server := newSite(t)
	drafts := &cms.PostListOptions{Status: []cms.Status{cms.StatusDraft}}
	for name, c := range map[string]struct {
		options []cms.Option
		hinted  bool
	}{
		"a wrong password": {[]cms.Option{cms.WithApplicationPassword("editor", "wrong")}, true},
		"no credentials":   {nil, false},
	} {
		_, err := stub.Dial(t, server.URL, c.options...).Posts.List(t.Context(), drafts)
		e, ok := errors.AsType[*cms.Error](err)
		switch {
		case !ok:
			t.Errorf("%s: Posts.List(drafts): error %v, want a *cms.Error", name, err)
		case e.Status != http.StatusBadRequest:
			t.Errorf("%s: Posts.List(drafts): Status %d, want StatusBadRequest", name, e.Status)
		case strings.Contains(e.Hint, "the login is invalid") != c.hinted || (e.Go == "site.Verify(ctx)") != c.hinted:
			t.Errorf("%s: Posts.List(drafts): Hint %q, Go %q, want them about an invalid login: %t", name, e.Hint, e.Go,
				c.hinted)
		}
	}
}

func TestKeysOfAShopAreNamedWhereTheyDoNotWork(t *testing.T) {
	t.Parallel()
	_, server := newSite(t)
	for user, hinted := range map[string]bool{"ck_0123": true, "editor": false} {
		_, err := stub.Dial(t, server.URL, cms.WithApplicationPassword(user, "cs_4567")).Posts.Create(t.Context(),
			&cms.PostParams{Title: new("A")})
		e, ok := errors.AsType[*cms.Error](err)
		if !ok || strings.Contains(e.Hint, "the keys of a shop") != hinted {
			t.Errorf("Create by %s: error %v, want an Error whose hint names the keys of a shop: %t", user, err, hinted)
		}
	}
}

func TestMisspelledStatusDoesNotHintAtCredentials(t *testing.T) {
	t.Parallel()
	_, server := newSite(t)
	_, err := as(t, server, "editor").Posts.List(t.Context(), &cms.PostListOptions{Status: []cms.Status{"drafts"}})
	e, ok := errors.AsType[*cms.Error](err)
	switch {
	case !ok:
		t.Errorf("Posts.List: error %v, want a *cms.Error", err)
	case e.Status != http.StatusBadRequest || e.Hint != "":
		t.Errorf("Posts.List: Status %d, Hint %q, want StatusBadRequest and an empty string", e.Status, e.Hint)
	}
}

func TestLostResponseToACreateHintsAtTheRecord(t *testing.T) {
	t.Parallel()
	_, server := newSite(t)
	server.Fail(cmstest.Fault{Method: http.MethodPost, Processed: true, Cut: cmstest.CutAnswer})
	_, err := as(t, server, "editor").Posts.Create(t.Context(), &cms.PostParams{Title: new("Lost")})
	e, ok := errors.AsType[*cms.Error](err)
	switch {
	case !ok:
		t.Errorf("Posts.Create: error %v, want a *cms.Error", err)
	case !errors.Is(err, cms.ErrOutcomeUnknown):
		t.Errorf("Posts.Create: error %v, want ErrOutcomeUnknown", err)
	case !strings.Contains(e.Hint, "may have carried out this request"):
		t.Errorf("Posts.Create: Hint %q, want %q in it", e.Hint, "may have carried out this request")
	}
}

func TestHintSaysFirstWhatACallMayHaveDone(t *testing.T) {
	t.Parallel()
	page := []string{"Content-Type: text/html", "<!DOCTYPE html><html><body>Try again later.</body></html>"}
	for name, c := range map[string]struct {
		method        string
		status        int
		first, second string
	}{
		"a create that may be done":   {http.MethodPost, http.StatusBadGateway, "may have carried out", "got no response"},
		"a read that failed":          {http.MethodGet, http.StatusBadGateway, "got no response", "not retried"},
		"a create that was not taken": {http.MethodPost, http.StatusTooManyRequests, "too many requests", "not retried"},
	} {
		s := stub.New(t, stub.Always(c.status, append([]string{"Retry-After: 9999"}, page...)...))
		_, err := cms.Do(t.Context(), s.Client(t), cms.Request[cms.Raw]{Method: c.method, Path: "shop/v1/orders"})
		e, ok := errors.AsType[*cms.Error](err)
		if !ok {
			t.Errorf("%s: error %v, want a *cms.Error", name, err)
			continue
		}
		_, after, found := strings.Cut(e.Hint, c.first)
		if !found || !strings.Contains(after, c.second) {
			t.Errorf("%s: Hint %q, want %q in it, and then %q", name, e.Hint, c.first, c.second)
		}
	}
}

func TestUnknownCertificateHintsAtTheHTTPClient(t *testing.T) {
	t.Parallel()
	server := httptest.NewUnstartedServer(http.NotFoundHandler())
	server.Config.ErrorLog = log.New(io.Discard, "", 0)
	server.StartTLS()
	t.Cleanup(server.Close)
	_, err := stub.Dial(t, server.URL).Posts.List(t.Context(), nil)
	e, ok := errors.AsType[*cms.Error](err)
	switch {
	case !ok:
		t.Errorf("Posts.List: error %v, want a *cms.Error", err)
	case !strings.Contains(e.Hint, "who signed the certificate") || !strings.Contains(e.Go, "WithHTTPClient"):
		t.Errorf("Posts.List: Hint %q, Go %q, want %q in one and %q in the other", e.Hint, e.Go, "who signed the certificate",
			"WithHTTPClient")
	}
}

// TestErrorHasAHintForAWrongPrefix asks sites that show what they are under a prefix that is
// not theirs.
func TestErrorHasAHintForAWrongPrefix(t *testing.T) {
	t.Parallel()
	wordpress := cmstest.NewServer(cmstest.WithTest(t), cmstest.WithPrefix("wp"))
	ours := cmstest.NewServer(cmstest.WithTest(t))
	theme := stub.New(t, stub.Always(http.StatusNotFound, "Content-Type: text/html",
		`<!DOCTYPE html><html><head><link rel="stylesheet" href="/wp-includes/css/a.css"></head><body>Not found</body>`+
			`</html>`))
	const hint = `WithPrefix("wp")`
	for name, c := range map[string]struct {
		site  *cms.Client
		named bool
	}{
		"another root":                       {stub.Dial(t, wordpress.URL), true},
		"a root that fits":                   {stub.Dial(t, wordpress.URL, cms.WithRoot("wp-json")), true},
		"a page of a theme":                  {theme.Client(t), true},
		"the prefix that it names, no route": {stub.Dial(t, wordpress.URL, cms.WithPrefix("wp")), false},
		"a site of the specification":        {stub.Dial(t, ours.URL, cms.WithRoot("nothing")), false},
	} {
		_, err := cms.Do(t.Context(), c.site, cms.Request[cms.Raw]{Path: "cms/v2/nothing"})
		if name == "a page of a theme" || name == "another root" || name == "a root that fits" {
			_, err = c.site.Posts.List(t.Context(), nil)
		}
		e, ok := errors.AsType[*cms.Error](err)
		switch {
		case !ok:
			t.Errorf("%s: Posts.List: error %v, want a *cms.Error", name, err)
		case strings.Contains(e.Go, hint) != c.named || strings.Contains(e.Hint, "use the prefix wp") != c.named:
			t.Errorf("%s: Posts.List: Hint %q, Go %q, want them to name the prefix: %t", name, e.Hint, e.Go, c.named)
		}
	}
}

// TestIgnoredLoginIsExplainedByItsKind has a site that treats each login as anonymous.
func TestIgnoredLoginIsExplainedByItsKind(t *testing.T) {
	t.Parallel()
	s := stub.New(t, stub.Always(http.StatusUnauthorized,
		`{"code":"rest_not_logged_in","message":"No.","data":{"status":401}}`))
	for name, c := range map[string]struct {
		login cms.Credentials
		hint  string
	}{
		"an application password": {cms.Credentials{User: "editor", Password: "abcd efgh"}, "application password is wrong"},
		"a token":                 {cms.Credentials{Token: "old-token"}, "no plugin of the site takes tokens"},
		"a session": {cms.Credentials{Cookie: "wordpress_logged_in_1=old", Nonce: "0123456789"},
			"wrong or expired"},
	} {
		_, err := s.Client(t, cms.WithCredentials(c.login)).Posts.List(t.Context(), nil)
		e, ok := errors.AsType[*cms.Error](err)
		if !ok {
			t.Errorf("List with %s: error %v, want a *cms.Error", name, err)
		} else if !strings.Contains(strings.ReplaceAll(e.Hint, "\n", " "), c.hint) {
			t.Errorf("List with %s: Hint %q, want %q in it", name, e.Hint, c.hint)
		}
	}
}

func TestLostRequestHintsAtItsSizeIfItIsLarge(t *testing.T) {
	t.Parallel()
	const small, large = `{"title":"A"}`, 2 << 20
	site := stub.Dial(t, "http://localhost", cms.WithHTTPClient(&http.Client{
		Transport: stub.Carrier(func(req *http.Request) (*http.Response, error) {
			_, _ = io.Copy(io.Discard, req.Body)
			return nil, io.ErrUnexpectedEOF
		})}))
	read := func(content string, size int64) any {
		return &cms.Upload{Type: "application/json", Reader: strings.NewReader(content), Size: size}
	}
	padded := small + strings.Repeat(" ", large-len(small))
	for name, test := range map[string]struct {
		body any
		hint string
	}{
		"JSON":                     {map[string]string{"title": strings.Repeat("A", large)}, "was sending 2.0 MiB"},
		"small JSON":               {map[string]string{"title": "A"}, "was lost before its response"},
		"a reader":                 {read(padded, large), "was sending 2.0 MiB"},
		"a small reader":           {read(small, int64(len(small))), "was lost before its response"},
		"a reader of unknown size": {read(padded, -1), "was sending a body of unknown size"},
		"a reader without a size":  {read(padded, 0), "was sending a body of unknown size"},
		"a file": {&cms.Upload{Type: "application/json", Size: large, Open: func() (io.ReadCloser, error) {
			return io.NopCloser(strings.NewReader(padded)), nil
		}}, "was sending 2.0 MiB"},
	} {
		_, err := cms.Do(t.Context(), site, cms.Request[cms.Raw]{
			Method: http.MethodPost, Path: "cms/v2/posts", Body: test.body, Repeat: cms.RepeatUnsent})
		e, ok := errors.AsType[*cms.Error](err)
		if !ok || !strings.Contains(e.Hint, test.hint) {
			t.Errorf("Do with %s: error %v, want an *Error with %q in its hint", name, err, test.hint)
		}
	}
}

func TestHintNamesTheAddressThatResponded(t *testing.T) {
	t.Parallel()
	const page = "<html><title>Sign in</title></html>"
	for name, test := range map[string]struct {
		status     int
		head, body string
		want       string
	}{
		"a page":                         {200, "Content-Type: text/html", page, "/moved/here/ is a web page"},
		"a redirect that is not allowed": {301, "Location: there?_method=DELETE", "", "/moved/here/there"},
	} {
		s := stub.New(t, func(_ int, w http.ResponseWriter, r *http.Request) {
			if r.URL.Path == "/moved/here/" {
				stub.Reply(w, test.status, test.head, test.body)
				return
			}
			stub.Reply(w, 301, "Location: /moved/here/", "")
		})
		_, err := s.Client(t).Posts.Get(t.Context(), 5)
		if e, ok := errors.AsType[*cms.Error](err); !ok || !strings.Contains(e.Hint, s.URL+test.want) {
			t.Errorf("Get that is redirected to %s: error %v, want %s in its hint", name, err, test.want)
		}
	}
}

func TestDeadlineOfTheProgramIsToldFromAnAttempt(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		hang := roundTripper(func(r *http.Request) (*http.Response, error) {
			<-r.Context().Done()
			return nil, r.Context().Err()
		})
		client := stub.Dial(t, "https://docs.test", cms.WithHTTPClient(&http.Client{Transport: hang}))
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		_, err := client.Posts.Get(ctx, 5)
		e, ok := errors.AsType[*cms.Error](err)
		if !ok || !strings.Contains(e.Hint, "the deadline that this program set has passed") {
			t.Errorf("Get with a deadline of 1s: error %v, want a hint about the deadline of the program", err)
		}
	})
}

// TestResetStreamsHintAsLostConnections has a server of HTTP/2 that resets the stream of each request, as
// some firewalls do.
func TestResetStreamsHintAsLostConnections(t *testing.T) {
	t.Parallel()
	var cut atomic.Bool
	s := httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		if cut.Load() {
			_, _ = io.WriteString(w, `{"id":5,`)
			_ = http.NewResponseController(w).Flush()
		}
		panic(http.ErrAbortHandler)
	}))
	s.EnableHTTP2 = true
	s.StartTLS()
	t.Cleanup(s.Close)
	site, ctx := stub.Dial(t, s.URL, cms.WithHTTPClient(s.Client())), t.Context()
	second := func(_ any, err error) error { return err }
	for _, c := range []struct {
		name string
		cut  bool
		call func() error
		hint string
	}{
		{"Delete", false, func() error { return second(site.Posts.Delete(ctx, 5)) }, "some servers block the method DELETE"},
		{"Get", false, func() error { return second(site.Posts.Get(ctx, 5)) }, "was lost before its response was complete"},
		{"Get of a half", true, func() error { return second(site.Posts.Get(ctx, 5)) }, "was lost before its response"},
		{"Create of 2 MiB", false, func() error {
			return second(site.Posts.Create(ctx, &cms.PostParams{Content: new(strings.Repeat("x", 2<<20))}))
		}, "while this program was sending 2.0 MiB"},
	} {
		cut.Store(c.cut)
		err := c.call()
		if e, ok := errors.AsType[*cms.Error](err); !ok || !strings.Contains(e.Hint, c.hint) {
			t.Errorf("%s: error %v, want an *Error with %q in its hint", c.name, err, c.hint)
		}
	}
}

// TestRefusedEncryptionHintsAtTheServer has servers that refuse the beginning of TLS.
func TestRefusedEncryptionHintsAtTheServer(t *testing.T) {
	t.Parallel()
	none := func(*tls.ClientHelloInfo) (*tls.Config, error) { return nil, errors.New("no certificate") }
	for name, config := range map[string]*tls.Config{
		"TLS 1.1":           {MinVersion: tls.VersionTLS10, MaxVersion: tls.VersionTLS11},
		"no shared cipher":  {MaxVersion: tls.VersionTLS12, CipherSuites: []uint16{tls.TLS_RSA_WITH_AES_128_CBC_SHA}},
		"not for this name": {GetConfigForClient: none},
	} {
		s := httptest.NewUnstartedServer(http.NotFoundHandler())
		s.TLS, s.Config.ErrorLog = config, log.New(io.Discard, "", 0)
		s.StartTLS()
		_, err := stub.Dial(t, s.URL, cms.WithHTTPClient(s.Client())).Posts.Get(t.Context(), 5)
		s.Close()
		const want = "the hosting company for TLS 1.2 or newer"
		if e, ok := errors.AsType[*cms.Error](err); !ok || !strings.Contains(e.Hint, want) {
			t.Errorf("Get from a server with %s: error %v, want an *Error with %q in its hint", name, err, want)
		}
	}
}
