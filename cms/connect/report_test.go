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
	"github.com/fontcms/fontcms-go/internal/stub"
)

func TestReportSaysWhatWasAskedAndFound(t *testing.T) {
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
	const asked = "yes  is it there? (GET index: 200)\nno   and that? (DELETE cms/v2/posts/0: 405)\n"
	const found = "methods blocked: it is v1.2. Look!\nunknown: Why? \n"
	if got := d.String(); got != asked+found {
		t.Errorf("got %q, want %q", got, asked+found)
	}
	d.Identity = identity
	const known = "The site knows you as jane (user 7, editor, author).\n"
	if got := d.String(); got != asked+known+found {
		t.Errorf("got %q, want %q", got, asked+known+found)
	}
	switch {
	case d.OK():
		t.Error("Diagnosis with findings: OK true, want false")
	case d.Cause() != connect.CauseMethods:
		t.Errorf("Diagnosis.Cause: %q, want %q", d.Cause(), connect.CauseMethods)
	case !d.Has(connect.CauseUnknown):
		t.Error("Diagnosis.Has(CauseUnknown): false, want true")
	case d.Has(connect.CauseClosed):
		t.Error("Diagnosis.Has(CauseClosed): true, want false")
	}
	switch fine := (&connect.Diagnosis{}); {
	case fine.String() != "Nothing is wrong.\n":
		t.Errorf("report of an empty diagnosis %q, want %q", fine.String(), "Nothing is wrong.\n")
	case !fine.OK():
		t.Error("Diagnosis without findings: OK false, want true")
	case fine.Cause() != "":
		t.Errorf("Diagnosis.Cause: %q, want an empty string", fine.Cause())
	case fine.Has(""):
		t.Error("Diagnosis.Has of no cause: true, want false")
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
	s := stub.New(t, func(_ int, w http.ResponseWriter, r *http.Request) {
		switch r.Method + " " + r.URL.Path {
		case "GET /wp-json/":
			stub.Reply(w, 200, `{"namespaces":["wp/v2"],"authentication":{"application-passwords":{}}}`)
		case "GET /wp-json/wp/v2/users/me":
			stub.Reply(w, 401, notLoggedIn)
		case "POST /xmlrpc.php":
			loggedIn(w)
		}
	})
	d, err := connect.Diagnose(t.Context(), s.Client(t, cms.WithPrefix("wp"),
		cms.WithApplicationPassword("editor", madeUp)))
	want := []connect.Probe{{Method: "GET", Status: 200, OK: true}, {Method: "GET", Path: "wp/v2/users/me", Status: 401},
		{Method: "POST", Path: "/xmlrpc.php", Status: 200, OK: true}}
	switch {
	case err != nil:
		t.Errorf("connect.Diagnose: error %v, want nil", err)
	case !slices.Equal(probed(d), want):
		t.Errorf("probed(d): %v, want %v", probed(d), want)
	case d.Cause() != connect.CauseHeaderDropped:
		t.Errorf("Diagnosis.Cause: %q, want %q", d.Cause(), connect.CauseHeaderDropped)
	}
}

func TestLoginByTheBodyIsOneRequestToTheSite(t *testing.T) {
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
			s := stub.New(t, func(_ int, w http.ResponseWriter, r *http.Request) {
				switch {
				case r.Method == http.MethodPost:
					w.WriteHeader(http.StatusServiceUnavailable) // which is not asked again: it may count as a failed login
				case strings.HasSuffix(r.URL.Path, "/me"):
					stub.Reply(w, 401, notLoggedIn)
				default:
					stub.Reply(w, 200, `{"url":"`+strings.Replace(tc.url, "URL", "http://"+r.Host,
						1)+`","namespaces":["cms/v2"],"authentication":{"application-passwords":{}}}`)
				}
			})
			d, err := connect.Diagnose(t.Context(), s.Client(t, cms.WithApplicationPassword("ed<>", madeUp)))
			seen := s.Seen()
			last := seen[len(seen)-1]
			switch {
			case err != nil:
				t.Fatalf("connect.Diagnose: error %v, want nil", err)
			case len(seen) != 3:
				t.Fatalf("Diagnose sent %d requests, want 3: %v", len(seen), d)
			case d.Cause() != connect.CauseUnknownUser:
				t.Fatalf("Diagnosis.Cause: %q, want %q", d.Cause(), connect.CauseUnknownUser)
			case last.Method != http.MethodPost || last.Path != tc.want:
				t.Fatalf("last.Method %q, last.Path %q, want %q and %q", last.Method, last.Path, http.MethodPost, tc.want)
			case last.Query != "":
				t.Fatalf("last.Query %q, want an empty string", last.Query)
			}
			const body = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<methodCall><methodName>wp.getUsersBlogs</methodName>" +
				"<params>" +
				"<param><value><string>ed&lt;&gt;</string></value></param><param><value><string>" + madeUp +
				"</string></value></param></params></methodCall>"
			if plain := strings.ReplaceAll(last.Body, strings.ReplaceAll(madeUp, " ", ""), madeUp); plain != body {
				t.Errorf("sent %s: plain %q, want %q", last.Body, plain, body)
			}
			switch h := last.Header; {
			case h.Get("Content-Type") != "text/xml":
				t.Errorf(`sent %v: h.Get("Content-Type") %q, want %q`, h, h.Get("Content-Type"), "text/xml")
			case h.Get("Accept") != "text/xml":
				t.Errorf(`sent %v: h.Get("Accept") %q, want %q`, h, h.Get("Accept"), "text/xml")
			case h.Get("Authorization") != "":
				t.Errorf(`sent %v: h.Get("Authorization") %q, want an empty string`, h, h.Get("Authorization"))
			}
		})
	}
}

