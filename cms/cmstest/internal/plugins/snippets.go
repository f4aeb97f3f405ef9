package plugins

import (
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/fontcms/fontcms-go/cms/cmstest/internal/php"
	"github.com/fontcms/fontcms-go/cms/cmstest/internal/seed"
)

// snippetLayout is the layout of times in the plugin. They are in UTC.
const snippetLayout = time.DateTime

const defaultPriority = 10

// knownScope replaces an unknown scope with the default. The plugin reports no error for it.
func (s snippetPlane) knownScope(scope string) string {
	known := strings.Fields(
		"global admin front-end single-use content head-content footer-content admin-css " +
			"site-css site-head-js site-footer-js")
	if slices.Contains(known, scope) || s.Later && scope == "condition" {
		return scope
	}
	return "global"
}

func newSnippet() *snippet {
	return &snippet{tags: []string{}, scope: "global", priority: defaultPriority, revision: 1}
}

func (s snippetPlane) insertSnippet(record map[string]any) (int64, error) {
	sn := newSnippet()
	sn.revision, sn.modified = 2, s.Clock.Now().UTC().Format(snippetLayout)
	err := seed.Fields(record, sn.places())
	if err != nil {
		return 0, err
	}
	if sn.id, err = seed.PlaceID(&s.State.nextSnippet, sn.id, s.State.snippets[sn.id] != nil); err != nil {
		return 0, err
	}
	s.State.snippets[sn.id] = sn
	return sn.id, nil
}

func (s snippetPlane) snippetRecord(id int64) map[string]any {
	if sn := s.State.snippets[id]; sn != nil {
		return sn.places().Record()
	}
	return nil
}

func (sn *snippet) places() seed.Places {
	return seed.Places{
		"id": &sn.id, "name": &sn.name, "desc": &sn.desc, "code": &sn.code, "tags": &sn.tags, "scope": &sn.scope,
		"condition_id": &sn.condition, "active": &sn.active, "priority": &sn.priority, "modified": &sn.modified,
		"revision": &sn.revision, "trashed": &sn.trashed, "locked": &sn.locked,
	}
}

// written holds the values that only the response to a write contains.
type written struct {
	created         bool
	network, shared any   // values that the request has sent
	codeError       []any // message and line number
}

// showSnippet returns the fields of a snippet. w is nil in a read.
func (s snippetPlane) showSnippet(sn *snippet, w *written) php.Object {
	var network, shared, modified, codeError, revision, cloud any = false, nil, sn.modified, nil, sn.revision, nil
	switch {
	case sn.id == 0:
		modified, cloud = nil, ""
	case w == nil:
		revision = strconv.FormatInt(sn.revision, 10)
	case w.created:
		network, cloud = nil, ""
	}
	if w != nil {
		shared = w.shared
		if w.network != nil {
			network = w.network
		}
		if w.codeError != nil {
			codeError = w.codeError
		}
	}
	out := php.Object{
		{"id", sn.id}, {"name", sn.name}, {"desc", sn.desc}, {"code", sn.code}, {"tags", sn.tags}, {"scope", sn.scope},
	}
	if s.Later {
		out.Add("condition_id", sn.condition)
	}
	out.Add("active", sn.active)
	if s.Later {
		out = append(out, php.Member{"trashed", sn.trashed}, php.Member{"locked", sn.locked})
	}
	out = append(out, php.Object{
		{"priority", sn.priority}, {"network", network}, {"shared_network", shared},
		{"modified", modified}, {"code_error", codeError},
	}...)
	if s.Later {
		return out
	}
	return append(out, php.Member{"revision", revision}, php.Member{"cloud_id", cloud})
}

func (s snippetPlane) sortedSnippets() []*snippet {
	var out []*snippet
	for _, sn := range s.State.snippets {
		out = append(out, sn)
	}
	slices.SortFunc(out, func(a, b *snippet) int { return int(a.id - b.id) })
	return out
}
