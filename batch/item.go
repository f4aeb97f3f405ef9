package batch

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"strings"

	"github.com/fontcms/fontcms-go/cms"
)

// rawRequest is a request whose answer stays JSON.
type rawRequest = cms.Request[json.RawMessage]

// misplaced stands for a header before any item.
type misplaced struct{}

func (misplaced) BatchItem(*cms.Client) (cms.BatchItem, error) {
	return cms.BatchItem{}, &cms.ArgumentError{Operation: "batch", Argument: "headers", Reason: "there is no item to add them to"}
}

// prepare checks all items before any is sent.
func (b *Builder) prepare() ([]cms.BatchItem, error) {
	refuse := func(argument, reason string) ([]cms.BatchItem, error) {
		return nil, &cms.ArgumentError{Operation: "batch", Argument: argument, Reason: reason}
	}
	if len(b.items) > MaxItems && !b.split {
		return refuse("requests", fmt.Sprintf("%d are more than %d: see SplitLarge", len(b.items), MaxItems))
	}
	if b.singly && b.validation != "normal" {
		return refuse("validation", "require-all-validate cannot be kept one by one")
	}
	items := make([]cms.BatchItem, 0, len(b.items))
	for i, entry := range b.items {
		if entry.item == nil {
			return refuse("requests", fmt.Sprintf("item %d is nil", i))
		}
		item, err := entry.item.BatchItem(b.site)
		if err == nil {
			err = b.check(item)
		}
		if err == nil {
			item.Header, err = b.headers(item.Header, entry.header)
		}
		if err != nil {
			return nil, fmt.Errorf("item %d: %w", i, err)
		}
		items = append(items, item)
	}
	return items, nil
}

// check refuses what the batch route does not take.
func (b *Builder) check(item cms.BatchItem) error {
	refuse := func(argument, reason string) error {
		return &cms.ArgumentError{Operation: item.Operation, Argument: argument, Reason: reason}
	}
	switch item.Method {
	case http.MethodPost, http.MethodPut, http.MethodPatch, http.MethodDelete:
	default:
		return refuse("method", item.Method+" cannot stand in a batch")
	}
	if body := bytes.TrimSpace(item.Body); len(body) > 0 && body[0] != '{' {
		return refuse("body", "it is no JSON object")
	}
	if reason := unbatchable(item.Path, b.site.Prefix()); reason != "" && !b.anyRoute {
		return refuse("path", reason+" cannot stand in a batch of a stock server: see AllowAnyRoute")
	}
	return nil
}

// unbatchable names the kind of a route that stock servers refuse, "" if it is
// none of them.
func unbatchable(path, prefix string) string {
	path, _, _ = strings.Cut(strings.Trim(path, "/"), "?")
	segments := strings.Split(path, "/")
	switch {
	case len(segments) > 2 && segments[0] == prefix && segments[2] == "media":
		return "media"
	case len(segments) > 4 && segments[4] == "revisions":
		return "a revision"
	case len(segments) > 4 && segments[4] == "autosaves":
		return "an autosave"
	case segments[0] == "code-snippets":
		return "a snippet"
	case segments[0] == "batch":
		return "another batch"
	}
	return ""
}

// headers joins the headers of an item, those given to the builder last, and
// refuses what a client sets itself.
func (b *Builder) headers(own, added http.Header) (http.Header, error) {
	checked, err := cms.Request[cms.Nothing]{Operation: "batch", Header: added}.BatchItem(b.site)
	if err != nil {
		return nil, err
	}
	joined := own.Clone()
	for name, values := range checked.Header {
		if joined == nil {
			joined = http.Header{}
		}
		joined[name] = values
	}
	return joined, nil
}
