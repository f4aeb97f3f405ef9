package terms_test

import (
	"cmp"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/cms/cmstest"
	"github.com/fontcms/fontcms-go/cms/terms"
	"github.com/fontcms/fontcms-go/internal/replay"
	"github.com/fontcms/fontcms-go/internal/replay/sitetest"
)

// after is a client whose first request that creates a term is followed by something
// else that happens on the site, before its response comes.
func after(t *testing.T, server *cmstest.Server, user string, happens func()) *cms.Client {
	t.Helper()
	var once sync.Once
	site, err := cms.New(server.URL, cms.WithApplicationPassword(user, server.AppPassword(user)),
		cms.WithMiddleware(func(next http.RoundTripper) http.RoundTripper {
			return roundTrip(func(r *http.Request) (*http.Response, error) {
				resp, err := next.RoundTrip(r)
				if r.Method == http.MethodPost {
					once.Do(happens)
				}
				return resp, err
			})
		}))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(site.CloseIdleConnections)
	return site
}

// named are the ids of the categories and tags with a name, the lowest first.
func named(server *cmstest.Server, collection, name string) (ids []int64) {
	for id := range int64(200) {
		if record := server.Record(collection, id); record != nil && record["name"] == name {
			ids = append(ids, id)
		}
	}
	return ids
}

func TestEnsureReturnsLowestIDAfterRace(t *testing.T) {
	t.Parallel()
	const ours, theirs = 101, 40
	for name, c := range map[string]struct {
		meanwhile func(*cmstest.Server)
		fault     *cmstest.Fault
		user      string // "editor" if it is ""
		left      []int64
		err       error
	}{
		"nobody uses ours": {left: []int64{theirs}},
		"ours has a post": {meanwhile: func(s *cmstest.Server) {
			s.Insert("posts", map[string]any{"title": "t", "tags": []int64{ours}})
		}, left: []int64{theirs, ours}, err: cms.ErrConflict},
		"ours has a draft": {meanwhile: func(s *cmstest.Server) {
			s.Insert("posts", map[string]any{"title": "t", "status": "draft", "tags": []int64{ours}})
		}, left: []int64{theirs, ours}, err: cms.ErrConflict},
		"ours got a member of meta": {fault: &cmstest.Fault{
			Method: http.MethodGet, Route: "/cms/v2/tags/{id}",
			Body: []byte(
				`{"id":101,"count":0,"description":"","name":"Serif","slug":"serif","taxonomy":"post_tag",` +
					`"meta":{"colour":"red"}}`),
		}, left: []int64{theirs, ours}, err: cms.ErrConflict},
		"another counts ours": {fault: &cmstest.Fault{
			Method: http.MethodGet, Route: "/cms/v2/tags/{id}",
			Body: []byte(
				`{"id":101,"count":1,"description":"","name":"Serif","slug":"serif","taxonomy":"post_tag","meta":[]}`),
		}, left: []int64{theirs, ours}, err: cms.ErrConflict},
		"nobody counts ours": {fault: &cmstest.Fault{
			Method: http.MethodGet, Route: "/cms/v2/tags/{id}",
			Body: []byte(`{"id":101,"description":"","name":"Serif","slug":"serif","taxonomy":"post_tag","meta":[]}`),
		}, left: []int64{theirs, ours}, err: cms.ErrConflict},
		"nobody can tell who uses ours": {meanwhile: func(s *cmstest.Server) {
			s.Fail(cmstest.Fault{Method: http.MethodGet, Route: "/cms/v2/posts", Status: http.StatusBadRequest,
				Code: "rest_invalid_param", Message: "m"})
		}, left: []int64{theirs, ours}, err: cms.ErrConflict},
		"nobody can tell what has terms": {meanwhile: func(s *cmstest.Server) {
			s.Fail(cmstest.Fault{Method: http.MethodGet, Route: "/cms/v2/taxonomies/{taxonomy}", Status: http.StatusBadRequest,
				Code: "rest_invalid_param", Message: "m"})
		}, left: []int64{theirs, ours}, err: cms.ErrConflict},
		"nobody can tell where its records are": {meanwhile: func(s *cmstest.Server) {
			s.Fail(cmstest.Fault{Method: http.MethodGet, Route: "/cms/v2/types/{type}", Status: http.StatusBadRequest,
				Code: "rest_invalid_param", Message: "m"})
		}, left: []int64{theirs, ours}, err: cms.ErrConflict},
		"ours was changed": {meanwhile: func(s *cmstest.Server) { describe(t, s, ours) },
			left: []int64{theirs, ours}, err: cms.ErrConflict},
		"the caller may not delete":    {user: "contributor", left: []int64{theirs, ours}, err: cms.ErrConflict},
		"ours is gone when it is read": {meanwhile: func(s *cmstest.Server) { remove(t, s, ours) }, left: []int64{theirs}},
		"ours cannot be read": {fault: &cmstest.Fault{Method: http.MethodGet, Route: "/cms/v2/tags/{id}",
			Status: http.StatusForbidden, Code: "rest_forbidden", Message: "m"}, left: []int64{theirs, ours},
			err: cms.ErrForbidden},
		"ours is gone already": {fault: &cmstest.Fault{Method: http.MethodDelete, Processed: true,
			Status: http.StatusNotFound, Code: "rest_term_invalid", Message: "m"}, left: []int64{theirs}},
		"it goes while we delete it": {fault: &cmstest.Fault{Method: http.MethodDelete, Processed: true,
			Status: http.StatusInternalServerError, Code: "rest_cannot_delete", Message: "m"}, left: []int64{theirs}},
		"the response to its delete is lost": {fault: &cmstest.Fault{Method: http.MethodDelete, Times: 1, Processed: true,
			Cut: cmstest.CutAnswer}, left: []int64{theirs}},
		"the site does not delete it": {fault: &cmstest.Fault{Method: http.MethodDelete,
			Status: http.StatusInternalServerError, Code: "rest_cannot_delete", Message: "m"}, left: []int64{theirs, ours},
			err: cms.CodeCannotDelete},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			server, _ := memory(t)
			server.Insert("tags", map[string]any{"id": 100, "name": "Other"})
			site := after(t, server, cmp.Or(c.user, "editor"), func() {
				server.Insert("tags", map[string]any{"id": theirs, "name": "Serif", "slug": "theirs"})
				if c.meanwhile != nil {
					c.meanwhile(server)
				}
				if c.fault != nil {
					server.Fail(*c.fault)
				}
			})
			term, err := terms.Tags(site).Ensure(t.Context(), "Serif", nil)
			switch {
			case !errors.Is(err, c.err):
				t.Errorf("%v: Terms.Ensure: error %v, want %v", term, err, c.err)
			case err == nil && term.ID != theirs:
				t.Errorf("Terms.Ensure: term.ID %d, want %d", term.ID, theirs)
			case (c.err == nil) != (err == nil):
				t.Errorf("%v: c.err error %v, want nil only if err == nil, which is %t", term, c.err, err == nil)
			}
			if left := named(server, "tags", "Serif"); !slices.Equal(left, c.left) {
				t.Errorf("the site has %d, not %d: left %v, want %v", left, c.left, left, c.left)
			}
		})
	}
}

