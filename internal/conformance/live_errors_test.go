package conformance_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/url"
	"reflect"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/cms/appearance"
	"github.com/fontcms/fontcms-go/cms/comments"
	"github.com/fontcms/fontcms-go/cms/settings"
	"github.com/fontcms/fontcms-go/cms/terms"
	"github.com/fontcms/fontcms-go/cms/users"
	"github.com/fontcms/fontcms-go/internal/replay/sitetest"
	"github.com/fontcms/fontcms-go/media"
)

// wrongOptions and wrongParams say what the types of the SDK cannot say.
type wrongOptions struct {
	Page    string `url:"page,omitempty"`
	PerPage string `url:"per_page,omitempty"`
	OrderBy string `url:"orderby,omitempty"`
	Order   string `url:"order,omitempty"`
	Context string `url:"context,omitempty"`
	After   string `url:"after,omitempty"`
	Include string `url:"include,omitempty"`
}

type wrongParams struct {
	Extra cms.Extra `json:",embed"`
}

// refused is a call that a site refuses, by the SDK and by hand.
type refused struct {
	name, as     string // the role, or "stranger" whose password is wrong
	method, path string
	body         string
	call         func(ctx context.Context, site *cms.Client) error
}

// errorsOf are the calls of one collection that go wrong. Of id there is a record; trashed is the id of one in
// the trash, 0 if the type has none.
func errorsOf[T any](path string, id, trashed int64) []refused {
	of := func(site *cms.Client) *cms.Content[T, wrongParams, wrongOptions] {
		return cms.NewContent[T, wrongParams, wrongOptions](site, "cms/v2/"+path)
	}
	list := func(name, as string, options wrongOptions) refused {
		query := url.Values{}
		value := reflect.ValueOf(options)
		for i := range value.NumField() {
			if text := value.Field(i).String(); text != "" {
				argument, _, _ := strings.Cut(value.Type().Field(i).Tag.Get("url"), ",")
				query.Set(argument, text)
			}
		}
		return refused{name, as, "GET", path + "?" + query.Encode(), "", func(ctx context.Context, site *cms.Client) error {
			_, err := of(site).List(ctx, &options)
			return err
		}}
	}
	get := func(as string, id int64) refused {
		return refused{"get", as, "GET", fmt.Sprintf("%s/%d", path, id), "",
			func(ctx context.Context, site *cms.Client) error {
				_, err := of(site).Get(ctx, id)
				return err
			}}
	}
	create := func(as string) refused {
		return refused{"create", as, "POST", path, `{"slug":"x"}`, func(ctx context.Context, site *cms.Client) error {
			_, err := of(site).Create(ctx, &wrongParams{Extra: cms.Extra{"slug": []byte(`"x"`)}})
			return err
		}}
	}
	update := func(as string, id int64, member, value string) refused {
		return refused{"update of " + member, as, "POST", fmt.Sprintf("%s/%d", path, id),
			fmt.Sprintf(`{%q:%s}`, member, value), func(ctx context.Context, site *cms.Client) error {
				_, err := of(site).Update(ctx, id, &wrongParams{Extra: cms.Extra{member: []byte(value)}})
				return err
			}}
	}
	remove := func(as string, id int64) refused {
		return refused{"delete", as, "DELETE", fmt.Sprintf("%s/%d?force=true", path, id), "",
			func(ctx context.Context, site *cms.Client) error {
				_, err := of(site).Delete(ctx, id)
				return err
			}}
	}
	all := []refused{
		list("a page past the end", "admin", wrongOptions{Page: "9999"}),
		list("a date that is none", "admin", wrongOptions{After: "yesterday"}),
		list("pages of many", "admin", wrongOptions{PerPage: "many"}),
		list("an order that is none", "admin", wrongOptions{Order: "sideways", OrderBy: "colour"}),
		list("a context that is none", "admin", wrongOptions{Context: "all"}),
		list("ids that are none", "admin", wrongOptions{Include: "x"}),
		list("to edit", "nobody", wrongOptions{Context: "edit"}),
		list("to edit", "subscriber", wrongOptions{Context: "edit"}),
		list("to edit", "stranger", wrongOptions{Context: "edit"}),
		get("admin", 999999), create("nobody"), create("subscriber"), create("stranger"),
		update("admin", 999999, "slug", `"x"`), update("admin", id, "meta", `"x"`), update("admin", id, "slug", `["x"]`),
		update("subscriber", id, "slug", `"x"`), update("nobody", id, "slug", `"x"`),
		unrouted("PUT", path), unrouted("DELETE", path), unrouted("GET", path+"/no/such"),
	}
	if path != "users" { // which want an heir first
		all = append(all, remove("admin", 999999), remove("subscriber", id), remove("nobody", id))
	}
	target := id
	if trashed != 0 {
		target = trashed
	}
	if path != "users" && path != "media" {
		all = append(all, refused{"trash, twice or at all", "admin", "DELETE", fmt.Sprintf("%s/%d", path, target), "",
			func(ctx context.Context, site *cms.Client) error {
				_, err := of(site).Trash(ctx, target)
				return err
			}})
	}
	return all
}

