package archiver_test

import (
	"bytes"
	"strings"
	"testing"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/fontcms/fontcms-go/cms/archiver"
	"github.com/fontcms/fontcms-go/internal/replay/fuzzing"
)

// FuzzSnapshots looks for snapshots in any answer: what is found stands there.
func FuzzSnapshots(f *testing.F) {
	for _, s := range []string{`{"snapshots":[{"url":"https://x","date":1}]}`, `[["https://x",{"a":[{"link":"//y"}]}]]`, `{"closest":{"timestamp":"20260101000000","archive_url":"http://z"}}`, `null`, ` "https:\/\/x" `} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, body []byte) {
		if answer, ok := fuzzing.Reread[archiver.Answer](t, body); ok {
			var kept, given any
			if err := answer.Decode(&kept); err == nil && (json.Unmarshal(body, &given, jsontext.AllowDuplicateNames(true), jsontext.AllowInvalidUTF8(true)) != nil || given == nil) {
				t.Errorf("%q was decoded as %v", body, kept)
			}
		}
		for _, s := range (archiver.Answer{Raw: body}).Snapshots() {
			if !bytes.Contains(body, s.Raw) || !jsontext.Value(s.Raw).IsValid(jsontext.AllowDuplicateNames(true), jsontext.AllowInvalidUTF8(true)) {
				t.Errorf("%q holds no %q", body, s.Raw)
			}
			if !strings.HasPrefix(s.URL, "http") && !strings.HasPrefix(s.URL, "//") {
				t.Errorf("%q gives the address %q", body, s.URL)
			}
			if at, ok := s.Time(); !ok && !at.IsZero() || ok && s.Date == "" {
				t.Errorf("%q is %v, %v", s.Date, at, ok)
			}
		}
	})
}
