package main

import (
	"bytes"
	"context"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/fontcms/fontcms-go/examples/internal/program"
	"github.com/fontcms/fontcms-go/fonts"
	"github.com/fontcms/fontcms-go/fonts/fontstest"
	"github.com/fontcms/fontcms-go/fonts/snapshot"
)

// pipe is an output that tells when the page is served.
type pipe struct {
	mu    sync.Mutex
	text  bytes.Buffer
	ready chan string
}

func (p *pipe) Write(data []byte) (int, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	n, err := p.text.Write(data)
	if m := regexp.MustCompile(`(?m)^page: (\S+)`).FindStringSubmatch(p.text.String()); m != nil {
		select {
		case p.ready <- m[1]:
		default:
		}
	}
	return n, err
}

func (p *pipe) String() string {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.text.String()
}

// start runs the program until the test ends, and returns the address of its page
// and its output. stop ends it and returns its error.
func start(t *testing.T, args ...string) (address string, out *pipe, stop func() error) {
	t.Helper()
	out = &pipe{ready: make(chan string, 1)}
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() { ended <- run(ctx, args, program.Environment{Out: out, Err: out}) }()
	stop = sync.OnceValue(func() error {
		cancel()
		return <-ended
	})
	t.Cleanup(func() { _ = stop() })
	select {
	case address = <-out.ready:
	case err := <-ended:
		ended <- err
		t.Fatalf("fontpicker ended before its page was served: error %v, want an address\n%s", err, out)
	}
	return address, out, stop
}

func get(t *testing.T, address string) string {
	t.Helper()
	answer, err := http.Get(address)
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	body, err := io.ReadAll(answer.Body)
	if err != nil || answer.StatusCode != http.StatusOK {
		t.Fatalf("GET of %s: status %d, error %v, want 200", address, answer.StatusCode, err)
	}
	return string(body)
}

func TestServesASampleCatalogueOnLoopbackByDefault(t *testing.T) {
	t.Parallel()
	address, _, stop := start(t)
	if !strings.HasPrefix(address, "http://127.0.0.1:") {
		t.Errorf("fontpicker serves its page at %s, want an address of 127.0.0.1", address)
	}
	if body := get(t, address+"?q=dejavu&font=dejavu-sans&weight=700"); !strings.Contains(body,
		"font-family: &#34;DejaVu Sans&#34;, sans-serif;\nfont-weight: 700;") {
		t.Errorf("The page of DejaVu Sans is\n%s\nwant its CSS with the weight 700", body)
	}
	if err := stop(); err != nil {
		t.Errorf("fontpicker that is stopped: error %v, want none", err)
	}
	if _, err := http.Get(address); err == nil {
		t.Error("GET of the page after the end: no error, want one")
	}
}

// catalogue is a server with one font, whose version can be changed, and a count of
// what it was asked.
func catalogue(t *testing.T, version string, options ...fontstest.Option) *fontstest.Server {
	t.Helper()
	record := map[string]any{"id": "inter", "name": "Inter", "fontFamily": "Inter", "version": version,
		"fontSubfamily": []string{"Regular"}}
	server := fontstest.NewServer(append(options, fontstest.WithFonts([]map[string]any{record}))...)
	t.Cleanup(server.Close)
	return server
}

// cached puts a copy of the given age in the cache of a catalogue.
func cached(t *testing.T, folder, address string, age time.Duration) {
	t.Helper()
	old := snapshot.New(time.Now().Add(-age), []fonts.Font{{ID: "inter", FontFamily: "Inter", Version: "0.9 kept"}})
	if err := (shelf{cache: cacheFile(folder, address)}).keep(old); err != nil {
		t.Fatal(err)
	}
}

