package cms_test

import (
	"errors"
	"net/http"
	"net/url"
	"testing"

	"github.com/fontcms/fontcms-go/cms"
)

const uuid = "0f3a3c0e-6c2b-4e64-9d0f-7f2f6f0a5b11"

func TestArgumentsThatBeatTheRouteAreRefused(t *testing.T) {
	t.Parallel()
	type named = map[string]any
	passwords := "cms/v2/users/5/application-passwords"
	for _, c := range []struct {
		name, method, path string
		query              url.Values
		body               any
		argument           string // "" for sent
	}{
		{"user of a new password", "POST", passwords, nil, named{"name": "ci", "user_id": 9}, "user_id"},
		{"user of the caller's new password", "POST", "cms/v2/users/me/application-passwords", nil, named{"name": "ci", "user_id": 9}, "user_id"},
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
		{"0 in the body before 1 in the query", "DELETE", "cms/v2/users/5", url.Values{"reassign": {"1"}}, named{"reassign": 0}, "reassign"},
		{"oneself as heir", "DELETE", "cms/v2/users/5", url.Values{"reassign": {"5"}}, nil, "reassign"},
		{"the caller without an heir", "DELETE", "cms/v2/users/me", url.Values{"force": {"true"}}, nil, "reassign"},
		{"an heir", "DELETE", "cms/v2/users/5", url.Values{"reassign": {"1"}, "force": {"true"}}, nil, ""},
		{"an heir in the prefix of the site", "DELETE", "wp/v2/users/5", url.Values{"reassign": {"0"}}, nil, "reassign"},
		{"another record than that of a revision", "GET", "cms/v2/posts/5/revisions/9", url.Values{"parent": {"6"}}, nil, "parent"},
		{"another revision", "GET", "cms/v2/posts/5/revisions/9", url.Values{"id": {"5"}}, nil, "id"},
		{"the same revision", "GET", "/cms/v2/posts/5/revisions/9/", url.Values{"parent": {"05"}, "id": {" 9"}}, nil, ""},
		{"revisions of another record", "GET", "cms/v2/posts/5/revisions", url.Values{"parent": {"6"}}, nil, "parent"},
		{"revisions of the same record", "GET", "cms/v2/posts/5/revisions", url.Values{"parent": {"5"}, "id": {"5"}}, nil, ""},
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
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			s := newStub(t, always(http.StatusOK, `{}`))
			_, err := cms.Do(t.Context(), s.client(t, cms.WithPrefix("wp")), cms.Request[cms.Nothing]{Method: c.method, Path: c.path, Query: c.query, Body: c.body})
			e, refused := errors.AsType[*cms.ArgumentError](err)
			switch {
			case c.argument == "" && (err != nil || len(s.seen()) != 1):
				t.Errorf("%v, %d sent", err, len(s.seen()))
			case c.argument != "" && (!refused || e.Argument != c.argument || len(s.seen()) != 0):
				t.Errorf("%v, %d sent", err, len(s.seen()))
			}
		})
	}
}

