package cms_test

import (
	"context"
	stdjson "encoding/json"
	"errors"
	"net/http"
	"net/url"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/go-json-experiment/json"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/internal/stub"
)

// product is a record of a user's own type.

type product struct {
	cms.Post

	Price int `json:"price"`
}

type productParams struct {
	Title *string `json:"title,omitzero"`
	Price *int    `json:"price,omitzero"`
}

type productOptions struct {
	Page     int     `url:"page,omitempty"`
	PerPage  int     `url:"per_page,omitempty"`
	Colour   string  `url:"colour,omitempty"`
	Sizes    []int   `url:"sizes,brackets,omitempty"`
	Excluded []int64 `url:"maker_exclude,brackets,omitempty"`
}

const productJSON = `{"id":5,"title":{"raw":"Pen","rendered":"Pen"},"content":{"raw":""},"excerpt":{"raw":""},` +
	`"price":12,"stock":{"left":3}}`

func TestCustomTypeHasBothItsFieldsAndThoseOfAPost(t *testing.T) {
	t.Parallel()
	s := stub.New(t, func(_ int, w http.ResponseWriter, r *http.Request) {
		switch {
		case r.URL.Query().Has("force"):
			stub.Reply(w, 200, `{"deleted":true,"previous":`+productJSON+`}`)
		case r.Method == http.MethodGet && strings.HasSuffix(r.URL.Path, "products"):
			stub.Reply(w, 200, "X-CMS-Total: 1", "X-CMS-TotalPages: 1", "["+productJSON+"]")
		default:
			stub.Reply(w, 200, productJSON)
		}
	})
	site := s.Client(t)
	products := cms.NewContent[product, productParams, productOptions](site, "cms/v2/products")
	check := func(verb string, p *product, err error) {
		t.Helper()
		var stock struct {
			Left int `json:"left"`
		}
		switch {
		case err != nil:
			t.Fatalf("%s: error %v, want nil", verb, err)
		case p.ID != 5 || p.Title.Raw != "Pen":
			t.Fatalf("%s: ID %d, Title.Raw %q, want 5 and %q", verb, p.ID, p.Title.Raw, "Pen")
		case p.Price != 12 || len(p.Extra) != 1:
			t.Fatalf("%s: Price %d, %d members in Extra, want 12 and 1", verb, p.Price, len(p.Extra))
		}
		switch ok, err := p.Extra.Decode("stock", &stock); {
		case !ok:
			t.Errorf("%s: Extra %s without stock (error %v), want it", verb, p.Extra, err)
		case err != nil:
			t.Errorf("Extra.Decode: %s: Extra holds %s, %v, want nil", verb, p.Extra, err)
		case stock.Left != 3:
			t.Errorf("%s: stock of the product %d, want 3", verb, stock.Left)
		}
	}
	p, err := products.Get(t.Context(), 5)
	check("Get", p, err)
	p, err = products.Create(t.Context(), &productParams{Title: new("Pen"), Price: new(0)})
	check("Create", p, err)
	p, err = products.Update(t.Context(), 5, &productParams{})
	check("Update", p, err)
	p, err = products.Trash(t.Context(), 5)
	check("Trash", p, err)
	deleted, err := products.Delete(t.Context(), 5)
	switch {
	case err != nil:
		t.Fatalf("Content.Delete(5): error %v, want nil", err)
	case !deleted.Deleted:
		t.Fatal("Content.Delete(5): Deleted false, want true")
	}
	check("Delete", deleted.Previous, nil)
	page, err := products.List(t.Context(), &productOptions{Colour: "red & blue", Sizes: []int{1, 2}, Excluded: []int64{}})
	if err != nil {
		t.Fatal(err)
	}
	check("List", &page.Items[0], nil)
	switch page, err := products.List(t.Context(), &productOptions{Sizes: []int{}}); {
	case err != nil:
		t.Errorf("Content.List: error %v, want nil", err)
	case len(page.Items) != 0:
		t.Errorf("Content.List: Items %v, want an empty list", page.Items)
	}
	for p, err := range products.All(t.Context(), nil) {
		check("All", p, err)
	}
	seen := s.Seen()
	bodies := []string{"", `{"price":0,"title":"Pen"}`, "{}", "", ""}
	for i, want := range bodies {
		var got, expected any
		_ = stdjson.Unmarshal([]byte(seen[i].Body), &got)
		_ = stdjson.Unmarshal([]byte(want), &expected)
		if !reflect.DeepEqual(got, expected) {
			t.Errorf("request %d sent %q: %v, want %v", i, seen[i].Body, got, expected)
		}
	}
	if got, want := query(t, seen[5].Query), (url.Values{"colour": {"red & blue"},
		"sizes[]": {"1", "2"}}); !reflect.DeepEqual(got, want) || len(seen) != 7 {
		t.Errorf("query %v in %d requests, want %v in 7", got, len(seen), want)
	}
	// A partial one does not become params.
	if p, err = products.Get(t.Context(), 5, cms.Fields("title", "content", "excerpt")); err != nil {
		t.Fatal(err)
	}
	if _, err := p.Params(); !errors.Is(err, cms.ErrIncomplete) {
		t.Errorf("Params of a partial record: %v, want ErrIncomplete", err)
	}
	// Both are written again.
	written, err := json.Marshal(&p)
	switch {
	case err != nil:
		t.Errorf("%s: json.Marshal: error %v, want nil", written, err)
	case !strings.Contains(string(written), `"price":12`):
		t.Errorf("json.Marshal: written %q, want %q in it", string(written), `"price":12`)
	case !strings.Contains(string(written), `"stock":{"left":3}`):
		t.Errorf("json.Marshal: written %q, want %q in it", string(written), `"stock":{"left":3}`)
	}
}

