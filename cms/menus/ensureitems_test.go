package menus_test

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/cms/cmstest"
	"github.com/fontcms/fontcms-go/cms/menus"
)

// link is a custom item. Each two spaces before its title are a depth.
func link(title, url string) menus.WantedItem {
	text := strings.TrimLeft(title, " ")
	return menus.WantedItem{Depth: (len(title) - len(text)) / 2, Params: &cms.MenuItemParams{Title: &text, URL: &url}}
}

// placed numbers items in their order.
func placed(all ...menus.WantedItem) []menus.WantedItem {
	for i := range all {
		all[i].Params.MenuOrder = new(i + 1)
	}
	return all
}

// branches returns n branches with two items below each. One link is below all of them.
func branches(n int) (all []menus.WantedItem) {
	for i := range n {
		all = append(all, link(fmt.Sprint("Type & ", i), fmt.Sprint("/", i)), link(fmt.Sprint("  Below ", i),
			fmt.Sprint("/below/", i)), link("  Contact", "/contact"))
	}
	return placed(all...)
}

// ensured collects the results of EnsureItems. It checks that there is one for each item, in order.
func ensured(t *testing.T, of *menus.Menus, menu int64, all []menus.WantedItem,
	options *cms.EnsureManyOptions[cms.MenuItem], callOptions ...cms.CallOption) (done []cms.Ensured[cms.MenuItem],
	actions string) {
	t.Helper()
	var each []string
	for i, one := range of.EnsureItems(t.Context(), menu, all, options, callOptions...) {
		if i != len(done) {
			t.Fatalf("EnsureItems yielded the result %d after %d others, want them in order", i, len(done))
		}
		done, each = append(done, one), append(each, string(one.Action))
	}
	if len(done) != len(all) {
		t.Fatalf("EnsureItems yielded %d results for %d items, want one for each", len(done), len(all))
	}
	return done, strings.Join(each, " ")
}

// shown returns the items of a menu as lines, in their order.
func shown(t *testing.T, site *cms.Client, menu int64) (lines []string) {
	t.Helper()
	var items []*cms.MenuItem
	for item, err := range site.MenuItems.All(t.Context(), &cms.MenuItemListOptions{Menus: cms.Terms(menu),
		Context: cms.ContextEdit}) {
		if err != nil {
			t.Fatal(err)
		}
		items = append(items, item)
	}
	var walk func(nodes []*cms.Node[cms.MenuItem], indent string)
	walk = func(nodes []*cms.Node[cms.MenuItem], indent string) {
		for _, node := range nodes {
			lines = append(lines, fmt.Sprintf("%s%s %s", indent, node.Item.Title.Raw, node.Item.URL))
			walk(node.Children, indent+"  ")
		}
	}
	walk(menus.Tree(items), "")
	return lines
}

// lines returns the lines of [shown] for wanted items.
func lines(all []menus.WantedItem) (lines []string) {
	for _, one := range all {
		lines = append(lines, fmt.Sprintf("%s%s %s", strings.Repeat("  ", one.Depth), *one.Params.Title, *one.Params.URL))
	}
	return lines
}

func isShown(t *testing.T, site *cms.Client, menu int64, want []string, when string) {
	t.Helper()
	if got := shown(t, site, menu); !slices.Equal(got, want) {
		t.Errorf("%s: the menu has\n\t%s\nwant\n\t%s", when, strings.Join(got, "\n\t"), strings.Join(want, "\n\t"))
	}
}

func writes(server *cmstest.Server) (n int) {
	for _, r := range server.Requests() {
		if r.Method != http.MethodGet {
			n++
		}
	}
	return n
}

// emptyMenu is a site with a menu.
func emptyMenu(t *testing.T) (*cmstest.Server, *cms.Client, int64) {
	t.Helper()
	server, site := start(t)
	menu, err := menus.New(site).Ensure(t.Context(), "Main", nil)
	if err != nil {
		t.Fatal(err)
	}
	server.ResetRequests()
	return server, site, menu.ID
}

