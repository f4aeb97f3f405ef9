package blockvisibility_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"sync"
	"testing"

	"github.com/fontcms/fontcms-go/cms"
	visibility "github.com/fontcms/fontcms-go/cms/blockvisibility"
	"github.com/fontcms/fontcms-go/internal/replay"
	"github.com/fontcms/fontcms-go/internal/replay/sitetest"
)

func TestUpdatesOfOneProcessTakeTurns(t *testing.T) {
	t.Parallel()
	var mu sync.Mutex
	document := small
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(r.Body)
		mu.Lock()
		defer mu.Unlock()
		if r.Method == http.MethodPost && err == nil {
			document = string(body)
		}
		w.Header().Set("Content-Type", "application/json")
		_, _ = io.WriteString(w, document)
	}))
	t.Cleanup(server.Close)
	site, err := cms.New(server.URL)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(site.CloseIdleConnections)
	derived, err := site.With(cms.WithHeader("X-Trace", "a"))
	if err != nil {
		t.Fatal(err)
	}
	const updates = 20
	var all sync.WaitGroup
	for i := range updates {
		client := []*cms.Client{site, derived}[i%2]
		all.Go(func() {
			_, err := visibility.New(client).Update(t.Context(), func(s *visibility.Settings) error {
				s.VisibilityControls.Enable(visibility.ControlName(fmt.Sprint("mine_", i)), true)
				return nil
			})
			if err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
	got, err := visibility.New(site).Settings(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for i := range updates {
		if name := visibility.ControlName(fmt.Sprint("mine_", i)); !got.VisibilityControls.Enabled(name) {
			t.Errorf("Settings after %d updates: %s is off, want all on", updates, name)
		}
	}
}

func TestWriteThatCannotWaitForItsTurnSendsNothing(t *testing.T) {
	t.Parallel()
	tap, site := sitetest.NewTap(t, replay.Answer(http.StatusOK, small), replay.Answer(http.StatusOK, small))
	s := visibility.New(site)
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	_, err := s.Update(t.Context(), func(*visibility.Settings) error { // whose turn it is
		_, update := s.Update(ended, nothing)
		_, reset := s.Reset(ended, visibility.ResetAll)
		for operation, err := range map[string]error{"blockvisibility.Update": update, "blockvisibility.Reset": reset} {
			failure, ok := errors.AsType[*cms.Error](err)
			if !ok || failure.Operation != operation {
				t.Errorf("%s that cannot wait: error %v, want an error of that operation", operation, err)
			} else if failure.Method != http.MethodPost || failure.Path == "" {
				t.Errorf("%s that cannot wait: error %v, want POST and a path", operation, err)
			} else if !errors.Is(err, context.Canceled) {
				t.Errorf("%s that cannot wait: error %v, want context.Canceled", operation, err)
			}
		}
		return nil
	})
	if err != nil || len(tap.Asked()) != 2 {
		t.Errorf("Update: error %v, requests %q, want none and 2", err, tap.Asked())
	}
}

func TestListInTheResponseIsErrDecode(t *testing.T) {
	t.Parallel()
	_, site := sitetest.NewTap(t, replay.Answer(http.StatusOK, `{"plugin_settings":[1]}`))
	_, err := visibility.New(site).Settings(t.Context())
	if !errors.Is(err, cms.ErrDecode) || errors.Is(err, cms.ErrInvalidArgument) {
		t.Error(err)
	}
}
