package appearance_test

import (
	"errors"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/cms/appearance"
	"github.com/fontcms/fontcms-go/internal/replay"
	"github.com/fontcms/fontcms-go/internal/replay/sitetest"
)

const (
	stylesPath = "/cms-json/cms/v2/global-styles/7"
	stored     = `{"id":7,"title":{"raw":"Custom","rendered":"Custom"},"settings":[],"styles":{"color":{"text":"#111"}}}`
)

func ok(body string) replay.Reply { return replay.Answer(http.StatusOK, body) }

// setText sets the colour of the text.
func setText(v any) func(*appearance.GlobalStyles) error {
	return func(s *appearance.GlobalStyles) error { return s.Styles.Set(v, "color", "text") }
}

func TestEditWritesOnlyTheTreesThatDiffer(t *testing.T) {
	t.Parallel()
	errStop := errors.New("stop")
	for name, c := range map[string]struct {
		change func(*appearance.GlobalStyles) error
		body   string // "" if nothing is written
		answer string
		want   error
	}{
		"one tree": {setText("#222"), `{"styles":{"color":{"text":"#222"}}}`,
			`{"id":7,"settings":[],"styles":{"color":{"text":"#222"}}}`, nil},
		"the same": {setText("#111"), "", "", nil},
		"an error": {func(*appearance.GlobalStyles) error { return errStop }, "", "", errStop},
		"a title": {func(s *appearance.GlobalStyles) error { s.Title.Raw = "Mine"; return nil }, `{"title":"Mine"}`,
			stored, nil},
		"nothing left": {func(s *appearance.GlobalStyles) error { s.Styles = nil; return nil }, `{"styles":{}}`,
			`{"id":7,"settings":[],"styles":[]}`, nil},
		"a setting": {func(s *appearance.GlobalStyles) error { return s.Settings.Set(true, "appearanceTools") },
			`{"settings":{"appearanceTools":true}}`, `{"id":7,"settings":{"appearanceTools":true},"styles":{}}`, nil},
		"no JSON": {func(s *appearance.GlobalStyles) error { s.Styles = appearance.Tree("{"); return nil }, "-", "",
			cms.ErrInvalidArgument},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			replies, want := []replay.Reply{ok(stored)}, []string{"GET " + stylesPath + replay.Uncached}
			if c.body != "" {
				replies, want = append(replies, ok(stored)), append(want, "GET "+stylesPath+replay.Uncached)
			}
			if c.answer != "" {
				replies, want = append(replies, ok(c.answer)), append(want, "POST "+stylesPath+" "+c.body)
			}
			tap, site := sitetest.NewTap(t, replies...)
			got, err := appearance.New(site).Styles.Edit(t.Context(), 7, c.change)
			if !errors.Is(err, c.want) || (err == nil) != (got != nil) {
				t.Errorf("Edit: %+v, error %v, want %v", got, err, c.want)
			}
			tap.Sent(want...)
		})
	}
}

func TestEditWritesNothingIfTheStylesHaveChanged(t *testing.T) {
	t.Parallel()
	tap, site := sitetest.NewTap(t, ok(stored), ok(strings.Replace(stored, "#111", "#999", 1)))
	_, err := appearance.New(site).Styles.Edit(t.Context(), 7, setText("#222"))
	if !errors.Is(err, cms.ErrChanged) {
		t.Errorf("Edit of styles that somebody else has changed: error %v, want ErrChanged", err)
	}
	tap.Sent("GET "+stylesPath+replay.Uncached, "GET "+stylesPath+replay.Uncached)
}