func TestEnsureItemsCreatesATreeAndThenWritesNothing(t *testing.T) {
	t.Parallel()
	server, site, menu := emptyMenu(t)
	all := branches(100)
	done, actions := ensured(t, menus.New(site), menu, all, nil)
	if n := strings.Count(actions, "created"); n != len(all) {
		t.Fatalf("EnsureItems of %d new items created %d, first error %v, want all", len(all), n, done[0].Err)
	}
	if n, sent := writes(server), len(server.Requests()); n != 12 || sent > 17 {
		t.Errorf("EnsureItems of %d new items sent %d batches and %d requests, want 12 and at most 17", len(all), n, sent)
	}
	isShown(t, site, menu, lines(all), "after the creates")
	server.ResetRequests()
	done, actions = ensured(t, menus.New(site), menu, all, nil)
	if n := strings.Count(actions, "unchanged"); n != len(all) {
		t.Errorf("EnsureItems of unchanged items: %d unchanged, first error %v, want %d", n, done[0].Err, len(all))
	}
	if sent := len(server.Requests()); writes(server) > 0 || sent != 3 {
		t.Errorf("EnsureItems of %d unchanged items sent %d requests and wrote %d times, want 3 and no write", len(all), sent,
			writes(server))
	}
}

func TestEnsureItemsTakesWhatLeadsToTheTarget(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		before, wanted []menus.WantedItem
		actions        string
		shown          []string
	}{
		"another title": {placed(link("Home", "/")), placed(link("Start", "/")), "updated", []string{"Start /"}},
		"the title before the order": {placed(link("A", "/"), link("B", "/")), placed(link("B", "/")), "updated",
			[]string{"A /", "B /"}},
		"both": {placed(link("A", "/"), link("B", "/")), placed(link("B", "/"), link("A", "/")), "updated updated",
			[]string{"B /", "A /"}},
		"another parent": {placed(link("A", "/a"), link("  X", "/x"), link("B", "/b")),
			placed(link("B", "/b"), link("  X", "/x"), link("A", "/a")), "updated updated updated",
			[]string{"B /b", "  X /x", "A /a"}},
		"the parent before the title": {placed(link("A", "/a"), link("  X", "/x"), link("Y", "/x")),
			placed(link("A", "/a"), link("  Y", "/x")), "unchanged updated", []string{"A /a", "  Y /x", "Y /x"}},
		"another parent and title": {placed(link("A", "/a"), link("X", "/x")), placed(link("A", "/a"), link("  Y", "/x")),
			"unchanged updated", []string{"A /a", "  Y /x"}},
		"the lowest id": {placed(link("A", "/"), link("B", "/")), placed(link("C", "/")), "updated",
			[]string{"C /", "B /"}},
		"below a new item": {placed(link("X", "/x")), placed(link("New", "/new"), link("  X", "/x")), "created updated",
			[]string{"New /new", "  X /x"}},
		"each other's place": {placed(link("A", "/a"), link("  B", "/b")), placed(link("B", "/b"), link("  A", "/a")),
			"updated updated", []string{"B /b", "  A /a"}},
		"another target": {placed(link("A", "/a")), placed(link("A", "/b")), "created", []string{"A /a", "A /b"}},
		"escaped": {placed(link("Tom & Jerry", "/?a=1&b=2")), placed(link("Tom &amp; Jerry", "/?a=1&b=2")), "unchanged",
			nil},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			_, site, menu := emptyMenu(t)
			ensured(t, menus.New(site), menu, c.before, nil)
			done, actions := ensured(t, menus.New(site), menu, c.wanted, nil)
			if actions != c.actions {
				t.Errorf("EnsureItems: %s, first error %v, want %s", actions, done[0].Err, c.actions)
			}
			if c.shown != nil {
				isShown(t, site, menu, c.shown, "after EnsureItems")
			}
		})
	}
}

