package posts

import (
	"github.com/fontcms/fontcms-go/cms/cmstest/internal/content"
	"github.com/fontcms/fontcms-go/cms/cmstest/internal/php"
	"github.com/fontcms/fontcms-go/cms/cmstest/internal/rest"
)

// showBlockTitle has the raw title alone, and nothing where a block is embedded.
func (s Plane) showBlockTitle(c *rest.Call, it *content.Item) php.Object {
	if c.Text("context") == "embed" {
		return php.Object{}
	}
	return php.Object{{"raw", it.Title}}
}

// finishBlock adds what comes after the texts of a block. The site takes the sync status from meta while it shows that
// one, so that it is "" in answers without meta.
func (s Plane) finishBlock(c *rest.Call, out php.Object, it *content.Item, links bool) php.Object {
	sync, shown := it.Kind.Meta[0].Name, ""
	if rest.ParseFields(c.Get("_fields")).Wants("meta") {
		shown = it.Meta[sync]
	}
	out.Add("template", it.Template)
	out.Add("meta", php.Object{{"footnotes", it.Meta["footnotes"]}})
	for _, tax := range it.Kind.Taxonomies {
		out.Add(tax.Base, s.TermIDs(it, tax))
	}
	out.Add(sync, shown)
	if links {
		out.Add("_links", s.links(c, it))
	}
	return out
}
