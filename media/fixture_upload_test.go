package media_test

import (
	"errors"
	"testing"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/media"
)

// sent is the content that was recorded as sent.
func (r *replay) sent(name string) media.File {
	r.Helper()
	file := media.Bytes(name, r.Request.bytes(r))
	file.Raw = true
	return file
}

// record checks the outcome of a call that answers a record.
func (r *replay) record(m *media.Media, err error, id int64) *media.Media {
	r.Helper()
	if err != nil {
		r.Fatal(err)
	}
	if m.ID != id {
		r.Errorf("record has ID %d, want %d", m.ID, id)
	}
	return m
}

// fails checks that a call failed with the recorded status and a code.
func (r *replay) fails(err error, code cms.ErrorCode) {
	r.Helper()
	e, ok := errors.AsType[*cms.Error](err)
	switch {
	case !ok:
		r.Fatalf("error %v, want a *cms.Error with status %d and code %s", err, r.Response.Status, code)
	case e.Code != code:
		r.Fatalf("error %v has code %s, want %s", err, e.Code, code)
	case e.Status != r.Response.Status:
		r.Fatalf("error %v has status %d, want %d", err, e.Status, r.Response.Status)
	}
}

func uploadRaw(name, code string) func(*replay) {
	return func(r *replay) {
		_, err := r.library.Upload(r.Context(), r.sent(name), nil)
		r.fails(err, cms.ErrorCode(code))
	}
}

func TestRecordedUploads(t *testing.T) {
	t.Parallel()
	replayAll(t, []replayCase{
		{fixture: "media_upload_raw_201", run: func(r *replay) {
			m, err := r.library.Upload(r.Context(), r.sent("sheet-a.png"), nil)
			r.record(m, err, 1544)
		}},
		{fixture: "media_upload_raw_query_fields_201", run: func(r *replay) {
			m, err := r.library.Upload(r.Context(), r.sent("sheet-a.png"), &media.Params{
				Title: new("Sheet with title"), AltText: new("An alt"), Post: new(int64(65)), Caption: new("Cap"),
			}, cms.Fields("id", "title", "alt_text", "post", "caption", "source_url"))
			switch m = r.record(m, err, 1545); {
			case m.Title.Raw != "Sheet with title" || m.AltText != "An alt":
				r.Errorf("m.Title.Raw %q, m.AltText %q, want %q and %q", m.Title.Raw, m.AltText, "Sheet with title", "An alt")
			case *m.Post != 65:
				r.Errorf("*m.Post %d, want 65", *m.Post)
			case m.Caption.Raw != "Cap":
				r.Errorf("m.Caption.Raw %q, want %q", m.Caption.Raw, "Cap")
			}
		}},
		{fixture: "media_upload_multipart_201", run: func(r *replay) {
			f := parseForm(r, r.Request.Headers, r.Request.bytes(r))
			m, err := r.library.Upload(r.Context(), media.Bytes("sheet b ü.png", []byte(f.content)), &media.Params{
				Title: new("Multi sheet"), AltText: new("alt m"), Caption: new("cap m"),
			}, cms.Fields("id", "title", "alt_text", "source_url", "caption"))
			if m = r.record(m, err, 1546); m.Title.Raw != "Multi sheet" {
				r.Errorf("m.Title.Raw %q, want %q", m.Title.Raw, "Multi sheet")
			}
		}},
		{fixture: "media_upload_no_subsizes_201", run: func(r *replay) {
			m, err := r.library.Upload(r.Context(), r.sent("nosub.png"), &media.Params{GenerateSubSizes: new(false)})
			if m = r.record(m, err, 1549); len(m.MediaDetails.Sizes) != 0 || len(m.MissingImageSizes) != 3 {
				r.Errorf("%d sizes, %d missing sizes, want 0 and 3", len(m.MediaDetails.Sizes), len(m.MissingImageSizes))
			}
		},
			instead: func(rec *recording) { rec.Request.Query = "generate_sub_sizes=false" },
			why:     "the answer to a write is in the context edit, whatever is asked for",
		},
		{fixture: "media_upload_no_subsizes_secure_201", run: func(r *replay) {
			m, err := r.library.Upload(r.Context(), r.sent("client.png"),
				&media.Params{GenerateSubSizes: new(false), ConvertFormat: new(false)})
			if m = r.record(m, err, 1554); m.ImageQuality.Default != 82 || m.ExifOrientation != 1 {
				r.Errorf("m.ImageQuality.Default %d, m.ExifOrientation %d, want 82 and 1", m.ImageQuality.Default,
					m.ExifOrientation)
			}
		}},
		{fixture: "media_flow_1_upload_201", run: func(r *replay) {
			m, err := r.library.Upload(r.Context(), r.sent("flow.png"),
				&media.Params{GenerateSubSizes: new(false), ConvertFormat: new(false)},
				cms.Fields("id", "missing_image_sizes", "media_details"))
			r.record(m, err, 1544)
		}},
		{fixture: "media_upload_md5_ok", run: func(r *replay) {
			file := r.sent("md5.png")
			sum, err := file.Sum()
			if err != nil {
				r.Fatal(err)
			}
			file.MD5 = sum
			m, err := r.library.Upload(r.Context(), file, nil, cms.Fields("id"))
			r.record(m, err, 1548)
		}},
		{fixture: "media_upload_md5_bad_412", run: func(r *replay) {
			file := r.sent("md5.png")
			file.MD5 = r.Request.Headers.Get("Content-Md5")
			_, err := r.library.Upload(r.Context(), file, nil)
			if r.fails(err, "rest_upload_hash_mismatch"); !errors.Is(err, cms.ErrConflict) {
				r.Error(err)
			}
		}},
		{fixture: "media_upload_401", run: func(r *replay) {
			_, err := r.library.Upload(r.Context(), r.sent("x.png"), nil)
			r.fails(err, cms.CodeCannotCreate)
		}},
		{fixture: "media_upload_bad_type_500", run: func(r *replay) {
			file := r.sent("x.exe")
			file.Type = r.Request.Headers.Get("Content-Type")
			_, err := r.library.Upload(r.Context(), file, nil)
			if r.fails(err, "rest_upload_sideload_error"); errors.Is(err, cms.ErrOutcomeUnknown) {
				r.Errorf("a refusal is no unknown outcome: error %v, want an error other than ErrOutcomeUnknown", err)
			}
		}},
		{fixture: "media_upload_mismatch_ext_500", run: func(r *replay) {
			_, err := r.library.Upload(r.Context(), r.sent("fake.png"), nil, cms.Fields("id", "mime_type", "source_url"))
			r.fails(err, "rest_upload_sideload_error")
		}},
		{fixture: "media_upload_svg_500", run: uploadRaw("x.svg", "rest_upload_sideload_error")},
		{fixture: "media_upload_utf8_filename", run: func(r *replay) {
			_, err := r.library.Upload(r.Context(), r.sent("über.png"), nil, cms.Fields("id", "title", "source_url", "filename"))
			r.fails(err, "rest_upload_invalid_disposition")
		},
			instead: func(rec *recording) {
				rec.Request.Headers.Set("Content-Disposition", `attachment; filename="-ber.png"; filename*=UTF-8''%C3%BCber.png`)
			},
			why: "a server that refuses filename* alone takes this; here only the answer counts",
		},
		{fixture: "media_upload_over_post_max_size_400", run: uploadForm("rest_upload_no_content_disposition"),
			instead: withoutBody, why: tooLarge},
		{fixture: "media_upload_over_upload_max_filesize_500", run: uploadForm("rest_upload_unknown_error"),
			instead: withoutBody, why: tooLarge},
		{fixture: "media_upload_resize_fatal_500_attachment_id_header", run: func(r *replay) {
			after := fixture(r, "media_post_process_after_fatal_200")
			after.Request.Query = "_fields=id"
			serve(r, r.mock, after)
			m, err := r.library.Upload(r.Context(), r.sent("crash.png"), nil, cms.Fields("id"))
			r.record(m, err, 1544)
			if n := r.mock.GetTotalCallCount(); n != 2 {
				r.Errorf("%d requests, want 2: an upload and a post-process", n)
			}
		}},
	})
}

