package main

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"
)

// TestFourRoutesAreReadAtOnce blocks each read until four have begun.
func TestFourRoutesAreReadAtOnce(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		var running, most atomic.Int64
		var applied, counted []string
		reads := &stage{name: "samples", routes: strings.Fields("a b c d e f g h i"), total: 9}
		reads.warn = func(err error) { applied = append(applied, err.Error()) }
		reads.count = func(name string, done, total int) {
			counted = append(counted, fmt.Sprint(name, done, "/", total))
		}
		err := reads.run(t.Context(), func(_ context.Context, route string) (apply, error) {
			most.Store(max(most.Load(), running.Add(1)))
			time.Sleep(time.Second * time.Duration('j'-route[0])) // the last route ends first
			running.Add(-1)
			if route == "c" {
				return nil, errors.New("refused")
			}
			return func() { applied = append(applied, route) }, nil
		})
		if got := strings.Join(applied, " "); err != nil || most.Load() != maxReads {
			t.Errorf("run of nine reads: error %v, %d at once, want nil and %d", err, most.Load(), maxReads)
		} else if got != "a b refused d e f g h i" {
			t.Errorf("run of nine reads applied %s, want a b refused d e f g h i", got)
		}
		if len(counted) != 9 || counted[8] != "samples9/9" {
			t.Errorf("run of nine reads counted %q, want 9 counts, samples9/9 last", counted)
		}
	})
}

func TestProgressReplacesItsLineOnlyOnATerminal(t *testing.T) {
	t.Parallel()
	for terminal, want := range map[bool]string{
		true:  "\r\x1b[Kcmsgen: samples: 1 of 3\r\x1b[Kcmsgen: samples: 2 of 3\r\x1b[Kcmsgen: samples: 3 of 3\r\x1b[K",
		false: "cmsgen: samples: 3 of 3\n",
	} {
		var messages strings.Builder
		now := time.Unix(0, 0)
		shown := &progress{environment: environment{messages: &messages, terminal: terminal,
			now: func() time.Time { return now }}}
		for done := 1; done <= 3; done++ {
			now = now.Add(4 * time.Second)
			shown.count("samples", done, 3)
		}
		shown.end()
		if messages.String() != want {
			t.Errorf("Progress with terminal %v: %q, want %q", terminal, messages.String(), want)
		}
	}
}

// TestNamedRouteIsSampledAlthoughItsNameIsAnAction samples a route that is left out
// otherwise.
func TestNamedRouteIsSampledAlthoughItsNameIsAnAction(t *testing.T) {
	t.Parallel()
	asked := 0
	site := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		const route = `{"endpoints": [{"methods": ["GET"]}]}`
		switch {
		case r.Method == http.MethodOptions:
			fmt.Fprint(w, route)
		case r.URL.Path == "/wp-json/":
			fmt.Fprintf(w, `{"home": "http://%[1]s", "url": "http://%[1]s", "namespaces": ["wp/v2"]}`, r.Host)
		case r.URL.Path == "/wp-json/wp/v2":
			fmt.Fprintf(w, `{"routes": {"/wp/v2/ping": %s}}`, route)
		case r.URL.Path == "/wp-json/wp/v2/ping":
			asked++
			fmt.Fprint(w, `{"url": "x", "size": 5}`)
		}
	}))
	defer site.Close()
	args := []string{"-site", site.URL, "-prefix", "wp", "-namespace", "wp/v2", "-package", "x", "-sample", "5"}
	status, said, messages := ran(t, args...)
	if status != 0 || asked != 0 {
		t.Errorf("cmsgen of /ping: status %d %s, %d samples, want 0 and no sample", status, messages, asked)
	} else if !strings.Contains(messages, "not read: a sample of cms/v2/ping, ") ||
		!strings.Contains(messages, "-sample-route") {
		t.Errorf("cmsgen of /ping: messages %s, want that it was not sampled, and the flag", messages)
	} else if !strings.Contains(said, "Ping(ctx context.Context, callOptions ...cms.CallOption) (json.RawMessage") {
		t.Errorf("cmsgen of /ping: output %s, want a method that returns JSON", said)
	}
	status, said, messages = ran(t, append(args, "-sample-route", "/wp/v2/ping/")...)
	if status != 0 || asked != 1 {
		t.Errorf("cmsgen -sample-route of /ping: status %d, %d samples, want 0 and 1", status, asked)
	} else if messages != "" || !strings.Contains(said, "Size float64 ") {
		t.Errorf("cmsgen -sample-route of /ping: messages %q, output %s, want none and the field Size", messages, said)
	}
	if status, _, messages := ran(t,
		append(args, "-sample", "0", "-sample-route", "wp/v2/ping")...); status != statusUsage {
		t.Errorf("cmsgen -sample 0 -sample-route: status %d %s, want %d", status, messages, statusUsage)
	}
}

func TestHelpListsTheExitStatuses(t *testing.T) {
	t.Parallel()
	_, _, messages := ran(t, "-help")
	for status := range statusPartly + 1 {
		if !strings.Contains(messages, fmt.Sprintf("\n  %d  ", status)) {
			t.Errorf("cmsgen -help: %s\nwant the status %d", messages, status)
		}
	}
}
