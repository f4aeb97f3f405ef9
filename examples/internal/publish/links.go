package publish

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/url"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/fontcms/fontcms-go/examples/internal/files"
)

// links finds what the links of all documents lead to.
type links struct {
	project *project
	dir     *files.Folder
	pages   map[string]*document   // by path; nil if several documents have it
	names   map[string][]*document // by the name of the file, in lower case
	files   map[string][]string    // paths of other files by name, in lower case
	host    string                 // of the site that the generator makes
	base    string                 // path of that site
	found   map[lookup]target      // what was looked up before
}

// lookup is a reference in the text of a document.
type lookup struct {
	document *document
	address  string
	picture  bool
}

// target is what an address in a text leads to: a document, another file of the folder, or
// another site. All fields are zero if it leads nowhere.
type target struct {
	document *document
	asset    string // path below the folder
	fragment string // of a document, without "#"
	foreign  bool   // the address is of another site
	former   bool   // the address is of the site that the generator makes, and of no file here
	hidden   bool   // the address is of a file that is never published
}

// newLinks collects the addresses under which a generator shows each document. A path in the
// folder comes before the path of an address, and an address before a former address.
func newLinks(j *project, dir *files.Folder, documents []*document) *links {
	l := &links{
		project: j, dir: dir, pages: map[string]*document{}, names: map[string][]*document{},
		files: map[string][]string{}, found: map[lookup]target{},
	}
	address := j.settings.text("site_url", "url")
	if j.kind == "hugo" {
		address = j.settings.text("baseurl")
	}
	if u, err := url.Parse(address); err == nil {
		l.host, l.base = u.Host, strings.Trim(u.Path, "/")
	}
	if base := strings.Trim(j.settings.text("baseurl"), "/"); base != "" && j.kind != "hugo" {
		l.base = base
	}
	for _, keys := range []func(*document) []string{
		func(d *document) []string { return []string{d.path} }, stems, j.addresses,
		func(d *document) []string { return d.former },
	} {
		added := map[string]*document{}
		for _, d := range documents {
			for _, key := range keys(d) {
				key = strings.ToLower(strings.Trim(key, "/"))
				if other, twice := added[key]; twice && other != d {
					added[key] = nil
				} else if _, known := l.pages[key]; !known {
					added[key] = d
				}
			}
		}
		for key, d := range added {
			l.pages[key] = d
		}
	}
	for _, d := range documents {
		name := strings.ToLower(stem(path.Base(d.path)))
		l.names[name] = append(l.names[name], d)
	}
	return l
}

// find lists the other files of the folder by their names.
func (l *links) find() error {
	return fs.WalkDir(l.dir, ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if entry.IsDir() && name != "." && (strings.HasPrefix(entry.Name(), ".") || entry.Name() == "node_modules") {
			return fs.SkipDir
		}
		if entry.Type().IsRegular() && !isMarkdown(name) {
			key := strings.ToLower(entry.Name())
			l.files[key] = append(l.files[key], name)
		}
		return nil
	})
}

// connect finds what a document names: documents, and files that have to be on the site.
func (l *links) connect(d *document, out io.Writer) {
	for _, r := range d.names {
		t := l.target(d, r)
		switch {
		case t.document != nil && t.document != d:
			d.links = append(d.links, t.document)
		case t.asset != "":
			d.assets = append(d.assets, asset{path: t.asset, alt: r.alt, picture: r.picture, where: d.at(r)})
		}
	}
	if d.Image == "" || d.Image == "none" {
		return
	}
	t := l.target(d, reference{address: d.Image, picture: true})
	if t.foreign {
		say(out, loss, d.path, fmt.Sprintf("its image %.200q is of another site", d.Image))
		d.Image = ""
		return
	}
	d.cover = cmp.Or(t.asset, path.Join(d.folder, d.Image))
	d.assets = append(d.assets, asset{path: d.cover, alt: d.Title, picture: true})
}

// stem is a name without an ending of a text.
func stem(name string) string {
	if isMarkdown(name) || strings.EqualFold(path.Ext(name), ".html") {
		return strings.TrimSuffix(name, path.Ext(name))
	}
	return name
}

