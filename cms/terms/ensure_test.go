package terms_test

import (
	"context"
	"errors"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/cms/cmstest"
	"github.com/fontcms/fontcms-go/cms/terms"
	"github.com/fontcms/fontcms-go/internal/replay"
	"github.com/fontcms/fontcms-go/internal/replay/sitetest"
)

// memory is a client of a site in memory, as its administrator.
func memory(t *testing.T) (*cmstest.Server, *cms.Client) {
	t.Helper()
	server := cmstest.NewServer(cmstest.WithTest(t))
	site, err := cms.New(server.URL, cms.WithApplicationPassword("admin", server.AppPassword("admin")))
	if err != nil {
		t.Fatal(err)
	}
	return server, site
}

// listed is a list of terms that states its totals.
func listed(records string) replay.Reply {
	total := strconv.Itoa(strings.Count(records, `"id"`))
	return replay.Reply{Status: http.StatusOK, Body: "[" + records + "]",
		Header: map[string]string{"X-CMS-Total": total, "X-CMS-TotalPages": min(total, "1")}}
}

func TestEnsureReturnsTheTermWithTheName(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ name, first, again string }{
		{"as it is", "Serif", "Serif"},
		{"another case", "Serif", "sERIF"},
		{"an ampersand", "R&D", "R&D"},
		{"an ampersand as HTML", "R&D", "R&amp;D"},
		{"signs of HTML", "7 > 6 & 5 < 6", "7 > 6 & 5 < 6"},
		{"runs of spaces", "Old  Style", " Old Style "},
		{"an entity", "&copy; Foundry", "&copy; foundry"},
		{"an entity that is a number", "O&#8217;Neil", "O&#8217;neil"},
		{"an entity alone", "&copy;", "&copy;"},
		{"an entity in other words", "Caf&eacute;", "caf&eacute;"},
		{"another space", "Old\u00a0Style", "Old\u00a0Style"},
		{"a space as an entity", "Old&nbsp;Style", "old&nbsp;style"},
		{"what looks like HTML", "AT&copy", "AT&copy"},
		{"what looks like HTML further on", "AT&copy B; C & D &zzz; &", "AT&copy B; C &amp; D &zzz; &"},
	} {
		for _, slug := range []*string{nil, new("of-its-own")} {
			t.Run(c.name, func(t *testing.T) {
				t.Parallel()
				_, site := memory(t)
				all, ctx := terms.Categories(site), t.Context()
				first, err := all.Ensure(ctx, c.first, nil)
				if err != nil {
					t.Fatal(err)
				}
				again, err := all.Ensure(ctx, c.again, &terms.Params{Description: new("new"), Slug: slug})
				switch {
				case err != nil:
					t.Errorf("Terms.Ensure: %v, %v, not %v: error %v, want nil", again, err, first, err)
				case again.ID != first.ID:
					t.Errorf("Terms.Ensure: %v, %v, not %v: again.ID %d, want %d", again, err, first, again.ID, first.ID)
				case again.Name != first.Name || again.Description != "new":
					t.Errorf("Terms.Ensure: %v, %v, not %v: again.Name %q, again.Description %q, want %q and %q", again, err, first,
						again.Name, again.Description, first.Name, "new")
				case slug != nil && again.Slug != *slug:
					t.Errorf("%v, %v, not %v: again.Slug %q, want %q if slug != nil", again, err, first, again.Slug, *slug)
				}
				found, err := all.ByName(ctx, c.again, 0)
				switch {
				case err != nil:
					t.Errorf("Terms.ByName(c.again, 0): %+v, %v, not %+v: error %v, want nil", found, err, first, err)
				case found.ID != first.ID:
					t.Errorf("Terms.ByName(c.again, 0): %+v, %v, not %+v: found.ID %d, want %d", found, err, first, found.ID, first.ID)
				}
				below, err := all.Ensure(ctx, c.first, &terms.Params{Parent: &first.ID})
				switch {
				case err != nil:
					t.Errorf("%+v: Terms.Ensure: error %v, want nil", below, err)
				case below.ID == first.ID:
					t.Errorf("Terms.Ensure: below.ID %d, want a value other than %d", below.ID, first.ID)
				case below.Parent != first.ID:
					t.Errorf("Terms.Ensure: below.Parent %d, want %d", below.Parent, first.ID)
				}
				if _, err := all.ByName(ctx, c.first, below.ID); !errors.Is(err, cms.ErrNotFound) {
					t.Errorf("Terms.ByName(c.first, below.ID): error %v, want ErrNotFound", err)
				}
			})
		}
	}
}

