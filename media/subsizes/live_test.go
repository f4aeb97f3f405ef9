package subsizes_test

import (
	"context"
	"errors"
	"fmt"
	"image"
	"image/gif"
	"os"
	"strings"
	"testing"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/media"
	"github.com/fontcms/fontcms-go/media/subsizes"
)

// liveSite is a client for the site that the environment names: see the live
// tests of package media. Without one the test is skipped.
func liveSite(t *testing.T, address string) *cms.Client {
	t.Helper()
	if os.Getenv("FONTCMS_SITE") == "" {
		t.Skip("no live site: FONTCMS_SITE is not set")
	}
	prefix := os.Getenv("FONTCMS_PREFIX")
	if prefix == "" {
		prefix = "cms"
	}
	site, err := cms.New(address,
		cms.WithPrefix(prefix),
		cms.WithApplicationPassword(os.Getenv("FONTCMS_USER"), os.Getenv("FONTCMS_APP_PASSWORD")),
		cms.WithVerifiedLogin(),
	)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(site.CloseIdleConnections)
	return site
}

// live uploads a file, and deletes it at the end of the test.
func live(t *testing.T, site *cms.Client, file media.File) *subsizes.Result {
	t.Helper()
	result, err := subsizes.Upload(t.Context(), site, file, &media.Params{AltText: new("live")}, nil)
	if result != nil && result.Media != nil {
		t.Cleanup(func() {
			if _, err := media.New(site).Delete(context.Background(), result.Media.ID); err != nil {
				t.Error(err)
			}
		})
	}
	if err != nil {
		t.Fatal(err)
	}
	return result
}

func TestLiveSubSizesAreThoseOfTheSite(t *testing.T) {
	t.Parallel()
	site := liveSite(t, os.Getenv("FONTCMS_SITE"))
	picture := ramp(2700, 1800)
	palette := image.NewPaletted(image.Rect(0, 0, 700, 500), nil)
	palette.Palette = append(palette.Palette, ramp(1, 1).At(0, 0), ramp(2, 2).At(1, 1))
	for name, c := range map[string]struct {
		file          media.File
		width, height int
	}{
		"live.jpg": {file("live.jpg", jpegFile(t, picture)), 2560, 1707},
		"live.png": {file("live.png", pngFile(t, picture)), 2560, 1707},
		"live.gif": {file("live.gif",
			gifFile(t, &gif.GIF{Image: []*image.Paletted{palette}, Delay: []int{0}})), 700, 500},
		"live-turned.jpg": {file("live-turned.jpg", jpegFile(t, picture, turned(6))), 1707, 2560},
		"live-small.jpg":  {file("live-small.jpg", jpegFile(t, ramp(700, 500), turned(8))), 500, 700},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			result := live(t, site, c.file)
			if result.LeftToSite != "" {
				t.Skip(result.LeftToSite)
			}
			m := result.Media
			if m.MediaDetails.Width != c.width || m.MediaDetails.Height != c.height {
				t.Errorf("Upload: image %d×%d, want %d×%d", m.MediaDetails.Width, m.MediaDetails.Height, c.width, c.height)
			} else if m.AltText != "live" || m.ExifOrientation != 1 {
				t.Errorf("Upload: alt text %q, orientation %d, want live and 1", m.AltText, m.ExifOrientation)
			}
			if swapped := strings.Contains(name, "turned") ||
				strings.Contains(name, "small"); !swapped && len(result.Missing) != 0 {
				t.Errorf("Upload: missing %v, want none", result.Missing)
			}
			// The site makes the same of the same picture. It does not turn PNG and GIF.
			ordinary, err := media.New(site).Upload(t.Context(), c.file, nil)
			if err != nil {
				t.Fatal(err)
			}
			defer func() { _, _ = media.New(site).Delete(context.Background(), ordinary.ID) }()
			for size, want := range ordinary.MediaDetails.Sizes {
				got := m.MediaDetails.Sizes[size]
				if size == media.SizeFull {
					continue
				}
				if dx, dy := got.Width-want.Width, got.Height-want.Height; dx < -1 || dx > 1 {
					t.Errorf("The sub-size %s is %d wide, the site makes it %d, want nearly the same", size, got.Width, want.Width)
				} else if dy < -1 || dy > 1 {
					t.Errorf("The sub-size %s is %d high, the site makes it %d, want nearly the same", size, got.Height, want.Height)
				}
			}
			if len(m.MediaDetails.Sizes) != len(ordinary.MediaDetails.Sizes) {
				t.Errorf("Upload: %d sizes, want %d as the site makes", len(m.MediaDetails.Sizes), len(ordinary.MediaDetails.Sizes))
			}
			for _, made := range result.Made {
				if !strings.HasPrefix(made.File, "live") && !strings.Contains(made.File, "/live") {
					t.Errorf("Upload made %+v, want a file named live", made)
				}
				if suffix := fmt.Sprintf("-%dx%d.", made.Width, made.Height); made.OriginalImage == "" &&
					!strings.Contains(made.File, suffix) {
					t.Errorf("Upload made %s, want the size and no number at its end", made.File)
				}
			}
		})
	}
}

