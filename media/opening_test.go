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
	if sum, err := file.Sum(); err != nil || len(sum) != 32 || content.opens != 1 || content.closes != 1 {
		t.Errorf("%s, %v, opened %d times, closed %d times", sum, err, content.opens, content.closes)
	}
	file.Name = "a"
	if mediaType, err := file.ContentType(); err != nil || mediaType != "image/png" || content.opens != 2 || content.closes != 2 {
		t.Errorf("%s, %v, opened %d times, closed %d times", mediaType, err, content.opens, content.closes)
	}
	for name, known := range map[string]media.File{
		"the extension": {Name: "a.png", Open: file.Open}, "its own": {Name: "a", Type: "image/png", Open: file.Open},
	} {
		if mediaType, err := known.ContentType(); err != nil || mediaType != "image/png" || content.opens != 2 {
			t.Errorf("%s says %s, %v, opened %d times", name, mediaType, err, content.opens)
		}
	}
	once := media.File{Name: "a", Reader: strings.NewReader("x")}
	if mediaType, err := once.ContentType(); err != nil || mediaType != "" {
		t.Errorf("what is read once: %s, %v", mediaType, err)
	}
	if sum, err := once.Sum(); err == nil || sum != "" {
		t.Errorf("what is read once has the sum %s", sum)
	}
}

func TestAFileThatCannotBeStattedIsAnError(t *testing.T) {
	t.Parallel()
	errNo := errors.New("no such file")
	s := newStub(t, always(http.StatusCreated, created))
	for name, open := range map[string]func() (io.ReadCloser, error){
		"opened": func() (io.ReadCloser, error) { return nil, errNo },
		"read":   func() (io.ReadCloser, error) { return io.NopCloser(iotest.ErrReader(errNo)), nil },
	} {
		file := media.File{Name: "a", Open: open}
		if sum, err := file.Sum(); !errors.Is(err, errNo) || sum != "" {
			t.Errorf("it cannot be %s: %s, %v", name, sum, err)
		}
		if mediaType, err := file.ContentType(); !errors.Is(err, errNo) || mediaType != "" {
			t.Errorf("it cannot be %s: %s, %v", name, mediaType, err)
		}
		if _, err := s.library(t).Upload(t.Context(), file, nil); !errors.Is(err, errNo) {
			t.Errorf("it cannot be %s: %v", name, err)
		}
	}
	if n := len(s.seen()); n != 0 {
		t.Errorf("%d requests", n)
	}
}

func TestDuplicateFieldsOfParamsAreRefused(t *testing.T) {
	t.Parallel()
	s := newStub(t, always(http.StatusCreated, created))
	params := &media.Params{Extra: cms.Extra{"acme": []byte(`{"a":1,"a":2}`)}}
	_, err := s.library(t).Upload(t.Context(), picture(), params)
	if refused, ok := errors.AsType[*cms.ArgumentError](err); !ok || refused.Argument != "params" || len(s.seen()) != 0 {
		t.Errorf("%v, %d requests", err, len(s.seen()))
	}
}
