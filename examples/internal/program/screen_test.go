package program

import (
	"bytes"
	"strings"
	"testing"
)

func TestLongLinesAreFoldedBetweenWords(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"a short line\n":                                   "a short line\n",
		"report: the site cannot be reached\n":             "report: the site\n  cannot be reached\n",
		"  a comment that is long\nend":                    "  a comment that is\n  long\nend",
		"create     guide.md  http://localhost/a/long/one": "create     guide.md\n  http://localhost/a/long/one",
		"http://localhost/a/long/address and more":         "http://localhost/a/long/address\n  and more",
		"größere Änderungen, größere Mühen":                "größere Änderungen,\n  größere Mühen",
		"update 思源黑体 字体 家族":                                "update 思源黑体 字体\n  家族",
		"  -site string\n    \taddress of a site":          "  -site string\n        address of a\n        site",
	} {
		if got := fold(text, 20); got != want {
			t.Errorf("fold of %q to 20 columns: %q, want %q", text, got, want)
		}
		if got := fold(text, 0); got != text {
			t.Errorf("%q without a terminal; expected %q", got, text)
		}
	}
}

func TestLineTakesThePlaceOfTheBar(t *testing.T) {
	t.Parallel()
	var shown bytes.Buffer
	both := &screen{width: func() int { return 60 }}
	results, messages := window{both, &shown}, window{both, &shown}
	meter := Count(messages, "posts", 3)
	meter.Add(1)
	if !strings.Contains(shown.String(), "(1/3)") {
		t.Errorf("After the first post the screen shows %q, want a bar with 1/3", shown.String())
	}
	Println(results, "upload kerning.png")
	meter.Add(2)
	meter.Done()
	Println(results, "2 uploaded")
	for line := range strings.Lines(shown.String()) {
		parts := strings.Split(strings.TrimSuffix(line, "\n"), "\r")
		for _, part := range parts[:len(parts)-1] { // what is drawn over
			if n := len([]rune(part)); n >= 60 {
				t.Errorf("The bar has %d columns, want fewer than 60: %q", n, part)
			}
		}
		if last := parts[len(parts)-1]; strings.Contains(last, "(") {
			t.Errorf("The bar and a line are on one: %q, want the line only", last)
		}
	}
	if !strings.HasSuffix(shown.String(), "\rposts: 3 of 3\n2 uploaded\n") {
		t.Errorf("At the end the screen shows %q, want the count, then the line", shown.String())
	}
}
