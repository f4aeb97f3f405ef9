package main

import (
	"fmt"
	"strings"
	"testing"
)

// TestRoutesBecomeTheExpectedTypes is the table of how routes are called.
func TestRoutesBecomeTheExpectedTypes(t *testing.T) {
	t.Parallel()
	const (
		paged    = `{"methods": ["GET"], "args": {"page": {"type": "integer"}, "per_page": {"type": "integer"}}}`
		filtered = `{"methods": ["GET"], "args": {"page": {"type": "integer"}, "per_page": {"type": "integer"}, ` +
			`"slug": {"type": "array"}, "status": {"type": "array"}}}`
		plainG  = `{"methods": ["GET"]}`
		post    = `{"methods": ["POST"], "args": {"a": {"type": "string"}}}`
		update  = `{"methods": ["PUT", "PATCH"], "args": {"a": {"type": "string"}}}`
		remove  = `{"methods": ["DELETE"], "args": {"hard": {"type": "boolean"}}}`
		article = `{"methods": ["POST"], "args": {"status": {"type": "string"}, "slug": {"type": "string"}}}`
		force   = `{"methods": ["DELETE"], "args": {"force": {"type": "boolean"}}}`
		number  = `/a/v1/things/(?P<id>[\\d]+)`
		word    = `/a/v1/things/(?P<slug>[\\w-]+)`
	)
	ordered := func(words string) string {
		return `{"methods": ["GET"], "args": {"page": {"type": "integer"}, "per_page": {"type": "integer"},
			"orderby": {"type": "string", "enum": [` + words + `]}}}`
	}
	schema := func(title, key, typ string) string {
		return `"schema": {"title": "` + title + `", "properties": {"` + key + `": {"type": "` + typ +
			`"}, "a": {"type": "string"}}}`
	}
	route := func(pattern, endpoints, rest string) string {
		if rest != "" {
			rest = ", " + rest
		}
		return `"` + pattern + `": {"endpoints": [` + endpoints + `]` + rest + `}`
	}
	for name, test := range map[string]struct {
		routes []string
		want   []string // lines of the code
	}{
		"pages of records with numbers": {
			[]string{route("/a/v1/things", paged+","+post, schema("thing", "id", "integer")),
				route(number, plainG+","+update+","+remove, "")},
			[]string{"type Things = cms.Collection[Thing, ThingParams, ThingListOptions]",
				"func NewThings(site *cms.Client) *Things {"},
		},
		"a list without an order by id": {
			[]string{route("/a/v1/things", ordered(`"name", "total"`)+","+post, schema("thing", "id", "integer")),
				route(number, plainG+","+update+","+remove, "")},
			[]string{"\treturn cms.NewCollection[Thing, ThingParams, ThingListOptions](site, " +
				"\"a/v1/things\").WithWalkOrders(nil)"},
		},
		"a list with an order by id": {
			[]string{route("/a/v1/things", ordered(`"name", "id"`)+","+post, schema("thing", "id", "integer")),
				route(number, plainG+","+update+","+remove, "")},
			[]string{"\treturn cms.NewCollection[Thing, ThingParams, ThingListOptions](site, \"a/v1/things\")"},
		},
		"records with a status, a slug and a trash": {
			[]string{route("/a/v1/things", filtered+","+article, schema("thing", "id", "integer")),
				route(number, plainG+","+article+","+force, "")},
			[]string{"type Things = cms.Content[Thing, ThingParams, ThingListOptions]",
				"	return cms.NewContent[Thing, ThingParams, ThingListOptions](site, "},
		},
		"a status and a slug without a trash": {
			[]string{route("/a/v1/things", paged+","+article, schema("thing", "id", "integer")),
				route(number, plainG+","+article+","+remove, "")},
			[]string{"type Things = cms.Collection[Thing, ThingParams, ThingListOptions]"},
		},
		"files of the media library": {
			[]string{route("/a/v1/things", paged+","+article,
				schema("thing", "id", "integer")[:len(schema("thing", "id", "integer"))-2]+`, "media_type": {"type": "string"}}}`),
				route(number, plainG+","+article+","+force, "")},
			[]string{"type Things = cms.Collection[Thing, ThingParams, ThingListOptions]"},
		},
		"nothing is written": {
			[]string{route("/a/v1/things", paged, schema("thing", "id", "integer")), route(number, plainG, "")},
			[]string{"type Things = cms.Collection[Thing, cms.ReadOnly, ThingListOptions]",
				"// Things are the records of a/v1/things. These methods fail, because the site has no\n// route for them: " +
					"Create, Update, Delete.\n"},
		},
		"an update is a PUT, which a collection does not send": {
			[]string{route("/a/v1/things", paged+","+post, schema("thing", "id", "integer")),
				route(number, plainG+","+update+","+remove, "")},
			[]string{"Update fails, because the site has no route\n// for it.\ntype Things = cms.Collection[",
				"func (s *ThingCalls) Update(ctx context.Context, id int64, params *ThingParams, "},
		},
		"a document that only is read": {
			[]string{route("/a/v1/thing", plainG, schema("thing", "size", "integer"))},
			[]string{"// NewThing returns the document at a/v1/thing. Update fails, because the site has no\n" +
				"// route for it.\n"},
		},
		"a list without pages": {
			[]string{route("/a/v1/things", plainG+","+post, schema("thing", "id", "integer")),
				route(number, plainG+","+update+","+remove, "")},
			[]string{
				"func (s *Things) List(ctx context.Context, callOptions ...cms.CallOption) ([]Thing, error) {",
				"func (s *Things) Create(ctx context.Context, params *ThingParams, callOptions ...cms.CallOption) " +
					"(*Thing, error) {",
				"func (s *Things) Get(ctx context.Context, id int64, callOptions ...cms.CallOption) (*Thing, error) {",
				"func (s *Things) Update(ctx context.Context, id int64, params *ThingParams, callOptions ...cms.CallOption) " +
					"(*Thing, error) {",
				"func (s *Things) Delete(ctx context.Context, id int64, options *ThingDeleteOptions, callOptions " +
					"...cms.CallOption) (*cms.Written[Thing], error) {",
				"\t\tMethod:    http.MethodPut,", "\t\tUpdate:    true,", "\t\tID:        id,",
			},
		},
		"records with names": {
			[]string{route("/a/v1/things", plainG, schema("thing", "slug", "string")), route(word, plainG, "")},
			[]string{"type Things = cms.Catalog[Thing, cms.ReadOnly, ThingListOptions]",
				`	return cms.NewCatalog[Thing, cms.ReadOnly, ThingListOptions](site, "a/v1/things", "slug")`},
		},
		"names that no member holds": {
			[]string{route("/a/v1/things", plainG, schema("thing", "size", "integer")), route(word, plainG, "")},
			[]string{"func (s *Things) Get(ctx context.Context, slug string, callOptions ...cms.CallOption) (*Thing, error) {"},
		},
		"a document": {
			[]string{route("/a/v1/settings", plainG+","+post, schema("settings", "size", "integer"))},
			[]string{"func NewSettings(site *cms.Client) *cms.Document[Settings, SettingsParams] {"},
		},
		"a sample of a route without a GET": {
			[]string{route("/a/v1/send", post, `"seen": {"": ["object"], ".lines": ["array"], ".lines[]": ["object"], `+
				`".lines[].x": ["string"]}`)},
			[]string{"func (s *AService) Send(ctx context.Context, params *SendParams, "},
		},
		"a record below the index of a namespace": {
			[]string{route("/a/v1", `{"methods": ["GET"], "args": {"namespace": {}, "context": {}}}`, ""),
				route(`/a/v1/(?P<slug>[\\w-]+)`, plainG, schema("thing", "size", "integer"))},
			[]string{"func NewThing(site *cms.Client, slug string) *cms.Document[Thing, cms.ReadOnly] {"},
		},
		"a document of a record": {
			[]string{route(`/a/v1/styles/(?P<id>[\\d]+)`, plainG, schema("style", "size", "integer"))},
			[]string{"func NewStyle(site *cms.Client, id int64) *cms.Document[Style, cms.ReadOnly] {",
				`	return cms.NewDocument[Style, cms.ReadOnly](site, "a/v1/styles/"+strconv.FormatInt(id, 10))`},
		},
		"a plural of its title alone": {
			[]string{route("/a/v1/patterns", plainG, schema("block-pattern", "size", "integer"))},
			[]string{"func (s *AService) BlockPatterns(ctx context.Context, callOptions ...cms.CallOption) ([]BlockPattern, " +
				"error) {"},
		},
		"an object of records that was seen": {
			[]string{route("/a/v1/cabinet", plainG,
				schema("cabinet", "size", "integer")+`, "seen": {"": ["object of records"]}`)},
			[]string{"func (s *AService) Cabinet(ctx context.Context, callOptions ...cms.CallOption) (map[string]Cabinet, " +
				"error) {"},
		},
		"a plural that is one object": {
			[]string{route("/a/v1/things", plainG, schema("thing", "size", "integer")+`, "seen": {"": ["object"]}`)},
			[]string{"func NewThing(site *cms.Client) *cms.Document[Thing, cms.ReadOnly] {"},
		},
		"records of a record": {
			[]string{route(`/a/v1/shelves/(?P<shelf>[\\d]+)/things`, paged, schema("thing", "id", "integer")),
				route(`/a/v1/shelves/(?P<parent>[\\d]+)/things/(?P<id>[\\d]+)`, plainG, "")},
			[]string{"func NewThings(site *cms.Client, shelf int64) *Things {",
				`"a/v1/shelves/"+strconv.FormatInt(shelf, 10)+"/things")`},
		},
		"an action": {
			[]string{route(`/a/v1/things/(?P<id>[\\d]+)/polish`, post, "")},
			[]string{"func (s *AService) ThingPolish(ctx context.Context, id int64, params *ThingPolishParams, callOptions " +
				"...cms.CallOption) (json.RawMessage, error) {"},
		},
		"no schema": {
			[]string{route("/a/v1/stats", `{"methods": ["GET"], "args": {"type": {"type": "string"}, "where": {"type": `+
				`"object"}}}`, "")},
			[]string{"func (s *AService) Stats(ctx context.Context, options *StatsOptions, callOptions ...cms.CallOption) " +
				"(json.RawMessage, error) {", "is left out: where."},
		},
		"parameters with the names of keywords": {
			[]string{route(`/a/v1/(?P<type>\\w+)/(?P<func>\\w+)/(?P<site>\\w+)/(?P<ctx>\\d+)`, plainG,
				schema("x", "size", "integer"))},
			[]string{"func NewX(site *cms.Client, typeValue string, funcValue string, siteValue string, ctxValue int64) " +
				"*cms.Document[X, cms.ReadOnly] {"},
		},
		"parameters with the names of types": {
			[]string{route(`/a/v1/(?P<string>\\w+)/(?P<int64>\\w+)/(?P<error>\\w+)/(?P<nil>\\w+)`, plainG,
				schema("x", "size", "integer"))},
			[]string{"func NewX(site *cms.Client, stringValue string, int64Value string, errorValue string, nilValue string) " +
				"*cms.Document[X, cms.ReadOnly] {"},
		},
		"a deletion that needs more": {
			[]string{
				route("/a/v1/things", paged, schema("thing", "id", "integer")),
				route(number, plainG+`, {"methods": ["DELETE"], "args": {"force": {"type": "boolean"}, "heir": {"type": `+
					`"integer", "required": true}, "why": {"type": "string", "required": true}}}`, ""),
			},
			[]string{
				"func DeleteThing(ctx context.Context, site *cms.Client, id int64, heir int64, why string, options " +
					"...cms.CallOption) (*cms.Deleted[Thing], error) {",
				`		Query:     url.Values{"force": {"true"}, "heir": {strconv.FormatInt(heir, 10)}, "why": {why}},`,
			},
		},
		"two routes with the same title": {
			[]string{
				route("/a/v1/things", plainG, schema("thing", "slug", "string")), route(word, plainG, ""),
				route("/a/v1/things/mine", plainG, schema("thing", "slug", "string")),
			},
			[]string{"type Things = cms.Catalog[Thing, cms.ReadOnly, ThingListOptions]",
				"func NewThingMine(site *cms.Client) *cms.Document[ThingMine, cms.ReadOnly] {"},
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			source := made(t, `{"routes": {`+strings.Join(test.routes, ", ")+`}}`)
			for _, want := range test.want {
				if !strings.Contains(source, want) {
					t.Errorf("generate: %s\nwant %s", source, want)
				}
			}
		})
	}
}

