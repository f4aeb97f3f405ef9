package snippets

import (
	"fmt"
	"maps"
	"slices"
	"strings"
)

// state is how a file and a snippet of the site stand to each other.
type state string

const (
	inStep    state = "same"
	create    state = "create"    // the file is new
	update    state = "update"    // the file has changed
	missing   state = "missing"   // the file is gone
	incoming  state = "incoming"  // the snippet is new, or has changed
	gone      state = "gone"      // the snippet is gone
	conflict  state = "conflict"  // both have changed
	ambiguous state = "ambiguous" // the file is new, and several snippets have its name
	trashed   state = "trashed"   // the file is new, and its snippet is in the trash of the site
	leftover  state = "leftover"  // the snippet was made twice, by a push that was killed
)

// remote is a snippet of the site.
type remote struct {
	id      int64
	trashed bool
	record
}

// item is a file and a snippet of the site that belong together, or only one of the
// two.
type item struct {
	file   string
	local  *record // nil if there is no file
	remote *remote // nil if there is no snippet
	trash  *remote // the file's snippet in the trash of the site, nil if there is none
	base   string  // hash of the snippet when it was last seen, "" for never
	state  state
}

// String says what the item is, and in what its sides differ.
func (it item) String() string {
	about := it.file
	if it.remote != nil {
		about += fmt.Sprintf(" (snippet %d)", it.remote.id)
	}
	if it.local != nil && it.remote != nil {
		if fields := differences(*it.local, it.remote.record); len(fields) > 0 {
			about += ": " + strings.Join(fields, ", ")
		}
	}
	if it.trash != nil {
		about += fmt.Sprintf(" (snippet %d is in the trash of the site)", it.trash.id)
	}
	return about
}

// judge sets the state of an item from what was last seen of it.
func (it item) judge() item {
	var local, there string
	if it.local != nil {
		local = it.local.hash()
	}
	if it.remote != nil {
		there = it.remote.hash()
	}
	switch {
	case it.state != "": // it was decided before
	case local == there:
		it.state = inStep
	case it.base == "" && local == "":
		it.state = incoming
	case it.base == "" && there == "":
		it.state = create
	case there == it.base && local == "":
		it.state = missing
	case there == it.base:
		it.state = update
	case local == it.base && there == "":
		it.state = gone
	case local == it.base:
		it.state = incoming
	default:
		it.state = conflict
	}
	return it
}

// matcher finds the snippet of each file.
type matcher struct {
	files map[string]record
	known map[string]entry
	free  map[int64]remote // snippets that no file has yet
	trash map[int64]remote // snippets in the trash, which are nothing to pull, update or delete
	items map[string]item
}

// compare pairs the files with the snippets of the site, and says how they stand to
// each other.
func compare(files map[string]record, onSite []remote, known map[string]entry) []item {
	m := &matcher{files, known, map[int64]remote{}, map[int64]remote{}, map[string]item{}}
	for _, r := range onSite {
		if _, e := m.entryOf(r.id); r.trashed || e.Deleted && e.Hash == r.hash() {
			m.trash[r.id] = r
		} else {
			m.free[r.id] = r
		}
	}
	m.byEntry()
	m.byMatch(func(file string, r remote) bool { return slices.Contains(r.Tags, mark(file)) })
	m.byMatch(func(file string, r remote) bool { return r.hash() == files[file].hash() })
	m.byName()
	m.rest()
	out := make([]item, 0, len(m.items))
	for _, file := range slices.Sorted(maps.Keys(m.items)) {
		out = append(out, m.items[file].judge())
	}
	return out
}

// take gives the file the snippet.
func (m *matcher) take(file string, r remote, base string) {
	local := m.files[file]
	m.items[file] = item{file: file, local: &local, remote: &r, base: base}
	delete(m.free, r.id)
}

// pending are the files that have no snippet, in order.
func (m *matcher) pending() []string {
	return slices.DeleteFunc(slices.Sorted(maps.Keys(m.files)), func(file string) bool {
		_, done := m.items[file]
		return done
	})
}

