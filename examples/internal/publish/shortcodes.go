package publish

import (
	"bytes"
	"cmp"
	"maps"
	"regexp"
	"slices"
	"strings"
)

// form is a tag of a generator in a text, and the Markdown for it.
type form struct {
	pattern string
	markup  func(parts []string) string
}

// forms are the tags of a generator that have a form in Markdown.
func forms(kind string) []form {
	first := func(parts []string) string { return strings.ReplaceAll(parts[1], " ", "%20") }
	nothing := func([]string) string { return "" }
	fence := func(parts []string) string { return "```" + strings.TrimSpace(parts[1]) }
	end := func([]string) string { return "```" }
	switch kind {
	case "hugo":
		return []form{
			{`\{\{[<%]\s*(?:rel)?ref\s+(?:path=)?["` + "`" + `]?([^"` + "`" + `>%]+?)["` + "`" + `]?\s*[>%]\}\}`, first},
			{`\{\{[<%]\s*figure\s((?:[^>"]|"[^"]*")*?)/?\s*[>%]\}\}`, func(parts []string) string {
				named := attributes(parts[1])
				return imageMarkup(cmp.Or(named["alt"], named["caption"], named["title"]), named["src"])
			}},
			{`(?m)^[ \t]*\{\{[<%]\s*highlight\s+(\w*)[^>%\n]*[>%]\}\}[ \t]*$`, fence},
			{`(?m)^[ \t]*\{\{[<%]\s*/\s*highlight\s*[>%]\}\}[ \t]*$`, end},
		}
	case "jekyll":
		return []form{
			{`\{%-?\s*(?:link|post_url)\s+([^%\s]+)\s*-?%\}`, first},
			{`\{\{-?\s*site\.(?:baseurl|url)\s*-?\}\}`, nothing},
			{`\{\{-?\s*["']([^"'{}]+)["']\s*\|\s*(?:relative_url|absolute_url|prepend:\s*site\.baseurl)\s*-?\}\}`, first},
			{`\{%-?\s*(?:end)?raw\s*-?%\}`, nothing},
			{`(?m)^[ \t]*\{%-?\s*highlight\s+(\w*)[^%\n]*%\}[ \t]*$`, fence},
			{`(?m)^[ \t]*\{%-?\s*endhighlight\s*-?%\}[ \t]*$`, end},
		}
	case "hexo":
		return []form{
			{`\{%\s*post_path\s+(\S+)\s*%\}`, first},
			{`\{%\s*post_link\s+(\S+)(?:\s+([^%]+?))?\s*%\}`, func(parts []string) string {
				return "[" + cmp.Or(strings.Trim(parts[2], `"'`), parts[1]) + "](" + parts[1] + ")"
			}},
			{`\{%\s*asset_img\s+(?:[\w-]+\s+)*?(\S+\.\w+)(?:\s+\d+)*(?:\s+([^%]+?))?\s*%\}`, func(parts []string) string {
				return imageMarkup(strings.Trim(parts[2], `"'`), parts[1])
			}},
			{`\{%\s*(?:end)?raw\s*%\}`, nothing},
			{`(?m)^[ \t]*\{%\s*codeblock\b(?:[^%\n]*lang:(\w+))?[^%\n]*%\}[ \t]*$`, fence},
			{`(?m)^[ \t]*\{%\s*endcodeblock\s*%\}[ \t]*$`, end},
		}
	}
	return nil
}

// attributes reads the named values of a tag.
func attributes(text string) map[string]string {
	named := map[string]string{}
	for _, m := range regexp.MustCompile(`(\w+)\s*=\s*(?:"([^"]*)"|'([^']*)'|(\S+))`).FindAllStringSubmatch(text, -1) {
		named[m[1]] = cmp.Or(m[2], m[3], m[4])
	}
	return named
}

func imageMarkup(alt, address string) string {
	alt = strings.NewReplacer("[", `\[`, "]", `\]`).Replace(alt)
	return "![" + alt + "](" + strings.ReplaceAll(address, " ", "%20") + ")"
}

// Forms of the tags that the mapping names.
const (
	embed    = "embed"     // the video or page of its argument
	dropTags = "drop-tags" // what is between its tags
)

