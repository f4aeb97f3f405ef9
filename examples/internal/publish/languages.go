package publish

import (
	"io/fs"
	"path"
	"regexp"
	"slices"
	"strings"

	"golang.org/x/text/language"

	"github.com/fontcms/fontcms-go/examples/internal/files"
)

// languages are the languages that the paths of a folder name. A folder names its language at the top of
// the texts, and a file in its ending: a.de.md. Other texts are in the main language.
type languages struct {
	chosen  []string          // that the mapping names; none for all
	folders map[string]string // codes by the path of a folder of texts
	known   map[string]bool   // that the settings of Hugo name; empty if they name none
	endings bool              // names of files have codes
	main    bool              // texts in the main language are published
}

// spelled returns the code of a language as publish compares it: in lower case, such as "pt-br". It is "" for a
// text that has not the form of a code.
func spelled(text string) string {
	code := strings.ToLower(strings.ReplaceAll(text, "_", "-"))
	if !regexp.MustCompile(`^[a-z]{2,3}(-[a-z]{4})?(-[a-z]{2})?$`).MatchString(code) {
		return ""
	}
	return code
}

// code returns the code of a language in the name of a folder or file, "" for a name that is none.
func (l *languages) code(name string) string {
	code := spelled(name)
	base, _, _ := strings.Cut(code, "-")
	if len(l.known) > 0 {
		return map[bool]string{true: code}[l.known[code]]
	}
	if _, err := language.ParseBase(base); err != nil {
		return ""
	}
	return code
}

// findLanguages finds the folders of languages: those that the settings of Hugo and the conventions of
// Docusaurus name. If the mapping names languages, any folder with a code for a name is one.
func (j *project) findLanguages(dir *files.Folder) {
	l := &j.languages
	*l = languages{chosen: j.given.languages, folders: map[string]string{}, known: map[string]bool{}}
	l.endings = j.kind == "hugo" || len(l.chosen) > 0
	for code, folder := range j.hugoLanguages() {
		if folder != "" && has(dir, folder) {
			l.folders[folder] = code
		}
		l.known[code] = true
	}
	roots := slices.Clone(j.roots)
	if len(roots) == 0 {
		roots = []string{"."}
	}
	for _, root := range roots {
		for _, name := range subfolders(dir, root) {
			code, folder := l.code(name), path.Join(root, name)
			if _, known := l.folders[folder]; code != "" && !known && (l.known[code] || len(l.chosen) > 0) {
				l.folders[folder] = code
			}
		}
	}
	if j.kind == "docusaurus" {
		for _, name := range subfolders(dir, "i18n") {
			for _, folder := range []string{"docusaurus-plugin-content-docs/current", translatedBlog} {
				folder = path.Join("i18n", name, folder)
				if code := l.code(name); code != "" && has(dir, folder) {
					l.folders[folder] = code
				}
			}
		}
	}
	l.findMain(j, dir)
}

// translatedBlog is the folder of Docusaurus for the posts of a language.
const translatedBlog = "docusaurus-plugin-content-blog"

// findMain finds out whether texts in the main language are published: if no language is chosen, or if no
// path names one of the chosen languages, or if the settings name the main language.
func (l *languages) findMain(j *project, dir *files.Folder) {
	named := map[string]bool{}
	for _, code := range l.folders {
		named[code] = true
	}
	_ = fs.WalkDir(dir, ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() && name != "." && strings.HasPrefix(entry.Name(), ".") {
			return fs.SkipDir // reading the files says the error
		}
		if _, code := l.ending(stem(entry.Name())); code != "" && isMarkdown(name) {
			named[code] = true
		}
		return nil // never an error
	})
	l.main = len(l.chosen) == 0 ||
		slices.ContainsFunc(l.chosen, func(code string) bool { return !named[code] || code == j.mainLanguage() })
}

// mainLanguage is the main language that the settings of Hugo name.
func (j *project) mainLanguage() string {
	if j.kind != "hugo" {
		return ""
	}
	if code := spelled(j.settings.text("defaultcontentlanguage")); code != "" {
		return code
	}
	return "en"
}

// hugoLanguages returns the languages in the settings of Hugo, with the folder of each or "".
func (j *project) hugoLanguages() map[string]string {
	all := map[string]string{}
	fields, _ := j.settings["languages"].(map[string]any)
	if j.kind != "hugo" {
		return all
	}
	for name, value := range fields {
		code := strings.ToLower(name)
		all[code] = ""
		of, _ := value.(map[string]any)
		for key, folder := range of {
			if folder := path.Clean(textOf(folder)); strings.EqualFold(key, "contentDir") && fs.ValidPath(folder) {
				all[code] = folder
			}
		}
	}
	return all
}

// subfolders returns the names of the folders in a folder, none if it cannot be read.
func subfolders(dir *files.Folder, name string) (names []string) {
	entries, err := fs.ReadDir(dir, name)
	if err != nil {
		return nil
	}
	for _, entry := range entries {
		if entry.IsDir() {
			names = append(names, entry.Name())
		}
	}
	return names
}

// ending returns the name of a file without the code of its language, and the code, "" without one.
func (l *languages) ending(base string) (rest, code string) {
	before, last, found := cutLast(base, ".")
	if code = l.code(last); !l.endings || !found || code == "" {
		return base, ""
	}
	return before, code
}

// of returns the language of a file, "" for the main language.
func (l *languages) of(name string) string {
	if _, code := l.ending(stem(path.Base(name))); code != "" {
		return code
	}
	return l.folders[l.folder(name)]
}

// folder returns the language folder that holds a path, "" if no language folder does.
func (l *languages) folder(name string) string {
	for folder := range l.folders {
		if name == folder || strings.HasPrefix(name, folder+"/") {
			return folder
		}
	}
	return ""
}

// leavesOut reports whether texts in a language are not chosen.
func (l *languages) leavesOut(code string) bool {
	switch {
	case len(l.chosen) == 0:
		return false
	case code == "":
		return !l.main
	}
	return !slices.Contains(l.chosen, code)
}

// only reports whether a language has the tree of all pages for itself.
func (l *languages) only(code string) bool {
	return len(l.chosen) == 1 && code == l.chosen[0]
}

// why is the line of a text that is left out.
func (l *languages) why(code string) string {
	chosen := mappingFile + " names " + strings.Join(l.chosen, ", ")
	if code == "" {
		return "it is in the main language: " + chosen
	}
	return "its language is " + code + ": " + chosen
}