func TestKnownFieldsGetTheTypesOfPackageCMS(t *testing.T) {
	t.Parallel()
	for typ, members := range map[string]map[string]string{
		"cms.DiscussionStatus": {"comment_status": "open", "ping_status": "closed", "default_comment_status": "open",
			"default_ping_status": "closed"},
		"cms.Format": {"format": "aside", "default_post_format": "video"},
		"cms.Status": {"status": "draft"}, "cms.Order": {"order": "asc"}, "cms.OrderBy": {"orderby": "menu_order"},
		"cms.Context":         {"context": "embed"},
		"cms.TaxRelation":     {"tax_relation": "AND"},
		"cms.SearchSemantics": {"search_semantics": "exact"}, "cms.SearchColumn": {"search_columns": "post_title"},
	} {
		for member, value := range members {
			source := made(t, things(`"`+member+`": {"type": "string", "enum": ["`+value+`"]}`, "", ""))
			if got, want := declaration(t, source, "Thing", goName(member)), typ+" `json:\""+member+"\"`"; got != want {
				t.Errorf("generate: the field %s is %s, want %s", member, got, want)
			}
		}
	}
}

func TestUpToTwentyUnknownMembersAreNamed(t *testing.T) {
	t.Parallel()
	for n, named := range map[int]bool{1: true, 20: true, 21: false} {
		var seen strings.Builder
		for i := range n {
			fmt.Fprintf(&seen, `, ".x%d": ["string"]`, i)
		}
		source := made(t, things("", strings.TrimPrefix(seen.String(), ", "), ""))
		if got := strings.Contains(source, "seen to return"); got != named {
			t.Errorf("generate with %d unknown fields names them: %t, want %t", n, got, named)
		}
	}
}

