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

// TestGuardedNamespaceIsDescribedByTheRootIndex has a namespace whose own index needs a token.
func TestGuardedNamespaceIsDescribedByTheRootIndex(t *testing.T) {
	t.Parallel()
	site := newMadeUp(t, reads("things", "", ""), map[string]string{"things": `[{"name": "x"}]`})
	site.guarded = true
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
