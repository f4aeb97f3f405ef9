package cms_test

import (
	"testing"

	"github.com/fontcms/fontcms-go/cms"
)

// Blocks have no pattern categories before WordPress 6.4, and a site may take tags and
// categories from posts.
func TestFileKeepsAbsentTermsAbsent(t *testing.T) {
	t.Parallel()
	const post = `{"id":1,"status":"draft","type":"post","modified_gmt":"2026-01-02T03:04:05",` +
		`"link":"https://docs.example.org/a/",
		"comment_status":"open","format":"standard","permalink_template":"https://docs.example.org/%postname%/",
		"title":{"raw":"a"},"content":{"raw":"b"},"excerpt":{"raw":"c"},"guid":{"raw":"d"}}`
	for name, written := range map[string]func() (any, error){
		"a post":  func() (any, error) { return throughAFile[cms.Post](t, post).Params() },
		"a block": func() (any, error) { return throughAFile[cms.Block](t, post).Params() },
	} {
		params, err := written()
		if err != nil {
			t.Fatalf("%s: written: %v", name, err)
		}
		data, err := cms.Marshal(params)
		if err != nil {
			t.Fatal(err)
		}
		var members map[string]any
		if err := cms.Unmarshal(data, &members); err != nil {
			t.Fatal(err)
		}
		for _, field := range []string{"categories", "tags", "cms_pattern_category"} {
			if value, ok := members[field]; ok {
				t.Errorf("%s: %s is written as %v, want it absent", name, field, value)
			}
		}
	}
}

// throughAFile decodes a record, writes it as [cms.Marshal] does, and reads it back.
func throughAFile[T any](t *testing.T, data string) *T {
	t.Helper()
	var first, second T
	if err := cms.Unmarshal([]byte(data), &first); err != nil {
		t.Fatal(err)
	}
	file, err := cms.Marshal(&first)
	if err != nil {
		t.Fatal(err)
	}
	if err := cms.Unmarshal(file, &second); err != nil {
		t.Fatal(err)
	}
	return &second
}
