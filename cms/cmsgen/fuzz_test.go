package main

import (
	"os"
	"testing"
)

// FuzzGenerate gives any JSON for a description: it makes code that the compiler
// takes, the same each time, or it is an error.
func FuzzGenerate(f *testing.F) {
	for _, seed := range []string{
		things(`"a": {"type": ["string", "null"], "enum": ["x", "y"]}, "meta": {"type": "object", "properties": []}`,
			`".a": ["false"]`, `"a": {}`),
		`{"routes": {"/a/v1/b/(?P<c>\\w+)": {"endpoints": [{"methods": ["GET", "POST", "DELETE"], "args": {"d": {"type": ` +
			`"array"}}}]}}}`,
		`{"routes": {"/a/v1/b": {"endpoints": [{"methods": "GET"}], "schema": {"title": "b", "properties": {"a": {"oneOf": ` +
			`[{}]}}}}}}`,
		`{"prefix": "(", "routes": {"/a/{type}/{type}": {"endpoints": [{"methods": ["PATCH"], "args": {"type": {}}}]}}}`,
		`{"prefix": "a/b", "routes": {"/a/b/(?P<id>[\\d]+)/c/(?P<d>.)": {"endpoints": [{"methods": ["GET"]}]}}}`,
		`{"routes": {"/a/v1/b/{c/d}": {"endpoints": [{"methods": ["GET"]}]}, "/a/v1/(?P<b/c>.)/{d}": {"endpoints": ` +
			`[{"methods": ["GET"]}]}}}`,
		`{"routes": {"/a/v1/b": {"endpoints": [{"methods": ["GET"], "args": {"a": {"default": "` + "\xff" + `"}}}]}}}`,
	} {
		f.Add([]byte(seed))
	}
	if museum, err := os.ReadFile("testdata/museum.json"); err == nil {
		f.Add(museum)
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		d, err := load(data)
		if err != nil {
			return
		}
		source, err := generate(t.Context(), d, wants{}, "fuzzed")
		if err != nil {
			return
		}
		if err := typecheck(t, source); err != nil {
			t.Fatalf("typecheck of generated code: %v, want valid Go:\n%s", err, source)
		}
		saved, err := indented(d)
		if err != nil {
			t.Fatal(err)
		}
		again, err := load(saved)
		if err != nil {
			t.Fatalf("load of the saved description: error %v, want none:\n%s", err, saved)
		}
		repeated, err := generate(t.Context(), again, wants{}, "fuzzed")
		if err != nil || string(repeated) != string(source) {
			t.Fatalf("generate of the saved description: error %v, want the same code:\n%s\n%s", err, source, repeated)
		}
	})
}
