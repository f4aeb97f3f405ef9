package ledger_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/cms/abilities"
	"github.com/fontcms/fontcms-go/cms/appearance"
	"github.com/fontcms/fontcms-go/cms/comments"
	"github.com/fontcms/fontcms-go/cms/describe"
	"github.com/fontcms/fontcms-go/cms/editor"
	"github.com/fontcms/fontcms-go/cms/health"
	"github.com/fontcms/fontcms-go/cms/menus"
	"github.com/fontcms/fontcms-go/cms/plugins"
	"github.com/fontcms/fontcms-go/cms/search"
	"github.com/fontcms/fontcms-go/cms/settings"
	"github.com/fontcms/fontcms-go/cms/terms"
	"github.com/fontcms/fontcms-go/cms/users"
	"github.com/fontcms/fontcms-go/cms/widgets"
	"github.com/fontcms/fontcms-go/internal/replay/sitetest"
)

// notLive are operations that no test site answers, and why.
var notLive = map[string]string{
	"POST /cms/v2/plugins": "a test site reaches no directory to install from",
	"DELETE /cms/v2/plugins/{plugin}": "TestLivePluginIsDeletedWithItsFolder, which is given the " +
		"folder of the site, has it",
	"DELETE /cms/v2/navigation/{parent}/revisions/{id}": "sites refuse it to everybody",
	"GET /cms/v2/block-directory/search":                "TestLiveDirectoriesAreSearched has it",
	"GET /cms/v2/pattern-directory/patterns":            "TestLiveDirectoriesAreSearched has it",
	"PUT /cms/v2/font-families/{id}":                    "WordPress 7.1 rejects every value of its argument",
	"PATCH /cms/v2/font-families/{id}":                  "WordPress 7.1 rejects every value of its argument",
	"GET /cms/v2/font-collections/{slug}":               "a test site reaches no network to load it from",
	"GET /cms/v2/menu-locations/{location}":             "a theme of blocks has no locations",
	"POST /cms-abilities/v1/abilities/{name}/run":       "TestLiveEachAbilityRunsByItsMethod has it",
	"DELETE /cms-abilities/v1/abilities/{name}/run":     "TestLiveEachAbilityRunsByItsMethod has it",
}

// answered are the operations that a site answered well, in the words of the specification.
type answered struct {
	own string // how the site spells the prefix

	mu   sync.Mutex
	seen []request
}

func (a *answered) RoundTripper(next http.RoundTripper) http.RoundTripper {
	return roundTripper(func(r *http.Request) (*http.Response, error) {
		resp, err := next.RoundTrip(r)
		if err == nil && resp.StatusCode < 300 {
			_, path, _ := strings.Cut(r.URL.Path, "-json/")
			a.mu.Lock()
			a.seen = append(a.seen, request{service: "cms", method: r.Method, path: a.specified("/" + path)})
			a.mu.Unlock()
		}
		return resp, err
	})
}

type roundTripper func(*http.Request) (*http.Response, error)

func (f roundTripper) RoundTrip(r *http.Request) (*http.Response, error) { return f(r) }

// specified is a route of the site as the specification spells it.
func (a *answered) specified(route string) string {
	return regexp.MustCompile(`(/|_)`+a.own+`(/|-|_)|/`+a.own+`_`).ReplaceAllStringFunc(route, func(found string) string {
		return strings.Replace(found, a.own, "cms", 1)
	})
}

