package cmstest_test

import (
	"fmt"
	"strings"
	"testing"
)

// batch sends requests, given as JSON objects, to the batch route.
func (c *client) batch(user, mode string, requests ...string) answer {
	c.t.Helper()
	return c.do(user, "POST", c.site.URL+"/cms-json/batch/v1",
		fmt.Sprintf(`{"validation":%q,"requests":[%s]}`, mode, strings.Join(requests, ",")))
}

// brief is an answer of a batch: the status, the code if any and the Allow header if any of each item, "-" for one
// that was not run.
func (a answer) brief(t testing.TB) string {
	t.Helper()
	var out []string
	list, _ := a.object(t)["responses"].([]any)
	for _, one := range list {
		item, ran := one.(map[string]any)
		if !ran {
			out = append(out, "-")
			continue
		}
		text := fmt.Sprint(item["status"])
		if body, _ := item["body"].(map[string]any); body["code"] != nil {
			text += " " + fmt.Sprint(body["code"])
		}
		if headers, _ := item["headers"].(map[string]any); headers["Allow"] != nil {
			text += " [" + fmt.Sprint(headers["Allow"]) + "]"
		}
		out = append(out, text)
	}
	return strings.Join(out, "; ")
}

const all = " [GET, POST, PUT, PATCH, DELETE]"

func TestBatchRunsEachRequest(t *testing.T) {
	t.Parallel()
	const at = "/cms/v2/posts/7"
	for name, tc := range map[string]struct {
		user, mode string
		requests   []string
		want       string
	}{
		"nothing": {"admin", "normal", nil, ""},
		"failures beside successes": {"admin", "normal", []string{
			`{"path":"/cms/v2/posts?_fields=id","body":{"title":"a"}}`,
			`{"path":"/cms/v2/posts","body":{"title":"b","status":"bogus"}}`,
			`{"path":"/cms/v2/posts/999999","body":{"title":"c"}}`,
		}, "201 [GET, POST]; 400 rest_invalid_param [GET, POST]; 404 rest_post_invalid_id"},
		"one mistake stops all": {"admin", "require-all-validate", []string{
			`{"path":"/cms/v2/posts","body":{"title":"never"}}`,
			`{"path":"/cms/v2/posts","body":{"title":"never","status":"bogus"}}`,
		}, "-; 400 rest_invalid_param"},
		"no route stops all": {"admin", "require-all-validate",
			[]string{`{"path":"` + at + `"}`, `{"path":"/cms/v2/nope"}`}, "-; 404 rest_no_route"},
		"missing stops not": {"admin", "require-all-validate",
			[]string{`{"path":"/cms/v2/posts/999999"}`, `{"path":"` + at + `"}`}, "404 rest_post_invalid_id; 200" + all},
		"permission stops not": {"", "require-all-validate", []string{`{"path":"` + at + `","body":{"title":"x"}}`},
			"401 rest_cannot_edit [GET]"},
		"not in a batch": {"admin", "normal", []string{`{"path":"/batch/v1","body":{"requests":[]}}`},
			"400 rest_batch_not_allowed [POST]"},
		"bad paths": {"admin", "normal",
			[]string{`{"path":"http:///x"}`, `{"path":"//"}`, `{"path":""}`, `{"path":"cms/v2/posts"}`},
			"400 parse_path_failed; 400 parse_path_failed; 404 rest_no_route; 404 rest_no_route"},
		"slash at the end": {"admin", "normal", []string{`{"path":"/cms/v2/posts/"}`}, "404 rest_no_route"},
		"any case and any host": {"admin", "normal", []string{`{"path":"http://x.test/CMS/v2/Posts","body":{"title":"t"}}`},
			"201 [GET, POST]"},
		"what one writes is new": {"admin", "normal",
			[]string{`{"path":"` + at + `","method":"DELETE"}`, `{"path":"` + at + `","method":"DELETE"}`,
				`{"path":"` + at + `","body":{"status":"publish"},"method":"PATCH"}`},
			"200" + all + "; 410 rest_already_trashed" + all + "; 200" + all},
		"no other user inside": {"subscriber", "normal",
			[]string{`{"path":"/cms/v2/posts","body":{"title":"x"},"headers":{"Authorization":"Basic x","X-A":["b"]}}`},
			"403 rest_cannot_create [GET]"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			c := start(t)
			c.site.Insert("posts", map[string]any{"id": 7, "title": "one"})
			a := c.batch(tc.user, tc.mode, tc.requests...)
			if got := a.brief(t); a.status != 207 || got != tc.want {
				t.Errorf("POST of a batch: status %d, items %s, want 207 %s", a.status, got, tc.want)
			}
			if failed := a.field(t, "failed"); (failed != nil) != strings.Contains(tc.want, "-;") {
				t.Errorf("POST of a batch: failed is %v, want it only if an item was not run", failed)
			}
			if found := c.get("admin", "/posts?status=any&search=never"); found.header.Get("X-CMS-Total") != "0" {
				t.Errorf("Search for posts of an invalid batch: %s, want no post", found.body)
			}
		})
	}
}

func TestBatchRejectsMalformedRequests(t *testing.T) {
	t.Parallel()
	c := start(t)
	item := `{"path":"/cms/v2/posts"}`
	for body, code := range map[string]string{
		`{}`:                        "rest_missing_callback_param",
		`{"requests":null}`:         "rest_missing_callback_param",
		`{"requests":["x"]}`:        "rest_invalid_type",
		`{"requests":[{}]}`:         "rest_property_required",
		`{"requests":[{"path":5}]}`: "rest_invalid_type",
		`{"requests":[{"path":"/cms/v2/posts","method":"GET"}]}`:      "rest_not_in_enum",
		`{"requests":[{"path":"/cms/v2/posts","method":"post"}]}`:     "rest_not_in_enum",
		`{"requests":[{"path":"/cms/v2/posts","body":"x"}]}`:          "rest_invalid_type",
		`{"requests":[{"path":"/cms/v2/posts","headers":{"A":[5]}}]}`: "rest_invalid_type",
		`{"requests":[],"validation":"maybe"}`:                        "rest_not_in_enum",
		`{"requests":[` + strings.Repeat(item+",", 25) + item + `]}`:  "rest_too_many_items",
	} {
		a := c.do("admin", "POST", c.site.URL+"/cms-json/batch/v1", body)
		name := "requests"
		if strings.Contains(body, "maybe") {
			name = "validation"
		}
		got := a.code(t)
		if got == "rest_invalid_param" {
			got, _ = a.field(t, "data.details."+name+".code").(string)
		}
		if a.status != 400 || got != code {
			t.Errorf("POST of the batch %s: status %d, body %s, want 400 %s", body, a.status, a.body, code)
		}
	}
	if a := c.do("admin", "GET", c.site.URL+"/cms-json/batch/v1", ""); a.status != 404 || a.code(t) != "rest_no_route" {
		t.Errorf("GET of the batch route: status %d, body %s, want 404 rest_no_route", a.status, a.body)
	}
	if a := c.do("admin", "POST", c.site.URL+"/cms-json/batch/v1?_envelope", `{"requests":[]}`); a.status != 200 ||
		a.field(t, "status") != 207.0 {
		t.Errorf("POST of a batch with _envelope: status %d, body %s, want 200 with an inner 207", a.status, a.body)
	}
}
