package archiver

import (
	"context"
	"encoding/json"
	"net/http"
	"net/url"

	"github.com/fontcms/fontcms-go/cms"
)

// Service is the archiver of a site. It is immutable and safe for concurrent use.
type Service struct {
	site      *cms.Client
	namespace string
}

// Option is an option of a [Service].
type Option func(*Service)

// WithNamespace sets another namespace than archiver/v1.
func WithNamespace(namespace string) Option {
	return func(s *Service) { s.namespace = namespace }
}

// New returns the archiver of a site. It sends nothing.
func New(site *cms.Client, options ...Option) *Service {
	s := &Service{site: site, namespace: cms.NamespaceArchiver}
	for _, o := range options {
		if o != nil {
			o(s)
		}
	}
	return s
}

// TriggerSnapshot makes the site archive a page: POST archiver/v1/trigger-snapshot.
// service names the archive; with "" the site chooses. It returns the response of the
// site, nil if it is empty.
//
// It is not retried if the response is lost, because a second snapshot may be unwanted.
//
// Errors: [cms.ErrNoRoute] on a site without the plugin; [cms.ErrOutcomeUnknown] if the
// response was lost.
func (s *Service) TriggerSnapshot(ctx context.Context, page, service string,
	options ...cms.CallOption) (json.RawMessage, error) {
	const operation = "archiver.TriggerSnapshot"
	body := struct {
		URL     string `json:"url"`
		Service string `json:"service,omitzero"`
	}{page, service}
	return s.do(ctx, page, cms.Request[json.RawMessage]{
		Operation: operation,
		Method:    http.MethodPost,
		Path:      s.namespace + "/trigger-snapshot",
		Body:      body,
		Repeat:    cms.RepeatUnsent,
	}, options)
}

// GetSnapshots returns the list of snapshots of a page, unchanged: GET
// archiver/v1/get-snapshots. service names the archive; with "" the site chooses.
// Errors: [cms.ErrNoRoute] on a site without the plugin.
func (s *Service) GetSnapshots(ctx context.Context, page, service string,
	options ...cms.CallOption) (json.RawMessage, error) {
	query := url.Values{"url": {page}}
	if service != "" {
		query.Set("service", service)
	}
	return s.do(ctx, page, cms.Request[json.RawMessage]{
		Operation: "archiver.GetSnapshots",
		Path:      s.namespace + "/get-snapshots",
		Query:     query,
	}, options)
}

func (s *Service) do(ctx context.Context, page string, r cms.Request[json.RawMessage],
	options []cms.CallOption) (json.RawMessage, error) {
	refuse := func(argument string) error {
		return &cms.ArgumentError{Operation: r.Operation, Argument: argument, Reason: "must not be empty"}
	}
	switch "" {
	case page:
		return nil, refuse("url")
	case s.namespace:
		return nil, refuse("namespace")
	}
	raw, err := cms.Do(ctx, s.site, r, options...)
	if err != nil {
		return nil, err
	}
	return *raw, nil
}
