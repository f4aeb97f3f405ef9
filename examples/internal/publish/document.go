package publish

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/url"
	"path"
	"regexp"
	"slices"
	"strings"

	"github.com/fontcms/fontcms-go/examples/internal/files"
)

// head is the front matter of a file. What is not given is left to the site; an
// empty list or text clears.
type head struct {
	Title      string         `yaml:"title"`
	Slug       string         `yaml:"slug"`   // default: the name of the file
	Type       string         `yaml:"type"`   // post (the default) or page
	Status     string         `yaml:"status"` // a new record is a draft without it
	Date       string         `yaml:"date"`
	Excerpt    *string        `yaml:"excerpt"`
	Tags       []string       `yaml:"tags"`       // names
	Categories []string       `yaml:"categories"` // names, or paths of names: Type/Serif
	Author     string         `yaml:"author"`     // login name; default: the user who publishes
	Parent     string         `yaml:"parent"`     // slug of the page above
	Image      string         `yaml:"image"`      // path, or "none"
	Template   *string        `yaml:"template"`
	Meta       map[string]any `yaml:"meta"` // what the site has registered
}

// document is a file that is to be published.
type document struct {
	head
	path   string // below the folder, with slashes
	source []byte
	links  []string // paths of the documents that it names
	assets []asset  // files that it names

	state state
	what  string // what was done about it
	open  bool   // it was written before the address of everything that it names was known
}

// load reads the Markdown files of a folder and those below, in the order of their
// paths. Files without front matter, and what begins with a dot, are left out; so are
// links, which it names on out.
func load(dir *files.Folder, out io.Writer) ([]*document, error) {
	var documents []*document
	err := fs.WalkDir(dir, ".", func(name string, entry fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case name != "." && strings.HasPrefix(entry.Name(), "."):
			if entry.IsDir() {
				return fs.SkipDir
			}
			return nil
		case entry.Type() == fs.ModeSymlink:
			if info, err := dir.Stat(name); path.Ext(name) == ".md" || err != nil || info.IsDir() {
				say(out, skip, name, "a symbolic link: what is to be published has to lie in the folder itself")
			}
			return nil
		case !entry.Type().IsRegular() || path.Ext(name) != ".md":
			return nil
		}
		d, err := read(dir, name)
		if err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		if d != nil {
			documents = append(documents, d)
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	return documents, check(dir, documents)
}

func read(dir *files.Folder, name string) (*document, error) {
	source, err := dir.Read(name)
	if err != nil {
		return nil, err
	}
	d := &document{path: name, source: source}
	names, ok, err := parse(source, &d.head)
	if !ok || err != nil {
		return nil, err
	}
	d.Type = cmp.Or(d.Type, "post")
	d.Slug = slug(cmp.Or(d.Slug, strings.TrimSuffix(path.Base(name), ".md")))
	switch {
	case strings.TrimSpace(d.Title) == "":
		return nil, errors.New("it has no title")
	case d.Type != "post" && d.Type != "page":
		return nil, fmt.Errorf("its type is %q, neither post nor page", d.Type)
	case d.Type == "page" && (d.Tags != nil || d.Categories != nil):
		return nil, errors.New("a page has neither tags nor categories")
	case d.Type == "post" && d.Parent != "":
		return nil, errors.New("a post has no parent")
	}
	if _, _, err := d.date(); err != nil {
		return nil, err
	}
	for _, r := range names {
		d.note(r)
	}
	if d.Image != "" && d.Image != "none" {
		d.assets = append(d.assets, asset{path: d.resolve(d.Image), alt: d.Title, needed: true})
	}
	return d, nil
}

// note keeps what a text names below the folder.
func (d *document) note(r reference) {
	target, _ := d.local(r.address)
	switch {
	case target == "":
	case path.Ext(target) == ".md" && !r.picture:
		d.links = append(d.links, target)
	default:
		d.assets = append(d.assets, asset{path: target, alt: r.alt, needed: r.picture})
	}
}

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

// check refuses what would go wrong half-way.
func check(dir *files.Folder, documents []*document) error {
	known, slugs := map[string]bool{}, map[string]string{}
	var wrong []error
	for _, d := range documents {
		known[d.path] = true
		key := d.Type + " " + d.Parent + "/" + d.Slug
		if other := slugs[key]; other != "" {
			wrong = append(wrong, fmt.Errorf("%s and %s have the same slug, %s", other, d.path, d.Slug))
		}
		slugs[key] = d.path
	}
	for _, d := range documents {
		for _, target := range d.links {
			if !known[target] {
				wrong = append(wrong, fmt.Errorf("%s names %s, which is no file that is published", d.path, target))
			}
		}
		d.assets = slices.DeleteFunc(d.assets, func(a asset) bool {
			there, err := a.there(dir)
			switch {
			case err != nil:
				wrong = append(wrong, fmt.Errorf("%s names %s, which cannot be published: %w", d.path, a.path, err))
			case a.needed && !there:
				wrong = append(wrong, fmt.Errorf("%s names %s, which is no file of the folder", d.path, a.path))
			}
			return !there
		})
	}
	return errors.Join(wrong...)
}

// slug is a text as the site stores it in an address.
func slug(name string) string {
	words := regexp.MustCompile(`[^\p{L}\p{N}_%]+`).ReplaceAllString(strings.ToLower(name), "-")
	if strings.Contains(words, "%") {
		return strings.Trim(words, "-") // escaped already
	}
	return strings.ToLower(url.PathEscape(strings.Trim(words, "-")))
}
