package cms

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"net/url"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"github.com/fontcms/fontcms-go/cms/internal/ensure"
	"github.com/fontcms/fontcms-go/internal/transport"
	"github.com/fontcms/fontcms-go/internal/wire"
)

// ensureStore implements [ensure.Store] for a resource.
type ensureStore struct {
	resource *resource
	holders  *resource     // the same route, with candidate as the type of its records
	returned *callSettings // settings of the request whose record the caller gets
	quiet    *callSettings // settings of all other requests
	verb     string
}

// candidate holds the fields of a record that Ensure reads.
type candidate struct {
	ID      int64  `json:"id"`
	Slug    string `json:"slug"`
	Parent  int64  `json:"parent"`
	Content Text   `json:"content"`
	// Link is empty if the records of the route have no link, or a link that is not a text.
	Link wire.Text `json:"link"`
	// Extra holds the fields that are named like an [Argument] of the call, and the fields
	// that are compared with params.
	Extra Extra `json:",embed"`
}

func (h *candidate) record(whole any) ensure.Record {
	stored := ensure.Fields(h.Extra) // only the record has this map
	if stored == nil {
		stored = ensure.Fields{}
	}
	content := any(h.Content)
	if h.Content.HasRaw() {
		content = h.Content.Raw
	}
	for name, value := range map[string]any{"slug": h.Slug, "parent": h.Parent, "content": content} {
		stored[name], _ = wire.Marshal(value)
	}
	return ensure.Record{
		ID: h.ID, Slug: h.Slug, Parent: h.Parent, Content: h.Content.Raw, Bare: h.Content == Text{},
		Link: string(h.Link), Stored: stored, Whole: whole,
	}
}

