package publish

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/url"
	"path"
	"slices"
	"strings"

	"github.com/fontcms/fontcms-go/examples/internal/files"
)

// document is a file that is to be published.
type document struct {
	head
	path    string  // below the folder, with slashes
	source  []byte  // the text, without front matter
	before  int     // number of lines before the text
	heading bool    // the first heading is the title, and no part of the content
	links   []asset // Markdown files that it names
	assets  []asset // other files that it names

	state state
	what  string // what was done about it
	open  bool   // it was written before the address of everything that it names was known
}

// load reads the Markdown files of a folder and those below, in the order of their paths. It
// writes a line for each Markdown file that it leaves out or refuses, and counts the refused
// files.
func load(dir *files.Folder, out io.Writer) (documents []*document, refused int, err error) {
	err = fs.WalkDir(dir, ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if why, err := leftOut(dir, name, entry); why != "" || err != nil {
			if why != "" && why != unsaid {
				say(out, leaveOut, name, why)
			}
			return err
		}
		d, err := read(dir, name, out)
		switch {
		case err != nil:
			refused++
			say(out, refuse, at(name, err), reason(err))
		case d == nil:
			say(out, leaveOut, name, "it has no front matter")
		default:
			documents = append(documents, d)
		}
		return nil
	})
	if err != nil {
		return nil, 0, err
	}
	good := check(dir, documents, out)
	return good, refused + len(documents) - len(good), nil
}

// unsaid is the reason for files that are no Markdown, which get no line.
const unsaid = "-"

// leftOut returns the reason why a file or folder is not read. A folder that is left out is
// an error, [fs.SkipDir].
func leftOut(dir *files.Folder, name string, entry fs.DirEntry) (why string, err error) {
	base := entry.Name()
	switch {
	case entry.IsDir() && (base == "node_modules" || base == "vendor"):
		return "a folder of the code of others", fs.SkipDir
	case entry.IsDir() && name != "." && strings.HasPrefix(base, "."):
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
	}
	return "", nil
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

// read reads a file. It returns nil for a file without front matter.
func read(dir *files.Folder, name string, out io.Writer) (*document, error) {
	source, err := dir.Read(name)
	if err != nil {
		return nil, err
	}
	f, text, err := split(source)
	if f == nil || err != nil {
		return nil, err
	}
	before := bytes.Count(source, []byte("\n")) - bytes.Count(text, []byte("\n"))
	if strings.EqualFold(path.Ext(name), ".mdx") {
		if text, err = plainMDX(text, before); err != nil {
			return nil, err
		}
	}
	d := &document{path: name, source: text, before: before}
	if d.head, err = f.head(); err != nil {
		return nil, err
	}
	names, heading, err := parse(text)
	if err != nil {
		return nil, err
	}
	base := strings.TrimSuffix(path.Base(name), path.Ext(name))
	d.heading = d.Title == "" && heading != ""
	d.Title = cmp.Or(d.Title, heading, base)
	d.Type = cmp.Or(d.Type, "post")
	d.Slug = slug(cmp.Or(d.Slug, base))
	if err := d.fit(out); err != nil {
		return nil, err
	}
	for _, r := range names {
		d.note(r)
	}
	if d.Image != "" && d.Image != "none" {
		d.assets = append(d.assets, asset{path: d.resolve(d.Image), alt: d.Title, picture: true})
	}
	return d, nil
}

// fit drops the fields that a record of its type cannot have, with a line for each.
func (d *document) fit(out io.Writer) error {
	switch d.Type {
	case "page":
		if d.Tags != nil || d.Categories != nil {
			d.Tags, d.Categories = nil, nil
			say(out, loss, d.path, "a page has neither tags nor categories")
		}
	case "post":
		if d.Parent != "" {
			d.Parent = ""
			say(out, loss, d.path, "a post has no parent")
		}
	default:
		return fmt.Errorf("its type is %.80q, neither post nor page", d.Type)
	}
	u, err := url.Parse(d.Image)
	if err != nil || u.Scheme != "" || u.Host != "" || strings.HasPrefix(u.Path, "/") {
		say(out, loss, d.path, fmt.Sprintf("its image %.200q is no path below the folder", d.Image))
		d.Image = ""
	}
	return nil
}

// note keeps what a text names below the folder.
func (d *document) note(r reference) {
	target, _ := d.local(r.address)
	switch {
	case target == "":
	case isMarkdown(target) && !r.picture:
		d.links = append(d.links, asset{path: target, where: d.at(r)})
	default:
		d.assets = append(d.assets, asset{path: target, alt: r.alt, picture: r.picture, where: d.at(r)})
	}
}

// at is the place of a reference in the file.
func (d *document) at(r reference) string { return fmt.Sprintf("%s:%d", d.path, d.before+r.line) }

// local returns the path below the folder that a relative address means, "" for any
// other address, and the text after the path.
func (d *document) local(address string) (target, fragment string) {
	u, err := url.Parse(address)
	if err != nil || u.Scheme != "" || u.Host != "" || u.Path == "" || strings.HasPrefix(u.Path, "/") {
		return "", ""
	}
	if u.EscapedFragment() != "" {
		fragment = "#" + u.EscapedFragment()
	}
	return d.resolve(u.Path), fragment
}

func (d *document) resolve(name string) string { return path.Join(path.Dir(d.path), name) }

// check refuses files that would go wrong half-way, with a line for each, and returns the
// others.
func check(dir *files.Folder, documents []*document, out io.Writer) (good []*document) {
	slugs := map[string]string{}
	for _, d := range documents {
		err := d.checkAssets(dir)
		key := d.Type + " " + d.Parent + "/" + d.Slug
		if other := slugs[key]; other != "" {
			err = errors.Join(err, fmt.Errorf("%s has the same slug, %s", other, d.Slug))
		}
		if err != nil {
			say(out, refuse, d.path, err.Error())
			continue
		}
		slugs[key] = d.path
		good = append(good, d)
	}
	return good
}

// checkAssets keeps the files that are there, and the pictures that are not, which are lost
// with a line. A file that must not be published is an error.
func (d *document) checkAssets(dir *files.Folder) error {
	var wrong []error
	d.assets = slices.DeleteFunc(d.assets, func(a asset) bool {
		there, err := a.there(dir)
		if err != nil {
			wrong = append(wrong, fmt.Errorf("it names %s, which cannot be published: %w", a.path, err))
		}
		return !there && !a.picture
	})
	return errors.Join(wrong...)
}
