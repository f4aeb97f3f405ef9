package fontlibrary_test

import (
	"errors"
	"net/http"
	"testing"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/cms/fontlibrary"
	"github.com/fontcms/fontcms-go/internal/replay"
	"github.com/fontcms/fontcms-go/internal/replay/sitetest"
)

const (
	familiesPath = "/cms-json/cms/v2/font-families"
	inter        = `{"id":4,"theme_json_version":3,"font_faces":[9,7],
		"font_family_settings":{"name":"Inter","slug":"inter","fontFamily":"Inter, sans-serif","preview":""}}`
)

func TestFamilyIsReadAndBecomesParams(t *testing.T) {
	t.Parallel()
	tap, site := sitetest.NewTap(t, replay.Answer(http.StatusOK, inter), replay.Answer(http.StatusCreated, inter))
	library := fontlibrary.New(site)
	family, err := library.Families.Get(t.Context(), 4)
	if err != nil {
		t.Fatalf("Get: error %v, want nil", err)
	}
	if len(family.FaceIDs) != 2 || len(family.Extra)+len(family.Settings.Extra) > 0 {
		t.Errorf("Get: %+v, want two faces and no unknown fields", family)
	}
	params, err := family.Params()
	if err != nil {
		t.Fatalf("Params: error %v, want nil", err)
	}
	if _, err := library.Families.Create(t.Context(), params); err != nil {
		t.Errorf("Create: error %v, want nil", err)
	}
	tap.Sent("GET "+familiesPath+"/4", "POST "+familiesPath+` {"font_family_settings":`+
		`"{\"name\":\"Inter\",\"slug\":\"inter\",\"fontFamily\":\"Inter, sans-serif\",\"preview\":\"\"}"}`)
}

func TestParamsOfAFamilyThatWasReadInPartAreRefused(t *testing.T) {
	t.Parallel()
	_, site := sitetest.NewTap(t, replay.Answer(http.StatusOK, inter), replay.Answer(http.StatusOK, `{"id":4}`))
	families := fontlibrary.New(site).Families
	part, err := families.Get(t.Context(), 4, cms.Fields("id", "font_family_settings"))
	if err != nil {
		t.Fatal(err)
	}
	less, err := families.Get(t.Context(), 4)
	if err != nil {
		t.Fatal(err)
	}
	for name, family := range map[string]*fontlibrary.Family{"some fields": part, "no settings": less} {
		if params, err := family.Params(); !errors.Is(err, cms.ErrIncomplete) || params != nil {
			t.Errorf("Params of a family with %s: %+v, error %v, want ErrIncomplete", name, params, err)
		}
	}
}

func TestWritesOfAFamilyThatASiteWouldRejectAreRefused(t *testing.T) {
	t.Parallel()
	tap, site := sitetest.NewTap(t)
	families := fontlibrary.New(site).Families
	for argument, params := range map[string]*fontlibrary.FamilyParams{
		"name":       nil,
		"slug":       {Name: new("a"), Slug: new(" "), FontFamily: new("a")},
		"fontFamily": {Name: new("a"), Slug: new("a")},
	} {
		_, err := families.Create(t.Context(), params)
		tap.Refused(err, argument)
	}
	_, err := families.Update(t.Context(), 4, &fontlibrary.FamilyParams{Slug: new("other")})
	tap.Refused(err, "slug")
	_, err = families.BySlug(t.Context(), " ")
	tap.Refused(err, "slug")
}

func TestBySlugChecksWhatTheSiteLists(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		list string
		want error
	}{
		"one":          {"[" + inter + "]", nil},
		"none":         {"[]", cms.ErrNotFound},
		"two":          {"[" + inter + `,{"id":5,"font_family_settings":{"slug":"INTER"}}]`, cms.ErrAmbiguous},
		"another slug": {`[{"id":5,"font_family_settings":{"slug":"lato"}}]`, cms.ErrSlugIgnored},
	} {
		tap, site := sitetest.NewTap(t, replay.Answer(http.StatusOK, c.list))
		family, err := fontlibrary.New(site).Families.BySlug(t.Context(), "Inter")
		if !errors.Is(err, c.want) || (c.want == nil) != (err == nil) {
			t.Errorf("BySlug with a list of %s: %+v, error %v, want %v", name, family, err, c.want)
		}
		tap.Sent("GET " + familiesPath + "?per_page=100&slug%5B%5D=Inter")
	}
	tap, site := sitetest.NewTap(t, replay.Answer(http.StatusOK, "["+inter+"]"))
	if _, err := fontlibrary.New(site).Families.BySlug(t.Context(), "inter", cms.Fields("id")); err != nil {
		t.Errorf("BySlug with Fields: error %v, want nil", err)
	}
	tap.Sent("GET " + familiesPath + "?_fields=id%2Cfont_family_settings.slug&per_page=100&slug%5B%5D=inter")
}

func TestCollectionIsReadWithItsFamilies(t *testing.T) {
	t.Parallel()
	tap, site := sitetest.NewTap(t, replay.Answer(http.StatusOK, `{"slug":"google-fonts","name":"Google","description":"",
		"font_families":[{"font_family_settings":{"name":"Inter","slug":"inter","fontFamily":"Inter","fontFace":[
			{"src":"https://a.example/a.woff2","fontWeight":"400","fontStyle":"normal","fontFamily":"Inter"}]},
			"categories":["sans-serif"]}],
		"categories":[{"name":"Sans Serif","slug":"sans-serif"}]}`))
	collection, err := fontlibrary.New(site).Collections.Get(t.Context(), "google-fonts")
	if err != nil {
		t.Fatalf("Collections.Get: error %v, want nil", err)
	}
	if len(collection.Families) != 1 || len(collection.Categories) != 1 {
		t.Fatalf("Collections.Get: %+v, want a family and a category", collection)
	}
	offer := collection.Families[0]
	if len(offer.Settings.Faces) != 1 || len(offer.Categories) != 1 {
		t.Errorf("Collections.Get: %+v, want a face and a category", offer)
	}
	tap.Sent("GET /cms-json/cms/v2/font-collections/google-fonts")
}
