package conformance

import (
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/fontcms/fontcms-go/cms"
)

// arguments are those that the lists of posts and pages share, under the names that their options have.
type arguments struct {
	Context         cms.Context
	Search          string
	SearchSemantics cms.SearchSemantics
	SearchColumns   []cms.SearchColumn
	After           time.Time
	Before          time.Time
	ModifiedAfter   time.Time
	ModifiedBefore  time.Time
	Author          []int64
	AuthorExclude   []int64
	Include         []int64
	Exclude         []int64
	Parent          []int64
	ParentExclude   []int64
	Offset          int
	Order           cms.Order
	OrderBy         cms.OrderBy
	Slug            []string
	Status          []cms.Status
}

// set writes the arguments that are there into the options of a list.
func set[L any](a arguments) func(*L) {
	return func(options *L) {
		from, to := reflect.ValueOf(a), reflect.ValueOf(options).Elem()
		for i := range from.NumField() {
			if value := from.Field(i); !value.IsZero() {
				to.FieldByName(from.Type().Field(i).Name).Set(value)
			}
		}
	}
}

// chosen are records of the documents that the arguments of a kind are tried with.
type chosen struct {
	ids   [3]int64 // published, of two authors at least
	slugs [2]string
	// bySlugs are the ids of those with the slugs.
	bySlugs []int64
	// Some record is of each moment, in the time of the site; the second is in winter.
	summer, winter time.Time
	modified       [2]time.Time // the same of the last change
	authors        []int64      // two of them, not all
	// Some published records of the first author, and some that nobody but users who edit may see.
	authored, hidden []int64
	// What searches find, the most relevant first, with the newer of equals first.
	zebrafish, narrow []int64
}

func moment(text string) time.Time {
	zone, err := time.LoadLocation("Europe/Berlin")
	if err != nil {
		panic(err)
	}
	at, err := time.ParseInLocation("2006-01-02T15:04:05", text, zone)
	if err != nil {
		panic(err)
	}
	return at
}

// sharedLists are the cases that posts and pages have in common.
func sharedLists[L any](of chosen) []listCase[L] {
	var out []listCase[L]
	add := func(argument, name string, a arguments, match func(record) bool) {
		out = append(out, listCase[L]{name: name, argument: argument, set: set[L](a), match: match})
	}
	in := func(member string, ids []int64) func(record) bool {
		return func(r record) bool { return slices.Contains(ids, r.int(member)) }
	}
	not := func(match func(record) bool) func(record) bool {
		return func(r record) bool { return !match(r) }
	}
	one, two := of.ids[:1], of.ids[:2]
	add("include", fmt.Sprintf("include=%v", one), arguments{Include: one}, in("id", one))
	add("include", fmt.Sprintf("include=%v", of.ids), arguments{Include: of.ids[:]}, in("id", of.ids[:]))
	add("include", fmt.Sprintf("include=[%d 999999]", one[0]), arguments{Include: []int64{one[0], 999999}}, in("id", one))
	add("exclude", fmt.Sprintf("exclude=%v", one), arguments{Exclude: one}, not(in("id", one)))
	add("exclude", fmt.Sprintf("exclude=%v", of.ids), arguments{Exclude: of.ids[:]}, not(in("id", of.ids[:])))
	add("exclude", "include wins over exclude", arguments{Include: two, Exclude: one}, in("id", two))
	for _, ids := range [][]int64{of.authors[:1], of.authors} {
		add("author", fmt.Sprintf("author=%v", ids), arguments{Author: ids}, in("author", ids))
		add("author_exclude", fmt.Sprintf("author_exclude=%v", ids), arguments{AuthorExclude: ids}, not(in("author", ids)))
	}
	add("author_exclude", "author_exclude wins over author", arguments{Author: of.authors, AuthorExclude: of.authors[:1]},
		not(in("author", of.authors[:1])))
	add("author", "author and exclude together", arguments{Author: of.authors, Exclude: of.ids[:]},
		func(r record) bool { return in("author", of.authors)(r) && !in("id", of.ids[:])(r) })
	for _, slugs := range [][]string{of.slugs[:1], of.slugs[:], {of.slugs[0], "no-such-slug"}} {
		add("slug", fmt.Sprintf("slug=%v", slugs), arguments{Slug: slugs},
			func(r record) bool { return slices.Contains(slugs, r.text("slug")) })
	}
	return slices.Concat(out, dateLists[L](of), searchLists[L](), givenOrders[L](of))
}