func TestDoDecodesEveryKindOfT(t *testing.T) {
	t.Parallel()
	body := ""
	s := stub.New(t, func(_ int, w http.ResponseWriter, _ *http.Request) {
		if body == "" {
			w.WriteHeader(http.StatusNoContent)
			return
		}
		stub.Reply(w, 200, body)
	})
	site := s.Client(t)
	get := cms.Request[any]{Path: "x/v1/y"}
	for _, test := range []struct {
		body string
		call func() (any, error)
		want any // nil for an error
	}{
		{`{"a":1}`, func() (any, error) {
			return cms.Do(t.Context(), site, cms.Request[map[string]int]{Path: get.Path})
		}, &map[string]int{"a": 1}},
		{`[1,2]`, func() (any, error) { return cms.Do(t.Context(), site, cms.Request[[]int]{Path: get.Path}) }, &[]int{1, 2}},
		{`7`, func() (any, error) { return cms.Do(t.Context(), site, cms.Request[int]{Path: get.Path}) }, new(7)},
		{`"<?php\n"`, func() (any, error) { return cms.Do(t.Context(), site, cms.Request[string]{Path: get.Path}) },
			new("<?php\n")},
		{`{"a": 1}`, func() (any, error) {
			return cms.Do(t.Context(), site, cms.Request[stdjson.RawMessage]{Path: get.Path})
		}, new(stdjson.RawMessage(`{"a": 1}`))},
		{`null`, func() (any, error) { return cms.Do(t.Context(), site, cms.Request[stdjson.RawMessage]{Path: get.Path}) },
			new(stdjson.RawMessage("null"))},
		{``, func() (any, error) { return cms.Do(t.Context(), site, cms.Request[stdjson.RawMessage]{Path: get.Path}) },
			new(stdjson.RawMessage(nil))},
		{``, func() (any, error) { return cms.Do(t.Context(), site, cms.Request[cms.Nothing]{Path: get.Path}) },
			&cms.Nothing{}},
		{`{"a":1}`, func() (any, error) { return cms.Do(t.Context(), site, cms.Request[cms.Nothing]{Path: get.Path}) },
			&cms.Nothing{}},
		{``, func() (any, error) { return cms.Do(t.Context(), site, get) }, nil},
		{`null`, func() (any, error) { return cms.Do(t.Context(), site, get) }, nil},
		{`{"a":1}`, func() (any, error) { return cms.Do(t.Context(), site, cms.Request[[]int]{Path: get.Path}) }, nil},
	} {
		body = test.body
		got, err := test.call()
		if test.want == nil {
			switch _, ok := errors.AsType[*cms.Error](err); {
			case !ok:
				t.Errorf("%q: error %v, want a *cms.Error", test.body, err)
			case !errors.Is(err, cms.ErrDecode) && !errors.Is(err, cms.ErrNotREST):
				t.Errorf("response %q: error %v, want ErrNotREST or ErrDecode", test.body, err)
			}
			continue
		}
		if err != nil || !reflect.DeepEqual(got, test.want) {
			t.Errorf("%q: error %v, got %v, want nil and %v", test.body, err, got, test.want)
		}
	}
}

