package main

import (
	"slices"
	"strings"
	"testing"
)

// TestRequiredArgumentsAreFilledFromOtherSamples has arguments with the names of fields that other routes return.
func TestRequiredArgumentsAreFilledFromOtherSamples(t *testing.T) {
	t.Parallel()
	const answer = `[{"name": "x"}]`
	for name, test := range map[string]struct{ argument, want string }{
		"the id of a record":   {`"order_id": {"type": "integer", "required": true}`, "reports?order_id=7"},
		"the name of a record": {`"order": {"type": "integer", "required": true}`, "reports?order=7"},
		"the slug of a record": {`"order_slug": {"type": "string", "required": true}`, "reports?order_slug=first"},
		"a field of a record": {`"date_paid": {"type": "string", "required": true}`,
			"reports?date_paid=2026-11-24T10%3A00%3A00"},
		"one of several values": {`"period": {"type": "string", "enum": ["week", "month"], "required": true}`,
			"reports?period=week"},
		"a boolean":              {`"all": {"type": "boolean", "required": true}`, "reports?all=false"},
		"a parameter of a route": {`"code": {"type": "string", "required": true}`, "reports?code=A-1"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			site := newMadeUp(t, reads("reports", test.argument, "")+","+reads("orders", "", ""), map[string]string{
				"orders": `[{"id": 7, "slug": "first", "code": "A-1", "date_paid": "2026-11-24T10:00:00"}]`, test.want: answer,
			})
			source, messages := site.generated(t)
			if !strings.Contains(source, "([]Report, error)") || messages != "" {
				t.Errorf("route with the argument %s: %s, requests %q, want a list of records", test.argument, messages,
					site.requested())
			}
		})
	}
}

// TestWithGivesTheArgumentsOfASample names arguments that no sample tells.
func TestWithGivesTheArgumentsOfASample(t *testing.T) {
	t.Parallel()
	site := newMadeUp(t, reads("reports", `"token": {"type": "string", "required": true},
		"size": {"type": "integer"}`, ""), map[string]string{
		"reports?size=5&token=a+b": `[{"name": "x"}]`,
	})
	source, messages := site.generated(t)
	if want := "not read: a sample of made/v1/reports, which needs the argument token: give it with -with " +
		"'made/v1/reports?token=…'"; !strings.Contains(messages, want) {
		t.Errorf("messages without -with: %s, want %s", messages, want)
	}
	if strings.Contains(source, "[]Report") || len(site.requested()) > 0 {
		t.Errorf("requests without -with: %q, want none", site.requested())
	}
	source, messages = site.generated(t, "-with", "/made/v1/reports?token=a b&size=5")
	if !strings.Contains(source, "([]Report, error)") || messages != "" {
		t.Errorf("with -with: %s, requests %q, want a list of records", messages, site.requested())
	}
	for _, wrong := range []string{"made/v1/reports", "?token=x", "made/v1/reports?%"} {
		status, _, messages := ran(t, "-site", site.URL, "-namespace", "made/v1", "-package", "x", "-sample", "5",
			"-with", wrong)
		if status != statusUsage || !strings.Contains(messages, "-with") {
			t.Errorf("-with %s: status %d, %s; want %d and the flag", wrong, status, messages, statusUsage)
		}
	}
}

// TestRoutesThatSendNoJSONReturnBytes has a web page and a route whose POST returns one.
func TestRoutesThatSendNoJSONReturnBytes(t *testing.T) {
	t.Parallel()
	site := newMadeUp(t, `"/made/v1/page": {"endpoints": [{"methods": ["GET"]}, {"methods": ["POST"],
		"args": {"a": {"type": "string"}}}]}, `+
		reads("typed", "", `, "schema": {"title": "typed", "properties": {"id": {"type": "integer"}}}`),
		map[string]string{"page": "<!doctype html><p>Hello</p>", "typed": "<!doctype html>"})
	source, messages := site.generated(t)
	for _, want := range []string{
		"Get(ctx context.Context, callOptions ...cms.CallOption) (*cms.Raw, error)",
		"Update(ctx context.Context, params *PageParams, callOptions ...cms.CallOption) (*cms.Raw, error)",
		"Typed(ctx context.Context, callOptions ...cms.CallOption) (*cms.Raw, error)",
	} {
		if !strings.Contains(source, want) {
			t.Errorf("code for routes that send web pages: no %s, want it\n%s", want, source)
		}
	}
	if strings.Contains(messages, "cmsgen: not read") {
		t.Errorf("messages: %s, want none about samples", messages)
	}
}

