package main

import (
	"encoding/json"
	"go/format"
	"slices"
	"strings"
	"testing"
)

// quoted is a JSON string.
func quoted(t *testing.T, text string) string {
	t.Helper()
	data, err := json.Marshal(text)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

func TestNamesBecomeThoseOfGo(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]string{
		"id": "ID", "per_page": "PerPage", "orderby": "OrderBy", "date_gmt": "DateGMT", "avatar_urls": "AvatarURLs",
		"featuredMedia": "FeaturedMedia",
		"wp_pattern":    "WPPattern", "3d-model": "X3DModel", "24": "X24", "$%": "", "größe": "Größe", "价格": "X价格",
		"ALLOWED": "Allowed", "SKU": "SKU",
		"a b": "AB", "_links": "Links", "func": "Func", "user_ids": "UserIDs",
	} {
		if got := goName(name); got != want {
			t.Errorf("goName of %q: %q, want %q", name, got, want)
		}
	}
}

func TestNamesThatCollideAreToldApart(t *testing.T) {
	t.Parallel()
	property := func(name string) string { return quoted(t, name) + `: {"type": "string"}` }
	names := []string{"meta_", "Meta", "meta", "me_ta", "meTa", "extra", "links", "reading", "embedded", "id_", "i_d"}
	for range 2 { // the order of the site decides nothing
		var properties []string
		for _, name := range names {
			properties = append(properties, property(name))
		}
		source := made(t, things(strings.Join(properties, ", "), "", ""))
		for name, tag := range map[string]string{"Meta": "meta", "Meta2": "Meta", "Meta3": "meta_", "MeTa": "me_ta",
			"MeTa2": "meTa", "Extra2": "extra", "Links2": "links"} {
			if got := declaration(t, source, "Thing", name); got != "string `json:\""+tag+"\"`" {
				t.Errorf("generate of colliding names: the field %s is %s, want the tag %s", name, got, tag)
			}
		}
		slices.Reverse(names)
	}
	// A newcomer renames no old field.
	before, after := made(t, things(property("meta"), "", "")),
		made(t, things(property("Meta")+", "+property("meta"), "", ""))
	if old, now := declaration(t, before, "Thing", "Meta"), declaration(t, after, "Thing", "Meta"); old != now {
		t.Errorf("generate with a new colliding name: the field Meta is %s, was %s, want no change", now, old)
	}
}

func TestNamesThatNoTagHoldsStayInExtra(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"$%", "a`b", `a"b`, "a,omitempty", "a b", "a'b", `a\b`, "-", "", "a\nb",
		"_links", "a\x00b"} {
		source := made(t, things(quoted(t, name)+`: {"type": "string"}`, "", quoted(t, name)+`: {"type": "string"}`))
		if strings.Count(source, `json:"`) != strings.Count(made(t, things("", "", "")), `json:"`) {
			t.Errorf("generate made a field of %q, want it left to Extra", name)
		}
	}
}

func TestTextOfAStrangerStaysInItsComment(t *testing.T) {
	t.Parallel()
	for _, evil := range []string{
		"*/ func init() { panic(1) } /*",
		"a\nfunc init() { panic(1) }",
		"a\r\nfunc init() { panic(1) }",
		"a\u2028func init() { panic(1) }",
		"//go:embed secret\n//go:linkname a b",
		"go:build ignore",
		"# heading\n\n\tcode\n - list",
		"<script>func init() {}</script>",
		"&#10;func init() { panic(1) }",
		"`+\"` func init() { panic(1) }",
		"\x00\x1b[31m\u202efunc",
		strings.Repeat("very long ", 10_000),
		"+build ignore",
		"Deprecated: no\n\n[cms.Post]: https://evil.example",
	} {
		text := quoted(t, evil)
		property := `"a": {"type": "string", "description": ` + text + `, "enum": ["x", ` + text + `], "title": ` + text +
			`}, "b": {"description": ` + text + `, "properties": {"c": {"description": ` + text + `}}}`
		description := strings.Replace(things(property, `".`+text[1:len(text)-1]+`": ["string"], ".a": [`+text+`]`, property),
			`"title": "thing"`, `"title": "thing", "description": `+text, 1)
		description = strings.Replace(description, `{"prefix"`, `{"site": `+text+`, "read": `+text+`, "prefix"`, 1)
		source := made(t, description)
		for line := range strings.Lines(source) {
			trimmed := strings.TrimSpace(line)
			if strings.HasPrefix(trimmed, "func init") || strings.HasPrefix(trimmed, "//go:") {
				t.Errorf("generate of the text %.40q: the line %.200s, want no init function or directive", evil, line)
			} else if strings.HasPrefix(trimmed, "//line") || strings.Contains(line, "\u202e") {
				t.Errorf("generate of the text %.40q: the line %.200s, want no //line and no control of direction", evil, line)
			} else if len(line) > 2000 {
				t.Errorf("generate of the text %.40q: a line of %d bytes, want 2000 at most", evil, len(line))
			}
		}
		if again, err := format.Source([]byte(source)); err != nil || string(again) != source {
			t.Errorf("gofmt of the code of %.40q changes it (error %v), want no change", evil, err)
		}
	}
}