func TestByteSliceAsBodyIsRefused(t *testing.T) {
	t.Parallel()
	s := stub.New(t, stub.Always(200, `{}`))
	request := cms.Request[cms.Nothing]{Method: "POST", Path: "shop/v1/cart", Body: []byte(`{"a":1}`)}
	switch _, err := cms.Do(t.Context(), s.Client(t), request); {
	case !errors.Is(err, cms.ErrInvalidArgument):
		t.Errorf("Do with a []byte as body: error %v, want ErrInvalidArgument", err)
	case len(s.Seen()) > 0:
		t.Errorf("requests sent: %d, want at most 0", len(s.Seen()))
	}
}

func TestIntoIsFilledOnlyOnSuccess(t *testing.T) {
	t.Parallel()
	status := 200
	s := stub.New(t, func(_ int, w http.ResponseWriter, _ *http.Request) {
		stub.Reply(w, status, `{"id":5,"code":"x","message":"y"}`)
	})
	site := s.Client(t)
	var into cms.Post
	r := cms.Request[cms.Post]{Path: "cms/v2/posts/5"}
	filled := r.Into(&into)
	if _, err := cms.Do(t.Context(), site, r); err != nil || into.ID != 0 {
		t.Errorf("Do with Into of the same request: id %d, error %v, want 0 and nil", into.ID, err)
	}
	if _, err := cms.Do(t.Context(), site, filled); err != nil || into.ID != 5 {
		t.Errorf("cms.Do(site, filled): error %v, into.ID %d, want nil and 5", err, into.ID)
	}
	into.ID = 9
	if _, err := cms.Do(t.Context(), site, filled.Into(nil)); err != nil || into.ID != 9 {
		t.Errorf("Do with Into(nil) after Into: error %v, id %d, want nil and 9", err, into.ID)
	}
	status, into.ID = 403, 9
	if _, err := cms.Do(t.Context(), site, filled); !errors.Is(err, cms.ErrForbidden) || into.ID != 9 {
		t.Errorf("cms.Do(site, filled): error %v, into.ID %d, want ErrForbidden and 9", err, into.ID)
	}
}

func TestRetriesFollowTheMethodOrRepeat(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		method string
		repeat cms.Repeat
		sent   int
	}{
		{"", cms.RepeatByMethod, 3}, {"HEAD", cms.RepeatByMethod, 3}, {"PUT", cms.RepeatByMethod, 3},
		{"DELETE", cms.RepeatByMethod, 3},
		{"POST", cms.RepeatByMethod, 1}, {"PATCH", cms.RepeatByMethod, 1}, {"POST", cms.RepeatSafe, 3},
		{"GET", cms.RepeatUnsent, 1},
	} {
		s := stub.New(t, stub.Always(502, html))
		_, err := cms.Do(t.Context(), s.Client(t), cms.Request[any]{Method: test.method, Path: "x/v1/y", Repeat: test.repeat},
			cms.Attempts(3))
		if n := len(s.Seen()); n != test.sent {
			t.Errorf("%s, %d: sent %d times, want %d", test.method, test.repeat, n, test.sent)
		}
		once := test.sent == 1 // also a GET, whose request says that it may not be repeated
		if errors.Is(err, cms.ErrOutcomeUnknown) != once {
			t.Errorf("%s, repeat %d: Do: error %v, want ErrOutcomeUnknown: %t", test.method, test.repeat, err, once)
		}
	}
}

