package main

import (
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"golang.org/x/net/html"

	"github.com/fontcms/fontcms-go/fonts"
)

// samples is a small catalogue.
func samples() []fonts.Font {
	return []fonts.Font{
		{ID: "inter", FontFamily: "Inter", Category: "sans-serif", Tags: "latin,cyrillic", Languages: "en,pt-BR", Designer: "Rasmus", FontSubfamily: []string{"Light", "Regular", "Bold", "Bold Italic"}, License: new("https://openfontlicense.org")},
		{ID: "lora", FontFamily: "Lora", Category: "serif", Tags: "latin", Languages: "en,ru", Description: "Brushed curves", FontSubfamily: []string{"Regular"}},
		{ID: "stencil", FontFamily: "Stencil One", Category: "display", Tags: "Latin", Languages: "en", FontSubfamily: []string{"Stencil"}},
	}
}

// document is a page as a browser reads it.
type document struct {
	*html.Node
	header http.Header
}

// open asks for an address of the picker.
func open(t *testing.T, page http.Handler, address string) document {
	t.Helper()
	w := httptest.NewRecorder()
	r := httptest.NewRequest(http.MethodGet, address, nil)
	r.Host = "127.0.0.1:8000"
	page.ServeHTTP(w, r)
	if w.Code != http.StatusOK {
		t.Fatalf("%s: %d %s", address, w.Code, w.Body)
	}
	root, err := html.Parse(w.Body)
	if err != nil {
		t.Fatal(err)
	}
	return document{root, w.Header()}
}

// all are the elements of a name, of all names for "".
func (d document) all(name string) []*html.Node {
	var out []*html.Node
	for n := range d.Descendants() {
		if n.Type == html.ElementNode && (name == "" || n.Data == name) {
			out = append(out, n)
		}
	}
	return out
}

func attribute(n *html.Node, name string) string {
	for _, a := range n.Attr {
		if a.Key == name {
			return a.Val
		}
	}
	return ""
}

func text(n *html.Node) string {
	var b strings.Builder
	for d := range n.Descendants() {
		if d.Type == html.TextNode {
			b.WriteString(d.Data)
		}
	}
	return strings.TrimSpace(b.String())
}

// byID is the text of the element with an id, "" if there is none.
func (d document) byID(id string) string {
	for _, n := range d.all("") {
		if attribute(n, "id") == id {
			return text(n)
		}
	}
	return ""
}

// families are those that the page lists.
func (d document) families() string {
	var names []string
	for _, n := range d.all("b") {
		names = append(names, text(n))
	}
	return strings.Join(names, ", ")
}

func picking(list ...fonts.Font) http.Handler {
	return newPicker(fonts.NewSnapshot(time.Date(2026, 3, 1, 8, 30, 0, 0, time.UTC), list))
}

func TestItListsTheFamiliesThatFulfilAllConditions(t *testing.T) {
	t.Parallel()
	page := picking(samples()...)
	for query, want := range map[string]string{
		"":                          "Inter, Lora, Stencil One",
		"q=INT":                     "Inter",
		"q=brush":                   "Lora",
		"category=serif":            "Lora",
		"tag=latin":                 "Inter, Lora, Stencil One",
		"tag=cyrillic":              "Inter",
		"language=pt":               "Inter",
		"language=en&category=":     "Inter, Lora, Stencil One",
		"language=ru&tag=cyrillic":  "",
		"q=o&category=display":      "Stencil One",
		"page=-3&weight=x&slant=up": "Inter, Lora, Stencil One",
		"page=2":                    "",
	} {
		if got := open(t, page, "/?"+query).families(); got != want {
			t.Errorf("%s: %q, want %q", query, got, want)
		}
	}
}

