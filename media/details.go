package media

import (
	"bytes"
	"strconv"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/internal/wire"
)

// MediaDetails is what the site found out about a file. That of a file that is
// no image holds FileSize and little else; what it has for sounds and videos
// (length, bitrate, …) is in Extra. Sites keep here what any version and plugin
// wrote: a member that does not fit its field is kept in Extra as well.
type MediaDetails struct {
	Width    int    // pixels; after scaling down, if there was any
	Height   int    // pixels
	File     string // of an image, below the folder of uploads: "2026/11/a.png"; see [Media.Name]
	Filesize int64  // bytes
	// Sizes are the sub-sizes by name. [SizeFull], the file itself, is among them
	// only if there are others. More than 1,000 are left in Extra.
	Sizes map[string]Size
	// ImageMeta is what the camera wrote into the file. Images have it.
	ImageMeta *ImageMeta
	// OriginalImage is the name of the file as it was uploaded, if it was scaled
	// down or turned since.
	OriginalImage string
	// ParentImage is the image that this one is an edited copy of.
	ParentImage *ParentImage
	// Extra holds the members that this package does not know.
	Extra cms.Extra
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
	AttachmentID int64     // the site writes it as text
	File         string    // below the folder of uploads
	Extra        cms.Extra // holds the members that this package does not know
}

// ImageQuality is how a site encodes the sub-sizes of an image.
type ImageQuality struct {
	Default int            // 1 to 100
	Sizes   map[string]int // by name, where it differs; more than 1,000 are left in Extra
	Extra   cms.Extra      // holds the members that this package does not know
}

// object is a JSON object that is written member by member.
type object map[string]any

// put adds a member unless it is zero.
func put[V comparable](o object, name string, v V) {
	var zero V
	if v != zero {
		o[name] = v
	}
}

// with adds the unknown members and encodes the object.
func (o object) with(extra cms.Extra) ([]byte, error) {
	for name, raw := range extra {
		if _, ok := o[name]; !ok {
			o[name] = raw
		}
	}
	return cms.Marshal(o)
}

// detailsObject is a MediaDetails of which all members fit.
type detailsObject struct {
	Width         int          `json:"width"`
	Height        int          `json:"height"`
	File          string       `json:"file"`
	Filesize      int64        `json:"filesize"`
	Sizes         bySize[Size] `json:"sizes"`
	ImageMeta     *ImageMeta   `json:"image_meta"`
	OriginalImage string       `json:"original_image"`
	ParentImage   *ParentImage `json:"parent_image"`
	Extra         cms.Extra    `json:",embed"`
}

// UnmarshalJSONFrom reads the object. A server may write an empty one as [].
func (d *MediaDetails) UnmarshalJSONFrom(dec *jsontext.Decoder) error {
	*d = MediaDetails{}
	raw, err := dec.ReadValue()
	if err != nil {
		return err
	}
	var o detailsObject
	if raw.Kind() == '{' && json.Unmarshal(raw, &o, wire.Options()) == nil {
		*d = MediaDetails{
			o.Width, o.Height, o.File, o.Filesize, o.Sizes, o.ImageMeta, o.OriginalImage, o.ParentImage, o.Extra,
		}
		return nil
	}
	return d.byMember(jsontext.NewDecoder(bytes.NewBuffer(raw), dec.Options()))
}

// byMember reads the members that fit, and keeps the others in Extra.
func (d *MediaDetails) byMember(dec *jsontext.Decoder) error {
	if err := members(dec, &d.Extra); err != nil {
		return err
	}
	take(&d.Extra, "width", &d.Width)
	take(&d.Extra, "height", &d.Height)
	take(&d.Extra, "file", &d.File)
	take(&d.Extra, "filesize", &d.Filesize)
	var sizes bySize[Size]
	take(&d.Extra, "sizes", &sizes)
	d.Sizes = sizes
	take(&d.Extra, "image_meta", &d.ImageMeta)
	take(&d.Extra, "original_image", &d.OriginalImage)
	take(&d.Extra, "parent_image", &d.ParentImage)
	return nil
}

