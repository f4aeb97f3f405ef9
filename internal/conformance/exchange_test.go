package conformance

import (
	"cmp"
	"encoding/json"
	"io"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/fontcms/fontcms-go/cms"
)

// exchange is a request in plain HTTP and what its answer must hold: for what the client does not send, or does not
// show.
//
// Paths, bodies and all that is wanted are spelled as in the specification. ROOT stands for the root of the
// interface, SITE for the address of the site.
type exchange struct {
	collection string
	kind       kind // default reading
	role       role // default nobody
	name       string
	needs      []need
	harmless   bool

	method string // default GET
	path   string // below the root, with its query; below the site if it begins with "SITE"
	body   string // JSON
	header map[string]string
	// login changes the credentials of the role, nil sends them as they are.
	login func(login) login

	status int // default 200
	// want are members of the response: "data>status=404" is one with its JSON, "id" one that must be there,
	// "!data>params" one that must not. "!date=5" must have another value. Numbers count the elements of lists. "="
	// alone is the whole response.
	want []string
	// parts must stand in the text at a path, items is what became of the items of a batch: see batchBrief.
	parts map[string][]string
	items *string
	// headers are those that must be there with a value, "" for those that must not be there.
	headers map[string]string
	// stored is what the second opinion must then say of records, by kind and id: "posts/101". Null is one that is
	// gone.
	stored map[string]record
	// then are exchanges that follow. {id} in their paths and bodies, and in the names of stored, is that member of
	// the response.
	then []exchange
	// after is any other look at what the call has left behind.
	after func(t *testing.T, s *site, body any)
}

func exchanges(list []exchange) []scenario {
	out := make([]scenario, 0, len(list))
	for _, e := range list {
		e.kind, e.role = cmp.Or(e.kind, reading), cmp.Or(e.role, nobody)
		out = append(out, scenario{
			collection: e.collection, kind: e.kind, role: e.role, name: e.name, needs: e.needs, harmless: e.harmless,
			run: func(t *testing.T, s *site, _ *cms.Client) { e.check(t, s) },
		})
	}
	return out
}

func (e exchange) check(t *testing.T, s *site) {
	t.Helper()
	res, raw := s.plain(t, e)
	if want := cmp.Or(e.status, 200); res.StatusCode != want {
		t.Errorf("the status is %d, want %d: %.300s", res.StatusCode, want, raw)
	}
	var body any
	if json.Unmarshal(raw, &body) != nil {
		body = string(raw)
	}
	for name, want := range e.headers {
		want = fill(s.spell(want), body)
		if got := strings.Join(res.Header.Values(s.spell(name)), "; "); got != want {
			t.Errorf("the header %s is %q, want %q", name, got, want)
		}
	}
	for _, want := range e.want {
		s.member(t, body, s.spell(want))
	}
	e.look(t, s, body)
}

// look checks what the request has left behind.
func (e exchange) look(t *testing.T, s *site, body any) {
	t.Helper()
	for path, parts := range e.parts {
		text, _ := at(body, path).(string)
		for _, part := range parts {
			if !strings.Contains(text, s.spell(part)) {
				t.Errorf("Response: %s is %.400s, want %s in it", path, text, part)
			}
		}
	}
	if e.items != nil {
		if got := batchBrief(body); got != *e.items {
			t.Errorf("the items came to\n\t%s, want\n\t%s", got, *e.items)
		}
	}
	for key, want := range e.stored {
		kind, id, _ := strings.Cut(fill(key, body), "/")
		got := s.stored(t, kind, number(id))
		if want == nil && got != nil {
			t.Errorf("Stored %s %s exists, want it gone", kind, id)
		}
		for name, value := range want {
			if asJSON(t, got[name]) != asJSON(t, value) {
				t.Errorf("%s of %s %s is stored as %s, want %s", name, kind, id, asJSON(t, got[name]), asJSON(t, value))
			}
		}
	}
	for _, next := range e.then {
		next.path, next.body, next.want = fill(next.path, body), fill(next.body, body), slices.Clone(next.want)
		for i := range next.want {
			next.want[i] = fill(next.want[i], body)
		}
		next.check(t, s)
	}
	if e.after != nil {
		e.after(t, s, body)
	}
}

// member checks one member of an answer against an expectation of an exchange.
func (s *site) member(t *testing.T, body any, want string) {
	t.Helper()
	path, absent := strings.CutPrefix(want, "!")
	path, value, hasValue := strings.Cut(path, "=")
	got, found := find(body, path)
	switch {
	case absent && hasValue:
		if asJSON(t, got) == plainJSON(t, json.RawMessage(value)) {
			t.Errorf("Response: %s is %s, want another value", path, value)
		}
	case absent && found:
		t.Errorf("Response: %s is %.200s, want it absent", path, asJSON(t, got))
	case !absent && !found:
		t.Errorf("Response lacks %s, want it", path)
	case hasValue && found:
		var wanted any
		if err := json.Unmarshal([]byte(value), &wanted); err != nil {
			t.Fatalf("Unmarshal of the expectation %s: error %v, want JSON", want, err)
		}
		if asJSON(t, got) != asJSON(t, wanted) {
			t.Errorf("Response: %s is %.300s, want %s", path, asJSON(t, got), value)
		}
	}
}

// spell writes what the specification says as this site says it.
func (s *site) spell(text string) string {
	p := s.prefix
	return strings.NewReplacer(
		`"OFFSET_OF_TODAY"`, offsetOfToday(), cms.NamespaceAnalytics, s.analytics(), "cms/v2", p+"/v2", "cms-", p+"-", "cms:",
		p+":", "cms_", p+"_",
		"X-CMS-", "X-"+strings.ToUpper(p)+"-", "ROOT", s.address+"/"+p+"-json", "SITE", s.address,
	).Replace(text)
}

// offsetOfToday is how far the clock of the site is from Greenwich's, in hours.
func offsetOfToday() string {
	_, seconds := time.Now().In(berlin).Zone()
	return strconv.FormatFloat(float64(seconds)/3600, 'f', -1, 64)
}

// plain sends an exchange without the client and returns the answer.
func (s *site) plain(t testing.TB, e exchange) (*http.Response, []byte) {
	t.Helper()
	address := e.path
	if !strings.HasPrefix(address, "SITE") {
		address = "ROOT" + address
	}
	method, content := cmp.Or(e.method, "GET"), strings.NewReader(s.spell(e.body))
	req, err := http.NewRequestWithContext(t.Context(), method, s.spell(address), content)
	if err != nil {
		t.Fatal(err)
	}
	req.Header.Set("Accept", "application/json")
	if e.body != "" {
		req.Header.Set("Content-Type", "application/json")
	}
	if l, ok := s.logins[e.role]; ok {
		if e.login != nil {
			l = e.login(l)
		}
		req.SetBasicAuth(l.user, l.password)
	}
	for name, value := range e.header {
		if name == "Host" {
			req.Host = value
		}
		req.Header.Set(name, s.spell(value))
	}
	transport := s.transport
	if transport == nil {
		transport = http.DefaultTransport
	}
	res, err := transport.RoundTrip(req)
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	raw, err := io.ReadAll(res.Body)
	if err != nil {
		t.Fatal(err)
	}
	return res, raw
}
