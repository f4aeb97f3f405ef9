package conformance

import (
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"testing"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/media"
)

func mediaWriting() []scenario {
	all := mediaLibrary()
	return slices.Concat(
		all.fields(targets{rich: 301}, nil, fieldRows("media")),
		mediaCreates(),
		mediaNames(),
		mediaDimensions(),
		mediaKinds(),
		mediaSideloads(),
		mediaEdits(),
		mediaRest(),
	)
}

// mediaRest is what happens to a whole record.
func mediaRest() []scenario {
	one := func(r role, name string, run func(t *testing.T, s *site, c *cms.Client)) scenario {
		return scenario{collection: "media", kind: writing, role: r, name: name, run: run}
	}
	remove := func(r role, id int64) scenario {
		return one(r, fmt.Sprintf("delete %d with its files", id), func(t *testing.T, s *site, c *cms.Client) {
			before, err := media.New(s.as(admin)).Get(t.Context(), id, cms.InContext(cms.ContextEdit))
			if err != nil {
				t.Fatal(err)
			}
			gone, err := media.New(c).Delete(t.Context(), id)
			if err != nil {
				t.Fatal(err)
			}
			if !gone.Deleted || gone.Previous == nil {
				t.Errorf("Delete: %+v, want it deleted with the record before", gone)
			} else if gone.Previous.ID != id || gone.Previous.Title.Raw != before.Title.Raw {
				t.Errorf("Delete: %+v, want record %d with its title", gone, id)
			} else if gone.Previous.Links.Get("self") != nil {
				t.Errorf("Delete: %+v, want no link to itself", gone)
			}
			if s.stored(t, "media", id) != nil {
				t.Error("Delete: the record is stored, want it gone")
			}
			addresses := []string{before.SourceURL}
			for _, size := range before.MediaDetails.Sizes {
				addresses = append(addresses, size.SourceURL)
			}
			for _, address := range addresses {
				if _, status := s.open(t, address); status != http.StatusNotFound {
					t.Errorf("GET of %s after Delete: status %d, want 404", address, status)
				}
			}
		})
	}
	process := func(r role, id int64, want []string) scenario {
		return one(r, fmt.Sprintf("post-process %d", id), func(t *testing.T, s *site, c *cms.Client) {
			before := s.stored(t, "media", id)
			m, err := media.New(c).PostProcess(t.Context(), id)
			if err != nil {
				t.Fatal(err)
			}
			after := s.stored(t, "media", id)
			if asJSON(t, after["sizes"]) != asJSON(t, want) {
				t.Errorf("PostProcess stored the sizes %v, want %v", after["sizes"], want)
			} else if id == 314 && len(m.MissingImageSizes) != 0 {
				t.Errorf("PostProcess: missing %v, want none", m.MissingImageSizes)
			} else if !m.Title.HasRaw() {
				t.Errorf("PostProcess: title %+v, want a raw text", m.Title)
			}
			checkUnchanged(t, before, after, "sizes")
			checkFiles(t, s, m)
		})
	}
	return []scenario{
		remove(admin, 301), remove(editor, 313), remove(author, 303), remove(author, 304), remove(author, 306),
		process(author, 314, []string{"medium", "medium_large", "thumbnail"}),
		process(editor, 314, []string{"medium", "medium_large", "thumbnail"}),
		process(admin, 301, []string{"medium", "medium_large", "thumbnail"}), process(admin, 304, []string{}),
		one(admin, "delete the image of a post", func(t *testing.T, s *site, c *cms.Client) {
			if _, err := media.New(c).Delete(t.Context(), 301); err != nil {
				t.Fatal(err)
			}
			if stored := s.stored(t, "posts", 103); stored.int("featured_media") != 0 {
				t.Errorf("Delete of an image: its post has image %d, want 0", stored.int("featured_media"))
			}
		}),
		one(admin, "delete the post of an image", func(t *testing.T, s *site, c *cms.Client) {
			before := s.stored(t, "media", 302)
			if _, err := c.Posts.Delete(t.Context(), 101); err != nil {
				t.Fatal(err)
			}
			after := s.stored(t, "media", 302)
			if after.int("post") != 0 {
				t.Errorf("Delete of a post: its image belongs to %d, want 0", after.int("post"))
			}
			checkUnchanged(t, before, after, "post")
		}),
		one(author, "an upload into the month of its post", func(t *testing.T, s *site, c *cms.Client) {
			m, err := media.New(c).Upload(t.Context(), media.Bytes("dated.png", picture("png", 10, 10)),
				&media.Params{Post: new(int64(103))})
			if err != nil {
				t.Fatal(err)
			}
			if stored := s.stored(t, "media", m.ID); stored.text("filename") != "2025/05/dated.png" {
				t.Errorf("Upload stored the file %s, want 2025/05/dated.png", stored.text("filename"))
			} else if m.Post == nil || *m.Post != 103 {
				t.Errorf("Upload: %+v, want post 103", m)
			}
			checkFiles(t, s, m)
		}),
		one(editor, "an upload for a page into the month of today", func(t *testing.T, s *site, c *cms.Client) {
			m, err := media.New(c).Upload(t.Context(), media.Bytes("dated.png", picture("png", 10, 10)),
				&media.Params{Post: new(int64(203))})
			if err != nil {
				t.Fatal(err)
			}
			if stored := s.stored(t, "media", m.ID); stored.text("filename") != now().Format("2006/01/")+"dated.png" {
				t.Errorf("Upload stored the file %s, want dated.png in the month of today", stored.text("filename"))
			}
		}),
		one(author, "an upload with its checksum", func(t *testing.T, s *site, c *cms.Client) {
			file := media.Bytes("sum.png", picture("png", 10, 10))
			var err error
			if file.MD5, err = file.Sum(); err != nil {
				t.Fatal(err)
			}
			m, err := media.New(c).Upload(t.Context(), file, nil)
			if err != nil {
				t.Fatal(err)
			}
			checkFiles(t, s, m)
		}),
		one(author, "an upload from an address of the site", func(t *testing.T, s *site, c *cms.Client) {
			if !s.has(need{"/cms/v2/media", "POST", "url"}) {
				t.Skip("this site fetches nothing")
			}
			from, err := media.New(c).Get(t.Context(), 302)
			if err != nil {
				t.Fatal(err)
			}
			m, err := media.New(c).UploadURL(t.Context(), from.SourceURL, &media.Params{Post: new(int64(103))})
			if err != nil {
				t.Fatal(err)
			}
			if m.MimeType != "image/jpeg" {
				t.Errorf("UploadURL: type %s, want image/jpeg", m.MimeType)
			} else if m.Post == nil || *m.Post != 103 {
				t.Errorf("UploadURL: %+v, want post 103", m)
			} else if m.Author != authorID {
				t.Errorf("UploadURL: author %d, want %d", m.Author, authorID)
			} else if m.Title.Raw != "portrait" || len(m.MediaDetails.Sizes) != 3 {
				t.Errorf("UploadURL: title %q, sizes %v, want portrait and 3 sizes", m.Title.Raw, m.MediaDetails.Sizes)
			}
			checkFiles(t, s, m)
		}),
		one(author, "an upload answers where the record is", func(t *testing.T, s *site, c *cms.Client) {
			var answer cms.Response
			m, err := media.New(c).Upload(t.Context(), media.Bytes("where.png", picture("png", 10, 10)), nil,
				cms.Capture(&answer))
			if err != nil {
				t.Fatal(err)
			}
			where := subject{site: s}.api(fmt.Sprintf("media/%d", m.ID))
			if answer.Status != http.StatusCreated || answer.Header.Get("Location") != where {
				t.Errorf("Upload: status %d, Location %s, want 201 and %s", answer.Status, answer.Header.Get("Location"), where)
			} else if answer.Header.Get("X-WP-Upload-Attachment-ID") != fmt.Sprint(m.ID) {
				t.Errorf("Upload: header of the id %s, want %d", answer.Header.Get("X-WP-Upload-Attachment-ID"), m.ID)
			}
		}),
		one(author, "the image of a post is set and taken away", func(t *testing.T, s *site, c *cms.Client) {
			for _, step := range []struct{ set, want int64 }{{301, 301}, {999999, 301}, {304, 0}, {302, 302}, {0, 0}} {
				p, err := c.Posts.Update(t.Context(), 104, &cms.PostParams{FeaturedMedia: &step.set})
				if err != nil {
					t.Fatal(err)
				}
				if stored := s.stored(t, "posts", 104); p.FeaturedMedia != step.want || stored.int("featured_media") != step.want {
					t.Errorf("set to %d it is %d, stored %d, want %d", step.set, p.FeaturedMedia,
						stored.int("featured_media"), step.want)
				}
			}
		}),
		one(nobody, "the image of a post that became private", func(t *testing.T, s *site, c *cms.Client) {
			if !s.has(newer[0]) {
				t.Skip("this site links what nobody may see")
			}
			if _, err := media.New(s.as(admin)).Update(t.Context(), 301,
				&media.Params{Status: new(cms.StatusPrivate)}); err != nil {
				t.Fatal(err)
			}
			for r, want := range map[role]bool{nobody: false, author: false, editor: true} {
				p, err := rawCollection(s.as(r), "posts").Get(t.Context(), 103)
				if err != nil {
					t.Fatal(err)
				}
				links, _ := (*p)["_links"].(map[string]any)
				if _, linked := links[s.prefix+":featuredmedia"]; linked != want || (*p).int("featured_media") != 301 {
					t.Errorf("for %s the link is there: %t, want %t", r, linked, want)
				}
			}
		}),
		one(author, "the index says what a client needs that makes sub-sizes", func(t *testing.T, s *site, _ *cms.Client) {
			if !s.has(need{"/cms/v2/media/(?P<id>[\\d]+)/sideload", "POST", ""}) {
				t.Skip("this site takes no sub-sizes")
			}
			for r, want := range map[role]bool{author: true, editor: true, contributor: false, nobody: false} {
				answer, err := s.raw(t.Context(), r, rawRequest{path: "?_fields=image_sizes,image_size_threshold"})
				if err != nil {
					t.Fatal(err)
				}
				var got struct {
					Sizes     map[string]record `json:"image_sizes"`
					Threshold int               `json:"image_size_threshold"`
				}
				_ = json.Unmarshal(answer.body, &got)
				if (got.Threshold == 2560) != want || (len(got.Sizes) == 6) != want {
					t.Errorf("GET of the index as %s: %s, want the sizes: %t", r, answer.body, want)
				} else if want && got.Sizes["thumbnail"]["crop"] != true {
					t.Errorf("GET of the index as %s: %s, want a thumbnail with crop", r, answer.body)
				}
			}
		}),
	}
}
