package media_test

import (
	"errors"
	"fmt"
	"net/http"
	"reflect"
	"strings"
	"testing"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/media"
)

// sepia is a modifier that no site knows.
type sepia struct{}

func (sepia) Modifier() (kind string, args any) { return "sepia", struct{}{} }

const (
	uploads = "http://127.0.0.1:8481/wp-content/uploads/"
	sheet   = uploads + "2026/11/sheet-a.png"
)

// edit replays an edit that fails with a code, or is refused if it is "".
func edit(id int64, params *media.EditParams, code cms.ErrorCode) func(*replay) {
	return func(r *replay) {
		_, err := r.library.Edit(r.Context(), id, params)
		if code == "" {
			isRefused(r, err)
			return
		}
		r.fails(err, code)
	}
}

func isRefused(t testing.TB, err error) {
	t.Helper()
	if !errors.Is(err, cms.ErrInvalidArgument) {
		t.Errorf("not refused: %v, want ErrInvalidArgument", err)
	}
}

func TestRecordedEdits(t *testing.T) {
	t.Parallel()
	replayAll(t, []replayCase{
		{fixture: "media_edit_flip_rotate_201", run: func(r *replay) {
			m, err := r.library.Edit(r.Context(), 1544, &media.EditParams{Src: sheet, Modifiers: []media.Modifier{
				media.Flip{Horizontal: true},
				media.Rotate{Angle: 90},
				media.Crop{Left: 10, Top: 10, Width: 50, Height: 50},
			}})
			if m = r.record(m, err, 1551); m.MediaDetails.ParentImage.AttachmentID != 1544 || m.MediaDetails.Width != 300 {
				r.Errorf("m.MediaDetails.ParentImage.AttachmentID %d, m.MediaDetails.Width %d, want 1544 and 300",
					m.MediaDetails.ParentImage.AttachmentID, m.MediaDetails.Width)
			}
			if _, err := m.Params(); !errors.Is(err, cms.ErrIncomplete) {
				r.Errorf("a record in the context view became params: %v, want ErrIncomplete", err)
			}
		}},
		{fixture: "media_edit_meta_201", run: func(r *replay) {
			m, err := r.library.Edit(r.Context(), 1544, &media.EditParams{
				Src: sheet, Modifiers: media.Modifiers{media.Rotate{Angle: 180}},
				Title: new("Edited sheet"), Caption: new("c"), Description: new("d"), AltText: new("a"), Post: new(int64(66)),
			})
			switch m = r.record(m, err, 1553); {
			case m.AltText != "a":
				r.Errorf("m.AltText %q, want %q", m.AltText, "a")
			case *m.Post != 66:
				r.Errorf("*m.Post %d, want 66", *m.Post)
			}
		}},
		{fixture: "media_edit_bad_modifier_400",
			run: edit(1544, &media.EditParams{Src: sheet, Modifiers: media.Modifiers{sepia{}}}, cms.CodeInvalidParam)},
		{fixture: "media_edit_missing_src_400", run: edit(1544, &media.EditParams{Rotation: new(90)}, ""), refused: true},
		{fixture: "media_edit_no_change_400", run: edit(1544, &media.EditParams{Src: sheet}, "rest_image_not_edited")},
		{fixture: "media_edit_not_image", run: edit(61, &media.EditParams{Src: uploads + "2026/11/specimen-057.pdf",
			Rotation: new(90)}, cms.CodeUnknownAttachment)},
		{fixture: "media_edit_rotation_0_400", run: edit(1544, &media.EditParams{Src: sheet, Rotation: new(0)}, ""),
			refused: true},
		{fixture: "media_edit_wrong_src_404",
			run: edit(1544, &media.EditParams{Src: uploads + "other.png", Rotation: new(90)}, cms.CodeUnknownAttachment)},
	})
}

