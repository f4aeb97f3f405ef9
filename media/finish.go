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

// UnfinishedError is a file that the site stored, while something that was to
// follow did not happen. Do not upload it again: go on with the record.
type UnfinishedError struct {
	Operation string // "media.Upload"
	// ID is the id of the record.
	ID int64
	// Upload is the error of the upload itself, after which the record had to be
	// finished. Nil if that went well.
	Upload error
	// Err says why what followed failed.
	Err error
}

// Error says the operation, the record and the errors.
func (e *UnfinishedError) Error() string {
	text := fmt.Sprintf("media: %s: the site stored the file as %d, but did not finish: %s",
		cms.Line(e.Operation, 200), e.ID, cms.Line(fmt.Sprint(e.Err), 1500))
	if e.Upload != nil {
		text += fmt.Sprintf(" (at first: %s)", cms.Line(e.Upload.Error(), 1500))
	}
	return text
}

// Unwrap returns Err. Upload is not among the errors that errors.Is finds: it may
// say that the outcome is unknown, which it no longer is.
func (e *UnfinishedError) Unwrap() error { return e.Err }

// create sends a request that makes a record, once, and returns the record. If the site
// stored it, which it says in the header of its answer, and then failed, the record is
// finished or read instead of being made again: process says that the site was to make
// sub-sizes.
func (l *Library) create(
	ctx context.Context, r cms.Request[Media], process bool, options []cms.CallOption,
) (*Media, error) {
	var answer cms.Response
	r.Method, r.Repeat = http.MethodPost, cms.RepeatUnsent
	m, err := cms.Do(ctx, l.site, r, captured(options, &answer)...)
	id := storedID(answer)
	switch {
	case err == nil && m.ID == 0 && id == 0:
		return nil, lost(r.Operation, r.Path, answer, "the answer names no record")
	case err == nil:
		m.ID = cmp.Or(m.ID, id) // the caller asked for other fields
		return m, nil
	case id == 0:
		return nil, err
	}
	finished, failed := l.finishOrRead(ctx, id, process && answer.Status >= http.StatusInternalServerError, options)
	if failed != nil {
		return nil, &UnfinishedError{Operation: r.Operation, ID: id, Upload: err, Err: failed}
	}
	return finished, nil
}

// lost is the error of an answer that does not tell what was made.
func lost(operation, route string, answer cms.Response, why string) error {
	return &cms.Error{
		Operation: operation,
		Method:    http.MethodPost,
		Path:      route,
		Status:    answer.Status,
		Attempts:  answer.Attempts,
		Reason:    fmt.Errorf("%w: %w: %s", cms.ErrOutcomeUnknown, cms.ErrDecode, why),
	}
}

// finishOrRead makes the sub-sizes of a record, or reads it.
func (l *Library) finishOrRead(ctx context.Context, id int64, process bool, options []cms.CallOption) (*Media, error) {
	if process {
		return l.PostProcess(ctx, id, options...)
	}
	read := []cms.GetOption{cms.InContext(cms.ContextEdit)}
	for _, option := range options {
		read = append(read, option)
	}
	return l.Get(ctx, id, read...)
}

// PostProcess makes the sub-sizes of an image that are still missing:
// POST cms/v2/media/{id}/post-process with the action create-image-subsizes, the
// only one. The answer is the record in the shape of the context "edit". It is
// repeated when the connection fails, since what was made is not made again.
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
		ID:        id,
		Repeat:    cms.RepeatSafe,
	}, options...)
}

// captured returns the options with one that fills into.
func captured(options []cms.CallOption, into *cms.Response) []cms.CallOption {
	return append(slices.Clone(options), cms.Capture(into))
}

// storedID is the id of the record that an answer says the site has stored, 0 for
// none.
func storedID(answer cms.Response) int64 {
	if id := positive(answer.Header.Get("X-WP-Upload-Attachment-ID")); id != 0 {
		return id
	}
	if answer.Status != http.StatusCreated {
		return 0
	}
	location, err := url.Parse(answer.Header.Get("Location"))
	if err != nil {
		return 0
	}
	where := location.Path
	if plain := location.Query().Get("rest_route"); plain != "" {
		where = plain
	}
	return positive(path.Base(strings.TrimSuffix(where, "/")))
}

func positive(text string) int64 {
	n, err := strconv.ParseInt(strings.TrimSpace(text), 10, 64)
	if err != nil || n < 1 {
		return 0
	}
	return n
}
