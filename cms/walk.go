package cms

import (
	"cmp"
	"context"
	"iter"

	"github.com/fontcms/fontcms-go/cms/internal/walk"
	"github.com/fontcms/fontcms-go/internal/wire"
)

// Pages walks the pages of a list, from options.Page on and of options.PerPage
// records, 100 by default. It is lazy: a page is fetched when it is asked for,
// or by [Prefetch] somewhat earlier. The options are read once and left alone.
//
// The walk ends at the last page that the site's totals name, not at a short
// one: the site drops records that the caller may not read after it has
// counted. Of two totals that contradict each other the one that names more counts, and
// one that pages with more records contradict does not. Without a number of pages it
// ends at an empty page too, without totals also at one with the ids of the page before.
// A plugin without totals may give the whole list for each page. Of a record type of this
// module, such a walk leaves out what an earlier page held, and also ends after two pages
// in a row that bring nothing new.
//
// A site may order equal records anew for each page, and then gives some twice and
// others never. A walk refuses such orders with [ErrUnstableOrder]: of the records of
// cms/v2 by author, menu_order, modified and parent, and by date if several statuses or
// an author are chosen. A walk without an order then goes by id, newest first; menu
// items without a menu go by id, oldest first. Terms, menus, users and comments have
// orders of their own: see their packages.
//
// The first error is yielded and ends the walk, except for a [*BrokenRecordError],
// which stands for a record that cannot be read: the walk goes on after it.
// Errors: [ErrTotalsVanished] if the total falls to zero on the way, or is no
// longer stated; [ErrDecode] if an Offset meets pages of another size than it asks for;
// [ErrPagesRepeat] if a page has the ids of the page before although the totals
// name more; [ErrEmptyPages] after 1,000 empty pages in a row, see
// [MaxEmptyPages].
//
// Records that are created or deleted meanwhile shift the others, so that a
// plain walk can miss some or see them twice.
func (c *Collection[T, P, L]) Pages(
	ctx context.Context, options *L, walkOptions ...WalkOption,
) iter.Seq2[*ListPage[T], error] {
	return func(yield func(*ListPage[T], error) bool) {
		l, w, err := c.resource.walk("Pages", options, walkOptions)
		if err != nil {
			yield(nil, err)
			return
		}
		if w == nil {
			return
		}
		w.Pages(ctx, func(page *walk.Page, err error) bool {
			if err != nil {
				return yield(nil, l.met(err))
			}
			return yield(typed[T](page), nil)
		})
	}
}

// All walks the records of a list: [Collection.Pages], record by record. A
// record can be kept; it shares its memory with the others of its page.
//
//	for post, err := range site.Posts.All(ctx, nil) {
//		if err != nil {
//			return err
//		}
//		fmt.Println(post.Title.Rendered)
//	}
func (c *Collection[T, P, L]) All(ctx context.Context, options *L, walkOptions ...WalkOption) iter.Seq2[*T, error] {
	return func(yield func(*T, error) bool) {
		c.resource.all(ctx, options, walkOptions, func(v any, err error) bool {
			record, _ := v.(*T)
			return yield(record, err)
		})
	}
}

func (c *resource) all(ctx context.Context, options any, walkOptions []WalkOption, yield func(any, error) bool) {
	l, w, err := c.walk("All", options, walkOptions)
	if err != nil {
		yield(nil, err)
		return
	}
	if w != nil {
		w.Each(ctx, l.yielding(yield))
	}
}

// walk prepares a walk, nil if there is nothing to walk.
func (c *resource) walk(verb string, options any, walkOptions []WalkOption) (*listing, *walk.Walk, error) {
	s := gather(walkOptions, WalkOption.walk)
	q, err := wire.EncodeQuery(options)
	if err := cmp.Or(s.err, c.err, err); err != nil {
		return nil, nil, c.refused(verb, err)
	}
	if q.Nothing != "" {
		if s.cursor != nil {
			s.cursor.Done = true // a walk over nothing is at its end
		}
		return nil, nil, nil
	}
	if s.exact {
		err = c.identifiable()
	} else {
		err = c.orders.settle(q.Values)
	}
	l := c.listing(verb, s)
	w, refused := walk.Begin(l, q.Values, l.options())
	if err := cmp.Or(refused, err); err != nil {
		return nil, nil, c.refused(verb, err)
	}
	return l, w, nil
}
