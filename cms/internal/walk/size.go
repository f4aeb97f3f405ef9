package walk

import (
	"net/url"
	"strconv"

	"github.com/fontcms/fontcms-go/cms/internal/fault"
	"github.com/fontcms/fontcms-go/internal/transport"
)

// setSize sets the size of the pages to the largest size that the site allows. If the walk continues
// at a cursor, the size is at most that of the cursor. setSize keeps a size that the caller has set.
func (w *Walk) setSize() {
	if w.query.Get("per_page") != "" {
		return
	}
	w.sized = true
	size := w.LargestPage()
	if begun := w.Cursor.Page > 0; begun && w.Cursor.PerPage > 0 {
		size = min(size, w.Cursor.PerPage)
	}
	setSize(w.query, size)
}

func setSize(query url.Values, size int) { query.Set("per_page", strconv.Itoa(size)) }

// adapting runs a walk. If the site refuses the size of its pages, adapting runs the walk again
// with the size that the site names. It keeps a size that the caller or a cursor has set, because
// the positions of a cursor count pages of one size.
func adapting[V any](w *Walk, run func(yield func(V, error) bool), yield func(V, error) bool) {
	if !w.sized {
		run(yield)
		return
	}
	size, _ := strconv.Atoi(w.query.Get("per_page"))
	if w.Cursor.Page > 0 {
		run(func(v V, err error) bool {
			if err != nil && w.Refused(size, err) {
				err = w.Fail(transport.Because(fault.ErrCursorUnusable, err), "start with a zero Cursor")
			}
			return yield(v, err)
		})
		return
	}
	inLargest(w.List, size, func(size int, yield func(V, error) bool) {
		setSize(w.query, size)
		run(yield)
	}, yield)
}

// inLargest runs a walk with pages of a size. If the site refuses the size before
// anything was yielded, and names a smaller size, the walk runs again with the smaller
// size.
func inLargest[V any](
	list List, size int, run func(size int, yield func(V, error) bool), yield func(V, error) bool,
) {
	began, refused := false, false
	run(size, func(v V, err error) bool {
		if !began && err != nil && list.Refused(size, err) {
			refused = true
			return false
		}
		began = true
		return yield(v, err)
	})
	if refused {
		run(list.LargestPage(), yield)
	}
}