// givenOrders are orders that arguments give: the whole list is known.
func givenOrders[L any](of chosen) []listCase[L] {
	var out []listCase[L]
	for _, direction := range []cms.Order{cms.Ascending, cms.Descending} {
		add := func(by cms.OrderBy, name string, a arguments, ids []int64) {
			a.OrderBy, a.Order = by, direction
			out = append(out, listCase[L]{name: fmt.Sprintf("orderby=%s&order=%s%s", by, direction, name), argument: "orderby",
				set: set[L](a), ids: ids})
		}
		mixed := []int64{of.ids[1], of.ids[2], of.ids[0]} // in the order of no field
		add(cms.ByInclude, "", arguments{Include: mixed}, mixed)
		add(cms.ByIncludeSlugs, "", arguments{Slug: of.slugs[:]}, of.bySlugs)
		add(cms.ByIncludeSlugs, ", the other way round", arguments{Slug: []string{of.slugs[1], of.slugs[0]}},
			[]int64{of.bySlugs[1], of.bySlugs[0]})
		zebrafish, narrow := slices.Clone(of.zebrafish), slices.Clone(of.narrow)
		if direction == cms.Ascending { // of those that are as relevant
			for i := 0; i < len(zebrafish); i += 2 {
				zebrafish[i], zebrafish[i+1] = zebrafish[i+1], zebrafish[i]
			}
		}
		add(cms.ByRelevance, " of a word", arguments{Search: "zebrafish"}, zebrafish)
		add(cms.ByRelevance, " of words", arguments{Search: "narrow faces"}, narrow)
	}
	return out
}

// dateLists bound both dates: at the moment of a record, which is not included, and a second beside it, the moment in
// the time of the site, in Greenwich's and in another zone.
func dateLists[L any](of chosen) []listCase[L] {
	var out []listCase[L]
	zones := []*time.Location{of.summer.Location(), time.UTC, time.FixedZone("", 5*3600+1800)}
	bound := func(argument, member string, at time.Time, after bool, set func(time.Time) arguments) {
		for i, shift := range []time.Duration{0, time.Second, -time.Second} {
			limit := at.Add(shift)
			out = append(out, listCase[L]{
				name: argument + "=" + limit.In(zones[i]).Format(time.RFC3339), argument: argument,
				set: func(l *L) { setArguments(l, set(limit.In(zones[i]))) },
				match: func(r record) bool {
					date := moment(r.text(member))
					return after && date.After(limit) || !after && date.Before(limit)
				},
			})
		}
	}
	for _, at := range []time.Time{of.summer, of.winter} {
		bound("after", "date", at, true, func(t time.Time) arguments { return arguments{After: t} })
		bound("before", "date", at, false, func(t time.Time) arguments { return arguments{Before: t} })
	}
	for _, at := range of.modified {
		bound("modified_after", "modified", at, true, func(t time.Time) arguments { return arguments{ModifiedAfter: t} })
		bound("modified_before", "modified", at, false, func(t time.Time) arguments { return arguments{ModifiedBefore: t} })
	}
	between := func(r record) bool {
		date := moment(r.text("date"))
		return date.After(of.winter) && date.Before(of.summer)
	}
	return append(out, listCase[L]{
		name: "after and before together", argument: "after", match: between,
		set: set[L](arguments{After: of.winter, Before: of.summer}),
	})
}

func setArguments[L any](options *L, a arguments) { set[L](a)(options) }

// texts are the columns that a search looks in.
var texts = []cms.SearchColumn{cms.SearchTitle, cms.SearchContent, cms.SearchExcerpt}

// holds says whether a column of a record holds a text, whatever the case.
func holds(r record, text string, columns ...cms.SearchColumn) bool {
	return slices.ContainsFunc(columns, func(column cms.SearchColumn) bool {
		return strings.Contains(strings.ToLower(r.text(strings.TrimPrefix(string(column), "post_"))), text)
	})
}

// searchLists look for words that stand in the title of one record, in the content of another, and so on. The
// documents hold them in no record with a password, which a search by nobody does not find.
func searchLists[L any]() []listCase[L] {
	var out []listCase[L]
	add := func(argument, name string, a arguments, match func(record) bool) {
		out = append(out, listCase[L]{name: name, argument: argument, set: set[L](a), match: match})
	}
	all := func(words ...string) func(record) bool {
		return func(r record) bool {
			return !slices.ContainsFunc(words, func(word string) bool { return !holds(r, word, texts...) })
		}
	}
	but := func(match func(record) bool, word string) func(record) bool {
		return func(r record) bool { return match(r) && !holds(r, word, texts...) }
	}
	for _, one := range []struct {
		search string
		match  func(record) bool
	}{
		{"zebrafish", all("zebrafish")},
		{"ZEBRA", all("zebra")},
		{"brafi", all("brafi")},
		{"grotesque narrow", all("grotesque", "narrow")},
		{`"narrow grotesque"`, all("narrow grotesque")},
		{`"faces that" grotesque`, all("faces that", "grotesque")},
		{"grotesque -order", but(all("grotesque"), "order")},
		{"zebrafish -alone", but(all("zebrafish"), "alone")},
	} {
		add("search", "search="+one.search, arguments{Search: one.search}, one.match)
	}
	for _, columns := range [][]cms.SearchColumn{texts[:1], texts[1:2], texts[2:], texts[:2], texts} {
		add("search_columns", fmt.Sprintf("search=zebrafish&search_columns=%v", columns),
			arguments{Search: "zebrafish", SearchColumns: columns},
			func(r record) bool { return holds(r, "zebrafish", columns...) })
	}
	for _, title := range []string{"zebrafish", "grotesque faces"} {
		add("search_semantics", "search_semantics=exact&search="+title,
			arguments{Search: strconv.Quote(title), SearchSemantics: cms.SearchExact},
			func(r record) bool { return strings.ToLower(r.text("title")) == title })
	}
	return out
}
