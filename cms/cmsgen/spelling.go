package main

import (
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strings"

	"github.com/fontcms/fontcms-go/cms/describe"
)

// spelledPath returns the path with parameters in braces, and with the prefix that
// package cms uses.
func (r *resource) spelledPath() string { return describe.Spelled(r.path.Template(), r.prefixOfSite) }

// recordDoc returns the doc comment for the type of the records.
func (r *resource) recordDoc() string {
	if r.kind == documentKind || !r.many {
		return fmt.Sprintf("%s is what %s holds.", r.record, r.spelledPath())
	}
	doc := fmt.Sprintf("%s is a record of %s", r.record, r.spelledPath())
	if get := r.route.Takes(http.MethodGet); get != nil && get.Args.Named("context") != nil {
		return join(doc, "Which fields are set depends on the [cms.Context]")
	}
	return sentence(doc)
}

// spell chooses the Go names for the records of all resources.
func spell(all []*resource) error {
	taken := map[string]bool{}
	for _, r := range all {
		if r.service != "" { // set by an earlier run
			taken[r.service], taken["New"+r.service] = true, true
		}
	}
	plurals := map[string]bool{} // titles of the schemas of lists; [resource.title] makes them singular
	for _, r := range all {
		if r.many || r.item != nil {
			plurals[r.schema.Title] = true
		}
		if r.given != "" {
			if goName(r.given) != r.given {
				return fmt.Errorf("%q is no exported Go name for the records of %s", r.given, r.spelledPath())
			}
			if taken[r.given] {
				return fmt.Errorf("two routes are to have records named %s", r.given)
			}
			r.record, taken[r.given] = r.given, true
		}
	}
	var old []*resource
	for _, r := range all {
		if r.given == "" && strings.HasPrefix(r.pinned.name, r.typePrefix) && !taken[r.pinned.name] {
			r.record = r.pinned.name // "" if no earlier run has named the records
		}
		if r.record != "" {
			old, taken[r.record] = append(old, r), true
		}
	}
	if len(old) < len(all) {
		maps.Copy(taken, declaredBy(old)) // so that a new record does not change the names of existing types
	}
	for _, first := range []bool{true, false} { // routes that are named like their records choose first
		for _, r := range all {
			if r.record != "" || r.ownsTitle() != first {
				continue
			}
			name := r.title(plurals[r.schema.Title])
			if name == "" || taken[r.typePrefix+name] || !first && r.belowRecord() || r.batchOf != nil ||
				r.isCall() && r.route.Takes(http.MethodGet) == nil {
				name = r.routeName()
			}
			if name != "" {
				name = r.typePrefix + name
			}
			if name == "" {
				return fmt.Errorf("the records of %s have no name in Go: give one, -route %[1]s=Name", r.spelledPath())
			}
			short, _, _ := strings.Cut(r.namespace(), "/")
			for _, before := range []string{short, r.namespace()} {
				if taken[shortened(name, maxRecord)] {
					name = r.typePrefix + goName(before) + strings.TrimPrefix(r.routeName(), goName(before))
				}
			}
			for _, one := range shorter(name, maxRecord) {
				if name = one; !taken[one] {
					break
				}
			}
			r.record = scope(taken).take(name)
		}
	}
	nameServices(all, taken)
	return nil
}

// maxRecord is the largest length of a record name. It is smaller than [maxName], because
// the names of other types add a word to the record name.
const maxRecord = 32

// ownsTitle reports whether the route has the same name as its records.
func (r *resource) ownsTitle() bool {
	return r.isPlural() || slices.Equal(words(r.path[len(r.path)-1].Word), words(r.schema.Title))
}

// belowRecord reports whether the route is below a single record.
func (r *resource) belowRecord() bool {
	last := len(r.path)
	for last > 0 && r.path[last-1].Param != "" {
		last--
	}
	return strings.Contains(r.path[:last].Template(), "{")
}

// routeName returns a Go name that is formed from the segments after the namespace.
func (r *resource) routeName() string {
	segments := r.path[min(r.end, len(r.path)-1):]
	if len(r.path) == 2 && r.end == 1 && strings.HasPrefix(r.path[1].Word, "v") && isVersion(r.path[1].Word) {
		segments = r.path[:1] // the route is like batch/v1, where the name comes first
	}
	name, before := "", ""
	for i, s := range segments {
		next := ""
		switch {
		case s.Word != "" && i == len(segments)-1 && !r.many:
			next = goName(s.Word)
		case s.Word != "":
			next = goName(singular(s.Word))
		case s.Before+s.After != "":
			next = goName(s.Before + "_" + s.After)
		// The name of bulk/{bulk} is Bulk, not BulkByBulk.
		case s == r.path[len(r.path)-1] && !strings.Contains(name, goName(s.Param)):
			next = "By" + goName(s.Param)
		}
		if name != "" && strings.HasPrefix(next, "X") && !strings.HasPrefix(strings.ToUpper(s.Word), "X") {
			next = next[1:] // goName put X before a digit. In the middle of a name a digit needs no X
		}
		if next != before { // avoids two equal words for a route such as goals/{id}/goal
			name += next
		}
		before = next
	}
	if mine, ok := strings.CutSuffix(name, "Me"); ok && r.many && before == "Me" { // groups/me becomes MyGroup
		name = "My" + mine
	}
	return name
}

// title returns a Go name that is formed from the title of the schema, without the prefix
// of the site. The parameter plural means that the title names the records of a list in the
// plural. The Go name is then in the singular.
func (r *resource) title(plural bool) string {
	title := words(r.schema.Title)
	if len(title) > 1 && (strings.EqualFold(title[0], r.prefixOfSite) || strings.EqualFold(title[0], "wp") ||
		strings.EqualFold(title[0], "cms")) {
		title = title[1:]
	}
	if last := len(title) - 1; last >= 0 && plural {
		title[last] = singular(title[last])
	}
	title = slices.CompactFunc(title, strings.EqualFold) // "Goal goals" becomes one word
	return goName(strings.Join(title, "_"))
}
