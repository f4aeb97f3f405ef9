package cms_test

import (
	stdjson "encoding/json"
	"errors"
	"net/http"
	"net/url"
	"reflect"
	"strings"
	"testing"

	"github.com/go-json-experiment/json"

	"github.com/fontcms/fontcms-go/cms"
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
	s := newStub(t, func(_ int, w http.ResponseWriter, r *http.Request) {
		switch {
		case r.URL.Query().Has("force"):
			reply(w, 200, `{"deleted":true,"previous":`+productJSON+`}`)
		case r.Method == http.MethodGet && strings.HasSuffix(r.URL.Path, "products"):
			reply(w, 200, "X-CMS-Total: 1", "X-CMS-TotalPages: 1", "["+productJSON+"]")
		default:
			reply(w, 200, productJSON)
		}
	})
	site := s.client(t)
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
	seen := s.seen()
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
	s := newStub(t, func(_ int, w http.ResponseWriter, _ *http.Request) {
		if body == "" {
			w.WriteHeader(http.StatusNoContent)
			return
		}
		reply(w, 200, body)
	})
	site := s.client(t)
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

func TestIDIsComparedIfTheTypeHasOne(t *testing.T) {
	t.Parallel()
	type named struct {
		Name string `json:"name"`
	}
	type numbered struct {
		ID   int64  `json:"id"`
		Name string `json:"name"`
	}
	for _, test := range []struct {
		id   int64
		body string
		// of a type without an id, and of one with it
		named, numbered error
	}{
		{-1, `{"id":1,"name":"a"}`, cms.ErrInvalidArgument, cms.ErrInvalidArgument},
		{0, `{"id":2,"name":"a"}`, nil, nil},
		{0, `{"name":"a"}`, nil, cms.ErrDecode},
		{1, `{"id":1,"name":"a"}`, cms.ErrInvalidArgument, nil},
		{1, `{"id":2,"name":"a"}`, cms.ErrInvalidArgument, cms.ErrForeignRecord},
		{2, `{"id":1,"name":"a"}`, cms.ErrInvalidArgument, cms.ErrForeignRecord},
	} {
		s := newStub(t, always(http.StatusOK, test.body))
		site := s.client(t)
		const path = "acme/v1/things/1"
		switch v, err := cms.Do(t.Context(), site, cms.Request[named]{Path: path, ID: test.id}); {
		case !errors.Is(err, test.named):
			t.Errorf("id %d, without one: %+v, %v, want %v", test.id, v, err, test.named)
		case (v == nil) != (err != nil):
			t.Errorf("id %d of a type without ids: %+v, error %v, want one of them", test.id, v, err)
		}
		switch v, err := cms.Do(t.Context(), site, cms.Request[numbered]{Path: path, ID: test.id}); {
		case !errors.Is(err, test.numbered):
			t.Errorf("id %d, got %s: %+v, %v, want %v", test.id, test.body, v, err, test.numbered)
		case (v == nil) != (err != nil):
			t.Errorf("id %d, response %s: %+v, error %v, want one of them", test.id, test.body, v, err)
		}
	}
}

func TestIDOfADeleteIsComparedWithThePreviousRecord(t *testing.T) {
	t.Parallel()
	type numbered struct {
		ID int64 `json:"id"`
	}
	site := newStub(t, always(http.StatusOK, `{"deleted":true,"previous":{"id":2}}`)).client(t)
	for id, want := range map[int64]error{0: nil, 2: nil, 3: cms.ErrForeignRecord} {
		request := cms.Request[cms.Deleted[numbered]]{Method: http.MethodDelete, Path: "acme/v1/things/2", ID: id}
		deleted, err := cms.Do(t.Context(), site, request)
		switch {
		case !errors.Is(err, want):
			t.Errorf("%d: cms.Do(site, request): error %v, want %v", id, err, want)
		case err == nil && deleted.Previous.ID != 2:
			t.Errorf("%d: cms.Do(site, request): Previous.ID %d, want 2", id, deleted.Previous.ID)
		}
	}
}

// TestIDIsRefusedIfTheTypeHasNone has the types in which nothing is looked
// at, but for the JSON itself.
func TestIDIsRefusedIfTheTypeHasNone(t *testing.T) {
	t.Parallel()
	site := newStub(t, always(200, `{"id":2}`)).client(t)
	for id, want := range map[int64]error{-1: cms.ErrInvalidArgument, 0: nil, 1: cms.ErrInvalidArgument,
		2: cms.ErrInvalidArgument} {
		for name, err := range map[string]error{
			"raw":     second(cms.Do(t.Context(), site, cms.Request[cms.Raw]{Path: "acme/v1/things/1", ID: id})),
			"nothing": second(cms.Do(t.Context(), site, cms.Request[cms.Nothing]{Path: "acme/v1/things/1", ID: id})),
			"a list":  second(cms.Do(t.Context(), site, cms.Request[[]string]{Path: "acme/v1/things/1", ID: id})),
		} {
			if name == "a list" && id == 0 {
				continue // an object is none
			}
			switch {
			case !errors.Is(err, want):
				t.Errorf("%s, %d: error %v, want %v", name, id, err, want)
			case want != nil && !strings.Contains(err.Error(), "ID"):
				t.Errorf("%s with id %d: error %v, want %q in it", name, id, err, "ID")
			}
		}
	}
	for id, want := range map[int64]error{-1: cms.ErrInvalidArgument, 0: nil, 1: cms.ErrForeignRecord, 2: nil} {
		switch v, err := cms.Do(t.Context(), site, cms.Request[stdjson.RawMessage]{Path: "acme/v1/things/1", ID: id}); {
		case !errors.Is(err, want):
			t.Errorf("JSON, %d: %v, want %v", id, err, want)
		case err == nil && string(*v) != `{"id":2}`:
			t.Errorf("JSON, %d: %v: *v %q, want %q", id, err, string(*v), `{"id":2}`)
		}
	}
}

func TestByteSliceAsBodyIsRefused(t *testing.T) {
	t.Parallel()
	s := newStub(t, always(200, `{}`))
	request := cms.Request[cms.Nothing]{Method: "POST", Path: "shop/v1/cart", Body: []byte(`{"a":1}`)}
	switch _, err := cms.Do(t.Context(), s.client(t), request); {
	case !errors.Is(err, cms.ErrInvalidArgument):
		t.Errorf("Do with a []byte as body: error %v, want ErrInvalidArgument", err)
	case len(s.seen()) > 0:
		t.Errorf("requests sent: %d, want at most 0", len(s.seen()))
	}
}

func TestIntoIsFilledOnlyOnSuccess(t *testing.T) {
	t.Parallel()
	status := 200
	s := newStub(t, func(_ int, w http.ResponseWriter, _ *http.Request) {
		reply(w, status, `{"id":5,"code":"x","message":"y"}`)
	})
	site := s.client(t)
	var into cms.Post
	r := cms.Request[cms.Post]{Path: "cms/v2/posts/5"}
	filled := r.Into(&into)
	if _, err := cms.Do(t.Context(), site, r); err != nil || into.ID != 0 {
		t.Errorf("Do with Into of the same request: id %d, error %v, want 0 and nil", into.ID, err)
	}
	if _, err := cms.Do(t.Context(), site, filled); err != nil || into.ID != 5 {
		t.Errorf("cms.Do(site, filled): error %v, into.ID %d, want nil and 5", err, into.ID)
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
		s := newStub(t, always(502, html))
		_, err := cms.Do(t.Context(), s.client(t), cms.Request[any]{Method: test.method, Path: "x/v1/y", Repeat: test.repeat},
			cms.Attempts(3))
		if n := len(s.seen()); n != test.sent {
			t.Errorf("%s, %d: sent %d times, want %d", test.method, test.repeat, n, test.sent)
		}
		once := test.sent == 1 // also a GET, whose request says that it may not be repeated
		if errors.Is(err, cms.ErrOutcomeUnknown) != once {
			t.Errorf("%s, repeat %d: Do: error %v, want ErrOutcomeUnknown: %t", test.method, test.repeat, err, once)
		}
	}
}
