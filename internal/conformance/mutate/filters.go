package main

// filterMutations are mistakes in what narrows and orders a list.
func filterMutations() []mutation {
	return []mutation{
		{"include is ignored", "list.go", `including := in("include", id)`, `including := false`},
		{"exclude is ignored", "list.go", `notIn("exclude", id)`, `_ = id`},
		{"exclude counts beside include", "list.go", `if !including {`, `if true {`},
		{"author_exclude is ignored", "list.go", `if kind.article && !notIn("author_exclude", author) {`, `if kind.article {`},
		{"author counts beside author_exclude", "list.go", `if kind.article && !notIn("author_exclude", author) {`, "notIn(\"author_exclude\", author)\nif kind.article {"},
		{"parent is ignored", "list.go", `if (kind.tree || kind.attachment) && !in("parent", parent) {`, `if kind.tree || kind.attachment {`},
		{"parent_exclude is ignored", "list.go", `notIn("parent_exclude", parent)`, `_ = parent`},
		{"parent_exclude counts beside parent", "list.go", `if (kind.tree || kind.attachment) && !in("parent", parent) {`, "if kind.tree || kind.attachment {\nin(\"parent\", parent)"},
		{"the filter menu_order is ignored", "list.go", `return it.menuOrder == order }`, `return it.menuOrder == order || true }`},
		{"menu_order is a lower limit", "list.go", `return it.menuOrder == order }`, `return it.menuOrder >= order }`},
		{"slug is ignored", "list.go", `slices.Contains(slugs, it.slug)`, `slices.Contains(slugs, it.slug) || true`},
		{"of several slugs only the first counts", "list.go", `slices.Contains(slugs, it.slug)`, `it.slug == slugs[0]`},
		{"the filter sticky is ignored", "list.go", `return it.sticky == sticky })`, `return it.sticky == sticky || true })`},
		{"after includes its moment", "list.go", `return f.field(it) > limit`, `return f.field(it) >= limit`},
		{"before includes its moment", "list.go", `return f.field(it) < limit`, `return f.field(it) <= limit`},
		{"after and before are exchanged", "list.go", `if f.after {`, `if !f.after {`},
		{"modified_after looks at the date", "list.go", `{"modified_after", true, func(it *item) string { return it.modified }},`, `{"modified_after", true, func(it *item) string { return it.date }},`},
		{"modified_before looks at the date", "list.go", `{"modified_before", false, func(it *item) string { return it.modified }},`, `{"modified_before", false, func(it *item) string { return it.date }},`},
		{"modified_after is ignored", "list.go", `{"modified_after", true, func(it *item) string { return it.modified }},`, ``},
		{"modified_before is ignored", "list.go", `{"modified_before", false, func(it *item) string { return it.modified }},`, ``},
		{"after is ignored", "list.go", `{"after", true, func(it *item) string { return it.date }},`, ``},
		{"before is ignored", "list.go", `{"before", false, func(it *item) string { return it.date }},`, ``},
		{"the zone of a bound is ignored", "dates.go", `if zone == nil {`, `if true {`},
		{"bounds without a zone are taken for UTC", "list.go", `limit := c.s.localStamp(text)`, `_, limit := c.s.twins(text, c.s.location)`},

		{"search is ignored", "list.go", `add(c.searchFilter())`, `_ = c.searchFilter`},
		{"any word of a search is enough", "search.go", "if has == t.exclude {\n\t\t\t\treturn false\n\t\t\t}\n\t\t}\n\t\treturn true", "if has != t.exclude {\n\t\t\t\treturn true\n\t\t\t}\n\t\t}\n\t\treturn false"},
		{"-word in a search is ignored", "search.go", `if has == t.exclude {`, `if has == t.exclude && !t.exclude {`},
		{"quoted phrases of a search are taken apart", "search.go", "`\"[^\"]*(?:\"|$)|[^\\t \",+]+`", "`[^\\t \",+]+`"},
		{"search tells upper case from lower", "search.go", `func fold(s string) string { return strings.ToLower(stripAccents(s)) }`, `func fold(s string) string { return stripAccents(s) }`},
		{"search finds whole words alone", "search.go", `!exact && strings.Contains(folded[i], t.text)`, `!exact && slices.Contains(strings.Fields(folded[i]), t.text)`},
		{"search_columns is ignored", "search.go", `if wanted := c.strings("search_columns"); len(wanted) == 0 ||`, `if wanted := c.strings("search_columns"); true ||`},
		{"only one of search_columns counts", "search.go", `slices.Contains(wanted, name) {`, `wanted[0] == name {`},
		{"search looks in titles alone", "search.go", `len(wanted) == 0 || slices.Contains(wanted, name)`, `len(wanted) == 0 && i == 0 || slices.Contains(wanted, name)`},
		{"search_semantics is ignored", "search.go", `exact := c.text("search_semantics") == "exact"`, `exact := false`},
		{"nobody's search finds records with a password", "search.go", `if it.password != "" && c.user == nil {`, `if false {`},
		{"nobody's search is everybody's", "search.go", `if it.password != "" && c.user == nil {`, `if it.password != "" {`},

		{"categories and tags are ignored", "list.go", `add(c.taxonomyFilter(kind))`, ``},
		{"AND of terms is taken for OR", "terms.go", `all = members.get("operator") == "AND"`, `_ = members.get("operator") == "AND"`},
		{"include_children is ignored", "terms.go", `below = members.get("include_children") == true`, `_ = members.get("include_children") == true`},
		{"children of terms are always included", "terms.go", `all, below := false, false`, `all, below := false, true`},
		{"terms as an object are ignored", "terms.go", `value = members.get("terms")`, `value = nil`},
		{"categories_exclude and tags_exclude are ignored", "terms.go", `if m := c.termMatcher(tax, tax.base+"_exclude"); m != nil {`, `if m := c.termMatcher(tax, tax.base+"_exclude"); false {`},
		{"of several terms only the first counts", "terms.go", `groups := make([][]int64, len(ids))`, "ids = ids[:1]\n\tgroups := make([][]int64, len(ids))"},
		{"tax_relation is ignored", "terms.go", `either := c.text("tax_relation") == "OR"`, `either := false`},
		{"tax_relation is OR by default", "terms.go", `either := c.text("tax_relation") == "OR"`, `either := c.text("tax_relation") != "AND"`},
		{"format is ignored", "terms.go", `return slices.Contains(wanted, it.format) })`, `return slices.Contains(wanted, it.format) || true })`},
		{"the format standard is not found", "terms.go", `return slices.Contains(wanted, it.format) })`, `return it.format != "standard" && slices.Contains(wanted, it.format) })`},

		{"any status but publish is ignored", "list.go", `return func(it *item) bool { return has(it.status) }`, `return func(it *item) bool { return it.status == "publish" }`},
		{"every status is let through", "list.go", `return func(it *item) bool { return has(it.status) }`, `return func(it *item) bool { return true }`},
		{"any includes the trash", "list.go", `return it.status != "trash" || has("trash")`, `return true`},
		{"any leaves out what is private", "list.go", `return it.status != "trash" || has("trash")`, `return it.status != "private" && (it.status != "trash" || has("trash"))`},
		{"a list without a status holds drafts", "list.go", "if !ok {\n\t\treturn func(it *item) bool { return it.status == kind.defaultStatus() }", "if !ok {\n\t\treturn func(it *item) bool { return it.status != \"trash\" }"},
		{"everyone may ask for every status", "list.go", `if word != kind.defaultStatus() {`, `if false {`},
		{"nobody may ask for drafts", "list.go", `if !c.user.can("edit_"+kind.plural) &&`, `if true &&`},
	}
}