func TestRouteTextsAreEscapedInGeneratedCode(t *testing.T) {
	t.Parallel()
	for _, evil := range []string{"\x00", "\ufeff", "\u202e", "\n", "\u2028", `"`, "`", "\x1b"} {
		for _, path := range []string{"/a/v1/x" + evil + "y", "/a/v1/x/(?P<y" + evil + `>\w+)`} {
			source := made(t, `{"routes": {`+quoted(t, path)+
				`: {"endpoints": [{"methods": ["GET", "DELETE"], "args": {"b": {}}}]}}}`)
			for _, line := range strings.SplitAfter(source, "\n") {
				if strings.ContainsAny(line, "\x00\ufeff\u202e\u2028\x1b") || strings.HasPrefix(strings.TrimSpace(line), "y") {
					t.Errorf("generate of the path %q: the line %q, want the path escaped", path, line)
				}
			}
		}
	}
}

func TestDeepSchemaEndsInJSON(t *testing.T) {
	t.Parallel()
	for _, depth := range []int{7, 8, 60, 70, 3000} {
		schema := strings.Repeat(`{"type": "object", "properties": {"a": `, depth) +
			`{"type": "string", "enum": ["x", "y"]}` + strings.Repeat(`}}`, depth)
		source := made(t, things(`"a": `+schema, "", `"a": `+schema))
		if got := declaration(t, source, "ThingAAAAA", "A"); got != "json.RawMessage `json:\"a\"`" {
			t.Errorf("generate of %d levels: the sixth field is %s, want JSON", depth, got)
		}
		if strings.Contains(source, "ThingAAAAAA ") {
			t.Errorf("generate of %d levels: a type below the sixth level, want none", depth)
		}
	}
}

// TestManyFieldsOfOneGoNameAreNamedInTime gives an object as many members as it may have, all
// of which have the same name in Go.
func TestManyFieldsOfOneGoNameAreNamedInTime(t *testing.T) {
	t.Parallel()
	var same []string
	for i := range 999 {
		same = append(same, `"a`+strings.Repeat("_", i)+`": {"type": "string"}`)
	}
	if source := made(t, things(strings.Join(same, ","), "", "")); !strings.Contains(source, "A999 ") {
		t.Error("generate of 999 names that collide lacks A999, want all told apart")
	}
}

func TestInvalidDescriptionIsAnError(t *testing.T) {
	t.Parallel()
	for _, text := range []string{
		"", "null", "[]", "{", `{"routes": {}}`, `{"routes": []}`, `{"routes": {"/x": {}}}`,
		`{"routes": {"/wp/v2/(a|b)": {"endpoints": [{"methods": ["GET"]}]}}}`,
		`{"routes": {"/wp/v2/x": {"endpoints": {}}}}`, `{"routes": {"": {"endpoints": [{"methods": ["GET"]}]}}}`,
		`{"routes": {"/$/%": {"endpoints": [{"methods": ["GET"]}]}}}`,
	} {
		d, err := load([]byte(text))
		if err == nil {
			_, err = generate(t.Context(), d, wants{}, "made")
		}
		if err == nil {
			t.Errorf("load and generate of %s: no error, want one", text)
		}
	}
}

func TestParametersOfRoutesBecomeVariables(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]string{
		"id": "id", "post_id": "postID", "url_path": "urlPath", "URL": "urlValue", "type": "typeValue", "site": "siteValue",
		"$%": "value", "a": "a", "Name": "name",
	} {
		if got := variable(name); got != want {
			t.Errorf("variable of %q: %s, want %s", name, got, want)
		}
	}
}
