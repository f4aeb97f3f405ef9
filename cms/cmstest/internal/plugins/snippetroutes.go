package plugins

import (
	"fmt"
	"strings"

	"github.com/fontcms/fontcms-go/cms/cmstest/internal/php"
	"github.com/fontcms/fontcms-go/cms/cmstest/internal/rest"
)

// snippetListParams: only later versions know pages.
func (s snippetPlane) snippetListParams() []rest.Param {
	if !s.Later {
		return nil
	}
	return rest.PageParams()[:2]
}

// snippetParams are the arguments of a write. Their values reach the handler as they were sent, for null is no value.
func (s snippetPlane) snippetParams() []rest.Param {
	params := []rest.Param{
		{Name: "name", Schema: rest.Text(), About: "Title of the snippet."},
		{Name: "desc", Schema: rest.Text(), About: "What the snippet is for."},
		{Name: "code", Schema: rest.Text(), About: "The code that runs."},
		{Name: "tags", Schema: rest.Schema{Kind: "array"}, About: "Tags of the snippet.", Check: checkTags},
		{Name: "scope", Schema: rest.Text(), About: "Where the code runs."},
		{Name: "active", Schema: rest.Boolean(), About: "Whether the snippet is switched on."},
		{Name: "priority", Schema: rest.Integer(), About: "Which of the snippets runs first."},
		{Name: "network", Schema: rest.Boolean(), About: "Whether the snippet belongs to the network of sites."},
		{Name: "shared_network", Schema: rest.Boolean(), About: "Whether each site of the network switches the snippet on."},
		{Name: "modified", Schema: rest.Text(), About: "When the snippet was changed."},
	}
	if s.Later {
		params = append(params,
			rest.Param{Name: "condition_id", Schema: rest.Integer(), About: "The condition under which the code runs."},
			rest.Param{Name: "trashed", Schema: rest.Boolean(), About: "Whether the snippet is in the trash."},
			rest.Param{Name: "locked", Schema: rest.Boolean(),
				About: "Whether the snippet is kept from being changed and deleted."})
	}
	for i := range params {
		params[i].Early, params[i].Raw = true, true
	}
	return params
}

func checkTags(_ *rest.Call, value any) *rest.Problem {
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
			page, perPage = int(c.Integer("page")), int(c.Integer("per_page"))
			list = rest.Window(list, rest.PageStart(page, perPage), perPage)
		}
		answer.Header = c.Totals(total, page, perPage)[:2] // without the neighbouring pages
	}
	items := make([]php.Object, len(list))
	for i, sn := range list {
		items[i] = s.showSnippet(sn, nil)
	}
	answer.Body = items
	return answer, nil
}

// getSnippet answers the id 0 with a snippet that there is not.
func (s snippetPlane) getSnippet(c *rest.Call) (*rest.Response, *rest.Error) {
	sn := s.snippet(c)
	if c.Integer("id") == 0 {
		sn = newSnippet()
	}
	if sn == nil {
		return nil, rest.NewError(500, "rest_cannot_get", "There is no such snippet.")
	}
	return &rest.Response{Status: 200, Body: s.showSnippet(sn, nil)}, nil
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
		return nil, rest.NewError(400, "rest_cannot_update", "Only a snippet that exists can be changed.")
	}
	return s.saveSnippet(c, new(*sn), &written{})
}

// saveSnippet takes what the request says, tests the code if it is to run, and stores.
// A write takes the snippet out of the trash. To test code is to run it: what throws ends
// the request before anything is stored.
func (s snippetPlane) saveSnippet(c *rest.Call, sn *snippet, w *written) (*rest.Response, *rest.Error) {
	s.assignSnippet(c, sn)
	sn.trashed = false
	w.network, w.shared = s.flagOrNil(c, "network"), s.flagOrNil(c, "shared_network")
	if on, ok := php.ToBool(c.Get("active")); ok {
		sn.active = on
	}
	if on, _ := php.ToBool(c.Get("active")); on {
		message, line := php.SyntaxError(sn.scope, sn.code)
		if line == 0 {
			message, line = s.redeclared(sn)
		}
		switch {
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
	return &rest.Response{Status: 200, Body: s.showSnippet(sn, w)}, nil
}

// assignSnippet leaves the name and the code of a snippet alone that is locked and stays so.
func (s snippetPlane) assignSnippet(c *rest.Call, sn *snippet) {
	locked := sn.locked
	if on, ok := php.ToBool(c.Get("locked")); ok && s.Later {
		sn.locked = on
	}
	if locked && sn.locked {
		name, code := sn.name, sn.code
		defer func() { sn.name, sn.code = name, code }()
	}
	for name, to := range map[string]*string{"name": &sn.name, "desc": &sn.desc, "code": &sn.code, "scope": &sn.scope} {
		if text, ok := c.Get(name).(string); ok {
			*to = text
		}
	}
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
		for text := range strings.SplitSeq(fmt.Sprint(e), ",") { // they are stored in one text
			if text = strings.TrimSpace(text); text != "" {
				sn.tags = append(sn.tags, text)
			}
		}
	}
}

// flagOrNil is a flag that may be absent.
func (s snippetPlane) flagOrNil(c *rest.Call, name string) any {
	if on, ok := php.ToBool(c.Get(name)); ok {
		return on
	}
	return nil
}

// deleteSnippet trashes first, and deletes for good what is in the trash. Version 3.6.4 has no trash.
func (s snippetPlane) deleteSnippet(c *rest.Call) (*rest.Response, *rest.Error) {
	sn := s.snippet(c)
	switch {
	case sn == nil || sn.trashed && sn.locked:
		return nil, rest.NewError(500, "rest_cannot_delete", "The snippet was not deleted.")
	case s.Later && sn.locked:
		return nil, rest.NewError(500, "rest_cannot_trash", "The snippet was not trashed.")
	case s.Later && !sn.trashed:
		sn.trashed, sn.active = true, false
		return &rest.Response{Status: 200, Body: s.showSnippet(sn, nil)}, nil
	}
	delete(s.State.snippets, sn.id)
	return &rest.Response{Status: 204}, nil
}

// switchSnippet does not look at the code. Switching off is refused under the code for switching on.
func (s snippetPlane) switchSnippet(c *rest.Call, active bool) (*rest.Response, *rest.Error) {
	sn := s.snippet(c)
	switch {
	case sn == nil && s.Later:
		return nil, rest.NewError(404, "rest_cannot_activate", "There is no such snippet.")
	case sn == nil || active && sn.active:
		return nil, rest.NewError(500, "rest_cannot_activate", "The snippet was not switched.")
	}
	sn.active, sn.trashed = active, false
	return &rest.Response{Status: 200, Body: php.EmptyObject{}}, nil
}
