package conformance

// targets are records of the documents that the writing scenarios change, none of which has revisions.
type targets struct {
	rich      int64 // published, something in every field but sticky, a password
	floating  int64 // a draft without a date of its own and without a slug
	plain     int64 // published
	draft     int64
	pending   int64
	private   int64
	scheduled int64  // for 2031
	slug      string // of plain
	title     string // of plain
	sister    string // the slug of another record in the place of rich
}

func postTargets() targets {
	return targets{rich: 181, floating: 182, plain: 103, draft: 127, pending: 131, private: 126, scheduled: 133, slug: "kk-subsets", title: "Subsets in practice", sister: "aa-kerning"}
}

func pageTargets() targets {
	return targets{rich: 281, floating: 282, plain: 202, draft: 216, pending: 212, private: 213, scheduled: 214, slug: "hh-reference", title: "Reference", sister: "cc-measure"}
}
