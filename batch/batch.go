// Package batch sends up to 25 requests in one round trip: POST /batch/v1. Use it for a
// program that creates, changes or deletes many records.
//
//	var created cms.Post
//	report, err := batch.New(site). // site is a *cms.Client
//		RequireAllValidate().
//		Add(site.Posts.CreateRequest(&cms.PostParams{Title: new("One")}).Into(&created)).
//		Add(site.Pages.DeleteRequest(41)).
//		Do(ctx)
//	if err == nil {
//		err = report.Err()
//	}
//
// err is the error of the batch as a whole, report.Err() joins the errors of its items.
// A batch can succeed although every item in it failed.
//
// # Three common mistakes
//
// Items run one after another, and nothing is rolled back. [Builder.RequireAllValidate]
// makes the site check routes and arguments before it runs anything. A missing
// permission or an unknown id is found only when the item runs. The items before that
// item have then already run.
//
// Not every request is allowed in a batch:
//   - A batch cannot hold a GET. Such an item is refused before anything is sent.
//   - A stock site accepts posts, pages, blocks, navigations and custom post types; menu
//     items and menus; categories, tags and the terms of custom taxonomies; users (not
//     on WordPress 6.1); widgets.
//   - It rejects media, comments, settings, plugins, revisions, autosaves, users/me and
//     batches, with [cms.CodeBatchNotAllowed]. The other items run, unless
//     RequireAllValidate is set.
//
// The field Endpoint.AllowBatch of the package describe tells whether a route is
// allowed.
//
// A batch is not retried once the site may have received it. If the response is lost,
// the error is [cms.ErrOutcomeUnknown], and some of the items may have run.
//
// # Thousands of requests
//
// [SendAll] sends any number of requests as several batches in parallel, and yields the
// result of each request. It adapts the number of parallel batches to the site. A
// [Builder] with [Builder.SplitLarge] sends one batch after another, and its report
// keeps all results in memory.
//
// The program examples/howto/batch of this module uses both.
//
// # Small responses
//
// A batch returns whole records, about twenty times more data than most programs need.
// Set the argument _fields of an item to read fewer fields:
//
//	create := site.Posts.CreateRequest(params)
//	create.Query = url.Values{"_fields": {"id,link"}}
//
// The Query of a DeleteRequest already holds the argument force. Add to it with Set.
//
// A response as json.RawMessage, such as that of [Builder.Post], is a part of the
// response to the whole batch. Keeping one keeps the whole response in memory.
package batch

import (
	"encoding/json"
	"net/http"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/internal/batched"
)

// MaxItems is the maximum number of requests in a batch. A stock site rejects a larger
// one.
const MaxItems = batched.MaxItems

// operation and route identify the batch request itself, not its items, in errors and logs.
const (
	operation = "batch"
	route     = batched.Path
)

// Item is a request for a batch. Every [cms.Request] is an Item. Methods such as
// Collection.CreateRequest return one. BatchItem returns it with additional headers, or an
// error if it cannot be sent.
type Item interface {
	BatchItem(site *cms.Client, header http.Header) (cms.BatchItem, error)
}

// Builder collects the requests of a batch. Its methods modify it and return it.
// [Builder.Do] returns the error of an invalid item. A Builder is not safe for
// concurrent use.
type Builder struct {
	site       *cms.Client
	items      []entry
	err        error // the first error of the methods that build the batch
	requireAll bool
	split      bool
	oneByOne   bool
}

type entry struct {
	item   Item
	header http.Header
}

// New returns an empty batch for site. It runs as the user of site.
func New(site *cms.Client) *Builder { return &Builder{site: site} }

// Add adds requests.
func (b *Builder) Add(items ...Item) *Builder {
	for _, item := range items {
		b.items = append(b.items, entry{item: item})
	}
	return b
}

// Post adds a POST to a route, "cms/v2/posts". body is encoded as a JSON object. In the
// report, [Result].Value of this item is a *json.RawMessage.
func (b *Builder) Post(path string, body any) *Builder { return b.raw(http.MethodPost, path, body) }

// Put adds a PUT: see [Builder.Post].
func (b *Builder) Put(path string, body any) *Builder { return b.raw(http.MethodPut, path, body) }

// Patch adds a PATCH: see [Builder.Post].
func (b *Builder) Patch(path string, body any) *Builder { return b.raw(http.MethodPatch, path, body) }

// Delete adds a DELETE. body may be nil, or for example map[string]any{"force": true}.
// See [Builder.Post].
func (b *Builder) Delete(path string, body any) *Builder {
	return b.raw(http.MethodDelete, path, body)
}

func (b *Builder) raw(method, path string, body any) *Builder {
	return b.Add(cms.Request[json.RawMessage]{Method: method, Path: path, Body: body})
}

// Header adds a header, with one value or several, to the item that was added last. It
// replaces a header of that name in the request. It refuses the headers that
// [cms.WithHeader] refuses, such as Authorization. All items run as the user of the
// batch.
func (b *Builder) Header(name string, values ...string) *Builder {
	if len(b.items) == 0 {
		b.err = refuse("headers", "there is no item to add them to")
		return b
	}
	last := &b.items[len(b.items)-1]
	if last.header == nil {
		last.header = http.Header{}
	}
	for _, value := range values {
		last.header.Add(name, value)
	}
	return b
}

// RequireAllValidate runs nothing unless the routes and arguments of all items are
// valid. By default the valid items run.
func (b *Builder) RequireAllValidate() *Builder {
	b.requireAll = true
	return b
}

// SplitLarge sends more than [MaxItems] requests as several batches, in order. If the
// site rejects a batch as too large, the builder sends half as many requests in each
// further batch. RequireAllValidate applies to each batch, not to all of them: if a
// later batch is invalid, the earlier ones have run. An item that is too large by itself has
// the error with the status 413, and the other items are sent. Sending stops after a batch that
// was invalid, and after a failed round trip.
func (b *Builder) SplitLarge() *Builder {
	b.split = true
	return b
}

// OneByOne sends the requests one by one, in order, if the site or a proxy rejects the
// batch before any item ran. A batch with the status 403, 404, 405, 406 or 413 counts
// as rejected. The report has the same form as for a batch. Sending stops after an item
// without any response. It cannot be combined with RequireAllValidate.
func (b *Builder) OneByOne() *Builder {
	b.oneByOne = true
	return b
}

// Len returns the number of requests.
func (b *Builder) Len() int { return len(b.items) }

func refuse(argument, reason string) *cms.ArgumentError {
	return &cms.ArgumentError{Operation: operation, Argument: argument, Reason: reason}
}
