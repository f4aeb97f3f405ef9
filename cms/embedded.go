package cms

import (
	stdjson "encoding/json"
	"errors"
	"fmt"
	"reflect"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/fontcms/fontcms-go/cms/internal/record"
	"github.com/fontcms/fontcms-go/cms/internal/reply"
	"github.com/fontcms/fontcms-go/internal/transport"
	"github.com/fontcms/fontcms-go/internal/wire"
)

// Embedded holds the records that [Embed] included, by link relation. The relations have
// the prefix of the site. At most 1,000 relations are read.
type Embedded map[string]stdjson.RawMessage

// UnmarshalJSONFrom reads the object. A server may write an empty one as [].
func (e *Embedded) UnmarshalJSONFrom(dec *jsontext.Decoder) error {
	*e = nil
	embedded := Embedded{}
	if dec.PeekKind() == '{' {
		*e = embedded
	}
	return wire.Entries(dec, embedded, wire.Limit{Max: wire.MaxMembers, What: "embedded relations"})
}

// UnmarshalJSON is UnmarshalJSONFrom for encoding/json.
func (e *Embedded) UnmarshalJSON(data []byte) error { return wire.Unmarshal(data, e) }

// EmbeddedAs decodes the embedded records of a relation:
// cms.EmbeddedAs[cms.User](post.Embedded, "author"). Write the prefix of the relation
// as "cms". If the relation holds a list for each link, as cms:term does, the lists are
// joined.
//
// A record that the site could not embed is left out, and its error is joined into err.
// So is a record without an id, unless T has no id: some sites embed their index in place
// of a record that is gone.
// Embedded records are not read whole; their Reading is Partial.
//
// Errors:
//   - more than 100,000 records
//   - records that would take more memory than 16 times their JSON plus 8 MiB
func EmbeddedAs[T any](e Embedded, relation string) (records []T, err error) {
	raw, ok := e[findRelation(e, relation)]
	if !ok {
		return nil, nil
	}
	items, err := flatten(raw, 0)
	if err != nil {
		return nil, fmt.Errorf("cms: embedded %s: %w", relation, err)
	}
	if most := wire.MaxElements(0); len(items) > most {
		return nil, fmt.Errorf("cms: embedded %s: there are more than %d records", relation, most)
	}
	if err := wire.Check(raw, reflect.TypeFor[[]T](), wire.Slack); err != nil {
		return nil, fmt.Errorf("cms: embedded %s: %w", relation, err)
	}
	var failed []error
	shape := shapeOf(reflect.TypeFor[T](), "id")
	for _, item := range items {
		var v T
		missing := notEmbedded(item, shape)
		if missing == nil {
			if err := wire.Object(item, &v); err != nil {
				return nil, fmt.Errorf("cms: embedded %s: %w", relation, err)
			}
			if number, text := shape.ID(&v, item); shape.Index != nil && number == 0 && text == "" {
				missing = &Error{Reason: transport.Because(ErrDecode, errNoID)}
			}
		}
		if missing != nil {
			missing.Operation = "embedded " + relation
			if failed = append(failed, missing); len(failed) > maxMissing {
				return nil, fmt.Errorf("cms: embedded %s: more than %d records are missing: %w", relation, maxMissing, missing)
			}
			continue
		}
		shape.Mark(reflect.ValueOf(&v).Elem(), true)
		records = append(records, v)
	}
	return wire.Compact(records), transport.Join(failed...)
}

// notEmbedded returns the error that stands in place of an embedded record, nil if there
// is none: the error of the site, or its index.
func notEmbedded(item stdjson.RawMessage, shape *record.Shape) *Error {
	if number, text := record.IDIn(item, shape.Key); number > 0 || text != "" {
		return nil
	}
	missing := &Error{}
	if envelope, ok := reply.Parse(item); ok && (shape.Index != nil || envelope.Message != "") {
		missing.setEnvelope(envelope)
		var data struct {
			Status int `json:"status"`
		}
		if len(missing.Data) > 0 && missing.Data[0] == '{' && wire.Unmarshal(missing.Data, &data) == nil {
			missing.Status = data.Status
		}
		return missing
	}
	if record.Member(item, "namespaces") != nil && record.Member(item, "routes") != nil {
		missing.Reason = transport.Because(ErrDecode, errNoID)
		missing.Hint = "the site embedded its index: the record is gone, or has no route"
		return missing
	}
	return nil
}

// maxMissing is the number of records of a relation that a site may fail to embed.
const maxMissing = 1000

// maxLists is the maximum depth of lists within lists. Sites write two. Each list is
// decoded once for every list around it.
const maxLists = 8

// flatten returns the elements of a list, including those of lists within it.
func flatten(raw stdjson.RawMessage, depth int) ([]stdjson.RawMessage, error) {
	if depth == maxLists {
		return nil, errors.New("lists are nested too deep")
	}
	if len(raw) > 0 && raw[0] == '{' { // a single record, as for a single link
		return []stdjson.RawMessage{raw}, nil
	}
	var items, out []stdjson.RawMessage
	if err := wire.Unmarshal(raw, &items); err != nil {
		return nil, err
	}
	for _, item := range items {
		if len(item) > 0 && item[0] == '[' {
			inner, err := flatten(item, depth+1)
			if err != nil {
				return nil, err
			}
			out = append(out, inner...)
			continue
		}
		out = append(out, item)
	}
	return out, nil
}

// User is an embedded author.
type User struct {
	ID          int64      `json:"id"`
	Name        string     `json:"name"`
	URL         string     `json:"url"`
	Description string     `json:"description"`
	Link        string     `json:"link"`
	Slug        string     `json:"slug"`
	AvatarURLs  AvatarURLs `json:"avatar_urls,omitzero"`
	Extra       Extra      `json:",embed"`
}

// AvatarURLs holds addresses of images of a user, by width in pixels. At most 1,000 are
// read.
type AvatarURLs map[string]string

// UnmarshalJSONFrom reads the object. A server may write an empty one as [] or false.
func (a *AvatarURLs) UnmarshalJSONFrom(dec *jsontext.Decoder) error {
	*a = nil
	if dec.PeekKind() == '{' {
		*a = AvatarURLs{}
	}
	return wire.Entries(dec, *a, wire.Limit{Max: wire.MaxMembers, What: "pictures"})
}

// UnmarshalJSON is UnmarshalJSONFrom for encoding/json.
func (a *AvatarURLs) UnmarshalJSON(data []byte) error { return wire.Unmarshal(data, a) }

// Term is an embedded category or tag. The package terms reads and writes terms.
type Term struct {
	ID       int64  `json:"id"`
	Link     string `json:"link"`
	Name     string `json:"name"` // HTML
	Slug     string `json:"slug"`
	Taxonomy string `json:"taxonomy"`
	// Stock sites do not embed Count, Description and Parent: they are then 0 and "". A
	// list of terms that is read with this type has them.
	Count       int    `json:"count,omitzero"`
	Description string `json:"description,omitzero"`
	Parent      int64  `json:"parent,omitzero"`
	Extra       Extra  `json:",embed"`
}
