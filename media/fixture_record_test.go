package media_test

import (
	"errors"
	"testing"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/media"
)

func get(id int64, check func(*replay, *media.Media), options ...cms.GetOption) func(*replay) {
	return func(r *replay) {
		m, err := r.library.Get(r.Context(), id, options...)
		check(r, r.record(m, err, id))
	}
}

func TestRecordedReads(t *testing.T) {
	t.Parallel()
	replayAll(t, []replayCase{
		{fixture: "media_get_image_scaled", run: get(5, func(r *replay, m *media.Media) {
			d := m.MediaDetails
			switch {
			case m.MediaType != media.TypeImage:
				r.Errorf("m.MediaType %q, want %q", m.MediaType, media.TypeImage)
			case d.Width != 2560 || d.OriginalImage != "specimen-001.jpg":
				r.Errorf("d.Width %d, d.OriginalImage %q, want 2560 and %q", d.Width, d.OriginalImage, "specimen-001.jpg")
			case d.ImageMeta.ISO != "0":
				r.Errorf("d.ImageMeta.ISO %q, want %q", d.ImageMeta.ISO, "0")
			case d.Sizes[media.SizeLarge].Width != 1024:
				r.Errorf("d.Sizes[media.SizeLarge].Width %d, want 1024", d.Sizes[media.SizeLarge].Width)
			case d.Sizes[media.SizeFull].Filesize != 0:
				r.Errorf("d.Sizes[media.SizeFull].Filesize %d, want 0", d.Sizes[media.SizeFull].Filesize)
			}
			switch {
			case m.Post != nil:
				r.Errorf("Post %v, want nil", *m.Post)
			case *m.Filename != "specimen-001.jpg":
				r.Errorf("post %v, filename %v, filesize %v: Filename %q, want %q", m.Post, m.Filename, m.Filesize, *m.Filename,
					"specimen-001.jpg")
			case *m.Filesize != 77508:
				r.Errorf("post %v, filename %v, filesize %v: Filesize %d, want 77508", m.Post, m.Filename, m.Filesize, *m.Filesize)
			}
		})},
		{fixture: "media_get_image_edit", run: get(5, func(r *replay, m *media.Media) {
			switch {
			case m.ExifOrientation != 1 || m.ImageOutputFormat != nil:
				r.Errorf("m.ExifOrientation %d, m.ImageOutputFormat %+v, want 1 and nil", m.ExifOrientation, m.ImageOutputFormat)
			case m.ImageQuality.Default != 82 || m.Description.Raw != "Specimen sheet number 1":
				r.Errorf("m.ImageQuality.Default %d, m.Description.Raw %q, want 82 and %q", m.ImageQuality.Default,
					m.Description.Raw, "Specimen sheet number 1")
			}
		}, cms.InContext(cms.ContextEdit))},
		{fixture: "media_get_pdf", run: get(61, func(r *replay, m *media.Media) {
			switch {
			case m.MediaType != media.TypeFile || m.MediaDetails.Filesize != 125:
				r.Errorf("m.MediaType %q, m.MediaDetails.Filesize %d, want %q and 125", m.MediaType, m.MediaDetails.Filesize,
					media.TypeFile)
			case m.MediaDetails.ImageMeta != nil:
				r.Errorf("m.MediaDetails.ImageMeta %+v, want nil", m.MediaDetails.ImageMeta)
			}
		})},
		{fixture: "media_get_text_file", run: get(64, func(r *replay, m *media.Media) {
			if m.MimeType != "text/plain" {
				r.Errorf("m.MimeType %q, want %q", m.MimeType, "text/plain")
			}
		})},
		{fixture: "media_get_no_attached_file", run: get(14, func(r *replay, m *media.Media) {
			switch {
			case m.Filename != nil:
				r.Errorf("m.Filename %+v, want nil", m.Filename)
			case *m.Filesize != 7497:
				r.Errorf("*m.Filesize %d, want 7497", *m.Filesize)
			}
		}, cms.Fields("id", "filename", "filesize", "source_url"))},
		{fixture: "media_get_404", run: func(r *replay) {
			_, err := r.library.Get(r.Context(), 999999)
			if r.fails(err, cms.CodeInvalidID); !errors.Is(err, cms.ErrNotFound) {
				r.Error(err)
			}
		}},
		{fixture: "media_revisions_404", run: func(r *replay) {
			records := cms.NewContent[media.Media, media.Params, media.ListOptions](r.site, "cms/v2/media")
			if _, err := records.Revisions(5).List(r.Context(), nil); !errors.Is(err, cms.ErrNoRoute) {
				r.Error(err)
			}
		}},
	})
}

