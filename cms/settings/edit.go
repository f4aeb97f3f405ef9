package settings

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/fontcms/fontcms-go/cms"
)

// ErrNotApplied means that the site accepted an update but stored another value. An
// example is an unknown timezone or language. The text names the settings. The other
// settings were stored.
var ErrNotApplied = errors.New("the site did not apply a setting")

// Edit reads the settings, calls change, and sends only what it changed: GET and POST
// cms/v2/settings. If nothing changed, nothing is sent, and the settings are returned as
// read. If change returns an error, nothing is sent, and Edit returns the error.
//
// Concurrent changes to other settings are preserved. The GET reads past caches: see
// [cms.Uncached].
//
// Title and Description are HTML: a title set to "A & B" reads back as "A &amp; B".
// Compare with cms.Text{Rendered: s.Title}.Plain().
//
// Errors: those of [Service]; [ErrNotApplied], together with the resulting settings, if
// the site kept another value.
func (s *Service) Edit(ctx context.Context, change func(*Settings) error,
	options ...cms.CallOption) (*Settings, error) {
	// The changes depend on the response, so it must not come from a cache.
	before, err := s.Get(ctx, cms.Uncached())
	if err != nil {
		return nil, err
	}
	wanted := *before
	wanted.Extra = maps.Clone(before.Extra)
	if err := change(&wanted); err != nil {
		return nil, err
	}
	params, err := wanted.Changes(before)
	if err != nil {
		return nil, err
	}
	sent, _ := members(params) // cannot fail: params was decoded from JSON
	if len(sent) == 0 {
		return before, nil
	}
	after, err := s.Update(ctx, params, options...)
	if err != nil || after.Reading.Partial {
		return after, err
	}
	return after, applied(sent, params, after)
}

// Changes returns the settings that have another value in s than in before. Pass the
// result to Update: it changes only these settings. Settings that s does not have, or
// that are null in it, are not changed. Errors: [cms.ErrIncomplete] if s or before was
// read with [cms.Fields].
func (s *Settings) Changes(before *Settings) (*Params, error) {
	if s.Reading.Partial || before.Reading.Partial {
		return nil, cms.ErrIncomplete
	}
	differs := func(name string) bool { return !bytes.Equal(s.Extra[name], before.Extra[name]) }
	// To save memory, [Settings.with] leaves out the values of Extra that are equal: encoding
	// a value takes several times its size.
	now, err := members(s.with(differs))
	if err != nil {
		return nil, err
	}
	was, err := members(before.with(differs))
	if err != nil {
		return nil, err
	}
	maps.DeleteFunc(now, func(name string, value json.RawMessage) bool {
		return isNull(value) || bytes.Equal(value, was[name])
	})
	changed, _ := cms.Marshal(now) // cannot fail: now was decoded from JSON
	params := new(Params)
	return params, cms.Unmarshal(changed, params)
}

// with returns a copy of s. Its Extra has only the fields for which keep returns true.
func (s *Settings) with(keep func(name string) bool) *Settings {
	out := *s
	out.Extra = cms.Extra{}
	for name, value := range s.Extra {
		if keep(name) {
			out.Extra[name] = value
		}
	}
	return &out
}

// members returns the JSON fields of settings or params.
func members(v any) (map[string]json.RawMessage, error) {
	encoded, err := cms.Marshal(v)
	if err != nil {
		return nil, &cms.ArgumentError{Argument: "body", Reason: err.Error()}
	}
	var all map[string]json.RawMessage
	return all, cms.Unmarshal(encoded, &all)
}

// applied returns an error if the site stored other values than those that were sent. It
// skips texts, because the site may return them as HTML. It also skips fields of plugins,
// because a plugin may store any value.
func applied(sent map[string]json.RawMessage, params *Params, after *Settings) error {
	// members cannot fail: after was decoded from JSON.
	now, _ := members(after.with(func(name string) bool { return sent[name] != nil }))
	var kept []string
	for _, name := range slices.Sorted(maps.Keys(sent)) {
		_, unknown := params.Extra[name]
		text := sent[name][0] == '"' && name != "timezone" && name != "language"
		if !unknown && !text && !bytes.Equal(sent[name], now[name]) {
			kept = append(kept, name)
		}
	}
	if kept == nil {
		return nil
	}
	return fmt.Errorf("settings.Edit: %w: %s", ErrNotApplied, cms.Line(strings.Join(kept, ", "), 2000))
}
