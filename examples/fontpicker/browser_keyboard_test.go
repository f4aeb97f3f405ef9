package main

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"strings"
	"sync"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"github.com/fontcms/fontcms-go/examples/internal/browser"
	"github.com/fontcms/fontcms-go/fonts"
)

// gate is a server between the browser and the picker. While it is shut, a search waits.
type gate struct {
	mu      sync.Mutex
	open    chan struct{} // closed while the gate is open
	forward http.Handler
	broken  bool // searches end without a response
}

func newGate(t *testing.T, address string) (*gate, string) {
	t.Helper()
	target, err := url.Parse(address)
	if err != nil {
		t.Fatal(err)
	}
	g := &gate{forward: httputil.NewSingleHostReverseProxy(target)}
	g.release()
	server := httptest.NewServer(g)
	t.Cleanup(server.Close)
	t.Cleanup(g.release)
	return g, server.URL + "/"
}

func (g *gate) shut() {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.open = make(chan struct{})
}

func (g *gate) release() {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.open == nil {
		g.open = make(chan struct{})
	}
	select {
	case <-g.open:
	default:
		close(g.open)
	}
}

func (g *gate) breakDown(broken bool) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.broken = broken
}

func (g *gate) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	g.mu.Lock()
	open, broken := g.open, g.broken
	g.mu.Unlock()
	if broken {
		panic(http.ErrAbortHandler)
	}
	select {
	case <-open:
		g.forward.ServeHTTP(w, r)
	case <-r.Context().Done():
	}
}

const state = "document.getElementById('state').textContent"

func TestInABrowserFocusStaysInAListThatIsReplaced(t *testing.T) {
	t.Parallel()
	w := browser.Open(t)
	address, _, _ := start(t)
	g, front := newGate(t, address)
	w.Do(chromedp.Navigate(front), chromedp.Focus(`#q`))
	g.shut()
	w.Do(chromedp.KeyEvent("dejavu"))
	w.Wait(state + " === 'Searching…'")
	w.Picture("picker-slow")
	if got := w.Eval("document.querySelector('main').getAttribute('aria-busy')"); got != "true" {
		t.Errorf("aria-busy of main during a search: %q, want true", got)
	}
	w.Do(chromedp.KeyEvent(kb.ArrowDown))
	if got := w.Eval("document.activeElement.closest('.families') !== null"); got != "true" {
		t.Fatalf("ArrowDown before the response: focus in the list: %s, want true", got)
	}
	g.release()
	w.Wait("document.querySelector('.families b').textContent.includes('DejaVu')")
	if got := w.Eval(focused); !strings.HasPrefix(got, "DejaVu") {
		t.Errorf("focus after the response: %q, want the first DejaVu family", got)
	}
	if got := w.Eval(state + " + document.querySelector('main').hasAttribute('aria-busy')"); got != "false" {
		t.Errorf("state and aria-busy after the response: %q, want none", got)
	}
	w.Check(front)
}

func TestInABrowserADeadServerLeavesThePageAndOffersAnotherTry(t *testing.T) {
	t.Parallel()
	w := browser.Open(t)
	address, _, _ := start(t)
	g, front := newGate(t, address)
	w.Do(chromedp.Navigate(front), chromedp.Focus(`#q`))
	families := w.Eval("document.querySelectorAll('.families li').length")
	g.breakDown(true)
	w.Do(chromedp.KeyEvent("dejavu"))
	w.Wait(state + ".startsWith('The server does not respond.')")
	w.Picture("picker-dead")
	if got := w.Eval("document.querySelectorAll('.families li').length"); got != families {
		t.Errorf("families after a search without a response: %s, want %s as before", got, families)
	}
	if got := w.Eval("document.activeElement.value"); got != "dejavu" {
		t.Errorf("the search field after a search without a response: %q, want what was typed, with the focus", got)
	}
	g.breakDown(false)
	w.Do(chromedp.Click(`#again`))
	w.Wait("document.querySelector('.families b').textContent.includes('DejaVu')")
	if got := w.Eval(state + " + document.getElementById('again').hidden"); got != "true" {
		t.Errorf("state and button after the other try: %q, want no text and a hidden button", got)
	}
}

func TestInABrowserTabStopsOnceInEachList(t *testing.T) {
	t.Parallel()
	w := browser.Open(t)
	address, _, _ := start(t)
	w.Do(chromedp.Navigate(address + "?q=dejavu&font=dejavu-sans"))
	w.Wait("document.querySelector('.families a[tabindex]')")
	w.Do(chromedp.Focus(`.families [aria-current]`), chromedp.KeyEvent(kb.Tab))
	if got := w.Eval("document.activeElement.id"); got != "copy" {
		t.Errorf("Tab leads from the chosen family to %q, want the button copy", got)
	}
	w.Do(chromedp.KeyEvent(kb.Tab))
	if got := w.Eval("document.activeElement.closest('.faces') !== null"); got != "true" {
		t.Fatalf("Tab from the button: focus in the faces: %s, want true", got)
	}
	w.Do(chromedp.KeyEvent(kb.ArrowDown))
	const stops = `document.querySelectorAll('.faces a[tabindex="0"]').length + " " + document.activeElement.tabIndex`
	if got := w.Eval(stops); got != "1 0" {
		t.Errorf("stops of Tab in the faces, and of the focused one: %q, want 1 0", got)
	}
}