// byEntry pairs what the lock pairs.
func (m *matcher) byEntry() {
	for _, file := range m.pending() {
		e, ok := m.known[file]
		if !ok || e.Deleted {
			continue
		}
		base := e.Hash
		if r, ok := m.free[e.ID]; ok {
			if r.hash() == e.Sending { // a push was killed before it stored its result
				base = e.Sending
			}
			m.take(file, r, base)
			continue
		}
		local := m.files[file]
		m.items[file] = item{file: file, local: &local, base: base}
		if r, ok := m.trash[e.ID]; ok {
			m.items[file] = item{file: file, local: &local, trash: &r, base: base}
		}
	}
}

// byMatch pairs each file with the first snippet that fits: one that a push has made
// for it and not finished, or one that is what the file says.
func (m *matcher) byMatch(fits func(file string, r remote) bool) {
	for _, file := range m.pending() {
		for _, id := range slices.Sorted(maps.Keys(m.free)) {
			if r := m.free[id]; fits(file, r) {
				m.take(file, r, r.hash())
				break
			}
		}
	}
}

// byName pairs files with snippets of their name. If the snippet's own file is gone,
// that file was renamed.
func (m *matcher) byName() {
	for _, file := range m.pending() {
		local := m.files[file]
		var found []remote
		for _, id := range slices.Sorted(maps.Keys(m.free)) {
			if local.Name != "" && m.free[id].Name == local.Name { // having no name is nothing in common
				found = append(found, m.free[id])
			}
		}
		switch len(found) {
		case 0:
			m.items[file] = item{file: file, local: &local}
			if r := m.inTrash(file); r != nil {
				m.items[file] = item{file: file, local: &local, trash: r, state: trashed}
			}
		case 1:
			_, e := m.entryOf(found[0].id)
			m.take(file, found[0], e.Hash)
		default:
			m.items[file] = item{file: file, local: &local, state: ambiguous}
		}
	}
}

// inTrash finds the snippet of a file in the trash, nil for none.
func (m *matcher) inTrash(file string) *remote {
	for _, id := range slices.Sorted(maps.Keys(m.trash)) {
		r, name := m.trash[id], m.files[file].Name
		if id == m.known[file].ID || name != "" && r.Name == name || slices.Contains(r.Tags, mark(file)) {
			return &r
		}
	}
	return nil
}

func (m *matcher) entryOf(id int64) (file string, e entry) {
	for _, file := range slices.Sorted(maps.Keys(m.known)) {
		if m.known[file].ID == id {
			return file, m.known[file]
		}
	}
	return "", entry{}
}

// rest lists the snippets that no file has.
func (m *matcher) rest() {
	marks := map[string]string{}
	for file := range m.files {
		marks[mark(file)] = file
	}
	for _, id := range slices.Sorted(maps.Keys(m.free)) {
		r := m.free[id]
		file, e := m.entryOf(id)
		one := item{file: file, remote: &r, base: e.Hash}
		switch {
		case e.Deleted || file == "" || contains(m.files, file):
			one.file, one.base = fileName(r.record, id, m.taken), ""
		}
		for _, tag := range r.Tags {
			if marks[tag] != "" {
				one.file, one.state = fmt.Sprintf("%s, again as %d", marks[tag], id), leftover
			}
		}
		m.items[one.file] = one
	}
}

// taken reports that a name is that of another file, or will be. On some systems
// Swap.php and swap.php are one file.
func (m *matcher) taken(name string) bool {
	return containsFold(m.files, name) || containsFold(m.items, name) || containsFold(m.known, name)
}

func containsFold[V any](m map[string]V, name string) bool {
	for key := range m {
		if strings.EqualFold(key, name) {
			return true
		}
	}
	return false
}

func contains[V any](m map[string]V, key string) bool {
	_, ok := m[key]
	return ok
}
