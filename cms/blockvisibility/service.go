package blockvisibility

import (
	"context"
	"net/http"
	"strings"

	"github.com/fontcms/fontcms-go/cms"
)

const settingsPath = cms.NamespaceBlockVisibility + "/settings"

// Service reads and changes the block visibility settings of a site. It is immutable and
// safe for concurrent use.
type Service struct{ site *cms.Client }

// New returns the block visibility settings of a site. It sends nothing.
func New(site *cms.Client) *Service { return &Service{site} }

// Settings returns the settings: GET block-visibility/v1/settings. It needs no login.
// Errors: [ErrWiped] if the site has lost them.
func (s *Service) Settings(ctx context.Context, options ...cms.CallOption) (*Settings, error) {
	return s.read(ctx, "blockvisibility.Settings", options)
}

func (s *Service) read(ctx context.Context, operation string, options []cms.CallOption) (*Settings, error) {
	settings, err := cms.Do(ctx, s.site, cms.Request[Settings]{Operation: operation, Path: settingsPath}, options...)
	if err != nil {
		return nil, wiped(err)
	}
	return settings, nil
}

// Update reads the settings, calls change, and writes the whole document: GET and then
// POST block-visibility/v1/settings, or PUT or PATCH with [cms.UpdateMethod]. All three
// replace the whole document. It returns the stored document, in which empty objects
// have become empty lists. It needs an administrator. Update is retried on connection
// errors.
//
// The options apply to the write. Do not use [cms.Fields] or [cms.Embed]: the site
// stores the arguments of a write as settings.
//
// Update and Reset wait for each other if their clients are the same or derived from
// each other. So change must not call them. The REST API has no versions. If two
// programs update at the same time, the later update overwrites the earlier one. The GET
// reads past caches: see [cms.Uncached].
//
// Errors, with nothing written:
//   - the error of change, unchanged
//   - an [*cms.ArgumentError] if the document is empty after change
//   - an [*cms.ArgumentError] if it has a field named reset, which makes the site reset
//     the settings
//
// A field that change removes is permanently lost.
func (s *Service) Update(ctx context.Context, change func(*Settings) error,
	options ...cms.CallOption) (*Settings, error) {
	const operation = "blockvisibility.Update"
	refuse := func(argument, reason string) (*Settings, error) {
		return nil, &cms.ArgumentError{Operation: operation, Argument: argument, Reason: reason}
	}
	if change == nil {
		return refuse("change", "must not be nil")
	}
	unlock, err := s.lock(ctx, operation)
	if err != nil {
		return nil, err
	}
	defer unlock()
	// The whole document is written back, so it must not come from a cache.
	settings, err := s.read(ctx, operation, []cms.CallOption{cms.Uncached()})
	if err != nil {
		return nil, err
	}
	if err := change(settings); err != nil {
		return nil, err
	}
	for name := range strings.FieldsSeq(arguments) {
		delete(settings.Extra, name)
	}
	body, err := cms.Marshal(settings)
	switch {
	case err != nil:
		return refuse("settings", err.Error())
	case string(body) == "{}":
		return refuse("settings", "the document is empty: the site would lose its settings permanently")
	case settings.Extra["reset"] != nil:
		return refuse("reset", "the site would reset its settings: see Reset")
	}
	return s.write(ctx, operation, settings, options)
}

// arguments lists query arguments. In an earlier write, the site may have stored them as
// settings. Update removes them from the settings.
const arguments = "_fields _embed _locale rest_route"

// Scope is the part of the settings that a reset restores.
type Scope string

// The scopes of a reset.
const (
	ResetAll            Scope = "all"
	ResetPluginSettings Scope = "plugin_settings"
)

// Reset restores the defaults of all settings, or of a part of them: POST
// block-visibility/v1/settings, or PUT or PATCH with [cms.UpdateMethod], with the
// argument reset. It returns the stored document. It needs an administrator. Errors:
// [ErrWiped] if the site has lost its settings.
func (s *Service) Reset(ctx context.Context, scope Scope, options ...cms.CallOption) (*Settings, error) {
	const operation = "blockvisibility.Reset"
	if scope == "" {
		return nil, &cms.ArgumentError{Operation: operation, Argument: "reset", Reason: "must not be empty"}
	}
	body := struct {
		Reset Scope `json:"reset"`
	}{scope}
	unlock, err := s.lock(ctx, operation)
	if err != nil {
		return nil, err
	}
	defer unlock()
	return s.write(ctx, operation, body, options)
}

// lock waits until no other write of the settings is running. Every write replaces the
// whole document, so concurrent writes would lose changes.
func (s *Service) lock(ctx context.Context, operation string) (unlock func(), err error) {
	unlock, err = s.site.Lock(ctx, settingsPath)
	if err != nil {
		return nil, &cms.Error{Operation: operation, Method: http.MethodPost, Path: settingsPath, Reason: err}
	}
	return unlock, nil
}

// write sends a body to the route of the settings.
func (s *Service) write(ctx context.Context, operation string, body any, options []cms.CallOption) (*Settings, error) {
	settings, err := cms.Do(ctx, s.site, cms.Request[Settings]{
		Operation: operation,
		Method:    http.MethodPost,
		Path:      settingsPath,
		Body:      body,
		Repeat:    cms.RepeatSafe,
	}, options...)
	if err == nil {
		return settings, nil
	}
	if failed := wiped(err); !own(err, http.StatusInternalServerError) {
		return nil, failed
	}
	// The site sends the status 500 for an invalid document. It also sends 500 for any
	// document if its own settings are lost. A read tells which is the case.
	if _, read := s.read(ctx, operation, nil); isWiped(read) {
		return nil, gone(err)
	}
	return nil, err
}
