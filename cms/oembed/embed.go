package oembed

import (
	"strconv"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/internal/wire"
)

// Type is the type of an embed.
type Type string

// The types of oEmbed. WordPress uses rich for its own pages.
const (
	TypePhoto Type = "photo" // the image at URL
	TypeVideo Type = "video" // HTML
	TypeLink  Type = "link"  // only a link to the page
	TypeRich  Type = "rich"  // HTML
)

// Embed describes how a page is shown inside another one. A field that the provider does
// not send is zero.
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
	// HTML is the markup to insert. It is from the provider, and the browser runs it as
	// part of the page. It is "" if the site sends none, for example for a page that
	// redirects.
	HTML string `json:"html,omitzero"`
	// URL is the address of the image, for a photo.
	URL             string  `json:"url,omitzero"`
	ThumbnailURL    string  `json:"thumbnail_url,omitzero"`
	ThumbnailWidth  Measure `json:"thumbnail_width,omitzero"`
	ThumbnailHeight Measure `json:"thumbnail_height,omitzero"`
	// CacheAge is the number of seconds for which the response may be cached.
	CacheAge Measure `json:"cache_age,omitzero"`
	// Extra holds the fields that this package does not know.
	Extra cms.Extra `json:",embed"`
}

// Measure is a number of pixels or seconds. Providers write it in different forms.
type Measure int

// UnmarshalJSONFrom reads a number or a string of digits. A fraction is cut off. Other
// values, such as null and "100%", give 0.
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
