package batch

import (
	"bytes"
	"fmt"
	"net/http"
	"net/url"
	"strings"

	"github.com/fontcms/fontcms-go/cms"
)

// The batch itself, in errors and logs.
const (
	operation = "batch"
	route     = "batch/v1"
)

// requireAllValidate is the value of the argument validation that runs all or nothing.
const requireAllValidate = "require-all-validate"

func refuse(argument, reason string) *cms.ArgumentError {
	return &cms.ArgumentError{Operation: operation, Argument: argument, Reason: reason}
}

// prepare checks all items before any is sent.
func (b *Builder) prepare() ([]cms.BatchItem, error) {
	switch {
	case b.err != nil:
		return nil, b.err
	case len(b.items) > MaxItems && !b.split:
		return nil, refuse("requests", fmt.Sprintf("%d are more than %d: see SplitLarge", len(b.items), MaxItems))
	case b.oneByOne && b.requireAll:
		return nil, refuse("validation", "one by one, nothing can be made to depend on all being valid")
	}
	items := make([]cms.BatchItem, 0, len(b.items))
	for i, entry := range b.items {
		if entry.item == nil {
			return nil, refuse("requests", fmt.Sprintf("item %d is nil", i))
		}
		item, err := entry.item.BatchItem(b.site, entry.header)
		if err == nil {
			err = b.check(item)
		}
		if err != nil {
			return nil, fmt.Errorf("batch: item %d: %w", i, err)
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
	// Before the route is looked at: a template's has an empty segment, theme//slug.
	if kind := unbatchable(item.Path, b.site.Prefix()); kind != "" && !b.anyRoute {
		return &cms.ArgumentError{
			Operation: item.Operation, Argument: "path", Err: cms.CodeBatchNotAllowed,
			Reason: kind + " cannot stand in a batch of a stock server: see AllowAnyRoute",
		}
	}
	if err := vet(b.site, item); err != nil {
		return err
	}
	if body := bytes.TrimSpace(item.Body); len(body) > 0 && body[0] != '{' {
		return refuse("body", "it is no JSON object")
	}
	return nil
}

// vet refuses in an item that somebody else made what a cms.Request refuses: a
// route that leaves the interface, arguments and headers that are the client's own.
func vet(site *cms.Client, item cms.BatchItem) error {
	refuse := &cms.ArgumentError{Operation: item.Operation, Argument: "path", Reason: "it is no route below the root with its query"}
	u, err := url.Parse(item.Path)
	if err != nil || u.Scheme != "" || u.Host != "" || u.Opaque != "" || u.Fragment != "" {
		return refuse
	}
	query, err := url.ParseQuery(u.RawQuery)
	if err != nil {
		return refuse
	}
	like := cms.Request[cms.Nothing]{Operation: item.Operation, Method: item.Method, Path: u.Path, Query: query, Header: item.Header}
	if len(item.Body) > 0 {
		like.Body = item.Body
	}
	_, err = like.BatchItem(site, nil)
	return err
}

// unbatchable names the kind of a route that stock servers do not take in a
// batch, "" if it is none of them.
func unbatchable(path, prefix string) string {
	path, _, _ = strings.Cut(strings.TrimPrefix(path, "/"), "?")
	segments := strings.Split(strings.ToLower(path), "/") // a site matches routes without regard to case
	switch {
	case len(segments) > 2 && segments[0] == prefix && segments[1] == "v2" && kindOf(segments[2:]) != "":
		return kindOf(segments[2:])
	case len(segments) > 4 && segments[4] == "revisions":
		return "a revision"
	case len(segments) > 4 && segments[4] == "autosaves":
		return "an autosave"
	}
	switch segments[0] {
	case "code-snippets":
		return "a snippet"
	case "block-visibility", "archiver":
		return "the " + segments[0]
	case "batch":
		return "another batch"
	case prefix + "-abilities":
		return "an ability"
	}
	return ""
}

// kindOf is unbatchable for the resources of a site.
func kindOf(segments []string) string {
	switch segments[0] {
	case "media":
		return "media"
	case "comments":
		return "a comment"
	case "settings":
		return "a setting"
	case "plugins":
		return "a plugin"
	case "templates", "template-parts":
		return "a template"
	case "font-families":
		return "a font family"
	case "global-styles":
		return "a global style"
	case "sidebars":
		return "a sidebar"
	case "block-renderer", "widget-types":
		return "the " + segments[0]
	case "users":
		switch {
		case len(segments) > 2 && segments[2] == "application-passwords":
			return "an application password"
		case len(segments) > 1 && segments[1] == "me":
			return "the caller's own account"
		}
	}
	return ""
}