func TestEnsureItemsKeepsOtherItemsAndUnsetFields(t *testing.T) {
	t.Parallel()
	server, site, menu := emptyMenu(t)
	post := server.Insert("posts", map[string]any{"title": "Kerning", "slug": "kerning"})
	tag := server.Insert("tags", map[string]any{"name": "Spacing"})
	item := func(kind cms.MenuItemType, object string, id int64) menus.WantedItem {
		return menus.WantedItem{Params: &cms.MenuItemParams{Type: &kind, Object: &object, ObjectID: &id}}
	}
	all := []menus.WantedItem{item(cms.MenuItemPostType, "post", post), item(cms.MenuItemTaxonomy, "post_tag", tag)}
	first, actions := ensured(t, menus.New(site), menu, all, nil)
	if actions != "created created" {
		t.Fatalf("EnsureItems: %s, error %v, want both created", actions, first[0].Err)
	}
	if _, err := site.MenuItems.Update(t.Context(), first[0].Record.ID, &cms.MenuItemParams{Title: new("Own"),
		Target: new("_blank"), Classes: []string{"wide"}, MenuOrder: new(7)}); err != nil {
		t.Fatal(err)
	}
	all[0].Params.XFN = []string{"friend"}
	done, actions := ensured(t, menus.New(site), menu, all[:1], nil)
	switch now := done[0].Record; {
	case actions != "updated":
		t.Errorf("EnsureItems with an xfn: %s, error %v, want it updated", actions, done[0].Err)
	case now.Title.Raw != "Own" || now.Target != "_blank" || now.MenuOrder != 7:
		t.Errorf("EnsureItems of an xfn: title %q, target %q, order %d, want Own, _blank and 7", now.Title.Raw, now.Target,
			now.MenuOrder)
	case !slices.Equal(now.Classes, []string{"wide"}) || !slices.Equal(now.XFN, []string{"friend"}):
		t.Errorf("EnsureItems of an xfn: classes %q, xfn %q, want wide and friend", now.Classes, now.XFN)
	}
	if server.Record("menu-items", first[1].Record.ID) == nil {
		t.Error("EnsureItems without the second item: it is gone, want it kept")
	}
}

func TestEnsureItemsLeavesNoItemThatItWouldNotFindAgain(t *testing.T) {
	t.Parallel()
	for _, batches := range []bool{true, false} {
		server, site, menu := emptyMenu(t)
		if !batches {
			server.Fail(cmstest.Fault{Route: "/batch/v1", Times: 1000, Status: http.StatusNotFound, Code: "rest_no_route",
				Message: "m"})
		}
		if _, err := site.MenuItems.Create(t.Context(), &cms.MenuItemParams{Title: new("Other"), URL: new("/other"),
			Menus: &menu, Status: new(cms.StatusPublish)}); err != nil {
			t.Fatal(err)
		}
		all := []menus.WantedItem{link("A", "HTTP://example.org/a b"), link("  Below", "/below"),
			link("    Deeper", "/deeper"), link("Sound", "/sound"),
			{Params: &cms.MenuItemParams{Type: new(cms.MenuItemPostType), Object: new("post"), ObjectID: new(int64(99999))}}}
		done, actions := ensured(t, menus.New(site), menu, all, nil)
		for i, want := range map[int]error{0: cms.ErrConflict, 1: cms.ErrNotTried, 2: cms.ErrNotTried, 4: cms.ErrConflict} {
			if !errors.Is(done[i].Err, want) {
				t.Errorf("EnsureItems, batches %t: item %d has the error %v, want %v", batches, i, done[i].Err, want)
			}
		}
		if actions != "   created " {
			t.Errorf("EnsureItems, batches %t: %q, want only the item 3 created", batches, actions)
		}
		if !strings.Contains(fmt.Sprint(done[0].Err), `"http://example.org/a%20b"`) {
			t.Errorf("EnsureItems, batches %t: error %v, want it to name the stored URL", batches, done[0].Err)
		}
		missing := "has no \"post\" with the id 99999 [create the target first"
		if !strings.Contains(fmt.Sprint(done[4].Err), missing) {
			t.Errorf("EnsureItems, batches %t: error %v, want %q in it", batches, done[4].Err, missing)
		}
		creates := 0
		for _, r := range server.Requests() {
			if r.Method == http.MethodPost && strings.HasSuffix(r.Path, "/menu-items") {
				creates++
			}
		}
		if batches && creates != 1 {
			t.Errorf("EnsureItems, batches %t: %d creates outside of batches, want the one of this test", batches, creates)
		}
		isShown(t, site, menu, []string{"Other /other", "Sound /sound"}, "after EnsureItems")
	}
}

