package cms_test

import (
	"errors"
	"net/http"
	"strings"
	"testing"

	"github.com/fontcms/fontcms-go/batch"
	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/internal/stub"
)

// TestItemOfABatchIsSentByItselfWithoutFields has options that do not reach the
// records of a batch.
func TestItemOfABatchIsSentByItselfWithoutFields(t *testing.T) {
	t.Parallel()
	s := stub.New(t, func(n int, w http.ResponseWriter, r *http.Request) {
		if r.Method == http.MethodDelete {
			stub.Reply(w, 500, `{"code":"internal_server_error","message":"No.","data":{"status":500}}`)
			return
		}
		stub.Reply(w, 200, `{"id":7,"slug":"a"}`)
	})
	site := s.Client(t)
	item, err := site.Posts.UpdateRequest(7, &cms.PostParams{Slug: new("a")}).BatchItem(site, http.Header{"X-Key": {"b"}})
	if err != nil {
		t.Fatal(err)
	}
	v, err := item.Send(t.Context(), cms.Fields("title"), cms.Embed("author"))
	switch post, ok := v.(*cms.Post); {
	case !ok:
		t.Errorf("BatchItem.Send: %T, want *cms.Post", v)
	case err != nil:
		t.Errorf("BatchItem.Send: error %v, want nil", err)
	case post.ID != 7:
		t.Errorf("BatchItem.Send: ID %d, want 7", post.ID)
	case post.Reading.Partial:
		t.Errorf("BatchItem.Send: post %+v is partial, want it whole", post)
	}
	switch got := s.Seen()[0]; {
	case got.Method != "POST" || got.Query != "":
		t.Errorf("%+v was sent: Method %q, Query %q, want %q and an empty string", got, got.Method, got.Query, "POST")
	case got.Body != `{"slug":"a"}`:
		t.Errorf("%+v was sent: Body %q, want %q", got, got.Body, `{"slug":"a"}`)
	case got.Header.Get("X-Key") != "b":
		t.Errorf(`%+v was sent: Header.Get("X-Key") %q, want %q`, got, got.Header.Get("X-Key"), "b")
	}
	removal, err := site.Posts.DeleteRequest(7).BatchItem(site, nil)
	if err != nil {
		t.Fatal(err)
	}
	switch _, err := removal.Send(t.Context()); {
	case !errors.Is(err, cms.CodeInternalError):
		t.Errorf("BatchItem.Send: error %v, want CodeInternalError", err)
	case len(s.Seen()) != 2:
		t.Errorf("BatchItem.Send: %d requests, want 2", len(s.Seen()))
	}
	if _, err := (cms.Request[cms.Nothing]{Method: "POST", Path: "cms/v2/media", Body: &cms.Upload{}}).BatchItem(site,
		nil); !refuses(err, "body") {
		t.Errorf("BatchItem of an upload: error %v, want the argument %q refused", err, "body")
	}
	if _, err := site.Posts.DeleteRequest(7).BatchItem(site, http.Header{"Authorization": {"x"}}); !refuses(err,
		"header") {
		t.Errorf("BatchItem with credentials: error %v, want the argument %q refused", err, "header")
	}
}

