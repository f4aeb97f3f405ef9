package conformance

import "slices"

func pageFailing() []scenario {
	on := pageTargets()
	out := slices.Concat(
		pages().deeds(), pages().wrongBodies(on), wrongQueries("pages"), refusalRows("pages", on), refusals(strangers("pages")),
		wrongQueries("categories"), wrongQueries("tags"),
	)
	for _, other := range []string{"categories", "tags", "users", "generic"} { // what posts and pages refer to
		out = append(out, refusalRows(other, targets{})...)
	}
	return out
}
