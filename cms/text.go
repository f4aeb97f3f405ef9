package cms

import (
	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/fontcms/fontcms-go/internal/wire"
)

// Text is a title, content, excerpt, caption or guid (specification, section 2,
// "Text objects"). Raw is what an editor typed; only the context "edit" gives
// it. Rendered is HTML made of it, with entities even in titles.
type Text struct {
	Raw      string
	Rendered string
	// Protected says that a password hides the text. Content and excerpts have it.
	Protected bool
	// BlockVersion is the version of the block format, in content read in the
	// context "edit", otherwise 0.
	BlockVersion int

	hasRaw bool
}

// HasRaw reports whether the record was read with Raw, which may be "".
func (t Text) HasRaw() bool { return t.hasRaw || t.Raw != "" }

// textObject is a Text on the wire.
type textObject struct {
	Raw          *string `json:"raw,omitzero"`
	Rendered     string  `json:"rendered"`
	Protected    bool    `json:"protected,omitzero"`
	BlockVersion int     `json:"block_version,omitzero"`
}

// UnmarshalJSONFrom reads an object, or a bare string as rendered text. The
// empty list that a server writes for an empty object, null and false are the
// zero Text.
func (t *Text) UnmarshalJSONFrom(dec *jsontext.Decoder) error {
	*t = Text{}
	switch dec.PeekKind() {
	case '"':
		return json.UnmarshalDecode(dec, &t.Rendered)
	case '{':
		var o textObject
		if err := json.UnmarshalDecode(dec, &o); err != nil {
			return err
		}
		*t = Text{Rendered: o.Rendered, Protected: o.Protected, BlockVersion: o.BlockVersion}
		if o.Raw != nil {
			t.Raw, t.hasRaw = *o.Raw, true
		}
		return nil
	}
	return dec.SkipValue()
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