// TestItemIsCheckedUnlessARequestOfTheSiteMadeIt changes each member of an item.
func TestItemIsCheckedUnlessARequestOfTheSiteMadeIt(t *testing.T) {
	t.Parallel()
	s := stub.New(t, stub.Always(200, `{"id":7}`))
	site, other := s.Client(t), s.Client(t)
	for name, c := range map[string]struct {
		change   func(*cms.BatchItem)
		validate *cms.Client
		argument string
	}{
		"as it was made":    {func(*cms.BatchItem) {}, site, ""},
		"of another client": {func(*cms.BatchItem) {}, other, ""},
		"named":             {func(i *cms.BatchItem) { i.Operation = "x" }, site, ""},
		"path":              {func(i *cms.BatchItem) { i.Path = "/cms/v2/posts/7/../8" }, site, "path"},
		"method":            {func(i *cms.BatchItem) { i.Method = "post" }, site, "method"},
		"header":            {func(i *cms.BatchItem) { i.Header["Authorization"] = []string{"x"} }, site, "header"},
		"new headers": {func(i *cms.BatchItem) { i.Header = http.Header{"X-Key": {"b"}, "Cookie": {"a=b"}} }, site,
			"header"},
		"body":          {func(i *cms.BatchItem) { i.Body = []byte(`{"id":8}`) }, site, "id"},
		"body in place": {func(i *cms.BatchItem) { copy(i.Body, `{"id":8,"a":1}`) }, site, "id"},
	} {
		item, err := site.Posts.UpdateRequest(7, &cms.PostParams{Slug: new("abc")}).BatchItem(site,
			http.Header{"X-Key": {"b"}})
		if err != nil {
			t.Fatal(err)
		}
		c.change(&item)
		switch err := item.Validate(c.validate); {
		case (c.argument == "") != (err == nil):
			t.Errorf("%s: BatchItem.Validate: error %v, want an error: %t", name, err, c.argument != "")
		case err != nil && !refuses(err, c.argument):
			t.Errorf("%s: BatchItem.Validate: error %v, want the argument %q refused", name, err, c.argument)
		}
	}
}

