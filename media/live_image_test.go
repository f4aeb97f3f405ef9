package media_test

import (
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/internal/replay/sitetest"
	"github.com/fontcms/fontcms-go/media"
)

func TestLiveImagesAreEdited(t *testing.T) {
	t.Parallel()
	site := sitetest.Live(t)
	sitetest.Since(t, site, "7.1") // before, the modifiers were others
	library := media.New(site)
	m, err := library.Upload(t.Context(), media.Bytes("edited.png", drawn(t, 400, 200)), nil)
	m = kept(t, library, m, err)
	for name, c := range map[string]struct {
		params        media.EditParams
		width, height int
	}{
		"modifiers": {media.EditParams{Modifiers: media.Modifiers{
			media.Flip{Horizontal: true}, media.Rotate{Angle: 90}, media.Crop{Left: 0, Top: 0, Width: 50, Height: 50},
		}}, 100, 200},
		"rotation": {media.EditParams{Rotation: new(90), Title: new("Turned"), AltText: new("alt"), Caption: new("c"),
			Description: new("d")}, 200, 400},
		"crop": {media.EditParams{X: new(10.0), Y: new(0.0), Width: new(50.0), Height: new(100.0)}, 200, 200},
	} {
		c.params.Src = m.SourceURL
		edited, err := library.Edit(t.Context(), m.ID, &c.params)
		edited = kept(t, library, edited, err)
		d := edited.MediaDetails
		switch {
		case edited.ID == m.ID:
			t.Errorf("%s: edited record: ID %d, want a value other than %d", name, edited.ID, m.ID)
		case d.ParentImage == nil:
			t.Errorf("%s: edited record: ParentImage nil, want a value", name)
		case d.ParentImage.AttachmentID != m.ID || d.Width != c.width:
			t.Errorf("%s: edited record: ParentImage.AttachmentID %d, Width %d, want %d and %d", name,
				d.ParentImage.AttachmentID, d.Width, m.ID, c.width)
		case d.Height != c.height:
			t.Errorf("%s: edited record: Height %d, want %d", name, d.Height, c.height)
		}
		if c.params.Title != nil && (edited.Title.Rendered != "Turned" || edited.AltText != "alt") {
			t.Errorf("%s: title %q, alternative text %q, want %q and %q", name, edited.Title.Rendered, edited.AltText, "Turned",
				"alt")
		}
	}
	if _, err := library.Edit(t.Context(), m.ID, &media.EditParams{Src: m.SourceURL}); !errors.Is(err,
		cms.ErrorCode("rest_image_not_edited")) {
		t.Error(err)
	}
}

// published serves an image on a port that a site on localhost fetches from: a
// WordPress takes ports 80, 443 and 8080 of its own host.
func published(t *testing.T, site *cms.Client, content []byte) string {
	t.Helper()
	u, err := url.Parse(site.Site())
	if err != nil || u.Hostname() != "localhost" {
		t.Skip("the site would not fetch from this machine")
	}
	listener, err := net.Listen("tcp", "127.0.0.1:8080")
	if err != nil {
		t.Skip(err)
	}
	server := httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "image/png")
		_, _ = w.Write(content)
	}))
	_ = server.Listener.Close()
	server.Listener = listener
	server.Start()
	t.Cleanup(server.Close)
	return "http://localhost:8080/"
}

func TestLiveImageIsFetchedByTheSite(t *testing.T) {
	t.Parallel()
	site := sitetest.Live(t)
	sitetest.Since(t, site, "7.1")
	library, from := media.New(site), published(t, site, drawn(t, 400, 300))
	m, err := library.UploadURL(t.Context(), from+"fetched.png", &media.Params{
		Title: new("Fetched"), AltText: new("alt"), Caption: new("caption"), GenerateSubSizes: new(false),
	})
	m = kept(t, library, m, err)
	switch {
	case m.Title.Raw != "Fetched" || m.AltText != "alt":
		t.Errorf("kept record: Title.Raw %q, AltText %q, want %q and %q", m.Title.Raw, m.AltText, "Fetched", "alt")
	case m.Caption.Raw != "caption" || m.MediaDetails.Width != 400:
		t.Errorf("kept record: Caption.Raw %q, MediaDetails.Width %d, want %q and 400", m.Caption.Raw,
			m.MediaDetails.Width, "caption")
	case len(m.MediaDetails.Sizes) != 0:
		t.Errorf("kept record: MediaDetails.Sizes %v, want an empty list", m.MediaDetails.Sizes)
	}
	m, err = library.UploadURL(t.Context(), from+"refused.png", &media.Params{Author: new(int64(99999999))})
	unfinished, ok := errors.AsType[*media.UnfinishedError](err)
	switch {
	case !ok:
		t.Errorf("an author that does not exist: %+v, %v, want a *media.UnfinishedError", m, err)
	case m == nil:
		t.Errorf("upload for an author that does not exist: no record (error %v), want one", err)
	case unfinished.ID != m.ID:
		t.Errorf("an author that does not exist: ID %d, want %d", unfinished.ID, m.ID)
	case !errors.Is(err, cms.ErrorCode("rest_invalid_author")):
		t.Errorf("an author that does not exist: %+v, %v, want %v", m, err, cms.ErrorCode("rest_invalid_author"))
	}
	kept(t, library, m, nil)
	if _, err := library.UploadURL(t.Context(), from+"page.php", nil); !errors.Is(err, cms.ErrorCode("rest_invalid_url")) {
		t.Error(err)
	}
}

