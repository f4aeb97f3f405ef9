package fonts

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/fontcms/fontcms-go/fonts/internal/items"
	"github.com/fontcms/fontcms-go/internal/transport"
	"github.com/fontcms/fontcms-go/internal/wire"
)

// Font is a record of the catalogue: an element of dataList. A field that the server
// does not send is zero.
type Font struct {
	ID   string `json:"id"`   // unique identifier
	Name string `json:"name"` // font name
	// FontFamily is the name for the CSS property font-family: see [Font.CSS].
	FontFamily string `json:"fontFamily"`
	// FontSubfamily holds the names for the CSS property font-weight: see [Font.Faces].
	FontSubfamily Subfamily `json:"fontSubfamily"`
	Version       string    `json:"version"`
	Copyright     string    `json:"copyright"`
	Description   string    `json:"description"`
	Designer      string    `json:"designer"`
	License       *string   `json:"license"`   // address of the usage licence; may be null
	Tags          string    `json:"tags"`      // as written: see [Font.TagList]
	Languages     string    `json:"languages"` // as written: see [Font.LanguageList]
	Category      string    `json:"category"`  // the server chooses the values
	CreatedAt     Date      `json:"created_at"`
	UpdatedAt     Date      `json:"updated_at"`

	// Extra holds the fields that this package does not know.
	Extra Extra `json:",embed"`
}

// TagList splits Tags. Servers use different separators. These count as separators:
// comma, semicolon, vertical bar, their full-width forms, the ideographic comma (、) and
// the line break. Items are trimmed; empty items are dropped.
func (f Font) TagList() []string { return slices.Collect(items.Of(f.Tags)) }

// LanguageList splits Languages as [Font.TagList] splits Tags.
func (f Font) LanguageList() []string { return slices.Collect(items.Of(f.Languages)) }

// key returns a text that identifies a record. An id would not be enough, because some servers
// omit ids or use the same id twice. So the text also contains the names and the version.
func key(f *Font) string {
	return strings.Join(append([]string{f.ID, f.FontFamily, f.Name, f.Version}, f.FontSubfamily...), "\x00")
}

func keysOf(fonts []Font) []string {
	keys := make([]string, len(fonts))
	for i := range fonts {
		keys[i] = key(&fonts[i])
	}
	return keys
}

// Extra holds the fields of an object that this package does not know, as received. The
// package github.com/go-json-experiment/json writes them next to the known fields, and
// so does encoding/json from Go 1.27 on. Up to Go 1.26, encoding/json writes them as a
// field named Extra.
type Extra map[string]json.RawMessage

// Decode decodes the field called name into v. If there is none, ok is false and v is
// not changed.
func (x Extra) Decode(name string, v any) (ok bool, err error) {
	raw, ok := x[name]
	if !ok {
		return false, nil
	}
	if err := wire.Unmarshal(raw, v); err != nil {
		return true, fmt.Errorf("fonts: extra member %s: %w", transport.Line(name, transport.MaxText), err)
	}
	return true, nil
}