func TestRawHasTheTypeOfItsResponse(t *testing.T) {
	t.Parallel()
	s := stub.New(t, stub.Always(200, "Content-Type: text/csv", "a,b"))
	raw, err := cms.Do(t.Context(), s.Client(t), cms.Request[cms.Raw]{Path: "shop/v1/export"})
	switch {
	case err != nil:
		t.Errorf("cms.Do: error %v, want nil", err)
	case raw.Type != "text/csv":
		t.Errorf("cms.Do: raw.Type %q, want %q", raw.Type, "text/csv")
	case string(raw.Body) != "a,b":
		t.Errorf("cms.Do: raw.Body %q, want %q", string(raw.Body), "a,b")
	}
}

func TestIntoStoresARawResponse(t *testing.T) {
	t.Parallel()
	s := stub.New(t, stub.Always(200, "Content-Type: text/csv", "a,b"))
	var stored cms.Raw
	if _, err := cms.Do(t.Context(), s.Client(t), cms.Request[cms.Raw]{Path: "shop/v1/export"}.Into(&stored)); err != nil {
		t.Fatal(err)
	}
	if string(stored.Body) != "a,b" || stored.Type != "text/csv" {
		t.Errorf("Do of a request with Into stored %+v, want the text/csv a,b", stored)
	}
}

func TestSendingKeepsHowACallIsSent(t *testing.T) {
	t.Parallel()
	s := stub.New(t, func(n int, w http.ResponseWriter, _ *http.Request) {
		if n%2 == 1 {
			stub.Reply(w, http.StatusServiceUnavailable, "")
			return
		}
		stub.Reply(w, http.StatusOK, `{"id":5}`)
	})
	site := s.Client(t)
	var seen cms.Response
	options := []cms.CallOption{cms.Header("X-Trace", "7"), cms.Fields("title"), cms.Embed("author"), cms.Capture(&seen)}
	for _, c := range []struct {
		more cms.CallOption
		is   error
	}{{cms.Attempts(1), cms.ErrUnavailable}, {cms.Timeout(time.Nanosecond), context.DeadlineExceeded},
		{cms.Timeout(time.Minute), nil}} {
		before := len(s.Seen())
		_, err := site.Posts.Get(t.Context(), 5, cms.Sending(append(slices.Clone(options), c.more)...))
		switch {
		case !errors.Is(err, c.is):
			t.Errorf("Posts.Get: error %v, want %v", err, c.is)
		case (err == nil) != (c.is == nil):
			t.Errorf("Posts.Get: error %v, want an error: %t", err, c.is != nil)
		case seen.Status != 0:
			t.Errorf("captured status %d of a call that was not sent, want 0", seen.Status)
		}
		for _, r := range s.Seen()[before:] {
			switch {
			case r.Query != "":
				t.Errorf("r.Query %q, want an empty string", r.Query)
			case r.Header.Get("X-Trace") != "7":
				t.Errorf(`r.Header.Get("X-Trace") %q, want %q`, r.Header.Get("X-Trace"), "7")
			}
		}
	}
	if _, err := site.Posts.Get(t.Context(), 5, cms.Sending(cms.Header("Authorization", "no"))); !errors.Is(err,
		cms.ErrInvalidArgument) {
		t.Errorf("Posts.Get: error %v, want ErrInvalidArgument", err)
	}
	if site.Posts.Client() != site {
		t.Error("Posts.Client: another client, want the client that made it")
	}
}