// TestLiveEveryOperationOfTheAreasResponds calls all operations of the areas that a site
// has, as an administrator, each by each of its methods.
func TestLiveEveryOperationOfTheAreasResponds(t *testing.T) {
	t.Parallel()
	var heard answered
	site := sitetest.Live(t, cms.WithMiddleware(heard.RoundTripper))
	heard.own = site.Prefix()
	said, err := describe.Of(t.Context(), site.Read, "")
	if err != nil {
		t.Fatal(err)
	}
	var due []operation
	for _, o := range coreTable(t) {
		if slices.Contains(notYet, o.name()) || unsent[o.name()] != "" {
			continue
		}
		for route, r := range said.Routes {
			methods := func(e describe.Endpoint) bool { return slices.Contains(e.Methods, o.Method) }
			if "^"+heard.specified(route)+"$" == o.pattern.String() && slices.ContainsFunc(r.Endpoints, methods) {
				due = append(due, o)
			}
		}
	}
	ran := &areasRun{t, site, t.Context()}
	ran.terms()
	ran.comments()
	ran.users()
	ran.menus()
	ran.whole()
	ran.abilities()
	ran.widgets()
	ran.editor()
	ran.fonts()
	ran.styles()
	ran.templates()
	called := 0
	for _, o := range due {
		reason := notLive[o.Method+" "+o.Path]
		switch found := slices.ContainsFunc(heard.seen, o.matches); {
		case found:
			called++
		case reason == "":
			t.Errorf("Operation %s got no response, want one", o.name())
		default:
			t.Logf("%s is not called: %s", o.name(), reason)
		}
	}
	t.Logf("%d of the %d operations that the site has of the areas' answered, in %d calls", called, len(due),
		len(heard.seen))
}

// areasRun calls the operations of the areas.
type areasRun struct {
	t    *testing.T
	site *cms.Client
	ctx  context.Context //nolint:containedctx // that of the one test
}

// must fails the test with the error of a call that should succeed.
func must[V any](v V, err error) func(r *areasRun, what string) V {
	return func(r *areasRun, what string) V {
		r.t.Helper()
		if err != nil {
			r.t.Fatalf("Call of %s: error %v, want none", what, err)
		}
		return v
	}
}

// written are records of which an administrator may write each.
type written[T, P, L any] interface {
	List(ctx context.Context, options *L, more ...cms.CallOption) (*cms.ListPage[T], error)
	Create(ctx context.Context, params *P, options ...cms.CallOption) (*T, error)
	Get(ctx context.Context, id int64, options ...cms.GetOption) (*T, error)
	Update(ctx context.Context, id int64, params *P, options ...cms.CallOption) (*T, error)
}

// everyVerb calls all verbs of a collection but Delete, and returns the record it made.
func everyVerb[T, P, L any](r *areasRun, what string, all written[T, P, L], params *P, id func(*T) int64) int64 {
	r.t.Helper()
	must(all.List(r.ctx, nil))(r, what)
	made := id(must(all.Create(r.ctx, params))(r, what))
	must(all.Get(r.ctx, made))(r, what)
	for _, method := range updateMethods {
		must(all.Update(r.ctx, made, params, cms.UpdateMethod(method)))(r, what)
	}
	return made
}

func (r *areasRun) terms() {
	collections := map[string]*terms.Terms{"categories": terms.Categories(r.site), "tags": terms.Tags(r.site),
		"pattern categories": terms.PatternCategories(r.site)}
	if _, err := collections["pattern categories"].List(r.ctx, nil); err != nil { // 6.1 has none
		delete(collections, "pattern categories")
	}
	for what, all := range collections {
		made := everyVerb(r, what, all, &terms.Params{Name: new("Every verb of " + what)},
			func(v *terms.Term) int64 { return v.ID })
		must(all.Delete(r.ctx, made))(r, what)
	}
	must(terms.Taxonomies(r.site).List(r.ctx, nil))(r, "taxonomies")
	must(terms.Taxonomies(r.site).Get(r.ctx, "category"))(r, "taxonomies")
}

func (r *areasRun) comments() {
	post := must(r.site.Posts.Create(r.ctx,
		&cms.PostParams{Title: new("Every verb"), Status: new(cms.StatusPublish)}))(r, "a post")
	r.t.Cleanup(func() { _, _ = r.site.Posts.Delete(context.Background(), post.ID) })
	all, n := comments.New(r.site), 0
	text := func() *comments.Params {
		n++
		return &comments.Params{Post: &post.ID, Content: new(fmt.Sprint("Text ", n))}
	}
	made := everyVerb(r, "comments", all, text(), func(v *comments.Comment) int64 { return v.ID })
	must(all.Delete(r.ctx, made))(r, "comments")
}

