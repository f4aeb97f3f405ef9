package terms_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/fontcms/fontcms-go/batch"
	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/cms/terms"
	"github.com/fontcms/fontcms-go/internal/replay/sitetest"
)

func TestLiveTermsAreWrittenAndRead(t *testing.T) {
	t.Parallel()
	site := sitetest.Live(t)
	for name, of := range map[string]func(*cms.Client) *terms.Terms{"categories": terms.Categories, "tags": terms.Tags} {
		all, ctx := of(site), t.Context()
		made, err := all.Create(ctx, &terms.Params{Name: new("Kerning & Co " + name), Slug: new("kerning-co-" + name), Description: new("Pairs")})
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _, _ = all.Delete(context.Background(), made.ID) })
		if made.Name != "Kerning &amp; Co "+name || made.Slug != "kerning-co-"+name || made.Extra != nil {
			t.Errorf("%s: %+v", name, made)
		}
		if changed, err := all.Update(ctx, made.ID, &terms.Params{Description: new("More pairs")}, cms.UpdateMethod("PATCH")); err != nil || changed.Description != "More pairs" || changed.Name != made.Name {
			t.Errorf("%s: %+v, %v", name, changed, err)
		}
		found, err := all.List(ctx, &terms.ListOptions{Slug: []string{made.Slug}})
		if err != nil || found.Total != 1 || len(found.Items) != 1 || found.Items[0].ID != made.ID {
			t.Errorf("%s: %+v, %v", name, found, err)
		}
		params, err := found.Items[0].Params()
		if err != nil {
			t.Fatal(err)
		}
		if again, err := all.Update(ctx, made.ID, params); err != nil || again.Name != made.Name || again.Description != "More pairs" {
			t.Errorf("%s: written back it is %+v, %v", name, again, err)
		}
		deleted, err := all.Delete(ctx, made.ID)
		if err != nil || !deleted.Deleted || deleted.Previous.ID != made.ID {
			t.Errorf("%s: %+v, %v", name, deleted, err)
		}
		if _, err := all.Get(ctx, made.ID); !errors.Is(err, cms.ErrNotFound) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestLiveEnsureMakesATermOnce(t *testing.T) {
	t.Parallel()
	site := sitetest.Live(t)
	all, ctx := terms.Categories(site), t.Context()
	first, err := all.Ensure(ctx, "A & B", nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _, _ = all.Delete(context.Background(), first.ID) })
	for _, name := range []string{"A & B", "a & b", "A &amp; B"} {
		again, err := all.Ensure(ctx, name, &terms.Params{Description: new("Of " + name)})
		if err != nil || again.ID != first.ID || again.Name != first.Name || !strings.HasPrefix(again.Description, "Of ") {
			t.Errorf("%q: %+v, %v", name, again, err)
		}
	}
	below, err := all.Ensure(ctx, "A & B", &terms.Params{Parent: &first.ID})
	if err != nil || below.ID == first.ID || below.Parent != first.ID {
		t.Fatalf("%+v, %v", below, err)
	}
	t.Cleanup(func() { _, _ = all.Delete(context.Background(), below.ID) })
	if again, err := all.Ensure(ctx, "A & B", &terms.Params{Parent: &first.ID}); err != nil || again.ID != below.ID {
		t.Errorf("%+v, %v", again, err)
	}
}

func TestLiveTermsAreWalkedExactlyAndInABatch(t *testing.T) {
	t.Parallel()
	site := sitetest.Live(t)
	tags, ctx := terms.Tags(site), t.Context()
	requests := batch.New(site)
	for i := range 5 {
		requests.Add(tags.CreateRequest(&terms.Params{Name: new(fmt.Sprintf("walked %d", i))}))
	}
	report, err := requests.Do(ctx)
	if err != nil {
		t.Fatal(err)
	}
	if err := report.Err(); err != nil && !strings.Contains(err.Error(), string(terms.CodeTermExists)) {
		t.Fatal(err)
	}
	seen := map[int64]bool{}
	for term, err := range tags.All(ctx, &terms.ListOptions{PerPage: 2, Search: "walked"}, cms.Exact()) {
		if err != nil {
			t.Fatal(err)
		}
		if seen[term.ID] || term.Taxonomy != "post_tag" {
			t.Errorf("%+v", term)
		}
		seen[term.ID] = true
	}
	n, err := tags.Count(ctx, &terms.ListOptions{Search: "walked"})
	if err != nil || n != 5 || len(seen) != 5 {
		t.Errorf("%d of %d, %v", len(seen), n, err)
	}
	for term, err := range tags.All(ctx, &terms.ListOptions{Search: "walked"}) {
		if err != nil {
			t.Fatal(err)
		}
		if _, err := tags.Delete(ctx, term.ID); err != nil {
			t.Error(err)
		}
	}
}

