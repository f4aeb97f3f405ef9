package conformance

type kind string

const (
	reading kind = "reading" // changes nothing, so that others may run beside it
	writing kind = "writing" // has a site of its own
	failing kind = "failing" // provokes an error; has a site of its own
)

type role string

const (
	admin       role = "admin"
	editor      role = "editor"
	author      role = "author"
	contributor role = "contributor"
	subscriber  role = "subscriber"
	nobody      role = "nobody"
)

// The ids of the users, the same on both servers.
const (
	adminID int64 = iota + 1
	editorID
	authorID
	contributorID
	subscriberID
)

// need is something that the index of a site lists, as the specification spells it: a route, a method of the route,
// an argument of the method; [] behind its name says that it is a list.
type need struct {
	route, method, argument string
}

// modern is what the index of a site lists whose records have class_list and footnotes, and whose links say what is
// allowed.
func modern(kind string) need {
	return need{"/cms/v2/" + kind, "GET", "search_semantics"}
}
