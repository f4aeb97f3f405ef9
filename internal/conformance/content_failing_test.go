package conformance

import (
	"cmp"
	"fmt"
	"net/http"
	"net/url"

	"github.com/fontcms/fontcms-go/cms"
)

// failure is a request that is refused for another reason than one parameter.
type failure struct {
	name   string
	role   role // an administrator if empty
	method string
	path   string // below the collection: "/5"
	query  url.Values
	body   string
	raw    *rawRequest // instead of the above, with a path below the root
	status int
	code   cms.ErrorCode
	is     error
	param  string
	detail cms.ErrorCode
	left   int
	// untouched is the id of a record that stays what it was.
	untouched int64
	touched   []string // but for these members
}

func (c collection[T, P, L]) failures(list []failure) []scenario {
	var out []refusal
	for _, one := range list {
		who := cmp.Or(one.role, admin)
		method := cmp.Or(one.method, http.MethodGet)
		refused := refusal{
			collection: c.name, role: who, name: one.name, status: one.status, code: one.code, is: one.is, param: one.param, detail: one.detail,
			left: one.left, harmless: one.raw == nil && method == http.MethodGet,
		}
		if one.untouched != 0 {
			refused.kind, refused.id, refused.touched = c.name, one.untouched, one.touched
		}
		if one.raw != nil {
			refused.call = rawCall(who, *one.raw)
		} else {
			ask := request(c.name, deed{method: method, query: one.query, body: one.body})
			ask.Path += one.path
			refused.call = do(ask)
		}
		out = append(out, refused)
	}
	return refusals(out)
}

// failing are the refusals that posts and pages have in common; other is a record of the other collection.
func (c collection[T, P, L]) failing(on targets, trashed, other int64) []scenario {
	return c.failures(append(append(c.missing(on, other), c.malformed(on)...), c.misfits(on, trashed)...))
}

// missing are records, routes and pages that are not there.
func (c collection[T, P, L]) missing(on targets, other int64) []failure {
	const title = `{"title":"x"}`
	path := func(id int64) string { return fmt.Sprintf("/%d", id) }
	arguments := func(pairs ...string) url.Values {
		out := url.Values{}
		for i := 0; i < len(pairs); i += 2 {
			out.Set(pairs[i], pairs[i+1])
		}
		return out
	}
	var out []failure
	for _, unknown := range []struct {
		name string
		id   int64
	}{{"an unknown id", 999999}, {"the id of another type", other}, {"the id 0", 0}} {
		for _, method := range []string{"GET", "POST", "PUT", "PATCH", "DELETE"} {
			one := failure{name: method + " " + unknown.name, method: method, path: path(unknown.id), status: 404, code: cms.CodeInvalidID, is: cms.ErrNotFound}
			if method != "GET" && method != "DELETE" {
				one.body = title
			}
			out = append(out, one)
		}
		out = append(out, failure{name: "nobody asks for " + unknown.name, role: nobody, path: path(unknown.id), status: 404, code: cms.CodeInvalidID})
	}
	return append(out,
		failure{name: "nobody writes to an unknown id", role: nobody, method: "POST", path: "/999999", body: title, status: 404, code: cms.CodeInvalidID},
		failure{name: "delete for good of an unknown id", method: "DELETE", path: "/999999", query: arguments("force", "true"), status: 404, code: cms.CodeInvalidID},
		failure{name: "an id that is no number", path: "/abc", status: 404, code: cms.CodeNoRoute, is: cms.ErrNoRoute},
		failure{name: "an id below zero", path: "/-1", status: 404, code: cms.CodeNoRoute},
		failure{name: "a route below a record", path: path(on.plain) + "/nothing", status: 404, code: cms.CodeNoRoute},
		failure{name: "PUT on the collection", method: "PUT", body: title, status: 404, code: cms.CodeNoRoute},
		failure{name: "PATCH on the collection", method: "PATCH", body: title, status: 404, code: cms.CodeNoRoute},
		failure{name: "DELETE on the collection", method: "DELETE", status: 404, code: cms.CodeNoRoute},
		failure{name: "a page beyond the end", role: nobody, query: arguments("page", "50"), status: 400, code: cms.CodeInvalidPageNumber, is: cms.ErrBadRequest},
		failure{name: "the page after the last", role: nobody, query: arguments("page", "2", "per_page", "100"), status: 400, code: cms.CodeInvalidPageNumber},
		failure{name: "by relevance without a search", role: nobody, query: arguments("orderby", "relevance"), status: 400, code: "rest_no_search_term_defined"},
		failure{name: "by include without include", role: nobody, query: arguments("orderby", "include"), status: 400, code: "rest_orderby_include_missing_include"},
		failure{name: "a context that there is not", path: path(on.plain), query: arguments("context", "help"), status: 400, code: cms.CodeInvalidParam, param: "context", detail: badWord},
		failure{name: "an excerpt length that is none", path: path(on.plain), query: arguments("excerpt_length", "x"), status: 400, code: cms.CodeInvalidParam, param: "excerpt_length", detail: badType},
		failure{name: "a wrong password", role: nobody, path: path(on.rich), query: arguments("password", "guess"), status: 403, code: cms.CodeIncorrectPassword, is: cms.ErrForbidden},
		failure{name: "a wrong password of an administrator", path: path(on.rich), query: arguments("password", "guess"), status: 403, code: cms.CodeIncorrectPassword},
		failure{name: "a password where there is none", role: nobody, path: path(on.plain), query: arguments("password", "guess"), status: 403, code: cms.CodeIncorrectPassword},
		failure{name: "force that is neither", method: "DELETE", path: path(on.plain), query: arguments("force", "yes"), status: 400, code: cms.CodeInvalidParam, param: "force", detail: badType, untouched: on.plain},
	)
}

