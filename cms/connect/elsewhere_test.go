package connect_test

import (
	"net/http"
	"strings"
	"testing"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/cms/connect"
	"github.com/fontcms/fontcms-go/internal/stub"
)

// TestDiagnoseSearchesTheRESTAPIAtOtherPlaces is the table of what it finds.
func TestDiagnoseSearchesTheRESTAPIAtOtherPlaces(t *testing.T) {
	t.Parallel()
	const away = "Location: https://other.example/"
	for name, tc := range map[string]struct {
		root, namespaces string // where the REST API is, and what it has
		front            func(w http.ResponseWriter)
		options          []cms.Option
		cause            connect.Cause
		remedy           string // of which a part
		status           int    // of the question for the home page
		asked            bool   // by a query, too
	}{
		"at another root": {"/api/", `"cms/v2"`, func(w http.ResponseWriter) {
			stub.Reply(w, 200, linkTo("/api/"), "")
		}, nil, connect.CauseRoot, `cms.WithRoot("URL/api/")`, 200, false},
		"with another prefix": {"/wp-json/", `"wp/v2"`, func(w http.ResponseWriter) { stub.Reply(w, 200, "") }, nil,
			connect.CausePrefix, `cms.WithPrefix("wp")`, 200, false},
		"with a prefix by its root": {"/wp-json/", `"x/v2"`, func(w http.ResponseWriter) { stub.Reply(w, 200, "") }, nil,
			connect.CausePrefix, `cms.WithPrefix("wp")`, 200, false},
		"with the prefix by its root": {"/cms-json/", `"x/v2"`, func(w http.ResponseWriter) { stub.Reply(w, 200, "") },
			[]cms.Option{cms.WithPrefix("shop")}, connect.CausePrefix, `cms.WithPrefix("cms")`, 200, false},
		"with its prefix, at its root": {"/cms-json/", `"x/v2"`, func(w http.ResponseWriter) { stub.Reply(w, 200, "") },
			[]cms.Option{cms.WithRoot("api")}, connect.CauseRoot, `cms.WithRoot("URL/cms-json/")`, 200, false},
		"with a prefix that is not told": {"/rest/", `"x/v2"`, func(w http.ResponseWriter) {
			stub.Reply(w, 200, linkTo("/rest/"), "")
		}, []cms.Option{cms.WithPrefix("shop")}, connect.CauseRoot, `cms.WithRoot("URL/rest/")`, 200, false},
		"behind an argument": {"?", `"cms/v2"`, func(w http.ResponseWriter) { stub.Reply(w, 200, "") }, nil,
			connect.CausePermalinks, "WithRoot(\"index.php?rest_route=/\")", 200, false},
		"behind an argument alone": {"?", `"cms/v2"`, func(w http.ResponseWriter) { stub.Reply(w, 302, away, "") }, nil,
			connect.CausePermalinks, "WithRoot(\"index.php?rest_route=/\")", 302, true},
		"behind an argument, not": {"?", ``, func(w http.ResponseWriter) { stub.Reply(w, 302, away, "") }, nil,
			connect.CauseWrongAddress, "wp-login.php in a browser", 302, true},
		"nowhere": {"", ``, func(w http.ResponseWriter) { stub.Reply(w, 404, "<html>") }, nil, connect.CauseWrongAddress,
			"wp-login.php in a browser", 404, true},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := stub.New(t, func(_ int, w http.ResponseWriter, r *http.Request) {
				switch query := r.URL.Query().Has("rest_route"); {
				case !query && r.URL.Path == tc.root, query && tc.root == "?" && r.URL.Path == "/index.php":
					stub.Reply(w, 200, `{"namespaces":[`+tc.namespaces+`]}`)
				case !query && r.URL.Path == "/":
					tc.front(w)
				default:
					stub.Reply(w, 404, "<html>Not found")
				}
			})
			d, err := connect.Diagnose(t.Context(), s.Client(t, tc.options...))
			switch {
			case err != nil:
				t.Fatalf("connect.Diagnose: error %v, want nil", err)
			case d.Cause() != tc.cause:
				t.Fatalf("Diagnosis.Cause: %q, want %q", d.Cause(), tc.cause)
			case len(d.Findings) != 1 || d.Index != nil:
				t.Fatalf("Diagnose: findings %+v, index %+v, want 1 finding and nil", d.Findings, d.Index)
			}
			switch f := d.Findings[0]; {
			case !strings.Contains(said(f), strings.ReplaceAll(tc.remedy, "URL", s.URL)):
				t.Errorf("connect.Diagnose: f %q, want %q in it", f.Remedy, strings.ReplaceAll(tc.remedy, "URL", s.URL))
			case f.Detail == "":
				t.Error("connect.Diagnose: Detail empty, want a text")
			case f.Err == nil:
				t.Error("connect.Diagnose: Err nil, want an error")
			case strings.Contains(tc.remedy, "WithPrefix") && strings.Contains(said(f), "WithRoot"):
				t.Errorf("remedy %q, want only WithPrefix named", said(f))
			}
			found := !tc.asked
			probes := probed(d)
			switch {
			case len(probes) < 2:
				t.Errorf("probed(d): %d probes, want at least 2", len(probes))
			case len(probes) > 2 != tc.asked:
				t.Errorf("Diagnose: %d probes, want more than 2: %t", len(probes), tc.asked)
			case probes[1] != (connect.Probe{Method: "GET", Path: "/", Status: tc.status, OK: found}):
				t.Errorf("probed(d): probes[1] %+v, want %+v", probes[1], connect.Probe{Method: "GET", Path: "/", Status: tc.status,
					OK: found})
			}
		})
	}
}