func TestRecordedPostProcesses(t *testing.T) {
	t.Parallel()
	replayAll(t, []replayCase{
		{fixture: "media_post_process_200", run: func(r *replay) {
			m, err := r.library.PostProcess(r.Context(), 1549)
			switch m = r.record(m, err, 1549); {
			case len(m.MissingImageSizes) != 0:
				r.Errorf("m.MissingImageSizes %v, want an empty list", m.MissingImageSizes)
			case len(m.MediaDetails.Sizes) == 0:
				r.Error("length of m.MediaDetails.Sizes 0, want more than 0")
			}
		}},
		{fixture: "media_post_process_after_fatal_200", run: func(r *replay) {
			m, err := r.library.PostProcess(r.Context(), 1544, cms.Fields("id", "media_details.sizes"))
			r.record(m, err, 1544)
		}},
		{fixture: "media_post_process_404", run: func(r *replay) {
			_, err := r.library.PostProcess(r.Context(), 999999)
			if r.fails(err, cms.CodeInvalidID); !errors.Is(err, cms.ErrNotFound) {
				r.Error(err)
			}
		}},
	})
}

// sideload replays a sideload, which fails with a code if there is one.
func sideload(id int64, name string, code cms.ErrorCode, sizes ...string) func(*replay) {
	return func(r *replay) {
		sub, err := r.library.Sideload(r.Context(), id, r.sent(name), &media.SideloadParams{ImageSize: sizes})
		if code != "" {
			r.fails(err, code)
			return
		}
		if err != nil {
			r.Fatal(err)
		}
		switch {
		case !reflect.DeepEqual(sub.ImageSize, media.SizeNames(sizes)):
			r.Errorf("library.Sideload: sub.ImageSize %q, want %q", sub.ImageSize, media.SizeNames(sizes))
		case sub.Width == 0:
			r.Error("library.Sideload: sub.Width 0, want more than 0")
		case sub.Filesize == 0:
			r.Error("library.Sideload: sub.Filesize 0, want more than 0")
		case len(sub.Extra) != 0:
			r.Errorf("library.Sideload: sub.Extra %v, want an empty list", sub.Extra)
		}
		switch special := len(sizes) == 1 && (sizes[0] == media.SizeOriginal || sizes[0] == media.SizeScaled); {
		case special != (sub.OriginalImage != ""):
			r.Errorf("special is %t, want %t", special, sub.OriginalImage != "")
		case special != strings.Contains(sub.File, "/"):
			r.Errorf("special is %t, want %t", special, strings.Contains(sub.File, "/"))
		case special != (sub.MimeType == ""):
			r.Errorf("special is %t, want %t", special, sub.MimeType == "")
		}
	}
}

func TestRecordedSideloads(t *testing.T) {
	t.Parallel()
	replayAll(t, []replayCase{
		{fixture: "media_sideload_200", run: sideload(1554, "client-150x150.png", "", media.SizeThumbnail)},
		{fixture: "media_sideload_multi_200", run: sideload(1554, "client-300x200.png", "", media.SizeMedium,
			media.SizeMediumLarge)},
		{fixture: "media_sideload_original_200", run: sideload(1559, "orig-original.png", "", media.SizeOriginal)},
		{fixture: "media_sideload_scaled_200", run: sideload(1554, "client-scaled.png", "", media.SizeScaled)},
		{fixture: "media_flow_2_sideload_original_200", run: sideload(1544, "flow-original.png", "", media.SizeOriginal)},
		{fixture: "media_flow_3_sideload_sizes_200", run: sideload(1544, "flow-300x200.png", "", media.SizeMedium,
			media.SizeMediumLarge)},
		{fixture: "media_sideload_401", run: sideload(1554, "a.png", "rest_cannot_edit_image", media.SizeThumbnail)},
		{fixture: "media_sideload_bad_size_400", run: sideload(1554, "a.png", cms.CodeInvalidParam, "huge")},
		{fixture: "media_sideload_route_absent_404", run: sideload(1554, "a.png", cms.CodeNoRoute, media.SizeThumbnail)},
		{fixture: "media_sideload_wrong_dimensions_400",
			run: sideload(1554, "client-1000x1000.png", "rest_upload_dimension_mismatch", media.SizeThumbnail)},
		{fixture: "media_sideload_missing_size_400", refused: true, run: func(r *replay) {
			_, err := r.library.Sideload(r.Context(), 1554, r.sent("a.png"), &media.SideloadParams{})
			isRefused(r, err)
		}},
	})
}