// describe changes the description of a tag.
func describe(t *testing.T, server *cmstest.Server, id int64) {
	t.Helper()
	site, err := cms.New(server.URL, cms.WithApplicationPassword("admin", server.AppPassword("admin")))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := terms.Tags(site).Update(t.Context(), id, &terms.Params{Description: new("Mine now")}); err != nil {
		t.Fatal(err)
	}
}

// remove deletes a tag.
func remove(t *testing.T, server *cmstest.Server, id int64) {
	t.Helper()
	site, err := cms.New(server.URL, cms.WithApplicationPassword("admin", server.AppPassword("admin")))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := terms.Tags(site).Delete(t.Context(), id); err != nil {
		t.Fatal(err)
	}
}

func TestEnsureKeepsATermThatHasOthersBelowIt(t *testing.T) {
	t.Parallel()
	server, _ := memory(t)
	server.Insert("categories", map[string]any{"id": 100, "name": "Other"})
	site := after(t, server, "editor", func() {
		server.Insert("categories", map[string]any{"id": 40, "name": "Serif", "slug": "theirs"})
		server.Insert("categories", map[string]any{"name": "Below", "parent": 101})
	})
	params := &terms.Params{Description: new("Small strokes")}
	term, err := terms.Categories(site).Ensure(t.Context(), "Serif", params)
	several, ok := errors.AsType[*cms.AmbiguousError](err)
	switch {
	case term != nil:
		t.Errorf("Ensure while its duplicate is used: %v, error %v, want ErrConflict with 40 and 101; term %+v, want nil",
			term, err, term)
	case !ok:
		t.Errorf(
			"Ensure while its duplicate is used: %v, error %v, want ErrConflict with 40 and 101; error %v, want a "+
				"*cms.AmbiguousError", term, err, err)
	case !errors.Is(err, cms.ErrConflict):
		t.Errorf(
			"Ensure while its duplicate is used: %v, error %v, want ErrConflict with 40 and 101; error %v, want ErrConflict",
			term, err, err)
	case !slices.Equal(several.IDs, []int64{40, 101}):
		t.Errorf(
			"Ensure while its duplicate is used: %v, error %v, want ErrConflict with 40 and 101; several.IDs %v, want %v", term,
			err, several.IDs, []int64{40, 101})
	}
	if term, err = terms.Categories(site).Ensure(t.Context(), "Serif", params); err != nil || term.ID != 40 {
		t.Errorf("the next Ensure: %v, error %v, want the term 40", term, err)
	}
	if left := named(server, "categories", "Serif"); !slices.Equal(left, []int64{40, 101}) {
		t.Errorf("the site has %d, want %v", left, []int64{40, 101})
	}
}

