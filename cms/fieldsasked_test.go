package cms_test

import (
	"errors"
	"net/http"
	"testing"

	"github.com/fontcms/fontcms-go/cms"
)

// TestFieldsRequestsTheIDAndOtherNeededFields has calls of each kind with one field.
func TestFieldsRequestsTheIDAndOtherNeededFields(t *testing.T) {
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
		"_embed=author,wp:term&_fields=_links,_embedded,title": func(c *cms.Client) error {
			return second(document(c).Get(t.Context(), title, author))
		},
		"_fields=slug,deleted,previous.id&force=true": func(c *cms.Client) error {
			return second(c.Posts.Delete(t.Context(), 7, cms.Fields("slug")))
		},
		"_fields=previous,deleted&force=true": func(c *cms.Client) error {
			return second(c.Posts.Delete(t.Context(), 7, cms.Fields("previous")))
		},
		"_fields=slug,deleted,previous.name&force=true": func(c *cms.Client) error {
			return second(gadgets(c).Delete(t.Context(), "a", cms.Fields("slug")))
		},
	} {
		s := newStub(t, always(403, `{"code":"rest_forbidden","message":"No.","data":{"status":403}}`))
		if err := call(s.client(t, cms.WithPrefix("wp"))); !errors.Is(err, cms.ErrForbidden) {
			t.Errorf("%s: call: error %v, want ErrForbidden", want, err)
		}
		if got := query(t, s.seen()[0].Query).Encode(); got != query(t, want).Encode() {
			t.Errorf("query %s, want %s", got, query(t, want).Encode())
		}
	}
}

// TestFieldsOfTheOptionsCountMoreThanThoseOfAType has a client without links, which
// asks for what the type has where nobody says what to ask for.
func TestFieldsOfTheOptionsCountMoreThanThoseOfAType(t *testing.T) {
	t.Parallel()
	type list struct {
		Fields string `url:"_fields,omitempty"`
	}
	type thing struct {
		ID   int64  `json:"id"`
		Name string `json:"name"`
	}
	for want, options := range map[string]*list{"": nil, "id,slug": {Fields: "id,slug"}} {
		for _, embed := range []bool{false, true} {
			s := newStub(t, always(200, "X-CMS-Total: 0", "X-CMS-TotalPages: 0", `[]`))
			things := cms.NewCollection[thing, cms.ReadOnly, list](s.client(t, cms.WithoutLinks()), "cms/v2/things")
			asked, due := []cms.CallOption{}, want
			switch {
			case embed:
				asked = append(asked, cms.Embed("author"))
			case due == "":
				due = "id,name"
			}
			if _, err := things.List(t.Context(), options, asked...); err != nil {
				t.Fatal(err)
			}
			switch got := query(t, s.seen()[0].Query); {
			case got.Get("_fields") != due:
				t.Errorf("fields %q, embedded %t: _fields %q, want %q", want, embed, got.Get("_fields"), due)
			case got.Has("_embed") != embed:
				t.Errorf("fields %q, embedded %t: query %v, want _embed: %[2]t", want, embed, got)
			}
		}
	}
}

// TestWalkWithCheckedArgumentsTurnsItsPages has a route that describes one argument
// and not those of pages.
func TestWalkWithCheckedArgumentsTurnsItsPages(t *testing.T) {
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
		t.Errorf("walk with checked arguments yields %v, error %v, want 1 post and nil", got, err)
	}
	for argument, options := range map[string]*cms.PostListOptions{"per_page": {PerPage: 5}, "page": {Page: 2},
		"slug": {Slug: []string{"a"}}} {
		if _, err := site.Posts.List(t.Context(), options); !refuses(err, argument) {
			t.Errorf("Posts.List with checked arguments: error %v, want the argument %q refused", err, argument)
		}
	}
	if err := failed(site.Posts.All(t.Context(), &cms.PostListOptions{Slug: []string{"a"}})); !refuses(err, "slug") {
		t.Errorf("Posts.All with checked arguments: error %v, want the argument %q refused", err, "slug")
	}
	asked := 0
	for _, r := range s.seen() {
		if r.Method == http.MethodOptions {
			if asked++; r.Query != "_fields=endpoints" || r.Path != "/cms-json/cms/v2/posts" {
				t.Errorf("description read from %s?%s, want %s?%s", r.Path, r.Query, "/cms-json/cms/v2/posts", "_fields=endpoints")
			}
		}
	}
	if asked != 1 {
		t.Errorf("it asked %d times, want 1", asked)
	}
}
