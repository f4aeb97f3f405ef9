package cms_test

import (
	"errors"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/cms/cmstest"
	"github.com/fontcms/fontcms-go/internal/stub"
)

// meddler lets somebody else act before the request of a number.
type meddler struct {
	server *cmstest.Server
	before int
	act    func()
	n      int
}

func (m *meddler) RoundTrip(r *http.Request) (*http.Response, error) {
	if m.n++; m.n == m.before {
		m.act()
	}
	return inProcess(m.server, r)
}

func TestUpdateOfWhatWasReadIsRefusedIfItChanged(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		before int // the request before which another edits
		want   error
		stored string
	}{
		"nobody else writes":                      {0, nil, "ours"},
		"another wrote since it was read":         {2, cms.ErrChanged, "theirs"},
		"another writes after the second look":    {3, cms.ErrChanged, "theirs"},
		"another writes after the first revision": {4, cms.ErrOverwritten, "ours"},
		"another writes before it is read at all": {1, nil, "ours"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			server := cmstest.NewServer(cmstest.WithTest(t))
			id := server.Insert("posts", map[string]any{"title": "Note", "content": "old"})
			other := ensurer(t, server, "admin", &meddler{server: server})
			line := &meddler{server: server, before: test.before, act: func() {
				if _, err := other.Posts.Update(t.Context(), id, &cms.PostParams{Content: new("theirs")}); err != nil {
					t.Error(err)
				}
			}}
			site := ensurer(t, server, "editor", line)
			post, err := site.Posts.Get(t.Context(), id, cms.InContext(cms.ContextEdit))
			if err != nil {
				t.Fatal(err)
			}
			written, err := site.Posts.UpdateIfUnchanged(t.Context(), post, &cms.PostParams{Content: new("ours")})
			if !errors.Is(err, test.want) {
				t.Errorf("error %v, want %v", err, test.want)
			}
			if (written != nil) != (test.stored == "ours") {
				t.Errorf("UpdateIfUnchanged with the stored text %q: record %+v, want a record: %t", test.stored, written,
					test.stored == "ours")
			}
			if got := server.Record("posts", id)["content"]; got != test.stored {
				t.Errorf("stored is %q, want %q", got, test.stored)
			}
		})
	}
}

func TestUpdateOfWhatWasReadNeedsAllOfIt(t *testing.T) {
	t.Parallel()
	server := cmstest.NewServer(cmstest.WithTest(t))
	id := server.Insert("posts", map[string]any{"title": "Note"})
	site := ensurer(t, server, "editor", http.DefaultTransport)
	partial, err := site.Posts.Get(t.Context(), id, cms.Fields("id", "title"))
	if err != nil {
		t.Fatal(err)
	}
	view, err := site.Posts.Get(t.Context(), id)
	if err != nil {
		t.Fatal(err)
	}
	for name, post := range map[string]*cms.Post{"nothing": {}, "some fields": partial, "the context view": view} {
		if _, err := site.Posts.UpdateIfUnchanged(t.Context(), post, nil); !errors.Is(err, cms.ErrInvalidArgument) {
			t.Errorf("%s: Posts.UpdateIfUnchanged(post): error %v, want ErrInvalidArgument", name, err)
		}
	}
	if n := len(server.Requests()); n != 2 {
		t.Errorf("Server.Requests: %d requests, want 2", n)
	}
}

// TestUpdateIfUnchangedRefusesTypesWithoutModifiedGMT has a type of which a site shows no
// date of the last change.
func TestUpdateIfUnchangedRefusesTypesWithoutModifiedGMT(t *testing.T) {
	t.Parallel()
	s := stub.New(t, stub.Always(http.StatusOK, `{}`))
	_, err := menuItemContent(s.Client(t)).UpdateIfUnchanged(t.Context(), &cms.MenuItem{ID: 7}, nil)
	refused, ok := errors.AsType[*cms.ArgumentError](err)
	switch {
	case !ok:
		t.Errorf("Content.UpdateIfUnchanged: error %v, want a *cms.ArgumentError", err)
	case !strings.Contains(refused.Reason, "cms.MenuItem has no modified_gmt"):
		t.Errorf("Content.UpdateIfUnchanged: Reason %q, want %q in it", refused.Reason, "cms.MenuItem has no modified_gmt")
	case strings.Contains(refused.Reason, "context"):
		t.Errorf("Content.UpdateIfUnchanged: Reason %q, want no %q in it", refused.Reason, "context")
	}
	if n := len(s.Seen()); n != 0 {
		t.Errorf("%d requests, want 0", n)
	}
}

// note is a type of one's own, which embeds none of the package's.
type note struct {
	ID          int64       `json:"id"`
	ModifiedGMT cms.GMTTime `json:"modified_gmt"`
	Title       cms.Text    `json:"title"`
	Links       cms.Links   `json:"_links"`
}

