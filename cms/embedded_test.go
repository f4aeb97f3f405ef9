package cms_test

import (
	stdjson "encoding/json"
	"errors"
	"strings"
	"testing"

	"github.com/go-json-experiment/json"

	"github.com/fontcms/fontcms-go/cms"
)

func TestEmbeddedRecordsHaveTheirBounds(t *testing.T) {
	t.Parallel()
	nested := func(n int) string { return strings.Repeat("[", n) + `{"id":7}` + strings.Repeat("]", n) }
	for name, test := range map[string]struct {
		raw     string
		records int
		missing int
		refused bool
	}{
		"a record alone":       {`{"id":7}`, 1, 0, false},
		"eight lists":          {nested(8), 1, 0, false},
		"nine lists":           {nested(9), 0, 0, true},
		"an empty list":        {`[]`, 0, 0, false},
		"nothing at all":       {``, 0, 0, true},
		"a part":               {`{`, 0, 0, true},
		"a part of a list":     {`[`, 0, 0, true},
		"one is missing":       {members(1, refusal), 0, 1, false},
		"a thousand are":       {members(1000, refusal), 0, 1000, false},
		"more than that":       {members(1001, refusal), 0, 0, true},
		"heavier than allowed": {members(90_000, "{}"), 0, 0, true},
		"a record with words":  {`[{"id":7,"message":"No.","code":"x"}]`, 1, 0, false},
	} {
		records, err := cms.EmbeddedAs[cms.EmbeddedUser](cms.Embedded{"author": []byte(test.raw)}, "author")
		missing := 0
		if joined, ok := err.(interface{ Unwrap() []error }); ok {
			missing = len(joined.Unwrap())
		}
		switch {
		case len(records) != test.records:
			t.Errorf("EmbeddedAs of %s: %d records, want %d", name, len(records), test.records)
		case missing != test.missing:
			t.Errorf("EmbeddedAs of %s: %d errors of missing records, want %d", name, missing, test.missing)
		case (err != nil) != (test.refused || test.missing > 0):
			t.Errorf("EmbeddedAs of %s: error %.200v, want an error: %t", name, err, test.refused || test.missing > 0)
		}
		if e, ok := errors.AsType[*cms.Error](err); test.missing > 0 &&
			(!ok || e.Status != 404 || e.Code != "rest_post_invalid_id" || !strings.Contains(e.Operation, "author")) {
			t.Errorf("EmbeddedAs of %s: error %.200v, want status 404 and rest_post_invalid_id of the author", name, err)
		}
	}
}

// refusal is what stands for a record that cannot be embedded.
const refusal = `{"code":"rest_post_invalid_id","message":"Invalid.","data":{"status":404}}`

func TestStatusOfARecordThatCannotBeEmbeddedIsThatOfItsData(t *testing.T) {
	t.Parallel()
	for data, status := range map[string]int{
		`{"status":404}`: 404, `{"status":"x"}`: 0, `{}`: 0, `[404]`: 0, `null`: 0, `404`: 0, `""`: 0,
	} {
		list := []byte(`{"code":"rest_forbidden","message":"No.","data":` + data + `}`)
		_, err := cms.EmbeddedAs[cms.EmbeddedUser](cms.Embedded{"author": list}, "author")
		switch e, ok := errors.AsType[*cms.Error](err); {
		case !ok:
			t.Errorf("%s: cms.EmbeddedAs: error %v, want a *cms.Error", data, err)
		case e.Status != status || e.Code != "rest_forbidden":
			t.Errorf("%s: cms.EmbeddedAs: Status %d, Code %v, want %d and %v", data, e.Status, e.Code, status,
				"rest_forbidden")
		case e.Message != "No.":
			t.Errorf("%s: cms.EmbeddedAs: Message %q, want %q", data, e.Message, "No.")
		}
	}
	_, err := cms.EmbeddedAs[cms.EmbeddedUser](cms.Embedded{"author": []byte(`{"code":"x","message":"No."}`)}, "author")
	switch e, ok := errors.AsType[*cms.Error](err); {
	case !ok:
		t.Errorf("without data: %v, want a *cms.Error", err)
	case e.Status != 0 || e.Data != nil:
		t.Errorf("without data: %v: Status %d, Data %s, want 0 and nil", err, e.Status, e.Data)
	}
	records, err := cms.EmbeddedAs[cms.EmbeddedUser](cms.Embedded{"author": []byte(`{"id":7}`)}, "editor")
	if records != nil || err != nil {
		t.Errorf("EmbeddedAs of an absent relation: %v, error %v, want nil and nil", records, err)
	}
}

