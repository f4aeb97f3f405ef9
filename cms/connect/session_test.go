package connect_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"testing"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/cms/cmstest"
	"github.com/fontcms/fontcms-go/cms/connect"
	"github.com/fontcms/fontcms-go/cms/users"
	"github.com/fontcms/fontcms-go/internal/replay/sitetest"
	"github.com/fontcms/fontcms-go/internal/stub"
)

// door is a login page before a site in memory. It responds as WordPress 7.1 does.
type door struct {
	server *cmstest.Server

	mu             sync.Mutex
	logins, nonces int
	session, nonce string // the site accepts these; "" means that it accepts none
}

// serve serves the login page and the nonce, and lets requests with a valid session in.
func (d *door) serve(w http.ResponseWriter, r *http.Request) bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	session := d.session != "" && strings.Contains(r.Header.Get("Cookie"), "wordpress_logged_in_x="+d.session)
	switch {
	case strings.HasSuffix(r.URL.Path, "/wp-login.php"):
		d.logIn(w, r)
	case strings.HasSuffix(r.URL.Path, "/wp-admin/admin-ajax.php"):
		if !session || r.URL.Query().Get("action") != "rest-nonce" {
			w.WriteHeader(http.StatusBadRequest)
			_, _ = io.WriteString(w, "0")
			return true
		}
		d.nonces++
		d.nonce = fmt.Sprintf("nonce%05d", d.nonces)
		_, _ = io.WriteString(w, d.nonce)
	case r.Header.Get("X-WP-Nonce") == "":
		return false
	case session && r.Header.Get("X-WP-Nonce") == d.nonce:
		r.SetBasicAuth("editor", d.server.AppPassword("editor"))
		return false
	default:
		w.Header().Set("Content-Type", "application/json")
		w.WriteHeader(http.StatusForbidden)
		_, _ = io.WriteString(w, `{"code":"rest_cookie_invalid_nonce","message":"Cookie check failed","data":{"status":403}}`)
	}
	return true
}

func (d *door) logIn(w http.ResponseWriter, r *http.Request) {
	d.logins++
	body, _ := io.ReadAll(r.Body)
	form, _ := url.ParseQuery(string(body))
	if form.Get("log") != "editor" || form.Get("pwd") != "a long password" {
		_, _ = io.WriteString(w, "<html><form id=loginform></form></html>")
		return
	}
	d.session = fmt.Sprintf("editor%%7C%d", d.logins)
	for _, cookie := range []string{"wordpress_test_cookie=WP%20Cookie%20check; path=/", "wordpress_sec_x=" + d.session +
		"; path=/wp-admin", "wordpress_logged_in_x=" + d.session + "; path=/"} {
		w.Header().Add("Set-Cookie", cookie)
	}
	w.Header().Set("Location", form.Get("redirect_to"))
	w.WriteHeader(http.StatusFound)
}

func (d *door) counts() (logins, nonces int) {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.logins, d.nonces
}

// end ends the nonce, and the session too.
func (d *door) end(session bool) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.nonce = ""
	if session {
		d.session = ""
	}
}

// withDoor returns an anonymous client of a site with a login page.
func withDoor(t *testing.T) (*door, *cms.Client) {
	t.Helper()
	d := &door{server: cmstest.NewServer(cmstest.WithTest(t), cmstest.WithSample())}
	return d, stub.Dial(t, before(t, d.server.URL, d.serve))
}

func TestSessionLoginLogsInOnceAndRenewsTheNonce(t *testing.T) {
	t.Parallel()
	d, anonymous := withDoor(t)
	source := connect.SessionLogin(anonymous, "editor", "a long password")
	var sites [2]*cms.Client // they share the session
	for i := range sites {
		site, err := anonymous.With(cms.WithCredentials(source))
		if err != nil {
			t.Fatal(err)
		}
		sites[i] = site
	}
	logins, nonces := d.counts()
	if sent := logins + nonces + len(d.server.Requests()); sent != 0 {
		t.Errorf("%d requests before the first call, want 0", sent)
	}
	for step, want := range []struct{ logins, nonces int }{{1, 1}, {1, 1}, {1, 2}, {2, 3}} {
		switch step {
		case 2:
			d.end(false)
		case 3:
			d.end(true)
		}
		var wait sync.WaitGroup
		for i := range 8 {
			wait.Go(func() {
				if me, err := users.New(sites[i%2]).Me(t.Context(), cms.Attempts(1)); err != nil || me.Slug != "editor" {
					t.Errorf("step %d: Me: %v, error %v, want the editor", step, me, err)
				}
			})
		}
		wait.Wait()
		if logins, nonces := d.counts(); logins != want.logins || nonces != want.nonces {
			t.Errorf("step %d: %d logins and %d nonces, want %d and %d", step, logins, nonces, want.logins, want.nonces)
		}
	}
	if _, err := sites[0].Verify(t.Context()); err != nil {
		t.Errorf("Verify: error %v, want none", err)
	}
}

