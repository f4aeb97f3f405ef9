package conformance

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/fontcms/fontcms-go/cms"
)

// form is a write as the client does not send it, and what comes of it.
type form struct {
	name   string
	ask    rawRequest
	status int
	answer record
	// id is the record that is changed, 0 for the one that is made, and stored what it then holds.
	id        int64
	stored    record
	untouched int64 // a record that stays what it was
}

func forms(collection string, list []form) []scenario {
	var out []scenario
	for _, one := range list {
		out = append(out, scenario{
			collection: collection, kind: writing, role: admin, name: one.name,
			run: func(t *testing.T, s *site, _ *cms.Client) {
				var before record
				if one.untouched != 0 {
					before = s.stored(t, collection, one.untouched)
				}
				answer, err := s.raw(t.Context(), admin, one.ask)
				if err != nil {
					t.Fatal(err)
				}
				var body map[string]any
				if err := json.Unmarshal(answer.body, &body); err != nil || answer.status != one.status {
					t.Fatalf("%d, want %d: %v: %.200s", answer.status, one.status, err, answer.body)
				}
				for path, want := range one.answer {
					if got := member(body, path); asJSON(t, got) != asJSON(t, want) {
						t.Errorf("%s is %s, want %s", path, asJSON(t, got), asJSON(t, want))
					}
				}
				id := one.id
				if id == 0 {
					id = record(body).id()
					address := answer.header.Get("Location")
					if want := fmt.Sprintf("/%s-json/%s/v2/%s/%d", s.prefix, s.prefix, collection, id); !strings.HasSuffix(address, want) {
						t.Errorf("Location is %q, want …%s", address, want)
					}
				}
				stored := s.stored(t, collection, id)
				for name, want := range one.stored {
					if asJSON(t, stored[name]) != asJSON(t, want) {
						t.Errorf("%s is stored as %s, want %s", name, asJSON(t, stored[name]), asJSON(t, want))
					}
				}
				if before != nil {
					checkUnchanged(t, before, s.stored(t, collection, one.untouched))
				}
			},
		})
	}
	return out
}

