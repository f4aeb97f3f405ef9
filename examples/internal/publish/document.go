package publish

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"path"
	"slices"
	"strings"

	"github.com/fontcms/fontcms-go/examples/internal/files"
)

// document is a file that is to be published, or the page of a folder that has none.
type document struct {
	head
	path      string // below the folder, with slashes
	folder    string // that its relative links begin at
	place     location
	generated bool      // it is the page of a folder that has none
	above     *document // page above a page
	source    []byte    // the text, without front matter
	before    int       // number of lines before the text
	untitled  bool      // the first heading is the title, and no part of the content
	outline
	permalinks []string    // addresses that the file names
	former     []string    // addresses that it had before
	links      []*document // that it names
	assets     []asset     // other files that it names
	cover      string      // path of the featured image

	state state
	what  string // what was done about it
	open  bool   // it was written before the address of everything that it names was known
}

// source is a file that was read.
type source struct {
	path   string
	front  front // empty for a file without front matter
	text   []byte
	before int // number of lines before the text
	place  location
}

// load reads the Markdown files of a folder and those below, in the order of their paths. It
// writes a line for each Markdown file that it leaves out or refuses, and counts the refused
// files.
func (j *project) load(dir *files.Folder, out io.Writer) (documents []*document, refused int, err error) {
	var texts []*source
	err = fs.WalkDir(dir, ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if why, err := j.leftOut(dir, name, entry); why != "" || err != nil {
			if why != "" && why != unsaid {
				say(out, leaveOut, name, why)
			}
			return err
		}
		t, err := j.open(dir, name, out)
		if err != nil {
			refused++
			say(out, refuse, at(name, err), reason(err))
			return nil
		}
		texts = append(texts, t)
		return nil
	})
	if err != nil {
		return nil, 0, err
	}
	j.inherit(texts)
	untagged := 0
	for _, t := range texts {
		d, err := j.document(t, out)
		switch {
		case err != nil:
			refused++
			say(out, refuse, at(t.path, err), reason(err))
			continue
		case d == nil:
			say(out, leaveOut, t.path, "it has a layout of its generator, and no text")
			continue
		}
		if d.Type == "page" && (len(d.Tags) > 0 || len(d.Categories) > 0) {
			untagged++
		}
		documents = append(documents, d)
	}
	if untagged > 0 {
		say(out, loss, "all pages", fmt.Sprintf("%d have tags or categories, which pages of a site do not have", untagged))
	}
	documents = j.arrange(dir, documents)
	j.lower(documents)
	j.links = newLinks(j, dir, documents)
	if err := j.links.find(); err != nil {
		return nil, 0, err
	}
	for _, d := range documents {
		j.links.connect(d, out)
	}
	good := j.check(dir, documents, out)
	return good, refused + len(documents) - len(good), nil
}

// lower puts the pages at the top below the page that the mapping names.
func (j *project) lower(documents []*document) {
	for _, d := range documents {
		if d.Type == "page" && d.above == nil && d.Parent == "" && j.given.under != "" {
			d.Parent = j.given.under
		}
	}
}

// unsaid is the reason for files that are no Markdown, which get no line.
const unsaid = "-"

