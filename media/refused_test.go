package media_test

import (
	"context"
	"encoding/base64"
	"errors"
	"io"
	"net/http"
	"testing"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/cms/cmstest"
	"github.com/fontcms/fontcms-go/media"
)

// pixel is a PNG of one pixel.
func pixel(t testing.TB) []byte {
	t.Helper()
	content, err := base64.StdEncoding.DecodeString(
		"iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNgAAAAAgABSK+kcQAAAABJRU5ErkJggg==")
	if err != nil {
		t.Fatal(err)
	}
	return content
}

// errNotWhole is a result that does not fit its error.
var errNotWhole = errors.New("the result does not fit the error")

// whole returns err, and [errNotWhole] if there is a result beside an error, or
// not the right one without.
func whole(right bool, err error) error {
	if right == (err == nil) {
		return err
	}
	return errors.Join(errNotWhole, err)
}

// TestEveryVerbFailsWithAnyRequestThatIsRefused refuses each request of each verb in
// turn.
func TestEveryVerbFailsWithAnyRequestThatIsRefused(t *testing.T) {
	t.Parallel()
	for name, verb := range map[string]struct {
		call     func(ctx context.Context, l *media.Library, id int64) error
		requests int
	}{
		"Get": {requests: 1, call: func(ctx context.Context, l *media.Library, id int64) error {
			m, err := l.Get(ctx, id)
			return whole(m != nil && m.ID == id, err)
		}},
		"List": {requests: 1, call: func(ctx context.Context, l *media.Library, _ int64) error {
			page, err := l.List(ctx, nil)
			return whole(page != nil && page.Total == 2, err)
		}},
		"Pages": {requests: 2, call: func(ctx context.Context, l *media.Library, _ int64) error {
			n := 0
			for page, err := range l.Pages(ctx, &media.ListOptions{PerPage: 1}) {
				if err != nil {
					return whole(page != nil, err)
				}
				n += len(page.Items)
			}
			return whole(n == 2, nil)
		}},
		"All": {requests: 2, call: func(ctx context.Context, l *media.Library, _ int64) error {
			n := 0
			for m, err := range l.All(ctx, &media.ListOptions{PerPage: 1}) {
				if err != nil {
					return whole(m != nil, err)
				}
				n++
			}
			return whole(n == 2, nil)
		}},
		"Count": {requests: 1, call: func(ctx context.Context, l *media.Library, _ int64) error {
			n, err := l.Count(ctx, nil)
			return whole(n == 2, err)
		}},
		"GetMany": {requests: 1, call: func(ctx context.Context, l *media.Library, id int64) error {
			n := 0
			for m, err := range l.GetMany(ctx, []int64{id, id - 1}, nil) {
				if err != nil {
					return whole(m != nil, err)
				}
				n++
			}
			return whole(n == 2, nil)
		}},
		"Download": {requests: 1, call: func(ctx context.Context, l *media.Library, id int64) error {
			m, err := l.Get(ctx, id)
			if err != nil {
				return err
			}
			n, err := l.Download(ctx, m, io.Discard)
			return whole(n > 0, err)
		}},
		"Update": {requests: 1, call: func(ctx context.Context, l *media.Library, id int64) error {
			m, err := l.Update(ctx, id, &media.Params{Title: new("New")})
			return whole(m != nil && m.Title.Raw == "New", err)
		}},
		"Delete": {requests: 1, call: func(ctx context.Context, l *media.Library, id int64) error {
			deleted, err := l.Delete(ctx, id)
			return whole(deleted != nil && deleted.Deleted && deleted.Previous != nil, err)
		}},
		"Upload": {requests: 1, call: func(ctx context.Context, l *media.Library, _ int64) error {
			m, err := l.Upload(ctx, media.Bytes("b.txt", []byte("text")), &media.Params{Title: new("New")})
			return whole(m != nil && m.Title.Raw == "New", err)
		}},
		"Edit": {requests: 1, call: func(ctx context.Context, l *media.Library, id int64) error {
			m, err := l.Get(ctx, id)
			if err != nil {
				return err
			}
			edited, err := l.Edit(ctx, id, &media.EditParams{Src: m.SourceURL,
				Modifiers: []media.Modifier{media.Rotate{Angle: 90}}})
			return whole(edited != nil && edited.ID != id, err)
		}},
		"PostProcess": {requests: 1, call: func(ctx context.Context, l *media.Library, id int64) error {
			m, err := l.PostProcess(ctx, id)
			return whole(m != nil && m.ID == id, err)
		}},
		"Sideload": {requests: 1, call: func(ctx context.Context, l *media.Library, id int64) error {
			sub, err := l.Sideload(ctx, id, media.Bytes("a-1x1.png", pixel(t)),
				&media.SideloadParams{ImageSize: []string{"thumbnail"}})
			return whole(sub != nil && sub.File != "", err)
		}},
		"Finalize": {requests: 1, call: func(ctx context.Context, l *media.Library, id int64) error {
			m, err := l.Finalize(ctx, id, nil)
			return whole(m != nil && m.ID == id, err)
		}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			looks := 0 // requests of the test itself
			if name == "Download" || name == "Edit" {
				looks = 1
			}
			for n := looks; ; n++ {
				server := cmstest.NewServer(cmstest.WithTest(t), cmstest.WithLocalhost())
				site, err := cms.New(server.URL, cms.WithApplicationPassword("admin", server.AppPassword("admin")))
				if err != nil {
					t.Fatal(err)
				}
				t.Cleanup(site.CloseIdleConnections)
				var id int64
				for _, file := range []string{"a.png", "b.png"} {
					id = server.Insert("media", map[string]any{"filename": file, "title": file, "width": 40, "height": 30})
				}
				remove := server.Fail(cmstest.Fault{Skip: n, Times: 1, Status: http.StatusForbidden, Code: "rest_forbidden",
					Message: "Not now."})
				err = verb.call(t.Context(), media.New(site), id)
				if remove() == 0 {
					switch {
					case err != nil:
						t.Errorf("verb: error %v after %d requests, want nil", err, n)
					case n != looks+verb.requests:
						t.Errorf("verb ends after %d requests (error %v), want %d", n, err, looks+verb.requests)
					}
					return
				}
				switch e, ok := errors.AsType[*cms.Error](err); {
				case !ok:
					t.Errorf("request %d is refused: %v, want a *cms.Error", n-looks+1, err)
				case e.Status != http.StatusForbidden:
					t.Errorf("request %d is refused: %v: Status %d, want StatusForbidden", n-looks+1, err, e.Status)
				case errors.Is(err, errNotWhole):
					t.Errorf("request %d is refused: %v, want an error other than %v", n-looks+1, err, errNotWhole)
				}
			}
		})
	}
}
