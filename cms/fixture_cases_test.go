package cms_test

import (
	"context"
	"errors"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/internal/replay/sitetest"
)

// recordedKind makes the cases of one collection.
type recordedKind[T, P, L any] struct {
	of     func(*cms.Client) sitetest.Records[T, P, L]
	fields func(*T) map[string]any
	extra  func(*T) cms.Extra
	// spelled, if it is not nil, spells a recorded record as this package does.
	spelled func(map[string]any)
}

// recorded is the recorded answer in the spelling of this package.
func (k recordedKind[T, P, L]) recorded(r *replay, noise string) any {
	r.Helper()
	server := r.recorded(noise)
	if k.spelled == nil {
		return server
	}
	switch server := server.(type) {
	case []any:
		for _, record := range server {
			if record, ok := record.(map[string]any); ok {
				k.spelled(record)
			}
		}
	case map[string]any:
		k.spelled(server)
		if previous, ok := server["previous"].(map[string]any); ok {
			k.spelled(previous)
		}
	}
	return server
}

var (
	recordedPosts = recordedKind[cms.Post, cms.PostParams, cms.PostListOptions]{
		of:     func(c *cms.Client) sitetest.Records[cms.Post, cms.PostParams, cms.PostListOptions] { return c.Posts },
		fields: postFields,
		extra:  func(p *cms.Post) cms.Extra { return p.Extra },
	}
	recordedPages = recordedKind[cms.Page, cms.PageParams, cms.PageListOptions]{
		of:     func(c *cms.Client) sitetest.Records[cms.Page, cms.PageParams, cms.PageListOptions] { return c.Pages },
		fields: pageFields,
		extra:  func(p *cms.Page) cms.Extra { return p.Extra },
	}
)

// one checks a record against the recorded answer, and its literal values.
func (k recordedKind[T, P, L]) one(r *replay, v *T, resp cms.Response, noise string, want says) {
	r.Helper()
	r.captured(resp, noise)
	server := k.recorded(r, noise)
	r.record(server, k.fields(v), k.extra(v))
	kept(r, server, v)
	r.said(k.fields(v), want)
}

// get is a Get. More, if it is not nil, looks further.
func (k recordedKind[T, P, L]) get(fixture string, id int64, want says, more func(*replay, *T),
	options ...cms.GetOption) replayCase {
	return replayCase{fixture: fixture, run: func(r *replay) {
		var resp cms.Response
		v, err := k.of(r.site).Get(r.Context(), id, append(slices.Clip(options), cms.Capture(&resp))...)
		r.ok(err)
		k.one(r, v, resp, "", want)
		if more != nil {
			more(r, v)
		}
	}}
}

func (k recordedKind[T, P, L]) create(fixture string, params *P, want says, options ...cms.CallOption) replayCase {
	return replayCase{fixture: fixture, run: func(r *replay) {
		var resp cms.Response
		v, err := k.of(r.site).Create(r.Context(), params, append(slices.Clip(options), cms.Capture(&resp))...)
		r.ok(err)
		k.one(r, v, resp, "", want)
	}}
}

func (k recordedKind[T, P, L]) update(fixture string, id int64, params *P, want says,
	options ...cms.CallOption) replayCase {
	return replayCase{fixture: fixture, run: func(r *replay) {
		var resp cms.Response
		v, err := k.of(r.site).Update(r.Context(), id, params, append(slices.Clip(options), cms.Capture(&resp))...)
		r.ok(err)
		k.one(r, v, resp, "", want)
	}}
}

func (k recordedKind[T, P, L]) trash(fixture string, id int64, want says) replayCase {
	return replayCase{fixture: fixture, run: func(r *replay) {
		var resp cms.Response
		v, err := k.of(r.site).(interface {
			Trash(ctx context.Context, id int64, options ...cms.CallOption) (*T, error)
		}).Trash(r.Context(), id, cms.Capture(&resp))
		r.ok(err)
		k.one(r, v, resp, "", want)
	}}
}

