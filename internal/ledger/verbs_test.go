package ledger_test

import (
	"errors"
	"slices"
	"testing"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/cms/appearance"
	"github.com/fontcms/fontcms-go/cms/comments"
	"github.com/fontcms/fontcms-go/cms/menus"
	"github.com/fontcms/fontcms-go/cms/plugins"
	"github.com/fontcms/fontcms-go/cms/search"
	"github.com/fontcms/fontcms-go/cms/settings"
	"github.com/fontcms/fontcms-go/cms/terms"
	"github.com/fontcms/fontcms-go/cms/users"
	"github.com/fontcms/fontcms-go/media"
)

// verbs says what becomes of the verbs that not every type of records has. nil means
// that it was called and did what it should; an error, that it is refused with it
// before anything is sent, or that the refusal of the site arrives as it.
type verbs struct {
	exact     error // a walk with cms.Exact
	prefetch  error // a walk with cms.Prefetch
	many      error // GetMany
	trash     error
	ensure    error // of the collection by slug, or of the package by what the type is known by
	batch     error // an update in a batch
	revisions error
	autosaves error
}

// errNone stands for a verb that a type does not have: a call of it does not compile.
var errNone = errors.New("there is no such verb")

// numbered are the verbs of a collection whose records have neither trash nor revisions.
func numbered() verbs {
	return verbs{trash: errNone, ensure: errNone, revisions: errNone, autosaves: errNone}
}

// namedOnce are those of one whose package has an Ensure, by name.
func namedOnce() verbs {
	return verbs{trash: errNone, revisions: errNone, autosaves: errNone}
}

// catalog are the verbs of records that have names and no pages, of which an update in
// a batch fails with an error.
func catalog(batch error) verbs {
	return verbs{exact: errNone, prefetch: errNone, many: errNone, trash: errNone, ensure: errNone, batch: batch,
		revisions: errNone, autosaves: errNone}
}

