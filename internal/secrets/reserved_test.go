package secrets

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"net/url"
	"testing"

	"github.com/fontcms/fontcms-go/batch"
	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/media"
	"github.com/fontcms/fontcms-go/snippets"
)

// item is a request of a batch that somebody else's package made.
type item cms.BatchItem

func (i item) BatchItem(*cms.Client, http.Header) (cms.BatchItem, error) {
	return cms.BatchItem(i), nil
}

func TestWhatChangesARequestIsRefusedEverywhere(t *testing.T) {
	t.Parallel()
	post := func(ctx context.Context, site *cms.Client, body any) error {
		return do(ctx, site, cms.Request[cms.Nothing]{Method: "POST", Path: "cms/v2/posts", Body: body})
	}
	foreign := func(ctx context.Context, site *cms.Client, i cms.BatchItem) error {
		if i.Path == "" {
			i.Path = "/cms/v2/posts"
		}
		i.Method = "POST"
		return failing(batch.New(site).Add(item(i)).Do(ctx))
	}
	places := map[string]func(ctx context.Context, site *cms.Client, name string) error{
		"query": func(ctx context.Context, site *cms.Client, name string) error {
			return do(ctx, site, cms.Request[cms.Nothing]{Path: "x", Query: url.Values{name: {"DELETE"}}})
		},
		"options of a list": func(ctx context.Context, site *cms.Client, name string) error {
			type options struct {
				More url.Values `url:"-"`
				Name string     `url:"_method,omitempty"`
			}
			return failing(cms.NewCollection[cms.Post, cms.PostParams, options](site, "cms/v2/x").List(ctx,
				&options{Name: name}))
		},
		"body as a map": func(ctx context.Context, site *cms.Client, name string) error {
			return post(ctx, site, map[string]string{name: "DELETE"})
		},
		"body as a struct": func(ctx context.Context, site *cms.Client, _ string) error {
			return post(ctx, site, struct {
				Method string `json:"_method"`
			}{"DELETE"})
		},
		"body as JSON": func(ctx context.Context, site *cms.Client, name string) error {
			quoted, _ := json.Marshal(name)
			return post(ctx, site, json.RawMessage(` {"a":1,`+string(quoted)+`:"DELETE"}`))
		},
		"body with an escaped name": func(ctx context.Context, site *cms.Client, _ string) error {
			return post(ctx, site, json.RawMessage(`{"\u005fmethod":"DELETE"}`))
		},
		"params": func(ctx context.Context, site *cms.Client, name string) error {
			return failing(site.Posts.Create(ctx, &cms.PostParams{Extra: cms.Extra{name: []byte("1")}}))
		},
		"params of an update": func(ctx context.Context, site *cms.Client, name string) error {
			return failing(site.Pages.Update(ctx, 5, &cms.PageParams{Extra: cms.Extra{name: []byte("1")}}))
		},
		"params of a custom type": func(ctx context.Context, site *cms.Client, name string) error {
			return failing(cms.NewCollection[cms.Post, map[string]string, struct{}](site, "cms/v2/x").Create(ctx,
				&map[string]string{name: "1"}))
		},
		"params of Ensure": func(ctx context.Context, site *cms.Client, name string) error {
			return failing(site.Posts.Ensure(ctx, "a", &cms.PostParams{Extra: cms.Extra{name: []byte("1")}}))
		},
		"params of an autosave": func(ctx context.Context, site *cms.Client, name string) error {
			return failing(site.Posts.Autosaves(5).Create(ctx, &cms.PostParams{Extra: cms.Extra{name: []byte("1")}}))
		},
		"params of a form": func(ctx context.Context, site *cms.Client, name string) error {
			return upload(ctx, media.New(site), media.Bytes("a.png", []byte("x")),
				&media.Params{Extra: cms.Extra{name: []byte(`"1"`)}})
		},
		"params of a raw upload": func(ctx context.Context, site *cms.Client, name string) error {
			file := media.Bytes("a.png", []byte("x"))
			file.Raw = true
			return upload(ctx, media.New(site), file, &media.Params{Extra: cms.Extra{name: []byte(`"1"`)}})
		},
		"params of media": func(ctx context.Context, site *cms.Client, name string) error {
			return failing(media.New(site).Update(ctx, 5, &media.Params{Extra: cms.Extra{name: []byte(`"1"`)}}))
		},
		"params of UploadURL": func(ctx context.Context, site *cms.Client, name string) error {
			return failing(media.New(site).UploadURL(ctx, "https://files.test/a.png",
				&media.Params{Extra: cms.Extra{name: []byte(`"1"`)}}))
		},
		"params of a snippet": func(ctx context.Context, site *cms.Client, name string) error {
			return failing(snippets.New(site).Create(ctx, &snippets.Params{Extra: cms.Extra{name: []byte(`"1"`)}}))
		},
		"body in a batch": func(ctx context.Context, site *cms.Client, name string) error {
			return failing(batch.New(site).Post("cms/v2/posts", map[string]string{name: "DELETE"}).Do(ctx))
		},
		"query in a batch": func(ctx context.Context, site *cms.Client, name string) error {
			return failing(batch.New(site).Add(cms.Request[cms.Nothing]{Method: "POST", Path: "cms/v2/posts",
				Query: url.Values{name: {"1"}}}).Do(ctx))
		},
		"query of a foreign item": func(ctx context.Context, site *cms.Client, name string) error {
			return foreign(ctx, site, cms.BatchItem{Path: "/cms/v2/posts?" + url.Values{name: {"1"}}.Encode()})
		},
		"body of a foreign item": func(ctx context.Context, site *cms.Client, name string) error {
			body, _ := json.Marshal(map[string]int{name: 1})
			return foreign(ctx, site, cms.BatchItem{Body: body})
		},
		"query of a root": func(ctx context.Context, site *cms.Client, name string) error {
			derived, err := site.With(cms.WithRoot("index.php?rest_route=/&" + url.Values{name: {"1"}}.Encode()))
			if err != nil {
				return err
			}
			return failing(derived.Posts.Get(ctx, 5))
		},
	}
	w := newWire(t)
	site := w.site(t)
	for place, send := range places {
		for _, name := range []string{"_method", "_envelope", "_jsonp", "_METHOD", " _method", "_method[]", ".method",
			"_method\x00x"} {
			if err := send(t.Context(), site, name); !errors.Is(err, cms.ErrInvalidArgument) {
				t.Errorf("Argument %q in the %s: error %v, want ErrInvalidArgument", name, place, err)
			}
		}
	}
	headers := map[string]func(ctx context.Context, name string) error{
		"request": func(ctx context.Context, name string) error {
			return do(ctx, site, cms.Request[cms.Nothing]{Path: "x", Header: http.Header{name: {"DELETE"}}})
		},
		"call": func(ctx context.Context, name string) error {
			return failing(site.Posts.Get(ctx, 5, cms.Header(name, "DELETE")))
		},
		"client": func(_ context.Context, name string) error { return failing(site.With(cms.WithHeader(name, "DELETE"))) },
		"batch": func(ctx context.Context, name string) error {
			return failing(batch.New(site).Post("cms/v2/posts", nil).Header(name, "DELETE").Do(ctx))
		},
		"foreign item": func(ctx context.Context, name string) error {
			return foreign(ctx, site, cms.BatchItem{Header: http.Header{name: {"DELETE"}}})
		},
	}
	for place, send := range headers {
		for _, name := range []string{"X-HTTP-Method-Override", "x-http-method-override", "X_HTTP_Method_Override",
			"X-Http_method-override", "Authorization", "Cookie", "Host", "Content_Type", "Transfer-Encoding"} {
			if err := send(t.Context(), name); !errors.Is(err, cms.ErrInvalidArgument) {
				t.Errorf("Header %s of a %s: error %v, want ErrInvalidArgument", name, place, err)
			}
		}
	}
	for _, path := range []string{"//evil.test/x", "https://evil.test/x", "/cms/v2/../x", "/cms/v2/%2e%2e/x",
		"/cms/v2/posts#x", "mailto:x", "/cms/v2/posts?a=%zz", "/a\r\nb"} {
		if err := foreign(t.Context(), site, cms.BatchItem{Path: path}); !errors.Is(err, cms.ErrInvalidArgument) {
			t.Errorf("Path %q of a foreign item: error %v, want ErrInvalidArgument", path, err)
		}
	}
	if len(w.arrivals) > 0 {
		t.Errorf("Requests that arrived: %d, want none", len(w.arrivals))
	}
}

