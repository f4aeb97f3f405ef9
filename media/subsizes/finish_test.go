package subsizes_test

import (
	"errors"
	"image"
	"net/http"
	"testing"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/cms/cmstest"
	"github.com/fontcms/fontcms-go/media"
	"github.com/fontcms/fontcms-go/media/subsizes"
)

// writes counts the requests that change something.
func writes(server *cmstest.Server) (n int) {
	for _, r := range server.Requests() {
		if r.Method == "POST" {
			n++
		}
	}
	return n
}

func TestFinishMakesWhatAnUploadLeftOut(t *testing.T) {
	t.Parallel()
	jpeg := jpegFile(t, ramp(900, 600))
	for name, c := range map[string]struct {
		option cmstest.Option
		file   media.File
		sizes  subsizes.Options
		post   bool // the site makes them
		whole  image.Point
	}{
		"here":        {cmstest.WithLocalhost(), file("a.jpg", jpeg), subsizes.Options{}, false, image.Pt(900, 600)},
		"by the site": {cmstest.WithPath("/docs"), file("a.jpg", jpeg), subsizes.Options{}, true, image.Pt(900, 600)},
		"scaled down": {cmstest.WithLocalhost(), file("a.jpg", jpeg), subsizes.Options{Threshold: new(450)}, false,
			image.Pt(450, 300)},
		"small, but too wide": {cmstest.WithLocalhost(), file("a.png", pngFile(t, ramp(140, 20))),
			subsizes.Options{Threshold: new(70)}, false, image.Pt(70, 10)},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			server := cmstest.NewServer(cmstest.WithTest(t), c.option)
			site, err := cms.New(server.URL, cms.WithApplicationPassword("editor", server.AppPassword("editor")))
			if err != nil {
				t.Fatal(err)
			}
			half, err := media.New(site).Upload(t.Context(), c.file, &media.Params{GenerateSubSizes: new(false)})
			if err != nil || len(half.MediaDetails.Sizes) > 0 {
				t.Fatalf("Upload without sub-sizes: %+v, error %v, want none made", half, err)
			}
			result, err := subsizes.Finish(t.Context(), site, half.ID, c.file, &c.sizes)
			if err != nil || len(result.Missing) > 0 {
				t.Fatalf("Finish: %+v, error %v, want nothing missing", result, err)
			} else if (result.LeftToSite != "") != c.post {
				t.Fatalf("Finish: left to the site because of %q, want it left: %t", result.LeftToSite, c.post)
			}
			details := result.Media.MediaDetails
			if got := image.Pt(details.Width, details.Height); got != c.whole {
				t.Errorf("size of the image %v, want %v", got, c.whole)
			}
			before := writes(server)
			if result, err = subsizes.Finish(t.Context(), site, half.ID, c.file, &c.sizes); err != nil || len(result.Made) > 0 {
				t.Errorf("Finish, the second time: %+v, error %v, want nothing made", result, err)
			}
			changed := subsizes.Options{Threshold: new(60)} // what is finished stays so
			if result, err = subsizes.Finish(t.Context(), site, half.ID, c.file, &changed); err != nil || len(result.Made) > 0 {
				t.Errorf("Finish with another threshold: %+v, error %v, want nothing made", result, err)
			}
			if n := writes(server) - before; n != 0 {
				t.Errorf("Finish, the second and third time, sent %d writes, want none", n)
			}
			if page, err := media.New(site).List(t.Context(), nil); err != nil || page.Total != 1 {
				t.Errorf("List after Finish: %+v, error %v, want one record", page, err)
			}
		})
	}
}

// TestFinishIgnoresFilesThatAreNotImages sends nothing: there are no sizes of it.
func TestFinishIgnoresFilesThatAreNotImages(t *testing.T) {
	t.Parallel()
	server := cmstest.NewServer(cmstest.WithTest(t), cmstest.WithLocalhost())
	site, err := cms.New(server.URL, cms.WithApplicationPassword("editor", server.AppPassword("editor")))
	if err != nil {
		t.Fatal(err)
	}
	text := file("a.txt", []byte("no image"))
	stored, err := media.New(site).Upload(t.Context(), text, nil)
	if err != nil {
		t.Fatal(err)
	}
	before := writes(server)
	result, err := subsizes.Finish(t.Context(), site, stored.ID, text, nil)
	if err != nil || result.LeftToSite != "text/plain is not an image" {
		t.Errorf("Finish of a text: %+v, error %v, want it left because text/plain is not an image", result, err)
	} else if len(result.Made)+len(result.Missing) > 0 || writes(server) != before {
		t.Errorf("Finish of a text: %+v, %d writes, want nothing made, missing or written", result, writes(server)-before)
	}
}

