package plugins

import (
	"fmt"
	"strings"

	"github.com/fontcms/fontcms-go/cms/cmstest/internal/php"
	"github.com/fontcms/fontcms-go/cms/cmstest/internal/rest"
)

// listArgs returns the arguments of a list. Only versions of the plugin after 3.6.4 have the
// arguments page and per_page.
func (s snippetPlane) listArgs() string {
	if !s.Later {
		return "[]"
	}
	return `{"page":{"type":"integer","default":1,"minimum":1,"required":false},` +
		`"per_page":{"type":"integer","default":10,"minimum":1,"maximum":100,"required":false}}`
}

func (s snippetPlane) snippetArgs() string {
	args := php.Object{}
	for _, m := range s.properties() {
		args.Add(m.Name, php.Object{{"type", m.Value}, {"required", false}})
	}
	return string(php.AppendJSON(nil, args))
}

// properties returns the writable fields of a snippet, with their types.
func (s snippetPlane) properties() php.Object {
	out := php.Object{
		{"name", "string"}, {"desc", "string"}, {"code", "string"}, {"tags", "array"}, {"scope", "string"},
		{"active", "boolean"}, {"priority", "integer"}, {"network", "boolean"}, {"shared_network", "boolean"},
		{"modified", "string"},
	}
	if s.Later {
		out = append(out, php.Object{{"condition_id", "integer"}, {"trashed", "boolean"}, {"locked", "boolean"}}...)
	}
	return out
}

func checkTags(_ *rest.Call, _ *rest.Param, value any) *rest.Problem {
	if _, ok := php.ToList(value); !ok {
		return rest.InvalidType("tags", "array")
	}
	return nil
}

func (s snippetPlane) snippet(c *rest.Call) *snippet { return s.State.snippets[c.Integer("id")] }

func (s snippetPlane) listSnippets(c *rest.Call) (*rest.Response, *rest.Error) {
	list := s.sortedSnippets()
	answer := &rest.Response{Status: 200}
	if s.Later {
		total, page, perPage := len(list), 1, max(len(list), 1)
		_, paged := c.Query.Lookup("page")
		if _, sized := c.Query.Lookup("per_page"); paged || sized {
			var start int
			page, perPage, start = c.Page()
			list = rest.Window(list, start, perPage)
		}
		// The plugin sends only the first two headers, without the links to other pages.
		answer.Header = c.Totals(total, page, perPage)[:2]
	}
	items := make([]php.Object, len(list))
	for i, sn := range list {
		items[i] = s.showSnippet(sn, nil)
	}
	answer.Body = items
	return answer, nil
}

// getSnippet returns one snippet. For the id 0 it returns an empty snippet.
func (s snippetPlane) getSnippet(c *rest.Call) (*rest.Response, *rest.Error) {
	sn := s.snippet(c)
	if c.Integer("id") == 0 {
		sn = newSnippet()
	}
	if sn == nil {
		return nil, rest.NewError(500, "rest_cannot_get", "No snippet has this id.")
	}
	return rest.OK(s.showSnippet(sn, nil))
}

func (s snippetPlane) createSnippet(c *rest.Call) (*rest.Response, *rest.Error) {
	sn := newSnippet()
	sn.id = s.State.nextSnippet
	s.State.nextSnippet++
	return s.saveSnippet(c, sn, &written{created: true})
}

func (s snippetPlane) updateSnippet(c *rest.Call) (*rest.Response, *rest.Error) {
	sn := s.snippet(c)
	if sn == nil {
		return nil, rest.NewError(400, "rest_cannot_update", "The snippet does not exist.")
	}
	return s.saveSnippet(c, new(*sn), &written{})
}

