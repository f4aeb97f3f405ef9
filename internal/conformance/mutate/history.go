package main

// historyMutations are mistakes in revisions and autosaves.
func historyMutations() []mutation {
	return []mutation{
		// Lists.
		{"revisions are not sorted", "revisions.go", `c.sort(found)`, `_ = c`},
		{"a search in revisions finds all", "revisions.go", `case search != nil && !search(it):`, `case search != nil && false:`},
		{"include of revisions is ignored", "revisions.go", `case len(include) > 0 && !slices.Contains(include, r.id):`, `case false:`},
		{"exclude of revisions is ignored", "revisions.go", `case len(include) == 0 && slices.Contains(exclude, r.id):`, `case len(exclude) < 0:`},
		{"offset of revisions is ignored", "revisions.go", `start = max(int(c.integer("offset")), -int(c.integer("offset")))`, `start = 0`},
		{"offset of revisions is obeyed without per_page", "revisions.go", `perPage = max(total, 1)`, `perPage, start = max(total, 1), int(c.integer("offset"))`},
		{"page of revisions is ignored", "revisions.go", `start = pageStart(page, perPage)`, `start = 0`},
		{"autosaves are not listed among revisions", "revisions.go", `for _, r := range parent.revisions {`, `for _, r := range parent.revisions[:len(parent.revisions)-len(parent.autosaves())] {`},
		{"orderby of revisions does not know include_slugs", "revisions.go", `"slug", "include_slugs", "title"), def: "date"`, `"slug", "title"), def: "date"`},
		{"arguments that come late are not validated", "call.go", "\treturn wrong.fault()\n}\n\nfunc (c *call) clean(", "\treturn nil\n}\n\nfunc (c *call) clean("},
		{"arguments that come early are not validated", "call.go", "\tif why := wrong.fault(); why != nil {\n\t\treturn why\n\t}", "\twrong = invalidParams{}"},
		// Shapes.
		{"raw texts of revisions are for everyone", "revisions.go", `raw := edit || parent.kind.rawTexts && context != "embed"`, `raw := true`},
		{"revisions are embedded as they are viewed", "revisions.go", `if context == "embed" {`, `if context == "none" {`},
		{"revisions do not link their record", "revisions.go", `out.add("_links", object{{"parent", link(c.s.itemURL(parent))}})`, `_ = parent`},
		{"the link of a revision must be asked for", "revisions.go", `wanted := []any{"_links"}`, `wanted := []any{}`},
		{"fields of records are not chosen", "fields.go", "if !wanted {\n\t\t\tcontinue", "if !wanted && false {\n\t\t\tcontinue"},
		{"autosaves have no preview link", "revisions.go", `if edit && r.auto && strings`, `if false && r.auto && strings`},
		{"autosaves are called revisions", "history.go", `kind = "autosave"`, `kind = "revision"`},
		{"the history is linked without autosaves", "links.go", `{"count", len(it.revisions)}`, `{"count", len(it.revisions) - len(it.autosaves())}`},
		{"the oldest revision is the predecessor", "revisions.go", `return it.newestFirst()[0].id`, `return it.revisions[0].id`},
		// Refusals.
		{"everybody reads the history", "revisions.go", "if !c.user.mayEdit(parent) {", "if false {"},
		{"the history of nothing is missing otherwise", "revisions.go", "c.integer(argument))\n\tif parent == nil {\n\t\treturn newFault(404, \"rest_post_invalid_parent\"", "c.integer(argument))\n\tif parent == nil {\n\t\treturn newFault(404, \"rest_post_invalid_id\""},
		{"revisions of nothing are deleted otherwise", "revisions.go", "c.integer(\"parent\"))\n\tif parent == nil {\n\t\treturn newFault(404, \"rest_post_invalid_parent\"", "c.integer(\"parent\"))\n\tif parent == nil {\n\t\treturn newFault(404, \"rest_post_invalid_id\""},
		{"revisions of others are given out", "revisions.go", `case parent != c.s.find(kind, c.integer("parent")):`, `case false:`},
		{"who may not edit is told otherwise", "permit.go", `c.forbidden("rest_cannot_edit",`, `c.forbidden("rest_cannot_read",`},
		{"revisions can be deleted", "revisions.go", `if !c.s.revisionDeletes {`, `if false {`},
		{"revisions are not deleted for another reason", "revisions.go", `c.forbidden("rest_cannot_delete", "You may not delete this revision.")`, `c.forbidden("rest_cannot_edit", "You may not delete this revision.")`},
		{"unknown revisions are forbidden", "revisions.go", "r == nil {\n\t\treturn invalidID()", "r == nil {\n\t\treturn refused"},
		{"records that are missing have another code", "errors.go", `newFault(404, "rest_post_invalid_id", "There is no record with this id.")`, `newFault(404, "rest_no_route", "There is no record with this id.")`},
		{"a page of revisions beyond the end is empty", "revisions.go", `case !offset && page > pages:`, `case false && page > pages:`},
		{"an offset of revisions beyond the end is empty", "revisions.go", `case offset && int(c.integer("offset")) >= total:`, `case false:`},
		{"revisions are relevant to nothing", "revisions.go", `if c.text("orderby") == "relevance" && c.text("search") == "" {`, `if false {`},
		{"revisions are included in no order", "revisions.go", `if c.text("orderby") == "include" && len(c.ids("include")) == 0 {`, `if false {`},
		{"revisions can be written", "revisions.go", "add(\"/{parent}/revisions/{id}\",\n\t\t\t\tendpoint{[]string{\"GET\"}", "add(\"/{parent}/revisions/{id}\",\n\t\t\t\tendpoint{[]string{\"GET\", \"POST\"}"},
		{"autosaves can be put", "revisions.go", `endpoint{[]string{"POST"}, kind.autosaveParams()`, `endpoint{updateMethods, kind.autosaveParams()`},
		{"autosaves can be deleted", "revisions.go", "add(\"/{parent}/autosaves/{id}\",\n\t\t\t\tendpoint{[]string{\"GET\"}", "add(\"/{parent}/autosaves/{id}\",\n\t\t\t\tendpoint{[]string{\"GET\", \"DELETE\"}"},
		{"a missing autosave has another code", "autosaves.go", `"rest_post_no_autosave"`, `"rest_post_invalid_id"`},
		{"an empty draft is a bad request", "autosaves.go", `why.status, why.bare = 500, true`, `why.bare = true`},
	}
}