func TestLiveTermsByNamePathAndSlug(t *testing.T) {
	t.Parallel()
	site := sitetest.Live(t)
	ctx, cases := t.Context(), 0
	clean := func(all *terms.Terms, id int64) {
		t.Cleanup(func() { _, _ = all.Delete(context.Background(), id) })
	}
	for _, all := range []*terms.Terms{terms.Categories(site), terms.Tags(site)} {
		for _, name := range []string{`R&D live`, `live "quoted" O'Neill`, `live 7 > 6 & "5" < 6`, `live  two   blanks`, `live back\slash`, `live AT&copy`, "live Ü é 字"} {
			cases++
			made, err := all.Ensure(ctx, name, nil)
			if err != nil {
				t.Errorf("%s: %v", name, err)
				continue
			}
			clean(all, made.ID)
			if found, err := all.ByName(ctx, strings.ToUpper(name), 0); err != nil || found.ID != made.ID {
				t.Errorf("%s: %+v, %v", name, found, err)
			}
			if again, err := all.Ensure(ctx, name, &terms.Params{Slug: new(fmt.Sprint("live-of-its-own-", cases))}); err != nil || again.ID != made.ID || again.Slug != fmt.Sprint("live-of-its-own-", cases) {
				t.Errorf("%s: %+v, %v", name, again, err)
			}
			_, err = all.Ensure(ctx, "live other", &terms.Params{Slug: new(fmt.Sprint("live-of-its-own-", cases))})
			taken, ok := errors.AsType[*cms.SlugTakenError](err)
			if !ok {
				t.Fatalf("%s: %v", name, err)
			}
			if _, err := all.Delete(ctx, taken.ID); err != nil {
				t.Error(err)
			}
			params, err := made.Params()
			if err != nil {
				t.Fatal(err)
			}
			if again, err := all.Update(ctx, made.ID, params); err != nil || again.Name != made.Name {
				t.Errorf("%s: written back it is %q, %v", made.Name, again.Name, err)
			}
		}
		for _, slug := range []string{"live-slug", "live-gr%c3%b6%c3%9fe"} {
			cases++
			made, err := all.EnsureSlug(ctx, slug, &terms.Params{Name: new("Live slug")})
			if err != nil {
				t.Fatal(err)
			}
			clean(all, made.ID)
			if again, err := all.EnsureSlug(ctx, slug, nil); err != nil || again.ID != made.ID {
				t.Errorf("%s: %+v, %v", slug, again, err)
			}
		}
	}
	categories := terms.Categories(site)
	deep, err := categories.EnsurePath(ctx, "Live type/Serif & co/Old")
	if err != nil {
		t.Fatal(err)
	}
	again, err := categories.EnsurePath(ctx, "live type / serif &amp; co / old")
	if err != nil || again.ID != deep.ID {
		t.Errorf("%+v, %v", again, err)
	}
	for term := deep; ; {
		clean(categories, term.ID)
		if term.Parent == 0 {
			break
		}
		if term, err = categories.Get(ctx, term.Parent); err != nil {
			t.Fatal(err)
		}
	}
	t.Logf("%d names and slugs", cases)
}

func TestLiveErrorsOfTerms(t *testing.T) {
	t.Parallel()
	site := sitetest.Live(t)
	ctx, tags, categories := t.Context(), terms.Tags(site), terms.Categories(site)
	a, err := tags.Create(ctx, &terms.Params{Name: new("live error a")})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _, _ = tags.Delete(context.Background(), a.ID) })
	b, err := tags.Create(ctx, &terms.Params{Name: new("live error b")})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _, _ = tags.Delete(context.Background(), b.ID) })
	_, refused := tags.Create(ctx, &terms.Params{Name: new("LIVE error a")})
	_, emptied := tags.Create(ctx, &terms.Params{Name: new("<b></b>")})
	_, slug := tags.Update(ctx, b.ID, &terms.Params{Slug: &a.Slug})
	_, level := tags.Create(ctx, &terms.Params{Name: new("live error c"), Parent: &a.ID})
	_, parent := categories.Create(ctx, &terms.Params{Name: new("live error d"), Parent: new(int64(999999))})
	_, unknown := tags.Get(ctx, 999999)
	_, foreign := categories.Get(ctx, a.ID)
	_, list := tags.List(ctx, &terms.ListOptions{Post: 999999})
	_, noTaxonomy := terms.Taxonomies(site).Get(ctx, "nosuch")
	_, noRoute := terms.New(site, "cms/v2/post_tag").List(ctx, nil)
	for _, c := range []struct {
		name string
		got  error
		want error
	}{
		{"a name that exists", refused, terms.CodeTermExists}, {"a name of tags alone", emptied, terms.CodeEmptyName}, {"a slug that is taken", slug, terms.CodeDuplicateSlug},
		{"a parent without levels", level, terms.CodeNoLevels}, {"an unknown parent", parent, terms.CodeInvalidTerm}, {"an unknown id", unknown, cms.ErrNotFound},
		{"an id of another taxonomy", foreign, cms.ErrNotFound},
		{"the terms of an unknown post", list, cms.ErrBadRequest}, {"an unknown taxonomy", noTaxonomy, cms.ErrNotFound}, {"a taxonomy's name for its route", noRoute, cms.ErrNoRoute},
	} {
		if !errors.Is(c.got, c.want) || errors.Is(c.got, cms.ErrOutcomeUnknown) {
			t.Errorf("%s: %v", c.name, c.got)
		}
	}
	t.Log("12 errors")
}

