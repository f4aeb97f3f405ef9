package main

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"golang.org/x/net/html"

	"github.com/fontcms/fontcms-go/fonts"
	"github.com/fontcms/fontcms-go/fonts/snapshot"
)

// samples is a small catalogue.
func samples() []fonts.Font {
	return []fonts.Font{
		{ID: "inter", FontFamily: "Inter", Category: "sans-serif", Tags: "latin,cyrillic", Languages: "en,pt-BR",
			Designer: "Rasmus", FontSubfamily: []string{"Light", "Regular", "Bold", "Bold Italic"},
			License: new("https://openfontlicense.org")},
		{ID: "lora", FontFamily: "Lora", Category: "serif", Tags: "latin", Languages: "en,ru", Description: "Brushed curves",
			FontSubfamily: []string{"Regular"}},
		{ID: "stencil", FontFamily: "Stencil One", Category: "display", Tags: "Latin", Languages: "en",
			FontSubfamily: []string{"Stencil"}},
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
		t.Fatalf("GET of %s: status %d, body %s, want 200", address, w.Code, w.Body)
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
	return newPicker(snapshot.New(fixed, list), "")
}

// fixed is when the catalogue was copied.
var fixed = time.Date(2026, 3, 1, 8, 30, 0, 0, time.UTC)

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
			t.Errorf("The page for %q lists %q, want %q", query, got, want)
		}
	}
}

func TestFamilyWithTheNameThatWasTypedIsFirst(t *testing.T) {
	t.Parallel()
	page := picking(
		fonts.Font{ID: "a", FontFamily: "BPG DejaVu Sans 2011"},
		fonts.Font{ID: "b", FontFamily: "Bitstream Vera", Description: "DejaVu Sans is made of it"},
		fonts.Font{ID: "c", FontFamily: "DejaVu Sans Mono"},
		fonts.Font{ID: "d", FontFamily: "Vera", Name: "DejaVu Sans"},
		fonts.Font{ID: "e", FontFamily: "DejaVu Sans"},
	)
	for query, want := range map[string]string{
		"q=dejavu++sans+": "Vera, DejaVu Sans, DejaVu Sans Mono, BPG DejaVu Sans 2011, Bitstream Vera",
		"q=sans+dejavu":   "BPG DejaVu Sans 2011, Bitstream Vera, DejaVu Sans Mono, Vera, DejaVu Sans",
		"q=vera":          "Vera, Bitstream Vera",
		"":                "BPG DejaVu Sans 2011, Bitstream Vera, DejaVu Sans Mono, Vera, DejaVu Sans",
	} {
		if got := open(t, page, "/?"+query).families(); got != want {
			t.Errorf("The page for %q lists %q, want %q", query, got, want)
		}
	}
}

func TestItShowsTheCSSOfTheFaceNearestToTheWeight(t *testing.T) {
	t.Parallel()
	page := picking(samples()...)
	for query, want := range map[string]string{
		"font=inter":                         "font-family: \"Inter\", sans-serif;\nfont-weight: 400;",
		"font=inter&face=Bold+Italic":        "font-family: \"Inter\", sans-serif;\nfont-weight: 700;\nfont-style: italic;",
		"font=inter&face=Nothing&weight=300": "font-family: \"Inter\", sans-serif;\nfont-weight: 300;",
		"font=inter&weight=300":              "font-family: \"Inter\", sans-serif;\nfont-weight: 300;",
		"font=inter&weight=600":              "font-family: \"Inter\", sans-serif;\nfont-weight: 700;",
		"font=inter&weight=100&slant=italic": "font-family: \"Inter\", sans-serif;\nfont-weight: 700;\nfont-style: italic;",
		"font=lora&weight=900&q=inter":       "font-family: \"Lora\", serif;\nfont-weight: 400;",
		"font=stencil":                       "",
		"font=unknown":                       "",
	} {
		if got := open(t, page, "/?"+query).byID("css"); got != want {
			t.Errorf("The page for %q shows the CSS %q, want %q", query, got, want)
		}
	}
	if got, want := open(t, page, "/?font=stencil&face=Stencil").byID("css"),
		"font-family: \"Stencil One\", system-ui;"; got != want {
		t.Errorf("a face of an unknown style: %q, want %q", got, want)
	}
}