func TestByNameReturnsTheIDsOfDuplicates(t *testing.T) {
	t.Parallel()
	_, site := memory(t)
	tags := terms.Tags(site)
	var ids []int64
	for _, slug := range []string{"b", "a"} {
		made, err := tags.Create(t.Context(), &terms.Params{Name: new("Twin"), Slug: &slug})
		if err != nil {
			t.Fatal(err)
		}
		ids = append(ids, made.ID)
	}
	var seen cms.Response
	found, err := tags.ByName(t.Context(), "twin", 0, cms.Capture(&seen))
	twins, ok := errors.AsType[*cms.AmbiguousError](err)
	slices.Sort(ids)
	switch {
	case found != nil:
		t.Errorf("Terms.ByName: found %+v, want nil", found)
	case !ok:
		t.Errorf("%+v: Terms.ByName: error %v, want a *cms.AmbiguousError", found, err)
	case !errors.Is(err, cms.ErrAmbiguous):
		t.Errorf("%+v: Terms.ByName: error %v, want ErrAmbiguous", found, err)
	case !slices.Equal(slices.Sorted(slices.Values(twins.IDs)), ids):
		t.Errorf("%+v: Terms.ByName: slices.Sorted(slices.Values(twins.IDs)) %v, want %v", found,
			slices.Sorted(slices.Values(twins.IDs)), ids)
	case seen.Status != http.StatusOK:
		t.Errorf("%+v: cms.Capture: seen.Status %d, want StatusOK", found, seen.Status)
	}
}

func TestFindRefusesAnEmptyName(t *testing.T) {
	t.Parallel()
	tap, site := sitetest.NewTap(t)
	_, err := terms.Tags(site).ByName(t.Context(), " ", 0)
	tap.Refused(err, "name")
}

func TestEnsureLooksAtTheTermThatTheSiteNames(t *testing.T) {
	t.Parallel()
	lost, none := replay.Reply{Err: replay.ErrLost}, none()
	exists := func(data string) replay.Reply {
		return replay.Answer(http.StatusBadRequest, `{"code":"term_exists","message":"m","data":`+data+`}`)
	}
	named := exists(`{"status":400,"term_id":7}`)
	for _, c := range []struct {
		name    string
		replies []replay.Reply
		id      int64
		is      error
	}{
		{"a term that is listed", []replay.Reply{named, listed(serif)}, 7, nil},
		{"the term", []replay.Reply{named, none, replay.Answer(http.StatusOK, serif)}, 7, nil},
		{"an id as text", []replay.Reply{exists(`{"term_id":"7"}`), none, replay.Answer(http.StatusOK, serif)}, 7, nil},
		{"an id of two digits", []replay.Reply{exists(`{"term_id":10}`), none,
			replay.Answer(http.StatusOK, strings.Replace(serif, `"id":7`, `"id":10`, 1))}, 10, nil},
		{"an id that is none", []replay.Reply{exists(`{"term_id":"seven"}`), none}, 0, terms.CodeTermExists},
		{"an id below 0", []replay.Reply{exists(`{"term_id":-7}`), none}, 0, terms.CodeTermExists},
		{"something else than an object", []replay.Reply{exists(`[7]`), none}, 0, terms.CodeTermExists},
		{"no id, and the look fails", []replay.Reply{exists(`null`),
			replay.Answer(http.StatusForbidden, `{"code":"rest_forbidden","message":"m"}`)}, 0, cms.ErrForbidden},
		{"no id", []replay.Reply{exists(`null`), listed(serif)}, 7, nil},
		{"a lower id than the site names", []replay.Reply{named,
			listed(serif + "," + strings.Replace(serif, `"id":7`, `"id":3`, 1))}, 3, nil},
		{"another name", []replay.Reply{named, none, replay.Answer(http.StatusOK,
			strings.Replace(serif, "R&amp;D", "Cafe", 1))}, 0, cms.ErrConflict},
		{"another parent", []replay.Reply{named, none, replay.Answer(http.StatusOK,
			strings.Replace(serif, `"id":7`, `"id":7,"parent":3`, 1))}, 0, cms.ErrConflict},
		{"another record", []replay.Reply{named, none, replay.Answer(http.StatusOK,
			strings.Replace(serif, `"id":7`, `"id":8`, 1))}, 0, cms.ErrForeignRecord},
		{"a term that is gone", []replay.Reply{named, none, replay.Answer(http.StatusNotFound,
			`{"code":"rest_term_invalid","message":"m"}`), replay.Answer(http.StatusCreated, serif), listed(serif)}, 7, nil},
		{"another refusal", []replay.Reply{replay.Answer(http.StatusForbidden,
			`{"code":"rest_cannot_create","message":"m"}`)}, 0, cms.ErrForbidden},
		{"a lost response", []replay.Reply{lost, listed(serif)}, 7, nil},
		{"a lost response that is not listed", []replay.Reply{lost, none, named, none, replay.Answer(http.StatusOK, serif)},
			7, nil},
		{"lost responses", []replay.Reply{lost, none, lost, none, lost, none, lost, none, lost, none, lost}, 0,
			cms.ErrOutcomeUnknown},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			replies := append([]replay.Reply{listed("")}, c.replies...) // when it looked, there was none
			tap, site := sitetest.NewTap(t, replies...)
			term, err := terms.Tags(site).Ensure(t.Context(), "R&D", nil)
			switch {
			case !errors.Is(err, c.is):
				t.Errorf("%+v: Terms.Ensure: error %v, want %v", term, err, c.is)
			case (c.is == nil) != (err == nil):
				t.Errorf("%+v: c.is error %v, want nil only if err == nil, which is %t", term, c.is, err == nil)
			case err == nil && term.ID != c.id:
				t.Errorf("Terms.Ensure: term.ID %d, want %d", term.ID, c.id)
			case len(tap.Asked()) != len(replies):
				t.Errorf("%+v: Tap.Asked: length of tap.Asked() %d, want %d", term, len(tap.Asked()), len(replies))
			}
		})
	}
}