func TestEnsureItemsRefusesWhatIdentifiesNoItem(t *testing.T) {
	t.Parallel()
	server, site, menu := emptyMenu(t)
	bad := map[int]menus.WantedItem{
		0: {Depth: 1, Params: link("A", "/").Params},
		1: {},
		2: {Params: &cms.MenuItemParams{Title: new("A")}},
		3: {Params: &cms.MenuItemParams{URL: new("/")}},
		4: {Params: &cms.MenuItemParams{Type: new(cms.MenuItemPostType), Object: new("post")}},
		5: {Params: &cms.MenuItemParams{Title: new("A"), URL: new("/5"), Parent: new(int64(3))}},
		6: {Params: &cms.MenuItemParams{Title: new("A"), URL: new("/6"), Menus: new(int64(3))}},
		7: {Params: &cms.MenuItemParams{Title: new("A"), URL: new("/7"), MenuOrder: new(0)}},
		8: link("Twice", "/twice"), 9: link("Twice", "/twice"),
		10: {Params: &cms.MenuItemParams{Type: new(cms.MenuItemPostTypeArchive)}},
	}
	all := make([]menus.WantedItem, 12)
	for i, one := range bad {
		all[i] = one
	}
	all[11] = link("Good", "/good")
	done, _ := ensured(t, menus.New(site), menu, all, nil)
	for i, one := range done {
		if errors.Is(one.Err, cms.ErrInvalidArgument) == (i == 11) {
			t.Errorf("EnsureItems: item %d has the error %v, want ErrInvalidArgument: %t", i, one.Err, i != 11)
		}
	}
	isShown(t, site, menu, []string{"Good /good"}, "after EnsureItems")
	server.ResetRequests()
	done, _ = ensured(t, menus.New(site), menu, all[11:], nil, cms.Fields("id"))
	if !errors.Is(done[0].Err, cms.ErrInvalidArgument) || len(server.Requests()) > 0 {
		t.Errorf("EnsureItems with Fields: error %v, %d requests, want ErrInvalidArgument and none", done[0].Err,
			len(server.Requests()))
	}
}

func TestEnsureItemsAsksBeforeEachWrite(t *testing.T) {
	t.Parallel()
	_, site, menu := emptyMenu(t)
	before := placed(link("A", "/a"), link("B", "/b"))
	ensured(t, menus.New(site), menu, before, nil)
	all := placed(link("A", "/a"), link("B2", "/b"), link("  Below", "/below"), link("C", "/c"),
		link("  Below", "/c/below"), link("D", "/d"))
	asked := map[int]string{}
	done, actions := ensured(t, menus.New(site), menu, all, &cms.EnsureManyOptions[cms.MenuItem]{
		MayWrite: func(i int, now *cms.MenuItem) bool {
			if asked[i] = "new"; now != nil {
				asked[i] = now.Title.Raw
			}
			return i != 1 && i != 3
		}})
	if want := fmt.Sprint(map[int]string{1: "B", 2: "new", 3: "new", 5: "new"}); fmt.Sprint(asked) != want {
		t.Errorf("EnsureItems asked about %v, want %v", asked, want)
	}
	if want := "unchanged refused created refused refused created"; actions != want {
		t.Errorf("EnsureItems with MayWrite: %s, error %v, want %s", actions, done[4].Err, want)
	}
	isShown(t, site, menu, []string{"A /a", "B /b", "  Below /below", "D /d"}, "after refusals")
}

