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
		"post_tag":{"name":"Tags","slug":"post_tag","types":["post"],"hierarchical":false,"rest_base":"tags","rest_namespace":"cms/v2","capabilities":{"manage_terms":"manage_post_tags"},"labels":{"name":"Tags","parent_item":null},"visibility":{"public":true,"show_ui":true}},
		"genre":{"name":"Genres","slug":"genre","types":{"1":"book"},"hierarchical":true,"rest_base":"genres","rest_namespace":"acme/v1","labels":[],"capabilities":[]}}`),
		replay.Answer(http.StatusOK, `[]`), replay.Answer(http.StatusOK, `{}`))
	catalog := terms.Taxonomies(site)
	list, err := catalog.List(t.Context(), &terms.TaxonomyListOptions{Context: cms.ContextEdit, Type: "post"})
	if err != nil || len(list) != 2 {
		t.Fatalf("%+v, %v", list, err)
	}
	tag, genre := list[0], list[1]
	if tag.Labels["name"] != "Tags" || tag.Capabilities["manage_terms"] != "manage_post_tags" || !tag.Visibility.ShowUI || tag.Extra != nil {
		t.Errorf("%+v", tag)
	}
	if !genre.Hierarchical || len(genre.Types) != 1 || genre.Types[0] != "book" || genre.Capabilities != nil {
		t.Errorf("%+v", genre)
	}
	for range 2 { // [] and {} are no taxonomies
		if none, err := catalog.List(t.Context(), nil); err != nil || len(none) != 0 {
			t.Errorf("%+v, %v", none, err)
		}
	}
}

func TestTheTermsOfATaxonomyAreAtItsOwnRoute(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, want string
		taxonomy   terms.Taxonomy
	}{
		{"a base of its own", "GET /cms-json/cms/v2/tags/7", terms.Taxonomy{Slug: "post_tag", RestBase: "tags", RestNamespace: "cms/v2"}},
		{"another namespace", "GET /cms-json/acme/v1/shade/7", terms.Taxonomy{Slug: "shade", RestBase: "shade", RestNamespace: "acme/v1"}},
		{"no base", "GET /cms-json/cms/v2/shade/7", terms.Taxonomy{Slug: "shade", RestNamespace: "cms/v2"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			tap, site := sitetest.NewTap(t, replay.Answer(http.StatusOK, serif))
			if _, err := c.taxonomy.Terms(site).Get(t.Context(), 7); err != nil || tap.Asked()[0] != c.want {
				t.Errorf("%q, %v", tap.Asked(), err)
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

func TestTheTermsOfATaxonomyOfASiteWithAnotherPrefixComeInPages(t *testing.T) {
	t.Parallel()
	var list strings.Builder
	for id := range 1001 {
		fmt.Fprintf(&list, `,{"id":%d}`, id+1)
	}
	for namespace, whole := range map[string]bool{"wp/v2": false, "acme/v1": true} { // plugins give the whole list whatever is asked for
		tap, site := sitetest.NewTap(t, replay.Answer(http.StatusOK, "["+list.String()[1:]+"]"))
		site, err := site.With(cms.WithPrefix("wp"))
		if err != nil {
			t.Fatal(err)
		}
		page, err := (&terms.Taxonomy{Slug: "shade", RestNamespace: namespace}).Terms(site).List(t.Context(), &terms.ListOptions{PerPage: 1})
		if (err == nil) != whole || whole && len(page.Items) != 1001 {
			t.Errorf("%s: %v", namespace, err)
		}
		tap.Sent("GET /wp-json/" + namespace + "/shade?per_page=1")
	}
}
