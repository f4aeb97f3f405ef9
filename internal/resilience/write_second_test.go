package resilience

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/cms/appearance"
	"github.com/fontcms/fontcms-go/cms/blockvisibility"
	"github.com/fontcms/fontcms-go/cms/cmstest"
	"github.com/fontcms/fontcms-go/cms/comments"
	"github.com/fontcms/fontcms-go/cms/menus"
	"github.com/fontcms/fontcms-go/cms/plugins"
	"github.com/fontcms/fontcms-go/cms/settings"
	"github.com/fontcms/fontcms-go/cms/terms"
	"github.com/fontcms/fontcms-go/cms/users"
	"github.com/fontcms/fontcms-go/internal/replay/sitetest"
	"github.com/fontcms/fontcms-go/media"
	"github.com/fontcms/fontcms-go/snippets"
)

// forgetful loses the response to the first write, after the site has acted on it. It
// notes what the site answers to the second.
type forgetful struct {
	next   http.RoundTripper
	first  *http.Request
	body   []byte
	second string // "404 rest_post_invalid_id"
}

func (f *forgetful) RoundTrip(r *http.Request) (*http.Response, error) {
	if r.Method == http.MethodGet {
		return f.next.RoundTrip(r)
	}
	if f.first != nil {
		return f.note(r)
	}
	f.first = r
	if r.Body != nil {
		f.body, _ = io.ReadAll(r.Body)
		r = r.Clone(r.Context())
		r.Body = io.NopCloser(bytes.NewReader(f.body))
	}
	resp, err := f.next.RoundTrip(r)
	if err != nil {
		return nil, err
	}
	_, _ = io.Copy(io.Discard, resp.Body)
	_ = resp.Body.Close()
	return nil, errors.New("connection reset by peer")
}

// note sends a write for the second time.
func (f *forgetful) note(r *http.Request) (*http.Response, error) {
	resp, err := f.next.RoundTrip(r)
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	body, err := io.ReadAll(resp.Body)
	if err != nil {
		return nil, err
	}
	resp.Body = io.NopCloser(bytes.NewReader(body))
	var refusal struct {
		Code json.RawMessage `json:"code"`
	}
	f.second = strconv.Itoa(resp.StatusCode)
	if resp.StatusCode >= 400 && json.Unmarshal(body, &refusal) == nil {
		f.second += " " + strings.Trim(string(refusal.Code), `"`)
	}
	return resp, nil
}

// repeat sends the first write again if the client did not.
func (f *forgetful) repeat(ctx context.Context) error {
	if f.second != "" || f.first == nil {
		return nil
	}
	again := f.first.Clone(ctx)
	if f.body != nil {
		again.Body = io.NopCloser(bytes.NewReader(f.body))
	}
	resp, err := f.note(again)
	if err == nil {
		_ = resp.Body.Close()
	}
	return err
}

// secondWrite is a write that is sent twice.
type secondWrite struct {
	name   string
	second string // what the site answers to the second
	// sent says that the client sends it again itself, and then succeeds. Otherwise the
	// outcome is unknown, except where a look shows it.
	sent   bool
	looked bool   // the client does not send it again, and looks what became of it
	live   bool   // the server in memory has no such route
	plugin bool   // WordPress has none without a plugin; the responses are those of its recordings
	since  string // the version of WordPress that answers so, if an older one has another answer
	do     func(c context.Context, w *writer) error
}

// writer has a client of a site, and one that loses the first response.
type writer struct {
	*testing.T
	site, lossy *cms.Client
	name        string // of what is made
	folder      string // of the files of a live site
}

// must is what had to be made for a write.
func must[V any](v *V, err error) func(w *writer) *V {
	return func(w *writer) *V {
		w.Helper()
		if err != nil {
			w.Fatal(err)
		}
		return v
	}
}

// errorOf is the error of a call.
func errorOf[V any](_ V, err error) error { return err }

func (w *writer) post(c context.Context, content string) int64 {
	id := must(w.site.Posts.Create(c,
		&cms.PostParams{Title: &w.name, Content: &content, Status: new(cms.StatusPublish)}))(w).ID
	w.Cleanup(func() { _, _ = w.site.Posts.Delete(context.Background(), id) }) // other tests count what the site shows
	return id
}