func TestErrorOfAnItemHasTheHintOfASingleCall(t *testing.T) {
	t.Parallel()
	const anonymous = `{"code":"rest_not_logged_in","message":"You are not logged in.","data":{"status":401}}`
	s := stub.New(t, func(_ int, w http.ResponseWriter, r *http.Request) {
		if strings.HasSuffix(r.URL.Path, "/batch/v1") {
			stub.Reply(w, http.StatusMultiStatus, `{"responses":[{"status":401,"headers":{},"body":`+anonymous+`}]}`)
			return
		}
		stub.Reply(w, 401, anonymous)
	})
	site := s.Client(t, cms.WithApplicationPassword("editor", "secret"))
	params := &cms.PostParams{Title: new("One")}
	_, err := site.Posts.Update(t.Context(), 5, params)
	alone, ok := errors.AsType[*cms.Error](err)
	switch {
	case !ok:
		t.Fatalf("Posts.Update(5, params): error %v, want a *cms.Error", err)
	case alone.Hint == "":
		t.Fatal("Posts.Update(5, params): error without a hint, want one")
	}
	report, err := batch.New(site).Add(site.Posts.UpdateRequest(5, params)).Do(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	item, ok := errors.AsType[*cms.Error](report.Results[0].Err)
	switch {
	case !ok:
		t.Errorf("Builder.Do: error %v, want a *cms.Error", report.Results[0].Err)
	case item.Hint != alone.Hint:
		t.Errorf("Builder.Do: hint %q, want %q as of a single call", item.Hint, alone.Hint)
	case item.Attempts != 1:
		t.Errorf("Builder.Do: %d attempts, want 1", item.Attempts)
	}
}

// TestItemWithTheNameOfATemplateIsAccepted has a name with two slashes. Only the request
// that made the item tells it from a path with an empty segment.
func TestItemWithTheNameOfATemplateIsAccepted(t *testing.T) {
	t.Parallel()
	site := stub.New(t, stub.Always(200, `{}`)).Client(t)
	item, err := gadgets(site).UpdateRequest("theme//index", &gadgetParams{Colour: new("red")}).BatchItem(site, nil)
	if err == nil {
		err = item.Validate(site)
	}
	if err != nil {
		t.Error(err)
	}
	item.Path += "/"
	if err := item.Validate(site); !refuses(err, "path") {
		t.Errorf("BatchItem.Validate with a changed path: error %v, want the argument %q refused", err, "path")
	}
}

// TestMemoryLimitOfABatchItemIsItsShare has a list that is read from a response
// of its own, and is too much for one of 25.
func TestMemoryLimitOfABatchItemIsItsShare(t *testing.T) {
	t.Parallel()
	list := "[" + strings.Repeat("{},", 600) + "{}]"
	s := stub.New(t, stub.Always(200, list))
	site := s.Client(t)
	posts := cms.Request[[]cms.Revision]{Path: "shop/v1/things"}
	switch got, err := cms.Do(t.Context(), site, posts); {
	case err != nil:
		t.Errorf("single call: error %v, want nil", err)
	case len(*got) != 601:
		t.Errorf("single call: %d records, want 601", len(*got))
	}
	item, err := posts.BatchItem(site, nil)
	if err != nil {
		t.Fatal(err)
	}
	if v, err := item.Accept(t.Context(), 200, nil, []byte(list)); v != nil || !errors.Is(err, cms.ErrDecode) {
		t.Errorf("BatchItem.Accept: value %v, error %v, want nil and ErrDecode", v, err)
	}
	switch v, err := item.Accept(t.Context(), 200, nil, []byte("[{}]")); {
	case v == nil:
		t.Errorf("one in a batch: %v: result nil, want a value", err)
	case err != nil:
		t.Errorf("one in a batch: %v, want nil", err)
	}
}

// TestRecordOfACatalogIsMadeByItsRequest sends the value that a batch takes.
func TestRecordOfACatalogIsMadeByItsRequest(t *testing.T) {
	t.Parallel()
	s := stub.New(t, stub.Always(201, `{"name":"a","colour":"red"}`))
	site := s.Client(t)
	r := gadgets(site).CreateRequest(&gadgetParams{Colour: new("red")})
	got, err := cms.Do(t.Context(), site, r)
	switch {
	case err != nil:
		t.Errorf("cms.Do(site, r): error %v, want nil", err)
	case got.Colour != "red":
		t.Errorf("cms.Do(site, r): Colour %q, want %q", got.Colour, "red")
	case r.Repeat != cms.RepeatUnsent || r.Operation != "gadgets.Create":
		t.Errorf("Catalog.CreateRequest: Repeat %d, Operation %q, want RepeatUnsent and %q", r.Repeat, r.Operation,
			"gadgets.Create")
	}
	switch all := s.Seen(); {
	case len(all) != 1:
		t.Errorf("%d requests, want 1", len(all))
	case all[0].Method != "POST":
		t.Errorf("first request: method %q, want %q", all[0].Method, "POST")
	case all[0].Path != "/cms-json/cms/v2/gadgets":
		t.Errorf("first request: path %q, want %q", all[0].Path, "/cms-json/cms/v2/gadgets")
	case all[0].Body != `{"colour":"red"}`:
		t.Errorf("first request: body %q, want %q", all[0].Body, `{"colour":"red"}`)
	}
}

// heavy is a record whose elements take far more memory than their JSON.
type heavy struct {
	ID    int64 `json:"id"`
	Lists []struct {
		Names [60]string `json:"names"`
	} `json:"lists"`
}

func TestItemSentAloneMayUseTheLimitOfABatch(t *testing.T) {
	t.Parallel()
	body := `{"id":7,"lists":[{}` + strings.Repeat(",{}", 999) + `]}`
	s := stub.New(t, stub.Always(200, body))
	item, err := cms.Request[heavy]{Path: "studio/v1/heavy/7", ID: 7}.BatchItem(s.Client(t), nil)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := item.Accept(t.Context(), 200, http.Header{}, []byte(body)); !errors.Is(err, cms.ErrDecode) {
		t.Errorf("in a batch: %v, want ErrDecode", err)
	}
	switch v, err := item.Send(t.Context()); {
	case err != nil:
		t.Errorf("single call: error %v, want nil", err)
	case len(v.(*heavy).Lists) != 1000:
		t.Errorf("single call: %d lists, want 1000", len(v.(*heavy).Lists))
	}
}
