package appearance

import (
	"context"
	"io"
	"net/url"

	"github.com/fontcms/fontcms-go/cms"
)

// Export writes a ZIP file of the active theme to w, with the changes that users made to
// templates and styles, and returns the number of bytes: GET
// cms-block-editor/v1/export. The file is streamed. It needs an administrator.
//
// A site makes the file anew for each request. If the connection breaks, Export requests
// it once more, and fails with [cms.ErrConflict] if it differs from what was written, as it
// nearly always does. Write to a new file then. See [cms.Client.Download] for other errors.
func (s *Service) Export(ctx context.Context, w io.Writer, options ...cms.CallOption) (int64, error) {
	root, err := url.Parse(s.site.Root())
	if err != nil {
		return 0, &cms.ArgumentError{Operation: "Export", Argument: "root", Reason: "must be an address"}
	}
	path := s.site.Prefix() + "-block-editor/v1/export"
	if query := root.Query(); query.Has("rest_route") {
		query.Set("rest_route", query.Get("rest_route")+path)
		root.RawQuery = query.Encode()
	} else {
		root = root.JoinPath(path)
	}
	return s.site.Download(ctx, root.String(), w, options...)
}
