package cms

import (
	"bytes"
	"fmt"
	"iter"
	"maps"
	"slices"
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/fontcms/fontcms-go/cms/internal/route"
	"github.com/fontcms/fontcms-go/internal/plaintext"
	"github.com/fontcms/fontcms-go/internal/wire"
)

// Text is a title, content, excerpt, caption or guid. Raw is the text as an editor
// typed it. It is read in the context "edit". Blocks have it in every context,
// navigations also in "embed". Rendered is HTML made from it, with entities even in
// titles: see Plain.
type Text struct {
	Raw      string
	Rendered string
	// Protected means that a password hides the text. Only content and excerpts have it.
	Protected bool
	// BlockVersion is the version of the block format, for content read in the context
	// "edit", otherwise 0.
	BlockVersion int

	hasRaw bool
}

// HasRaw reports whether the record was read with Raw; Raw may still be "".
func (t Text) HasRaw() bool { return t.hasRaw || t.Raw != "" }

// Plain returns the text without HTML: "Pick &#038; choose" becomes "Pick & choose".
//   - Tags, comments, scripts and styles are removed, and entities decoded.
//   - Block elements and <br> become line breaks. Other white space becomes one space.
//   - If Rendered is empty, Raw is used.
//
// Names and descriptions of terms, menus and users are HTML too:
//
//	cms.Text{Rendered: term.Name}.Plain()
//
// The result is not HTML. It may hold control characters: print it with [Line].
func (t Text) Plain() string {
	if t.Rendered == "" {
		return plaintext.Of(t.Raw)
	}
	return plaintext.Of(t.Rendered)
}

// textObject is the JSON of a Text.
type textObject struct {
	Raw          *string `json:"raw,omitzero"`
	Rendered     string  `json:"rendered"`
	Protected    bool    `json:"protected,omitzero"`
	BlockVersion int     `json:"block_version,omitzero"`
}

// UnmarshalJSONFrom reads an object, or a string as rendered text. null, false and [],
// which a server writes for an empty object, give the zero Text.
func (t *Text) UnmarshalJSONFrom(dec *jsontext.Decoder) error {
	*t = Text{}
	switch dec.PeekKind() {
	case '"':
		return text(dec, &t.Rendered)
	case '{':
	default:
		return dec.SkipValue()
	}
	_, err := dec.ReadToken()
	for err == nil {
		var name []byte
		if name, err = wire.Member(dec); name == nil {
			break
		}
		switch string(name) {
		case "raw":
			kind := dec.PeekKind()
			t.hasRaw = kind == '"' || kind == '0' || kind == 't' // numbers and true become text
			err = text(dec, &t.Raw)
		case "rendered":
			err = text(dec, &t.Rendered)
		case "protected":
			err = json.UnmarshalDecode(dec, &t.Protected)
		case "block_version":
			err = json.UnmarshalDecode(dec, &t.BlockVersion)
		default:
			err = dec.SkipValue()
		}
	}
	return err
}

// text reads a string into a variable. The decoder converts any other value.
func text(dec *jsontext.Decoder, into *string) (err error) {
	if dec.PeekKind() == '"' {
		*into, err = wire.String(dec)
		return err
	}
	return json.UnmarshalDecode(dec, into)
}

// UnmarshalJSON is UnmarshalJSONFrom for encoding/json.
func (t *Text) UnmarshalJSON(data []byte) error { return wire.Unmarshal(data, t) }

// MarshalJSON writes the object as the server does.
func (t Text) MarshalJSON() ([]byte, error) {
	o := textObject{Rendered: t.Rendered, Protected: t.Protected, BlockVersion: t.BlockVersion}
	if t.HasRaw() {
		o.Raw = &t.Raw
	}
	return wire.Marshal(o)
}

// Meta is the meta field of a record.
type Meta struct {
	// Footnotes holds the footnotes of a post, page or block, as JSON text.
	Footnotes string `json:"footnotes,omitzero"`
	// Extra holds the other fields that the site and its plugins register.
	Extra Extra `json:",embed"`

	read, hasFootnotes bool
}

// IsZero reports whether the record was read without its meta. An empty meta is not
// zero.
func (m Meta) IsZero() bool { return !m.read && m.Footnotes == "" && m.Extra == nil }

