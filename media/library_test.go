package media_test

import (
	"encoding/json"
	"errors"
	"net/http"
	"net/url"
	"reflect"
	"testing"
	"time"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/media"
)

func TestEveryArgumentOfAListIsSent(t *testing.T) {
	t.Parallel()
	s := newStub(t, always(200, "X-CMS-Total: 0", "X-CMS-TotalPages: 0", "[]"))
	day := time.Date(2026, 1, 2, 3, 4, 5, 0, time.FixedZone("", 7200))
	ids := []int64{1, 2}
	_, err := s.library(t).List(t.Context(), &media.ListOptions{
		Context: cms.ContextEdit, Page: 2, PerPage: 50, Search: "s", SearchSemantics: cms.SearchExact, SearchColumns: []cms.SearchColumn{cms.SearchTitle},
		After: day, Before: day, ModifiedAfter: day, ModifiedBefore: day, Author: ids, AuthorExclude: ids, Include: ids, Exclude: ids,
		Offset: 3, Order: cms.Ascending, OrderBy: cms.ByID, Slug: []string{"a", "b"}, Status: []cms.Status{cms.StatusInherit, cms.StatusPrivate, cms.StatusTrash},
		TaxRelation: cms.TaxAnd, Parent: []int64{0}, ParentExclude: ids,
		MediaType: []media.Type{media.TypeImage, media.TypeVideo, media.TypeAudio, media.TypeApplication}, MimeType: []string{"image/png"},
	})
	if err != nil {
		t.Fatal(err)
	}
	both, date := []string{"1", "2"}, []string{"2026-01-02T03:04:05+02:00"}
	want := url.Values{
		"context": {"edit"}, "page": {"2"}, "per_page": {"50"}, "search": {"s"}, "search_semantics": {"exact"}, "search_columns[]": {"post_title"},
		"after": date, "before": date, "modified_after": date, "modified_before": date, "author[]": both, "author_exclude[]": both,
		"include[]": both, "exclude[]": both, "offset": {"3"}, "order": {"asc"}, "orderby": {"id"}, "slug[]": {"a", "b"},
		"status[]": {"inherit", "private", "trash"}, "tax_relation": {"AND"}, "parent[]": {"0"}, "parent_exclude[]": both,
		"media_type[]": {"image", "video", "audio", "application"}, "mime_type": {"image/png"},
	}
	if got := s.seen()[0].Query; !reflect.DeepEqual(got, want) {
		t.Errorf("%v\nnot %v", got, want)
	}
}

func TestAnEmptyFilterMatchesNothing(t *testing.T) {
	t.Parallel()
	s := newStub(t, always(500, "{}"))
	for name, options := range map[string]*media.ListOptions{
		"media_type": {MediaType: []media.Type{}}, "mime_type": {MimeType: []string{}}, "parent": {Parent: []int64{}},
	} {
		page, err := s.library(t).List(t.Context(), options)
		if err != nil || len(page.Items) != 0 || len(s.seen()) != 0 {
			t.Errorf("%s: %v, %v, %d requests", name, page, err, len(s.seen()))
		}
	}
}

