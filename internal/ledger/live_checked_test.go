package ledger_test

import (
	"bytes"
	"errors"
	"io"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/cms/describe"
	"github.com/fontcms/fontcms-go/internal/replay/sitetest"
)

// described answers the questions for the arguments of a route by those of a real site,
// and all else as the recorder does.
type described struct {
	recorder http.RoundTripper
	site     *cms.Client
	known    map[string]cms.Raw // what the site answered, by the route
}

var specifiedPrefix = regexp.MustCompile(`(^|/)cms(/|-|_)`)

func (d described) RoundTrip(r *http.Request) (*http.Response, error) {
	if r.Method != http.MethodOptions {
		return d.recorder.RoundTrip(r)
	}
	_, route, _ := strings.Cut(r.URL.Path, "/cms-json/")
	route = specifiedPrefix.ReplaceAllString(route, "${1}"+d.site.Prefix()+"${2}")
	said, ok := d.known[route]
	if !ok {
		got, err := cms.Do(r.Context(), d.site, cms.Request[cms.Raw]{Method: http.MethodOptions, Path: route})
		if err != nil {
			return nil, err
		}
		said = cms.Raw{Body: bytes.ReplaceAll(got.Body, []byte(`"`+d.site.Prefix()+`_pattern_`), []byte(`"cms_pattern_`))}
		d.known[route] = said
	}
	return &http.Response{
		StatusCode: http.StatusOK, Header: http.Header{"Content-Type": {"application/json"}},
		Body: io.NopCloser(bytes.NewReader(said.Body)), Request: r,
	}, nil
}

// unknown returns the arguments of the ledger that a site does not know, and that their
// callers name: it would ignore each. For some calls it returns the name of the call.
func unknown(routes map[string]*describe.Route, prefix string) []string {
	all := []string{"tax_relation"} // of records without taxonomies
	has := func(route string) bool { _, ok := routes["/"+prefix+"/v2/"+route]; return ok }
	if !has("icons") { // before 7.1
		all = append(all, "alt_text", "url")
	}
	if !has("font-families") { // before 6.5
		all = append(all, "search_columns", "cms_pattern_category", "cms_pattern_category_exclude", "meta", "excerpt_length",
			"format", "featured_media")
		// These calls: the site has the routes, and knows fewer arguments there.
		all = append(all, "appearance.TemplateRevisions.List", "appearance.PartRevisions.List", "editor.SearchPatterns",
			"global-styles.Revisions.List", "global-styles.Revisions.Get")
	}
	return all
}

// TestLiveCheckedArgumentsPassEachCall makes each call of the ledger with
// [cms.WithCheckedArguments], where a real site says what its routes take.
func TestLiveCheckedArgumentsPassEachCall(t *testing.T) {
	t.Parallel()
	site := sitetest.Live(t)
	said, err := describe.Of(t.Context(), site.Read, "")
	if err != nil {
		t.Fatal(err)
	}
	passed, known, allowed := 0, map[string]cms.Raw{}, unknown(said.Routes, site.Prefix())
	for _, c := range calls() {
		s := newServices(t)
		checked, err := cms.New("https://docs.example.org", cms.WithCheckedArguments(),
			cms.WithHTTPClient(&http.Client{Transport: described{s.cms, site, known}}))
		if err != nil {
			t.Fatal(err)
		}
		s.site = checked
		err = c.do(t.Context(), s)
		refused, ok := errors.AsType[*cms.ArgumentError](err)
		switch {
		case err == nil:
			passed++
		case ok && (slices.Contains(allowed, refused.Argument) || slices.Contains(allowed, c.name)):
			t.Logf("%v", err)
		// the site has no such route
		case errors.Is(err, cms.ErrDecode) && strings.Contains(err.Error(), "OPTIONS"), errors.Is(err, cms.ErrNoRoute):
			t.Logf("%v", err)
		default:
			t.Errorf("Call %s: error %v, want none", c.name, err)
		}
	}
	t.Logf("%d of %d calls", passed, len(calls()))
	if passed < 500 {
		t.Errorf("Calls that passed: %d, want at least 500", passed)
	}
}
