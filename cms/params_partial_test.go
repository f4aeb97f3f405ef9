package cms_test

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"maps"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/cms/cmstest"
	"github.com/fontcms/fontcms-go/internal/replay/sitetest"
	"github.com/fontcms/fontcms-go/internal/stub"
)

// TestRecordWithoutOneOfItsMembersBecomesNoParams reads a record of each kind without
// one member that Params would write, by each way to read one: what was not read must
// not be written as empty.
func TestRecordWithoutOneOfItsMembersBecomesNoParams(t *testing.T) {
	t.Parallel()
	server := cmstest.NewServer(cmstest.WithTest(t))
	site := stub.Dial(t, server.URL, cms.WithApplicationPassword("admin", server.AppPassword("admin")))
	text := map[string]any{"title": "T", "content": "C", "excerpt": "E", "status": "publish"}
	post, page, block := server.Insert("posts", text), server.Insert("pages", text), server.Insert("blocks", text)
	item := server.Insert("menu-items", map[string]any{"title": "Item", "url": "https://docs.example.org",
		"type": "custom", "status": "publish"})
	withoutEach(t, site, "cms/v2/posts", site.Posts, post, &cms.PostListOptions{Context: cms.ContextEdit},
		(*cms.Post).Params)
	withoutEach(t, site, "cms/v2/pages", site.Pages, page, &cms.PageListOptions{Context: cms.ContextEdit},
		(*cms.Page).Params)
	withoutEach(t, site, "cms/v2/blocks", site.Blocks, block, &cms.BlockListOptions{Context: cms.ContextEdit},
		(*cms.Block).Params)
	withoutEach(t, site, "cms/v2/menu-items", site.MenuItems, item, &cms.MenuItemListOptions{Context: cms.ContextEdit},
		(*cms.MenuItem).Params)
}

func withoutEach[T, P, L any](t *testing.T, site *cms.Client, route string, c sitetest.Records[T, P, L], id int64,
	edit *L, params func(*T) (*P, error)) {
	t.Helper()
	whole, err := c.Get(t.Context(), id, cms.InContext(cms.ContextEdit))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := params(whole); err != nil {
		t.Fatalf("%s, read whole: %v", route, err)
	}
	members, err := cms.Do(t.Context(), site, cms.Request[map[string]jsontext.Value]{Path: fmt.Sprintf("%s/%d", route, id),
		Query: map[string][]string{"context": {"edit"}}})
	if err != nil {
		t.Fatal(err)
	}
	all := slices.Sorted(maps.Keys(*members))
	tried := 0
	for field := range reflect.TypeFor[P]().Fields() {
		name, _, _ := strings.Cut(field.Tag.Get("json"), ",")
		if !slices.Contains(all, name) {
			continue
		}
		tried++
		rest := slices.DeleteFunc(slices.Clone(all), func(member string) bool { return member == name })
		fields := cms.Fields(rest...)
		for way, read := range map[string]func(context.Context) (*T, error){
			"Get": func(ctx context.Context) (*T, error) { return c.Get(ctx, id, cms.InContext(cms.ContextEdit), fields) },
			"List": func(ctx context.Context) (*T, error) {
				page, err := c.List(ctx, edit, fields)
				if err != nil || len(page.Items) == 0 {
					return nil, errors.Join(err, errors.New("nothing is listed"))
				}
				return &page.Items[0], nil
			},
			"All": func(ctx context.Context) (*T, error) { return first(c.All(ctx, edit, fields)) },
			"GetMany": func(ctx context.Context) (*T, error) {
				return first(c.GetMany(ctx, []int64{id}, edit, fields))
			},
		} {
			v, err := read(t.Context())
			if err != nil {
				t.Errorf("%s by %s without %s: %v", route, way, name, err)
				continue
			}
			if _, err := params(v); !errors.Is(err, cms.ErrIncomplete) {
				t.Errorf("params(v): %s by %s without %s becomes params: %v, want ErrIncomplete", route, way, name, err)
			}
		}
	}
	if tried < 8 {
		t.Errorf("%s: %d members were left out, want at least 8", route, tried)
	}
}

// first is what a walk yields first.
func first[T any](walk iter.Seq2[*T, error]) (*T, error) {
	for v, err := range walk {
		return v, err
	}
	return nil, errors.New("the walk is empty")
}