func TestInABrowserTheBackButtonFocusesWhatWasChosen(t *testing.T) {
	t.Parallel()
	w := browser.Open(t)
	address, _, _ := start(t)
	w.Do(chromedp.Navigate(address + "?q=dejavu"))
	for _, n := range []string{"1", "2"} {
		row := ".families li:nth-child(" + n + ") a"
		w.Do(chromedp.Click(row))
		w.Wait("document.querySelector('" + row + "[aria-current]')")
	}
	w.Eval("history.back()")
	w.Wait("document.querySelector('.families li:first-child a[aria-current]')")
	w.Wait("document.activeElement === document.querySelector('.families [aria-current]')")
	w.Eval("history.back()")
	w.Wait("!document.querySelector('.families [aria-current]') && document.activeElement !== document.body")
}

func TestInABrowserTheFirstScreenOfAPhoneShowsFamilies(t *testing.T) {
	t.Parallel()
	w := browser.Open(t)
	address, _, _ := start(t)
	const first = "document.querySelector('.families a').getBoundingClientRect()"
	w.Do(chromedp.EmulateViewport(360, 640), chromedp.Navigate(address))
	w.Picture("picker-phone")
	if got := w.Eval(first + ".bottom < innerHeight"); got != "true" {
		t.Errorf("the first family in a window of 360 × 640: in view: %s, want true", got)
	}
	w.Do(chromedp.Navigate(address + "?category=serif"))
	if got := w.Eval("document.querySelector('.filters').open"); got != "true" {
		t.Errorf("filters of a page with a category, open: %s, want true", got)
	}
	w.Do(chromedp.EmulateViewport(1440, 900), chromedp.Navigate(address))
	const filters = "document.querySelector('.filters').open && document.getElementById('category').checkVisibility()"
	if got := w.Eval(filters); got != "true" {
		t.Errorf("filters in a wide window, visible: %s, want true", got)
	}
	const small = `[...document.querySelectorAll("button, form a, nav a, select, input:not([type=hidden])")].
		filter(e => e.checkVisibility() && e.getBoundingClientRect().height < 40).map(e => e.textContent || e.id).join()`
	if got := w.Eval(small); got != "" {
		t.Errorf("controls lower than 40 pixels: %s, want none", got)
	}
	const inset = `document.querySelector(".families b").getBoundingClientRect().left -
		document.getElementById("families").getBoundingClientRect().left`
	if got := w.Eval(inset); got != "0" {
		t.Errorf("the text of the list begins %s pixels right of its heading, want 0", got)
	}
}

func TestInABrowserEscapesInAHebrewNameReadFromLeftToRight(t *testing.T) {
	t.Parallel()
	w := browser.Open(t)
	server := httptest.NewServer(picking(
		fonts.Font{ID: "a", FontFamily: `אבג"דהו`, Category: "serif", FontSubfamily: []string{"Bold"}},
	))
	t.Cleanup(server.Close)
	w.Do(chromedp.Navigate(server.URL + "/?font=a&weight=700"))
	css := w.Eval("document.getElementById('css').textContent")
	if !strings.HasPrefix(css, `font-family: "אבג\`) {
		t.Fatalf("the CSS of the family: %q, want the name with an escape", css)
	}
	// The places of the characters of the escape, from its backslash on.
	const places = `(() => {
		const text = document.querySelector("#css bdi").firstChild;
		return [...text.data.trimEnd()].map((_, i) => {
			const range = new Range();
			range.setStart(text, i);
			range.setEnd(text, i + 1);
			return range.getBoundingClientRect().left;
		}).every((left, i, all) => i === 0 || left > all[i - 1]);
	})()`
	if got := w.Eval(places); got != "true" {
		t.Errorf("the characters of the escape read from left to right: %s, want true", got)
	}
}

func TestInABrowserPrintHasTheFamilyAndNoForm(t *testing.T) {
	t.Parallel()
	w := browser.Open(t)
	address, _, _ := start(t)
	w.Do(chromedp.Navigate(address + "?q=dejavu&font=dejavu-sans"))
	w.Media("print")
	const visible = `["form", "#results", "#copy", "#css", ".faces"].
		filter(s => document.querySelector(s).checkVisibility()).join()`
	if got := w.Eval(visible); got != "#css,.faces" {
		t.Errorf("parts of the printed page: %s, want #css,.faces", got)
	}
}

func TestInABrowserFiveThousandFontsAreSearched(t *testing.T) {
	t.Parallel()
	w := browser.Open(t)
	var list []fonts.Font
	for i := range 5000 {
		id := fmt.Sprintf("family-%d", i)
		list = append(list, fonts.Font{ID: id, FontFamily: fmt.Sprintf("Family %d", i), FontSubfamily: []string{"Bold"}})
	}
	server := httptest.NewServer(picking(list...))
	t.Cleanup(server.Close)
	w.Do(chromedp.Navigate(server.URL), chromedp.Focus(`#q`), chromedp.KeyEvent("family 4999"))
	w.Wait(count + ".endsWith('of 1')")
	w.Do(chromedp.KeyEvent(kb.ArrowDown), chromedp.KeyEvent(kb.Enter))
	w.Wait(family + " === 'Family 4999'")
	w.Fits(360, 768, 1440)
	w.Check(server.URL)
}
