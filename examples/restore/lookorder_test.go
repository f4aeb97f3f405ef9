package main

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/cms/appearance"
	"github.com/fontcms/fontcms-go/cms/cmstest"
	"github.com/fontcms/fontcms-go/cms/widgets"
	"github.com/fontcms/fontcms-go/examples/internal/archive"
)

// admin is the administrator of a server.
func admin(t *testing.T, server *cmstest.Server) *cms.Client {
	t.Helper()
	site, err := cms.New(server.URL, cms.WithApplicationPassword("admin", server.AppPassword("admin")))
	if err != nil {
		t.Fatal(err)
	}
	return site
}

// widgetsOf are the widgets of a sidebar of a server, each with one of its settings.
func widgetsOf(t *testing.T, server *cmstest.Server, sidebar, setting string) (all []string) {
	t.Helper()
	list, err := widgets.New(admin(t, server)).List(t.Context(),
		&widgets.ListOptions{Context: cms.ContextEdit, Sidebar: sidebar})
	if err != nil {
		t.Fatal(err)
	}
	for _, one := range list {
		all = append(all, fmt.Sprintf("%s %s", one.ID, one.Instance.Raw[setting]))
	}
	return all
}

// stockWidget is a widget of a new site.
func stockWidget(server *cmstest.Server, number int, content string) {
	server.Insert("widgets", map[string]any{"id": fmt.Sprint("block-", number), "id_base": "block", "sidebar": "sidebar-1",
		"instance": map[string]any{"raw": map[string]any{"content": content}}})
}

func TestWidgetsOfANewSiteMakeRoom(t *testing.T) {
	t.Parallel()
	const archives = `<!-- wp:group --><div class="wp-block-group"><!-- wp:heading --><h2>Archiv</h2>` +
		`<!-- /wp:heading --><!-- wp:archives /--></div><!-- /wp:group -->`
	for name, c := range map[string]struct {
		content string
		stays   bool
	}{
		"of a new site":         {archives, false},
		"that somebody changed": {strings.Replace(archives, "<!-- wp:archives", "<p>Mine</p><!-- wp:archives", 1), true},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			folder, server := look(t, withPost(t)), themed(t, "block-2", "block-5")
			stockWidget(server, 2, "<!-- wp:search /-->")
			stockWidget(server, 5, c.content)
			said, _ := put(t, folder, server)
			got, inactive := widgetsOf(t, server, "sidebar-1", "title"), widgetsOf(t, server, widgets.Inactive, "title")
			left := strings.Contains(said, "sidebars/sidebar-1: left out")
			fine := !left && len(got) == 1 && strings.HasSuffix(got[0], ` "Hours"`) && len(inactive) == 2
			if c.stays {
				fine = left && len(got) == 2 && len(inactive) == 0
			}
			if !fine {
				t.Errorf("sidebar-1 has %q, inactive are %q, want the widgets %s\n%s", got, inactive, name, said)
			}
		})
	}
}

func TestInactiveWidgetOfAKilledRunIsUsed(t *testing.T) {
	t.Parallel()
	folder, server := look(t, withPost(t)), themed(t)
	server.Insert("widgets", map[string]any{"id": "text-7", "id_base": "text", "sidebar": widgets.Inactive,
		"instance": map[string]any{"raw": map[string]any{"title": "Hours", "text": "See " + server.URL + "/about"}}})
	said, _ := put(t, folder, server)
	got, inactive := widgetsOf(t, server, "sidebar-1", "title"), widgetsOf(t, server, widgets.Inactive, "title")
	if !slices.Equal(got, []string{`text-7 "Hours"`}) || len(inactive) > 0 {
		t.Errorf("sidebar-1 has %q, inactive are %q, want text-7 moved\n%s", got, inactive, said)
	}
}

func TestInactiveWidgetsAreRestoredOnce(t *testing.T) {
	t.Parallel()
	path, server := look(t, withPost(t)), themed(t)
	folder := open(t, path)
	write(t, folder, archive.Sidebars, widgets.Inactive, map[string]any{"id": widgets.Inactive,
		"widgets": []string{"text-5", "text-6"}})
	for _, id := range []string{"text-5", "text-6"} {
		write(t, folder, archive.Widgets, id, map[string]any{"id": id, "id_base": "text", "sidebar": widgets.Inactive,
			"instance": map[string]any{"raw": map[string]any{"title": "Old"}}})
	}
	for range 2 {
		said, _ := put(t, path, server)
		if got := widgetsOf(t, server, widgets.Inactive, "title"); len(got) != 2 {
			t.Errorf("inactive are %q, want two equal ones\n%s", got, said)
		}
	}
}

