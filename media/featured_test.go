package media_test

import (
	"errors"
	"testing"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/cms/cmstest"
	"github.com/fontcms/fontcms-go/media"
)

func TestUploadWithFeaturedMediaOfAnImageIsErrPartlyWritten(t *testing.T) {
	t.Parallel()
	server := cmstest.NewServer(cmstest.WithTest(t))
	site, err := cms.New(server.URL, cms.WithApplicationPassword("author", server.AppPassword("author")))
	if err != nil {
		t.Fatal(err)
	}
	library := media.New(site)
	before, err := library.Count(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	m, err := library.Upload(t.Context(), media.Bytes("a.png", pixel(t)), &media.Params{FeaturedMedia: new(int64(0))})
	switch {
	case m != nil:
		t.Errorf("Library.Upload: %+v, want nil", m)
	case !errors.Is(err, cms.ErrPartlyWritten):
		t.Errorf("Library.Upload: error %v, want ErrPartlyWritten", err)
	case errors.Is(err, cms.ErrOutcomeUnknown):
		t.Errorf("Library.Upload: error %v, want an error other than ErrOutcomeUnknown", err)
	}
	switch after, err := library.Count(t.Context(), nil); {
	case err != nil:
		t.Errorf("Library.Count: %d files became %d, %v, want nil", before, after, err)
	case after != before+1:
		t.Errorf("Library.Count: %d files after the upload (error %v), want %d", after, err, before+1)
	}
}
