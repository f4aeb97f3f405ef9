package batch_test

import (
	"errors"
	"net/http"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/fontcms/fontcms-go/batch"
	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/internal/stub"
)

// blocking answers the batch route as given, and the other routes as echo does
// or as rest says.
func blocking(t testing.TB, batchRoute handler, rest ...handler) handler {
	t.Helper()
	rest = append(rest, echo(t))
	return func(n int, w http.ResponseWriter, r stub.Request) {
		if strings.HasSuffix(r.Path, "batch/v1") {
			batchRoute(n, w, r)
			return
		}
		rest[0](n, w, r)
	}
}

// forbidden is how a firewall answers.
func forbidden(n int, w http.ResponseWriter, r stub.Request) {
	always(http.StatusForbidden, "<html>Request blocked</html>")(n, w, r)
}

func TestOneByOneFallsBackOnlyWhenNothingCanHaveRun(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		handle handler
		falls  bool
	}{
		"403, a web page":      {forbidden, true},
		"403 of a plugin":      {always(403, `{"code":"rest_forbidden","message":"x"}`), true},
		"404, no such route":   {always(404, `{"code":"rest_no_route","message":"x"}`), true},
		"404, a web page":      {always(404, "<html></html>"), true},
		"405":                  {always(405, ""), true},
		"406 of a firewall":    {always(406, "<html>Not Acceptable</html>"), true},
		"413":                  {always(413, "<html></html>"), true},
		"cut":                  {cut, false},
		"403 that is cut":      {always(403, "Content-Length: 4000", "<html>"), true},
		"400":                  {always(400, `{"code":"rest_invalid_param","message":"x"}`), false},
		"401":                  {always(401, `{"code":"rest_not_logged_in","message":"x"}`), false},
		"429":                  {always(429, "Retry-After: 0", tooMany), false},
		"500":                  {always(500, outage), false},
		"501, a web page":      {always(501, "<html></html>"), false},
		"502":                  {always(502, ""), false},
		"200, a web page":      {always(200, "<html></html>"), false},
		"207, too few answers": {always(207, answers()), false},
		"redirected":           {always(302, "Location: /login", ""), false},
		"items that are refused": {always(207, answers(item(403, `{"code":"rest_cannot_edit"}`),
			item(404, `{"code":"rest_no_route"}`))), false},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := newStub(t, blocking(t, c.handle))
			site := client(t, s)
			report, err := updates(site, 2).OneByOne().Do(t.Context())
			alone := slices.DeleteFunc(lines(s), func(line string) bool { return strings.HasSuffix(line, "batch/v1") })
			if !c.falls {
				if len(alone) != 0 {
					t.Errorf("sent one by one: %q, want none", alone)
				}
				return
			}
			switch {
			case err != nil:
				t.Errorf("sent one by one: %q, error %v, want nil", alone, err)
			case !slices.Equal(alone, []string{"POST /cms-json/cms/v2/posts/1", "POST /cms-json/cms/v2/posts/2"}):
				t.Errorf("sent one by one: %q (error %v), want %q", alone, err,
					[]string{"POST /cms-json/cms/v2/posts/1", "POST /cms-json/cms/v2/posts/2"})
			}
			checkReport(t, report, "", []outcome{done(1), done(2)})

			_, err = updates(site, 2).Do(t.Context())
			if err == nil {
				t.Error("it falls back without being asked to: error nil, want an error")
			}
		})
	}
}

