package publish

import (
	"fmt"
	"io/fs"
	"maps"
	"net/url"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/fontcms/fontcms-go/examples/internal/files"
	"github.com/fontcms/fontcms-go/examples/internal/program"
)

// mappingFile is the file of the folder that says what differs from the generator.
const mappingFile = "publish.yaml"

// mapping is what publish.yaml says. Its zero value is that of a folder without the file.
type mapping struct {
	name       string            // of the source
	dir        string            // folder of the texts
	under      string            // slug of the page above all pages
	status     string            // of files that name none
	repository *url.URL          // web address of the folder
	exclude    []*regexp.Regexp  // paths that are left out
	posts      []*regexp.Regexp  // paths that are posts
	languages  []string          // codes of the languages that are published; none for all
	static     []string          // folders whose files have addresses from the top of the site
	authors    map[string]int64  // ids of users by the name in a file
	templates  map[string]string // templates of the site by the name in a file
	fields     map[string]string // a field of the site, or meta.NAME, by the field of a file
	shortcodes map[string]string // embed or drop-tags, by name
	typography string            // exact or site; "" for that of the generator
}

// readMapping reads publish.yaml, if the folder has one. A key that is not known is a mistake.
func readMapping(dir *files.Folder) (m mapping, err error) {
	if !has(dir, mappingFile) {
		return mapping{}, nil
	}
	text, err := dir.Read(mappingFile)
	if err != nil {
		return mapping{}, err
	}
	fields, err := readYAML(string(text))
	if err == nil && fields == nil {
		err = fmt.Errorf("it holds no keys")
	}
	if err != nil {
		return mapping{}, program.Mistake("%s: %v", mappingFile, err)
	}
	for _, key := range slices.Sorted(maps.Keys(fields)) {
		if err := m.set(key, fields[key]); err != nil {
			return mapping{}, program.Mistake("%s: %s: %v", mappingFile, key, err)
		}
	}
	return m, nil
}

func (m *mapping) set(key string, value any) (err error) {
	switch key {
	case "name":
		m.name, err = textValue(value)
	case "under":
		m.under, err = textValue(value)
	case "dir":
		m.dir, err = textValue(value)
		if m.dir = path.Clean(m.dir); err == nil && !fs.ValidPath(m.dir) {
			err = fmt.Errorf("%.80q is no folder below this one", m.dir)
		}
	case "status":
		if m.status, err = textValue(value); err == nil && !slices.Contains(statuses(), m.status) {
			err = fmt.Errorf("%.80q is no status: write %s", m.status, strings.Join(statuses(), ", "))
		}
	case "repository":
		var text string
		if text, err = textValue(value); err == nil {
			m.repository, err = webAddress(text)
		}
	case "exclude":
		m.exclude, err = globs(value)
	case "posts":
		m.posts, err = globs(value)
	case "languages":
		if m.languages, err = textValues(value); err != nil {
			return err
		}
		for i, text := range m.languages {
			if m.languages[i] = spelled(text); m.languages[i] == "" {
				return fmt.Errorf("%.80q is no language: write its code, such as en or pt-br", text)
			}
		}
	case "static":
		m.static, err = textValues(value)
	case "authors":
		err = each(value, func(name, text string) (err error) {
			if m.authors == nil {
				m.authors = map[string]int64{}
			}
			m.authors[name], err = strconv.ParseInt(text, 10, 64)
			if err != nil || m.authors[name] < 1 {
				return fmt.Errorf("%.80q is no id of a user", text)
			}
			return nil
		})
	case "templates":
		m.templates, err = textMap(value)
	case "fields":
		m.fields, err = textMap(value)
	case "shortcodes":
		m.shortcodes, err = textMap(value)
		for name, form := range m.shortcodes {
			if form != embed && form != dropTags {
				err = fmt.Errorf("%.80q has the form %.80q: write %s or %s", name, form, embed, dropTags)
			}
		}
	case "typography":
		m.typography, err = textValue(value)
		if err == nil && m.typography != typographyExact && m.typography != typographySite {
			err = fmt.Errorf("%.80q is no typography: write %s or %s", m.typography, typographyExact, typographySite)
		}
	default:
		err = fmt.Errorf("there is no such key: write one of authors, dir, exclude, fields, languages, name, posts, " +
			"repository, shortcodes, static, status, templates, typography, under")
	}
	return err
}

