package cms_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/internal/stub"
)

const uuid = "0f3a3c0e-6c2b-4e64-9d0f-7f2f6f0a5b11"

func TestArgumentsThatOverrideTheRouteAreRefused(t *testing.T) {
	t.Parallel()
	type named = map[string]any
	passwords := "cms/v2/users/5/application-passwords"
	var crowd strings.Builder
	for i := range 300_000 {
		fmt.Fprintf(&crowd, `,"%x":1`, i)
	}
	for _, c := range []struct {
		name, method, path string
		query              url.Values
		body               any
		argument           string // "" for sent
	}{
		{"user of a new password", "POST", passwords, nil, named{"name": "ci", "user_id": 9}, "user_id"},
		{"user of the caller's new password", "POST", "cms/v2/users/me/application-passwords", nil,
			named{"name": "ci", "user_id": 9}, "user_id"},
		{"uuid of a new password", "POST", passwords, nil, named{"name": "ci", "uuid": uuid}, "uuid"},
		{"another uuid", "DELETE", passwords + "/" + uuid, url.Values{"uuid": {"1-2"}}, nil, "uuid"},
		{"another user, by array", "DELETE", passwords + "/" + uuid, url.Values{"user_id[]": {"9"}}, nil, "user_id"},
		{"the same user and uuid", "POST", passwords + "/" + uuid, nil, named{"user_id": 5, "uuid": uuid}, ""},
		{"all passwords of another", "DELETE", passwords, url.Values{"user_id": {"9"}}, nil, "user_id"},
		{"another plugin", "POST", "cms/v2/plugins/a/a", nil, named{"plugin": "b/b"}, "plugin"},
		{"the same plugin", "POST", "cms/v2/plugins/a/a", nil, named{"plugin": "a/a"}, ""},
		{"another comment", "POST", "cms/v2/comments/5", nil, named{"id": 6}, "id"},
		{"a user who names no heir", "DELETE", "cms/v2/users/5", url.Values{"force": {"true"}}, nil, "reassign"},
		{"an empty heir", "DELETE", "cms/v2/users/5", url.Values{"reassign": {""}}, nil, "reassign"},
		{"false as heir", "DELETE", "cms/v2/users/5", nil, named{"reassign": false}, "reassign"},
		{"0 as heir", "DELETE", "cms/v2/users/5", url.Values{"reassign": {"0"}}, nil, "reassign"},
		{"null as heir", "DELETE", "cms/v2/users/5", nil, named{"reassign": nil}, "reassign"},
		{"0 in the body before 1 in the query", "DELETE", "cms/v2/users/5", url.Values{"reassign": {"1"}},
			named{"reassign": 0}, "reassign"},
		{"oneself as heir", "DELETE", "cms/v2/users/5", url.Values{"reassign": {"5"}}, nil, "reassign"},
		{"the caller without an heir", "DELETE", "cms/v2/users/me", url.Values{"force": {"true"}}, nil, "reassign"},
		{"an heir", "DELETE", "cms/v2/users/5", url.Values{"reassign": {"1"}, "force": {"true"}}, nil, ""},
		{"an heir in the prefix of the site", "DELETE", "wp/v2/users/5", url.Values{"reassign": {"0"}}, nil, "reassign"},
		{"another record than that of a revision", "GET", "cms/v2/posts/5/revisions/9", url.Values{"parent": {"6"}}, nil,
			"parent"},
		{"another revision", "GET", "cms/v2/posts/5/revisions/9", url.Values{"id": {"5"}}, nil, "id"},
		{"the same revision", "GET", "/cms/v2/posts/5/revisions/9/", url.Values{"parent": {"05"}, "id": {" 9"}}, nil, ""},
		{"revisions of another record", "GET", "cms/v2/posts/5/revisions", url.Values{"parent": {"6"}}, nil, "parent"},
		{"revisions of the same record", "GET", "cms/v2/posts/5/revisions", url.Values{"parent": {"5"}, "id": {"5"}}, nil,
			""},
		{"the page above", "POST", "cms/v2/pages/5", nil, named{"parent": 6}, ""},
		{"a plugin to install", "POST", "cms/v2/plugins", nil, named{"slug": "a", "plugin": "b"}, ""},
		{"the name of an id", "POST", "cms/v2/comments/5", nil, named{"id": "a"}, "id"},
		{"an id of null", "POST", "cms/v2/comments/5", nil, named{"id": nil}, ""},
		{"the id in another body than an object", "POST", "cms/v2/comments/5", nil, []int{6}, ""},
		{"somebody as heir", "DELETE", "cms/v2/users/5", url.Values{"reassign": {"editor"}}, nil, "reassign"},
		{"the first user as heir", "DELETE", "cms/v2/users/5", nil, named{"reassign": 1}, ""},
		{"a user at a route with slashes at its ends", "DELETE", "/cms/v2/users/5/", nil, nil, "reassign"},
		{"an heir in a list", "DELETE", "cms/v2/users/5", url.Values{"reassign[]": {"5"}}, nil, "reassign"},
		{"what is below a user", "DELETE", "cms/v2/users/5/marks", nil, nil, ""},
		{"users of a later version", "DELETE", "cms/v3/users/5", nil, nil, ""},
		{"a term", "DELETE", "cms/v2/tags/5", nil, nil, ""},
		{"users of a plugin", "DELETE", "shop/v2/users/5", nil, nil, ""},
		{"a user in capitals", "DELETE", "cms/v2/Users/5", url.Values{"force": {"true"}}, nil, "reassign"},
		{"a user at a route in capitals", "DELETE", "CMS/V2/USERS/5", url.Values{"reassign": {"0"}}, nil, "reassign"},
		{"a user at a route in capitals in the prefix of the site", "DELETE", "/WP/v2/uSers/5/", nil, nil, "reassign"},
		{"the caller in capitals", "DELETE", "cms/v2/users/ME", nil, nil, "reassign"},
		{"an heir under another name", "DELETE", "cms/v2/users/5", url.Values{"Reassign": {"1"}}, nil, "reassign"},
		{"an heir that is a list", "DELETE", "cms/v2/users/5", url.Values{"reassign[]": {"1"}}, nil, "reassign"},
		{"another plugin in capitals", "DELETE", "cms/v2/Plugins/a/a", url.Values{"plugin": {"b/b"}}, nil, "plugin"},
		{"another user of a password in capitals", "DELETE", "cms/v2/Users/5/Application-Passwords",
			url.Values{"user_id": {"9"}}, nil, "user_id"},
		{"one password of all", "DELETE", passwords, url.Values{"uuid": {uuid}}, nil, "uuid"},
		{"the same user in a list, which is the first one", "GET", passwords, url.Values{"user_id[]": {"5"}}, nil, "user_id"},
		{"true for a user, which is the first one", "POST", passwords, nil, named{"name": "ci", "user_id": true}, "user_id"},
		{"another template", "DELETE", "cms/v2/templates/theme/home", url.Values{"id": {"theme//404"}}, nil, "id"},
		{"the same template", "DELETE", "cms/v2/templates/theme/home", url.Values{"id": {"theme//home"}}, nil, ""},
		{"the same template with escaped slashes", "POST", "cms/v2/templates/theme/home", nil,
			json.RawMessage(`{"id":"theme\/\/home"}`), ""},
		{"another template by its revisions", "DELETE", "cms/v2/templates/theme/home/revisions",
			url.Values{"id": {"theme//404"}}, nil, "id"},
		{"another template by what is looked up", "DELETE", "cms/v2/templates/lookup", url.Values{"id": {"theme//404"}}, nil,
			"id"},
		{"what is looked up", "GET", "cms/v2/templates/lookup", url.Values{"slug": {"a"}, "id": {"theme//404"}}, nil, ""},
		{"the template of an autosave", "POST", "cms/v2/templates/theme/home/autosaves", nil,
			named{"id": "theme/home", "parent": 0}, ""},
		{"a stream to what holds nothing", "POST", "cms/v2/users/me", nil,
			&cms.Upload{Type: "application/json", Size: 2, Reader: strings.NewReader(`{}`)}, ""},
		{"another widget", "PUT", "cms/v2/widgets/text-2", nil, named{"id": "text-3"}, "id"},
		{"a widget that is made", "POST", "cms/v2/widgets", nil, named{"id": "text-3", "id_base": "text"}, ""},
		{"another post of a type", "POST", "cms/v2/Books/5", nil, named{"id": 6}, "id"},
		{"another post of an autosave of a type", "POST", "cms/v2/books/5/Autosaves", nil, named{"id": 6}, "id"},
		{"another post of revisions of a type", "GET", "cms/v2/books/5/Revisions", url.Values{"parent": {"6"}}, nil,
			"parent"},
		{"another revision of a type", "DELETE", "cms/v2/books/5/revisions/9", url.Values{"id": {"8"}}, nil, "id"},
		{"fields of a type", "POST", "cms/v2/books/5", nil, named{"parent": 6, "slug": "a", "name": "a", "type": "novel",
			"status":   "draft",
			"taxonomy": "genre", "location": "Oslo", "namespace": "core", "plugin": "a/a", "stylesheet": "a", "user_id": 9,
			"uuid": uuid}, ""},
		{"a filter of a type", "GET", "cms/v2/books", url.Values{"parent[]": {"6"}, "id": {"6"}, "slug[]": {"a"},
			"status": {"draft"}}, nil, ""},
		{"the parent of an autosave", "POST", "cms/v2/pages/5/autosaves", nil, named{"parent": 6}, ""},
		{"another order of a plugin", "PUT", "shop/v1/orders/7", nil, named{"id": 8}, "id"},
		{"an order of a plugin with fields", "PUT", "shop/v1/orders/7", nil,
			named{"parent": 8, "status": "paid", "user_id": 9}, ""},
		{"what is deleted below another order", "DELETE", "shop/v1/orders/7/notes", url.Values{"id": {"8"}}, nil, "id"},
		{"what is made below an order", "POST", "shop/v1/orders/7/items", nil, named{"id": 99}, ""},
		{"the parent of an item", "POST", "shop/v1/orders/7/items/3", nil, named{"parent": 12}, ""},
		{"what a plugin calls a template", "POST", "shop/v1/templates/a", nil, named{"id": "b"}, ""},
		{"what is made in a namespace that is a number", "POST", "acme/2/things", nil, named{"id": 5}, ""},
		{"a member of another case", "POST", "cms/v2/posts/5", nil, named{"ID": 6}, ""},
		{"another id in a stream", "POST", "cms/v2/posts/5", nil,
			&cms.Upload{Type: "application/JSON;charset=utf-8", Size: 8, Reader: strings.NewReader(`{"id":6}`)}, "body"},
		{"a form in a stream to what holds nothing", "POST", "cms/v2/media", nil,
			&cms.Upload{Type: "application/json", Size: 2, Reader: strings.NewReader(`{}`)}, ""},
		{"files in a form", "POST", "cms/v2/media/5/sideload", nil,
			&cms.Upload{Type: "multipart/form-data; boundary=json", Size: 2, Reader: strings.NewReader(`--`)}, ""},
		{"another id among very many members", "POST", "cms/v2/posts/5", nil,
			json.RawMessage(`{"id":6` + crowd.String() + `}`), "id"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			s := stub.New(t, stub.Always(http.StatusOK, `{}`))
			_, err := cms.Do(t.Context(), s.Client(t, cms.WithPrefix("wp")), cms.Request[cms.Nothing]{Method: c.method,
				Path: c.path, Query: c.query, Body: c.body})
			e, refused := errors.AsType[*cms.ArgumentError](err)
			switch {
			case c.argument == "" && (err != nil || len(s.Seen()) != 1):
				t.Errorf("allowed argument: error %v, %d requests, want nil and 1", err, len(s.Seen()))
			case c.argument != "" && (!refused || e.Argument != c.argument || len(s.Seen()) != 0):
				t.Errorf("error %v, %d requests, want the argument %q refused and 0", err, len(s.Seen()), c.argument)
			}
		})
	}
}

