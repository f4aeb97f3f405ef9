package cms_test

import (
	"context"
	"errors"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"github.com/fontcms/fontcms-go/cms"
)

// TestAnUploadIsCheckedBeforeItIsSent has uploads that are none.
func TestAnUploadIsCheckedBeforeItIsSent(t *testing.T) {
	t.Parallel()
	s := newStub(t, always(200, `{}`))
	site := s.client(t)
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
		_, err := cms.Do(t.Context(), site, cms.Request[cms.Nothing]{Method: http.MethodPost, Path: "cms/v2/media", Body: test.upload})
		refused, ok := errors.AsType[*cms.ArgumentError](err)
		if test.reason == "" && err != nil || test.reason != "" && (!ok || refused.Argument != "body" || refused.Operation != "POST cms/v2/media" || !strings.Contains(refused.Reason, test.reason)) {
			t.Errorf("%+v: %v", test.upload, err)
		}
	}
	_, err := cms.Do(t.Context(), site, cms.Request[cms.Nothing]{
		Method: http.MethodPost, Path: "cms/v2/media/41", Query: url.Values{"id": {"57"}}, Body: &cms.Upload{Type: "text/plain", Reader: reader(), Size: 3},
	})
	if refused, ok := errors.AsType[*cms.ArgumentError](err); !ok || refused.Argument != "id" {
		t.Errorf("another id: %v", err)
	}
	all := s.seen()
	if len(all) != 2 {
		t.Fatalf("%d were sent", len(all))
	}
	for i, length := range []string{"", "3"} {
		if all[i].Body != "abc" || all[i].Header.Get("Content-Type") != "text/plain" || all[i].Header.Get("Content-Length") != length {
			t.Errorf("%+v was sent", all[i])
		}
	}
}

// TestALockIsGivenBackOnce has a lock that is asked for in a context that has ended.
func TestALockIsGivenBackOnce(t *testing.T) {
	t.Parallel()
	site := dial(t, "https://docs.example.org")
	unlock, err := site.Lock(t.Context(), "settings")
	if err != nil {
		t.Fatal(err)
	}
	enough := errors.New("enough")
	ctx, cancel := context.WithCancelCause(t.Context())
	cancel(enough)
	if again, err := site.Lock(ctx, "settings"); !errors.Is(err, enough) || again != nil {
		t.Errorf("%v", err)
	}
	if other, err := site.Lock(t.Context(), "menus"); err != nil {
		t.Errorf("%v", err)
	} else {
		other()
	}
	unlock()
	unlock()
	again, err := site.Lock(t.Context(), "settings")
	if err != nil {
		t.Fatal(err)
	}
	defer again()
	if _, err := site.Lock(ctx, "settings"); err == nil {
		t.Error("it was given back twice, and is free while it is held")
	}
}

// TestTheNameOfARootThatIsNoneIsRefused has names of different kinds.
func TestTheNameOfARootThatIsNoneIsRefused(t *testing.T) {
	t.Parallel()
	for root, reason := range map[string]string{
		"http://[::1":               "cannot be parsed",
		"//::":                      "host cannot be parsed",
		"ftp://docs.example.org/":   "a name below the site",
		"https:///api":              "a name below the site",
		"https://u:p@example.org/":  "a name below the site",
		"api#part":                  "a name below the site",
		"https://example.org:0/api": "port",
		"%2e%2e/api":                "dots",
		"api?lang=de":               "only rest_route",
		"?rest_route=/&_method=PUT": "changes what a request is",
	} {
		_, err := cms.New("https://docs.example.org/a", cms.WithRoot(root))
		if refused, ok := errors.AsType[*cms.ArgumentError](err); !ok || refused.Argument != "WithRoot" || !strings.Contains(refused.Reason, reason) {
			t.Errorf("%s: %v", root, err)
		}
	}
	for site, reason := range map[string]string{
		"":                                  "is empty",
		" ":                                 "is empty",
		"http://[::1":                       "cannot be parsed",
		"docs.example.org":                  "needs a scheme",
		"ftp://docs.example.org":            "needs a scheme",
		"https://":                          "no host",
		"https://u@docs.example.org":        "holds a user",
		"https://docs.example.org?a=b":      "has a query",
		"https://docs.example.org?":         "has a query",
		"https://docs.example.org#part":     "has a fragment",
		"https://docs.example.org:0":        "port",
		"https://docs.example.org/wp-json/": "wp-json is the root",
	} {
		_, err := cms.New(site)
		if refused, ok := errors.AsType[*cms.ArgumentError](err); !ok || refused.Argument != "site" || !strings.Contains(refused.Reason, reason) {
			t.Errorf("%s: %v", site, err)
		}
	}
}

// TestNamesOfNoFieldsAreRefused has names for WithoutLinks and Fields.
func TestNamesOfNoFieldsAreRefused(t *testing.T) {
	t.Parallel()
	for name, ok := range map[string]bool{"": false, " ": false, "a,b": false, "a": true, "a.b": true} {
		_, err := cms.New("https://docs.example.org", cms.WithoutLinks("price", name))
		if (err == nil) != ok || !ok && !refuses(err, "WithoutLinks") {
			t.Errorf("%q: %v", name, err)
		}
	}
}