func TestUpdateIfUnchangedTakesAnyTypeOfRecord(t *testing.T) {
	t.Parallel()
	ctx := t.Context()
	_, server := newSite(t)
	site := as(t, server, "editor")
	id := server.Insert("posts", map[string]any{"title": "One"})
	notes := cms.NewContent[note, cms.PostParams, struct{}](site, "cms/v2/posts")
	read, err := notes.Get(ctx, id, cms.InContext(cms.ContextEdit))
	if err != nil {
		t.Fatal(err)
	}
	switch v, err := notes.UpdateIfUnchanged(ctx, read, &cms.PostParams{Title: new("Two")}); {
	case err != nil:
		t.Errorf("Content.UpdateIfUnchanged: error %v, want nil", err)
	case v.Title.Raw != "Two":
		t.Errorf("Content.UpdateIfUnchanged: Title.Raw %q, want %q", v.Title.Raw, "Two")
	}
	if _, err := notes.UpdateIfUnchanged(ctx, read, &cms.PostParams{Title: new("Three")}); !errors.Is(err,
		cms.ErrChanged) {
		t.Errorf("of what was changed: %v, want ErrChanged", err)
	}
	maps := cms.NewContent[map[string]any, cms.PostParams, struct{}](site, "cms/v2/posts")
	record, err := maps.Get(ctx, id, cms.InContext(cms.ContextEdit))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := maps.UpdateIfUnchanged(ctx, record, &cms.PostParams{Title: new("Four")}); err != nil {
		t.Errorf("a map: %v", err)
	}
	if _, err := site.Posts.UpdateIfUnchanged(ctx, nil, &cms.PostParams{}); !errors.Is(err, cms.ErrInvalidArgument) {
		t.Errorf("nil: %v, want ErrInvalidArgument", err)
	}
}

// older is a WordPress up to 6.8: of a field of a revision it gives all or nothing.
type older struct{ server *cmstest.Server }

func (o older) RoundTrip(r *http.Request) (*http.Response, error) {
	if query := r.URL.Query(); strings.HasSuffix(r.URL.Path, "/revisions") && query.Has("_fields") {
		fields := slices.DeleteFunc(strings.Split(query.Get("_fields"), ","), func(name string) bool {
			return strings.Contains(name, ".")
		})
		query.Set("_fields", strings.Join(fields, ","))
		r = r.Clone(r.Context())
		r.URL.RawQuery = query.Encode()
	}
	return inProcess(o.server, r)
}

func TestUpdateIsVerifiedWhereRevisionsHaveNoNestedFields(t *testing.T) {
	t.Parallel()
	server := cmstest.NewServer(cmstest.WithTest(t))
	site := stub.Dial(t, server.URL, cms.WithApplicationPassword("editor", server.AppPassword("editor")),
		cms.WithHTTPClient(&http.Client{Transport: older{server}}))
	post, err := site.Posts.Create(t.Context(), &cms.PostParams{Title: new("One"), Status: new(cms.StatusPublish)})
	if err != nil {
		t.Fatal(err)
	}
	for _, text := range []string{"first", "second"} {
		if post, err = site.Posts.UpdateIfUnchanged(t.Context(), post, &cms.PostParams{Content: &text}); err != nil {
			t.Fatalf("%s: Posts.UpdateIfUnchanged: %v", text, err)
		}
	}
}

// A site keeps no second revision for a text that differs only in white space.
func TestRevisionsAreComparedWithoutTheAmountOfWhiteSpace(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		was, is string // in the JSON of the revisions
		want    error
	}{
		"as written":           {"", "", nil},
		"another line break":   {`one\r\ntwo`, `one\ntwo`, nil},
		"two line breaks":      {`one\r\ntwo`, `one\n\ntwo`, nil},
		"a blank for a tab":    {`two\t three`, `two three`, nil},
		"two blanks":           {`two\t three`, `two  three`, nil},
		"space around it":      {`one\r\n`, `\n one\r\n`, nil},
		"a break for a blank":  {`two\t three`, `two\nthree`, cms.ErrOverwritten},
		"no blank":             {`two\t three`, `twothree`, cms.ErrOverwritten},
		"another word":         {`three`, `four`, cms.ErrOverwritten},
		"a letter twice":       {`two`, `twoo`, cms.ErrOverwritten},
		"another line and end": {`one\r\ntwo\t three`, `one`, cms.ErrOverwritten},
	} {
		server := cmstest.NewServer(cmstest.WithTest(t))
		id := server.Insert("posts", map[string]any{"title": "Note", "content": "old"})
		site := ensurer(t, server, "editor", stub.Carrier(func(r *http.Request) (*http.Response, error) {
			if test.was != "" && strings.Contains(r.URL.Path, "/revisions") {
				return rewritten(server, r, test.was, test.is)
			}
			return inProcess(server, r)
		}))
		post, err := site.Posts.Get(t.Context(), id, cms.InContext(cms.ContextEdit))
		if err != nil {
			t.Fatal(err)
		}
		_, err = site.Posts.UpdateIfUnchanged(t.Context(), post, &cms.PostParams{Content: new("one\r\ntwo\t three")})
		if !errors.Is(err, test.want) {
			t.Errorf("%s: Posts.UpdateIfUnchanged: error %v, want %v", name, err, test.want)
		}
	}
}