func (r *areasRun) users() {
	all := users.New(r.site)
	must(all.List(r.ctx, nil))(r, "users")
	const password = "correct horse battery"
	made := must(all.Create(r.ctx, &users.Params{
		Username: new("every-verb"), Email: new("every-verb@docs.example.org"), Password: new(password),
		Roles: []string{"administrator"},
	}))(r, "users")
	r.t.Cleanup(func() { _, _ = all.Delete(context.Background(), made.ID, users.ReassignTo(1)) })
	must(all.Get(r.ctx, made.ID))(r, "users")
	for _, method := range updateMethods {
		must(all.Update(r.ctx, made.ID, &users.Params{Description: new(method)}, cms.UpdateMethod(method)))(r, "users")
	}
	keys := users.New(r.site).Passwords(made.ID)
	key := must(keys.Create(r.ctx, &users.PasswordParams{Name: new("one")}))(r, "passwords")
	must(keys.List(r.ctx, nil))(r, "passwords")
	must(keys.Get(r.ctx, key.UUID))(r, "passwords")
	for _, method := range updateMethods {
		must(keys.Update(r.ctx, key.UUID, &users.PasswordParams{Name: new(method)}, cms.UpdateMethod(method)))(r, "passwords")
	}
	must(users.New(r.site).MyPasswords.Introspect(r.ctx))(r, "passwords")
	must(keys.Delete(r.ctx, key.UUID))(r, "passwords")
	last := must(keys.Create(r.ctx, &users.PasswordParams{Name: new("two")}))(r, "passwords")
	self, err := r.site.With(cms.WithApplicationPassword("every-verb", last.Secret.Reveal()))
	if err != nil {
		r.t.Fatal(err)
	}
	must(users.New(self).Me(r.ctx))(r, "me")
	for _, method := range updateMethods {
		must(users.New(self).UpdateMe(r.ctx, &users.Params{Description: new(method)}, cms.UpdateMethod(method)))(r, "me")
	}
	must(users.New(self).DeleteMe(r.ctx, users.ReassignTo(1)))(r, "me")
	other := must(all.Create(r.ctx,
		&users.Params{Username: new("every-other"), Email: new("every-other@docs.example.org"),
			Password: new(password)}))(r, "users")
	must(users.New(r.site).Passwords(other.ID).RevokeAll(r.ctx))(r, "passwords")
	must(all.Delete(r.ctx, other.ID, users.ReassignTo(1)))(r, "users")
}

func (r *areasRun) menus() {
	all := menus.New(r.site)
	made := everyVerb(r, "menus", all, &menus.Params{Name: new("Every verb"), Description: new("")},
		func(v *menus.Menu) int64 { return v.ID })
	must(all.Delete(r.ctx, made, menus.DeleteItems))(r, "menus")
	must(menus.New(r.site).Locations.List(r.ctx, nil))(r, "locations")

	navigations, n := menus.New(r.site).Navigations, 0
	text := func() *menus.NavigationParams {
		n++
		return &menus.NavigationParams{Title: new("Every verb"),
			Content: new(fmt.Sprintf("<!-- wp:page-list /--><p>%d</p>", n)), Status: new(cms.StatusPublish)}
	}
	bar := everyVerb(r, "navigation", navigations, text(), func(v *menus.Navigation) int64 { return v.ID })
	must(navigations.Update(r.ctx, bar, text()))(r, "navigation")
	revisions := navigations.Revisions(bar)
	kept := must(revisions.List(r.ctx, nil))(r, "revisions")
	if len(kept.Items) == 0 {
		r.t.Fatal("List of the revisions after an update: none, want one")
	}
	must(revisions.Get(r.ctx, kept.Items[0].ID))(r, "revisions")
	if _, err := revisions.Delete(r.ctx, kept.Items[0].ID); !errors.Is(err, cms.ErrForbidden) {
		r.t.Errorf("Delete of a revision of a navigation: error %v, want ErrForbidden", err)
	}
	autosaves := navigations.Autosaves(bar)
	must(autosaves.Create(r.ctx, text()))(r, "autosaves")
	must(autosaves.List(r.ctx))(r, "autosaves")
	must(autosaves.Get(r.ctx))(r, "autosaves")
	must(navigations.Delete(r.ctx, bar))(r, "navigation")
	// 6.1 has no such route, and its operation is not due there
	if _, err := menus.New(r.site).MakeFallback(r.ctx); err != nil {
		r.t.Logf("fallback: %v", err)
	}
}