// malformed are requests that the client would not send.
func (c collection[T, P, L]) malformed(on targets) []failure {
	one := fmt.Sprintf("cms/v2/%s/%d", c.name, on.plain)
	all := "cms/v2/" + c.name
	var out []failure
	for _, bad := range []struct{ name, body string }{
		{"JSON that ends early", `{"title":`}, {"JSON with a comma too many", `{"title":"x",}`}, {"a byte order mark", "\ufeff{\"title\":\"x\"}"},
		{"text for JSON", "title=x"}, {"JSON in quotes that are none", `{'title':'x'}`}, {"broken UTF-8", "{\"title\":\"\xff\xfe\"}"},
	} {
		out = append(out,
			failure{name: "create with " + bad.name, raw: &rawRequest{method: "POST", path: all, body: bad.body}, status: 400, code: cms.CodeInvalidJSON},
			failure{name: "update with " + bad.name, raw: &rawRequest{method: "PUT", path: one, body: bad.body}, status: 400, code: cms.CodeInvalidJSON, untouched: on.plain},
		)
	}
	override := func(value string) *rawRequest {
		return &rawRequest{method: "POST", path: all, body: `{"title":"x"}`, header: map[string]string{"X-HTTP-Method-Override": value}}
	}
	return append(out,
		failure{name: "nobody sends broken JSON", role: nobody, raw: &rawRequest{method: "POST", path: all, body: "{"}, status: 400, code: cms.CodeInvalidJSON},
		failure{name: "a list with broken JSON in its body", raw: &rawRequest{method: "POST", path: all, body: "[", header: map[string]string{"X-HTTP-Method-Override": "GET"}}, status: 400, code: cms.CodeInvalidJSON},
		failure{name: "create with an id", raw: &rawRequest{method: "POST", path: all, body: `{"id":5,"title":"x"}`}, status: 400, code: "rest_post_exists"},
		failure{name: "nobody creates with an id", role: nobody, raw: &rawRequest{method: "POST", path: all, body: `{"id":5,"title":"x"}`}, status: 400, code: "rest_post_exists"},
		failure{name: "create with an id in the query", raw: &rawRequest{method: "POST", path: all + "?id=5", body: `{"title":"x"}`}, status: 400, code: "rest_post_exists"},
		failure{name: "create with the id 0", raw: &rawRequest{method: "POST", path: all, body: `{"id":0,"title":"x"}`}, status: 404, code: cms.CodeInvalidID},
		failure{name: "an unknown id in the body", raw: &rawRequest{method: "POST", path: one, body: `{"id":999999,"title":"x"}`}, status: 404, code: cms.CodeInvalidID, untouched: on.plain},
		failure{name: "an id in the body that is none", raw: &rawRequest{method: "POST", path: one, body: `{"id":"x","title":"x"}`}, status: 400, code: cms.CodeInvalidParam, param: "id", detail: badType, untouched: on.plain},
		failure{name: "a method by override that the route has not", raw: override("DELETE"), status: 404, code: cms.CodeNoRoute},
		failure{name: "a method that there is not", raw: &rawRequest{method: "POST", path: all + "?_method=WISH", body: `{"title":"x"}`}, status: 404, code: cms.CodeNoRoute},
		failure{name: "a field of a form that is wrong", raw: &rawRequest{method: "POST", path: all, body: "title=x&date=soon", contentType: "application/x-www-form-urlencoded"}, status: 400, code: cms.CodeInvalidParam, param: "date", detail: badDate},
		failure{name: "a field in the query that is wrong", raw: &rawRequest{method: "POST", path: all + "?author=x", body: `{"title":"x"}`}, status: 400, code: cms.CodeInvalidParam, param: "author", detail: badType},
		failure{name: "update with a field that is wrong beside one that is not", method: "PATCH", path: fmt.Sprintf("/%d", on.plain), body: `{"title":"x","date":"soon"}`, status: 400, code: cms.CodeInvalidParam, param: "date", detail: badDate, untouched: on.plain},
		failure{name: "two fields that are wrong", method: "POST", body: `{"title":"x","author":"x","date":"soon"}`, status: 400, code: cms.CodeInvalidParam, param: "author", detail: badType},
		failure{name: "the second of two fields that are wrong", method: "POST", body: `{"title":"x","author":"x","date":"soon"}`, status: 400, code: cms.CodeInvalidParam, param: "date", detail: badDate},
	)
}