// unrouted is a method or a route that is none.
func unrouted(method, path string) refused {
	return refused{"no route", "admin", method, path, "", func(ctx context.Context, site *cms.Client) error {
		_, err := cms.Do(ctx, site, cms.Request[cms.Nothing]{Method: method, Path: "cms/v2/" + path})
		return err
	}}
}

// fieldRefused is a request whose body is refused.
func fieldRefused(name, as, method, path, body string) refused {
	return refused{name, as, method, path, body, func(ctx context.Context, site *cms.Client) error {
		_, err := cms.Do(ctx, site, cms.Request[cms.Nothing]{Method: method, Path: "cms/v2/" + path,
			Body: json.RawMessage(body)})
		return err
	}}
}

// TestLiveErrorsAreThoseOfTheSite sends calls that a site refuses, by the SDK and by hand, and compares the
// errors with the answers: sentinel, status, code, message, arguments and details.
func TestLiveErrorsAreThoseOfTheSite(t *testing.T) {
	t.Parallel()
	site := sitetest.Live(t)
	ctx := t.Context()
	title := new("Refused")
	post, err := site.Posts.Create(ctx,
		&cms.PostParams{Title: title, Status: new(cms.StatusPublish), CommentStatus: new(cms.DiscussionOpen)})
	if err != nil {
		t.Fatal(err)
	}
	old, err := site.Posts.Create(ctx, &cms.PostParams{Title: title})
	page, err2 := site.Pages.Create(ctx, &cms.PageParams{Title: title, Status: new(cms.StatusPublish)})
	oldPage, err3 := site.Pages.Create(ctx, &cms.PageParams{Title: title})
	block, err4 := site.Blocks.Create(ctx, &cms.BlockParams{Title: title, Status: new(cms.StatusPublish)})
	// 6.1 trashes no drafts of blocks
	oldBlock, err5 := site.Blocks.Create(ctx, &cms.BlockParams{Title: title, Status: new(cms.StatusPublish)})
	tag, err6 := terms.Tags(site).Create(ctx, &terms.Params{Name: title})
	category, err7 := terms.Categories(site).Create(ctx, &terms.Params{Name: title})
	item, err8 := site.MenuItems.Create(ctx,
		&cms.MenuItemParams{Title: title, URL: new("https://docs.example.org/"), Status: new(cms.StatusDraft)})
	said, err9 := comments.New(site).Create(ctx, &comments.Params{Post: &post.ID, Content: title})
	files, err10 := media.New(site).List(ctx, &media.ListOptions{PerPage: 1})
	if err := errors.Join(err, err2, err3, err4, err5, err6, err7, err8, err9, err10); err != nil ||
		len(files.Items) == 0 {
		t.Fatal(err)
	}
	oldSaid, err := comments.New(site).Create(ctx, &comments.Params{Post: &post.ID, Content: new("Refused too")})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		ctx := context.Background()
		for _, id := range []int64{post.ID, old.ID} {
			_, _ = site.Posts.Delete(ctx, id)
		}
		for _, id := range []int64{page.ID, oldPage.ID} {
			_, _ = site.Pages.Delete(ctx, id)
		}
		for _, id := range []int64{block.ID, oldBlock.ID} {
			_, _ = site.Blocks.Delete(ctx, id)
		}
		_, _ = terms.Tags(site).Delete(ctx, tag.ID)
		_, _ = terms.Categories(site).Delete(ctx, category.ID)
		_, _ = site.MenuItems.Delete(ctx, item.ID)
	})
	_, err = site.Posts.Trash(ctx, old.ID)
	_, err2 = site.Pages.Trash(ctx, oldPage.ID)
	_, err3 = site.Blocks.Trash(ctx, oldBlock.ID)
	_, err4 = comments.New(site).Trash(ctx, oldSaid.ID)
	if err := errors.Join(err, err2, err3, err4); err != nil {
		t.Fatal(err)
	}

	var sent atomic.Int64
	t.Cleanup(func() { t.Logf("%d errors", sent.Load()) })
	for name, rows := range map[string][]refused{
		"posts": errorsOf[cms.Post]("posts", post.ID, old.ID), "pages": errorsOf[cms.Page]("pages", page.ID, oldPage.ID),
		"blocks":     errorsOf[cms.Block]("blocks", block.ID, oldBlock.ID),
		"menu items": errorsOf[cms.MenuItem]("menu-items", item.ID, 0),
		"media":      errorsOf[media.Media]("media", files.Items[0].ID, 0),
		"tags": append(errorsOf[terms.Term]("tags", tag.ID, 0),
			fieldRefused("a name that exists", "admin", "POST", "tags", `{"name":"Refused"}`),
			fieldRefused("no name", "admin", "POST", "tags", `{}`)),
		"categories": append(errorsOf[terms.Term]("categories", category.ID, 0),
			fieldRefused("an unknown parent", "admin", "POST", "categories", `{"name":"x","parent":999999}`)),
		"users": append(errorsOf[users.User]("users", 1, 0), fieldRefused("nothing", "admin", "POST", "users", `{}`),
			fieldRefused("a login that exists", "admin", "POST", "users",
				`{"username":"editor","email":"other@docs.example.org","password":"correct horse"}`),
			fieldRefused("no e-mail address", "admin", "POST", "users",
				`{"username":"other","email":"x","password":"correct horse"}`)),
		"comments": append(errorsOf[comments.Comment]("comments", said.ID, oldSaid.ID),
			fieldRefused("said before", "admin", "POST", "comments", fmt.Sprintf(`{"post":%d,"content":"Refused"}`, post.ID)),
			fieldRefused("nothing", "admin", "POST", "comments", `{}`),
			fieldRefused("an unknown post", "admin", "POST", "comments", `{"post":999999,"content":"x"}`)),
		"templates": templateErrors(), "settings": settingErrors(),
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			for _, r := range rows {
				sent.Add(1)
				r.check(t)
			}
		})
	}
}

