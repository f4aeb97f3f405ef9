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
		made, err := all.Create(ctx, &terms.Params{Name: new("Kerning & Co " + name), Slug: new("kerning-co-" + name),
			Description: new("Pairs")})
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _, _ = all.Delete(context.Background(), made.ID) })
		switch {
		case made.Name != "Kerning &amp; Co "+name:
			t.Errorf("%s: Terms.Create: Name %q, want %q", name, made.Name, "Kerning &amp; Co "+name)
		case made.Slug != "kerning-co-"+name || made.Extra != nil:
			t.Errorf("%s: Terms.Create: Slug %q, Extra %v, want %q and nil", name, made.Slug, made.Extra, "kerning-co-"+name)
		}
		switch changed, err := all.Update(ctx, made.ID, &terms.Params{Description: new("More pairs")},
			cms.UpdateMethod("PATCH")); {
		case err != nil:
			t.Errorf("%s: Terms.Update: error %v, want nil", name, err)
		case changed.Description != "More pairs":
			t.Errorf("%s: Terms.Update: changed.Description %q, want %q", name, changed.Description, "More pairs")
		case changed.Name != made.Name:
			t.Errorf("%s: Terms.Update: changed.Name %q, want %q", name, changed.Name, made.Name)
		}
		found, err := all.List(ctx, &terms.ListOptions{Slug: []string{made.Slug}})
		switch {
		case err != nil:
			t.Errorf("%s: Terms.List: error %v, want nil", name, err)
		case found.Total != 1 || len(found.Items) != 1:
			t.Errorf("%s: Terms.List: Total %d, %d records, want 1 and 1", name, found.Total, len(found.Items))
		case found.Items[0].ID != made.ID:
			t.Errorf("%s: Terms.List: found.Items[0].ID %d, want %d", name, found.Items[0].ID, made.ID)
		}
		params, err := found.Items[0].Params()
		if err != nil {
			t.Fatal(err)
		}
		switch again, err := all.Update(ctx, made.ID, params); {
		case err != nil:
			t.Errorf("Terms.Update(made.ID, params): %s: written back it is %+v, %v, want nil", name, again, err)
		case again.Name != made.Name || again.Description != "More pairs":
			t.Errorf("Terms.Update of %s with its own params: name %q, description %q, want %q and %q", name, again.Name,
				again.Description, made.Name, "More pairs")
		}
		deleted, err := all.Delete(ctx, made.ID)
		switch {
		case err != nil:
			t.Errorf("%s: Terms.Delete(made.ID): error %v, want nil", name, err)
		case !deleted.Deleted:
			t.Errorf("%s: Terms.Delete(%d): Deleted false, want true", name, made.ID)
		case deleted.Previous.ID != made.ID:
			t.Errorf("%s: Terms.Delete(made.ID): Previous.ID %d, want %d", name, deleted.Previous.ID, made.ID)
		}
		if _, err := all.Get(ctx, made.ID); !errors.Is(err, cms.ErrNotFound) {
			t.Errorf("%s: Terms.Get(made.ID): error %v, want ErrNotFound", name, err)
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
		switch {
		case err != nil:
			t.Errorf("%q: Terms.Ensure: error %v, want nil", name, err)
		case again.ID != first.ID:
			t.Errorf("%q: Terms.Ensure: again.ID %d, want %d", name, again.ID, first.ID)
		case again.Name != first.Name || !strings.HasPrefix(again.Description, "Of "):
			t.Errorf("%q: Terms.Ensure: again.Name %q, again.Description %q, want %q and the prefix %q", name, again.Name,
				again.Description, first.Name, "Of ")
		}
	}
	below, err := all.Ensure(ctx, "A & B", &terms.Params{Parent: &first.ID})
	switch {
	case err != nil:
		t.Fatalf("Terms.Ensure: error %v, want nil", err)
	case below.ID == first.ID:
		t.Fatalf("Terms.Ensure: below.ID %d, want a value other than %d", below.ID, first.ID)
	case below.Parent != first.ID:
		t.Fatalf("Terms.Ensure: below.Parent %d, want %d", below.Parent, first.ID)
	}
	t.Cleanup(func() { _, _ = all.Delete(context.Background(), below.ID) })
	switch again, err := all.Ensure(ctx, "A & B", &terms.Params{Parent: &first.ID}); {
	case err != nil:
		t.Errorf("Terms.Ensure: error %v, want nil", err)
	case again.ID != below.ID:
		t.Errorf("Terms.Ensure: again.ID %d, want %d", again.ID, below.ID)
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
		switch {
		case seen[term.ID]:
			t.Errorf("term %d came twice, want each term once", term.ID)
		case term.Taxonomy != "post_tag":
			t.Errorf("Terms.All: Taxonomy %q, want %q", term.Taxonomy, "post_tag")
		}
		seen[term.ID] = true
	}
	n, err := tags.Count(ctx, &terms.ListOptions{Search: "walked"})
	switch {
	case err != nil:
		t.Errorf("%d: Terms.Count: error %v, want nil", len(seen), err)
	case n != 5:
		t.Errorf("Terms.Count: %d, want 5", n)
	case len(seen) != 5:
		t.Errorf("walk yields %d terms, want 5", len(seen))
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
		for _, name := range []string{`R&D live`, `live "quoted" O'Neill`, `live 7 > 6 & "5" < 6`, `live  two   blanks`,
			`live back\slash`, `live AT&copy`, "live Ü é 字"} {
			cases++
			made, err := all.Ensure(ctx, name, nil)
			if err != nil {
				t.Errorf("%s: Terms.Ensure(name): %v", name, err)
				continue
			}
			clean(all, made.ID)
			switch found, err := all.ByName(ctx, strings.ToUpper(name), 0); {
			case err != nil:
				t.Errorf("%s: Terms.ByName(strings.ToUpper(name), 0): error %v, want nil", name, err)
			case found.ID != made.ID:
				t.Errorf("%s: Terms.ByName(strings.ToUpper(name), 0): ID %d, want %d", name, found.ID, made.ID)
			}
			switch again, err := all.Ensure(ctx, name, &terms.Params{Slug: new(fmt.Sprint("live-of-its-own-", cases))}); {
			case err != nil:
				t.Errorf("%s: Terms.Ensure: error %v, want nil", name, err)
			case again.ID != made.ID:
				t.Errorf("%s: Terms.Ensure: again.ID %d, want %d", name, again.ID, made.ID)
			case again.Slug != fmt.Sprint("live-of-its-own-", cases):
				t.Errorf("%s: Terms.Ensure: again.Slug %q, want %q", name, again.Slug, fmt.Sprint("live-of-its-own-", cases))
			}
			_, err = all.Ensure(ctx, "live other", &terms.Params{Slug: new(fmt.Sprint("live-of-its-own-", cases))})
			taken, ok := errors.AsType[*cms.SlugTakenError](err)
			if !ok {
				t.Fatalf("%s: Terms.Ensure: error %v, want a *cms.SlugTakenError", name, err)
			}
			if _, err := all.Delete(ctx, taken.ID); err != nil {
				t.Error(err)
			}
			params, err := made.Params()
			if err != nil {
				t.Fatal(err)
			}
			switch again, err := all.Update(ctx, made.ID, params); {
			case err != nil:
				t.Errorf("Terms.Update(made.ID, params): %s: written back it is %q, %v, want nil", made.Name, again.Name, err)
			case again.Name != made.Name:
				t.Errorf("Terms.Update of %q with its own params: name %q, want it unchanged", made.Name, again.Name)
			}
		}
		for _, slug := range []string{"live-slug", "live-gr%c3%b6%c3%9fe"} {
			cases++
			made, err := all.EnsureSlug(ctx, slug, &terms.Params{Name: new("Live slug")})
			if err != nil {
				t.Fatal(err)
			}
			clean(all, made.ID)
			switch again, err := all.EnsureSlug(ctx, slug, nil); {
			case err != nil:
				t.Errorf("%s: Terms.EnsureSlug(slug): error %v, want nil", slug, err)
			case again.ID != made.ID:
				t.Errorf("%s: Terms.EnsureSlug(slug): again.ID %d, want %d", slug, again.ID, made.ID)
			}
		}
	}
	categories := terms.Categories(site)
	deep, err := categories.EnsurePath(ctx, "Live type/Serif & co/Old")
	if err != nil {
		t.Fatal(err)
	}
	again, err := categories.EnsurePath(ctx, "live type / serif &amp; co / old")
	switch {
	case err != nil:
		t.Errorf("Terms.EnsurePath: error %v, want nil", err)
	case again.ID != deep.ID:
		t.Errorf("Terms.EnsurePath: again.ID %d, want %d", again.ID, deep.ID)
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
		{"a name that exists", refused, terms.CodeTermExists}, {"a name of tags alone", emptied, terms.CodeEmptyName},
		{"a slug that is taken", slug, terms.CodeDuplicateSlug},
		{"a parent without levels", level, terms.CodeNoLevels}, {"an unknown parent", parent, terms.CodeInvalidTerm},
		{"an unknown id", unknown, cms.ErrNotFound},
		{"an id of another taxonomy", foreign, cms.ErrNotFound},
		{"the terms of an unknown post", list, cms.ErrBadRequest}, {"an unknown taxonomy", noTaxonomy, cms.ErrNotFound},
		{"a taxonomy's name for its route", noRoute, cms.ErrNoRoute},
	} {
		switch {
		case !errors.Is(c.got, c.want):
			t.Errorf("%s: c.got error %v, want %v", c.name, c.got, c.want)
		case errors.Is(c.got, cms.ErrOutcomeUnknown):
			t.Errorf("%s: c.got error %v, want an error other than ErrOutcomeUnknown", c.name, c.got)
		}
	}
	t.Log("12 errors")
}