func TestARefusedMetaSaysThatTheOtherFieldsWereStored(t *testing.T) {
	t.Parallel()
	const byMeta = `{"code":"rest_invalid_type","message":"meta.layout is not of type object.","data":{"status":400},"additional_data":[{"param":"meta.layout"}]}`
	for _, c := range []struct {
		name   string
		status int
		answer string
		stored bool
	}{
		{"a type", http.StatusBadRequest, byMeta, true},
		{"a type, under the status 200", http.StatusOK, byMeta, true},
		{"null where nothing is set", http.StatusInternalServerError, `{"code":"rest_invalid_stored_value","message":"m","data":{"status":500}}`, true},
		{"a member that the user may not set", http.StatusForbidden, `{"code":"rest_cannot_update","message":"m","data":{"key":"sealed","status":403}}`, true},
		{"a member that the user may not delete", http.StatusForbidden, `{"code":"rest_cannot_delete","message":"m","data":{"key":"sealed","status":403}}`, true},
		{"a member that cannot be stored", http.StatusInternalServerError, `{"code":"rest_meta_database_error","message":"m","data":{"key":"words","status":500}}`, true},
		{"a record that the user may not set", http.StatusForbidden, `{"code":"rest_cannot_update","message":"m","data":{"status":403}}`, false},
		{"a record, and nothing of why", http.StatusForbidden, `{"code":"rest_cannot_update","message":"m"}`, false},
		{"a record, and a list of why", http.StatusForbidden, `{"code":"rest_cannot_delete","message":"m","data":["key"]}`, false},
		{"a record, and null of why", http.StatusForbidden, `{"code":"rest_cannot_delete","message":"m","data":null,"additional_data":null}`, false},
		{"an empty key", http.StatusForbidden, `{"code":"rest_cannot_update","message":"m","data":{"key":"","status":403}}`, false},
		{"one of two members", http.StatusBadRequest, `{"code":"rest_invalid_type","message":"m","data":{"status":400},"additional_data":[{"param":"roles[0]"},{"param":"meta.layout"}]}`, true},
		{"a text in place of members", http.StatusBadRequest, `{"code":"rest_invalid_type","message":"m","data":{"status":400},"additional_data":"meta.layout"}`, false},
		{"a key of something else", http.StatusBadRequest, `{"code":"plugin_wrong_key","message":"m","data":{"key":"sealed","status":400}}`, false},
		{"an argument", http.StatusBadRequest, `{"code":"rest_invalid_param","message":"m","data":{"status":400,"params":{"meta":"m"}},"additional_data":[{"param":"meta.x"}]}`, false},
		{"another member", http.StatusBadRequest, `{"code":"rest_invalid_type","message":"m","data":{"status":400},"additional_data":[{"param":"roles[0]"}]}`, false},
		{"no member", http.StatusBadRequest, `{"code":"rest_invalid_type","message":"m","data":{"status":400},"additional_data":{"param":"meta.x"}}`, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			s := newStub(t, always(c.status, c.answer))
			site := s.client(t)
			_, err := site.Posts.Update(t.Context(), 5, nil)
			if err == nil || errors.Is(err, cms.ErrPartlyWritten) != c.stored || errors.Is(err, cms.ErrOutcomeUnknown) || len(s.seen()) != 1 {
				t.Errorf("%v, %d sent", err, len(s.seen()))
			}
			if _, err := site.Posts.Get(t.Context(), 5); errors.Is(err, cms.ErrPartlyWritten) {
				t.Errorf("nothing is stored by reading: %v", err)
			}
		})
	}
}

func TestWhatIsNullInMetaIsNotWrittenBack(t *testing.T) {
	t.Parallel()
	meta := cms.Meta{Extra: cms.Extra{"unset": []byte("null"), "set": []byte("0")}}
	if got := meta.Params(); got == nil || len(got.Extra) != 1 || string(got.Extra["set"]) != "0" || got.Footnotes != nil {
		t.Errorf("%+v", got)
	}
	delete(meta.Extra, "set")
	if got := meta.Params(); got != nil {
		t.Errorf("%+v", got)
	}
	text := cms.Text{Raw: "x"}
	post := cms.Post{ID: 5, Status: "draft", Type: "post", Link: "l", ModifiedGMT: "m", CommentStatus: "open", Format: "standard", PermalinkTemplate: "p", Title: text, Content: text, Excerpt: text, Meta: meta}
	page := cms.Page{ID: 5, Status: "draft", Type: "page", Link: "l", ModifiedGMT: "m", CommentStatus: "open", PermalinkTemplate: "p", Title: text, Content: text, Excerpt: text, Meta: meta}
	block := cms.Block{ID: 5, Status: "draft", Type: "wp_block", ModifiedGMT: "m", Title: text, Content: text, Excerpt: text, Meta: meta}
	item := cms.MenuItem{ID: 5, Status: "publish", Type: "custom", Title: text, Meta: meta}
	a, err1 := post.Params()
	b, err2 := page.Params()
	c, err3 := block.Params()
	d, err4 := item.Params()
	if err := errors.Join(err1, err2, err3, err4); err != nil {
		t.Fatal(err)
	}
	if a.Meta.Extra != nil || b.Meta.Extra != nil || c.Meta.Extra != nil || d.Meta != nil {
		t.Errorf("%v %v %v %v", a.Meta.Extra, b.Meta.Extra, c.Meta.Extra, d.Meta)
	}
}