func TestEnsureReturnsItsTermIfTheDuplicateIsNewer(t *testing.T) {
	t.Parallel()
	server, _ := memory(t)
	site := after(t, server, "editor", func() { server.Insert("tags", map[string]any{"name": "Serif", "slug": "theirs"}) })
	term, err := terms.Tags(site).Ensure(t.Context(), "Serif", nil)
	switch left := named(server, "tags", "Serif"); {
	case err != nil:
		t.Errorf("Terms.Ensure: %v, %v, the site has %d: error %v, want nil", term, err, left, err)
	case len(left) != 2:
		t.Errorf("named: %v, %v, the site has %d: length of left %d, want 2", term, err, left, len(left))
	case term.ID != left[0]:
		t.Errorf("Terms.Ensure: %v, %v, the site has %d: term.ID %d, want %d", term, err, left, term.ID, left[0])
	}
}

func TestEnsureSlugReturnsTheTermWithTheSlugAfterRace(t *testing.T) {
	t.Parallel()
	server, _ := memory(t)
	server.Insert("tags", map[string]any{"id": 100, "name": "Other", "slug": "serif"})
	server.Fail(cmstest.Fault{Method: http.MethodGet, Times: 1, Body: []byte("[]")}) // it is not there yet
	site := after(t, server, "editor", func() {})
	term, err := terms.Tags(site).EnsureSlug(t.Context(), "serif", &terms.Params{Name: new("Serif")})
	switch {
	case err != nil:
		t.Errorf("%v: Terms.EnsureSlug: error %v, want nil", term, err)
	case term.ID != 100 || term.Name != "Serif":
		t.Errorf("Terms.EnsureSlug: term.ID %d, term.Name %q, want 100 and %q", term.ID, term.Name, "Serif")
	}
	if left := named(server, "tags", "Serif"); !slices.Equal(left, []int64{100}) {
		t.Errorf("the site has %d, want %v", left, []int64{100})
	}
}

func TestEnsurePathBeginsAgainIfATermOfThePathIsGone(t *testing.T) {
	t.Parallel()
	server, admin := memory(t)
	var gone int64
	site := after(t, server, "editor", func() {
		gone = named(server, "categories", "Type")[0]
		if _, err := terms.Categories(admin).Delete(t.Context(), gone); err != nil {
			t.Error(err)
		}
	})
	serif, err := terms.Categories(site).EnsurePath(t.Context(), "Type/Serif")
	switch {
	case err != nil:
		t.Errorf("%v: Terms.EnsurePath: error %v, want nil", serif, err)
	case serif.Parent == gone:
		t.Errorf("Terms.EnsurePath: serif.Parent %d, want a value other than %d", serif.Parent, gone)
	case serif.Parent == 0:
		t.Error("Terms.EnsurePath: serif.Parent 0, want more than 0")
	}
}

func TestEnsureOfOneClientMakesOneTerm(t *testing.T) {
	t.Parallel()
	server, site := memory(t)
	var group sync.WaitGroup
	for i := range 8 { // a site makes a second term beside another slug
		group.Go(func() {
			as, err := site.With() // clients of one family
			if err != nil {
				t.Error(err)
				return
			}
			name := []string{"R&D", "r&amp;d", " R&D "}[i%3]
			if _, err := terms.Tags(as).Ensure(t.Context(), name, &terms.Params{Slug: new(fmt.Sprint("slug-", i))}); err != nil {
				t.Error(err)
			}
		})
	}
	group.Wait()
	all := 0
	for id := range int64(30) {
		if record := server.Record("tags", id); record != nil && strings.EqualFold(fmt.Sprint(record["name"]), "R&amp;D") {
			all++
		}
	}
	if all != 1 {
		t.Errorf("the site has %d, want 1", all)
	}
}

