package snapshot

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/fontcms/fontcms-go/fonts"
)

// Take fetches all fonts of the list: POST {base}/api/fonts/list for each page, as
// [fonts.Client.Pages] does. If fonts are added or removed meanwhile, the snapshot
// may lack fonts: see Pages. With options.Page, a filter or [fonts.Resume], it lacks the
// other fonts.
//
// Errors: [fonts.ErrIncomplete], with a snapshot marked [Snapshot.Incomplete], if fewer
// fonts could be read than the server has. With any other error of Pages the snapshot is
// nil.
func Take(
	ctx context.Context, client *fonts.Client, options *fonts.ListOptions, walkOptions ...fonts.WalkOption,
) (*Snapshot, error) {
	began := time.Now()
	var all rows
	for page, err := range client.Pages(ctx, options, walkOptions...) {
		if errors.Is(err, fonts.ErrIncomplete) {
			part := newSnapshot(began, all.fonts())
			part.Incomplete = true
			return part, fmt.Errorf("snapshot: %w", err)
		}
		if err != nil {
			return nil, fmt.Errorf("snapshot: %w", err)
		}
		all.list = grow(all.list, len(page.Fonts), page.Total)
		all.add(page.Fonts)
	}
	return newSnapshot(began, all.fonts()), nil
}

// grow makes room in list for n more elements. total is the final length of the list according
// to the server. grow makes room for this length at once, unless it is much larger than the
// length so far: a server may send any total.
func grow[T any](list []T, n, total int) []T {
	n += len(list)
	if n <= cap(list) {
		return list
	}
	grown := make([]T, len(list), max(n, min(total, 16*n), 2*cap(list)))
	copy(grown, list)
	return grown
}
