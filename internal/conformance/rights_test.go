package conformance

import (
	"slices"

	"github.com/fontcms/fontcms-go/cms"
)

var roles = []role{admin, editor, author, contributor, subscriber, nobody}

// user is the id of who calls as a role, 0 for nobody.
func (r role) user() int64 { return int64(slices.Index(roles, r)+1) % int64(len(roles)) }

// edits says whether a role has records of a kind to edit at all, its own at least.
func (r role) edits(kind string) bool {
	return r == admin || r == editor || kind == "posts" && (r == author || r == contributor)
}

func (r role) editsOthers() bool { return r == admin || r == editor }

// mayEdit says whether a role may change a record, which is what reading it in the context "edit" takes.
func (r role) mayEdit(kind string, of record) bool {
	if r.editsOthers() {
		return true
	}
	// the trash of the documents was published
	public := slices.Contains([]string{"publish", "future", "trash"}, of.text("status"))
	return r.edits(kind) && of.int("author") == r.user() && (r == author || !public)
}

func (r role) mayRead(kind string, of record) bool {
	own := r != nobody && of.int("author") == r.user()
	return of.text("status") == "publish" || own || r.mayEdit(kind, of)
}

// maySee is mayRead or mayEdit, by the context.
func (r role) maySee(kind string, of record, context cms.Context) bool {
	if context == cms.ContextEdit {
		return r.mayEdit(kind, of)
	}
	return r.mayRead(kind, of)
}

// allow are the methods that a role may use on a record.
func (r role) allow(kind string, of record) []string {
	out := []string{}
	if r.mayRead(kind, of) {
		out = append(out, "GET")
	}
	if r.mayEdit(kind, of) { // who edits a record may delete it
		out = append(out, "POST", "PUT", "PATCH", "DELETE")
	}
	return out
}

// actions are what the links of a record offer in the context "edit".
func (r role) actions(kind string) []string {
	out := []string{}
	add := func(may bool, names ...string) {
		if may {
			out = append(out, names...)
		}
	}
	isPosts := kind == "posts"
	add(r != contributor, "publish")
	add(r.editsOthers(), "unfiltered-html")
	add(r.editsOthers() && isPosts, "sticky")
	add(r.editsOthers(), "assign-author")
	add(r.editsOthers() && isPosts, "create-categories")
	add(isPosts, "assign-categories", "create-tags", "assign-tags")
	return out
}

// refused is the status of a refusal for want of rights.
func (r role) refused() int {
	if r == nobody {
		return 401
	}
	return 403
}