func TestKnownValuesAreThoseOfTheSDK(t *testing.T) {
	t.Parallel()
	source := made(t, things(
		`"status": {"type": "string", "enum": ["publish", "draft", "pending", "sold-out"]}, "order": {"type": "string", `+
			`"enum": ["asc", "random", "sideways"]}, "a": {"type": "array", "items": {"type": "string", "enum": ["x", "y"]}}`,
		"", `"status": {"type": "string", "enum": ["publish", "on hold"]}, "a": {"type": "array", "items": {"type": `+
			`"string", "enum": ["y", "z"]}}`))
	for name, want := range map[string]string{
		"Status": "cms.Status `json:\"status\"` One of \"publish\", \"draft\", \"pending\", \"sold-out\".",
		"Order":  "ThingOrder `json:\"order\"`",
		"A":      "[]ThingA `json:\"a\"`",
	} {
		if got := declaration(t, source, "Thing", name); got != want {
			t.Errorf("generate: the field %s is %s, want %s", name, got, want)
		}
	}
	words := strings.Join(strings.Fields(source), " ")
	for _, want := range []string{
		`const ( ThingStatusSoldOut cms.Status = "sold-out" ThingStatusOnHold cms.Status = "on hold" )`,
		`const ( ThingOrderAsc ThingOrder = "asc" ThingOrderRandom ThingOrder = "random" ` +
			`ThingOrderSideways ThingOrder = "sideways" )`,
		`const ( ThingAX ThingA = "x" ThingAY ThingA = "y" ThingAZ ThingA = "z" )`,
	} {
		if !strings.Contains(words, want) {
			t.Errorf("generate: %s\nwant %s", source, want)
		}
	}
}

