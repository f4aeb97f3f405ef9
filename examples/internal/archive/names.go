package archive

import (
	"cmp"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"strconv"
)

// names tell the records of an archive apart without their ids.
type names struct {
	folder *Folder
	state  *State
	known  map[string]map[int64]string
	stems  map[string]string // of the files of the library
}

func namesOf(f *Folder, state *State, kinds []string) (*names, error) {
	n := &names{folder: f, state: state, known: map[string]map[int64]string{}, stems: map[string]string{}}
	for _, kind := range kinds {
		n.known[kind] = map[int64]string{}
		parents := map[int64]int64{}
		ids, err := f.IDs(kind)
		if err != nil {
			return nil, err
		}
		for _, id := range ids {
			var r Record
			if err := f.Read(kind, strconv.FormatInt(id, 10), &r); err != nil {
				return nil, err
			}
			n.known[kind][id] = n.own(kind, r)
			parents[id] = r.number("parent")
			if kind == Media && r.SourceURL() != "" {
				n.stems[Stem(r.SourceURL()).Stem] = r.Text("slug")
				n.stems[Stem(r.OriginalURL()).Stem] = r.Text("slug")
			}
		}
		n.known[kind] = below(n.known[kind], parents)
	}
	return n, nil
}

// below puts the names of those above in front of each name.
func below(own map[int64]string, parents map[int64]int64) map[int64]string {
	out := make(map[int64]string, len(own))
	for id, name := range own {
		for up, depth := parents[id], 0; up != 0 && depth < 20; up, depth = parents[up], depth+1 {
			name = own[up] + "/" + name
		}
		out[id] = name
	}
	return out
}

// own is what a record is called: its slug, or a sign of its texts.
func (n *names) own(kind string, r Record) string {
	switch kind {
	case MenuItems:
		return fmt.Sprintf("%s:%03d:%s", n.name(Menus, r.number("menus")), r.number("menu_order"), r.Raw("title"))
	case Snippets:
		return r.Text("name") + "#" + sign(r.Text("code"))
	case Comments:
		return fmt.Sprintf("%s:%s:%s", n.commented(r), r.Text("date_gmt"), r.Text("author_name"))
	case Settings:
		return "the site"
	}
	return cmp.Or(r.Text("slug"), "("+r.Raw("title")+")")
}

// Raw is the raw form of a text of the record, "" if the field is no text.
func (r Record) Raw(name string) string {
	var text struct {
		Raw string `json:"raw"`
	}
	_ = json.Unmarshal(r[name], &text) // "" if it is not a text
	return text.Raw
}

func sign(s string) string { return fmt.Sprintf("%x", sha256.Sum256([]byte(s)))[:12] }

// name is the name of a record that another one refers to.
func (n *names) name(kind string, id int64) string {
	if id == 0 {
		return ""
	}
	return cmp.Or(n.known[kind][id], "unknown")
}