// saveSnippet stores the arguments and takes the snippet out of the trash. The code of an active
// snippet is checked. If the code throws, nothing is stored.
func (s snippetPlane) saveSnippet(c *rest.Call, sn *snippet, w *written) (*rest.Response, *rest.Error) {
	s.assignSnippet(c, sn)
	sn.trashed = false
	w.network, w.shared = s.flagOrNil(c, "network"), s.flagOrNil(c, "shared_network")
	if on, ok := php.ToBool(c.Get("active")); ok {
		sn.active = on
	}
	if on, _ := php.ToBool(c.Get("active")); on {
		switch message, line := php.SyntaxError(sn.scope, sn.code); {
		case line > 0:
			sn.active, w.codeError = false, []any{message, line}
		case throws(sn):
			return nil, rest.NewError(500, "internal_server_error", "There was a critical error.")
		case w.shared == nil:
			w.shared = false
		}
	}
	sn.modified = s.Clock.Now().UTC().Format(snippetLayout)
	sn.revision++
	s.State.snippets[sn.id] = sn
	return rest.OK(s.showSnippet(sn, w))
}

// throws reports whether the code of a snippet throws when WordPress runs it. The server assumes
// this if WordPress runs snippets of this scope, and a line of the code begins with throw.
func throws(sn *snippet) bool {
	runs := sn.scope == "global" || sn.scope == "front-end" || sn.scope == "admin"
	return runs && strings.Contains("\n"+sn.code, "\nthrow ")
}

// assignSnippet copies the arguments into sn. A locked snippet keeps its name and code, unless the
// request unlocks it.
func (s snippetPlane) assignSnippet(c *rest.Call, sn *snippet) {
	locked := sn.locked
	if on, ok := php.ToBool(c.Get("locked")); ok && s.Later {
		sn.locked = on
	}
	if locked && sn.locked {
		name, code := sn.name, sn.code
		defer func() { sn.name, sn.code = name, code }()
	}
	c.Take(map[string]*string{"name": &sn.name, "desc": &sn.desc, "code": &sn.code, "scope": &sn.scope})
	sn.scope = s.knownScope(sn.scope)
	if n, ok := php.ToInt(c.Get("priority")); ok {
		sn.priority = max(n, -n)
	}
	if n, ok := php.ToInt(c.Get("condition_id")); ok && s.Later {
		sn.condition = n
	}
	value := c.Get("tags")
	list, ok := php.ToList(value)
	if value == nil || !ok {
		return
	}
	sn.tags = []string{}
	for _, e := range list {
		for text := range strings.SplitSeq(fmt.Sprint(e), ",") { // the plugin stores all tags as one text with commas
			if text = strings.TrimSpace(text); text != "" {
				sn.tags = append(sn.tags, text)
			}
		}
	}
}

func (s snippetPlane) flagOrNil(c *rest.Call, name string) any {
	if on, ok := php.ToBool(c.Get(name)); ok {
		return on
	}
	return nil
}

// deleteSnippet moves a snippet to the trash. A snippet in the trash is deleted permanently.
// Version 3.6.4 has no trash and always deletes permanently.
func (s snippetPlane) deleteSnippet(c *rest.Call) (*rest.Response, *rest.Error) {
	sn := s.snippet(c)
	switch {
	case sn == nil || sn.trashed && sn.locked:
		return nil, rest.NewError(500, "rest_cannot_delete", "The snippet was not deleted.")
	case s.Later && sn.locked:
		return nil, rest.NewError(500, "rest_cannot_trash", "The snippet was not trashed.")
	case s.Later && !sn.trashed:
		sn.trashed, sn.active = true, false
		return rest.OK(s.showSnippet(sn, nil))
	}
	delete(s.State.snippets, sn.id)
	return &rest.Response{Status: 204}, nil
}

// switchSnippet activates or deactivates a snippet without a check of its code. Both routes use
// the error code rest_cannot_activate, also the route that deactivates.
func (s snippetPlane) switchSnippet(c *rest.Call, active bool) (*rest.Response, *rest.Error) {
	sn := s.snippet(c)
	switch {
	case sn == nil && s.Later:
		return nil, rest.NewError(404, "rest_cannot_activate", "No snippet has this id.")
	case sn == nil || active && sn.active:
		return nil, rest.NewError(500, "rest_cannot_activate", "The snippet was not switched.")
	}
	sn.active, sn.trashed = active, false
	return rest.OK(php.EmptyObject{})
}

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

// exported returns the fields of a snippet that differ from the default.
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

// exportCode returns the PHP file of a snippet as a JSON string.
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