// TestRouteByNameBelowAListIsTheRecord though the other has more
// endpoints.
func TestRouteByNameBelowAListIsTheRecord(t *testing.T) {
	t.Parallel()
	source := made(t, `{"routes": {
		"/a/v1/things": {"endpoints": [{"methods": ["GET"]}], "schema": {"title": "thing", "properties": {
			"slug": {"type": "string"}, "code": {"type": "string"}}}},
		"/a/v1/things/(?P<code>\\w+)": {"endpoints": [{"methods": ["GET"]}, {"methods": ["POST"]}, {"methods": ["DELETE"]}]},
		"/a/v1/things/(?P<slug>\\w+)": {"endpoints": [{"methods": ["GET"]}]}
	}}`)
	if !strings.Contains(source, `(site, "a/v1/things", "slug")`) {
		t.Errorf("generate: %s\nwant records by slug", source)
	}
}

// TestCollectionBelowAParameterDeletesThere joins two parameters in one path.
func TestCollectionBelowAParameterDeletesThere(t *testing.T) {
	t.Parallel()
	source := made(t, `{"routes": {
		"/a/v1/shelves/(?P<code>\\w+)": {
			"endpoints": [{"methods": ["GET"], "args": {"page": {"type": "integer"}, "per_page": {"type": "integer"}}}],
			"schema": {"title": "thing", "properties": {"id": {"type": "integer"}}}
		},
		"/a/v1/shelves/(?P<code>\\w+)/(?P<id>\\d+)": {"endpoints": [{"methods": ["GET"]}, {"methods": ["DELETE"], "args": {
			"heir": {"type": "integer", "required": true}}}]}
	}}`)
	if !strings.Contains(source, `"a/v1/shelves/" + code + "/" + strconv.FormatInt(id, 10)`) {
		t.Errorf("generate: %s\nwant the code and the id in the path", source)
	}
}

