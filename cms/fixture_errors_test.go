package cms_test

import (
	"errors"
	"net/http"
	"net/url"
	"testing"

	"github.com/fontcms/fontcms-go/cms"
)

func TestRecordedErrorsNameTheArgumentsThatAreWrong(t *testing.T) {
	t.Parallel()
	replayAll(t, failures(badRequests()))
}

func TestUnknownRouteIsNotErrNotFound(t *testing.T) {
	t.Parallel()
	replayAll(t, failures(unknownRoutes()))
}

func TestRecordedErrorsOfInvalidCredentialsHaveAHint(t *testing.T) {
	t.Parallel()
	replayAll(t, failures(wrongCredentials()))
}

func TestInvalidCredentialsReadAsAnonymous(t *testing.T) {
	t.Parallel()
	replayAll(t, anonymousReads())
}

func badRequests() []failure {
	const path = "cms/v2/posts"
	bad := []error{cms.ErrBadRequest}
	create := func(params *cms.PostParams) func(*replay) error {
		return func(r *replay) error {
			_, err := r.site.Posts.Create(r.Context(), params)
			return err
		}
	}
	list := func(options *cms.PostListOptions) func(*replay) error {
		return func(r *replay) error {
			_, err := r.site.Posts.List(r.Context(), options)
			return err
		}
	}
	query := func(values url.Values) func(*replay) error {
		return func(r *replay) error { return r.do(http.MethodGet, path, values, nil) }
	}
	body := func(body any) func(*replay) error {
		return func(r *replay) error { return r.do(http.MethodPost, path, nil, body) }
	}
	// Lists refuse these sizes themselves.
	size := func(n int, values url.Values) func(*replay) error {
		return func(r *replay) error {
			if n != 0 { // which in options is no size at all
				r.refused(list(&cms.PostListOptions{PerPage: n})(r))
			}
			return query(values)(r)
		}
	}
	return []failure{
		{fixture: "error_bad_author_400", call: create(&cms.PostParams{Title: new("x"), Author: new(int64(99999))}),
			code: "rest_invalid_author", is: bad},
		{fixture: "error_bad_context_400", call: func(r *replay) error {
			_, err := r.site.Posts.Get(r.Context(), 65, cms.InContext("nope"))
			return err
		}, code: cms.CodeInvalidParam, is: bad, params: []string{"context"}},
		{fixture: "error_bad_enum_body_400", call: create(&cms.PostParams{
			Title: new("x"), Status: new(cms.Status("bogus")), Format: new(cms.Format("bogus")),
			CommentStatus: new(cms.DiscussionStatus("maybe")),
		}), code: cms.CodeInvalidParam, is: bad, params: []string{"comment_status", "format", "status"}},
		{fixture: "error_bad_param_400", call: func(r *replay) error {
			err := query(url.Values{"per_page": {"ten"}})(r)
			switch e, ok := errors.AsType[*cms.Error](err); {
			case !ok:
				r.Errorf("details of %v, want a *cms.Error", err)
			case e.Details["per_page"].Code != "rest_invalid_type":
				r.Errorf(`details of %v: Details["per_page"].Code %v, want %v`, err, e.Details["per_page"].Code,
					"rest_invalid_type")
			}
			return err
		}, code: cms.CodeInvalidParam, is: bad, params: []string{"per_page"}},
		{fixture: "error_bad_template_400", call: create(&cms.PostParams{Title: new("x"), Template: new("nope.php")}),
			code: cms.CodeInvalidParam, is: bad, params: []string{"template"}},
		{fixture: "error_bad_types_body_400", call: body(map[string]any{"title": 5, "author": "me", "categories": "abc",
			"sticky": "yes"}),
			code: cms.CodeInvalidParam, is: bad, params: []string{"author", "categories", "sticky"}},
		{fixture: "error_create_with_id_400", call: func(r *replay) error {
			r.refused(create(&cms.PostParams{Title: new("x"), Extra: cms.Extra{"id": []byte("5")}})(r))
			return body(map[string]any{"id": 5, "title": "x"})(r)
		}, code: "rest_post_exists", is: bad},
		{fixture: "error_date_400", call: create(&cms.PostParams{Title: new("x"), Date: cms.LocalTime("not a date").Date()}),
			code: cms.CodeInvalidParam, is: bad, params: []string{"date"}},
		{fixture: "error_empty_create_400", call: create(nil), code: "empty_content", is: bad},
		{fixture: "error_json_array_body_400", call: body([]int{1, 2}), code: "empty_content", is: bad},
		{fixture: "error_json_scalar_body_400", call: body("hello"), code: "empty_content", is: bad},
		{fixture: "error_missing_param_400", call: func(r *replay) error {
			return r.do(http.MethodGet, "oembed/1.0/embed", nil, nil)
		}, code: cms.CodeMissingParam, is: bad, params: []string{"url"}},
		{fixture: "error_orderby_relevance_400", call: list(&cms.PostListOptions{OrderBy: cms.ByRelevance}),
			code: "rest_no_search_term_defined", is: bad},
		{fixture: "error_per_page_0_400", call: size(0, url.Values{"per_page": {"0"}}), code: cms.CodeInvalidParam, is: bad,
			params: []string{"per_page"}},
		{fixture: "error_per_page_101_400", call: size(101, url.Values{"per_page": {"101"}}), code: cms.CodeInvalidParam,
			is: bad, params: []string{"per_page"}},
		{fixture: "error_two_bad_params_400",
			call: query(url.Values{"per_page": {"101"}, "order": {"sideways"}, "page": {"0"}}),
			code: cms.CodeInvalidParam, is: bad, params: []string{"page", "per_page"}},
	}
}

