package publish

import (
	"errors"
	"strings"
	"testing"
)

// deepList is a list in a list, and so on.
func deepList(depth int) string {
	var out strings.Builder
	for i := range depth {
		out.WriteString(strings.Repeat("  ", i) + "- a\n")
	}
	return out.String()
}

func TestParagraphsThatTakeSquareTimeAreRefusedWithTheirLine(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		text string
		line int // line of the input that the refusal names, 0 if it is not refused
	}{
		"open links":             {"a\n\n" + strings.Repeat("[a](", 3000), 13},
		"emphasis":               {strings.Repeat("*a_ ", 1500), 11},
		"lines of brackets":      {strings.Repeat("[\n", 2500), 2011},
		"brackets after a table": {"|a|\n|-|\n|b|\n\n" + strings.Repeat("[", 2500), 15},
		"a row of brackets":      {"|a|\n|-|\n|" + strings.Repeat("[", 2500), 13},
		"a large table":          {"|a|\n|-|\n" + strings.Repeat("|[a](b) [c](d)|\n", 2500), 0},
		"a table of HTML":        {"<table>\n" + strings.Repeat("<tr><td>[a](b)</td></tr>\n", 2500), 0},
		"brackets after HTML":    {"<p>a</p>\n\n" + strings.Repeat("[", 2500), 13},
		"code":                   {"```\n" + strings.Repeat("[", 2500) + "\n```\n", 0},
		"many paragraphs":        {strings.Repeat("[a](b) *c*\n\n", 2500), 0},
		"a wide table": {
			strings.Repeat("|a", 3000) + "|\n" + strings.Repeat("|-", 3000) + "|\n", 12,
		},
		"a wide table in a quote": {
			">" + strings.Repeat("|a", 3000) + "|\n> " + strings.Repeat("|-", 3000) + "|\n", 12,
		},
		"short rows of a wide table": { // each has a cell for each column
			strings.Repeat("|a", 900) + "|\n" + strings.Repeat("|-", 900) + "|\n" + strings.Repeat("|\n", 1000), 67,
		},
		"a long table":         {"|a|b|c|\n|-|-|-|\n" + strings.Repeat("|a|b|c|\n", 9000), 0},
		"many headings":        {strings.Repeat("# a\n", 10_001), 10_011},
		"tags in HTML":         {"<div>\n" + strings.Repeat("<a", 100_000), 12},
		"deep quotes":          {"a\n" + strings.Repeat("> ", 100), 12},
		"deep lists":           {deepList(120), 110},
		"a line of hyphens":    {strings.Repeat("-", 90), 0},
		"addresses of mail":    {strings.Repeat("a@b.c ", 2500), 11},
		"bare addresses":       {strings.Repeat("http://a.b/ ", 2500), 11},
		"links to other sites": {strings.Repeat("[a](https://a.b/)\n", 1900), 0},
		"bare hosts":           {strings.Repeat("www.a.b ", 2500), 11},
		"after code":           {"~~~\n```\n~~~\n" + strings.Repeat("[", 2500), 14},
		"after longer fences":  {"~~~~\n~~~\n~~~~\n" + strings.Repeat("[", 2500), 14},
		"a line like a fence":  {"``` a`b\n" + strings.Repeat("[", 2500), 12},
		"after code in a list": {"- a\n\n  ```\n\nb\n" + strings.Repeat("[", 2500), 16},
		"after HTML in a list": {"- <div>\n\nb\n" + strings.Repeat("[", 2500), 14},
		"no table":             {"a\n|b|c|d|\n|-|-|\n" + strings.Repeat("[a\n", 2500), 2014},
		"links without an end": {strings.Repeat("[a](http", 2500), 11},
		"lists in lists":       {strings.Repeat(strings.Repeat("- ", 90)+"a\n", 600), 572},
		"lists by tabs":        {strings.Repeat(strings.ReplaceAll(deepList(90), "  ", "\t"), 20), 1153},
		"classes of a heading": {"# a {" + strings.Repeat(".b ", 1500) + "}\n", 11},
		"a long heading":       {"# " + strings.Repeat("a ", 5000) + "\n", 0},
		"quotes in quotes":     {strings.Repeat(strings.Repeat("> ", 90)+"a\n\n", 600), 1133},
		"footnotes":            {strings.Repeat("[^1]\n\n", 5000), 0},
		"more footnotes":       {strings.Repeat("[^1] a [^2]\n\n", 4000), 6261},
		"a wide header":        {strings.Repeat("|a", 3000) + "\n|-|\n", 12},
		"pipes in code of a table": {
			"|a|b|\n|-|-|\n" + strings.Repeat("|`a\\|b`|c|\n", 1500), 0,
		},
		"more pipes in code of a table": {
			"|a|b|\n|-|-|\n" + strings.Repeat("|`a\\|b`|c|\n", 2500), 1936,
		},
		"a list of tasks": {strings.Repeat("- [ ] a\n", 5000), 0},
	} {
		err := costly([]byte(c.text), 10)
		line := 0
		if e, ok := errors.AsType[*lineError](err); ok {
			line = e.line
		}
		if line != c.line {
			t.Errorf("costly of %s: error %v, want one in line %d (0 for none)", name, err, c.line)
		}
	}
}