func TestItShowsTheCSSOfTheFaceNearestToTheWeight(t *testing.T) {
	t.Parallel()
	page := picking(samples()...)
	for query, want := range map[string]string{
		"font=inter":                         "font-family: \"Inter\", sans-serif;\nfont-weight: 400;",
		"font=inter&weight=300":              "font-family: \"Inter\", sans-serif;\nfont-weight: 300;",
		"font=inter&weight=600":              "font-family: \"Inter\", sans-serif;\nfont-weight: 700;",
		"font=inter&weight=100&slant=italic": "font-family: \"Inter\", sans-serif;\nfont-weight: 700;\nfont-style: italic;",
		"font=lora&weight=900&q=inter":       "font-family: \"Lora\", serif;\nfont-weight: 400;",
		"font=stencil":                       "",
		"font=unknown":                       "",
	} {
		if got := open(t, page, "/?"+query).byID("css-nearest"); got != want {
			t.Errorf("%s: %q, want %q", query, got, want)
		}
	}
	shown := open(t, page, "/?font=inter")
	if got, want := shown.byID("css-3"), "font-family: \"Inter\", sans-serif;\nfont-weight: 700;\nfont-style: italic;"; got != want {
		t.Errorf("the fourth face: %q, want %q", got, want)
	}
	if got, want := open(t, page, "/?font=stencil").byID("css-0"), "font-family: \"Stencil One\", system-ui;"; got != want {
		t.Errorf("a face of an unknown style: %q, want %q", got, want)
	}
}

func TestLinksKeepWhatWasAskedFor(t *testing.T) {
	t.Parallel()
	page := picking(samples()...)
	for _, link := range open(t, page, "/?q=o&category=display&weight=700&slant=italic&tag=latin").all("a") {
		if address := attribute(link, "href"); strings.Contains(address, "font=") {
			u, err := url.Parse(address)
			if err != nil {
				t.Fatal(err)
			}
			if want := "category=display&font=stencil&q=o&slant=italic&tag=latin&weight=700"; u.RawQuery != want {
				t.Errorf("%s, want %s", u.RawQuery, want)
			}
			return
		}
	}
	t.Error("no link to a font")
}

func TestEveryFamilyIsOnOnePageOfTheList(t *testing.T) {
	t.Parallel()
	var list []fonts.Font
	for i := range 2*perPage + 3 {
		list = append(list, fonts.Font{ID: fmt.Sprintf("%03d", i), FontFamily: fmt.Sprintf("F%03d", i)})
	}
	page := picking(list...)
	var seen []string
	for address := "/"; address != ""; {
		d := open(t, page, address)
		seen = append(seen, strings.Split(d.families(), ", ")...)
		address = ""
		for _, link := range d.all("a") {
			if attribute(link, "rel") == "next" {
				address = attribute(link, "href")
			}
		}
	}
	if len(seen) != len(list) || !slices.IsSorted(seen) || len(slices.Compact(seen)) != len(list) {
		t.Errorf("%d families of %d: %v", len(seen), len(list), seen)
	}
}

func TestEveryControlHasANameAndEveryPageItsHeadings(t *testing.T) {
	t.Parallel()
	for _, address := range []string{"/", "/?font=inter", "/?font=none", "/?q=nothing"} {
		d := open(t, picking(samples()...), address)
		labelled, ids := map[string]bool{}, map[string]int{}
		for _, label := range d.all("label") {
			labelled[attribute(label, "for")] = text(label) != ""
		}
		for _, n := range d.all("") {
			if id := attribute(n, "id"); id != "" {
				if ids[id]++; ids[id] > 1 {
					t.Errorf("%s: the id %s twice", address, id)
				}
			}
			switch n.Data {
			case "select", "input":
				if attribute(n, "type") != "hidden" && !labelled[attribute(n, "id")] {
					t.Errorf("%s: %s has no label", address, attribute(n, "name"))
				}
			case "button", "a", "h1", "h2", "h3", "h4":
				if text(n) == "" {
					t.Errorf("%s: %s %v says nothing", address, n.Data, n.Attr)
				}
			case "html":
				if attribute(n, "lang") == "" {
					t.Errorf("%s: no language", address)
				}
			}
		}
		for _, n := range d.all("section") {
			if d.byID(attribute(n, "aria-labelledby")) == "" {
				t.Errorf("%s: a section without a name", address)
			}
		}
		if len(d.all("h1")) != 1 || len(d.all("main")) != 1 {
			t.Errorf("%s: %d headings, %d main parts", address, len(d.all("h1")), len(d.all("main")))
		}
	}
}

// hostile is a font whose every field tries to be something else than text.
func hostile() fonts.Font {
	const evil = `"'></style></textarea></title></script><script>alert(1)</script><img src=x onerror=alert(1)>{{.}}` + "\x00\u2028"
	return fonts.Font{
		ID: evil, Name: evil, FontFamily: evil, FontSubfamily: []string{evil, "Bold"}, Version: evil, Copyright: evil, Description: evil, Designer: evil,
		License: new("javascript:alert(1)//" + evil), Tags: evil, Languages: evil, Category: evil, CreatedAt: evil, UpdatedAt: evil,
	}
}