func TestEditNamesWhatTheSiteDropped(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		value  any
		answer string // the styles
		want   []string
	}{
		"dropped":        {"#222", `[]`, []string{"styles.color"}},
		"kept as it was": {"#222", `{"color":{"text":"#111"}}`, []string{"styles.color.text"}},
		"one of two": {map[string]string{"a": "1", "b": "2"}, `{"color":{"text":{"a":"1"}}}`,
			[]string{"styles.color.text.b"}},
		"a reference": {"var:preset|color|red", `{"color":{"text":"var(--wp--preset--color--red)"}}`, nil},
		"another reference": {"var:preset|color|red", `{"color":{"text":"var(--wp--preset--color--blue)"}}`,
			[]string{"styles.color.text"}},
		"a bare list":          {[]int{1, 2}, `{"color":{"text":{"custom":[1,2]}}}`, nil},
		"an element":           {[]int{1, 2}, `{"color":{"text":[1,3]}}`, []string{"styles.color.text[1]"}},
		"a shorter list":       {[]int{1, 2}, `{"color":{"text":[1]}}`, []string{"styles.color.text"}},
		"an empty object":      {map[string]any{"a": map[string]any{}}, `{"color":{"text":[]}}`, nil},
		"an empty list":        {[]int{}, `{"color":[]}`, nil},
		"a number as a text":   {5, `{"color":{"text":"5"}}`, []string{"styles.color.text"}},
		"more than was sent":   {"#222", `{"color":{"text":"#222"},"version":3}`, nil},
		"a text for an object": {map[string]string{"a": "1"}, `{"color":{"text":"a"}}`, []string{"styles.color.text"}},
	} {
		_, site := sitetest.NewTap(t, ok(stored), ok(stored), ok(`{"id":7,"settings":[],"styles":`+c.answer+`}`))
		got, err := appearance.New(site).Styles.Edit(t.Context(), 7, setText(c.value))
		lost, isLost := errors.AsType[*appearance.LostError](err)
		switch {
		case got == nil:
			t.Errorf("Edit, %s: no record, error %v, want the record", name, err)
		case c.want == nil && err != nil:
			t.Errorf("Edit, %s: error %v, want nil", name, err)
		case c.want != nil && (!isLost || !slices.Equal(lost.Paths, c.want)):
			t.Errorf("Edit, %s: error %v, want the paths %q", name, err, c.want)
		case c.want != nil && !errors.Is(err, cms.ErrPartlyWritten):
			t.Errorf("Edit, %s: error %v, want ErrPartlyWritten", name, err)
		}
	}
}

func TestEditOfAPartIsNotCompared(t *testing.T) {
	t.Parallel()
	_, site := sitetest.NewTap(t, ok(stored), ok(stored), ok(`{"id":7}`))
	got, err := appearance.New(site).Styles.Edit(t.Context(), 7, setText("#222"), cms.Fields("id"))
	if err != nil || !got.Reading.Partial {
		t.Errorf("Edit with Fields: %+v, error %v, want a part and nil", got, err)
	}
}

func TestActiveIDIsReadFromTheLinkOfTheTheme(t *testing.T) {
	t.Parallel()
	theme := func(path string) string {
		return `[{"stylesheet":"a","_links":{"wp:user-global-styles":[{"href":"https://a.example/` + path + `"}]}}]`
	}
	for name, c := range map[string]struct {
		body string
		want int64
	}{
		"a pretty permalink": {theme("wp-json/wp/v2/global-styles/7"), 7},
		"a plain permalink":  {theme("index.php?rest_route=%2Fwp%2Fv2%2Fglobal-styles%2F7"), 7},
		"no link":            {`[{"stylesheet":"a","_links":{}}]`, 0},
		"a link to a list":   {theme("wp-json/wp/v2/global-styles"), 0},
		"no theme":           {`[]`, 0},
	} {
		tap, site := sitetest.NewTap(t, ok(c.body), ok(c.body))
		site, err := site.With(cms.WithPrefix("wp"))
		if err != nil {
			t.Fatal(err)
		}
		id, err := appearance.New(site).Styles.ActiveID(t.Context())
		if id != c.want || (c.want == 0) != errors.Is(err, appearance.ErrNoStyles) {
			t.Errorf("ActiveID with %s: %d, error %v, want %d", name, id, err, c.want)
		}
		if asked := tap.Asked(); !strings.Contains(asked[0], "status%5B%5D=active") {
			t.Errorf("ActiveID with %s: sent %q, want the active theme", name, asked)
		}
	}
}

