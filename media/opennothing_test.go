package media_test

import (
	"errors"
	"io"
	"strings"
	"testing"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/cms/cmstest"
	"github.com/fontcms/fontcms-go/media"
)

func TestOpenThatReturnsNilIsAnError(t *testing.T) {
	t.Parallel()
	server := cmstest.NewServer()
	defer server.Close()
	site, err := cms.New(server.URL, cms.WithApplicationPassword("editor", server.AppPassword("editor")))
	if err != nil {
		t.Fatal(err)
	}
	open := func() (io.ReadCloser, error) { return nil, nil }
	_, err = media.New(site).Upload(t.Context(), media.File{Name: "a.txt", Open: open}, nil)
	if err == nil || !strings.Contains(err.Error(), "opening the body gave nothing") {
		t.Errorf("Upload of a file whose Open returns nil: error %v, want one that says so", err)
	}
	for name, upload := range map[string]*cms.Upload{"nothing": {Type: "text/plain", Open: open, Size: -1}, "nil": nil} {
		_, err := cms.Do(t.Context(), site, cms.Request[cms.Nothing]{Method: "POST", Path: "cms/v2/media", Body: upload})
		switch {
		case err == nil:
			t.Errorf("%s: cms.Do: error nil, want an error", name)
		case name == "nil" && !errors.Is(err, cms.ErrInvalidArgument):
			t.Errorf("%s: error %v, want ErrInvalidArgument", name, err)
		}
	}
}
