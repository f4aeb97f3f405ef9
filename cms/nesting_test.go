package cms_test

import (
	"strings"
	"testing"

	"github.com/go-json-experiment/json"

	"github.com/fontcms/fontcms-go/cms"
)

// Reading what is nested level by level would take seconds for a few kilobytes.
func TestWhatIsNestedTooDeepIsNotReadLevelByLevel(t *testing.T) {
	t.Parallel()
	const deep = 3000
	nested := func(open, end string) string { return strings.Repeat(open, deep) + "1" + strings.Repeat(end, deep) }
	for _, body := range []string{nested(`{"items":`, "}"), nested(`{"properties":{"a":`, "}}")} {
		var a cms.Argument
		if err := json.Unmarshal([]byte(body), &a); err != nil || a.Items != nil || a.Properties != nil || len(a.Extra) != 1 {
			t.Errorf("%d members in Extra, %v", len(a.Extra), err)
		}
		if written, err := json.Marshal(a); err != nil || string(written) != body {
			t.Errorf("%d bytes became %d, %v", len(body), len(written), err)
		}
	}
	var a cms.Argument
	const usual = `{"items":{"items":{"properties":{"a":{"items":{"type":["string"]}}}}}}`
	if err := json.Unmarshal([]byte(usual), &a); err != nil || a.Items.Items.Properties["a"].Items.Type[0] != "string" {
		t.Errorf("%+v, %v", a, err)
	}
	e := cms.Embedded{"author": []byte(nested("[", "]")), "up": []byte(`[[{"id":5}]]`)}
	if users, err := cms.EmbeddedAs[cms.User](e, "author"); err == nil {
		t.Errorf("%+v", users)
	}
	if users, err := cms.EmbeddedAs[cms.User](e, "up"); err != nil || len(users) != 1 {
		t.Errorf("%+v, %v", users, err)
	}
}
