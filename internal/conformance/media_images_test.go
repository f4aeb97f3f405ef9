package conformance

import (
	"fmt"
	"path"
	"strings"
	"testing"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/media"
)

var (
	sideloading = []need{{"/cms/v2/media/(?P<id>[\\d]+)/sideload", "POST", "image_size"}}
	finalizing  = []need{{"/cms/v2/media/(?P<id>[\\d]+)/finalize", "POST", "sub_sizes"}}
	editing     = []need{{"/cms/v2/media/(?P<id>[\\d]+)/edit", "POST", "modifiers"}}
)

// mediaSideloads make the sub-sizes of an image elsewhere. The image 314 has none yet.
func mediaSideloads() []scenario {
	var out []scenario
	add := func(r role, name string, run func(t *testing.T, s *site, c *cms.Client)) {
		out = append(out, scenario{collection: "media", kind: writing, role: r, name: name,
			needs: append(sideloading, finalizing...), run: run})
	}
	for i, one := range []struct {
		sizes         media.SizeNames
		name          string
		width, height int
		file          string
	}{
		{media.SizeNames{"thumbnail"}, "rough-150x150.png", 150, 150, "rough-150x150.png"},
		{media.SizeNames{"thumbnail"}, "rough-150x151.png", 150, 151, "rough-150x151.png"},
		{media.SizeNames{"medium"}, "rough-300x200.png", 300, 200, "rough-300x200.png"},
		{media.SizeNames{"medium"}, "other-300x200.png", 300, 200, "other-300x200-1.png"},
		{media.SizeNames{"medium"}, "any name.png", 200, 100, "any-name.png"},
		{media.SizeNames{"medium_large"}, "rough-768x512.png", 768, 2000, "rough-768x512.png"},
		{media.SizeNames{"medium", "thumbnail"}, "rough-150x100.png", 150, 100, "rough-150x100.png"},
		{media.SizeNames{"large", "1536x1536", "2048x2048"}, "rough-900x600.png", 900, 600, "rough-900x600.png"},
	} {
		add(author, fmt.Sprintf("sideload %v as %s of %d by %d, and finalize", one.sizes, one.name, one.width, one.height),
			func(t *testing.T, s *site, c *cms.Client) {
				library := media.New(c)
				before := s.stored(t, "media", 314)
				file := media.Bytes(one.name, picture("png", one.width, one.height))
				file.Raw = i%2 == 0
				sub, err := library.Sideload(t.Context(), 314, file, &media.SideloadParams{ImageSize: one.sizes})
				if err != nil {
					t.Fatal(err)
				}
				if sub.File != one.file {
					t.Errorf("Sideload of a size: file of %+v, want %s", sub, one.file)
				} else if sub.Width != one.width || sub.Height != one.height {
					t.Errorf("Sideload of a size: %+v, want %d by %d", sub, one.width, one.height)
				} else if sub.MimeType != "image/png" {
					t.Errorf("Sideload of a size: %+v, want image/png", sub)
				} else if asJSON(t, sub.ImageSize) != asJSON(t, one.sizes) {
					t.Errorf("Sideload of a size: %+v, want the sizes %v", sub, one.sizes)
				} else if sub.Filesize < 1 {
					t.Errorf("Sideload of a size: %+v, want a filesize", sub)
				}
				checkUnchanged(t, before, s.stored(t, "media", 314))
				for range 2 { // twice is as once
					m, err := library.Finalize(t.Context(), 314, []media.SubSize{*sub})
					if err != nil {
						t.Fatal(err)
					}
					for _, name := range one.sizes {
						size := m.MediaDetails.Sizes[name]
						if size.File != one.file {
							t.Errorf("Finalize: size %s is %+v, want the file %s", name, size, one.file)
						} else if size.Width != one.width || size.Height != one.height {
							t.Errorf("Finalize: size %s is %+v, want %d by %d", name, size, one.width, one.height)
						} else if size.Filesize != sub.Filesize {
							t.Errorf("Finalize: size %s is %+v, want %d bytes", name, size, sub.Filesize)
						} else if path.Base(size.SourceURL) != one.file {
							t.Errorf("Finalize: size %s is %+v, want an address that ends in %s", name, size, one.file)
						}
					}
					if len(m.MediaDetails.Sizes) != len(one.sizes)+1 || !m.Title.HasRaw() {
						t.Errorf("Finalize: %d sizes, want %d and a raw title", len(m.MediaDetails.Sizes), len(one.sizes)+1)
					}
					checkFiles(t, s, m)
				}
				after := s.stored(t, "media", 314)
				if got := after.texts("sizes"); len(got) != len(one.sizes) {
					t.Errorf("Finalize stored the sizes %v, want %v", got, one.sizes)
				}
				checkUnchanged(t, before, after, "sizes")
			})
	}
	for _, name := range []string{media.SizeOriginal, media.SizeScaled} {
		add(author, "sideload an image in the place of the "+name, func(t *testing.T, s *site, c *cms.Client) {
			library := media.New(c)
			width, height := 900, 600
			if name == media.SizeScaled {
				width, height = 450, 300
			}
			sub, err := library.Sideload(t.Context(), 314, media.Bytes("rough-"+name+".png", picture("png", width, height)),
				&media.SideloadParams{ImageSize: media.SizeNames{name}})
			if err != nil {
				t.Fatal(err)
			}
			if path.Dir(sub.File) != "2025/12" || sub.OriginalImage != "rough.png" {
				t.Errorf("Sideload of an image: %+v, want a file of 2025/12, made of rough.png", sub)
			} else if sub.MimeType != "" || sub.Width != width {
				t.Errorf("Sideload of an image: %+v, want no mime type and width %d", sub, width)
			}
			m, err := library.Get(t.Context(), 314)
			if err != nil {
				t.Fatal(err)
			}
			if path.Base(m.SourceURL) != path.Base(sub.File) {
				t.Errorf("Get before Finalize: address %s, want the file %s", m.SourceURL, sub.File)
			} else if m.MediaDetails.Width != 900 {
				t.Errorf("Get before Finalize: width %d, want 900", m.MediaDetails.Width)
			} else if m.MediaDetails.File != "2025/12/rough.png" {
				t.Errorf("Get before Finalize: file %s, want 2025/12/rough.png", m.MediaDetails.File)
			}
			if m, err = library.Finalize(t.Context(), 314, []media.SubSize{*sub}); err != nil {
				t.Fatal(err)
			}
			if m.MediaDetails.OriginalImage != "rough.png" || m.MediaDetails.File != sub.File {
				t.Errorf("Finalize: %+v, want the file %s, made of rough.png", m.MediaDetails, sub.File)
			} else if m.MediaDetails.Width != width {
				t.Errorf("Finalize: %+v, want width %d", m.MediaDetails, width)
			} else if *m.Filename != "rough.png" || *m.Filesize != sub.Filesize {
				t.Errorf("Finalize: file name %s of %d bytes, want rough.png of %d", *m.Filename, *m.Filesize, sub.Filesize)
			}
			checkFiles(t, s, m)
			stored := s.stored(t, "media", 314)
			if stored.text("filename") != sub.File || stored.text("original_image") != "rough.png" {
				t.Errorf("Finalize stored %v, want the file %s, made of rough.png", stored, sub.File)
			} else if stored.int("width") != int64(width) {
				t.Errorf("Finalize stored %v, want width %d", stored, width)
			}
		})
	}
	add(admin, "finalize nothing", func(t *testing.T, s *site, c *cms.Client) {
		before := s.stored(t, "media", 301)
		m, err := media.New(c).Finalize(t.Context(), 301, nil)
		if err != nil {
			t.Fatal(err)
		}
		if m.ID != 301 || !m.Title.HasRaw() {
			t.Errorf("Finalize of nothing: %+v, want record 301 with a raw title", m)
		} else if len(m.MediaDetails.Sizes) != 4 {
			t.Errorf("Finalize of nothing: %+v, want 4 sizes", m)
		}
		checkUnchanged(t, before, s.stored(t, "media", 301))
	})
	add(author, "upload without sub-sizes, sideload all that are missing, finalize",
		func(t *testing.T, s *site, c *cms.Client) {
			library := media.New(c)
			m, err := library.Upload(t.Context(), media.Bytes("flow.png", picture("png", 900, 600)),
				&media.Params{GenerateSubSizes: new(false)})
			if err != nil {
				t.Fatal(err)
			}
			at := map[string][2]int{"thumbnail": {150, 150}, "medium": {300, 200}, "medium_large": {768, 512}}
			var subs []media.SubSize
			for _, name := range m.MissingImageSizes {
				file := media.Bytes(fmt.Sprintf("flow-%dx%d.png", at[name][0], at[name][1]),
					picture("png", at[name][0], at[name][1]))
				sub, err := library.Sideload(t.Context(), m.ID, file, &media.SideloadParams{ImageSize: media.SizeNames{name}})
				if err != nil {
					t.Fatal(err)
				}
				subs = append(subs, *sub)
			}
			if m, err = library.Finalize(t.Context(), m.ID, subs); err != nil {
				t.Fatal(err)
			}
			if len(m.MissingImageSizes) != 0 || len(m.MediaDetails.Sizes) != 4 {
				t.Errorf("Finalize of all sizes: missing %v, sizes %v, want none missing and 4", m.MissingImageSizes,
					m.MediaDetails.Sizes)
			} else if m.MediaDetails.Sizes["medium"].File != "flow-300x200.png" {
				t.Errorf("Finalize of all sizes: %v, want flow-300x200.png as medium", m.MediaDetails.Sizes)
			}
			checkFiles(t, s, m)
		})
	return out
}

