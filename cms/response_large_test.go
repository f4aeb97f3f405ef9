package cms_test

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/cms/cmstest"
	"github.com/fontcms/fontcms-go/internal/stub"
)

func TestContextEndsACallThatDecodesALargeResponse(t *testing.T) {
	t.Parallel()
	server := cmstest.NewServer(cmstest.WithTest(t))
	t.Cleanup(func() { close(release) })
	id := server.Insert("posts", map[string]any{"content": strings.Repeat("x", 2<<20)})
	boom := errors.New("boom")
	ctx, cancel := context.WithCancelCause(t.Context())
	go func() {
		<-begun
		cancel(boom)
	}()
	record, err := cms.Do(ctx, stub.Dial(t, server.URL), cms.Request[slow]{Path: fmt.Sprintf("cms/v2/posts/%d", id)})
	switch e, ok := errors.AsType[*cms.Error](err); {
	case !ok:
		t.Errorf("cms.Do: error %v, want a *cms.Error", err)
	case !errors.Is(err, boom):
		t.Errorf("cms.Do: error %v, want %v", err, boom)
	case e.Status != 200:
		t.Errorf("cms.Do: Status %d, want 200", e.Status)
	case record != nil:
		t.Errorf("cms.Do: %+v, want nil", record)
	}
}

// TestNoErrorIsReadOutOfALargeResponseThatWasCut looks for a code: parsing a response
// whose context ended while it was read would outlast the context.
func TestNoErrorIsReadOutOfALargeResponseThatWasCut(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		status, size int
		code         cms.ErrorCode
	}{
		"small, of success": {200, 10, "rest_x"},
		"large, of success": {200, 2 << 20, ""},
		"an error":          {400, 100 << 10, "rest_x"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			body := `{"code":"rest_x","message":"` + strings.Repeat("x", test.size) + `"}`
			server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
				w.Header().Set("Content-Length", fmt.Sprint(len(body)+1))
				w.WriteHeader(test.status)
				_, _ = fmt.Fprint(w, body)
			}))
			t.Cleanup(server.Close)
			site, err := cms.New(server.URL, cms.WithPrefix("wp"), cms.WithRetry(cms.Retry{Attempts: 1}))
			if err != nil {
				t.Fatal(err)
			}
			_, err = site.Posts.Get(t.Context(), 1)
			switch e, ok := errors.AsType[*cms.Error](err); {
			case !ok:
				t.Errorf("Posts.Get(1): error %v, want a *cms.Error", err)
			case e.Code != test.code:
				t.Errorf("Posts.Get(1): Code %v, want %v", e.Code, test.code)
			}
		})
	}
}

// slow is a record whose decoding takes until release is closed. It says on begun that it has begun.
type slow struct{}

func (*slow) UnmarshalJSON([]byte) error {
	close(begun)
	<-release
	return nil
}
