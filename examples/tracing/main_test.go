package main

import (
	"bytes"
	"context"
	"encoding/base64"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strings"
	"testing"

	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/codes"
	sdktrace "go.opentelemetry.io/otel/sdk/trace"
	"go.opentelemetry.io/otel/sdk/trace/tracetest"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/cms/cmstest"
	"github.com/fontcms/fontcms-go/examples/internal/program"
)

// value is that of an attribute, "" if there is none.
func value(span tracetest.SpanStub, key string) string {
	for _, one := range span.Attributes {
		if one.Key == attribute.Key(key) {
			return one.Value.String()
		}
	}
	return ""
}

func serve(t *testing.T) *cmstest.Server {
	t.Helper()
	site := cmstest.NewServer(cmstest.WithTest(t))
	for i := range 3 {
		site.Insert("posts", map[string]any{"title": fmt.Sprint("Post ", i), "status": "publish"})
	}
	return site
}

// kept is an in-memory exporter that a shutdown does not empty.
type kept struct{ *tracetest.InMemoryExporter }

func (kept) Shutdown(context.Context) error { return nil }

func TestEachAttemptIsASpanBelowThatOfTheProgram(t *testing.T) {
	t.Parallel()
	site := serve(t)
	site.Fail(cmstest.Fault{Route: "/cms/v2/posts", Status: http.StatusServiceUnavailable, Times: 2})
	exporter := kept{tracetest.NewInMemoryExporter()}
	args := []string{"-site", site.URL, "-prefix", "cms", "-user", "admin"}
	env := program.Environment{Password: site.AppPassword("admin"), Out: io.Discard, Err: io.Discard}
	keep := func(bool) (sdktrace.SpanExporter, error) { return exporter, nil }
	if err := traced(t.Context(), args, env, keep); err != nil {
		t.Fatal(err)
	}
	spans := exporter.GetSpans()
	root := spans[slices.IndexFunc(spans, func(s tracetest.SpanStub) bool { return s.Name == "read the latest posts" })]
	var got []string
	for _, span := range spans {
		if span.Parent.SpanID() == root.SpanContext.SpanID() {
			got = append(got, fmt.Sprint(span.Name, " ", value(span, "http.response.status_code"), " again ",
				value(span, "http.request.resend_count")))
		}
	}
	want := []string{
		"Verify 200 again ", "Posts.List 503 again ", "Posts.List 503 again 1", "Posts.List 200 again 2",
		"Posts.Get 200 again ", "Posts.Get 200 again ", "Posts.Get 200 again ",
	}
	if !slices.Equal(got, want) {
		t.Errorf("The spans below that of the program:\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

func TestNoSpanHasASecret(t *testing.T) {
	t.Parallel()
	site := serve(t)
	exporter := kept{tracetest.NewInMemoryExporter()}
	provider := sdktrace.NewTracerProvider(sdktrace.WithSyncer(exporter))
	password := site.AppPassword("admin")
	client, err := cms.New(site.URL, cms.WithApplicationPassword("admin", password), cms.WithMiddleware(spans(provider)))
	if err != nil {
		t.Fatal(err)
	}
	id := site.Insert("posts", map[string]any{"title": "Closed", "status": "publish", "password": "opensesame"})
	if _, err := client.Posts.Get(t.Context(), id, cms.PostPassword("opensesame")); err != nil {
		t.Fatal(err)
	}
	if _, err := client.Posts.Create(t.Context(), &cms.PostParams{Title: new("Secret title")}); err != nil {
		t.Fatal(err)
	}
	if _, err := client.Posts.Get(t.Context(), 1<<40); err == nil {
		t.Fatal("Get of an absent post: no error, want one")
	}
	recorded := exporter.GetSpans()
	if len(recorded) != 3 || recorded[2].Status.Code != codes.Error {
		t.Errorf("There are %d spans, the status of the last %+v, want 3, and an error",
			len(recorded), recorded[len(recorded)-1].Status)
	}
	if address := value(recorded[0],
		"url.full"); address != fmt.Sprintf("%s/cms-json/cms/v2/posts/%d?password", site.URL, id) {
		t.Errorf("The span of the closed post has the address %q, want it without the password", address)
	}
	text := fmt.Sprintf("%+v", recorded)
	basic := base64.StdEncoding.EncodeToString([]byte("admin:" + password))
	for _, secret := range []string{password, strings.ReplaceAll(password, " ", ""), basic, basic[:20], "opensesame",
		"Secret title", "Basic"} {
		if strings.Contains(text, secret) {
			t.Errorf("The spans have %q, want no secret: %s", secret, text)
		}
	}
}

func TestProgramPrintsItsSpansAsTableOrJSON(t *testing.T) {
	t.Parallel()
	for args, want := range map[string][]string{
		"-fail 2":       {"\nSTART", "read the latest posts", "└ Posts.Get", " 503", "  200     1"},
		"-fail 2 -json": {`"Name": "Posts.Get"`, `"Key": "http.request.resend_count"`, `"Name": "read the latest posts"`},
	} {
		var out bytes.Buffer
		if err := run(t.Context(), strings.Fields(args), program.Environment{Out: &out, Err: io.Discard}); err != nil {
			t.Fatalf("tracing %s: %v", args, err)
		}
		for _, text := range want {
			if !strings.Contains(out.String(), text) {
				t.Errorf("tracing %s printed\n%s\nwant %q in it", args, out.String(), text)
			}
		}
	}
}