// writingForms are those of posts and pages; other is a record beside the plain one.
func writingForms(collection string, on targets) []form {
	const encoded = "application/x-www-form-urlencoded"
	all := "cms/v2/" + collection
	one := fmt.Sprintf("%s/%d", all, on.plain)
	override := func(method string) map[string]string { return map[string]string{"X-HTTP-Method-Override": method} }
	title := func(text string) record { return record{"title": text} }
	return []form{
		{
			name: "create from a form", ask: rawRequest{method: "POST", path: all, body: "title=A+form&content=Of%20it", contentType: encoded},
			status: 201, answer: record{"title.raw": "A form"}, stored: record{"title": "A form", "content": "Of it"},
		},
		{
			name: "create from parts", status: 201, stored: title("Parts"), answer: record{"title.raw": "Parts"},
			ask: rawRequest{
				method: "POST", path: all, contentType: "multipart/form-data; boundary=b",
				body: "--b\r\nContent-Disposition: form-data; name=\"title\"\r\n\r\nParts\r\n--b--\r\n",
			},
		},
		{
			name: "create from a query", ask: rawRequest{method: "POST", path: all + "?title=A+query"},
			status: 201, answer: record{"title.raw": "A query"}, stored: title("A query"),
		},
		{
			name: "JSON wins over the query", ask: rawRequest{method: "POST", path: all + "?title=query&excerpt=query", body: `{"title":"JSON"}`},
			status: 201, answer: record{"title.raw": "JSON", "excerpt.raw": "query"}, stored: record{"title": "JSON", "excerpt": "query"},
		},
		{
			name: "a form wins over the query", ask: rawRequest{method: "POST", path: all + "?title=query&excerpt=query", body: "title=form", contentType: encoded},
			status: 201, answer: record{"title.raw": "form", "excerpt.raw": "query"}, stored: record{"title": "form", "excerpt": "query"},
		},
		{
			name: "update from a form by PUT", ask: rawRequest{method: "PUT", path: one, body: "title=form", contentType: encoded},
			status: 200, answer: record{"title.raw": "form"}, id: on.plain, stored: title("form"),
		},
		{
			name: "update from a query by PATCH", ask: rawRequest{method: "PATCH", path: one + "?title=query"},
			status: 200, answer: record{"title.raw": "query"}, id: on.plain, stored: title("query"),
		},
		{
			name: "an id in the body is obeyed over the path", ask: rawRequest{method: "POST", path: one, body: fmt.Sprintf(`{"id":%d,"title":"Other"}`, on.draft)},
			status: 200, answer: record{"id": on.draft, "title.raw": "Other"}, id: on.draft, stored: title("Other"), untouched: on.plain,
		},
		{
			name: "an id in the query is obeyed over the path", ask: rawRequest{method: "POST", path: fmt.Sprintf("%s?id=%d", one, on.draft), body: `{"title":"Other"}`},
			status: 200, answer: record{"id": on.draft}, id: on.draft, stored: title("Other"), untouched: on.plain,
		},
		{
			name: "an id in the body of a DELETE", ask: rawRequest{method: "DELETE", path: one, body: fmt.Sprintf(`{"id":%d}`, on.draft)},
			status: 200, answer: record{"id": on.draft, "status": "trash"}, id: on.draft, stored: record{"status": "trash"}, untouched: on.plain,
		},
		{
			name: "a POST that is told to be a PATCH", ask: rawRequest{method: "POST", path: one, body: `{"title":"y"}`, header: override("PATCH")},
			status: 200, answer: record{"title.raw": "y"}, id: on.plain, stored: title("y"),
		},
		{
			name: "a POST that is told to be a DELETE", ask: rawRequest{method: "POST", path: one, header: override("DELETE")},
			status: 200, answer: record{"status": "trash"}, id: on.plain, stored: record{"status": "trash"},
		},
		{
			name: "a GET whose query says DELETE", ask: rawRequest{path: one + "?_method=DELETE"},
			status: 200, answer: record{"status": "trash"}, id: on.plain, stored: record{"status": "trash"},
		},
		{
			name: "a GET whose query says POST", ask: rawRequest{path: one + "?_method=POST&title=y"},
			status: 200, answer: record{"title.raw": "y"}, id: on.plain, stored: title("y"),
		},
		{
			name: "context=view of a write is ignored", ask: rawRequest{method: "POST", path: one + "?context=view", body: `{"title":"y"}`},
			status: 200, answer: record{"title.raw": "y", "password": ""}, id: on.plain, stored: title("y"),
		},
		{
			name: "_fields of a write", ask: rawRequest{method: "POST", path: one + "?_fields=slug", body: `{"title":"y"}`},
			status: 200, answer: record{"slug": on.slug, "id": nil, "title": nil}, id: on.plain, stored: title("y"),
		},
		{
			name: "an Idempotency-Key is ignored", ask: rawRequest{method: "POST", path: all, body: `{"title":"x"}`, header: map[string]string{"Idempotency-Key": "1"}},
			status: 201, answer: record{"title.raw": "x"}, stored: title("x"),
		},
		{
			name: "If-Match is ignored", ask: rawRequest{method: "POST", path: one, body: `{"title":"y"}`, header: map[string]string{"If-Match": `"none"`, "If-Unmodified-Since": "Wed, 11 Jan 1984 05:00:00 GMT"}},
			status: 200, answer: record{"title.raw": "y"}, id: on.plain, stored: title("y"),
		},
		{
			name: "an update of nothing", ask: rawRequest{method: "POST", path: one, body: `{}`},
			status: 200, answer: record{"slug": on.slug}, id: on.plain, stored: record{"title": on.title, "slug": on.slug},
		},
	}
}