func TestNumbersInWidgetsAndStylesAreThoseOfTheSite(t *testing.T) {
	t.Parallel()
	from, server := newSite(t), themed(t)
	site, ctx := admin(t, from), t.Context()
	menus, err := cms.NewCollection[archive.Record, struct{}, struct{}](site, "cms/v2/menus").List(ctx, nil)
	if err != nil {
		t.Fatal(err)
	}
	pictures, err := cms.NewCollection[archive.Record, struct{}, struct{}](site, "cms/v2/media").List(ctx, nil)
	if err != nil {
		t.Fatal(err)
	}
	menu, picture := menus.Items[0], pictures.Items[0]
	path := look(t, from)
	folder := open(t, path)
	for id, raw := range map[string]map[string]any{
		"nav_menu-1":    {"nav_menu": menu.ID()},
		"media_image-1": {"attachment_id": picture.ID()},
	} {
		base, _, _ := strings.Cut(id, "-")
		write(t, folder, archive.Widgets, id, map[string]any{"id": id, "id_base": base, "sidebar": "sidebar-1",
			"instance": map[string]any{"raw": raw}})
	}
	write(t, folder, archive.Sidebars, "sidebar-1", map[string]any{"id": "sidebar-1",
		"widgets": []string{"nav_menu-1", "media_image-1"}})
	write(t, folder, archive.GlobalStyles, "1", map[string]any{"id": 1, "theme": "plain", "styles": map[string]any{
		"background": map[string]any{"backgroundImage": map[string]any{"id": picture.ID()}}}})
	for range 40 { // so that the ids differ
		server.Insert("tags", map[string]any{"name": "A tag"})
	}
	server.Insert("posts", map[string]any{"id": 900, "title": "The last id"})
	said, _ := put(t, path, server, "-force")

	to := admin(t, server)
	find := func(route string, old archive.Record) int64 {
		list, err := cms.NewCollection[archive.Record, struct{}, struct{}](to, route).List(ctx, nil)
		if err != nil {
			t.Fatal(err)
		}
		for _, r := range list.Items {
			if r.Text("slug") == old.Text("slug") && r.ID() != old.ID() {
				return r.ID()
			}
		}
		t.Fatalf("%s has no %s, want one with another id than %d\n%s", route, old.Text("slug"), old.ID(), said)
		return 0
	}
	newMenu, newPicture := find("cms/v2/menus", menu), find("cms/v2/media", picture)
	for setting, want := range map[string]string{
		"nav_menu": fmt.Sprint("nav_menu-", newMenu), "attachment_id": fmt.Sprint("media_image-", newPicture),
	} {
		has := widgetsOf(t, server, "sidebar-1", setting)
		base, number, _ := strings.Cut(want, "-")
		if !slices.ContainsFunc(has, func(one string) bool {
			return strings.HasPrefix(one, base) && strings.HasSuffix(one, " "+number)
		}) {
			t.Errorf("sidebar-1 has %q, want the number of the site in %s\n%s", has, want, said)
		}
	}
	styles := appearance.New(to).Styles
	id, err := styles.ActiveID(ctx)
	if err != nil {
		t.Fatal(err)
	}
	now, err := styles.Get(ctx, id)
	if err != nil {
		t.Fatal(err)
	}
	var number int64
	if _, err := now.Styles.Get(&number, "background", "backgroundImage", "id"); err != nil || number != newPicture {
		t.Errorf("the background has the picture %d, error %v, want %d\n%s", number, err, newPicture, said)
	}
}

func TestDescriptionOfATemplateIsRestored(t *testing.T) {
	t.Parallel()
	path, server := look(t, withPost(t)), themed(t)
	folder := open(t, path)
	write(t, folder, archive.Templates, "plain//single", map[string]any{"id": "plain//single", "theme": "plain",
		"slug": "single", "wp_id": 31, "source": "custom", "description": "For notes",
		"content": map[string]any{"raw": "From the file"}, "title": map[string]any{"raw": ""}})
	said, _ := put(t, path, server)
	templates := appearance.New(admin(t, server)).Templates
	now, err := templates.Get(t.Context(), "plain//single")
	if err != nil || now.Description != "For notes" {
		t.Errorf("Templates.Get: %+v, error %v, want the description of the folder\n%s", now, err, said)
	}
}

func TestThemeWithoutTemplatesGetsThem(t *testing.T) {
	t.Parallel()
	folder, server := look(t, withPost(t)), newEmpty(t)
	server.Insert("themes", map[string]any{"stylesheet": "plain", "status": "active"})
	said, _ := put(t, folder, server)
	for _, id := range []string{"plain//single", "plain//new"} {
		if _, err := appearance.New(admin(t, server)).Templates.Get(t.Context(), id); err != nil {
			t.Errorf("Templates.Get(%s): error %v, want that of the folder\n%s", id, err, said)
		}
	}
}

// A page may name a template, and a widget shows records.
func TestRecordsAreFilledAfterTemplatesAndBeforeWidgets(t *testing.T) {
	t.Parallel()
	folder, server := look(t, withPost(t)), themed(t)
	said, _ := put(t, folder, server)
	var last []string
	for _, request := range slices.Backward(written(server)) {
		kind := regexp.MustCompile(`^P.*/(templates|widgets|posts|batch)\b`).FindStringSubmatch(request)
		if kind == nil {
			continue
		}
		name := strings.Replace(kind[1], "batch", "posts", 1)
		if !slices.Contains(last, name) {
			last = append(last, name)
		}
	}
	if want := []string{"widgets", "posts", "templates"}; !slices.Equal(last, want) {
		t.Errorf("the last requests that write go to %q, the latest first, want %q\n%s", last, want, said)
	}
}
