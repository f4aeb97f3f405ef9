package cms_test

import (
	"errors"
	"net/url"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/cms/cmstest"
	"github.com/fontcms/fontcms-go/internal/replay/sitetest"
	"github.com/fontcms/fontcms-go/internal/stub"
)

// sampled is a site in memory and a client for it without links.
func sampled(t *testing.T, options ...cms.Option) (server *cmstest.Server, whole, lean *cms.Client) {
	t.Helper()
	server = cmstest.NewServer(cmstest.WithSample(), cmstest.WithPrefix("wp"))
	t.Cleanup(server.Close)
	whole, err := cms.New(server.URL, cms.WithPrefix("wp"),
		cms.WithApplicationPassword("admin", server.AppPassword("admin")))
	if err != nil {
		t.Fatal(err)
	}
	lean, err = whole.With(append(options, cms.WithoutLinks())...)
	if err != nil {
		t.Fatal(err)
	}
	return server, whole, lean
}

// sameBut compares lists of records that differ in their links.
func sameBut[T, P, L any](t *testing.T, whole, lean sitetest.Records[T, P, L], options *L) {
	t.Helper()
	all, err := whole.List(t.Context(), options)
	if err != nil {
		t.Fatal(err)
	}
	some, err := lean.List(t.Context(), options)
	if err != nil {
		t.Fatal(err)
	}
	switch {
	case len(all.Items) == 0:
		t.Fatal("Records.List: no records, want some")
	case len(all.Items) != len(some.Items):
		t.Fatalf("Records.List: %d records with links, want %d as without", len(all.Items), len(some.Items))
	}
	for i := range all.Items {
		links := reflect.ValueOf(&all.Items[i]).Elem().FieldByName("Links")
		if links.IsZero() {
			t.Errorf("record %d has no links, want some to leave out", i)
		}
		links.SetZero()
		if !reflect.DeepEqual(all.Items[i], some.Items[i]) {
			t.Errorf("Records.List without links: %+v, want %+v", some.Items[i], all.Items[i])
		}
	}
}

func TestWithoutLinksARecordLosesNothingElse(t *testing.T) {
	t.Parallel()
	server, whole, lean := sampled(t)
	server.Insert("blocks", map[string]any{"title": "Notice", "content": "<p>Out of print.</p>",
		"meta": map[string]any{"cms_pattern_sync_status": "unsynced"}})
	server.Insert("menu-items", map[string]any{"title": "Faces", "url": "https://fonts.example.org"})
	sameBut(t, whole.Posts, lean.Posts, &cms.PostListOptions{Context: cms.ContextEdit,
		Status: []cms.Status{cms.StatusAny}})
	sameBut(t, whole.Pages, lean.Pages, &cms.PageListOptions{Context: cms.ContextEdit})
	sameBut(t, whole.Blocks, lean.Blocks, &cms.BlockListOptions{Context: cms.ContextEdit})
	sameBut(t, whole.MenuItems, lean.MenuItems, &cms.MenuItemListOptions{Context: cms.ContextEdit})
}

func TestRecordReadWithoutLinksIsNotPartial(t *testing.T) {
	t.Parallel()
	_, _, lean := sampled(t)
	page, err := lean.Posts.List(t.Context(), &cms.PostListOptions{Context: cms.ContextEdit, PerPage: 1})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := page.Items[0].Params(); err != nil {
		t.Error(err)
	}
	read, err := lean.Posts.Get(t.Context(), page.Items[0].ID, cms.InContext(cms.ContextEdit))
	switch {
	case err != nil:
		t.Fatalf("links %v, error %v, want nil", read.Links, err)
	case linked(read.Links):
		t.Fatalf("Posts.Get without links: links %v (error %v), want none", read.Links, err)
	}
	if _, err := read.Params(); err != nil {
		t.Error(err)
	}
}

