package editor

import (
	"context"
	"fmt"
	"net/http"
	"net/url"
	"strconv"

	"github.com/fontcms/fontcms-go/cms"
)

// RenderOptions are the arguments of [Service.Render].
type RenderOptions struct {
	// Attributes are the attributes of the block: a map, or a struct with json tags.
	// Default: those of the type. A site rejects attributes that the type does not have.
	Attributes any
	// PostID is the id of the record that the block is in. Default none. The caller must
	// be allowed to edit the record.
	PostID int64
}

// Render returns the HTML of a dynamic block: GET cms/v2/block-renderer/{name}, or POST
// with Attributes. name has its namespace: "core/archives". Both only read, so Render is
// retried on connection errors.
//
// Errors:
//   - [cms.ErrNotFound] with [CodeBlockNotDynamic] if the site knows no such block, or
//     does not render it: see IsDynamic of [BlockType].
//   - [cms.ErrBadRequest] for attributes that the type does not have.
//   - [cms.ErrForbidden] for a record that the caller may not edit, or that does not exist.
func (s *Service) Render(
	ctx context.Context, name string, options *RenderOptions, callOptions ...cms.CallOption,
) (string, error) {
	const operation = "editor.Render"
	if err := checkBlock(operation, name); err != nil {
		return "", err
	}
	if options == nil {
		options = &RenderOptions{}
	}
	if options.PostID < 0 {
		return "", refuse(operation, "post_id", "must not be below 0")
	}
	r := cms.Request[rendered]{Operation: operation, Path: "cms/v2/block-renderer/" + name}
	if options.Attributes == nil {
		r.Query = url.Values{"context": {"edit"}} // the route accepts only the context edit, which is not its default
		if options.PostID > 0 {
			r.Query.Set("post_id", strconv.FormatInt(options.PostID, 10))
		}
	} else {
		r.Method, r.Repeat = http.MethodPost, cms.RepeatSafe
		r.Body = renderParams{"edit", options.Attributes, options.PostID}
	}
	out, err := cms.Do(ctx, s.site, r, callOptions...)
	if err != nil {
		return "", err
	}
	if out.Rendered == nil {
		return "", &cms.Error{Operation: operation, Method: r.Method, Path: r.Path, Status: http.StatusOK,
			Reason: fmt.Errorf("%w: the response has no HTML", cms.ErrDecode)}
	}
	return *out.Rendered, nil
}

type rendered struct {
	Rendered *string `json:"rendered"`
}

type renderParams struct {
	Context    string `json:"context"`
	Attributes any    `json:"attributes"`
	PostID     int64  `json:"post_id,omitzero"`
}
