package resilience

import (
	"encoding/json"
	"errors"
	"net/http"
	"net/url"
	"testing"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/cms/cmstest"
	"github.com/fontcms/fontcms-go/snippets"
)

// TestLiteralRequestComparesItsID sends requests that name the id of their record
// and get another record, or something that shows no id.
func TestLiteralRequestComparesItsID(t *testing.T) {
	t.Parallel()
	deleted := cms.Request[cms.Deleted[cms.Post]]{Method: http.MethodDelete, Path: "cms/v2/posts/7", ID: 7}
	if _, err := cms.Do(t.Context(), site(t, []byte(`{"deleted":true,"previous":{"id":8}}`)), deleted); !errors.Is(err,
		cms.ErrForeignRecord) {
		t.Errorf("Do of a DELETE of another record: error %v, want ErrForeignRecord", err)
	}
	if d, err := cms.Do(t.Context(), site(t, []byte(`{"deleted":true,"previous":{"id":7}}`)), deleted); err != nil ||
		d.Previous.ID != 7 {
		t.Errorf("Do of a DELETE: %+v, error %v, want record 7", d, err)
	}
	envelope := cms.Request[map[string]any]{Path: "shop/v1/orders/7", ID: 7}
	if _, err := cms.Do(t.Context(), site(t, []byte(`{"data":{"id":8}}`)), envelope); !errors.Is(err, cms.ErrDecode) {
		t.Errorf("Do with a response without an id: error %v, want ErrDecode", err)
	}
	if v, err := cms.Do(t.Context(), site(t, []byte(`{"id":7.0}`)), envelope); err != nil {
		t.Errorf("Do with a response with the id 7.0: %v, error %v, want none", v, err)
	}
	for name, err := range map[string]error{
		"Raw":     dry[cms.Raw](t, 7),
		"Nothing": dry[cms.Nothing](t, 7),
		"a list":  dry[[]cms.Post](t, 7),
		"no id":   dry[struct{ Name string }](t, 7),
		"below 0": dry[cms.Post](t, -1),
	} {
		if !errors.Is(err, cms.ErrInvalidArgument) {
			t.Errorf("Do with an id for %s: error %v, want ErrInvalidArgument", name, err)
		}
	}
}

func dry[T any](t *testing.T, id int64) error {
	t.Helper()
	_, err := cms.Do(t.Context(), site(t, []byte(`[]`)), cms.Request[T]{Path: "shop/v1/orders/7", ID: id})
	return err
}

// TestAnotherIDThanThatOfTheRouteIsRefused tries to slip in an id that the server would
// take over that of the route.
func TestAnotherIDThanThatOfTheRouteIsRefused(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		path  string
		query url.Values
		body  any
	}{
		"a slash at the end":  {path: "cms/v2/posts/1/", body: map[string]any{"id": 2}},
		"the last of several": {path: "cms/v2/posts/1", query: url.Values{"id": {"1", "2"}}},
		"a right one in the query": {path: "cms/v2/posts/1", query: url.Values{"id": {"1"}},
			body: map[string]any{"id": 2}},
		"a list":                       {path: "cms/v2/posts/1", query: url.Values{"id[]": {"2"}}},
		"a space before it":            {path: "cms/v2/posts/1", query: url.Values{" id": {"2"}}},
		"a list in the body":           {path: "cms/v2/posts/1", body: map[string]any{"id": []int{2}}},
		"an autosave of another":       {path: "cms/v2/posts/1/autosaves", body: map[string]any{"id": 2}},
		"revisions of another":         {path: "cms/v2/posts/1/revisions", query: url.Values{"parent": {"2"}}},
		"a revision of another":        {path: "cms/v2/posts/1/revisions/5", query: url.Values{"parent": {"2"}}},
		"a revision of another, by id": {path: "cms/v2/posts/1/revisions/5", query: url.Values{"id": {"1"}}},
	} {
		srv := cmstest.NewServer(cmstest.WithTest(t))
		for _, title := range []string{"A", "B"} {
			srv.Insert("posts", map[string]any{"title": title, "content": title})
		}
		c := admin(t, srv)
		_, err := cms.Do(t.Context(), c,
			cms.Request[json.RawMessage]{Method: http.MethodPost, Path: test.path, Query: test.query, Body: test.body})
		if !errors.Is(err, cms.ErrInvalidArgument) || len(srv.Requests()) > 0 {
			t.Errorf("Do with %s: error %v, %d requests, want ErrInvalidArgument and none", name, err, len(srv.Requests()))
		}
	}
	for name, r := range map[string]cms.Request[json.RawMessage]{
		"the same":             {Path: "cms/v2/posts/1", Query: url.Values{"id": {"1"}}},
		"the same, with zeros": {Path: "cms/v2/posts/01", Query: url.Values{"id": {"1"}}},
		"null": {Method: http.MethodPost, Path: "cms/v2/posts/1",
			Body: map[string]any{"id": nil, "title": "x"}},
		"a page below another": {Method: http.MethodPost, Path: "cms/v2/pages/3", Body: map[string]any{"parent": 0}},
	} {
		if _, err := cms.Do(t.Context(), site(t, []byte(`{}`)), r); err != nil {
			t.Errorf("Do with the id %s: error %v, want none", name, err)
		}
	}
}

