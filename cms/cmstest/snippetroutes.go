package cmstest

import (
	"fmt"
	"strings"

	"github.com/fontcms/fontcms-go/cms/cmstest/internal/php"
)

func (s snippetPlane) snippetRoutes(add pluginRouter) {
	get, post, remove := []string{"GET"}, []string{"POST"}, []string{"DELETE"}
	add("/snippets",
		endpoint{get, s.snippetListParams(), administrators, s.listSnippets},
		endpoint{post, s.snippetParams(), administrators, s.createSnippet})
	add("/snippets/{id}",
		endpoint{get, nil, administrators, s.getSnippet},
		endpoint{updateMethods, s.snippetParams(), administrators, s.updateSnippet},
		endpoint{remove, nil, administrators, s.deleteSnippet})
	add("/snippets/schema", endpoint{get, nil, everyone, s.snippetSchema})
	turn := func(active bool) func(*call) (*response, *fault) {
		return func(c *call) (*response, *fault) { return s.switchSnippet(c, active) }
	}
	add("/snippets/{id}/activate", endpoint{updateMethods, nil, administrators, turn(true)})
	add("/snippets/{id}/deactivate", endpoint{updateMethods, nil, administrators, turn(false)})
	add("/snippets/{id}/export", endpoint{get, nil, administrators, s.exportSnippet})
	add("/snippets/{id}/export-code", endpoint{get, nil, administrators, s.exportCode})
}

// snippetListParams: only later versions know pages.
func (s snippetPlane) snippetListParams() []param {
	if !s.later {
		return nil
	}
	return pageParams()[:2]
}

// snippetParams are the arguments of a write. Their values reach the handler as they were sent, for null is no value.
func (s snippetPlane) snippetParams() []param {
	params := []param{
		{name: "name", schema: text(), about: "Title of the snippet."},
		{name: "desc", schema: text(), about: "What the snippet is for."},
		{name: "code", schema: text(), about: "The code that runs."},
		{name: "tags", schema: schema{kind: "array"}, about: "Tags of the snippet.", check: checkTags},
		{name: "scope", schema: text(), about: "Where the code runs."},
		{name: "active", schema: boolean(), about: "Whether the snippet is switched on."},
		{name: "priority", schema: integer(), about: "Which of the snippets runs first."},
		{name: "network", schema: boolean(), about: "Whether the snippet belongs to the network of sites."},
		{name: "shared_network", schema: boolean(), about: "Whether each site of the network switches the snippet on."},
		{name: "modified", schema: text(), about: "When the snippet was changed."},
	}
	if s.later {
		params = append(params,
			param{name: "condition_id", schema: integer(), about: "The condition under which the code runs."},
			param{name: "trashed", schema: boolean(), about: "Whether the snippet is in the trash."},
			param{name: "locked", schema: boolean(), about: "Whether the snippet is kept from being changed and deleted."})
	}
	for i := range params {
		params[i].early, params[i].raw = true, true
	}
	return params
}

func checkTags(_ *call, value any) *problem {
	if _, ok := php.ToList(value); !ok {
		return invalidType("tags", "array")
	}
	return nil
}

func (s snippetPlane) snippet(c *call) *snippet { return s.plugins.snippets[c.integer("id")] }

func (s snippetPlane) listSnippets(c *call) (*response, *fault) {
	list := s.sortedSnippets()
	answer := &response{status: 200}
	if s.later {
		total, page, perPage := len(list), 1, max(len(list), 1)
		_, paged := c.query.Lookup("page")
		if _, sized := c.query.Lookup("per_page"); paged || sized {
			page, perPage = int(c.integer("page")), int(c.integer("per_page"))
			list = window(list, pageStart(page, perPage), perPage)
		}
		answer.header = c.totals(total, page, perPage)[:2] // without the neighbouring pages
	}
	items := make([]php.Object, len(list))
	for i, sn := range list {
		items[i] = s.showSnippet(sn, nil)
	}
	answer.body = items
	return answer, nil
}

// getSnippet answers the id 0 with a snippet that there is not.
func (s snippetPlane) getSnippet(c *call) (*response, *fault) {
	sn := s.snippet(c)
	if c.integer("id") == 0 {
		sn = newSnippet()
	}
	if sn == nil {
		return nil, newFault(500, "rest_cannot_get", "There is no such snippet.")
	}
	return &response{status: 200, body: s.showSnippet(sn, nil)}, nil
}

