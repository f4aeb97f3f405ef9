package cms

import (
	"cmp"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

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
		return wire.Members(dec, func(name []byte) error {
			switch string(name) {
			case "raw":
				t.hasRaw = dec.PeekKind() != 'n'
				return text(dec, &t.Raw)
			case "rendered":
				return text(dec, &t.Rendered)
			case "protected":
				return json.UnmarshalDecode(dec, &t.Protected)
			case "block_version":
				return json.UnmarshalDecode(dec, &t.BlockVersion)
			}
			return dec.SkipValue()
		})
	}
	return dec.SkipValue()
}

// text reads a string, and other values as the decoder does.
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

	read bool
}

// IsZero reports whether the record was read without its meta. An empty meta is not
// zero.
func (m Meta) IsZero() bool { return !m.read && m.Footnotes == "" && m.Extra == nil }

// metaObject is Meta without its methods.
type metaObject Meta

// UnmarshalJSONFrom reads the object. A server writes an empty one as [].
func (m *Meta) UnmarshalJSONFrom(dec *jsontext.Decoder) error {
	*m = Meta{read: true}
	return wire.UnmarshalObject(dec, (*metaObject)(m))
}

// UnmarshalJSON is UnmarshalJSONFrom for encoding/json.
func (m *Meta) UnmarshalJSON(data []byte) error { return wire.Unmarshal(data, m) }

// MarshalJSON writes the object, with the fields of Extra next to the known one.
func (m Meta) MarshalJSON() ([]byte, error) { return wire.Marshal(metaObject(m)) }

// MetaParams are the meta fields that a create or update sets. The site does not change
// other fields, and ignores fields that are not registered. See [MetaOf].
type MetaParams struct {
	// Footnotes holds the footnotes as JSON text; "" removes them.
	Footnotes *string `json:"footnotes,omitzero"`
	// Extra holds fields that the site and its plugins register: see [Extra.Set]. A JSON
	// null deletes one.
	Extra Extra `json:",embed"`

	err error
}

// MetaOf returns params that set these fields, each to a value as [Extra.Set] accepts
// it. nil deletes a field. A value without a JSON form, and "footnotes" that is not a
// string, is an error of the call that uses the params.
//
//	site.Posts.Update(ctx, id, &cms.PostParams{Meta: cms.MetaOf(map[string]any{"weight": 7})})
func MetaOf(members map[string]any) *MetaParams {
	p := &MetaParams{}
	for name, value := range members {
		if name != "footnotes" {
			p.err = cmp.Or(p.err, p.Extra.Set(name, value))
		} else if text, ok := value.(string); ok {
			p.Footnotes = &text
		} else {
			p.err = errors.New("cms: the footnotes are not a string")
		}
	}
	return p
}

// metaParamsObject is MetaParams without its methods.
type metaParamsObject MetaParams

// MarshalJSON writes the object, with the fields of Extra next to the known one.
func (p MetaParams) MarshalJSON() ([]byte, error) {
	if p.err != nil {
		return nil, p.err
	}
	return wire.Marshal(metaParamsObject(p))
}

// Changes returns the fields of p whose value differs from that in stored, nil if there
// are none. See [Extra.Changes].
func (p *MetaParams) Changes(stored Meta) *MetaParams {
	if p == nil {
		return nil
	}
	changes := &MetaParams{Extra: p.Extra.Changes(stored.Extra), err: p.err}
	if p.Footnotes != nil && *p.Footnotes != stored.Footnotes {
		changes.Footnotes = p.Footnotes
	}
	if changes.Footnotes == nil && changes.Extra == nil && changes.err == nil {
		return nil
	}
	return changes
}

// Params returns the fields of m that can be written back, nil if there are none. Null
// fields are left out, because a site rejects null for a meta field that is not set. By
// then it has stored the other fields of the record.
func (m Meta) Params() *MetaParams {
	params := &MetaParams{Footnotes: nonZero(m.Footnotes), Extra: m.Extra.settable()}
	if params.Footnotes == nil && params.Extra == nil {
		return nil
	}
	return params
}

