package ensure

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"strconv"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/fontcms/fontcms-go/cms/internal/fault"
	"github.com/fontcms/fontcms-go/internal/relay"
	"github.com/fontcms/fontcms-go/internal/transport"
	"github.com/fontcms/fontcms-go/internal/wire"
)

// trashDuplicates trashes duplicates of the first record. They were left by a process
// that ended before its check; a running process deletes its own. If the records differ,
// it is not known which one is meant, and an update would give the first one another
// slug.
func (e *run) trashDuplicates(ctx context.Context, holders []Record) error {
	wait := firstWait
	for range looks {
		if len(holders) < 2 {
			return nil
		}
		same, err := e.same(ctx, holders)
		if err != nil {
			return err
		}
		if same {
			return e.trash(ctx, holders[1:])
		}
		if err := relay.Sleep(ctx, wait); err != nil {
			return e.store.Fail(http.MethodPost, err, "")
		}
		wait *= 2
		again, err := e.holders(ctx, e.slug)
		if err != nil {
			return err
		}
		if len(again) == 0 || again[0].ID != holders[0].ID {
			return errAgain
		}
		holders = again
	}
	if len(holders) < 2 {
		return nil
	}
	reason := fmt.Errorf("%d and %d have the slug and differ", holders[0].ID, holders[1].ID)
	return e.store.Fail(http.MethodPost, transport.Because(fault.ErrConflict, reason), "")
}

// trash trashes records. Some may no longer exist.
func (e *run) trash(ctx context.Context, records []Record) error {
	for _, one := range records {
		err := e.store.Trash(ctx, one.ID)
		if err != nil && !errors.Is(err, fault.ErrNotFound) && !errors.Is(err, fault.ErrGone) {
			return err
		}
	}
	return nil
}

// same reports whether records are equal in everything except ids and dates, and have a
// title and content.
func (e *run) same(ctx context.Context, holders []Record) (bool, error) {
	first := holders[0]
	for _, one := range holders {
		if one.Title == "" || one.Content == "" {
			return false, nil
		}
		if one.ID = first.ID; one != first {
			return false, nil
		}
	}
	var members map[string]string
	for _, one := range holders {
		raw, err := e.store.Read(ctx, one.ID)
		if err != nil {
			if errors.Is(err, fault.ErrNotFound) {
				err = nil
			}
			return false, err
		}
		these, ok := compared(raw, one.ID)
		if !ok || members != nil && !maps.Equal(members, these) {
			return false, nil
		}
		members = these
	}
	return true, nil
}

// compared returns the fields in which two copies of a record agree, in a comparable
// form: no id, date, address or rendered text.
func compared(record []byte, id int64) (out map[string]string, ok bool) {
	var members map[string]jsontext.Value
	if wire.Unmarshal(record, &members) != nil || string(members["id"]) != strconv.FormatInt(id, 10) {
		return nil, false
	}
	out = map[string]string{}
	for name, value := range members {
		switch name {
		case "id", "date", "date_gmt", "modified", "modified_gmt", "guid", "link", "permalink_template",
			"generated_slug", "class_list", "_links":
			continue
		}
		var text struct {
			Raw *string `json:"raw"`
		}
		if wire.Unmarshal(value, &text) == nil && text.Raw != nil {
			out[name] = *text.Raw
			continue
		}
		if value.Canonicalize() != nil {
			return nil, false
		}
		out[name] = string(value)
	}
	return out, true
}