// TestUploadAndFinishFailWithAnyRequestThatIsRefused refuses each request in turn.
func TestUploadAndFinishFailWithAnyRequestThatIsRefused(t *testing.T) {
	t.Parallel()
	content := file("a.jpg", jpegFile(t, ramp(160, 120)))
	for name, test := range map[string]struct {
		option  cmstest.Option
		options subsizes.Options
		finish  bool
		least   int // requests
	}{
		"Upload, made here":  {cmstest.WithLocalhost(), subsizes.Options{Threshold: new(80)}, false, 5},
		"Upload, made there": {cmstest.WithPath("/docs"), subsizes.Options{}, false, 2},
		"Upload, left to it": {cmstest.WithLocalhost(), subsizes.Options{MaxPixels: 1}, false, 1},
		"Finish, made here":  {cmstest.WithLocalhost(), subsizes.Options{Threshold: new(80)}, true, 5},
		"Finish, made there": {cmstest.WithPath("/docs"), subsizes.Options{}, true, 3},
		"Finish, nothing to do": {cmstest.WithLocalhost(),
			subsizes.Options{Sizes: map[string]subsizes.Size{}, Threshold: new(0)}, true, 2},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			for n := 0; ; n++ {
				server := cmstest.NewServer(cmstest.WithTest(t), test.option)
				site, err := cms.New(server.URL, cms.WithApplicationPassword("editor", server.AppPassword("editor")))
				if err != nil {
					t.Fatal(err)
				}
				t.Cleanup(site.CloseIdleConnections)
				run := func() (*subsizes.Result, error) {
					return subsizes.Upload(t.Context(), site, content, nil, &test.options)
				}
				if test.finish {
					half, err := media.New(site).Upload(t.Context(), content, &media.Params{GenerateSubSizes: new(false)})
					if err != nil {
						t.Fatal(err)
					}
					run = func() (*subsizes.Result, error) {
						return subsizes.Finish(t.Context(), site, half.ID, content, &test.options)
					}
				}
				remove := server.Fail(cmstest.Fault{Skip: n, Times: 1, Status: http.StatusForbidden, Code: "rest_forbidden",
					Message: "Not now."})
				result, err := run()
				if remove() == 0 {
					if err != nil || result == nil {
						t.Errorf("Call without a refusal: %+v, error %v, want a result", result, err)
					} else if result.Media == nil || n < test.least {
						t.Errorf("Call without a refusal: %+v after %d requests, want media and at least %d requests", result, n,
							test.least)
					}
					return
				}
				if !errors.Is(err, cms.ErrForbidden) {
					t.Errorf("Call whose request %d is refused: %+v, error %v, want ErrForbidden", n+1, result, err)
				}
			}
		})
	}
}

func TestFinishLeavesToTheSiteWhatWasBegun(t *testing.T) {
	t.Parallel()
	server := cmstest.NewServer(cmstest.WithTest(t), cmstest.WithLocalhost())
	site, err := cms.New(server.URL, cms.WithApplicationPassword("editor", server.AppPassword("editor")))
	if err != nil {
		t.Fatal(err)
	}
	content := file("a.jpg", jpegFile(t, ramp(900, 600)))
	server.Fail(cmstest.Fault{Method: "POST", Route: "/cms/v2/media/{id}/sideload", Skip: 1, Status: 400,
		Code: "rest_upload_unknown_error"})
	result, err := subsizes.Upload(t.Context(), site, content, nil, nil)
	if err == nil || len(result.Made) != 1 {
		t.Fatalf("Upload whose second sub-size is refused: %+v, error %v, want an error and one sub-size made", result, err)
	}
	result, err = subsizes.Finish(t.Context(), site, result.Media.ID, content, nil)
	if err != nil || len(result.Missing) > 0 {
		t.Errorf("Finish of a begun upload: %+v, error %v, want nothing missing", result, err)
	} else if result.LeftToSite == "" || len(result.Media.MediaDetails.Sizes) < 3 {
		t.Errorf("Finish of a begun upload: left to the site because of %q, sizes %v, want a reason and 3 sizes",
			result.LeftToSite, result.Media.MediaDetails.Sizes)
	}
}
