package cms_test

import (
	"strings"
	"testing"

	"github.com/fontcms/fontcms-go/cms"
)

// Reading what is nested level by level would take seconds for a few kilobytes.
func TestDeeplyNestedJSONIsRefusedAtOnce(t *testing.T) {
	t.Parallel()
	const deep = 3000
	nested := func(open, end string) string { return strings.Repeat(open, deep) + "1" + strings.Repeat(end, deep) }
	e := cms.Embedded{"author": []byte(nested("[", "]")), "up": []byte(`[[{"id":5}]]`)}
	if users, err := cms.EmbeddedAs[cms.EmbeddedUser](e, "author"); err == nil {
		t.Errorf("cms.EmbeddedAs: error nil, users %v, want an error", users)
	}
	if users, err := cms.EmbeddedAs[cms.EmbeddedUser](e, "up"); err != nil || len(users) != 1 {
		t.Errorf("cms.EmbeddedAs: error %v, %d users, want nil and 1", err, len(users))
	}
}
