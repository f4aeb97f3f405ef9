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

// ErrNotApplied means that the site accepted an update and kept another value: an
// unknown timezone or language, a number that it does not take. The text names the
// settings. The others were stored.
var ErrNotApplied = errors.New("the site did not apply a setting")

// Edit reads the settings, lets change alter them, and sends those that it altered, and
// no others: GET and POST cms/v2/settings. If it altered none, nothing is sent, and the
// settings are returned as they were read. If change returns an error, nothing is sent,
// and Edit returns the error.
//
// Title and Description are HTML: a title set to "A & B" reads back as "A &amp; B", which
// is another text. Compare with cms.Text{Rendered: s.Title}.Plain().
//
// Settings that somebody else changes in between are overwritten only where change
// altered the same ones.
//
// Errors: those of [Service]; [ErrNotApplied], together with the settings as they then are,
// if the site kept another value.
func (s *Service) Edit(ctx context.Context, change func(*Settings) error, options ...cms.CallOption) (*Settings, error) {
	before, err := s.Get(ctx)
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
	sent, _ := members(params) // all of it was JSON a moment ago
	if len(sent) == 0 {
		return before, nil
	}
	after, err := s.Update(ctx, params, options...)
	if err != nil || after.Reading.Partial {
		return after, err
	}
	return after, applied(sent, params, after)
}

// Changes returns the settings of s that differ from those of before: what an update
// has to send to turn before into s. A setting that s does not have, or that is null
// in it, is left alone. Errors: [cms.ErrIncomplete] if s or before was read with
// [cms.Fields].
func (s *Settings) Changes(before *Settings) (*Params, error) {
	if s.Reading.Partial || before.Reading.Partial {
		return nil, cms.ErrIncomplete
	}
	differs := func(name string) bool { return !bytes.Equal(s.Extra[name], before.Extra[name]) }
	now, err := members(s.with(differs)) // encoding what is equal takes its size several times
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
	changed, _ := cms.Marshal(now) // all of it was JSON a moment ago
	params := new(Params)
	return params, cms.Unmarshal(changed, params)
}

// with returns a copy with those members of Extra that keep names.
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

// members are the JSON members of settings or params.
func members(v any) (map[string]json.RawMessage, error) {
	encoded, err := cms.Marshal(v)
	if err != nil {
		return nil, &cms.ArgumentError{Argument: "body", Reason: err.Error()}
	}
	var all map[string]json.RawMessage
	return all, cms.Unmarshal(encoded, &all)
}

// applied compares what was sent with what the site then has. Texts may come back in
// HTML, and plugins may store anything else: of both nothing is known.
func applied(sent map[string]json.RawMessage, params *Params, after *Settings) error {
	now, _ := members(after.with(func(name string) bool { return sent[name] != nil })) // it was decoded a moment ago
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
