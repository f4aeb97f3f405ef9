package main

// menuMutations are mistakes in menus and their items.
func menuMutations() []mutation {
	return []mutation{
		{"menu items have pages of ten", "resource.go", `params[at].def = int64(100)`, `params[at].def = int64(10)`},
		{"menu items come last first", "resource.go", `add("order", text("asc", "desc"), "asc")`, `add("order", text("asc", "desc"), "desc")`},
		{"everybody reads menus", "menus.go", `if !c.user.can("edit_posts") && !c.user.can("edit_pages") {`, `if false {`},
		{"menu items take the capability of posts", "auth.go", `capability = "edit_theme_options"`, `capability = "edit_posts"`},
		{"a menu item has no title of its object", "menuitems.go", `	return to.title
`, `	return it.title
`},
		{"a menu item keeps a title that is that of the object", "menusave.go", `next.title = "" // it follows`, `next.title = next.title + "" // it follows`},
		{"a menu item of a post in the trash is valid", "menuitems.go", `out.post == nil || out.post.status == "trash"`, `out.post == nil`},
		{"a menu item of an unknown type is valid", "menuitems.go", `out.invalid = !known || out.post == nil`, `out.invalid = known && out.post == nil`},
		{"a menu item of a missing term is valid", "menuitems.go", `label: p.object, invalid: true,`, `label: p.object,`},
		{"embedded menu items say their menu", "menuitems.go", `if context != "embed" {
		out.add("meta", object{})`, `if true {
		out.add("meta", object{})`},
		{"menu items have raw titles in every context", "menuitems.go", `withRaw(context == "edit", title, html, true)`, `withRaw(true, title, html, true)`},
		{"menu items go to the trash", "menuitems.go", `if !c.flag("force") {`, `if false {`},
		{"menu items outlive their post", "menuitems.go", `delete(s.items, it.id)
		}
	}
}`, `}
	}
}`},
		{"deleted menu items come in the context edit", "menuitems.go", `c.setContext("view")`, `c.setContext("edit")`},
		{"a link needs no title", "menusave.go", `if next.title == "" {
			missing`, `if false {
			missing`},
		{"a link needs no address", "menusave.go", `if p.url == "" {`, `if false {`},
		{"a menu item for no record is stored", "menusave.go", `			if post == nil {
				return newFault(400, "rest_post_invalid_id", "There is no record to lead to.")
			}
			p.object = post.kind.typ`, `			if post != nil {
				p.object = post.kind.typ
			}`},
		{"a menu item for no term is stored", "menusave.go", `			if t == nil {
				return newFault(400, "rest_term_invalid_id", "There is no term to lead to.")
			}
			p.object = t.taxonomy`, `			if t != nil {
				p.object = t.taxonomy
			}`},
		{"a menu item leads to the archive of anything", "menusave.go", `_, known := c.s.typeLabel(p.object); !known`, `_, known := c.s.typeLabel(p.object); known && !known`},
		{"a menu item goes into menus that there are not", "menusave.go", `if c.s.termOf(menus(), menu) == nil {`, `if false {`},
		{"a menu item without a menu has any place", "menusave.go", `		next.menuOrder = 1
		return nil`, `		return nil`},
		{"the end of a menu is its beginning", "menusave.go", `			next.menuOrder++
		}`, `		}`},
		{"the end of a menu leaves items out that lead nowhere", "menusave.go", ` && !c.s.aim(it).invalid {`, ` {`},
		{"menu items are published with any status", "menusave.go", `next.status = "draft"
		if`, `next.status = "publish"
		if`},
		{"a menu item may be its own parent", "menusave.go", `if p.parent == next.id {`, `if false {`},
		{"a link keeps the object that it was given", "menusave.go", `	if p.typ == "custom" {
		p.object, p.objectID = "custom", next.id
	}
	if p.parent`, `	if p.parent`},
		{"a menu item for a record keeps its address", "menusave.go", `		p.url = ""
`, ``},
		{"an update of a menu item begins with what is stored", "menusave.go", `	w.next.excerpt, w.next.content = texturize(prev.excerpt), texturize(prev.content)
`, ``},
		{"an update of a menu item forgets the title of the old object", "menusave.go", `	w.next.title = menuItemTitle(prev, to)
`, ``},
		{"titles of menu items keep their spaces", "menusave.go", `strings.TrimSpace(next.title), 0`, `strings.TrimLeft(next.title, "x"), 0`},
		{"null leaves the fields of menu items alone", "menuwrite.go", `p.early, p.empties = true, true`, `p.early, p.empties = true, false`},
		{"texts of menu items keep their tags", "menuwrite.go", `strings.ReplaceAll(tagForm.ReplaceAllString(text, ""), "<", "&lt;")`, `strings.ReplaceAll(text, "<", "&lt;")`},
		{"classes keep what cannot stand in them", "menuwrite.go", `classRunes.ReplaceAllString(octet.ReplaceAllString(word, ""), "")`, `octet.ReplaceAllString(word, "")`},
		{"menu items take every scheme", "menuwrite.go", `		return ""
	}
	if strings.ContainsAny`, `		return address
	}
	if strings.ContainsAny`},
		{"an address without a scheme stays one", "menuwrite.go", `return "http://" + address`, `return address`},
		{"a place below 1 is taken", "menuwrite.go", `schema{kind: "integer", min: 1}, int64(1)`, `schema{kind: "integer"}, int64(1)`},
		{"a parent below 0 is taken", "schema.go", `case s.floor && n < 0:`, `case false:`},
		{"the term 0 is dropped", "permit.go", `value == int64(0) || value == "" || ok`, `ok`},
		{"menu items are found by any menu", "kinds.go", `taxonomies: []taxonomy{menus()}, comments`, `comments`},
	}
}

