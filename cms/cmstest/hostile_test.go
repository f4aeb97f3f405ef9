package cmstest_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/fontcms/fontcms-go/cms/cmstest"
)

// hostile are values that no argument expects in every place.
var hostile = []string{
	`null`, `""`, `" "`, `"x"`, `"\u0000\ud800\uffff"`, `"../../etc"`, `"%"`, `"<script>&amp;\\\"'"`, `"-1"`,
	`"2026-02-30T25:61:61"`, `"0000-00-00T00:00:00"`, `"9999-12-31T23:59:59Z"`,
	`0`, `-1`, `1.5`, `1e400`, `9223372036854775807`, `-9223372036854775808`, `99999999999999999999`, `true`, `false`,
	`[]`, `[null]`, `[[]]`, `[{}]`, `["", 0, -1, 1e30, null]`, `["any", "trash"]`, `{}`, `{"raw": null}`,
	`{"raw": {"raw": []}}`, `{"terms": {}, "operator": []}`, `{"0": {"1": null}}`,
	`"1,2,,x, 3"`, `"` + strings.Repeat("ä", 3000) + `"`, `[` + strings.Repeat(`[`, 500) + strings.Repeat(`]`, 500) + `]`,
}

// TestHostileArguments sends every argument of every route in the index what does not belong there, in the query and in
// the body. The server must not panic, and must store only what makes a document.
func TestHostileArguments(t *testing.T) {
	t.Parallel()
	site, other := cmstest.NewServer(cmstest.WithPrefix("wp"), atNoon()),
		cmstest.NewServer(cmstest.WithPrefix("wp"), atNoon())
	t.Cleanup(site.Close)
	t.Cleanup(other.Close)
	if err := site.Load([]byte(fuzzed)); err != nil {
		t.Fatal(err)
	}
	seeded, empty := site.Snapshot(), other.Snapshot()
	handler := site.Handler()
	send := func(method, target, body string) *httptest.ResponseRecorder {
		req := httptest.NewRequestWithContext(t.Context(), method, target, strings.NewReader(body))
		req.Header.Set("Content-Type", "application/json")
		req.SetBasicAuth("admin", site.AppPassword("admin"))
		w := httptest.NewRecorder()
		func() {
			defer func() {
				if why := recover(); why != nil {
					t.Errorf("Sent %s %.300s %.300s: panic %v, want none", method, target, body, why)
					t.FailNow()
				}
			}()
			handler.ServeHTTP(w, req)
		}()
		if w.Body.Len() > 0 && strings.HasPrefix(w.Header().Get("Content-Type"), "application/json") &&
			!json.Valid(w.Body.Bytes()) {
			t.Errorf("Sent %s %s %s: body %s, want JSON", method, target, body, w.Body)
		}
		return w
	}
	var index struct {
		Routes map[string]struct {
			Endpoints []struct {
				Methods []string
				Args    json.RawMessage
			}
		}
	}
	if err := json.Unmarshal(send("GET", "/wp-json/", "").Body.Bytes(), &index); err != nil {
		t.Fatal(err)
	}
	variable := regexp.MustCompile(`\(\?P<(\w+)>[^)]*\)`)
	count, turn := 0, 0
	every := 108 // arguments take turns with the values; 1 sends all of them to each
	if os.Getenv("FONTCMS_SOAK") != "" {
		every = 27
	}
	for _, pattern := range slices.Sorted(maps.Keys(index.Routes)) {
		route := index.Routes[pattern]
		path := "/wp-json" + variable.ReplaceAllStringFunc(pattern, func(v string) string {
			switch {
			case strings.Contains(v, "<parent>"):
				return "65"
			case strings.Contains(pattern, "/media/"):
				return "80"
			case strings.Contains(pattern, "/snippets/"):
				return "5"
			case strings.Contains(pattern, "/blocks/"):
				return "95"
			case strings.Contains(pattern, "/menu-items/"):
				return "97"
			}
			return "1"
		})
		for _, endpoint := range route.Endpoints {
			args := map[string]any{}
			_ = json.Unmarshal(endpoint.Args, &args) // [] if there are none
			args["_fields"], args["_embed"], args["unknown"], args["rest_route"] = nil, nil, nil, nil
			for _, name := range slices.Sorted(maps.Keys(args)) {
				if turn++; turn%every >= len(hostile) {
					continue
				}
				for _, method := range endpoint.Methods {
					for i := turn % every; i < len(hostile); i += every {
						value := hostile[i]
						var plain any
						if err := json.Unmarshal([]byte(value), &plain); err != nil {
							plain = value
						}
						query := url.QueryEscape(name) + "=" + url.QueryEscape(fmt.Sprint(plain))
						send(method, path+"?"+query, "")
						send(method, path+"?"+strings.ReplaceAll(url.QueryEscape(name), "%", "%25")+"[]="+url.QueryEscape(value), "")
						send(method, path, fmt.Sprintf(`{"title": "T", %q: %s}`, name, value))
						count += 3
					}
					if method == http.MethodGet {
						continue
					}
					site.ResetRequests()
					document := site.Document()
					if err := other.Load(document); err != nil {
						t.Errorf("after %s %s with %s: %v", method, path, name, err)
					} else if again := other.Document(); string(again) != string(document) {
						t.Errorf("Document after %s %s with %s, loaded and written again:\n%s\nwant the same document", method, path,
							name, firstDifference(document, again))
					}
					site.Restore(seeded)
					other.Restore(empty)
				}
			}
		}
	}
	t.Logf("%d requests", count)
}