func TestHostileRecordsAreTextAndNothingElse(t *testing.T) {
	t.Parallel()
	evil := hostile()
	page := picking(append(samples(), evil)...)
	for _, license := range []string{*evil.License, "data:text/html,<script>", "JaVaScRiPt:alert(1)", "//evil.test", "https://", "vbscript:x"} {
		if webAddress(license) != "" {
			t.Errorf("%q became a link", license)
		}
	}
	for _, address := range []string{
		"/", "/?" + url.Values{"font": {evil.ID}}.Encode(), "/?" + url.Values{"q": {evil.ID}, "language": {evil.ID}, "tag": {evil.ID}, "category": {evil.ID}, "font": {evil.ID}}.Encode(),
	} {
		d := open(t, page, address)
		for _, n := range d.all("") {
			if slices.Contains([]string{"img", "style", "iframe", "textarea", "object", "base"}, n.Data) || n.Data == "script" && (attribute(n, "src") != "/page.js" || text(n) != "") {
				t.Errorf("%.60s: an element %s %v", address, n.Data, n.Attr)
			}
			for _, a := range n.Attr {
				isAddress := a.Key == "href" || a.Key == "src" || a.Key == "action"
				if strings.HasPrefix(a.Key, "on") || a.Key == "style" || isAddress && a.Val[0] != '/' && a.Val[0] != '#' && a.Val != "https://openfontlicense.org" {
					t.Errorf("%.60s: an attribute %s=%q", address, a.Key, a.Val)
				}
			}
		}
	}
	shown := open(t, page, "/?"+url.Values{"font": {evil.ID}, "weight": {"700"}}.Encode())
	if css := shown.byID("css-nearest"); strings.ContainsAny(css, "<>\x00") || !strings.HasSuffix(css, "font-weight: 700;") {
		t.Errorf("CSS %q", css)
	}
	if !strings.Contains(shown.byID("family"), "<script>alert(1)</script>") {
		t.Errorf("the name is not shown as it is: %q", shown.byID("family"))
	}
}

func TestThePageNeedsNothingFromElsewhere(t *testing.T) {
	t.Parallel()
	page := picking(samples()...)
	for _, address := range []string{"/", "/page.css", "/page.js"} {
		w := httptest.NewRecorder()
		r := httptest.NewRequest(http.MethodGet, address, nil)
		r.Host = "localhost:8000"
		page.ServeHTTP(w, r)
		body, err := io.ReadAll(w.Body)
		if err != nil || w.Code != http.StatusOK {
			t.Fatalf("%s: %d, %v", address, w.Code, err)
		}
		for _, far := range []string{"http:", "https:", "url(", "@import", "eval(", "innerHTML", "style=\""} {
			if strings.Contains(string(body), far) {
				t.Errorf("%s holds %q", address, far)
			}
		}
		if got := w.Header().Get("Content-Security-Policy"); !strings.HasPrefix(got, "default-src 'none';") || strings.Contains(got, "unsafe") {
			t.Errorf("%s: policy %q", address, got)
		}
		if w.Header().Get("X-Content-Type-Options") != "nosniff" {
			t.Errorf("%s: %v", address, w.Header())
		}
	}
}

func TestItAnswersNeitherOtherNamesNorOtherPaths(t *testing.T) {
	t.Parallel()
	page := picking(samples()...)
	for _, test := range []struct {
		method, host, path string
		status             int
	}{
		{"GET", "127.0.0.1:1", "/", 200}, {"GET", "[::1]:1", "/", 200}, {"GET", "localhost", "/", 200}, {"GET", "192.0.2.1", "/", 200}, {"HEAD", "127.0.0.1", "/", 200},
		{"GET", "evil.test", "/", 421}, {"GET", "evil.test:80", "/page.js", 421}, {"GET", "localhost.evil.test", "/", 421},
		{"POST", "127.0.0.1", "/", 405}, {"GET", "127.0.0.1", "/main.go", 404}, {"GET", "127.0.0.1", "/page.html", 404}, {"GET", "127.0.0.1", "/x", 404},
	} {
		w := httptest.NewRecorder()
		r := httptest.NewRequest(test.method, test.path, nil)
		r.Host = test.host
		page.ServeHTTP(w, r)
		if w.Code != test.status {
			t.Errorf("%+v: %d", test, w.Code)
		}
	}
}