// embeddedIndex is the beginning of what a stock WordPress 6.8 embeds in place of an image that
// is gone: its index. Handwritten.
const embeddedIndex = `{"name":"A site","description":"","url":"https://a.test","home":"https://a.test",` +
	`"namespaces":["wp/v2"],` +
	`"routes":{"/":{"namespace":"","methods":["GET"]}},"site_icon":0,"_links":{"help":[{"href":"https://x.test"}]}}`

func TestEmbeddedResponseWithoutAnIDIsAnError(t *testing.T) {
	t.Parallel()
	for name, raw := range map[string]string{
		"the index":              `[` + embeddedIndex + `]`,
		"an empty object":        `[{}]`,
		"an id of 0":             `[{"id":0,"slug":"a"}]`,
		"a code without message": `[{"code":"rest_post_invalid_id","message":"","data":{"status":404}}]`,
		"null":                   `[null]`,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			e := cms.Embedded{"cms:featuredmedia": []byte(raw)}
			pages, err := cms.EmbeddedAs[cms.Page](e, "cms:featuredmedia")
			if _, ok := errors.AsType[*cms.Error](err); !ok || len(pages) != 0 {
				t.Errorf("EmbeddedAs[Page] of %s: %d records, error %v, want no record and an *Error", raw, len(pages), err)
			}
			good := cms.Embedded{"author": []byte(`[{"id":7},` + raw[1:])}
			users, err := cms.EmbeddedAs[cms.EmbeddedUser](good, "author")
			switch _, ok := errors.AsType[*cms.Error](err); {
			case !ok:
				t.Errorf("EmbeddedAs of user 7 and %s: %+v, error %v, want a *cms.Error", raw, users, err)
			case len(users) != 1:
				t.Errorf("EmbeddedAs of user 7 and %s: %+v, error %v, want user 7 and an *Error; %d users, want 1", raw, users, err,
					len(users))
			case users[0].ID != 7:
				t.Errorf("EmbeddedAs of user 7 and %s: user %d first (error %v), want 7", raw, users[0].ID, err)
			}
		})
	}
	all, err := cms.EmbeddedAs[map[string]any](cms.Embedded{"up": []byte(embeddedIndex)}, "up")
	if err == nil || !strings.Contains(err.Error(), "the site embedded its index") {
		t.Errorf("EmbeddedAs[map] of the index: %v, error %v, want one that names the index", all, err)
	}
	type named struct {
		Slug string `json:"slug"`
	}
	types, err := cms.EmbeddedAs[named](cms.Embedded{"about": []byte(`[{"slug":"post"}]`)}, "about")
	switch {
	case err != nil:
		t.Errorf("EmbeddedAs of a type without ids: %+v, error %v, want nil", types, err)
	case len(types) != 1:
		t.Errorf("EmbeddedAs of a type without ids: %+v (error %v), want 1 record", types, err)
	case types[0].Slug != "post":
		t.Errorf("EmbeddedAs of a type without ids: slug %q (error %v), want %q", types[0].Slug, err, "post")
	}
}

func TestRecordsWithACodeAreToldFromErrors(t *testing.T) {
	t.Parallel()
	type currency struct {
		Code string `json:"code"`
	}
	got, err := cms.EmbeddedAs[currency](cms.Embedded{"up": []byte(`[{"code":"eur","message":""},` +
		`{"code":"rest_forbidden","message":"No.","data":{"status":403}}]`)}, "up")
	if len(got) != 1 || got[0].Code != "eur" {
		t.Errorf("EmbeddedAs of a record without id and of an error: %+v, want only the record with the code eur", got)
	}
	if e, ok := errors.AsType[*cms.Error](err); !ok || e.Code != "rest_forbidden" {
		t.Errorf("EmbeddedAs of a record without id and of an error: error %v, want the code rest_forbidden", err)
	}
	_, err = cms.EmbeddedAs[cms.Page](cms.Embedded{"up": []byte(`[{"code":"rest_gone","message":""}]`)}, "up")
	if e, ok := errors.AsType[*cms.Error](err); !ok || e.Code != "rest_gone" {
		t.Errorf("EmbeddedAs[Page] of an error without message: error %v, want the code rest_gone", err)
	}
}

