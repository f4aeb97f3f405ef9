package subsizes_test

import (
	"bytes"
	"errors"
	"io"
	"slices"
	"strings"
	"testing"

	"github.com/fontcms/fontcms-go/media"
	"github.com/fontcms/fontcms-go/media/subsizes"
)

// TestAFileThatCannotBeOpenedAgainIsAnError opens each time but one, whichever that is.
func TestAFileThatCannotBeOpenedAgainIsAnError(t *testing.T) {
	t.Parallel()
	errGone := errors.New("the file is gone")
	content := jpegFile(t, ramp(900, 600))
	for fails := 1; ; fails++ {
		opens, closes := 0, 0
		picture := media.File{Name: "a.jpg", Type: "image/jpeg", Size: int64(len(content)),
			Open: func() (io.ReadCloser, error) {
				if opens++; opens == fails {
					return nil, errGone
				}
				return closing{bytes.NewReader(content), &closes}, nil
			}}
		f := &fake{index: shown, missing: []string{"medium"}}
		result, err := subsizes.Upload(t.Context(), f.client(t), picture, nil, nil)
		if opens < fails {
			if err != nil || fails < 4 || closes != opens || len(result.Made) != 1 {
				t.Errorf("opened %d times, closed %d times: %+v, %v", opens, closes, result, err)
			}
			return
		}
		if closes != fails-1 {
			t.Errorf("at %d: closed %d times", fails, closes)
		}
		if slices.Contains(f.steps, "upload") { // the site has the file, and makes them
			if err != nil || !strings.Contains(result.LeftToSite, errGone.Error()) || len(result.Made) != 0 {
				t.Errorf("at %d: %+v, %v", fails, result, err)
			}
			f.went(t, "a stored file", "upload", "post-process")
			continue
		}
		if !errors.Is(err, errGone) || result != nil {
			t.Errorf("at %d: %+v, %v after %q", fails, result, err, f.steps)
		}
	}
}

type closing struct {
	io.Reader
	times *int
}

func (c closing) Close() error { *c.times++; return nil }
