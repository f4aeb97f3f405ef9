package connect_test

import (
	"bytes"
	"errors"
	"log/slog"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/cms/connect"
)

func TestAReportSaysWhatWasAskedAndFound(t *testing.T) {
	t.Parallel()
	d := connect.Diagnosis{
		Probes: []connect.Probe{
			{Question: "is it there?", Method: "GET", Path: "", Status: 200, OK: true},
			{Question: "and that?", Method: "DELETE", Path: "cms/v2/posts/0", Status: 405},
		},
		Findings: []connect.Finding{
			{Cause: connect.CauseMethods, Detail: " it is v1.2 ", Remedy: "Look!"},
			{Cause: connect.CauseUnknown, Detail: "Why?", Remedy: ""},
		},
	}
	identity := &cms.Identity{Username: "jane", Roles: []string{"editor", "author"}}
	identity.ID = 7
	const asked = "yes  is it there? (GET : 200)\nno   and that? (DELETE cms/v2/posts/0: 405)\n"
	const found = "methods blocked: it is v1.2. Look!\nunknown: Why? \n"
	if got := d.String(); got != asked+found {
		t.Errorf("%q", got)
	}
	d.Identity = identity
	const known = "The site knows you as jane (user 7, editor, author).\n"
	if got := d.String(); got != asked+known+found {
		t.Errorf("%q", got)
	}
	if d.OK() || d.Cause() != connect.CauseMethods || !d.Has(connect.CauseUnknown) || d.Has(connect.CauseClosed) {
		t.Errorf("%v", &d)
	}
	if fine := (&connect.Diagnosis{}); fine.String() != "Nothing is wrong.\n" || !fine.OK() || fine.Cause() != "" || fine.Has("") {
		t.Errorf("%v", fine)
	}
}

// probed are the probes of a diagnosis without their questions.
func probed(d *connect.Diagnosis) (probes []connect.Probe) {
	for _, p := range d.Probes {
		if p.Question == "" {
			continue
		}
		p.Question = ""
		probes = append(probes, p)
	}
	return probes
}

func TestProbesAreSpelledAsTheSiteSpellsThem(t *testing.T) {
	t.Parallel()
	s := newStub(t, func(_ int, w http.ResponseWriter, r *http.Request) {
		switch r.Method + " " + r.URL.Path {
		case "GET /wp-json/":
			reply(w, 200, `{"namespaces":["wp/v2"],"authentication":{"application-passwords":{}}}`)
		case "GET /wp-json/wp/v2/users/me":
			reply(w, 401, notLoggedIn)
		case "POST /xmlrpc.php":
			loggedIn(w)
		}
	})
	d, err := connect.Diagnose(t.Context(), s.client(t, cms.WithPrefix("wp"), cms.WithApplicationPassword("editor", madeUp)))
	want := []connect.Probe{{Method: "GET", Status: 200, OK: true}, {Method: "GET", Path: "wp/v2/users/me", Status: 401}, {Method: "POST", Path: "/xmlrpc.php", Status: 200, OK: true}}
	if err != nil || !slices.Equal(probed(d), want) || d.Cause() != connect.CauseHeaderDropped {
		t.Errorf("%v, %v", d, err)
	}
}

func TestALoginByTheBodyIsOneRequestToTheSite(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct{ url, want string }{
		"at the address of the index": {"URL/blog", "/blog/xmlrpc.php"},
		"with a slash behind it":      {"URL/blog/", "/blog/xmlrpc.php"},
		"without an address":          {"", "/xmlrpc.php"},
		"with one that is none":       {"http://%zz", "/xmlrpc.php"},
		"of another site":             {"https://other.example", "/xmlrpc.php"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := newStub(t, func(_ int, w http.ResponseWriter, r *http.Request) {
				switch {
				case r.Method == http.MethodPost:
					w.WriteHeader(http.StatusServiceUnavailable) // which is not asked again: it may count as a failed login
				case strings.HasSuffix(r.URL.Path, "/me"):
					reply(w, 401, notLoggedIn)
				default:
					reply(w, 200, `{"url":"`+strings.Replace(tc.url, "URL", "http://"+r.Host, 1)+`","namespaces":["cms/v2"],"authentication":{"application-passwords":{}}}`)
				}
			})
			d, err := connect.Diagnose(t.Context(), s.client(t, cms.WithApplicationPassword("ed<>", madeUp)))
			seen := s.seen()
			last := seen[len(seen)-1]
			if err != nil || len(seen) != 3 || d.Cause() != connect.CauseUnknownUser || last.Method != http.MethodPost || last.Path != tc.want || last.Query != "" {
				t.Fatalf("%v, %v: %+v", d, err, seen)
			}
			const body = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<methodCall><methodName>wp.getUsersBlogs</methodName><params>" +
				"<param><value><string>ed&lt;&gt;</string></value></param><param><value><string>" + madeUp + "</string></value></param></params></methodCall>"
			if plain := strings.ReplaceAll(last.Body, strings.ReplaceAll(madeUp, " ", ""), madeUp); plain != body {
				t.Errorf("sent %s", last.Body)
			}
			if h := last.Header; h.Get("Content-Type") != "text/xml" || h.Get("Accept") != "text/xml" || h.Get("Authorization") != "" {
				t.Errorf("sent %v", h)
			}
		})
	}
}