func TestTheVerbsOfTheCollection(t *testing.T) {
	t.Parallel()
	s := newStub(t, func(_ int, w http.ResponseWriter, r *http.Request) {
		switch r.Method {
		case "DELETE":
			reply(w, 200, `{"deleted":true,"previous":{"id":7}}`)
		case "GET":
			reply(w, 200, "X-CMS-Total: 2", "X-CMS-TotalPages: 1", `[{"id":7},{"id":8}]`)
		default:
			reply(w, 200, created)
		}
	})
	library, ctx := s.library(t), t.Context()
	var ids []int64
	for m, err := range library.All(ctx, nil, cms.Prefetch(2)) {
		if err != nil {
			t.Fatal(err)
		}
		ids = append(ids, m.ID)
	}
	for page, err := range library.Pages(ctx, nil) {
		if err != nil || page.Total != 2 {
			t.Fatal(page, err)
		}
		ids = append(ids, page.Items[0].ID)
	}
	for m, err := range library.GetMany(ctx, []int64{7, 8}, nil) {
		if err != nil {
			t.Fatal(err)
		}
		ids = append(ids, m.ID)
	}
	if !reflect.DeepEqual(ids, []int64{7, 8, 7, 7, 8}) {
		t.Error(ids)
	}
	if n, err := library.Count(ctx, nil); n != 2 || err != nil {
		t.Error(n, err)
	}
	if d, err := library.Delete(ctx, 7); err != nil || d.Previous.ID != 7 {
		t.Error(d, err)
	}
	if m, err := library.Update(ctx, 7, &media.Params{Slug: new("s")}, cms.UpdateMethod("PATCH")); err != nil || m.ID != 7 {
		t.Error(m, err)
	}
	requests := s.seen()
	if last := requests[len(requests)-1]; last.Method != "PATCH" || last.Path != "/cms-json/cms/v2/media/7" || string(last.Body) != `{"slug":"s"}` {
		t.Errorf("%+v", last)
	}
	if last := requests[len(requests)-2]; last.Method != "DELETE" || last.Query.Get("force") != "true" {
		t.Errorf("%+v", last)
	}
	if r := library.DeleteRequest(7); r.Method != "DELETE" || r.Path != "cms/v2/media/7" || r.Query.Get("force") != "true" {
		t.Errorf("%+v", r)
	}
	if r := library.UpdateRequest(7, nil); r.Method != "POST" || r.Path != "cms/v2/media/7" {
		t.Errorf("%+v", r)
	}
}

func TestEveryArgumentOfAnEditIsSent(t *testing.T) {
	t.Parallel()
	s := newStub(t, always(201, created))
	_, err := s.library(t).Edit(t.Context(), 7, &media.EditParams{
		Src:       "http://a.example/a.png",
		Modifiers: media.Modifiers{media.Flip{Vertical: true}, media.Rotate{Angle: 90.5}, media.Crop{Left: 1, Top: 2.5, Width: 3, Height: 4}},
		Rotation:  new(90), X: new(0.0), Y: new(100.0), Width: new(50.5), Height: new(1.0),
		Caption: new("c"), Description: new("d"), Title: new("t"), Post: new(int64(0)), AltText: new(""),
	})
	if err != nil {
		t.Fatal(err)
	}
	const want = `{"src":"http://a.example/a.png","modifiers":[{"type":"flip","args":{"flip":{"horizontal":false,"vertical":true}}},` +
		`{"type":"rotate","args":{"angle":90.5}},{"type":"crop","args":{"left":1,"top":2.5,"width":3,"height":4}}],` +
		`"caption":"c","description":"d","title":"t","post":0,"alt_text":"","rotation":90,"x":0,"y":100,"width":50.5,"height":1}`
	if r := s.seen()[0]; string(r.Body) != want || r.Path != "/cms-json/cms/v2/media/7/edit" || r.Method != "POST" {
		t.Errorf("%s", r.Body)
	}
}

func TestASideloadSendsOneNameOrAList(t *testing.T) {
	t.Parallel()
	for _, raw := range []bool{false, true} {
		for _, c := range []struct {
			params media.SideloadParams
			want   url.Values
		}{
			{media.SideloadParams{ImageSize: media.SizeNames{"thumbnail"}, ConvertFormat: new(false)}, url.Values{"image_size": {"thumbnail"}, "convert_format": {"false"}}},
			{media.SideloadParams{ImageSize: media.SizeNames{"a", "b"}, ConvertFormat: new(true)}, url.Values{"image_size[]": {"a", "b"}, "convert_format": {"true"}}},
		} {
			s := newStub(t, always(200, `{"width":3}`))
			file := picture()
			file.Raw = raw
			sub, err := s.library(t).Sideload(t.Context(), 7, file, &c.params)
			if err != nil || sub.Width != 3 || !reflect.DeepEqual(sub.ImageSize, c.params.ImageSize) {
				t.Fatal(sub, err)
			}
			r := s.seen()[0]
			got := r.Query
			if !raw {
				got = r.form(t).fields
			}
			if !reflect.DeepEqual(got, c.want) || r.Path != "/cms-json/cms/v2/media/7/sideload" {
				t.Errorf("raw %v: %v, not %v", raw, got, c.want)
			}
		}
	}
}