func TestLiveSubSizesAreMadeBySiteOrClient(t *testing.T) {
	t.Parallel()
	site := sitetest.Live(t)
	sitetest.Since(t, site, "7.1") // before, the site always made them
	library := media.New(site)
	without := &media.Params{GenerateSubSizes: new(false), ConvertFormat: new(false)}
	later, err := library.Upload(t.Context(), media.Bytes("later.png", drawn(t, 400, 300)), without)
	later = kept(t, library, later, err)
	switch {
	case len(later.MediaDetails.Sizes) != 0:
		t.Errorf("kept record: MediaDetails.Sizes %v, want an empty list", later.MediaDetails.Sizes)
	case !slices.Contains(later.MissingImageSizes, media.SizeMedium):
		t.Errorf("kept record: MissingImageSizes %q, want %q among them", later.MissingImageSizes,
			media.SizeMedium)
	}
	later, err = library.PostProcess(t.Context(), later.ID)
	switch {
	case err != nil:
		t.Errorf("Library.PostProcess(later.ID): error %v, want nil", err)
	case len(later.MissingImageSizes) != 0:
		t.Errorf("Library.PostProcess(later.ID): later.MissingImageSizes %v, want an empty list", later.MissingImageSizes)
	case later.MediaDetails.Sizes[media.SizeMedium].Width != 300:
		t.Errorf("Library.PostProcess(later.ID): later.MediaDetails.Sizes[media.SizeMedium].Width %d, want 300",
			later.MediaDetails.Sizes[media.SizeMedium].Width)
	}

	m, err := library.Upload(t.Context(), media.Bytes("sideloaded.png", drawn(t, 400, 300)), without)
	m = kept(t, library, m, err)
	stem := strings.TrimSuffix(m.MediaDetails.File[strings.LastIndexByte(m.MediaDetails.File, '/')+1:], ".png")
	var made []media.SubSize
	for _, c := range []struct {
		width, height int
		raw           bool
		names         media.SizeNames
	}{
		{150, 150, false, media.SizeNames{media.SizeThumbnail}},
		{300, 225, true, media.SizeNames{media.SizeMedium, media.SizeMediumLarge}},
	} {
		file := media.Bytes(fmt.Sprintf("%s-%dx%d.png", stem, c.width, c.height), drawn(t, c.width, c.height))
		file.Raw = c.raw
		sub, err := library.Sideload(t.Context(), m.ID, file,
			&media.SideloadParams{ImageSize: c.names, ConvertFormat: new(false)})
		if errors.Is(err, cms.ErrNoRoute) {
			t.Skip("the site takes no sideloads: it is neither on https nor on localhost")
		}
		switch {
		case err != nil:
			t.Fatalf("Library.Sideload: error %v, want nil", err)
		case sub.Width != c.width || sub.File != file.Name:
			t.Fatalf("Library.Sideload: sub.Width %d, sub.File %q, want %d and %q", sub.Width, sub.File, c.width, file.Name)
		case !reflect.DeepEqual(sub.ImageSize, c.names):
			t.Fatalf("Library.Sideload: sub.ImageSize %q, want %q", sub.ImageSize, c.names)
		}
		made = append(made, *sub)
	}
	tooLarge := media.Bytes(stem+"-200x200.png", drawn(t, 200, 200))
	_, err = library.Sideload(t.Context(), m.ID, tooLarge,
		&media.SideloadParams{ImageSize: media.SizeNames{media.SizeThumbnail}})
	if !errors.Is(err, cms.ErrorCode("rest_upload_dimension_mismatch")) {
		t.Error(err)
	}
	m, err = library.Finalize(t.Context(), m.ID, made)
	switch {
	case err != nil:
		t.Errorf("Library.Finalize(m.ID, made): error %v, want nil", err)
	case len(m.MissingImageSizes) != 0:
		t.Errorf("Library.Finalize(m.ID, made): MissingImageSizes %v, want an empty list", m.MissingImageSizes)
	case m.MediaDetails.Sizes[media.SizeMediumLarge].File != made[1].File:
		t.Errorf("Library.Finalize(m.ID, made): MediaDetails.Sizes[media.SizeMediumLarge].File %q, want %q",
			m.MediaDetails.Sizes[media.SizeMediumLarge].File, made[1].File)
	}
	forged := []media.SubSize{{ImageSize: media.SizeNames{media.SizeThumbnail}, File: "other.png"}}
	if _, err := library.Finalize(t.Context(), m.ID, forged); !errors.Is(err,
		cms.ErrorCode("rest_invalid_sub_size_file")) {
		t.Error(err)
	}
}