const tooLarge = "the body was too large to be recorded"

func withoutBody(rec *recording) { rec.Request.Body = omitted }

func uploadForm(code cms.ErrorCode) func(*replay) {
	return func(r *replay) {
		_, err := r.library.Upload(r.Context(), media.Bytes("big.png", []byte("big")), nil)
		r.fails(err, code)
	}
}

func TestRecordedUploadsFromAnAddress(t *testing.T) {
	t.Parallel()
	fails := func(address string, code cms.ErrorCode) func(*replay) {
		return func(r *replay) {
			_, err := r.library.UploadURL(r.Context(), address, nil)
			r.fails(err, code)
		}
	}
	uploads := "http://127.0.0.1:8481/wp-content/uploads/"
	replayAll(t, []replayCase{
		{fixture: "media_create_from_url_201", run: func(r *replay) {
			m, err := r.library.UploadURL(r.Context(), uploads+"2026/11/sheet-a.png", nil)
			r.record(m, err, 1550)
		},
			instead: func(rec *recording) { rec.Request.Body = `{"url":"` + uploads + `2026/11/sheet-a.png"}` },
			why:     "the site ignores the title, which is written by an update",
		},
		{fixture: "media_create_from_url_full_201", run: func(r *replay) {
			m, err := r.library.UploadURL(r.Context(), uploads+"2026/11/specimen-041.png", &media.Params{Post: new(int64(65))},
				cms.Fields("id", "title", "alt_text", "caption", "source_url", "post"))
			if m = r.record(m, err, 1545); *m.Post != 65 {
				r.Errorf("*m.Post %d, want 65", *m.Post)
			}
		},
			instead: func(rec *recording) { rec.Request.Body = `{"url":"` + uploads + `2026/11/specimen-041.png","post":65}` },
			why:     "the site ignores title, alt text and caption, which are written by an update",
		},
		{fixture: "media_create_from_url_blocked_host_400", run: fails("http://10.1.2.3/x.png", cms.CodeInvalidParam)},
		{fixture: "media_create_from_url_not_image_400", run: fails("http://127.0.0.1:8481/wp-json/", "rest_invalid_url")},
		{fixture: "media_create_from_url_remote_missing_500", run: fails(uploads+"none.png", "http_404")},
	})
}