func TestLiveOtherFormatsAreLeftToTheSite(t *testing.T) {
	t.Parallel()
	site := liveSite(t, os.Getenv("FONTCMS_SITE"))
	if result := live(t, site, file("live.webp", webp(t))); !strings.Contains(result.LeftToSite, "image/webp") ||
		result.Media.MimeType != "image/webp" {
		t.Errorf("Upload of a WebP image: %+v, want image/webp left to the site", result)
	}
	if result := live(t, site, file("live.txt", []byte("text"))); !strings.Contains(result.LeftToSite, "not an image") {
		t.Errorf("Upload of a text: %+v, want it left to the site as no image", result)
	}
}

func TestLiveSiteWithoutSideloadsMakesThemItself(t *testing.T) {
	t.Parallel()
	address := strings.Replace(os.Getenv("FONTCMS_SITE"), "http://localhost", "http://127.0.0.1", 1)
	if address == os.Getenv("FONTCMS_SITE") {
		t.Skip("the site is not on localhost")
	}
	site := liveSite(t, address)
	result := live(t, site, file("live-insecure.jpg", jpegFile(t, ramp(500, 400), turned(6))))
	if !strings.Contains(result.LeftToSite, "no route") || len(result.Missing) != 0 {
		t.Errorf("Upload without sideloads: left to the site because of %q, missing %v, want no route and none",
			result.LeftToSite, result.Missing)
	} else if result.Media.MediaDetails.Width != 400 {
		t.Errorf("Upload without sideloads: image %d wide, want 400", result.Media.MediaDetails.Width)
	}
	if _, err := media.New(site).Finalize(t.Context(), result.Media.ID, nil); !errors.Is(err, cms.ErrNoRoute) {
		t.Error(err)
	}
}

func TestLiveFinishMakesWhatAnUploadLeftOut(t *testing.T) {
	t.Parallel()
	site := liveSite(t, os.Getenv("FONTCMS_SITE"))
	library := media.New(site)
	picture := ramp(2700, 1800)
	for name, content := range map[string]media.File{
		"half.jpg":        file("half.jpg", jpegFile(t, picture)),
		"half-turned.jpg": file("half-turned.jpg", jpegFile(t, picture, turned(6))),
		"half-small.jpg":  file("half-small.jpg", jpegFile(t, ramp(700, 500), turned(8))),
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			whole := live(t, site, content)
			if whole.LeftToSite != "" {
				t.Skip(whole.LeftToSite)
			}
			half, err := library.Upload(t.Context(), content, &media.Params{GenerateSubSizes: new(false)})
			if err != nil {
				t.Fatal(err)
			}
			defer func() { _, _ = library.Delete(context.Background(), half.ID) }()
			result, err := subsizes.Finish(t.Context(), site, half.ID, content, nil)
			if err != nil {
				t.Fatal(err)
			}
			got, want := result.Media.MediaDetails, whole.Media.MediaDetails
			if got.Width != want.Width || got.Height != want.Height {
				t.Errorf("Finish: image %d×%d, an upload makes %d×%d, want the same", got.Width, got.Height, want.Width,
					want.Height)
			} else if len(got.Sizes) != len(want.Sizes) || len(result.Made) != len(whole.Made) {
				t.Errorf("Finish: %d sizes, %d made, want %d and %d as an upload makes", len(got.Sizes), len(result.Made),
					len(want.Sizes), len(whole.Made))
			}
			again, err := subsizes.Finish(t.Context(), site, half.ID, content, nil)
			if err != nil || len(again.Made) > 0 {
				t.Errorf("Finish, the second time: %+v, error %v, want nothing made", again, err)
			} else if again.LeftToSite != "" || again.Media.ModifiedGMT != result.Media.ModifiedGMT {
				t.Errorf("Finish, the second time: left to the site because of %q, modified %v, want no reason and %v",
					again.LeftToSite, again.Media.ModifiedGMT, result.Media.ModifiedGMT)
			}
			t.Logf("missing at the end, as the site says: %v", again.Missing)
		})
	}
}
