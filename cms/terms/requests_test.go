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
		"a < b":             "a+%26lt%3B+b",
		"a > b":             "a+%26gt%3B+b",
		`Rock "n" Rolling`:  "Rolling",
		`"Quoted" at first`: "at+first",
		"it's theirs":       "s+theirs",
		`back\slashed`:      "slashed",
		"one'two":           "one", // of two that are as long, the first
		"three'one'two":     "three",
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			tap, site := sitetest.NewTap(t, none())
			_, err := terms.Categories(site).ByName(t.Context(), name, 3)
			failure, ok := errors.AsType[*cms.Error](err)
			if !ok || !errors.Is(err, cms.ErrNotFound) || failure.Operation != "terms.ByName" || failure.Method != http.MethodGet || !strings.Contains(err.Error(), "no term has the name") {
				t.Errorf("%+v", err)
			}
			tap.Sent("GET /cms-json/cms/v2/categories?orderby=id&page=1&parent=3&per_page=100&search=" + search)
		})
	}
}

func TestEnsureHandsItsOptionsToEachRequest(t *testing.T) {
	t.Parallel()
	const list = "GET /cms-json/cms/v2/tags?_embed=up&orderby=id&page=1&per_page=100&search=R%26amp%3BD"
	tap, site := sitetest.NewTap(t, none(),
		replay.Answer(http.StatusBadRequest, `{"code":"term_exists","message":"m","data":{"term_id":7}}`), none(), replay.Answer(http.StatusOK, serif), replay.Answer(http.StatusOK, serif))
	var seen cms.Response
	term, err := terms.Tags(site).Ensure(t.Context(), "R&D", &terms.Params{Description: new("New"), Parent: new(int64(0))}, cms.Embed("up"), cms.Capture(&seen), cms.UpdateMethod("PUT"))
	if err != nil || term.ID != 7 || seen.Status != http.StatusOK {
		t.Errorf("%+v, %v, %v", term, err, seen)
	}
	tap.Sent(list, `POST /cms-json/cms/v2/tags?_embed=up {"name":"R&D","description":"New"}`, list,
		"GET /cms-json/cms/v2/tags/7?_embed=up", `PUT /cms-json/cms/v2/tags/7?_embed=up {"description":"New"}`)
}

func TestEnsureSlugAsksForTheSlugAlone(t *testing.T) {
	t.Parallel()
	tap, site := sitetest.NewTap(t, none(), replay.Answer(http.StatusCreated, serif), none())
	params := &terms.Params{Name: new("R&D"), Slug: new("SERIF")}
	term, err := terms.Tags(site).EnsureSlug(t.Context(), "serif", params)
	if err != nil || term.ID != 7 || *params.Slug != "SERIF" {
		t.Errorf("%+v, %v, %s", term, err, *params.Slug)
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
		if term, err := terms.Tags(site).EnsureSlug(t.Context(), "gr%c3%b6%c3%9fe", nil); err != nil || term.ID != 3 {
			t.Errorf("%s: %+v, %v", stored, term, err)
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
		"six creates are lost":                        {[]replay.Reply{none(), lost, none(), lost, none(), lost, none(), lost, none(), lost, none(), lost}, cms.ErrOutcomeUnknown},
		"two creates are lost, and one was made":      {[]replay.Reply{none(), lost, none(), lost, list}, nil},
		"the first create is lost":                    {[]replay.Reply{none(), lost, none(), replay.Answer(http.StatusCreated, serif), list}, nil},
		"the look after the create that was made":     {[]replay.Reply{none(), replay.Answer(http.StatusCreated, serif), no}, cms.ErrForbidden},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			tap, site := sitetest.NewTap(t, test.replies...)
			term, err := terms.Tags(site).EnsureSlug(t.Context(), "serif", &terms.Params{Name: new("R&D")})
			if !errors.Is(err, test.is) || (term == nil) != (test.is != nil) || term != nil && term.ID != 7 {
				t.Errorf("%+v, %v", term, err)
			}
			tap.Drained()
		})
	}
}

func TestAConflictNamesTheTermThatIsThere(t *testing.T) {
	t.Parallel()
	_, site := sitetest.NewTap(t, none(), replay.Answer(http.StatusBadRequest, `{"code":"term_exists","message":"m","data":{"term_id":7}}`), none(),
		replay.Answer(http.StatusOK, `{"id":7,"name":"Cafe"}`))
	_, err := terms.Tags(site).Ensure(t.Context(), "Café", nil)
	_, refusal := sitetest.NewTap(t, replay.Answer(http.StatusBadRequest, `{"code":"term_exists","message":"m","data":{"term_id":7}}`))
	_, plain := terms.Tags(refusal).Create(t.Context(), &terms.Params{Name: new("Café")})
	if !errors.Is(err, cms.ErrConflict) || !errors.Is(err, terms.CodeTermExists) || err.Error() != plain.Error()+": the site names term 7, which is a different one" {
		t.Errorf("%v, where a create has %v", err, plain)
	}
}

func TestEnsurePathEndsAtTheFirstError(t *testing.T) {
	t.Parallel()
	tap, site := sitetest.NewTap(t, none(), replay.Answer(http.StatusCreated, `{"id":5,"name":"Type"}`), none(), replay.Answer(http.StatusForbidden, forbidden))
	if term, err := terms.Categories(site).EnsurePath(t.Context(), "Type/Serif/Old"); !errors.Is(err, cms.ErrForbidden) || term != nil {
		t.Errorf("%+v, %v", term, err)
	}
	tap.Drained()
	if got := len(tap.Asked()); got != 4 {
		t.Errorf("%d requests", got)
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
	if _, err := terms.Tags(site).Ensure(ctx, "a", nil); err == nil || len(tap.Asked()) != 2 {
		t.Errorf("%v\n%q", err, tap.Asked())
	}
}

type roundTrip func(*http.Request) (*http.Response, error)

func (f roundTrip) RoundTrip(r *http.Request) (*http.Response, error) { return f(r) }

func TestFindRefusesFields(t *testing.T) {
	t.Parallel()
	tap, site := sitetest.NewTap(t)
	_, err := terms.Categories(site).ByName(t.Context(), "Serif", 0, cms.Fields("id"))
	if errors.Is(err, cms.ErrNotFound) {
		t.Errorf("%v", err)
	}
	tap.Refused(err, "fields")
}
