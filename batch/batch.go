// Package batch runs up to 25 requests in one round trip: POST /batch/v1 of the
// content interface (specification, section 4, "Root and batch").
//
//	var created cms.Post
//	report, err := batch.New(site).
//		RequireAllValidate().
//		Add(site.Posts.CreateRequest(&cms.PostParams{Title: new("One")}).Into(&created)).
//		Add(site.Pages.DeleteRequest(41)).
//		Do(ctx)
//	if err == nil {
//		err = report.Err()
//	}
//
// err is about the batch as a whole, report.Err() about its items: a batch
// whose every item failed is still one that ran.
//
// # Three things people get wrong
//
// The items run one after another and nothing is rolled back. Even
// [Builder.RequireAllValidate] checks only what can be checked without running:
// the routes and the shapes of the arguments. A missing permission or an unknown
// id shows when an item runs, and those before it have run by then.
//
// Not every request may stand in a batch. The specification calls reading
// batch-capable, but the batch route takes no GET: such an item is refused before
// anything is sent. A stock site takes posts, pages, blocks, navigation and
// custom types, menu items and menus, categories, tags and the terms of custom
// taxonomies, users (not WordPress 6.1) and widgets. It takes nothing else: no media,
// comments, settings or plugins, no revisions or autosaves, not users/me, no batch. It
// answers such an item with [cms.CodeBatchNotAllowed] and runs the others, unless
// RequireAllValidate is set. A site says it of each route: package describe reads it
// as Endpoint.AllowBatch.
//
// A batch whose answer was lost is not sent again: the error is
// [cms.ErrOutcomeUnknown], and some of the items may have run.
//
// # Small answers
//
// A batch answers with whole records, twenty times of what most programs need.
// The argument _fields of an item asks for less:
//
//	create := site.Posts.CreateRequest(params)
//	create.Query = url.Values{"_fields": {"id,link"}}
//
// The Query of a DeleteRequest holds force already: add to it with Set.
package batch

import (
	"encoding/json"
	"net/http"

	"github.com/fontcms/fontcms-go/cms"
)

// MaxItems is how many requests one batch takes (specification, section 8).
const MaxItems = 25

// The batch itself, in errors and logs.
const (
	operation = "batch"
	route     = "batch/v1"
)

// Item is a request that can stand in a batch: every [cms.Request], so all that
// the collections make, is one. BatchItem returns it with further headers, or an
// error if it cannot be sent.
type Item interface {
	BatchItem(site *cms.Client, header http.Header) (cms.BatchItem, error)
}

// Builder collects the requests of a batch. Its methods change it and return
// it. What is wrong with an item is the error of [Builder.Do]. A Builder is not
// safe for concurrent use.
type Builder struct {
	site       *cms.Client
	items      []entry
	err        error // what is wrong with how it was built
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

// Post adds a POST to a route: "cms/v2/posts", with a body that is encoded as a
// JSON object. Its value in the report is a *json.RawMessage.
func (b *Builder) Post(path string, body any) *Builder { return b.raw(http.MethodPost, path, body) }

// Put adds a PUT. See [Builder.Post].
func (b *Builder) Put(path string, body any) *Builder { return b.raw(http.MethodPut, path, body) }

// Patch adds a PATCH. See [Builder.Post].
func (b *Builder) Patch(path string, body any) *Builder { return b.raw(http.MethodPatch, path, body) }

// Delete adds a DELETE; body may be nil, or hold force. See [Builder.Post].
func (b *Builder) Delete(path string, body any) *Builder {
	return b.raw(http.MethodDelete, path, body)
}

func (b *Builder) raw(method, path string, body any) *Builder {
	return b.Add(cms.Request[json.RawMessage]{Method: method, Path: path, Body: body})
}

// Header adds a header to the item that was added last, with one value or
// several. It takes the place of one that the request itself has. Headers that
// the client sets are refused, as in [cms.WithHeader]: the items run as the user
// of the batch.
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

// RequireAllValidate runs nothing unless the routes and arguments of all items
// are valid. The default is to run those that are.
func (b *Builder) RequireAllValidate() *Builder {
	b.requireAll = true
	return b
}

// SplitLarge sends more than [MaxItems] requests as several batches, one after
// another in their order. RequireAllValidate then holds for each of them, not
// for the whole: the first 25 have run when one of the next is found invalid,
// after which no further batch is sent. Nor is one after a round trip that failed.
func (b *Builder) SplitLarge() *Builder {
	b.split = true
	return b
}

// OneByOne sends the requests by themselves, in their order, if the site or
// something in front of it refuses the batch before anything of it ran: by 403,
// 404, 405, 406 or 413. The report is the same; items after one that got no
// answer at all are not sent. It does not go together with RequireAllValidate.
func (b *Builder) OneByOne() *Builder {
	b.oneByOne = true
	return b
}

// Len is how many requests were added.
func (b *Builder) Len() int { return len(b.items) }

func refuse(argument, reason string) *cms.ArgumentError {
	return &cms.ArgumentError{Operation: operation, Argument: argument, Reason: reason}
}