func (k recordedKind[T, P, L]) delete(fixture string, id int64, want says) replayCase {
	return replayCase{fixture: fixture, run: func(r *replay) {
		v, err := k.of(r.site).Delete(r.Context(), id)
		r.ok(err)
		k.deleted(r, v, want)
	}}
}

func (k recordedKind[T, P, L]) deleted(r *replay, v *cms.Deleted[T], want says) {
	r.Helper()
	switch {
	case !v.Deleted:
		r.Fatal("Delete: Deleted false, want true")
	case v.DoneBefore:
		r.Fatal("Delete: DoneBefore true, want false")
	case v.Previous == nil:
		r.Fatalf("Deleted %v, DoneBefore %v, Previous %v: Previous nil, want a value", v.Deleted, v.DoneBefore, v.Previous)
	}
	server := k.recorded(r, "")
	r.record(member(server, "previous"), k.fields(v.Previous), k.extra(v.Previous))
	kept(r, server, v)
	r.said(k.fields(v.Previous), want)
}

// listed is what a List has to answer.
type listed struct {
	total, pages int
	ids          []int64
	first        says
	noise        string
}

// list is a List.
func (k recordedKind[T, P, L]) list(fixture string, options *L, want listed, callOptions ...cms.CallOption) replayCase {
	return replayCase{fixture: fixture, run: func(r *replay) {
		page, err := k.of(r.site).List(r.Context(), options, callOptions...)
		r.ok(err)
		k.items(r, page, want)
	}}
}

// items checks a page against the recorded list.
func (k recordedKind[T, P, L]) items(r *replay, page *cms.ListPage[T], want listed) {
	r.Helper()
	r.captured(page.Response, want.noise)
	if page.Total != want.total || page.TotalPages != want.pages {
		r.Errorf("List: Total %d, TotalPages %d, want %d and %d", page.Total, page.TotalPages, want.total, want.pages)
	}
	server, ok := k.recorded(r, want.noise).([]any)
	switch {
	case !ok:
		r.Fatal("recorded response is no list, want a list")
	case len(server) != len(page.Items):
		r.Fatalf("List: %d records, want the %d recorded", len(page.Items), len(server))
	case len(page.Items) != len(want.ids):
		r.Fatalf("List: %d records, want %d", len(page.Items), len(want.ids))
	}
	for i := range page.Items {
		fields := k.fields(&page.Items[i])
		r.record(server[i], fields, k.extra(&page.Items[i]))
		r.said(fields, says{"id": want.ids[i]})
	}
	if len(page.Items) > 0 {
		r.said(k.fields(&page.Items[0]), want.first)
	}
	kept(r, server, page.Items)
}

// failure is a fixture whose call has to fail.
type failure struct {
	fixture    string
	query, why string
	call       func(*replay) error
	code       cms.ErrorCode
	is         []error  // all the sentinels that the error is, and no others
	params     []string // all the arguments that it names
	hint       string   // part of its hint
}

// sentinels are all of the package's.
var sentinels = []error{
	cms.ErrBadRequest, cms.ErrUnauthorized, cms.ErrForbidden, cms.ErrNotFound, cms.ErrConflict, cms.ErrGone,
	cms.ErrRateLimited, cms.ErrUnavailable, cms.ErrTrashUnsupported, cms.ErrNoRoute, cms.ErrNotREST, cms.ErrDecode,
	cms.ErrRedirected, cms.ErrTooLarge, cms.ErrOutcomeUnknown, cms.ErrTotalsVanished, cms.ErrCredentialsRejected,
	cms.ErrInsecure, cms.ErrInvalidArgument, cms.ErrIncomplete,
}

func failures(list []failure) []replayCase {
	var cases []replayCase
	for _, f := range list {
		cases = append(cases, replayCase{fixture: f.fixture, query: f.query, why: f.why, run: func(r *replay) {
			r.failed(f.call(r), f)
		}})
	}
	return cases
}

