package wire

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/go-json-experiment/json/jsontext"
)

func FuzzUnquoteReadsWhatTheStandardLibraryReads(f *testing.F) {
	for _, text := range []string{
		``, `plain`, `https:\/\/example.org\/`, `\"\\\/\b\f\n\r\t`, `\u00e9\u0416\u4e2d`, `\ud83d\ude00`, `\ud83d`, `\ud83dx`,
		`\ud83d\n`, `\ud83d\u0041`, `\ude00\ud83d`, `\ud83d\ud83d\ude00`, `\ufffd`, "\xff", "a\xffb\\n", "\xed\xa0\x80",
		`\u0000`, "é\u2028",
		`\uD83D\uDE00`, strings.Repeat(`\u0416`, 50), strings.Repeat(`<p class=\"x\">\n<\/p>`, 20),
	} {
		f.Add([]byte(`"` + text + `"`))
	}
	f.Fuzz(func(t *testing.T, quoted []byte) {
		if !jsontext.Value(quoted).IsValid(jsontext.AllowInvalidUTF8(true)) || jsontext.Value(quoted).Kind() != '"' {
			t.Skip("no JSON string")
		}
		quoted = []byte(strings.TrimSpace(string(quoted)))
		var want string
		if err := json.Unmarshal(quoted, &want); err != nil {
			t.Fatal(err)
		}
		got := Unquote(quoted)
		if got != want {
			t.Errorf("Unquote(quoted): %q, want %q", got, want)
		}
		clear(quoted)
		if got != want {
			t.Errorf("Unquote: %q after its JSON was cleared, want %q", got, want)
		}
	})
}

func TestUnquoteAllocatesOnce(t *testing.T) { //nolint:paralleltest // AllocsPerRun refuses parallel tests
	quoted := []byte(`"` + strings.Repeat(`<a href=\"https:\/\/example.org\/\">words and more words<\/a>\n`, 50) + `"`)
	if n := testing.AllocsPerRun(100, func() { _ = Unquote(quoted) }); n != 1 {
		t.Errorf("testing.AllocsPerRun: %v allocations, want 1", n)
	}
}
