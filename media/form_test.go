package media_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/fontcms/fontcms-go/internal/stub"
	"github.com/fontcms/fontcms-go/media"
)

// A site may have sent such JSON, which Extra keeps as it came.
func TestUploadTakesInvalidUTF8InExtra(t *testing.T) {
	t.Parallel()
	s := stub.New(t, oneByOne([]string{"201", created}))
	params := &media.Params{}
	params.Extra = map[string]json.RawMessage{"a": json.RawMessage("\"x\xffy\"")}
	if _, err := library(t, s).Upload(t.Context(), picture(), params); err != nil {
		t.Fatalf("Upload with invalid UTF-8 in Extra: error %v, want none", err)
	}
	if body := s.Seen()[0].Body; !strings.Contains(body, "x\ufffdy") {
		t.Errorf("Upload with invalid UTF-8 in Extra sent %q, want it replaced", body)
	}
}
