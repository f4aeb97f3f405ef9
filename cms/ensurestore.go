package cms

import (
	"cmp"
	"context"
	"encoding/json"
	"net/http"
	"net/url"
	"reflect"
	"strconv"

	"github.com/fontcms/fontcms-go/cms/internal/ensure"
	"github.com/fontcms/fontcms-go/internal/transport"
)

// ensureStore is the [ensure.Store] of a resource.
type ensureStore struct {
	resource *resource
	holders  *resource // the same, of records as holder reads them
	answer   *settings // of what the caller gets
	quiet    *settings // of all other requests
}

// holder is what Ensure has to know of a record.
type holder struct {
	ID      int64  `json:"id"`
	Slug    string `json:"slug"`
	Parent  int64  `json:"parent"`
	Title   Text   `json:"title"`
	Content Text   `json:"content"`
}

func (h *holder) record() ensure.Record {
	return ensure.Record{ID: h.ID, Slug: h.Slug, Parent: h.Parent, Title: h.Title.Raw, Content: h.Content.Raw}
}

func newEnsureStore(c *resource, s *settings) *ensureStore {
	answer, quiet := *s, *s
	answer.fields, answer.embedded = nil, false
	quiet.fields, quiet.embedded, quiet.captures = []string{"id", "slug", "parent", "title", "content"}, false, nil
	holders := newResource(c.site, c.path, c.name, reflect.TypeFor[holder](), c.params)
	return &ensureStore{resource: c, holders: holders, answer: &answer, quiet: &quiet}
}

func (e *ensureStore) operation() string { return e.resource.name + ".Ensure" }

func (e *ensureStore) path(id int64) string { return e.resource.path + "/" + strconv.FormatInt(id, 10) }

func (e *ensureStore) List(ctx context.Context, query url.Values) (found []ensure.Record, total int, err error) {
	page, err := e.holders.page(ctx, "Ensure", query, e.quiet)
	if err != nil {
		return nil, 0, err
	}
	if len(page.Broken) > 0 {
		return nil, 0, (*BrokenRecordError)(page.Broken[0])
	}
	for _, one := range typed[holder](page).Items {
		found = append(found, one.record())
	}
	return found, page.Total, nil
}

func (e *ensureStore) Create(ctx context.Context, fields ensure.Fields) (ensure.Record, error) {
	made, err := perform(ctx, e.resource.site, Request[holder]{
		Operation: e.operation(), Method: http.MethodPost, Path: e.resource.path, Body: fields, Repeat: RepeatUnsent,
	}, e.quiet)
	if err != nil {
		return ensure.Record{}, err
	}
	return made.record(), nil
}

func (e *ensureStore) Update(ctx context.Context, id int64, fields ensure.Fields) (any, ensure.Record, error) {
	raw, err := perform(ctx, e.resource.site, Request[json.RawMessage]{
		Operation: e.operation(), Method: http.MethodPost, Path: e.path(id), Body: fields, Repeat: RepeatSafe, ID: id,
	}, e.answer)
	if err != nil {
		return nil, ensure.Record{}, err
	}
	var now holder
	r, v := e.resource.request("Ensure", http.MethodPost, ""), reflect.New(e.resource.record).Interface()
	err = r.decodeInto(*raw, v)
	if err == nil {
		complete := r.complete(e.resource.site.config.prefix, v, *raw, false)
		err = cmp.Or(e.resource.shape.Decode(*raw, &now), complete)
	}
	if err != nil {
		return nil, ensure.Record{}, e.Fail(http.MethodPost, transport.Because(ErrDecode, err), "")
	}
	return v, now.record(), nil
}

func (e *ensureStore) Read(ctx context.Context, id int64) (json.RawMessage, error) {
	whole := *e.quiet
	whole.fields = nil
	raw, err := perform(ctx, e.resource.site, Request[json.RawMessage]{
		Operation: e.operation(), Path: e.path(id), Query: url.Values{"context": {string(ContextEdit)}},
	}, &whole)
	if err != nil {
		return nil, err
	}
	return *raw, nil
}

func (e *ensureStore) Trash(ctx context.Context, id int64) error {
	_, err := e.resource.moveToTrash(ctx, id, gather[CallOption](nil, CallOption.get))
	return err
}

func (e *ensureStore) Delete(ctx context.Context, id int64) error {
	r := Request[Deleted[holder]](e.holders.removal(e.holders.item("Delete", http.MethodDelete, id)))
	_, err := remove(ctx, e.resource.site, r, gather[CallOption](nil, CallOption.get))
	return err
}

func (e *ensureStore) Fail(method string, reason error, hint string) error {
	err := e.resource.fails("Ensure", method, reason)
	err.Hint = hint
	return err
}
