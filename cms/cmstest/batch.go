package cmstest

import (
	"slices"
	"strings"

	"github.com/fontcms/fontcms-go/cms/cmstest/internal/php"
)

// maxBatch is how many requests one batch may hold.
const maxBatch = 25

func batchRoutes() []*route {
	return []*route{{pattern: "/batch/v1", endpoints: []endpoint{{[]string{"POST"}, batchParams(), everyone, (*call).batch}}}}
}

func batchParams() []param {
	words := schema{kind: "string|array", items: &schema{kind: "string"}}
	item := schema{kind: "object", open: true, props: []param{
		{name: "method", schema: text("POST", "PUT", "PATCH", "DELETE"), def: "POST", silent: true},
		{name: "path", schema: text(), required: true, silent: true},
		{name: "body", schema: schema{kind: "object", open: true}, silent: true},
		{name: "headers", schema: schema{kind: "object", others: &words}, silent: true},
	}}
	return []param{
		{name: "validation", schema: text("require-all-validate", "normal"), def: "normal", silent: true},
		{name: "requests", schema: schema{kind: "array", maxItems: maxBatch, items: &item}, required: true, silent: true},
	}
}

// batchItem is one request of a batch: its call, and what is wrong with it before it is run.
type batchItem struct {
	call     *call
	endpoint *endpoint
	why      *fault
}

// batch runs the requests one after another, as the user of the whole. All of them are looked at before the first
// is run, so that one mistake can stop them all.
func (c *call) batch() (*response, *fault) {
	requests, _ := c.get("requests").([]any)
	items, wrong := make([]*batchItem, 0, len(requests)), false
	for _, one := range requests {
		members, _ := php.ToObject(one)
		it := c.batchItem(members)
		it.validate()
		items, wrong = append(items, it), wrong || it.why != nil
	}
	answers := make([]any, 0, len(items))
	if wrong && c.text("validation") == "require-all-validate" {
		for _, it := range items {
			if it.why == nil {
				answers = append(answers, nil)
			} else {
				answers = append(answers, envelope(it.why.response()))
			}
		}
		return &response{status: 207, body: php.Object{{"failed", "validation"}, {"responses", answers}}}, nil
	}
	for _, it := range items {
		answers = append(answers, envelope(it.run()))
	}
	return &response{status: 207, body: php.Object{{"responses", answers}}}, nil
}

// batchItem makes the call of one request. Its body counts like a form, whatever its headers say.
func (c *call) batchItem(members php.Object) *batchItem {
	path, _ := members.Get("path").(string)
	method, _ := members.Get("method").(string)
	if method == "" {
		method = "POST"
	}
	path, query, ok := splitPath(path)
	if !ok {
		return &batchItem{why: newFault(400, "parse_path_failed", "The path could not be read.")}
	}
	inner := c.inner(method, path, php.ParseQuery(query))
	inner.batched = true
	body, _ := php.ToObject(members.Get("body"))
	for _, m := range body {
		inner.form.Set(m.Name, m.Value)
	}
	return &batchItem{call: inner}
}

// splitPath takes an address apart. One with a host is no mistake, one with the two slashes before a host and no host is.
func splitPath(address string) (path, query string, ok bool) {
	scheme, rest, found := strings.Cut(address, "//")
	if found && (scheme == "" || strings.HasSuffix(scheme, ":") && !strings.Contains(scheme, "/")) {
		address = strings.TrimLeftFunc(rest, func(r rune) bool { return !strings.ContainsRune("/?#", r) })
		if address == rest { // there is no host
			return "", "", false
		}
	}
	address, _, _ = strings.Cut(address, "#")
	path, query, _ = strings.Cut(address, "?")
	return path, query, true
}

// validate finds the route and looks at the arguments, but not at permissions nor at the records.
func (it *batchItem) validate() {
	if it.why != nil {
		return
	}
	c := it.call
	if it.endpoint = c.find(); it.endpoint == nil {
		it.why = noRoute()
	} else if !c.route.batch {
		it.why = newFault(400, "rest_batch_not_allowed", "This route cannot be used in a batch.")
	} else {
		it.why = c.check(it.endpoint.params)
	}
}

func (it *batchItem) run() *response {
	c := it.call
	switch {
	case c == nil:
		return it.why.response()
	case it.why != nil:
		return c.finish(it.why.response())
	}
	why := it.endpoint.permit(c)
	var answer *response
	if why == nil {
		answer, why = it.endpoint.handle(c)
	}
	if why != nil {
		answer = why.response()
	}
	return c.finish(answer)
}

// envelope wraps an answer with its status and headers.
func envelope(answer *response) php.Object {
	return php.Object{{"body", answer.body}, {"status", answer.status}, {"headers", slices.Clone(answer.header)}}
}
