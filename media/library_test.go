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
	"github.com/fontcms/fontcms-go/internal/stub"
	"github.com/fontcms/fontcms-go/media"
)

func TestEveryArgumentOfAListIsSent(t *testing.T) {
	t.Parallel()
	s := stub.New(t, stub.Always(200, "X-CMS-Total: 0", "X-CMS-TotalPages: 0", "[]"))
	day := time.Date(2026, 1, 2, 3, 4, 5, 0, time.FixedZone("", 7200))
	ids := []int64{1, 2}
	_, err := library(t, s).List(t.Context(), &media.ListOptions{
		Context: cms.ContextEdit, Page: 2, PerPage: 50, Search: "s", SearchSemantics: cms.SearchExact,
		SearchColumns: []cms.SearchColumn{cms.SearchTitle},
		After:         day, Before: day, ModifiedAfter: day, ModifiedBefore: day, Author: ids, AuthorExclude: ids,
		Include: ids, Exclude: ids,
		Offset: 3, Order: cms.Ascending, OrderBy: cms.ByID, Slug: []string{"a", "b"},
		Status:      []cms.Status{cms.StatusInherit, cms.StatusPrivate, cms.StatusTrash},
		TaxRelation: cms.TaxAnd, Parent: []int64{0}, ParentExclude: ids,
		MediaType: []media.Type{media.TypeImage, media.TypeVideo, media.TypeAudio, media.TypeApplication},
		MimeType:  []string{"image/png"},
	})
	if err != nil {
		t.Fatal(err)
	}
	both, date := []string{"1", "2"}, []string{"2026-01-02T03:04:05+02:00"}
	want := url.Values{
		"context": {"edit"}, "page": {"2"}, "per_page": {"50"}, "search": {"s"}, "search_semantics": {"exact"},
		"search_columns[]": {"post_title"},
		"after":            date, "before": date, "modified_after": date, "modified_before": date, "author[]": both,
		"author_exclude[]": both,
		"include[]":        both, "exclude[]": both, "offset": {"3"}, "order": {"asc"}, "orderby": {"id"},
		"slug[]":   {"a", "b"},
		"status[]": {"inherit", "private", "trash"}, "tax_relation": {"AND"}, "parent[]": {"0"}, "parent_exclude[]": both,
		"media_type[]": {"image", "video", "audio", "application"}, "mime_type": {"image/png"},
	}
	if got := s.Seen()[0].Values(); !reflect.DeepEqual(got, want) {
		t.Errorf("query %v, want %v", got, want)
	}
}

func TestEmptyFilterMatchesNothing(t *testing.T) {
	t.Parallel()
	s := stub.New(t, stub.Always(500, "{}"))
	for name, options := range map[string]*media.ListOptions{
		"media_type": {MediaType: []media.Type{}}, "mime_type": {MimeType: []string{}}, "parent": {Parent: []int64{}},
	} {
		page, err := library(t, s).List(t.Context(), options)
		switch {
		case err != nil:
			t.Errorf("Library.List with an empty %s: error %v, want nil", name, err)
		case len(page.Items) != 0:
			t.Errorf("Library.List with an empty %s: %d records, want 0", name, len(page.Items))
		case len(s.Seen()) != 0:
			t.Errorf("Library.List with an empty %s: %d requests, want 0", name, len(s.Seen()))
		}
	}
}