func TestLiveTaxonomiesLeadToTheirTerms(t *testing.T) {
	t.Parallel()
	site := sitetest.Live(t)
	list, err := terms.Taxonomies(site).List(t.Context(), &terms.TaxonomyListOptions{Context: cms.ContextEdit})
	if err != nil || len(list) < 3 {
		t.Fatalf("%+v, %v", list, err)
	}
	for _, taxonomy := range list {
		if taxonomy.Extra != nil || len(taxonomy.Capabilities) == 0 || len(taxonomy.Labels) == 0 || taxonomy.RestBase == "" {
			t.Errorf("%+v", taxonomy)
		}
		one, err := terms.Taxonomies(site).Get(t.Context(), taxonomy.Slug)
		if err != nil || one.Name != taxonomy.Name {
			t.Errorf("%+v, %v", one, err)
		}
		if taxonomy.Slug == "nav_menu" {
			continue // menus have other fields
		}
		if _, err := one.Terms(site).List(t.Context(), nil); err != nil {
			t.Errorf("%s: %v", taxonomy.Slug, err)
		}
	}
	none, err := terms.Taxonomies(site).List(t.Context(), &terms.TaxonomyListOptions{Type: "nosuch"})
	if err != nil || len(none) != 0 {
		t.Errorf("%+v, %v", none, err)
	}
	t.Logf("%d taxonomies", len(list))
}

func TestLiveRightsOfTerms(t *testing.T) {
	t.Parallel()
	site := sitetest.Live(t)
	shared, err := terms.Tags(site).Create(t.Context(), &terms.Params{Name: new("live shared")})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _, _ = terms.Tags(site).Delete(context.Background(), shared.ID) })
	create := func(of func(*cms.Client) *terms.Terms) func(context.Context, *cms.Client, string) error {
		return func(ctx context.Context, as *cms.Client, role string) error {
			made, err := of(as).Create(ctx, &terms.Params{Name: new("live by " + role)})
			if err == nil {
				_, err = of(site).Delete(ctx, made.ID)
			}
			return err
		}
	}
	cases := sitetest.Check(t, []sitetest.Right{
		{Name: "list", Least: "nobody", Do: func(ctx context.Context, as *cms.Client, _ string) error {
			_, err := terms.Tags(as).List(ctx, nil)
			return err
		}},
		{Name: "list to edit", Least: "editor", Refused: cms.CodeForbiddenContext, Do: func(ctx context.Context, as *cms.Client, _ string) error {
			_, err := terms.Categories(as).List(ctx, &terms.ListOptions{Context: cms.ContextEdit})
			return err
		}},
		{Name: "create a category", Least: "editor", Refused: cms.CodeCannotCreate, Do: create(terms.Categories)},
		{Name: "create a tag", Least: "contributor", Refused: cms.CodeCannotCreate, Do: create(terms.Tags)},
		{Name: "update", Least: "editor", Refused: "rest_cannot_update", Do: func(ctx context.Context, as *cms.Client, _ string) error {
			_, err := terms.Tags(as).Update(ctx, shared.ID, &terms.Params{Description: new("x")})
			return err
		}},
		{Name: "delete", Least: "editor", Refused: cms.CodeCannotDelete, Do: func(ctx context.Context, as *cms.Client, role string) error {
			made, err := terms.Tags(site).Create(ctx, &terms.Params{Name: new("live doomed " + role)})
			if err != nil {
				return err
			}
			if _, err = terms.Tags(as).Delete(ctx, made.ID); err != nil {
				_, _ = terms.Tags(site).Delete(ctx, made.ID)
			}
			return err
		}},
		{Name: "taxonomies", Least: "nobody", Do: func(ctx context.Context, as *cms.Client, _ string) error {
			_, err := terms.Taxonomies(as).List(ctx, nil)
			return err
		}},
		{Name: "taxonomies to edit", Least: "contributor", Do: func(ctx context.Context, as *cms.Client, _ string) error {
			_, err := terms.Taxonomies(as).List(ctx, &terms.TaxonomyListOptions{Context: cms.ContextEdit})
			return err
		}},
	})
	t.Logf("%d cases of rights", cases)
}

func TestLivePatternCategories(t *testing.T) {
	t.Parallel()
	site := sitetest.Live(t)
	all, ctx := terms.PatternCategories(site), t.Context()
	made, err := all.Ensure(ctx, "Live patterns", nil)
	if errors.Is(err, cms.ErrNoRoute) {
		t.Skip("the site has no pattern categories")
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _, _ = all.Delete(context.Background(), made.ID) })
	if again, err := all.Ensure(ctx, "live PATTERNS", nil); err != nil || again.ID != made.ID || again.Parent != 0 {
		t.Errorf("%+v, %v", again, err)
	}
	if changed, err := all.Update(ctx, made.ID, &terms.Params{Description: new("d")}, cms.UpdateMethod("PUT")); err != nil || changed.Description != "d" {
		t.Errorf("%+v, %v", changed, err)
	}
}
