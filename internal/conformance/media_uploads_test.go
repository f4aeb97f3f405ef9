package conformance

import (
	"bytes"
	"fmt"
	"image"
	"image/gif"
	"image/jpeg"
	"image/png"
	"path"
	"strings"
	"testing"
	"time"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/media"
)

// picture is an image file of this kind and these dimensions.
func picture(format string, width, height int) []byte {
	var out bytes.Buffer
	var err error
	m := image.NewGray(image.Rect(0, 0, width, height))
	switch format {
	case "jpeg":
		err = jpeg.Encode(&out, m, nil)
	case "gif":
		err = gif.Encode(&out, m, nil)
	default:
		err = png.Encode(&out, m)
	}
	if err != nil {
		panic(err)
	}
	return out.Bytes()
}

// mediaCreates upload a file with one field, as a form and as the body of a request in turn.
func mediaCreates() []scenario {
	all := mediaLibrary()
	var out []scenario
	for i, one := range all.changing(fieldRows("media-uploads")) {
		way := "form"
		if i%2 == 1 {
			way = "raw"
		}
		caller := admin
		if one.role != "" {
			caller = one.role
		}
		out = append(out, scenario{
			collection: "media", kind: writing, role: caller, name: fmt.Sprintf("upload (%s) with %s", way, one.name),
			needs: append([]need{{"/cms/v2/media", "POST", one.field}}, newer...),
			run: func(t *testing.T, s *site, c *cms.Client) {
				var params media.Params
				one.set(&params)
				file := media.Bytes("new.png", picture("png", 400, 300))
				file.Raw = way == "raw"
				made, err := media.New(c).Upload(t.Context(), file, &params)
				if err != nil {
					t.Fatal(err)
				}
				all.checkField(t, s, one, made)
				checkFiles(t, s, made)
			},
		})
	}
	return out
}

// uploading uploads a file and looks at the record.
func uploading(name string, file func() media.File, caller role,
	check func(t *testing.T, s *site, m *media.Media)) scenario {
	return scenario{
		collection: "media", kind: writing, role: caller, name: name, needs: newer,
		run: func(t *testing.T, s *site, c *cms.Client) {
			m, err := media.New(c).Upload(t.Context(), file(), nil)
			if err != nil {
				t.Fatal(err)
			}
			check(t, s, m)
			checkFiles(t, s, m)
		},
	}
}

func now() time.Time { return time.Now().In(berlin) }

// mediaNames are names of files, and what becomes of them: the name, the title and the slug.
func mediaNames() []scenario {
	var out []scenario
	for _, raw := range []bool{false, true} {
		way := map[bool]string{false: "form", true: "raw"}[raw]
		for _, n := range []struct{ sent, file, title, rawTitle, slug string }{
			{"plain.png", "plain.png", "plain", "plain", "plain"},
			{"With Space.png", "With-Space.png", "With Space", "With-Space", "with-space"},
			{"UPPER.PNG", "UPPER.png", "UPPER", "UPPER", "upper"},
			{"a_b-c.png", "a_b-c.png", "a_b-c", "a_b-c", "a_b-c"},
			{"(x) [y].png", "x-y.png", "(x) [y]", "x-y", "x-y"},
			{"like-300x200.png", "like-300x200-1.png", "like-300x200", "like-300x200-1", ""},
			{"like-scaled.png", "like-scaled-1.png", "like-scaled", "like-scaled-1", ""},
			{"feed.png", "feed.png", "feed", "feed", "feed-2"},
			{"mm-cover.png", "mm-cover.png", "mm-cover", "mm-cover", "mm-cover-2"},
			{"aa-kerning.png", "aa-kerning.png", "aa-kerning", "aa-kerning", "aa-kerning-2"},
		} {
			file := func() media.File {
				f := media.Bytes(n.sent, picture("png", 10, 10))
				f.Raw = raw
				return f
			}
			out = append(out, uploading(fmt.Sprintf("upload (%s) of %s", way, n.sent), file, author,
				func(t *testing.T, s *site, m *media.Media) {
					title := n.title
					if raw {
						title = n.rawTitle
					}
					want := "/uploads/" + now().Format("2006/01/") + n.file
					if !strings.HasSuffix(m.SourceURL, want) || m.Filename == nil {
						t.Errorf("Upload: address %s, want %s and a file name", m.SourceURL, want)
					} else if *m.Filename != n.file || m.Title.Raw != title {
						t.Errorf("Upload: file name %s, title %q, want %s and %q", *m.Filename, m.Title.Raw, n.file, title)
					} else if n.slug != "" && m.Slug != n.slug {
						t.Errorf("Upload: slug %s, want %s", m.Slug, n.slug)
					}
					if stored := s.stored(t, "media", m.ID); "/uploads/"+stored.text("filename") != want ||
						stored.text("title") != title {
						t.Errorf("Upload stored file %s, title %q, want %s and %q", stored.text("filename"), stored.text("title"), want,
							title)
					}
				}))
		}
	}
	twice := func(name string, first, second media.File, file, slug string) scenario {
		return scenario{
			collection: "media", kind: writing, role: author, name: name,
			run: func(t *testing.T, _ *site, c *cms.Client) {
				if _, err := media.New(c).Upload(t.Context(), first, nil); err != nil {
					t.Fatal(err)
				}
				m, err := media.New(c).Upload(t.Context(), second, nil)
				if err != nil {
					t.Fatal(err)
				}
				if path.Base(m.SourceURL) != file || m.Slug != slug {
					t.Errorf("%s and %s, want %s and %s", m.SourceURL, m.Slug, file, slug)
				}
			},
		}
	}
	same := media.Bytes("same.png", picture("png", 10, 10))
	other := media.Bytes("same.gif", picture("gif", 10, 10))
	upper := media.Bytes("same.PNG", picture("png", 10, 10))
	return append(out,
		twice("upload of the same name twice", same, same, "same-1.png", "same-2"),
		twice("upload of the same name in another type", same, other, "same.gif", "same-2"),
		twice("upload of the same name in capitals", same, upper, "same-1.png", "same-2"),
	)
}