func TestWithoutLinksTheFieldsAreNamed(t *testing.T) {
	t.Parallel()
	type product struct {
		cms.Post
		Price int `json:"price"`
		Extra cms.Extra
	}
	server, _, lean := sampled(t)
	for name, test := range map[string]struct {
		options []cms.Option
		call    func(*cms.Client) error
		want    string // the argument _fields
		has     string
	}{
		"those of the type": {call: func(c *cms.Client) error { _, err := c.Posts.List(t.Context(), nil); return err },
			has: "title,content,excerpt"},
		"those of a plugin": {
			options: []cms.Option{cms.WithoutLinks("acf")},
			call:    func(c *cms.Client) error { _, err := c.Posts.List(t.Context(), nil); return err }, has: ",acf",
		},
		"those of an embedding type": {
			call: func(c *cms.Client) error {
				_, err := cms.NewCollection[product, cms.PostParams, cms.PostListOptions](c, "cms/v2/posts").List(t.Context(), nil)
				return err
			}, has: "id,price,date",
		},
		"those with the prefix of the site": {call: func(c *cms.Client) error {
			_, err := c.Blocks.List(t.Context(), nil)
			return err
		}, has: "wp_pattern_sync_status"},
		"those that the caller asks for": {
			call: func(c *cms.Client) error {
				_, err := c.Posts.List(t.Context(), nil, cms.Fields("id", "_links"))
				return err
			}, want: "id,_links",
		},
		"none with embedded records": {call: func(c *cms.Client) error {
			_, err := c.Posts.List(t.Context(), nil, cms.Embed())
			return err
		}},
		"none of a map": {
			call: func(c *cms.Client) error {
				_, err := cms.NewCollection[map[string]any, cms.PostParams, cms.PostListOptions](c, "cms/v2/posts").
					List(t.Context(), nil)
				return err
			},
		},
	} {
		client, err := lean.With(test.options...)
		if err != nil {
			t.Fatal(err)
		}
		server.ResetRequests()
		if err := test.call(client); err != nil {
			t.Fatalf("%s: error %v, want nil", name, err)
		}
		query, err := url.ParseQuery(server.Requests()[0].Query)
		if err != nil {
			t.Fatal(err)
		}
		got := query.Get("_fields")
		switch {
		case test.has == "" && got != test.want:
			t.Errorf("%s: _fields=%s, want %q", name, got, test.want)
		case !strings.Contains(got, test.has):
			t.Errorf("url.ParseQuery: %s: _fields=%s, want %q in it", name, got, test.has)
		case slices.Contains(strings.Split(got, ","), "_links") != (test.want != ""):
			t.Errorf(`url.ParseQuery: %s: _fields=%s: strings.Split(got, ",") %q has %q: %t, want %t`, name, got,
				strings.Split(got, ","), "_links", slices.Contains(strings.Split(got, ","), "_links"), test.want != "")
		}
	}
}

func TestWithoutLinksAnUpdateStillSeesWhetherARecordWasChanged(t *testing.T) {
	t.Parallel()
	_, whole, lean := sampled(t)
	page, err := lean.Posts.List(t.Context(), &cms.PostListOptions{Context: cms.ContextEdit, PerPage: 2})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := lean.Posts.UpdateIfUnchanged(t.Context(), &page.Items[0],
		&cms.PostParams{Content: new("ours")}); err != nil {
		t.Error(err)
	}
	if _, err := whole.Posts.Update(t.Context(), page.Items[1].ID, &cms.PostParams{Content: new("theirs")}); err != nil {
		t.Fatal(err)
	}
	if _, err := lean.Posts.UpdateIfUnchanged(t.Context(), &page.Items[1],
		&cms.PostParams{Content: new("ours")}); !errors.Is(err, cms.ErrChanged) {
		t.Errorf("of a record that was changed: %v, want ErrChanged", err)
	}
	linked, err := whole.Posts.Get(t.Context(), page.Items[0].ID, cms.InContext(cms.ContextEdit))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := lean.Posts.UpdateIfUnchanged(t.Context(), linked,
		&cms.PostParams{Content: new("ours again")}); err != nil {
		t.Error(err)
	}
}

func TestWithoutLinksReadsARecordThatEmbedsItself(t *testing.T) {
	t.Parallel()
	s := stub.New(t, stub.Always(200, `{"id":7}`))
	v, err := cms.NewCollection[SelfEmbedded, struct{}, struct{}](s.Client(t, cms.WithoutLinks()), "x/v1/r").
		Get(t.Context(), 7)
	switch {
	case err != nil:
		t.Fatalf("Collection.Get(7): error %v, want nil", err)
	case v.ID != 7:
		t.Fatalf("Collection.Get(7): ID %d, want 7", v.ID)
	}
	if got := query(t, s.Seen()[0].Query).Get("_fields"); got != "id" {
		t.Errorf("_fields is %q, want %q", got, "id")
	}
}

// SelfEmbedded embeds a pointer to itself, as encoding/json allows.
type SelfEmbedded struct {
	*SelfEmbedded

	ID int64 `json:"id"`
}
