package engine

import (
	"context"
	"errors"
	"strings"
	"testing"
	"testing/synctest"
	"time"
)

func TestFleetThatIsNotReadyOrHasNoLeaderIsTriedForAWhile(t *testing.T) {
	t.Parallel()
	for text, passing := range map[string]error{
		"the fleet is not ready":          ErrNotReady,
		"most of its nodes have to run (": context.DeadlineExceeded,
	} {
		synctest.Test(t, func(t *testing.T) {
			tries := 0
			err := WithLeader(t.Context(), func() error {
				if tries++; tries < 4 {
					return passing
				}
				return nil
			})
			if err != nil || tries != 4 {
				t.Errorf("WithLeader after three times %v: error %v, %d tries, want none and 4", passing, err, tries)
			}
			err = WithLeader(t.Context(), func() error { return passing })
			if !errors.Is(err, passing) || !strings.Contains(err.Error(), text) {
				t.Errorf("error %v, want %q", err, text)
			}
		})
	}
}

func TestFolderInUseIsTriedForAWhile(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		tries := 0
		err := WhenFree(t.Context(), func() error {
			if tries++; tries < 4 {
				return ErrInUse
			}
			return nil
		})
		if err != nil || tries != 4 {
			t.Errorf("WhenFree after three times ErrInUse: error %v, %d tries, want none and 4", err, tries)
		}
		began := time.Now()
		if err = WhenFree(t.Context(), func() error { return ErrInUse }); !errors.Is(err, ErrInUse) {
			t.Errorf("WhenFree of a folder in use: error %v, want ErrInUse", err)
		}
		if took := time.Since(began).Round(time.Second); took != 10*time.Second {
			t.Errorf("WhenFree of a folder in use gave up after %v, want 10s", took)
		}
		ended, cancel := context.WithCancel(t.Context())
		cancel()
		if err = WhenFree(ended, func() error { return ErrInUse }); !errors.Is(err, context.Canceled) {
			t.Errorf("WhenFree after the context ended: error %v, want context.Canceled", err)
		}
	})
}
