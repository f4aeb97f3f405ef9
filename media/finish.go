package media

import (
	"cmp"
	"context"
	"fmt"
	"net/http"
	"net/url"
	"path"
	"slices"
	"strconv"
	"strings"

	"github.com/fontcms/fontcms-go/cms"
)

// UnfinishedError means that the site stored a file, but that a later step failed. Do
// not upload the file again: continue with the record.
type UnfinishedError struct {
	Operation string // "media.Upload"
	// ID is the id of the record.
	ID int64
	// Upload is the error of the upload itself, or nil if only a later step failed.
	Upload error
	// Err is the error of the later step.
	Err error
}

// Error returns the operation, the record and the errors.
func (e *UnfinishedError) Error() string {
	text := fmt.Sprintf("media: %s: the site stored the file as record %d, but did not finish: %s",
		cms.Line(e.Operation, 200), e.ID, cms.Line(fmt.Sprint(e.Err), 1500))
	if e.Upload != nil {
		text += fmt.Sprintf(" (at first: %s)", cms.Line(e.Upload.Error(), 1500))
	}
	return text
}

// Unwrap returns Err. It does not return Upload, which may be [cms.ErrOutcomeUnknown]
// although the outcome is known by now.
func (e *UnfinishedError) Unwrap() error { return e.Err }

// create sends a request that creates a record, and returns the record. It does not retry
// once the site may have received the request. process means that the request asks the site to
// make sub-sizes.
//
// The request may fail although a header of the response names the stored record. create then
// asks the site to make the missing sub-sizes, if process is true and the status is 500 or
// more. In all other cases create only reads the record.
//
// own is the id of the record if the response proves that this request created the record.
// Without this proof, own is 0.
func (l *Library) create(
	ctx context.Context, r cms.Request[Media], process bool, options []cms.CallOption,
) (m *Media, own int64, err error) {
	var response cms.Response
	r.Method, r.Repeat, r.Slow = http.MethodPost, cms.RepeatUnsent, true
	m, err = cms.Do(ctx, l.site, r, captured(options, &response)...)
	id := storedID(response)
	switch {
	case err == nil && m.ID == 0 && id == 0:
		return nil, 0, l.lost(r.Operation, r.Path, response, "the response names no record")
	case err == nil:
		m.ID = cmp.Or(m.ID, id) // m has no id if the option Fields leaves it out
		if response.Status != http.StatusCreated || m.ID != id {
			id = 0
		}
		return m, id, nil
	case id == 0:
		return nil, 0, err
	}
	finished, failed := l.finishOrRead(ctx, id, process && response.Status >= http.StatusInternalServerError, options)
	if failed != nil {
		return nil, id, &UnfinishedError{Operation: r.Operation, ID: id, Upload: err, Err: failed}
	}
	return finished, id, nil
}

// lost returns the error for a response that does not name the stored record or file.
func (l *Library) lost(operation, path string, response cms.Response, why string) error {
	return &cms.Error{
		Operation: operation,
		Method:    http.MethodPost,
		Path:      l.spelled(path),
		Status:    response.Status,
		Attempts:  response.Attempts,
		Reason:    fmt.Errorf("%w: %w: %s", cms.ErrOutcomeUnknown, cms.ErrDecode, why),
	}
}

// finishOrRead asks the site to make the missing sub-sizes of a record if process is true. If
// process is false, it only reads the record.
func (l *Library) finishOrRead(ctx context.Context, id int64, process bool, options []cms.CallOption) (*Media, error) {
	if process {
		return l.PostProcess(ctx, id, options...)
	}
	return l.edited(ctx, id, options)
}

// edited reads a record in the context "edit".
func (l *Library) edited(ctx context.Context, id int64, options []cms.CallOption) (*Media, error) {
	read := []cms.GetOption{cms.InContext(cms.ContextEdit)}
	for _, option := range options {
		read = append(read, option)
	}
	return l.Get(ctx, id, read...)
}

// PostProcess makes the missing sub-sizes of an image: POST
// cms/v2/media/{id}/post-process with the action create-image-subsizes. It returns the
// record as the context "edit" shows it. It is retried as an update is; existing
// sub-sizes are not made again. Each attempt waits five minutes for the response, as an
// upload does.
func (l *Library) PostProcess(ctx context.Context, id int64, options ...cms.CallOption) (*Media, error) {
	const operation = "media.PostProcess"
	where, err := item(operation, id, "post-process")
	if err != nil {
		return nil, err
	}
	return cms.Do(ctx, l.site, cms.Request[Media]{
		Operation: operation,
		Method:    http.MethodPost,
		Path:      where,
		Body:      map[string]string{"action": "create-image-subsizes"},
		Slow:      true,
		ID:        id,
		Repeat:    cms.RepeatSafe,
	}, options...)
}

// captured returns options with one more option, which stores the response in *into.
func captured(options []cms.CallOption, into *cms.Response) []cms.CallOption {
	return append(slices.Clone(options), cms.Capture(into))
}

// storedID returns the id of the stored record from the headers of a response, or 0 if the
// headers name no record.
func storedID(response cms.Response) int64 {
	if id := positive(response.Header.Get("X-WP-Upload-Attachment-ID")); id != 0 {
		return id
	}
	if response.Status != http.StatusCreated {
		return 0
	}
	location, err := url.Parse(response.Header.Get("Location"))
	if err != nil {
		return 0
	}
	where := location.Path
	if plain := location.Query().Get("rest_route"); plain != "" {
		where = plain
	}
	return positive(path.Base(where)) // path.Base ignores a slash at the end
}

func positive(text string) int64 {
	n, err := strconv.ParseInt(strings.TrimSpace(text), 10, 64)
	if err != nil || n < 1 {
		return 0
	}
	return n
}