// mediaDimensions upload images of all dimensions that matter: the files that the site makes of them are known.
func mediaDimensions() []scenario {
	var out []scenario
	for _, d := range []struct {
		format        string
		width, height int
		sizes         map[string]string // "" stands for the file itself
	}{
		{"png", 100, 100, nil},
		{"png", 150, 150, nil},
		{"png", 151, 151, nil},
		{"png", 152, 100, map[string]string{"thumbnail": "150x100"}},
		{"png", 300, 300, map[string]string{"thumbnail": "150x150"}},
		{"png", 301, 200, map[string]string{"thumbnail": "150x150"}},
		{"png", 299, 500, map[string]string{"thumbnail": "150x150", "medium": "179x300"}},
		{"png", 769, 100, map[string]string{"thumbnail": "150x100", "medium": "300x39"}},
		{"png", 900, 600, map[string]string{"thumbnail": "150x150", "medium": "300x200", "medium_large": "768x512"}},
		{"jpeg", 900, 600, map[string]string{"thumbnail": "150x150", "medium": "300x200", "medium_large": "768x512"}},
		{"gif", 400, 300, map[string]string{"thumbnail": "150x150", "medium": "300x225"}},
		{"jpeg", 1025, 1000, map[string]string{"thumbnail": "150x150", "medium": "300x293", "medium_large": "768x749"}},
		{"png", 2048, 100, map[string]string{"thumbnail": "150x100", "medium": "300x15", "medium_large": "768x38",
			"large": "1024x50", "1536x1536": "1536x75"}},
		{"png", 2560, 50, map[string]string{"thumbnail": "150x50", "medium": "300x6", "medium_large": "768x15",
			"large": "1024x20", "1536x1536": "1536x30", "2048x2048": "2048x40"}},
		{"png", 2561, 40, map[string]string{"thumbnail": "150x40", "medium": "300x5", "medium_large": "768x12",
			"large": "1024x16", "1536x1536": "1536x24", "2048x2048": "2048x32"}},
		{"png", 3000, 90, map[string]string{"full": "scaled", "thumbnail": "150x90", "medium": "300x9",
			"medium_large": "768x23", "large": "1024x31", "1536x1536": "1536x46", "2048x2048": "2048x61"}},
		{"jpeg", 50, 3000, map[string]string{"full": "scaled", "thumbnail": "50x150", "medium": "5x300", "large": "17x1024",
			"1536x1536": "26x1536", "2048x2048": "34x2048"}},
	} {
		extension := map[string]string{"png": ".png", "jpeg": ".jpg", "gif": ".gif"}[d.format]
		name := fmt.Sprintf("%s of %d by %d", d.format, d.width, d.height)
		file := func() media.File { return media.Bytes("pic"+extension, picture(d.format, d.width, d.height)) }
		out = append(out, uploading("upload of a "+name, file, editor, func(t *testing.T, s *site, m *media.Media) {
			want, got := map[string]string{}, map[string]string{}
			for size, suffix := range d.sizes {
				want[size] = "pic-" + suffix + extension
			}
			if len(want) > 0 && want["full"] == "" {
				want["full"] = "pic" + extension
			}
			for size, one := range m.MediaDetails.Sizes {
				got[size] = one.File
			}
			if asJSON(t, got) != asJSON(t, want) || len(m.MissingImageSizes) != 0 {
				t.Errorf("the sizes are %v, want %v; %v are missing", got, want, m.MissingImageSizes)
			}
			stored := s.stored(t, "media", m.ID)
			original := ""
			if d.sizes["full"] != "" {
				original = "pic" + extension
			}
			if stored.text("original_image") != original || m.MediaDetails.OriginalImage != original {
				t.Errorf("Upload: original %q, stored as %q, want %q", m.MediaDetails.OriginalImage, stored.text("original_image"),
					original)
			} else if *m.Filename != "pic"+extension {
				t.Errorf("Upload: file name %s, want %s", *m.Filename, "pic"+extension)
			}
			if len(want) > 0 && len(stored.texts("sizes")) != len(want)-1 {
				t.Errorf("Upload stored the sizes %v, want one fewer than %v", stored["sizes"], want)
			}
		}))
	}
	return out
}