// TestEachVerbOfEachTypeWorksOrIsRefused is the table of what works where.
func TestEachVerbOfEachTypeWorksOrIsRefused(t *testing.T) {
	t.Parallel()
	noBatch, readOnly := cms.CodeBatchNotAllowed, cms.ErrInvalidArgument
	for name, row := range map[string]struct {
		try  func(t *testing.T, s *stocked) verbs
		want verbs
	}{
		"posts":      {tryPosts, verbs{}},
		"pages":      {tryPages, verbs{}},
		"blocks":     {tryBlocks, verbs{}},
		"menu items": {tryMenuItems, verbs{trash: errNone, ensure: errNone, revisions: errNone}},
		"media": {func(t *testing.T, s *stocked) verbs {
			t.Helper()
			library := media.New(s.site)
			got := verbs{trash: lacks(library, "Trash"), revisions: lacks(library, "Revisions"),
				autosaves: lacks(library, "Autosaves")}
			_, got.ensure = library.Ensure(t.Context(), media.Bytes("letters.txt", []byte("letters")), nil)
			ids := walked(t, library, func(m *media.Media) int64 { return m.ID }, &media.ListOptions{PerPage: 5}, &got)
			got.batch = batched(t, s.site, library.UpdateRequest(ids[0], nil))
			return got
		}, verbs{trash: errNone, batch: noBatch, revisions: errNone, autosaves: errNone}},

		"categories":         {tryTerms(terms.Categories), namedOnce()},
		"tags":               {tryTerms(terms.Tags), namedOnce()},
		"pattern categories": {tryTerms(terms.PatternCategories), namedOnce()},
		"another taxonomy": {func(t *testing.T, s *stocked) verbs {
			t.Helper()
			return tried(t, s.stub, cms.NewCollection[terms.Term, terms.Params, terms.ListOptions](s.stub, "acme/v1/shade"),
				sample[terms.Term, terms.Params, terms.ListOptions]{
					id: func(v *terms.Term) int64 { return v.ID }, options: &terms.ListOptions{PerPage: 5},
				})
		}, numbered()},
		"users": {tryUsers, namedOnce()},
		"menus": {tryMenus, namedOnce()},
		"comments": {func(t *testing.T, s *stocked) verbs {
			t.Helper()
			return tried(t, s.site, comments.New(s.site), sample[comments.Comment, comments.Params, comments.ListOptions]{
				id: func(c *comments.Comment) int64 { return c.ID }, options: &comments.ListOptions{PerPage: 5},
			})
		}, verbs{ensure: errNone, batch: noBatch, revisions: errNone, autosaves: errNone}},
		"navigations": {func(t *testing.T, s *stocked) verbs {
			t.Helper()
			return tried(t, s.site, menus.New(s.site).Navigations,
				sample[menus.Navigation, menus.NavigationParams, menus.NavigationListOptions]{
					id: func(n *menus.Navigation) int64 { return n.ID }, options: &menus.NavigationListOptions{PerPage: 5},
				})
		}, verbs{}},
		"search": {func(t *testing.T, s *stocked) verbs {
			t.Helper()
			all := search.New(s.site)
			got := verbs{
				many: lacks(all, "GetMany"), trash: lacks(all, "Trash"), ensure: lacks(all, "Ensure"),
				batch:     lacks(all, "CreateRequest", "UpdateRequest", "DeleteRequest"),
				revisions: lacks(all, "Revisions"), autosaves: lacks(all, "Autosaves"),
			}
			id := func(r *search.Result) int64 { return r.Number() }
			want, err := ids(all.All(t.Context(), nil), id)
			if err != nil {
				t.Fatal(err)
			}
			ahead, err := ids(all.All(t.Context(), nil, cms.Prefetch(3)), id)
			slices.Sort(want) // a site orders results that are equal anew for each request
			slices.Sort(ahead)
			got.prefetch = same(want)(ahead, err)
			got.exact = same(want)(ids(all.All(t.Context(), nil, cms.Exact()), id))
			return got
		}, verbs{exact: cms.ErrExactUnsupported, many: errNone, trash: errNone, ensure: errNone, batch: errNone,
			revisions: errNone, autosaves: errNone}},

		"application passwords": {func(t *testing.T, s *stocked) verbs {
			t.Helper()
			all := users.New(s.site).MyPasswords
			return byName(t, s.site, all, all.UpdateRequest("0f3a", &users.PasswordParams{Name: new("ci")}))
		}, catalog(noBatch)},
		"locations of menus": {func(t *testing.T, s *stocked) verbs {
			t.Helper()
			return byName(t, s.site, menus.New(s.site).Locations, menus.New(s.site).Locations.UpdateRequest("primary", nil))
		}, catalog(readOnly)},
		"types": {func(t *testing.T, s *stocked) verbs {
			t.Helper()
			return byName(t, s.site, settings.New(s.site).Types, settings.New(s.site).Types.UpdateRequest("post", nil))
		}, catalog(readOnly)},
		"statuses": {func(t *testing.T, s *stocked) verbs {
			t.Helper()
			return byName(t, s.site, settings.New(s.site).Statuses, settings.New(s.site).Statuses.UpdateRequest("draft", nil))
		}, catalog(readOnly)},
		"taxonomies": {func(t *testing.T, s *stocked) verbs {
			t.Helper()
			return byName(t, s.site, terms.Taxonomies(s.site), terms.Taxonomies(s.site).UpdateRequest("category", nil))
		}, catalog(readOnly)},
		"themes": {func(t *testing.T, s *stocked) verbs {
			t.Helper()
			return byName(t, s.site, appearance.New(s.site).Themes,
				appearance.New(s.site).Themes.UpdateRequest("twentytwentyfive", nil))
		}, catalog(readOnly)},
		"templates": {func(t *testing.T, s *stocked) verbs {
			t.Helper()
			return byName(t, s.site, appearance.New(s.site).Templates,
				appearance.New(s.site).Templates.UpdateRequest("theme//home", &appearance.TemplateParams{Title: new("Home")}))
		}, catalog(noBatch)},
		"plugins": {func(t *testing.T, s *stocked) verbs {
			t.Helper()
			got := byName(t, s.site, plugins.New(s.site), nil)
			got.batch = lacks(plugins.New(s.site), "CreateRequest", "UpdateRequest", "DeleteRequest")
			return got
		}, catalog(errNone)},
		"settings": {func(t *testing.T, s *stocked) verbs {
			t.Helper()
			return byName(t, s.site, settings.New(s.site), settings.New(s.site).UpdateRequest(nil))
		}, catalog(noBatch)},
		"the user who asks": {func(t *testing.T, s *stocked) verbs {
			t.Helper()
			return byName(t, s.site, struct{}{}, users.New(s.site).UpdateMeRequest(nil))
		}, catalog(noBatch)},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got := row.try(t, newStocked(t))
			for verb, pair := range map[string][2]error{
				"Exact": {got.exact, row.want.exact}, "Prefetch": {got.prefetch, row.want.prefetch},
				"GetMany": {got.many, row.want.many},
				"Trash":   {got.trash, row.want.trash}, "Ensure": {got.ensure, row.want.ensure},
				"a batch":   {got.batch, row.want.batch},
				"Revisions": {got.revisions, row.want.revisions}, "Autosaves": {got.autosaves, row.want.autosaves},
			} {
				if got, want := pair[0], pair[1]; want == nil && got != nil || !errors.Is(got, want) {
					t.Errorf("%s: error %v, want %v", verb, got, want)
				}
			}
		})
	}
}
