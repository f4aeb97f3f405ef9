package terms_test

import (
	"errors"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/cms/cmstest"
	"github.com/fontcms/fontcms-go/cms/terms"
	"github.com/fontcms/fontcms-go/internal/replay"
	"github.com/fontcms/fontcms-go/internal/replay/sitetest"
)

// TestEnsureSlugReads100TermsIfTheSiteIgnoresTheSlug has a site with 250 tags, which lists all of
// them for each slug.
func TestEnsureSlugReads100TermsIfTheSiteIgnoresTheSlug(t *testing.T) {
	t.Parallel()
	for place, want := range map[int]error{1: nil, 99: nil, 100: nil, 101: cms.ErrFilterIgnored} {
		server := cmstest.NewServer(cmstest.WithTest(t))
		for i := 1; i <= 250; i++ {
			slug := fmt.Sprint("other-", i)
			if i == place {
				slug = "serif"
			}
			server.Insert("tags", map[string]any{"name": slug, "slug": slug})
		}
		tags := through(t, server, func(r *http.Request) (*http.Response, error) {
			query := r.URL.Query()
			query.Del("slug[]")
			r = r.Clone(r.Context())
			r.URL.RawQuery = query.Encode()
			return inProcess(server, r)
		})
		term, err := tags.EnsureSlug(t.Context(), "serif", &terms.Params{Name: new("serif")})
		if !errors.Is(err, want) || (term == nil) != (want != nil) {
			t.Errorf("EnsureSlug of the tag %d of 250: %+v, error %v, want %v", place, term, err, want)
		}
		if failure, ok := errors.AsType[*cms.Error](err); ok && failure.Path != "cms/v2/tags" {
			t.Errorf("EnsureSlug of the tag %d of 250: the error %v has the path %q, want cms/v2/tags", place, err, failure.Path)
		}
		if n := len(server.Requests()); n != 1 {
			t.Errorf("EnsureSlug of the tag %d of 250 sent %d requests, want 1", place, n)
		}
	}
}

func TestEnsureReturnsTheErrorOfARefusedUpdate(t *testing.T) {
	t.Parallel()
	no := replay.Answer(http.StatusForbidden, forbidden)
	params := &terms.Params{Description: new("New")}
	for name, ensure := range map[string]func(*terms.Terms) (*terms.Term, error){
		"Ensure":     func(tags *terms.Terms) (*terms.Term, error) { return tags.Ensure(t.Context(), "R&D", params) },
		"EnsureSlug": func(tags *terms.Terms) (*terms.Term, error) { return tags.EnsureSlug(t.Context(), "serif", params) },
	} {
		tap, site := sitetest.NewTap(t, listed(serif), no)
		if term, err := ensure(terms.Tags(site)); term != nil || !errors.Is(err, cms.ErrForbidden) {
			t.Errorf("%s whose update is refused: term %+v, error %v, want none and ErrForbidden", name, term, err)
		}
		tap.Drained()
	}
}

func TestEnsureRefusesInvalidParamsBeforeItSendsARequest(t *testing.T) {
	t.Parallel()
	long := &terms.Params{Name: new(strings.Repeat("é", 201))}
	tap, site := sitetest.NewTap(t)
	_, err := terms.Tags(site).EnsureSlug(t.Context(), "serif", long)
	tap.Refused(err, "name")
	_, err = terms.Tags(site).Ensure(t.Context(), *long.Name, long)
	tap.Refused(err, "name")
	for _, done := range terms.Tags(site).EnsureMany(t.Context(), []cms.Wanted[terms.Params]{{Slug: "serif",
		Params: long}}, nil) {
		tap.Refused(done.Err, "name")
	}
}
