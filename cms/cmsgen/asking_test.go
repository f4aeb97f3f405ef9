package main

import (
	"context"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/fontcms/fontcms-go/cms"
)

// told is a site of two lists that remembers what it is asked.
type told struct {
	*httptest.Server
	front string // the page at /
	index string
	get   string // the endpoint of GET of the things
	list  string // what they are
	hook  func(r *http.Request)

	mu    sync.Mutex
	asked []string
}

func telling(t *testing.T) *told {
	t.Helper()
	s := &told{
		front: `<meta name="generator" content="Other 2.0" />`,
		index: `{"home": "http://HOST", "url": "http://HOST/blog", "namespaces": ["wp/v2", "shop", "shop/v1"]}`,
		get:   `{"methods": ["GET"], "args": {"context": {"enum": ["view", "edit"]}, "per_page": {}}}`,
		list:  `[]`,
	}
	s.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		query, _ := url.QueryUnescape(r.URL.RawQuery)
		if r.URL.Path == "/wp-json/" {
			query = "" // of the index, which package cms asks for
		}
		s.mu.Lock()
		s.asked = append(s.asked, strings.TrimSuffix(r.Method+" "+r.URL.Path+"?"+query, "?"))
		s.mu.Unlock()
		if s.hook != nil {
			s.hook(r)
		}
		things := `{"endpoints": [` + s.get + `], "schema": {"title": "thing", "properties": {"id": {"type": "integer"}}}}`
		answer := s.list
		switch {
		case r.URL.Path == "/":
			answer = s.front
		case r.URL.Path == "/wp-json/":
			answer = s.index
		case r.URL.Path == "/wp-json/shop/v1":
			answer = `{"routes": {"/shop/v1/things": ` + things +
				`, "/shop/v1/things/(?P<id>[\\d]+)": {"endpoints": [{"methods": ["GET"]}]}, "/shop/v1/others": {"endpoints": ` +
				`[{"methods": ["GET"]}]}}}`
		case r.Method == http.MethodOptions && strings.HasSuffix(r.URL.Path, "/things"):
			answer = things
		}
		_, _ = io.WriteString(w, strings.ReplaceAll(answer, "HOST", r.Host))
	}))
	t.Cleanup(s.Close)
	return s
}

// TestOnlyTheNamedRoutesAreRequested is the table of the requests of a reading.
func TestOnlyTheNamedRoutesAreRequested(t *testing.T) {
	t.Parallel()
	begin := []string{"GET /wp-json/", "GET /", "GET /wp-json/shop/v1?context=help", "OPTIONS /wp-json/shop/v1/things"}
	for name, tc := range map[string]struct {
		get  string
		args string
		want []string
	}{
		"no sample": {"", "", nil},
		"a sample": {"", "-sample 100",
			[]string{"GET /wp-json/shop/v1/things?context=view&per_page=100",
				"GET /wp-json/shop/v1/things?context=edit&per_page=100"}},
		"a sample without pages": {`{"methods": ["GET"], "args": {"context": {"enum": ["embed"]}}}`, "-sample 5",
			[]string{"GET /wp-json/shop/v1/things?context=embed"}},
		"a sample without a context": {`{"methods": ["GET"], "args": {"per_page": {}}}`, "-sample 5",
			[]string{"GET /wp-json/shop/v1/things?per_page=5"}},
		"a sample of a context at large": {`{"methods": ["GET"], "args": {"context": {}}}`, "-sample 5",
			[]string{"GET /wp-json/shop/v1/things"}},
		"a sample of what is not read": {`{"methods": ["POST"]}`, "-sample 5", nil},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := telling(t)
			if tc.get != "" {
				s.get = tc.get
			}
			s.hook = func(r *http.Request) {
				if agent := r.UserAgent(); !strings.HasPrefix(agent, "cmsgen") || r.Header.Get("Authorization") != "" {
					t.Errorf("%s %s has the headers %v, want the User-Agent cmsgen and no Authorization", r.Method, r.URL, r.Header)
				}
			}
			status, said, messages := ran(t,
				append([]string{"-site", s.URL, "-prefix", "wp", "-route", "shop/v1/things", "-package", "shop"},
					strings.Fields(tc.args)...)...)
			if status != 0 || messages != "" {
				t.Errorf("cmsgen with %s: status %d, messages %s, want 0 and none", tc.args, status, messages)
			} else if !strings.Contains(said, "a Other 2.0 site, read on 2026-11-23") {
				t.Errorf("cmsgen with %s: output %s, want the software and the day of reading", tc.args, said)
			}
			if want := append(slices.Clone(begin), tc.want...); !slices.Equal(s.asked, want) {
				t.Errorf("cmsgen with %s sent\n%s\nwant\n%s", tc.args, strings.Join(s.asked, "\n"), strings.Join(want, "\n"))
			}
		})
	}
}

func TestNamespaceIsRequestedOnce(t *testing.T) {
	t.Parallel()
	s := telling(t)
	status, said, messages := ran(t, "-site", s.URL, "-prefix", "wp", "-route",
		"shop/v1/others=Other,/shop/v1/things/ = Thing", "-namespace", " /shop/v1/ ", "-package", "shop")
	want := []string{"GET /wp-json/", "GET /", "GET /wp-json/shop/v1?context=help", "OPTIONS /wp-json/shop/v1/others",
		"OPTIONS /wp-json/shop/v1/things"}
	slices.Sort(s.asked[3:]) // both at once
	if status != 0 || !slices.Equal(s.asked, want) {
		t.Errorf("cmsgen of two routes of a namespace: status %d %s, requests %q, want 0 and %q", status, messages, s.asked,
			want)
	} else if !strings.Contains(said, "type Thing struct") || !strings.Contains(said, ") Other(") {
		t.Errorf("cmsgen of two routes of a namespace: output %s, want the type Thing and the method Other", said)
	}
}

