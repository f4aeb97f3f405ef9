package cms

import (
	stdjson "encoding/json"
	"errors"
	"fmt"
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/fontcms/fontcms-go/internal/wire"
)

// Link is a link to a related resource.
type Link struct {
	Href        string `json:"href"`
	Embeddable  bool   `json:"embeddable,omitzero"`
	Taxonomy    string `json:"taxonomy,omitzero"`
	PostType    string `json:"post_type,omitzero"`
	Name        string `json:"name,omitzero"`
	Count       *int   `json:"count,omitzero"` // of revisions
	ID          int64  `json:"id,omitzero"`    // of the revision that a record had before
	Templated   bool   `json:"templated,omitzero"`
	TargetHints struct {
		Allow []string `json:"allow,omitzero"`
	} `json:"targetHints,omitzero"`
	Extra Extra `json:",embed"`
}

// Links are the links of a record by relation, spelled as the site does.
type Links map[string][]Link

// UnmarshalJSONFrom reads the object. A relation holds a list; that of a plugin
// may hold one link alone, and what is neither is left out. An empty object may
// come as []. There is no UnmarshalJSON: encoding/json reads what it wrote.
func (l *Links) UnmarshalJSONFrom(dec *jsontext.Decoder) error {
	*l = nil
	if dec.PeekKind() != '{' {
		return dec.SkipValue()
	}
	if _, err := dec.ReadToken(); err != nil {
		return err
	}
	links := Links{}
	for dec.PeekKind() != '}' {
		relation, err := dec.ReadToken()
		if err != nil {
			return err
		}
		name := relation.String()
		switch dec.PeekKind() {
		case '[':
			var list []Link
			if err := json.UnmarshalDecode(dec, &list); err != nil {
				return err
			}
			links[name] = list
		case '{':
			var link Link
			if err := json.UnmarshalDecode(dec, &link); err != nil {
				return err
			}
			links[name] = []Link{link}
		default:
			if err := dec.SkipValue(); err != nil {
				return err
			}
		}
	}
	*l = links
	_, err := dec.ReadToken()
	return err
}

// Get returns the links of a relation in the specification's spelling
// ("author", "cms:term"), whatever the prefix of the site.
func (l Links) Get(relation string) []Link { return l[spelled(l, relation)] }

// Embedded are the records that came along: see [Embed]. The keys are spelled as
// the site does.
type Embedded map[string]stdjson.RawMessage

// UnmarshalJSONFrom reads the object; an empty one may come as [].
func (e *Embedded) UnmarshalJSONFrom(dec *jsontext.Decoder) error {
	*e = nil
	return wire.UnmarshalObject(dec, (*map[string]stdjson.RawMessage)(e))
}

// UnmarshalJSON is UnmarshalJSONFrom for encoding/json.
func (e *Embedded) UnmarshalJSON(data []byte) error { return wire.Unmarshal(data, e) }

// spelled finds the key for a relation that may carry another prefix. Plugins
// have relations of the same name (acf:term): a site's own comes first.
func spelled[V any](m map[string]V, relation string) string {
	if _, ok := m[relation]; ok {
		return relation
	}
	name, ok := strings.CutPrefix(relation, specPrefix+":")
	if !ok {
		return relation
	}
	if _, ok := m["wp:"+name]; ok {
		return "wp:" + name
	}
	for _, key := range sortedKeys(m) {
		if prefix, rest, ok := strings.Cut(key, ":"); ok && rest == name && !strings.Contains(prefix, "/") {
			return key
		}
	}
	return relation
}

// EmbeddedAs decodes the embedded records of a relation in the specification's
// spelling: cms.EmbeddedAs[cms.User](post.Embedded, "author"). Relations that
// hold a list for each link, as cms:term does, come as one list. A record that
// the site could not embed is left out, and its error is joined into err.
func EmbeddedAs[T any](e Embedded, relation string) (records []T, err error) {
	raw, ok := e[spelled(e, relation)]
	if !ok {
		return nil, nil
	}
	items, err := flatten(raw, 0)
	if err != nil {
		return nil, fmt.Errorf("cms: embedded %s: %w", relation, err)
	}
	var failed error
	for _, item := range items {
		if envelope, ok := parseEnvelope(item); ok && envelope.Message != "" {
			missing := &Error{Operation: "embedded " + relation}
			missing.fill(envelope)
			var data struct {
				Status int `json:"status"`
			}
			if len(missing.Data) > 0 && missing.Data[0] == '{' && wire.Unmarshal(missing.Data, &data) == nil {
				missing.Status = data.Status
			}
			failed = errors.Join(failed, missing)
			continue
		}
		var v T
		if err := wire.Object(item, &v); err != nil {
			return nil, fmt.Errorf("cms: embedded %s: %w", relation, err)
		}
		records = append(records, v)
	}
	return records, failed
}

// maxLists is how many lists in one another hold embedded records. Sites write
// two; each is decoded anew by the one around it.
const maxLists = 8

// flatten returns the elements of a list, those of lists in it included.
func flatten(raw stdjson.RawMessage, depth int) ([]stdjson.RawMessage, error) {
	if depth == maxLists {
		return nil, errors.New("lists are nested too deep")
	}
	if len(raw) > 0 && raw[0] == '{' { // one record alone, as of a link alone
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

// AvatarURLs are addresses of pictures of a user by their width in pixels.
type AvatarURLs map[string]string

// UnmarshalJSONFrom reads the object. A server writes an empty one as [] or
// false.
func (a *AvatarURLs) UnmarshalJSONFrom(dec *jsontext.Decoder) error {
	return wire.UnmarshalObject(dec, (*map[string]string)(a))
}

// UnmarshalJSON is UnmarshalJSONFrom for encoding/json.
func (a *AvatarURLs) UnmarshalJSON(data []byte) error { return wire.Unmarshal(data, a) }

// Term is an embedded category or tag.
type Term struct {
	ID       int64  `json:"id"`
	Link     string `json:"link"`
	Name     string `json:"name"`
	Slug     string `json:"slug"`
	Taxonomy string `json:"taxonomy"`
	Extra    Extra  `json:",embed"`
}
