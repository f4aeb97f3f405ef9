package cms_test

import (
	stdjson "encoding/json"
	"errors"
	"net/http"
	"reflect"
	"strings"
	"testing"

	"github.com/go-json-experiment/json"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/cms/cmstest"
)

const editJSON = `{"id":5,"date":"2026-08-28T19:00:00","date_gmt":"2026-08-28T17:00:00","slug":"a",` +
	`"status":"publish","password":"p",
	"type":"post","link":"https://docs.example.org/a/","modified_gmt":"2026-08-28T17:00:00",` +
	`"permalink_template":"https://docs.example.org/%postname%/","title":{"raw":"T"},"content":{"raw":"C"},` +
	`"excerpt":{"raw":""},"author":3,"featured_media":4,"comment_status":"open","ping_status":"closed",
	"format":"aside","meta":{"footnotes":"f","x":1},"sticky":true,"template":"wide","categories":[1],"tags":[],` +
	`"parent":7,"menu_order":2,"plugin":true}`

func read[T any](t *testing.T, body string) *T {
	t.Helper()
	v := new(T)
	if err := json.Unmarshal([]byte(body), v); err != nil {
		t.Fatal(err)
	}
	return v
}

func written(t *testing.T, v any) string {
	t.Helper()
	body, err := json.Marshal(v, json.Deterministic(true))
	if err != nil {
		t.Fatal(err)
	}
	return string(body)
}

func TestParamsAreTheSettableFields(t *testing.T) {
	t.Parallel()
	post, err := read[cms.Post](t, editJSON).Params()
	if err != nil {
		t.Fatal(err)
	}
	if got, want := written(t,
		post), `{"date_gmt":"2026-08-28T17:00:00Z","slug":"a","status":"publish","password":"p","title":"T","content":"C",`+
		`"author":3,"excerpt":"",
		"featured_media":4,"comment_status":"open","ping_status":"closed","format":"aside","meta":{"footnotes":"f","x":1},`+
		`"sticky":true,"template":"wide","categories":[1],"tags":[]}`; !sameJSON([]byte(got), []byte(want)) {
		t.Errorf("params %s, want %s", got, want)
	}
	page, err := read[cms.Page](t, editJSON).Params()
	if err != nil {
		t.Fatal(err)
	}
	if got, want := written(t,
		page), `{"date_gmt":"2026-08-28T17:00:00Z","slug":"a","status":"publish","password":"p","title":"T","content":"C",`+
		`"author":3,"excerpt":"",
		"featured_media":4,"comment_status":"open","ping_status":"closed","meta":{"footnotes":"f","x":1},`+
		`"template":"wide","parent":7,"menu_order":2}`; !sameJSON([]byte(got), []byte(want)) {
		t.Errorf("params %s, want %s", got, want)
	}
}

func TestParamsDoNotAliasTheRecord(t *testing.T) {
	t.Parallel()
	post, before := read[cms.Post](t, editJSON), read[cms.Post](t, editJSON)
	params, err := post.Params()
	if err != nil {
		t.Fatal(err)
	}
	*params.Title, *params.Author, *params.Sticky = "changed", 9, false
	*params.Status, *params.Meta.Footnotes = cms.StatusDraft, "changed"
	params.Categories[0] = 99
	params.Tags = append(params.Tags, 1)
	if err := params.Meta.Extra.Set("x", 2); err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(post, before) {
		t.Errorf("the record became %+v, want %+v", post, before)
	}
}

