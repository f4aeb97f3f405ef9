package cms

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"reflect"

	"github.com/fontcms/fontcms-go/cms/internal/ensure"
	"github.com/fontcms/fontcms-go/internal/batched"
	"github.com/fontcms/fontcms-go/internal/transport"
	"github.com/fontcms/fontcms-go/internal/wire"
)

// ensureBatches implements [ensure.Batches] for a resource.
type ensureBatches struct{ *ensureStore }

func newEnsureBatches(c *resource, s *callSettings) ensureBatches {
	return ensureBatches{newEnsureStore(c, s, nil).as("EnsureMany")}
}

// ListWhole lists records with all their fields.
func (e ensureBatches) ListWhole(ctx context.Context, query url.Values) (found []ensure.Record, total int, err error) {
	c := e.resource
	raw := newResource(c.site, c.path, c.name, reflect.TypeFor[json.RawMessage](), c.params)
	page, err := raw.first(ctx, e.verb, query, wire.MaxPerPage, e.returned)
	if err != nil {
		return nil, total, err
	}
	if len(page.Broken) > 0 {
		return nil, total, (*BrokenRecordError)(page.Broken[0])
	}
	for _, one := range typedPage[json.RawMessage](page).Items {
		holder, err := e.whole(http.MethodGet, &one, nil)
		if err != nil {
			// ensureBatches.Splits reports true for this error. The caller then lists the
			// records again in smaller groups.
			return nil, total, &BrokenRecordError{Err: err}
		}
		if err := e.selected(&holder); err != nil {
			return nil, total, err
		}
		found = append(found, holder)
	}
	return found, page.Total, nil
}

// Write sends creates, updates and deletes in a batch.
func (e ensureBatches) Write(ctx context.Context, writes []ensure.Write) ([]ensure.Written, error) {
	out := make([]ensure.Written, len(writes))
	// A dry run sends no batch: each record gets an error that describes its own request.
	if e.resource.site.config.dryRun {
		for i, write := range writes {
			switch {
			case write.Delete:
				out[i].Err = e.Delete(ctx, write.ID)
			case write.ID == 0:
				out[i].Record, out[i].Err = e.Create(ctx, write.Fields)
			default:
				out[i].Record, out[i].Err = e.Update(ctx, write.ID, write.Fields)
			}
		}
		return out, nil
	}
	ctx = e.resource.site.transport.Track(ctx)
	var items []BatchItem
	var index []int // index[n] is the position of items[n] in out
	for i, write := range writes {
		item, err := e.item(write)
		if err == nil && item.Check != nil {
			err = item.Check(ctx)
		}
		if out[i].Err = err; err == nil {
			items, index = append(items, item), append(index, i)
		}
	}
	replies, err := e.send(ctx, items)
	if err != nil {
		return nil, err
	}
	refused := 0
	for n, reply := range replies {
		i := index[n]
		out[i].Record, out[i].Err = e.accept(ctx, items[n], writes[i], reply)
		if failed, ok := errors.AsType[*Error](out[i].Err); ok && failed.Code == CodeBatchNotAllowed {
			refused++
		}
	}
	if refused > 0 && refused == len(items) {
		return nil, ensure.ErrNoBatches
	}
	return out, nil
}

// item returns a write as an item of a batch.
func (e ensureBatches) item(write ensure.Write) (BatchItem, error) {
	arguments := url.Values{}
	for name, values := range e.quiet.arguments {
		arguments[name] = values
	}
	client, header := e.resource.site.client, e.quiet.Header
	switch {
	case write.Delete:
		r := typedRequest[Deleted[candidate]](e.holders.delete(write.ID))
		arguments.Set("force", "true")
		r.Operation, r.Query = e.operation(), arguments
		return r.BatchItem(client, header)
	case write.ID > 0:
		r := e.updateRequest(write.ID, write.Fields)
		r.Query = arguments
		return r.BatchItem(client, header)
	}
	arguments.Set("_fields", "id,slug,parent,content")
	r := e.createRequest(write.Fields)
	r.Query = arguments
	return r.BatchItem(client, header)
}

// send sends a batch. Without an error it returns one reply for each item.
func (e ensureBatches) send(ctx context.Context, items []BatchItem) ([]batched.Reply, error) {
	if len(items) == 0 {
		return nil, nil
	}
	body := batched.Request{Validation: "normal"}
	for _, item := range items {
		body.Add(item.Method, item.Path, item.Body, item.Header)
	}
	whole := &callSettings{PerCall: e.quiet.PerCall}
	response, err := perform(ctx, e.resource.site, Request[batched.Response]{
		Operation: e.operation(), Method: http.MethodPost, Path: batched.Path, Body: body, Repeat: RepeatUnsent,
	}, whole)
	failed, _ := errors.AsType[*Error](err)
	switch {
	case err == nil && len(response.Responses) == len(items):
		return response.Responses, nil
	case err == nil:
		err = e.resource.newError(e.verb, http.MethodPost, transport.Because(ErrOutcomeUnknown,
			fmt.Errorf("%w: %d responses to %d requests", ErrDecode, len(response.Responses), len(items))))
	case failed == nil || errors.Is(err, ErrOutcomeUnknown):
	case failed.Status == http.StatusRequestEntityTooLarge || failed.Details["requests"].Code == batched.CodeTooMany:
		err = ensure.ErrBatchTooLarge
	case failed.Status == http.StatusUnauthorized || errors.Is(err, ErrCredentialsRejected):
	case failed.Status == http.StatusTooManyRequests:
	case failed.Status >= 400 && failed.Status < 500:
		err = ensure.ErrNoBatches
	}
	return nil, err
}

// accept returns the record in the reply to a write, or the error of the write. The record is
// empty after a delete.
func (e ensureBatches) accept(ctx context.Context, item BatchItem, write ensure.Write,
	reply batched.Reply) (ensure.Record, error) {
	status := reply.Status()
	if status == 0 {
		return ensure.Record{}, e.Fail(http.MethodPost, transport.Because(ErrOutcomeUnknown, ErrDecode), "")
	}
	v, err := item.Accept(ctx, status, reply.Header(), json.RawMessage(reply.Body))
	switch {
	case write.ID > 0 && !write.Delete:
		raw, _ := v.(*json.RawMessage)
		return e.updated(raw, err)
	case write.Delete && errors.Is(err, ErrNotFound): // another process has deleted the record
		return ensure.Record{}, nil
	case write.Delete || err != nil:
		return ensure.Record{}, err
	}
	return v.(*candidate).record(nil), nil
}

// Splits reports whether a list may be too large, or has a record that cannot be read.
func (e ensureBatches) Splits(err error) bool {
	_, broken := errors.AsType[*BrokenRecordError](err)
	failed, ok := errors.AsType[*Error](err)
	return broken || errors.Is(err, ErrTooLarge) || ok && failed.Status == http.StatusRequestURITooLong
}

// Stops reports whether the site did not respond, or refuses the login.
func (e ensureBatches) Stops(err error) bool { return ConcernsAll(err) }

// Final reports whether the site has rejected a write, so that sending it again as a single
// request would fail too.
func (e ensureBatches) Final(err error) bool {
	failed, ok := errors.AsType[*Error](err)
	switch {
	case errors.Is(err, ErrInvalidArgument), errors.Is(err, ErrDryRun):
		return true
	case !ok || errors.Is(err, ErrPartlyWritten) || failed.Code == CodeBatchNotAllowed:
		return false
	}
	// With these statuses the site has written nothing.
	return failed.Status == http.StatusBadRequest || failed.Status == http.StatusForbidden
}
