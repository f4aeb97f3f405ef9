package cmstest

import (
	"cmp"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/fontcms/fontcms-go/cms/cmstest/internal/php"
	"github.com/fontcms/fontcms-go/cms/cmstest/internal/seed"
)

// revision is an earlier state of a record, or with auto set what a user was about to write. Its id is from the same
// sequence as those of the records, and no record has it.
type revision struct {
	id                      int64
	auto                    bool
	author                  int64
	date, dateGMT           string // the last modification too
	title, content, excerpt string
	meta                    map[string]string
}

func (r *revision) slug(parent *item) string {
	kind := "revision"
	if r.auto {
		kind = "autosave"
	}
	return strconv.FormatInt(parent.id, 10) + "-" + kind + "-v1"
}

// text is a member by its name in the interface.
func (r *revision) text(name string) *string {
	switch name {
	case "title":
		return &r.title
	case "content":
		return &r.content
	case "excerpt":
		return &r.excerpt
	}
	return nil
}

func revisedTexts() []string { return []string{"title", "content", "excerpt"} }

// newestFirst is the history of a record. Of those of one second the later made comes first.
func (it *item) newestFirst() []*revision {
	out := slices.Clone(it.revisions)
	slices.SortFunc(out, func(a, b *revision) int {
		return -cmp.Or(strings.Compare(a.date, b.date), cmp.Compare(a.id, b.id))
	})
	return out
}

// autosaves are those of all users, the newest first.
func (it *item) autosaves() []*revision {
	return slices.DeleteFunc(it.newestFirst(), func(r *revision) bool { return !r.auto })
}

// findRevision finds a revision or an autosave of any record, and the record.
func (s *records) findRevision(id int64) (*item, *revision) {
	for _, it := range s.items {
		for _, r := range it.revisions {
			if r.id == id {
				return it, r
			}
		}
	}
	return nil, nil
}

// keep adds to the history of a record. The list is never changed in place, since copies of the record share it.
func (it *item) keep(r *revision) {
	it.revisions = append(slices.Clip(slices.Clone(it.revisions)), r)
}

func (it *item) forget(id int64) {
	it.revisions = slices.DeleteFunc(slices.Clone(it.revisions), func(r *revision) bool { return r.id == id })
}

// keepRevision keeps the state that an update leaves, unless the last revision says the same but for white space.
// The state before the first update is not kept, and neither is what autosaving writes.
func (w *write) keepRevision() {
	next := w.next
	if !next.kind.revisions {
		return
	}
	for _, last := range next.newestFirst() {
		if last.auto {
			continue
		}
		if sameText(last.title, next.title) && sameText(last.content, next.content) && sameText(last.excerpt, next.excerpt) &&
			sameFootnotes(last.meta, next.meta) {
			return
		}
		break
	}
	local, gmt := w.s.clock.Stamps()
	next.keep(&revision{id: w.s.takeID(), author: w.User.ID, date: local, dateGMT: gmt,
		title: next.title, content: next.content, excerpt: next.excerpt, meta: footnotesOf(next.meta)})
}

var (
	blanks   = regexp.MustCompile(`[ \t]+`)
	newlines = regexp.MustCompile(`\n+`)
)

// sameText compares as the site does: the ends, and how much white space stands between words, mean nothing.
func sameText(a, b string) bool {
	fold := func(s string) string {
		s = strings.ReplaceAll(strings.Trim(s, " \n\r\t\v\x00"), "\r", "\n")
		return blanks.ReplaceAllString(newlines.ReplaceAllString(s, "\n"), " ")
	}
	return fold(a) == fold(b)
}

// sameFootnotes tells empty ones from none.
func sameFootnotes(a, b map[string]string) bool {
	before, had := a["footnotes"]
	after, has := b["footnotes"]
	return had == has && before == after
}

func footnotesOf(meta map[string]string) map[string]string {
	out := map[string]string{}
	if v, ok := meta["footnotes"]; ok {
		out["footnotes"] = v
	}
	return out
}

// historyKind makes revisions or autosaves known to seeds.
func (s historyPlane) historyKind(name string, auto bool) seed.Kind {
	return seed.Kind{
		Name:   name,
		Next:   func() *int64 { return &s.nextItem },
		Insert: func(record map[string]any) (int64, error) { return s.insertHistory(auto, record) },
		Record: func(id int64) map[string]any { return s.historyRecord(auto, id) },
		IDs: func() []int64 {
			var ids []int64
			for _, it := range s.items {
				for _, r := range it.revisions {
					if r.auto == auto {
						ids = append(ids, r.id)
					}
				}
			}
			slices.Sort(ids)
			return ids
		},
		Export: func(record map[string]any) map[string]any {
			for _, name := range []string{"slug", "modified", "modified_gmt"} { // these follow from the others
				delete(record, name)
			}
			return record
		},
	}
}

// insertHistory stores a revision or an autosave as it is.
func (s historyPlane) insertHistory(auto bool, record map[string]any) (int64, error) {
	shape := newItem(&resource{}) // for the reading of the members alone
	shape.author = 1
	for _, name := range php.SortedKeys(record) {
		switch name {
		case "id", "date", "date_gmt", "author", "parent", "title", "content", "excerpt", "meta":
			if err := assign(shape, name, record[name]); err != nil {
				return 0, err
			}
		default:
			return 0, seed.NoField(name)
		}
	}
	parent := s.items[shape.parent]
	if parent == nil || auto && !parent.kind.autosaves || !auto && !parent.kind.revisions {
		return 0, fmt.Errorf("parent is %d, which has no history", shape.parent)
	}
	if auto && parent.autosaveOf(shape.author) != nil {
		return 0, fmt.Errorf("user %d has an autosave of %d already", shape.author, parent.id)
	}
	r := &revision{id: shape.id, auto: auto, author: shape.author, date: shape.date, dateGMT: shape.dateGMT,
		title: shape.title, content: shape.content, excerpt: shape.excerpt, meta: shape.meta}
	r.date, r.dateGMT = s.clock.Complete(r.date, r.dateGMT)
	if r.id == 0 {
		r.id = s.content.takeID()
	} else if _, taken := s.findRevision(r.id); taken != nil || s.items[r.id] != nil {
		return 0, fmt.Errorf("id %d is taken", r.id)
	}
	s.nextItem = max(s.nextItem, r.id+1)
	parent.keep(r)
	return r.id, nil
}

// historyRecord is what [Server.Record] says about a revision or an autosave.
func (s historyPlane) historyRecord(auto bool, id int64) map[string]any {
	parent, r := s.findRevision(id)
	if r == nil || r.auto != auto {
		return nil
	}
	meta := map[string]any{}
	for name, value := range maps.All(r.meta) {
		meta[name] = value
	}
	return map[string]any{
		"id": r.id, "parent": parent.id, "author": r.author, "slug": r.slug(parent),
		"date": r.date, "date_gmt": r.dateGMT, "modified": r.date, "modified_gmt": r.dateGMT,
		"title": r.title, "content": r.content, "excerpt": r.excerpt, "meta": meta,
	}
}