// openDoor is a login page that accepts every password.
func openDoor(w http.ResponseWriter, r *http.Request) bool {
	if !strings.HasSuffix(r.URL.Path, "/wp-login.php") {
		return false
	}
	w.Header().Set("Set-Cookie", "wordpress_logged_in_x=1; path=/")
	return page(w, 302, "")
}

func TestSessionLoginSaysWhyItFails(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		front func(w http.ResponseWriter, r *http.Request) bool // nil for the login page of WordPress
		want  error                                             // nil for any
		hint  string
	}{
		"a wrong password": {nil, cms.ErrCredentialsRejected, "not an application password"},
		"a hidden login page": {func(w http.ResponseWriter, r *http.Request) bool {
			return strings.HasSuffix(r.URL.Path, "/wp-login.php") && page(w, 404, "Not found")
		}, nil, "no login page"},
		"a second factor": {func(w http.ResponseWriter, r *http.Request) bool {
			if !strings.HasSuffix(r.URL.Path, "/wp-login.php") {
				return false
			}
			w.Header().Set("Location", "/wp-login.php?action=validate_2fa")
			w.WriteHeader(http.StatusFound)
			return true
		}, cms.ErrRedirected, "second factor"},
		"an outage": {func(w http.ResponseWriter, r *http.Request) bool {
			return strings.HasSuffix(r.URL.Path, "/wp-login.php") && page(w, 503, "Down")
		}, cms.ErrUnavailable, ""},
		"a closed page of nonces": {func(w http.ResponseWriter, r *http.Request) bool {
			return openDoor(w, r) || strings.HasSuffix(r.URL.Path, "/admin-ajax.php") && page(w, 403, "Forbidden")
		}, cms.ErrCredentialsRejected, "use an application password"},
		"an outage of the page of nonces": {func(w http.ResponseWriter, r *http.Request) bool {
			return openDoor(w, r) || strings.HasSuffix(r.URL.Path, "/admin-ajax.php") && page(w, 503, "Down")
		}, cms.ErrUnavailable, ""},
		"a session that ends at once": {func(w http.ResponseWriter, r *http.Request) bool {
			return openDoor(w, r) || strings.HasSuffix(r.URL.Path, "/admin-ajax.php") && page(w, 400, "0")
		}, cms.ErrCredentialsRejected, "the session has ended"},
	} {
		d := &door{server: cmstest.NewServer(cmstest.WithTest(t))}
		front := d.serve
		if test.front != nil {
			front = test.front
		}
		anonymous := stub.Dial(t, before(t, d.server.URL, front))
		const secret = "a wrong pass phrase"
		site, err := anonymous.With(cms.WithCredentials(connect.SessionLogin(anonymous, "editor", secret)))
		if err != nil {
			t.Fatal(err)
		}
		_, err = site.Posts.Create(t.Context(), &cms.PostParams{Title: new("New")})
		if err == nil || test.want != nil && !errors.Is(err, test.want) {
			t.Errorf("%s: Create: error %v, want %v", name, err, test.want)
			continue
		}
		if errors.Is(err, cms.ErrNotFound) {
			t.Errorf("%s: Create: error %v, want one that is not ErrNotFound, which is about records", name, err)
		}
		if errors.Is(err, cms.ErrCredentialsRejected) != errors.Is(test.want, cms.ErrCredentialsRejected) {
			t.Errorf("%s: Create: error %v, want ErrCredentialsRejected only for a wrong password", name, err)
		}
		if errors.Is(err, cms.ErrOutcomeUnknown) {
			t.Errorf("%s: Create: error %v, want one that is not ErrOutcomeUnknown: nothing was sent", name, err)
		}
		text := fmt.Sprintf("%v %+v %#v", err, err, err)
		if !strings.Contains(text, test.hint) {
			t.Errorf("%s: Create: error %s, want %q in it", name, text, test.hint)
		}
		if strings.Contains(text, secret) || strings.Contains(text, url.QueryEscape(secret)) {
			t.Errorf("%s: Create: error %s, want no password in it", name, text)
		}
	}
}

