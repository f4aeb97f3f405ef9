package archiver

import (
	"bytes"
	stdjson "encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/internal/wire"
)

// Answer is what the site answered. It is written and read as the JSON itself.
type Answer struct {
	// Raw is the answer as received, nil if it had no content.
	Raw stdjson.RawMessage
}

// Decode decodes the answer into v, a pointer to a type of your own. An answer
// without content is an error.
func (a Answer) Decode(v any) error {
	if len(a.Raw) == 0 {
		return errors.New("archiver: the answer is empty")
	}
	if err := cms.Unmarshal(a.Raw, v); err != nil {
		return fmt.Errorf("archiver: %w", err)
	}
	return nil
}

// MarshalJSON writes the answer as received, null if it had no content.
func (a Answer) MarshalJSON() ([]byte, error) {
	if len(a.Raw) == 0 {
		return []byte("null"), nil
	}
	return a.Raw, nil
}

// UnmarshalJSONFrom reads any value.
func (a *Answer) UnmarshalJSONFrom(dec *jsontext.Decoder) error {
	data, err := dec.ReadValue()
	if err != nil {
		return err
	}
	return a.UnmarshalJSON(data)
}

// UnmarshalJSON is UnmarshalJSONFrom for encoding/json.
func (a *Answer) UnmarshalJSON(data []byte) error {
	a.Raw = nil
	if data = bytes.TrimSpace(data); !bytes.Equal(data, []byte("null")) {
		a.Raw = bytes.Clone(data)
	}
	return nil
}

// Snapshot is something in an answer that looks like a snapshot.
type Snapshot struct {
	// URL is the address of the copy.
	URL string
	// Date is when it was made, as the site wrote it; see [Snapshot.Time].
	Date string
	// Raw is all that the site says of it.
	Raw stdjson.RawMessage
}

// The names under which an address, a date or a list is looked for, the likeliest
// first.
const (
	urlNames  = "snapshot_url archive_url url link href permalink"
	dateNames = "timestamp date datetime created_at created time"
	listNames = "snapshots snapshot results items data closest"
)

// Snapshots returns what looks like a snapshot in the answer: strings that are
// addresses, and objects with an address (url, link, …), in a list, alone, below
// a member such as snapshots, or in an object with a list for each service. Their
// order is that of the answer, the members of an object by name. It is nil if
// nothing does: look at Raw. It returns the first 10,000 at most.
func (a Answer) Snapshots() []Snapshot {
	found := find(jsontext.Value(a.Raw), 0)
	return slices.Clone(found[:min(len(found), maxSnapshots)])
}

const maxSnapshots = 10_000

// maxDepth bounds how far down snapshots are looked for.
const maxDepth = 4

func find(value jsontext.Value, depth int) (found []Snapshot) {
	if depth > maxDepth {
		return nil
	}
	switch value.Kind() {
	case '"':
		if text := scalar(value); address(text) {
			return []Snapshot{{URL: text, Raw: stdjson.RawMessage(value)}}
		}
	case '[':
		var list []jsontext.Value
		if cms.Unmarshal(value, &list) != nil {
			return nil
		}
		for _, item := range list {
			if len(found) >= maxSnapshots {
				break
			}
			found = append(found, find(item, depth+1)...)
		}
	case '{':
		var members map[string]jsontext.Value
		if cms.Unmarshal(value, &members) != nil {
			return nil
		}
		for name := range strings.FieldsSeq(listNames) {
			if found := find(members[name], depth+1); found != nil {
				return found
			}
		}
		if snapshot := (Snapshot{first(members, urlNames), first(members, dateNames), stdjson.RawMessage(value)}); address(snapshot.URL) {
			return []Snapshot{snapshot}
		}
		for _, name := range slices.Sorted(maps.Keys(members)) {
			if len(found) >= maxSnapshots {
				break
			}
			if kind := members[name].Kind(); kind == '[' || kind == '{' {
				found = append(found, find(members[name], depth+1)...)
			}
		}
	}
	return found
}

// first is the first of the members that is a string or a number.
func first(members map[string]jsontext.Value, names string) string {
	for name := range strings.FieldsSeq(names) {
		if text := scalar(members[name]); text != "" {
			return text
		}
	}
	return ""
}

// scalar is a string, or the text of a number, and otherwise "".
func scalar(value jsontext.Value) string {
	if kind := value.Kind(); kind != '0' && kind != '"' {
		return ""
	}
	text, _ := wire.Scalar(jsontext.NewDecoder(bytes.NewReader(value), wire.Options()))
	return text
}

func address(s string) bool {
	return strings.HasPrefix(s, "https://") || strings.HasPrefix(s, "http://") || strings.HasPrefix(s, "//")
}

// Time returns when the snapshot was made, ok if Date can be read: the fourteen
// digits of the Wayback Machine, seconds since 1970, or a date in one of the
// usual forms. A date without a zone is taken for Greenwich mean time.
func (s Snapshot) Time() (t time.Time, ok bool) {
	if len(s.Date) < len("20060102150405") {
		if seconds, err := strconv.ParseInt(s.Date, 10, 64); err == nil && len(s.Date) >= 9 {
			return time.Unix(seconds, 0).UTC(), true
		}
	}
	for _, layout := range []string{
		"20060102150405", time.RFC3339, "2006-01-02T15:04:05", time.DateTime, "2006-01-02 15:04", time.DateOnly, time.RFC1123, time.RFC1123Z,
	} {
		if t, err := time.Parse(layout, s.Date); err == nil {
			return t.UTC(), true
		}
	}
	return time.Time{}, false
}
