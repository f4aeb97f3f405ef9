package media

import (
	"reflect"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/internal/wire"
)

// MediaDetails is what the site found out about a file. That of a file that is
// no image holds FileSize and little else; what it has for sounds and videos
// (length, bitrate, …) is in Extra. Sites keep here what any version and plugin
// wrote: a member that does not fit its field is kept in Extra as well.
type MediaDetails struct {
	Width    int    `json:"width,omitzero"`    // pixels; after scaling down, if there was any
	Height   int    `json:"height,omitzero"`   // pixels
	File     string `json:"file,omitzero"`     // of an image, below the folder of uploads: "2026/11/a.png"; see [Media.Name]
	Filesize int64  `json:"filesize,omitzero"` // bytes
	// Sizes are the sub-sizes by name. [SizeFull], the file itself, is among them
	// only if there are others.
	Sizes map[string]Size `json:"sizes,omitzero"`
	// ImageMeta is what the camera wrote into the file. Images have it.
	ImageMeta *ImageMeta `json:"image_meta,omitzero"`
	// OriginalImage is the name of the file as it was uploaded, if it was scaled
	// down or turned since.
	OriginalImage string `json:"original_image,omitzero"`
	// ParentImage is the image that this one is an edited copy of.
	ParentImage *ParentImage `json:"parent_image,omitzero"`
	// Extra holds the members that this package does not know.
	Extra cms.Extra `json:",embed"`
}

// Size is one sub-size of an image. [MediaDetails] reads it as sites write it, numbers in
// texts included; read by itself it takes numbers alone.
type Size struct {
	File      string `json:"file"` // without a folder
	Width     int    `json:"width"`
	Height    int    `json:"height"`
	Filesize  int64  `json:"filesize,omitzero"` // bytes; SizeFull has none
	MimeType  string `json:"mime_type"`
	SourceURL string `json:"source_url"`
	// Extra holds the members that this package does not know.
	Extra cms.Extra `json:",embed"`
}

// ImageMeta is what a camera or program wrote into an image. All of it is text,
// "0" and "" standing for nothing.
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
	// Extra holds the members that this package does not know.
	Extra cms.Extra `json:",embed"`
}

// ParentImage names the image that another was made of.
type ParentImage struct {
	AttachmentID int64     `json:"attachment_id,string,omitzero"` // the site writes it as text
	File         string    `json:"file,omitzero"`                 // below the folder of uploads
	Extra        cms.Extra `json:",embed"`                        // holds the members that this package does not know
}

// ImageQuality is how a site encodes the sub-sizes of an image.
type ImageQuality struct {
	Default int            `json:"default,omitzero"` // 1 to 100
	Sizes   map[string]int `json:"sizes,omitzero"`   // by name, where it differs
	Extra   cms.Extra      `json:",embed"`           // holds the members that this package does not know
}

// The same without methods.
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

// MarshalJSON writes the object, the members of Extra beside the known ones.
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

// lenient reads an object of which plugins wrote some members as they like. A list and a
// text count as an empty one.
func lenient(dec *jsontext.Decoder, into any) error {
	if kind := dec.PeekKind(); kind == '[' || kind == '"' {
		reflect.ValueOf(into).Elem().SetZero()
		return dec.SkipValue()
	}
	return wire.UnmarshalMisfits(dec, into, wire.Bend())
}
