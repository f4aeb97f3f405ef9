package batch

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"sync/atomic"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/internal/batched"
)

// Do sends the batch: POST /batch/v1. It sends nothing for an empty batch.
//
// The report holds the result of each item: see [Result]. If the round trip failed, Do
// returns the report so far and a [*cms.Error]. Errors of single items are only in the
// report.
//
// The options apply to the round trip, not to the items. [cms.Fields] selects fields of
// the batch response, so it must include "responses". For the fields of a record see
// the package comment. [cms.Capture] stores the last response.
//
// The builder keeps its items: a second Do sends them again. Use a new [Builder] for
// each batch.
//
// Errors: a [*cms.ArgumentError] without a report if an item is refused. Nothing is sent
// then. These are refused:
//   - more than [MaxItems] requests without [Builder.SplitLarge]
//   - a method that a batch does not accept
//   - a body with an argument id, which the site would use instead of the id in the
//     path
//   - arguments that [cms.WithCheckedArguments] refuses
func (b *Builder) Do(ctx context.Context, options ...cms.CallOption) (*Report, error) {
	items, err := b.prepare()
	if err != nil {
		return nil, err
	}
	for _, item := range items {
		if item.Check != nil {
			if err := item.Check(ctx); err != nil {
				return nil, err
			}
		}
	}
	if fields := cms.FieldsOf(options...); len(fields) > 0 && !slices.Contains(fields, "responses") {
		return nil, refuse("fields", `without "responses" the response does not tell what became of the items`)
	}
	report := newReport(items)
	var size atomic.Int64
	report.Failed, err = b.sendAll(ctx, items, report.Results, &size, options)
	return report, err
}

// sendAll sends the items in batches, in order, until a batch fails. size holds the number of
// items in a batch; 0 means MaxItems. With SplitLarge, sendAll halves this number if the site
// rejects a batch for its size.
func (b *Builder) sendAll(ctx context.Context, items []cms.BatchItem, results []Result, size *atomic.Int64,
	options []cms.CallOption) (failed string, err error) {
	for len(items) > 0 {
		n := min(len(items), cmp.Or(int(size.Load()), MaxItems))
		failed, err = b.send(ctx, items[:n], results[:n], options)
		switch {
		case b.split && n > 1 && tooLarge(err):
			size.Store(int64(n / 2))
			continue
		case b.split && !b.oneByOne && n == 1 && status(err) == http.StatusRequestEntityTooLarge:
			results[0].Err = ofItem(items[0], err)
			// the item is too large, not the number of items: the next batch may again have
			// MaxItems items
			size.Store(0)
		case b.oneByOne && blocked(err):
			return "", sendOneByOne(ctx, items, results, options)
		case err != nil || failed != "":
			return failed, err
		}
		items, results = items[n:], results[n:]
	}
	return "", nil
}

// ofItem returns the error of an item that was the only item of a rejected batch. The error
// names the request of the item instead of the batch request.
func ofItem(item cms.BatchItem, err error) error {
	e, ok := errors.AsType[*cms.Error](err)
	if !ok {
		return err
	}
	own := *e
	own.Operation, own.Method = item.Operation, item.Method
	own.Path, _, _ = strings.Cut(strings.TrimPrefix(item.Path, "/"), "?")
	own.Hint = "the item is larger than the site or a proxy accepts in a batch"
	return &own
}

// status returns the HTTP status if the whole batch was rejected and no item ran. It returns 0
// for any other error.
func status(err error) int {
	e, ok := errors.AsType[*cms.Error](err)
	if !ok || errors.Is(err, cms.ErrOutcomeUnknown) {
		return 0
	}
	return e.Status
}

// prepare checks all items before the first batch is sent.
func (b *Builder) prepare() ([]cms.BatchItem, error) {
	switch {
	case b.err != nil:
		return nil, b.err
	case len(b.items) > MaxItems && !b.split:
		return nil, refuse("requests", fmt.Sprintf("a batch has at most %d, not %d: call SplitLarge to send several batches",
			MaxItems, len(b.items)))
	case b.oneByOne && b.requireAll:
		return nil, refuse("validation", "RequireAllValidate cannot be combined with OneByOne")
	}
	items := make([]cms.BatchItem, 0, len(b.items))
	for i, entry := range b.items {
		item, err := b.make(entry)
		if err != nil {
			return nil, fmt.Errorf("batch: item %d: %w", i, err)
		}
		items = append(items, item)
	}
	return items, nil
}

// make prepares an item for sending, or refuses an item that the batch route does not
// accept.
func (b *Builder) make(e entry) (item cms.BatchItem, err error) {
	if e.item == nil {
		return item, refuse("requests", "the item is nil")
	}
	if item, err = e.item.BatchItem(b.site, e.header); err != nil {
		return item, err
	}
	switch item.Method {
	case http.MethodPost, http.MethodPut, http.MethodPatch, http.MethodDelete:
	default:
		return item, &cms.ArgumentError{Operation: item.Operation, Argument: "method",
			Reason: item.Method + " cannot be in a batch, which takes POST, PUT, PATCH and DELETE: send it by itself"}
	}
	if err := item.Validate(b.site); err != nil {
		return item, err
	}
	if body := bytes.TrimSpace(item.Body); len(body) > 0 && body[0] != '{' {
		return item, &cms.ArgumentError{Operation: item.Operation, Argument: "body", Reason: "must be a JSON object"}
	}
	return item, nil
}

// request returns the body of the batch request.
func (b *Builder) request(items []cms.BatchItem) batched.Request {
	r := batched.Request{Validation: "normal"}
	if b.requireAll {
		r.Validation = "require-all-validate"
	}
	for _, item := range items {
		r.Add(item.Method, item.Path, item.Body, item.Header)
	}
	return r
}