// stems are the paths of a document without its ending. An index is also its folder.
func stems(d *document) []string {
	all := []string{stem(d.path)}
	if d.place.index {
		all = append(all, d.folder)
	}
	return all
}

// addresses are the paths of a document on the site that its generator makes.
func (j *project) addresses(d *document) (all []string) {
	root, rest, _ := j.below(d.path)
	clean := strings.Split(d.place.folder, "/")
	for i, folder := range clean {
		if m := j.numbered().FindStringSubmatch(folder); m != nil {
			clean[i] = m[2]
		}
	}
	folder := path.Join(clean...)
	own := path.Join(folder, d.place.base)
	if d.place.index {
		own = folder
	}
	all = []string{stem(rest), own, path.Join(root, own)}
	if d.place.post {
		all = append(all, path.Join(folder, stem(path.Base(d.path))), stem(path.Base(d.path)))
		if m := regexp.MustCompile(`^(\d{4})-(\d{1,2})-(\d{1,2})`).FindStringSubmatch(d.Date); m != nil {
			day := path.Join(m[1], m[2], m[3])
			all = append(all, path.Join(root, day, d.place.base), path.Join(day, d.place.base))
			all = append(all, path.Join(strings.Join(d.place.categories, "/"), day, d.place.base))
		}
		all = append(all, path.Join(root, d.place.base))
	}
	for _, permalink := range d.permalinks {
		if !strings.HasPrefix(permalink, "/") {
			all = append(all, path.Join(root, path.Dir(own), permalink))
			permalink = path.Join(path.Dir(own), permalink)
		}
		all = append(all, stem(permalink), path.Join(root, stem(permalink)))
	}
	return all
}

// target returns what an address in a document leads to. A text may name the same thousands of times.
func (l *links) target(d *document, r reference) target {
	key := lookup{d, r.address, r.picture}
	t, known := l.found[key]
	if !known {
		t = l.resolve(d, r)
		l.found[key] = t
	}
	return t
}

// resolve finds what an address in a document leads to.
func (l *links) resolve(d *document, r reference) target {
	if name, ok := strings.CutPrefix(r.address, wikiScheme); ok {
		return l.wiki(d, name)
	}
	u, err := url.Parse(r.address)
	if err != nil {
		u = &url.URL{Path: r.address} // a percent sign in the name of a file
	}
	own := u.Host != "" && strings.EqualFold(u.Host, l.host) && (u.Scheme == "http" || u.Scheme == "https")
	switch {
	case !own && (u.Scheme != "" || u.Host != ""), u.Path == "" && u.Fragment == "":
		return target{foreign: true}
	case u.Path == "":
		return target{document: d, fragment: u.Fragment}
	}
	var first *document
	for _, name := range l.places(d, u.Path) {
		page := l.page(name)
		if page == nil || r.picture {
			continue
		}
		first = cmp.Or(first, page)
		if u.Fragment == "" {
			break
		}
		if _, ok := page.anchor(u.Fragment); ok { // of several pages the one with the heading is meant
			return target{document: page, fragment: u.Fragment}
		}
	}
	if first != nil {
		return target{document: first, fragment: u.Fragment}
	}
	for _, name := range append(l.places(d, u.Path), l.static(u.Path)...) {
		there, err := (asset{path: name}).there(l.dir)
		switch {
		case !r.picture && isHidden(name) && errors.Is(err, files.ErrHidden):
			return target{hidden: true} // as .github/workflows is
		case there || err != nil:
			return target{asset: name}
		}
	}
	return target{former: own}
}

// isHidden reports whether a part of a path begins with a dot.
func isHidden(name string) bool {
	return slices.ContainsFunc(strings.Split(name, "/"), func(part string) bool {
		return strings.HasPrefix(part, ".") && strings.Trim(part, ".") != ""
	})
}

// page returns the document that a path below the folder means.
func (l *links) page(name string) *document {
	index := func(base string) string { return path.Join(name, base) }
	for _, key := range []string{name, stem(name), index("index"), index("_index"), index("readme")} {
		if d := l.pages[strings.ToLower(key)]; d != nil {
			return d
		}
	}
	if base := strings.ToLower(stem(path.Base(name))); base == "index" || base == "readme" || base == "_index" {
		return l.pages[strings.ToLower(strings.TrimPrefix(path.Dir(name), "."))]
	}
	return nil
}