func TestLiveTaxonomiesLeadToTheirTerms(t *testing.T) {
	t.Parallel()
	site := sitetest.Live(t)
	list, err := terms.Taxonomies(site).List(t.Context(), &terms.TaxonomyListOptions{Context: cms.ContextEdit})
	if err != nil || len(list) < 3 {
		t.Fatalf("Catalog.List: error %v, length of list %d, want nil and at least 3", err, len(list))
	}
	for _, taxonomy := range list {
		switch {
		case taxonomy.Extra != nil:
			t.Errorf("Catalog.List: Extra %v, want nil", taxonomy.Extra)
		case len(taxonomy.Capabilities) == 0:
			t.Error("Catalog.List: length of taxonomy.Capabilities 0, want more than 0")
		case len(taxonomy.Labels) == 0:
			t.Error("Catalog.List: length of taxonomy.Labels 0, want more than 0")
		case taxonomy.RestBase == "":
			t.Error("Catalog.List: RestBase empty, want a text")
		}
		one, err := terms.Taxonomies(site).Get(t.Context(), taxonomy.Slug)
		switch {
		case err != nil:
			t.Errorf("Catalog.Get(taxonomy.Slug): error %v, want nil", err)
		case one.Name != taxonomy.Name:
			t.Errorf("Catalog.Get(taxonomy.Slug): Name %q, want %q", one.Name, taxonomy.Name)
		}
		if taxonomy.Slug == "nav_menu" {
			continue // menus have other fields
		}
		if _, err := one.Terms(site).List(t.Context(), nil); err != nil {
			t.Errorf("%s: Terms.List: %v", taxonomy.Slug, err)
		}
	}
	none, err := terms.Taxonomies(site).List(t.Context(), &terms.TaxonomyListOptions{Type: "nosuch"})
	if err != nil || len(none) != 0 {
		t.Errorf("Catalog.List: error %v, none %v, want nil and an empty list", err, none)
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
		{Name: "list to edit", Least: "editor", Refused: cms.CodeForbiddenContext,
			Do: func(ctx context.Context, as *cms.Client, _ string) error {
				_, err := terms.Categories(as).List(ctx, &terms.ListOptions{Context: cms.ContextEdit})
				return err
			}},
		{Name: "create a category", Least: "editor", Refused: cms.CodeCannotCreate, Do: create(terms.Categories)},
		{Name: "create a tag", Least: "contributor", Refused: cms.CodeCannotCreate, Do: create(terms.Tags)},
		{Name: "update", Least: "editor", Refused: "rest_cannot_update",
			Do: func(ctx context.Context, as *cms.Client, _ string) error {
				_, err := terms.Tags(as).Update(ctx, shared.ID, &terms.Params{Description: new("x")})
				return err
			}},
		{Name: "delete", Least: "editor", Refused: cms.CodeCannotDelete,
			Do: func(ctx context.Context, as *cms.Client, role string) error {
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
	switch again, err := all.Ensure(ctx, "live PATTERNS", nil); {
	case err != nil:
		t.Errorf("Terms.Ensure: error %v, want nil", err)
	case again.ID != made.ID || again.Parent != 0:
		t.Errorf("Terms.Ensure: again.ID %d, again.Parent %d, want %d and 0", again.ID, again.Parent, made.ID)
	}
	switch changed, err := all.Update(ctx, made.ID, &terms.Params{Description: new("d")}, cms.UpdateMethod("PUT")); {
	case err != nil:
		t.Errorf("Terms.Update: error %v, want nil", err)
	case changed.Description != "d":
		t.Errorf("Terms.Update: changed.Description %q, want %q", changed.Description, "d")
	}
}