func TestStylesOfAThemeAreReadInEveryShape(t *testing.T) {
	t.Parallel()
	tap, site := sitetest.NewTap(t, ok(`{"settings":{"color":{}},"styles":[],"_links":{}}`),
		ok(`[{"version":3,"title":"Dusk","settings":{"color":{}}},{"version":2,"title":"Dusk","slug":"dusk","styles":[]}]`))
	styles := appearance.New(site).Styles
	own, err := styles.OfTheme(t.Context(), "plain/child")
	if err != nil {
		t.Fatalf("OfTheme: error %v, want nil", err)
	}
	if own.Settings.String() != `{"color":{}}` || own.Styles.String() != "{}" {
		t.Errorf("OfTheme: %+v, want both trees", own)
	}
	all, err := styles.Variations(t.Context(), "plain")
	if err != nil || len(all) != 2 {
		t.Fatalf("Variations: %+v, error %v, want two", all, err)
	}
	if all[0].Styles != nil || all[1].Slug != "dusk" {
		t.Errorf("Variations: %+v, want what the theme has", all)
	}
	tap.Sent("GET /cms-json/cms/v2/global-styles/themes/plain/child",
		"GET /cms-json/cms/v2/global-styles/themes/plain/variations")
	for _, stylesheet := range []string{"", "/plain", "plain/"} {
		_, err := styles.OfTheme(t.Context(), stylesheet)
		sitetest.Refused(t, err, "stylesheet")
		_, err = styles.Variations(t.Context(), stylesheet)
		sitetest.Refused(t, err, "stylesheet")
	}
}

func TestRevisionsOfAnOlderSiteAreNoRoute(t *testing.T) {
	t.Parallel()
	revisions := func(reply replay.Reply) *appearance.StylesRevisions {
		_, site := sitetest.NewTap(t, reply, reply, reply)
		return appearance.New(site).Styles.Revisions(7)
	}
	_, listed := revisions(ok(stored)).List(t.Context(), nil)
	_, read := revisions(ok(stored)).Get(t.Context(), 9)
	var walked error
	for _, walked = range revisions(ok(stored)).All(t.Context(), nil) {
		break
	}
	for verb, err := range map[string]error{"List": listed, "Get": read, "All": walked} {
		if !errors.Is(err, cms.ErrNoRoute) || errors.Is(err, cms.ErrForeignRecord) {
			t.Errorf("Revisions.%s with the styles as the response: error %v, want ErrNoRoute", verb, err)
		}
	}
	if _, err := revisions(ok(`{"id":8}`)).List(t.Context(), nil); !errors.Is(err, cms.ErrDecode) || errors.Is(err,
		cms.ErrNoRoute) {
		t.Errorf("Revisions.List with another object: error %v, want ErrDecode", err)
	}
}

func TestRevisionsOfOtherStylesAreNotReturned(t *testing.T) {
	t.Parallel()
	const other = `{"id":9,"parent":8,"settings":{},"styles":{}}`
	_, site := sitetest.NewTap(t, ok("["+other+"]"), ok(other), ok("["+other+"]"),
		ok(`[{"id":9,"parent":7,"author":1}]`))
	revisions := appearance.New(site).Styles.Revisions(7)
	_, listed := revisions.List(t.Context(), nil)
	_, read := revisions.Get(t.Context(), 9)
	var walked error
	for _, walked = range revisions.All(t.Context(), nil) {
		break
	}
	for verb, err := range map[string]error{"List": listed, "Get": read, "All": walked} {
		if !errors.Is(err, cms.ErrForeignRecord) {
			t.Errorf("Revisions.%s with a revision of other styles: error %v, want ErrForeignRecord", verb, err)
		}
	}
	page, err := revisions.List(t.Context(), nil)
	if err != nil {
		t.Fatalf("Revisions.List without trees: error %v, want nil", err)
	}
	if len(page.Items) != 1 || page.Items[0].Settings != nil {
		t.Errorf("Revisions.List without trees: %+v, error %v, want nil trees", page, err)
	}
	tap, site := sitetest.NewTap(t)
	_, err = appearance.New(site).Styles.Revisions(0).List(t.Context(), nil)
	if !errors.Is(err, cms.ErrInvalidArgument) {
		t.Errorf("Revisions(0).List: error %v, want ErrInvalidArgument", err)
	}
	tap.Sent()
}