// widgets writes a widget. A theme of blocks has only the sidebar of inactive widgets.
func (r *areasRun) widgets() {
	all := widgets.New(r.site)
	raw := &widgets.InstanceParams{Raw: map[string]string{"text": "every verb"}}
	made := must(all.Create(r.ctx, &widgets.Params{IDBase: new("text"), Instance: raw}))(r, "widgets")
	must(all.Get(r.ctx, made.ID))(r, "widgets")
	must(all.List(r.ctx, nil))(r, "widgets")
	must(all.Sidebars.List(r.ctx, nil))(r, "sidebars")
	must(all.Sidebars.Get(r.ctx, widgets.Inactive))(r, "sidebars")
	must(all.Types.List(r.ctx, nil))(r, "types")
	must(all.Types.Get(r.ctx, "text"))(r, "types")
	must(all.Types.Encode(r.ctx, "text", nil, ""))(r, "types")
	must(all.Types.Render(r.ctx, "text", nil))(r, "types")
	for _, method := range updateMethods {
		must(all.Update(r.ctx, made.ID, &widgets.Params{Instance: raw}, cms.UpdateMethod(method)))(r, "widgets")
		must(all.Sidebars.Edit(r.ctx, widgets.Inactive, func(ids []string) ([]string, error) {
			return append(ids[1:], ids[0]), nil
		}, cms.UpdateMethod(method)))(r, "sidebars")
	}
	must(all.Delete(r.ctx, made.ID))(r, "widgets")
}

// templates writes a template and a part. An older site has no history of them.
func (r *areasRun) templates() {
	look, text := appearance.New(r.site), new("<!-- wp:paragraph --><p>a</p><!-- /wp:paragraph -->")
	ofTemplate, ofPart := &appearance.TemplateParams{Content: text}, &appearance.PartParams{Content: text}
	ofTemplate.Slug, ofPart.Slug = new("every-verb"), new("every-verb")
	template := must(look.Templates.Create(r.ctx, ofTemplate))(r, "templates")
	part := must(look.Parts.Create(r.ctx, ofPart))(r, "parts")
	must(look.Templates.List(r.ctx, nil))(r, "templates")
	must(look.Templates.Get(r.ctx, template.ID))(r, "templates")
	must(look.Parts.List(r.ctx, nil))(r, "parts")
	must(look.Parts.Get(r.ctx, part.ID))(r, "parts")
	for _, method := range updateMethods {
		content := new("<!-- wp:paragraph --><p>" + method + "</p><!-- /wp:paragraph -->")
		by := cms.UpdateMethod(method)
		ofTemplate, ofPart := &appearance.TemplateParams{Content: content}, &appearance.PartParams{Content: content}
		must(look.Templates.Update(r.ctx, template.ID, ofTemplate, by))(r, "templates")
		must(look.Parts.Update(r.ctx, part.ID, ofPart, by))(r, "parts")
	}
	if _, err := look.TemplateRevisions(template.ID).List(r.ctx, nil); !errors.Is(err, cms.ErrNotFound) {
		kept := must(look.TemplateRevisions(template.ID).List(r.ctx, nil))(r, "revisions")
		must(look.TemplateRevisions(template.ID).Get(r.ctx, kept[0].RowID))(r, "revisions")
		must(look.TemplateRevisions(template.ID).Delete(r.ctx, kept[0].RowID))(r, "revisions")
		must(look.TemplateAutosaves(template.ID).Create(r.ctx, &appearance.TemplateParams{Content: text}))(r, "autosaves")
		must(look.TemplateAutosaves(template.ID).List(r.ctx, nil))(r, "autosaves")
		must(look.TemplateAutosaves(template.ID).Get(r.ctx))(r, "autosaves")
		earlier := must(look.PartRevisions(part.ID).List(r.ctx, nil))(r, "revisions")
		must(look.PartRevisions(part.ID).Get(r.ctx, earlier[0].RowID))(r, "revisions")
		must(look.PartRevisions(part.ID).Delete(r.ctx, earlier[0].RowID))(r, "revisions")
		must(look.PartAutosaves(part.ID).Create(r.ctx, &appearance.PartParams{Content: text}))(r, "autosaves")
		must(look.PartAutosaves(part.ID).List(r.ctx, nil))(r, "autosaves")
		must(look.PartAutosaves(part.ID).Get(r.ctx))(r, "autosaves")
	}
	must(look.LookUpTemplate(r.ctx, "every-verb", nil))(r, "look-up")
	must(look.Export(r.ctx, io.Discard))(r, "export")
	must(look.Templates.Delete(r.ctx, template.ID))(r, "templates")
	must(look.Parts.Delete(r.ctx, part.ID))(r, "parts")
}