func TestParamsLeaveOutWhatCannotBeSet(t *testing.T) {
	t.Parallel()
	const texts = `"type":"post","link":"https://docs.example.org/a/","modified_gmt":"2026-08-28T17:00:00",` +
		`"permalink_template":"https://docs.example.org/%postname%/","comment_status":"open","format":"standard",` +
		`"title":{"raw":"T"},"content":{"raw":""},"excerpt":{"raw":""}`
	for body, want := range map[string]struct {
		date, status, slug any
	}{
		`"status":"draft","date_gmt":"2026-08-28T17:00:00","slug":""`:    {nil, "draft", nil},
		`"status":"pending","date_gmt":"2026-08-28T17:00:00","slug":"a"`: {nil, "pending", "a"},
		`"status":"auto-draft","date_gmt":"2026-08-28T17:00:00"`:         {nil, nil, nil},
		`"status":"future","date_gmt":"2031-08-28T17:00:00","slug":"a"`:  {"2031-08-28T17:00:00Z", "future", "a"},
		`"status":"private","date_gmt":"2026-08-28T17:00:00","slug":"a__trashed"`: {"2026-08-28T17:00:00Z", "private",
			"a__trashed"},
		`"status":"trash","date_gmt":"2026-08-28T17:00:00","slug":"a__trashed"`: {"2026-08-28T17:00:00Z", nil, "a"},
		`"status":"trash","date_gmt":null,"slug":"__trashed"`:                   {nil, nil, nil},
		`"status":"publish","date_gmt":"-0001-11-30T00:00:00","slug":"a"`:       {nil, "publish", "a"},
		`"status":"plugin-status","date_gmt":"2026-08-28T17:00:00","slug":"a"`:  {"2026-08-28T17:00:00Z", nil, "a"},
	} {
		params, err := read[cms.Post](t, "{"+body+","+texts+"}").Params()
		if err != nil {
			t.Fatal(err)
		}
		var got map[string]any
		if err := stdjson.Unmarshal([]byte(written(t, params)), &got); err != nil {
			t.Fatal(err)
		}
		switch {
		case got["date_gmt"] != want.date:
			t.Errorf(`json.Unmarshal: %s became %v: got["date_gmt"] %v, want %v`, body, got, got["date_gmt"], want.date)
		case got["status"] != want.status:
			t.Errorf(`json.Unmarshal: %s became %v: got["status"] %v, want %v`, body, got, got["status"], want.status)
		case got["slug"] != want.slug:
			t.Errorf(`json.Unmarshal: %s became %v: got["slug"] %v, want %v`, body, got, got["slug"], want.slug)
		}
		if _, ok := got["date"]; ok {
			t.Errorf("params of %s: %v, want no date", body, got)
		}
	}
}

func TestRecordThatWasNotReadWholeIsRefused(t *testing.T) {
	t.Parallel()
	s := newStub(t, always(200, "X-CMS-Total: 1", editJSON))
	site := s.client(t)
	partial, err := site.Posts.Get(t.Context(), 5, cms.Fields("title", "content", "excerpt"))
	if err != nil {
		t.Fatal(err)
	}
	done, err := cms.Do(t.Context(), site, cms.Request[cms.Post]{Path: "cms/v2/posts/5"},
		cms.Fields("title", "content", "excerpt"))
	if err != nil {
		t.Fatal(err)
	}
	created, err := cms.Do(t.Context(), site, site.Posts.CreateRequest(nil), cms.Fields("title"))
	if err != nil {
		t.Fatal(err)
	}
	for name, post := range map[string]*cms.Post{
		"view": read[cms.Post](t,
			`{"id":5,"title":{"rendered":"T"},"content":{"rendered":"C"},"excerpt":{"rendered":""}}`),
		"partial": partial, "partial by Do": done, "partial create": created,
		"empty": {}, "one text": read[cms.Post](t, `{"id":5,"title":{"raw":"T"}}`),
	} {
		switch params, err := post.Params(); {
		case params != nil:
			t.Errorf("%s: Post.Params: params %+v, want nil", name, params)
		case !errors.Is(err, cms.ErrIncomplete):
			t.Errorf("%s: Post.Params: error %v, want ErrIncomplete", name, err)
		case !errors.Is(err, cms.ErrInvalidArgument):
			t.Errorf("%s: Post.Params: error %v, want ErrInvalidArgument", name, err)
		}
	}
	if params, err := (&cms.Page{}).Params(); params != nil || !errors.Is(err, cms.ErrIncomplete) {
		t.Errorf("Page.Params: params %+v, error %v, want nil and ErrIncomplete", params, err)
	}
}

