package ledger_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"testing"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/media"
)

func library(s *services) *media.Library { return media.New(s.site) }

func mediaParams() *media.Params {
	return &media.Params{
		Date: localMoment.Date(), DateGMT: gmtMoment.Date(),
		Slug: new("slug"), Status: new(cms.StatusPrivate), Title: new("Title"), Author: new(int64(3)),
		FeaturedMedia: new(int64(0)),
		CommentStatus: new(cms.DiscussionOpen), PingStatus: new(cms.DiscussionClosed),
		Meta: &cms.MetaParams{Footnotes: new("x")}, Template: new("wide"),
		AltText: new("Alt"), Caption: new("Caption"), Description: new("Description"), Post: new(int64(5)),
	}
}

const mediaBody = `{"date":"2026-08-28T19:00:00","date_gmt":"2026-08-28T17:00:00Z","slug":"slug","status":"private",
"title":"Title","author":3,"featured_media":0,
	"comment_status":"open","ping_status":"closed","meta":{"footnotes":"x"},"template":"wide","alt_text":"Alt",
	"caption":"Caption","description":"Description","post":5}`

func mediaCalls() []call {
	const path = "/cms/v2/media"
	created := mediaParams()
	created.GenerateSubSizes, created.ConvertFormat = new(false), new(false)
	list := func(options *media.ListOptions, query string) call {
		return call{"media.List", func(ctx context.Context, s *services) error {
			_, err := library(s).List(ctx, options)
			return err
		}, []want{{"GET", path, query, ""}}}
	}
	upload := func(params *media.Params, body string) call {
		return call{"media.Upload", func(ctx context.Context, s *services) error {
			_, err := library(s).Upload(ctx, media.Bytes("a.png", []byte("png")), params)
			return err
		}, []want{{"POST", path, "", body}}}
	}
	out := []call{
		list(&media.ListOptions{
			Context: cms.ContextEdit, Page: 2, PerPage: 100, Search: "serif", After: moment, Before: moment.Add(3600e9),
			ModifiedAfter: moment.Add(7200e9), ModifiedBefore: moment.Add(10800e9), Author: []int64{1},
			AuthorExclude: []int64{2},
			Exclude:       []int64{3, 4}, Include: []int64{5, 6}, SearchSemantics: cms.SearchExact, Offset: 7,
			Order: cms.Ascending, OrderBy: cms.ByTitle,
			SearchColumns: columns, Slug: []string{"one", "two"}, TaxRelation: cms.TaxOr,
			Status: []cms.Status{cms.StatusInherit, cms.StatusPrivate, cms.StatusTrash}, Parent: []int64{0, 8},
			ParentExclude: []int64{9},
			MediaType:     []media.Type{media.TypeImage, media.TypeVideo, media.TypeAudio, media.TypeApplication},
			MimeType:      []string{"image/png", "image/gif"},
		}, sharedArguments+
			"&author[]=1&author_exclude[]=2&status[]=inherit&status[]=private&status[]=trash&parent[]=0&parent[]=8&"+
			"parent_exclude[]=9"+
			"&media_type[]=image&media_type[]=video&media_type[]=audio&media_type[]=application&mime_type[]=image/png&"+
			"mime_type[]=image/gif"),
		{"media.List without arguments", func(ctx context.Context, s *services) error {
			_, err := library(s).List(ctx, nil)
			return err
		}, []want{{"GET", path, "", ""}}},
		{"media.All", func(ctx context.Context, s *services) error { return drain(library(s).All(ctx, nil)) },
			[]want{{"GET", path, "orderby=id&page=1&per_page=100", ""}}},
		{"media.Pages", func(ctx context.Context, s *services) error { return drain(library(s).Pages(ctx, nil)) },
			[]want{{"GET", path, "orderby=id&page=1&per_page=100", ""}}},
		{"media.Count", func(ctx context.Context, s *services) error {
			_, err := library(s).Count(ctx, nil)
			return err
		}, []want{{"GET", path, "per_page=1&_fields=id", ""}}},
		{"media.GetMany", func(ctx context.Context,
			s *services) error {
			return drain(library(s).GetMany(ctx, []int64{9}, nil))
		},
			twice("GET", path, "per_page=100&orderby=include&include[]=9")},
		upload(created,
			`{"file":"png","date":"2026-08-28T19:00:00","date_gmt":"2026-08-28T17:00:00Z","slug":"slug","status":"private",
			"title":"Title","author":"3","featured_media":"0",
			"comment_status":"open","ping_status":"closed","meta[footnotes]":"x","template":"wide","alt_text":"Alt",
			"caption":"Caption","description":"Description","post":"5",
			"generate_sub_sizes":"false","convert_format":"false"}`),
		{"media.UploadURL", func(ctx context.Context, s *services) error {
			_, err := library(s).UploadURL(ctx, "https://fonts.example/a.png",
				&media.Params{Post: new(int64(5)), Title: new("Title")})
			return err
		}, []want{{"POST", path, "", `{"url":"https://fonts.example/a.png","post":5}`},
			{"POST", path + "/7", "", `{"title":"Title"}`}}},
		{"media.Delete", func(ctx context.Context, s *services) error {
			_, err := library(s).Delete(ctx, 7)
			return err
		}, []want{{"DELETE", path + "/7", "force=true", ""}}},
		{"media.PostProcess", func(ctx context.Context, s *services) error {
			_, err := library(s).PostProcess(ctx, 7)
			return err
		}, []want{{"POST", path + "/7/post-process", "", `{"action":"create-image-subsizes"}`}}},
		{"media.Edit", func(ctx context.Context, s *services) error {
			_, err := library(s).Edit(ctx, 7, &media.EditParams{
				Src: "https://docs.example.org/a.png",
				Modifiers: media.Modifiers{
					media.Flip{Horizontal: true, Vertical: false}, media.Rotate{Angle: 90},
					media.Crop{Left: 1, Top: 2, Width: 50.5, Height: 60},
				},
				Caption: new("Caption"), Description: new("Description"), Title: new("Title"), Post: new(int64(0)),
				AltText: new("Alt"),
			})
			return err
		}, []want{{"POST", path + "/7/edit", "",
			`{"src":"https://docs.example.org/a.png","modifiers":[{"type":"flip","args":{"flip":{"horizontal":true,
			"vertical":false}}},
			{"type":"rotate","args":{"angle":90}},{"type":"crop","args":{"left":1,"top":2,"width":50.5,"height":60}}],
			"caption":"Caption","description":"Description","title":"Title","post":0,"alt_text":"Alt"}`}}},
		{"media.Edit the deprecated way", func(ctx context.Context, s *services) error {
			_, err := library(s).Edit(ctx, 7, &media.EditParams{
				Src: "https://docs.example.org/a.png",
				//nolint:staticcheck // the specification has them
				Rotation: new(90), X: new(1.0), Y: new(2.0), Width: new(50.5), Height: new(60.0),
			})
			return err
		}, []want{{"POST", path + "/7/edit", "", `{"src":"https://docs.example.org/a.png","rotation":90,"x":1,"y":2,` +
			`"width":50.5,"height":60}`}}},
		{"media.Sideload one name", func(ctx context.Context, s *services) error {
			_, err := library(s).Sideload(ctx, 7, media.Bytes("a-1x1.png", []byte("png")),
				&media.SideloadParams{ImageSize: media.SizeNames{"thumbnail"}, ConvertFormat: new(false)})
			return err
		}, []want{{"POST", path + "/7/sideload", "", `{"file":"png","image_size":"thumbnail","convert_format":"false"}`}}},
		{"media.Sideload several names", func(ctx context.Context, s *services) error {
			_, err := library(s).Sideload(ctx, 7, media.Bytes("a-1x1.png", []byte("png")),
				&media.SideloadParams{ImageSize: media.SizeNames{"thumbnail", "medium"}})
			return err
		}, []want{{"POST", path + "/7/sideload", "", `{"file":"png","image_size[]":"medium"}`}}},
		{"media.Finalize", func(ctx context.Context, s *services) error {
			_, err := library(s).Finalize(ctx, 7, []media.SubSize{
				{ImageSize: media.SizeNames{"thumbnail"}, Width: 150, Height: 100, File: "a-150x100.png", MimeType: "image/png",
					Filesize: 299, OriginalImage: "a.png"},
				{ImageSize: media.SizeNames{"medium", "large"}},
			})
			return err
		}, []want{{"POST", path + "/7/finalize", "",
			`{"sub_sizes":[{"image_size":"thumbnail","width":150,"height":100,"file":"a-150x100.png","mime_type":"image/png",
			"filesize":299,"original_image":"a.png"},
			{"image_size":["medium","large"]}]}`}}},
	}
	for _, c := range contexts {
		out = append(out, list(&media.ListOptions{Context: c, TaxRelation: cms.TaxAnd},
			"tax_relation=AND&context="+string(c)),
			call{"media.Get", func(ctx context.Context, s *services) error {
				_, err := library(s).Get(ctx, 7, cms.InContext(c))
				return err
			}, []want{{"GET", path + "/7", "context=" + string(c), ""}}})
	}
	for _, o := range orders {
		out = append(out, list(&media.ListOptions{OrderBy: o, Order: cms.Descending}, "order=desc&orderby="+string(o)))
	}
	values := map[string]*media.Params{
		mediaBody: mediaParams(), `{"date":null,"date_gmt":null}`: {Date: cms.NoDate(), DateGMT: cms.NoDate()},
	}
	for _, v := range settable {
		values[fmt.Sprintf(`{"status":%q}`, v)] = &media.Params{Status: &v}
		out = append(out, upload(&media.Params{Status: &v}, fmt.Sprintf(`{"file":"png","status":%q}`, v)))
	}
	for _, v := range openStatuses {
		values[fmt.Sprintf(`{"comment_status":%q,"ping_status":%q}`, v, v)] = &media.Params{CommentStatus: &v, PingStatus: &v}
		out = append(out, upload(&media.Params{CommentStatus: &v, PingStatus: &v},
			fmt.Sprintf(`{"file":"png","comment_status":%q,"ping_status":%q}`, v, v)))
	}
	for _, method := range updateMethods {
		for body, params := range values {
			out = append(out, call{"media.Update by " + method, func(ctx context.Context, s *services) error {
				_, err := library(s).Update(ctx, 7, params, cms.UpdateMethod(method))
				return err
			}, []want{{method, path + "/7", "", body}}})
		}
	}
	return out
}

func TestMediaOutsideALimitIsNotSent(t *testing.T) {
	t.Parallel()
	s := newServices(t)
	_, many := library(s).Finalize(t.Context(), 7,
		slices.Repeat([]media.SubSize{{ImageSize: media.SizeNames{"thumbnail"}}}, media.MaxSubSizes+1))
	_, empty := library(s).Edit(t.Context(), 7,
		&media.EditParams{Src: "https://docs.example.org/a.png", Modifiers: media.Modifiers{}})
	_, perPage := library(s).List(t.Context(), &media.ListOptions{PerPage: 101})
	_, turn := library(s).Edit(t.Context(), 7,
		&media.EditParams{Src: "https://docs.example.org/a.png", Rotation: new(360)}) //nolint:staticcheck // as above
	for name, err := range map[string]error{"sub_sizes": many, "modifiers": empty, "per_page": perPage, "rotation": turn} {
		if !errors.Is(err, cms.ErrInvalidArgument) {
			t.Errorf("Call with invalid %s: error %v, want ErrInvalidArgument", name, err)
		}
	}
	if sent := s.sent(); len(sent) != 0 {
		t.Errorf("Calls with invalid arguments: sent %v, want nothing", sent)
	}
}
