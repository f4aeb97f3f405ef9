package cms

import (
	"context"
	"errors"
	"net/http"
	"net/url"
	"reflect"
	"strings"

	"github.com/fontcms/fontcms-go/cms/internal/record"
	"github.com/fontcms/fontcms-go/cms/internal/reply"
	"github.com/fontcms/fontcms-go/cms/internal/walk"
	"github.com/fontcms/fontcms-go/internal/webpage"
)

// listing is the [walk.List] of a resource, for one call.
type listing struct {
	resource *resource
	verb     string
	settings *callSettings
}

// options returns the options of a walk.
func (l *listing) options() walk.Options {
	s := l.settings
	return walk.Options{
		Ahead: s.ahead, Adapt: s.adapt, MaxEmpty: s.maxEmpty, Cursor: (*walk.Cursor)(s.cursor), Exact: s.exact,
		Distinct: record.OfModule(l.resource.record),
		Shown:    func(r walk.Response) { s.report(Response(r)) },
	}
}

// Page reads a page. Pages that are read ahead do not write to the captures of the
// caller: the walk reports their responses.
func (l *listing) Page(ctx context.Context, query url.Values, how walk.How) (*walk.Page, error) {
	s := *l.settings
	s.captures = nil
	if how.IDs {
		s.fields, s.embedded = []string{"id"}, false
	}
	if how.Once {
		s.Attempts = 1
	}
	return l.resource.page(ctx, l.verb, query, &s)
}

func (l *listing) Fail(reason error, hint string) error {
	err := l.resource.newError(l.verb, http.MethodGet, reason)
	err.Hint = hint
	return err
}

func (l *listing) Ended(err error) bool {
	e, ok := errors.AsType[*Error](err)
	return ok && e.Status == http.StatusBadRequest && strings.HasSuffix(string(e.Code), "_invalid_page_number")
}

func (l *listing) Broke(err error) bool {
	e, ok := errors.AsType[*Error](err)
	if ok && errors.Is(err, ErrNotREST) {
		return e.Status == http.StatusInternalServerError || webpage.Of(e.Status, e.Body) == webpage.Failed
	}
	return ok && e.Status == http.StatusInternalServerError && reply.Outage(string(e.Code))
}

func (l *listing) Type() (record reflect.Type, numbered bool) {
	return l.resource.record, l.resource.shape.Numbered()
}

// yielding returns a yield that converts the errors of a walk to those that callers
// know.
func (l *listing) yielding(yield func(any, error) bool) func(any, error) bool {
	return func(v any, err error) bool {
		if err != nil {
			err = l.met(err)
		}
		return yield(v, err)
	}
}

// met converts an error of a walk to one that callers know. It reports the response of
// an error that ends the walk.
func (l *listing) met(err error) error {
	if broken, ok := errors.AsType[*walk.Broken](err); ok {
		return (*BrokenRecordError)(broken)
	}
	return l.settings.captureError(err)
}