func TestSizeNamesAreOneOrSeveral(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]media.SizeNames{`"a"`: {"a"}, `["a","b"]`: {"a", "b"}} {
		var names media.SizeNames
		if err := json.Unmarshal([]byte(text), &names); err != nil || !reflect.DeepEqual(names, want) {
			t.Errorf("%s: %v, %v", text, names, err)
		}
		if encoded, err := json.Marshal(names); err != nil || string(encoded) != text {
			t.Errorf("%s: %s, %v", text, encoded, err)
		}
	}
	for _, text := range []string{`[{}]`, `[["a"]]`} {
		var names media.SizeNames
		if err := json.Unmarshal([]byte(text), &names); err == nil {
			t.Errorf("%s is read as %q", text, names)
		}
	}
}

func TestFinalizeSendsWhatIsNotZero(t *testing.T) {
	t.Parallel()
	s := newStub(t, always(200, created))
	library := s.library(t)
	if _, err := library.Finalize(t.Context(), 7, []media.SubSize{
		{ImageSize: media.SizeNames{"a"}, Width: 1, Height: 2, File: "f", MimeType: "image/x", Filesize: 3, OriginalImage: "o", Extra: cms.Extra{"more": json.RawMessage("4")}},
		{ImageSize: media.SizeNames{"b", "c"}},
	}); err != nil {
		t.Fatal(err)
	}
	const want = `{"sub_sizes":[{"image_size":"a","width":1,"height":2,"file":"f","mime_type":"image/x","filesize":3,"original_image":"o","more":4},{"image_size":["b","c"]}]}`
	if got := string(s.seen()[0].Body); got != want {
		t.Error(got)
	}
	if _, err := library.Finalize(t.Context(), 7, make([]media.SubSize, 0)); err != nil {
		t.Fatal(err)
	}
	hundred := make([]media.SubSize, media.MaxSubSizes)
	for i := range hundred {
		hundred[i].ImageSize = media.SizeNames{"a"}
	}
	if _, err := library.Finalize(t.Context(), 7, hundred); err != nil {
		t.Errorf("a hundred: %v", err)
	}
}

func TestARecordReadWholeBecomesParams(t *testing.T) {
	t.Parallel()
	var m media.Media
	decode(t, []byte(fixture(t, "media_get_image_edit").Response.Body), &m)
	p, err := m.Params()
	if err != nil {
		t.Fatal(err)
	}
	got, err := json.Marshal(p)
	if err != nil {
		t.Fatal(err)
	}
	var members map[string]any
	decode(t, got, &members)
	delete(members, "Extra") // of encoding/json before Go 1.27
	want := map[string]any{
		"date_gmt": "2026-01-05T09:00:00Z", "slug": "specimen-1", "title": "Specimen 1", "author": 1.0, "comment_status": "open",
		"ping_status": "closed", "template": "", "alt_text": "", "caption": "", "description": "Specimen sheet number 1", "post": 0.0,
	}
	if !reflect.DeepEqual(members, want) {
		t.Errorf("%v\nnot %v", members, want)
	}
	m.Status, m.Post, m.DateGMT = cms.StatusPrivate, new(int64(5)), "-0001-11-30T00:00:00"
	m.Meta.Extra = cms.Extra{"a": json.RawMessage("1")}
	p, err = m.Params()
	if err != nil || *p.Status != cms.StatusPrivate || *p.Post != 5 || !p.DateGMT.IsZero() || string(p.Meta.Extra["a"]) != "1" || p.Meta.Footnotes != nil {
		t.Errorf("%+v, %v", p, err)
	}
	for mime, settable := range map[string]bool{"image/png": false, "application/pdf": false, "video/mp4": true, "audio/mpeg": true} {
		of := m
		of.MimeType = mime
		if p, err := of.Params(); err != nil || (p.FeaturedMedia != nil) != settable {
			t.Errorf("featured media of %s: %+v, %v", mime, p, err)
		}
	}
	*p.Post = 6
	if *m.Post != 5 {
		t.Error("the params share their memory with the record")
	}

	for _, name := range []string{"media_get_image_scaled", "media_upload_multipart_201"} {
		var partial media.Media
		decode(t, []byte(fixture(t, name).Response.Body), &partial)
		if _, err := partial.Params(); !errors.Is(err, cms.ErrIncomplete) {
			t.Errorf("%s: %v", name, err)
		}
	}
	for name, forget := range map[string]func(*media.Media){
		"title": func(m *media.Media) { m.Title = cms.Text{} }, "caption": func(m *media.Media) { m.Caption = cms.Text{} },
		"description": func(m *media.Media) { m.Description = cms.Text{} },
		"id":          func(m *media.Media) { m.ID = 0 }, "type": func(m *media.Media) { m.Type = "" }, "status": func(m *media.Media) { m.Status = "" },
		"mime_type": func(m *media.Media) { m.MimeType = "" }, "media_type": func(m *media.Media) { m.MediaType = "" },
		"date_gmt": func(m *media.Media) { m.DateGMT = "" }, "guid": func(m *media.Media) { m.GUID = cms.Text{} },
	} {
		partial := m
		forget(&partial)
		if _, err := partial.Params(); !errors.Is(err, cms.ErrIncomplete) {
			t.Errorf("without %s: %v", name, err)
		}
	}
}