func templateErrors() []refused {
	get := func(as, name string) refused {
		return refused{"get " + name, as, "GET", "templates/" + name, "", func(ctx context.Context, site *cms.Client) error {
			_, err := appearance.New(site).Templates.Get(ctx, name)
			return err
		}}
	}
	list := func(as string) refused {
		return refused{"list", as, "GET", "templates", "", func(ctx context.Context, site *cms.Client) error {
			_, err := appearance.New(site).Templates.List(ctx, nil)
			return err
		}}
	}
	return []refused{
		get("admin", "nosuch//nosuch"), get("nobody", "nosuch//nosuch"), get("subscriber", "nosuch//nosuch"), list("nobody"),
		list("subscriber"), list("stranger"),
		fieldRefused("nothing", "admin", "POST", "templates", `{}`),
		fieldRefused("a slug that is none", "admin", "POST", "templates", `{"slug":""}`),
		fieldRefused("anything", "subscriber", "POST", "templates", `{"slug":"x"}`),
		fieldRefused("anything", "nobody", "POST", "templates", `{"slug":"x"}`),
		unrouted("PUT", "templates"),
	}
}

func settingErrors() []refused {
	get := func(as string) refused {
		return refused{"get", as, "GET", "settings", "", func(ctx context.Context, site *cms.Client) error {
			_, err := settings.New(site).Get(ctx)
			return err
		}}
	}
	return []refused{
		get("nobody"), get("subscriber"), get("editor"), get("stranger"),
		fieldRefused("a number that is none", "admin", "POST", "settings", `{"posts_per_page":"many","title":["x"]}`),
		fieldRefused("a day that is none", "admin", "POST", "settings", `{"start_of_week":{}}`),
		fieldRefused("a title", "editor", "POST", "settings", `{"title":"x"}`),
		fieldRefused("a title", "nobody", "POST", "settings", `{"title":"x"}`),
		unrouted("DELETE", "settings"), unrouted("GET", "settings/title"),
	}
}