// TestUploadIsCheckedBeforeItIsSent has uploads that are none.
func TestUploadIsCheckedBeforeItIsSent(t *testing.T) {
	t.Parallel()
	s := stub.New(t, stub.Always(200, `{}`))
	site := s.Client(t)
	reader := func() *strings.Reader { return strings.NewReader("abc") }
	for _, test := range []struct {
		upload *cms.Upload
		reason string // "" if it is sent
	}{
		{nil, "is nil"},
		{&cms.Upload{Type: "text/plain"}, "either Open or Reader"},
		{&cms.Upload{Type: "text/plain", Reader: reader(), Size: -2}, "below -1"},
		{&cms.Upload{Reader: reader(), Size: 3}, "type is empty"},
		{&cms.Upload{Type: "a\r\nb", Reader: reader(), Size: 3}, "control character"},
		{&cms.Upload{Type: "text/plain", Reader: reader(), Size: -1}, ""},
		{&cms.Upload{Type: "text/plain", Reader: reader(), Size: 3}, ""},
	} {
		_, err := cms.Do(t.Context(), site, cms.Request[cms.Nothing]{Method: http.MethodPost, Path: "cms/v2/media",
			Body: test.upload})
		refused, ok := errors.AsType[*cms.ArgumentError](err)
		switch {
		case test.reason == "" && err != nil:
			t.Errorf("upload: error %v, want nil", err)
		case test.reason != "" && (!ok || refused.Argument != "body" || refused.Operation != "POST cms/v2/media" ||
			!strings.Contains(refused.Reason, test.reason)):
			t.Errorf("upload: error %v, want the body refused: %q", err, test.reason)
		}
	}
	_, err := cms.Do(t.Context(), site, cms.Request[cms.Nothing]{
		Method: http.MethodPost, Path: "cms/v2/media/41", Query: url.Values{"id": {"57"}},
		Body: &cms.Upload{Type: "text/plain", Reader: reader(), Size: 3},
	})
	switch refused, ok := errors.AsType[*cms.ArgumentError](err); {
	case !ok:
		t.Errorf("another id: %v, want a *cms.ArgumentError", err)
	case refused.Argument != "id":
		t.Errorf("another id: %v: Argument %q, want %q", err, refused.Argument, "id")
	}
	all := s.Seen()
	if len(all) != 2 {
		t.Fatalf("%d were sent, want 2", len(all))
	}
	for i, length := range []string{"", "3"} {
		switch {
		case all[i].Body != "abc":
			t.Errorf("%+v was sent: all[i].Body %q, want %q", all[i], all[i].Body, "abc")
		case all[i].Header.Get("Content-Type") != "text/plain":
			t.Errorf(`%+v was sent: all[i].Header.Get("Content-Type") %q, want %q`, all[i], all[i].Header.Get("Content-Type"),
				"text/plain")
		case all[i].Header.Get("Content-Length") != length:
			t.Errorf(`%+v was sent: all[i].Header.Get("Content-Length") %q, want %q`, all[i],
				all[i].Header.Get("Content-Length"), length)
		}
	}
}

func TestIntoIsNotChangedByARecordWithAnErrorStatus(t *testing.T) {
	t.Parallel()
	for name, method := range map[string]string{"a read": http.MethodGet, "an update": http.MethodPost} {
		into := cms.Post{ID: 9}
		s := stub.New(t, stub.Always(500, `{"id":5}`))
		_, err := cms.Do(t.Context(), s.Client(t),
			cms.Request[cms.Post]{Method: method, Path: "cms/v2/posts/5", ID: 5, Repeat: cms.RepeatSafe}.Into(&into))
		if err == nil {
			t.Errorf("%s whose record comes with the status 500: error nil, want one", name)
		}
		if into.ID != 9 {
			t.Errorf("%s whose record comes with the status 500: the id in Into is %d, want 9 as before", name, into.ID)
		}
	}
}