// blockMutations are mistakes in reusable blocks.
func blockMutations() []mutation {
	return []mutation{
		{"everybody reads blocks", "kinds.go", `readRight: "edit_posts", createRight: "publish_posts",`, `createRight: "publish_posts",`},
		{"contributors create blocks", "kinds.go", `readRight: "edit_posts", createRight: "publish_posts",`, `readRight: "edit_posts",`},
		{"blocks have no revisions", "kinds.go", `revisions: true, autosaves: true, rawTexts: true, ownPrivate: true,`, `autosaves: true, rawTexts: true, ownPrivate: true,`},
		{"administrators see private blocks of others", "kinds.go", `rawTexts: true, ownPrivate: true,`, `rawTexts: true,`},
		{"a sync status that is not there is taken away", "write.go", `if p.enum != nil && w.next.meta[p.name] == "" {`, `if false {`},
		{"blocks may be empty", "kinds.go", `dated: true, needsText: true, taxonomies: patterns`, `dated: true, taxonomies: patterns`},
		{"blocks forget their categories", "kinds.go", `needsText: true, taxonomies: patterns, comments`, `needsText: true, taxonomies: patterns[:0], comments`},
		{"any sync status is taken", "kinds.go", `schema: text("partial", "unsynced"), def: ""`, `schema: text(), def: ""`},
		{"a pending block keeps its slug", "save.go", `(!next.kind.article || `, `(false || `},
		{"embedded blocks show their title", "blocks.go", `if c.text("context") == "embed" {`, `if false {`},
		{"blocks never show their sync status", "blocks.go", `shown = it.meta[sync]`, `shown = ""`},
		{"embedded blocks show their sync status", "render.go", `out.add(it.kind.meta[0].name, "")`, `out.add(it.kind.meta[0].name, it.meta[it.kind.meta[0].name])`},
		{"the days of a month are no slugs of blocks", "slug.go", `	if !kind.article {
		return false
	}
`, ``},
		{"protected blocks withhold their texts", "render.go", `shown = object{{"raw", it.content}} // even without the password`, `shown = object{{"raw", html}}`},
		{"everybody may make things sticky", "permit.go", `changes := truthy(c.get("sticky")) ||`, `changes := kind.sticky && truthy(c.get("sticky")) ||`},
	}
}