func TestDiagnoseSendsNoCredentialsToAnotherOriginInTheIndex(t *testing.T) {
	t.Parallel()
	front := newStub(t, always(200, "<html>"))
	s := newStub(t, func(_ int, w http.ResponseWriter, r *http.Request) {
		if strings.HasSuffix(r.URL.Path, "/me") {
			reply(w, 401, notLoggedIn)
			return
		}
		reply(w, 200, `{"url":"`+front.URL+`","namespaces":["cms/v2"],"authentication":{"application-passwords":{}}}`)
	})
	d, err := connect.Diagnose(t.Context(), front.client(t, cms.WithRoot(s.URL+"/cms-json/"), cms.WithApplicationPassword("editor", madeUp)))
	if err != nil || d.Cause() != connect.CauseUnknownUser || len(front.seen()) != 0 || len(s.seen()) != 2 || len(d.Probes) != 2 {
		t.Errorf("%v, %v", d, err)
	}
}

func TestAPasswordOfASiteHasTwentyFourLettersAndDigits(t *testing.T) {
	t.Parallel()
	const rest = "bcdefghijklmnopqrs" // with the six at the bounds 24
	for password, cause := range map[string]connect.Cause{
		"09azAZ" + rest:                  connect.CauseHeaderDropped,
		"/0 9:@A Z[`a z{" + rest:         connect.CauseHeaderDropped,
		"9azAZ" + rest:                   connect.CauseWrongPassword,
		"09azAZ" + rest + "x":            connect.CauseWrongPassword,
		"correct horse battery staple 1": connect.CauseWrongPassword,
	} {
		s, _ := ladder(t, map[string]string{askUser: "401 " + notLoggedIn, askBody: "200 <methodResponse><params/></methodResponse>"})
		d, err := connect.Diagnose(t.Context(), s.client(t, cms.WithApplicationPassword("editor", password)))
		if err != nil || d.Cause() != cause || strings.Contains(d.String(), password) {
			t.Errorf("%s: %v, %v", password, d, err)
		}
	}
}

func TestErrorsOfPHPInFrontOfAnyAnswerAreFoundOnce(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct {
		answers map[string]string
		noise   string
	}{
		"of the index":   {map[string]string{askIndex: strings.Replace(anIndex, "200 ", "200 Notice: first\n", 1), askList: "200 Notice: second\n[]"}, `begin with "Notice: first"`},
		"of the list":    {map[string]string{askList: "200 Notice: second\n[]"}, `begin with "Notice: second"`},
		"a long one":     {map[string]string{askList: "200 " + strings.Repeat("x", 201) + "\n[]"}, `"` + strings.Repeat("x", 200) + `"`},
		"and an outage":  {map[string]string{askIndex: strings.Replace(anIndex, "200 ", "200 Notice: first\n", 1), askList: "503 <html>"}, ""},
		"and PHP's page": {map[string]string{askIndex: strings.Replace(anIndex, "200 ", "200 Notice: first\n", 1), askList: "500 <b>Fatal error</b>: x"}, ""},
	} {
		s, _ := ladder(t, tc.answers)
		d, err := connect.Diagnose(t.Context(), s.client(t))
		if err != nil || !d.Has(connect.CausePHPErrors) {
			t.Fatalf("%s: %v, %v", name, d, err)
		}
		php := slices.DeleteFunc(slices.Clone(d.Findings), func(f connect.Finding) bool { return f.Cause != connect.CausePHPErrors })
		if len(php) != 1 || !strings.Contains(php[0].Detail, tc.noise) || name == "and an outage" && d.Cause() != connect.CauseUnavailable {
			t.Errorf("%s: %v", name, d)
		}
	}
}

// A client that checks its arguments asks the site first, which may not know one.
func TestDiagnoseReportsAnArgumentThatTheSiteDoesNotKnow(t *testing.T) {
	t.Parallel()
	s, _ := ladder(t, map[string]string{
		"OPTIONS /cms-json/cms/v2/users/me?_fields=endpoints": `200 {"endpoints":[{"methods":["GET"],"args":{"other":{}}}]}`,
	})
	d, err := connect.Diagnose(t.Context(), s.client(t, cms.WithCheckedArguments(), cms.WithApplicationPassword("editor", madeUp)))
	if err != nil || d.Cause() != connect.CauseUnknown || !errors.Is(d.Findings[0].Err, cms.ErrInvalidArgument) || !strings.Contains(d.Findings[0].Detail, "context") {
		t.Fatalf("%v, %v", d, err)
	}
	if e, ok := errors.AsType[*cms.Error](d.Findings[0].Err); !ok || e.Operation != "Diagnose" || e.Method != "GET" || e.Path != "cms/v2/users/me" {
		t.Errorf("%+v", d.Findings[0].Err)
	}
}

func TestLogNamesTheOperationOfDiagnose(t *testing.T) {
	t.Parallel()
	var log bytes.Buffer
	logged := cms.WithLogger(slog.New(slog.NewTextHandler(&log, &slog.HandlerOptions{Level: slog.LevelDebug})))
	s, _ := ladder(t, map[string]string{askUser: "401 " + notLoggedIn})
	if _, err := connect.Discover(t.Context(), s.URL+"/a", logged); err == nil { // nobody lists its namespaces
		t.Fatal("a site was found")
	}
	if first, _, _ := strings.Cut(log.String(), "\n"); !strings.Contains(first, "operation=Discover ") {
		t.Error(first)
	}
	log.Reset()
	if _, err := connect.Diagnose(t.Context(), s.client(t, logged, cms.WithApplicationPassword("editor", madeUp))); err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(log.String()) {
		if !strings.Contains(line, "Diagnose") || strings.Contains(line, "Discover") {
			t.Error(line)
		}
	}
}
