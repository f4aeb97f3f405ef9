package cms

import (
	stdjson "encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"reflect"
	"strings"

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
// cms.EmbeddedAs[cms.EmbeddedUser](post.Embedded, "author"). Write the prefix of the relation
// as "cms". If the relation holds a list for each link, as cms:term does, the lists are
// joined.
//
// A record that cannot be returned is left out, and an [*Error] for it is joined into
// err. The records that can be returned are returned along with err. Records that are
// left out:
//   - a record that the site could not embed: the error has its status and code
//   - a record without an id, unless T has no id: some sites embed their index in place
//     of a record that is gone
//   - a record that does not fit T: the error matches [ErrDecode]
//
// With the links of the record that holds e, such an error names the route that the site
// could not embed: cms.EmbeddedAs[cms.EmbeddedUser](post.Embedded, "author", post.Links).
//
// Embedded records are not read whole; their Reading is Partial.
//
// No records are returned if the relation holds
//   - neither an object nor a list, or lists that are nested more than eight deep
//   - more than 100,000 records, or more than 1,000 that are left out
//   - records that would take more memory than 16 times their JSON plus 8 MiB
func EmbeddedAs[T any](e Embedded, relation string, links ...Links) (records []T, err error) {
	raw, ok := e[findRelation(e, relation)]
	if !ok {
		return nil, nil
	}
	items, err := flatten(raw, 0, 0)
	if err != nil {
		return nil, fmt.Errorf("cms: embedded %s: %w", relation, err)
	}
	if most := wire.MaxElements(0); len(items) > most {
		return nil, fmt.Errorf("cms: embedded %s: there are more than %d records", relation, most)
	}
	if err := wire.Check(raw, reflect.TypeFor[[]T](), wire.Slack); err != nil {
		return nil, fmt.Errorf("cms: embedded %s: %w", relation, err)
	}
	var linked []Link
	for _, l := range links {
		linked = append(linked, l.Get(relation)...)
	}
	var failed []error
	shape := shapeOf(reflect.TypeFor[T](), "id")
	for _, item := range items {
		var v T
		missing := notEmbedded(item.raw, shape)
		if missing == nil {
			if err := shape.Decode(item.raw, &v); err != nil {
				missing = &Error{Reason: transport.Because(ErrDecode, err)}
			} else if number, text := shape.ID(&v, item.raw); shape.Index != nil && number == 0 && text == "" {
				missing = &Error{Reason: transport.Because(ErrDecode, errNoID)}
			}
		}
		if missing != nil {
			missing.Operation = "embedded " + relation
			if item.link < len(linked) {
				missing.Method, missing.Path = http.MethodGet, routeOf(linked[item.link].Href)
			}
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

// routeOf returns the route of an address in a link, without the query, which may hold
// secrets.
func routeOf(href string) string {
	u, err := url.Parse(href)
	if err != nil {
		return ""
	}
	path := u.Path
	if route := u.Query().Get("rest_route"); route != "" {
		path = route
	} else if _, route, ok := strings.Cut(path, "-json/"); ok {
		path = route
	}
	return strings.Trim(path, "/")
}

// notEmbedded returns an error if the site has embedded an error or its index in place of
// a record, and nil otherwise.
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

// maxMissing is the maximum number of records of a relation that a site may fail to embed.
const maxMissing = 1000

// maxLists is the maximum depth of lists within lists. Sites write two levels. An element is
// decoded again at each level, so a deep list would cost too much time.
const maxLists = 8

// embeddedItem is an element of a relation. link is the position of its link in the relation.
type embeddedItem struct {
	raw  stdjson.RawMessage
	link int
}

// flatten returns the elements of a list and of all lists within it.
func flatten(raw stdjson.RawMessage, depth, link int) ([]embeddedItem, error) {
	if depth == maxLists {
		return nil, errors.New("lists are nested too deep")
	}
	if len(raw) > 0 && raw[0] == '{' { // for a single link a site writes one record, not a list
		if !jsontext.Value(raw).IsValid(jsontext.AllowDuplicateNames(true), jsontext.AllowInvalidUTF8(true)) {
			return nil, errors.New("the record is not JSON")
		}
		return []embeddedItem{{raw, link}}, nil
	}
	var items []stdjson.RawMessage
	if err := wire.Unmarshal(raw, &items); err != nil {
		return nil, err
	}
	var out []embeddedItem
	for i, item := range items {
		if depth == 0 {
			link = i
		}
		if len(item) > 0 && item[0] == '[' {
			inner, err := flatten(item, depth+1, link)
			if err != nil {
				return nil, err
			}
			out = append(out, inner...)
			continue
		}
		out = append(out, embeddedItem{item, link})
	}
	return out, nil
}

// EmbeddedUser is an embedded author: see [EmbeddedAs]. The package users reads and writes
// users.
type EmbeddedUser struct {
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

// EmbeddedTerm is an embedded category or tag: see [EmbeddedAs]. The package terms reads
// and writes terms.
type EmbeddedTerm struct {
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
