package cmstest

import (
	"regexp"
	"strings"

	"github.com/fontcms/fontcms-go/cms/cmstest/internal/php"
	"github.com/fontcms/fontcms-go/cms/cmstest/internal/rest"
)

func (s snippetPlane) exportSnippet(c *rest.Call) (*rest.Response, *rest.Error) {
	exported := php.Object{}
	if sn := s.snippet(c); sn != nil {
		exported = s.exported(sn)
	}
	generator := "Code Snippets v3.6.4"
	if s.later {
		generator = "Code Snippets"
	}
	return &rest.Response{Status: 200, Body: php.Object{
		{"generator", generator}, {"date_created", s.clock().UTC().Format("2006-01-02 15:04")}, {"snippets", []php.Object{exported}},
	}}, nil
}

// exported is a snippet without the members that have their default value.
func (s snippetPlane) exported(sn *snippet) php.Object {
	blank := s.showSnippet(newSnippet(), nil)
	var out php.Object
	for _, m := range s.showSnippet(sn, nil) {
		tags, _ := m.Value.([]string)
		same := m.Name == "tags" && len(tags) == 0 || m.Name != "tags" && m.Value == blank.Get(m.Name)
		if !same && m.Name != "cloud_id" {
			out.Add(m.Name, m.Value)
		}
	}
	return out
}

// exportCode answers the file of one snippet, as a JSON string.
func (s snippetPlane) exportCode(c *rest.Call) (*rest.Response, *rest.Error) {
	file := "<?php\n"
	if sn := s.snippet(c); sn != nil {
		lines := []string{sn.name}
		if desc := strings.TrimSpace(php.TagForm.ReplaceAllString(sn.desc, "")); desc != "" {
			lines = append(append(lines, ""), strings.Split(desc, "\n")...)
		}
		file += "\n/**\n"
		for _, line := range lines {
			file += strings.TrimRight(" * "+line, " ") + "\n"
		}
		file += " */\n" + sn.code + "\n"
	}
	return &rest.Response{Status: 200, Body: file}, nil
}

func (s snippetPlane) snippetSchema(c *rest.Call) (*rest.Response, *rest.Error) {
	props := php.Object{{"id", php.Object{{"description", "Identifies the snippet."}, {"type", "integer"}, {"readonly", true}}}}
	for _, p := range s.snippetParams() {
		one := php.Object{{"description", p.About}, {"type", p.Kind}}
		if p.Name == "network" {
			one.Add("default", nil)
		}
		props.Add(p.Name, one)
	}
	return &rest.Response{Status: 200, Body: php.Object{
		{"$schema", "http://json-schema.org/draft-04/schema#"}, {"title", "snippet"}, {"type", "object"}, {"properties", props},
	}}, nil
}

var (
	declaration = regexp.MustCompile(`(?m)^\s*function\s+(\w+)\s*\(`)
	throwing    = regexp.MustCompile(`(?m)^throw\s`)
)

// runsPHP reports that a snippet is of a scope whose code runs while the interface is asked.
func runsPHP(sn *snippet) bool { return sn.scope == "global" || sn.scope == "front-end" }

// redeclared finds a function in the code of a snippet that another active one declares as well, and its line; line 0
// stands for none. It sees no more than declarations that begin a line.
func (s snippetPlane) redeclared(sn *snippet) (message string, line int) {
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
