package cms_test

import (
	"errors"
	"net/http"
	"strings"
	"testing"

	"github.com/fontcms/fontcms-go/batch"
	"github.com/fontcms/fontcms-go/cms"
)

// TestAnItemOfABatchIsSentByItselfWithoutFields has options that do not reach the
// records of a batch.
func TestAnItemOfABatchIsSentByItselfWithoutFields(t *testing.T) {
	t.Parallel()
	s := newStub(t, func(n int, w http.ResponseWriter, r *http.Request) {
		if r.Method == http.MethodDelete {
			reply(w, 500, `{"code":"internal_server_error","message":"No.","data":{"status":500}}`)
			return
		}
		reply(w, 200, `{"id":7,"slug":"a"}`)
	})
	site := s.client(t)
	item, err := site.Posts.UpdateRequest(7, &cms.PostParams{Slug: new("a")}).BatchItem(site, http.Header{"X-Key": {"b"}})
	if err != nil {
		t.Fatal(err)
	}
	v, err := item.Send(t.Context(), cms.Fields("title"), cms.Embed("author"))
	if post, ok := v.(*cms.Post); !ok || err != nil || post.ID != 7 || post.Reading.Partial {
		t.Errorf("%+v, %v", v, err)
	}
	if got := s.seen()[0]; got.Method != "POST" || got.Query != "" || got.Body != `{"slug":"a"}` || got.Header.Get("X-Key") != "b" {
		t.Errorf("%+v was sent", got)
	}
	removal, err := site.Posts.DeleteRequest(7).BatchItem(site, nil)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := removal.Send(t.Context()); !errors.Is(err, cms.CodeInternalError) || len(s.seen()) != 2 {
		t.Errorf("%v after %d requests", err, len(s.seen()))
	}
	if _, err := (cms.Request[cms.Nothing]{Method: "POST", Path: "cms/v2/media", Body: &cms.Upload{}}).BatchItem(site, nil); !refuses(err, "body") {
		t.Errorf("an upload: %v", err)
	}
	if _, err := site.Posts.DeleteRequest(7).BatchItem(site, http.Header{"Authorization": {"x"}}); !refuses(err, "header") {
		t.Errorf("a header: %v", err)
	}
}

