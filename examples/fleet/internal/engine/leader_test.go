package engine

import (
	"context"
	"errors"
	"strings"
	"testing"
	"testing/synctest"
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
				t.Errorf("%v: error %v after %d tries", passing, err, tries)
			}
			err = WithLeader(t.Context(), func() error { return passing })
			if !errors.Is(err, passing) || !strings.Contains(err.Error(), text) {
				t.Errorf("error %v, want %q", err, text)
			}
		})
	}
}
