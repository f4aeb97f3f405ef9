// Package browser runs a headless Chromium in the tests of recipes that make a page.
package browser

import (
	"context"
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
)

// Window is a browser that notes what should not happen in it.
type Window struct {
	ctx context.Context
	t   *testing.T
	mu  sync.Mutex
	// complaints are errors of the console, refusals of the policy and dialogs;
	// asked are the addresses that the browser went to.
	complaints, asked []string
}

// Open starts a browser, or skips the test where there is none.
func Open(t *testing.T) *Window {
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
	options := append(chromedp.DefaultExecAllocatorOptions[:],
		chromedp.ExecPath(path), chromedp.NoSandbox, chromedp.DisableGPU, chromedp.WindowSize(1280, 1000))
	ctx, cancel := context.WithTimeout(t.Context(), 15*time.Minute) // on a busy machine
	t.Cleanup(cancel)
	ctx, cancel = chromedp.NewExecAllocator(ctx, options...)
	t.Cleanup(cancel)
	ctx, cancel = chromedp.NewContext(ctx)
	t.Cleanup(cancel)
	w := &Window{ctx: ctx, t: t}
	if err := chromedp.Listen(ctx, w.note); err != nil {
		t.Fatal(err)
	}
	Call(w, log.Enable, cdp.Empty{})
	Call(w, network.Enable, network.EnableParams{})
	// Only a page that has the focus may use the clipboard.
	Call(w, emulation.SetFocusEmulationEnabled, emulation.SetFocusEmulationEnabledParams{Enabled: true})
	return w
}

func (w *Window) note(event any) {
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

// Do runs actions in the page.
func (w *Window) Do(actions ...chromedp.Action[chromedp.Void]) {
	w.t.Helper()
	if err := chromedp.Do(w.ctx, actions...); err != nil {
		w.t.Fatal(err)
	}
}

// Call sends a command of the protocol.
func Call[P, R any](w *Window, command cdp.Command[P, R], params P) {
	w.t.Helper()
	if _, err := chromedp.Call(w.ctx, command, params); err != nil {
		w.t.Fatal(err)
	}
}

// Eval is what an expression, or a promise, gives in the page.
func (w *Window) Eval(expression string) string {
	w.t.Helper()
	text := "Promise.resolve(" + expression + ").then(String)"
	out, err := chromedp.Run(w.ctx, chromedp.Evaluate[string](text, chromedp.EvalAwaitPromise))
	if err != nil {
		w.t.Fatal(err)
	}
	return out
}

// Wait waits until an expression is true in the page, at most three minutes: the editor of a site takes long
// to open on a busy machine.
func (w *Window) Wait(expression string) {
	w.t.Helper()
	for end := time.Now().Add(3 * time.Minute); w.Eval("Boolean("+expression+")") != "true"; {
		if time.Now().After(end) {
			w.t.Fatalf("it did not become true: %s\n%s", expression, w.Eval("document.body.innerText"))
		}
		time.Sleep(20 * time.Millisecond)
	}
}

// AllowClipboard lets the pages of an origin copy and paste.
func (w *Window) AllowClipboard(origin string) {
	w.t.Helper()
	for _, name := range []string{"clipboard-read", "clipboard-write"} {
		if _, err := chromedp.CallBrowser(w.ctx, browser.SetPermission, browser.SetPermissionParams{
			Permission: &browser.PermissionDescriptor{Name: name},
			Setting:    browser.PermissionSettingGranted, Origin: origin,
		}); err != nil {
			w.t.Fatal(err)
		}
	}
}

// Theme makes the page light or dark.
func (w *Window) Theme(name string) {
	w.t.Helper()
	Call(w, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{
		Features: []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: name}},
	})
}

// Media shows the page as for a screen or for print.
func (w *Window) Media(name string) {
	w.t.Helper()
	Call(w, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Media: name})
}

// Fits reports a page that is wider than a window of some widths.
func (w *Window) Fits(widths ...int64) {
	w.t.Helper()
	for _, width := range widths {
		w.Do(chromedp.EmulateViewport(width, 800))
		if got := w.Eval("document.documentElement.scrollWidth - innerWidth"); got != "0" {
			w.t.Errorf("in a window of %d pixels the page is %s pixels too wide", width, got)
		}
	}
}

// Picture writes pictures of the page into the folder FONTCMS_PICTURES: of both themes,
// in a narrow window and in a wide one. Without that variable it does nothing.
func (w *Window) Picture(name string) {
	w.t.Helper()
	folder := os.Getenv("FONTCMS_PICTURES")
	if folder == "" {
		return
	}
	for _, theme := range []string{"light", "dark"} {
		w.Theme(theme)
		for label, width := range map[string]int64{"400": 400, "1440": 1440} {
			w.Do(chromedp.EmulateViewport(width, 900))
			w.Eval(`document.activeElement.scrollIntoView({block: "nearest"})`)
			time.Sleep(100 * time.Millisecond)
			png, err := chromedp.Run(w.ctx, chromedp.CaptureScreenshot())
			if err != nil {
				w.t.Fatal(err)
			}
			if err := os.WriteFile(folder+"/"+strings.Join([]string{name, theme, label}, "-")+".png", png, 0o600); err != nil {
				w.t.Fatal(err)
			}
		}
	}
}

// Check reports what the browser complained of, and where it went beside the addresses
// that begin with one.
func (w *Window) Check(address string) {
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
