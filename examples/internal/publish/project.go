package publish

import (
	"cmp"
	"fmt"
	"io"
	"io/fs"
	"path"
	"slices"
	"strings"
	"time"

	"go.yaml.in/yaml/v4"

	"github.com/fontcms/fontcms-go/examples/internal/files"
)

// project is a folder of texts, as its generator reads it.
type project struct {
	kind   string
	why    string   // why it is taken for this kind
	roots  []string // folders of the texts; none for the whole folder
	source string   // name of the folder, for the page of the folder itself
	folder string   // name of the folder in its path, which links may begin with; "" for the sample
	status string   // of files that name none
	given  mapping
	now    time.Time

	links       *links
	languages   languages
	settings    front            // of the generator; empty if they cannot be read
	navigation  map[string]entry // of MkDocs, by path below the root
	collections []string         // of Jekyll: folders that begin with "_"
	unmapped    map[string]bool  // names of templates that got a line
}

// generator is a program that makes a site of a folder, and how its folders are recognised.
type generator struct {
	name  string
	found []string // any of these files or folders
	roots []string // folders of its texts
}

// generators are in the order in which they are tried.
func generators() []generator {
	return []generator{
		{"docusaurus", []string{
			"docusaurus.config.js", "docusaurus.config.ts", "docusaurus.config.mjs", "docusaurus.config.cjs",
		}, []string{"docs", "blog"}},
		{"vitepress", []string{".vitepress", ".vuepress"}, nil},
		{"vitepress", []string{"docs/.vitepress", "docs/.vuepress"}, []string{"docs"}},
		{"hugo", []string{
			"hugo.toml", "hugo.yaml", "hugo.yml", "hugo.json", "config/_default",
			"content/_index.md", "content/posts", "content/post",
		}, []string{"content"}},
		{"hexo", []string{"source/_posts", "scaffolds"}, []string{"source"}},
		{"mkdocs", []string{"mkdocs.yml", "mkdocs.yaml"}, []string{"docs"}},
		{"jekyll", []string{"_config.yml", "_config.yaml", "_posts"}, nil},
		{"obsidian", []string{".obsidian"}, nil},
		{"plain", nil, nil},
	}
}

// kindNames are the values of -kind.
func kindNames() (names []string) {
	for _, g := range generators() {
		names = append(names, g.name)
	}
	return slices.Compact(names)
}

// recognise finds the generator of a folder, or takes the one that kind names. Settings that cannot
// be read get a line.
func recognise(dir *files.Folder, kind string, given mapping, out io.Writer) *project {
	found := ""
	chosen := generator{name: cmp.Or(kind, "plain")}
	for _, g := range generators() {
		i := slices.IndexFunc(g.found, func(name string) bool { return has(dir, name) })
		if i >= 0 && (kind == "" || kind == g.name) {
			chosen, found = g, "it has "+g.found[i]
			break
		}
		if kind == g.name && len(chosen.roots) == 0 {
			chosen = g
		}
	}
	j := &project{kind: chosen.name, given: given, now: time.Now(), unmapped: map[string]bool{}}
	for _, root := range chosen.roots {
		if has(dir, root) {
			j.roots = append(j.roots, root)
		}
	}
	j.read(dir, out)
	if given.dir != "" && given.dir != "." {
		j.roots = []string{given.dir}
	}
	j.findLanguages(dir)
	why := cmp.Or(found, "no file of a generator was found")
	if kind != "" {
		why = "-kind names it"
	}
	if len(j.roots) > 0 {
		why += "; the texts are in " + strings.Join(j.roots, ", ")
	}
	j.why = why
	return j
}

// has reports whether a folder has a file or folder, hidden or not.
func has(dir *files.Folder, name string) bool {
	entries, err := fs.ReadDir(dir, path.Dir(name))
	return err == nil && slices.ContainsFunc(entries, func(e fs.DirEntry) bool { return e.Name() == path.Base(name) })
}

