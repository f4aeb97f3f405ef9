package conformance

import (
	"cmp"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"strings"

	"github.com/fontcms/fontcms-go/cms"
)

// wrong is a value that a parameter does not take: a row of testdata/tables/wrong-bodies.json and wrong-queries.json.
// In a query it is a text.
type wrong struct {
	Param  string
	Value  json.RawMessage
	Detail cms.ErrorCode
	As     role
}

// wrongBodies are creates by nobody and updates by a subscriber, each with one value that is wrong: values are looked
// at before permissions, and neither could change anything.
func (c collection[T, P, L]) wrongBodies(on targets) []scenario {
	var out []refusal
	methods := []string{http.MethodPost, http.MethodPut, http.MethodPatch}
	for i, one := range table[wrong]("wrong-bodies", c.name) {
		body := fmt.Sprintf(`{"title":"x",%q:%s}`, one.Param, one.Value)
		if one.Param == "title" {
			body = fmt.Sprintf(`{"title":%s}`, one.Value)
		}
		what := fmt.Sprintf("%s=%s", one.Param, one.Value)
		create := c.refused(nobody, deed{Name: "create " + what, Body: json.RawMessage(body)}, cms.CodeInvalidParam)
		update := c.refused(subscriber, deed{
			Name: "update " + what, Body: json.RawMessage(body), Target: on.plain, Method: methods[i%len(methods)],
		}, cms.CodeInvalidParam)
		for _, refused := range []refusal{create, update} {
			refused.status, refused.is = http.StatusBadRequest, cms.ErrBadRequest
			refused.param, refused.detail = one.Param, one.Detail
			refused.harmless = true
			refused.needs = []need{{c.route(), "POST", one.Param}}
			out = append(out, refused)
		}
	}
	return refusals(out)
}

// wrongQueries are lists, each with one value that is wrong.
func wrongQueries(collection string) []scenario {
	var out []refusal
	for _, one := range table[wrong]("wrong-queries", collection) {
		who, value := cmp.Or(one.As, nobody), textOf(one.Value)
		param, _, _ := strings.Cut(one.Param, "[")
		out = append(out, refusal{
			collection: collection, role: who, name: "list " + one.Param + "=" + value, harmless: true,
			status: http.StatusBadRequest, code: cms.CodeInvalidParam, is: cms.ErrBadRequest,
			param: param, detail: one.Detail, needs: []need{{"/cms/v2/" + collection, "GET", param}},
			call: rawCall(who, rawRequest{path: fmt.Sprintf("cms/v2/%s?%s=%s", collection, one.Param, url.QueryEscape(value))}),
		})
	}
	return refusals(out)
}