// params is Params for a record whose footnotes are written even if they are empty.
func (m Meta) params() *MetaParams {
	return &MetaParams{Footnotes: &m.Footnotes, Extra: m.Extra.settable()}
}

// StringList is a list of at most 10,000 strings. A server may also write it as one
// string, or as an object if it removed elements from the middle. [""] is read as an
// empty list. The strings of a list share memory, so keeping one keeps all of them.
type StringList []string

// UnmarshalJSONFrom reads a list, a string, the values of an object, or null.
func (l *StringList) UnmarshalJSONFrom(dec *jsontext.Decoder) error {
	list, err := wire.Strings(dec)
	if len(list) == 1 && list[0] == "" {
		list = []string{} // [""] is how a site writes an empty list
	}
	*l = list
	return err
}

// UnmarshalJSON is UnmarshalJSONFrom for encoding/json.
func (l *StringList) UnmarshalJSON(data []byte) error { return wire.Unmarshal(data, l) }

// Number is an integer that a site may write as a string, "423". Some plugins do,
// because they send database values unchanged.
type Number int

// UnmarshalJSONFrom reads a number or a string; null and "" are 0.
func (n *Number) UnmarshalJSONFrom(dec *jsontext.Decoder) error {
	text, err := wire.Scalar(dec)
	if err != nil {
		return err
	}
	*n = 0
	if text = strings.TrimSpace(text); text == "" {
		return nil
	}
	i, err := strconv.Atoi(text)
	if err != nil {
		return fmt.Errorf("%.40q is not an integer", text)
	}
	*n = Number(i)
	return nil
}

// UnmarshalJSON is UnmarshalJSONFrom for encoding/json.
func (n *Number) UnmarshalJSON(data []byte) error { return wire.Unmarshal(data, n) }

// Nullable is a field to write that may be null. It has three states: absent (the zero
// value; the field is not changed), a value ([NullableOf]), and null ([Null]). A date
// that may be null is a [Date].
type Nullable[T any] struct {
	value T
	state nullState
}

type nullState uint8

const (
	stateAbsent nullState = iota
	stateNull
	stateValue
)

// NullableOf returns a field with the value v.
func NullableOf[T any](v T) Nullable[T] { return Nullable[T]{v, stateValue} }

// Null returns a field that is null: cms.Null[bool]().
func Null[T any]() Nullable[T] { return Nullable[T]{state: stateNull} }

// Get returns the value. ok is false if the field is absent or null.
func (n Nullable[T]) Get() (v T, ok bool) { return n.value, n.state == stateValue }

// IsNull reports whether the field is null.
func (n Nullable[T]) IsNull() bool { return n.state == stateNull }

// IsZero reports whether the field is absent.
func (n Nullable[T]) IsZero() bool { return n.state == stateAbsent }

// MarshalJSON writes the value or null. The tag omitzero leaves out an absent field.
func (n Nullable[T]) MarshalJSON() ([]byte, error) {
	if n.state != stateValue {
		return []byte("null"), nil
	}
	return wire.Marshal(n.value)
}

// UnmarshalJSONFrom reads a value or null.
func (n *Nullable[T]) UnmarshalJSONFrom(dec *jsontext.Decoder) error {
	*n = Nullable[T]{state: stateNull}
	if dec.PeekKind() == 'n' {
		return dec.SkipValue()
	}
	n.state = stateValue
	return json.UnmarshalDecode(dec, &n.value)
}

// UnmarshalJSON is UnmarshalJSONFrom for encoding/json.
func (n *Nullable[T]) UnmarshalJSON(data []byte) error { return wire.Unmarshal(data, n) }

// nonZero returns nil for the zero value, which was not read or cannot be set.
func nonZero[V comparable](v V) *V {
	var zero V
	if v == zero {
		return nil
	}
	return &v
}
