package cmstest_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/fontcms/fontcms-go/cms/cmstest"
)

// refused is what a server panics with that is given a description.
func refused(description string) (why string) {
	defer func() {
		if found := recover(); found != nil {
			why = fmt.Sprint(found)
		}
	}()
	cmstest.NewServer(cmstest.WithType([]byte(description))).Close()
	return ""
}

const namesOfAPost = `"id":{},"date":{},"slug":{},"status":{},"type":{}`

// typed is a description of one type at a path.
func typed(path, properties string) string {
	return `"` + path +
		`":{"endpoints":[{"methods":["GET"],"args":{"page":{}}}],"schema":{"title":"thing","properties":{` +
		properties + `}}}`
}

func TestDescriptionIsReadToItsEnd(t *testing.T) {
	t.Parallel()
	nest := func(open, closing string, n int) string {
		return `{"deep":` + strings.Repeat(open, n) + "1" + strings.Repeat(closing, n) + `,"routes":{` +
			typed("/shop/v1/things", namesOfAPost) + `}}`
	}
	for name, tc := range map[string]struct{ description, want string }{
		"as deep as may be":   {nest("[", "]", 199), ""},
		"a list too deep":     {nest("[", "]", 200), "nested more than 200 levels"},
		"as deep, of objects": {nest(`{"a":`, "}", 199), ""},
		"an object too deep":  {nest(`{"a":`, "}", 200), "nested more than 200 levels"},
		"both, too deep":      {nest(`[{"a":`, "}]", 101), "nested more than 200 levels"},
		"something after":     {`{"routes":{` + typed("/shop/v1/things", namesOfAPost) + `}} 1`, "after top-level value"},
		"cut in an object":    {`{"routes":{"a"`, "EOF"},
		"cut in a list":       {`{"routes":[1`, "EOF"},
		"nothing":             {``, "EOF"},
		"no type":             {`{"routes":{}}`, "holds no type of posts"},
		"without a namespace": {`{"routes":{` + typed("/things", namesOfAPost) + `}}`, "holds no type of posts"},
		"of one record": {`{"routes":{` + typed("/shop/v1/things/(?P<id>[0-9]+)", namesOfAPost) + `}}`,
			"holds no type of posts"},
		"without the type": {`{"routes":{` + typed("/shop/v1/things", `"id":{},"date":{},"slug":{},"status":{}`) + `}}`,
			"holds no type of posts"},
		"the name of media": {`{"routes":{` + typed("/shop/v1/media", namesOfAPost) + `}}`,
			`records of the name "media" already`},
		"the name of posts": {`{"routes":{` + typed("/shop/v1/posts", namesOfAPost) + `}}`,
			`records of the name "posts" already`},
		"one name in two places": {`{"routes":{` + typed("/shop/v1/things", namesOfAPost) + `,` +
			typed("/mill/v1/things", namesOfAPost) + `}}`, `records of the name "things" already`},
	} {
		why := strings.Replace(refused(tc.description), "end of JSON input", "EOF", 1) // versions of Go differ
		if (why == "") != (tc.want == "") || !strings.Contains(why, tc.want) {
			t.Errorf("Description with %s: panic %q, want %q", name, why, tc.want)
		}
	}
}

// TestMetaOfATypeIsInserted stores fields of meta and of its own, and refuses what the type does not have.
func TestMetaOfATypeIsInserted(t *testing.T) {
	t.Parallel()
	server := museum(t)
	id := server.Insert("specimens",
		map[string]any{"title": "Agate", "meta": map[string]any{"locality": "Idar", "drawer": 7}, "price": 3.5})
	_, _, shown := ask(t, server, "", "GET", fmt.Sprint("/catalogue/v1/specimens/", id), "")
	for _, tc := range []struct {
		path []string
		want any
	}{
		{[]string{"meta", "locality"}, "Idar"}, {[]string{"meta", "drawer"}, 7.0}, {[]string{"meta", "on_loan"}, false},
		{[]string{"price"}, 3.5}, {[]string{"title", "rendered"}, "Agate"},
	} {
		if got := memberOf(shown, tc.path...); got != tc.want {
			t.Errorf("member %v is %v, want %v", tc.path, got, tc.want)
		}
	}
	c := &client{t, server, ""}
	for _, record := range []map[string]any{{"title": "x", "meta": "text"}, {"title": "x", "unheard": 1}} {
		if why := mistake(c, "specimens", record); why == "" {
			t.Errorf("Insert of the specimen %v succeeded, want a panic", record)
		}
	}
}