func TestSecondStartAsksTheCatalogueNothing(t *testing.T) {
	t.Parallel()
	server, folder := catalogue(t, "1.0"), filepath.Join(t.TempDir(), "new", "folder")
	_, _, stop := start(t, "-fonts", server.URL, "-cache", folder)
	if err := stop(); err != nil {
		t.Fatal(err)
	}
	asked := len(server.Requests())
	address, out, _ := start(t, "-fonts", server.URL, "-cache", folder)
	if n := len(server.Requests()); n != asked || asked == 0 {
		t.Errorf("The catalogue got %d requests at the first start, %d after the second, want some and no more", asked, n)
	}
	if !strings.Contains(get(t, address+"?font=inter"), "1.0") ||
		!strings.Contains(out.String(), "catalogue: 1 fonts, copied") {
		t.Errorf("The second start printed\n%s\nwant the copy, and version 1.0 in the page", out)
	}
}

func TestOldCopyIsFetchedAnew(t *testing.T) {
	t.Parallel()
	for name, age := range map[string]time.Duration{"older than allowed": 2 * time.Hour,
		"from the future": -2 * time.Hour} {
		server, folder := catalogue(t, "1.0"), t.TempDir()
		cached(t, folder, server.URL, age)
		address, out, _ := start(t, "-fonts", server.URL, "-cache", folder, "-max-age", "1h")
		if !strings.Contains(get(t, address+"?font=inter"), "1.0") ||
			!strings.Contains(out.String(), "0 added, 0 removed, 1 changed") {
			t.Errorf("Start with a copy %s printed\n%s\nwant one font changed, and version 1.0 in the page", name, out)
		}
	}
}

func TestOldCopyIsBetterThanNone(t *testing.T) {
	t.Parallel()
	server, folder := catalogue(t, "1.0", fontstest.WithEnvelopeError(500, "out of order")), t.TempDir()
	cached(t, folder, server.URL, 100*time.Hour)
	before, err := os.ReadFile(cacheFile(folder, server.URL))
	if err != nil {
		t.Fatal(err)
	}
	address, out, _ := start(t, "-fonts", server.URL, "-cache", folder)
	if !strings.Contains(get(t, address+"?font=inter"), "0.9 kept") ||
		!strings.Contains(out.String(), "operator of the catalogue]; going on with the copy of") {
		t.Errorf("Start with a catalogue out of order printed\n%s\nwant that it goes on with the copy, and shows it", out)
	}
	if !strings.Contains(out.String(), "out of order [") {
		t.Errorf("Start with a catalogue out of order printed\n%s\nwant the error of the catalogue", out)
	}
	if after, err := os.ReadFile(cacheFile(folder, server.URL)); err != nil || !bytes.Equal(before, after) {
		t.Errorf("The copy after the start: changed, or error %v, want it unchanged", err)
	}
}

func TestCopyThatIsCutIsFetchedAnew(t *testing.T) {
	t.Parallel()
	server, folder := catalogue(t, "1.0"), t.TempDir()
	cached(t, folder, server.URL, 0)
	if err := os.Truncate(cacheFile(folder, server.URL), 60); err != nil {
		t.Fatal(err)
	}
	address, out, _ := start(t, "-fonts", server.URL, "-cache", folder)
	if !strings.Contains(get(t, address+"?font=inter"), "1.0") || !strings.Contains(out.String(), "cache: ") {
		t.Errorf("Start with a copy that is cut printed\n%s\nwant a line of the cache, and version 1.0 in the page", out)
	}
}

func TestCopyOfAnotherCatalogueIsNotTaken(t *testing.T) {
	t.Parallel()
	server, folder := catalogue(t, "1.0"), t.TempDir()
	cached(t, folder, "https://fonts.example.org", 0)
	address, _, _ := start(t, "-fonts", server.URL, "-cache", folder)
	if !strings.Contains(get(t, address+"?font=inter"), "1.0") {
		t.Error("The page does not have version 1.0, want it from the catalogue that was named")
	}
}

func TestWithoutCatalogueAndCopyItEnds(t *testing.T) {
	t.Parallel()
	server := catalogue(t, "1.0", fontstest.WithEnvelopeError(403, "no entry"))
	for _, args := range [][]string{{"-fonts", server.URL}, {"-fonts", "not an address"},
		{"-listen", "127.0.0.1:-1"}, {"stray"}} {
		if err := run(t.Context(), args, program.Environment{Out: io.Discard, Err: io.Discard}); err == nil {
			t.Errorf("run with %q: no error, want one", args)
		}
	}
}