func TestFacesAreInOrderOfWeightAndOneIsMarked(t *testing.T) {
	t.Parallel()
	font := fonts.Font{ID: "a", FontFamily: "A",
		FontSubfamily: []string{"Odd", "Condensed Thin", "Black", "Bold Italic", "Bold", "Thin", "Regular"}}
	var names []string
	for _, n := range open(t, picking(font), "/?font=a&weight=600").all("a") {
		if name, _, ok := strings.Cut(text(n), "The five"); ok {
			names = append(names, strings.Join(strings.Fields(name), " ")+
				map[bool]string{true: "*"}[attribute(n, "aria-current") == "true"])
		}
	}
	if got, want := strings.Join(names, ", "),
		"Thin, Regular, Bold*, Bold Italic, Black, Condensed Thin, Odd · unknown style"; got != want {
		t.Errorf("The page lists the faces %q, want %q", got, want)
	}
}

func TestEmptyResultOffersSimilarNamesAndFewerConditions(t *testing.T) {
	t.Parallel()
	page := picking(samples()...)
	for query, want := range map[string]string{
		"q=intre":                           "Inter; the word “intre” 3 families",
		"q=stencl+oen":                      "Stencil One; the word “stencl oen” 3 families",
		"q=intre&category=serif":            "; the word “intre” 1 family",
		"q=inter&category=serif":            "; the word “inter” 1 family; the category “serif” 1 family",
		"language=ru&tag=cyrillic":          "; the tag “cyrillic” 1 family; the language “Russian” 1 family",
		"q=zzzzz&category=serif&language=x": "",
	} {
		d := open(t, page, "/?"+query)
		got := []string{d.families()}
		for _, n := range d.all("li") {
			if strings.HasPrefix(text(n), "the ") {
				got = append(got, text(n))
			}
		}
		if got := strings.Join(got, "; "); got != want {
			t.Errorf("The page for %q offers %q, want %q", query, got, want)
		}
	}
}

func TestResultLineNamesTheMatchingField(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("ä word ", 20) + "needle" + strings.Repeat(" more", 20)
	font := &fonts.Font{FontFamily: "Inter", Name: "Inter UI", Designer: "Rasmus", Description: "Brushed curves"}
	for keyword, want := range map[string]string{
		"": "", "INT": "", "ui": "name: Inter UI", "inter ras": "designer: Rasmus",
		"ras mus": "designer: Rasmus", "intre": "",
		"brush": "description: Brushed curves", "ui curves": "name: Inter UI, description: Brushed curves",
	} {
		if got := why(font, keyword); got != want {
			t.Errorf("why of the keyword %q: %q, want %q", keyword, got, want)
		}
	}
	if got := excerpt(long, "NEEDLE"); !strings.Contains(got, "needle") || len([]rune(got)) > longestExcerpt+2 {
		t.Errorf("excerpt of a long text: %q, want the needle, and at most %d characters", got, longestExcerpt+2)
	}
}

func TestLanguagesHaveTheirNames(t *testing.T) {
	t.Parallel()
	for code, want := range map[string]string{"en": "English", "pt-BR": "Brazilian Portuguese",
		"az-az": "Azerbaijani (Azerbaijan)", "klingon!": "klingon!", "": ""} {
		if got := languageName(code); got != want {
			t.Errorf("languageName of %q: %q, want %q", code, got, want)
		}
	}
	options := ""
	for _, n := range open(t, picking(samples()...), "/?language=pt").all("option") {
		if attribute(n, "selected") == "" && attribute(n, "value") == "pt" {
			options += text(n)
		}
	}
	if options != "Portuguese" {
		t.Errorf("The page offers the language that was asked for as %q, want Portuguese", options)
	}
}

