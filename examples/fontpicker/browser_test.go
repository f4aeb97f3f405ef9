package main

import (
	"context"
	"net/http/httptest"
	"os"
	"os/exec"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/browser"
	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"github.com/fontcms/fontcms-go/fonts"
	"github.com/fontcms/fontcms-go/fonts/fontstest"
)

// window is a browser that notes what should not happen in it.
type window struct {
	context.Context
	t  *testing.T
	mu sync.Mutex
	// complaints are errors of the console, refusals of the policy and dialogs;
	// asked are the addresses that the browser went to.
	complaints, asked []string
}

// browse starts a headless browser, or skips the test where there is none.
func browse(t *testing.T) *window {
	t.Helper()
	path := ""
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome", "chrome"} {
		if found, err := exec.LookPath(name); err == nil {
			path = found
			break
		}
	}
	if path == "" {
		t.Skip("there is no browser: install chromium to run this test")
	}
	options := append(chromedp.DefaultExecAllocatorOptions[:], chromedp.ExecPath(path), chromedp.NoSandbox, chromedp.DisableGPU, chromedp.WindowSize(1280, 1000))
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	t.Cleanup(cancel)
	ctx, cancel = chromedp.NewExecAllocator(ctx, options...)
	t.Cleanup(cancel)
	ctx, cancel = chromedp.NewContext(ctx)
	t.Cleanup(cancel)
	w := &window{Context: ctx, t: t}
	if err := chromedp.Listen(ctx, w.note); err != nil {
		t.Fatal(err)
	}
	call(w, log.Enable, cdp.Empty{})
	call(w, network.Enable, network.EnableParams{})
	return w
}

func (w *window) note(event any) {
	w.mu.Lock()
	defer w.mu.Unlock()
	switch event := event.(type) {
	case *log.EventEntryAdded:
		w.complaints = append(w.complaints, event.Entry.Text+" "+event.Entry.URL)
	case *runtime.EventExceptionThrown:
		w.complaints = append(w.complaints, event.ExceptionDetails.Text)
	case *page.EventJavascriptDialogOpening:
		w.complaints = append(w.complaints, "dialog: "+event.Message)
	case *network.EventRequestWillBeSent:
		w.asked = append(w.asked, event.Request.URL)
	}
}

func (w *window) do(actions ...chromedp.Action[chromedp.Void]) {
	w.t.Helper()
	if err := chromedp.Do(w, actions...); err != nil {
		w.t.Fatal(err)
	}
}

// call sends a command of the protocol.
func call[P, R any](w *window, command cdp.Command[P, R], params P) {
	w.t.Helper()
	if _, err := chromedp.Call(w, command, params); err != nil {
		w.t.Fatal(err)
	}
}

// value is what an expression, or a promise, gives in the page.
func (w *window) value(expression string) string {
	w.t.Helper()
	out, err := chromedp.Run(w, chromedp.Evaluate[string]("Promise.resolve("+expression+").then(String)", chromedp.EvalAwaitPromise))
	if err != nil {
		w.t.Fatal(err)
	}
	return out
}

// check reports what the browser complained of and where else it went.
func (w *window) check(address string) {
	w.t.Helper()
	w.mu.Lock()
	defer w.mu.Unlock()
	for _, complaint := range w.complaints {
		if !strings.Contains(complaint, "/favicon.ico") { // browsers ask for it unasked
			w.t.Error(complaint)
		}
	}
	for _, asked := range w.asked {
		if !strings.HasPrefix(asked, address) {
			w.t.Errorf("it asked for %s", asked)
		}
	}
	if len(w.asked) == 0 {
		w.t.Error("it asked for nothing")
	}
}