// metaObject is the JSON of a Meta.
type metaObject struct {
	Footnotes Nullable[string] `json:"footnotes,omitzero"`
	Extra     Extra            `json:",embed"`
}

// UnmarshalJSONFrom reads the object. A server writes an empty one as [].
func (m *Meta) UnmarshalJSONFrom(dec *jsontext.Decoder) error {
	*m = Meta{read: true}
	if dec.PeekKind() != '{' {
		return wire.UnmarshalObject(dec, &m.Extra)
	}
	_, err := dec.ReadToken()
	for err == nil {
		var name []byte
		if name, err = wire.Member(dec); name == nil {
			break
		}
		if string(name) == "footnotes" {
			err = m.readFootnotes(dec)
		} else {
			err = m.keep(string(name), dec)
		}
	}
	return err
}

// readFootnotes reads the footnotes. A value that is no text goes to Extra. If the member
// footnotes occurs several times, the last value counts.
func (m *Meta) readFootnotes(dec *jsontext.Decoder) error {
	m.Footnotes, m.hasFootnotes = "", false
	delete(m.Extra, "footnotes")
	switch dec.PeekKind() {
	case 'n':
		return dec.SkipValue()
	case '{', '[', 'f':
		return m.keep("footnotes", dec)
	default:
		m.hasFootnotes = true
		return text(dec, &m.Footnotes)
	}
}

// keep reads a member into Extra.
func (m *Meta) keep(key string, dec *jsontext.Decoder) error {
	value, err := dec.ReadValue()
	if err != nil {
		return err
	}
	if m.Extra == nil {
		m.Extra = Extra{}
	}
	m.Extra[key] = bytes.Clone(value)
	return nil
}

// UnmarshalJSON is UnmarshalJSONFrom for encoding/json.
func (m *Meta) UnmarshalJSON(data []byte) error { return wire.Unmarshal(data, m) }

// MarshalJSON writes the object, with the fields of Extra next to the known one.
func (m Meta) MarshalJSON() ([]byte, error) {
	o := metaObject{Extra: m.Extra}
	if text := m.footnotes(); text != nil {
		o.Footnotes = NullableOf(*text)
	}
	return wire.MarshalMisfits(o)
}

// StringList is a list of at most 10,000 strings. A server may also write it as one
// string or number, or as an object if it removed elements from the middle. [""] is read as an
// empty list. A list with false loses that element, and the record has the whole list in
// its Extra. The strings of a list share memory, so keeping one keeps all of them.
type StringList []string

// UnmarshalJSONFrom reads a list, a string, the values of an object, or null.
func (l *StringList) UnmarshalJSONFrom(dec *jsontext.Decoder) error {
	list, err := wire.StringsWithoutFalse(dec)
	if len(list) == 1 && list[0] == "" {
		list = []string{} // [""] is how a site writes an empty list
	}
	*l = list
	return err
}

// UnmarshalJSON is UnmarshalJSONFrom for encoding/json.
func (l *StringList) UnmarshalJSON(data []byte) error { return wire.Unmarshal(data, l) }

// Link is a link to a related resource. A field that a site sends in another form is in
// Extra.
type Link struct {
	Href        string `json:"href"`
	Embeddable  bool   `json:"embeddable,omitzero"`
	Taxonomy    string `json:"taxonomy,omitzero"`
	PostType    string `json:"post_type,omitzero"`
	Name        string `json:"name,omitzero"`
	Count       *int   `json:"count,omitzero"` // number of revisions
	ID          int64  `json:"id,omitzero"`    // id of the previous revision of a record
	Templated   bool   `json:"templated,omitzero"`
	TargetHints struct {
		Allow []string `json:"allow,omitzero"`
	} `json:"targetHints,omitzero"`
	Extra Extra `json:",embed"`
}

// Links holds the links of a record by relation. They are kept as the site sent them and
// decoded at each call of Get or All, because most programs never read them. The zero
// value has none.
//
// A relation holds a list of links, or, from some plugins, a single link. Anything else
// is left out, and so is a link without an href. At most 1,000 links of a
// relation are read. If [Unmarshal] would refuse the object as too large, no links are
// read.
type Links struct{ sent jsontext.Value } // an object with members, or nil