func TestFrontPageMayNameTheSoftware(t *testing.T) {
	t.Parallel()
	const tag = `<meta name="generator" content="Other 2.0`
	for name, tc := range map[string]struct{ page, want string }{
		"it does":             {tag + `">`, "a Other 2.0 site,"},
		"it does not":         {"<html>", "the description of a site,"},
		"by no number":        {strings.Replace(tag, "2.0", "", 1) + `">`, "the description of a site,"},
		"at its end":          {strings.Repeat(" ", 64<<10-len(tag)-1) + tag + `"`, "a Other 2.0 site,"},
		"far beyond":          {strings.Repeat(" ", 200<<10) + tag + `"`, "the description of a site,"},
		"beyond what is read": {strings.Repeat(" ", 64<<10-len(tag)) + tag + `"`, "the description of a site,"},
	} {
		s := telling(t)
		s.front = tc.page
		status, said, messages := ran(t, "-site", s.URL, "-prefix", "wp", "-route", "shop/v1/things", "-package", "shop")
		if head := strings.Join(strings.Fields(strings.ReplaceAll(said, "//", "")), " "); status != 0 ||
			!strings.Contains(head, tc.want) {
			t.Errorf("%s: cmsgen: status %d %s, output %.400s, want 0 and %q", name, status, messages, said, tc.want)
		}
	}
}

// TestReadingEndsWithItsContext ends it in each of its requests.
func TestReadingEndsWithItsContext(t *testing.T) {
	t.Parallel()
	for n := 1; n <= 6; n++ {
		ctx, cancel := context.WithCancel(t.Context())
		s := telling(t)
		times := 0
		s.hook = func(r *http.Request) {
			if times++; times == n {
				cancel()
				<-r.Context().Done()
			}
		}
		site, err := cms.New(s.URL, cms.WithPrefix("wp"))
		if err != nil {
			t.Fatal(err)
		}
		d, err := source{site: site, now: time.Now, sample: 5,
			warn: func(err error) {
				t.Errorf("describe that request %d ends: warned of %v, want no warning", n, err)
			}}.describe(ctx, wants{routes: map[string]string{"shop/v1/things": ""}})
		if d != nil || !errors.Is(err, context.Canceled) {
			t.Errorf("describe that request %d ends: %v, error %v, want nil and context.Canceled", n, d, err)
		} else if times > n {
			t.Errorf("describe that request %d ends: %d requests, want no more", n, times)
		}
		site.CloseIdleConnections()
	}
}

func TestTextsWithTheAddressOfTheSiteAreForgotten(t *testing.T) {
	t.Parallel()
	for _, addresses := range [][]string{{"https://site.test/a", "://"}, {"", "https://site.test"},
		{"site.test", "https://site.test:80"}} {
		d, err := load([]byte(`{"routes": {"/a": {"schema": {"properties": {"a": {"description": "See site.test:80", ` +
			`"default": "http://site.test:80", "enum": ["a", "//site.test:80/b"], "title": "site"}, "b": {"description": "See ` +
			`other.test", "default": "other", "enum": ["c"]}}}}}}`))
		if err != nil {
			t.Fatal(err)
		}
		forget(d, addresses...)
		all := d.Routes["/a"].Schema.Properties
		a, b := all.Named("a"), all.Named("b")
		if a.Description != "" || a.Default != nil {
			t.Errorf("forget %q: description %q, default %s of a, want none", addresses, a.Description, a.Default)
		} else if !slices.Equal(a.Words(), []string{"a"}) || a.Title != "site" {
			t.Errorf("forget %q: values %q, title %q of a, want only a, and the title site", addresses, a.Words(), a.Title)
		}
		if b.Description == "" || b.Default == nil {
			t.Errorf("forget %q: description %q, default %s of b, want both kept", addresses, b.Description, b.Default)
		} else if len(b.Enum) != 1 {
			t.Errorf("forget %q: values %q of b, want 1 kept", addresses, b.Enum)
		}
	}
}

func TestEnvironmentIsThatOfGoGenerate(t *testing.T) {
	t.Parallel()
	var out, messages strings.Builder
	env := surroundings(func(name string) string { return "<" + name + ">" }, &out, &messages)
	if env.password != "<FONTCMS_APP_PASSWORD>" || env.pkg != "<GOPACKAGE>" {
		t.Errorf("surroundings: password %q, package %q, want those of the variables", env.password, env.pkg)
	} else if env.out != io.Writer(&out) || env.messages != io.Writer(&messages) {
		t.Errorf("surroundings: outputs %v and %v, want the given ones", env.out, env.messages)
	} else if env.now().IsZero() {
		t.Errorf("surroundings: the clock says %v, want a time", env.now())
	}
	from := written(t, t.TempDir(), "d.json", things("", "", ""))
	if status := run(t.Context(), []string{"-from", from},
		environment{pkg: "made", out: &out, messages: &messages}); status != 0 ||
		!strings.Contains(out.String(), "\npackage made\n") {
		t.Errorf("run with the package of go generate: status %d %s, output %s, want 0 and package made", status,
			messages.String(), out.String())
	}
}