func TestSessionLoginSendsThePasswordOnlyToTheOriginOfTheSite(t *testing.T) {
	t.Parallel()
	asked := make(chan string, 100)
	other := stub.New(t, func(_ int, w http.ResponseWriter, r *http.Request) { asked <- r.URL.Path })
	s := stub.New(t, func(_ int, w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		_, _ = fmt.Fprintf(w, `{"name":"a","url":%q,"home":%q,"namespaces":["cms/v2"],"routes":{}}`, other.URL, other.URL)
	})
	anonymous := s.Client(t)
	site, err := anonymous.With(cms.WithCredentials(connect.SessionLogin(anonymous, "editor", "secret")))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := users.New(site).Me(t.Context()); !errors.Is(err, cms.ErrRedirected) {
		t.Errorf("Me of a site that is elsewhere: error %v, want ErrRedirected", err)
	}
	if len(asked) > 0 {
		t.Errorf("the other origin was asked for %s, want nothing", <-asked)
	}
	plain, err := cms.New("http://docs.example.org")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := plain.With(cms.WithCredentials(connect.SessionLogin(plain, "editor", "secret"))); !errors.Is(err,
		cms.ErrInsecure) {
		t.Errorf("SessionLogin over plain http: error %v, want ErrInsecure", err)
	}
}

// The index has the addresses that WordPress knows. It does not know that a proxy before it has https.
func TestSessionLoginStaysOnHTTPSBeforeASiteOnHTTP(t *testing.T) {
	t.Parallel()
	var asked []string
	carry := stub.Carrier(func(r *http.Request) (*http.Response, error) {
		asked = append(asked, r.Method+" "+r.URL.Scheme+"://"+r.URL.Host+r.URL.Path)
		switch r.URL.Path {
		case "/wp-json/":
			return stub.Carried(r, http.StatusOK, `{"url":"http://docs.test/wp","namespaces":["wp/v2"]}`), nil
		case "/wp/wp-login.php":
			return stub.Carried(r, http.StatusFound, "Set-Cookie: wordpress_logged_in_x=1", "Location: /", ""), nil
		case "/wp/wp-admin/admin-ajax.php":
			return stub.Carried(r, http.StatusOK, "nonce00001"), nil
		}
		return stub.Carried(r, http.StatusOK, `{"id":1,"name":"Editor","slug":"editor"}`), nil
	})
	client := &http.Client{Transport: carry}
	anonymous := stub.Dial(t, "https://docs.test", cms.WithPrefix("wp"), cms.WithHTTPClient(client))
	site, err := anonymous.With(cms.WithCredentials(connect.SessionLogin(anonymous, "editor", "a long password")))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := users.New(site).Me(t.Context()); err != nil {
		t.Errorf("Me of a site that gives an address on http: error %v, want none; requests %q", err, asked)
	}
	for _, address := range asked {
		if strings.Contains(address, " http:") {
			t.Errorf("Me of a site that gives an address on http: request %s, want only https", address)
		}
	}
}

func TestSessionLoginPrintsNoSecret(t *testing.T) {
	t.Parallel()
	source := connect.SessionLogin(stub.Dial(t, "https://docs.example.org"), "editor", "secret-password")
	for _, verb := range []string{"%v", "%+v", "%#v", "%s", "%q", "%x"} {
		if text := fmt.Sprintf(verb, source); strings.Contains(text, "secret-password") {
			t.Errorf("%s of a session login: %s, want no password", verb, text)
		}
	}
}

func TestLiveSessionLoginReadsAndWrites(t *testing.T) {
	t.Parallel()
	admin := sitetest.Live(t)
	const password = "a long pass phrase & more %"
	name := fmt.Sprintf("session-%d", len(t.Name()))
	made, err := users.New(admin).Create(t.Context(), &users.Params{Username: &name, Email: new(name + "@site.test"),
		Password: new(password), Roles: []string{"author"}})
	if err != nil {
		t.Fatal(err)
	}
	ctx := context.WithoutCancel(t.Context())
	t.Cleanup(func() { _, _ = users.New(admin).Delete(ctx, made.ID, users.ReassignTo(1)) })
	anonymous, err := admin.With(cms.WithoutCredentials())
	if err != nil {
		t.Fatal(err)
	}
	site, err := anonymous.With(cms.WithCredentials(connect.SessionLogin(anonymous, name, password)))
	if err != nil {
		t.Fatal(err)
	}
	post, err := site.Posts.Create(t.Context(), &cms.PostParams{Title: new("By a session")})
	if err != nil {
		t.Fatalf("Create by a session: error %v, want none", err)
	}
	if post.Author != made.ID {
		t.Errorf("Create by a session: author %d, want %d", post.Author, made.ID)
	}
	if _, err := site.Posts.Delete(t.Context(), post.ID); err != nil {
		t.Errorf("Delete by a session: error %v, want none", err)
	}
	wrong, err := anonymous.With(cms.WithCredentials(connect.SessionLogin(anonymous, name, "wrong")))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := users.New(wrong).Me(t.Context()); !errors.Is(err, cms.ErrCredentialsRejected) {
		t.Errorf("Me by a session with a wrong password: error %v, want ErrCredentialsRejected", err)
	}
}
