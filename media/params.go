package media

import (
	"fmt"

	"github.com/fontcms/fontcms-go/cms"
)

// Params is what an upload or update of a record sets. A nil field is left
// alone.
type Params struct {
	// Date is the date of the record: see [cms.At]. DateGMT is the same in another field;
	// give one of them. In an upload null is the same as nothing: now.
	Date    cms.Date `json:"date,omitzero"`
	DateGMT cms.Date `json:"date_gmt,omitzero"`
	// Slug is a wish: the site makes it unique by -2, -3, and answers what it took.
	Slug *string `json:"slug,omitzero"`
	// Status is left alone as a rule: a record then has the status of the post
	// that it belongs to, and says "inherit".
	Status *cms.Status `json:"status,omitzero"`
	// Title, Caption and Description are raw texts. Without a title an upload
	// takes that inside the file, or the name of the file.
	Title  *string `json:"title,omitzero"`
	Author *int64  `json:"author,omitzero"`
	// FeaturedMedia is the id of an image that stands for a video or sound; 0
	// takes it away. The site ignores it for anything else.
	FeaturedMedia *int64                `json:"featured_media,omitzero"`
	CommentStatus *cms.DiscussionStatus `json:"comment_status,omitzero"`
	PingStatus    *cms.DiscussionStatus `json:"ping_status,omitzero"`
	Meta          *cms.MetaParams       `json:"meta,omitzero"`
	Template      *string               `json:"template,omitzero"`
	// AltText says what an image shows, for those who do not see it.
	AltText     *string `json:"alt_text,omitzero"`
	Caption     *string `json:"caption,omitzero"`
	Description *string `json:"description,omitzero"`
	// Post is the id of the record that this one belongs to; 0 detaches it. The
	// site does not look whether there is one, except when it stores a file: that
	// goes into the folder of the month of the post.
	Post *int64 `json:"post,omitzero"`

	// GenerateSubSizes, false, keeps the site from making the sub-sizes of an
	// image, turning it upright and scaling it down. Default true. Uploads alone
	// take it.
	GenerateSubSizes *bool `json:"generate_sub_sizes,omitzero"`
	// ConvertFormat, false, keeps the site from converting an image into the format
	// that it prefers. Default true. Uploads alone take it.
	ConvertFormat *bool `json:"convert_format,omitzero"`

	// Extra holds members that plugins take: see [cms.Extra.Set]. In an upload it may
	// hold neither an empty list nor an empty object, which a form cannot say.
	Extra cms.Extra `json:",embed"`
}

// Params returns the settable fields of a record, to write it elsewhere or
// change it. The record must have been read in the context "edit" and without
// [cms.Fields], or it is [cms.ErrIncomplete]: what was not read would be written
// as empty.
//
// The date goes in as Greenwich mean time. A status that cannot be set, such as
// inherit, and what plugins added to the record are left out.
func (m *Media) Params() (*Params, error) {
	switch {
	case m.Reading.Partial:
		return nil, incomplete("it was read with some of its fields only")
	case !m.Title.HasRaw() || !m.Caption.HasRaw() || !m.Description.HasRaw():
		return nil, incomplete("it was not read in the context edit, or not with all fields")
	case m.ID == 0 || m.Type == "" || m.Status == "" || m.MimeType == "" || m.MediaType == "" ||
		m.CommentStatus == "" || m.PingStatus == "" || m.DateGMT == "" || m.GUID.Raw == "":
		return nil, incomplete("it was read with some of its fields only")
	}
	post := new(int64(0))
	if m.Post != nil {
		*post = *m.Post
	}
	p := &Params{
		Slug:          nonZero(m.Slug),
		Title:         new(m.Title.Raw),
		Author:        nonZero(m.Author),
		FeaturedMedia: new(m.FeaturedMedia),
		CommentStatus: nonZero(m.CommentStatus),
		PingStatus:    nonZero(m.PingStatus),
		Template:      new(m.Template),
		AltText:       new(m.AltText),
		Caption:       new(m.Caption.Raw),
		Description:   new(m.Description.Raw),
		Post:          post,
	}
	p.DateGMT = m.DateGMT.Date()
	switch m.Status {
	case cms.StatusPublish, cms.StatusFuture, cms.StatusDraft, cms.StatusPending, cms.StatusPrivate:
		p.Status = new(m.Status)
	}
	p.Meta = m.Meta.Params()
	return p, nil
}

func incomplete(reason string) error {
	return fmt.Errorf("media: %w: %s", cms.ErrIncomplete, reason)
}

// nonZero is nil for the zero value.
func nonZero[V comparable](v V) *V {
	var zero V
	if v == zero {
		return nil
	}
	return &v
}
