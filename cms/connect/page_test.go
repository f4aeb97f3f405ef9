package connect_test

import (
	"errors"
	"net/http"
	"strings"
	"testing"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/cms/connect"
	"github.com/fontcms/fontcms-go/internal/stub"
)

// walled is a site whose interface answers by 401 unless a login comes with the
// request.
func walled(next http.Handler) func(int, http.ResponseWriter, *http.Request) {
	return func(_ int, w http.ResponseWriter, r *http.Request) {
		if r.URL.Path != "/" && !strings.HasPrefix(r.URL.Path, "/wp-json/") {
			page(w, http.StatusNotFound, "Not found")
			return
		}
		if r.Header.Get("Authorization") == "" && r.URL.Path != "/" {
			stub.Reply(w, http.StatusUnauthorized, `{"code":"rest_login_required","message":"Log in first.",`+
				`"data":{"status":401}}`)
			return
		}
		next.ServeHTTP(w, r)
	}
}

func TestDiscoverConnectsToASiteWhoseIndexWantsALogin(t *testing.T) {
	t.Parallel()
	for name, front := range map[string]func(http.ResponseWriter, string){
		"whose page links to it": func(w http.ResponseWriter, root string) {
			stub.Reply(w, http.StatusOK, linkTo(root), "<html>")
		},
		"at the usual place": func(w http.ResponseWriter, _ string) { stub.Reply(w, http.StatusOK, "<html>") },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := stub.New(t, walled(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				if r.URL.Path == "/" {
					front(w, "/wp-json/")
					return
				}
				stub.Reply(w, http.StatusOK, `{"id":5}`)
			})))
			login := cms.WithApplicationPassword("editor", "secret")
			site, err := connect.Discover(t.Context(), s.URL, cms.WithPrefix("wp"), login)
			if err != nil {
				t.Fatal(err)
			}
			t.Cleanup(site.CloseIdleConnections)
			switch {
			case site.Root() != s.URL+"/wp-json/":
				t.Errorf("Discover: root %q, want %q", site.Root(), s.URL+"/wp-json/")
			case site.Site() != s.URL:
				t.Errorf("Discover: site %q, want %q", site.Site(), s.URL)
			case site.Prefix() != "wp":
				t.Errorf("root %s, site %s, prefix %s, want %q", site.Root(), site.Site(), site.Prefix(), "wp")
			}
			if _, err := site.Posts.Get(t.Context(), 5); err != nil {
				t.Error(err)
			}
			for _, request := range s.Seen()[:len(s.Seen())-1] {
				if request.Header.Get("Authorization") != "" {
					t.Errorf(
						`credentials were sent before the REST API was found: request.Header.Get("Authorization") %q, want an empty `+
							`string`, request.Header.Get("Authorization"))
				}
			}
			for what, options := range map[string][]cms.Option{"no prefix": {login}, "no login": {cms.WithPrefix("wp")}} {
				_, err := connect.Discover(t.Context(), s.URL, options...)
				switch {
				case !errors.Is(err, cms.ErrorCode("rest_login_required")):
					t.Errorf("connect.Discover(s.URL, options): %s: the error names neither root nor call: %v, want %v", what, err,
						cms.ErrorCode("rest_login_required"))
				case !strings.Contains(err.Error(), `cms.WithRoot("`+s.URL+`/wp-json/")`):
					t.Errorf("connect.Discover(s.URL, options): %s: the error names neither root nor call: %v, want %q in it", what,
						err, `cms.WithRoot("`+s.URL+`/wp-json/")`)
				case strings.Contains(err.Error(), "secret"):
					t.Errorf("connect.Discover(s.URL, options): %s: the error names neither root nor call: %v, want no %q in it", what,
						err, "secret")
				}
			}
		})
	}
}