// send sends one batch and stores the results. Before the call, each element of results has an
// error, usually ErrNotRun. An item that did not run keeps this error. failed is the value of
// Report.Failed.
func (b *Builder) send(ctx context.Context, items []cms.BatchItem, results []Result,
	options []cms.CallOption) (failed string, err error) {
	var response cms.Response
	ctx = loginsOf(b.site).Track(ctx)
	secret := slices.ContainsFunc(items, func(item cms.BatchItem) bool { return item.Secret })
	replies, err := cms.Do(ctx, b.site, cms.Request[batched.Response]{
		Operation: operation,
		Method:    http.MethodPost,
		Path:      route,
		Body:      b.request(items),
		Repeat:    cms.RepeatUnsent,
		Secret:    secret,
	}, append(slices.Clip(options), cms.Capture(&response))...)
	if err == nil && len(replies.Responses) != len(items) {
		err = fmt.Errorf("%d responses to %d requests", len(replies.Responses), len(items))
		round := cms.BatchItem{Operation: operation, Method: http.MethodPost, Path: route, Secret: secret}
		err = unusable(round, response, replies.Body, err)
	}
	if errors.Is(err, cms.ErrDryRun) {
		for i, item := range items {
			results[i].Err = dryRun(item)
		}
		return "", nil
	}
	if err != nil {
		if errors.Is(err, cms.ErrOutcomeUnknown) {
			for i := range results {
				results[i].Err = err
			}
		}
		return "", err
	}
	failed = replies.Failed
	if failed == "" && b.requireAll && slices.ContainsFunc(replies.Responses, batched.Reply.IsNull) {
		// With cms.Fields, the batch response may lack the field "failed". Then a null in place
		// of the response to an item shows that an item was invalid.
		failed = "validation"
	}
	for i, response := range replies.Responses {
		if failed == "" || !response.IsNull() {
			results[i].fill(ctx, items[i], response)
		}
	}
	return failed, b.sendRefused(ctx, items, replies.Responses, results, options)
}

// dryRun returns the error of an item that a dry run did not send.
func dryRun(item cms.BatchItem) error {
	route, values, _ := strings.Cut(strings.TrimPrefix(item.Path, "/"), "?")
	query, _ := url.ParseQuery(values) // cannot fail: make has checked the item
	e := &cms.DryRunError{Operation: item.Operation, Method: item.Method, Path: route, Query: query}
	if !item.Secret {
		e.Body = bytes.Clone(item.Body)
	}
	return e
}

// logins are the methods of the client's transport that deal with logins. The batch needs
// them because a site refuses a login for each item separately, while the batch itself
// succeeds.
type logins interface {
	Track(ctx context.Context) context.Context
	Refuses(status int, body []byte) bool
	Renews(ctx context.Context) (bool, error)
}

func loginsOf(site *cms.Client) logins { return site.Transport().(logins) }

// sendRefused renews the login if the site refused the login for some items. Then sendRefused
// sends these items once more. This is safe, because the site has not run them.
func (b *Builder) sendRefused(ctx context.Context, items []cms.BatchItem, responses []batched.Reply, results []Result,
	options []cms.CallOption) error {
	logins := loginsOf(b.site)
	var refused []int
	for i, response := range responses {
		if logins.Refuses(results[i].Status, response.Body) {
			refused = append(refused, i)
		}
	}
	if len(refused) == 0 || renewed(ctx) {
		return nil
	}
	again, err := logins.Renews(ctx)
	if err != nil {
		for _, i := range refused {
			results[i].Err = cms.Join(results[i].Err, fmt.Errorf("batch: the login was not renewed: %w", err))
		}
	}
	if !again {
		return nil
	}
	part := &Builder{site: b.site}
	var sent []cms.BatchItem
	var got []Result
	for _, i := range refused {
		sent, got = append(sent, items[i]), append(got, results[i])
	}
	_, err = part.send(context.WithValue(ctx, renewedKey{}, true), sent, got, options)
	for n, i := range refused {
		results[i] = got[n]
	}
	return err
}

// renewedKey marks the context of a batch that is sent after a renewal, so that a login
// is renewed only once.
type renewedKey struct{}

func renewed(ctx context.Context) bool { return ctx.Value(renewedKey{}) != nil }

// blocked reports whether the site or a proxy rejected the whole batch with one of the statuses
// that [Builder.OneByOne] names. No item ran then.
func blocked(err error) bool {
	switch status(err) {
	case http.StatusForbidden, http.StatusNotFound, http.StatusMethodNotAllowed,
		http.StatusNotAcceptable, http.StatusRequestEntityTooLarge:
		return true
	}
	return false
}

// tooLarge reports whether a batch was rejected for its size. In this case, no item ran. A site
// may accept fewer items than MaxItems, and a proxy may limit the bytes.
func tooLarge(err error) bool {
	e, ok := errors.AsType[*cms.Error](err)
	if !ok || errors.Is(err, cms.ErrOutcomeUnknown) {
		return false
	}
	return e.Status == http.StatusRequestEntityTooLarge || e.Details["requests"].Code == batched.CodeTooMany
}

// sendOneByOne sends the items one by one, until an item gets no response.
func sendOneByOne(ctx context.Context, items []cms.BatchItem, results []Result, options []cms.CallOption) error {
	for i, item := range items {
		var response cms.Response
		value, err := item.Send(ctx, append(slices.Clip(options), cms.Capture(&response))...)
		results[i].Value, results[i].Err = value, err
		results[i].Status, results[i].Header = response.Status, response.Header
		if err != nil && response.Status == 0 {
			return err
		}
	}
	return nil
}