func TestOneByOneReportsAsTheBatchDoes(t *testing.T) {
	t.Parallel()
	s := newStub(t, blocking(t, forbidden, func(_ int, w http.ResponseWriter, r stub.Request) {
		switch lastSegment(r.Path) {
		case "1":
			stub.Reply(w, 200, "X-One: 1", `{"id":1}`)
		case "2":
			stub.Reply(w, 404, `{"code":"rest_post_invalid_id","message":"x"}`)
		case "3":
			stub.Reply(w, 200, `{"deleted":true,"previous":{"id":3}}`)
		default:
			stub.Reply(w, 201, `{"id":7}`)
		}
	}))
	site := client(t, s, cms.WithMethodOverride())
	var first cms.Post
	var second = cms.Post{ID: 99}
	create := site.Posts.CreateRequest(post("x"))
	create.Header = http.Header{"X-Kept": {"k"}, "X-Test": {"replaced"}}
	report, err := batch.New(site).OneByOne().
		Add(site.Posts.UpdateRequest(1, post("x")).Into(&first), site.Posts.UpdateRequest(2, post("x")).Into(&second)).
		Add(site.Posts.DeleteRequest(3)).
		Add(create).Header("X-Test", "a", "b").
		Do(t.Context(), cms.Fields("responses"), cms.Embed("author"), cms.Header("X-Call", "c"))
	if err != nil {
		t.Fatal(err)
	}
	checkReport(t, report, "", []outcome{done(1), unknownID(), done(1), created(7)})
	switch {
	case first.ID != 1:
		t.Errorf("Request.Into: first.ID %d, want 1", first.ID)
	case second.ID != 99:
		t.Errorf("Request.Into: second.ID %d, want 99", second.ID)
	case report.Results[0].Header.Get("X-One") != "1":
		t.Errorf("Header.Get: %q, want %q", report.Results[0].Header.Get("X-One"), "1")
	}
	want := []string{
		"POST /cms-json/batch/v1?_embed=author&_fields=_links%2C_embedded%2Cresponses",
		"POST /cms-json/cms/v2/posts/1", "POST /cms-json/cms/v2/posts/2",
		"POST /cms-json/cms/v2/posts/3?force=true", "POST /cms-json/cms/v2/posts",
	}
	if lines := lines(s); !slices.Equal(lines, want) {
		t.Errorf("sent %q, want %q", lines, want)
	}
	seen := s.Seen()
	if got := seen[3].Header.Get("X-Http-Method-Override"); got != http.MethodDelete {
		t.Errorf("the method is overridden by %q, want %q", got, http.MethodDelete)
	}
	switch got := seen[4].Header; {
	case !reflect.DeepEqual(got["X-Test"], []string{"a", "b"}):
		t.Errorf(`headers %v: got["X-Test"] %q, want %q`, got, got["X-Test"], []string{"a", "b"})
	case got.Get("X-Kept") != "k":
		t.Errorf(`headers %v: Get("X-Kept") %q, want %q`, got, got.Get("X-Kept"), "k")
	case got.Get("X-Call") != "c":
		t.Errorf(`headers %v: Get("X-Call") %q, want %q`, got, got.Get("X-Call"), "c")
	}
}

func TestOneByOneSendsTheBatchOnce(t *testing.T) {
	t.Parallel()
	s := newStub(t, blocking(t, forbidden))
	report, err := updates(client(t, s), 60).SplitLarge().OneByOne().Do(t.Context())
	switch {
	case err != nil:
		t.Fatalf("Builder.Do: error %v, want nil", err)
	case report.Err() != nil:
		t.Fatalf("Report.Err: error %v, want nil", report.Err())
	}
	lines := lines(s)
	switch {
	case len(lines) != 61:
		t.Errorf("sent %q: %d lines, want 61", lines, len(lines))
	case lines[1] != "POST /cms-json/cms/v2/posts/1":
		t.Errorf("first item was sent as %q, want %q", lines[1], "POST /cms-json/cms/v2/posts/1")
	case lines[60] != "POST /cms-json/cms/v2/posts/60":
		t.Errorf("sent %q: lines[60] %q, want %q", lines, lines[60], "POST /cms-json/cms/v2/posts/60")
	}
}

func TestOneByOneStopsAtAnItemWithoutAResponse(t *testing.T) {
	t.Parallel()
	for name, build := range map[string]func(*cms.Client) batch.Item{
		"a create": func(s *cms.Client) batch.Item { return s.Posts.CreateRequest(post("x")) },
		// Sent again, it would find nothing, and be taken for a failure.
		"a delete": func(s *cms.Client) batch.Item { return s.Posts.DeleteRequest(2) },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := newStub(t, blocking(t, forbidden, func(n int, w http.ResponseWriter, r stub.Request) {
				if n == 3 {
					cut(n, w, r)
					return
				}
				stub.Reply(w, 200, `{"id":1}`)
			}))
			site := client(t, s)
			report, err := batch.New(site).OneByOne().
				Add(site.Posts.UpdateRequest(1, nil), build(site), site.Posts.UpdateRequest(1, nil)).
				Do(t.Context())
			exactly(t, err, cms.ErrOutcomeUnknown)
			checkReport(t, report, "", []outcome{done(1), {0, 0, []error{cms.ErrOutcomeUnknown}}, notRun()})
			if n := len(s.Seen()); n != 3 {
				t.Errorf("sent %q, want 3 requests", lines(s))
			}
		})
	}
}

func TestOneByOneWithABrokenOptionSendsNothing(t *testing.T) {
	t.Parallel()
	s := newStub(t, echo(t))
	site := client(t, s)
	made, err := site.Posts.TrashRequest(1).BatchItem(site, nil)
	if err != nil {
		t.Fatal(err)
	}
	v, err := made.Send(t.Context(), cms.Attempts(0))
	switch e, ok := errors.AsType[*cms.ArgumentError](err); {
	case !ok:
		t.Errorf("BatchItem.Send(cms.Attempts(0)): error %v, want a *cms.ArgumentError", err)
	case e.Operation != "Posts.Trash":
		t.Errorf("BatchItem.Send(cms.Attempts(0)): Operation %q, want %q", e.Operation, "Posts.Trash")
	case v != nil:
		t.Errorf("BatchItem.Send(cms.Attempts(0)): %v, want nil", v)
	case len(s.Seen()) != 0:
		t.Errorf("s.seen: requests sent: %d, want 0", len(s.Seen()))
	}
}
