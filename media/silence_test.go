package media_test

import (
	"context"
	"errors"
	"io"
	"net/http"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/jarcoal/httpmock"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/media"
)

// slowly is a transport of a site that takes a whole body and then some time.
func slowly(respond func(path string) (time.Duration, *http.Response)) carrier {
	return func(req *http.Request) (*http.Response, error) {
		_, _ = io.Copy(io.Discard, req.Body)
		wait, resp := respond(req.URL.Path)
		select {
		case <-time.After(wait):
			return resp, nil
		case <-req.Context().Done():
			return nil, req.Context().Err()
		}
	}
}

func slowLibrary(t *testing.T, base http.RoundTripper, options ...cms.Option) *media.Library {
	t.Helper()
	site, err := cms.New("http://localhost", append(options, cms.WithHTTPClient(&http.Client{Transport: base}))...)
	if err != nil {
		t.Fatal(err)
	}
	return media.New(site)
}

func TestUploadEndsFiveMinutesAfterItsLastByte(t *testing.T) {
	t.Parallel()
	for name, upload := range map[string]func(context.Context, *media.Library) error{
		"Upload": func(ctx context.Context, l *media.Library) error {
			_, err := l.Upload(ctx, picture(), nil)
			return err
		},
		"Upload of a reader": func(ctx context.Context, l *media.Library) error {
			_, err := l.Upload(ctx, plainly("x"), nil)
			return err
		},
		"UploadURL": func(ctx context.Context, l *media.Library) error {
			_, err := l.UploadURL(ctx, "http://a.example/x.png", nil)
			return err
		},
		"Edit": func(ctx context.Context, l *media.Library) error {
			_, err := l.Edit(ctx, 1, &media.EditParams{Src: "s", Rotation: new(90)})
			return err
		},
		"Sideload": func(ctx context.Context, l *media.Library) error {
			_, err := l.Sideload(ctx, 1, picture(), &media.SideloadParams{ImageSize: media.SizeNames{"a"}})
			return err
		},
	} {
		synctest.Test(t, func(t *testing.T) {
			library := slowLibrary(t, slowly(func(string) (time.Duration, *http.Response) { return time.Hour, nil }))
			began := time.Now()
			err := upload(t.Context(), library)
			if took := time.Since(began); took != 5*time.Minute {
				t.Errorf("%s took %v, want 5m0s", name, took)
			}
			const what = "no response arrived within 5m0s after the last byte was sent"
			if !errors.Is(err, cms.ErrOutcomeUnknown) || !strings.Contains(err.Error(), what) {
				t.Errorf("%s: error %v, want ErrOutcomeUnknown with %q", name, err, what)
			}
		})
	}
}

func TestUploadIsFinishedOnSlowSite(t *testing.T) {
	t.Parallel()
	for name, options := range map[string][]cms.Option{
		"default": nil, "WithCallTimeout": {cms.WithCallTimeout(time.Minute)},
	} {
		synctest.Test(t, func(t *testing.T) { finishSlowly(t, name, options) })
	}
}

// finishSlowly uploads to a site that fails after four minutes, and makes the sub-sizes in
// four more.
func finishSlowly(t *testing.T, name string, options []cms.Option) {
	t.Helper()
	library := slowLibrary(t, slowly(func(path string) (time.Duration, *http.Response) {
		if strings.HasSuffix(path, "/post-process") {
			return 4 * time.Minute, httpmock.NewStringResponse(http.StatusOK, `{"id":7,"slug":"a"}`)
		}
		failed := httpmock.NewStringResponse(http.StatusInternalServerError, outage)
		failed.Header.Set("X-WP-Upload-Attachment-ID", "7")
		return 4 * time.Minute, failed
	}), options...)
	began := time.Now()
	m, err := library.Upload(t.Context(), picture(), nil)
	if err != nil {
		t.Fatalf("%s: Upload: error %v, want none", name, err)
	}
	if took := time.Since(began); m.ID != 7 || took != 8*time.Minute {
		t.Errorf("%s: Upload returned record %d after %v, want record 7 after 8m0s", name, m.ID, took)
	}
}

// TestCallsThatMakeImagesOutliveWithCallTimeout has a site that responds after four minutes.
func TestCallsThatMakeImagesOutliveWithCallTimeout(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		call    func(context.Context, *media.Library) error
		limited bool
	}{
		"Upload": {call: func(ctx context.Context, l *media.Library) error {
			_, err := l.Upload(ctx, picture(), nil)
			return err
		}},
		"UploadURL": {call: func(ctx context.Context, l *media.Library) error {
			_, err := l.UploadURL(ctx, "http://a.example/x.png", nil)
			return err
		}},
		"Edit": {call: func(ctx context.Context, l *media.Library) error {
			_, err := l.Edit(ctx, 7, &media.EditParams{Src: "s", Rotation: new(90)})
			return err
		}},
		"Sideload": {call: func(ctx context.Context, l *media.Library) error {
			_, err := l.Sideload(ctx, 7, picture(), &media.SideloadParams{ImageSize: media.SizeNames{"a"}})
			return err
		}},
		"Finalize": {call: func(ctx context.Context, l *media.Library) error {
			_, err := l.Finalize(ctx, 7, nil)
			return err
		}},
		"PostProcess": {call: func(ctx context.Context, l *media.Library) error {
			_, err := l.PostProcess(ctx, 7)
			return err
		}},
		"Update": {limited: true, call: func(ctx context.Context, l *media.Library) error {
			_, err := l.Update(ctx, 7, &media.Params{Slug: new("a")})
			return err
		}},
	} {
		synctest.Test(t, func(t *testing.T) {
			library := slowLibrary(t, slowly(func(path string) (time.Duration, *http.Response) {
				body := `{"id":7,"slug":"a"}`
				if strings.HasSuffix(path, "/sideload") {
					body = `{"image_size":"a","file":"a.png"}`
				}
				return 4 * time.Minute, httpmock.NewStringResponse(http.StatusOK, body)
			}), cms.WithCallTimeout(time.Minute))
			began := time.Now()
			err := test.call(t.Context(), library)
			took, want := time.Since(began), 4*time.Minute
			if test.limited {
				want = time.Minute
			}
			if errors.Is(err, cms.ErrCallTimeout) != test.limited || took != want {
				t.Errorf("%s: error %v after %v, want ErrCallTimeout: %t, after %v", name, err, took, test.limited, want)
			}
			if !test.limited && err != nil {
				t.Errorf("%s: error %v, want none", name, err)
			}
		})
	}
}
