package conformance

import (
	"context"
	"fmt"
	"net/http"
	"net/url"
	"strings"

	"github.com/fontcms/fontcms-go/cms"
)

// Codes of what is wrong with one parameter.
const (
	badType   cms.ErrorCode = "rest_invalid_type"
	badWord   cms.ErrorCode = "rest_not_in_enum"
	badDate   cms.ErrorCode = "rest_invalid_date"
	badRange  cms.ErrorCode = "rest_out_of_bounds"
	badSchema cms.ErrorCode = "rest_no_matching_schema"
)

// wrong is a value that a parameter does not take. In a body it is JSON, in a query text.
type wrong struct {
	param, value string
	detail       cms.ErrorCode
	role         role
}

// wrongBodies are creates by nobody and updates by a subscriber, each with one value that is wrong: values are looked at
// before permissions, and neither could change anything.
func (c collection[T, P, L]) wrongBodies(on targets, list []wrong) []scenario {
	var out []refusal
	methods := []string{http.MethodPost, http.MethodPut, http.MethodPatch}
	for i, one := range list {
		body := fmt.Sprintf(`{"title":"x",%q:%s}`, one.param, one.value)
		if one.param == "title" {
			body = fmt.Sprintf(`{"title":%s}`, one.value)
		}
		create := c.refused(nobody, deed{name: "create " + one.param + "=" + one.value, body: body}, cms.CodeInvalidParam)
		update := c.refused(subscriber, deed{
			name: "update " + one.param + "=" + one.value, body: body, target: on.plain, method: methods[i%len(methods)],
		}, cms.CodeInvalidParam)
		for _, refused := range []refusal{create, update} {
			refused.status, refused.is, refused.param, refused.detail = http.StatusBadRequest, cms.ErrBadRequest, one.param, one.detail
			refused.harmless = true
			refused.needs = []need{{c.route(), "POST", one.param}}
			out = append(out, refused)
		}
	}
	return refusals(out)
}

func wrongFields() []wrong {
	var out []wrong
	for _, field := range []string{"date", "date_gmt"} {
		out = append(out, wrong{param: field, value: `"tomorrow"`, detail: badDate}, wrong{param: field, value: `"2025-03-04"`, detail: badDate},
			wrong{param: field, value: `"2025-13-04T00:00:00"`, detail: badDate}, wrong{param: field, value: `""`, detail: badDate},
			wrong{param: field, value: "1700000000", detail: badType}, wrong{param: field, value: "true", detail: badType})
	}
	for _, field := range []string{"comment_status", "ping_status"} {
		out = append(out, wrong{param: field, value: `"maybe"`, detail: badWord}, wrong{param: field, value: "5", detail: badType},
			wrong{param: field, value: `""`, detail: badWord})
	}
	for _, field := range []string{"author", "featured_media"} {
		out = append(out, wrong{param: field, value: `"x"`, detail: badType}, wrong{param: field, value: "1.5", detail: badType},
			wrong{param: field, value: "[1]", detail: badType}, wrong{param: field, value: `""`, detail: badType})
	}
	return append(out,
		wrong{param: "slug", value: "5", detail: badType}, wrong{param: "slug", value: `["a"]`, detail: badType},
		wrong{param: "status", value: `"trash"`, detail: badWord}, wrong{param: "status", value: `"auto-draft"`, detail: badWord},
		wrong{param: "status", value: `"nonsense"`, detail: badWord}, wrong{param: "status", value: `""`, detail: badWord},
		wrong{param: "status", value: "5"},
		wrong{param: "password", value: "5", detail: badType}, wrong{param: "password", value: "false", detail: badType},
		wrong{param: "template", value: `"nobody.php"`, detail: cms.CodeInvalidParam},
		wrong{param: "meta", value: `"x"`}, wrong{param: "meta", value: "5"},
	)
}

func wrongPostFields() []wrong {
	return append(wrongFields(),
		wrong{param: "format", value: `"sheet"`, detail: badWord}, wrong{param: "format", value: "5", detail: badType},
		wrong{param: "sticky", value: `"yes"`, detail: badType}, wrong{param: "sticky", value: "2", detail: badType},
		wrong{param: "categories", value: `"abc"`, detail: badType}, wrong{param: "categories", value: `["x"]`, detail: badType},
		wrong{param: "categories", value: `{"a":1}`, detail: badType},
		wrong{param: "tags", value: `"abc"`, detail: badType}, wrong{param: "tags", value: "[1.5]", detail: badType},
	)
}

func wrongPageFields() []wrong {
	return append(wrongFields(),
		wrong{param: "parent", value: `"x"`, detail: badType}, wrong{param: "parent", value: "[1]", detail: badType},
		wrong{param: "menu_order", value: `"x"`, detail: badType}, wrong{param: "menu_order", value: "1.5", detail: badType},
	)
}

// wrongQueries are lists, each with one value that is wrong.
func wrongQueries(collection string, list []wrong) []scenario {
	var out []refusal
	for _, one := range list {
		who := one.role
		if who == "" {
			who = nobody
		}
		out = append(out, refusal{
			collection: collection, role: who, name: "list " + one.param + "=" + one.value, harmless: true,
			status: http.StatusBadRequest, code: cms.CodeInvalidParam, is: cms.ErrBadRequest,
			param: argument(one.param), detail: one.detail, needs: []need{{"/cms/v2/" + collection, "GET", argument(one.param)}},
			call: rawCall(who, rawRequest{path: fmt.Sprintf("cms/v2/%s?%s=%s", collection, one.param, url.QueryEscape(one.value))}),
		})
	}
	return refusals(out)
}

