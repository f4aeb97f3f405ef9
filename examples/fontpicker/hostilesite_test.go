package main

import (
	"context"
	"io"
	"net/http"
	"regexp"
	"strings"
	"testing"

	"github.com/fontcms/fontcms-go/examples/internal/hostile"
	"github.com/fontcms/fontcms-go/examples/internal/program"
	"github.com/fontcms/fontcms-go/fonts/fontstest"
)

// looking is an output that looks at the page once it is served, and then ends the program.
type looking struct {
	*hostile.Bench
	end context.CancelFunc
}

func (l looking) Write(p []byte) (int, error) {
	if page := regexp.MustCompile(`^page: (\S+)`).FindStringSubmatch(string(p)); page != nil {
		go l.look(page[1])
	}
	return l.Env.Out.Write(p)
}

// look reads the page, and the one of the first font of the list.
func (l looking) look(address string) {
	defer l.end()
	for range 2 {
		response, err := http.Get(address)
		if err != nil {
			l.Error(err)
			return
		}
		body, err := io.ReadAll(response.Body)
		response.Body.Close()
		text := string(body)
		if err != nil || response.StatusCode != http.StatusOK {
			l.Errorf("GET of the page: status %d, error %v, body %.200q, want 200", response.StatusCode, err, text)
		} else if strings.Contains(text, "<script>") {
			l.Errorf("GET of the page: body %.200q, want no script in it", text)
		}
		link := regexp.MustCompile(`href="(/\?[^"]*font=[^"]*)"`).FindStringSubmatch(text)
		if link == nil {
			return
		}
		address = address[:strings.LastIndex(address, "/")] + strings.ReplaceAll(link[1], "&amp;", "&")
	}
}

func TestOnAHostileCatalogueOnlyPlainLinesArePrinted(t *testing.T) {
	t.Parallel()
	hostile.Recipe{
		Name: "fontpicker", Silent: true,
		Site: func(t *testing.T) (address, password string) {
			t.Helper()
			server := fontstest.NewServer()
			t.Cleanup(server.Close)
			return server.URL, ""
		},
		Run: func(b *hostile.Bench) error {
			ctx, end := context.WithCancel(b.Context())
			defer end()
			args := []string{"-fonts", b.Args[1], "-cache", b.TempDir(), "-max-age", "0"}
			return run(ctx, args, program.Environment{Out: looking{b, end}, Err: looking{b, end}})
		},
	}.Check(t)
}