func TestEnsureIsNotAskedForFields(t *testing.T) {
	t.Parallel()
	tap, site := sitetest.NewTap(t)
	_, err := terms.Tags(site).Ensure(t.Context(), "a", nil, cms.Fields("id"))
	tap.Refused(err, "fields")
	_, err = terms.Tags(site).EnsureSlug(t.Context(), "a", nil, cms.Fields("id"))
	tap.Refused(err, "fields")
}

func TestEnsureRefusesWhatASiteRemovesFromNames(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"<b>Serif</b>", "5 < 6 > 5", "a%41", " ", "a\x00b", "a\vb", "a\x1f"} {
		tap, site := sitetest.NewTap(t)
		_, err := terms.Tags(site).Ensure(t.Context(), name, nil)
		tap.Refused(err, "name")
	}
}

func TestEnsureEndsWithItsContext(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(t.Context())
	tap, site := sitetest.NewTap(t)
	cancel()
	switch _, err := terms.Tags(site).Ensure(ctx, "a", nil); {
	case !errors.Is(err, context.Canceled):
		t.Errorf("Terms.Ensure: error %v, want Canceled", err)
	case len(tap.Asked()) > 1:
		t.Errorf("Tap.Asked: length of tap.Asked() %d, want at most 1", len(tap.Asked()))
	}
}

func TestEnsureSlugReturnsTheTermWithTheSlug(t *testing.T) {
	t.Parallel()
	server, site := memory(t)
	all, ctx := terms.Categories(site), t.Context()
	for _, slug := range []string{"serif", "gr%c3%b6%c3%9fe", "a_b-2", "az09", "%c2%80", strings.Repeat("a", 200)} {
		first, err := all.EnsureSlug(ctx, slug, &terms.Params{Name: new("Serif")})
		if err != nil {
			t.Fatal(err)
		}
		before := len(server.Requests())
		again, err := all.EnsureSlug(ctx, slug, nil)
		switch {
		case err != nil:
			t.Errorf("%+v: Terms.EnsureSlug(slug): error %v, want nil", again, err)
		case again.ID != first.ID:
			t.Errorf("Terms.EnsureSlug(slug): again.ID %d, want %d", again.ID, first.ID)
		case len(server.Requests()) != before+1:
			t.Errorf("%+v: Server.Requests: length of server.Requests() %d, want %d", again, len(server.Requests()), before+1)
		}
	}
	tap, refusing := sitetest.NewTap(t)
	for _, slug := range []string{"", "A", "a b", "a--b", "-a", "a/b", "a&b", strings.Repeat("a", 201), "größe", "a`",
		"a{", "a:", "a%7f", "a%2F", "a%20b", "a%2", "a%41"} {
		_, err := terms.Tags(refusing).EnsureSlug(ctx, slug, &terms.Params{Name: new("n")})
		tap.Refused(err, "slug")
	}
}

