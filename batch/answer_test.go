package batch_test

import (
	"encoding/json"
	"errors"
	"net/http"
	"net/url"
	"reflect"
	"strings"
	"testing"

	"github.com/fontcms/fontcms-go/batch"
	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/internal/replay"
)

func TestResponsesAreTypedByIntoAndByValue(t *testing.T) {
	t.Parallel()
	s := newStub(t, always(207, answers(
		`{"body":{"id":7,"title":{"raw":"One","rendered":"One"}},"status":201,"headers":{"Location":"http://x/7",`+
			`"X-Count":3,"allow":["GET","POST"],"X-Odd":{"a":[1]},"X-Null":null}}`,
		item(200, `{"deleted":true,"previous":{"id":8,"slug":"eight"}}`),
		item(200, `{"id":9,"name":"nine"}`),
		item(200, `{"a":[1]}`),
		item(204, `null`),
		`{"body":"<p>Seven</p>","status":200,"headers":{"Content-Type":"text/html"}}`,
		item(200, `{"id":10,"wp_pattern_sync_status":"unsynced"}`),
	)))
	site := client(t, s, cms.WithPrefix("wp"))
	var (
		created cms.Post
		deleted cms.Deleted[cms.Page]
		own     term
		raw     json.RawMessage
	)
	terms := cms.NewCollection[term, termParams, struct{}](site, "cms/v2/categories")
	report, err := batch.New(site).
		Add(site.Posts.CreateRequest(post("One")).Into(&created)).
		Add(site.Pages.DeleteRequest(8).Into(&deleted), terms.UpdateRequest(9, nil).Into(&own)).
		Add(cms.Request[json.RawMessage]{Method: http.MethodPut, Path: "shop/v1/a"}.Into(&raw)).
		Add(cms.Request[cms.Nothing]{Method: http.MethodPut, Path: "shop/v1/b"}).
		Add(cms.Request[cms.Raw]{Method: http.MethodPut, Path: "shop/v1/c"}, site.Blocks.UpdateRequest(10, nil)).
		Do(t.Context())
	switch {
	case err != nil:
		t.Fatalf("Builder.Do: error %v, want nil", err)
	case report.Err() != nil:
		t.Fatalf("Report.Err: error %v, want nil", report.Err())
	}
	switch {
	case created.ID != 7 || created.Title.Raw != "One":
		t.Errorf("Request.Into: ID %d, Title.Raw %q, want 7 and %q", created.ID, created.Title.Raw, "One")
	case deleted.Previous == nil:
		t.Error("Request.Into: Previous nil, want a value")
	case deleted.Previous.Slug != "eight":
		t.Errorf("Request.Into: Previous.Slug %q, want %q", deleted.Previous.Slug, "eight")
	case own.Name != "nine":
		t.Errorf("Request.Into: own.Name %q, want %q", own.Name, "nine")
	case string(raw) != `{"a":[1]}`:
		t.Errorf("Request.Into: raw %q, want %q", string(raw), `{"a":[1]}`)
	}
	switch v, ok := batch.Value[cms.Post](report.Results[0]); {
	case !ok:
		t.Errorf("result 0 holds %T, want *cms.Post", report.Results[0].Value)
	case !reflect.DeepEqual(*v, created):
		t.Errorf("batch.Value(report.Results[0]): *v %+v, want %+v", *v, created)
	}
	if v, ok := batch.Value[cms.Page](report.Results[0]); ok || v != nil {
		t.Errorf("batch.Value[cms.Page] of a post: %+v, ok %t, want nil and false", v, ok)
	}
	switch v, ok := batch.Value[cms.Deleted[cms.Page]](report.Results[1]); {
	case !ok:
		t.Errorf("result 1 holds %T, want *cms.Deleted[cms.Page]", report.Results[1].Value)
	case !v.Deleted:
		t.Error("result 1: Deleted false, want true")
	}
	switch v, ok := batch.Value[cms.Nothing](report.Results[4]); {
	case !ok:
		t.Errorf("result 4 holds %T, want *cms.Nothing", report.Results[4].Value)
	case v == nil:
		t.Error("batch.Value(report.Results[4]): result nil, want a value")
	case report.Results[4].Status != http.StatusNoContent:
		t.Errorf("result 4: status %d, want 204", report.Results[4].Status)
	}
	switch v, ok := batch.Value[cms.Raw](report.Results[5]); {
	case !ok:
		t.Errorf("result 5 holds %T, want *cms.Raw", report.Results[5].Value)
	case v.Type != "text/html":
		t.Errorf("batch.Value(report.Results[5]): Type %q, want %q", v.Type, "text/html")
	case string(v.Body) != `"<p>Seven</p>"`:
		t.Errorf("batch.Value(report.Results[5]): Body %q, want %q", string(v.Body), `"<p>Seven</p>"`)
	}
	switch v, ok := batch.Value[cms.Block](report.Results[6]); {
	case !ok:
		t.Errorf("result 6 holds %T, want *cms.Block", report.Results[6].Value)
	case v.SyncStatus != cms.SyncUnsynced:
		t.Errorf("batch.Value(report.Results[6]): SyncStatus %q, want %q", v.SyncStatus, cms.SyncUnsynced)
	}
	want := http.Header{"Location": {"http://x/7"}, "X-Count": {"3"}, "Allow": {"GET", "POST"}}
	if got := report.Results[0].Header; !reflect.DeepEqual(got, want) {
		t.Errorf("headers %v, want %v", got, want)
	}
}

