package manner

import (
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"regexp"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/fontcms/fontcms-go/cms/cmstest"
)

func TestInterruptSaysThatRunningAgainContinues(t *testing.T) {
	t.Parallel()
	if runtime.GOOS == "windows" {
		t.Skip("Windows sends no signal to another process")
	}
	each(t, func(r recipe) bool { return !r.noSite }, func(t *testing.T, r recipe) {
		t.Helper()
		server := cmstest.NewServer(cmstest.WithSample())
		defer server.Close()
		server.Fail(cmstest.Fault{Delay: time.Minute, Times: 1})
		c, end := r.start(t.Context(), t, server.AppPassword("admin"), r.onSite(t, server.URL)...)
		if err := c.Start(); err != nil {
			t.Fatal(err)
		}
		for range 24_000 { // two minutes, for a busy machine
			if len(server.Requests()) > 0 {
				break
			}
			time.Sleep(5 * time.Millisecond)
		}
		if err := c.Process.Signal(os.Interrupt); err != nil {
			t.Error(err)
		}
		r.complains(t, end(), 1, "interrupted; run again to continue")
	})
}

// Ctrl-C ends a page with 0, as the help says, and the reading before it with 1.
func TestFontpickerIsDoneOnlyWhenItsPageEnds(t *testing.T) {
	t.Parallel()
	if runtime.GOOS == "windows" {
		t.Skip("Windows sends no signal to another process")
	}
	asked := make(chan struct{}, 1)
	slow := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		_, _ = io.Copy(io.Discard, r.Body) // a server notices only then that its caller is gone
		select {
		case asked <- struct{}{}:
		default:
		}
		<-r.Context().Done()
	}))
	t.Cleanup(slow.Close)
	r := recipe{name: "fontpicker"}
	help := r.run(t, "", "-help").out
	if !strings.Contains(help, ", until Ctrl-C.\n") ||
		!strings.Contains(help, "\n  1  stopped by an error or Ctrl-C before it was done\n") {
		t.Errorf("The help of fontpicker does not say how Ctrl-C ends it, want both ways:\n%s", help)
	}

	c, end := r.start(t.Context(), t, "")
	if got := interrupted(t, c, end); got.status != 0 {
		t.Errorf("Ctrl-C at the page of fontpicker: status %d, want 0: %s", got.status, got.errors)
	}

	c, end = r.start(t.Context(), t, "", "-fonts", slow.URL)
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	<-asked
	if err := c.Process.Signal(os.Interrupt); err != nil {
		t.Error(err)
	}
	r.complains(t, end(), 1, "interrupted; run again to continue")
}

// interrupted interrupts a recipe after its first line.
func interrupted(t *testing.T, c *exec.Cmd, end func() ran) ran {
	t.Helper()
	read, write, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = read.Close() }()
	c.Stdout, c.Stderr = write, write
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	_ = write.Close()
	asks := regexp.MustCompile(`(?m)^(page: |open this address )`) // after it, a recipe waits
	var seen []byte
	sent := false
	for b := make([]byte, 4096); err == nil; {
		var n int
		n, err = read.Read(b)
		if seen = append(seen, b[:n]...); !sent && asks.Match(seen) {
			sent = true
			_ = c.Process.Signal(os.Interrupt)
		}
	}
	got := end()
	got.errors = string(seen)
	return got
}
