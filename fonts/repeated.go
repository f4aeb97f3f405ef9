package fonts

import (
	"context"
	"slices"
)

// maxProofs is how many fonts that come again a walk looks at.
const maxProofs = 100

// repeated counts what an earlier page held too, if the list holds it twice: then
// the total counts it twice as well. A font also comes again where others were added,
// removed or moved, and one of those is then missed. So each of the two places is
// asked for its font alone. As soon as one of them holds another font or cannot be
// read, or the total changes, nothing that comes again counts any more.
func (w *walk) repeated(ctx context.Context, keys []string, news, counts []bool) {
	t := &w.tally
	if t.believed() == 0 || t.varied || t.again > 0 {
		return
	}
	if !slices.Contains(news, true) && len(keys) >= min(t.largest, t.size) {
		return // the list begins anew
	}
	for i, key := range keys {
		before := w.seen.keys[key]
		if news[i] || before >= w.read || w.proofs == maxProofs {
			continue
		}
		w.proofs++
		if counts[i] = w.twice(ctx, key, t.base+before, t.base+w.read+i); !counts[i] {
			w.proofs = maxProofs
			return
		}
	}
}

// twice reports that the list has the same font at two places.
func (w *walk) twice(ctx context.Context, wanted string, one, two int) bool {
	a := w.alone(ctx, one)
	if a == nil || key(a) != wanted {
		return false
	}
	b := w.alone(ctx, two)
	return b != nil && a.ID == b.ID && len(differences(a, b)) == 0
}

// alone reads the font at a place of the list, nil if it does not come alone.
func (w *walk) alone(ctx context.Context, place int) *Font {
	r := w.request.page(w.tally.first + place)
	r.PageData.Size = 1
	s := w.client.fetch(ctx, r, w.settings)
	if s.err != nil || s.records != 1 {
		return nil
	}
	return &s.page.Fonts[0]
}
