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
