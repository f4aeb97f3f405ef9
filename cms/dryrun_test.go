package cms_test

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/fontcms/fontcms-go/batch"
	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/cms/appearance"
	"github.com/fontcms/fontcms-go/cms/cmstest"
	"github.com/fontcms/fontcms-go/cms/menus"
	"github.com/fontcms/fontcms-go/cms/settings"
	"github.com/fontcms/fontcms-go/cms/terms"
	"github.com/fontcms/fontcms-go/cms/users"
	"github.com/fontcms/fontcms-go/media"
	"github.com/fontcms/fontcms-go/snippets"
)

// dryRun returns a client for a dry run, and one that writes.
func dryRun(t *testing.T) (server *cmstest.Server, dry, site *cms.Client) {
	t.Helper()
	server = cmstest.NewServer(cmstest.WithTest(t), cmstest.WithSample())
	site, err := cms.New(server.URL, cms.WithApplicationPassword("admin", server.AppPassword("admin")))
	if err != nil {
		t.Fatal(err)
	}
	dry, err = site.With(cms.WithDryRun())
	if err != nil {
		t.Fatal(err)
	}
	return server, dry, site
}

// sentWrites are the requests with a method that writes, without the batch route.
func sentWrites(server *cmstest.Server) (all []string) {
	for _, r := range server.Requests() {
		if r.Method != http.MethodGet && r.Method != http.MethodHead && r.Method != http.MethodOptions {
			all = append(all, r.Method+" "+r.Path)
		}
	}
	return all
}

func TestDryRunSendsNoRequestThatWrites(t *testing.T) {
	t.Parallel()
	server, dry, site := dryRun(t)
	posts, err := site.Posts.List(t.Context(), &cms.PostListOptions{PerPage: 1, Context: cms.ContextEdit})
	if err != nil {
		t.Fatal(err)
	}
	post := &posts.Items[0]
	snippet := must(snippets.New(site).Create(t.Context(), &snippets.Params{Name: new("a"), Code: new("b();")}))
	before := server.Document()
	server.ResetRequests()
	second := func(_ any, err error) error { return err }
	for name, c := range map[string]struct {
		call func(context.Context) error
		want string // the request
	}{
		"create": {func(ctx context.Context) error {
			return second(dry.Posts.Create(ctx, &cms.PostParams{Title: new("New")}))
		}, `POST cms/v2/posts {"title":"New"}`},
		"update": {func(ctx context.Context) error {
			return second(dry.Posts.Update(ctx, post.ID, &cms.PostParams{Title: new("New")}, cms.UpdateMethod("PUT")))
		}, fmt.Sprintf(`PUT cms/v2/posts/%d {"title":"New"}`, post.ID)},
		"update if unchanged": {func(ctx context.Context) error {
			return second(dry.Posts.UpdateIfUnchanged(ctx, post, &cms.PostParams{Title: new("New")}))
		}, fmt.Sprintf(`POST cms/v2/posts/%d {"title":"New"}`, post.ID)},
		"delete": {func(ctx context.Context) error { return second(dry.Posts.Delete(ctx, post.ID)) },
			fmt.Sprintf("DELETE cms/v2/posts/%d ", post.ID)},
		"trash": {func(ctx context.Context) error { return second(dry.Posts.Trash(ctx, post.ID)) },
			fmt.Sprintf("DELETE cms/v2/posts/%d ", post.ID)},
		"upload": {func(ctx context.Context) error {
			return second(media.New(dry).Upload(ctx, media.Bytes("a.txt", []byte("a")), nil))
		}, "POST cms/v2/media "},
		"ensure a file": {func(ctx context.Context) error {
			return second(media.New(dry).Ensure(ctx, media.Bytes("a.txt", []byte("a")), nil))
		}, "POST cms/v2/media "},
		"a password": {func(ctx context.Context) error {
			return second(users.New(dry).MyPasswords.Create(ctx, &users.PasswordParams{Name: new("a")}))
		}, "POST cms/v2/users/me/application-passwords "},
		"a user": {func(ctx context.Context) error {
			return second(users.New(dry).Create(ctx, &users.Params{Username: new("a"), Email: new("a@b.test"),
				Password: new("secret")}))
		}, "POST cms/v2/users "},
		"settings": {func(ctx context.Context) error {
			return second(settings.New(dry).Update(ctx, &settings.Params{Title: new("New")}))
		}, `POST cms/v2/settings {"title":"New"}`},
		"a snippet": {func(ctx context.Context) error { return second(snippets.New(dry).Activate(ctx, snippet.ID)) },
			fmt.Sprintf("POST code-snippets/v1/snippets/%d/activate ", snippet.ID)},
		"the theme": {func(ctx context.Context) error { return second(appearance.New(dry).Themes.List(ctx, nil)) },
			"GET cms/v2/themes "},
		"the fallback of a navigation": {func(ctx context.Context) error { return second(menus.New(dry).MakeFallback(ctx)) },
			"GET cms-block-editor/v1/navigation-fallback "},
		"an unknown route": {func(ctx context.Context) error {
			return second(cms.Do(ctx, dry, cms.Request[cms.Nothing]{Method: "POST", Path: "shop/v1/pay"}))
		}, "POST shop/v1/pay "},
		"a term": {func(ctx context.Context) error {
			return second(terms.Tags(dry).Ensure(ctx, "never seen", nil))
		}, `POST cms/v2/tags {"name":"never seen"}`},
	} {
		err := c.call(t.Context())
		e, ok := errors.AsType[*cms.DryRunError](err)
		if !ok || !errors.Is(err, cms.ErrDryRun) {
			t.Errorf("%s in a dry run: error %v, want a *DryRunError", name, err)
			continue
		}
		if got := fmt.Sprintf("%s %s %s", e.Method, e.Path, e.Body); got != c.want {
			t.Errorf("%s in a dry run: the request %s, want %s", name, got, c.want)
		}
		if text := fmt.Sprintf("%v %+v %#v", err, err, err); strings.Contains(text, "secret") {
			t.Errorf("%s in a dry run: error %s, want no body in it", name, text)
		}
		if errors.Is(err, cms.ErrOutcomeUnknown) {
			t.Errorf("%s in a dry run: error %v, want no ErrOutcomeUnknown", name, err)
		}
	}
	if sent := sentWrites(server); len(sent) > 0 {
		t.Errorf("a dry run sent %q, want nothing", sent)
	}
	if after := server.Document(); string(after) != string(before) {
		t.Error("a dry run changed the site, want it as before")
	}
}