// argument is the name of a parameter of a query without its brackets.
func argument(param string) string {
	if i := strings.IndexByte(param, '['); i > 0 {
		return param[:i]
	}
	return param
}

// wrongPaging are those of all lists.
func wrongPaging() []wrong {
	return []wrong{
		{param: "context", value: "help", detail: badWord}, {param: "context", value: "", detail: badWord},
		{param: "page", value: "0", detail: badRange}, {param: "page", value: "-1", detail: badRange}, {param: "page", value: "ten", detail: badType},
		{param: "page", value: "1.5", detail: badType}, {param: "page", value: "", detail: badType},
		{param: "per_page", value: "0", detail: badRange}, {param: "per_page", value: "101", detail: badRange}, {param: "per_page", value: "ten", detail: badType},
		{param: "search[]", value: "a", detail: badType},
		{param: "include", value: "1,x", detail: badType}, {param: "include[]", value: "1,2", detail: badType}, {param: "include[]", value: "", detail: badType},
		{param: "exclude", value: "x", detail: badType},
		{param: "order", value: "ASC", detail: badWord}, {param: "order", value: "up", detail: badWord}, {param: "orderby", value: "nothing", detail: badWord},
	}
}

// wrongListArguments are those of posts and pages.
func wrongListArguments() []wrong {
	out := wrongPaging()
	for _, param := range []string{"after", "before", "modified_after", "modified_before"} {
		out = append(out, wrong{param: param, value: "yesterday", detail: badDate}, wrong{param: param, value: "2025-03-04", detail: badDate})
	}
	return append(out,
		wrong{param: "author", value: "x", detail: badType}, wrong{param: "author_exclude", value: "x", detail: badType},
		wrong{param: "offset", value: "x", detail: badType}, wrong{param: "offset", value: "", detail: badType},
		wrong{param: "search_columns", value: "post_name", detail: badWord}, wrong{param: "search_semantics", value: "fuzzy", detail: badWord},
		wrong{param: "status", value: "draft", detail: "rest_forbidden_status"},
		wrong{param: "status", value: "draft", detail: "rest_forbidden_status", role: subscriber},
		wrong{param: "status", value: "private", detail: "rest_forbidden_status", role: subscriber},
		wrong{param: "status", value: "any", detail: "rest_forbidden_status"},
		wrong{param: "status", value: "publish,trash", detail: "rest_forbidden_status"},
		wrong{param: "status", value: "nonsense", detail: badWord, role: admin},
		wrong{param: "status", value: "publish,nonsense", detail: badWord, role: editor},
	)
}

func wrongPostListArguments() []wrong {
	out := wrongListArguments()
	for _, param := range []string{"categories", "categories_exclude", "tags", "tags_exclude"} {
		out = append(out, wrong{param: param, value: "", detail: "rest_one_of_multiple_matches"}, wrong{param: param, value: "abc", detail: badSchema},
			wrong{param: param + "[nope]", value: "1", detail: badSchema}, wrong{param: param + "[terms]", value: "x", detail: badSchema})
	}
	return append(out,
		wrong{param: "tax_relation", value: "XOR", detail: badWord}, wrong{param: "tax_relation", value: "and", detail: badWord},
		wrong{param: "categories[operator]", value: "XOR", detail: badSchema}, wrong{param: "categories_exclude[operator]", value: "AND", detail: badSchema},
		wrong{param: "tags[include_children]", value: "1", detail: badSchema}, wrong{param: "categories", value: `{"terms":[2]}`, detail: badSchema},
		wrong{param: "sticky", value: "yes", detail: badType}, wrong{param: "sticky", value: "", detail: badType},
		wrong{param: "ignore_sticky", value: "on", detail: badType}, wrong{param: "format", value: "sheet", detail: badWord},
		wrong{param: "format", value: "aside,aside", detail: "rest_duplicate_items"},
	)
}

func wrongPageListArguments() []wrong {
	return append(wrongListArguments(),
		wrong{param: "menu_order", value: "x", detail: badType}, wrong{param: "menu_order", value: "", detail: badType},
		wrong{param: "parent", value: "x", detail: badType}, wrong{param: "parent_exclude", value: "x", detail: badType},
		wrong{param: "status", value: "draft", detail: "rest_forbidden_status", role: author},
		wrong{param: "status", value: "private", detail: "rest_forbidden_status", role: contributor},
	)
}

func wrongTermListArguments() []wrong {
	return append(wrongPaging(),
		wrong{param: "hide_empty", value: "maybe", detail: badType}, wrong{param: "post", value: "x", detail: badType},
		wrong{param: "orderby", value: "date", detail: badWord},
	)
}

// do makes a request of no type the call of a refusal.
func do(ask cms.Request[cms.Raw], options ...cms.CallOption) func(context.Context, *site, *cms.Client) error {
	return func(ctx context.Context, _ *site, client *cms.Client) error {
		_, err := cms.Do(ctx, client, ask, options...)
		return err
	}
}
