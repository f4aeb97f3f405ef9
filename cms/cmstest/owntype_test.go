package cmstest_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"reflect"
	"strings"
	"testing"

	"github.com/fontcms/fontcms-go/cms/cmstest"
)

// museum is a site with a type of its own, by the description that was recorded from WordPress 7.1.3.
func museum(t *testing.T, options ...cmstest.Option) *cmstest.Server {
	t.Helper()
	description, err := os.ReadFile("../cmsgen/testdata/museum.json")
	if err != nil {
		t.Fatal(err)
	}
	server := cmstest.NewServer(append(options, cmstest.WithType(description))...)
	t.Cleanup(server.Close)
	return server
}

// ask sends a request to a route and decodes the answer.
func ask(t *testing.T, server *cmstest.Server, user, method, route, body string) (status int,
	header http.Header, answer any) {
	t.Helper()
	req, err := http.NewRequestWithContext(t.Context(), method, server.URL+"/cms-json"+route, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	req.Header.Set("Content-Type", "application/json")
	if user != "" {
		req.SetBasicAuth(user, server.AppPassword(user))
	}
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	raw, err := io.ReadAll(resp.Body)
	if err == nil {
		err = json.Unmarshal(raw, &answer)
	}
	if err != nil {
		t.Fatalf("Sent %s %s: error %v, body %s, want JSON", method, route, err, raw)
	}
	return resp.StatusCode, resp.Header, answer
}

func memberOf(answer any, path ...string) any {
	for _, name := range path {
		object, _ := answer.(map[string]any)
		answer = object[name]
	}
	return answer
}

func TestOwnTypeIsServedByItsDescription(t *testing.T) {
	t.Parallel()
	server := museum(t)
	const route = "/catalogue/v1/specimens"
	server.Insert("minerals", map[string]any{"id": 3, "name": "Iron"})
	server.Insert("minerals", map[string]any{"id": 5, "name": "Pyrite", "parent": 3})
	status, header, made := ask(t, server, "editor", "POST", route,
		`{"title":"Quartz","content":"c","status":"publish","price":"12.5","labels":["new","rare"],"minerals":[3,5],`+
			`"meta":{"weight_g":2.5,"drawer":4,"grade":"fine"}}`)
	if status != http.StatusCreated || memberOf(made, "type") != "specimen" {
		t.Fatalf("POST of a specimen: status %d, %v, want 201, the type specimen and the slug quartz", status, made)
	} else if memberOf(made, "slug") != "quartz" {
		t.Fatalf("POST of a specimen: status %d, %v, want 201, the type specimen and the slug quartz", status, made)
	} else if memberOf(made, "price") != 12.5 || memberOf(made, "meta", "weight_g") != 2.5 {
		t.Fatalf("POST of a specimen: %v, want price 12.5 and weight_g 2.5", made)
	} else if memberOf(made, "meta", "on_loan") != false || memberOf(made, "title", "raw") != "Quartz" {
		t.Fatalf("POST of a specimen: %v, want the default of on_loan and the title Quartz", made)
	}
	id := fmt.Sprint(memberOf(made, "id"))
	if got := header.Get("Location"); got != server.URL+"/cms-json"+route+"/"+id {
		t.Errorf("POST of a specimen: Location %s, want the address of specimen %s", got, id)
	}
	if featured, ok := made.(map[string]any)["featured_media"]; ok {
		t.Errorf("POST of a specimen: featured_media %v, want it absent as in the schema", featured)
	}
	server.Insert("specimens", map[string]any{"title": "Opal", "minerals": []any{5}, "box": "B",
		"meta": map[string]any{"locality": "Idar"}})
	server.Insert("specimens", map[string]any{"title": "Agate", "status": "draft"})
	for query, want := range map[string]int{
		"": 2, "?minerals=3": 1, "?minerals[]=3&minerals[]=5": 2, "?minerals[terms]=3,5&minerals[operator]=AND": 1,
		"?minerals_exclude=3": 1,
		"?search=opal":        1, "?slug=quartz": 1, "?include=" + id: 1, "?per_page=1&page=2": 1, "?status=draft": 1,
		"?search=nothing": 0,
	} {
		status, header, list := ask(t, server, "editor", "GET", route+query, "")
		if records, _ := list.([]any); status != http.StatusOK || len(records) != want {
			t.Errorf("GET of %s: %d records of %s: %v, want %d records", query, len(records), header.Get("X-CMS-Total"), list,
				want)
		}
	}
	for _, test := range []struct {
		user, method, route, body string
		status                    int
		code                      any
	}{
		{"", "GET", route + "/" + id, "", 200, nil},
		{"", "POST", route, `{"title":"x"}`, 401, "rest_cannot_create"},
		{"editor", "POST", route, `{"price":"much"}`, 400, "rest_invalid_param"},
		{"editor", "POST", route, `{"labels":[["x"]]}`, 400, "rest_invalid_param"},
		{"editor", "POST", route, `{}`, 400, "empty_content"},
		{"editor", "POST", route + "/" + id, `{"meta":{"grade":"poor"}}`, 400, "rest_not_in_enum"},
		{"editor", "GET", route + "?per_page=0", "", 400, "rest_invalid_param"},
		{"editor", "GET", "/cms/v2/posts/" + id, "", 404, "rest_post_invalid_id"},
		{"", "GET", "/catalogue/v1/minerals/5", "", 200, nil},
		{"editor", "POST", "/catalogue/v1/minerals", `{"name":"pyrite","parent":3}`, 400, "term_exists"},
		{"author", "POST", "/catalogue/v1/minerals", `{"name":"Zinc"}`, 403, "rest_cannot_create"},
		{"editor", "DELETE", "/catalogue/v1/minerals/3?force=true", "", 200, nil},
		{"", "GET", "/cms/v2/taxonomies/mineral", "", 200, nil},
		{"subscriber", "GET", route + "/" + id + "?context=edit", "", 403, "rest_forbidden_context"},
		{"editor", "PATCH", route + "/" + id, `{"price":null,"box":null,"meta":{"weight_g":null}}`, 200, nil},
		{"editor", "DELETE", route + "/" + id, "", 200, nil},
		{"editor", "DELETE", route + "/" + id, "", 410, "rest_already_trashed"},
		{"editor", "DELETE", route + "/" + id + "?force=true", "", 200, nil},
		{"editor", "GET", route + "/" + id, "", 404, "rest_post_invalid_id"},
	} {
		status, _, answer := ask(t, server, test.user, test.method, test.route, test.body)
		if status != test.status || memberOf(answer, "code") != test.code {
			t.Errorf("%s %s %s: status %d, response %v, want %d and the code %v", test.method, test.route, test.body, status,
				answer, test.status, test.code)
		}
		if test.method == "PATCH" && (memberOf(answer, "price") != 0.0 || memberOf(answer, "meta", "weight_g") != 0.0) {
			t.Errorf("PATCH with null: %v, want zero values", answer)
		}
	}
}

func TestOwnTypeIsDescribedAndKept(t *testing.T) {
	t.Parallel()
	server := museum(t, cmstest.WithPrefix("cms"))
	_, _, said := ask(t, server, "", "OPTIONS", "/catalogue/v1/specimens", "")
	if memberOf(said, "schema", "properties", "price", "type") == nil || memberOf(said, "namespace") != "catalogue/v1" {
		t.Errorf("OPTIONS of an own type: %v, want its price in the schema and its namespace", said)
	}
	if _, _, index := ask(t, server, "", "GET", "/catalogue/v1", ""); memberOf(index, "routes",
		"/catalogue/v1/specimens") == nil {
		t.Error("GET of the index of the namespace: no route of the own type, want it listed")
	}
	id := server.Insert("specimens", map[string]any{"title": "Opal", "price": 3, "meta": map[string]any{"drawer": 7}})
	before := server.Snapshot()
	document := server.Document()
	if status, _, answer := ask(t, server, "admin", "POST", fmt.Sprint("/catalogue/v1/specimens/", id),
		`{"price":9,"meta":{"drawer":1}}`); status != http.StatusOK {
		t.Fatalf("POST of a specimen: status %d, %v, want 200", status, answer)
	}
	server.Restore(before)
	if record := server.Record("specimens", id); record["price"] != 3 ||
		!reflect.DeepEqual(record["meta"], map[string]any{"drawer": 7}) {
		t.Errorf("Record after Restore: %v, want price 3 and drawer 7", record)
	}
	other := museum(t)
	if err := other.Load(document); err != nil {
		t.Fatal(err)
	}
	if again := other.Document(); !bytes.Equal(again, document) {
		t.Errorf("Document of a site loaded from a document:\n%s\nwant\n%s", again, document)
	}
}

func TestDescriptionOfNoTypePanics(t *testing.T) {
	t.Parallel()
	for name, description := range map[string]string{
		"no JSON": `{`, "two values": `{}{}`, "a list": `[]`, "nothing": `{}`,
		"no records": `{"routes":{"/a/v1/b":{"endpoints":[{"methods":["GET"],"args":{"page":{}}}]}}}`,
		"deep":       strings.Repeat("[", 300) + strings.Repeat("]", 300),
		"taken": `{"routes":{"/a/v1/posts":{"endpoints":[{"methods":["GET"],"args":{"page":{}}}],
			"schema":{"properties":{"id":{},"date":{},"slug":{},"status":{},"type":{}}}}}}`,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			defer func() {
				if value := recover(); value == nil || !strings.Contains(fmt.Sprint(value), "WithType") {
					t.Errorf("WithType of a description without records: panic %v, want one that names WithType", value)
				}
			}()
			cmstest.NewServer(cmstest.WithType([]byte(description))).Close()
		})
	}
}
