package main

import (
	"go/token"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/fontcms/fontcms-go/cms/describe"
)

// goName returns an exported Go name, such as PerPage for "per_page". It puts X before a
// result that does not begin with an upper-case letter. It returns "" if the name has no
// letter or digit.
func goName(name string) string {
	text := camel(name)
	if text == "" {
		return ""
	}
	if first := []rune(text)[0]; !unicode.IsUpper(first) {
		text = "X" + text
	}
	return text
}

// camel returns a name in the form of [goName], except that the result may begin with a
// digit.
func camel(name string) string {
	var out strings.Builder
	for _, word := range words(name) {
		out.WriteString(goWord(word))
	}
	return out.String()
}

// words splits a name into words: "per_page", "perPage" and "per-page" have the same
// words.
func words(name string) []string {
	var all []string
	var word []rune
	end := func() {
		if len(word) > 0 {
			all, word = append(all, string(word)), nil
		}
	}
	var before rune
	for _, r := range name {
		switch {
		case !unicode.IsLetter(r) && !unicode.IsDigit(r):
			end()
		case unicode.IsUpper(r) && unicode.IsLower(before):
			end()
			word = append(word, r)
		default:
			word = append(word, r)
		}
		before = r
	}
	end()
	return all
}

// goWord returns a word that begins with an upper-case letter. Initialisms such as ID are
// in upper case.
func goWord(word string) string {
	lower := strings.ToLower(word)
	switch lower {
	case "id", "url", "uri", "gmt", "html", "css", "api", "guid", "ip", "uuid", "json", "http", "https", "svg", "xml",
		"sql", "rss", "sku", "seo", "php", "html5", "wp", "cms":
		return strings.ToUpper(word)
	case "ids", "urls", "ips", "uuids", "skus":
		return strings.ToUpper(lower[:len(lower)-1]) + "s"
	case "orderby":
		return "OrderBy"
	}
	runes := []rune(word)
	if word == strings.ToUpper(word) && len(runes) > 3 { // from the name of a constant, such as PUBLISHED
		runes = []rune(lower)
	}
	first := 0
	// The first letter may follow digits: 3d becomes 3D.
	for first < len(runes)-1 && unicode.IsDigit(runes[first]) {
		first++
	}
	runes[first] = unicode.ToUpper(runes[first])
	return string(runes)
}

// tagged reports whether a name may be used in a struct tag.
func tagged(name string) bool {
	for _, r := range name {
		if !unicode.IsLetter(r) && !unicode.IsDigit(r) && !strings.ContainsRune("_-.:@/", r) {
			return false
		}
	}
	return name != "" && name != "-"
}

// ordinary reports whether a name has the usual spelling: lower-case letters, digits and
// single underscores. If two members would have the same Go name, the member with the usual
// spelling gets this name. So a new member with an unusual spelling does not rename an old
// field.
func ordinary(name string) bool {
	for i, r := range name {
		switch {
		case r >= 'a' && r <= 'z', r >= '0' && r <= '9':
		case r == '_' && i > 0 && i < len(name)-1 && name[i-1] != '_':
		default:
			return false
		}
	}
	return name != ""
}

// scope has the names that are used in a struct or in a package.
type scope map[string]bool

// maxName is the largest length of a generated name, before a number is added.
const maxName = 45

// shortened leaves out words from the middle of a name, until the name has no more than
// most bytes. If all shorter forms are too long, it returns the form with the first and the
// last word. A name of one or two words is not changed.
func shortened(name string, most int) string {
	for _, one := range shorter(name, most) {
		return one
	}
	return name
}

// shorter returns shorter forms of a name, with no more than most bytes. A form leaves out
// adjacent words: as few as possible, but never the first or the last word. Forms without
// the middle words come first. If all forms are too long, shorter returns the one that has
// only the first and the last word. A name that is short enough is returned unchanged.
func shorter(name string, most int) []string {
	all := words(name)
	if len(name) <= most {
		return []string{name}
	}
	var found []string
	for without := 1; without < len(all)-1 && len(found) == 0; without++ {
		middle := (len(all) - without + 1) / 2
		for distance := range len(all) {
			for _, at := range []int{middle - distance, middle + distance} {
				if at < 1 || at+without >= len(all) {
					continue
				}
				one := strings.Join(slices.Concat(all[:at], all[at+without:]), "")
				if len(one) <= most && !slices.Contains(found, one) {
					found = append(found, one)
				}
			}
		}
	}
	if len(found) == 0 && len(all) > 2 {
		found = []string{all[0] + all[len(all)-1]}
	}
	return found
}