// read reads the settings of the generator. Settings that cannot be read get a line.
func (j *project) read(dir *files.Folder, out io.Writer) {
	j.settings = front{}
	navigation := &yaml.Node{}
	for _, name := range settingsFiles(j.kind) {
		if !has(dir, name) {
			continue
		}
		text, err := dir.Read(name)
		var f front
		if err == nil {
			f, err = readSettings(name, string(text))
		}
		if err != nil {
			say(out, loss, name, fmt.Sprintf("these settings are not used: %v", err))
			continue
		}
		if strings.HasPrefix(path.Base(name), "languages.") {
			f = front{"languages": map[string]any(f)}
		}
		if j.settings.fill(f); j.kind == "mkdocs" && f != nil {
			navigation = navigationOf(text)
		}
	}
	switch j.kind {
	case "hugo":
		if root := path.Clean(j.settings.text("contentdir")); root != "." && fs.ValidPath(root) && has(dir, root) {
			j.roots = []string{root}
		}
	case "mkdocs":
		if root := strings.Trim(path.Clean(j.settings.text("docs_dir")), "/"); root != "." {
			j.roots = []string{root}
		}
		j.navigation = map[string]entry{}
		j.navigate(navigation, "")
	case "jekyll":
		collections, _ := j.settings["collections"].(map[string]any)
		for name := range collections {
			j.collections = append(j.collections, "_"+name)
		}
	}
}

// settingsFiles returns the names of the files with the settings of a generator. Of two that set a field the
// first counts.
func settingsFiles(kind string) (names []string) {
	switch kind {
	case "jekyll":
		return []string{"_config.yml", "_config.yaml"}
	case "mkdocs":
		return []string{"mkdocs.yml", "mkdocs.yaml"}
	case "hugo":
		for _, base := range []string{"hugo", "config", "config/_default/hugo", "config/_default/config",
			"config/_default/languages"} {
			for _, ending := range []string{".toml", ".yaml", ".yml", ".json"} {
				names = append(names, base+ending)
			}
		}
	}
	return names
}

// readSettings reads a file of TOML, YAML or JSON.
func readSettings(name, text string) (front, error) {
	switch path.Ext(name) {
	case ".toml":
		return readTOML(text)
	case ".json":
		return readJSON(text)
	}
	return readYAML(text)
}

// entry is what the navigation of MkDocs says about a file.
type entry struct {
	title string
	order int
}

// navigate reads the navigation of MkDocs: lists of paths, and of titles with paths or lists. A
// mapping of several titles has the order of the file.
func (j *project) navigate(node *yaml.Node, title string) {
	switch node.Kind {
	case yaml.DocumentNode, yaml.SequenceNode:
		for _, element := range node.Content {
			j.navigate(element, "")
		}
	case yaml.MappingNode:
		for i := 0; i+1 < len(node.Content); i += 2 {
			j.navigate(node.Content[i+1], node.Content[i].Value)
		}
	case yaml.ScalarNode:
		if _, known := j.navigation[node.Value]; !known {
			j.navigation[node.Value] = entry{title, len(j.navigation) + 1}
		}
	}
}

// navigationOf returns the part of the settings of MkDocs that is the navigation.
func navigationOf(settings []byte) *yaml.Node {
	var root yaml.Node
	if err := files.UnmarshalYAML(settings, &root); err == nil && len(root.Content) > 0 { // read says an error
		fields := root.Content[0].Content
		for i := 0; i+1 < len(fields); i += 2 {
			if fields[i].Value == "nav" {
				return fields[i+1]
			}
		}
	}
	return &yaml.Node{}
}

// below returns the path of a file below the folder of the texts that it is in.
func (j *project) below(name string) (root, rest string, ok bool) {
	if folder := j.languages.folder(name); folder != "" && name != folder {
		return folder, name[len(folder)+1:], true
	}
	if len(j.roots) == 0 {
		return "", name, true
	}
	for _, root := range j.roots {
		if rest, ok := strings.CutPrefix(name, root+"/"); ok {
			return root, rest, true
		}
	}
	return "", "", false
}
