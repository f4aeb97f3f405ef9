package main

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// variations are the routes of a shop whose products have variations.
func variations(schema string) string {
	const paged = `"page": {"type": "integer"}, "per_page": {"type": "integer"}`
	return strings.Join([]string{
		reads("products", paged, ""), reads(`products/(?P<id>[\\d]+)`, "", ""),
		reads(`products/(?P<product>[\\d]+)/variations`, paged, schema),
		reads(`products/(?P<product>[\\d]+)/variations/(?P<id>[\\d]+)`, "", schema),
	}, ",")
}

const variationSchema = `, "schema": {"title": "variation", "properties": {"id": {"type": "integer"},
	"stock": {"type": "integer"}}}`

// TestSeveralParentsAreSampled has a newest product without variations, and variations whose
// stock is not tracked.
func TestSeveralParentsAreSampled(t *testing.T) {
	t.Parallel()
	site := newMadeUp(t, variations(variationSchema), map[string]string{
		"products": `[{"id": 9}, {"id": 8}, {"id": 7}]`, "products/9": `{"id": 9}`,
		"products/9/variations": `[]`, "products/8/variations": `[{"id": 81, "stock": 4}]`,
		"products/7/variations":    `[{"id": 71, "stock": null}]`,
		"products/8/variations/81": `{"id": 81, "stock": 4}`, "products/7/variations/71": `{"id": 71, "stock": null}`,
	})
	source, _ := site.generated(t)
	if got := declaration(t, source, "Variation", "Stock"); !strings.HasPrefix(got, "*int ") {
		t.Errorf("field Stock, which is null for one product: %s, want *int", got)
	}
	for _, path := range []string{"products/8/variations/81", "products/7/variations/71"} {
		if !slices.Contains(site.requested(), path) {
			t.Errorf("requests: %q, want %s", site.requested(), path)
		}
	}
}

// TestParentsWithRecordsAreReadFirst has 50 products, of which the last one names its variations.
func TestParentsWithRecordsAreReadFirst(t *testing.T) {
	t.Parallel()
	var products strings.Builder
	responses := map[string]string{"products/1": `{"id": 1}`, "products/50/variations": `[{"id": 501, "stock": 4}]`,
		"products/50/variations/501": `{"id": 501, "stock": null}`}
	for id := 1; id < 50; id++ {
		fmt.Fprintf(&products, `{"id": %d, "variations": []}, `, id)
		responses[fmt.Sprintf("products/%d/variations", id)] = "[]"
	}
	responses["products"] = "[" + products.String() + `{"id": 50, "variations": [501]}]`
	site := newMadeUp(t, variations(""), responses)
	source, _ := site.generated(t)
	if got := declaration(t, source, "ProductVariation", "Stock"); !strings.HasPrefix(got, "*float64 ") {
		t.Errorf("field Stock of the variations of the last product: %s, want *float64", got)
	}
	if n := len(site.requested()); n > 15 {
		t.Errorf("cmsgen sent %d requests for samples, want at most 15: %q", n, site.requested())
	}
}

// TestSamplesAskForAsManyRecordsAsTheArgumentAllows has lists that refuse more.
func TestSamplesAskForAsManyRecordsAsTheArgumentAllows(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct{ argument, want string }{
		"a maximum":            {`{"type": "integer", "maximum": 3}`, "things?per_page=3"},
		"a minimum":            {`{"type": "integer", "minimum": 10}`, "things?per_page=10"},
		"values":               {`{"type": "integer", "enum": [2, 4, 20]}`, "things?per_page=4"},
		"only large values":    {`{"type": "integer", "enum": [20, 10]}`, "things?per_page=10"},
		"no limit":             {`{"type": "integer"}`, "things?per_page=5"},
		"a limit not declared": {`{"type": "integer", "default": 2}`, "things"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			site := newMadeUp(t, reads("things", `"per_page": `+test.argument, ""), map[string]string{"things": "400",
				test.want: `[{"name": "x"}]`})
			source, messages := site.generated(t)
			if !strings.Contains(source, "([]Thing, error)") || messages != "" {
				t.Errorf("list that answers only to %s: %s, requests %q, want a list of records", test.want, messages,
					site.requested())
			}
		})
	}
}