// editor reads what the editor offers. An older site has neither icons nor the views.
func (r *areasRun) editor() {
	tools := editor.New(r.site)
	must(tools.BlockTypes.List(r.ctx, nil))(r, "block types")
	must(tools.BlockTypes.In(r.ctx, "core", nil))(r, "block types")
	must(tools.BlockTypes.Get(r.ctx, "core/archives"))(r, "block types")
	must(tools.Patterns(r.ctx))(r, "patterns")
	must(tools.PatternCategories(r.ctx))(r, "categories")
	must(tools.Render(r.ctx, "core/archives", nil))(r, "render")
	must(tools.Render(r.ctx, "core/archives", &editor.RenderOptions{Attributes: struct{}{}}))(r, "render")
	if _, err := tools.ViewConfig(r.ctx, "postType", "page"); errors.Is(err, cms.ErrNoRoute) {
		return
	}
	must(tools.Icons.List(r.ctx, nil))(r, "icons")
	must(tools.Icons.In(r.ctx, "core", nil))(r, "icons")
	must(tools.Icons.Get(r.ctx, "core/arrow-down"))(r, "icons")
	must(tools.Icons.Collections(r.ctx, nil))(r, "collections")
	must(tools.Icons.Collection(r.ctx, "core"))(r, "collections")
}

// abilities runs one of the abilities that a site has without plugins.
func (r *areasRun) abilities() {
	all := abilities.New(r.site)
	if _, err := all.List(r.ctx, nil); errors.Is(err, cms.ErrNoRoute) {
		return // the site is older than abilities, so none of their operations is due
	}
	one := must(all.Get(r.ctx, "core/get-site-info"))(r, "abilities")
	must(abilities.Run[map[string]any](r.ctx, all, one, nil))(r, "abilities")
	must(all.Categories.List(r.ctx, nil))(r, "categories")
	must(all.Categories.Get(r.ctx, one.Category))(r, "categories")
}

func (r *areasRun) whole() {
	all := settings.New(r.site)
	now := must(all.Get(r.ctx))(r, "settings")
	for _, method := range updateMethods {
		must(all.Update(r.ctx, &settings.Params{PostsPerPage: &now.PostsPerPage}, cms.UpdateMethod(method)))(r, "settings")
	}
	must(settings.New(r.site).Types.List(r.ctx, nil))(r, "types")
	must(settings.New(r.site).Types.Get(r.ctx, "post"))(r, "types")
	must(settings.New(r.site).Statuses.List(r.ctx, nil))(r, "statuses")
	must(settings.New(r.site).Statuses.Get(r.ctx, "publish"))(r, "statuses")
	themes := must(appearance.New(r.site).Themes.List(r.ctx, nil))(r, "themes")
	must(appearance.New(r.site).Themes.Get(r.ctx, themes[0].Stylesheet))(r, "themes")
	must(search.New(r.site).List(r.ctx, nil))(r, "search")
	if _, err := search.New(r.site).Details(r.ctx, r.site.Site()+"/"); err != nil {
		r.t.Logf("details: %v", err)
	}
	installed := plugins.New(r.site)
	list := must(installed.List(r.ctx, nil))(r, "plugins")
	name := list[0].Plugin
	must(installed.Get(r.ctx, name))(r, "plugins")
	for _, method := range updateMethods {
		must(installed.Deactivate(r.ctx, name, cms.UpdateMethod(method)))(r, "plugins")
	}
	if list[0].Status == plugins.Active {
		must(installed.Activate(r.ctx, name))(r, "plugins")
	}
	for _, test := range health.Tests() {
		must(health.New(r.site).Run(r.ctx, test))(r, string(test))
	}
	must(health.New(r.site).DirectorySizes(r.ctx))(r, "sizes")
}
