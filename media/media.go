package media

import (
	"errors"
	"net/url"
	"path"
	"strings"

	"github.com/fontcms/fontcms-go/cms"
)

// Media is a record of cms/v2/media: a file of the library. The [cms.Context] and
// [cms.Fields] decide which fields are set.
type Media struct {
	ID            int64                `json:"id"`
	Date          cms.LocalTime        `json:"date"`
	DateGMT       cms.GMTTime          `json:"date_gmt"`
	GUID          cms.Text             `json:"guid"`
	Modified      cms.LocalTime        `json:"modified"`
	ModifiedGMT   cms.GMTTime          `json:"modified_gmt"`
	Slug          string               `json:"slug"`
	Status        cms.Status           `json:"status"` // usually "inherit"
	Type          string               `json:"type"`   // "attachment"
	Link          string               `json:"link"`   // the page about the file; see SourceURL
	Title         cms.Text             `json:"title"`
	Author        int64                `json:"author"`
	FeaturedMedia int64                `json:"featured_media"` // 0 for none
	CommentStatus cms.DiscussionStatus `json:"comment_status"`
	PingStatus    cms.DiscussionStatus `json:"ping_status"`
	Template      string               `json:"template"`
	Meta          cms.Meta             `json:"meta,omitzero"`
	ClassList     cms.StringList       `json:"class_list,omitzero"`
	Description   cms.Text             `json:"description"`
	Caption       cms.Text             `json:"caption"`
	AltText       string               `json:"alt_text"`
	MediaType     Type                 `json:"media_type"` // TypeImage or TypeFile
	MimeType      string               `json:"mime_type"`  // "image/png"
	MediaDetails  MediaDetails         `json:"media_details"`
	// Post is the id of the post that the file is attached to, nil if there is none.
	Post *int64 `json:"post"`
	// SourceURL is the address of the file. [Media.Name] and [Media.Size] return its
	// name and size.
	SourceURL string `json:"source_url"`
	// Filename is the name of the uploaded file. It differs from that of SourceURL if
	// the image was scaled down. It is nil if the record has no file, and on older
	// sites.
	Filename *string `json:"filename"`
	// Filesize is the size of the file in bytes. It is nil if it is not known, and on
	// older sites.
	Filesize *int64 `json:"filesize"`

	// Only in the context "edit". From ExifOrientation on, only for images.
	PermalinkTemplate string `json:"permalink_template,omitzero"`
	GeneratedSlug     string `json:"generated_slug,omitzero"`
	// MissingImageSizes are the names of the sub-sizes that are missing.
	MissingImageSizes cms.StringList `json:"missing_image_sizes,omitzero"`
	// ExifOrientation is the EXIF orientation of the image, 1 (upright) to 8.
	ExifOrientation int `json:"exif_orientation,omitzero"`
	// ImageOutputFormat is the media type that the site converts sub-sizes to. It is nil
	// if they keep that of the file.
	ImageOutputFormat *string `json:"image_output_format,omitzero"`
	// ImageSaveProgressive means that the site saves sub-sizes progressively.
	ImageSaveProgressive bool `json:"image_save_progressive,omitzero"`
	// ImageQuality is the quality at which the site encodes sub-sizes.
	ImageQuality ImageQuality `json:"image_quality,omitzero"`

	Links    cms.Links    `json:"_links,omitzero"`
	Embedded cms.Embedded `json:"_embedded,omitzero"` // see [cms.Embed]

	// Extra holds the fields that this package does not know.
	Extra cms.Extra `json:",embed"`

	// Reading tells whether the whole record was read.
	Reading cms.Reading `json:"-"`
}

// Name returns the name of the file at SourceURL: "sheet.pdf". It is "" if the record
// has no file.
func (m *Media) Name() string {
	address, err := url.Parse(m.SourceURL)
	if _, ok := errors.AsType[url.EscapeError](err); ok { // some sites do not encode a % in a file name
		address, err = url.Parse(strings.ReplaceAll(m.SourceURL, "%", "%25"))
	}
	if err != nil || path.Ext(address.Path) == "" { // without a file, SourceURL is the address of a page
		return ""
	}
	return path.Base(address.Path)
}

// Size returns the size in bytes of the file at SourceURL, 0 if it is not known.
func (m *Media) Size() int64 {
	if m.Filesize != nil {
		return *m.Filesize
	}
	return m.MediaDetails.Filesize
}
