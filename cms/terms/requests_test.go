package terms_test

import (
	"context"
	"errors"
	"net/http"
	"strings"
	"testing"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/cms/terms"
	"github.com/fontcms/fontcms-go/internal/replay"
	"github.com/fontcms/fontcms-go/internal/replay/sitetest"
)

const forbidden = `{"code":"rest_forbidden","message":"Not now."}`

// none is a list without a term.
func none() replay.Reply { return replay.Answer(http.StatusOK, `[]`) }

func TestFindSearchesForThePartOfANameThatIsStoredAlikeEverywhere(t *testing.T) {
	t.Parallel()
	for name, search := range map[string]string{
		"Serif":             "Serif",
		"R&D":               "R%26amp%3BD",
		"R&amp;D":           "R%26amp%3BD",
		"a &lt; b &gt; c":   "a+%26lt%3B+b+%26gt%3B+c",
		"a < b":             "a+%26lt%3B+b",
		"a > b":             "a+%26gt%3B+b",
		`Rock "n" Rolling`:  "Rolling",
		`"Quoted" at first`: "at+first",
		"it's theirs":       "s+theirs",
		`back\slashed`:      "slashed",
		"Old\u00a0Styles":   "Styles",
		"one'two":           "one", // of two that are as long, the first
		"three'one'two":     "three",
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			tap, site := sitetest.NewTap(t, none())
			_, err := terms.Categories(site).ByName(t.Context(), name, 3)
			failure, ok := errors.AsType[*cms.Error](err)
			switch {
			case !ok:
				t.Errorf("Terms.ByName(name, 3): error %v, want a *cms.Error", err)
			case !errors.Is(err, cms.ErrNotFound):
				t.Errorf("Terms.ByName(name, 3): error %v, want ErrNotFound", err)
			case failure.Operation != "terms.ByName" || failure.Method != http.MethodGet:
				t.Errorf("Terms.ByName(name, 3): Operation %q, Method %q, want %q and %q", failure.Operation, failure.Method,
					"terms.ByName", http.MethodGet)
			case failure.Path != "cms/v2/categories":
				t.Errorf("Terms.ByName(name, 3): Path %q, want %q", failure.Path, "cms/v2/categories")
			case !strings.Contains(err.Error(), "no term has the name"):
				t.Errorf("Terms.ByName(name, 3): error %v, want %q in it", err, "no term has the name")
			}
			tap.Sent("GET /cms-json/cms/v2/categories?orderby=id&page=1&parent=3&per_page=100&search=" + search)
		})
	}
}

func TestEnsureHandsItsOptionsToEachRequest(t *testing.T) {
	t.Parallel()
	const list = "GET /cms-json/cms/v2/tags?_embed=up&orderby=id&page=1&per_page=100&search=R%26amp%3BD"
	tap, site := sitetest.NewTap(t, none(),
		replay.Answer(http.StatusBadRequest, `{"code":"term_exists","message":"m","data":{"term_id":7}}`), none(),
		replay.Answer(http.StatusOK, serif), replay.Answer(http.StatusOK, serif))
	var seen cms.Response
	term, err := terms.Tags(site).Ensure(t.Context(), "R&D", &terms.Params{Description: new("New"), Parent: new(int64(0))},
		cms.Embed("up"), cms.Capture(&seen), cms.UpdateMethod("PUT"))
	switch {
	case err != nil:
		t.Errorf("Terms.Ensure: error %v, want nil", err)
	case term.ID != 7:
		t.Errorf("Terms.Ensure: ID %d, want 7", term.ID)
	case seen.Status != http.StatusOK:
		t.Errorf("cms.Capture: seen.Status %d, want StatusOK", seen.Status)
	}
	tap.Sent(list, `POST /cms-json/cms/v2/tags?_embed=up {"name":"R&D","description":"New"}`, list,
		"GET /cms-json/cms/v2/tags/7?_embed=up", `PUT /cms-json/cms/v2/tags/7?_embed=up {"description":"New"}`)
}

