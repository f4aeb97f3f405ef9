package archive

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"path"
	"reflect"
	"slices"
	"strconv"
	"strings"
)

// compared are the kinds that are compared, those that others refer to first. Kinds
// that are copied on request are compared if both archives hold them.
func compared(a, b *Folder) ([]string, error) {
	one, err := a.State()
	if err != nil || one == nil {
		return nil, fmt.Errorf("%s: no archive: %w", a.Path(), err)
	}
	two, err := b.State()
	if err != nil || two == nil {
		return nil, fmt.Errorf("%s: no archive: %w", b.Path(), err)
	}
	kinds := []string{Users}
	for _, kind := range append(one.AllKinds(""), two.AllKinds("")...) {
		asked := !kind.OnRequest || one.Kind(kind.Name).Complete && two.Kind(kind.Name).Complete
		if asked && !slices.Contains(kinds, kind.Name) {
			kinds = append(kinds, kind.Name)
		}
	}
	return kinds, nil
}

// Compare tells in which records two archives differ, apart from ids, the times
// of changes and addresses. It is for small archives: it holds them in memory.
func Compare(a, b *Folder) (differences []string, records int, err error) {
	kinds, err := compared(a, b)
	if err != nil {
		return nil, 0, err
	}
	left, err := canonical(a, kinds)
	if err != nil {
		return nil, 0, err
	}
	right, err := canonical(b, kinds)
	if err != nil {
		return nil, 0, err
	}
	all := maps.Clone(left)
	maps.Copy(all, right)
	for _, name := range slices.Sorted(maps.Keys(all)) {
		records += len(left[name])
		if d := differ(left[name], right[name]); d != "" {
			differences = append(differences, name+": "+d)
		}
	}
	return differences, records, nil
}

// differ compares what two archives hold under one name.
func differ(a, b []map[string]any) string {
	if len(a) != len(b) {
		return fmt.Sprintf("%d in one and %d in the other", len(a), len(b))
	}
	for i := range a {
		members := maps.Clone(a[i])
		maps.Copy(members, b[i])
		for _, member := range slices.Sorted(maps.Keys(members)) {
			if !reflect.DeepEqual(a[i][member], b[i][member]) {
				return fmt.Sprintf("%s is %.300q in one and %.300q in the other", member, fmt.Sprint(a[i][member]),
					fmt.Sprint(b[i][member]))
			}
		}
	}
	return ""
}

// canonical are the records of an archive by their names, without what may differ.
func canonical(f *Folder, kinds []string) (map[string][]map[string]any, error) {
	state, err := f.State()
	if err != nil || state == nil {
		return nil, fmt.Errorf("%s: no archive: %w", f.Path(), err)
	}
	n, err := namesOf(f, state, kinds)
	if err != nil {
		return nil, err
	}
	w := n.rewriter(state)
	out := map[string][]map[string]any{}
	for _, kind := range kinds {
		for id, name := range n.known[kind] {
			var r map[string]any
			if err := f.Read(kind, strconv.FormatInt(id, 10), &r); err != nil {
				return nil, err
			}
			var members Record
			if err := f.Read(kind, strconv.FormatInt(id, 10), &members); err != nil {
				return nil, err
			}
			if err := n.simplify(kind, r, members, w); err != nil {
				return nil, err
			}
			key := kind + "/" + name
			out[key] = append(out[key], r)
		}
	}
	for _, list := range out { // equal names need an order that is the same in both archives
		slices.SortFunc(list, func(a, b map[string]any) int { return strings.Compare(text(a), text(b)) })
	}
	return out, nil
}

func text(v any) string {
	out, _ := json.Marshal(v) // it came from JSON
	return string(out)
}

// rewriter replaces ids and addresses in contents by names.
func (n *names) rewriter(s *State) *Rewriter {
	return &Rewriter{
		ID: func(kind string, id int64) (string, bool) { return "{" + n.name(kind, id) + "}", true },
		File: func(stem string) (Address, bool) {
			slug, ok := n.stems[stem]
			return Address{"{site}", "/{" + slug + "}"}, ok
		},
		Object: s.Object,
		Home:   s.Home, NewHome: "{site}",
	}
}

// free are members that may differ. A site may change the name of a file, which
// is a part of its address.
func free() []string {
	return []string{
		"id", "modified", "modified_gmt", "link", "permalink_template", "guid", "source_url", "filename", "revision",
		"cloud_id", "code_error", "locations",
	}
}

// simplify takes out of a record what may differ, and puts names in place of ids.
func (n *names) simplify(kind string, r map[string]any, members Record, w *Rewriter) error {
	status := members.Text("status")
	if (status == "draft" || status == "pending") && members.Text("date_gmt") == members.Text("modified_gmt") {
		delete(r, "date") // a draft without a fixed date has the date of its last change
		delete(r, "date_gmt")
	}
	for _, name := range free() {
		delete(r, name)
	}
	one := func(member, kind string) {
		if _, ok := r[member]; ok {
			r[member] = n.name(kind, members.number(member))
		}
	}
	many := func(member, kind string) {
		var ids []int64
		if json.Unmarshal(members[member], &ids) != nil {
			return
		}
		list := []string{}
		for _, id := range ids {
			list = append(list, n.name(kind, id))
		}
		slices.Sort(list)
		r[member] = list
	}
	one("author", Users)
	one("featured_media", Media)
	one("parent", kind)
	one("menus", Menus)
	one("condition_id", Snippets)
	for member, terms := range n.state.Terms(kind) {
		many(member, terms)
	}
	for _, member := range []string{"content", "excerpt", "caption", "description"} {
		if value, ok := r[member].(map[string]any); ok {
			r[member] = w.Content(fmt.Sprint(value["raw"]))
		}
	}
	switch kind {
	case MenuItems:
		n.simplifyItem(r, members, w)
	case Media:
		return n.simplifyMedia(r, members)
	case Comments:
		n.simplifyComment(r, members)
	case Settings:
		n.simplifySettings(r, members)
	}
	return nil
}

func (n *names) simplifyItem(r map[string]any, members Record, w *Rewriter) {
	if members.Text("type") == "custom" {
		delete(r, "object_id") // the id of the item itself
		r["url"] = w.Addresses(members.Text("url"))
		return
	}
	delete(r, "url") // derived from the object
	kind, _ := n.state.Object(members.Text("type"), members.Text("object"))
	r["object_id"] = n.name(kind, members.number("object_id"))
}

// simplifyMedia compares the files themselves. Who scaled a picture may have
// written other bytes, but not another size.
func (n *names) simplifyMedia(r map[string]any, members Record) error {
	r["post"] = n.commented(members)
	details, _ := r["media_details"].(map[string]any)
	delete(details, "file")
	delete(details, "original_image")
	sizes, _ := details["sizes"].(map[string]any)
	for _, size := range sizes {
		if one, ok := size.(map[string]any); ok {
			delete(one, "file")
			delete(one, "source_url")
		}
	}
	if name := members.FileName(); name != "" {
		content, err := n.folder.ReadFile(path.Join(Media, name))
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
		r["(content)"] = sign(string(content))
	}
	return nil
}
