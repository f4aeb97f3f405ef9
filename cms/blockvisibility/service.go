package blockvisibility

import (
	"context"
	"net/http"
	"strings"

	"github.com/fontcms/fontcms-go/cms"
)

const settingsPath = cms.NamespaceBlockVisibility + "/settings"

// Service is the block visibility of one site. It is immutable and safe for
// concurrent use.
type Service struct{ site *cms.Client }

// New returns the block visibility of a site. Nothing is sent.
func New(site *cms.Client) *Service { return &Service{site} }

// Settings reads the settings: GET block-visibility/v1/settings. Anyone may. A
// document that is gone is [ErrWiped].
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

// Update reads the settings, has change change them and writes the whole
// document: GET and then POST block-visibility/v1/settings, or PUT or PATCH by
// [cms.UpdateMethod]. All three replace the whole document. It needs an
// administrator. The answer is the document as stored, in which an empty object
// has become an empty list. The options are those of the write, and are looked at
// then; the read has none. Do not give [cms.Fields] or [cms.Embed]: the site stores
// the arguments of a write as settings.
//
// An error of change is returned as it is, and nothing is written. Nothing is
// written either if the document is empty after the change, or has a member
// reset, which the site would obey: both are an [*cms.ArgumentError]. A member
// that change takes away is gone for good.
//
// Update and Reset take turns, over all services of one client and of those derived
// from it: change must call neither, or it waits for itself. The interface knows no
// versions: of two updates at once by two programs the later one wins, and what the
// other changed is lost. Update is retried when the connection fails.
func (s *Service) Update(ctx context.Context, change func(*Settings) error, options ...cms.CallOption) (*Settings, error) {
	const operation = "blockvisibility.Update"
	refuse := func(argument, reason string) (*Settings, error) {
		return nil, &cms.ArgumentError{Operation: operation, Argument: argument, Reason: reason}
	}
	if change == nil {
		return refuse("change", "it is nil")
	}
	unlock, err := s.lock(ctx, operation)
	if err != nil {
		return nil, err
	}
	defer unlock()
	settings, err := s.read(ctx, operation, nil)
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
		return refuse("settings", "the document is empty: the site would lose its settings for good")
	case settings.Extra["reset"] != nil:
		return refuse("reset", "the site would reset its settings: see Reset")
	}
	return s.write(ctx, operation, settings, options)
}

// arguments are those of earlier writes that a site may have stored.
const arguments = "_fields _embed _locale rest_route"

// Scope is what a reset restores.
type Scope string

// The scopes of a reset.
const (
	ResetAll            Scope = "all"
	ResetPluginSettings Scope = "plugin_settings"
)

// Reset restores the defaults of all settings, or of some of them: POST
// block-visibility/v1/settings, or PUT or PATCH by [cms.UpdateMethod], with
// the argument reset. It needs an administrator. The answer is the document
// as stored. A document that is gone cannot be reset: [ErrWiped].
func (s *Service) Reset(ctx context.Context, scope Scope, options ...cms.CallOption) (*Settings, error) {
	const operation = "blockvisibility.Reset"
	if scope == "" {
		return nil, &cms.ArgumentError{Operation: operation, Argument: "reset", Reason: "it is empty"}
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

// lock waits until no other write of the document is under way: each of them writes
// all of it.
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
	// The site says 500 to a document that it does not like, and to any once its
	// own is gone. Reading tells the two apart.
	if _, read := s.read(ctx, operation, nil); isWiped(read) {
		return nil, gone(err)
	}
	return nil, err
}
