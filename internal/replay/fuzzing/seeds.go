package fuzzing

import (
	"bytes"
	"net/http"
	"path"
	"testing"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/fontcms/fontcms-go/internal/replay"
)

// maxSeed is the largest body in bytes that becomes a seed. Mutating longer bodies takes
// long and finds little.
const maxSeed = 24 << 10

// Answer is a recorded response.
type Answer struct {
	Status int
	Header http.Header
	Body   []byte
}

// Answers returns the recorded responses in a folder whose names match one of the
// patterns of [path.Match]. Without a pattern it returns all.
func Answers(t testing.TB, folder string, patterns ...string) (found []Answer) {
	t.Helper()
	for _, name := range replay.Names(t, folder) {
		if !matches(t, name, patterns) {
			continue
		}
		rec := replay.LoadFrom(t, folder, name)
		if body := rec.Response.Bytes(t); len(body) <= maxSeed {
			found = append(found, Answer{rec.Response.Status, rec.Response.Headers, body})
		}
	}
	if len(found) == 0 {
		t.Fatalf("%s has no recording that matches %q", folder, patterns)
	}
	return found
}

func matches(t testing.TB, name string, patterns []string) bool {
	t.Helper()
	for _, pattern := range patterns {
		ok, err := path.Match(pattern, name)
		if err != nil {
			t.Fatal(err)
		}
		if ok {
			return true
		}
	}
	return len(patterns) == 0
}

// Records adds the records of recorded responses to the seeds: an object, or the first
// and the last element of a list.
func Records(f *testing.F, folder string, patterns ...string) {
	f.Helper()
	seen := map[string]bool{}
	add := func(record []byte) {
		if record = bytes.TrimSpace(record); !seen[string(record)] {
			seen[string(record)] = true
			f.Add(record)
		}
	}
	for _, answer := range Answers(f, folder, patterns...) {
		var list []jsontext.Value
		switch {
		case unmarshal(answer.Body, &list) == nil && len(list) > 0:
			add(list[0])
			add(list[len(list)-1])
		case jsontext.Value(answer.Body).IsValid():
			add(answer.Body)
		}
	}
}
