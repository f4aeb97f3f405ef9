package media

import (
	"reflect"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/internal/wire"
)

// MediaDetails is what the site knows about a file. For a file that is not an image it
// holds Filesize and little else; the length or bitrate of audio and video files are in
// Extra. An old version of WordPress or a plugin may have written these details. A value
// that does not fit its field is kept in Extra instead.
type MediaDetails struct {
	Width  int `json:"width,omitzero"`  // pixels, after scaling down
	Height int `json:"height,omitzero"` // pixels
	// images only, below the folder of uploads: "2026/11/a.png"; see [Media.Name]
	File     string `json:"file,omitzero"`
	Filesize int64  `json:"filesize,omitzero"` // bytes
	// Sizes are the sub-sizes by name. [SizeFull], the file itself, is included only if
	// there are also sub-sizes.
	Sizes map[string]Size `json:"sizes,omitzero"`
	// ImageMeta is what the camera wrote into the file. Images only.
	ImageMeta *ImageMeta `json:"image_meta,omitzero"`
	// OriginalImage is the name of the uploaded file, if the site scaled it down or
	// turned it.
	OriginalImage string `json:"original_image,omitzero"`
	// ParentImage is the image that this one is an edited copy of.
	ParentImage *ParentImage `json:"parent_image,omitzero"`
	// Extra holds the fields that this package does not know.
	Extra cms.Extra `json:",embed"`
}

// Size is one sub-size of an image. In [MediaDetails], its numbers may come as strings.
// Decoding a Size directly accepts only numbers.
type Size struct {
	File      string `json:"file"` // without a folder
	Width     int    `json:"width"`
	Height    int    `json:"height"`
	Filesize  int64  `json:"filesize,omitzero"` // bytes; SizeFull has none
	MimeType  string `json:"mime_type"`
	SourceURL string `json:"source_url"`
	// Extra holds the fields that this package does not know.
	Extra cms.Extra `json:",embed"`
}

// ImageMeta is what a camera or program wrote into an image. All values are strings; "0"
// and "" mean absent.
type ImageMeta struct {
	Aperture         string         `json:"aperture"` // f-number
	Credit           string         `json:"credit"`
	Camera           string         `json:"camera"`
	Caption          string         `json:"caption"`
	CreatedTimestamp string         `json:"created_timestamp"` // seconds since 1970
	Copyright        string         `json:"copyright"`
	FocalLength      string         `json:"focal_length"` // millimetres
	ISO              string         `json:"iso"`
	ShutterSpeed     string         `json:"shutter_speed"` // seconds
	Title            string         `json:"title"`
	Orientation      string         `json:"orientation"` // "1" to "8"
	Keywords         cms.StringList `json:"keywords"`
	Alt              string         `json:"alt,omitzero"`
	// Extra holds the fields that this package does not know.
	Extra cms.Extra `json:",embed"`
}

// ParentImage is the image that another one was made from.
type ParentImage struct {
	AttachmentID int64     `json:"attachment_id,string,omitzero"` // the site sends a string
	File         string    `json:"file,omitzero"`                 // below the folder of uploads
	Extra        cms.Extra `json:",embed"`                        // fields that this package does not know
}

// ImageQuality is the quality at which a site encodes the sub-sizes of an image.
type ImageQuality struct {
	Default int            `json:"default,omitzero"` // 1 to 100
	Sizes   map[string]int `json:"sizes,omitzero"`   // the sizes with another quality, by name
	Extra   cms.Extra      `json:",embed"`           // fields that this package does not know
}

// These types have the fields of the exported types, but no methods. The JSON methods of the
// exported types decode into and encode these types, so that they do not call themselves.
type (
	mediaDetails MediaDetails
	parentImage  ParentImage
	imageQuality ImageQuality
)

// UnmarshalJSONFrom reads the object. A server may write an empty one as [].
func (d *MediaDetails) UnmarshalJSONFrom(dec *jsontext.Decoder) error {
	return lenient(dec, (*mediaDetails)(d))
}

// UnmarshalJSON is UnmarshalJSONFrom for encoding/json.
func (d *MediaDetails) UnmarshalJSON(data []byte) error { return wire.Unmarshal(data, d) }

// MarshalJSON writes the object, with the fields of Extra next to the known ones.
func (d MediaDetails) MarshalJSON() ([]byte, error) { return wire.MarshalMisfits(mediaDetails(d)) }

// UnmarshalJSONFrom reads the object.
func (p *ParentImage) UnmarshalJSONFrom(dec *jsontext.Decoder) error {
	return lenient(dec, (*parentImage)(p))
}

// UnmarshalJSON is UnmarshalJSONFrom for encoding/json.
func (p *ParentImage) UnmarshalJSON(data []byte) error { return wire.Unmarshal(data, p) }

// MarshalJSON writes the object as the server does.
func (p ParentImage) MarshalJSON() ([]byte, error) { return wire.MarshalMisfits(parentImage(p)) }

// UnmarshalJSONFrom reads the object; sizes may come as [].
func (q *ImageQuality) UnmarshalJSONFrom(dec *jsontext.Decoder) error {
	return lenient(dec, (*imageQuality)(q))
}

// UnmarshalJSON is UnmarshalJSONFrom for encoding/json.
func (q *ImageQuality) UnmarshalJSON(data []byte) error { return wire.Unmarshal(data, q) }

// MarshalJSON writes the object.
func (q ImageQuality) MarshalJSON() ([]byte, error) { return wire.MarshalMisfits(imageQuality(q)) }

// lenient reads an object. It accepts fields of an unexpected type, because plugins may write
// them: see [wire.UnmarshalMisfits]. It reads a list or a string as an empty object.
func lenient(dec *jsontext.Decoder, into any) error {
	if kind := dec.PeekKind(); kind == '[' || kind == '"' {
		reflect.ValueOf(into).Elem().SetZero()
		return dec.SkipValue()
	}
	return wire.UnmarshalMisfits(dec, into, true)
}
