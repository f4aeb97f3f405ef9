package main

import (
	"testing"

	"golang.org/x/tools/go/analysis/analysistest"
)

func TestRulesReportWhatTheyNameAndNothingElse(t *testing.T) {
	t.Parallel()
	allowed := map[place]int{
		{"a/limited_test.go", ruleMessage}:   1,
		{"a/limited_test.go", ruleCondition}: 2,
	}
	goroutines := map[string]int{"a/known.go": 1, "a/stopped.go": 1}
	analysistest.Run(t, analysistest.TestData(), analyzer(allowed, goroutines), "github.com/fontcms/fontcms-go/a")
}