// TestParamsThatAreNullInJSONAreRefused has params that are a pointer to nothing:
// null is no object that a member could be set in.
func TestParamsThatAreNullInJSONAreRefused(t *testing.T) {
	t.Parallel()
	s := stub.New(t, stub.Always(200, `{"id":7}`))
	site, ctx := s.Client(t), t.Context()
	var none *cms.PostParams
	things := cms.NewContent[cms.Post, *cms.PostParams, cms.PostListOptions](site, "cms/v2/posts")
	catalog := cms.NewCatalog[cms.Post, *cms.PostParams, cms.PostListOptions](site, "cms/v2/things", "slug")
	of := func(_ any, err error) error { return err }
	for verb, err := range map[string]error{
		"create":         of(things.Create(ctx, &none)),
		"update":         of(things.Update(ctx, 7, &none)),
		"ensure":         of(things.Ensure(ctx, "kerning", &none)),
		"autosave":       of(things.Autosaves(7).Create(ctx, &none)),
		"catalog update": of(catalog.Update(ctx, "kerning", &none)),
	} {
		switch refused, ok := errors.AsType[*cms.ArgumentError](err); {
		case !ok:
			t.Errorf("%s: error %v, want a *cms.ArgumentError", verb, err)
		case refused.Argument != "params":
			t.Errorf("%s: Argument %q, want %q", verb, refused.Argument, "params")
		case refused.Operation == "":
			t.Errorf("%s: Operation empty, want a text", verb)
		}
	}
	if n := len(s.Seen()); n > 0 {
		t.Errorf("%d requests were sent, want at most 0", n)
	}
}

// Blocks have no pattern categories before WordPress 6.4, and a site may take tags and
// categories from posts.
func TestFileKeepsAbsentTermsAbsent(t *testing.T) {
	t.Parallel()
	const post = `{"id":1,"status":"draft","type":"post","modified_gmt":"2026-01-02T03:04:05",` +
		`"link":"https://docs.example.org/a/",
		"comment_status":"open","format":"standard","permalink_template":"https://docs.example.org/%postname%/",
		"title":{"raw":"a"},"content":{"raw":"b"},"excerpt":{"raw":"c"},"guid":{"raw":"d"}}`
	for name, written := range map[string]func() (any, error){
		"a post":  func() (any, error) { return throughAFile[cms.Post](t, post).Params() },
		"a block": func() (any, error) { return throughAFile[cms.Block](t, post).Params() },
	} {
		params, err := written()
		if err != nil {
			t.Fatalf("%s: written: %v", name, err)
		}
		data, err := cms.Marshal(params)
		if err != nil {
			t.Fatal(err)
		}
		var members map[string]any
		if err := cms.Unmarshal(data, &members); err != nil {
			t.Fatal(err)
		}
		for _, field := range []string{"categories", "tags", "cms_pattern_category"} {
			if value, ok := members[field]; ok {
				t.Errorf("%s: %s is written as %v, want it absent", name, field, value)
			}
		}
	}
}

// throughAFile decodes a record, writes it as [cms.Marshal] does, and reads it back.
func throughAFile[T any](t *testing.T, data string) *T {
	t.Helper()
	var first, second T
	if err := cms.Unmarshal([]byte(data), &first); err != nil {
		t.Fatal(err)
	}
	file, err := cms.Marshal(&first)
	if err != nil {
		t.Fatal(err)
	}
	if err := cms.Unmarshal(file, &second); err != nil {
		t.Fatal(err)
	}
	return &second
}

func TestErrorOfParamsNamesTheMissingFields(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		params func([]byte) error
		want   string
	}{
		"Post":     {paramsOf((*cms.Post).Params), "status, type, modified_gmt, permalink_template"},
		"Page":     {paramsOf((*cms.Page).Params), "status, type, modified_gmt, permalink_template"},
		"Block":    {paramsOf((*cms.Block).Params), "status, type, modified_gmt"},
		"MenuItem": {paramsOf((*cms.MenuItem).Params), "status, type"},
	} {
		err := c.params([]byte(`{"id":7,"title":{"raw":""},"content":{"raw":""},"excerpt":{"raw":""}}`))
		if !errors.Is(err, cms.ErrIncomplete) || !strings.Contains(fmt.Sprint(err), "has no "+c.want+":") {
			t.Errorf("Params of a %s with its texts: error %v, want ErrIncomplete that names %s", name, err, c.want)
		}
	}
}

// paramsOf returns a function that calls the method Params of the record in a JSON text.
func paramsOf[T, P any](params func(*T) (P, error)) func([]byte) error {
	return func(data []byte) error {
		var record T
		if err := cms.Unmarshal(data, &record); err != nil {
			return err
		}
		_, err := params(&record)
		return err
	}
}
