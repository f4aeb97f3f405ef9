package cmstest

// showBlockTitle has the raw title alone, and nothing where a block is embedded.
func (c *call) showBlockTitle(it *item) object {
	if c.text("context") == "embed" {
		return object{}
	}
	return object{{"raw", it.title}}
}

// finishBlock adds what comes after the texts of a block. The site takes the sync status from meta while it shows that
// one, so that it is "" in answers without meta.
func (c *call) finishBlock(out object, it *item, links bool) object {
	sync, shown := it.kind.meta[0].name, ""
	if parseFields(c.get("_fields")).wants("meta") {
		shown = it.meta[sync]
	}
	out.add("template", it.template)
	out.add("meta", object{{"footnotes", it.meta["footnotes"]}})
	for _, tax := range it.kind.taxonomies {
		out.add(tax.base, c.s.termIDs(it, tax))
	}
	out.add(sync, shown)
	if links {
		out.add("_links", c.links(it))
	}
	return out
}