// A refusal by the words of a missing route says that the REST API is elsewhere, and
// not that it is closed.
func TestDiscoverGoesOnIfAnIndexIsNotARoute(t *testing.T) {
	t.Parallel()
	s := stub.New(t, func(_ int, w http.ResponseWriter, r *http.Request) {
		switch r.URL.Path {
		case "/cms-json/":
			stub.Reply(w, 403, `{"code":"rest_no_route","message":"No.","data":{"status":403}}`)
		case "/api/":
			stub.Reply(w, 200, `{"namespaces":["cms/v2"]}`)
		default:
			stub.Reply(w, 200, linkTo("/api/"), "")
		}
	})
	d, err := connect.Diagnose(t.Context(), s.Client(t))
	switch {
	case err != nil:
		t.Errorf("Diagnose: error %v, want nil", err)
	case d.Cause() != connect.CauseRoot:
		t.Errorf("Diagnosis.Cause: %q, want %q", d.Cause(), connect.CauseRoot)
	case len(s.Seen()) != 3:
		t.Errorf("%v: requests sent: %d, want 3", d, len(s.Seen()))
	}
}

func TestJSONThatIsNotAnIndexIsReported(t *testing.T) {
	t.Parallel()
	s := stub.New(t, stub.Always(200, `{"a":1}`))
	d, err := connect.Diagnose(t.Context(), s.Client(t))
	switch {
	case err != nil:
		t.Errorf("Diagnose: error %v, want nil", err)
	case len(d.Findings) != 1:
		t.Errorf("Diagnose: findings %+v, want 1", d.Findings)
	case d.Findings[0].Detail != "the response at "+s.URL+"/cms-json/ is JSON, but not an index of a REST API":
		t.Errorf("Diagnose: detail %q, want %q", d.Findings[0].Detail,
			"the response at "+s.URL+"/cms-json/ is JSON, but not an index of a REST API")
	case d.Index != nil:
		t.Errorf("Diagnose: index %+v, want nil", d.Index)
	case len(s.Seen()) != 1:
		t.Errorf("%v: requests sent: %d, want 1", d, len(s.Seen()))
	}
}

func TestRootThatIsRedirectedIsAskedForByItsFinalAddress(t *testing.T) {
	t.Parallel()
	_, asked, err := find(t, map[string]func(*http.Request) *http.Response{
		"https://docs.test/":         answer(200, linkTo("/wp-json/"), ""),
		"https://docs.test/wp-json/": answer(302, "Location: https://other.test/wp-json/", ""),
	}, "https://docs.test/")
	switch {
	case err == nil || !strings.Contains(err.Error(), "use the address https://other.test for the site"):
		t.Errorf("Discover: error %v, want %q in it; requests %q", err,
			"use the address https://other.test for the site", asked)
	case len(asked) != 2:
		t.Errorf("find: %d requests, want 2", len(asked))
	}
}
