package publish

import (
	"regexp"
	"strconv"
	"strings"

	"github.com/yuin/goldmark/ast"
)

// identify gives each heading the id that GitHub gives it, unless the text has one: {#id}. It
// returns the ids, those of raw HTML among them.
func identify(root ast.Node, source []byte) map[string]bool {
	ids := map[string]bool{}
	_ = ast.Walk(root, func(node ast.Node, entering bool) (ast.WalkStatus, error) {
		if id, ok := node.AttributeString("id"); ok && entering {
			if text, ok := id.([]byte); ok {
				ids[string(text)] = true
			}
		}
		for _, m := range regexp.MustCompile(`(?i)\s(?:id|name)\s*=\s*["']([^"']+)["']`).FindAllStringSubmatch(
			rawHTML(node, source), -1) {
			ids[m[1]] = true
		}
		return ast.WalkContinue, nil // never an error
	})
	last := map[string]int{} // number of the last heading of a text
	_ = ast.Walk(root, func(node ast.Node, entering bool) (ast.WalkStatus, error) {
		heading, ok := node.(*ast.Heading)
		if !ok || !entering {
			return ast.WalkContinue, nil
		}
		if _, given := heading.AttributeString("id"); given {
			return ast.WalkSkipChildren, nil
		}
		first := headingID(plain(heading, source))
		id := first
		for n := last[first] + 1; ids[id]; n++ {
			id, last[first] = first+"-"+strconv.Itoa(n), n
		}
		ids[id] = true
		heading.SetAttributeString("id", []byte(id))
		return ast.WalkSkipChildren, nil
	})
	return ids
}

// headingID is the text of a heading in lower case, with hyphens for blanks, and with letters,
// marks, numbers, hyphens and _ only.
func headingID(text string) string {
	text = strings.ToLower(strings.TrimSpace(text))
	text = regexp.MustCompile(`[^\p{L}\p{M}\p{N}\p{Pc}\- ]`).ReplaceAllString(text, "")
	return strings.ReplaceAll(text, " ", "-")
}

// anchor returns the id of a document that a fragment means, and whether it has one. Generators
// differ in hyphens: "c--c" of GitHub is "c-c" elsewhere.
func (d *document) anchor(fragment string) (id string, ok bool) {
	fragment = strings.TrimPrefix(fragment, "user-content-") // which GitHub puts before each
	if d.ids[fragment] {
		return fragment, true
	}
	hyphens := regexp.MustCompile(`[-_]+`)
	loose := func(id string) string { return strings.Trim(hyphens.ReplaceAllString(id, "-"), "-") }
	wanted, found := loose(headingID(fragment)), 0
	for own := range d.ids {
		if loose(strings.ToLower(own)) == wanted {
			id = own
			found++
		}
	}
	return id, found == 1
}