func (w *writer) comment(c context.Context) int64 {
	return must(comments.New(w.site).Create(c, &comments.Params{Post: new(w.post(c, "text")), Content: &w.name}))(w).ID
}

func (w *writer) user(c context.Context) int64 {
	return must(users.New(w.site).Create(c, w.account()))(w).ID
}

func (w *writer) account() *users.Params {
	return &users.Params{Username: &w.name, Email: new(w.name + "@example.org"), Password: new("correct horse battery")}
}

func (w *writer) image(c context.Context) int64 {
	return must(media.New(w.site).Upload(c, w.file(), nil))(w).ID
}

func (w *writer) file() media.File {
	return media.File{Name: w.name + ".png",
		Open: func() (io.ReadCloser, error) { return io.NopCloser(strings.NewReader(pixel)), nil }}
}

const pixel = "\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR\x00\x00\x00\x01\x00\x00\x00\x01\x08\x06\x00" +
	"\x00\x00\x1f\x15\xc4\x89\x00\x00\x00\r" +
	"IDATx\x9cc\xf8\xcf\xc0\xf0\x1f\x00\x05\x00\x01\xff\x89\x99=\x1d\x00\x00\x00\x00IEND\xaeB`\x82"

func (w *writer) plugin(code string) string {
	folder := filepath.Join(w.folder, "wp/wp-content/plugins", w.name)
	if err := os.MkdirAll(folder, 0o755); err != nil { //nolint:gosec // the site reads it as itself
		w.Fatal(err)
	}
	w.Cleanup(func() { _ = os.RemoveAll(folder) })
	source := "<?php\n/*\nPlugin Name: " + w.name + "\nVersion: 1\n*/\n" + code
	if err := os.WriteFile(filepath.Join(folder, "one.php"), []byte(source),
		0o644); err != nil { //nolint:gosec // as above
		w.Fatal(err)
	}
	return w.name + "/one"
}

