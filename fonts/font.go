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

// Font is a record of the catalogue: an element of dataList (specification,
// section 2). A field that the server leaves out is zero.
type Font struct {
	ID   string `json:"id"`   // unique identifier
	Name string `json:"name"` // font name
	// FontFamily is the name for the CSS property font-family: see [Font.CSS].
	FontFamily string `json:"fontFamily"`
	// FontSubfamily is the name, or the names, for the CSS property font-weight:
	// see [Font.Faces].
	FontSubfamily Subfamily `json:"fontSubfamily"`
	Version       string    `json:"version"`
	Copyright     string    `json:"copyright"`
	Description   string    `json:"description"`
	Designer      string    `json:"designer"`
	License       *string   `json:"license"`   // address of the usage licence; the server may say null
	Tags          string    `json:"tags"`      // as written: see [Font.TagList]
	Languages     string    `json:"languages"` // as written: see [Font.LanguageList]
	Category      string    `json:"category"`  // the values are not in the specification
	CreatedAt     Date      `json:"created_at"`
	UpdatedAt     Date      `json:"updated_at"`

	// Extra holds the members that the specification does not have.
	Extra Extra `json:",embed"`
}

// TagList splits Tags. The specification does not name the separator: comma,
// semicolon, vertical bar, their full-width forms, the ideographic comma (、)
// and the line break are all taken for one. Items are trimmed, empty ones left
// out.
func (f Font) TagList() []string { return slices.Collect(items.Of(f.Tags)) }

// LanguageList splits Languages as [Font.TagList] splits Tags.
func (f Font) LanguageList() []string { return slices.Collect(items.Of(f.Languages)) }

// key tells a record from others: by its id and, because servers leave it out or
// repeat it, by its names and version.
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

// Extra holds the members of an object that the specification does not have.
// They are kept as received. github.com/go-json-experiment/json and, from Go
// 1.27 on, encoding/json write them again beside the known ones; before, plain
// encoding/json writes them as a member Extra.
type Extra map[string]json.RawMessage

// Decode decodes the member name into v, which stays as it is if there is none;
// ok tells the two apart.
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
