package main

import (
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"github.com/fontcms/fontcms-go/examples/internal/browser"
	"github.com/fontcms/fontcms-go/fonts"
	"github.com/fontcms/fontcms-go/fonts/fontstest"
	"github.com/fontcms/fontcms-go/fonts/snapshot"
)

const (
	focused = "document.activeElement.textContent.trim()"
	family  = "document.getElementById('family').textContent"
	count   = "(document.getElementById('count')?.textContent ?? '').trim()"
	notes   = "[...document.querySelectorAll('.families [data-instead]')].map(n => n.textContent).join('|')"
)

func TestInABrowserAPersonTypesMovesByArrowKeysAndCopies(t *testing.T) {
	t.Parallel()
	w := browser.Open(t)
	address, _, _ := start(t)
	w.AllowClipboard(strings.TrimSuffix(address, "/"))
	// past the link that skips the form
	w.Do(chromedp.Navigate(address), chromedp.KeyEvent(kb.Tab), chromedp.KeyEvent(kb.Tab))
	if got := w.Eval("document.activeElement.id"); got != "q" {
		t.Fatalf("Tab leads to %q, want the field q", got)
	}
	w.Picture("focus-search")
	w.Do(chromedp.KeyEvent("dejavu sans"))
	w.Wait(count + ".endsWith('of 3')")
	for range 2 {
		w.Do(chromedp.KeyEvent(kb.ArrowDown))
	}
	if got := w.Eval(focused); !strings.HasPrefix(got, "DejaVu Sans Mono") {
		t.Errorf("The arrow keys lead to %q, want DejaVu Sans Mono", got)
	}
	for range 2 {
		w.Do(chromedp.KeyEvent(kb.ArrowUp))
	}
	if got := w.Eval("document.activeElement.id"); got != "q" {
		t.Errorf("The arrow keys lead from the first family to %q, want the field q", got)
	}
	for range 2 {
		w.Do(chromedp.KeyEvent(kb.ArrowDown))
	}
	w.Picture("focus-list")
	w.Do(chromedp.KeyEvent(kb.Enter))
	w.Wait(family + " === 'DejaVu Sans Mono'")
	if got := w.Eval("document.activeElement.getAttribute('aria-current') + ' ' + document.querySelectorAll('.families " +
		"[aria-current]').length"); got != "true 1" {
		t.Errorf("The chosen family is marked and focused, and how many are marked: %s, want \"true 1\"", got)
	}
	w.Do(chromedp.Focus(`.faces li:nth-child(2) a`))
	w.Picture("focus-faces")
	w.Do(chromedp.Focus(`#copy`))
	w.Picture("focus-copy")
	w.Do(chromedp.KeyEvent(kb.Enter))
	w.Wait("document.getElementById('said').textContent === 'Copied.'")
	if got, want := w.Eval(`navigator.clipboard.readText()`),
		"font-family: \"DejaVu Sans Mono\", monospace;\nfont-weight: 400;"; got != want {
		t.Errorf("copied %q, want %q", got, want)
	}
	if got := w.Eval("getComputedStyle(document.querySelector('blockquote')).fontFamily"); got != `"DejaVu Sans Mono", `+
		`monospace` {
		t.Errorf("The specimen is in %s, want DejaVu Sans Mono", got)
	}
	w.Do(chromedp.Click(`.faces li:nth-child(3) a`))
	w.Wait("document.getElementById('css').textContent.includes('700')")
	if got := w.Eval(`location.search.includes("face=Bold") && document.querySelectorAll(".primary").length`); got != "1" {
		t.Errorf("The page has %s primary buttons, want 1", got)
	}
	w.Check(address)
}

func TestInABrowserAnEmptyResultSuggestsOtherSearches(t *testing.T) {
	t.Parallel()
	w := browser.Open(t)
	address, _, _ := start(t)
	w.Do(chromedp.Navigate(address+"?category=serif"), chromedp.Focus(`#q`), chromedp.KeyEvent("dejavuu serfi"))
	w.Wait("document.querySelector('.families b')?.textContent === 'DejaVu Serif' && " + count +
		".startsWith('No family')")
	w.Picture("picker-similar")
	w.Do(chromedp.KeyEvent("zzzzzzzzzzz"))
	w.Wait("document.querySelectorAll('.families li').length === 0 && document.querySelector('.broader a')")
	if got := w.Eval("document.getElementById('font').textContent.trim()"); got != "" {
		t.Errorf("Without a family to choose, the page says %q, want nothing", got)
	}
	w.Picture("picker-empty")
	w.Do(chromedp.Click(`.broader a`))
	w.Wait(count + ".startsWith('1–40 of') && document.getElementById('q').value === ''")
	w.Check(address)
}