func TestAMediaTypeThatTheSiteIgnoresIsAnError(t *testing.T) {
	t.Parallel()
	list := `[{"id":1,"mime_type":"image/png","media_type":"image"},{"id":2,"mime_type":"text/plain","media_type":"file"}]`
	for name, test := range map[string]struct {
		options media.ListOptions
		ignored bool
	}{
		"both are asked for":       {media.ListOptions{MimeType: []string{"image/png", "text/plain"}}, false},
		"one by its kind":          {media.ListOptions{MimeType: []string{"image/png"}, MediaType: []media.Type{"text"}}, false},
		"one is not":               {media.ListOptions{MimeType: []string{"image/png"}}, true},
		"none is":                  {media.ListOptions{MimeType: []string{"image/webp"}}, true},
		"a kind alone is believed": {media.ListOptions{MediaType: []media.Type{"image"}}, false},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := newStub(t, always(200, "X-CMS-Total: 2", "X-CMS-TotalPages: 1", list))
			library := s.library(t)
			if page, err := library.List(t.Context(), &test.options); errors.Is(err, cms.ErrFilterIgnored) != test.ignored {
				t.Errorf("List: %v, %v", page, err)
			}
			if n, err := library.Count(t.Context(), &test.options); errors.Is(err, cms.ErrFilterIgnored) != test.ignored {
				t.Errorf("Count: %d, %v", n, err)
			}
			sparse, err := library.List(t.Context(), &test.options, cms.Fields("id"))
			if errors.Is(err, cms.ErrFilterIgnored) != test.ignored {
				t.Errorf("List of ids: %v, %v", sparse, err)
			}
			for one, err := range library.All(t.Context(), &test.options) {
				if errors.Is(err, cms.ErrFilterIgnored) != test.ignored || (one == nil) != test.ignored {
					t.Errorf("the walk yields %v, %v", one, err)
				}
			}
		})
	}
}

func TestFilterByOneTypeIsSentAsOneValue(t *testing.T) {
	t.Parallel()
	s := newStub(t, always(200, "[]"))
	if _, err := s.library(t).List(t.Context(), &media.ListOptions{MediaType: []media.Type{media.TypeImage}, MimeType: []string{"image/png"}}); err != nil {
		t.Fatal(err)
	}
	if got, want := s.seen()[0].Query, (url.Values{"media_type": {"image"}, "mime_type": {"image/png"}}); !reflect.DeepEqual(got, want) {
		t.Errorf("%v, which releases before 7.1 refuse, not %v", got, want)
	}
}