func TestCollectionHasEveryVerb(t *testing.T) {
	t.Parallel()
	s := stub.New(t, func(_ int, w http.ResponseWriter, r *http.Request) {
		switch r.Method {
		case "DELETE":
			stub.Reply(w, 200, `{"deleted":true,"previous":{"id":7}}`)
		case "GET":
			stub.Reply(w, 200, "X-CMS-Total: 2", "X-CMS-TotalPages: 1", `[{"id":7},{"id":8}]`)
		default:
			stub.Reply(w, 200, created)
		}
	})
	library, ctx := library(t, s), t.Context()
	var ids []int64
	for m, err := range library.All(ctx, nil, cms.Prefetch(2)) {
		if err != nil {
			t.Fatal(err)
		}
		ids = append(ids, m.ID)
	}
	for page, err := range library.Pages(ctx, nil) {
		switch {
		case err != nil:
			t.Fatalf("Library.Pages: error %v, want nil", err)
		case page.Total != 2:
			t.Fatalf("Library.Pages: Total %d, want 2", page.Total)
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
		t.Errorf("ids %v, want %v", ids, []int64{7, 8, 7, 7, 8})
	}
	if n, err := library.Count(ctx, nil); n != 2 || err != nil {
		t.Errorf("Library.Count: %d, error %v, want 2 and nil", n, err)
	}
	switch d, err := library.Delete(ctx, 7); {
	case err != nil:
		t.Errorf("Library.Delete(7): error %v, want nil", err)
	case d.Previous.ID != 7:
		t.Errorf("Library.Delete(7): Previous.ID %d, want 7", d.Previous.ID)
	}
	switch m, err := library.Update(ctx, 7, &media.Params{Slug: new("s")}, cms.UpdateMethod("PATCH")); {
	case err != nil:
		t.Errorf("Library.Update: error %v, want nil", err)
	case m.ID != 7:
		t.Errorf("Library.Update: ID %d, want 7", m.ID)
	}
	requests := s.Seen()
	switch last := requests[len(requests)-1]; {
	case last.Method != "PATCH" || last.Path != "/cms-json/cms/v2/media/7":
		t.Errorf("last.Method %q, last.Path %q, want %q and %q", last.Method, last.Path, "PATCH", "/cms-json/cms/v2/media/7")
	case last.Body != `{"slug":"s"}`:
		t.Errorf("last.Body %q, want %q", last.Body, `{"slug":"s"}`)
	}
	switch last := requests[len(requests)-2]; {
	case last.Method != "DELETE":
		t.Errorf("last.Method %q, want %q", last.Method, "DELETE")
	case last.Values().Get("force") != "true":
		t.Errorf(`last.Query.Get("force") %q, want %q`, last.Values().Get("force"), "true")
	}
	switch r := library.DeleteRequest(7); {
	case r.Method != "DELETE" || r.Path != "cms/v2/media/7":
		t.Errorf("Library.DeleteRequest(7): Method %q, Path %q, want %q and %q", r.Method, r.Path, "DELETE", "cms/v2/media/7")
	case r.Query.Get("force") != "true":
		t.Errorf("Library.DeleteRequest(7): %q, want %q", r.Query.Get("force"), "true")
	}
	if r := library.UpdateRequest(7, nil); r.Method != "POST" || r.Path != "cms/v2/media/7" {
		t.Errorf("Library.UpdateRequest(7): Method %q, Path %q, want %q and %q", r.Method, r.Path, "POST", "cms/v2/media/7")
	}
}

func TestEveryArgumentOfAnEditIsSent(t *testing.T) {
	t.Parallel()
	s := stub.New(t, stub.Always(201, created))
	_, err := library(t, s).Edit(t.Context(), 7, &media.EditParams{
		Src: "http://a.example/a.png",
		Modifiers: media.Modifiers{media.Flip{Vertical: true}, media.Rotate{Angle: 90.5},
			media.Crop{Left: 1, Top: 2.5, Width: 3, Height: 4}},
		Rotation: new(90), X: new(0.0), Y: new(100.0), Width: new(50.5), Height: new(1.0),
		Caption: new("c"), Description: new("d"), Title: new("t"), Post: new(int64(0)), AltText: new(""),
	})
	if err != nil {
		t.Fatal(err)
	}
	const want = `{"src":"http://a.example/a.png","modifiers":[{"type":"flip","args":{"flip":{"horizontal":false,` +
		`"vertical":true}}},` +
		`{"type":"rotate","args":{"angle":90.5}},{"type":"crop","args":{"left":1,"top":2.5,"width":3,"height":4}}],` +
		`"caption":"c","description":"d","title":"t","post":0,"alt_text":"","rotation":90,"x":0,"y":100,"width":50.5,` +
		`"height":1}`
	switch r := s.Seen()[0]; {
	case r.Body != want:
		t.Errorf("r.Body %q, want %q", r.Body, want)
	case r.Path != "/cms-json/cms/v2/media/7/edit" || r.Method != "POST":
		t.Errorf("r.Path %q, r.Method %q, want %q and %q", r.Path, r.Method, "/cms-json/cms/v2/media/7/edit", "POST")
	}
}

func TestSideloadSendsOneNameOrAList(t *testing.T) {
	t.Parallel()
	for _, raw := range []bool{false, true} {
		for _, c := range []struct {
			params media.SideloadParams
			want   url.Values
		}{
			{media.SideloadParams{ImageSize: media.SizeNames{"thumbnail"}, ConvertFormat: new(false)},
				url.Values{"image_size": {"thumbnail"}, "convert_format": {"false"}}},
			{media.SideloadParams{ImageSize: media.SizeNames{"a", "b"}, ConvertFormat: new(true)},
				url.Values{"image_size[]": {"a", "b"}, "convert_format": {"true"}}},
		} {
			s := stub.New(t, stub.Always(200, `{"width":3}`))
			file := picture()
			file.Raw = raw
			sub, err := library(t, s).Sideload(t.Context(), 7, file, &c.params)
			switch {
			case err != nil:
				t.Fatalf("Library.Sideload: error %v, want nil", err)
			case sub.Width != 3 || !reflect.DeepEqual(sub.ImageSize, c.params.ImageSize):
				t.Fatalf("Library.Sideload: sub.Width %d, sub.ImageSize %q, want 3 and %q", sub.Width, sub.ImageSize,
					c.params.ImageSize)
			}
			r := s.Seen()[0]
			got := r.Values()
			if !raw {
				got = formOf(t, r).fields
			}
			if !reflect.DeepEqual(got, c.want) || r.Path != "/cms-json/cms/v2/media/7/sideload" {
				t.Errorf("Sideload (raw %t): sent %v to %q, want %v to %q", raw, got, r.Path, c.want,
					"/cms-json/cms/v2/media/7/sideload")
			}
		}
	}
}

func TestSizeNamesAreOneOrSeveral(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]media.SizeNames{`"a"`: {"a"}, `["a","b"]`: {"a", "b"}} {
		var names media.SizeNames
		if err := json.Unmarshal([]byte(text), &names); err != nil || !reflect.DeepEqual(names, want) {
			t.Errorf("%s: json.Unmarshal: error %v, names %q, want nil and %q", text, err, names, want)
		}
		switch encoded, err := json.Marshal(names); {
		case err != nil:
			t.Errorf("%s: json.Marshal(names): error %v, want nil", text, err)
		case string(encoded) != text:
			t.Errorf("json.Marshal(names): encoded %q, want %q", string(encoded), text)
		}
	}
	for _, text := range []string{`[{}]`, `[["a"]]`} {
		var names media.SizeNames
		if err := json.Unmarshal([]byte(text), &names); err == nil {
			t.Errorf("json.Unmarshal: %s is read as %q: error nil, want an error", text, names)
		}
	}
}

