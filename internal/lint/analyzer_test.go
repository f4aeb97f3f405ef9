package main

import (
	"testing"

	"golang.org/x/tools/go/analysis/analysistest"
)

func TestRulesReportWhatTheyNameAndNothingElse(t *testing.T) {
	t.Parallel()
	goroutines := map[string]int{"a/known.go": 1, "a/stopped.go": 1}
	analysistest.Run(t, analysistest.TestData(), analyzer(goroutines), "github.com/fontcms/fontcms-go/a")
}