func unknownRoutes() []failure {
	ask := func(method, path string, body any) func(*replay) error {
		return func(r *replay) error { return r.do(method, path, nil, body) }
	}
	none := []error{cms.ErrNoRoute}
	return []failure{
		{fixture: "error_id_not_integer_404", call: ask(http.MethodGet, "cms/v2/posts/abc", nil), code: cms.CodeNoRoute,
			is: none},
		{fixture: "error_method_not_allowed_404", call: ask(http.MethodDelete, "cms/v2/posts", nil), code: cms.CodeNoRoute,
			is: none},
		{fixture: "error_put_collection_404", call: ask(http.MethodPut, "cms/v2/posts", map[string]string{"title": "x"}),
			code: cms.CodeNoRoute, is: none},
		{fixture: "error_unknown_namespace_404", call: ask(http.MethodGet, "nope/v9", nil), code: cms.CodeNoRoute, is: none},
		{fixture: "error_unknown_route_404", call: ask(http.MethodGet, "cms/v2/nope", nil), code: cms.CodeNoRoute, is: none},
	}
}

func wrongCredentials() []failure {
	create := func(r *replay) error {
		_, err := r.site.Posts.Create(r.Context(), &cms.PostParams{Title: new("x")})
		return err
	}
	count := func(r *replay) error {
		_, err := r.site.Posts.Count(r.Context(), nil)
		return err
	}
	unauthorized := []error{cms.ErrUnauthorized}
	return []failure{
		{fixture: "auth_http_production_ignored_401", call: create, code: cms.CodeCannotCreate, is: unauthorized,
			hint: "diagnosis"},
		{fixture: "auth_wrong_app_password_create_401", call: create, code: cms.CodeCannotCreate, is: unauthorized,
			hint: "diagnosis"},
		{fixture: "auth_wrong_app_password_early_check_401", call: count, code: "incorrect_password", is: unauthorized,
			hint: "diagnosis"},
		{fixture: "auth_unknown_email_early_check_401", call: count, code: "invalid_email", is: unauthorized,
			hint: "diagnosis"},
		{fixture: "auth_wrong_app_password_edit_context_401", call: func(r *replay) error {
			_, err := r.site.Posts.List(r.Context(), &cms.PostListOptions{PerPage: 1, Context: cms.ContextEdit})
			return err
		}, code: cms.CodeForbiddenContext, is: unauthorized, hint: "diagnosis"},
	}
}

// anonymousReads are answered as if no credentials had been sent: only Verify
// tells.
func anonymousReads() []replayCase {
	var cases []replayCase
	for _, fixture := range []string{"auth_login_password_200_as_anonymous", "auth_unknown_user_200_as_anonymous",
		"auth_wrong_app_password_200_as_anonymous"} {
		cases = append(cases, recordedPosts.list(fixture, &cms.PostListOptions{PerPage: 1},
			listed{total: 1190, pages: 1190, ids: []int64{1254},
				first: says{"title.rendered": "Testing Line height: note 1190"}}, cms.Fields("id", "title")))
	}
	// What was malformed is redacted in the recordings; the answer is the point.
	for _, fixture := range []string{"auth_malformed_basic", "auth_malformed_header"} {
		cases = append(cases, replayCase{fixture: fixture, run: func(r *replay) {
			if n, err := r.site.Posts.Count(r.Context(), nil); err != nil || n != 1190 {
				r.Errorf("Posts.Count: %d, error %v, want 1190 and nil", n, err)
			}
		}})
	}
	return cases
}

// TestVerifyReportsInvalidCredentials strings recorded answers
// together: a site without the route of users, and its refusal.
func TestVerifyReportsInvalidCredentials(t *testing.T) {
	t.Parallel()
	mock := newReplayTransport(t)
	serveElsewhere(t, mock, true, http.MethodGet, "/wp-json/wp/v2/users/me",
		"context=edit&_fields=id,name,slug,username,roles", "", "error_unknown_route_404")
	serveElsewhere(t, mock, true, http.MethodGet, "/wp-json/wp/v2/posts", "context=edit&per_page=1&_fields=id", "",
		"auth_wrong_app_password_edit_context_401")
	site := replaySite(t, mock, cms.WithApplicationPassword(replayUser, replayPassword))
	identity, err := site.Verify(t.Context())
	if identity != nil {
		t.Errorf("identity %+v, want nil", identity)
	}
	exactly(t, err, cms.ErrCredentialsRejected, cms.ErrUnauthorized)
	mock.Sent(2)
}
