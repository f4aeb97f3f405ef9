package archive

import (
	"bytes"
	"encoding/json"
	"testing"
)

func TestEncodeKeepsWhatPluginsAddToARecord(t *testing.T) {
	t.Parallel()
	for name, one := range map[string]struct{ sent, want string }{
		"a field of a text":          {`{"price":{"raw":"10","currency":"EUR"}}`, `{"price":{"raw":"10","currency":"EUR"}}`},
		"a field of a known text":    {`{"title":{"raw":"T","rendered":"T","tone":1}}`, `{"title":{"raw":"T","tone":1}}`},
		"a count that is not a term": {`{"id":5,"count":7}`, `{"id":5,"count":7}`},
		"the count of a term":        {`{"id":5,"taxonomy":"category","count":7}`, `{"id":5,"taxonomy":"category"}`},
		"a text that is not typed":   {`{"guid":{"rendered":"G"}}`, `{"guid":{"rendered":"G"}}`},
		"large numbers":              {`{"n":12345678901234567890,"m":1.10}`, `{"n":12345678901234567890,"m":1.10}`},
		"derived fields": {
			`{"content":{"raw":"C","rendered":"C","protected":false,"block_version":1},"class_list":[],"_links":{}}`,
			`{"content":{"raw":"C"}}`,
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var r Record
			if err := json.Unmarshal([]byte(one.sent), &r); err != nil {
				t.Fatal(err)
			}
			encoded, err := Encode(r, "wp")
			if err != nil {
				t.Fatal(err)
			}
			if got, want := fields(t, encoded), fields(t, []byte(one.want)); !bytes.Equal(got, want) {
				t.Errorf("Encode of %s: got %s, want %s", one.sent, got, want)
			}
		})
	}
}

// fields are the fields of a document in one order, with their numbers as they were sent.
func fields(t *testing.T, document []byte) []byte {
	t.Helper()
	decoder := json.NewDecoder(bytes.NewReader(document))
	decoder.UseNumber()
	var v any
	if err := decoder.Decode(&v); err != nil {
		t.Fatal(err)
	}
	out, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// TestQueryOfAnAddressIsNoPartOfTheFile has the addresses of stores of files that sign them, and of plugins that
// add a size or the time.
func TestQueryOfAnAddressIsNoPartOfTheFile(t *testing.T) {
	t.Parallel()
	const folder, signed = "https://files.test/2026/", "?Expires=1&Signature=a%2Fb"
	for name, c := range map[string]struct{ source, filename, original, file string }{
		"a plain address":          {folder + "a.jpg", "", folder + "a.jpg", "5-a.jpg"},
		"a size":                   {folder + "a.png?w=1024", "", folder + "a.png?w=1024", "5-a.png"},
		"a signature":              {folder + "a.mp3" + signed, "a.mp3", folder + "a.mp3" + signed, "5-a.mp3"},
		"a signature with a slash": {folder + "a.mp3?Signature=a/b", "", folder + "a.mp3?Signature=a/b", "5-a.mp3"},
		"a scaled file":            {folder + "a-scaled.jpg" + signed, "a.jpg", folder + "a.jpg", "5-a.jpg"},
		"no file":                  {"", "", "", ""},
	} {
		r, err := RecordOf(map[string]any{"id": 5, "source_url": c.source, "filename": c.filename})
		if err != nil {
			t.Fatal(err)
		}
		switch {
		case r.OriginalURL() != c.original:
			t.Errorf("OriginalURL of %s: %q, want %q", name, r.OriginalURL(), c.original)
		case r.FileName() != c.file:
			t.Errorf("FileName of %s: %q, want %q", name, r.FileName(), c.file)
		}
	}
	mark := func(source string) string {
		r, err := RecordOf(map[string]any{"id": 5, "source_url": source})
		if err != nil {
			t.Fatal(err)
		}
		return r.FileMark()
	}
	if first, second := mark(folder+"a.mp3?X-Amz-Signature=1"), mark(folder+"a.mp3?X-Amz-Signature=2"); first != second {
		t.Errorf("FileMark of two signatures: %s and %s, want the same", first, second)
	}
	if first, second := mark(folder+"a.mp3?v=1"), mark(folder+"a.mp3?v=2"); first == second {
		t.Errorf("FileMark of two versions: %s twice, want two marks", first)
	}
}
