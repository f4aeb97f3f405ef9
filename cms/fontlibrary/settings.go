package fontlibrary

import (
	"github.com/go-json-experiment/json/jsontext"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/internal/wire"
)

// FamilySettings describe a family of fonts in the form of theme.json. Families of the
// library, families of a collection and the global styles of a site have this form.
type FamilySettings struct {
	Name string `json:"name"` // the displayed name
	Slug string `json:"slug"` // the name in CSS variables: "inter"
	// FontFamily is the value of the CSS property font-family: "Inter, sans-serif". A
	// site puts names with spaces in quotation marks.
	FontFamily string `json:"fontFamily"`
	Preview    string `json:"preview,omitzero"` // the address of an image, "" if there is none
	// Faces are the faces of the family. Families of the library do not have them here:
	// see [Library.Faces].
	Faces []FaceSettings `json:"fontFace,omitzero"`

	// Extra holds the fields that this package does not know.
	Extra cms.Extra `json:",embed"`
}

// FaceSettings describe a font face in the form of theme.json. The fields are the
// descriptors of a CSS rule @font-face. A site does not check their values. Zero fields
// are not sent.
type FaceSettings struct {
	FontFamily string `json:"fontFamily"`          // the name of the family in CSS
	FontWeight string `json:"fontWeight,omitzero"` // "700", "bold", or "100 900" for a variable font
	FontStyle  string `json:"fontStyle,omitzero"`  // "normal", "italic", "oblique"
	// FontDisplay tells what a page shows while the font is loading. Default "fallback".
	FontDisplay Display `json:"fontDisplay,omitzero"`
	// Src holds the addresses of the files. A browser uses the first one that it can
	// read.
	Src Sources `json:"src,omitzero"`

	FontStretch           string `json:"fontStretch,omitzero"` // "75%"
	AscentOverride        string `json:"ascentOverride,omitzero"`
	DescentOverride       string `json:"descentOverride,omitzero"`
	LineGapOverride       string `json:"lineGapOverride,omitzero"`
	SizeAdjust            string `json:"sizeAdjust,omitzero"`
	FontVariant           string `json:"fontVariant,omitzero"`
	FontFeatureSettings   string `json:"fontFeatureSettings,omitzero"`
	FontVariationSettings string `json:"fontVariationSettings,omitzero"`
	UnicodeRange          string `json:"unicodeRange,omitzero"` // "U+0000-00FF, U+0131"
	Preview               string `json:"preview,omitzero"`      // the address of an image

	// Extra holds the fields that this package does not know. A site rejects them in a
	// new face.
	Extra cms.Extra `json:",embed"`
}

// Display is a value of the CSS descriptor font-display.
type Display string

// The values of font-display.
const (
	DisplayAuto     Display = "auto"
	DisplayBlock    Display = "block"
	DisplayFallback Display = "fallback"
	DisplaySwap     Display = "swap"
	DisplayOptional Display = "optional"
)

// Sources are the addresses of the files of a face, at most 10,000. JSON has one address
// as a string, and several as a list.
type Sources []string

// UnmarshalJSONFrom reads a string or a list.
func (s *Sources) UnmarshalJSONFrom(dec *jsontext.Decoder) error {
	var list cms.StringList
	err := list.UnmarshalJSONFrom(dec)
	*s = Sources(list)
	return err
}

// UnmarshalJSON is UnmarshalJSONFrom for encoding/json.
func (s *Sources) UnmarshalJSON(data []byte) error { return wire.Unmarshal(data, s) }

// MarshalJSON writes one address as a string.
func (s Sources) MarshalJSON() ([]byte, error) {
	if len(s) == 1 {
		return cms.Marshal(s[0])
	}
	return cms.Marshal([]string(s))
}
