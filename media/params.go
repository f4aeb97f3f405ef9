package media

import (
	"fmt"
	"strings"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/internal/wire"
)

// Params are the fields that an upload or update sets. A nil field is not changed.
type Params struct {
	// Date is the date of the record: see [cms.At]. DateGMT sets the same date; set one
	// of the two. In an upload, null means now.
	Date    cms.Date `json:"date,omitzero"`
	DateGMT cms.Date `json:"date_gmt,omitzero"`
	// Slug is the preferred slug. The site makes it unique by -2, -3, and returns the
	// slug that it stored.
	Slug *string `json:"slug,omitzero"`
	// Status is usually not set: a record then has the status of the post that it is
	// attached to, shown as "inherit".
	Status *cms.Status `json:"status,omitzero"`
	// Title, Caption and Description are raw texts. Without a title the site uses the
	// title in the metadata of the file, or else the file name.
	Title  *string `json:"title,omitzero"`
	Author *int64  `json:"author,omitzero"`
	// FeaturedMedia is the id of an image for a video or audio file; 0 removes it. For
	// other kinds of files, an update ignores the field. If the field is set in an
	// upload of such a file, even to 0, the site stores the file and the upload fails:
	// see [Library.Upload].
	FeaturedMedia *int64                `json:"featured_media,omitzero"`
	CommentStatus *cms.DiscussionStatus `json:"comment_status,omitzero"`
	PingStatus    *cms.DiscussionStatus `json:"ping_status,omitzero"`
	Meta          *cms.MetaParams       `json:"meta,omitzero"`
	Template      *string               `json:"template,omitzero"`
	// AltText describes an image for people who do not see it.
	AltText     *string `json:"alt_text,omitzero"`
	Caption     *string `json:"caption,omitzero"`
	Description *string `json:"description,omitzero"`
	// Post is the id of the post that the file is attached to; 0 detaches it. An update
	// does not check that the post exists. An upload to a post that does not exist fails
	// with 403. An upload is stored in the folder of the post's month.
	Post *int64 `json:"post,omitzero"`

	// GenerateSubSizes set to false keeps the site from making sub-sizes of an image,
	// turning it upright and scaling it down. Default true. For uploads only.
	GenerateSubSizes *bool `json:"generate_sub_sizes,omitzero"`
	// ConvertFormat set to false keeps the site from converting an image to its
	// preferred format. Default true. For uploads only.
	ConvertFormat *bool `json:"convert_format,omitzero"`

	// Extra holds fields that plugins accept: see [cms.Extra.Set]. In an upload it may
	// not contain an empty list or object, which a form cannot express.
	Extra cms.Extra `json:",embed"`
}

// Params returns the settable fields of a record, to change it or write it elsewhere.
// The record must have been read in the context "edit" and without [cms.Fields];
// otherwise the error is [cms.ErrIncomplete]. Fields that were not read would be written
// as empty.
//
// FeaturedMedia is set only for a video or sound. The date is in UTC. Params leaves out a
// status that cannot be set, such as inherit, and the fields that plugins add.
func (m *Media) Params() (*Params, error) {
	switch {
	case m.Reading.Partial:
		return nil, incomplete("only some fields of the record were read")
	case !m.Title.HasRaw() || !m.Caption.HasRaw() || !m.Description.HasRaw():
		return nil, incomplete("it was not read in the context edit, or only some fields were read")
	case m.ID == 0 || m.Type == "" || m.Status == "" || m.MediaType == "" || m.DateGMT == "" || !m.GUID.HasRaw():
		return nil, incomplete("only some fields of the record were read")
	}
	post := new(int64(0))
	if m.Post != nil {
		*post = *m.Post
	}
	p := &Params{
		Slug:          nonZero(m.Slug),
		Title:         new(m.Title.Raw),
		Author:        nonZero(m.Author),
		CommentStatus: nonZero(m.CommentStatus),
		PingStatus:    nonZero(m.PingStatus),
		Template:      new(m.Template),
		AltText:       new(m.AltText),
		Caption:       new(m.Caption.Raw),
		Description:   new(m.Description.Raw),
		Post:          post,
	}
	if strings.HasPrefix(m.MimeType, "video/") || strings.HasPrefix(m.MimeType, "audio/") {
		p.FeaturedMedia = new(m.FeaturedMedia)
	}
	p.DateGMT = m.DateGMT.Date()
	switch m.Status {
	case cms.StatusPublish, cms.StatusFuture, cms.StatusDraft, cms.StatusPending, cms.StatusPrivate:
		p.Status = new(m.Status)
	}
	p.Meta = m.Meta.Params()
	wire.LeaveOut(p, m.Extra)
	return p, nil
}

func incomplete(reason string) error {
	return fmt.Errorf("media: %w: %s", cms.ErrIncomplete, reason)
}

// nonZero returns a pointer to v, or nil for the zero value.
func nonZero[V comparable](v V) *V {
	var zero V
	if v == zero {
		return nil
	}
	return &v
}
