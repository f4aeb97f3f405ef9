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
	if !ok || i.Got != 250 || i.Want != 900 ||
		!strings.HasPrefix(err.Error(), "snapshot: fonts.Pages (POST /api/fonts/list)") {
		t.Fatal(err)
	}
	if part == nil || len(part.Fonts) != 250 || !part.Incomplete || part.FetchedAt.IsZero() || cursor.Done {
		t.Fatalf("%+v, %+v", part, cursor)
	}
	text := written(t, part)
	if !strings.Contains(text, `"incomplete":true`) {
		t.Errorf("%.200s", text)
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
	if err != nil || whole.Incomplete || len(whole.Fonts) != 250 || strings.Contains(written(t, whole), "incomplete") {
		t.Errorf("%+v, %v", whole, err)
	}
}

func TestTakeReturnsNoSnapshotWithOtherErrors(t *testing.T) {
	t.Parallel()
	for _, status := range []int{http.StatusForbidden, http.StatusServiceUnavailable} {
		s, err := snapshot.Take(t.Context(), catalogue(t, 250, 250, 2, status), nil)
		if s != nil || err == nil || errors.Is(err, fonts.ErrIncomplete) ||
			!strings.HasPrefix(err.Error(), "snapshot: fonts.Pages") {
			t.Errorf("%d: %v, %v", status, s, err)
		}
	}
	for _, wrong := range []*fonts.ListOptions{{Size: -1}, {Page: new(-1)}} {
		if s, err := snapshot.Take(t.Context(), catalogue(t, 1, 1, 0, 0), wrong); s != nil ||
			!errors.Is(err, fonts.ErrInvalidArgument) {
			t.Errorf("%v, %v", s, err)
		}
	}
}
