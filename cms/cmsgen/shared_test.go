package main

import (
	"regexp"
	"strings"
	"testing"
)

// TestEqualTypesAreNamedAfterWhatTheyAre has a field with one form in two records, and two routes with one argument.
func TestEqualTypesAreNamedAfterWhatTheyAre(t *testing.T) {
	t.Parallel()
	const meta = `"meta_data": {"type": "array", "items": {"type": "object", "properties": {"key": {"type": "string"}}}}`
	schema := func(title string) string {
		return `, "schema": {"title": "` + title + `", "properties": {"id": {"type": "integer"},
			"x_` + title + `": {"type": "string"}, ` + meta + `}}`
	}
	source := made(t, `{"routes": {`+strings.Join([]string{
		reads("coupons", `"scope": {"type": "string"}`, schema("coupon")), reads("products",
			`"scope": {"type": "string"}`, schema("product")),
	}, ",")+`}}`)
	for typ, field := range map[string]string{"Coupon": "MetaData", "Product": "MetaData"} {
		if got, want := declaration(t, source, typ, field), "[]MetaData `json:\"meta_data\"`"; got != want {
			t.Errorf("field %s of %s: %s, want %s", field, typ, got, want)
		}
	}
	for _, want := range []string{"type MetaData struct {", "type ScopeOptions struct {", "= ScopeOptions\n"} {
		if !strings.Contains(source, want) {
			t.Errorf("code for two records with one field: no %s, want it\n%s", want, source)
		}
	}
}

// TestEqualTypesOfOneThingAreOne has routes whose records, arguments and objects have equal fields.
func TestEqualTypesOfOneThingAreOne(t *testing.T) {
	t.Parallel()
	const (
		place = `{"type": "object", "properties": {"name": {"type": "string"}, "city": {"type": "string"}}}`
		size  = `{"type": "object", "properties": {"src": {"type": "string"}, "width": {"type": "integer"}}}`
		three = `"after": {"type": "string"}, "before": {"type": "string"}, "state": {"type": "string"}`
		log   = `, "schema": {"title": "log", "properties": {"note": {"type": "string"}, "time": {"type": "string"}}}`
		state = `, "schema": {"title": "state", "properties": {"note": {"type": "string"}, "time": {"type": "string"}}}`
		order = `, "schema": {"title": "order", "properties": {"id": {"type": "integer"}, "billing": ` + place +
			`, "shipping": ` + place + `}}`
		client = `, "schema": {"title": "client", "properties": {"id": {"type": "integer"}, "billing": ` + place +
			`, "sizes": {"type": "object", "properties": {"small": ` + size + `, "large": ` + size + `}}}}`
		album = `, "schema": {"title": "album", "properties": {"id": {"type": "integer"}, "image": {"type": "object",
			"properties": {"alt": {"type": "string"}}}, "images": {"type": "array", "items": {"type": "object",
			"properties": {"url": {"type": "string"}}}}}}`
	)
	source := made(t, `{"routes": {`+strings.Join([]string{
		reads("orders", three, order), reads("clients", "", client), reads("albums", three, album),
		reads("logs", "", log), reads("clients/logs", "", log), reads("states", "", state),
		reads("orders/files", three+`, "kind": {"type": "string"}`, ""),
		reads("clients/files", three+`, "kind": {"type": "string"}`, ""),
	}, ",")+`}}`)
	for _, test := range []struct{ typ, field, want string }{
		{"Order", "Billing", "Billing"}, {"Client", "Billing", "Billing"}, {"Order", "Shipping", "OrderShipping"},
		{"ClientSizes", "Small", "ClientSize"}, {"ClientSizes", "Large", "ClientSize"}, {"Album", "Image", "AlbumImage"},
		{"Album", "Images", "[]AlbumImageElement"},
	} {
		got := declaration(t, source, test.typ, test.field)
		if typ, _, _ := strings.Cut(got, " "); typ != test.want {
			t.Errorf("field %s of %s: %s, want %s", test.field, test.typ, got, test.want)
		}
	}
	for _, want := range []string{
		"type State struct {", "type Log struct {", "type ClientLog = Log\n", "type FilesOptions struct {",
		"type OrderFilesOptions = FilesOptions\n", "type ClientFilesOptions = FilesOptions\n", "type OrderOptions struct {",
		"type AlbumOptions struct {",
	} {
		if !strings.Contains(source, want) {
			t.Errorf("code for equal types: no %s, want it\n%s", want, source)
		}
	}
}

// TestNamesTellRoutesApartByWords has records of one title in two namespaces, and a long route.
func TestNamesTellRoutesApartByWords(t *testing.T) {
	t.Parallel()
	const schema = `, "schema": {"title": "item", "properties": {"id": {"type": "integer"}, "a": {"type": "object",
		"properties": {"b": {"type": "string"}}}}}`
	route := func(path, rest string) string { return strings.ReplaceAll(reads("", "", rest), "/made/v1/", path) }
	source := made(t, `{"routes": {`+strings.Join([]string{
		route("/pods/v1/pods", ""), route(`/pods/v1/pods/(?P<id>[\\d]+)`, ""), route("/pods/v1/check", ""),
		route("/shop/v1/items", schema), route("/store/v1/items", schema), route("/store/v2/items", schema),
		route("/shop/v1/administration/navigation/recommendations/marketplace/subscriptions", schema),
	}, ",")+`}}`)
	names := regexp.MustCompile(`(?m)^(?:type|func(?: \(\w+ \*\w+\))?) (\w+)`).FindAllStringSubmatch(source, -1)
	if len(names) < 10 {
		t.Fatalf("declared names: %q, want at least 10", names)
	}
	for _, name := range names {
		if regexp.MustCompile(`[a-z][2-9]$`).MatchString(name[1]) && !strings.HasSuffix(name[1], "V2") {
			t.Errorf("name %s ends in a number, want words of its route\n%s", name[1], source)
		}
		if len(name[1]) > maxName {
			t.Errorf("name %s has %d letters, want at most %d", name[1], len(name[1]), maxName)
		}
	}
}

// TestTypesThatOnlySamplesTellApartAreOne has two records with a field of one form. Samples of the first lack a member
// of it, and samples of the second have another kind of value there.
func TestTypesThatOnlySamplesTellApartAreOne(t *testing.T) {
	t.Parallel()
	record := func(title, seen string) string {
		return `, "schema": {"title": "` + title + `", "properties": {"id": {"type": "integer"},
			"x_` + title + `": {"type": "string"}, "style": {"type": "object", "properties": {
			"label": {"type": "string"}, "name": {"type": "string"}, "css": {"type": "string"}}}}},
			"seen": {"": ["object"], ".style": ["object"], ".style.css": [` + seen + `]}`
	}
	source := made(t, `{"routes": {`+strings.Join([]string{
		reads("blocks", "", record("block", `"string", "absent"`)),
		reads("patterns", "", record("pattern", `"string", "null"`)),
	}, ",")+`}}`)
	for _, typ := range []string{"Block", "Pattern"} {
		if got, want := declaration(t, source, typ, "Style"), "Style `json:\"style\"`"; got != want {
			t.Errorf("field Style of %s: %s, want %s", typ, got, want)
		}
	}
	want := "*string `json:\"css\"` The site also returns null. Some records lack it."
	if got := declaration(t, source, "Style", "CSS"); got != want {
		t.Errorf("field CSS of Style: %s, want %s", got, want)
	}
}