func TestDryRunSendsReads(t *testing.T) {
	t.Parallel()
	_, dry, _ := dryRun(t)
	ctx := t.Context()
	second := func(_ any, err error) error { return err }
	for name, err := range map[string]error{
		"List":       second(dry.Posts.List(ctx, nil)),
		"Count":      second(dry.Posts.Count(ctx, nil)),
		"Index":      second(dry.Index(ctx)),
		"Verify":     second(dry.Verify(ctx)),
		"Me":         second(users.New(dry).Me(ctx)),
		"Menus.List": second(menus.New(dry).List(ctx, nil)),
		"inactive themes": second(appearance.New(dry).Themes.List(ctx,
			&appearance.ThemeListOptions{Status: []appearance.ThemeStatus{"inactive"}})),
	} {
		if err != nil {
			t.Errorf("%s in a dry run: error %v, want none", name, err)
		}
	}
}

func TestDryRunOfABatchHasTheRequestOfEachItem(t *testing.T) {
	t.Parallel()
	server, dry, _ := dryRun(t)
	server.ResetRequests()
	items := []batch.Item{
		dry.Posts.CreateRequest(&cms.PostParams{Title: new("One")}),
		dry.Posts.DeleteRequest(7),
		users.New(dry).CreateRequest(&users.Params{Username: new("a"), Email: new("a@b.test"), Password: new("secret")}),
	}
	want := []string{`POST cms/v2/posts  {"title":"One"}`, "DELETE cms/v2/posts/7 force=true ", "POST cms/v2/users  "}
	check := func(way string, results []batch.Result) {
		t.Helper()
		if len(results) != len(want) {
			t.Fatalf("%s in a dry run: %d results, want %d", way, len(results), len(want))
		}
		for i, r := range results {
			e, ok := errors.AsType[*cms.DryRunError](r.Err)
			if !ok {
				t.Errorf("%s in a dry run: item %d: error %v, want a *DryRunError", way, i, r.Err)
				continue
			}
			if got := fmt.Sprintf("%s %s %s %s", e.Method, e.Path, e.Query.Encode(), e.Body); got != want[i] {
				t.Errorf("%s in a dry run: item %d: %s, want %s", way, i, got, want[i])
			}
		}
	}
	report, err := batch.New(dry).Add(items...).Do(t.Context())
	if err != nil {
		t.Fatalf("a batch in a dry run: error %v, want it in the results", err)
	}
	check("a batch", report.Results)
	var results []batch.Result
	for _, r := range batch.SendAll(t.Context(), dry, slices.Values(items), nil) {
		results = append(results, r)
	}
	check("SendAll", results)
	if sent := sentWrites(server); len(sent) > 0 {
		t.Errorf("a batch in a dry run sent %q, want nothing", sent)
	}
}

func TestDryRunOfEnsureStopsAtItsFirstWrite(t *testing.T) {
	t.Parallel()
	server, dry, site := dryRun(t)
	made, err := site.Posts.Ensure(t.Context(), "guide", &cms.PostParams{Title: new("Guide"),
		Status: new(cms.StatusPublish)})
	if err != nil {
		t.Fatal(err)
	}
	server.ResetRequests()
	same, err := dry.Posts.Ensure(t.Context(), "guide", &cms.PostParams{Title: new("Guide"),
		Status: new(cms.StatusPublish)})
	if err != nil || same.ID != made.ID {
		t.Errorf("Ensure of an equal record in a dry run: error %v, record %+v, want none and the record %d", err, same,
			made.ID)
	}
	_, err = dry.Posts.Ensure(t.Context(), "other", &cms.PostParams{Title: new("Other")})
	if e, ok := errors.AsType[*cms.DryRunError](err); !ok || e.Method+" "+e.Path != "POST cms/v2/posts" {
		t.Errorf("Ensure of a new slug in a dry run: error %v, want a *DryRunError of POST cms/v2/posts", err)
	}
	if !errors.Is(err, cms.ErrDryRun) || len(server.Requests()) == 0 {
		t.Errorf("Ensure of a new slug in a dry run: error %v after %d requests, want ErrDryRun after reads", err,
			len(server.Requests()))
	}
	_, err = dry.Posts.Ensure(t.Context(), "guide", &cms.PostParams{Title: new("New")})
	e, ok := errors.AsType[*cms.DryRunError](err)
	if path := fmt.Sprintf("cms/v2/posts/%d", made.ID); !ok || e.Path != path {
		t.Fatalf("Ensure of a known slug in a dry run: error %v, want a *DryRunError of %s", err, path)
	}
	if !strings.Contains(string(e.Body), `"title":"New"`) {
		t.Errorf("Ensure of a known slug in a dry run: the body %s, want the title in it", e.Body)
	}
	if sent := sentWrites(server); len(sent) > 0 {
		t.Errorf("Ensure in a dry run sent %q, want nothing", sent)
	}
}