// leftOut returns the reason why a file or folder is not read. A folder that is left out is
// an error, [fs.SkipDir].
func (j *project) leftOut(dir *files.Folder, name string, entry fs.DirEntry) (why string, err error) {
	base := entry.Name()
	_, rest, inside := j.below(name)
	low := strings.ToLower(rest)
	switch {
	case name == ".":
		return unsaid, nil
	case matches(j.given.exclude, name) && entry.IsDir():
		return mappingFile + " excludes it", fs.SkipDir
	case matches(j.given.exclude, name) && isMarkdown(name):
		return mappingFile + " excludes it", nil
	case entry.IsDir() && j.languages.folders[name] != "" && j.languages.leavesOut(j.languages.folders[name]):
		return j.languages.why(j.languages.folders[name]), fs.SkipDir
	case entry.IsDir() && (base == "node_modules" || base == "vendor"):
		return "a folder of the code of others", fs.SkipDir
	case entry.IsDir() && strings.HasPrefix(base, "_") && !j.keeps(base):
		return "its name begins with _: its generator does not show it", fs.SkipDir
	case entry.IsDir() && strings.HasPrefix(base, "."):
		return unsaid, fs.SkipDir
	case entry.Type() == fs.ModeSymlink:
		info, err := dir.Stat(name)
		if err == nil && !info.IsDir() && !isMarkdown(name) {
			return unsaid, nil // a text may name it
		}
		return "a symbolic link: what is to be published has to lie in the folder itself", nil
	case !entry.Type().IsRegular() || !isMarkdown(name):
		return unsaid, nil
	case strings.HasPrefix(base, "."):
		return "its name begins with a dot", nil
	case !inside:
		return "it is not in a folder of the texts of " + j.kind, nil
	case j.languages.leavesOut(j.languages.of(name)):
		return j.languages.why(j.languages.of(name)), nil
	case strings.HasPrefix(base, "_") && !strings.HasPrefix(base, "_index."):
		return "its name begins with _: its generator does not show it", nil
	case strings.HasPrefix(low, "changelog."), strings.HasPrefix(low, "404."):
		return "it is no text of the site", nil
	}
	return "", nil
}

// keeps reports whether the generator shows a folder whose name begins with "_".
func (j *project) keeps(base string) bool {
	return base == "_posts" || base == "_drafts" || slices.Contains(j.collections, base)
}

// isMarkdown reports whether a name has an ending of Markdown, in any case.
func isMarkdown(name string) bool {
	return slices.Contains([]string{".md", ".markdown", ".mdown", ".mdx"}, strings.ToLower(path.Ext(name)))
}

// at is the path of a file, and the line of an error if it has one.
func at(name string, err error) string {
	if e, ok := errors.AsType[*lineError](err); ok {
		return fmt.Sprintf("%s:%d", name, e.line)
	}
	return name
}

// reason is the text of an error without the line.
func reason(err error) string {
	if e, ok := errors.AsType[*lineError](err); ok {
		err = e.err
	}
	return err.Error()
}

// open reads a file.
func (j *project) open(dir *files.Folder, name string, out io.Writer) (*source, error) {
	content, err := dir.Read(name)
	if err != nil {
		return nil, err
	}
	f, rest, err := split(content)
	if err != nil {
		return nil, err
	}
	before := bytes.Count(content, []byte("\n")) - bytes.Count(rest, []byte("\n"))
	if err := costly(rest, before); err != nil {
		return nil, err
	}
	if strings.EqualFold(path.Ext(name), ".mdx") {
		var notes map[int]string
		if rest, notes, err = plainMDX(rest, before); err != nil {
			return nil, err
		}
		for _, line := range slices.Sorted(maps.Keys(notes)) {
			say(out, loss, fmt.Sprintf("%s:%d", name, line), notes[line])
		}
	}
	rest = boxed(j.kind, translate(append(forms(j.kind), j.given.forms(j.kind)...), rest))
	if err := costly(rest, before); err != nil { // boxes side by side become one quote
		return nil, err
	}
	if f == nil {
		f = front{}
	}
	j.given.rename(f)
	return &source{name, f, rest, before, j.place(name)}, nil
}

