package conformance

import (
	"cmp"
	"encoding/json"
	"io"
	"net/http"
	"strconv"
	"strings"
	"testing"

	"github.com/fontcms/fontcms-go/cms"
)

// exchange is a request in plain HTTP and what its answer must hold: for what the client does not send, or does not show.
//
// Paths, bodies and all that is wanted are spelled as in the specification. ROOT stands for the root of the interface, SITE
// for the address of the site.
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
	// want are members of the answer: "data>status=404" is one with its JSON, "!data>params" one that must not be there,
	// "id" one that must. Numbers count the elements of lists. "=" alone is the whole answer.
	want []string
	// headers are those that must be there with a value, "" for those that must not be there.
	headers map[string]string
	// after is a look at what the call has left behind.
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
	for name, want := range e.headers {
		if got := strings.Join(res.Header.Values(s.spell(name)), "; "); got != s.spell(want) {
			t.Errorf("the header %s is %q, want %q", name, got, s.spell(want))
		}
	}
	var body any
	if json.Unmarshal(raw, &body) != nil {
		body = string(raw)
	}
	for _, want := range e.want {
		s.member(t, body, s.spell(want))
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
	got, found := body, true
	if path != "" {
		for name := range strings.SplitSeq(path, ">") {
			if got, found = memberOf(got, name); !found {
				break
			}
		}
	}
	switch {
	case absent && found:
		t.Errorf("%s is %.200s, but should not be there", path, asJSON(t, got))
	case !absent && !found:
		t.Errorf("%s is not there", path)
	case hasValue && found:
		var wanted any
		if err := json.Unmarshal([]byte(value), &wanted); err != nil {
			t.Fatalf("%s: %v", want, err)
		}
		if asJSON(t, got) != asJSON(t, wanted) {
			t.Errorf("%s is %.300s, want %s", path, asJSON(t, got), value)
		}
	}
}

func memberOf(value any, name string) (any, bool) {
	switch v := value.(type) {
	case map[string]any:
		member, ok := v[name]
		return member, ok
	case []any:
		if i, err := strconv.Atoi(name); err == nil && i < len(v) {
			return v[i], true
		}
	}
	return nil, false
}

// spell writes what the specification says as this site says it.
func (s *site) spell(text string) string {
	return strings.NewReplacer(
		"cms/v2", s.prefix+"/v2", "cms-json", s.prefix+"-json", "cms:", s.prefix+":", "cms_", s.prefix+"_", "X-CMS-", "X-"+strings.ToUpper(s.prefix)+"-", "cms-embedded", s.prefix+"-embedded", "cms-block-editor", s.prefix+"-block-editor",
		"ROOT", s.address+"/"+s.prefix+"-json", "SITE", s.address,
	).Replace(text)
}

// plain sends an exchange without the client and returns the answer.
func (s *site) plain(t testing.TB, e exchange) (*http.Response, []byte) {
	t.Helper()
	address := e.path
	if !strings.HasPrefix(address, "SITE") {
		address = "ROOT" + address
	}
	req, err := http.NewRequestWithContext(t.Context(), cmp.Or(e.method, "GET"), s.spell(address), strings.NewReader(s.spell(e.body)))
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
