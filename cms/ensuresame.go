package cms

import (
	"bytes"
	"encoding/json"
	"net/url"
	"path"
	"reflect"
	"slices"
	"strings"
	"time"

	"github.com/fontcms/fontcms-go/cms/internal/ensure"
	"github.com/fontcms/fontcms-go/internal/wire"
)

// Same compares a field of params with the field of a record in the context "edit". It
// compares texts as typed, dates as moments, terms of a record without their order, and
// in meta only the fields that are set.
func (e *ensureStore) Same(name string, wanted json.RawMessage, record ensure.Record) bool {
	stored := record.Stored[name]
	switch {
	case record.Whole == nil && strings.ContainsAny(name, ".,"):
		return true
		// The argument _fields cannot contain this name, so the field was not read. Ensure
		// compares it after it has read the whole record.
	case name == "date" || name == "date_gmt":
		return sameDate(name, wanted, record.Stored)
	case name == "meta":
		var asked, there Extra
		// Errors are ignored: an empty meta may be the JSON [].
		_, _ = wire.Unmarshal(wanted, &asked), wire.Unmarshal(stored, &there)
		return asked != nil && asked.Changes(there) == nil
	}
	wanted, stored = ensure.Typed(wanted), ensure.Typed(stored)
	if bytes.Equal(wanted, stored) {
		return true
	}
	var asked, there []int64
	if wire.Unmarshal(wanted, &asked) == nil && wire.Unmarshal(stored, &there) == nil &&
		(slices.Contains(e.resource.about.TermLists, name) || linksTaxonomy(record.Stored["_links"], name)) {
		return reflect.DeepEqual(unordered(asked), unordered(there))
	}
	return Extra{name: wanted}.Changes(Extra{name: stored}) == nil
}

// sameDate compares a wanted date with the dates of a record. A date with a zone is compared
// with the field date_gmt, and any other date with the field of the same name.
func sameDate(name string, wanted json.RawMessage, stored ensure.Fields) bool {
	var asked, there, utc string
	if wire.Unmarshal(wanted, &asked) != nil || wire.Unmarshal(stored[name], &there) != nil || asked == "" {
		return false
	}
	moment, err := time.Parse(time.RFC3339, asked)
	if err != nil {
		return asked == there
	}
	return wire.Unmarshal(stored["date_gmt"], &utc) == nil && moment.UTC().Format(dateLayout) == utc
}

// linksTaxonomy reports whether the field called name holds ids of terms, whose order does not
// matter. The record then has a link to terms whose route ends in this name.
func linksTaxonomy(links json.RawMessage, name string) bool {
	var all Links
	_ = all.UnmarshalJSON(links) // after an error, all has no links
	return slices.ContainsFunc(all.Get("cms:term"), func(link Link) bool {
		u, err := url.Parse(link.Href)
		if err != nil {
			return false
		}
		route := u.Query().Get("rest_route") // a site with plain permalinks has the route here
		if route == "" {
			route = u.Path
		}
		return path.Base(route) == name
	})
}

// unordered returns ids sorted and without duplicates, to compare them without their order.
func unordered(ids []int64) []int64 {
	out := append([]int64{}, ids...)
	slices.Sort(out)
	return slices.Compact(out)
}