// document makes a document of a file. It returns nil for a file that has only a layout.
func (j *project) document(t *source, out io.Writer) (*document, error) {
	layout := t.front.text("layout")
	if len(bytes.TrimSpace(t.text)) == 0 && (layout == "home" || layout == "landing") {
		return nil, nil
	}
	d := &document{path: t.path, folder: path.Dir(t.path), source: t.text, before: t.before, place: t.place}
	var err error
	if d.head, err = t.front.head(j); err != nil {
		return nil, err
	}
	if d.outline, err = parse(t.text, j.kind == "obsidian"); err != nil {
		return nil, err
	}
	for _, tag := range leftover(j.kind, t.text) {
		times := ""
		if tag.times > 1 {
			times = fmt.Sprintf(" (%d times)", tag.times)
		}
		say(out, loss, fmt.Sprintf("%s:%d", t.path, t.before+tag.line),
			fmt.Sprintf("%.80q is shown as it is written%s: no site knows the tags of %s", tag.text, times, j.kind))
	}
	d.permalinks = t.front.list(",", "permalink")
	for _, key := range []string{"url", "slug", "id"} {
		d.permalinks = append(d.permalinks, t.front.list(",", key)...)
	}
	d.former = append(t.front.list(",", "aliases"), t.front.list(",", "redirect_from")...)
	d.untitled = d.Title == "" && t.place.title == "" && d.heading != ""
	d.Title = cmp.Or(d.Title, t.place.title, d.heading, titled(t.place.base))
	if d.Type == "" && t.place.post {
		d.Type = "post"
	}
	d.Type = cmp.Or(d.Type, "page")
	d.Date = cmp.Or(d.Date, t.place.date)
	d.order = cmp.Or(d.order, t.place.order)
	if t.place.draft {
		d.Status = "draft"
	}
	d.Status = cmp.Or(d.Status, j.status)
	if d.process != "" {
		say(out, loss, d.path, fmt.Sprintf("no site has its status %.80q: it is taken for %s", d.process, d.Status))
	}
	if len(t.place.categories) > 0 {
		d.Categories = append(d.Categories, t.place.categories...)
	}
	d.fit(out)
	if d.Template != nil {
		d.Template = j.template(d, *d.Template, out)
	}
	return d, nil
}

// template returns the template of the site that the mapping has for a name, nil if it has none. In a file of a
// generator such a name is one of its theme, which gets no line.
func (j *project) template(d *document, name string, out io.Writer) *string {
	if found, ok := j.given.templates[strings.ToLower(name)]; ok {
		return &found
	}
	if j.kind == "plain" && name != "" && !j.unmapped[name] {
		j.unmapped[name] = true
		say(out, loss, d.path,
			fmt.Sprintf("its template %.80q is not used: templates in %s has no such name", name, mappingFile))
	}
	return nil
}

// fit drops the fields that a record of its type cannot have.
func (d *document) fit(out io.Writer) {
	if d.Type == "post" && d.Parent != "" {
		d.Parent = ""
		say(out, loss, d.path, "a post has no parent")
	}
}

// at is the place of a reference in the file.
func (d *document) at(r reference) string { return fmt.Sprintf("%s:%d", d.path, d.before+r.line) }

// check refuses files that would go wrong half-way, with a line for each, and returns the
// others. It sets the slugs.
func (j *project) check(dir *files.Folder, documents []*document, out io.Writer) (good []*document) {
	taken := map[slot]*document{}
	late := func(d *document) int { // slugs of files first: the others make way, the page of all texts last
		switch {
		case d.Slug != "":
			return 0
		case !d.ofAll():
			return 1
		}
		return 2
	}
	for _, d := range slices.SortedStableFunc(slices.Values(documents), func(a, b *document) int {
		return cmp.Compare(late(a), late(b))
	}) {
		if err := errors.Join(d.checkAssets(dir), j.address(d, taken)); err != nil {
			say(out, refuse, d.path, err.Error())
			d.state, d.what = done, refuse
		}
	}
	return slices.DeleteFunc(slices.Clone(documents), func(d *document) bool { return d.what == refuse })
}

// checkAssets keeps the files that are there, and the pictures that are not, which are lost
// with a line. A file that must not be published is an error.
func (d *document) checkAssets(dir *files.Folder) error {
	var wrong []error
	d.assets = slices.DeleteFunc(d.assets, func(a asset) bool {
		there, err := a.there(dir)
		if err != nil {
			wrong = append(wrong, fmt.Errorf("it names %.200s, which cannot be published: %w", a.path, err))
		}
		return !there && !a.picture
	})
	return errors.Join(wrong...)
}