func TestEmbeddedErrorsNameTheRouteOfTheirLink(t *testing.T) {
	t.Parallel()
	const refused = `{"code":"rest_no_route","message":"No.","data":{"status":404}}`
	links := func(hrefs string) string { return `"_links":{"wp:term":[` + hrefs + `]}` }
	for name, test := range map[string]struct {
		links, embedded, want string
	}{
		"the second of two": {
			links(
				`{"href":"https://a.test/blog/wp-json/wp/v2/categories?post=1"},` +
					`{"href":"https://a.test/wp-json/wp/v2/tags?key=secret"}`),
			`[[{"id":7}],` + refused + `]`, "cms: embedded cms:term (GET wp/v2/tags): 404 rest_no_route: No."},
		"in a list of the first": {
			links(`{"href":"https://a.test/wp-json/wp/v2/categories?post=1"},{"href":"https://a.test/wp-json/wp/v2/tags"}`),
			`[[{"id":7},` + refused + `],[]]`, "cms: embedded cms:term (GET wp/v2/categories): 404 rest_no_route: No."},
		"without permalinks": {
			links(`{"href":"https://a.test/index.php?key=secret&rest_route=%2Fwp%2Fv2%2Ftags"}`),
			`[{"id":7},` + refused + `]`, "cms: embedded cms:term: 404 rest_no_route: No."},
		"a single one without permalinks": {
			links(`{"href":"https://u:secret@a.test/index.php?key=secret&rest_route=%2Fwp%2Fv2%2Ftags"}`),
			refused, "cms: embedded cms:term (GET wp/v2/tags): 404 rest_no_route: No."},
		"no such relation": {`"_links":{"wp:terms":[{"href":"https://a.test/x"}]}`,
			`[` + refused + `]`, "cms: embedded cms:term: 404 rest_no_route: No."},
		"no links": {`"_links":[]`, `[` + refused + `]`, "cms: embedded cms:term: 404 rest_no_route: No."},
	} {
		var post cms.Post
		text := `{"id":1,` + test.links + `,"_embedded":{"wp:term":` + test.embedded + `}}`
		if err := cms.Unmarshal([]byte(text), &post); err != nil {
			t.Fatalf("%s: cms.Unmarshal: %v", name, err)
		}
		_, err := cms.EmbeddedAs[cms.EmbeddedTerm](post.Embedded, "cms:term", post.Links)
		if err == nil || err.Error() != test.want {
			t.Errorf("EmbeddedAs of %s: error %v, want %s", name, err, test.want)
		}
		_, err = cms.EmbeddedAs[cms.EmbeddedTerm](post.Embedded, "cms:term")
		if want := "cms: embedded cms:term: 404 rest_no_route: No."; err == nil || err.Error() != want {
			t.Errorf("EmbeddedAs of %s without links: error %v, want %s", name, err, want)
		}
	}
}

func TestBrokenEmbeddedRecordCostsOnlyItself(t *testing.T) {
	t.Parallel()
	for _, broken := range []string{`7`, `"x"`, `true`, `{"id":"x"}`, `{"id":8,"slug":{}}`, `null`} {
		list := cms.Embedded{"author": []byte(`[{"id":7,"slug":"a"},` + broken + `,{"id":9,"slug":"b"}]`)}
		type person struct {
			ID   int64  `json:"id"`
			Slug string `json:"slug"`
		}
		got, err := cms.EmbeddedAs[person](list, "author")
		switch {
		case len(got) != 2:
			t.Errorf("EmbeddedAs of two records and %s: %+v, want 7 and 9; length %d, want 2", broken, got, len(got))
		case got[0].ID != 7:
			t.Errorf("EmbeddedAs of two records and %s: id %d first, want 7", broken, got[0].ID)
		case got[1].ID != 9:
			t.Errorf("EmbeddedAs of two records and %s: id %d second, want 9", broken, got[1].ID)
		}
		if !errors.Is(err, cms.ErrDecode) {
			t.Errorf("EmbeddedAs of two records and %s: error %v, want ErrDecode", broken, err)
		}
	}
}