// keepingMutations are mistakes in what is kept.
func keepingMutations() []mutation {
	return []mutation{
		// Revisions.
		{"no revision is kept", "history.go", `if !next.kind.revisions {`, `if next.kind.revisions {`},
		{"every update keeps a revision", "history.go", `if sameText(last.title, next.title)`, `if false && sameText(last.title, next.title)`},
		{"white space makes a revision", "history.go", `return fold(a) == fold(b)`, `return fold(a) == fold(b) && a == b`},
		{"case makes no revision", "history.go", `return fold(a) == fold(b)`, `return strings.EqualFold(fold(a), fold(b))`},
		{"line breaks are blanks to revisions", "history.go", `"\r", "\n")`, `"\n", " ")`},
		{"footnotes make no revision", "history.go", `sameFootnotes(last.meta, next.meta) {`, `true {`},
		{"empty footnotes are none to revisions", "history.go", `return had == has && before == after`, `_, _ = had, has; return before == after`},
		{"revisions are by the author of the record", "history.go", `author: w.user.id, date: local`, `author: next.author, date: local`},
		{"revisions forget the footnotes", "history.go", `meta: footnotesOf(next.meta)}`, `meta: map[string]string{}}`},
		{"revisions are dated as the record", "history.go", `date: local, dateGMT: gmt,`, `date: next.date, dateGMT: cmp.Or(next.dateGMT, gmt, local),`},
		{"an autosave counts as the last revision", "history.go", `if last.auto {`, `if false {`},
		{"the oldest revision comes first", "history.go", `return -cmp.Or(strings.Compare(a.date, b.date)`, `return cmp.Or(strings.Compare(a.date, b.date)`},
		{"the trash keeps no revision", "read.go", "\tw.keepRevision()\n", ""},
		{"a create keeps a revision", "write.go", "\tanswer := &response{status: 201, body: c.show(next, true)}", "\tw.keepRevision()\n\tanswer := &response{status: 201, body: c.show(next, true)}"},
		// Autosaves.
		{"a user has many autosaves of a record", "autosaves.go", `r := it.autosaveOf(c.user.id)`, `r := (*revision)(nil)`},
		{"everybody shares one autosave", "autosaves.go", `if r.author == user {`, `if r.author != 0 {`},
		{"autosaves are not stored", "autosaves.go", "\tit.keep(r)\n", ""},
		{"autosaves forget the texts", "autosaves.go", `*r.text(name) = value`, `_, _ = name, value`},
		{"autosaves begin as the record", "autosaves.go", `r = &revision{id: c.s.takeID(),`, `r = &revision{title: it.title, content: it.content, excerpt: it.excerpt, id: c.s.takeID(),`},
		{"autosaves over others begin anew", "autosaves.go", `r = &next`, `r = &revision{id: r.id, auto: true, author: r.author, meta: next.meta}`},
		{"autosaves are of the author of the record", "autosaves.go", `auto: true, author: c.user.id,`, `auto: true, author: it.author,`},
		{"autosaves forget the footnotes", "autosaves.go", `if noted {`, `if false {`},
		{"autosaves begin without the footnotes", "autosaves.go", `meta: footnotesOf(it.meta)}`, `meta: map[string]string{}}`},
		{"autosaves that say nothing new are stored", "autosaves.go", `if !changed {`, `if false {`},
		{"null sets a text of an autosave", "autosaves.go", `!ok || name == "title" && !plain && text == ""`, `!ok && !w.has(name) || name == "title" && !plain && ok && text == ""`},
		{"an object without a text is a title of an autosave", "autosaves.go", `!ok || name == "title" && !plain && text == ""`, `!ok || !plain && text == "" && false`},
		{"autosaves are not dated", "autosaves.go", `r.date, r.dateGMT = c.s.now()`, `_ = c`},
		{"what an update refuses an autosave refuses", "autosaves.go", `refused := kind.menu || w.prepare() != nil`, "refused := kind.menu\n\tif why := w.prepare(); why != nil {\n\t\treturn nil, why\n\t}"},
		{"texts of what an update refuses are saved", "autosaves.go", `if !refused {`, `if true {`},
		{"the oldest autosave is given out", "autosaves.go", `list[0]), nil`, `list[len(list)-1]), nil`},
		{"drafts are not saved themselves", "autosaves.go", `it.author == c.user.id && !kind.menu {`, `false {`},
		{"drafts of others are saved themselves", "autosaves.go", `it.author == c.user.id && !kind.menu {`, `!kind.menu {`},
		{"one's published records are saved themselves", "autosaves.go", `if (it.status == "draft" ||`, `if (true ||`},
		{"autosaving a draft keeps a revision", "autosaves.go", `c, it := w.call, w.next`, "w.keepRevision()\n\tc, it := w.call, w.next"},
		{"autosaving a draft sets its footnotes", "autosaves.go", `c, it := w.call, w.next`, "_ = w.finishMeta()\n\tc, it := w.call, w.next"},
		{"an autosaved draft has a date", "autosaves.go", `if it.dateGMT != "" {`, `if it.date != "" {`},
	}
}

