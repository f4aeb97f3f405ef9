package describe_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/fontcms/fontcms-go/cms/describe"
)

// TestWhatNoSiteDescribesIsAnError gives one more than the limits allow, and as much.
func TestWhatNoSiteDescribesIsAnError(t *testing.T) {
	t.Parallel()
	repeated := func(n int, format string) string {
		var all strings.Builder
		for i := range n {
			fmt.Fprintf(&all, format, i)
		}
		return strings.TrimPrefix(all.String(), ",")
	}
	things := func(properties, args string) string {
		return `{"routes": {"/wp/v2/things": {"endpoints": [{"methods": ["POST"], "args": {` + args +
			`}}], "schema": {"properties": {` + properties + `}}}}}`
	}
	const members, routes, schemas = 1_000, 10_000, 200_000
	nested := `{"properties": {` + repeated(members-1, `,"m%d":{}`) + `}}` // with its own 1,000 schemas
	for name, limit := range map[string]func(more int) string{
		"members":   func(more int) string { return things(repeated(members+more, `,"m%d":{}`), "") },
		"arguments": func(more int) string { return things("", repeated(members+more, `,"m%d":{}`)) },
		"routes":    func(more int) string { return `{"routes": {` + repeated(routes+more, `,"/a/v1/b%d":{}`) + `}}` },
		"variants": func(more int) string { // two are those of the record and the member
			return things(`"m":{"oneOf":[`+strings.TrimPrefix(strings.Repeat(",{}", schemas-2+more), ",")+`]}`, "")
		},
		"endpoints": func(more int) string {
			return `{"routes":{"/a":{"endpoints":[` + strings.TrimPrefix(strings.Repeat(",{}", 100+more), ",") + `]}}}`
		},
		"schemas": func(more int) string { // one is that of the record
			return things(repeated(schemas/members-1, `,"m%d":`+nested), repeated(members-1+more, `,"m%d":{}`))
		},
	} {
		if _, err := describe.Load([]byte(limit(1))); !errors.Is(err, describe.ErrHuge) {
			t.Errorf("Load with more %s than the limit: error %v, want ErrHuge", name, err)
		}
		if _, err := describe.Load([]byte(limit(0))); err != nil {
			t.Errorf("Load with as many %s as the limit: error %v, want none", name, err)
		}
	}
}

func TestProseBecomesOneLineOfText(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		" a\n\tb ":                     "a b",
		"a\x00\u202eb\u2028c":          "a b c",
		"<b>R&amp;D</b> &lt;x":         "R&D <x",
		"\xff":                         "\ufffd",
		strings.Repeat("é", 200):       strings.Repeat("é", 200),
		strings.Repeat("é", 201):       strings.Repeat("é", 200) + "…",
		"x" + strings.Repeat("é", 200): "x" + strings.Repeat("é", 199) + "…",
	} {
		if got := describe.Plain(text); got != want {
			t.Errorf("Plain of %q: %q, want %q", text, got, want)
		}
	}
}

// TestOperationsAreSpelledAsTheSpecificationSpellsThem reads the same routes with two
// prefixes.
func TestOperationsAreSpelledAsTheSpecificationSpellsThem(t *testing.T) {
	t.Parallel()
	const routes = `"routes": {
		"/PREFIX/v2/PREFIX_pattern_category": {"endpoints": [{"methods": ["GET"], "args": {"page": {"type": "integer"},
		"PREFIX_pattern_x": {}}}]},
		"/PREFIX/v2/posts/(?P<id>[\\d]+)": {"endpoints": [{"methods": ["GET"], "args": {"id": {}}}, {"methods": ["POST",
		"PUT"], "args": {"id": {}, "title": {}}}]},
		"/PREFIX-block-editor/v1/x": {"endpoints": [{"methods": "GET"}]},
		"/PREFIXshop/v1/x": {"endpoints": [{"methods": ["GET"]}]},
		"/shop/PREFIX/PREFIX-x": {"endpoints": [{"methods": {"1": "GET"}}]},
		"/shop/none": {"endpoints": []}
	}`
	const want = `GET /PREFIXshop/v1/x []
GET /cms-block-editor/v1/x []
GET /cms/v2/cms_pattern_category [page cms_pattern_x]
GET /cms/v2/posts/{id} []
GET /shop/PREFIX/PREFIX-x []
POST /cms/v2/posts/{id} [title]
PUT /cms/v2/posts/{id} [title]
`
	for _, prefix := range []string{"wp", "cms"} {
		d, err := describe.Load([]byte(strings.ReplaceAll(`{"prefix": "PREFIX", `+routes+`}`, "PREFIX", prefix)))
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, o := range d.Operations(prefix) {
			var names []string
			for _, arg := range o.Args {
				names = append(names, arg.Name)
			}
			got = append(got, fmt.Sprintln(o.Method, o.Path, names))
			if d.Routes[o.Route].Takes(o.Method) == nil {
				t.Errorf("Takes %s at %s: nil, want an endpoint", o.Method, o.Route)
			}
		}
		slices.Sort(got)
		wanted := slices.Sorted(strings.Lines(strings.ReplaceAll(want, "PREFIX", prefix)))
		if text := strings.Join(got, ""); text != strings.Join(wanted, "") {
			t.Errorf("Operations with the prefix %q:\n%s\nwant\n%s", prefix, text, strings.Join(wanted, ""))
		}
	}
}