func TestOnlyAFixedOriginMayHoldFaces(t *testing.T) {
	t.Parallel()
	for _, pattern := range []string{"fonts", "/{id}", "ftp://a/{id}", "https://{id}.test/", "https://a.test;img-src *",
		"https://u:p@a.test/{id}", "https:///x", "https://*/{id}"} {
		if _, err := newFaceFiles(pattern); err == nil {
			t.Errorf("newFaceFiles of %s: no error, want one", pattern)
		}
	}
	files, err := newFaceFiles("https://a.test:8443/{id}/{family}-{face}.woff2?v=1")
	if err != nil || files.origin() != "https://a.test:8443" {
		t.Fatalf("newFaceFiles of an address with a port: origin %q, error %v, want https://a.test:8443", files.origin(), err)
	}
	if got, want := files.address(&fonts.Font{ID: "a/../b", FontFamily: "{face} x"}, "Bold?"),
		"https://a.test:8443/a%2F..%2Fb/%7Bface%7D%20x-Bold%3F.woff2?v=1"; got != want {
		t.Errorf("The address of a face: %s, want %s", got, want)
	}
	w := httptest.NewRecorder()
	r := httptest.NewRequest(http.MethodGet, "/", nil)
	r.Host = "localhost"
	newPicker(snapshot.New(fixed, nil), files).ServeHTTP(w, r)
	if got := w.Header().Get("Content-Security-Policy"); got != policy+"; font-src https://a.test:8443" {
		t.Errorf("The policy of the page: %q, want the origin of the faces last", got)
	}
}

func TestLinksOfThePageKeepTheSearch(t *testing.T) {
	t.Parallel()
	page := picking(samples()...)
	for _, link := range open(t, page, "/?q=o&category=display&weight=700&slant=italic&tag=latin").all("a") {
		if address := attribute(link, "href"); strings.Contains(address, "font=") {
			u, err := url.Parse(address)
			if err != nil {
				t.Fatal(err)
			}
			if want := "category=display&font=stencil&q=o&slant=italic&tag=latin&weight=700"; u.RawQuery != want {
				t.Errorf("The link to a font has the query %s, want %s", u.RawQuery, want)
			}
			return
		}
	}
	t.Error("The page has no link to a font, want one")
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
	if len(seen) != len(list) || !slices.IsSorted(seen) {
		t.Errorf("The pages list %d families, want %d in order: %v", len(seen), len(list), seen)
	} else if len(slices.Compact(seen)) != len(list) {
		t.Errorf("The pages list a family twice, want each of %d once: %v", len(list), seen)
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
					t.Errorf("The page %s has the id %s twice, want once", address, id)
				}
			}
			switch n.Data {
			case "select", "input":
				if attribute(n, "type") != "hidden" && !labelled[attribute(n, "id")] {
					t.Errorf("The page %s has the control %s without a label, want one", address, attribute(n, "name"))
				}
			case "button", "a", "h1", "h2", "h3", "h4":
				if text(n) == "" {
					t.Errorf("The page %s has an element %s %v without a text, want one", address, n.Data, n.Attr)
				}
			case "html":
				if attribute(n, "lang") == "" {
					t.Errorf("The page %s has no language, want one", address)
				}
			}
		}
		for _, n := range d.all("section") {
			if d.byID(attribute(n, "aria-labelledby")) == "" {
				t.Errorf("The page %s has a section without a name, want one", address)
			}
		}
		if len(d.all("h1")) != 1 || len(d.all("main")) != 1 {
			t.Errorf("The page %s has %d headings h1, %d main parts, want one of each",
				address, len(d.all("h1")), len(d.all("main")))
		}
	}
}
