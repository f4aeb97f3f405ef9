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
	return newPicker(snapshot.New(time.Date(2026, 3, 1, 8, 30, 0, 0, time.UTC), list))
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