// places are the paths below the folder that the path of an address may mean, the likeliest
// first. A browser that reads guides/a.md sees the address guides/a/, and links begin there.
func (l *links) places(d *document, name string) (all []string) {
	rooted, isRooted := strings.CutPrefix(name, "/")
	if !isRooted {
		all = append(all, path.Join(d.folder, name))
		if !d.place.index {
			all = append(all, path.Join(stem(d.path), name))
		}
	}
	rooted = path.Clean(rooted)
	all = l.inLanguage(d, all, rooted)
	if rest, ok := strings.CutPrefix(rooted+"/", l.base+"/"); ok && l.base != "" {
		all = append(all, l.below(path.Clean(rest))...)
	}
	all = append(all, l.below(rooted)...)
	if rest, ok := strings.CutPrefix(rooted+"/", l.project.folder+"/"); ok && isRooted && l.project.folder != "" {
		all = append(all, l.below(path.Clean(rest))...)
	}
	return all
}

// inLanguage puts the same paths in the language of a document first. A text that is not translated is meant
// in the main language.
func (l *links) inLanguage(d *document, found []string, rooted string) (all []string) {
	code := d.place.language
	if code == "" {
		return found
	}
	for _, name := range append(slices.Clone(found), rooted) {
		if _, rest, ok := l.project.below(name); ok {
			name = rest
		}
		all = append(all, path.Join(code, name))
	}
	all = append(all, found...)
	for _, name := range found {
		if _, rest, ok := l.project.below(name); ok {
			all = append(all, l.below(rest)...)
		}
	}
	return all
}

// below puts a path below the folder and below each folder of texts.
func (l *links) below(name string) []string {
	all := []string{name}
	for _, root := range l.project.roots {
		all = append(all, path.Join(root, name))
	}
	return all
}

// static are the paths of files that a generator copies to the top of its site.
func (l *links) static(name string) (all []string) {
	if name = strings.TrimPrefix(path.Clean(name), "/"); !filepath.IsLocal(name) {
		return nil // out of the folder
	}
	usual := []string{"static", "public", "assets", "docs/public", "docs/static", "content", "source"}
	for _, folder := range append(slices.Clone(l.project.given.static), usual...) {
		all = append(all, path.Join(folder, name))
	}
	return all
}

// wiki finds what a link of a wiki means: a path, or the name of a document or file anywhere. Of
// several documents with the name, the one in the same folder is meant.
func (l *links) wiki(d *document, name string) target {
	name, fragment, _ := strings.Cut(name, "#")
	if name == "" {
		return target{document: d, fragment: fragment}
	}
	t := target{fragment: fragment}
	for _, place := range []string{path.Join(d.folder, name), path.Clean(name)} {
		if t.document = l.page(place); t.document != nil {
			return t
		}
	}
	key := strings.ToLower(path.Base(name))
	suffix := func(p string) bool { return strings.HasSuffix("/"+strings.ToLower(p), "/"+strings.ToLower(name)) }
	found := slices.DeleteFunc(slices.Clone(l.names[stem(key)]), func(other *document) bool {
		return !suffix(other.path) && !suffix(stem(other.path))
	})
	if len(found) == 1 {
		t.document = found[0]
		return t
	}
	paths := slices.DeleteFunc(slices.Clone(l.files[key]), func(p string) bool { return !suffix(p) })
	if near := path.Join(d.folder, name); slices.Contains(paths, near) {
		return target{asset: near}
	}
	if len(paths) == 1 {
		return target{asset: paths[0]}
	}
	return target{}
}

// file returns the path in the repository of a file that an address means, "" if there is none. A
// file above the folder may be there.
func (l *links) file(d *document, name string) string {
	name, _, _ = strings.Cut(name, "#")
	for _, place := range l.places(d, name) {
		if _, err := l.dir.Stat(place); err == nil || isHidden(place) && errors.Is(err, files.ErrHidden) {
			return place
		}
	}
	if above := path.Join(d.folder, name); strings.HasPrefix(above, "../") {
		return above
	}
	return ""
}