func TestEnsureSlugAsksForTheSlugAlone(t *testing.T) {
	t.Parallel()
	tap, site := sitetest.NewTap(t, none(), replay.Answer(http.StatusCreated, serif), none())
	params := &terms.Params{Name: new("R&D"), Slug: new("SERIF")}
	term, err := terms.Tags(site).EnsureSlug(t.Context(), "serif", params)
	switch {
	case err != nil:
		t.Errorf("Terms.EnsureSlug: error %v, want nil", err)
	case term.ID != 7:
		t.Errorf("Terms.EnsureSlug: ID %d, want 7", term.ID)
	case *params.Slug != "SERIF":
		t.Errorf("%+v: Slug %q, want %q", term, *params.Slug, "SERIF")
	}
	const list = "GET /cms-json/cms/v2/tags?orderby=id&page=1&per_page=100&slug%5B%5D=serif"
	const others = "GET /cms-json/cms/v2/tags?exclude%5B%5D=7&orderby=id&page=1&per_page=100&slug%5B%5D=serif"
	tap.Sent(list, `POST /cms-json/cms/v2/tags {"name":"R&D","slug":"serif"}`, others)
}

func TestEnsureSlugReadsASlugHoweverTheSiteSpellsIt(t *testing.T) {
	t.Parallel()
	for _, stored := range []string{"gr%c3%b6%c3%9fe", "GR%C3%B6%C3%9Fe", "größe"} {
		tap, site := sitetest.NewTap(t,
			listed(`{"id":1,"slug":"gr%c3"},{"id":2,"slug":"g%"},{"id":3,"slug":"`+stored+`"}`))
		switch term, err := terms.Tags(site).EnsureSlug(t.Context(), "gr%c3%b6%c3%9fe", nil); {
		case err != nil:
			t.Errorf("%s: Terms.EnsureSlug: error %v, want nil", stored, err)
		case term.ID != 3:
			t.Errorf("%s: Terms.EnsureSlug: ID %d, want 3", stored, term.ID)
		}
		tap.Drained()
	}
}

func TestEnsureSlugReturnsTheErrorOfTheRequestThatFails(t *testing.T) {
	t.Parallel()
	list := listed(serif)
	lost := replay.Reply{Err: replay.ErrLost}
	exists := replay.Answer(http.StatusBadRequest, `{"code":"term_exists","message":"m"}`)
	no := replay.Answer(http.StatusForbidden, forbidden)
	for name, test := range map[string]struct {
		replies []replay.Reply
		is      error // nil for the term
	}{
		"the look":   {[]replay.Reply{no}, cms.ErrForbidden},
		"the create": {[]replay.Reply{none(), no}, cms.ErrForbidden},
		"the create, since the term exists elsewhere": {[]replay.Reply{none(), exists, none()}, terms.CodeTermExists},
		"the look after the create":                   {[]replay.Reply{none(), exists, no}, terms.CodeTermExists},
		"six creates are lost": {[]replay.Reply{none(), lost, none(), lost, none(), lost, none(), lost,
			none(), lost, none(), lost}, cms.ErrOutcomeUnknown},
		"two creates are lost, and one was made": {[]replay.Reply{none(), lost, none(), lost, list}, nil},
		"the first create is lost": {[]replay.Reply{none(), lost, none(),
			replay.Answer(http.StatusCreated, serif), list}, nil},
		"the look after the create that was made": {[]replay.Reply{none(), replay.Answer(http.StatusCreated, serif), no},
			cms.ErrForbidden},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			tap, site := sitetest.NewTap(t, test.replies...)
			term, err := terms.Tags(site).EnsureSlug(t.Context(), "serif", &terms.Params{Name: new("R&D")})
			switch {
			case !errors.Is(err, test.is):
				t.Errorf("Terms.EnsureSlug: error %v, want %v", err, test.is)
			case (term == nil) != (test.is != nil):
				t.Errorf("Terms.EnsureSlug: term %+v, error %v, want a term: %t", term, err, test.is == nil)
			case term != nil && term.ID != 7:
				t.Errorf("Terms.EnsureSlug: term %d, want 7", term.ID)
			}
			tap.Drained()
		})
	}
}