// TestRecordsThatAreWebPagesReturnBytes has a list in JSON, whose records are web pages.
func TestRecordsThatAreWebPagesReturnBytes(t *testing.T) {
	t.Parallel()
	const schema = `, "schema": {"title": "page", "properties": {"id": {"type": "integer"}, "name": {"type": "string"}}}`
	source, _ := newMadeUp(t, reads("pages", `"page": {"type": "integer"}, "per_page": {"type": "integer"}`, schema)+","+
		reads(`pages/(?P<id>[\\d]+)`, "", schema), map[string]string{
		"pages": `[{"id": 1, "name": "x"}]`, "pages/1": "<!doctype html><p>Hello</p>",
	}).generated(t)
	for _, want := range []string{
		"Pages(ctx context.Context, options *PageOptions, callOptions ...cms.CallOption) ([]Page, error)",
		"PageByID(ctx context.Context, id int64, callOptions ...cms.CallOption) (*cms.Raw, error)",
	} {
		if !strings.Contains(source, want) {
			t.Errorf("code for records that are web pages: no %s, want it\n%s", want, source)
		}
	}
}

// TestParametersAreFilledFromOtherSamples has routes whose parameters no list above them tells.
func TestParametersAreFilledFromOtherSamples(t *testing.T) {
	t.Parallel()
	site := newMadeUp(t, strings.Join([]string{
		reads("quizzes", "", ""), reads(`attempts/(?P<quiz_id>[\\d]+)`, "", ""), reads(`authors/(?P<id>[\\d]+)`, "", ""),
		reads(`authors/(?P<id>[\\d]+)/badges`, "", ""), reads(`marks/(?P<id>[\\d]+)`, "", ""),
		reads(`files/(?P<token>[\\w]+)`, "", ""), reads("courses", "", ""), reads(`courses/(?P<id>[\\d]+)`, "", ""),
	}, ","), map[string]string{
		"quizzes": `[{"id": 7, "author": {"ID": "3", "name": "x"}}]`, "attempts/7": `[{"points": 2}]`,
		"authors/3": `{"name": "x"}`, "authors/3/badges": `[{"label": "x"}]`, "files/abc": `{"size": 5}`,
		"courses":   `{"code": "ok", "data": {"posts": [{"ID": 4, "name": "x"}], "pages": 1}}`,
		"courses/4": `{"data": {"ID": 4}}`,
	})
	source, messages := site.generated(t)
	for _, want := range []string{
		"AttemptByQuizIDs(ctx context.Context, quizID int64, callOptions ...cms.CallOption) ([]AttemptByQuizID, error)",
		"AuthorByID(ctx context.Context, id int64, callOptions ...cms.CallOption) (*AuthorByID, error)",
		"AuthorBadges(ctx context.Context, id int64, callOptions ...cms.CallOption) ([]AuthorBadge, error)",
		"CourseByID(ctx context.Context, id int64, callOptions ...cms.CallOption) (*CourseByID, error)",
		"FileByToken(ctx context.Context, token string, callOptions ...cms.CallOption) (json.RawMessage, error)",
	} {
		if !strings.Contains(source, want) {
			t.Errorf("code without -with: no %s, want it; requests %q\n%s", want, site.requested(), source)
		}
	}
	if strings.Contains(messages, "cmsgen: not read") || !strings.Contains(messages, "give its parameters with -with") {
		t.Errorf("messages: %s, want none of a read that failed, and the flag -with", messages)
	}
	source, _ = site.generated(t, "-with", "made/v1/files/{token}?token=abc")
	const want = "FileByToken(ctx context.Context, token string, callOptions ...cms.CallOption) (*FileByToken, error)"
	if !strings.Contains(source, want) {
		t.Errorf("code with -with for the token: no %s, want it; requests %q\n%s", want, site.requested(), source)
	}
}

// TestGuardedNamespaceIsDescribedByTheRootIndex has a namespace whose own index needs a token.
func TestGuardedNamespaceIsDescribedByTheRootIndex(t *testing.T) {
	t.Parallel()
	site := newMadeUp(t, reads("things", "", ""), map[string]string{"things": `[{"name": "x"}]`})
	for _, response := range []string{"401", "403", "404", "<!doctype html>"} {
		site.guarded = response
		source, _ := site.generated(t)
		if !strings.Contains(source, "([]Thing, error)") {
			t.Errorf("index of the namespace that is %s: no list of things, want it\n%s", response, source)
		}
	}
	site.guarded, site.asked = "401", nil
	source, messages := site.generated(t)
	if !strings.Contains(source, "Things(ctx context.Context, callOptions ...cms.CallOption) ([]Thing, error)") {
		t.Errorf("guarded namespace: %s\n%s\nwant its list", messages, source)
	}
	if strings.Contains(source, "other/v1") || !strings.Contains(messages, "not read: describe made/v1") {
		t.Errorf("guarded namespace: messages %s, want the index that was not read, and no route of another one\n%s",
			messages, source)
	}
	if got := site.requested(); !slices.Equal(got, []string{"things"}) {
		t.Errorf("requests: %q, want things", got)
	}
}
