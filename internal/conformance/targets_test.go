package conformance

import (
	"strconv"
	"strings"
)

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
	trashed   int64
	other     int64 // of another type
}

// placeholders are the names that tables have for the targets, and for the collection.
func (on targets) placeholders(collection string) []string {
	out := []string{
		"KIND", collection, "SLUG", on.slug, "TITLED", strings.ToLower(strings.ReplaceAll(on.title, " ", "-")),
		"TITLE", on.title, "SISTER", on.sister,
	}
	for name, id := range map[string]int64{
		"RICH": on.rich, "FLOATING": on.floating, "PLAIN": on.plain, "DRAFT": on.draft, "PENDING": on.pending,
		"PRIVATE": on.private, "SCHEDULED": on.scheduled, "TRASHED": on.trashed, "OTHER": on.other,
	} {
		out = append(out, name, strconv.FormatInt(id, 10))
	}
	return out
}

func postTargets() targets {
	return targets{
		rich: 181, floating: 182, plain: 103, draft: 127, pending: 131, private: 126, scheduled: 133,
		trashed: 136, other: 201,
		slug: "kk-subsets", title: "Subsets in practice", sister: "aa-kerning",
	}
}

func pageTargets() targets {
	return targets{
		rich: 281, floating: 282, plain: 202, draft: 216, pending: 212, private: 213, scheduled: 214,
		trashed: 215, other: 101,
		slug: "hh-reference", title: "Reference", sister: "cc-measure",
	}
}

func blockTargets() targets {
	return targets{
		rich: 481, floating: 482, plain: 408, draft: 418, pending: 419, private: 417, scheduled: 420,
		trashed: 421, other: 101,
		slug: "nn-specimen", title: "Specimen", sister: "gg-card",
	}
}

func menuItemTargets() targets { return targets{rich: 502, plain: 503, other: 101} }
