package cms

import (
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/fontcms/fontcms-go/internal/wire"
)

func FuzzErrorEnvelope(f *testing.F) {
	for _, s := range []string{
		`{"code":"rest_invalid_param","message":"m","data":{"status":400,"params":{"a":"b"},"details":{"a":{"code":"c","message":"d","data":null}}},"additional_errors":[{"code":"x"}]}`,
		`{"code":404,"message":"m","data":null}`, `{"code":"a","data":{"params":["x"]}}`, `<br />` + "\n" + `{"code":"x"}`, `[]`, `{"code":{}}`, `{`, ``,
	} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, body []byte) {
		envelope, ok := parseEnvelope(body)
		if ok != (envelope.Code != "") {
			t.Errorf("ok is %v with the code %q", ok, envelope.Code)
		}
		e := &Error{Status: 404}
		e.fill(envelope)
		_ = e.Error()
		if e.Is(ErrNotFound) && (e.Code == "" || e.Code == CodeNoRoute) {
			t.Errorf("%q is taken for gone", body)
		}
	})
}

func FuzzLinkHeader(f *testing.F) {
	for _, s := range []string{
		`<https://a.test/wp-json/>; rel="https://api.w.org/"`, `</a>; rel=x, </b>; title="a,b"; rel="x https://api.w.org/"`, `<`, `<a`, `<a>;"`, `<a>;rel`, `a>b<c>;rel=https://api.w.org/`,
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, line string) {
		target := headerLink(http.Header{"Link": {line}})
		if target != "" && (!strings.Contains(line, "<"+target) && !strings.Contains(line, target) || !strings.Contains(line, apiRelation)) {
			t.Errorf("%q gives %q", line, target)
		}
	})
}

func FuzzLinkElement(f *testing.F) {
	for _, s := range []string{
		`<link rel="https://api.w.org/" href="/a">`, `<head><link href=/a rel='x https://api.w.org/'></head><body><link rel="https://api.w.org/" href=/b>`, `<link`, `<script><link rel="https://api.w.org/" href=/b></script>`, `<!--`,
	} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, page []byte) {
		if href := elementLink(page); href != "" && !strings.Contains(string(page), "<") {
			t.Errorf("%q gives %q", page, href)
		}
	})
}

// FuzzRecord reads a record, and what it wrote again.
func FuzzRecord(f *testing.F) {
	for _, s := range []string{
		`{"id":5,"title":{"raw":"a","rendered":"b"},"meta":[],"class_list":{"1":"x"},"_links":{"wp:term":[{"href":"x","count":3}],"a":{"href":"y"},"b":null},"_embedded":{"author":[{"id":1}]},"x":1}`,
		`{"id":5,"title":[],"content":"text","meta":{"footnotes":null,"a":null},"date":null,"date_gmt":"-0001-11-30T00:00:00","categories":[],"tags":null}`, `{"id":5,"id":6}`, `[]`, `{"_links":{`, `{"_embedded":[]}`,
	} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, body []byte) {
		rewrite(t, body, new(Post), new(Post))
		rewrite(t, body, new(Page), new(Page))
	})
}

func rewrite[T any](t *testing.T, body []byte, v, back *T) {
	t.Helper()
	if decodeObject(body, v) != nil {
		return
	}
	written, err := wire.Marshal(v)
	if err != nil {
		return // Extra may hold names that are equal but for broken letters
	}
	if err := decodeObject(written, back); err != nil {
		t.Fatalf("%s was written as %s: %v", body, written, err)
	}
	rewritten, err := wire.Marshal(back)
	if err != nil || string(rewritten) != string(written) {
		t.Errorf("%s was written as %s, then as %s: %v", body, written, rewritten, err)
	}
}

func FuzzDate(f *testing.F) {
	for _, s := range []string{"2026-08-28T19:00:00", "2026-08-28T19:00:00+02:00", "2026-11-21 04:53:55", "-0001-11-30T00:00:00", "0000-00-00", "", "x"} {
		f.Add(s)
	}
	zone := time.FixedZone("x", 2*60*60)
	f.Fuzz(func(t *testing.T, s string) {
		local, err := LocalTime(s).In(zone)
		gmt, other := GMTTime(s).Time()
		if (err == nil) != (other == nil) {
			t.Errorf("%q: %v, %v", s, err, other)
		}
		if d := gmt.Sub(local); err == nil && !LocalTime(s).IsZero() && d != 0 && d != 2*time.Hour {
			t.Errorf("%q: %v, %v", s, local, gmt)
		}
	})
}

func FuzzSite(f *testing.F) {
	for _, s := range []string{"https://docs.example.org/a//", "http://[::1]:80", "https://u:p@h", "//h", "https://h/%2e%2e/", "https://h/../x", "https://h/wp-json"} {
		f.Add(s, "cms/v2/posts", "index.php?rest_route=/")
	}
	f.Add("https://h", "../x", "//h2/")
	f.Fuzz(func(t *testing.T, site, route, root string) {
		u, err := parseSite(site)
		if err != nil {
			return
		}
		if u.User != nil || u.RawQuery != "" || u.Hostname() == "" {
			t.Fatalf("%q was taken: %v", site, u)
		}
		a, err := newAddress(u, root)
		if err != nil {
			return
		}
		checked, err := checkRoute(route)
		if err != nil {
			return
		}
		got, err := url.Parse(a.url(checked, url.Values{"q": {"&x=1"}}).String())
		if err != nil {
			t.Fatalf("%q, %q, %q: %v", site, root, route, err)
		}
		if got.Host != a.root.Host || got.Scheme != a.root.Scheme || got.Fragment != "" || got.Query().Get("q") != "&x=1" || got.Query().Has("x") != a.root.Query().Has("x") {
			t.Errorf("%q, %q, %q became %v", site, root, route, got)
		}
		if a.plain && got.Query().Get("rest_route") != "/"+checked || !a.plain && got.Path != a.root.Path+checked {
			t.Errorf("%q, %q, %q became %v", site, root, route, got)
		}
		if strings.Contains("/"+checked+"/", "/../") || strings.ContainsAny(checked, "?#%\\\x00\r\n") {
			t.Errorf("%q was taken", route)
		}
	})
}

func FuzzTermFilter(f *testing.F) {
	f.Add("categories", int64(1), int64(2), "AND", 1, true)
	f.Add("tags_exclude", int64(0), int64(-2), "", 0, false)
	f.Fuzz(func(t *testing.T, key string, a, b int64, operator string, children int, object bool) {
		filter := TermFilter{Terms: []int64{a, b}, Operator: Relation(operator), Object: object}
		if children != 0 {
			filter.IncludeChildren = new(children > 0)
		}
		v := url.Values{}
		if filter.EncodeValues(key, &v) != nil {
			return
		}
		if a < 1 || b < 1 || operator != "" && operator != "AND" && operator != "OR" || operator != "" && strings.HasSuffix(key, "_exclude") {
			t.Errorf("%q: %+v became %v", key, filter, v)
		}
		if list, terms := v[key+"[]"], v[key+"[terms][]"]; len(list)+len(terms) != 2 || (len(terms) == 2) != (object || operator != "" || children != 0) {
			t.Errorf("%q: %+v became %v", key, filter, v)
		}
	})
}