func TestEnsureItemsInADryRunHasARequestForEachItem(t *testing.T) {
	t.Parallel()
	server, site, menu := emptyMenu(t)
	ensured(t, menus.New(site), menu, []menus.WantedItem{link("A", "/a"), link("Moves", "/moves"), link("Top", "/top")},
		nil)
	dry, err := site.With(cms.WithDryRun())
	if err != nil {
		t.Fatal(err)
	}
	server.ResetRequests()
	done, _ := ensured(t, menus.New(dry), menu, []menus.WantedItem{link("A", "/a"), link("New", "/new"),
		link("  Moves", "/moves"), link("  Newer", "/newer"), link("A2", "/top"), link("  Last", "/last")}, nil)
	if n := writes(server); n > 0 {
		t.Errorf("EnsureItems in a dry run wrote %d times, want 0", n)
	}
	if n := len(server.Requests()); n != 1 {
		t.Errorf("EnsureItems in a dry run sent %d requests, want one list", n)
	}
	top := done[0].Record.ID + 2
	for i, want := range []string{"",
		fmt.Sprintf(`cms/v2/menu-items {"title":"New","type":"custom","parent":0,"url":"/new","menus":%d}`, menu),
		fmt.Sprintf(`cms/v2/menu-items/%d {}`, top-1),
		fmt.Sprintf(`cms/v2/menu-items {"title":"Newer","type":"custom","url":"/newer","menus":%d}`, menu),
		fmt.Sprintf(`cms/v2/menu-items/%d {"title":"A2"}`, top),
		fmt.Sprintf(`cms/v2/menu-items {"title":"Last","type":"custom","parent":%d,"url":"/last","menus":%d}`, top, menu)} {
		refused, isDry := errors.AsType[*cms.DryRunError](done[i].Err)
		switch {
		case isDry != (want != ""):
			t.Errorf("EnsureItems in a dry run: item %d has the error %v, want a *DryRunError: %t", i, done[i].Err, want != "")
		case isDry && refused.Path+" "+string(refused.Body) != want:
			t.Errorf("EnsureItems in a dry run: item %d would send %s %s, want %s", i, refused.Path, refused.Body, want)
		}
	}
}

func TestEnsureItemsNamesFieldsThatTheSiteRewrites(t *testing.T) {
	t.Parallel()
	server, site, menu := emptyMenu(t)
	all := placed(link("A", "/a"), link("B", "/b"))
	all[1].Params.Status = new(cms.StatusPrivate) // the site stores draft
	for n, want := range []string{"created created", "unchanged unchanged"} {
		server.ResetRequests()
		done, actions := ensured(t, menus.New(site), menu, all, nil)
		switch {
		case actions != want:
			t.Errorf("EnsureItems %d: %s, error %v, want %s", n, actions, done[1].Err, want)
		case len(done[0].Rewritten) > 0 || !slices.Equal(done[1].Rewritten, []string{"status"}):
			t.Errorf("EnsureItems %d: rewritten %q and %q, want none and the status", n, done[0].Rewritten, done[1].Rewritten)
		case n == 1 && writes(server) > 0:
			t.Errorf("EnsureItems of rewritten items wrote %d times, want 0", writes(server))
		}
	}
}

func TestEnsureItemsSendsTheArgumentsOfItsOptions(t *testing.T) {
	t.Parallel()
	server, site, menu := emptyMenu(t)
	ensured(t, menus.New(site), menu, branches(1), nil, cms.Argument("lang", "de"), cms.Header("X-Mark", "7"))
	for _, r := range server.Requests() {
		sent := r.Query
		if r.Method != http.MethodGet {
			sent = string(r.Body)
		}
		if !strings.Contains(sent, "lang=de") {
			t.Errorf("EnsureItems with options sent %s %s, want lang=de", r.Method, sent)
		}
	}
}

func TestEnsureItemsEndsAfterABreak(t *testing.T) {
	t.Parallel()
	_, site, menu := emptyMenu(t)
	for range menus.New(site).EnsureItems(t.Context(), menu, branches(2), nil) {
		break
	}
	isShown(t, site, menu, []string{"Type & 0 /0", "Type & 1 /1"}, "after a break at the first item")
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	for i, one := range menus.New(site).EnsureItems(ctx, menu, branches(3), nil) {
		if !errors.Is(one.Err, context.Canceled) {
			t.Errorf("EnsureItems with an ended context: item %d has the error %v, want Canceled", i, one.Err)
		}
	}
}
