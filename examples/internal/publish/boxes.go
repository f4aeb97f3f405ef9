package publish

import (
	"regexp"
	"strings"
)

// boxed writes the boxes of generators as quotes that begin with [!kind]: notes of MkDocs and
// Jekyll, containers of Docusaurus and VitePress. Tabs become headings in order. Lines keep their
// numbers, and code stays as it is.
func boxed(kind string, source []byte) []byte {
	lines := strings.Split(string(source), "\n")
	switch kind {
	case "mkdocs":
		indented(lines)
	case "docusaurus", "vitepress":
		fences(lines)
	case "jekyll":
		classes(lines)
	default:
		return source
	}
	return []byte(strings.Join(lines, "\n"))
}

// indented rewrites boxes and tabs whose content is indented by four blanks: !!! note "Title",
// ??? note for one that is closed, ???+ note for one that is open, and === "Title" for a tab.
func indented(lines []string) {
	box := regexp.MustCompile(`^(!!!|\?\?\?\+?)[ \t]+([\w-]+)[^"]*(?:"(.*)")?[ \t]*$`)
	tab := regexp.MustCompile(`^===[!+]?[ \t]+"(.*)"[ \t]*$`)
	for i := 0; i < len(lines); i++ {
		if end := endOfFence(lines, i); end > i {
			i = end
			continue
		}
		m, t := box.FindStringSubmatch(lines[i]), tab.FindStringSubmatch(lines[i])
		if m == nil && t == nil {
			continue
		}
		end := i + 1
		for end < len(lines) && (strings.TrimSpace(lines[end]) == "" || strings.HasPrefix(lines[end], "    ")) {
			lines[end] = strings.TrimPrefix(lines[end], "    ")
			end++
		}
		for end > i+1 && strings.TrimSpace(lines[end-1]) == "" {
			end--
		}
		indented(lines[i+1 : end])
		if t != nil {
			lines[i] = "#### " + t[1]
			continue
		}
		fold := map[bool]string{true: "-"}[m[1] != "!!!"]
		quoted(lines[i:end], m[2], fold, m[3])
		i = end - 1
	}
}

// fences rewrites containers: :::note[Title] or ::: tip Title, up to a line of as many colons. A
// group of code is only its code.
func fences(lines []string) {
	open := regexp.MustCompile(`^[ \t]*(:{3,})[ \t]*([a-zA-Z][\w-]*)[ \t]*(?:\[(.*)\]|\{[^}]*\}|(.*?))[ \t]*$`)
	// unclosed holds the rows of colons that no line below closes.
	unclosed := map[string]bool{}
	for i := 0; i < len(lines); i++ {
		if end := endOfFence(lines, i); end > i {
			i = end
			continue
		}
		if !strings.Contains(lines[i], ":::") {
			continue
		}
		m := open.FindStringSubmatch(lines[i])
		if m == nil || unclosed[m[1]] {
			continue
		}
		end := i + 1
		for end < len(lines) && strings.TrimSpace(lines[end]) != m[1] {
			end = max(end, endOfFence(lines, end)) + 1
		}
		if end >= len(lines) {
			unclosed[m[1]] = true
			continue
		}
		fences(lines[i+1 : end])
		lines[end] = ""
		switch m[2] {
		case "code-group", "raw", "v-pre":
			lines[i] = ""
		default:
			fold := map[bool]string{true: "-"}[m[2] == "details"]
			quoted(lines[i:end], m[2], fold, m[3]+m[4])
		}
		i = end
	}
}

// classes rewrites the lines of kramdown that give a block a class. A class before a paragraph
// makes a note of it, as the themes for documentation do. Others are left out.
func classes(lines []string) {
	class := regexp.MustCompile(`^[ \t]*\{:[ \t]*\.(note|tip|warning|important|caution|new|highlight)[ \t]*\}[ \t]*$`)
	other := regexp.MustCompile(`^[ \t]*\{:[^}]*\}[ \t]*$`)
	for i := 0; i < len(lines); i++ {
		if end := endOfFence(lines, i); end > i {
			i = end
			continue
		}
		m := class.FindStringSubmatch(lines[i])
		if m == nil {
			if other.MatchString(lines[i]) {
				lines[i] = ""
			}
			continue
		}
		end := i + 1
		for end < len(lines) && strings.TrimSpace(lines[end]) != "" {
			end++
		}
		if end == i+1 || i > 0 && strings.TrimSpace(lines[i-1]) != "" { // the line describes the block above it
			lines[i] = ""
			continue
		}
		quoted(lines[i:end], m[1], "", "")
		i = end - 1
	}
}

// quoted makes lines a quote. The first becomes its kind and title.
func quoted(lines []string, kind, fold, title string) {
	for i := range lines[1:] {
		lines[i+1] = strings.TrimRight("> "+lines[i+1], " ")
	}
	lines[0] = strings.TrimSpace("> [!" + kind + "]" + fold + " " + title)
}

// endOfFence returns the last line of the fenced code that begins in a line, and the line itself
// if none does.
func endOfFence(lines []string, first int) int {
	if !strings.Contains(lines[first], "```") && !strings.Contains(lines[first], "~~~") {
		return first
	}
	m := regexp.MustCompile("^[ \t]*(`{3,}|~{3,})").FindStringSubmatch(lines[first])
	if m == nil {
		return first
	}
	for i := first + 1; i < len(lines); i++ {
		text := strings.TrimSpace(lines[i])
		if strings.HasPrefix(text, m[1]) && strings.Trim(text, m[1][:1]) == "" {
			return i
		}
	}
	return len(lines) - 1
}
