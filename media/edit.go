package media

import (
	"context"
	"fmt"

	"github.com/fontcms/fontcms-go/cms"
)

// EditParams are the changes that [Library.Edit] makes to an image.
type EditParams struct {
	// Src is the address of the image, Media.SourceURL, or of one of its sub-sizes. It
	// is required. The address of another image is [cms.ErrNotFound].
	Src string `json:"src"`
	// Modifiers change the image, one after the other. An empty list that is not nil is
	// refused.
	Modifiers Modifiers `json:"modifiers,omitzero"`
	// Title, Caption, Description, AltText and Post are those of the copy. A nil field
	// is copied from the image.
	Caption     *string `json:"caption,omitzero"`
	Description *string `json:"description,omitzero"`
	Title       *string `json:"title,omitzero"`
	Post        *int64  `json:"post,omitzero"`
	AltText     *string `json:"alt_text,omitzero"`

	// Rotation turns the image clockwise, by 1 to 359 degrees. The site ignores it if
	// there are Modifiers.
	//
	// Deprecated: use [Rotate] in Modifiers.
	Rotation *int `json:"rotation,omitzero"`
	// X is the left edge of a crop, in percent of the width of the image.
	//
	// Deprecated: use [Crop] in Modifiers.
	X *float64 `json:"x,omitzero"`
	// Y is the upper edge of a crop, in percent of the height of the image.
	//
	// Deprecated: use [Crop] in Modifiers.
	Y *float64 `json:"y,omitzero"`
	// Width is the width of a crop, in percent.
	//
	// Deprecated: use [Crop] in Modifiers.
	Width *float64 `json:"width,omitzero"`
	// Height is the height of a crop, in percent.
	//
	// Deprecated: use [Crop] in Modifiers.
	Height *float64 `json:"height,omitzero"`
}

// Modifiers change an image, one after the other.
type Modifiers []Modifier

// Modifier is one change of an image: a [Flip], [Rotate] or [Crop], or another one that
// the site supports.
type Modifier interface {
	// Modifier returns the JSON fields type and args.
	Modifier() (kind string, args any)
}

// Flip mirrors an image.
type Flip struct {
	Horizontal bool `json:"horizontal"` // left becomes right
	Vertical   bool `json:"vertical"`   // top becomes bottom
}

// Modifier returns the type "flip".
func (f Flip) Modifier() (kind string, args any) {
	return "flip", struct {
		Flip Flip `json:"flip"`
	}{f}
}

// Rotate turns an image clockwise.
type Rotate struct {
	Angle float64 `json:"angle"` // degrees
}

// Modifier returns the type "rotate".
func (r Rotate) Modifier() (kind string, args any) { return "rotate", r }

// Crop cuts a rectangle out of an image. All fields are percentages of the image.
type Crop struct {
	Left   float64 `json:"left"`
	Top    float64 `json:"top"`
	Width  float64 `json:"width"`
	Height float64 `json:"height"`
}

// Modifier returns the type "crop".
func (c Crop) Modifier() (kind string, args any) { return "crop", c }

// modifier is the JSON form of a Modifier.
type modifier struct {
	Type string `json:"type"`
	Args any    `json:"args"`
}

// MarshalJSON writes the list.
func (m Modifiers) MarshalJSON() ([]byte, error) {
	list := make([]modifier, len(m))
	for i, change := range m {
		if change == nil {
			return nil, fmt.Errorf("modifiers[%d] is nil", i)
		}
		list[i].Type, list[i].Args = change.Modifier()
	}
	return cms.Marshal(list)
}

// Edit makes a changed copy of an image: POST cms/v2/media/{id}/edit. The image itself
// is not changed. Edit returns the copy, a new record, with the fields of the context
// "view".
//
// Like an upload, an edit is not retried once the site may have received it. If the site
// stored the copy but did not finish it, [Library.PostProcess] finishes it, and Edit
// returns it as the context "edit" shows it.
//
// Errors: [cms.ErrBadRequest] with the code rest_image_not_edited if there is no change;
// an [*UnfinishedError] if finishing failed.
func (l *Library) Edit(ctx context.Context, id int64, params *EditParams, options ...cms.CallOption) (*Media, error) {
	const operation = "media.Edit"
	where, err := item(operation, id, "edit")
	if err != nil {
		return nil, err
	}
	if err := params.check(operation); err != nil {
		return nil, err
	}
	m, _, err := l.create(ctx, cms.Request[Media]{Operation: operation, Path: where, Body: params}, true, options)
	return m, err
}

// check refuses params that the site would reject.
func (p *EditParams) check(operation string) error {
	switch {
	case p == nil || p.Src == "":
		return refuse(operation, "src", "is required: the address of the image")
	case p.Modifiers != nil && len(p.Modifiers) == 0:
		return refuse(operation, "modifiers", "the list is empty")
	case p.Rotation != nil && (*p.Rotation <= 0 || *p.Rotation >= 360):
		return refuse(operation, "rotation", fmt.Sprintf("must be 1 to 359, not %d", *p.Rotation))
	}
	for _, share := range []struct {
		name  string
		value *float64
	}{{"x", p.X}, {"y", p.Y}, {"width", p.Width}, {"height", p.Height}} {
		if share.value != nil && !(*share.value >= 0 && *share.value <= 100) { // the condition is also true for NaN
			return refuse(operation, share.name, fmt.Sprintf("must be 0 to 100, not %v", *share.value))
		}
	}
	return nil
}