// trashMutations are mistakes in the trash.
func trashMutations() []mutation {
	return []mutation{
		{"the trash keeps the slug", "save.go", "case was != \"\" && was != \"trash\" && next.status == \"trash\":\n\t\tnext.trashSlug()", "case was != \"\" && was != \"trash\" && next.status == \"trash\":"},
		{"the slug of the trash stays", "save.go", `if was == "trash" && next.status != "trash" && next.wantedSlug != "" {`, `if false {`},
		{"a long slug grows in the trash", "save.go", `cutSlug(it.slug, maxSlug-len(trashedSuffix)) + trashedSuffix`, `it.slug + trashedSuffix`},
		{"the trash takes a record twice", "read.go", `if it.status == "trash" {`, `if false {`},
		{"the trash has another code", "read.go", `newFault(410, "rest_already_trashed"`, `newFault(400, "rest_already_trashed"`},
		{"deleted records stay", "read.go", `delete(c.s.items, it.id)`, `it.sticky = false`},
		{"force is always on", "read.go", `force := c.flag("force")`, `force := c.flag("force") || true`},
		{"force is never on", "read.go", `force := c.flag("force")`, `force := c.flag("force") && false`},
		{"children of a deleted page are lost", "read.go", `child.parent = it.parent`, `child.parent = 0`},
		{"a deleted record has links", "read.go", `previous := c.show(it, false)`, `previous := c.show(it, true)`},
		{"sticky posts are so after the trash", "read.go", `w.next.beforeTrash, w.next.sticky = "trash", it.status, false`, `w.next.beforeTrash, w.next.sticky = "trash", it.status, it.sticky`},
		{"everybody deletes", "permit.go", "if !c.user.mayDelete(it) {", "if false {"},
		{"a record cannot keep the status trash", "check.go", `it != nil && it.status == value {`, `it != nil && it.status == value && false {`},
		{"an update can trash", "check.go", `it != nil && it.status == value {`, `it != nil && (it.status == value || value == "trash") {`},
		{"the trash is open to readers", "auth.go", "func (u *user) mayRead(it *item) bool {\n\tswitch {\n", "func (u *user) mayRead(it *item) bool {\n\tswitch {\n\tcase it.status == \"trash\":\n\t\treturn true\n"},
		{"an update takes a record out of the trash", "write.go", "if !ok || w.prev != nil && w.prev.status == status {\n", "if !ok && w.prev != nil && w.prev.status == \"trash\" {\n\t\tw.next.status, w.statusSent = \"draft\", true\n\t}\n\tif !ok || w.prev != nil && w.prev.status == status {\n"},
		{"out of the trash comes the status before", "write.go", "w.next.status, w.statusSent = status, true\n", "w.next.status, w.statusSent = status, true\n\tif w.prev != nil && w.prev.status == \"trash\" {\n\t\tw.next.status = w.prev.beforeTrash\n\t}\n"},
	}
}
