package main

// pageMutations are mistakes in how a list is cut into pages, and in what is left out of them.
func pageMutations() []mutation {
	return []mutation{
		{"page is ignored", "list.go", `total, start := len(found), pageStart(page, perPage)`, `total, start := len(found), 0`},
		{"a page begins with the last record of the one before", "list.go", `total, start := len(found), pageStart(page, perPage)`, `total, start := len(found), max(pageStart(page, perPage)-1, 0)`},
		{"pages hold one record too many", "list.go", `window := window(found, start, perPage)`, `window := window(found, start, perPage+1)`},
		{"per_page is ten whatever is asked for", "list.go", `page, perPage := int(c.integer("page")), int(c.integer("per_page"))`, `page, perPage := int(c.integer("page")), 10`},
		{"per_page is twenty by default", "resource.go", `def: int64(10), early: true}`, `def: int64(20), early: true}`},
		{"offset is ignored", "list.go", `offset := c.get("offset") != nil`, `offset := false`},
		{"page counts beside offset", "list.go", `start = max(int(c.integer("offset"))`, `start += max(int(c.integer("offset"))`},
		{"the total stands behind the end of an offset", "list.go", `total = 0 // the site`, `total += 0 // the site`},
		{"a page behind the last is empty", "list.go", `page > pages && total > 0 {`, `page > pages+1000 && total > 0 {`},
		{"a page behind the last is not found", "list.go", `return nil, newFault(400, "rest_post_invalid_page_number"`, `return nil, newFault(404, "rest_post_invalid_page_number"`},
		{"a page behind the last has another code", "list.go", `"rest_post_invalid_page_number"`, `"rest_invalid_page_number"`},
		{"the number of pages is rounded down", "dispatch.go", "pages := (total + perPage - 1) / perPage\n\tprefix", "pages := total / perPage\n\tprefix"},
		{"the number of pages is missing", "dispatch.go", `, {prefix + "-TotalPages", pages}}`, `}`},
		{"there is no link to the page before", "dispatch.go", `if page > 1 {`, `if false {`},
		{"there is no link to the next page", "dispatch.go", `if page < pages {`, `if false {`},
		{"the last page links to another one", "dispatch.go", `if page < pages {`, `if page <= pages {`},
		{"links to pages drop the arguments", "dispatch.go", `query := &values{names: slices.Clone(c.query.names), byKey: map[string]any{}}`, `query := &values{byKey: map[string]any{}}`},
		{"links to pages keep the page", "dispatch.go", `query.set("page", strconv.Itoa(number))`, `_ = strconv.Itoa(number)`},

		{"lists in edit show what the caller may not edit", "list.go", `if edit && !c.user.mayEdit(it) ||`, `if`},
		{"lists show what the caller may not read", "list.go", `|| !edit && !c.mayRead(it) {`, `{`},
		{"lists in view show what may be edited alone", "list.go", `if edit && !c.user.mayEdit(it) ||`, `if !c.user.mayEdit(it) && it.status != "publish" ||`},
		{"what is dropped is not counted", "list.go", `return &response{status: 200, body: body, header: c.totals(total, page, perPage)}, nil
}

// filters`, `return &response{status: 200, body: body, header: c.totals(total-len(window)+len(body), page, perPage)}, nil
}

// filters`},
		{"everyone may read lists in edit", "permit.go", `if c.text("context") == "edit" && !c.user.can("edit_"+kind.plural) {`, `if false {`},

		{"ignore_sticky is ignored", "list.go", `if kind.sticky && c.get("ignore_sticky") == false`, `if kind.sticky && false`},
		{"sticky posts come first unless asked for", "list.go", `if kind.sticky && c.get("ignore_sticky") == false`, `if kind.sticky`},
		{"sticky posts come first on every page", "list.go", `(page <= 1 || offset)`, `(page >= 1 || offset)`},
		{"sticky posts come first in every list", "list.go", `&& c.isHome(kind)`, ``},
		{"sticky posts come first in searches", "list.go", `if c.text("search") != "" || len(c.strings("format"))`, `if len(c.strings("format"))`},
		{"sticky posts come first among formats", "list.go", `|| len(c.strings("format")) > 0`, ``},
		{"sticky posts come first among included ones", "list.go", `|| len(c.ids("include")) > 0 {`, `{`},
		{"excluded posts come first", "list.go", `&& !slices.Contains(exclude, it.id) {`, `&& exclude != nil == (exclude != nil) {`},
		{"the oldest of the sticky posts come first", "list.go", `return -byDate(a, b)`, `return byDate(a, b)`},
		{"sticky posts of a page keep their place", "list.go", `return slices.Concat(first, missing, rest)`, `return slices.Concat(missing, window)`},
		{"sticky posts come first though they are not asked for", "list.go", `if c.get("sticky") != false {`, `if true {`},
		{"sticky posts that come first count", "list.go", `window = c.withSticky(kind, window)`, "window = c.withSticky(kind, window)\n\t\ttotal += 3"},
	}
}