func newEnsureStore(c *resource, s *callSettings, fields ensure.Fields) *ensureStore {
	returned, quiet := *s, *s
	returned.fields, returned.embedded = nil, false
	quiet.fields, quiet.embedded, quiet.Captures = []string{"id", "slug", "parent", "content", "link"}, false, nil
	add := func(name string) {
		if !slices.Contains(quiet.fields, name) {
			quiet.fields = append(quiet.fields, name)
		}
	}
	for name := range s.arguments {
		if isMember := !strings.Contains(name, "["); isMember {
			add(name)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(fields)) {
		add(name)
		switch {
		case name == "date":
			add("date_gmt") // see sameDate
		case fields[name][0] == '[':
			add("_links") // see linksTaxonomy
		}
	}
	holders := newResource(c.site, c.path, c.name, reflect.TypeFor[candidate](), c.params)
	return &ensureStore{resource: c, holders: holders, returned: &returned, quiet: &quiet, verb: "Ensure"}
}

func (e *ensureStore) operation() string { return e.resource.name + "." + e.verb }

func (e *ensureStore) path(id int64) string { return e.resource.path + "/" + strconv.FormatInt(id, 10) }

func (e *ensureStore) List(ctx context.Context, query url.Values) (found []ensure.Record, total int, err error) {
	page, err := e.holders.first(ctx, e.verb, query, wire.MaxPerPage, e.quiet)
	if err != nil {
		return nil, total, err
	}
	if len(page.Broken) > 0 {
		return nil, total, (*BrokenRecordError)(page.Broken[0])
	}
	for _, one := range typedPage[candidate](page).Items {
		record := one.record(nil)
		if err := e.selected(&record); err != nil {
			return nil, total, err
		}
		found = append(found, record)
	}
	return found, page.Total, nil
}

// selected returns an error if the site ignored an [Argument]: the record has a field with the
// name of the argument, but with another value.
func (e *ensureStore) selected(one *ensure.Record) error {
	for name, values := range e.quiet.arguments {
		var got wire.Text
		if raw, ok := one.Stored[name]; ok && wire.Unmarshal(raw, &got) == nil && got != "" && string(got) != values[0] {
			return e.Fail(http.MethodGet, transport.Because(ErrFilterIgnored, fmt.Errorf(
				"asked for %s=%.80q, record %d has %.80q", name, values[0], one.ID, string(got))), "")
		}
	}
	return nil
}

func (e *ensureStore) Create(ctx context.Context, fields ensure.Fields) (ensure.Record, error) {
	made, err := perform(ctx, e.resource.site, e.createRequest(fields), e.quiet)
	if err != nil {
		return ensure.Record{}, err
	}
	return made.record(nil), nil
}

func (e *ensureStore) createRequest(fields ensure.Fields) Request[candidate] {
	return Request[candidate]{
		Operation: e.operation(), Method: http.MethodPost, Path: e.resource.path, Body: fields, Repeat: RepeatUnsent,
	}
}

func (e *ensureStore) Update(ctx context.Context, id int64, fields ensure.Fields) (ensure.Record, error) {
	raw, err := perform(ctx, e.resource.site, e.updateRequest(id, fields), e.returned)
	return e.updated(raw, err)
}

func (e *ensureStore) updateRequest(id int64, fields ensure.Fields) Request[json.RawMessage] {
	return Request[json.RawMessage]{
		Operation: e.operation(), Method: http.MethodPost, Path: e.path(id), Body: fields, Repeat: RepeatSafe, ID: id,
	}
}

// updated returns the record of an update, or its error. If the site may have carried out the
// failed update, the error wraps [ErrOutcomeUnknown].
func (e *ensureStore) updated(raw *json.RawMessage, err error) (ensure.Record, error) {
	failed, ok := errors.AsType[*Error](err)
	if ok && (failed.maybeWritten || failed.MaybeApplied) && !errors.Is(err, ErrOutcomeUnknown) {
		failed.Reason = transport.Because(ErrOutcomeUnknown, failed.Reason)
	}
	return e.whole(http.MethodPost, raw, err)
}

// ReadWhole reads a record with all its fields, and past caches.
func (e *ensureStore) ReadWhole(ctx context.Context, id int64) (ensure.Record, error) {
	own := *e.returned
	own.uncached = true
	raw, err := perform(ctx, e.resource.site, Request[json.RawMessage]{
		Operation: e.operation(), Path: e.path(id), ID: id, Query: url.Values{"context": {string(ContextEdit)}},
	}, &own)
	return e.whole(http.MethodGet, raw, err)
}

// whole decodes the response to a request for a whole record.
func (e *ensureStore) whole(method string, raw *json.RawMessage, err error) (ensure.Record, error) {
	if err != nil {
		return ensure.Record{}, err
	}
	var now candidate
	r, v := e.resource.request("", method, ""), reflect.New(e.resource.record).Interface()
	// Ensure holds several records in memory at once, so each may use only a part of the
	// allowed memory.
	err = wire.Check(*raw, e.resource.record, wire.Slack/maxBatch)
	if err == nil {
		err = r.shape.Decode(*raw, v)
	}
	if err == nil {
		complete := r.complete(v, *raw)
		err = cmp.Or(e.resource.shape.Decode(*raw, &now), complete)
	}
	if err != nil {
		return ensure.Record{}, e.Fail(method, transport.Because(ErrDecode, err), "")
	}
	return now.record(v), nil
}

// Read reads the fields of a record that Ensure compares, past caches.
func (e *ensureStore) Read(ctx context.Context, id int64) (ensure.Record, error) {
	own := *e.quiet
	own.uncached = true
	now, err := perform(ctx, e.resource.site, Request[candidate]{
		Operation: e.operation(), Path: e.path(id), ID: id, Query: url.Values{"context": {string(ContextEdit)}},
	}, &own)
	if err != nil {
		return ensure.Record{}, err
	}
	return now.record(nil), nil
}

func (e *ensureStore) Delete(ctx context.Context, id int64) error {
	sending := callOption(func(s *callSettings) { s.PerCall, s.arguments = e.quiet.PerCall, e.quiet.arguments })
	_, err := e.holders.sendDelete(ctx, id, new(Deleted[candidate]), []CallOption{sending})
	return err
}

func (e *ensureStore) Fail(method string, reason error, hint string) error {
	err := e.resource.newError(e.verb, method, reason)
	err.Hint = hint
	return err
}

// unreadError means that a write had no usable response, and that reading its record failed,
// too.
type unreadError struct {
	write, read error
	operation   string
}

func (e *ensureStore) Unread(write, read error) error {
	return &unreadError{write: write, read: read, operation: "cms: " + e.operation()}
}

// Error names the operation once, and has the hint of the write.
func (e *unreadError) Error() string {
	read := e.read
	if failed, ok := errors.AsType[*Error](read); ok {
		plain := *failed
		plain.Hint, plain.Go = "", ""
		read = &plain
	}
	why, _ := transport.ReasonText(e.operation, "", true, read)
	return transport.Line(e.write.Error()+"; reading the record failed, too: "+why, transport.MaxError)
}

func (e *unreadError) Unwrap() []error { return []error{e.write, e.read} }

// as sets the name of the method, for errors.
func (e *ensureStore) as(verb string) *ensureStore {
	e.verb = verb
	return e
}
