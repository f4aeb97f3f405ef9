package cms

// Exact makes a walk yield each record that matched and was readable throughout
// it exactly once, in the order of ids, whatever others create, delete, trash or
// publish meanwhile; a plain walk counts positions, and misses what moves past
// it. Records that come or go during the walk are yielded once or not at all.
//
// It reads pages of the list ordered by id, which overlap by one record, and
// between them the ids that a page leaves open. That takes a request for every
// PerPage-1 records, as a plain walk nearly does, and one more for each page
// behind which ids are open and for each PerPage ids there: no more than
// 2n/(PerPage-1) + m/PerPage + 4, where n is the most records that matched and
// m is the highest id at the beginning, whatever happens meanwhile. [Prefetch]
// and [Resume] go with it; a cursor goes with the kind of walk that kept it.
//
// OrderBy, Order, Offset, Page, Sticky false and IgnoreSticky false are refused.
// A site that states no totals or does not order by id is [ErrExactUnsupported];
// so are snippets. Where the newest PerPage records and more are hidden from the
// caller, the highest readable id is looked for page by page at the beginning and
// at the end; a record above it would have to slip through both.
func Exact() WalkOption {
	return walkOption(func(s *settings) { s.exact = true })
}

// IsExact reports whether options hold [Exact]. Packages whose lists have no order by
// id refuse it.
func IsExact(options ...WalkOption) bool { return gather(options, WalkOption.walk).exact }
