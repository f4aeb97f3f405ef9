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
	"github.com/fontcms/fontcms-go/internal/stub"
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
		`"status":"trash","date_gmt":"2026-08-28T17:00:00","slug":"a__trashed"`:   {"2026-08-28T17:00:00Z", nil, "a"},
		`"status":"trash","date_gmt":null,"slug":"__trashed"`:                     {nil, nil, nil},
		`"status":"trash","date_gmt":"2026-08-28T17:00:00","slug":"a__trashed-2"`: {"2026-08-28T17:00:00Z", nil, "a"},
		`"status":"trash","date_gmt":null,"slug":"__trashed-3"`:                   {nil, nil, nil},
		`"status":"publish","date_gmt":"-0001-11-30T00:00:00","slug":"a"`:         {nil, "publish", "a"},
		`"status":"plugin-status","date_gmt":"2026-08-28T17:00:00","slug":"a"`:    {"2026-08-28T17:00:00Z", nil, "a"},
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
	s := stub.New(t, stub.Always(200, "X-CMS-Total: 1", editJSON))
	site := s.Client(t)
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

func TestParamsRefuseAFieldThatExtraHasUnderTheNameOfTheSite(t *testing.T) {
	t.Parallel()
	s := stub.New(t, stub.Always(201, `{"id":7}`))
	site := s.Client(t, cms.WithPrefix("wp"))
	for name, fine := range map[string]bool{"cms_pattern_category": false, "wp_pattern_category": false,
		"shop_pattern_category": true} {
		params := &cms.BlockParams{Title: new("A"), PatternCategory: []int64{3}}
		if err := params.Extra.Set(name, []int{4}); err != nil {
			t.Fatal(err)
		}
		switch _, err := site.Blocks.Create(t.Context(), params); {
		case refuses(err, name) == fine:
			t.Errorf("argument %s: error %v, want it refused: %t", name, err, !fine)
		case fine && err != nil:
			t.Errorf("argument %s: error %v, want nil", name, err)
		}
	}
}

// TestParamsOfARecordForViewingNameTheContext reads with Get and no options, as first
// programs do.
func TestParamsOfARecordForViewingNameTheContext(t *testing.T) {
	t.Parallel()
	_, server := newSite(t)
	site, ctx := as(t, server, "editor"), t.Context()
	post, err1 := site.Posts.Get(ctx, server.Insert("posts", map[string]any{"title": "One", "status": "publish"}))
	page, err2 := site.Pages.Get(ctx, server.Insert("pages", map[string]any{"title": "One", "status": "publish"}))
	block, err3 := site.Blocks.Get(ctx, server.Insert("blocks", map[string]any{"title": "One", "content": "x",
		"status": "publish"}))
	if err := errors.Join(err1, err2, err3); err != nil {
		t.Fatal(err)
	}
	for name, err := range map[string]error{"a post": second(post.Params()), "a page": second(page.Params()),
		"a block": second(block.Params())} {
		switch {
		case !refuses(err, "context"):
			t.Errorf("Params of %s read in the view context: error is not for the argument %q, want it refused", name, "context")
		case !errors.Is(err, cms.ErrIncomplete):
			t.Errorf("%s: error %v, want ErrIncomplete", name, err)
		case !strings.Contains(err.Error(), "InContext(ContextEdit)"):
			t.Errorf("%s: error %v, want %q in it", name, err, "InContext(ContextEdit)")
		}
	}
}

// TestRecordPassedAsParamsIsRefused writes a record type where params belong.
func TestRecordPassedAsParamsIsRefused(t *testing.T) {
	t.Parallel()
	s := stub.New(t, stub.Always(http.StatusOK, `{"id":5}`))
	posts := cms.NewContent[cms.Post, cms.Post, struct{}](s.Client(t), "cms/v2/posts")
	for name, err := range map[string]error{
		"Create": second(posts.Create(t.Context(), &cms.Post{Slug: "a"})),
		"Update": second(posts.Update(t.Context(), 5, &cms.Post{ID: 5})),
		"Ensure": second(posts.Ensure(t.Context(), "a", &cms.Post{Slug: "a"})),
	} {
		switch {
		case !errors.Is(err, cms.ErrInvalidArgument):
			t.Errorf("%s: error %v, want ErrInvalidArgument", name, err)
		case !strings.Contains(err.Error(), "a record"):
			t.Errorf("%s: error %v, want %q in it", name, err, "a record")
		case !strings.Contains(err.Error(), "PostParams"):
			t.Errorf("%s: error %v, want %q in it", name, err, "PostParams")
		}
	}
	if n := len(s.Seen()); n != 0 {
		t.Errorf("%d requests were sent, want 0", n)
	}
}

func TestParamsOfMetaOmitNull(t *testing.T) {
	t.Parallel()
	meta := cms.Meta{Extra: cms.Extra{"unset": []byte("null"), "set": []byte("0")}}
	switch got := meta.Params(); {
	case got == nil:
		t.Error("Meta.Params: result nil, want a value")
	case len(got.Extra) != 1:
		t.Errorf("Meta.Params: %d members in Extra, want 1", len(got.Extra))
	case string(got.Extra["set"]) != "0":
		t.Errorf(`Meta.Params: Extra["set"] %q, want %q`, string(got.Extra["set"]), "0")
	case got.Footnotes != nil:
		t.Errorf("Meta.Params: Footnotes %+v, want nil", got.Footnotes)
	}
	delete(meta.Extra, "set")
	if got := meta.Params(); got != nil {
		t.Errorf("Meta.Params: %+v, want nil", got)
	}
	text := cms.Text{Raw: "x"}
	post := cms.Post{ID: 5, Status: "draft", Type: "post", Link: "l", ModifiedGMT: "m", CommentStatus: "open",
		Format: "standard", PermalinkTemplate: "p", Title: text, Content: text, Excerpt: text, Meta: meta}
	page := cms.Page{ID: 5, Status: "draft", Type: "page", Link: "l", ModifiedGMT: "m", CommentStatus: "open",
		PermalinkTemplate: "p", Title: text, Content: text, Excerpt: text, Meta: meta}
	block := cms.Block{ID: 5, Status: "draft", Type: "wp_block", ModifiedGMT: "m", Title: text, Content: text,
		Excerpt: text, Meta: meta}
	item := cms.MenuItem{ID: 5, Status: "publish", Type: "custom", Title: text, Meta: meta}
	a, err1 := post.Params()
	b, err2 := page.Params()
	c, err3 := block.Params()
	d, err4 := item.Params()
	if err := errors.Join(err1, err2, err3, err4); err != nil {
		t.Fatal(err)
	}
	switch {
	case a.Meta.Extra != nil:
		t.Errorf("Post.Params: Meta.Extra %v, want nil", a.Meta.Extra)
	case b.Meta.Extra != nil:
		t.Errorf("%v: Page.Params: Meta.Extra %v, want nil", a.Meta.Extra, b.Meta.Extra)
	case c.Meta.Extra != nil:
		t.Errorf("%v: Block.Params: Meta.Extra %v, want nil", a.Meta.Extra, c.Meta.Extra)
	case d.Meta != nil:
		t.Errorf("%v: MenuItem.Params: Meta %+v, want nil", a.Meta.Extra, d.Meta)
	}
}