func TestBatchRecordWithFieldsIsPartial(t *testing.T) {
	t.Parallel()
	s := newStub(t, always(207, replay.Load(t, "batch_require_all_ok_207").Response.Body))
	site := client(t, s, cms.WithPrefix("wp"))
	for fields, want := range map[string]error{"": nil, "id,title": cms.ErrIncomplete} {
		r := site.Posts.CreateRequest(post("x"))
		if fields != "" {
			r.Query = url.Values{"_fields": {fields}}
		}
		var got cms.Post
		switch report, err := batch.New(site).Add(r.Into(&got)).Do(t.Context()); {
		case err != nil:
			t.Fatalf("Builder.Do: error %v, want nil", err)
		case report.Err() != nil:
			t.Fatalf("Report.Err: error %v, want nil", report.Err())
		}
		if _, err := got.Params(); !errors.Is(err, want) {
			t.Errorf("fields %q: %v, want %v", fields, err, want)
		}
	}
}

func TestItemWithoutAUsableResponseIsAnError(t *testing.T) {
	t.Parallel()
	lost := outcome{0, 0, []error{cms.ErrOutcomeUnknown, cms.ErrDecode}}
	// The site says that it worked, and does not say what it made.
	unread := func(status int) outcome {
		return failed(status, cms.ErrOutcomeUnknown, cms.ErrDecode)
	}
	for name, c := range map[string]struct {
		answer string
		want   outcome
	}{
		"null":                     {`null`, lost},
		"a list":                   {`[]`, lost},
		"a list of things":         {`[{"id":1}]`, lost},
		"text":                     {`"<html>busy</html>"`, lost},
		"a number":                 {`201`, lost},
		"an empty object":          {`{}`, lost},
		"no status":                {`{"body":{"id":7},"headers":[]}`, lost},
		"status 0":                 {item(0, `{"id":7}`), lost},
		"status 1000":              {item(1000, `{"id":7}`), lost},
		"a status in words":        {`{"body":{"id":7},"status":"created"}`, lost},
		"status 99":                {item(99, `{"id":7}`), lost},
		"status 100":               {item(100, `{"id":7}`), failed(100, cms.ErrNotREST)},
		"status 599":               {item(599, `{}`), failed(599, cms.ErrOutcomeUnknown, cms.ErrNotREST)},
		"status 599 with a record": {item(599, `{"id":7}`), failed(599, cms.ErrOutcomeUnknown)},
		"status 600":               {item(600, `{"id":7}`), lost},
		"201, body null":           {item(201, `null`), unread(201)},
		"201, no body":             {`{"status":201}`, failed(201, cms.ErrOutcomeUnknown, cms.ErrNotREST)},
		"201, body []":             {item(201, `[]`), unread(201)},
		"201, body {}":             {item(201, `{}`), unread(201)},
		"201, body false":          {item(201, `false`), unread(201)},
		"201, a list of records":   {item(201, `[{"id":7}]`), unread(201)},
		"201, a web page":          {item(201, `"<html></html>"`), unread(201)},
		"201, an id in words":      {item(201, `{"id":"seven"}`), unread(201)},
		"302":                      {item(302, `null`), failed(302, cms.ErrRedirected)},
		"400, a web page":          {item(400, `"<html>Firewall</html>"`), failed(400, cms.ErrNotREST)},
		"404, body null":           {item(404, `null`), failed(404, cms.ErrNotREST)},
		"404, code null":           {item(404, `{"code":null}`), failed(404, cms.ErrNotREST)},
		"404 of a gateway":         {item(404, `{"code":404,"message":"x"}`), failed(404, cms.ErrorCode("404"))},
		"500 of the database": {item(500, `{"code":"db_connect_fail","message":"x"}`),
			failed(500, cms.ErrorCode("db_connect_fail"), cms.ErrOutcomeUnknown)},
		"500 by the site": {item(500, `{"code":"rest_cannot_say","message":"x"}`),
			failed(500, cms.ErrorCode("rest_cannot_say"))},
		"500 of a site that fell over": {item(500, `{"code":"internal_server_error"}`),
			failed(500, cms.CodeInternalError, cms.ErrOutcomeUnknown)},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := newStub(t, always(207, answers(item(201, `{"id":5}`), c.answer, item(200, `{"id":6}`))))
			site := client(t, s)
			kept := cms.Post{ID: 99}
			report, err := batch.New(site).
				Add(site.Posts.CreateRequest(post("a")), site.Posts.CreateRequest(post("b")).Into(&kept),
					site.Posts.UpdateRequest(6, nil)).
				Do(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			checkReport(t, report, "", []outcome{created(5), c.want, done(6)})
			if !reflect.DeepEqual(kept, cms.Post{ID: 99}) {
				t.Errorf("Into was filled: %+v, want %+v", kept, cms.Post{ID: 99})
			}
			switch e, ok := errors.AsType[*cms.Error](report.Results[1].Err); {
			case !ok:
				t.Errorf("Builder.Do: report.Results[1].Err %v, want a *cms.Error", report.Results[1].Err)
			case e.Attempts != 1 || e.Path != "cms/v2/posts":
				t.Errorf("Builder.Do: Attempts %d, Path %q, want 1 and %q", e.Attempts, e.Path, "cms/v2/posts")
			}
			if err := report.Err(); !strings.Contains(err.Error(),
				"item 1: cms: Posts.Create (POST cms/v2/posts)") {
				t.Errorf("the error does not say which item: %v, want %q in it", err,
					"item 1: cms: Posts.Create (POST cms/v2/posts)")
			}
		})
	}
}

