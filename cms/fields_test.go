package cms_test

import (
	"errors"
	"testing"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/internal/stub"
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
		s := stub.New(t, stub.Always(403, `{"code":"rest_forbidden","message":"No.","data":{"status":403}}`))
		if err := call(s.Client(t, cms.WithPrefix("wp"))); !errors.Is(err, cms.ErrForbidden) {
			t.Errorf("%s: call: error %v, want ErrForbidden", want, err)
		}
		if got := query(t, s.Seen()[0].Query).Encode(); got != query(t, want).Encode() {
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
			s := stub.New(t, stub.Always(200, "X-CMS-Total: 0", "X-CMS-TotalPages: 0", `[]`))
			things := cms.NewCollection[thing, cms.ReadOnly, list](s.Client(t, cms.WithoutLinks()), "cms/v2/things")
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
			switch got := query(t, s.Seen()[0].Query); {
			case got.Get("_fields") != due:
				t.Errorf("fields %q, embedded %t: _fields %q, want %q", want, embed, got.Get("_fields"), due)
			case got.Has("_embed") != embed:
				t.Errorf("fields %q, embedded %t: query %v, want _embed: %[2]t", want, embed, got)
			}
		}
	}
}

// TestRequestThatNamesItsFieldsNeedsNoID has the argument in its query.
func TestRequestThatNamesItsFieldsNeedsNoID(t *testing.T) {
	t.Parallel()
	site := stub.New(t, stub.Always(200, `{"slug":"a"}`)).Client(t)
	for fields, want := range map[string]error{"slug": nil, "": cms.ErrDecode} {
		r := cms.Request[cms.Post]{Path: "cms/v2/posts/7", ID: 7, Query: query(t, "context=edit")}
		if fields != "" {
			r.Query.Set("_fields", fields)
		}
		post, err := cms.Do(t.Context(), site, r)
		switch {
		case !errors.Is(err, want):
			t.Errorf("%q: cms.Do(site, r): error %v, want %v", fields, err, want)
		case want == nil && (err != nil || post.Slug != "a" || !post.Reading.Partial):
			t.Errorf("fields %q: post %+v, error %v, want a partial post with slug a and nil", fields, post, err)
		}
	}
}

// TestInvalidFieldNamesAreRefused has names for WithoutLinks and Fields.
func TestInvalidFieldNamesAreRefused(t *testing.T) {
	t.Parallel()
	for name, ok := range map[string]bool{"": false, " ": false, "a,b": false, "a": true, "a.b": true} {
		_, err := cms.New("https://docs.example.org", cms.WithoutLinks("price", name))
		switch {
		case (err == nil) != ok:
			t.Errorf("%q: error %v, want nil: %t", name, err, ok)
		case !ok && !refuses(err, "WithoutLinks"):
			t.Errorf("New with WithoutLinks of %q: error %v, want the argument %q refused", name, err, "WithoutLinks")
		}
	}
}