// TestAnItemIsCheckedUnlessARequestOfTheSiteMadeIt changes each member of an item.
func TestAnItemIsCheckedUnlessARequestOfTheSiteMadeIt(t *testing.T) {
	t.Parallel()
	s := newStub(t, always(200, `{"id":7}`))
	site, other := s.client(t), s.client(t)
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
		"new headers":       {func(i *cms.BatchItem) { i.Header = http.Header{"X-Key": {"b"}, "Cookie": {"a=b"}} }, site, "header"},
		"body":              {func(i *cms.BatchItem) { i.Body = []byte(`{"id":8}`) }, site, "id"},
		"body in place":     {func(i *cms.BatchItem) { copy(i.Body, `{"id":8,"a":1}`) }, site, "id"},
	} {
		item, err := site.Posts.UpdateRequest(7, &cms.PostParams{Slug: new("abc")}).BatchItem(site, http.Header{"X-Key": {"b"}})
		if err != nil {
			t.Fatal(err)
		}
		c.change(&item)
		if err := item.Validate(c.validate); (c.argument == "") != (err == nil) || err != nil && !refuses(err, c.argument) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestAnItemWithTheNameOfATemplateIsAccepted has a name with two slashes. Only the request
// that made the item tells it from a path with an empty segment.
func TestTheErrorOfAnItemHasTheHintOfASingleCall(t *testing.T) {
	t.Parallel()
	const anonymous = `{"code":"rest_not_logged_in","message":"You are not logged in.","data":{"status":401}}`
	s := newStub(t, func(_ int, w http.ResponseWriter, r *http.Request) {
		if strings.HasSuffix(r.URL.Path, "/batch/v1") {
			reply(w, http.StatusMultiStatus, `{"responses":[{"status":401,"headers":{},"body":`+anonymous+`}]}`)
			return
		}
		reply(w, 401, anonymous)
	})
	site := s.client(t, cms.WithApplicationPassword("editor", "secret"))
	params := &cms.PostParams{Title: new("One")}
	_, err := site.Posts.Update(t.Context(), 5, params)
	alone, ok := errors.AsType[*cms.Error](err)
	if !ok || alone.Hint == "" {
		t.Fatalf("%v", err)
	}
	report, err := batch.New(site).Add(site.Posts.UpdateRequest(5, params)).Do(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	item, ok := errors.AsType[*cms.Error](report.Results[0].Err)
	if !ok || item.Hint != alone.Hint {
		t.Errorf("%v\nhint %q", report.Results[0].Err, item.Hint)
	}
}

func TestAnItemWithTheNameOfATemplateIsAccepted(t *testing.T) {
	t.Parallel()
	site := newStub(t, always(200, `{}`)).client(t)
	item, err := gadgets(site).UpdateRequest("theme//index", &gadgetParams{Colour: new("red")}).BatchItem(site, nil)
	if err == nil {
		err = item.Validate(site)
	}
	if err != nil {
		t.Error(err)
	}
	item.Path += "/"
	if err := item.Validate(site); !refuses(err, "path") {
		t.Errorf("a changed path: %v", err)
	}
}

// TestMemoryLimitOfABatchItemIsItsShare has a list that is read from a response
// of its own, and is too much for one of 25.
func TestMemoryLimitOfABatchItemIsItsShare(t *testing.T) {
	t.Parallel()
	list := "[" + strings.Repeat("{},", 600) + "{}]"
	s := newStub(t, always(200, list))
	site := s.client(t)
	posts := cms.Request[[]cms.Revision]{Path: "shop/v1/things"}
	if got, err := cms.Do(t.Context(), site, posts); err != nil || len(*got) != 601 {
		t.Errorf("alone: %v", err)
	}
	item, err := posts.BatchItem(site, nil)
	if err != nil {
		t.Fatal(err)
	}
	if v, err := item.Accept(t.Context(), 200, nil, []byte(list)); v != nil || !errors.Is(err, cms.ErrDecode) {
		t.Errorf("in a batch: %v", err)
	}
	if v, err := item.Accept(t.Context(), 200, nil, []byte("[{}]")); v == nil || err != nil {
		t.Errorf("one in a batch: %v", err)
	}
}

// TestARecordOfACatalogIsMadeByItsRequest sends the value that a batch takes.
func TestARecordOfACatalogIsMadeByItsRequest(t *testing.T) {
	t.Parallel()
	s := newStub(t, always(201, `{"name":"a","colour":"red"}`))
	site := s.client(t)
	r := gadgets(site).CreateRequest(&gadgetParams{Colour: new("red")})
	got, err := cms.Do(t.Context(), site, r)
	if err != nil || got.Colour != "red" || r.Repeat != cms.RepeatUnsent || r.Operation != "gadgets.Create" {
		t.Errorf("%+v, %v", got, err)
	}
	if all := s.seen(); len(all) != 1 || all[0].Method != "POST" || all[0].Path != "/cms-json/cms/v2/gadgets" || all[0].Body != `{"colour":"red"}` {
		t.Errorf("%+v", all)
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
	s := newStub(t, always(200, body))
	item, err := cms.Request[heavy]{Path: "studio/v1/heavy/7", ID: 7}.BatchItem(s.client(t), nil)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := item.Accept(t.Context(), 200, http.Header{}, []byte(body)); !errors.Is(err, cms.ErrDecode) {
		t.Errorf("in a batch: %v", err)
	}
	if v, err := item.Send(t.Context()); err != nil || len(v.(*heavy).Lists) != 1000 {
		t.Errorf("alone: %v", err)
	}
}