func TestDiscoverDoesNotTreatAGatewayErrorAsTheRESTAPI(t *testing.T) {
	t.Parallel()
	for _, body := range []string{`{"code":401,"message":"No.","data":{"status":401}}`,
		`{"code":"denied","message":"No."}`, `{"code":"denied","data":{"status":403}}`, `<html>`} {
		s := stub.New(t, stub.Always(http.StatusUnauthorized, body))
		_, err := connect.Discover(t.Context(), s.URL, cms.WithPrefix("wp"), cms.WithApplicationPassword("editor", "secret"))
		switch {
		case err == nil:
			t.Errorf("%s: connect.Discover: error nil, want an error", body)
		case strings.Contains(err.Error(), "WithRoot("):
			t.Errorf("%s: connect.Discover: error %v, want no %q in it", body, err, "WithRoot(")
		}
	}
}

func TestErrorsDoNotAdviseTheCallThatReturnsThem(t *testing.T) {
	t.Parallel()
	for name, handler := range map[string]func(int, http.ResponseWriter, *http.Request){
		"no REST API":          stub.Always(http.StatusNotFound, "<html>Not found"),
		"a page everywhere":    stub.Always(http.StatusOK, "<html>Welcome"),
		"a redirect elsewhere": stub.Always(http.StatusFound, "Location: https://other.example/", ""),
		"a root that is redirected": func(_ int, w http.ResponseWriter, r *http.Request) {
			if r.URL.Path == "/" {
				stub.Reply(w, http.StatusOK, linkTo("/wp-json/"), "<html>")
				return
			}
			stub.Reply(w, http.StatusFound, "Location: https://other.example/wp-json/", "")
		},
	} {
		s := stub.New(t, handler)
		_, err := connect.Discover(t.Context(), s.URL)
		e, ok := errors.AsType[*cms.Error](err)
		switch {
		case !ok:
			t.Errorf("connect.Discover(s.URL): %s: Discover: %v, want a *cms.Error", name, err)
		case strings.Contains(err.Error(), "try connect.Discover"):
			t.Errorf("connect.Discover(s.URL): %s: Discover: %v, want no %q in it", name, err, "try connect.Discover")
		case strings.Contains(err.Error(), "try Discover"):
			t.Errorf("connect.Discover(s.URL): %s: Discover: %v, want no %q in it", name, err, "try Discover")
		case e.Hint == "":
			t.Errorf("connect.Discover(s.URL): %s: Discover: %v: Hint empty, want a text", name, err)
		case e.Operation != "Discover":
			t.Errorf("connect.Discover(s.URL): %s: Discover: %v: Operation %q, want %q", name, err, e.Operation, "Discover")
		}
		if strings.Contains(name, "redirect") && !strings.Contains(err.Error(), "https://other.example") {
			t.Errorf("%s: error %v, want %q in it", name, err, "https://other.example")
		}
		d, err := connect.Diagnose(t.Context(), s.Client(t))
		switch {
		case err != nil:
			t.Errorf("%s: Diagnose: error %v, want nil", name, err)
		case d.OK():
			t.Errorf("%s: Diagnose: %v is OK, want a finding", name, d)
		case strings.Contains(d.String(), "connect.Diagnose"):
			t.Errorf("%s: Diagnose: report %q, want no %q in it", name, d.String(), "connect.Diagnose")
		}
	}
}

func TestDiagnosisDoesNotAdviseADiagnosis(t *testing.T) {
	t.Parallel()
	locked := func(w http.ResponseWriter, _ *http.Request) { page(w, http.StatusUnauthorized, "Log in") }
	s := routed(t, map[string]func(http.ResponseWriter, *http.Request){"/cms-json/cms/v2/users/me": locked,
		"/cms-json/cms/v2/posts": locked})
	d, err := connect.Diagnose(t.Context(), s.Client(t, cms.WithApplicationPassword("editor", "secret")))
	switch {
	case err != nil:
		t.Errorf("connect.Diagnose: error %v, want nil", err)
	case d.Cause() != connect.CauseServerPassword:
		t.Errorf("Diagnosis.Cause: %q, want %q", d.Cause(), connect.CauseServerPassword)
	case strings.Contains(d.String(), "connect.Diagnose"):
		t.Errorf("connect.Diagnose: %q, want no %q in it", d.String(), "connect.Diagnose")
	}
}
