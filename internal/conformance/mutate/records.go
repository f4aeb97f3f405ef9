package main

// recordMutations are mistakes in what a record shows.
func recordMutations() []mutation {
	return []mutation{
		{"records show another date", "render.go", `member{"date", it.date}, member{"date_gmt", dateGMT}`, `member{"date", it.modified}, member{"date_gmt", dateGMT}`},
		{"date_gmt is in the time of the site", "render.go", `member{"date_gmt", dateGMT}`, `member{"date_gmt", it.date}`},
		{"the zone of the site has no summer", "dates.go", `return inZone(wall, s.location).UTC().Format(stampLayout)`, `return inZone(wall, s.location).Add(-time.Duration(wall.Month()/5%2) * time.Hour).UTC().Format(stampLayout)`},
		{"modified is the date", "render.go", `member{"modified", it.modified}`, `member{"modified", it.date}`},
		{"modified_gmt is date_gmt", "render.go", `member{"modified_gmt", modifiedGMT}`, `member{"modified_gmt", dateGMT}`},
		{"a draft whose date follows the clock has no date_gmt", "render.go", `dateGMT = c.s.gmtOf(it.date)`, `_ = dateGMT`},
		{"guid is the link", "render.go", `guid := c.s.URL + it.guid`, `guid := c.s.link(it)`},
		{"guid is raw in view", "render.go", `withRaw(edit, guid, guid, false)`, `withRaw(true, guid, guid, false)`},
		{"password is shown in view", "render.go", "if edit {\n\t\tout.add(\"password\"", "if true {\n\t\tout.add(\"password\""},
		{"password is not shown", "render.go", `out.add("password", it.password)`, ``},
		{"password is shown in another form", "render.go", `out.add("password", it.password)`, `out.add("password", it.password != "")`},
		{"slug is not shown", "render.go", `member{"slug", it.slug}, member{"status"`, `member{"status"`},
		{"slug is decoded", "render.go", `member{"slug", it.slug}, member{"status"`, `member{"slug", unescape(it.slug)}, member{"status"`},
		{"status is publish whatever it is", "render.go", `member{"status", it.status}`, `member{"status", "publish"}`},
		{"status is not shown", "render.go", `member{"status", it.status}, `, ``},
		{"type is that of the route", "render.go", `member{"type", it.kind.typ}`, `member{"type", it.kind.base}`},
		{"link of what is not public is a pretty one", "render.go", `if s.plain || isDraft(it.status) || it.status == "future" || it.status == "trash" {`, `if s.plain {`},
		{"links have no month", "render.go", `return "/" + it.date[:4] + "/" + it.date[5:7] + "/" + slug + "/"`, `return "/" + it.date[:4] + "/" + slug + "/"`},
		{"links of pages leave out those above", "render.go", `slug = up.slug + "/" + slug`, `_ = up.slug`},
		{"title is raw alone", "render.go", `return withRaw(c.text("context") == "edit", it.title, it.html().title, true)`, `return withRaw(c.text("context") == "edit", it.title, it.title, true)`},
		{"title is raw in view", "render.go", `return withRaw(c.text("context") == "edit", it.title, it.html().title, true)`, `return withRaw(true, it.title, it.html().title, true)`},
		{"title has no raw text in edit", "render.go", `return withRaw(c.text("context") == "edit", it.title, it.html().title, true)`, `return withRaw(false, it.title, it.html().title, true)`},
		{"content has no raw text in edit", "render.go", `shown := withRaw(edit, it.content, html, true)`, `shown := withRaw(false, it.content, html, true)`},
		{"content is not said to be protected", "render.go", `out := append(shown, member{"protected", it.password != ""})`, `out := shown`},
		{"block_version is missing", "render.go", `out.add("block_version", version)`, `_ = version`},
		{"block_version is 1 without blocks", "render.go", `if hasBlocks(it.content) {`, `if true {`},
		{"excerpt is not said to be protected", "render.go", `return append(withRaw(edit, it.excerpt, html, true), member{"protected", it.password != ""})`, `return withRaw(edit, it.excerpt, html, true)`},
		{"texts of protected records are shown", "render.go", `return c.text("password") != it.password`, `return false`},
		{"the password opens nothing", "render.go", `return c.text("password") != it.password`, `return true`},
		{"protected texts are hidden from editors", "render.go", `if c.text("context") == "edit" && c.user.mayEdit(it) {`, `if false {`},
		{"editors see protected texts in view", "render.go", `if c.text("context") == "edit" && c.user.mayEdit(it) {`, `if c.user.mayEdit(it) {`},
		{"protected excerpts are shown", "render.go", "html = renderExcerpt(it.excerpt, it.html().content, int(c.integer(\"excerpt_length\")))\n\t}\n\tif c.hidden(it) {", "html = renderExcerpt(it.excerpt, it.html().content, int(c.integer(\"excerpt_length\")))\n\t}\n\tif false {"},
		{"author is not shown", "render.go", "member{\"author\", it.author}, member{\"featured_media\", it.featured})\n\tif it.kind.tree", "member{\"featured_media\", it.featured})\n\tif it.kind.tree"},
		{"author is who asks", "render.go", "member{\"author\", it.author}, member{\"featured_media\", it.featured})\n\tif it.kind.tree", "member{\"author\", int64(1)}, member{\"featured_media\", it.featured})\n\tif it.kind.tree"},
		{"featured_media is not shown", "render.go", ", member{\"featured_media\", it.featured})\n\tif it.kind.tree", ")\n\tif it.kind.tree"},
		{"featured_media is 0", "render.go", "member{\"featured_media\", it.featured})\n\tif it.kind.tree", "member{\"featured_media\", 0})\n\tif it.kind.tree"},
		{"parent is not shown", "render.go", `out = append(out, member{"parent", it.parent}, member{"menu_order", it.menuOrder})`, `out = append(out, member{"menu_order", it.menuOrder})`},
		{"menu_order is 0", "render.go", `member{"menu_order", it.menuOrder})`, `member{"menu_order", 0})`},
		{"comment_status and ping_status are exchanged", "render.go", `member{"comment_status", it.comments}, member{"ping_status", it.pings}`, `member{"comment_status", it.pings}, member{"ping_status", it.comments}`},
		{"sticky is not shown", "render.go", `out.add("sticky", it.sticky)`, ``},
		{"template is empty", "render.go", `out.add("template", it.template)`, `out.add("template", "")`},
		{"format is standard whatever it is", "render.go", `out.add("format", it.format)`, `out.add("format", "standard")`},
		{"footnotes are empty", "render.go", `out.add("meta", object{{"footnotes", it.meta["footnotes"]}})`, `out.add("meta", object{{"footnotes", ""}})`},
		{"footnotes are not there", "render.go", `out.add("meta", object{{"footnotes", it.meta["footnotes"]}})`, `out.add("meta", object{})`},
		{"categories and tags are not shown", "render.go", `out.add(tax.base, c.s.termIDs(it, tax))`, `_ = tax`},
		{"categories and tags come by number", "terms.go", `return strings.Compare(strings.ToLower(s.terms[a].name), strings.ToLower(s.terms[b].name))`, `return int(a - b)`},
		{"permalink_template is missing", "render.go", `out.add("permalink_template", template)`, `_ = template`},
		{"permalink_template is the link", "render.go", `out.add("permalink_template", template)`, "_ = template\n\t\tout.add(\"permalink_template\", c.s.link(it))"},
		{"generated_slug is the slug", "render.go", `out.add("generated_slug", slug)`, "_ = slug\n\t\tout.add(\"generated_slug\", it.slug)"},
		{"generated_slug is missing", "render.go", `out.add("generated_slug", slug)`, `_ = slug`},
		{"class_list is missing", "render.go", `out.add("class_list", c.s.classes(it))`, ``},
		{"class_list leaves out terms", "render.go", `out = append(out, label+"-"+s.terms[id].slug)`, `_, _ = label, id`},
		{"class_list leaves out the format", "render.go", `out = append(out, "format-"+it.format)`, ``},
		{"class_list does not tell of the password", "render.go", `out = append(out, "post-password-required")`, ``},
		{"class_list does not tell of the image", "render.go", `out = append(out, "has-post-thumbnail")`, ``},
		{"embed shows what view does", "render.go", `if context == "embed" {`, `if context == "nothing" {`},
		{"embed shows no excerpt", "render.go", `{"title", c.showTitle(it)}, {"excerpt", c.showExcerpt(it, false)},`, `{"title", c.showTitle(it)},`},
		{"embed shows no author", "render.go", `out = append(out, member{"author", it.author}, member{"featured_media", it.featured})
		} else`, `out = append(out, member{"featured_media", it.featured})
		} else`},
		{"embed shows the status", "render.go", `out = append(out, member{"author", it.author}, member{"featured_media", it.featured})
		} else`, `out = append(out, member{"author", it.author}, member{"featured_media", it.featured}, member{"status", it.status})
		} else`},
		{"embed shows the slug decoded", "render.go", `{"slug", it.slug}, {"type", it.kind.typ}, {"link", c.s.link(it)},`, `{"slug", unescape(it.slug)}, {"type", it.kind.typ}, {"link", c.s.link(it)},`},
		{"embed shows another date", "render.go", `{"id", it.id}, {"date", it.date}, {"slug"`, `{"id", it.id}, {"date", it.dateGMT}, {"slug"`},
		{"embed leaves out slug, type and link", "render.go", `{"slug", it.slug}, {"type", it.kind.typ}, {"link", c.s.link(it)},`, ``},
		{"embed shows titles as they are stored", "render.go", `{"title", c.showTitle(it)}, {"excerpt", c.showExcerpt(it, false)},`, `{"title", object{{"rendered", it.title}}}, {"excerpt", c.showExcerpt(it, false)},`},
		{"embed shows another number", "render.go", `{"id", it.id}, {"date", it.date}, {"slug"`, `{"id", it.author}, {"date", it.date}, {"slug"`},
		{"records show another number", "render.go", `member{"id", it.id}, member{"date", it.date}`, `member{"id", it.author}, member{"date", it.date}`},
		{"records in a list have no links", "list.go", `body = append(body, c.show(it, true))`, `body = append(body, c.show(it, false))`},
		{"a record does not point to its page", "read.go", `answer.header.add("Link"`, `answer.header.add("X-Link"`},

		{"texts keep their quotation marks", "text.go", `case c == '"' && opens(before):`, `case false:`},
		{"texts keep their ampersands", "text.go", `if !knownEntity.MatchString(rest) {`, `if false {`},
		{"paragraphs have no class", "text.go", "`$1 class=\"$3 wp-block-$2\"`", "`$1`"},
		{"plain text has no paragraphs", "text.go", `return texturize(paragraphs(raw))
	}
	html`, `return texturize(raw)
	}
	html`},
		{"excerpts are the whole content", "text.go", `if len(list) > length {`, `if false {`},
		{"excerpt_length is ignored", "render.go", `if c.get("excerpt_length") != nil {`, `if false {`},
		{"excerpts have 54 words", "text.go", `const excerptLength = 55`, `const excerptLength = 54`},
		{"excerpts that are cut say so even if nothing is missing", "text.go", `if len(list) > length {`, `if len(list) >= length {`},
		{"excerpts go on behind the fold", "text.go", `content, _, _ = strings.Cut(content, "<!--more")`, ``},
		{"excerpt_length cuts written excerpts", "text.go", `if raw != "" {
		return texturize(paragraphs(raw))`, `if raw != "" && length > 2 {
		return texturize(paragraphs(raw))`},
		{"an empty content has an excerpt", "text.go", `if len(list) == 0 {
		return ""`, `if len(list) == 0 {
		return "<p></p>"`},
		{"the fold is dropped", "text.go", `return texturize(blockComment.ReplaceAllString(html, ""))`, `return texturize(strings.ReplaceAll(blockComment.ReplaceAllString(html, ""), "<!--more-->", ""))`},
	}
}