func TestEnsureSlugSaysWhatTheSiteMadeInstead(t *testing.T) {
	t.Parallel()
	other := strings.Replace(serif, `"slug":"serif"`, `"slug":"serif-2"`, 1)
	for _, c := range []struct {
		name    string
		params  *terms.Params
		replies []replay.Reply
		check   func(*terms.Term, error) bool
	}{
		{"no name", nil, []replay.Reply{replay.Answer(http.StatusOK, `[]`)}, func(_ *terms.Term, err error) bool {
			return errors.Is(err, cms.ErrInvalidArgument)
		}},
		{"another slug in params", &terms.Params{Name: new("n"), Slug: new("other")}, nil,
			func(_ *terms.Term, err error) bool {
				return errors.Is(err, cms.ErrInvalidArgument)
			}},
		{"a site that ignores the slug", &terms.Params{Name: new("n")}, []replay.Reply{listed(other)},
			func(_ *terms.Term, err error) bool {
				return errors.Is(err, cms.ErrFilterIgnored) // and nothing is created: the term may be on the next page
			}},
		{"another slug", &terms.Params{Name: new("R&D")}, []replay.Reply{replay.Answer(http.StatusOK, `[]`),
			replay.Answer(http.StatusCreated, other), replay.Answer(http.StatusOK, `[]`)}, func(_ *terms.Term, err error) bool {
			taken, ok := errors.AsType[*cms.SlugTakenError](err)
			return ok && taken.ID == 7 && taken.Got == "serif-2"
		}},
		{"made by somebody else", &terms.Params{Name: new("R&D")}, []replay.Reply{
			replay.Answer(http.StatusOK, `[]`), replay.Answer(http.StatusBadRequest, `{"code":"term_exists","message":"m"}`),
			listed(serif),
		}, func(term *terms.Term, err error) bool { return err == nil && term.ID == 7 }},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			tap, site := sitetest.NewTap(t, c.replies...)
			term, err := terms.Tags(site).EnsureSlug(t.Context(), "serif", c.params)
			switch {
			case !c.check(term, err):
				t.Error("c.check(term, err) is false, want true")
			case len(tap.Asked()) != len(c.replies):
				t.Errorf("%+v: Tap.Asked: length of tap.Asked() %d, want %d", term, len(tap.Asked()), len(c.replies))
			}
		})
	}
}

func TestEnsurePathOfAPathThatIsThereWritesNothing(t *testing.T) {
	t.Parallel()
	server, site := memory(t)
	all, ctx := terms.Categories(site), t.Context()
	for _, path := range []string{"R&D", "R&D/AT&amp;T/a < b", `R&D/Say "ä"`} {
		first, err := all.EnsurePath(ctx, path)
		if err != nil {
			t.Fatal(err)
		}
		server.ResetRequests()
		second, err := all.EnsurePath(ctx, path)
		if err != nil || second.ID != first.ID {
			t.Errorf("EnsurePath(%q), the second time: term %+v, error %v, want term %d", path, second, err, first.ID)
		}
		for _, r := range server.Requests() {
			if r.Method != http.MethodGet {
				t.Errorf("EnsurePath(%q), the second time, sent %s %s, want GET requests only", path, r.Method, r.Path)
			}
		}
	}
}

func TestEnsurePathCreatesMissingTerms(t *testing.T) {
	t.Parallel()
	_, site := memory(t)
	all, ctx := terms.Categories(site), t.Context()
	serif, err := all.EnsurePath(ctx, "Type/Serif")
	if err != nil {
		t.Fatal(err)
	}
	old, err := all.EnsurePath(ctx, " type / serif / Old & Style ")
	switch {
	case err != nil:
		t.Fatalf("%+v: Terms.EnsurePath: error %v, want nil", old, err)
	case old.Parent != serif.ID:
		t.Fatalf("Terms.EnsurePath: old.Parent %d, want %d", old.Parent, serif.ID)
	}
	var group sync.WaitGroup
	for range 4 { // at once
		group.Go(func() {
			switch again, err := all.EnsurePath(ctx, "Type/Serif/Old & Style"); {
			case err != nil:
				t.Errorf("%+v: Terms.EnsurePath: error %v, want nil", again, err)
			case again.ID != old.ID:
				t.Errorf("Terms.EnsurePath: again.ID %d, want %d", again.ID, old.ID)
			}
		})
	}
	group.Wait()
	for _, path := range []string{"", "/", "Type/", "Type//Serif", "Type/ /x"} {
		tap, refusing := sitetest.NewTap(t)
		_, err := terms.Categories(refusing).EnsurePath(ctx, path)
		tap.Refused(err, "path")
	}
}
