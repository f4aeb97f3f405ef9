package cms

import (
	"cmp"
	"context"
	"iter"

	"github.com/fontcms/fontcms-go/cms/internal/walk"
	"github.com/fontcms/fontcms-go/internal/wire"
)

// GetMany reads the records with these ids, in the order of ids, a hundred to a
// request. An id that does not exist, that options do not match or that the
// caller may not read is left out; one that stands twice comes once, and one below
// 1 is refused. Options
// adds arguments, such as a status other than "publish" or a context; its
// Include, Order, OrderBy, Page, PerPage, Offset and IgnoreSticky are not looked
// at.
func (c *Collection[T, P, L]) GetMany(ctx context.Context, ids []int64, options *L, walkOptions ...WalkOption) iter.Seq2[*T, error] {
	return func(yield func(*T, error) bool) {
		c.resource.many(ctx, ids, options, walkOptions, func(v any, err error) bool { return yield(as[T](v, err)) })
	}
}

func (c *resource) many(ctx context.Context, ids []int64, options any, walkOptions []WalkOption, yield func(any, error) bool) {
	s := gather(walkOptions, WalkOption.walk)
	err := s.err
	if err == nil && s.cursor != nil {
		err = &ArgumentError{Argument: "cursor", Reason: "GetMany keeps none: go on with the ids that are left"}
	}
	q, qerr := wire.EncodeQuery(options)
	err = cmp.Or(err, qerr)
	for _, id := range ids {
		err = cmp.Or(err, checkNumber(id))
	}
	if err = cmp.Or(err, c.identifiable()); err != nil {
		yield(nil, c.refused("GetMany", err))
		return
	}
	if q.Nothing != "" && q.Nothing != "include" {
		return
	}
	l := c.listing("GetMany", s)
	walk.ByIDs(ctx, l, ids, q.Values, l.options(), l.yielding(yield))
}