func TestDiagnoseSendsNoCredentialsToAnotherOriginInTheIndex(t *testing.T) {
	t.Parallel()
	front := stub.New(t, stub.Always(200, "<html>"))
	s := stub.New(t, func(_ int, w http.ResponseWriter, r *http.Request) {
		if strings.HasSuffix(r.URL.Path, "/me") {
			stub.Reply(w, 401, notLoggedIn)
			return
		}
		stub.Reply(w, 200, `{"url":"`+front.URL+`","namespaces":["cms/v2"],"authentication":{"application-passwords":{}}}`)
	})
	d, err := connect.Diagnose(t.Context(), front.Client(t, cms.WithRoot(s.URL+"/cms-json/"),
		cms.WithApplicationPassword("editor", madeUp)))
	switch {
	case err != nil:
		t.Errorf("connect.Diagnose: error %v, want nil", err)
	case d.Cause() != connect.CauseUnknownUser:
		t.Errorf("Diagnosis.Cause: %q, want %q", d.Cause(), connect.CauseUnknownUser)
	case len(front.Seen()) != 0:
		t.Errorf("%v: requests sent: %d, want 0", d, len(front.Seen()))
	case len(s.Seen()) != 2:
		t.Errorf("%v: requests sent: %d, want 2", d, len(s.Seen()))
	case len(d.Probes) != 2:
		t.Errorf("Diagnose: %d probes, want 2", len(d.Probes))
	}
}

func TestPasswordOfASiteHasTwentyFourLettersAndDigits(t *testing.T) {
	t.Parallel()
	const rest = "bcdefghijklmnopqrs" // with the six at the bounds 24
	for password, cause := range map[string]connect.Cause{
		"09azAZ" + rest:                  connect.CauseHeaderDropped,
		"/0 9:@A Z[`a z{" + rest:         connect.CauseHeaderDropped,
		"9azAZ" + rest:                   connect.CauseWrongPassword,
		"09azAZ" + rest + "x":            connect.CauseWrongPassword,
		"correct horse battery staple 1": connect.CauseWrongPassword,
	} {
		s, _ := ladder(t, map[string]string{askUser: "401 " + notLoggedIn,
			askBody: "200 <methodResponse><params/></methodResponse>"})
		d, err := connect.Diagnose(t.Context(), s.Client(t, cms.WithApplicationPassword("editor", password)))
		switch {
		case err != nil:
			t.Errorf("%s: connect.Diagnose: error %v, want nil", password, err)
		case d.Cause() != cause:
			t.Errorf("%s: Diagnosis.Cause: %q, want %q", password, d.Cause(), cause)
		case strings.Contains(d.String(), password):
			t.Errorf("connect.Diagnose: %q, want no %q in it", d.String(), password)
		}
	}
}

