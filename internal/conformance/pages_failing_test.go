package conformance

import (
	"slices"

	"github.com/fontcms/fontcms-go/cms"
)

func pageFailing() []scenario {
	on := pageTargets()
	return slices.Concat(
		pages().deeds(pageDeeds()), pages().wrongBodies(on, wrongPageFields()), wrongQueries("pages", wrongPageListArguments()),
		pages().failing(on, 215, 101), pages().failures([]failure{
			{name: "create below an unknown page", method: "POST", body: `{"title":"x","parent":999999}`, status: 400, code: "rest_post_invalid_id"},
			{name: "move below an unknown page", method: "PATCH", path: "/203", body: `{"parent":999999}`, status: 400, code: "rest_post_invalid_id", untouched: 203},
			{name: "move below a page below zero", method: "PUT", path: "/203", body: `{"parent":-1}`, status: 400, code: "rest_post_invalid_id", untouched: 203},
		}), refusals(strangers("pages")),
		wrongQueries("categories", wrongTermListArguments()), wrongQueries("tags", wrongTermListArguments()), refusals(termsAndUsers()),
	)
}

// termsAndUsers are refusals of what posts and pages refer to.
func termsAndUsers() []refusal {
	var out []refusal
	for _, one := range []struct {
		collection, path string
		role             role
		status           int
		code             string
	}{
		{"categories", "categories/999999", nobody, 404, "rest_term_invalid"},
		{"categories", "categories/11", nobody, 404, "rest_term_invalid"}, // a tag
		{"tags", "tags/999999", nobody, 404, "rest_term_invalid"},
		{"tags", "tags/2", nobody, 404, "rest_term_invalid"}, // a category
		{"categories", "categories/999999", admin, 404, "rest_term_invalid"},
		{"users", "users/999999", nobody, 404, "rest_user_invalid_id"},
		{"users", "users/999999", admin, 404, "rest_user_invalid_id"},
		{"users", "users/5", nobody, 401, "rest_user_cannot_view"},
		{"users", "users/5", author, 403, "rest_user_cannot_view"},
		{"users", "users/1?context=edit", nobody, 401, "rest_forbidden_context"},
		{"users", "users/1?context=edit", author, 403, "rest_forbidden_context"},
		{"users", "users/abc", nobody, 404, "rest_no_route"},
		{"generic", "nothing", nobody, 404, "rest_no_route"},
		{"generic", "posts/103/nothing/5", admin, 404, "rest_no_route"},
	} {
		out = append(out, refusal{
			collection: one.collection, role: one.role, name: "GET " + one.path, status: one.status, code: cms.ErrorCode(one.code), harmless: true,
			call: rawCall(one.role, rawRequest{path: "cms/v2/" + one.path}),
		})
	}
	return out
}