func TestInABrowserMissingFacesAreNamed(t *testing.T) {
	t.Parallel()
	w := browser.Open(t)
	if out, err := exec.CommandContext(t.Context(), "fc-list", "DejaVu Sans:bold").Output(); err != nil || len(out) == 0 {
		t.Skip("DejaVu Sans is not installed")
	}
	server := httptest.NewServer(picking(
		fonts.Font{ID: "a", FontFamily: "DejaVu Sans", Category: "sans-serif", FontSubfamily: []string{"Regular", "Black"}},
		fonts.Font{ID: "b", FontFamily: "No Such Family", Category: "serif", FontSubfamily: []string{"Regular"}},
		fonts.Font{ID: "c", FontFamily: "No Such Symbols", FontSubfamily: []string{"Regular"}},
	))
	t.Cleanup(server.Close)
	w.Do(chromedp.Navigate(server.URL + "/?font=a"))
	w.Wait(notes + ` === "| · not installed, in serif| · not installed, in the usual font"`)
	w.Wait("[...document.querySelectorAll('.faces [data-instead]')].map(n => n.textContent).join('|') === '| · not " +
		"found, in the nearest face'")
	w.Check(server.URL)
}

func TestInABrowserFacesAreLoadedFromTheirAddresses(t *testing.T) {
	t.Parallel()
	w := browser.Open(t)
	file, err := exec.CommandContext(t.Context(), "fc-match", "-f", "%{file}", "DejaVu Sans Mono").Output()
	if err != nil {
		t.Skip("there is no fc-match")
	}
	data, err := os.ReadFile(string(file))
	if err != nil {
		t.Skip(err)
	}
	asked := make(chan string, 10)
	origin := httptest.NewServer(http.HandlerFunc(func(rw http.ResponseWriter, r *http.Request) {
		asked <- r.URL.Path
		if r.URL.Path != "/inter/Regular.ttf" {
			http.NotFound(rw, r)
			return
		}
		rw.Header().Set("Access-Control-Allow-Origin", "*")
		rw.Write(data)
	}))
	t.Cleanup(origin.Close)
	files, err := newFaceFiles(origin.URL + "/{id}/{face}.ttf")
	if err != nil {
		t.Fatal(err)
	}
	page := httptest.NewServer(newPicker(snapshot.New(fixed, samples()[:2]), files))
	t.Cleanup(page.Close)
	w.Do(chromedp.Navigate(page.URL))
	w.Wait(notes + ` === "| · not loaded, in serif"`)
	w.Wait("[...document.fonts].filter(f => f.status === 'loaded').length === 1")
	if len(asked) != 2 {
		t.Errorf("The page sent %d requests for two faces, want 2", len(asked))
	}
}

func TestInABrowserHostileRecordsDoNothing(t *testing.T) {
	t.Parallel()
	w := browser.Open(t)
	server := httptest.NewServer(picking(append([]fonts.Font{evilFont()}, samples()...)...))
	t.Cleanup(server.Close)
	w.Do(chromedp.Navigate(server.URL), chromedp.Click(`#list li a`))
	w.Wait(family + `.includes("<script>alert(1)</script>")`)
	w.Do(chromedp.Click(`.faces a`))
	w.Wait(`document.querySelector(".faces [aria-current]")`)
	if got := w.Eval("document.scripts.length + ' ' + document.images.length"); got != "1 0" {
		t.Errorf("Scripts and images of the page: %s, want \"1 0\"", got)
	}
	if got := w.Eval("[...document.querySelectorAll('[data-declared]')].every(e => [...e.style].every(n => " +
		"n.startsWith('font-')))"); got != "true" {
		t.Error("A text of the page has other styles, want those of a face only")
	}
	w.Check(server.URL)
}