// TestSamplesOfASchemaCountOnAllItsRoutes has one schema on two routes, of which one is empty.
func TestSamplesOfASchemaCountOnAllItsRoutes(t *testing.T) {
	t.Parallel()
	const schema = `, "schema": {"title": "thing", "properties": {"id": {"type": "integer"},
		"size": {"type": "integer"}, "price": {"type": "number"}, "place": {"type": "integer"}}}`
	const other = `, "schema": {"title": "thing", "properties": {"id": {"type": "integer"},
		"size": {"type": "string"}, "price": {"type": "number"}}}`
	site := newMadeUp(t, reads("things", "", schema)+","+reads("things/archived", "",
		schema)+","+reads("things/other", "", other),
		map[string]string{
			"things": `[{"id": 1, "size": "large", "price": null,
				"place": 1}]`, "things/archived": `[]`, "things/other": `[{"id": 1}]`,
		})
	source, _ := site.generated(t)
	for field, want := range map[string]string{"Size": "string", "Price": "*float64", "Place": "int"} {
		for _, typ := range []string{"Thing", "ThingArchived"} {
			if strings.Contains(source, "type "+typ+" = Thing\n") {
				continue
			}
			got := declaration(t, source, typ, field)
			if name, _, _ := strings.Cut(got, " "); name != want {
				t.Errorf("field %s of %s: %s, want %s as the other route has it", field, typ, got, want)
			}
		}
	}
	if got := declaration(t, source, "ThingOther", "Price"); !strings.HasPrefix(got, "float64 ") {
		t.Errorf("field Price of another schema with the title: %s, want float64", got)
	}
}

// TestSamplesOfAnObjectCountWhereverItsSchemaIs has an object of one form in the records of two lists, one around its
// records, and a sample with null in one of them.
func TestSamplesOfAnObjectCountWhereverItsSchemaIs(t *testing.T) {
	t.Parallel()
	const place = `{"type": "object", "properties": {"city": {"type": "string"}, "lat": {"type": "number"},
		"floor": {"type": "integer"}}}`
	schema := func(title string) string {
		return `, "schema": {"title": "` + title + `", "properties": {"id": {"type": "integer"}, "rank": {"type": "integer"},
			"place": ` + place + `}}`
	}
	site := newMadeUp(t, strings.Join([]string{
		reads("shops", "", schema("shop")), reads("depots", `"page": {"type": "integer"}`, schema("depot")),
		reads("closed/depots", "", schema("depot")),
	}, ","), map[string]string{
		"shops":         `[{"id": 1, "rank": 2, "place": {"city": "x", "lat": 1.5, "floor": null}}]`,
		"depots":        `{"items": [{"id": 1, "rank": null, "place": {"city": "x", "lat": "n/a", "floor": 1}}], "total": 1}`,
		"closed/depots": `[]`,
	})
	source, _ := site.generated(t)
	for _, test := range []struct{ typ, field, want string }{
		{"Place", "Floor", "*int"}, {"Depot", "Rank", "*int"}, {"Shop", "Rank", "int"}, {"Place", "Lat", "json.RawMessage"},
	} {
		got := declaration(t, source, test.typ, test.field)
		if typ, _, _ := strings.Cut(got, " "); typ != test.want {
			t.Errorf("field %s of %s: %s, want %s", test.field, test.typ, got, test.want)
		}
	}
	if want := "type ClosedDepot = Depot\n"; !strings.Contains(source, want) {
		t.Errorf("code for an empty list of depots: no %s, want it\n%s", want, source)
	}
}

// TestParentsThatCountRecordsAreReadFirst has albums whose fields count their photos.
func TestParentsThatCountRecordsAreReadFirst(t *testing.T) {
	t.Parallel()
	albums := ""
	for id := range 12 {
		albums += fmt.Sprintf(`{"id": %d, "photos_count": %d},`, id+1, id/11)
	}
	site := newMadeUp(t, strings.Join([]string{
		reads("albums", "", ""), reads(`albums/(?P<id>[\\d]+)`, "", ""), reads(`albums/(?P<id>[\\d]+)/photos`, "", ""),
	}, ","), map[string]string{
		"albums": "[" + strings.TrimSuffix(albums, ",") + "]", "albums/1": `{"id": 1, "photos_count": 0}`,
		"albums/12/photos": `[{"id": 5, "width": null}, {"id": 6, "width": 40}]`,
	})
	source, _ := site.generated(t)
	if got := declaration(t, source, "AlbumPhoto", "Width"); !strings.HasPrefix(got, "*float64 ") {
		t.Errorf("field Width of a photo: %s, want *float64; requests %q", got, site.requested())
	}
}

// TestRecordsWhoseNamesHaveAFolderAreSampled has records with names such as "folder/file", as plugins have.
func TestRecordsWhoseNamesHaveAFolderAreSampled(t *testing.T) {
	t.Parallel()
	const schema = `, "schema": {"title": "plug", "type": "object", "properties": {"plug": {"type": "string"},
		"version": {"type": "string"}}}`
	site := newMadeUp(t, reads("plugs", "", schema)+`, `+reads(`plugs/(?P<plug>[^.\\/]+(?:\\/[^.\\/]+)?)`, "", schema),
		map[string]string{
			"plugs":     `[{"plug": "a/b", "version": "1.2"}]`,
			"plugs/a/b": `{"plug": "a/b", "version": "1.2"}`,
		})
	if source, _ := site.generated(t); !strings.Contains(source, `"made/v1/plugs", "plug")`) {
		t.Errorf("code for records with a folder in their names: no catalog by plug, want one\n%s", source)
	}
	if got, want := site.requested(), []string{"plugs", "plugs/a/b"}; !slices.Equal(got, want) {
		t.Errorf("samples: %q, want %q", got, want)
	}
}