// UnmarshalJSON is UnmarshalJSONFrom for encoding/json.
func (d *MediaDetails) UnmarshalJSON(data []byte) error { return wire.Unmarshal(data, d) }

// MarshalJSON writes the object, the members of Extra beside the known ones.
func (d MediaDetails) MarshalJSON() ([]byte, error) {
	o := object{}
	put(o, "width", d.Width)
	put(o, "height", d.Height)
	put(o, "file", d.File)
	put(o, "filesize", d.Filesize)
	if d.Sizes != nil {
		o["sizes"] = d.Sizes
	}
	put(o, "image_meta", d.ImageMeta)
	put(o, "original_image", d.OriginalImage)
	put(o, "parent_image", d.ParentImage)
	return o.with(d.Extra)
}

// UnmarshalJSONFrom reads the object.
func (p *ParentImage) UnmarshalJSONFrom(dec *jsontext.Decoder) error {
	*p = ParentImage{}
	if err := members(dec, &p.Extra); err != nil {
		return err
	}
	take(&p.Extra, "attachment_id", &p.AttachmentID)
	take(&p.Extra, "file", &p.File)
	return nil
}

// UnmarshalJSON is UnmarshalJSONFrom for encoding/json.
func (p *ParentImage) UnmarshalJSON(data []byte) error { return wire.Unmarshal(data, p) }

// MarshalJSON writes the object as the server does.
func (p ParentImage) MarshalJSON() ([]byte, error) {
	o := object{}
	if p.AttachmentID != 0 {
		o["attachment_id"] = strconv.FormatInt(p.AttachmentID, 10)
	}
	put(o, "file", p.File)
	return o.with(p.Extra)
}

// UnmarshalJSONFrom reads the object; sizes may come as [].
func (q *ImageQuality) UnmarshalJSONFrom(dec *jsontext.Decoder) error {
	*q = ImageQuality{}
	if err := members(dec, &q.Extra); err != nil {
		return err
	}
	take(&q.Extra, "default", &q.Default)
	var sizes bySize[int]
	take(&q.Extra, "sizes", &sizes)
	q.Sizes = sizes
	return nil
}

// UnmarshalJSON is UnmarshalJSONFrom for encoding/json.
func (q *ImageQuality) UnmarshalJSON(data []byte) error { return wire.Unmarshal(data, q) }

// MarshalJSON writes the object.
func (q ImageQuality) MarshalJSON() ([]byte, error) {
	o := object{}
	put(o, "default", q.Default)
	if q.Sizes != nil {
		o["sizes"] = q.Sizes
	}
	return o.with(q.Extra)
}

// members reads an object into a map, nil if it is empty.
func members(dec *jsontext.Decoder, extra *cms.Extra) error {
	err := wire.UnmarshalObject(dec, extra)
	if len(*extra) == 0 {
		*extra = nil
	}
	return err
}

// bySize is an object by the names of sizes, at most 1,000, which a server writes
// as [] when it is empty.
type bySize[V any] map[string]V

func (m *bySize[V]) UnmarshalJSONFrom(dec *jsontext.Decoder) error {
	*m = bySize[V]{}
	return wire.Entries(dec, *m, wire.Counter{Max: wire.MaxMembers, What: "sizes"})
}

// take decodes a member out of extra into v. One that does not fit stays where
// it is.
func take[T any](extra *cms.Extra, name string, v *T) {
	raw, ok := (*extra)[name]
	if !ok {
		return
	}
	list := []byte(`[` + string(raw) + `]`) // only what stands inside of a value is bent
	var decoded [1]T
	if json.Unmarshal(list, &decoded, wire.Options(), wire.Bend()) != nil {
		return
	}
	*v = decoded[0]
	delete(*extra, name)
	if len(*extra) == 0 {
		*extra = nil
	}
}