// writes are the writes of the packages. The responses are those of WordPress 7.1.
func writes() []secondWrite {
	text := func(s string) *string { return &s }
	return []secondWrite{
		{name: "posts.Create", second: "201", do: func(c context.Context, w *writer) error {
			return errorOf(w.lossy.Posts.Create(c, &cms.PostParams{Title: &w.name}))
		}},
		{name: "posts.Update", second: "200", sent: true, do: func(c context.Context, w *writer) error {
			return errorOf(w.lossy.Posts.Update(c, w.post(c, "a"), &cms.PostParams{Content: text("b")}))
		}},
		{name: "posts.Trash", second: "410 rest_already_trashed", sent: true, do: func(c context.Context, w *writer) error {
			return errorOf(w.lossy.Posts.Trash(c, w.post(c, "a")))
		}},
		{name: "posts.Delete", second: "404 rest_post_invalid_id", sent: true, do: func(c context.Context, w *writer) error {
			return errorOf(w.lossy.Posts.Delete(c, w.post(c, "a")))
		}},
		{name: "posts.UpdateIfUnchanged", second: "200", sent: true, do: func(c context.Context, w *writer) error {
			read := must(w.site.Posts.Get(c, w.post(c, "a"), cms.InContext(cms.ContextEdit)))(w)
			return errorOf(w.lossy.Posts.UpdateIfUnchanged(c, read, &cms.PostParams{Content: text("b")}))
		}},
		{name: "posts.Autosaves.Create", second: "200", do: func(c context.Context, w *writer) error {
			return errorOf(w.lossy.Posts.Autosaves(w.post(c, "a")).Create(c, &cms.PostParams{Content: text("b")}))
		}},
		{name: "menuitems.Create", second: "201", do: func(c context.Context, w *writer) error {
			return errorOf(w.lossy.MenuItems.Create(c, w.link()))
		}},
		{name: "menuitems.Update", second: "200", sent: true, do: func(c context.Context, w *writer) error {
			return errorOf(w.lossy.MenuItems.Update(c, w.item(c), &cms.MenuItemParams{Title: text("b")}))
		}},
		{name: "menuitems.Delete", second: "404 rest_post_invalid_id", sent: true,
			do: func(c context.Context, w *writer) error {
				return errorOf(w.lossy.MenuItems.Delete(c, w.item(c)))
			}},
		{name: "media.Upload", second: "201", do: func(c context.Context, w *writer) error {
			return errorOf(media.New(w.lossy).Upload(c, w.file(), nil))
		}},
		{name: "media.Update", second: "200", sent: true, do: func(c context.Context, w *writer) error {
			return errorOf(media.New(w.lossy).Update(c, w.image(c), &media.Params{Title: text("b")}))
		}},
		{name: "media.Delete", second: "404 rest_post_invalid_id", sent: true, do: func(c context.Context, w *writer) error {
			return errorOf(media.New(w.lossy).Delete(c, w.image(c)))
		}},
		{name: "media.PostProcess", second: "200", sent: true, do: func(c context.Context, w *writer) error {
			return errorOf(media.New(w.lossy).PostProcess(c, w.image(c)))
		}},
		{name: "media.Finalize", since: "7.1", second: "200", sent: true, do: func(c context.Context, w *writer) error {
			return errorOf(media.New(w.lossy).Finalize(c, w.image(c), nil))
		}},
		{name: "terms.Create", second: "400 term_exists", do: func(c context.Context, w *writer) error {
			return errorOf(terms.Categories(w.lossy).Create(c, &terms.Params{Name: &w.name}))
		}},
		{name: "terms.Ensure", second: "400 term_exists", looked: true, do: func(c context.Context, w *writer) error {
			return errorOf(terms.Categories(w.lossy).Ensure(c, w.name, nil))
		}},
		{name: "terms.Update", second: "200", sent: true, do: func(c context.Context, w *writer) error {
			return errorOf(terms.Categories(w.lossy).Update(c, w.term(c), &terms.Params{Slug: text(w.name + "-slug")}))
		}},
		{name: "terms.Delete", second: "404 rest_term_invalid", sent: true, do: func(c context.Context, w *writer) error {
			return errorOf(terms.Categories(w.lossy).Delete(c, w.term(c)))
		}},
		{name: "menus.Create", second: "400 menu_exists", do: func(c context.Context, w *writer) error {
			return errorOf(menus.New(w.lossy).Create(c, &menus.Params{Name: &w.name}))
		}},
		{name: "menus.Ensure", second: "400 menu_exists", looked: true, do: func(c context.Context, w *writer) error {
			return errorOf(menus.New(w.lossy).Ensure(c, w.name, nil))
		}},
		{name: "menus.Update", second: "200", sent: true, do: func(c context.Context, w *writer) error {
			return errorOf(menus.New(w.lossy).Update(c, w.menu(c),
				&menus.Params{Name: text(w.name + " b"), Description: text("d")}))
		}},
		{name: "menus.Delete", second: "404 rest_term_invalid", sent: true, do: func(c context.Context, w *writer) error {
			return errorOf(menus.New(w.lossy).Delete(c, w.menu(c), menus.DeleteItems))
		}},
		{name: "navigation.Update", second: "200", sent: true, do: func(c context.Context, w *writer) error {
			made := must(menus.New(w.site).Navigations.Create(c, &menus.NavigationParams{Title: &w.name}))(w)
			return errorOf(menus.New(w.lossy).Navigations.Update(c, made.ID, &menus.NavigationParams{Title: text("b")}))
		}},
		{name: "navigation.Trash", second: "410 rest_already_trashed", sent: true,
			do: func(c context.Context, w *writer) error {
				made := must(menus.New(w.site).Navigations.Create(c, &menus.NavigationParams{Title: &w.name}))(w)
				return errorOf(menus.New(w.lossy).Navigations.Trash(c, made.ID))
			}},
		{name: "users.Create", second: "500 existing_user_login", do: func(c context.Context, w *writer) error {
			return errorOf(users.New(w.lossy).Create(c, w.account()))
		}},
		{name: "users.Update", second: "200", sent: true, do: func(c context.Context, w *writer) error {
			return errorOf(users.New(w.lossy).Update(c, w.user(c), &users.Params{Email: text("b" + w.name + "@example.org")}))
		}},
		{name: "users.Delete", second: "404 rest_user_invalid_id", sent: true, do: func(c context.Context, w *writer) error {
			return errorOf(users.New(w.lossy).Delete(c, w.user(c), users.ReassignTo(1)))
		}},
		{name: "users.Me.Update", second: "200", sent: true, do: func(c context.Context, w *writer) error {
			return errorOf(users.New(w.lossy).UpdateMe(c, &users.Params{Description: &w.name}))
		}},
		{name: "passwords.Create", since: "6.5", second: "201", do: func(c context.Context, w *writer) error {
			return errorOf(users.New(w.lossy).Passwords(w.user(c)).Create(c, &users.PasswordParams{Name: &w.name}))
		}},
		{name: "passwords.Update", second: "200", sent: true, do: func(c context.Context, w *writer) error {
			user := w.user(c)
			return errorOf(users.New(w.lossy).Passwords(user).Update(c, w.password(c, user),
				&users.PasswordParams{Name: text("b")}))
		}},
		{name: "passwords.Delete", second: "404 rest_application_password_not_found", sent: true,
			do: func(c context.Context, w *writer) error {
				user := w.user(c)
				return errorOf(users.New(w.lossy).Passwords(user).Delete(c, w.password(c, user)))
			}},
		{name: "passwords.RevokeAll", second: "200", do: func(c context.Context, w *writer) error {
			user := w.user(c)
			w.password(c, user)
			return errorOf(users.New(w.lossy).Passwords(user).RevokeAll(c))
		}},
		{name: "comments.Create", second: "409 comment_duplicate", do: func(c context.Context, w *writer) error {
			return errorOf(comments.New(w.lossy).Create(c, &comments.Params{Post: new(w.post(c, "a")), Content: &w.name}))
		}},
		{name: "comments.Update", second: "200", sent: true, do: func(c context.Context, w *writer) error {
			return errorOf(comments.New(w.lossy).Update(c, w.comment(c), &comments.Params{Content: text("b " + w.name)}))
		}},
		{name: "comments.Hold", second: "200", sent: true, do: func(c context.Context, w *writer) error {
			return errorOf(comments.New(w.lossy).Hold(c, w.comment(c)))
		}},
		{name: "comments.Spam", second: "200", sent: true, do: func(c context.Context, w *writer) error {
			return errorOf(comments.New(w.lossy).Spam(c, w.comment(c)))
		}},
		{name: "comments.Trash", second: "410 rest_already_trashed", sent: true,
			do: func(c context.Context, w *writer) error {
				return errorOf(comments.New(w.lossy).Trash(c, w.comment(c)))
			}},
		{name: "comments.Delete", second: "404 rest_comment_invalid_id", sent: true,
			do: func(c context.Context, w *writer) error {
				return errorOf(comments.New(w.lossy).Delete(c, w.comment(c)))
			}},
		{name: "settings.Update", second: "200", sent: true, do: func(c context.Context, w *writer) error {
			return errorOf(settings.New(w.lossy).Update(c, &settings.Params{Description: &w.name}))
		}},
		{name: "settings.Edit", second: "200", sent: true, do: func(c context.Context, w *writer) error {
			return errorOf(settings.New(w.lossy).Edit(c,
				func(s *settings.Settings) error { s.Description = w.name; return nil }))
		}},
		{name: "snippets.Create", second: "200", plugin: true, do: func(c context.Context, w *writer) error {
			return errorOf(snippets.New(w.lossy).Create(c, &snippets.Params{Name: &w.name}))
		}},
		{name: "snippets.Update", second: "200", plugin: true, do: func(c context.Context, w *writer) error {
			return errorOf(snippets.New(w.lossy).Update(c, w.snippet(c), &snippets.Params{Name: text("b")}))
		}},
		{name: "snippets.Update, switched off", second: "200", sent: true, plugin: true,
			do: func(c context.Context, w *writer) error {
				return errorOf(snippets.New(w.lossy).Update(c, w.snippet(c), &snippets.Params{Active: new(false)}))
			}},
		{name: "snippets.Activate", second: "500 rest_cannot_activate", looked: true, plugin: true,
			do: func(c context.Context, w *writer) error {
				return errorOf(snippets.New(w.lossy).Activate(c, w.snippet(c)))
			}},
		{name: "snippets.Deactivate", second: "200", sent: true, plugin: true, do: func(c context.Context, w *writer) error {
			id := w.snippet(c)
			must(snippets.New(w.site).Activate(c, id))(w)
			return errorOf(snippets.New(w.lossy).Deactivate(c, id))
		}},
		{name: "snippets.Delete", second: "500 rest_cannot_delete", looked: true, plugin: true,
			do: func(c context.Context, w *writer) error {
				return errorOf(snippets.New(w.lossy).Delete(c, w.snippet(c)))
			}},
		{name: "blockvisibility.Update", second: "200", sent: true, plugin: true,
			do: func(c context.Context, w *writer) error {
				return errorOf(blockvisibility.New(w.lossy).Update(c,
					func(s *blockvisibility.Settings) error { return s.Extra.Set("note", w.name) }))
			}},
		{name: "blockvisibility.Reset", second: "200", sent: true, plugin: true,
			do: func(c context.Context, w *writer) error {
				return errorOf(blockvisibility.New(w.lossy).Reset(c, blockvisibility.ResetAll))
			}},
		{name: "templates.Create", second: "201", live: true, do: func(c context.Context, w *writer) error {
			return errorOf(appearance.New(w.lossy).Templates.Create(c,
				&appearance.TemplateParams{Slug: &w.name, Content: text("a")}))
		}},
		{name: "templates.Update", second: "200", sent: true, live: true, do: func(c context.Context, w *writer) error {
			return errorOf(appearance.New(w.lossy).Templates.Update(c, w.template(c),
				&appearance.TemplateParams{Content: text("b")}))
		}},
		{name: "templates.Delete of one's own", second: "404 rest_template_not_found", sent: true, live: true,
			do: func(c context.Context, w *writer) error {
				return errorOf(appearance.New(w.lossy).Templates.Delete(c, w.template(c)))
			}},
		{name: "templates.Delete of changes", second: "400 rest_invalid_template", sent: true, live: true,
			do: func(c context.Context, w *writer) error {
				return errorOf(appearance.New(w.lossy).Templates.Delete(c, w.changed(c, "404")))
			}},
		{name: "templates.Update to the file", second: "200", sent: true, live: true,
			do: func(c context.Context, w *writer) error {
				return errorOf(appearance.New(w.lossy).Templates.Update(c, w.changed(c, "search"),
					&appearance.TemplateParams{Source: text("theme")}))
			}},
		{name: "plugins.Activate", second: "200", live: true, do: func(c context.Context, w *writer) error {
			return errorOf(plugins.New(w.lossy).Activate(c, w.plugin("")))
		}},
		{name: "plugins.Deactivate", second: "200", live: true, do: func(c context.Context, w *writer) error {
			name := w.plugin("")
			must(plugins.New(w.site).Activate(c, name))(w)
			return errorOf(plugins.New(w.lossy).Deactivate(c, name))
		}},
		{name: "plugins.Delete", second: "404 rest_plugin_not_found", sent: true, live: true,
			do: func(c context.Context, w *writer) error {
				return errorOf(plugins.New(w.lossy).Delete(c, w.plugin("")))
			}},
	}
}

