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
			if m.MediaType != media.TypeImage || d.Width != 2560 || d.OriginalImage != "specimen-001.jpg" || d.ImageMeta.ISO != "0" || d.Sizes[media.SizeLarge].Width != 1024 || d.Sizes[media.SizeFull].Filesize != 0 {
				r.Errorf("%+v", m)
			}
			if m.Post != nil || *m.Filename != "specimen-001.jpg" || *m.Filesize != 77508 {
				r.Errorf("post %v, filename %v, filesize %v", m.Post, m.Filename, m.Filesize)
			}
		})},
		{fixture: "media_get_image_edit", run: get(5, func(r *replay, m *media.Media) {
			if m.ExifOrientation != 1 || m.ImageOutputFormat != nil || m.ImageQuality.Default != 82 || m.Description.Raw != "Specimen sheet number 1" {
				r.Errorf("%+v", m)
			}
		}, cms.InContext(cms.ContextEdit))},
		{fixture: "media_get_pdf", run: get(61, func(r *replay, m *media.Media) {
			if m.MediaType != media.TypeFile || m.MediaDetails.Filesize != 125 || m.MediaDetails.ImageMeta != nil {
				r.Errorf("%+v", m)
			}
		})},
		{fixture: "media_get_text_file", run: get(64, func(r *replay, m *media.Media) {
			if m.MimeType != "text/plain" {
				r.Errorf("%+v", m)
			}
		})},
		{fixture: "media_get_no_attached_file", run: get(14, func(r *replay, m *media.Media) {
			if m.Filename != nil || *m.Filesize != 7497 {
				r.Errorf("%+v", m)
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
			r.Errorf("%d records of %d", len(page.Items), page.Total)
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
			run:     list(&media.ListOptions{PerPage: 2, MediaType: []media.Type{media.TypeImage}, MimeType: []string{"image/png"}}, 2),
			instead: func(rec *recording) { rec.Request.Query = "per_page=2&media_type[]=image&mime_type[]=image%2Fpng" },
			why:     brackets,
		},
		{
			fixture: "media_list_application",
			run:     list(&media.ListOptions{MediaType: []media.Type{media.TypeApplication}}, 2, cms.Fields("id", "media_type", "mime_type", "media_details")),
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
			AltText: new("Sheet A"), Caption: new("Caption A"), Description: new("Desc A"), Title: new("Sheet A"), Post: new(int64(65)),
		}, func(r *replay, m *media.Media) {
			if m.AltText != "Sheet A" || m.Caption.Raw != "Caption A" || *m.Post != 65 {
				r.Errorf("%+v", m)
			}
		})},
		{fixture: "media_update_bad_post_200", run: update(&media.Params{Post: new(int64(999999))}, func(r *replay, m *media.Media) {
			if *m.Post != 999999 {
				r.Errorf("%+v", m)
			}
		})},
		{fixture: "media_update_detach", run: update(&media.Params{Post: new(int64(0))}, func(r *replay, m *media.Media) {
			if m.Post != nil {
				r.Errorf("%+v", m)
			}
		})},
		{fixture: "media_update_featured_media", run: update(&media.Params{FeaturedMedia: new(int64(5))}, func(r *replay, m *media.Media) {
			if m.FeaturedMedia != 0 {
				r.Errorf("%+v", m)
			}
		})},
		{fixture: "media_delete_force_200", run: func(r *replay) {
			deleted, err := r.library.Delete(r.Context(), 1544)
			if err != nil || !deleted.Deleted || deleted.Previous.ID != 1544 || deleted.Previous.AltText != "Sheet A" {
				r.Errorf("%+v, %v", deleted, err)
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