func TestFinalizeSendsWhatIsNotZero(t *testing.T) {
	t.Parallel()
	s := stub.New(t, stub.Always(200, created))
	library := library(t, s)
	if _, err := library.Finalize(t.Context(), 7, []media.SubSize{
		{ImageSize: media.SizeNames{"a"}, Width: 1, Height: 2, File: "f", MimeType: "image/x", Filesize: 3,
			OriginalImage: "o", Extra: cms.Extra{"more": json.RawMessage("4")}},
		{ImageSize: media.SizeNames{"b", "c"}},
	}); err != nil {
		t.Fatal(err)
	}
	const want = `{"sub_sizes":[{"image_size":"a","width":1,"height":2,"file":"f","mime_type":"image/x","filesize":3,` +
		`"original_image":"o","more":4},{"image_size":["b","c"]}]}`
	if got := s.Seen()[0].Body; got != want {
		t.Errorf("got %q, want %q", got, want)
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

func TestParamsLeaveOutWhatWasReadInPart(t *testing.T) {
	t.Parallel()
	var m media.Media
	decode(t, []byte(fixture(t, "media_get_image_edit").Response.Body), &m)
	m.Extra = cms.Extra{"alt_text": json.RawMessage(`["a"]`)}
	p, err := m.Params()
	if err != nil {
		t.Fatal(err)
	}
	if p.AltText != nil || p.Title == nil {
		t.Errorf("Params without a fitting alt_text: AltText %v, Title %v, want nil and a title", p.AltText, p.Title)
	}
}

func TestRecordReadWholeBecomesParams(t *testing.T) {
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
		"date_gmt": "2026-01-05T09:00:00Z", "slug": "specimen-1", "title": "Specimen 1", "author": 1.0,
		"comment_status": "open",
		"ping_status":    "closed", "template": "", "alt_text": "", "caption": "", "description": "Specimen sheet number 1",
		"post": 0.0,
	}
	if !reflect.DeepEqual(members, want) {
		t.Errorf("Params sent as %v, want %v", members, want)
	}
	m.Status, m.Post, m.DateGMT = cms.StatusPrivate, new(int64(5)), "-0001-11-30T00:00:00"
	m.Meta.Extra = cms.Extra{"a": json.RawMessage("1")}
	p, err = m.Params()
	switch {
	case err != nil:
		t.Errorf("Media.Params: error %v, want nil", err)
	case *p.Status != cms.StatusPrivate:
		t.Errorf("Media.Params: Status %q, want %q", *p.Status, cms.StatusPrivate)
	case *p.Post != 5:
		t.Errorf("Media.Params: Post %d, want 5", *p.Post)
	case !p.DateGMT.IsZero():
		t.Errorf("Params of a record without a date: DateGMT %v, want zero", p.DateGMT)
	case string(p.Meta.Extra["a"]) != "1":
		t.Errorf(`Media.Params: Meta.Extra["a"] %q, want %q`, string(p.Meta.Extra["a"]), "1")
	case p.Meta.Footnotes != nil:
		t.Errorf("Media.Params: Meta.Footnotes %+v, want nil", p.Meta.Footnotes)
	}
	for mime, settable := range map[string]bool{"image/png": false, "application/pdf": false, "video/mp4": true,
		"audio/mpeg": true} {
		of := m
		of.MimeType = mime
		switch p, err := of.Params(); {
		case err != nil:
			t.Errorf("featured media of %s: %+v, %v, want nil", mime, p, err)
		case (p.FeaturedMedia != nil) != settable:
			t.Errorf("Params of %s: FeaturedMedia %v (error %v), want it set: %t", mime, p.FeaturedMedia, err, settable)
		}
	}
	*p.Post = 6
	if *m.Post != 5 {
		t.Errorf("the params share their memory with the record: Post %d, want 5", *m.Post)
	}

	imported := m // importers store files without a type, and records without a guid
	imported.MimeType = ""
	decode(t, []byte(`{"raw":"","rendered":""}`), &imported.GUID)
	if p, err := imported.Params(); err != nil || p.FeaturedMedia != nil {
		t.Errorf("Params with an empty mime_type and guid: %+v, error %v, want params without FeaturedMedia", p, err)
	}

	for _, name := range []string{"media_get_image_scaled", "media_upload_multipart_201"} {
		var partial media.Media
		decode(t, []byte(fixture(t, name).Response.Body), &partial)
		if _, err := partial.Params(); !errors.Is(err, cms.ErrIncomplete) {
			t.Errorf("%s: Media.Params: error %v, want ErrIncomplete", name, err)
		}
	}
	for name, forget := range map[string]func(*media.Media){
		"title": func(m *media.Media) { m.Title = cms.Text{} }, "caption": func(m *media.Media) { m.Caption = cms.Text{} },
		"description": func(m *media.Media) { m.Description = cms.Text{} },
		"id":          func(m *media.Media) { m.ID = 0 }, "type": func(m *media.Media) { m.Type = "" },
		"status": func(m *media.Media) { m.Status = "" }, "media_type": func(m *media.Media) { m.MediaType = "" },
		"date_gmt": func(m *media.Media) { m.DateGMT = "" }, "guid": func(m *media.Media) { m.GUID = cms.Text{} },
		"all of its fields": func(m *media.Media) { m.Reading.Partial = true },
	} {
		partial := m
		forget(&partial)
		if _, err := partial.Params(); !errors.Is(err, cms.ErrIncomplete) {
			t.Errorf("without %s: %v, want ErrIncomplete", name, err)
		}
	}
}

func TestMediaTypeThatTheSiteIgnoresIsAnError(t *testing.T) {
	t.Parallel()
	list := `[{"id":1,"mime_type":"image/png","media_type":"image"},{"id":2,"mime_type":"text/plain","media_type":"file"}]`
	for name, test := range map[string]struct {
		options media.ListOptions
		ignored bool
	}{
		"both are asked for": {media.ListOptions{MimeType: []string{"image/png", "text/plain"}}, false},
		"one by its kind": {media.ListOptions{MimeType: []string{"image/png"}, MediaType: []media.Type{"text"}},
			false},
		"one is not":               {media.ListOptions{MimeType: []string{"image/png"}}, true},
		"none is":                  {media.ListOptions{MimeType: []string{"image/webp"}}, true},
		"a kind alone is believed": {media.ListOptions{MediaType: []media.Type{"image"}}, false},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := stub.New(t, stub.Always(200, "X-CMS-Total: 2", "X-CMS-TotalPages: 1", list))
			library := library(t, s)
			if _, err := library.List(t.Context(), &test.options); errors.Is(err, cms.ErrFilterIgnored) != test.ignored {
				t.Errorf("List(%+v): error %v, want ErrFilterIgnored: %t", test.options, err, test.ignored)
			}
			if _, err := library.Count(t.Context(), &test.options); errors.Is(err, cms.ErrFilterIgnored) != test.ignored {
				t.Errorf("Count(%+v): error %v, want ErrFilterIgnored: %t", test.options, err, test.ignored)
			}
			_, err := library.List(t.Context(), &test.options, cms.Fields("id"))
			if errors.Is(err, cms.ErrFilterIgnored) != test.ignored {
				t.Errorf("List(%+v) of ids: error %v, want ErrFilterIgnored: %t", test.options, err, test.ignored)
			}
			for one, err := range library.All(t.Context(), &test.options) {
				switch {
				case errors.Is(err, cms.ErrFilterIgnored) != test.ignored:
					t.Errorf("All(%+v) yields error %v, want ErrFilterIgnored: %t", test.options, err, test.ignored)
				case (one == nil) != test.ignored:
					t.Errorf("All(%+v) yields record %v, want a record: %t", test.options, one, !test.ignored)
				}
			}
		})
	}
}

func TestFilterByOneTypeIsSentAsOneValue(t *testing.T) {
	t.Parallel()
	s := stub.New(t, stub.Always(200, "[]"))
	if _, err := library(t, s).List(t.Context(), &media.ListOptions{MediaType: []media.Type{media.TypeImage},
		MimeType: []string{"image/png"}}); err != nil {
		t.Fatal(err)
	}
	if got, want := s.Seen()[0].Values(), (url.Values{"media_type": {"image"},
		"mime_type": {"image/png"}}); !reflect.DeepEqual(got, want) {
		t.Errorf("query %v, want %v: releases before 7.1 refuse lists", got, want)
	}
}