// TestCredentialsAreASourceThatNeverChanges gives them to a client and asks them.
func TestCredentialsAreASourceThatNeverChanges(t *testing.T) {
	t.Parallel()
	s := newStub(t, always(200, `{"id":7}`))
	login := cms.Credentials{User: "editor", Password: "abcd EFGH 1234 ijkl"}
	if again, err := login.Credentials(t.Context()); err != nil || again != login {
		t.Errorf("%v, %v", again, err)
	}
	rotated := cms.CredentialsFunc(func(ctx context.Context) (cms.Credentials, error) { return login.Credentials(ctx) })
	for name, source := range map[string]cms.CredentialsSource{"themselves": login, "a function": rotated} {
		site := s.client(t, cms.WithCredentials(source))
		for range 2 {
			if _, err := site.Posts.Get(t.Context(), 7); err != nil {
				t.Errorf("%s: %v", name, err)
			}
		}
	}
	for _, r := range s.seen() {
		req := http.Request{Header: r.Header}
		if user, password, ok := req.BasicAuth(); !ok || user != "editor" || password != "abcd EFGH 1234 ijkl" {
			t.Errorf("%s, %s were sent", user, password)
		}
	}
}

// TestASourceOfCredentialsThatFailsEndsTheCall has sources without any, or odd ones.
func TestASourceOfCredentialsThatFailsEndsTheCall(t *testing.T) {
	t.Parallel()
	locked := errors.New("the vault is locked")
	for name, test := range map[string]struct {
		credentials cms.Credentials
		err         error
		want        error
	}{
		"a failure":   {err: locked, want: locked},
		"no user":     {credentials: cms.Credentials{Password: "x"}, want: cms.ErrInvalidArgument},
		"no password": {credentials: cms.Credentials{User: "editor"}, want: cms.ErrInvalidArgument},
		"a colon":     {credentials: cms.Credentials{User: "a:b", Password: "x"}, want: cms.ErrInvalidArgument},
	} {
		s := newStub(t, always(200, `{"id":7}`))
		asked := 0
		site := s.client(t, cms.WithCredentials(cms.CredentialsFunc(func(context.Context) (cms.Credentials, error) { asked++; return test.credentials, test.err })))
		for range 2 {
			if _, err := site.Posts.Get(t.Context(), 7); !errors.Is(err, test.want) {
				t.Errorf("%s: %v", name, err)
			}
		}
		if len(s.seen()) > 0 || asked != 2 {
			t.Errorf("%s: %d requests, asked %d times", name, len(s.seen()), asked)
		}
	}
}

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

// TestAnAnswerInABatchMayTakeAsMuchAsItsShare has a list that is read from a response
// of its own, and is too much for one of 25.
func TestAnAnswerInABatchMayTakeAsMuchAsItsShare(t *testing.T) {
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
	if v, err := item.Accept(200, nil, []byte(list)); v != nil || !errors.Is(err, cms.ErrDecode) {
		t.Errorf("in a batch: %v", err)
	}
	if v, err := item.Accept(200, nil, []byte("[{}]")); v == nil || err != nil {
		t.Errorf("one in a batch: %v", err)
	}
}

// TestFieldsAreAskedForWithWhatIsNeededBesides has calls of each kind with one field.
func TestFieldsAreAskedForWithWhatIsNeededBesides(t *testing.T) {
	t.Parallel()
	title, author := cms.Fields("title"), cms.Embed("author", "cms:term")
	document := func(c *cms.Client) *cms.Document[map[string]any, cms.ReadOnly] {
		return cms.NewDocument[map[string]any, cms.ReadOnly](c, "cms/v2/settings")
	}
	for want, call := range map[string]func(*cms.Client) error{
		"_fields=title":         func(c *cms.Client) error { return second(document(c).Get(t.Context(), title)) },
		"_embed=author,wp:term": func(c *cms.Client) error { return second(document(c).Get(t.Context(), author)) },
		"_embed=1":              func(c *cms.Client) error { return second(document(c).Get(t.Context(), cms.Embed())) },
		"_fields=title,id":      func(c *cms.Client) error { return second(c.Posts.Get(t.Context(), 7, title)) },
		"_fields=id":            func(c *cms.Client) error { return second(c.Posts.Get(t.Context(), 7, cms.Fields("id"))) },
		"_fields=wp_pattern_sync_status,id,meta": func(c *cms.Client) error {
			return second(c.Blocks.Get(t.Context(), 7, cms.Fields("cms_pattern_sync_status")))
		},
		"_embed=author,wp:term&_fields=_links,_embedded,title": func(c *cms.Client) error { return second(document(c).Get(t.Context(), title, author)) },
		"_fields=slug,deleted,previous.id&force=true":          func(c *cms.Client) error { return second(c.Posts.Delete(t.Context(), 7, cms.Fields("slug"))) },
		"_fields=previous,deleted&force=true":                  func(c *cms.Client) error { return second(c.Posts.Delete(t.Context(), 7, cms.Fields("previous"))) },
		"_fields=slug,deleted,previous.name&force=true": func(c *cms.Client) error {
			return second(gadgets(c).Delete(t.Context(), "a", cms.Fields("slug")))
		},
	} {
		s := newStub(t, always(403, `{"code":"rest_forbidden","message":"No.","data":{"status":403}}`))
		if err := call(s.client(t, cms.WithPrefix("wp"))); !errors.Is(err, cms.ErrForbidden) {
			t.Errorf("%s: %v", want, err)
		}
		if got := query(t, s.seen()[0].Query).Encode(); got != query(t, want).Encode() {
			t.Errorf("%s was asked for, not %s", got, want)
		}
	}
}

