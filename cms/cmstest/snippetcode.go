package cmstest

import (
	"regexp"
	"slices"
	"strings"
)

func (c *call) exportSnippet() (*response, *fault) {
	exported := object{}
	if sn := c.snippet(); sn != nil {
		exported = c.s.exported(sn)
	}
	generator := "Code Snippets v3.6.4"
	if c.s.later {
		generator = "Code Snippets"
	}
	return &response{status: 200, body: object{
		{"generator", generator}, {"date_created", c.s.clock().UTC().Format("2006-01-02 15:04")}, {"snippets", []object{exported}},
	}}, nil
}

// exported is a snippet without the members that have their default value.
func (s *Server) exported(sn *snippet) object {
	blank := s.showSnippet(newSnippet(), nil)
	var out object
	for _, m := range s.showSnippet(sn, nil) {
		tags, _ := m.value.([]string)
		same := m.name == "tags" && len(tags) == 0 || m.name != "tags" && m.value == blank.get(m.name)
		if !same && m.name != "cloud_id" {
			out.add(m.name, m.value)
		}
	}
	return out
}

// exportCode answers the file of one snippet, as a JSON string.
func (c *call) exportCode() (*response, *fault) {
	file := "<?php\n"
	if sn := c.snippet(); sn != nil {
		lines := []string{sn.name}
		if desc := strings.TrimSpace(tagForm.ReplaceAllString(sn.desc, "")); desc != "" {
			lines = append(append(lines, ""), strings.Split(desc, "\n")...)
		}
		file += "\n/**\n"
		for _, line := range lines {
			file += strings.TrimRight(" * "+line, " ") + "\n"
		}
		file += " */\n" + sn.code + "\n"
	}
	return &response{status: 200, body: file}, nil
}

func (c *call) snippetSchema() (*response, *fault) {
	props := object{{"id", object{{"description", "Identifies the snippet."}, {"type", "integer"}, {"readonly", true}}}}
	for _, p := range c.s.snippetParams() {
		one := object{{"description", p.about}, {"type", p.kind}}
		if p.name == "network" {
			one.add("default", nil)
		}
		props.add(p.name, one)
	}
	return &response{status: 200, body: object{
		{"$schema", "http://json-schema.org/draft-04/schema#"}, {"title", "snippet"}, {"type", "object"}, {"properties", props},
	}}, nil
}

// syntaxError says what is wrong with PHP code, and in which line; line 0 stands for nothing. It sees no more than
// brackets that do not match and texts that do not end. Other languages are not tested.
func syntaxError(scope, code string) (message string, line int) {
	if !slices.Contains([]string{"global", "admin", "front-end", "single-use"}, scope) {
		return "", 0
	}
	const opening, closing = "([{", ")]}"
	var open []byte
	line = 1
	for i := 0; i < len(code); i++ {
		switch char := code[i]; {
		case char == '\n':
			line++
		case char == '#' || strings.HasPrefix(code[i:], "//"):
			end := strings.IndexByte(code[i:], '\n')
			if end < 0 {
				end = len(code) - i
			}
			i += end - 1
		case strings.HasPrefix(code[i:], "/*"):
			end := strings.Index(code[i:], "*/")
			if end < 0 {
				return "A comment does not end.", line
			}
			line += strings.Count(code[i:i+end], "\n")
			i += end + 1
		case char == '"' || char == '\'':
			end := textEnd(code[i:])
			if end < 0 {
				return "A text does not end.", line
			}
			line += strings.Count(code[i:i+end], "\n")
			i += end
		case strings.IndexByte(opening, char) >= 0:
			open = append(open, char)
		case strings.IndexByte(closing, char) >= 0:
			if len(open) == 0 || open[len(open)-1] != opening[strings.IndexByte(closing, char)] {
				return "A bracket closes what is not open.", line
			}
			open = open[:len(open)-1]
		}
	}
	if len(open) > 0 {
		return "A bracket is not closed.", line
	}
	return "", 0
}

var (
	declaration = regexp.MustCompile(`(?m)^\s*function\s+(\w+)\s*\(`)
	throwing    = regexp.MustCompile(`(?m)^throw\s`)
)

// runsPHP reports that a snippet is of a scope whose code runs while the interface is asked.
func runsPHP(sn *snippet) bool { return sn.scope == "global" || sn.scope == "front-end" }

// redeclared finds a function in the code of a snippet that another active one declares as well, and its line; line 0
// stands for none. It sees no more than declarations that begin a line.
func (s *Server) redeclared(sn *snippet) (message string, line int) {
	there := map[string]bool{}
	for _, other := range s.plugins.snippets {
		if other.id == sn.id || !other.active || !runsPHP(other) {
			continue
		}
		for _, found := range declaration.FindAllStringSubmatch(other.code, -1) {
			there[strings.ToLower(found[1])] = true
		}
	}
	if !runsPHP(sn) && sn.scope != "admin" {
		return "", 0
	}
	for _, at := range declaration.FindAllStringSubmatchIndex(sn.code, -1) {
		if name := sn.code[at[2]:at[3]]; there[strings.ToLower(name)] {
			return "The function " + name + " is there already.", 1 + strings.Count(sn.code[:at[2]], "\n")
		}
	}
	return "", 0
}

// throws reports that code throws as soon as it runs: a line begins with it.
func throws(sn *snippet) bool {
	return (runsPHP(sn) || sn.scope == "admin") && throwing.MatchString(sn.code)
}

// textEnd is where the quotation mark is that closes the one that a text begins with.
func textEnd(code string) int {
	for i := 1; i < len(code); i++ {
		switch code[i] {
		case '\\':
			i++
		case code[0]:
			return i
		}
	}
	return -1
}
