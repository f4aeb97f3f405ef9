package main

import (
	"fmt"
	"slices"
)

// batched returns the list whose records r creates, updates and deletes in one request. It
// returns nil if r is not such a route. It recognizes the route by the schema of the
// response, because the arguments often describe only a single record.
func batched(r *resource, all []*resource) *resource {
	end := len(r.path) - 1
	if r.path[end].Word != "batch" || r.kind != serviceKind || r.many {
		return nil
	}
	for _, name := range []string{"create", "update", "delete"} {
		if s := r.schema.Properties.Named(name); s == nil || !s.Is("array") {
			return nil
		}
	}
	for _, list := range all {
		if slices.Equal(list.path, r.path[:end]) && list.item != nil && list.writes() && len(list.schema.Properties) > 0 {
			return list
		}
	}
	return nil
}

// batch declares the types for the response and the params of a batch, and returns their
// names.
func (w *writer) batch(r *resource) (answer, params string) {
	list := r.batchOf
	answer, params = w.record, w.g.taken.take(w.record+"Params")
	update := w.g.taken.take(w.record + "Update")
	id, name := typ(list.itemParam), list.itemParam.Param
	if s := list.schema.Properties.Named("id"); s != nil {
		name = "id"
	}
	three := func(create, update, remove, tag string) []field {
		return []field{
			{name: "Create", typ: "[]" + create, tag: fmt.Sprintf("json:%q", "create"+tag)},
			{name: "Update", typ: "[]" + update, tag: fmt.Sprintf("json:%q", "update"+tag)},
			{name: "Delete", typ: "[]" + remove, tag: fmt.Sprintf("json:%q", "delete"+tag)},
		}
	}
	w.types = append(w.types,
		declare(answer,
			fmt.Sprintf("%s is the result of a batch of %s. A record that the site refused has a member error in Extra.",
				answer, list.spelledPath()),
			three(list.record, list.record, list.record, ""), extraTail),
		declare(params, fmt.Sprintf("%s is what a batch of %s does.", params, list.spelledPath()),
			three(list.params, update, id, ",omitzero"), ""),
		declare(update, fmt.Sprintf("%s is one update of a batch.", update),
			[]field{{name: goName(name), typ: id, tag: fmt.Sprintf("json:%q", name)}}, "\n\t"+list.params+"\n"))
	return answer, params
}
