package rest

import (
	"slices"
	"strings"

	"github.com/fontcms/fontcms-go/cms/cmstest/internal/php"
)

// embedRels reports whether to embed linked records, and for which relations. nil means all.
func (c *Call) embedRels(fields Fields) (rels []string, ok bool) {
	value, sent := c.Query.Lookup("_embed")
	// Without links, nothing can be embedded. With _fields=_embedded, Filter has added _links to
	// the fields of a single record, but not of a list.
	if !sent || c.batched || !fields.Wants("_links") {
		return nil, false
	}
	if word, _ := value.(string); word == "" && value == "" || word == "true" || word == "1" || word == "0" {
		return nil, true
	}
	return php.TextList(value), true
}

// embedInto adds _embedded with the responses of all embeddable links, including error responses.
func (c *Call) embedInto(o php.Object, rels []string) php.Object {
	var embedded php.Object
	for _, rel := range o.Child("_links") {
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

// resolve returns the response to a GET of a link. found is false if the response is an empty list.
func (c *Call) resolve(href string) (answer any, found bool) {
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

func (c *Call) fetch(href string) any {
	rest, _ := strings.CutPrefix(href, c.api.Address("/", ""))
	route, raw, _ := strings.Cut(rest, "?")
	if c.api.Plain {
		_, raw, _ = strings.Cut(href, "?")
		route = strings.TrimPrefix(php.ParseQuery(raw).ByKey["rest_route"].(string), "/")
	}
	query := php.ParseQuery(raw)
	query.Set("context", "embed")
	query.Set("per_page", "100")
	inner := c.Inner("GET", "/"+route, query)
	inner.Within = c.Text("context") == "edit" && !strings.HasPrefix(c.path, "/"+c.api.Prefix+"/v2/comments")
	return inner.dispatch().Body
}
