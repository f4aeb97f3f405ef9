package plugins

import (
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
	if s.Later {
		generator = "Code Snippets"
	}
	return &rest.Response{Status: 200, Body: php.Object{
		{"generator", generator}, {"date_created", s.Clock.Now().UTC().Format("2006-01-02 15:04")},
		{"snippets", []php.Object{exported}},
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

// exportCode returns the file of one snippet, as a JSON string.
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
	return rest.OK(file)
}

func (s snippetPlane) snippetSchema(c *rest.Call) (*rest.Response, *rest.Error) {
	props := php.Object{{"id", php.Object{{"type", "integer"}, {"readonly", true}}}}
	for _, m := range s.properties() {
		one := php.Object{{"type", m.Value}}
		if m.Name == "network" {
			one.Add("default", nil)
		}
		props.Add(m.Name, one)
	}
	return &rest.Response{Status: 200, Body: php.Object{
		{"$schema", "http://json-schema.org/draft-04/schema#"}, {"title", "snippet"}, {"type", "object"},
		{"properties", props},
	}}, nil
}