// orderMutations are mistakes in the order of a list.
func orderMutations() []mutation {
	return []mutation{
		{"order is ignored", "list.go", `descending := c.text("order") == "desc"`, `descending := true`},
		{"the order is ascending by default", "resource.go", `add("order", text("asc", "desc"), "desc")`, `add("order", text("asc", "desc"), "asc")`},
		{"orderby is ignored", "list.go", `switch c.text("orderby") {
	case "id":`, `switch "" {
	case "id":`},
		{"orderby=id goes by the date", "list.go", `return func(a, b *item) int { return cmp.Compare(a.id, b.id) }`, `return byDate`},
		{"orderby=date goes by the id", "list.go", `return cmp.Or(strings.Compare(a.date, b.date), cmp.Compare(a.id, b.id))`, `return cmp.Compare(a.id, b.id)`},
		{"orderby=author goes by the date", "list.go", `return cmp.Compare(a.author, b.author)`, `return byDate(a, b)`},
		{"orderby=modified goes by the date", "list.go", `return strings.Compare(a.modified, b.modified)`, `return byDate(a, b)`},
		{"orderby=parent goes by the date", "list.go", `return cmp.Compare(a.parent, b.parent)`, `return byDate(a, b)`},
		{"orderby=menu_order goes by the date", "list.go", `return cmp.Compare(a.menuOrder, b.menuOrder)`, `return byDate(a, b)`},
		{"orderby=slug goes by the title", "list.go", `return strings.Compare(a.slug, b.slug)`, `return strings.Compare(a.title, b.title)`},
		{"orderby=title tells upper case from lower", "list.go", `return strings.Compare(a.folded()[0], b.folded()[0])`, `return strings.Compare(a.title, b.title)`},
		{"orderby=include is ignored", "list.go", `return cmp.Compare(slices.Index(ids, a.id), slices.Index(ids, b.id))`, `_ = ids; return byDate(a, b)`},
		{"orderby=include_slugs is ignored", "list.go", `return cmp.Compare(slices.Index(slugs, a.slug), slices.Index(slugs, b.slug))`, `return byDate(a, b)`},
		{"the order turns that of include", "list.go", `case "include", "include_slugs":`, `case "nothing":`},
		{"orderby=relevance goes by the date", "list.go", `return c.relevance()`, `return byDate`},
		{"order=asc puts the least relevant first", "search.go", `if descending { // the best`, `if descending || true { // the best`},
		{"a title with a word of the search is not the more relevant", "search.go", `return 3`, `return 6`},
		{"an excerpt with the one word of the search is the more relevant", "search.go", `case len(terms) == 1:`, `case len(terms) == 100:`},
	}
}