// finalize replays a finalize, which fails with a code, or is refused if it is "".
func finalize(id int64, subSizes []media.SubSize, code cms.ErrorCode, options ...cms.CallOption) func(*replay) {
	return func(r *replay) {
		m, err := r.library.Finalize(r.Context(), id, subSizes, options...)
		switch {
		case code != "":
			r.fails(err, code)
		case r.Response.Status == http.StatusOK:
			r.record(m, err, id)
		default:
			isRefused(r, err)
		}
	}
}

func TestRecordedFinalizes(t *testing.T) {
	t.Parallel()
	thumbnail := media.SubSize{ImageSize: media.SizeNames{media.SizeThumbnail}}
	many := make([]media.SubSize, 101)
	for i := range many {
		many[i] = thumbnail
	}
	fields := cms.Fields("id", "media_details", "source_url", "missing_image_sizes")
	both := media.SizeNames{media.SizeMedium, media.SizeMediumLarge}
	replayAll(t, []replayCase{
		{fixture: "media_finalize_101_400", run: finalize(1554, many, ""), refused: true},
		{fixture: "media_finalize_404", run: finalize(999999, nil, cms.CodeInvalidID)},
		{fixture: "media_finalize_bad_400", run: finalize(1554, make([]media.SubSize, 1), ""), refused: true},
		{fixture: "media_finalize_empty_200", run: finalize(1554, nil, "")},
		{fixture: "media_finalize_route_absent_404", run: finalize(1554, nil, cms.CodeNoRoute)},
		{fixture: "media_finalize_sub_sizes_200", run: finalize(1554, []media.SubSize{
			{ImageSize: thumbnail.ImageSize, Width: 150, Height: 150, File: "client-150x150.png", MimeType: "image/png",
				Filesize: 300},
		}, "")},
		{fixture: "media_finalize_unknown_file_400", run: finalize(1559, []media.SubSize{
			{ImageSize: media.SizeNames{media.SizeOriginal}, File: "orig-original.png"},
			{ImageSize: both, Width: 300, Height: 200, File: "orig-300x200.png", MimeType: "image/png", Filesize: 400},
		}, "rest_invalid_sub_size_file", fields)},
		{fixture: "media_flow_4_finalize_200", run: finalize(1544, []media.SubSize{
			{ImageSize: media.SizeNames{media.SizeOriginal}, OriginalImage: "flow.png", Width: 900, Height: 600, Filesize: 2481,
				File: "2026/11/flow-original.png"},
			{ImageSize: both, Width: 300, Height: 200, File: "flow-300x200-1.png", MimeType: "image/png", Filesize: 489},
		}, "", fields, cms.Fields("filename"))},
	})
}

func TestFinalizeSendsTheResponsesOfSideloads(t *testing.T) {
	t.Parallel()
	var answers []string
	for _, name := range []string{"media_flow_2_sideload_original_200", "media_flow_3_sideload_sizes_200"} {
		answers = append(answers, fixture(t, name).Response.Body)
	}
	replayAll(t, []replayCase{{
		fixture: "media_flow_4_finalize_200",
		instead: func(rec *recording) {
			rec.Request.Body = fmt.Sprintf(`{"sub_sizes":[%s]}`, strings.Join(answers, ","))
		},
		why: "it is what was recorded, taken from the answers of the sideloads",
		run: func(r *replay) {
			subSizes := make([]media.SubSize, len(answers))
			for i, answer := range answers {
				decode(r, []byte(answer), &subSizes[i])
			}
			_, err := r.library.Finalize(r.Context(), 1544, subSizes, cms.Fields("id", "media_details", "source_url",
				"missing_image_sizes", "filename"))
			if err != nil {
				r.Error(err)
			}
		},
	}})
}
