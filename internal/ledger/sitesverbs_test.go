package ledger_test

import (
	"context"
	"errors"
	"maps"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/cms/appearance"
	"github.com/fontcms/fontcms-go/cms/comments"
	"github.com/fontcms/fontcms-go/cms/describe"
	"github.com/fontcms/fontcms-go/cms/menus"
	"github.com/fontcms/fontcms-go/cms/plugins"
	"github.com/fontcms/fontcms-go/cms/settings"
	"github.com/fontcms/fontcms-go/cms/terms"
	"github.com/fontcms/fontcms-go/cms/users"
	"github.com/fontcms/fontcms-go/internal/replay/sitetest"
	"github.com/fontcms/fontcms-go/media"
)

// offered says which of the verbs that not all records have a type has.
type offered struct{ Trash, Revisions, Autosaves, Ensure bool }

// offer is what a type has, by its methods.
func offer(value any) offered {
	has := func(name string) bool {
		_, ok := reflect.TypeOf(value).MethodByName(name)
		return ok
	}
	return offered{has("Trash"), has("Revisions"), has("Autosaves"), has("Ensure")}
}

// resource is a type of records of the module, and where a site has them.
type resource struct {
	value any
	route string
	want  offered
	// unbound are verbs that the site has and the type leaves out.
	unbound offered
	made    map[string]any // a record to trash, nil where that would change the site
}

// resources is the table of what each type has: Trash, Revisions, Autosaves, Ensure.
func resources(site *cms.Client) map[string]resource {
	content, named, none := offered{true, true, true, true}, offered{Ensure: true}, offered{}
	titled := map[string]any{"title": "To trash", "content": "Text.", "status": "publish"}
	term := map[string]any{"name": "To trash"}
	return map[string]resource{
		"posts":       {site.Posts, "posts", content, none, titled},
		"pages":       {site.Pages, "pages", content, none, titled},
		"blocks":      {site.Blocks, "blocks", content, none, titled},
		"navigations": {menus.New(site).Navigations, "navigation", content, none, titled},
		"menu items": {site.MenuItems, "menu-items", offered{Autosaves: true}, none,
			map[string]any{"title": "To trash", "url": "https://fonts.example/", "status": "publish"}},
		"comments": {comments.New(site), "comments", offered{Trash: true}, none,
			map[string]any{"content": "To trash"}},
		"categories":         {terms.Categories(site), "categories", named, none, term},
		"tags":               {terms.Tags(site), "tags", named, none, term},
		"pattern categories": {terms.PatternCategories(site), site.Prefix() + "_pattern_category", named, none, term},
		"menus":              {menus.New(site), "menus", named, none, term},
		"users":              {users.New(site), "users", named, none, nil},
		"media":              {media.New(site), "media", named, none, nil},
		// revised by numbers, known by names; what is in their trash cannot be reached
		"templates":          {appearance.New(site).Templates, "templates", none, offered{false, true, true, false}, nil},
		"themes":             {appearance.New(site).Themes, "themes", none, none, nil},
		"plugins":            {plugins.New(site), "plugins", none, none, nil},
		"locations of menus": {menus.New(site).Locations, "menu-locations", none, none, nil},
		"types":              {settings.New(site).Types, "types", none, none, nil},
		"statuses":           {settings.New(site).Statuses, "statuses", none, none, nil},
		"taxonomies":         {terms.Taxonomies(site), "taxonomies", none, none, nil},
	}
}

// TestTypesHaveTheVerbsOfTheSiteInMemory compares the table with the server in memory.
func TestTypesHaveTheVerbsOfTheSiteInMemory(t *testing.T) {
	t.Parallel()
	typesHaveTheVerbsOf(t, newStocked(t).site, "plugins", "templates", "themes")
}

// TestLiveTypesHaveTheVerbsOfTheSite compares it with a real site.
func TestLiveTypesHaveTheVerbsOfTheSite(t *testing.T) {
	t.Parallel()
	typesHaveTheVerbsOf(t, sitetest.Live(t), "pattern categories") // which came with WordPress 6.4
}