// misfits are values that are well formed and do not fit.
func (c collection[T, P, L]) misfits(on targets, trashed int64) []failure {
	path := fmt.Sprintf("/%d", on.plain)
	saved := []string{"modified", "modified_gmt"} // meta is looked at after the record was saved
	var out []failure
	for _, value := range []string{"99999", "-1"} {
		out = append(out,
			failure{name: "create author=" + value, method: "POST", body: `{"title":"x","author":` + value + `}`, status: 400, code: "rest_invalid_author"},
			failure{name: "update author=" + value, method: "PATCH", path: path, body: `{"author":` + value + `}`, status: 400, code: "rest_invalid_author", untouched: on.plain},
		)
	}
	return append(out,
		failure{name: "update with footnotes of another type", method: "PUT", path: path, body: `{"meta":{"footnotes":5}}`, status: 400, code: "rest_invalid_type", untouched: on.plain, touched: saved},
		failure{name: "update with footnotes that are a list", method: "POST", path: path, body: `{"meta":{"footnotes":["a"]}}`, status: 400, code: "rest_invalid_type", untouched: on.plain, touched: saved},
		failure{name: "create with footnotes of another type leaves a record", method: "POST", body: `{"title":"x","meta":{"footnotes":5}}`, status: 400, code: "rest_invalid_type", left: 1},
		failure{name: "trash of what is in the trash", method: "DELETE", path: fmt.Sprintf("/%d", trashed), status: 410, code: cms.CodeAlreadyTrashed, is: cms.ErrGone, untouched: trashed},
		failure{name: "trash of what is in the trash with force=false", method: "DELETE", path: fmt.Sprintf("/%d", trashed), query: url.Values{"force": {"false"}}, status: 410, code: cms.CodeAlreadyTrashed, untouched: trashed},
	)
}
