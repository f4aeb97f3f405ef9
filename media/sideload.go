package media

import (
	"context"
	"fmt"
	"net/http"
	"reflect"
	"slices"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/internal/wire"
)

// MaxSubSizes is the maximum number of sub-sizes in one [Library.Finalize].
const MaxSubSizes = 100

// SideloadParams describes the file of a [Library.Sideload].
type SideloadParams struct {
	// ImageSize holds the names of the sizes that the file is for, as the site calls
	// them, such as [SizeThumbnail]. At least one is required; several sizes may share a
	// file. [SizeOriginal] and [SizeScaled] cannot be combined with others.
	ImageSize SizeNames
	// ConvertFormat set to false keeps the site from converting the file to its
	// preferred format. Default true.
	ConvertFormat *bool
}

// SizeNames are names of image sizes. One name is written as a string, several as a
// list.
type SizeNames []string

// UnmarshalJSONFrom reads a string or a list.
func (n *SizeNames) UnmarshalJSONFrom(dec *jsontext.Decoder) error {
	var list cms.StringList
	err := list.UnmarshalJSONFrom(dec)
	*n = SizeNames(list)
	return err
}

// UnmarshalJSON is UnmarshalJSONFrom for encoding/json.
func (n *SizeNames) UnmarshalJSON(data []byte) error { return wire.Unmarshal(data, n) }

// MarshalJSON writes one name as a string.
func (n SizeNames) MarshalJSON() ([]byte, error) {
	if len(n) == 1 {
		return cms.Marshal(n[0])
	}
	return cms.Marshal([]string(n))
}

// SubSize is a file made for an image: the result of a Sideload, which is passed to
// Finalize unchanged. Zero fields are not sent.
type SubSize struct {
	// ImageSize holds the names of the sizes that the file is for.
	ImageSize SizeNames `json:"image_size"`
	Width     int       `json:"width,omitzero"`  // pixels
	Height    int       `json:"height,omitzero"` // pixels
	// File is the name that the site gave the file. For [SizeOriginal] and [SizeScaled]
	// it includes the path below the uploads folder, such as "2026/11/a.png".
	File     string `json:"file,omitzero"`
	MimeType string `json:"mime_type,omitzero"` // "image/…"
	Filesize int64  `json:"filesize,omitzero"`  // bytes
	// OriginalImage is the name of the file that SizeOriginal or SizeScaled replaces.
	OriginalImage string `json:"original_image,omitzero"`
	// Extra holds the fields that this package does not know.
	Extra cms.Extra `json:",embed"`
}

// Sideload adds a file to an image of the library, without creating a record: POST
// cms/v2/media/{id}/sideload. Pass its results to [Library.Finalize], which writes them
// into the record. A sideload is not retried once the site may have received it.
//
// The site may change the name of the file. It keeps the name of the image with
// "-300x200" or "-scaled" before the extension, unless such a file exists.
//
// Errors:
//   - [cms.ErrBadRequest] with the code rest_upload_dimension_mismatch if the dimensions
//     of the file are wrong.
//   - [cms.ErrNoRoute] on a site that is neither on https nor on localhost.
func (l *Library) Sideload(ctx context.Context, id int64, file File, params *SideloadParams,
	options ...cms.CallOption) (*SubSize, error) {
	const operation = "media.Sideload"
	where, err := item(operation, id, "sideload")
	if err != nil {
		return nil, err
	}
	if params == nil || len(params.ImageSize) == 0 || slices.Contains(params.ImageSize, "") {
		return nil, refuse(operation, "image_size", "the name of a size is required, and no name may be empty")
	}
	var list []field
	name := "image_size"
	if len(params.ImageSize) > 1 {
		name += "[]"
	}
	for _, size := range params.ImageSize {
		list = append(list, field{name, size})
	}
	if params.ConvertFormat != nil {
		list = append(list, field{"convert_format", fmt.Sprint(*params.ConvertFormat)})
	}
	p, err := file.pack(ctx, operation, list)
	if err != nil {
		return nil, err
	}
	defer p.end()
	var response cms.Response
	sub, err := cms.Do(ctx, l.site, cms.Request[SubSize]{
		Operation: operation,
		Method:    http.MethodPost,
		Path:      where,
		Query:     p.query,
		Header:    p.header,
		Body:      p.body,
		Repeat:    cms.RepeatUnsent,
	}, captured(options, &response)...)
	if err != nil {
		return nil, err
	}
	if reflect.ValueOf(sub).Elem().IsZero() && len(cms.FieldsOf(options...)) == 0 {
		return nil, l.lost(operation, where, response, "the response names no file")
	}
	if len(sub.ImageSize) == 0 {
		sub.ImageSize = slices.Clone(params.ImageSize) // sub has no sizes if the option Fields leaves them out
	}
	return sub, nil
}

// Finalize writes the results of sideloads into the record of an image, and runs the
// site's plugins on it: POST cms/v2/media/{id}/finalize. It returns the record as the
// context "edit" shows it. subSizes may be empty. More than [MaxSubSizes] are refused:
// call Finalize several times instead, because each call adds its sub-sizes to the
// record. Finalize is retried as an update is: a second identical call changes
// nothing. Like [Library.Sideload], it fails with [cms.ErrNoRoute] on a site that is
// neither on https nor on localhost.
//
// Errors: [cms.ErrBadRequest] with the code rest_invalid_sub_size_file for a file that
// is not from a sideload.
func (l *Library) Finalize(ctx context.Context, id int64, subSizes []SubSize,
	options ...cms.CallOption) (*Media, error) {
	const operation = "media.Finalize"
	where, err := item(operation, id, "finalize")
	if err != nil {
		return nil, err
	}
	if len(subSizes) > MaxSubSizes {
		return nil, refuse(operation,
			"sub_sizes", fmt.Sprintf("%d sub-sizes, but at most %d are allowed", len(subSizes), MaxSubSizes))
	}
	for i, sub := range subSizes {
		if reason := sub.wrong(); reason != "" {
			return nil, refuse(operation, fmt.Sprintf("sub_sizes[%d]", i), reason)
		}
	}
	return cms.Do(ctx, l.site, cms.Request[Media]{
		Operation: operation,
		Method:    http.MethodPost,
		Path:      where,
		Body: struct {
			SubSizes []SubSize `json:"sub_sizes,omitzero"`
		}{subSizes},
		Slow:   true,
		ID:     id,
		Repeat: cms.RepeatSafe,
	}, options...)
}

// wrong returns the reason why the site would reject a sub-size, or "".
func (s *SubSize) wrong() string {
	switch {
	case len(s.ImageSize) == 0 || slices.Contains(s.ImageSize, ""):
		return "the name of a size is required"
	case s.Width < 0 || s.Height < 0 || s.Filesize < 0:
		return "a number is negative"
	case s.MimeType != "" && !strings.HasPrefix(s.MimeType, "image/"):
		return fmt.Sprintf("%q is not an image type", s.MimeType)
	}
	return ""
}
