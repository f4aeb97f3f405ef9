package main

// wholeMutations are mistakes that every collection suffers from, tried against all scenarios.
func wholeMutations() []mutation {
	return []mutation{
		{"all errors have another code", "errors.go", `body := object{{"code", f.code}, {"message", f.message}, {"data", data}}`, `body := object{{"code", f.code + "_"}, {"message", f.message}, {"data", data}}`},
		{"all lists leave out their first record", "list.go", `window := window(found, start, perPage)`, `window := window(found, start+1, perPage)`},
		{"all lists end in a record of their own", "list.go", `	c.sort(found)` + "\n", `	c.sort(found)` + "\n" + `	for _, it := range c.s.sorted(kind) {` + "\n" + `		if !slices.Contains(found, it) {` + "\n" + `			found = append(found, it)` + "\n" + `			break` + "\n" + `		}` + "\n" + `	}` + "\n"},
		{"all fields come, whichever are asked for", "fields.go", "	return root\n}", "	_ = root\n	return nil\n}"},
		{"all that is created is forgotten", "write.go", `answer.header.add("Location", c.s.itemURL(next))`, `delete(c.s.items, next.id)`},
		{"all updates are forgotten", "write.go", "	w.keepRevision()\n	c.setContext(\"edit\")", "	c.s.items[prev.id] = prev\n	c.setContext(\"edit\")"},
		{"all menu items that are created are forgotten", "menusave.go", `answer.header.add("Location", c.s.itemURL(next))`, `delete(c.s.items, next.id)`},
		{"all updates of menu items are forgotten", "menusave.go", "	c.setContext(\"edit\")\n	return &response{status: 200", "	c.s.items[prev.id] = prev\n	c.setContext(\"edit\")\n	return &response{status: 200"},
		{"all records are read with another title", "read.go", "	answer := &response{status: 200, body: c.show(it, true)}\n	if !it.kind.article", "	it = it.clone()\n	it.title += \"!\"\n	answer := &response{status: 200, body: c.show(it, true)}\n	if !it.kind.article"},
		{"all updates change the title", "write.go", "	w.keepRevision()\n	c.setContext(\"edit\")", "	w.next.title += \"!\"\n	c.setContext(\"edit\")"},
		{"all updates of menu items change the title", "menusave.go", "	c.setContext(\"edit\")\n	return &response{status: 200", "	w.next.title += \"!\"\n	c.setContext(\"edit\")\n	return &response{status: 200"},
		{"all files are missing", "mediafile.go", `if !ok || !there ||`, `if !ok || there ||`},
		{"all that is deleted stays", "read.go", "		delete(c.s.items, it.id)\n", ""},
		{"all slugs grow", "save.go", `next.slug = s.uniqueSlug(next, next.slug)`, `next.slug = s.uniqueSlug(next, next.slug+"-x")`},
		{"all callers are told the sizes of images over any address", "mediaresource.go", `if !c.secure || !c.user.can("upload_files") {`, `if c.secure && c.user == nil && c.path == "" {`},
		{"all fields are left out", "fields.go", `return f == nil || ok`, `return f != nil && ok && f == nil`},
		{"all that is linked is left out of _embedded, and what is not is there", "embed.go", `		if found {`, `		if !found {`},
		{"all records are closed to strangers", "auth.go", `	case it.status == "publish":` + "\n" + `		return it.kind`, `	case it.status == "publish" && u != nil:` + "\n" + `		return it.kind`},
		{"all indexes are without routes", "index.go", `{"routes", c.describeRoutes("")},`, ``},
		{"all namespaces are without routes", "index.go", `{"routes", c.describeRoutes(namespace)}`, `{"routes", nil}`},
		{"all files belong to the first record", "mediashow.go", `if parent := s.items[it.parent]; parent != nil {`, `if parent := s.items[max(it.parent, 101)]; parent != nil {`},
		{"all settings of visibility are forgotten", "visibility.go", "		*stored = sent", "		_ = sent"},
		{"everyone may do everything", "auth.go", `return u != nil && u.caps[capability]`, `return true`},
	}
}