func TestArgumentsOfTheRootDoNotOverrideTheRoute(t *testing.T) {
	t.Parallel()
	s := stub.New(t, stub.Always(http.StatusOK, `{"id":5}`))
	site := s.Client(t, cms.WithRoot("index.php?lang=en&id=6&rest_route=/"))
	_, err := site.Posts.Get(t.Context(), 5)
	switch e, ok := errors.AsType[*cms.ArgumentError](err); {
	case !ok:
		t.Errorf("Posts.Get(5): error %v, want a *cms.ArgumentError", err)
	case e.Argument != "id":
		t.Errorf("Posts.Get(5): Argument %q, want %q", e.Argument, "id")
	case len(s.Seen()) != 0:
		t.Errorf("Posts.Get(5): %d requests, want 0", len(s.Seen()))
	}
	switch _, err := site.Posts.Get(t.Context(), 6); {
	case !errors.Is(err, cms.ErrForeignRecord):
		t.Errorf("Posts.Get(6): error %v, want ErrForeignRecord", err)
	case len(s.Seen()) != 1:
		t.Errorf("Posts.Get(6): %d requests, want 1", len(s.Seen()))
	}
}

// part is a record of a plugin whose records have names of their own.
type part struct {
	Code  string `json:"code"`
	Label string `json:"label,omitzero"`
}