func (w *writer) link() *cms.MenuItemParams {
	return &cms.MenuItemParams{Title: &w.name, URL: new("https://example.org/"), Status: new(cms.StatusPublish)}
}

func (w *writer) item(c context.Context) int64 {
	return must(w.site.MenuItems.Create(c, w.link()))(w).ID
}

func (w *writer) term(c context.Context) int64 {
	return must(terms.Categories(w.site).Create(c, &terms.Params{Name: &w.name}))(w).ID
}

func (w *writer) menu(c context.Context) int64 {
	return must(menus.New(w.site).Create(c, &menus.Params{Name: &w.name}))(w).ID
}

func (w *writer) snippet(c context.Context) int64 {
	return must(snippets.New(w.site).Create(c, &snippets.Params{Name: &w.name, Code: new("// nothing")}))(w).ID
}

func (w *writer) password(c context.Context, user int64) string {
	return must(users.New(w.site).Passwords(user).Create(c, &users.PasswordParams{Name: &w.name}))(w).UUID
}

func (w *writer) template(c context.Context) string {
	return must(appearance.New(w.site).Templates.Create(c,
		&appearance.TemplateParams{Slug: &w.name, Content: new("a")}))(w).ID
}

// changed is a template of the theme with a row that stands before its file.
func (w *writer) changed(c context.Context, slug string) string {
	w.Helper()
	all, err := appearance.New(w.site).Templates.List(c, nil)
	if err != nil {
		w.Fatal(err)
	}
	for _, one := range all {
		if one.HasThemeFile && one.Slug == slug {
			must(appearance.New(w.site).Templates.Update(c, one.ID, &appearance.TemplateParams{Content: &w.name}))(w)
			return one.ID
		}
	}
	w.Fatalf("List of templates: none of the theme has the slug %s, want one", slug)
	return ""
}