func TestInABrowserThePageFitsItsWindowAndFollowsTheTheme(t *testing.T) {
	t.Parallel()
	w := browser.Open(t)
	var list []fonts.Font
	for _, record := range fontstest.Typefaces() {
		list = append(list, fonts.Font{
			ID: record["id"].(string), FontFamily: record["fontFamily"].(string) + strings.Repeat("x", 100),
			FontSubfamily: []string{"Bold"},
		})
	}
	server := httptest.NewServer(picking(list...))
	t.Cleanup(server.Close)
	w.Do(chromedp.Navigate(server.URL + "/?font=" + list[0].ID))
	w.Fits(320, 400, 768, 1440)
	seen := map[string]bool{}
	for _, theme := range []string{"light", "dark"} {
		w.Theme(theme)
		seen[w.Eval("getComputedStyle(document.body).backgroundColor + getComputedStyle(document.body).color")] = true
	}
	if len(seen) != 2 {
		t.Errorf("Both themes have the colours %v, want different ones", seen)
	}
	w.Check(server.URL)
}

// TestInABrowserTheChosenFamilyIsKeptInView also draws the pictures of the page.
func TestInABrowserTheChosenFamilyIsKeptInView(t *testing.T) {
	t.Parallel()
	w := browser.Open(t)
	address, _, _ := start(t)
	w.Do(chromedp.Navigate(address + "?q=sans&category=sans-serif&weight=700"))
	w.Do(chromedp.Evaluate[chromedp.Void]("document.querySelector('.families li:nth-child(30) a').click()"))
	w.Wait(`document.querySelector(".families [aria-current]")`)
	if got := w.Eval(`(() => {
		const at = document.querySelector(".families [aria-current]").getBoundingClientRect();
		const list = document.getElementById("list").getBoundingClientRect();
		return at.top >= list.top - 1 && at.bottom <= list.bottom + 1;
	})()`); got != "true" {
		t.Error("The chosen family is out of view, want it in view")
	}
	w.Do(chromedp.Navigate(address + "?q=dejavu&font=dejavu-sans&weight=700"))
	w.Wait(`document.querySelector(".families [data-instead]:not([hidden])") || document.fonts.status === "loaded"`)
	w.Picture("picker")
	w.Check(address)
}

func TestInABrowserTheFormStaysWhereItIsWhenAFamilyIsChosen(t *testing.T) {
	t.Parallel()
	w := browser.Open(t)
	address, _, _ := start(t)
	for _, width := range []int64{400, 1440} {
		w.Do(chromedp.EmulateViewport(width, 900), chromedp.Navigate(address+"?q=dejavu"))
		const places = `[...document.querySelectorAll("form label, form input, form select, form button, form a")]
			.map(e => Math.round(e.getBoundingClientRect().left) + "/" + Math.round(e.getBoundingClientRect().top)).join(" ")`
		before := w.Eval(places)
		w.Do(chromedp.Click(`.families li:first-child a`))
		w.Wait("document.getElementById('copy')")
		w.Eval("scrollTo(0, 0)") // a narrow window shows the family
		if got := w.Eval(places); got != before {
			t.Errorf("In a window of %d pixels the form is at %s, want it where it was: %s", width, got, before)
		}
	}
	w.Do(chromedp.Navigate(address))
	if got := w.Eval(`(() => {
		const field = document.getElementById("q");
		const pen = document.createElement("canvas").getContext("2d");
		pen.font = getComputedStyle(field).font;
		const inner = field.clientWidth - 2 * parseFloat(getComputedStyle(field).paddingLeft);
		return inner - pen.measureText(field.placeholder).width > 0;
	})()`); got != "true" {
		t.Error("The text in the empty search field is cut off, want room for it")
	}
	w.Check(address)
}

func TestInABrowserTheBackButtonReturnsToWhatWasShown(t *testing.T) {
	t.Parallel()
	w := browser.Open(t)
	address, _, _ := start(t)
	w.Do(chromedp.Navigate(address), chromedp.Focus(`#q`), chromedp.KeyEvent("dejavu"))
	w.Wait("document.querySelector('.families b').textContent.includes('DejaVu')")
	w.Do(chromedp.Click(`.families li:first-child a`))
	w.Wait(family + ".includes('DejaVu')")
	first := w.Eval(family)
	w.Do(chromedp.Click(`.families li:nth-child(2) a`))
	w.Wait(family + " !== '" + first + "'")
	w.Do(chromedp.Focus(`#q`), chromedp.KeyEvent(" mono"))
	w.Wait(count + ".endsWith('of 1')")
	w.Eval("history.back()")
	w.Wait(family + " === '" + first + "' && document.getElementById('q').value === 'dejavu'")
	w.Eval("history.back()")
	w.Wait(family + " === 'Choose a family' && document.getElementById('q').value === 'dejavu'")
	w.Eval("history.forward()")
	w.Wait(family + " === '" + first + "' && document.querySelectorAll('.families [aria-current]').length === 1")
	w.Check(address)
}