func TestParamsSayWhatARecordLacks(t *testing.T) {
	t.Parallel()
	const product = `{"id":5,"status":"publish","type":"product","link":"https://docs.example.org/a/",` +
		`"modified_gmt":"2026-08-28T17:00:00",` +
		`"title":{"raw":"T"},"content":{"raw":""},"excerpt":{"raw":""}}`
	_, err := read[cms.Post](t, product).Params()
	switch {
	case !errors.Is(err, cms.ErrIncomplete):
		t.Errorf("Post.Params: error %v, want ErrIncomplete", err)
	case !strings.Contains(err.Error(), "no permalink_template: "):
		t.Errorf("Post.Params: error %v, want %q in it", err, "no permalink_template: ")
	case !strings.Contains(err.Error(), "params of its own"):
		t.Errorf("Post.Params: error %v, want %q in it", err, "params of its own")
	}
	bare := `{"id":5,"title":{"raw":"T"},"content":{"raw":""},"excerpt":{"raw":""}}`
	for want, params := range map[string]func() error{
		"status, type, modified_gmt, permalink_template": func() error { return second(read[cms.Post](t, bare).Params()) },
		"status, type, modified_gmt":                     func() error { return second(read[cms.Block](t, bare).Params()) },
		"status, type": func() error {
			return second(read[cms.MenuItem](t, bare).Params())
		},
	} {
		switch err := params(); {
		case !refuses(err, "_fields"):
			t.Errorf("Params of a record without %s: error %v, want the argument %q refused", want, err, "_fields")
		case !errors.Is(err, cms.ErrIncomplete):
			t.Errorf("Params of a record without %s: error %v, want ErrIncomplete", want, err)
		case !strings.Contains(err.Error(), "has no "+want+": "):
			t.Errorf("Params: error %v, want %q in it", err, "has no "+want+": ")
		}
	}
	if _, err := read[cms.MenuItem](t, `{"id":5,"title":{"raw":"T"},"status":"publish"}`).Params(); err == nil ||
		!strings.Contains(err.Error(), "no type: ") {
		t.Error(err)
	}
}

func TestParamsHoldWhatPluginsKeepInMeta(t *testing.T) {
	t.Parallel()
	item, err := read[cms.MenuItem](t,
		`{"id":5,"title":{"raw":"T"},"status":"publish","type":"custom","meta":{"icon":"a"}}`).Params()
	switch {
	case err != nil:
		t.Errorf("MenuItem.Params: error %v, want nil", err)
	case item.Meta == nil:
		t.Error("MenuItem.Params: Meta nil, want a value")
	case string(item.Meta.Extra["icon"]) != `"a"`:
		t.Errorf(`MenuItem.Params: item.Meta.Extra["icon"] %q, want %q`, string(item.Meta.Extra["icon"]), `"a"`)
	}
	bare, err := read[cms.MenuItem](t, `{"id":5,"title":{"raw":"T"},"status":"publish","type":"custom","meta":[]}`).
		Params()
	switch {
	case err != nil:
		t.Errorf("MenuItem.Params: error %v, want nil", err)
	case bare.Meta != nil:
		t.Errorf("MenuItem.Params: bare.Meta %+v, want nil", bare.Meta)
	}
}

// A site answers the null by which an update goes back to SyncFull with an error when it creates, and keeps the block.
func TestCreateOfABlockOmitsSyncFull(t *testing.T) {
	t.Parallel()
	server := cmstest.NewServer(cmstest.WithTest(t))
	site := ensurer(t, server, "editor", http.DefaultTransport)
	for _, meta := range []*cms.BlockMetaParams{{SyncStatus: new(cms.SyncFull)},
		{SyncStatus: new(cms.SyncFull), Footnotes: new("[]")}} {
		params := &cms.BlockParams{Title: new("Copy"), Meta: meta}
		block, err := site.Blocks.Create(t.Context(), params)
		switch {
		case err != nil:
			t.Errorf("Blocks.Create(params): error %v, want nil", err)
		case block.SyncStatus != cms.SyncFull:
			t.Errorf("Blocks.Create(params): SyncStatus %q, want %q", block.SyncStatus, cms.SyncFull)
		}
		if params.Meta.SyncStatus == nil {
			t.Error("the params of the caller were changed: Meta.SyncStatus nil, want a value")
		}
	}
}

// An update by the null fails as well, where nothing is to be taken away.
func TestParamsOfABlockOmitSyncFull(t *testing.T) {
	t.Parallel()
	server := cmstest.NewServer(cmstest.WithTest(t))
	site := ensurer(t, server, "editor", http.DefaultTransport)
	for _, status := range []cms.SyncStatus{cms.SyncFull, cms.SyncUnsynced} {
		block, err := site.Blocks.Create(t.Context(),
			&cms.BlockParams{Title: new("Notice"), Meta: &cms.BlockMetaParams{SyncStatus: &status}})
		if err != nil {
			t.Fatal(err)
		}
		params, err := block.Params()
		if err != nil {
			t.Fatal(err)
		}
		if left := params.Meta.SyncStatus == nil; left != (status == cms.SyncFull) {
			t.Errorf("%q: left out: %v, want %t", status, left, status == cms.SyncFull)
		}
		switch block, err = site.Blocks.Update(t.Context(), block.ID, params); {
		case err != nil:
			t.Errorf("%q: Blocks.Update(block.ID, params): error %v, want nil", status, err)
		case block.SyncStatus != status:
			t.Errorf("Blocks.Update(block.ID, params): SyncStatus %q, want %q", block.SyncStatus, status)
		}
	}
}