func admin(t *testing.T, srv *cmstest.Server) *cms.Client {
	t.Helper()
	c, err := cms.New(srv.URL, cms.WithApplicationPassword("admin", srv.AppPassword("admin")), cms.WithInsecureHTTP())
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// TestPartialRecordsStayPartialWhereverTheyStand makes params of records that were
// read with some of their fields: they would clear the others.
func TestPartialRecordsStayPartialWhereverTheyStand(t *testing.T) {
	t.Parallel()
	const post = `{"id":7,"status":"draft","type":"post","link":"x","modified_gmt":"2026-01-01T00:00:00",` +
		`"comment_status":"open","format":"standard","permalink_template":"x","title":{"raw":"A"},"content":{"raw":"c"},` +
		`"excerpt":{"raw":""}}`
	type named struct {
		P cms.Post `json:",embed"`
	}
	type params = cms.PostParams
	few := cms.Fields("id", "title", "content", "excerpt")
	list, single := site(t, []byte("["+post+"]")), site(t, []byte(post))
	path := "cms/v2/posts"
	for name, read := range map[string]func() (*cms.Post, error){
		"a list": func() (*cms.Post, error) {
			v, err := cms.Do(t.Context(), list, cms.Request[[]cms.Post]{Path: path}, few)
			return &(*v)[0], err
		},
		"a list of pointers": func() (*cms.Post, error) {
			v, err := cms.Do(t.Context(), list, cms.Request[[]*cms.Post]{Path: path}, few)
			return (*v)[0], err
		},
		"a collection of pointers": func() (*cms.Post, error) {
			v, err := cms.NewCollection[*cms.Post, params, struct{}](list, path).List(t.Context(), nil, few)
			return v.Items[0], err
		},
		"a field": func() (*cms.Post, error) {
			v, err := cms.NewCollection[named, params, struct{}](single, path).Get(t.Context(), 7, few)
			return &v.P, err
		},
	} {
		p, err := read()
		if err != nil {
			t.Fatalf("Read of %s: error %v, want none", name, err)
		}
		if _, err := p.Params(); !errors.Is(err, cms.ErrIncomplete) {
			t.Errorf("Params of %s: error %v, want ErrIncomplete", name, err)
		}
	}
}

// TestTrashIsRetriedOnlyWhereASecondOneIsRejected loses the answer of a DELETE, of
// which a second deletes for good.
func TestTrashIsRetriedOnlyWhereASecondOneIsRejected(t *testing.T) {
	t.Parallel()
	srv := cmstest.NewServer(cmstest.WithTest(t), cmstest.WithLaterSnippets())
	id := srv.Insert("snippets", map[string]any{"name": "x", "code": "1;"})
	srv.Fail(cmstest.Fault{Method: http.MethodDelete, Times: 1, Processed: true, Status: 502})
	_, err := cms.NewContent[snippets.Snippet, snippets.Params, struct{}](admin(t, srv),
		"code-snippets/v1/snippets").Trash(t.Context(), id)
	if !errors.Is(err, cms.ErrOutcomeUnknown) || srv.Record("snippets", id) == nil {
		t.Errorf("Trash: error %v, stored: %v, want ErrOutcomeUnknown and true", err, srv.Record("snippets", id) != nil)
	}
}

// TestRefusalWithAStatusOfSuccessIsAnError: some hosts turn every status into 200.
func TestRefusalWithAStatusOfSuccessIsAnError(t *testing.T) {
	t.Parallel()
	c := site(t, []byte(`{"code":"rest_forbidden","message":"Sorry","data":{"status":403}}`))
	type row struct{ Name string }
	_, get := snippets.New(c).Get(t.Context(), 7)
	_, update := cms.NewCollection[map[string]any, map[string]any, struct{}](c, "shop/v1/rows").Update(t.Context(), 7, nil)
	_, gone := cms.Do(t.Context(), c, cms.Request[cms.Nothing]{Method: http.MethodDelete, Path: "shop/v1/rows/7"})
	_, plain := cms.Do(t.Context(), c, cms.Request[row]{Path: "shop/v1/rows/7"})
	for name, err := range map[string]error{"get": get, "update": update, "delete": gone, "a struct": plain} {
		if e, ok := errors.AsType[*cms.Error](err); !ok || e.Code != "rest_forbidden" {
			t.Errorf("Call of %s: error %v, want the code rest_forbidden", name, err)
		} else if errors.Is(err, cms.ErrOutcomeUnknown) {
			t.Errorf("Call of %s: error %v, want no ErrOutcomeUnknown", name, err)
		}
	}
	if v, err := cms.Do(t.Context(), site(t, []byte(`{"code":"x","message":"y","data":{"status":403},"id":7}`)),
		cms.Request[map[string]any]{Path: "a/v1/b"}); err != nil {
		t.Errorf("Do of a record with the members of an error: %v, error %v, want it", v, err)
	}
}
