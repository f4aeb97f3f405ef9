package changes_test

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/cms/changes"
	"github.com/fontcms/fontcms-go/cms/cmstest"
)

func TestKindsOfEveryRoute(t *testing.T) {
	t.Parallel()
	museum := must[[]byte](t)(os.ReadFile("../cmsgen/testdata/museum.json"))
	s := newSite(t, cmstest.WithType(museum))
	menu := s.Insert("menus", map[string]any{"name": "Main"})
	for kind, test := range map[string]struct {
		kind   changes.Kind
		record map[string]any
		field  string
	}{
		"specimens":  {changes.Type("catalogue/v1/specimens"), map[string]any{"title": "A"}, "content"},
		"pages":      {changes.Type("cms/v2/pages"), map[string]any{"title": "A"}, "title"},
		"blocks":     {changes.Type("/cms/v2/blocks/"), map[string]any{"title": "A", "content": "<p>"}, "content"},
		"media":      {changes.Media(), map[string]any{"title": "A", "width": 2, "height": 2}, "alt_text"},
		"menu-items": {changes.MenuItems(), map[string]any{"title": "A", "menus": menu, "url": "https://a.test"}, "title"},
		"tags":       {changes.Taxonomy("cms/v2/tags"), map[string]any{"name": "A"}, "name"},
	} {
		if want := strings.TrimPrefix(strings.Trim(test.kind.Route, "/"), "cms/v2/"); test.kind.Name != want {
			t.Errorf("Kind of %s: name %q, want %q", test.kind.Route, test.kind.Name, want)
		}
		feed, id := changes.New(s.client, new(changes.Memory), test.kind), s.Insert(kind, test.record)
		expect(t, "create", feed, nil, fmt.Sprintf("created %s/%d", test.kind.Name, id))
		_, err := cms.Do(t.Context(), s.client, cms.Request[cms.Raw]{Method: http.MethodPost,
			Path: fmt.Sprintf("%s/%d", strings.Trim(test.kind.Route, "/"), id), Body: map[string]any{test.field: "B"}})
		if err != nil {
			t.Fatal(err)
		}
		expect(t, "edit", feed, nil, fmt.Sprintf("changed %s/%d", test.kind.Name, id))
		expect(t, "nothing", feed, nil)
	}
}

func TestIgnoredFieldsAreNotCompared(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	posts := changes.Type("cms/v2/posts")
	posts.Whole = true
	id := s.Insert("posts", map[string]any{"title": "One"})
	views := 0
	s.change = func(r *http.Request, response *http.Response) {
		if strings.HasSuffix(r.URL.Path, "/posts") {
			views++
			replaceBody(response, `"meta":{`, fmt.Sprintf(`"views":%d,"meta":{"views":%d,`, views, views))
		}
	}
	store := new(changes.Memory)
	expect(t, "create", changes.New(s.client, store, posts), nil, fmt.Sprintf("created posts/%d", id))
	expect(t, "views", changes.New(s.client, store, posts), nil, fmt.Sprintf("changed posts/%d", id))
	posts.Ignore = []string{"views", "meta.views"}
	expect(t, "the first pass with other fields", changes.New(s.client, store, posts), nil)
	expect(t, "ignored views", changes.New(s.client, store, posts), nil)
	s.pass(time.Hour)
	s.edit(t, id, &cms.PostParams{Content: new("Two")})
	expect(t, "an edit", changes.New(s.client, store, posts), nil, fmt.Sprintf("changed posts/%d", id))
}

func TestAnonymousCallersCompareWhatIsPublic(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	anonymous := must[*cms.Client](t)(cms.New(s.URL, cms.WithHTTPClient(&http.Client{Transport: s})))
	id := s.Insert("posts", map[string]any{"title": "One"})
	s.Insert("posts", map[string]any{"title": "Two", "status": "draft"})
	posts := changes.Type("cms/v2/posts")
	if _, errs := taken(t, changes.New(anonymous, new(changes.Memory), posts), nil); len(errs) != 1 {
		t.Errorf("Feed.All of an anonymous caller: errors %v, want one", errs)
	}
	posts.Context, posts.Statuses = cms.ContextView, []cms.Status{cms.StatusPublish}
	feed := changes.New(anonymous, new(changes.Memory), posts)
	expect(t, "create", feed, nil, fmt.Sprintf("created posts/%d", id))
	s.pass(time.Hour)
	s.edit(t, id, &cms.PostParams{Content: new("More")})
	expect(t, "edit", feed, nil, fmt.Sprintf("changed posts/%d", id))
	s.edit(t, id, &cms.PostParams{Status: new(cms.StatusDraft)})
	got, errs := taken(t, feed, &changes.Options{AllowEmpty: true})
	if err := cms.Join(errs...); len(got) > 0 || !errors.Is(err, cms.ErrUnauthorized) {
		t.Errorf("Feed.All of a post that became a draft: %q and error %v, want ErrUnauthorized", got, err)
	}
}