// TestSecondResponseToAWriteIsUnderstood loses the first response to each write, in
// memory.
func TestSecondResponseToAWriteIsUnderstood(t *testing.T) {
	t.Parallel()
	for _, one := range writes() {
		if one.live {
			continue
		}
		t.Run(one.name, func(t *testing.T) {
			t.Parallel()
			server := cmstest.NewServer(cmstest.WithTest(t), cmstest.WithSample(), cmstest.WithLocalhost())
			one.meet(t, http.DefaultTransport, "", func(options ...cms.Option) (*cms.Client, error) {
				return cms.New(server.URL, append(options, cms.WithApplicationPassword("admin", server.AppPassword("admin")))...)
			})
		})
	}
}

// TestLiveSecondResponseToAWriteIsUnderstood does the same to a real site.
func TestLiveSecondResponseToAWriteIsUnderstood(t *testing.T) {
	t.Parallel()
	site := sitetest.Live(t)
	env := os.Getenv
	for _, one := range writes() {
		t.Run(one.name, func(t *testing.T) {
			t.Parallel()
			if one.plugin {
				t.Skip("the site has no such plugin")
			}
			if env("FONTCMS_LAB") == "" && strings.HasPrefix(one.name, "plugins.") {
				t.Skip("no live site with a folder: FONTCMS_LAB is not set")
			}
			if one.since != "" {
				sitetest.Since(t, site, one.since)
			}
			one.meet(t, http.DefaultTransport, env("FONTCMS_LAB"), func(options ...cms.Option) (*cms.Client, error) {
				return cms.New(site.Site(), append(options, cms.WithPrefix(site.Prefix()),
					cms.WithApplicationPassword(env("FONTCMS_USER"), env("FONTCMS_APP_PASSWORD")))...)
			})
		})
	}
}

