package media_test

import (
	"bytes"
	"context"
	"errors"
	"image"
	"image/color"
	"image/png"
	"reflect"
	"strings"
	"testing"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/internal/replay/sitetest"
	"github.com/fontcms/fontcms-go/media"
)

// drawn is a PNG image of its own.
func drawn(t testing.TB, width, height int) []byte {
	t.Helper()
	picture := image.NewRGBA(image.Rect(0, 0, width, height))
	for y := range height {
		for x := range width {
			picture.Set(x, y, color.RGBA{uint8(x * 255 / width), uint8(y * 255 / height), 0x80, 0xFF})
		}
	}
	var b bytes.Buffer
	if err := png.Encode(&b, picture); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// kept deletes a record at the end of the test.
func kept(t *testing.T, library *media.Library, m *media.Media, err error) *media.Media {
	t.Helper()
	if m != nil && m.ID != 0 {
		t.Cleanup(func() {
			_, err := library.Delete(context.Background(), m.ID)
			if err != nil && !errors.Is(err, cms.ErrNotFound) {
				t.Errorf("Library.Delete(%d): error %v, want nil or ErrNotFound", m.ID, err)
			}
		})
	}
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func TestLiveUploadsCarryTheirFields(t *testing.T) {
	t.Parallel()
	library := media.New(sitetest.Live(t))
	content := drawn(t, 400, 300)
	for name, change := range map[string]func(*media.File){
		"form":                 func(*media.File) {},
		"form of unknown size": func(f *media.File) { f.Reader, f.Open, f.Size = plainly(string(content)).Reader, nil, 0 },
		"raw":                  func(f *media.File) { f.Raw = true },
		"raw of unknown size": func(f *media.File) {
			f.Reader, f.Open, f.Size, f.Raw = plainly(string(content)).Reader, nil, 0, true
		},
		"with a checksum": func(f *media.File) {
			sum, err := f.Sum()
			if err != nil {
				t.Fatal(err)
			}
			f.MD5 = sum
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			file := media.Bytes(`live "schön".png`, content)
			change(&file)
			var sent int64
			file.Progress = func(n, _ int64) { sent = n }
			m, err := library.Upload(t.Context(), file, &media.Params{
				Title: new("Live upload"), AltText: new("alt ü"), Caption: new("caption"), Description: new("description"),
				CommentStatus: new(cms.DiscussionClosed), DateGMT: cms.GMTTime("2026-01-02T03:04:05").Date(),
			})
			m = kept(t, library, m, err)
			switch {
			case m.Title.Raw != "Live upload" || m.AltText != "alt ü":
				t.Errorf("kept record: Title.Raw %q, AltText %q, want %q and %q", m.Title.Raw, m.AltText, "Live upload",
					"alt ü")
			case m.Caption.Raw != "caption" || m.Description.Raw != "description":
				t.Errorf("kept record: Caption.Raw %q, Description.Raw %q, want %q and %q", m.Caption.Raw,
					m.Description.Raw, "caption", "description")
			case m.CommentStatus != cms.DiscussionClosed || m.DateGMT != "2026-01-02T03:04:05":
				t.Errorf("kept record: CommentStatus %q, DateGMT %q, want %q and %q", m.CommentStatus, m.DateGMT,
					cms.DiscussionClosed, "2026-01-02T03:04:05")
			case m.MediaDetails.Width != 400 || len(m.MissingImageSizes) != 0:
				t.Errorf("kept record: MediaDetails.Width %d, %d missing sizes, want 400 and 0", m.MediaDetails.Width,
					len(m.MissingImageSizes))
			}
			switch _, ok := m.MediaDetails.Sizes[media.SizeThumbnail]; {
			case !ok:
				t.Errorf("sizes of the upload %v, want %s among them", m.MediaDetails.Sizes, media.SizeThumbnail)
			case m.Filesize != nil && *m.Filesize != int64(len(content)):
				t.Errorf("Filesize of the upload %d, want %d", *m.Filesize, len(content))
			case sent != int64(len(content)):
				t.Errorf("progress told %d bytes, want %d", sent, len(content))
			}
			read, err := library.Get(t.Context(), m.ID, cms.InContext(cms.ContextEdit))
			switch {
			case err != nil:
				t.Errorf("Library.Get: error %v, want nil", err)
			case read.Title.Raw != m.Title.Raw:
				t.Errorf("Library.Get: Title.Raw %q, want %q", read.Title.Raw, m.Title.Raw)
			case !reflect.DeepEqual(read.MediaDetails, m.MediaDetails):
				t.Errorf("Library.Get: MediaDetails %+v, want %+v", read.MediaDetails, m.MediaDetails)
			}
			if _, err := m.Params(); err != nil {
				t.Error(err)
			}
		})
	}
}

func TestLiveEnsureUploadsAContentOnce(t *testing.T) {
	t.Parallel()
	library := media.New(sitetest.Live(t))
	for name, params := range map[string]*media.Params{"a file": nil, "a private file": {Status: new(cms.StatusPrivate)}} {
		content := []byte("letters of " + t.Name() + ": " + name)
		first, err := library.Ensure(t.Context(), media.Bytes("letters.txt", content), params)
		first = kept(t, library, first, err)
		again, err := library.Ensure(t.Context(), media.Bytes("renamed.txt", content), params)
		switch {
		case err != nil:
			t.Errorf("%s: Library.Ensure: error %v, want nil", name, err)
		case again.ID != first.ID:
			t.Errorf("%s: Library.Ensure: again.ID %d, want %d", name, again.ID, first.ID)
		}
	}
}

func TestLiveUploadOfAnImageWithFeaturedMediaIsPartlyWritten(t *testing.T) {
	t.Parallel()
	site := sitetest.Live(t)
	sitetest.Since(t, site, "6.5") // 6.1 takes it
	library := media.New(site)
	file := media.Bytes("featured.png", drawn(t, 10, 10))
	slug, err := file.ContentSlug()
	if err != nil {
		t.Fatal(err)
	}
	_, err = library.Upload(t.Context(), file, &media.Params{FeaturedMedia: new(int64(0)), Slug: &slug})
	if !errors.Is(err, cms.ErrPartlyWritten) {
		t.Errorf("Library.Upload: error %v, want ErrPartlyWritten", err)
	}
	m, err := library.Ensure(t.Context(), file, nil) // it finds what is stored
	kept(t, library, m, err)
}

func TestLiveRefusedUploads(t *testing.T) {
	t.Parallel()
	library := media.New(sitetest.Live(t))
	file := media.Bytes("a.png", drawn(t, 10, 10))
	file.MD5 = strings.Repeat("0", 32)
	if _, err := library.Upload(t.Context(), file, nil); !errors.Is(err, cms.ErrConflict) {
		t.Errorf("another checksum: %v, want ErrConflict", err)
	}
	switch _, err := library.Upload(t.Context(), media.Bytes("a.exe", []byte("MZ")), nil); {
	case err == nil:
		t.Errorf("a program: %v: error nil, want an error", err)
	case errors.Is(err, cms.ErrOutcomeUnknown):
		t.Errorf("a program: %v, want an error other than ErrOutcomeUnknown", err)
	}
	if _, err := library.UploadURL(t.Context(), "http://10.1.2.3/x.png", nil); !errors.Is(err, cms.ErrBadRequest) {
		t.Errorf("an address within: %v, want ErrBadRequest", err)
	}
	if _, err := library.Get(t.Context(), 99999999); !errors.Is(err, cms.ErrNotFound) {
		t.Error(err)
	}
}

func TestLiveRecordsAreListedUpdatedAndDeleted(t *testing.T) {
	t.Parallel()
	site := sitetest.Live(t)
	library := media.New(site)
	posts, err := site.Posts.List(t.Context(), &cms.PostListOptions{PerPage: 1})
	switch {
	case err != nil:
		t.Fatalf("Posts.List: error %v, want nil", err)
	case len(posts.Items) == 0:
		t.Fatal("Posts.List: length of posts.Items 0, want more than 0")
	}
	post := posts.Items[0].ID
	m, err := library.Upload(t.Context(), media.Bytes("listed.png", drawn(t, 50, 40)), nil)
	m = kept(t, library, m, err)
	for _, method := range []string{"POST", "PUT", "PATCH"} {
		m, err = library.Update(t.Context(), m.ID, &media.Params{Post: &post, AltText: &method,
			Slug: new("listed-" + strings.ToLower(method))}, cms.UpdateMethod(method))
		switch {
		case err != nil:
			t.Fatalf("Library.Update: error %v, want nil", err)
		case m.AltText != method:
			t.Fatalf("Library.Update: AltText %q, want %q", m.AltText, method)
		case *m.Post != post:
			t.Fatalf("Library.Update: Post %d, want %d", *m.Post, post)
		}
	}
	found := false
	for one, err := range library.All(t.Context(), &media.ListOptions{Parent: []int64{post},
		MediaType: []media.Type{media.TypeImage}, MimeType: []string{"image/png"}, Context: cms.ContextEdit}) {
		if err != nil {
			t.Fatal(err)
		}
		found = found || one.ID == m.ID
	}
	n, err := library.Count(t.Context(), &media.ListOptions{Include: []int64{m.ID}})
	switch {
	case !found:
		t.Errorf("List: record %d is not found, want it found", m.ID)
	case n != 1:
		t.Errorf("Count of record %d: %d (error %v), want 1", m.ID, n, err)
	case err != nil:
		t.Errorf("found %v, counted %d, %v, want nil", found, n, err)
	}
	p, err := m.Params()
	if err != nil {
		t.Fatal(err)
	}
	p.Post = new(int64(0))
	switch m, err = library.Update(t.Context(), m.ID, p); {
	case err != nil:
		t.Errorf("Library.Update(m.ID, p): error %v, want nil", err)
	case m.Post != nil:
		t.Errorf("Library.Update(m.ID, p): Post %+v, want nil", m.Post)
	case m.AltText != "PATCH":
		t.Errorf("Library.Update(m.ID, p): AltText %q, want %q", m.AltText, "PATCH")
	}
	deleted, err := library.Delete(t.Context(), m.ID)
	switch {
	case err != nil:
		t.Errorf("Library.Delete(m.ID): error %v, want nil", err)
	case !deleted.Deleted:
		t.Errorf("Library.Delete(%d): Deleted false, want true", m.ID)
	case deleted.Previous.ID != m.ID:
		t.Errorf("Library.Delete(m.ID): Previous.ID %d, want %d", deleted.Previous.ID, m.ID)
	}
	if _, err := library.Get(t.Context(), m.ID); !errors.Is(err, cms.ErrNotFound) {
		t.Error(err)
	}
}
