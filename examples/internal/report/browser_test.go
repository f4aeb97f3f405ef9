package report

import (
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"testing"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"github.com/fontcms/fontcms-go/examples/internal/browser"
	"github.com/fontcms/fontcms-go/examples/internal/program"
)

// opened is the page of a report in a browser.
func opened(t *testing.T, args ...string) (w *browser.Window, address string) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "visits.html")
	if _, err := report(t, newSite(t), append(args, "-page", path)...); err != nil {
		t.Fatal(err)
	}
	return show(t, path)
}

func show(t *testing.T, path string) (w *browser.Window, address string) {
	t.Helper()
	server := httptest.NewServer(http.FileServer(http.Dir(filepath.Dir(path))))
	t.Cleanup(server.Close)
	w, address = browser.Open(t), server.URL+"/"+filepath.Base(path)
	w.Do(chromedp.Navigate(address))
	return w, address
}

const shownFigures = "document.getElementById('figures').textContent"

func TestInABrowserArrowKeysTellTheFiguresOfEachDay(t *testing.T) {
	t.Parallel()
	w, address := opened(t, "-from", "2026-11-01", "-to", "2026-11-04")
	w.Do(chromedp.KeyEvent(kb.Tab))
	for _, step := range []struct{ key, want string }{
		{"", "Wednesday, 4 November 2026: 0 visitors, 0 page views"},
		{kb.ArrowRight, "Wednesday, 4 November 2026: 0 visitors, 0 page views"},
		{kb.ArrowLeft, "Tuesday, 3 November 2026: 9 visitors, 11 page views"},
		{kb.Home, "Sunday, 1 November 2026: 20 visitors, 35 page views"},
		{kb.End, "Wednesday, 4 November 2026: 0 visitors, 0 page views"},
	} {
		if step.key != "" {
			w.Do(chromedp.KeyEvent(step.key))
		}
		if got := w.Eval(shownFigures); got != step.want {
			t.Errorf("Key %q on the chart shows %q, want %q", step.key, got, step.want)
		}
	}
	w.Do(chromedp.KeyEvent(kb.Tab))
	if got := w.Eval("document.activeElement.tagName + document.getElementById('figures').hidden"); got != "SUMMARYtrue" {
		t.Errorf("Tab leads from the chart to %s, want the summary, and the figures hidden", got)
	}
	w.Check(address)
}

func TestInABrowserThePointerTellsTheFiguresOfADay(t *testing.T) {
	t.Parallel()
	w, address := opened(t, "-from", "2026-11-01", "-to", "2026-11-04")
	middle := w.Eval(`(({x, y, width, height}) => [x + width / 2, y + height / 2])
		(document.querySelectorAll('.point rect')[2].getBoundingClientRect())`)
	var x, y float64
	if _, err := fmt.Sscanf(middle, "%g,%g", &x, &y); err != nil {
		t.Fatal(err)
	}
	w.Do(chromedp.MouseEvent(input.DispatchMouseEventTypeMouseMoved, x, y))
	w.Wait(shownFigures + " === 'Tuesday, 3 November 2026: 9 visitors, 11 page views'")
	w.Do(chromedp.MouseEvent(input.DispatchMouseEventTypeMouseMoved, 1, 1))
	w.Wait("document.getElementById('figures').hidden")
	w.Check(address)
}

func TestInABrowserThePageFitsItsWindowAndFollowsTheTheme(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "visits.html")
	quiet := program.Environment{Out: io.Discard, Err: io.Discard}
	if err := Run(t.Context(), []string{"-page", path}, quiet); err != nil {
		t.Fatal(err)
	}
	w, address := show(t, path)
	w.Fits(320, 400, 768, 1440)
	seen := map[string]bool{}
	for _, theme := range []string{"light", "dark"} {
		w.Theme(theme)
		seen[w.Eval(`getComputedStyle(document.querySelector("polyline.visitors")).stroke +
			getComputedStyle(document.body).backgroundColor`)] = true
	}
	if len(seen) != 2 {
		t.Errorf("Both themes have the colours %v, want different ones", seen)
	}
	w.Picture("report")
	w.Check(address)
}
