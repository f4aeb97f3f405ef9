package snippets

import (
	"strings"
	"testing"

	"github.com/fontcms/fontcms-go/snippets"
)

func TestSnippetFileRoundTrips(t *testing.T) {
	t.Parallel()
	for name, r := range map[string]record{
		"plain": {Name: "Swap", Scope: snippets.ScopeGlobal, Priority: 10, Code: "echo 1;"},
		"all of it": {Name: "Swap", Desc: "<p>a: b</p>\n<p>c # d</p>", Tags: []string{"a", "b-c"},
			Scope: snippets.ScopeAdmin, Priority: -3, Active: true, Code: "a();\n\nb();"},
		"priority 0": {Name: "Swap", Scope: snippets.ScopeGlobal, Code: "x"},
		"no code":    {Name: "Swap", Scope: snippets.ScopeSiteCSS, Priority: 10},
		"an end of the comment": {Name: "*/ evil();", Desc: "one\n*/\ntwo */", Scope: snippets.ScopeFrontEnd,
			Priority: 10, Code: "x();"},
		"an end of it in CSS": {Name: "a */ b", Tags: []string{"*/"}, Scope: snippets.ScopeAdminCSS,
			Priority: 10, Code: "a{}"},
		"an end of it in HTML": {Name: "--> <b>", Desc: "<!-- x --!>", Scope: snippets.ScopeContent, Priority: 10,
			Code: "<!-- y -->"},
		"a header in the code": {Name: "Swap", Scope: snippets.ScopeGlobal, Priority: 10,
			Code: "<?php\n/* snippet\nname: other\n*/\necho 2;"},
		"code with space before": {Name: "Swap", Scope: snippets.ScopeSiteHeadJS, Priority: 10, Code: "\n\n\tgo();"},
		"a name that is YAML":    {Name: "yes: [no", Scope: snippets.ScopeGlobal, Priority: 10, Code: "x"},
		"a name like a number":   {Name: "007", Scope: snippets.ScopeGlobal, Priority: 10, Code: "x"},
		"another script":         {Name: "Шрифт 字体 \u2028", Scope: snippets.ScopeFooterContent, Priority: 10, Code: "é"},
		"no name":                {Tags: []string{"two words", "a,b"}, Scope: snippets.ScopeGlobal, Priority: 10, Code: "x"},
		"no name for plain YAML": {Name: "\t\\\u2028\n  {a", Scope: snippets.ScopeGlobal, Priority: 10, Code: "x"},
		"odd ends of lines": {Name: "a\r\nb", Desc: "a\r\r\nb\r", Scope: snippets.ScopeGlobal, Priority: 10,
			Code: "a\r\r\nb\rc\r"},
		"a scope to come": {Name: "Later", Scope: "quantum", Priority: 10, Code: "x"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			r := r.plain()
			extension := extensionOf(r.Scope)
			data, err := encode(r, extension)
			if err != nil {
				t.Fatal(err)
			}
			for _, text := range []string{string(data), strings.ReplaceAll(string(data), "\n", "\r\n"),
				strings.TrimRight(string(data), "\n")} {
				got, err := decode([]byte(text), extension)
				if err != nil || got.hash() != r.hash() {
					t.Errorf("%q became\n%+v, %v, want\n%+v", text, got, err, r)
				}
			}
		})
	}
}

func TestFilesThatTheSiteWouldChangeAreRefused(t *testing.T) {
	t.Parallel()
	for text, reason := range map[string]string{
		"<?php\necho 1;":                                                      "does not begin with",
		"<?php\n/* snippet\nname: a\necho 1;":                                 "not ended",
		"<?php\n/* snippet\nname: a\nactiv: true\n*/\necho 1;":                "activ",
		"<?php\n/* snippet\nname: a\nscope: site-css\n*/\n":                   "not one of .php files",
		"<?php\n/* snippet\nname: a\nscope: everywhere\n*/\n":                 "not one of .php files",
		"<?php\n/* snippet\nname: a\nscope: single-use\nactive: true\n*/\nx;": "single-use",
	} {
		if _, err := decode([]byte(text), ".php"); err == nil || !strings.Contains(err.Error(), reason) {
			t.Errorf("decode of %q: error %v, want %q", text, err, reason)
		}
	}
}

func TestFilesAreNamedAfterTheirSnippets(t *testing.T) {
	t.Parallel()
	none := func(string) bool { return false }
	some := func(name string) bool { return name == "swap.php" || name == "swap-7.php" }
	for _, test := range []struct {
		name  string
		scope snippets.Scope
		taken func(string) bool
		want  string
	}{
		{"Swap display!", snippets.ScopeGlobal, none, "swap-display.php"},
		{"../../etc/passwd", snippets.ScopeSiteCSS, none, "etc-passwd.css"},
		{"", snippets.ScopeContent, none, "snippet.html"},
		{"Schrift ÄÖ", snippets.ScopeSiteFooterJS, none, "schrift-äö.js"},
		{"Swap", snippets.ScopeGlobal, some, "swap-8.php"},
		{"CON", snippets.ScopeGlobal, none, "snippet-con.php"},
		{"Rule", snippets.ScopeCondition, none, "rule.txt"},
	} {
		got := fileName(record{Name: test.name, Scope: test.scope}, 7, test.taken)
		if got != test.want || !isSnippet(got) {
			t.Errorf("fileName of %q: %s, want %s", test.name, got, test.want)
		}
	}
}
