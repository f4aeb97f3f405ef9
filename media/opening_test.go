package media_test

import (
	"errors"
	"io"
	"net/http"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/internal/stub"
	"github.com/fontcms/fontcms-go/media"
)

func TestContentReadForItsTypeIsClosed(t *testing.T) {
	t.Parallel()
	content := &opened{content: pixel(t)}
	file := content.file()
	switch sum, err := file.Sum(); {
	case err != nil:
		t.Errorf("File.Sum: error %v, want nil", err)
	case len(sum) != 32:
		t.Errorf("File.Sum: %q, want 32 characters", sum)
	case content.opens != 1 || content.closes != 1:
		t.Errorf("File.Sum: opened %d times, closed %d times, want 1 and 1", content.opens, content.closes)
	}
	file.Name = "a"
	switch mediaType, err := file.ContentType(); {
	case err != nil:
		t.Errorf("File.ContentType: error %v, want nil", err)
	case mediaType != "image/png":
		t.Errorf("File.ContentType: %q, want %q", mediaType, "image/png")
	case content.opens != 2 || content.closes != 2:
		t.Errorf("File.ContentType: opened %d times, closed %d times, want 2 and 2", content.opens, content.closes)
	}
	for name, known := range map[string]media.File{
		"the extension": {Name: "a.png", Open: file.Open}, "its own": {Name: "a", Type: "image/png", Open: file.Open},
	} {
		switch mediaType, err := known.ContentType(); {
		case err != nil:
			t.Errorf("File.ContentType of %s: error %v, want nil", name, err)
		case mediaType != "image/png":
			t.Errorf("File.ContentType of %s: %q, want %q", name, mediaType, "image/png")
		case content.opens != 2:
			t.Errorf("File.ContentType of %s: opened %d times, want 2", name, content.opens)
		}
	}
	once := media.File{Name: "a", Reader: strings.NewReader("x")}
	if mediaType, err := once.ContentType(); err != nil || mediaType != "" {
		t.Errorf("ContentType of a file that is read once: %q, error %v, want none and nil", mediaType, err)
	}
	switch sum, err := once.Sum(); {
	case err == nil:
		t.Errorf("what is read once has the sum %s: error nil, want an error", sum)
	case sum != "":
		t.Errorf("what is read once has the sum %s, want an empty string", sum)
	}
}

func TestFileThatCannotBeStattedIsAnError(t *testing.T) {
	t.Parallel()
	errNo := errors.New("no such file")
	s := stub.New(t, stub.Always(http.StatusCreated, created))
	for name, open := range map[string]func() (io.ReadCloser, error){
		"opened": func() (io.ReadCloser, error) { return nil, errNo },
		"read":   func() (io.ReadCloser, error) { return io.NopCloser(iotest.ErrReader(errNo)), nil },
	} {
		file := media.File{Name: "a", Open: open}
		if sum, err := file.Sum(); !errors.Is(err, errNo) || sum != "" {
			t.Errorf("Sum of a file that cannot be %s: %q, error %v, want none and %v", name, sum, err, errNo)
		}
		if slug, err := file.ContentSlug(); !errors.Is(err, errNo) || slug != "" {
			t.Errorf("ContentSlug of a file that cannot be %s: %q, error %v, want none and %v", name, slug, err, errNo)
		}
		if mediaType, err := file.ContentType(); !errors.Is(err, errNo) || mediaType != "" {
			t.Errorf("ContentType of a file that cannot be %s: %q, error %v, want none and %v", name, mediaType, err, errNo)
		}
		_, err := library(t, s).Upload(t.Context(), file, nil)
		if _, sent := errors.AsType[*cms.Error](err); sent || !errors.Is(err, errNo) {
			t.Errorf("Upload of a file that cannot be %s: %v, want %v, and no error of a request", name, err, errNo)
		}
		if m, err := library(t, s).Ensure(t.Context(), file, nil); m != nil || !errors.Is(err, errNo) {
			t.Errorf("Ensure of a file that cannot be %s: %+v, error %v, want no record and %v", name, m, err, errNo)
		}
	}
	once := media.File{Name: "a", Reader: iotest.ErrReader(errNo)}
	_, err := library(t, s).Upload(t.Context(), once, nil)
	if _, sent := errors.AsType[*cms.Error](err); sent || !errors.Is(err, errNo) {
		t.Errorf("Upload of a Reader that cannot be read: %v, want %v, and no error of a request", err, errNo)
	}
	if n := len(s.Seen()); n != 0 {
		t.Errorf("%d requests, want 0", n)
	}
}

func TestDuplicateFieldsOfParamsAreRefused(t *testing.T) {
	t.Parallel()
	s := stub.New(t, stub.Always(http.StatusCreated, created))
	params := &media.Params{Extra: cms.Extra{"acme": []byte(`{"a":1,"a":2}`)}}
	_, err := library(t, s).Upload(t.Context(), picture(), params)
	switch refused, ok := errors.AsType[*cms.ArgumentError](err); {
	case !ok:
		t.Errorf("Library.Upload(picture(), params): error %v, want a *cms.ArgumentError", err)
	case refused.Argument != "params":
		t.Errorf("Library.Upload(picture(), params): Argument %q, want %q", refused.Argument, "params")
	case len(s.Seen()) != 0:
		t.Errorf("Library.Upload(picture(), params): %d requests, want 0", len(s.Seen()))
	}
}
