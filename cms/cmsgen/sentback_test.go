package main

import (
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
)

// TestRecordsThatContradictTheirSchemaAreSentBackWhole generates code for a plugin, reads
// records whose values contradict the schema, and sends them back as they were read. The
// samples have the first record only. A walk of all records reads the others as well.
func TestRecordsThatContradictTheirSchemaAreSentBackWhole(t *testing.T) {
	t.Parallel()
	const properties = `{"id": {"type": "integer"}, "name": {"type": "string"}, "stock": {"type": "integer"},
		"weight": {"type": "number"}, "sale": {"type": "boolean"},
		"tags": {"type": "array", "items": {"type": "string"}},
		"size": {"type": "object", "properties": {"x": {"type": "number"}}},
		"made": {"type": "string", "format": "date-time"},
		"options": {"type": "object", "additionalProperties": {"type": "integer"}}}`
	record := func(id int, rest string) string { return fmt.Sprintf(`{"id":%d,%s}`, id, rest) }
	records := []string{
		record(1, `"name":{"raw":"Ä","n":7},"stock":"n/a","weight":[1.5],"sale":"maybe","tags":{"a":"b"},"size":"10x20",`+
			`"made":false,"options":["p","q"],"unknown":{"deep":[1,{"b":null}]}`),
		record(2, `"name":7.25,"stock":2.5,"weight":"1.50 kg","sale":{"from":"2027-01-01"},"tags":"one,two",`+
			`"size":[1,2],"made":"soon","options":{"a":"many"},"unknown":3`),
		record(3, `"name":["Ä"],"stock":{"left":5},"weight":{"kg":1},"sale":2,"tags":[{"t":1},"u"],`+
			`"size":{"x":"wide","z":9},"made":{"at":"2027-01-01"},"options":"none","unknown":"x"`),
		record(4, `"name":true,"stock":[3],"weight":true,"sale":["a"],"tags":7,"size":7,"made":1798761600,"options":7,`+
			`"unknown":[]`),
	}
	routes := `{"/made/v1/things": {"endpoints": [{"methods": ["GET"], "args": {"page": {"type": "integer"}, "per_page":
		{"type": "integer", "maximum": 100}}}],
		"schema": {"title": "thing", "type": "object", "properties": ` + properties + `}},
		"/made/v1/things/(?P<id>[\\d]+)": {"endpoints": [{"methods": ["GET"], "args": {}}, {"methods": ["POST"], "args": {}}],
		"schema": {"title": "thing", "type": "object", "properties": ` + properties + `}}}`
	for name, sample := range map[string][]string{"the schema": nil, "the schema and a sample": {"-sample", "20"}} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var generated atomic.Bool
			site := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				w.Header().Set("Content-Type", "application/json")
				path := strings.TrimPrefix(r.URL.Path, "/made/wp-json/")
				var id int
				_, _ = fmt.Sscanf(path, "made/v1/things/%d", &id)
				switch {
				case r.Method == http.MethodPost: // responds with what was sent
					_, _ = io.Copy(w, r.Body)
				case path == "":
					fmt.Fprintf(w, `{"home": "http://%s/made", "url": "http://%[1]s/made", "namespaces": ["made/v1"]}`, r.Host)
				case path == "made/v1":
					fmt.Fprintf(w, `{"routes": %s}`, routes)
				case r.Method == http.MethodOptions:
					fmt.Fprint(w, "{}")
				case id > 0:
					fmt.Fprint(w, records[id-1])
				case generated.Load():
					fmt.Fprintf(w, "[%s]", strings.Join(records, ","))
				default:
					fmt.Fprintf(w, "[%s]", records[0])
				}
			}))
			t.Cleanup(site.Close)
			args := append([]string{"-site", site.URL + "/made", "-prefix", "wp", "-namespace", "made/v1", "-package", "made"},
				sample...)
			status, source, messages := ran(t, args...)
			if status != 0 && status != statusPartly {
				t.Fatalf("cmsgen: status %d, %s; want 0", status, messages)
			}
			generated.Store(true)
			body := fmt.Sprintf(`	r := newReader("made")
	for id := int64(1); id <= %d; id++ {
		v, err := made.NewThings(r.site).Get(ctx, id)
		r.check(fmt.Sprint("Get ", id), v, err)
		want := r.sent.body
		text, err := cms.Marshal(v)
		if err != nil {
			fmt.Println("fails: marshalled", id, err)
		}
		again, err := cms.Do(ctx, r.site, cms.Request[made.Thing]{Method: "POST", Path: fmt.Sprint("made/v1/things/", id),
			Body: json.RawMessage(text)})
		if err != nil {
			fmt.Println("fails: sent back", id, err)
		}
		r.check(fmt.Sprint("the response to ", id), again, err)
		for _, line := range differences(decoded(want), decoded(r.sent.body), "") {
			fmt.Println("lost: sent back", id, line)
		}
	}
	var walked []*made.Thing
	for v, err := range made.NewThings(r.site).All(ctx, nil) {
		if err != nil {
			fmt.Println("fails: walked", err)
		}
		walked = append(walked, v)
	}
	text, err := cms.Marshal(walked)
	if err != nil {
		fmt.Println("fails: marshalled what was walked", err)
	}
	for _, line := range differences(decoded(r.sent.body), decoded(text), "") {
		fmt.Println("lost: walked", line)
	}
	fmt.Println("walk", len(walked))
`, len(records))
			out := comparing(t, map[string][]byte{"made/made.go": []byte(source)},
				"\t\"fmt\"\n\n\t\"museum/made\"\n", body)("FONTCMS_SITE=" + site.URL)
			for line := range strings.Lines(out) {
				if !strings.HasPrefix(line, "call ") && line != fmt.Sprintf("walk %d\n", len(records)) {
					t.Errorf("%s; want each record sent back as it was read", strings.TrimSpace(line))
				}
			}
			if n := strings.Count(out, "call "); n != 2*len(records) {
				t.Errorf("the program read %d records, want each of %d twice:\n%s", n, len(records), out)
			}
		})
	}
}
