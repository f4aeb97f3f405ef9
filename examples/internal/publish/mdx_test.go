package publish

import (
	"errors"
	"strings"
	"testing"

	"github.com/fontcms/fontcms-go/examples/internal/program"
)

func TestMDXIsPublishedUnlessItHasExpressionsOrComponents(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		source, want string
		line         int // of the refusal
	}{
		"a component":                 {"a\n\n<Tabs>x</Tabs>", "", 13},
		"a closed component":          {"a <Icon/> b", "", 11},
		"a fragment":                  {"<>\n", "", 11},
		"an expression":               {"a\n{1 + 1}", "", 12},
		"an attribute of JavaScript":  {"<div style={{a: 1}}>b</div>", "", 11},
		"a component after code":      {"```\n{x}\n```\n<A>", "", 14},
		"braces in a code block":      {"```js\nlet a = {b: <C/>}\n```\n", "```js\nlet a = {b: <C/>}\n```\n", 0},
		"import in a code block":      {"```js\nimport a\n```\n", "```js\nimport a\n```\n", 0},
		"braces in indented code":     {"a\n\n    {b}\n", "a\n\n    {b}\n", 0},
		"braces in a code span":       {"a `{b}` `<C>`", "a `{b}` `<C>`", 0},
		"an escaped brace":            {"a \\{b", "a \\{b", 0},
		"HTML":                        {"<details>\nb\n</details>", "<details>\nb\n</details>", 0},
		"an import":                   {"import A from 'a'\n\nb", "b", 0},
		"an import of several lines":  {"import {\n  A,\n} from 'a'\n\nb", "b", 0},
		"an export":                   {"export const a = {b: 1}\n\nb", "b", 0},
		"a comment":                   {"a {/* b\nc */} d", "a      \n      d", 0},
		"a paragraph about importing": {"important {/**/}", "important", 0},
	} {
		got, err := plainMDX([]byte(c.source), 10)
		if text := string(got); strings.TrimSpace(text) != strings.TrimSpace(c.want) {
			t.Errorf("plainMDX of %s: text %q, want %q", name, text, c.want)
		}
		line := 0
		if e, ok := errors.AsType[*lineError](err); ok {
			line = e.line
		}
		if line != c.line {
			t.Errorf("plainMDX of %s: error %v, want one in line %d (0 for none)", name, err, c.line)
		}
	}
}

func TestMDXWithComponentsIsRefusedWithItsLine(t *testing.T) {
	t.Parallel()
	out, err := publish(t, start(t), folder(t, map[string]string{
		"a.mdx": "---\ntitle: A\n---\n\n<Tabs>x</Tabs>", "b.mdx": "---\ntitle: B\n---\n\n```\n{x}\n```\n",
	}))
	if !program.IsIncomplete(err) || !strings.Contains(out, "refuse     a.mdx:5  ") {
		t.Errorf("publish: error %v, want status 3 and the line 5\n%s", err, out)
	}
	if !strings.Contains(out, "1 created") {
		t.Errorf("publish printed %s, want the file with braces in code created", out)
	}
}