// TestAWalkWithCheckedArgumentsTurnsItsPages has a route that describes one argument
// and not those of pages.
func TestAWalkWithCheckedArgumentsTurnsItsPages(t *testing.T) {
	t.Parallel()
	s := newStub(t, func(_ int, w http.ResponseWriter, r *http.Request) {
		if r.Method == http.MethodOptions {
			reply(w, 200, `{"endpoints":[{"methods":["GET"],"args":{"search":{"type":"string"}}}]}`)
			return
		}
		reply(w, 200, "X-CMS-Total: 1", "X-CMS-TotalPages: 1", `[{"id":1}]`)
	})
	site := s.client(t, cms.WithCheckedArguments())
	if got, err := walked(t, site, &cms.PostListOptions{Search: "a", PerPage: 5}); err != nil || len(got) != 1 {
		t.Errorf("a walk: %v, %v", got, err)
	}
	for argument, options := range map[string]*cms.PostListOptions{"per_page": {PerPage: 5}, "page": {Page: 2}, "slug": {Slug: []string{"a"}}} {
		if _, err := site.Posts.List(t.Context(), options); !refuses(err, argument) {
			t.Errorf("a list: %v, not for %s", err, argument)
		}
	}
	if err := failed(site.Posts.All(t.Context(), &cms.PostListOptions{Slug: []string{"a"}})); !refuses(err, "slug") {
		t.Errorf("a walk with a filter: %v", err)
	}
	asked := 0
	for _, r := range s.seen() {
		if r.Method == http.MethodOptions {
			if asked++; r.Query != "_fields=endpoints" || r.Path != "/cms-json/cms/v2/posts" {
				t.Errorf("it asked for %s?%s", r.Path, r.Query)
			}
		}
	}
	if asked != 1 {
		t.Errorf("it asked %d times", asked)
	}
}

// TestSmallThingsSayWhatTheyAre has texts that people read.
func TestSmallThingsSayWhatTheyAre(t *testing.T) {
	t.Parallel()
	login := cms.Credentials{User: "editor", Password: "abcd"}
	for want, got := range map[string]string{
		"editor:[redacted]":                                        login.String(),
		"cms.Credentials{User: editor, [redacted]}":                login.GoString(),
		`cms: the site gives the slug "a-2", not "a"`:              (&cms.SlugTakenError{Slug: "a", Got: "a-2"}).Error(),
		`cms: record "a" cannot be read: ` + cms.ErrDecode.Error(): (&cms.BrokenRecordError{Name: "a", Err: cms.ErrDecode}).Error(),
	} {
		if got != want {
			t.Errorf("%s, not %s", got, want)
		}
	}
	_, err := cms.New("http://docs.example.org", cms.WithApplicationPassword("editor", "abcd"))
	if want := cms.ErrInsecure.Error() + ": the site is on plain http"; err == nil || !strings.Contains(err.Error(), want) {
		t.Errorf("%v, not %s", err, want)
	}
	if _, err := cms.LocalTime("2026-01-01T00:00:00").In(nil); !refuses(err, "zone") {
		t.Errorf("a date in no zone: %v", err)
	}
	s := newStub(t, always(200, `{"id":7}`))
	if _, err := s.client(t, cms.WithHeader("X-Key", "a")).Posts.Get(t.Context(), 7, cms.Header("X-Call", "b")); err != nil {
		t.Error(err)
	}
	if got := s.seen()[0].Header; got.Get("X-Key") != "a" || got.Get("X-Call") != "b" {
		t.Errorf("the headers are %v", got)
	}
}

// TestMoreEmbeddedRecordsThanAHundredThousandAreAnError has as many, and one more.
func TestMoreEmbeddedRecordsThanAHundredThousandAreAnError(t *testing.T) {
	t.Parallel()
	for n, ok := range map[int]bool{100_000: true, 100_001: false} {
		list := []byte("[" + strings.Repeat("0,", n-1) + "0]")
		got, err := cms.EmbeddedAs[int8](cms.Embedded{"author": list}, "author")
		if (err == nil) != ok || ok && len(got) != n || !ok && (got != nil || !strings.Contains(err.Error(), "embedded author")) {
			t.Errorf("%d: %d, %v", n, len(got), err)
		}
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