func TestConflictNamesTheTermThatIsThere(t *testing.T) {
	t.Parallel()
	_, site := sitetest.NewTap(t, none(), replay.Answer(http.StatusBadRequest,
		`{"code":"term_exists","message":"m","data":{"term_id":7}}`), none(),
		replay.Answer(http.StatusOK, `{"id":7,"name":"Cafe"}`))
	_, err := terms.Tags(site).Ensure(t.Context(), "Café", nil)
	_, refusal := sitetest.NewTap(t, replay.Answer(http.StatusBadRequest,
		`{"code":"term_exists","message":"m","data":{"term_id":7}}`))
	_, plain := terms.Tags(refusal).Create(t.Context(), &terms.Params{Name: new("Café")})
	switch {
	case !errors.Is(err, cms.ErrConflict):
		t.Errorf("Terms.Ensure: error %v, want ErrConflict", err)
	case !errors.Is(err, terms.CodeTermExists):
		t.Errorf("Terms.Ensure: error %v, want CodeTermExists", err)
	case err.Error() != plain.Error()+": the site names term 7, which is a different one":
		t.Errorf("Terms.Ensure: error %v, want %q", err, plain.Error()+": the site names term 7, which is a different one")
	}
}

func TestEnsurePathEndsAtTheFirstError(t *testing.T) {
	t.Parallel()
	tap, site := sitetest.NewTap(t, none(), replay.Answer(http.StatusCreated, `{"id":5,"name":"Type"}`), none(),
		replay.Answer(http.StatusForbidden, forbidden))
	if term, err := terms.Categories(site).EnsurePath(t.Context(), "Type/Serif/Old"); !errors.Is(err, cms.ErrForbidden) ||
		term != nil {
		t.Errorf("Terms.EnsurePath: error %v, term %+v, want ErrForbidden and nil", err, term)
	}
	tap.Drained()
	if got := len(tap.Asked()); got != 4 {
		t.Errorf("Tap.Asked: %d requests, want 4", got)
	}
}

func TestEnsureSendsNoSecondCreateWhenItsTimeIsUp(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(t.Context())
	tap, site := sitetest.NewTap(t, none(), replay.Reply{Err: replay.ErrLost})
	site, err := site.With(cms.WithMiddleware(func(next http.RoundTripper) http.RoundTripper {
		return roundTrip(func(r *http.Request) (*http.Response, error) {
			if r.Method == http.MethodPost {
				cancel()
			}
			return next.RoundTrip(r)
		})
	}))
	if err != nil {
		t.Fatal(err)
	}
	switch _, err := terms.Tags(site).Ensure(ctx, "a", nil); {
	case err == nil:
		t.Error("Terms.Ensure: error nil, want an error")
	case len(tap.Asked()) != 2:
		t.Errorf("requests sent: %d, want 2", len(tap.Asked()))
	}
}

type roundTrip func(*http.Request) (*http.Response, error)

func (f roundTrip) RoundTrip(r *http.Request) (*http.Response, error) { return f(r) }

func TestFindRefusesFields(t *testing.T) {
	t.Parallel()
	tap, site := sitetest.NewTap(t)
	_, err := terms.Categories(site).ByName(t.Context(), "Serif", 0, cms.Fields("id"))
	if errors.Is(err, cms.ErrNotFound) {
		t.Errorf("Terms.ByName: error %v, want an error other than ErrNotFound", err)
	}
	tap.Refused(err, "fields")
}

func TestErrorOfAMissingTermHasTheRouteOfTheSite(t *testing.T) {
	t.Parallel()
	for _, prefix := range []string{"cms", "wp"} {
		_, site := sitetest.NewTap(t, none(), none())
		site, err := site.With(cms.WithPrefix(prefix))
		if err != nil {
			t.Fatal(err)
		}
		for path, all := range map[string]*terms.Terms{prefix + "/v2/tags": terms.Tags(site),
			"acme/v1/shade": terms.New(site, "acme/v1/shade")} {
			_, err = all.ByName(t.Context(), "Serif", 0)
			if failure, ok := errors.AsType[*cms.Error](err); !ok || failure.Path != path {
				t.Errorf("ByName of a site with the prefix %s: error %v, want a *cms.Error with the path %s", prefix, err, path)
			}
		}
	}
}
