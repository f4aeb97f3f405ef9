package appearance

import (
	"context"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"

	"github.com/fontcms/fontcms-go/cms"
)

// LostError means that a site has stored global styles without a part of what was sent.
// WordPress silently drops names that it does not know, values of a wrong type, and CSS
// that the user may not write. The rest was stored. errors.Is with [cms.ErrPartlyWritten]
// is true for it.
type LostError struct {
	ID int64
	// Paths are the places of the values that the site dropped or changed:
	// "styles.color.text".
	Paths []string
}

// Error names the styles and lists Paths, in one line.
func (e *LostError) Error() string {
	return cms.Line(fmt.Sprintf("cms: global-styles.Edit: the site has dropped or changed %d values of the styles %d: %s",
		len(e.Paths), e.ID, strings.Join(e.Paths, ", ")), 3000)
}

// Unwrap returns [cms.ErrPartlyWritten].
func (*LostError) Unwrap() error { return cms.ErrPartlyWritten }

// Edit reads global styles, calls change, writes back the trees that differ, and compares
// the result: two GETs and a POST of cms/v2/global-styles/{id}. If nothing changed,
// nothing is written. If change returns an error, nothing is written, and Edit returns the
// error.
//
// A site has no version check, and a write replaces a whole tree. So Edit reads the record
// again before it writes. A change that somebody else makes between this read and the
// write is overwritten. It is still in the revisions: see [Styles.Revisions].
//
// Errors:
//   - [cms.ErrChanged] if somebody else changed the record while change was running.
//     Nothing was written.
//   - A [*LostError], together with the resulting record, if the site dropped or changed
//     a value.
//   - [cms.ErrNotFound] if no record has the id.
func (s *Styles) Edit(ctx context.Context, id int64, change func(*GlobalStyles) error,
	options ...cms.CallOption) (*GlobalStyles, error) {
	// The changes depend on this response, so it must not come from a cache.
	before, err := s.Get(ctx, id, cms.Uncached())
	if err != nil {
		return nil, err
	}
	wanted := *before
	wanted.Extra = maps.Clone(before.Extra)
	if err := change(&wanted); err != nil {
		return nil, err
	}
	params, changed := wanted.changes(before)
	if !changed {
		return before, nil
	}
	now, err := s.Get(ctx, id, cms.Uncached())
	if err != nil {
		return nil, err
	}
	if _, moved := now.changes(before); moved {
		return nil, &cms.Error{Operation: "global-styles.Edit", Path: s.route(fmt.Sprintf("global-styles/%d", id)),
			Reason: cms.ErrChanged}
	}
	after, err := s.Update(ctx, id, params, options...)
	if err != nil || after.Reading.Partial {
		return after, err
	}
	var lost []string
	if params.Settings != nil {
		lost = append(lost, missing("settings", value(params.Settings), value(after.Settings))...)
	}
	if params.Styles != nil {
		lost = append(lost, missing("styles", value(params.Styles), value(after.Styles))...)
	}
	if lost != nil {
		return after, &LostError{id, lost}
	}
	return after, nil
}

// changes returns params that set each tree, and the title, if it differs between g and before.
func (g *GlobalStyles) changes(before *GlobalStyles) (params *StylesParams, changed bool) {
	params = &StylesParams{}
	if !reflect.DeepEqual(value(g.Settings), value(before.Settings)) {
		params.Settings, changed = g.Settings.sent(), true
	}
	if !reflect.DeepEqual(value(g.Styles), value(before.Styles)) {
		params.Styles, changed = g.Styles.sent(), true
	}
	if g.Title.Raw != before.Title.Raw {
		params.Title, changed = &g.Title.Raw, true
	}
	return params, changed
}

// sent returns the tree for a request. A nil tree becomes an empty object, which removes
// all values.
func (t Tree) sent() Tree {
	if t == nil {
		return Tree("{}")
	}
	return t
}

// value decodes a tree. If the tree is invalid, or would take too much memory, value
// returns its text.
func value(t Tree) any {
	var v any
	if len(t) == 0 {
		return map[string]any{}
	}
	if cms.Unmarshal(t, &v) != nil {
		return string(t)
	}
	return v
}

// missing compares the value sent with the value got, which the site returned. It returns
// the paths of the values that are absent or different in got.
func missing(path string, sent, got any) (lost []string) {
	if same, known := list(sent), list(got); same != nil {
		// In place of a list of presets, the site may return an object that has the list in
		// its member "custom".
		if known == nil {
			object, _ := got.(map[string]any)
			known = list(object["custom"])
		}
		if len(same) != len(known) {
			return unless(len(same) == 0, path)
		}
		for i := range same {
			lost = append(lost, missing(fmt.Sprintf("%s[%d]", path, i), same[i], known[i])...)
		}
		return lost
	}
	object, ok := sent.(map[string]any)
	if !ok {
		return unless(reflect.DeepEqual(spelled(sent), spelled(got)), path)
	}
	if hollow(object) {
		return nil // the site drops empty objects, or writes them as []
	}
	known, ok := got.(map[string]any)
	if !ok {
		return []string{path}
	}
	for _, name := range slices.Sorted(maps.Keys(object)) {
		stored, ok := known[name]
		below := path + "." + name
		if !ok && !hollow(object[name]) {
			lost = append(lost, below)
			continue
		}
		lost = append(lost, missing(below, object[name], stored)...)
	}
	return lost
}

// unless returns a list with only the path, or nil if ok is true.
func unless(ok bool, path string) []string {
	if ok {
		return nil
	}
	return []string{path}
}

func list(v any) []any {
	l, _ := v.([]any)
	return l
}

// hollow reports whether a value is an empty list, or an object whose members are all
// hollow.
func hollow(v any) bool {
	switch v := v.(type) {
	case map[string]any:
		for _, member := range v {
			if !hollow(member) {
				return false
			}
		}
		return true
	case []any:
		return len(v) == 0
	}
	return false
}

// spelled replaces the spelling "var:preset|color|red" of a reference to a preset with the
// spelling "var(--wp--preset--color--red)", which the site returns. It does not change
// other values.
func spelled(v any) any {
	text, ok := v.(string)
	if !ok {
		return v
	}
	if name, ok := strings.CutPrefix(text, "var:"); ok {
		return "var(--wp--" + strings.ReplaceAll(name, "|", "--") + ")"
	}
	return text
}
