package snapshot_test

import (
	"errors"
	"net/http"
	"strings"
	"testing"

	"github.com/fontcms/fontcms-go/fonts"
	"github.com/fontcms/fontcms-go/fonts/snapshot"
)

func TestTakeReturnsAnIncompleteSnapshotWithErrIncomplete(t *testing.T) {
	t.Parallel()
	var cursor fonts.Cursor
	part, err := snapshot.Take(t.Context(), catalogue(t, 250, 900, 0, 0), nil, fonts.Resume(&cursor))
	i, ok := errors.AsType[*fonts.IncompleteError](err)
	if !ok || i.Got != 250 {
		t.Fatalf("Take of a part: error %v, want an IncompleteError with 250 fonts", err)
	} else if i.Want != 900 || !strings.HasPrefix(err.Error(), "snapshot: fonts.Pages (POST /api/fonts/list)") {
		t.Fatalf("Take of a part: error %v, want one of 900 fonts, and the call first", err)
	}
	if part == nil || len(part.Fonts) != 250 {
		t.Fatalf("Take of a part: %+v, want a snapshot of 250 fonts", part)
	} else if !part.Incomplete || part.FetchedAt.IsZero() {
		t.Fatalf("Take of a part: incomplete %t, fetched at %v, want it incomplete with a time", part.Incomplete,
			part.FetchedAt)
	} else if cursor.Done {
		t.Fatalf("Take of a part: cursor %+v, want it not done", cursor)
	}
	text := written(t, part)
	if !strings.Contains(text, `"incomplete":true`) {
		t.Errorf("WriteTo of a part: %.200s, want incomplete true", text)
	}
	again, err := snapshot.Read(strings.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	equal(t, "snapshot", again, part)
}

func TestSnapshotOfAWholeListIsNotMarked(t *testing.T) {
	t.Parallel()
	whole, err := snapshot.Take(t.Context(), catalogue(t, 250, 250, 0, 0), nil)
	if err != nil || whole.Incomplete {
		t.Errorf("Take of a whole list: %+v, error %v, want it complete", whole, err)
	} else if len(whole.Fonts) != 250 || strings.Contains(written(t, whole), "incomplete") {
		t.Errorf("Take of a whole list: %d fonts, want 250, and no mark in the file", len(whole.Fonts))
	}
}

func TestTakeReturnsNoSnapshotWithOtherErrors(t *testing.T) {
	t.Parallel()
	for _, status := range []int{http.StatusForbidden, http.StatusServiceUnavailable} {
		s, err := snapshot.Take(t.Context(), catalogue(t, 250, 250, 2, status), nil)
		if s != nil || err == nil {
			t.Errorf("Take whose page fails with %d: %v, error %v, want no snapshot and an error", status, s, err)
		} else if errors.Is(err, fonts.ErrIncomplete) || !strings.HasPrefix(err.Error(), "snapshot: fonts.Pages") {
			t.Errorf("Take whose page fails with %d: error %v, want snapshot: fonts.Pages, and not ErrIncomplete", status, err)
		}
	}
	for _, wrong := range []*fonts.ListOptions{{Size: -1}, {Page: new(-1)}} {
		if s, err := snapshot.Take(t.Context(), catalogue(t, 1, 1, 0, 0), wrong); s != nil ||
			!errors.Is(err, fonts.ErrInvalidArgument) {
			t.Errorf("Take with %+v: %v, error %v, want no snapshot and ErrInvalidArgument", wrong, s, err)
		}
	}
}