// take reserves an unused name, and returns it. It tries the name first, or its shorter
// forms if the name is too long. If all of these are used, it adds a number to the name.
func (s scope) take(name string) string {
	for _, one := range shorter(name, maxName) {
		if !s[one] {
			s[one] = true
			return one
		}
	}
	name = shortened(name, maxName)
	free := name
	for n := 2; s[free]; n++ {
		free = name + strconv.Itoa(n)
		if unicode.IsDigit(rune(name[len(name)-1])) {
			free = name + "X" + strconv.Itoa(n)
		}
	}
	s[free] = true
	return free
}

// fieldNames returns the Go names of members, "" for a member without a Go name. The
// names in reserved are already used.
func fieldNames(all describe.Schemas, reserved ...string) []string {
	taken := scope{}
	for _, name := range reserved {
		taken[name] = true
	}
	out := make([]string, len(all))
	for _, first := range []bool{true, false} {
		order := make([]int, 0, len(all))
		for i, one := range all {
			if ordinary(one.Name) == first && tagged(one.Name) {
				order = append(order, i)
			}
		}
		if !first { // sorted, so that the order of the site has no effect
			slices.SortFunc(order, func(a, b int) int { return strings.Compare(all[a].Name, all[b].Name) })
		}
		for _, i := range order {
			if name := goName(all[i].Name); name != "" {
				out[i] = taken.take(name)
			}
		}
	}
	return out
}

// variable returns a name for a function parameter.
func variable(name string) string {
	name = goName(name)
	if name == "" {
		return "value"
	}
	runes := []rune(name)
	upper := 0
	for upper < len(runes) && unicode.IsUpper(runes[upper]) {
		upper++
	}
	if upper < len(runes) {
		upper-- // the last capital begins the next word: URLPath becomes urlPath
	}
	for i := range max(upper, 1) {
		runes[i] = unicode.ToLower(runes[i])
	}
	lower := string(runes)
	if token.IsKeyword(lower) || slices.Contains(reserved(), lower) {
		return lower + "Value"
	}
	return lower
}

// reserved returns the names that generated code uses itself: variables, packages that it
// may import, and predeclared names of Go.
func reserved() []string {
	names := []string{
		"ctx", "site", "s", "options", "callOptions", "params", "query", "err", "response", "cms",
		"bool", "error", "float64", "int", "int64", "nil", "string", "true",
	}
	for _, path := range standardPackages() {
		names = append(names, path[strings.LastIndex(path, "/")+1:])
	}
	return names
}

// plural returns the plural of an English noun.
func plural(name string) string {
	switch {
	case strings.HasSuffix(name, "y") && !strings.ContainsAny(name[max(0, len(name)-2):len(name)-1], "aeiou"):
		return name[:len(name)-1] + "ies"
	case strings.HasSuffix(name, "s"), strings.HasSuffix(name, "x"), strings.HasSuffix(name, "ch"),
		strings.HasSuffix(name, "sh"):
		return name + "es"
	}
	return name + "s"
}

// singular returns the singular of an English plural.
func singular(name string) string {
	switch strings.ToLower(name) {
	case "news", "series", "species", "alias", "atlas", "canvas", "lens", "sms", "dns", "css", "js", "https":
		return name
	}
	for _, ending := range []struct{ plural, singular string }{
		{"menus", "menu"}, {"Menus", "Menu"}, {"us", "us"}, {"is", "is"}, {"ies", "y"},
		{"sses", "ss"}, {"zzes", "z"}, {"xes", "x"},
		{"ches", "ch"}, {"shes", "sh"}, {"uses", "us"}, {"ss", "ss"}, {"s", ""},
	} {
		if stem, ok := strings.CutSuffix(name, ending.plural); ok && stem != "" {
			return stem + ending.singular
		}
	}
	return name
}
