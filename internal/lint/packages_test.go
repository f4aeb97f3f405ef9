package main

import (
	"bytes"
	"testing"
)

// TestPackagesPrintsWhatEachIsForAndImports does not run in parallel: the Go command reads the folder that it is in.
func TestPackagesPrintsWhatEachIsForAndImports(t *testing.T) {
	t.Chdir(repository(t, map[string]string{
		"go.mod":       "module example.org/clock\n\ngo 1.26.0\n",
		"hand/hand.go": "// Package hand has a hand. It moves.\npackage hand\n",
		"face/face.go": "// Package face shows hands.\npackage face\n\n" +
			"import \"example.org/clock/hand\"\n\nconst B = hand.A\n",
		"hand/a.go":         "package hand\n\nconst A = 1\n",
		"spring/no_test.go": "package spring\n",
	}))
	const want = "face\n\tPackage face shows hands.\n\timports hand\n" +
		"hand\n\tPackage hand has a hand.\nspring\n\tonly tests\n"
	var out bytes.Buffer
	if err := printPackages(&out, []string{"./..."}); err != nil || out.String() != want {
		t.Errorf("printPackages: error %v, printed\n%swant\n%s", err, &out, want)
	}
}
