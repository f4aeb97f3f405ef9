package main

import (
	"strings"
	"testing"
)

// TestWritesReturnWhatTheirGETShowed has routes without a schema, whose GET was sampled.
func TestWritesReturnWhatTheirGETShowed(t *testing.T) {
	t.Parallel()
	const write = `{"methods": ["POST"], "args": {"a": {"type": "string"}}}, {"methods": ["DELETE"]}`
	site := newMadeUp(t, `"/made/v1/redirects": {"endpoints": [{"methods": ["GET"]}, `+write+`]},
		"/made/v1/redirects/(?P<id>[\\d]+)": {"endpoints": [{"methods": ["GET"]}, `+write+`]},
		"/made/v1/redirects/(?P<id>[\\d]+)/reset": {"endpoints": [{"methods": ["POST"]}]},
		"/made/v1/cart": {"endpoints": [{"methods": ["GET"]}, {"methods": ["DELETE"]}]},
		"/made/v1/cart/add": {"endpoints": [{"methods": ["POST"], "args": {"a": {"type": "string"}}}]}`,
		map[string]string{
			"redirects": `{"items": [{"id": 1, "url": "x"}], "total": 1}`, "redirects/1": `{"id": 1, "url": "x"}`,
			"cart": `{"lines": 2, "sum": 12.5}`,
		})
	source, messages := site.generated(t)
	for _, want := range []string{
		"Create(ctx context.Context, params *RedirectParams, callOptions ...cms.CallOption) (*cms.Written[Redirect], " +
			"error)",
		"DeleteAll(ctx context.Context, callOptions ...cms.CallOption) (*cms.Written[Redirect], error)",
		"Update(ctx context.Context, id int64, params *RedirectParams, callOptions ...cms.CallOption) " +
			"(*cms.Written[Redirect], error)",
		"Delete(ctx context.Context, id int64, callOptions ...cms.CallOption) (*cms.Written[Redirect], error)",
		"RedirectReset(ctx context.Context, id int64, params *RedirectResetParams, callOptions ...cms.CallOption) " +
			"(*cms.Written[Redirect], error)",
		"Delete(ctx context.Context, callOptions ...cms.CallOption) (*cms.Written[Cart], error)",
		"CartAdd(ctx context.Context, params *CartAddParams, callOptions ...cms.CallOption) (*cms.Written[Cart], error)",
	} {
		if !strings.Contains(source, ") "+want) {
			t.Errorf("code for routes with a sampled GET: no %s, want it\n%s", want, source)
		}
	}
	if strings.Contains(source, "Returned as JSON") || messages != "" {
		t.Errorf("messages %s, want no operation that returns JSON\n%s", messages, source)
	}
}

// TestOperationsThatReturnJSONSayWhy has one route for each reason.
func TestOperationsThatReturnJSONSayWhy(t *testing.T) {
	t.Parallel()
	site := newMadeUp(t, strings.Join([]string{
		reads("empty", "", ""), reads("blank", "", ""), reads("report", `"token": {"type": "string",
			"required": true}`, ""),
		reads("ping", "", ""), reads(`notes/(?P<id>[\\d]+)`, "", ""), reads("refused", "", ""),
		`"/made/v1/act": {"endpoints": [{"methods": ["POST"], "args": {"a": {"type": "string"}}}]}`,
	}, ","), map[string]string{"empty": `[]`, "blank": `null`, "refused": "403"})
	source, messages := site.generated(t)
	prose := strings.Join(strings.Fields(strings.ReplaceAll(source, "\n//", " ")), " ")
	for _, want := range []string{
		"Returned as JSON: GET made/v1/blank, GET made/v1/empty: there is no schema, and the sample was empty: add a " +
			"record to the site, and run cmsgen with -sample.",
		"Returned as JSON: GET made/v1/report: there is no schema, and a sample needs the argument token: give it " +
			"with -with.",
		"Returned as JSON: GET made/v1/ping: there is no schema, and reading the route may write: name it with " +
			"-sample-route.",
		"Returned as JSON: GET made/v1/notes/{id}: there is no schema, and no sample of a record at the route: run " +
			"cmsgen with -sample on a site with records.",
		"Returned as JSON: GET made/v1/refused: there is no schema, and no sample: run cmsgen with -sample.",
		"Returned as JSON: POST made/v1/act: the description has no response, and the route has no GET that shows a " +
			"record.",
	} {
		if !strings.Contains(prose, want) {
			t.Errorf("header: no %q, want it\n%s", want, source)
		}
		if !strings.Contains(messages, "cmsgen: "+want) {
			t.Errorf("messages: %s, want %q", messages, want)
		}
	}
	if !strings.Contains(messages, "6 reasons for JSON") {
		t.Errorf("messages: %s, want their number in the summary", messages)
	}
}