func list(options *media.ListOptions, want int, callOptions ...cms.CallOption) func(*replay) {
	return func(r *replay) {
		page, err := r.library.List(r.Context(), options, callOptions...)
		if err != nil {
			r.Fatal(err)
		}
		if len(page.Items) != want || page.Total < want {
			r.Errorf("Library.List: %d records, Total %d, want %d and at least %[3]d", len(page.Items), page.Total, want)
		}
	}
}

func TestRecordedLists(t *testing.T) {
	t.Parallel()
	const brackets = "a list is sent in brackets, which is the same"
	replayAll(t, []replayCase{
		{fixture: "media_list", run: list(&media.ListOptions{PerPage: 3}, 3)},
		{
			fixture: "media_list_images",
			run: list(&media.ListOptions{PerPage: 2, MediaType: []media.Type{media.TypeImage},
				MimeType: []string{"image/png"}}, 2),
			instead: func(rec *recording) { rec.Request.Query = "per_page=2&media_type[]=image&mime_type[]=image%2Fpng" },
			why:     brackets,
		},
		{
			fixture: "media_list_application",
			run: list(&media.ListOptions{MediaType: []media.Type{media.TypeApplication}}, 2,
				cms.Fields("id", "media_type", "mime_type", "media_details")),
			instead: func(rec *recording) {
				rec.Request.Query = "media_type[]=application&_fields=id,media_type,mime_type,media_details"
			},
			why: brackets,
		},
	})
}

func update(params *media.Params, check func(*replay, *media.Media)) func(*replay) {
	return func(r *replay) {
		m, err := r.library.Update(r.Context(), 1544, params)
		check(r, r.record(m, err, 1544))
	}
}

func TestRecordedUpdatesAndDeletes(t *testing.T) {
	t.Parallel()
	replayAll(t, []replayCase{
		{fixture: "media_update_200", run: update(&media.Params{
			AltText: new("Sheet A"), Caption: new("Caption A"), Description: new("Desc A"), Title: new("Sheet A"),
			Post: new(int64(65)),
		}, func(r *replay, m *media.Media) {
			switch {
			case m.AltText != "Sheet A" || m.Caption.Raw != "Caption A":
				r.Errorf("m.AltText %q, m.Caption.Raw %q, want %q and %q", m.AltText, m.Caption.Raw, "Sheet A", "Caption A")
			case *m.Post != 65:
				r.Errorf("*m.Post %d, want 65", *m.Post)
			}
		})},
		{fixture: "media_update_bad_post_200", run: update(&media.Params{Post: new(int64(999999))},
			func(r *replay, m *media.Media) {
				if *m.Post != 999999 {
					r.Errorf("*m.Post %d, want 999999", *m.Post)
				}
			})},
		{fixture: "media_update_detach", run: update(&media.Params{Post: new(int64(0))}, func(r *replay, m *media.Media) {
			if m.Post != nil {
				r.Errorf("m.Post %+v, want nil", m.Post)
			}
		})},
		{fixture: "media_update_featured_media", run: update(&media.Params{FeaturedMedia: new(int64(5))},
			func(r *replay, m *media.Media) {
				if m.FeaturedMedia != 0 {
					r.Errorf("m.FeaturedMedia %d, want 0", m.FeaturedMedia)
				}
			})},
		{fixture: "media_delete_force_200", run: func(r *replay) {
			deleted, err := r.library.Delete(r.Context(), 1544)
			switch {
			case err != nil:
				r.Errorf("library.Delete(r.Context(), 1544): error %v, want nil", err)
			case !deleted.Deleted:
				r.Error("library.Delete(r.Context(), 1544): deleted.Deleted is false, want true")
			case deleted.Previous.ID != 1544 || deleted.Previous.AltText != "Sheet A":
				r.Errorf("library.Delete(r.Context(), 1544): Previous.ID %d, Previous.AltText %q, want 1544 and %q",
					deleted.Previous.ID, deleted.Previous.AltText, "Sheet A")
			}
		}},
		{fixture: "media_delete_without_force_501", run: func(r *replay) {
			records := cms.NewContent[media.Media, media.Params, media.ListOptions](r.site, "cms/v2/media")
			if _, err := records.Trash(r.Context(), 10); !errors.Is(err, cms.ErrTrashUnsupported) {
				r.Error(err)
			}
		}},
	})
}