func (s snippetPlane) createSnippet(c *call) (*response, *fault) {
	sn := newSnippet()
	sn.id = s.plugins.nextSnippet
	s.plugins.nextSnippet++
	return s.saveSnippet(c, sn, &written{created: true})
}

func (s snippetPlane) updateSnippet(c *call) (*response, *fault) {
	sn := s.snippet(c)
	if sn == nil {
		return nil, newFault(400, "rest_cannot_update", "Only a snippet that exists can be changed.")
	}
	return s.saveSnippet(c, new(*sn), &written{})
}

// saveSnippet takes what the request says, tests the code if it is to run, and stores.
// A write takes the snippet out of the trash. To test code is to run it: what throws ends
// the request before anything is stored.
func (s snippetPlane) saveSnippet(c *call, sn *snippet, w *written) (*response, *fault) {
	s.assignSnippet(c, sn)
	sn.trashed = false
	w.network, w.shared = s.flagOrNil(c, "network"), s.flagOrNil(c, "shared_network")
	if on, ok := php.ToBool(c.get("active")); ok {
		sn.active = on
	}
	if on, _ := php.ToBool(c.get("active")); on {
		message, line := php.SyntaxError(sn.scope, sn.code)
		if line == 0 {
			message, line = s.redeclared(sn)
		}
		switch {
		case line > 0:
			sn.active, w.codeError = false, []any{message, line}
		case throws(sn):
			return nil, newFault(500, "internal_server_error", "There was a critical error.")
		case w.shared == nil:
			w.shared = false
		}
	}
	sn.modified = s.clock().UTC().Format(snippetLayout)
	sn.revision++
	s.plugins.snippets[sn.id] = sn
	return &response{status: 200, body: s.showSnippet(sn, w)}, nil
}

// assignSnippet leaves the name and the code of a snippet alone that is locked and stays so.
func (s snippetPlane) assignSnippet(c *call, sn *snippet) {
	locked := sn.locked
	if on, ok := php.ToBool(c.get("locked")); ok && s.later {
		sn.locked = on
	}
	if locked && sn.locked {
		name, code := sn.name, sn.code
		defer func() { sn.name, sn.code = name, code }()
	}
	for name, to := range map[string]*string{"name": &sn.name, "desc": &sn.desc, "code": &sn.code, "scope": &sn.scope} {
		if text, ok := c.get(name).(string); ok {
			*to = text
		}
	}
	sn.scope = s.knownScope(sn.scope)
	if n, ok := php.ToInt(c.get("priority")); ok {
		sn.priority = max(n, -n)
	}
	if n, ok := php.ToInt(c.get("condition_id")); ok && s.later {
		sn.condition = n
	}
	value := c.get("tags")
	list, ok := php.ToList(value)
	if value == nil || !ok {
		return
	}
	sn.tags = []string{}
	for _, e := range list {
		for text := range strings.SplitSeq(fmt.Sprint(e), ",") { // they are stored in one text
			if text = strings.TrimSpace(text); text != "" {
				sn.tags = append(sn.tags, text)
			}
		}
	}
}

// flagOrNil is a flag that may be absent.
func (s snippetPlane) flagOrNil(c *call, name string) any {
	if on, ok := php.ToBool(c.get(name)); ok {
		return on
	}
	return nil
}

// deleteSnippet trashes first, and deletes for good what is in the trash. Version 3.6.4 has no trash.
func (s snippetPlane) deleteSnippet(c *call) (*response, *fault) {
	sn := s.snippet(c)
	switch {
	case sn == nil || sn.trashed && sn.locked:
		return nil, newFault(500, "rest_cannot_delete", "The snippet was not deleted.")
	case s.later && sn.locked:
		return nil, newFault(500, "rest_cannot_trash", "The snippet was not trashed.")
	case s.later && !sn.trashed:
		sn.trashed, sn.active = true, false
		return &response{status: 200, body: s.showSnippet(sn, nil)}, nil
	}
	delete(s.plugins.snippets, sn.id)
	return &response{status: 204}, nil
}

// switchSnippet does not look at the code. Switching off is refused under the code for switching on.
func (s snippetPlane) switchSnippet(c *call, active bool) (*response, *fault) {
	sn := s.snippet(c)
	switch {
	case sn == nil && s.later:
		return nil, newFault(404, "rest_cannot_activate", "There is no such snippet.")
	case sn == nil || active && sn.active:
		return nil, newFault(500, "rest_cannot_activate", "The snippet was not switched.")
	}
	sn.active, sn.trashed = active, false
	return &response{status: 200, body: php.EmptyObject{}}, nil
}
