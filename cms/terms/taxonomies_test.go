package terms_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/cms/terms"
	"github.com/fontcms/fontcms-go/internal/replay"
	"github.com/fontcms/fontcms-go/internal/replay/sitetest"
)

func TestTaxonomiesAreReadFromAnObjectByName(t *testing.T) {
	t.Parallel()
	_, site := sitetest.NewTap(t, replay.Answer(http.StatusOK, `{
		"post_tag":{"name":"Tags","slug":"post_tag","types":["post"],"hierarchical":false,"rest_base":"tags",`+
		`"rest_namespace":"cms/v2","capabilities":{"manage_terms":"manage_post_tags"},"labels":{"name":"Tags",`+
		`"parent_item":null},"visibility":{"public":true,"show_ui":true}},
		"genre":{"name":"Genres","slug":"genre","types":{"1":"book"},"hierarchical":true,"rest_base":"genres",`+
		`"rest_namespace":"acme/v1","labels":[],"capabilities":[]}}`),
		replay.Answer(http.StatusOK, `[]`), replay.Answer(http.StatusOK, `{}`))
	catalog := terms.Taxonomies(site)
	list, err := catalog.List(t.Context(), &terms.TaxonomyListOptions{Context: cms.ContextEdit, Type: "post"})
	if err != nil || len(list) != 2 {
		t.Fatalf("Catalog.List: error %v, length of list %d, want nil and 2", err, len(list))
	}
	tag, genre := list[0], list[1]
	switch {
	case tag.Labels["name"] != "Tags":
		t.Errorf(`Catalog.List: tag.Labels["name"] %q, want %q`, tag.Labels["name"], "Tags")
	case tag.Capabilities["manage_terms"] != "manage_post_tags":
		t.Errorf(`Catalog.List: tag.Capabilities["manage_terms"] %q, want %q`, tag.Capabilities["manage_terms"],
			"manage_post_tags")
	case !tag.Visibility.ShowUI:
		t.Error("taxonomy of tags: ShowUI false, want true")
	case tag.Extra != nil:
		t.Errorf("Catalog.List: tag.Extra %v, want nil", tag.Extra)
	}
	switch {
	case !genre.Hierarchical:
		t.Error("taxonomy of genres: Hierarchical false, want true")
	case len(genre.Types) != 1:
		t.Errorf("taxonomy of genres: types %q, want 1", genre.Types)
	case genre.Types[0] != "book":
		t.Errorf("Catalog.List: genre.Types[0] %q, want %q", genre.Types[0], "book")
	case genre.Capabilities != nil:
		t.Errorf("Catalog.List: Capabilities %v, want nil", genre.Capabilities)
	}
	for range 2 { // [] and {} are no taxonomies
		if none, err := catalog.List(t.Context(), nil); err != nil || len(none) != 0 {
			t.Errorf("Catalog.List: error %v, none %v, want nil and an empty list", err, none)
		}
	}
}

func TestTermsOfATaxonomyAreAtItsOwnRoute(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, want string
		taxonomy   terms.Taxonomy
	}{
		{"a base of its own", "GET /cms-json/cms/v2/tags/7", terms.Taxonomy{Slug: "post_tag", RestBase: "tags",
			RestNamespace: "cms/v2"}},
		{"another namespace", "GET /cms-json/acme/v1/shade/7", terms.Taxonomy{Slug: "shade", RestBase: "shade",
			RestNamespace: "acme/v1"}},
		{"no base", "GET /cms-json/cms/v2/shade/7", terms.Taxonomy{Slug: "shade", RestNamespace: "cms/v2"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			tap, site := sitetest.NewTap(t, replay.Answer(http.StatusOK, serif))
			switch _, err := c.taxonomy.Terms(site).Get(t.Context(), 7); {
			case err != nil:
				t.Errorf("%q: Terms.Get(7): error %v, want nil", tap.Asked(), err)
			case tap.Asked()[0] != c.want:
				t.Errorf("first request %q, want %q", tap.Asked()[0], c.want)
			}
		})
	}
	tap, site := sitetest.NewTap(t)
	_, err := (&terms.Taxonomy{Slug: "shade", RestBase: "shade"}).Terms(site).Get(t.Context(), 7)
	tap.Refused(err, "path")
}

func TestTaxonomiesAreNotWritten(t *testing.T) {
	t.Parallel()
	tap, site := sitetest.NewTap(t)
	_, err := terms.Taxonomies(site).Update(t.Context(), "genre", &cms.ReadOnly{})
	tap.Refused(err, "params")
}

func TestTermsOfATaxonomyOfASiteWithAnotherPrefixComeInPages(t *testing.T) {
	t.Parallel()
	var list strings.Builder
	for id := range 1001 {
		fmt.Fprintf(&list, `,{"id":%d}`, id+1)
	}
	// Some plugins return the whole list for any page size. A plugin may use the prefix as its namespace.
	for namespace, whole := range map[string]bool{"wp/v2": false, "acme/v1": true, "wp/v1": true, "wp": true} {
		tap, site := sitetest.NewTap(t, replay.Answer(http.StatusOK, "["+list.String()[1:]+"]"))
		site, err := site.With(cms.WithPrefix("wp"))
		if err != nil {
			t.Fatal(err)
		}
		page, err := (&terms.Taxonomy{Slug: "shade", RestNamespace: namespace}).Terms(site).List(t.Context(),
			&terms.ListOptions{PerPage: 1})
		switch {
		case (err == nil) != whole:
			t.Errorf("%s: error %v, want nil: %t", namespace, err, whole)
		case whole && len(page.Items) != 1001:
			t.Errorf("%s: %d terms, want 1001", namespace, len(page.Items))
		}
		tap.Sent("GET /wp-json/" + namespace + "/shade?per_page=1")
	}
}
