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
	if m != nil || !errors.Is(err, cms.ErrPartlyWritten) || errors.Is(err, cms.ErrOutcomeUnknown) {
		t.Errorf("%v, %v", m, err)
	}
	if after, err := library.Count(t.Context(), nil); err != nil || after != before+1 {
		t.Errorf("%d files became %d, %v", before, after, err)
	}
}