// TestInABrowserItIsUsedByKeyboardAndCopies searches, chooses and copies without a
// mouse. FONTCMS_SCREENSHOT is a file for a picture of the page.
func TestInABrowserItIsUsedByKeyboardAndCopies(t *testing.T) {
	t.Parallel()
	w := browse(t)
	address, _, _ := start(t)
	for _, name := range []string{"clipboard-read", "clipboard-write"} {
		if _, err := chromedp.CallBrowser(w, browser.SetPermission, browser.SetPermissionParams{
			Permission: &browser.PermissionDescriptor{Name: name}, Setting: browser.PermissionSettingGranted, Origin: strings.TrimSuffix(address, "/"),
		}); err != nil {
			t.Fatal(err)
		}
	}
	call(w, emulation.SetFocusEmulationEnabled, emulation.SetFocusEmulationEnabledParams{Enabled: true}) // the clipboard is for pages that have the focus
	w.do(chromedp.Navigate(address))
	w.do(chromedp.KeyEvent(kb.Tab), chromedp.KeyEvent(kb.Tab)) // past the link that skips the form
	if got := w.value("document.activeElement.id"); got != "q" {
		t.Fatalf("Tab leads to %q", got)
	}
	w.do(chromedp.KeyEvent("dejavu sans mono"), chromedp.KeyEvent(kb.Enter), chromedp.WaitVisible(`//p[@role="status"][contains(., "of 1")]`))

	w.do(chromedp.KeyEvent(kb.Tab), chromedp.KeyEvent(kb.Enter), chromedp.KeyEvent(kb.Tab), chromedp.KeyEvent(kb.Enter)) // skips the form, and opens the only family
	w.do(chromedp.WaitVisible(`#css-nearest`))
	if got := w.value("document.querySelector('h2#family').textContent"); got != "DejaVu Sans Mono" {
		t.Errorf("it shows %q", got)
	}

	w.do(chromedp.Focus(`[data-copy="css-nearest"]`), chromedp.KeyEvent(kb.Enter), chromedp.WaitVisible(`//*[@id="said"][starts-with(., "Copied")]`))
	copied := w.value(`navigator.clipboard.readText()`)
	if want := "font-family: \"DejaVu Sans Mono\", monospace;\nfont-weight: 400;"; copied != want {
		t.Errorf("copied %q, want %q", copied, want)
	}
	if got := w.value("getComputedStyle(document.querySelector('[data-style]')).fontFamily"); got != `"DejaVu Sans Mono", monospace` {
		t.Errorf("the sample is in %s", got)
	}
	w.picture(os.Getenv("FONTCMS_SCREENSHOT"))
	w.check(address)
}

func (w *window) picture(path string) {
	w.t.Helper()
	if path == "" {
		return
	}
	png, err := chromedp.Run(w, chromedp.CaptureScreenshot())
	if err != nil {
		w.t.Fatal(err)
	}
	if err := os.WriteFile(path, png, 0o600); err != nil {
		w.t.Fatal(err)
	}
}

// TestInABrowserHostileRecordsDoNothing looks for dialogs, refusals of the policy,
// which would show that something got as far as that, and ways out.
func TestInABrowserHostileRecordsDoNothing(t *testing.T) {
	t.Parallel()
	w := browse(t)
	evil := evilFont()
	server := httptest.NewServer(picking(append([]fonts.Font{evil}, samples()...)...))
	t.Cleanup(server.Close)
	w.do(chromedp.Navigate(server.URL), chromedp.Click(`#results li a`), chromedp.WaitVisible(`#css-nearest`), chromedp.Click(`[data-copy="css-1"]`))
	if got := w.value("document.querySelector('h2#family').textContent"); !strings.Contains(got, "<script>alert(1)</script>") {
		t.Errorf("it shows %q", got)
	}
	if got := w.value("document.scripts.length + ' ' + document.images.length"); got != "1 0" {
		t.Errorf("scripts and images: %s", got)
	}
	if got := w.value("document.querySelector('[data-style]').style.length <= 4"); got != "true" {
		t.Error("the sample has styles that are not of a face")
	}
	w.check(server.URL)
}

// TestInABrowserThePageFitsANarrowScreen is for telephones and for those who
// enlarge the page.
func TestInABrowserThePageFitsANarrowScreen(t *testing.T) {
	t.Parallel()
	w := browse(t)
	var list []fonts.Font
	for _, record := range fontstest.Typefaces() {
		list = append(list, fonts.Font{ID: record["id"].(string), FontFamily: record["fontFamily"].(string) + strings.Repeat("x", 100), FontSubfamily: []string{"Bold"}})
	}
	server := httptest.NewServer(picking(list...))
	t.Cleanup(server.Close)
	w.do(chromedp.EmulateViewport(320, 640), chromedp.Navigate(server.URL+"/?font="+list[0].ID), chromedp.WaitVisible(`#css-nearest`))
	if got := w.value("document.documentElement.scrollWidth <= 320"); got != "true" {
		t.Errorf("it is %s pixels wide", w.value("document.documentElement.scrollWidth"))
	}
	w.check(server.URL)
}