// meet sends a write twice.
func (o *secondWrite) meet(t *testing.T, carry http.RoundTripper, folder string,
	dial func(...cms.Option) (*cms.Client, error)) {
	t.Helper()
	line := &forgetful{next: carry}
	site, err := dial()
	if err != nil {
		t.Fatal(err)
	}
	lossy, err := dial(cms.WithHTTPClient(&http.Client{Transport: line}),
		cms.WithRetry(cms.Retry{MinWait: time.Millisecond, MaxWait: time.Millisecond}))
	if err != nil {
		t.Fatal(err)
	}
	w := &writer{t, site, lossy, fmt.Sprintf("second-%x", time.Now().UnixNano()), folder}
	err = o.do(t.Context(), w)
	sent := line.second != ""
	if again := line.repeat(t.Context()); again != nil {
		t.Fatalf("Second request: %v, want no error", again)
	}
	if line.second != o.second {
		t.Errorf("second response %q, want %q", line.second, o.second)
	}
	if sent != o.sent {
		t.Errorf("Write: sent again %t, want %t", sent, o.sent)
	}
	done := o.sent || o.looked
	if done && err != nil || !done && !errors.Is(err, cms.ErrOutcomeUnknown) {
		t.Errorf("Write: error %v, want ErrOutcomeUnknown only if nothing tells its outcome", err)
	}
}
