package media

import (
	"net/url"
	"path"

	"github.com/fontcms/fontcms-go/cms"
)

// Media is a record of cms/v2/media (specification, section 2, "Media"): a file
// of the library. Which fields hold something depends on the [cms.Context] and
// on [cms.Fields].
type Media struct {
	ID            int64                `json:"id"`
	Date          cms.LocalTime        `json:"date"`
	DateGMT       cms.GMTTime          `json:"date_gmt"`
	GUID          cms.Text             `json:"guid"`
	Modified      cms.LocalTime        `json:"modified"`
	ModifiedGMT   cms.GMTTime          `json:"modified_gmt"`
	Slug          string               `json:"slug"`
	Status        cms.Status           `json:"status"` // "inherit" as a rule
	Type          string               `json:"type"`   // "attachment"
	Link          string               `json:"link"`   // its page; see SourceURL
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
	// Post is the id of the record that this one belongs to, nil for none.
	Post *int64 `json:"post"`
	// SourceURL is the address of the file, whatever its type. [Media.Name] and [Media.Size]
	// are its name and its size.
	SourceURL string `json:"source_url"`
	// Filename is the name of the file that was uploaded, which is not that of
	// SourceURL if the image was scaled down. Nil if the record has no file, and on sites
	// that are older.
	Filename *string `json:"filename"`
	// Filesize is the size of the file in bytes, nil if it is not known, and on sites
	// that are older.
	Filesize *int64 `json:"filesize"`

	// The context "edit" alone gives these, and the last four of images only.
	PermalinkTemplate string `json:"permalink_template,omitzero"`
	GeneratedSlug     string `json:"generated_slug,omitzero"`
	// MissingImageSizes are the names of the sub-sizes that are still to be made.
	MissingImageSizes cms.StringList `json:"missing_image_sizes,omitzero"`
	// ExifOrientation is how the image has to be turned, 1 (not at all) to 8.
	ExifOrientation int `json:"exif_orientation,omitzero"`
	// ImageOutputFormat is the media type that the site converts sub-sizes into,
	// nil if they keep that of the file.
	ImageOutputFormat *string `json:"image_output_format,omitzero"`
	// ImageSaveProgressive says that the site saves sub-sizes progressively.
	ImageSaveProgressive bool `json:"image_save_progressive,omitzero"`
	// ImageQuality is how the site encodes sub-sizes.
	ImageQuality ImageQuality `json:"image_quality,omitzero"`

	Links    cms.Links    `json:"_links,omitzero"`
	Embedded cms.Embedded `json:"_embedded,omitzero"` // see [cms.Embed]

	// Extra holds the members that this package does not know.
	Extra cms.Extra `json:",embed"`

	// Reading says whether it was read whole.
	Reading cms.Reading `json:"-"`
}

// Name returns the name of the file that SourceURL leads to, of an image or of any other
// type: "sheet.pdf". It is "" if the record has no file.
func (m *Media) Name() string {
	address, err := url.Parse(m.SourceURL)
	if err != nil || path.Ext(address.Path) == "" { // without a file this is a page of the site
		return ""
	}
	return path.Base(address.Path)
}

// Size returns the size in bytes of the file that SourceURL leads to, 0 if the site does
// not know it.
func (m *Media) Size() int64 {
	if m.Filesize != nil {
		return *m.Filesize
	}
	return m.MediaDetails.Filesize
}