// TestMoreEmbeddedRecordsThanAHundredThousandAreAnError has as many, and one more.
func TestMoreEmbeddedRecordsThanAHundredThousandAreAnError(t *testing.T) {
	t.Parallel()
	for n, ok := range map[int]bool{100_000: true, 100_001: false} {
		list := []byte("[" + strings.Repeat("0,", n-1) + "0]")
		got, err := cms.EmbeddedAs[int8](cms.Embedded{"author": list}, "author")
		switch {
		case (err == nil) != ok:
			t.Errorf("%d: error %v, want nil: %t", n, err, ok)
		case ok && len(got) != n:
			t.Errorf("EmbeddedAs: %d records, want %d", len(got), n)
		case !ok && (got != nil || !strings.Contains(err.Error(), "embedded author")):
			t.Errorf("EmbeddedAs of %d records: %d records, error %v, want none and %q in the error", n, len(got), err,
				"embedded author")
		}
	}
}

func TestEmbeddedRecordsAreDecoded(t *testing.T) {
	t.Parallel()
	const body = `{"author":[{"id":1,"name":"A"}],"wp:term":[[{"id":2,"name":"T"},{"id":3}],[]],"up":{"id":9},
		"replies":[[{"code":"rest_forbidden","message":"No.","data":{"status":403}}]],
		"mixed":[{"id":4,"name":"B"},{"code":"rest_user_invalid_id","message":"Invalid.","data":{"status":404}}],` +
		`"odd":"text","wrong":[5]}`
	for name, unmarshal := range map[string]func([]byte, any) error{
		"v1": stdjson.Unmarshal, "v2": func(b []byte, v any) error { return json.Unmarshal(b, v) },
	} {
		var embedded cms.Embedded
		if err := unmarshal([]byte(body), &embedded); err != nil {
			t.Fatal(err)
		}
		users, err := cms.EmbeddedAs[cms.EmbeddedUser](embedded, "author")
		switch {
		case err != nil:
			t.Errorf("%s: cms.EmbeddedAs: error %v, want nil", name, err)
		case len(users) != 1:
			t.Errorf("%s: cms.EmbeddedAs: %d users, want 1", name, len(users))
		case users[0].Name != "A":
			t.Errorf("%s: cms.EmbeddedAs: users[0].Name %q, want %q", name, users[0].Name, "A")
		}
		terms, err := cms.EmbeddedAs[cms.EmbeddedTerm](embedded, "cms:term")
		switch {
		case err != nil:
			t.Errorf("%s: cms.EmbeddedAs: error %v, want nil", name, err)
		case len(terms) != 2:
			t.Errorf("%s: cms.EmbeddedAs: %d terms, want 2", name, len(terms))
		case terms[0].Name != "T":
			t.Errorf("%s: cms.EmbeddedAs: terms[0].Name %q, want %q", name, terms[0].Name, "T")
		}
		one, err := cms.EmbeddedAs[cms.Page](embedded, "up")
		switch {
		case err != nil:
			t.Errorf("%s: cms.EmbeddedAs: error %v, want nil", name, err)
		case len(one) != 1:
			t.Errorf("%s: cms.EmbeddedAs: length %d, want 1", name, len(one))
		case one[0].ID != 9:
			t.Errorf("%s: cms.EmbeddedAs: one[0].ID %d, want 9", name, one[0].ID)
		}
		users, err = cms.EmbeddedAs[cms.EmbeddedUser](embedded, "mixed")
		switch e, ok := err.(interface{ Unwrap() []error }); {
		case !ok:
			t.Errorf("%s: EmbeddedAs: error %v, want a list of errors", name, err)
		case len(users) != 1:
			t.Errorf("%s: cms.EmbeddedAs: %d users, want 1", name, len(users))
		case len(e.Unwrap()) != 1:
			t.Errorf("%s: EmbeddedAs: %d errors, want 1", name, len(e.Unwrap()))
		}
		if _, err := cms.EmbeddedAs[cms.EmbeddedUser](embedded, "replies"); err == nil {
			t.Errorf("cms.EmbeddedAs: %s: a refusal was decoded: error nil, want an error", name)
		}
		if none, err := cms.EmbeddedAs[cms.EmbeddedUser](embedded, "none"); none != nil || err != nil {
			t.Errorf("%s: cms.EmbeddedAs: none %v, error %v, want nil and nil", name, none, err)
		}
		for _, relation := range []string{"odd", "wrong"} {
			if _, err := cms.EmbeddedAs[cms.EmbeddedUser](embedded, relation); err == nil {
				t.Errorf("cms.EmbeddedAs(embedded, relation): %s: %s was decoded: error nil, want an error", name, relation)
			}
		}
		if err := unmarshal([]byte(`[]`), &embedded); err != nil || len(embedded) > 0 {
			t.Errorf("%s: decoding []: %v, error %v, want an empty map and nil", name, embedded, err)
		}
	}
}