func TestErrorsOfPHPInFrontOfAnyResponseAreFoundOnce(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct {
		answers map[string]string
		noise   string
	}{
		"of the index": {map[string]string{askIndex: strings.Replace(anIndex, "200 ", "200 Notice: first\n", 1),
			askList: "200 Notice: second\n[]"}, `begin with "Notice: first"`},
		"of the list": {map[string]string{askList: "200 Notice: second\n[]"}, `begin with "Notice: second"`},
		"a long one": {map[string]string{askList: "200 " + strings.Repeat("x", 201) + "\n[]"},
			`"` + strings.Repeat("x", 200) + `"`},
		"and an outage": {map[string]string{askIndex: strings.Replace(anIndex, "200 ", "200 Notice: first\n", 1),
			askList: "503 <html>"}, ""},
		"and PHP's page": {map[string]string{askIndex: strings.Replace(anIndex, "200 ", "200 Notice: first\n", 1),
			askList: "500 <b>Fatal error</b>: x"}, ""},
	} {
		s, _ := ladder(t, tc.answers)
		d, err := connect.Diagnose(t.Context(), s.Client(t))
		switch {
		case err != nil:
			t.Fatalf("%s: connect.Diagnose(s.client(t)): error %v, want nil", name, err)
		case !d.Has(connect.CausePHPErrors):
			t.Fatalf("%s: Diagnose: causes without CausePHPErrors, want it: %v", name, d)
		}
		php := slices.DeleteFunc(slices.Clone(d.Findings), func(f connect.Finding) bool {
			return f.Cause != connect.CausePHPErrors
		})
		switch {
		case len(php) != 1:
			t.Errorf("%s: Diagnose: %d findings of PHP errors, want 1", name, len(php))
		case !strings.Contains(php[0].Detail, tc.noise):
			t.Errorf("%s: Diagnose: detail %q, want %q in it", name, php[0].Detail, tc.noise)
		case name == "and an outage" && d.Cause() != connect.CauseUnavailable:
			t.Errorf("%s: Diagnose: cause %q, want %q", name, d.Cause(), connect.CauseUnavailable)
		}
	}
}

// A client that checks its arguments asks the site first, which may not know one.
func TestDiagnoseReportsAnArgumentThatTheSiteDoesNotKnow(t *testing.T) {
	t.Parallel()
	s, _ := ladder(t, map[string]string{
		"OPTIONS /cms-json/cms/v2/users/me?_fields=endpoints": `200 {"endpoints":[{"methods":["GET"],"args":{"other":{}}}]}`,
	})
	d, err := connect.Diagnose(t.Context(), s.Client(t, cms.WithCheckedArguments(),
		cms.WithApplicationPassword("editor", madeUp)))
	switch {
	case err != nil:
		t.Fatalf("connect.Diagnose: error %v, want nil", err)
	case d.Cause() != connect.CauseUnknown:
		t.Fatalf("Diagnosis.Cause: %q, want %q", d.Cause(), connect.CauseUnknown)
	case !errors.Is(d.Findings[0].Err, cms.ErrInvalidArgument):
		t.Fatalf("connect.Diagnose: d.Findings[0].Err %v, want ErrInvalidArgument", d.Findings[0].Err)
	case !strings.Contains(d.Findings[0].Detail, "context"):
		t.Fatalf("connect.Diagnose: d.Findings[0].Detail %q, want %q in it", d.Findings[0].Detail, "context")
	}
	switch e, ok := errors.AsType[*cms.Error](d.Findings[0].Err); {
	case !ok:
		t.Errorf("connect.Diagnose: d.Findings[0].Err %v, want a *cms.Error", d.Findings[0].Err)
	case e.Operation != "Diagnose" || e.Method != "GET":
		t.Errorf("connect.Diagnose: Operation %q, Method %q, want %q and %q", e.Operation, e.Method, "Diagnose", "GET")
	case e.Path != "cms/v2/users/me":
		t.Errorf("connect.Diagnose: Path %q, want %q", e.Path, "cms/v2/users/me")
	}
}

func TestLogNamesTheOperationOfDiagnose(t *testing.T) {
	t.Parallel()
	var log bytes.Buffer
	logged := cms.WithLogger(slog.New(slog.NewTextHandler(&log, &slog.HandlerOptions{Level: slog.LevelDebug})))
	s, _ := ladder(t, map[string]string{askUser: "401 " + notLoggedIn})
	if _, err := connect.Discover(t.Context(), s.URL+"/a", logged); err == nil { // nobody lists its namespaces
		t.Fatal("a site was found: error nil, want an error")
	}
	if first, _, _ := strings.Cut(log.String(), "\n"); !strings.Contains(first, "operation=Discover ") {
		t.Errorf("slog.NewTextHandler: first %q, want %q in it", first, "operation=Discover ")
	}
	log.Reset()
	if _, err := connect.Diagnose(t.Context(), s.Client(t, logged,
		cms.WithApplicationPassword("editor", madeUp))); err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(log.String()) {
		switch {
		case !strings.Contains(line, "Diagnose"):
			t.Errorf("slog.NewTextHandler: line %q, want %q in it", line, "Diagnose")
		case strings.Contains(line, "Discover"):
			t.Errorf("slog.NewTextHandler: line %q, want no %q in it", line, "Discover")
		}
	}
}
