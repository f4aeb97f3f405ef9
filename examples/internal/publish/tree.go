package publish

import (
	"bytes"
	"cmp"
	"fmt"
	"math"
	"net/url"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/fontcms/fontcms-go/examples/internal/files"
)

// tree puts pages below the pages of their folders.
type tree struct {
	project   *project
	dir       *files.Folder
	documents []*document
	folders   map[string]*document // pages of folders
}

// arrange gives each page the page of its folder as the page above it. A folder that has no page
// gets one, which lists what is in the folder.
func (j *project) arrange(dir *files.Folder, documents []*document) []*document {
	t := &tree{j, dir, documents, map[string]*document{}}
	for _, d := range documents {
		if d.Type == "page" && d.place.index {
			t.index(d)
		}
	}
	for _, d := range documents {
		if own := path.Join(d.place.folder, d.place.base); d.Type == "page" && !d.place.index && t.folders[own] == nil {
			t.folders[own] = d // guides.md is the page of the folder guides
		}
	}
	for _, d := range documents {
		if d.Type == "page" && d.Parent == "" {
			t.put(d)
		}
	}
	t.list(len(documents))
	t.order()
	return t.documents
}

// index takes a file as the page of its folder. README is one only beside no index file.
func (t *tree) index(d *document) {
	other := t.folders[d.place.folder]
	switch {
	case other == nil:
		t.folders[d.place.folder] = d
		return
	case strings.HasPrefix(strings.ToLower(path.Base(other.path)), "readme"):
		t.folders[d.place.folder], d = d, other
	}
	d.place.index, d.place.base = false, strings.TrimSuffix(path.Base(d.path), path.Ext(d.path))
}

// put sets the page above a page.
func (t *tree) put(d *document) {
	folder := d.place.folder
	if d == t.owner(folder) {
		folder = parentFolder(folder)
	}
	d.above = t.owner(folder)
}

// owner returns the page of a folder, nil for the folder of all texts.
func (t *tree) owner(folder string) *document {
	if folder == "" {
		return nil
	}
	if d := t.folders[folder]; d != nil {
		return d
	}
	d := t.folders[path.Join(folder, path.Base(folder))] // guides/guides.md, as in Obsidian
	if d == nil || d.place.index {                       // the page of a folder of the same name
		d = t.project.folderPage(t.dir, folder)
		t.documents = append(t.documents, d)
		t.folders[folder] = d
		d.above = t.owner(parentFolder(folder))
	}
	t.folders[folder] = d
	return d
}

func parentFolder(folder string) string {
	above, _, found := cutLast(folder, "/")
	if !found {
		return ""
	}
	return above
}

func cutLast(text, separator string) (before, after string, found bool) {
	i := strings.LastIndex(text, separator)
	if i < 0 {
		return text, "", false
	}
	return text[:i], text[i+len(separator):], true
}

// pathOf returns the path of a folder of the tree.
func (j *project) pathOf(dir *files.Folder, folder string) string {
	for root, code := range j.languages.folders {
		rest, ok := strings.CutPrefix(folder+"/", code+"/")
		if j.languages.only(code) {
			rest, ok = folder, true
		}
		if name := path.Join(root, rest); ok && path.Base(root) != translatedBlog && has(dir, name) {
			return name
		}
	}
	if len(j.roots) == 0 {
		return folder
	}
	return path.Join(j.roots[0], folder)
}

// folderPage makes the page of a folder that has none. Docusaurus has a file for its title.
func (j *project) folderPage(dir *files.Folder, folder string) *document {
	name := j.pathOf(dir, folder)
	d := &document{path: name, folder: name, generated: true}
	d.place = location{folder: folder, base: path.Base(folder), index: true}
	if m := j.numbered().FindStringSubmatch(d.place.base); m != nil {
		d.place.order, d.place.base = m[1], m[2]
	}
	d.head = head{Type: "page", Title: titled(d.place.base), Status: j.status, order: d.place.order}
	for _, ending := range []string{"json", "yml", "yaml"} {
		text, err := dir.Read(path.Join(name, "_category_."+ending))
		if err != nil {
			continue
		}
		if f, err := readYAML(string(text)); err == nil { // JSON is YAML
			d.Title = cmp.Or(f.text("label"), d.Title)
			d.order = cmp.Or(f.text("position"), d.order)
		}
	}
	return d
}

// list writes the texts of the pages that were made, which are those from a place on.
func (t *tree) list(from int) {
	for _, d := range t.documents[from:] {
		var text bytes.Buffer
		for _, child := range t.below(d) {
			name, err := filepath.Rel(d.folder, child.path)
			if err != nil {
				continue // both are below the same folder
			}
			title := regexp.MustCompile("[!-/:-@\\[-`{-~]").ReplaceAllString(child.Title, `\$0`)
			fmt.Fprintf(&text, "- [%s](%s)\n", title, (&url.URL{Path: "./" + filepath.ToSlash(name)}).EscapedPath())
		}
		d.source = text.Bytes()
		if o, err := parse(d.source, false); err == nil {
			d.outline = o
		}
	}
}

// below returns the pages below a page, nil for the top, in their order.
func (t *tree) below(above *document) (children []*document) {
	for _, d := range t.documents {
		if d.Type == "page" && d.above == above && d.Parent == "" {
			children = append(children, d)
		}
	}
	slices.SortStableFunc(children, func(a, b *document) int {
		return cmp.Or(cmp.Compare(number(a.order), number(b.order)), cmp.Compare(a.order, b.order),
			cmp.Compare(a.path, b.path))
	})
	return children
}

// number is a place in an order. A text, or no place, is after all numbers.
func number(order string) float64 {
	n, err := strconv.ParseFloat(order, 64)
	if err != nil || math.IsNaN(n) {
		return math.Inf(1)
	}
	return n
}

// order sets the numbers that a site sorts pages by. Whole numbers are sent as they are. If the
// pages below one page have other places, all of them are counted.
func (t *tree) order() {
	groups := map[*document]bool{}
	for _, d := range t.documents {
		if n, err := strconv.Atoi(d.order); err == nil && d.Parent != "" {
			d.MenuOrder = &n
		}
		if d.Type != "page" || groups[d.above] {
			continue
		}
		groups[d.above] = true
		children := t.below(d.above)
		odd, last := false, int64(0)
		for _, child := range children {
			n, err := strconv.ParseInt(child.order, 10, 32)
			odd = odd || child.order != "" && err != nil
			last = max(last, n)
		}
		for i, child := range children {
			n, err := strconv.ParseInt(child.order, 10, 32)
			switch {
			case odd:
				n = int64(i + 1)
			case last == 0, err != nil && child.ofAll():
				continue // no page has a place, or the page of all comes first
			case err != nil:
				n = last + 1 // the site would show 0 first
			}
			order := int(n)
			child.MenuOrder = &order
		}
	}
}