// maxLinks is the maximum number of links of a relation that are read.
const maxLinks = 1000

// Get returns the links of a relation, or nil if there are none. Write the relation
// with the prefix "cms" ("author", "cms:term"), whatever the prefix of the site.
func (l Links) Get(relation string) []Link {
	sent := l.relations()
	return linksOf(sent[findRelation(sent, relation)])
}

// All returns the links of each relation, in alphabetical order. The relations have the
// prefix of the site.
func (l Links) All() iter.Seq2[string, []Link] {
	return func(yield func(string, []Link) bool) {
		sent := l.relations()
		for _, relation := range slices.Sorted(maps.Keys(sent)) {
			if list := linksOf(sent[relation]); list != nil && !yield(relation, list) {
				return
			}
		}
	}
}

// UnmarshalJSON keeps the object. Anything else, such as the [] for an empty one, is
// read as no links.
func (l *Links) UnmarshalJSON(data []byte) error {
	l.sent = nil
	if data = bytes.TrimSpace(data); len(data) > 2 && data[0] == '{' {
		l.sent = bytes.Clone(data) // a copy, so that one record does not keep its page in memory
	}
	return nil
}

// MarshalJSON writes the links as the site sent them. JSON that only the decoders of
// this module accept, such as a duplicate relation, is written as it was read.
func (l Links) MarshalJSON() ([]byte, error) {
	if l.sent.IsValid() {
		return l.sent, nil
	}
	return wire.Marshal(maps.Collect(l.All()))
}

// Format prints the links as a map.
func (l Links) Format(s fmt.State, verb rune) {
	_, _ = fmt.Fprintf(s, fmt.FormatString(s, verb), maps.Collect(l.All()))
}

// relations returns the JSON of each relation.
func (l Links) relations() map[string]jsontext.Value {
	var sent map[string]jsontext.Value
	if l.sent == nil || wire.Unmarshal(l.sent, &sent) != nil {
		return nil
	}
	return sent
}

// linksOf decodes the links of one relation. It returns nil if the value is neither a link nor
// a list of links.
func linksOf(sent jsontext.Value) []Link {
	var elements []jsontext.Value
	switch sent.Kind() {
	case '{':
		elements = []jsontext.Value{sent}
	case '[':
		if wire.Unmarshal(sent, &elements) != nil {
			return nil
		}
	default:
		return nil
	}
	list := []Link{}
	for _, element := range elements[:min(len(elements), maxLinks)] {
		var link Link
		if link.UnmarshalJSON(element) == nil && link.Href != "" {
			list = append(list, link)
		}
	}
	if len(list) == 0 && sent.Kind() == '{' {
		return nil
	}
	return list
}

// linkObject is Link without its methods, so that UnmarshalJSON does not call itself.
type linkObject Link

// UnmarshalJSON reads a link. If one field does not fit, the other fields are still
// read. Anything but an object becomes the zero Link.
func (l *Link) UnmarshalJSON(data []byte) error {
	if jsontext.Value(data).Kind() != '{' {
		*l = Link{}
		return nil
	}
	return wire.UnmarshalMisfits(jsontext.NewDecoder(bytes.NewBuffer(data), wire.Options()), (*linkObject)(l), true)
}

// MarshalJSON writes the link as it was read.
func (l Link) MarshalJSON() ([]byte, error) { return wire.MarshalMisfits(linkObject(l)) }

// findRelation returns the key of a relation in m. The prefix of the key may differ. Plugins
// have relations with the same name (acf:term), so the prefix wp is tried before other
// prefixes.
func findRelation[V any](m map[string]V, relation string) string {
	if _, ok := m[relation]; ok {
		return relation
	}
	name, ok := strings.CutPrefix(relation, route.Spec+":")
	if !ok {
		return relation
	}
	if _, ok := m["wp:"+name]; ok {
		return "wp:" + name
	}
	for _, key := range slices.Sorted(maps.Keys(m)) {
		if prefix, rest, ok := strings.Cut(key, ":"); ok && rest == name && !strings.Contains(prefix, "/") {
			return key
		}
	}
	return relation
}
