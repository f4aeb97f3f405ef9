package main

// listMutations are mistakes in how lists are made.
func listMutations() []mutation {
	return []mutation{
		{"the order of every list is reversed", "list.go", `descending := c.text("order") == "desc"`, `descending := c.text("order") != "desc"`},
		{"author is ignored", "list.go", `in("author", author)`, `_ = author`},
		{"totals are one too many", "dispatch.go", `header := object{{prefix + "-Total", total}`, `header := object{{prefix + "-Total", total + 1}`},
	}
}