// mediaEdits make new images of the image 301, of 900 by 600 pixels.
func mediaEdits() []scenario {
	var out []scenario
	for _, one := range []struct {
		name          string
		params        media.EditParams
		width, height int
		sizes         []string
	}{
		{"rotate=90", media.EditParams{Modifiers: media.Modifiers{media.Rotate{Angle: 90}}}, 600, 900,
			[]string{"medium", "thumbnail"}},
		{"rotate=180", media.EditParams{Modifiers: media.Modifiers{media.Rotate{Angle: 180}}}, 900, 600,
			[]string{"medium", "medium_large", "thumbnail"}},
		{"rotate=-90", media.EditParams{Modifiers: media.Modifiers{media.Rotate{Angle: -90}}}, 600, 900,
			[]string{"medium", "thumbnail"}},
		{"rotate=0", media.EditParams{Modifiers: media.Modifiers{media.Rotate{}}}, 900, 600,
			[]string{"medium", "medium_large", "thumbnail"}},
		{"rotate=450", media.EditParams{Modifiers: media.Modifiers{media.Rotate{Angle: 450}}}, 600, 900,
			[]string{"medium", "thumbnail"}},
		{"rotate=45", media.EditParams{Modifiers: media.Modifiers{media.Rotate{Angle: 45}}}, 1061, 1061,
			[]string{"large", "medium", "medium_large", "thumbnail"}},
		{"crop", media.EditParams{Modifiers: media.Modifiers{media.Crop{Left: 10, Top: 20, Width: 50, Height: 40}}}, 450, 240,
			[]string{"medium", "thumbnail"}},
		{"crop of all", media.EditParams{Modifiers: media.Modifiers{media.Crop{Width: 100, Height: 100}}}, 900, 600,
			[]string{"medium", "medium_large", "thumbnail"}},
		{"crop beyond the edge", media.EditParams{Modifiers: media.Modifiers{media.Crop{Left: 90, Width: 50, Height: 50}}},
			450, 300, []string{"medium", "thumbnail"}},
		{"flip", media.EditParams{Modifiers: media.Modifiers{media.Flip{Horizontal: true}}}, 900, 600,
			[]string{"medium", "medium_large", "thumbnail"}},
		{"flip of nothing", media.EditParams{Modifiers: media.Modifiers{media.Flip{}}}, 900, 600,
			[]string{"medium", "medium_large", "thumbnail"}},
		{"rotate, then crop", media.EditParams{Modifiers: media.Modifiers{media.Rotate{Angle: 90},
			media.Crop{Width: 50, Height: 50}}}, 300, 450, []string{"medium", "thumbnail"}},
		{"crop, then rotate", media.EditParams{Modifiers: media.Modifiers{media.Crop{Width: 50, Height: 20},
			media.Rotate{Angle: 90}}}, 120, 450, []string{"medium", "thumbnail"}},
		//nolint:staticcheck // the arguments of before
		{"rotation=90", media.EditParams{Rotation: new(90)}, 600, 900, []string{"medium", "thumbnail"}},
		//nolint:staticcheck // the arguments of before
		{"rotation=180", media.EditParams{Rotation: new(180)}, 900, 600, []string{"medium", "medium_large", "thumbnail"}},
		//nolint:staticcheck // the arguments of before
		{"x, y, width and height", media.EditParams{X: new(10.0), Y: new(10.0), Width: new(50.0), Height: new(20.0)}, 450,
			120, []string{"medium", "thumbnail"}},
		//nolint:staticcheck // the arguments of before
		{"rotation with x, y, width and height",
			media.EditParams{Rotation: new(90), X: new(0.0), Y: new(0.0), Width: new(50.0), Height: new(50.0)}, 300, 450,
			[]string{"medium", "thumbnail"}},
		//nolint:staticcheck // the arguments of before
		{"modifiers before rotation", media.EditParams{Rotation: new(90),
			Modifiers: media.Modifiers{media.Rotate{Angle: 180}}}, 900, 600, []string{"medium", "medium_large", "thumbnail"}},
	} {
		needs := editing
		if strings.HasPrefix(one.name, "flip") {
			needs = newer
		}
		out = append(out, scenario{
			collection: "media", kind: writing, role: editor, name: "edit by " + one.name, needs: needs,
			run: func(t *testing.T, s *site, c *cms.Client) {
				m := editOf(t, s, c, 301, one.params)
				if m.MediaDetails.Width != one.width || m.MediaDetails.Height != one.height {
					t.Errorf("the image has %d by %d pixels, want %d by %d", m.MediaDetails.Width, m.MediaDetails.Height,
						one.width, one.height)
				}
				if got := s.stored(t, "media", m.ID)["sizes"]; asJSON(t, got) != asJSON(t, one.sizes) {
					t.Errorf("the sizes are %v, want %v", got, one.sizes)
				}
				checkFiles(t, s, m)
			},
		})
	}
	turn := media.Modifiers{media.Rotate{Angle: 90}}
	texts := func(r role, name string, id int64, params media.EditParams, want record) {
		params.Modifiers = turn
		needs := editing
		if params.Title != nil {
			needs = []need{{editing[0].route, "POST", "title"}}
		}
		out = append(out, scenario{
			collection: "media", kind: writing, role: r, name: name, needs: needs,
			run: func(t *testing.T, s *site, c *cms.Client) {
				before := s.stored(t, "media", id)
				m := editOf(t, s, c, id, params)
				stored := s.stored(t, "media", m.ID)
				for member, value := range want {
					if asJSON(t, stored[member]) != asJSON(t, value) {
						t.Errorf("%s is stored as %v, want %v", member, stored[member], value)
					}
				}
				checkUnchanged(t, before, s.stored(t, "media", id))
				if m.Title.HasRaw() {
					t.Error("Edit: the title has a raw text, want the shape of the context view")
				}
				parent := m.MediaDetails.ParentImage
				if parent == nil || fmt.Sprint(parent.AttachmentID) != fmt.Sprint(id) {
					t.Errorf("it comes from %+v, want %d", parent, id)
				}
				checkFiles(t, s, m)
			},
		})
	}
	month := func(file string) string { return now().Format("2006/01/") + file }
	texts(editor, "an edit keeps the texts", 301, media.EditParams{}, record{
		"title": "Cover of the manual", "caption": `The cover, with "quotes" & more`,
		"description": "<p>What the cover shows.</p>",
		"alt_text":    "A cover", "author": 2, "post": 0, "status": "inherit", "filename": month("cover-edited.png"),
		"slug": "cover-of-the-manual",
	})
	texts(author, "an edit of one's own image", 303, media.EditParams{},
		record{"title": "Zebrafish", "author": 3, "post": 0, "filename": month("tiny-edited.gif")})
	texts(admin, "an edit with texts", 301, media.EditParams{
		Title: new("T"), Caption: new("C"), Description: new("D"), AltText: new("A"), Post: new(int64(104)),
	}, record{"title": "T", "caption": "C", "description": "D", "alt_text": "A", "post": 104, "slug": "t"})
	texts(admin, "an edit with empty texts", 301,
		media.EditParams{Title: new(""), Caption: new(""), Description: new(""), AltText: new("")},
		record{"title": "", "caption": "", "description": "", "alt_text": ""})
	texts(admin, "an edit of a scaled image starts from the original", 313, media.EditParams{}, record{
		"original_image": "panorama-edited.png", "filename": month("panorama-edited-scaled.png"), "width": 39,
	})
	out = append(out, scenario{
		collection: "media", kind: writing, role: admin, name: "an edit of an edit", needs: editing,
		run: func(t *testing.T, s *site, c *cms.Client) {
			first := editOf(t, s, c, 301, media.EditParams{Modifiers: turn})
			second := editOf(t, s, c, first.ID, media.EditParams{Modifiers: turn})
			stored := s.stored(t, "media", second.ID)
			if stored.text("filename") != month("cover-edited-1.png") || stored.text("slug") != "cover-of-the-manual-2" {
				t.Errorf("Edit of an edit stored file %s, slug %s, want cover-edited-1.png and cover-of-the-manual-2",
					stored.text("filename"), stored.text("slug"))
			}
		},
	}, scenario{
		collection: "media", kind: writing, role: admin, name: "an edit by the address of a sub-size", needs: editing,
		run: func(t *testing.T, s *site, c *cms.Client) {
			m, err := media.New(c).Get(t.Context(), 301)
			if err != nil {
				t.Fatal(err)
			}
			made, err := media.New(c).Edit(t.Context(), 301,
				&media.EditParams{Src: m.MediaDetails.Sizes["medium"].SourceURL, Modifiers: turn})
			if err != nil {
				t.Fatal(err)
			}
			if made.MediaDetails.Width != 600 || made.ID == 301 {
				t.Errorf("Edit of a size: record %d, width %d, want a new one of 600", made.ID, made.MediaDetails.Width)
			}
		},
	})
	return out
}

// editOf edits an image by the address of its file.
func editOf(t *testing.T, s *site, c *cms.Client, id int64, params media.EditParams) *media.Media {
	t.Helper()
	m, err := media.New(c).Get(t.Context(), id)
	if err != nil {
		t.Fatal(err)
	}
	params.Src = m.SourceURL
	made, err := media.New(c).Edit(t.Context(), id, &params)
	if err != nil {
		t.Fatal(err)
	}
	if made.ID == id || s.stored(t, "media", made.ID) == nil {
		t.Errorf("Edit: record %d, want a new one", made.ID)
	}
	return made
}