func TestBrokenRecordsHideNoOthers(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	for range 3 {
		s.Insert("posts", map[string]any{"title": "One"})
	}
	feed := changes.New(s.client, new(changes.Memory), changes.Type("cms/v2/posts"), changes.Taxonomy("cms/v2/categories"))
	s.fail = func(_ int, r *http.Request) *http.Response { // the site fails when it has to show the post 2
		query := r.URL.Query()
		shows := query.Get("include[]") == "" || query.Get("include[]") == "2" || len(query["include[]"]) > 1
		if strings.HasSuffix(r.URL.Path, "/posts") && query.Get("_fields") != "id" && shows {
			return broken(r)
		}
		return nil
	}
	got, errs := taken(t, feed, nil)
	var record *cms.BrokenRecordError
	if err := cms.Join(errs...); !errors.As(err, &record) || record.ID != 2 {
		t.Errorf("Feed.All with a broken post: errors %v, want a BrokenRecordError of post 2", errs)
	}
	if want := "[created posts/1 created posts/3 created categories/1]"; fmt.Sprint(got) != want {
		t.Errorf("Feed.All with a broken post: %v, want %s", got, want)
	}
	s.fail = nil
	expect(t, "mended", feed, nil, "created posts/2")
}

// failing is a store that fails.
type failing struct {
	changes.Memory
	load, save string // the kinds
}

var errStore = errors.New("the disk is full")

func (f *failing) Load(ctx context.Context, kind string) (map[int64]string, error) {
	if kind == f.load {
		return nil, errStore
	}
	return f.Memory.Load(ctx, kind)
}

func (f *failing) Save(ctx context.Context, kind string, marks map[int64]string) error {
	if kind == f.save {
		return errStore
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	return f.Memory.Save(ctx, kind, marks)
}

func TestErrorsOfTheStoreEndThePass(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	s.fill()
	damaged := new(changes.Memory)
	save(t, damaged, "posts", map[int64]string{1: "no mark"})
	for name, test := range map[string]struct {
		store changes.Store
		taken int
		want  error
	}{
		"Load of the site":   {&failing{load: "_site"}, 0, errStore},
		"Save of the site":   {&failing{save: "_site"}, 0, errStore},
		"Load of posts":      {&failing{load: "posts"}, 0, errStore},
		"Save of posts":      {&failing{save: "posts"}, 1, errStore},
		"Save of categories": {&failing{save: "categories"}, 5, errStore},
		"a damaged mark":     {damaged, 0, nil},
	} {
		feed := changes.New(s.client, test.store, changes.Type("cms/v2/posts"), changes.Taxonomy("cms/v2/categories"))
		got, errs := taken(t, feed, nil)
		err := cms.Join(errs...)
		switch {
		case len(errs) != 1 || test.want != nil && !errors.Is(err, test.want):
			t.Errorf("%s: Feed.All: errors %v, want one %v", name, errs, test.want)
		case len(got) != test.taken:
			t.Errorf("%s: Feed.All: %v, want %d changes", name, got, test.taken)
		}
	}
}

func TestUnreadableRecordsHideNoDeletions(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	for range 4 {
		s.Insert("posts", map[string]any{"title": "One"})
	}
	feed := changes.New(s.client, new(changes.Memory), changes.Type("cms/v2/posts"))
	if got, errs := taken(t, feed, nil); len(errs) > 0 || len(got) != 4 {
		t.Fatalf("Feed.All: %q and errors %v, want 4 posts", got, errs)
	}
	s.remove(t, 1)
	s.remove(t, 2)
	s.fail = func(_ int, r *http.Request) *http.Response {
		if strings.HasSuffix(r.URL.Path, "/posts/1") {
			return broken(r)
		}
		return nil
	}
	got, errs := taken(t, feed, nil)
	if err := cms.Join(errs...); fmt.Sprint(got) != "[deleted posts/2]" || !errors.Is(err, cms.ErrorCode("db_down")) {
		t.Errorf("Feed.All with a post that cannot be read: %v and error %v, want the deletion of the other post and db_down",
			got, err)
	}
	s.fail = nil
	expect(t, "sound again", feed, nil, "deleted posts/1")
}
