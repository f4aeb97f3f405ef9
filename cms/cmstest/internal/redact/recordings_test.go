package redact_test

import (
	"encoding/json"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/fontcms/fontcms-go/cms/cmstest/internal/redact"
)

// message is one side of a recording.
type message struct {
	Query  string      `json:"query"`
	Header http.Header `json:"headers"`
	redact.Content
}

type recording struct{ Request, Response message }

// recordings are the files of this repository that hold an exchange.
func recordings(t *testing.T) map[string]recording {
	t.Helper()
	out := map[string]recording{}
	err := filepath.WalkDir("../../../..", func(path string, entry os.DirEntry, err error) error {
		if err != nil || entry.IsDir() || !strings.HasSuffix(path, ".http.json") {
			return err
		}
		raw, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		var one recording
		if err := json.Unmarshal(raw, &one); err != nil {
			return err
		}
		out[path] = one
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if len(out) < 500 {
		t.Fatalf("there are %d recordings, want at least 500", len(out))
	}
	return out
}

// listed are the recordings of an earlier tool that kept more, and how many values of them the
// recorder replaces: secrets of embeds and previews, invented passwords, and a setting with
// the name cookie.
func listed() map[string]int {
	return map[string]int{
		"request of batch_nested_headers.http.json":                                   1,
		"request of block_visibility_settings_update_200.http.json":                   1,
		"request of block_visibility_settings_update_401.http.json":                   1,
		"request of block_visibility_settings_update_403.http.json":                   1,
		"request of block_visibility_settings_update_partial_replaces_200.http.json":  1,
		"request of block_visibility_settings_update_patch.http.json":                 1,
		"request of block_visibility_settings_update_put.http.json":                   1,
		"request of posts_create_password_sticky_400.http.json":                       1,
		"request of posts_get_protected_password.http.json":                           1,
		"response of block_visibility_settings_after_partial.http.json":               1,
		"response of block_visibility_settings_get.http.json":                         1,
		"response of block_visibility_settings_reset_all_200.http.json":               1,
		"response of block_visibility_settings_update_200.http.json":                  1,
		"response of block_visibility_settings_update_partial_replaces_200.http.json": 1,
		"response of block_visibility_settings_update_patch.http.json":                1,
		"response of block_visibility_settings_update_put.http.json":                  1,
		"response of index_fields_200.http.json":                                      1,
		"response of index_fields_secure_context.http.json":                           1,
		"response of oembed_embed_bad_format_200.http.json":                           1,
		"response of oembed_embed_json.http.json":                                     1,
		"response of oembed_embed_page.http.json":                                     1,
		"response of oembed_embed_with_thumbnail.http.json":                           1,
		"response of oembed_embed_xml.http.json":                                      3,
		"response of oembed_proxy_bad_maxwidth_200.http.json":                         1,
		"response of oembed_proxy_internal.http.json":                                 1,
		"response of oembed_proxy_maxwidth.http.json":                                 1,
		"response of oembed_proxy_xml.http.json":                                      1,
		"response of pages_autosave_create_200.http.json":                             1,
		"response of posts_autosave_create_200.http.json":                             1,
		"response of posts_autosave_no_change.http.json":                              1,
	}
}

// TestRecordingsOfThisRepositoryStayAsTheyAre redacts them again. A value that is replaced in
// them is a secret in this repository, or something that the recorder should keep.
func TestRecordingsOfThisRepositoryStayAsTheyAre(t *testing.T) {
	t.Parallel()
	want, replaced := listed(), map[string]int{}
	for path, one := range recordings(t) {
		for side, was := range map[string]message{"request": one.Request, "response": one.Response} {
			d := redact.Again()
			count := func(kept, was string) {
				if kept != was {
					replaced[side+" of "+filepath.Base(path)] += max(1, strings.Count(kept, "REDACTED")-strings.Count(was, "REDACTED"))
				}
			}
			count(d.Query(was.Query), was.Query)
			for name, values := range was.Header {
				for _, value := range values {
					count(d.HeaderValue(name, value), value)
				}
			}
			body, err := was.Bytes()
			if err != nil {
				t.Errorf("the body of %s: %v", path, err)
			}
			if was.LeftOut == "" {
				got := d.Content(was.Header, body, was.Length)
				count(got.Body+got.LeftOut, was.Body)
			}
		}
	}
	for name, n := range replaced {
		if n != want[name] {
			t.Errorf("%q: %d, // values are replaced, want %d", name, n, want[name])
		}
		delete(want, name)
	}
	for name := range want {
		t.Errorf("nothing is replaced in the %s, want it to be or not to be listed", name)
	}
}