// TestDeleteTakesTheArgumentsThatItNeeds has some of each kind, one with the name of a
// parameter of the route, and two that no caller gives: what may stay away, and force.
func TestDeleteTakesTheArgumentsThatItNeeds(t *testing.T) {
	t.Parallel()
	source := made(t, `{"routes": {
		"/a/v1/shelves/(?P<code>\\w+)": {
			"endpoints": [{"methods": ["GET"], "args": {"page": {"type": "integer"}, "per_page": {"type": "integer"}}}],
			"schema": {"title": "thing", "properties": {"id": {"type": "integer"}}}
		},
		"/a/v1/shelves/(?P<code>\\w+)/(?P<id>\\d+)": {"endpoints": [{"methods": ["GET"]}, {"methods": ["DELETE"], "args": {
			"Code": {"type": "string", "required": true}, "heir": {"type": "integer", "required": true},
			"quiet": {"type": "boolean", "required": true},
			"force": {"type": "boolean", "required": true}, "note": {"type": "string"},
			"a b": {"type": "string", "required": true}
		}}]}
	}}`)
	for _, want := range []string{
		"func DeleteThing(ctx context.Context, site *cms.Client, code string, id int64, code2 string, heir int64, " +
			"quiet bool, options ...cms.CallOption) (*cms.Deleted[Thing], error) {",
		`Operation: "DeleteThing",`,
		`Method:    http.MethodDelete,`,
		`Path:      "a/v1/shelves/" + code + "/" + strconv.FormatInt(id, 10),`,
		`ID:        id,`,
		`Query:     url.Values{"force": {"true"}, "Code": {code2}, "heir": {strconv.FormatInt(heir, 10)}, ` +
			`"quiet": {strconv.FormatBool(quiet)}},`,
	} {
		if !strings.Contains(source, want+"\n") {
			t.Errorf("generate: %s\nwant %s", source, want)
		}
	}
}

func TestRecordsWithoutATitleAreNamedByTheirRoute(t *testing.T) {
	t.Parallel()
	source := made(t, `{"routes": {"/a/v1/drawers/(?P<code>\\w+)": {"endpoints": [{"methods": ["GET"]}]}}}`)
	if !strings.Contains(source, "func (s *AService) DrawerByCode(ctx context.Context, code string, ") {
		t.Errorf("generate: %s\nwant the method DrawerByCode", source)
	}
}

// TestRouteThatListsNothingHasNoRecords has a list that is only deleted, and a route
// that is no path.
func TestRouteThatListsNothingHasNoRecords(t *testing.T) {
	t.Parallel()
	source := made(t, `{"routes": {
		"/(x)": {"endpoints": [{"methods": ["GET"]}]}, "/{id}": {"endpoints": [{"methods": ["GET"]}]},
		"/a/v1/things": {"endpoints": [{"methods": ["DELETE"]}]},
		"/a/v1/things/{id}": {"endpoints": [{"methods": ["GET"]}], "schema": {"title": "thing", "properties": {
			"id": {"type": "integer"}}}}
	}}`)
	for _, want := range []string{
		"func (s *IDService) ByID(ctx context.Context, id int64, callOptions ...cms.CallOption) (json.RawMessage, error) {",
		"func (s *AService) DeleteThings(ctx context.Context, callOptions ...cms.CallOption) " +
			"(*cms.Written[cms.Deleted[cms.Extra]], error) {",
		"func NewThing(site *cms.Client, id int64) *cms.Document[Thing, cms.ReadOnly] {",
	} {
		if !strings.Contains(source, want+"\n") {
			t.Errorf("generate: %s\nwant %s", source, want)
		}
	}
}
