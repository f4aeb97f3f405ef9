package health_test

import (
	"errors"
	"testing"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/cms/cmstest"
	"github.com/fontcms/fontcms-go/cms/health"
	"github.com/fontcms/fontcms-go/media"
)

func TestEachTestOfASiteInMemoryHasAResult(t *testing.T) {
	t.Parallel()
	site := inMemory(t)
	for _, test := range health.Tests() {
		r, err := health.New(site).Run(t.Context(), test)
		if err != nil {
			t.Errorf("Run of %s in memory: error %v, want none", test, err)
			continue
		}
		if r.Label == "" || r.Badge.Label == "" {
			t.Errorf("Run of %s in memory: %+v, want a label and a badge", test, r)
		}
		if r.Extra != nil {
			t.Errorf("Run of %s in memory: unknown fields %v, want none", test, r.Extra)
		}
		if test == health.AuthorizationHeader && r.Status != health.Recommended {
			t.Errorf("Run of %s in memory: status %q, want %q, as with this client on a real site", test, r.Status,
				health.Recommended)
		}
	}
}

func TestSizesOfASiteInMemoryGrowWithItsFiles(t *testing.T) {
	t.Parallel()
	site := inMemory(t)
	before, err := health.New(site).DirectorySizes(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if _, err := media.New(site).Upload(t.Context(), media.Bytes("a.txt", make([]byte, 1000)), nil); err != nil {
		t.Fatal(err)
	}
	after, err := health.New(site).DirectorySizes(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if got := after.Uploads.Bytes - before.Uploads.Bytes; got != 1000 {
		t.Errorf("DirectorySizes after an upload of 1,000 bytes: uploads grew by %d, want 1000", got)
	}
	if got := after.Total.Bytes - before.Total.Bytes; got != 1000 {
		t.Errorf("DirectorySizes after an upload of 1,000 bytes: the total grew by %d, want 1000", got)
	}
	if after.Fonts.Bytes != 0 || after.Fonts.Text == "" {
		t.Errorf("DirectorySizes without a folder of fonts: %+v, want a text and no number", after.Fonts)
	}
}

func TestHealthOfASiteInMemoryNeedsAnAdministrator(t *testing.T) {
	t.Parallel()
	server := cmstest.NewServer(cmstest.WithTest(t))
	editor, err := cms.New(server.URL, cms.WithApplicationPassword("editor", server.AppPassword("editor")))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := health.New(editor).Run(t.Context(), health.PageCache); !errors.Is(err, cms.ErrForbidden) {
		t.Errorf("Run as an editor: error %v, want ErrForbidden", err)
	}
	anonymous, err := cms.New(server.URL)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := health.New(anonymous).DirectorySizes(t.Context()); !errors.Is(err, cms.ErrUnauthorized) {
		t.Errorf("DirectorySizes without a login: error %v, want ErrUnauthorized", err)
	}
}

// inMemory returns a client of a site in memory, as an administrator.
func inMemory(t *testing.T) *cms.Client {
	t.Helper()
	server := cmstest.NewServer(cmstest.WithTest(t))
	site, err := cms.New(server.URL, cms.WithApplicationPassword("admin", server.AppPassword("admin")))
	if err != nil {
		t.Fatal(err)
	}
	return site
}