// typesHaveTheVerbsOf compares the table with a site, which may lack the types of absent.
func typesHaveTheVerbsOf(t *testing.T, site *cms.Client, absent ...string) {
	t.Helper()
	d, err := describe.Of(t.Context(), site.Read, "cms/v2")
	if err != nil {
		t.Fatal(err)
	}
	routes := map[string]*describe.Route{}
	for route, r := range d.Routes {
		if p, ok := describe.ParsePath(route); ok {
			var words []string
			for _, segment := range p {
				words = append(words, segment.Word) // "" for a parameter
			}
			routes[strings.TrimPrefix(strings.Join(words, "/"), site.Prefix()+"/v2/")] = r
		}
	}
	t.Logf("%-20s %-6s %-10s %-10s %s", "", "trash", "revisions", "autosaves", "ensure")
	all := resources(site)
	for _, name := range slices.Sorted(maps.Keys(all)) {
		r := all[name]
		if routes[r.route] == nil {
			if !slices.Contains(absent, name) {
				t.Errorf("Resource %s has no route on the site, want one", name)
			}
			continue
		}
		got := offer(r.value)
		if got != r.want {
			t.Errorf("%s: type has the verbs %+v, want %+v", name, got, r.want)
		}
		says := offered{Revisions: routes[r.route+"//revisions"] != nil, Autosaves: routes[r.route+"//autosaves"] != nil,
			Ensure: knowable(routes[r.route])}
		if r.made != nil {
			says.Trash = trashes(t, site, name, r)
		}
		want := r.want
		want.Revisions, want.Autosaves = want.Revisions || r.unbound.Revisions, want.Autosaves || r.unbound.Autosaves
		if says != want {
			t.Errorf("%s: site has the verbs %+v, want %+v", name, says, want)
		}
		t.Logf("%-20s %-6v %-10v %-10v %v", name, says.Trash, says.Revisions, says.Autosaves, says.Ensure)
	}
}

// knowable reports that records can be found or made by something that only one of them
// has: a slug that is written with a status, or a name that a create needs.
func knowable(r *describe.Route) bool {
	create := r.Takes("POST")
	if create == nil {
		return false
	}
	for _, key := range []string{"name", "username"} {
		if arg := create.Args.Named(key); arg != nil && arg.Required {
			return true
		}
	}
	slug := create.Args.Named("slug")
	return create.Args.Named("status") != nil && slug != nil && !slug.Required
}

// trashes makes a record and deletes it without force.
func trashes(t *testing.T, site *cms.Client, name string, r resource) bool {
	t.Helper()
	ctx := t.Context()
	all := cms.NewContent[map[string]any, map[string]any, struct{}](site, "cms/v2/"+r.route)
	made := r.made
	if name == "comments" {
		post, err := site.Posts.Create(ctx, &cms.PostParams{Title: new("Discussed"), Status: new(cms.StatusPublish)})
		if err != nil {
			t.Fatal(err)
		}
		defer func() { _, _ = site.Posts.Delete(context.WithoutCancel(ctx), post.ID) }()
		made = map[string]any{"post": post.ID, "content": "To trash"}
	}
	v, err := all.Create(ctx, &made)
	if err != nil {
		t.Fatalf("Create of %s: error %v, want none", name, err)
	}
	number, _ := (*v)["id"].(float64)
	id := int64(number)
	defer func() {
		if _, err := all.Delete(context.WithoutCancel(ctx), id); err != nil {
			t.Errorf("%s: %d is left: %v", name, id, err)
		}
	}()
	_, err = all.Trash(ctx, id)
	if err != nil && !errors.Is(err, cms.ErrTrashUnsupported) {
		t.Errorf("Trash of %s: error %v, want none or ErrTrashUnsupported", name, err)
	}
	return err == nil
}
