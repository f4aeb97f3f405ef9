package publish

import (
	"cmp"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// location is what the path of a file says about its record.
type location struct {
	folder     string // of the tree of pages, "" for the top
	base       string // name without ending, date, number and language
	language   string // code, "" for the main language
	index      bool   // the file is the page of its folder
	post       bool
	draft      bool
	title      string // in the navigation
	order      string // in the navigation, or the number before the name
	date       string
	categories []string // of Jekyll: the folders above _posts
}

// place reads the path of a file as the generator does.
func (j *project) place(name string) location {
	root, rest, _ := j.below(name)
	parts := strings.Split(rest, "/")
	folders := parts[:len(parts)-1]
	p := location{base: strings.TrimSuffix(parts[len(parts)-1], path.Ext(name))}
	p.language = j.languages.of(name)
	p.base, _ = j.languages.ending(p.base)
	switch strings.ToLower(p.base) {
	case "index":
		p.index = true
	case "_index":
		p.index = j.kind == "hugo"
	case "readme":
		p.index = slices.Contains([]string{"mkdocs", "docusaurus", "plain"}, j.kind)
	}
	if nav, ok := j.navigation[rest]; ok {
		p.title, p.order = nav.title, strconv.Itoa(nav.order)
	}
	for i, folder := range folders {
		if slices.Contains(j.collections, folder) {
			folders[i] = strings.TrimPrefix(folder, "_")
		}
		if folder == "_posts" || folder == "_drafts" {
			p.post, p.draft = true, folder == "_drafts"
			if j.kind == "jekyll" {
				p.categories = folders[:i]
			}
		}
	}
	switch j.kind {
	case "hugo":
		p.post = p.post || len(folders) > 0 && slices.Contains([]string{"post", "posts", "blog", "news"}, folders[0]) &&
			p.base != "_index"
	case "docusaurus":
		p.post = p.post || root == "blog" || path.Base(root) == translatedBlog
	case "mkdocs":
		p.post = p.post || len(folders) > 1 && folders[0] == "blog" && folders[1] == "posts"
	}
	p.post = p.post || matches(j.given.posts, name)
	if p.language != "" && !j.languages.only(p.language) {
		folders = append([]string{p.language}, folders...)
	}
	if p.index && p.post && len(folders) > 0 { // a folder of the text and its pictures
		p.base, p.index, folders = folders[len(folders)-1], false, folders[:len(folders)-1]
	}
	if p.index && len(folders) > 0 {
		p.base = folders[len(folders)-1]
	}
	p.folder = strings.Join(folders, "/")
	if p.post {
		if m := regexp.MustCompile(`^(\d{4}-\d{1,2}-\d{1,2})-(.+)$`).FindStringSubmatch(p.base); m != nil {
			p.date, p.base = m[1], m[2]
		}
		return p
	}
	if m := j.numbered().FindStringSubmatch(p.base); m != nil {
		p.order, p.base = cmp.Or(p.order, m[1]), m[2]
	}
	return p
}

// numbered matches a name with a number before it, which is its place among its neighbours.
// Docusaurus takes any number, and for other generators it has to begin with 0.
func (j *project) numbered() *regexp.Regexp {
	if j.kind == "docusaurus" {
		return regexp.MustCompile(`^(\d{1,3})\s*[-_.]+\s*(\D.*)$`)
	}
	return regexp.MustCompile(`^(0\d{1,2})\s*[-_.]+\s*(\D.*)$`)
}

// titled makes a title of the name of a file: "getting-started" is "Getting started". A name with
// blanks is a title already.
func titled(name string) string {
	if strings.ContainsAny(name, " ") {
		return name
	}
	words := strings.Trim(regexp.MustCompile(`[-_]+`).ReplaceAllString(name, " "), " ")
	first, size := utf8.DecodeRuneInString(words)
	if size == 0 {
		return name
	}
	return string(unicode.ToUpper(first)) + words[size:]
}
