package publish

import (
	"maps"
	"strings"
	"testing"

	"github.com/fontcms/fontcms-go/examples/internal/program"
)

func TestMDXBecomesMarkdownOfTheSameLines(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		source, want string
		notes        map[int]string
	}{
		"tabs": {
			"<Tabs>\n  <TabItem value=\"a\" label=\"A\">\n    x\n\n    - y\n  </TabItem>\n</Tabs>\nz",
			"\n#### A\nx\n\n- y\n\n\nz", nil,
		},
		"a box": {
			"<Admonition type=\"tip\" title=\"Do\">\n  a\n</Admonition>", "> [!tip] Do\n> a\n", nil,
		},
		"a box in a box": {
			"<Details title=\"More\">\n<Note>\na\n</Note>\n</Details>", "> [!details]- More\n> > [!note]\n> > a\n>\n",
			nil,
		},
		"a link":         {`see <Link to="/a b">b</Link>`, "see [b](/a%20b)", nil},
		"a picture":      {`<Figure src="a.png" alt="A" />`, "![A](a.png)", nil},
		"a fragment":     {"<>\na\n</>", "\na\n", nil},
		"a text":         {"a{' '}b{\"c\"}", "a bc", nil},
		"an unknown one": {"a <Icon/> b", "a  b", map[int]string{11: "the component <Icon> of MDX is left out"}},
		"an unknown pair": {
			"<Scope>\na\n</Scope>", "\na\n",
			map[int]string{11: "of the component <Scope> of MDX only what is between its tags is left"},
		},
		"an expression": {"a\n{1 + 1}", "a\n", map[int]string{12: "the expression {1 + 1} of MDX is left out"}},
		"an attribute of JavaScript": {
			"<div style={{a: 1}}>b</div>", "<div style=>b</div>",
			map[int]string{11: "the expression {{a: 1}} of MDX is left out"},
		},
		"a tag of several lines": {
			"<Icon\n  a=\"}>\"\n/>b", "\n\nb", map[int]string{11: "the component <Icon> of MDX is left out"},
		},
		"a tag with an indented end after a blank line": {
			"<Table\n  rows={[\n    {a: 1},\n\n      {b: 2,\n    },\n  ]}\n/>\nb", "\n\n\n\n\n\n\n\nb",
			map[int]string{11: "the component <Table> of MDX is left out"},
		},
		"braces in a code block":  {"```js\nlet a = {b: <C/>}\n```\n", "```js\nlet a = {b: <C/>}\n```\n", nil},
		"import in a code block":  {"```js\nimport a\n```\n", "```js\nimport a\n```\n", nil},
		"braces in indented code": {"a\n\n    {b}\n", "a\n\n    {b}\n", nil},
		"braces in a code span":   {"a `{b}` `<C>`", "a `{b}` `<C>`", nil},
		"an escaped brace":        {"a \\{b", "a \\{b", nil},
		"HTML":                    {"<details>\nb\n</details>", "<details>\nb\n</details>", nil},
		"an import":               {"import A from 'a'\n\nb", "                 \n\nb", nil},
		"a comment":               {"a {/* b\nc */} d", "a      \n      d", nil},
		"a closing tag without a pair": {"a</B> <C>b", "a b", map[int]string{
			11: "of the component <C> of MDX only what is between its tags is left",
		}},
	} {
		got, notes, err := plainMDX([]byte(c.source), 10)
		if string(got) != c.want || err != nil {
			t.Errorf("plainMDX of %s: text %q, error %v, want %q", name, got, err, c.want)
		}
		if len(notes) != len(c.notes) || !maps.Equal(notes, c.notes) && len(notes) > 0 {
			t.Errorf("plainMDX of %s: notes %v, want %v", name, notes, c.notes)
		}
	}
}

func TestMDXWithoutAnEndIsRefusedWithItsLine(t *testing.T) {
	t.Parallel()
	out, err := publish(t, start(t), folder(t, map[string]string{
		"a.mdx": "---\ntitle: A\n---\n\n<Tabs a=\"", "b.mdx": "---\ntitle: B\n---\n\n```\n{x}\n```\n",
		"c.mdx": "{a", "d.mdx": strings.Repeat("<A/>\n\n", maxElements+1),
	}))
	if !program.IsIncomplete(err) {
		t.Errorf("publish of broken MDX: error %v, want status 3\n%s", err, out)
	}
	for _, want := range []string{
		"refuse     a.mdx:5  ", "refuse     c.mdx:1  ", "refuse     d.mdx  it has more", "1 created",
	} {
		if !strings.Contains(out, want) {
			t.Errorf("publish of broken MDX printed %s, want %q in it", out, want)
		}
	}
}
