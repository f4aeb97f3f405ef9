package media_test

import (
	"errors"
	"io"
	"net/http"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/media"
)

func TestContentReadForItsTypeIsClosed(t *testing.T) {
	t.Parallel()
	content := &opened{content: pixel(t)}
	file := content.file()
	switch sum, err := file.Sum(); {
	case err != nil:
		t.Errorf("File.Sum: %s, %v, opened %d times, closed %d times: error %v, want nil", sum, err, content.opens,
			content.closes, err)
	case len(sum) != 32:
		t.Errorf("File.Sum: %s, %v, opened %d times, closed %d times: length of sum %d, want 32", sum, err, content.opens,
			content.closes, len(sum))
	case content.opens != 1 || content.closes != 1:
		t.Errorf("%s, %v, opened %d times, closed %d times: content.opens %d, content.closes %d, want 1 and 1", sum, err,
			content.opens, content.closes, content.opens, content.closes)
	}
	file.Name = "a"
	switch mediaType, err := file.ContentType(); {
	case err != nil:
		t.Errorf("File.ContentType: %s, %v, opened %d times, closed %d times: error %v, want nil", mediaType, err,
			content.opens, content.closes, err)
	case mediaType != "image/png":
		t.Errorf("File.ContentType: %s, %v, opened %d times, closed %d times: mediaType %q, want %q", mediaType, err,
			content.opens, content.closes, mediaType, "image/png")
	case content.opens != 2 || content.closes != 2:
		t.Errorf("%s, %v, opened %d times, closed %d times: content.opens %d, content.closes %d, want 2 and 2", mediaType,
			err, content.opens, content.closes, content.opens, content.closes)
	}
	for name, known := range map[string]media.File{
		"the extension": {Name: "a.png", Open: file.Open}, "its own": {Name: "a", Type: "image/png", Open: file.Open},
	} {
		switch mediaType, err := known.ContentType(); {
		case err != nil:
			t.Errorf("File.ContentType: %s says %s, %v, opened %d times: error %v, want nil", name, mediaType, err,
				content.opens, err)
		case mediaType != "image/png":
			t.Errorf("File.ContentType: %s says %s, %v, opened %d times: mediaType %q, want %q", name, mediaType, err,
				content.opens, mediaType, "image/png")
		case content.opens != 2:
			t.Errorf("%s says %s, %v, opened %d times: content.opens %d, want 2", name, mediaType, err, content.opens,
				content.opens)
		}
	}
	once := media.File{Name: "a", Reader: strings.NewReader("x")}
	if mediaType, err := once.ContentType(); err != nil || mediaType != "" {
		t.Errorf("what is read once: %s, %v: error %v, mediaType %q, want nil and an empty string", mediaType, err, err,
			mediaType)
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
	s := newStub(t, always(http.StatusCreated, created))
	for name, open := range map[string]func() (io.ReadCloser, error){
		"opened": func() (io.ReadCloser, error) { return nil, errNo },
		"read":   func() (io.ReadCloser, error) { return io.NopCloser(iotest.ErrReader(errNo)), nil },
	} {
		file := media.File{Name: "a", Open: open}
		if sum, err := file.Sum(); !errors.Is(err, errNo) || sum != "" {
			t.Errorf("it cannot be %s: %s, %v: error %v, sum %q, want %v and an empty string", name, sum, err, err, sum, errNo)
		}
		if mediaType, err := file.ContentType(); !errors.Is(err, errNo) || mediaType != "" {
			t.Errorf("it cannot be %s: %s, %v: error %v, mediaType %q, want %v and an empty string", name, mediaType, err, err,
				mediaType, errNo)
		}
		if _, err := s.library(t).Upload(t.Context(), file, nil); !errors.Is(err, errNo) {
			t.Errorf("it cannot be %s: %v, want %v", name, err, errNo)
		}
	}
	if n := len(s.seen()); n != 0 {
		t.Errorf("%d requests, want 0", n)
	}
}

func TestDuplicateFieldsOfParamsAreRefused(t *testing.T) {
	t.Parallel()
	s := newStub(t, always(http.StatusCreated, created))
	params := &media.Params{Extra: cms.Extra{"acme": []byte(`{"a":1,"a":2}`)}}
	_, err := s.library(t).Upload(t.Context(), picture(), params)
	switch refused, ok := errors.AsType[*cms.ArgumentError](err); {
	case !ok:
		t.Errorf("Library.Upload(picture(), params): %v, %d requests: error %v, want a *cms.ArgumentError", err,
			len(s.seen()), err)
	case refused.Argument != "params":
		t.Errorf("Library.Upload(picture(), params): %v, %d requests: refused.Argument %q, want %q", err, len(s.seen()),
			refused.Argument, "params")
	case len(s.seen()) != 0:
		t.Errorf("%v, %d requests: requests sent: %d, want 0", err, len(s.seen()), len(s.seen()))
	}
}