func TestRecordOfACatalogMayBeGivenItsNameAndNoOther(t *testing.T) {
	t.Parallel()
	s := stub.New(t, stub.Always(http.StatusOK, `{"code":"a","id":5}`))
	parts := cms.NewCatalog[part, part, struct{}](s.Client(t), "shop/v1/parts", "code")
	if _, err := parts.Create(t.Context(), &part{Code: "a"}); err != nil {
		t.Error(err)
	}
	if _, err := parts.Update(t.Context(), "a", &part{Code: "a", Label: "A"}); err != nil {
		t.Error(err)
	}
	if _, err := parts.Update(t.Context(), "a", &part{Code: "b", Label: "A"}); !errors.Is(err, cms.ErrInvalidArgument) ||
		!strings.Contains(err.Error(), "code") {
		t.Error(err)
	}
	r := parts.DeleteRequest("a")
	r.Query.Set("code", "b")
	if _, err := cms.Do(t.Context(), s.Client(t), r); !errors.Is(err, cms.ErrInvalidArgument) {
		t.Error(err)
	}
	if n := len(s.Seen()); n != 2 {
		t.Errorf("%d requests were sent, want 2", n)
	}
}

func TestRouteIsOfTheSiteInAnyCase(t *testing.T) {
	t.Parallel()
	for path, sent := range map[string]string{
		"cms/v2/books": "/wp-json/wp/v2/books/5", "CMS/v2/Books": "/wp-json/wp/v2/Books/5",
		"WP/v2/books": "/wp-json/WP/v2/books/5",
	} {
		s := stub.New(t, func(n int, w http.ResponseWriter, _ *http.Request) {
			if n == 1 {
				stub.Cut(w)
				return
			}
			stub.Reply(w, http.StatusOK, `{"id":5,"status":"trash"}`)
		})
		books := cms.NewContent[cms.Post, cms.PostParams, struct{}](s.Client(t, cms.WithPrefix("wp")), path)
		switch _, err := books.Trash(t.Context(), 5); {
		case err != nil:
			t.Errorf("%s: Content.Trash(5): error %v, want nil; requests %v", path, err, s.Seen())
		case len(s.Seen()) != 2:
			t.Errorf("%s: requests sent: %d, want 2", path, len(s.Seen()))
		case s.Seen()[1].Path != sent:
			t.Errorf("path of the second request %q, want %q", s.Seen()[1].Path, sent)
		}
	}
}
