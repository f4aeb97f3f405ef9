package snapshot

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/fontcms/fontcms-go/fonts"
)

// Take fetches all fonts of the list: POST {base}/api/fonts/list for each page, as
// [fonts.Client.Pages] does. If fonts are added or removed meanwhile, the limits of
// Pages apply. With options.Page, a filter or [fonts.Resume], the snapshot lacks the
// other fonts.
//
// Errors: [fonts.ErrIncomplete], with a snapshot marked [Snapshot.Incomplete], if fewer
// fonts could be read than the server has. With any other error of Pages the snapshot is
// nil.
func Take(
	ctx context.Context, client *fonts.Client, options *fonts.ListOptions, walkOptions ...fonts.WalkOption,
) (*Snapshot, error) {
	began := time.Now()
	var all []fonts.Font
	var texts texts
	for page, err := range client.Pages(ctx, options, walkOptions...) {
		if errors.Is(err, fonts.ErrIncomplete) {
			part := newSnapshot(began, all)
			part.Incomplete = true
			return part, fmt.Errorf("snapshot: %w", err)
		}
		if err != nil {
			return nil, fmt.Errorf("snapshot: %w", err)
		}
		all = grow(all, len(page.Fonts), page.Total)
		for _, font := range page.Fonts {
			texts.share(&font)
			all = append(all, font)
		}
	}
	return newSnapshot(began, all), nil
}

// grow makes room for n fonts more. It makes room for the total at once, if that is not
// much more than has come: a server may state any total.
func grow(list []fonts.Font, n, total int) []fonts.Font {
	n += len(list)
	if n <= cap(list) {
		return list
	}
	grown := make([]fonts.Font, len(list), max(n, min(total, 16*n), 2*cap(list)))
	copy(grown, list)
	return grown
}

// texts are strings that many fonts share, such as designers.
type texts struct{ known map[string]string }

// maxTexts limits the memory of texts. Fonts that are alike are mostly near each other.
const maxTexts = 10_000

// share keeps equal strings of fonts once. It copies all, since those of a page share
// its memory.
func (t *texts) share(f *fonts.Font) {
	for _, s := range []*string{
		&f.FontFamily, &f.Version, &f.Copyright, &f.Description, &f.Designer, &f.Tags, &f.Languages, &f.Category,
		(*string)(&f.CreatedAt), (*string)(&f.UpdatedAt),
	} {
		*s = t.one(*s)
	}
	for i, s := range f.FontSubfamily {
		f.FontSubfamily[i] = t.one(s)
	}
	if f.License != nil {
		f.License = new(t.one(*f.License))
	}
	own := f.ID + f.Name // one allocation
	f.ID, f.Name = own[:len(f.ID)], own[len(f.ID):]
}

// one returns the string in memory that is equal to s.
func (t *texts) one(s string) string {
	if known, ok := t.known[s]; ok {
		return known
	}
	if t.known == nil || len(t.known) >= maxTexts {
		t.known = map[string]string{}
	}
	s = strings.Clone(s)
	t.known[s] = s
	return s
}
