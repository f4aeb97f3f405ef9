package analytics

import (
	"context"

	"github.com/google/go-querystring/query"

	"github.com/fontcms/fontcms-go/cms"
)

// Error codes of the plugin. Their status is 400.
const (
	CodeInvalidRange cms.ErrorCode = "invalid_date_range" // the range ends before it starts
	// the range is too large for a caller who may only see public statistics
	CodeRangeTooLarge cms.ErrorCode = "date_range_too_large"
)

// KokoNamespace is the namespace of the plugin Koko Analytics.
const KokoNamespace = "koko-analytics/v1"

// Service reads the statistics of a site. It is immutable and safe for concurrent use.
type Service struct {
	site      *cms.Client
	namespace string
}

// Option is an option of a [Service].
type Option func(*Service)

// WithNamespace sets another namespace than analytics/v1, such as [KokoNamespace].
func WithNamespace(namespace string) Option {
	return func(s *Service) { s.namespace = namespace }
}

// New returns the statistics of a site. It sends nothing.
func New(site *cms.Client, options ...Option) *Service {
	s := &Service{site: site, namespace: cms.NamespaceAnalytics}
	for _, o := range options {
		if o != nil {
			o(s)
		}
	}
	return s
}

// get reads a route. arguments is a struct with url tags. verb names the operation in
// errors.
func get[T any](ctx context.Context, s *Service, verb, route string, arguments any,
	options []cms.CallOption) (*T, error) {
	operation := "analytics." + verb
	if s.namespace == "" {
		return nil, &cms.ArgumentError{Operation: operation, Argument: "namespace", Reason: "must not be empty"}
	}
	values, _ := query.Values(arguments) // cannot fail for the structs of this package
	for _, name := range []string{"start_date", "end_date"} {
		if day := values.Get(name); day != "" {
			if _, err := ParseDay(day); err != nil {
				return nil, &cms.ArgumentError{Operation: operation, Argument: name, Reason: err.Error()}
			}
		}
	}
	for _, name := range []string{"offset", "limit"} {
		if number := values.Get(name); number != "" && number[0] == '-' {
			return nil, &cms.ArgumentError{Operation: operation, Argument: name, Reason: number + " is negative"}
		}
	}
	return cms.Do(ctx, s.site, cms.Request[T]{Operation: operation, Path: s.namespace + "/" + route, Query: values},
		options...)
}

// list is [get] for a response that is a list.
func list[T any](ctx context.Context, s *Service, verb, route string, arguments any,
	options []cms.CallOption) ([]T, error) {
	items, err := get[[]T](ctx, s, verb, route, arguments, options)
	if err != nil {
		return nil, err
	}
	return *items, nil
}
