package fonts_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/fontcms/fontcms-go/fonts"
)

func TestSnapshotOfAPartComesBesideErrIncompleteAndSaysSo(t *testing.T) {
	t.Parallel()
	catalogue, _ := client(t, stating(names(250), 900, 3), fonts.WithFirstPage(1))
	var cursor fonts.Cursor
	part, err := catalogue.Snapshot(t.Context(), nil, fonts.Resume(&cursor))
	short(t, "Snapshot", err, "250 of 900 fonts")
	if part == nil || len(part.Fonts) != 250 || !part.Incomplete || part.FetchedAt.IsZero() || cursor.Done {
		t.Fatalf("%+v, %+v", part, cursor)
	}
	text := written(t, part)
	if !strings.Contains(text, `"incomplete":true`) {
		t.Errorf("%.200s", text)
	}
	again, err := fonts.ReadSnapshot(strings.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	equal(t, "snapshot", again, part)
}

func TestSnapshotOfAWholeListIsNotMarked(t *testing.T) {
	t.Parallel()
	catalogue, _ := client(t, stating(names(250), 250, 3), fonts.WithFirstPage(1))
	whole, err := catalogue.Snapshot(t.Context(), nil)
	if err != nil || whole.Incomplete || strings.Contains(written(t, whole), "incomplete") {
		t.Errorf("%+v, %v", whole, err)
	}
}

func TestNoSnapshotComesBesideOtherErrors(t *testing.T) {
	t.Parallel()
	for _, status := range []int{403, 503} {
		catalogue, _ := client(t, func(n int, a asked) (int, string) {
			if a.PageData.Page > 1 {
				return status, ""
			}
			return stating(names(250), 250, 3)(n, a)
		}, fonts.WithFirstPage(1))
		if s, err := catalogue.Snapshot(t.Context(), nil); s != nil || err == nil || errors.Is(err, fonts.ErrIncomplete) {
			t.Errorf("%d: %v, %v", status, s, err)
		}
	}
}
