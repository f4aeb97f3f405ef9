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

// TestFileThatCannotBeOpenedAgainIsAnError opens each time but one, whichever that is.
func TestFileThatCannotBeOpenedAgainIsAnError(t *testing.T) {
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
			if err != nil || fails < 4 {
				t.Errorf("Upload that opens the file %d times: error %v, want none and at least 4 opens", fails-1, err)
			} else if closes != opens || len(result.Made) != 1 {
				t.Errorf("Upload opened the file %d times, closed it %d times, made %v, want each closed and one made", opens,
					closes, result.Made)
			}
			return
		}
		if closes != fails-1 {
			t.Errorf("Upload whose open %d fails closed the file %d times, want %d", fails, closes, fails-1)
		}
		if slices.Contains(f.steps, "upload") { // the site has the file, and makes them
			if err != nil || !strings.Contains(result.LeftToSite, errGone.Error()) {
				t.Errorf("Upload whose open %d fails: %+v, error %v, want the failure as the reason to leave it", fails, result,
					err)
			} else if len(result.Made) != 0 {
				t.Errorf("Upload whose open %d fails made %v, want none", fails, result.Made)
			}
			f.went(t, "a stored file", "upload", "post-process")
			continue
		}
		if !errors.Is(err, errGone) || result != nil {
			t.Errorf("Upload whose open %d fails: %+v, error %v after %q, want no result and the failure", fails, result, err,
				f.steps)
		}
	}
}

type closing struct {
	io.Reader
	times *int
}

func (c closing) Close() error { *c.times++; return nil }