// failed checks an error against the recorded answer and against f.
func (r *replay) failed(err error, f failure) {
	r.Helper()
	e, ok := errors.AsType[*cms.Error](err)
	if !ok {
		r.Fatalf("error %T: %[1]v, want a *cms.Error", err)
	}
	switch {
	case e.Status != r.Response.Status || e.Code != f.code:
		r.Errorf("error with status %d and code %q, want %d and %q", e.Status, e.Code, r.Response.Status, f.code)
	case e.Attempts != 1:
		r.Errorf("status %d, code %q, attempts %d, want 1", e.Status, e.Code, e.Attempts)
	}
	if string(e.Body) != string(r.Response.Bytes(r)) {
		r.Errorf("the body is %q: Body %q, want %q", e.Body, string(e.Body), string(r.Response.Bytes(r)))
	}
	if f.code != "" {
		server := r.recorded("")
		switch {
		case !errors.Is(err, f.code):
			r.Errorf("the message is %q: error %v, want %v", e.Message, err, f.code)
		case e.Message != member(server, "message"):
			r.Errorf("the message is %q, want %v", e.Message, member(server, "message"))
		}
		if data := member(server, "data"); !reflect.DeepEqual(r.asJSON(e.Data), data) {
			r.Errorf("the data is %s: asJSON(e.Data) %v, want %v", e.Data, r.asJSON(e.Data), data)
		}
	}
	exactly(r, err, f.is...)
	if names := sortedNames(e.Params); !slices.Equal(names, f.params) {
		r.Errorf("params %v: names %q, want %q", e.Params, names, f.params)
	}
	for name, message := range e.Params {
		switch {
		case message == "":
			r.Errorf("%s: %q is not in the error: message empty, want a text", name, message)
		case !strings.Contains(e.Error(), message):
			r.Errorf("error %v, want the message %q of %s in it", e, message, name)
		}
	}
	switch {
	case !strings.Contains(e.Hint, f.hint):
		r.Errorf("the hint is %q, want %q in it", e.Hint, f.hint)
	case f.hint == "" && e.Hint != "" && e.Status != 401 && !strings.HasPrefix(e.Hint, "the site did not allow this") &&
		!strings.HasPrefix(e.Hint, "the site has no route"):
		r.Errorf("error of status %d has the hint %q, want none", e.Status, e.Hint)
	}
	if e.Status == 401 && strings.Contains(e.Hint, "did not accept the login") != r.Authorized() {
		r.Errorf("hint %q of a request with credentials: %t, want it to tell the same", e.Hint, r.Authorized())
	}
	query, text := r.Request.Query, e.Error()
	switch {
	case query != "" && strings.Contains(text, query):
		r.Errorf("error %s holds the query %q, want it without", text, query)
	case strings.Contains(text, "?"):
		r.Errorf("the error says too much: %s, want no %q in it", text, "?")
	case strings.Contains(text, replayPassword):
		r.Errorf("the error says too much: %s, want no %q in it", text, replayPassword)
	}
}

func sortedNames(m map[string]string) (names []string) {
	for name := range m {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}

// exactly checks that an error is all of the given sentinels, and no others.
func exactly(t testing.TB, err error, want ...error) {
	t.Helper()
	for _, sentinel := range sentinels {
		if got := errors.Is(err, sentinel); got != slices.Contains(want, sentinel) {
			t.Errorf("error %v is %q: %t, want %t", err, sentinel, got, !got)
		}
	}
}

// do sends what no typed call sends.
func (r *replay) do(method, path string, query map[string][]string, body any) error {
	r.Helper()
	_, err := cms.Do(r.Context(), r.site, cms.Request[cms.Post]{Method: method, Path: path, Query: query, Body: body})
	return err
}

// refused checks that a call is refused before anything is sent.
func (r *replay) refused(err error) {
	r.Helper()
	before := r.mock.GetTotalCallCount()
	switch _, ok := errors.AsType[*cms.ArgumentError](err); {
	case !ok:
		r.Errorf("error %v, want a *cms.ArgumentError", err)
	case !errors.Is(err, cms.ErrInvalidArgument):
		r.Errorf("error %v, want ErrInvalidArgument", err)
	case before != 0:
		r.Errorf("refused call: %d requests, want 0", before)
	}
}
