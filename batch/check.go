package batch

import (
	"bytes"
	"fmt"
	"net/http"

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
	if err := item.Validate(b.site); err != nil {
		return err
	}
	if body := bytes.TrimSpace(item.Body); len(body) > 0 && body[0] != '{' {
		return refuse("body", "it is no JSON object")
	}
	return nil
}