func TestItemThatDoesNotKnowTheUserSaysThatCredentialsWereSent(t *testing.T) {
	t.Parallel()
	s := newStub(t, always(207, answers(item(401, `{"code":"rest_cannot_create","message":"Sorry"}`))))
	for _, sent := range []bool{false, true} {
		var options []cms.Option
		if sent {
			options = append(options, cms.WithApplicationPassword("editor", "abcd EFGH"))
		}
		report, err := updates(client(t, s, options...), 1).Do(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		e, ok := errors.AsType[*cms.Error](report.Err())
		switch {
		case !ok:
			t.Errorf("credentials sent: %v: %v, want a *cms.Error", sent, report.Err())
		case strings.Contains(e.Hint, "did not accept the login") != sent:
			t.Errorf("credentials sent %t: hint %q names them: %t, want %t", sent, e.Hint, !sent, sent)
		}
	}
}

func TestNullMeansNotRunOnlyIfAllMustBeValid(t *testing.T) {
	t.Parallel()
	invalid := item(400, `{"code":"rest_invalid_param","message":"x"}`)
	for name, c := range map[string]struct {
		requireAll bool
		answer     string
		failed     string
		want       []outcome
	}{
		"all had to be": {true, `{"failed":"validation","responses":[null,` + invalid + `]}`, "validation",
			[]outcome{notRun(), invalidStatus()}},
		"all had to be, and the answer does not say so": {true, answers("null", invalid), "validation",
			[]outcome{notRun(), invalidStatus()}},
		"all had to be, and all are not": {true, `{"failed":"validation","responses":[` + invalid + `,` + invalid + `]}`,
			"validation", []outcome{invalidStatus(), invalidStatus()}},
		"they had not": {false, answers("null", invalid), "", []outcome{{0, 0, []error{cms.ErrOutcomeUnknown, cms.ErrDecode}},
			invalidStatus()}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := newStub(t, always(207, c.answer))
			b := updates(client(t, s), 2)
			if c.requireAll {
				b.RequireAllValidate()
			}
			report, err := b.Do(t.Context(), cms.Fields("responses"))
			if err != nil {
				t.Fatal(err)
			}
			checkReport(t, report, c.failed, c.want)
		})
	}
}

func TestBatchAcceptsDuplicateNamesAndInvalidUTF8(t *testing.T) {
	t.Parallel()
	s := newStub(t, always(207,
		`{"failed":"x","failed":"","responses":[{"status":500,"status":201,"body":{"id":4,"id":5,"slug":"a`+"\xff"+`"},`+
			`"headers":{"X-A":"1","X-A":"b`+"\xff"+`"}}]}`))
	site := client(t, s)
	report, err := batch.New(site).Add(site.Posts.CreateRequest(post("a"))).Do(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	checkReport(t, report, "", []outcome{created(5)})
	if got := report.Results[0].Header.Get("X-A"); got != "b\uFFFD" {
		t.Errorf("the header is %q, want %q", got, "b\uFFFD")
	}
	if v, _ := batch.Value[cms.Post](report.Results[0]); v.Slug != "a\uFFFD" {
		t.Errorf("batch.Value(report.Results[0]): Slug %q, want %q", v.Slug, "a\uFFFD")
	}
}

func TestResponseOfAnotherLengthOrShapeSaysWhatItIs(t *testing.T) {
	t.Parallel()
	one := item(200, `{"id":1}`)
	for answer, want := range map[string]string{
		`{"responses":{"0":` + one + `}}`: "JSON object into",
		answers(one, one, one):            "3 responses to 2 requests",
		answers(one):                      "1 responses to 2 requests",
		`{}`:                              "0 responses to 2 requests",
	} {
		s := newStub(t, always(207, answer))
		_, err := updates(client(t, s), 2).Do(t.Context())
		exactly(t, err, cms.ErrOutcomeUnknown, cms.ErrDecode)
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: Builder.Do: error %v, want %q in it", answer, err, want)
		}
	}
}
