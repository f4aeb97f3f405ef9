package oembed

import (
	"strconv"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/internal/wire"
)

// Type is what kind of thing is embedded.
type Type string

// The types of oEmbed. A WordPress site calls its own pages rich.
const (
	TypePhoto Type = "photo" // the image at URL
	TypeVideo Type = "video" // HTML
	TypeLink  Type = "link"  // neither: the page itself
	TypeRich  Type = "rich"  // HTML
)

// Embed is how a page is shown inside another. A field that the provider does
// not state is zero.
type Embed struct {
	Version      string `json:"version"` // "1.0"
	Type         Type   `json:"type"`
	ProviderName string `json:"provider_name,omitzero"`
	ProviderURL  string `json:"provider_url,omitzero"`
	AuthorName   string `json:"author_name,omitzero"`
	AuthorURL    string `json:"author_url,omitzero"`
	Title        string `json:"title,omitzero"`
	// Width and Height are in pixels.
	Width  Measure `json:"width,omitzero"`
	Height Measure `json:"height,omitzero"`
	// HTML is what to put into the page: it comes from the provider, and is run by
	// the browser as part of the page. "" if the site has none, as after a redirect.
	HTML string `json:"html,omitzero"`
	// URL is the address of the image of a photo.
	URL             string  `json:"url,omitzero"`
	ThumbnailURL    string  `json:"thumbnail_url,omitzero"`
	ThumbnailWidth  Measure `json:"thumbnail_width,omitzero"`
	ThumbnailHeight Measure `json:"thumbnail_height,omitzero"`
	// CacheAge is for how many seconds the answer may be kept.
	CacheAge Measure `json:"cache_age,omitzero"`
	// Extra holds the members that this package does not know.
	Extra cms.Extra `json:",embed"`
}

// Measure is a number of pixels or seconds, which providers write as they like.
type Measure int

// UnmarshalJSONFrom reads a number or a string. What is neither a number nor a
// string of digits, such as null and "100%", is 0; a fraction is cut off.
func (m *Measure) UnmarshalJSONFrom(dec *jsontext.Decoder) error {
	*m = 0
	if kind := dec.PeekKind(); kind != '"' && kind != '0' {
		return dec.SkipValue()
	}
	text, err := wire.Scalar(dec)
	if f, odd := strconv.ParseFloat(text, 64); odd == nil && f >= 0 && f < 1<<31 {
		*m = Measure(f)
	}
	return err
}

// UnmarshalJSON is UnmarshalJSONFrom for encoding/json.
func (m *Measure) UnmarshalJSON(data []byte) error { return wire.Unmarshal(data, m) }
