package cmstest

import (
	"slices"
	"strings"

	"github.com/fontcms/fontcms-go/cms/cmstest/internal/php"
)

// embedRels says whether linked records are to be embedded, and of which relations (nil for all).
func (c *call) embedRels(fields fieldTree) (rels []string, ok bool) {
	value, sent := c.query.Lookup("_embed")
	if !sent || c.batched || !fields.wants("_links") { // in a list; a single record had its links added
		return nil, false
	}
	if word, _ := value.(string); word == "" && value == "" || word == "true" || word == "1" || word == "0" {
		return nil, true
	}
	return php.TextList(value), true
}

func (c *call) embed(body any, rels []string) any {
	switch v := body.(type) {
	case []php.Object:
		out := make([]php.Object, len(v))
		for i, o := range v {
			out[i] = c.embedInto(o, rels)
		}
		return out
	case php.Object:
		return c.embedInto(v, rels)
	}
	return body
}

// embedInto adds _embedded: for each relation the answers of its embeddable links, error answers included.
func (c *call) embedInto(o php.Object, rels []string) php.Object {
	links, _ := o.Get("_links").(php.Object)
	var embedded php.Object
	for _, rel := range links {
		list, _ := rel.Value.([]php.Object)
		if rels != nil && !slices.Contains(rels, rel.Name) {
			continue
		}
		var answers []any
		found := false
		for _, l := range list {
			href, _ := l.Get("href").(string)
			if l.Get("embeddable") != true {
				continue
			}
			answer, ok := c.resolve(href)
			answers = append(answers, answer)
			found = found || ok
		}
		if found {
			embedded.Add(rel.Name, answers)
		}
	}
	if embedded == nil {
		return o
	}
	return append(slices.Clone(o), php.Member{"_embedded", embedded})
}

// resolve asks the site itself for a link. An empty list counts as nothing found.
func (c *call) resolve(href string) (answer any, found bool) {
	if c.embedded == nil {
		c.embedded = map[string]any{}
	}
	answer, known := c.embedded[href]
	if !known {
		answer = c.fetch(href)
		c.embedded[href] = answer
	}
	list, isList := answer.([]php.Object)
	return answer, !isList || len(list) > 0
}

func (c *call) fetch(href string) any {
	rest, _ := strings.CutPrefix(href, c.api.restURL("/", ""))
	route, raw, _ := strings.Cut(rest, "?")
	if c.api.plain {
		_, raw, _ = strings.Cut(href, "?")
		route = strings.TrimPrefix(php.ParseQuery(raw).ByKey["rest_route"].(string), "/")
	}
	query := php.ParseQuery(raw)
	query.Set("context", "embed")
	query.Set("per_page", "100")
	inner := c.inner("GET", "/"+route, query)
	inner.within = c.text("context") == "edit" && !strings.HasPrefix(c.path, "/"+c.api.prefix+"/v2/comments")
	answer := inner.dispatch()
	if answer.failed && inner.route == nil {
		answer = invalidID().response()
	}
	return answer.body
}