// mediaKinds upload other files, and images under the name of another kind.
func mediaKinds() []scenario {
	var out []scenario
	for _, k := range []struct {
		name, content, mime, file string
		kind                      media.Type
		role                      role
	}{
		{"letter.txt", "Dear all,\n", "text/plain", "letter.txt", media.TypeFile, author},
		{"rows.csv", "a,b\n1,2\n", "text/csv", "rows.csv", media.TypeFile, author},
		{"page.html", "<html></html>", "text/html", "page.html", media.TypeFile, editor},
		{"book.pdf", "%PDF-1.4\n%\xe2\xe3\n1 0 obj<<>>endobj\ntrailer<<>>\n%%EOF", "application/pdf", "book.pdf",
			media.TypeFile, author},
		{"pack.zip", "PK\x05\x06" + strings.Repeat("\x00", 18), "application/zip", "pack.zip", media.TypeFile, author},
		{"clip.mp4", "\x00\x00\x00\x18ftypisom\x00\x00\x02\x00isomiso2\x00\x00\x00\x08mdat", "video/mp4", "clip.mp4",
			media.TypeFile, author},
		{"wrong.jpg", string(picture("png", 20, 20)), "image/png", "wrong.png", media.TypeImage, author},
		{"wrong.png", string(picture("jpeg", 20, 20)), "image/jpeg", "wrong.jpg", media.TypeImage, author},
		{"wrong.gif", string(picture("png", 20, 20)), "image/png", "wrong.png", media.TypeImage, author},
	} {
		for _, raw := range []bool{false, true} {
			way := map[bool]string{false: "form", true: "raw"}[raw]
			file := func() media.File {
				f := media.Bytes(k.name, []byte(k.content))
				f.Raw = raw
				return f
			}
			out = append(out, uploading(fmt.Sprintf("upload (%s) of %s as %s", way, k.mime, k.name), file, k.role,
				func(t *testing.T, s *site, m *media.Media) {
					if m.MimeType != k.mime || m.MediaType != k.kind {
						t.Errorf("Upload: %s of type %s, want %s of type %s", m.MimeType, m.MediaType, k.mime, k.kind)
					} else if *m.Filename != k.file || *m.Filesize != int64(len(k.content)) {
						t.Errorf("Upload: file %s of %d bytes, want %s of %d", *m.Filename, *m.Filesize, k.file, len(k.content))
					}
					if stored := s.stored(t, "media", m.ID); stored.text("mime_type") != k.mime {
						t.Errorf("Upload stored the type %s, want %s", stored.text("mime_type"), k.mime)
					}
					if string(s.fetch(t, m.SourceURL)) != k.content {
						t.Error("GET of the uploaded file: another content, want that of the upload")
					}
				}))
		}
	}
	return out
}