func TestEnsureBringsATermToWhatParamsSay(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		params *terms.Params
		sent   string // the update; empty if no update is sent
	}{
		"no params": {nil, ""},
		"the same": {&terms.Params{Name: new("r&d"), Slug: new("RD"), Description: new("Pairs & more"),
			Parent: new(int64(0))}, ""},
		"a description":  {&terms.Params{Description: new("Pairs")}, `{"description":"Pairs"}`},
		"no description": {&terms.Params{Description: new("")}, `{"description":""}`},
		"a slug":         {&terms.Params{Slug: new("research")}, `{"slug":"research"}`},
		"a member that differs": {&terms.Params{Description: new("Pairs & more"),
			Extra: cms.Extra{"colour": []byte(`"red"`)}}, `{"colour":"red"}`},
		"a member of the meta": {
			&terms.Params{Meta: &cms.MetaParams{Extra: cms.Extra{"weight": []byte("7"), "unset": []byte("null")}}},
			`{"meta":{"weight":7}}`},
		"an empty wish for slug": {&terms.Params{Slug: new("")}, ""},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			const stored = `{"id":7,"name":"R&amp;D","slug":"rd","description":"Pairs &amp; more","taxonomy":"category",` +
				`"parent":0,"meta":{"weight":8},"colour":"blue"}`
			replies, want := []replay.Reply{listed(stored)}, []string{}
			if c.sent != "" {
				replies = append(replies, replay.Answer(http.StatusOK, stored))
				want = append(want, "POST /cms-json/cms/v2/categories/7 "+c.sent)
			}
			tap, site := sitetest.NewTap(t, replies...)
			switch term, err := terms.Categories(site).Ensure(t.Context(), "R&D", c.params); {
			case err != nil:
				t.Errorf("%v: Terms.Ensure: error %v, want nil", term, err)
			case term.ID != 7:
				t.Errorf("Terms.Ensure: term.ID %d, want 7", term.ID)
			}
			if got := tap.Asked()[1:]; !slices.Equal(got, want) {
				t.Errorf("sitetest.NewTap(replies): %q, not %q: %q, want %q", got, want, got, want)
			}
		})
	}
}

func TestEnsureReturnsTheIDOfTheTermThatHasTheSlug(t *testing.T) {
	t.Parallel()
	_, site := memory(t)
	all, ctx := terms.Tags(site), t.Context()
	other, err := all.Ensure(ctx, "Other", &terms.Params{Slug: new("taken")})
	if err != nil {
		t.Fatal(err)
	}
	for range 2 { // when it is new, and when it is there
		term, err := all.Ensure(ctx, "Serif", &terms.Params{Slug: new("taken")})
		taken, ok := errors.AsType[*cms.SlugTakenError](err)
		switch {
		case !ok:
			t.Errorf("%v: Terms.Ensure: error %v, want a *cms.SlugTakenError", term, err)
		case term != nil:
			t.Errorf("Terms.Ensure: term %+v, want nil", term)
		case taken.Slug != "taken" || taken.Got != "taken-2":
			t.Errorf("%v: Terms.Ensure: taken.Slug %q, taken.Got %q, want %q and %q", term, taken.Slug, taken.Got, "taken",
				"taken-2")
		case taken.ID == other.ID:
			t.Errorf("%v: Terms.Ensure: taken.ID %d, want a value other than %d", term, taken.ID, other.ID)
		}
	}
}

func TestEnsureRefusesAnotherNameOrSlugInParams(t *testing.T) {
	t.Parallel()
	tap, site := sitetest.NewTap(t)
	_, err := terms.Tags(site).Ensure(t.Context(), "Serif", &terms.Params{Name: new("Sans")})
	tap.Refused(err, "name")
	_, err = terms.Tags(site).Ensure(t.Context(), "Serif", &terms.Params{Parent: new(int64(-1))})
	tap.Refused(err, "parent")
	_, err = terms.Tags(site).EnsureSlug(t.Context(), "serif", &terms.Params{Slug: new("sans")})
	tap.Refused(err, "slug")
}

func TestEnsureRefusesANameThatTheSiteStoresOtherwise(t *testing.T) {
	t.Parallel()
	_, site := sitetest.NewTap(t, none(), replay.Answer(http.StatusCreated, `{"id":7,"name":"Cut"}`), none())
	switch term, err := terms.Tags(site).Ensure(t.Context(), "Cut short", nil); {
	case !errors.Is(err, cms.ErrConflict):
		t.Errorf("%v: Terms.Ensure: error %v, want ErrConflict", term, err)
	case term != nil:
		t.Errorf("Terms.Ensure: term %+v, want nil", term)
	case !strings.Contains(err.Error(), "terms.Ensure"):
		t.Errorf("%v: Terms.Ensure: error %v, want %q in it", term, err, "terms.Ensure")
	}
}