// forms are the tags that the mapping names.
func (m *mapping) forms(kind string) (all []form) {
	open, end := `\{\{[<%]`, `[>%]\}\}`
	switch kind {
	case "jekyll", "hexo":
		open, end = `\{%-?`, `-?%\}`
	case "hugo":
	default:
		return nil
	}
	for _, name := range slices.Sorted(maps.Keys(m.shortcodes)) {
		if m.shortcodes[name] == dropTags {
			all = append(all, form{open + `\s*/?\s*(?:end)?` + regexp.QuoteMeta(name) + `\b[^\n]*?` + end,
				func([]string) string { return "" }})
			continue
		}
		all = append(all, form{
			open + `\s*` + regexp.QuoteMeta(name) + `\s+(?:\w+=)?["']?([^"'\s>%]+)["']?[^\n]*?` + end,
			func(parts []string) string { return "<!-- embed " + embedded(name, parts[1]) + " -->" },
		})
	}
	return all
}

// embedded returns the address of what a tag embeds, from its name and its argument.
func embedded(name, argument string) string {
	switch {
	case strings.Contains(argument, "://"):
		return argument
	case name == "vimeo":
		return "https://vimeo.com/" + argument
	}
	return "https://www.youtube.com/watch?v=" + argument
}

// translate writes Markdown for the tags of a generator that have a form in it. Tags in code are
// kept. Lines keep their numbers.
func translate(all []form, source []byte) []byte {
	for _, f := range all {
		form := regexp.MustCompile(f.pattern)
		if !form.Match(source) {
			continue
		}
		code := withoutCode(source, true)
		var out bytes.Buffer
		last := 0
		for _, at := range form.FindAllSubmatchIndex(code, -1) {
			parts := make([]string, 4)
			for i := 0; 2*i < len(at) && i < len(parts); i++ {
				if at[2*i] >= 0 {
					parts[i] = string(source[at[2*i]:at[2*i+1]])
				}
			}
			out.Write(source[last:at[0]])
			out.WriteString(f.markup(parts))
			out.WriteString(strings.Repeat("\n", strings.Count(parts[0], "\n")))
			last = at[1]
		}
		out.Write(source[last:])
		source = out.Bytes()
	}
	return source
}

// leftTag is a tag of a generator that a reader of the site would see.
type leftTag struct {
	text  string // of the first one
	line  int    // of the first one
	times int
}

// leftover returns the tags of a generator that a text still has outside of code, each name once.
func leftover(kind string, source []byte) (tags []*leftTag) {
	pattern := map[string]string{
		"hugo":   `\{\{[<%]\s*/?\s*([\w./-]*).*?[>%]\}\}`,
		"jekyll": `\{%-?\s*(?:end)?([\w-]*).*?%\}|\{\{.*?\}\}`,
		"hexo":   `\{%\s*(?:end)?([\w-]*).*?%\}`,
		"mkdocs": `(?m)^:::[ \t]+\S.*$|\{:?[ \t]*[.#][\w-][^}\n]*\}|:(?:material|octicons|fontawesome|simple)-[\w-]+:|` +
			`\{\{.*?\}\}`,
		"vitepress": `\{\{.*?\}\}|\[\[toc\]\]`,
	}[kind]
	if pattern == "" {
		return nil
	}
	form := regexp.MustCompile(pattern)
	if !form.Match(source) {
		return nil
	}
	byName := map[string]*leftTag{}
	line, begin, counted := 1, 0, 0 // begin of the line
	for _, at := range form.FindAllSubmatchIndex(withoutCode(source, true), -1) {
		text := string(source[at[0]:at[1]])
		between := source[counted:at[0]]
		line += bytes.Count(between, []byte("\n"))
		if i := bytes.LastIndexByte(between, '\n'); i >= 0 {
			begin = counted + i + 1
		}
		counted = at[0]
		if kind == "mkdocs" && source[begin] == '#' && regexp.MustCompile(`^\{[^{].*\}$`).MatchString(text) {
			continue // the id of a heading
		}
		name := text
		if len(at) > 2 && at[2] >= 0 {
			name = string(source[at[2]:at[3]])
		}
		if byName[name] == nil {
			byName[name] = &leftTag{text: text, line: line}
			tags = append(tags, byName[name])
		}
		byName[name].times++
	}
	return tags
}