// statuses are those that a file may have without one of its own.
func statuses() []string { return []string{"publish", "draft", "pending", "private"} }

// webAddress reads the address of a folder on the web.
func webAddress(text string) (*url.URL, error) {
	u, err := url.Parse(text)
	if err != nil || u.Scheme == "" || u.Host == "" {
		return nil, fmt.Errorf("%.200q is no web address", text)
	}
	return u, nil
}

func textValue(value any) (string, error) {
	switch value.(type) {
	case nil, []any, map[string]any:
		return "", fmt.Errorf("it has to be a text")
	}
	return textOf(value), nil
}

// textValues reads a list of texts, or one text.
func textValues(value any) (texts []string, err error) {
	list, ok := value.([]any)
	if !ok {
		list = []any{value}
	}
	for _, element := range list {
		text, err := textValue(element)
		if err != nil {
			return nil, err
		}
		texts = append(texts, text)
	}
	return texts, nil
}

// each calls set for the fields of a mapping, with names in lower case.
func each(value any, set func(name, text string) error) error {
	fields, ok := value.(map[string]any)
	if !ok {
		return fmt.Errorf("it has to be a mapping, such as {name: value}")
	}
	for _, name := range slices.Sorted(maps.Keys(fields)) {
		text, err := textValue(fields[name])
		if err == nil {
			err = set(strings.ToLower(name), text)
		}
		if err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
	}
	return nil
}

func textMap(value any) (map[string]string, error) {
	texts := map[string]string{}
	return texts, each(value, func(name, text string) error {
		texts[name] = text
		return nil
	})
}

// globs reads patterns of paths: * is any name, ** is any path, ? is one letter. A pattern without
// a slash fits a name in any folder.
func globs(value any) (patterns []*regexp.Regexp, err error) {
	texts, err := textValues(value)
	if err != nil {
		return nil, err
	}
	for _, text := range texts {
		var pattern strings.Builder
		if !strings.Contains(strings.TrimRight(text, "/"), "/") {
			pattern.WriteString("(?:.*/)?")
		}
		for rest := strings.Trim(text, "/"); rest != ""; {
			switch {
			case strings.HasPrefix(rest, "**/"):
				pattern.WriteString("(?:.*/)?")
				rest = rest[3:]
			case strings.HasPrefix(rest, "**"):
				pattern.WriteString(".*")
				rest = rest[2:]
			case rest[0] == '*':
				pattern.WriteString("[^/]*")
				rest = rest[1:]
			case rest[0] == '?':
				pattern.WriteString("[^/]")
				rest = rest[1:]
			default:
				pattern.WriteString(regexp.QuoteMeta(rest[:1]))
				rest = rest[1:]
			}
		}
		compiled, err := regexp.Compile("^" + pattern.String() + "(?:/.*)?$") // a folder is all that is in it
		if err != nil {
			return nil, fmt.Errorf("the pattern %.80q: %w", text, err)
		}
		patterns = append(patterns, compiled)
	}
	return patterns, nil
}

// matches reports whether a path fits one of several patterns.
func matches(patterns []*regexp.Regexp, name string) bool {
	return slices.ContainsFunc(patterns, func(p *regexp.Regexp) bool { return p.MatchString(name) })
}

// rename gives the fields of a file the names that the mapping has for them. A field that the file
// has under its own name comes first.
func (m *mapping) rename(f front) {
	for _, from := range slices.Sorted(maps.Keys(m.fields)) {
		value, to := f[from], m.fields[from]
		if value == nil {
			continue
		}
		if name, ok := strings.CutPrefix(to, "meta."); ok {
			meta, _ := f["meta"].(map[string]any)
			if meta = maps.Clone(meta); meta == nil {
				meta = map[string]any{}
			}
			if meta[name] == nil {
				meta[name] = value
			}
			f["meta"] = meta
			continue
		}
		if to = strings.ToLower(to); f[to] == nil {
			f[to] = value
		}
	}
}
