package connect

import (
	"bytes"
	"net/http"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// apiRelation is the link relation with which a site names the root of its REST API.
const apiRelation = "https://api.w.org/"

// headerLink returns the target of the first Link header with the relation apiRelation, such as
// <https://docs.example.org/cms-json/>; rel="https://api.w.org/".
func headerLink(header http.Header) string {
	for _, line := range header.Values("Link") {
		for line != "" {
			var target, params string
			_, line, _ = strings.Cut(line, "<")
			target, line, _ = strings.Cut(line, ">")
			params, line = untilComma(line)
			for param := range strings.SplitSeq(params, ";") {
				name, value, _ := strings.Cut(strings.TrimSpace(param), "=")
				if strings.EqualFold(strings.TrimSpace(name), "rel") && hasRelation(strings.Trim(strings.TrimSpace(value), `"`)) {
					return strings.TrimSpace(target)
				}
			}
		}
	}
	return ""
}

// untilComma splits at the first comma outside of quotes.
func untilComma(s string) (before, after string) {
	quoted := false
	for i := range len(s) {
		switch {
		case s[i] == '"':
			quoted = !quoted
		case s[i] == ',' && !quoted:
			return s[:i], s[i+1:]
		}
	}
	return s, ""
}

func hasRelation(value string) bool {
	for relation := range strings.FieldsSeq(value) {
		if relation == apiRelation {
			return true
		}
	}
	return false
}

// elementLink returns the target of the first link element with the relation apiRelation in the
// head of a page.
func elementLink(page []byte) string {
	z := html.NewTokenizer(bytes.NewReader(page))
	for {
		switch z.Next() {
		case html.ErrorToken:
			return ""
		case html.StartTagToken, html.SelfClosingTagToken:
			token := z.Token()
			switch token.DataAtom {
			case atom.Body: // ignore links in the body: people other than the owner may have written them
				return ""
			case atom.Link:
			default:
				continue
			}
			var rel, href string
			for _, a := range token.Attr {
				switch a.Key {
				case "rel":
					rel = a.Val
				case "href":
					href = a.Val
				}
			}
			if hasRelation(rel) && href != "" {
				return href
			}
		}
	}
}