func TestRootStaysBelowItsSite(t *testing.T) {
	t.Parallel()
	w := newWire(t)
	for root, want := range map[string]string{
		"api": "/api/cms/v2/posts/5", "a%2Fb": "/a%2Fb/cms/v2/posts/5", "a/../b": "/b/cms/v2/posts/5",
		"../../b":  "/b/cms/v2/posts/5",
		"%2e%2e/b": "", "a/%2e%2e": "", "a?b=c": "", "#a": "", "ftp://x": "", "https://u:p@docs.example.org/": "",
		"a b": "/a%20b/cms/v2/posts/5", "ü": "/%C3%BC/cms/v2/posts/5", "a%0d%0aX-Evil:1": "",
	} {
		site, err := cms.New(w.address(), cms.WithRoot(root), cms.WithRetry(cms.Retry{Attempts: 1}))
		if want == "" {
			if !errors.Is(err, cms.ErrInvalidArgument) {
				t.Errorf("New with the root %q: error %v, want ErrInvalidArgument", root, err)
			}
			continue
		}
		if err != nil {
			t.Errorf("New with the root %q: error %v, want none", root, err)
			continue
		}
		if _, err := site.Posts.Get(t.Context(), 5); err != nil {
			t.Errorf("Get with the root %q: error %v, want none", root, err)
		}
		a := <-w.arrivals
		if a.target != want {
			t.Errorf("root %q: target %q, want %q", root, a.target, want)
		} else if len(a.rest) > 0 || a.request.Header.Get("X-Evil") != "" {
			t.Errorf("Get with the root %q: rest %q, X-Evil %q, want neither", root, a.rest, a.request.Header.Get("X-Evil"))
		}
	}
	site, err := cms.New(w.address()+"/a%2Fb%20c", cms.WithRetry(cms.Retry{Attempts: 1}))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := site.Posts.Get(t.Context(), 5); err != nil {
		t.Error(err)
	}
	if a := <-w.arrivals; a.target != "/a%2Fb%20c/cms-json/cms/v2/posts/5" {
		t.Errorf("Get of a site with an escaped path: target %q, want the same escapes", a.target)
	}
}
