package terms_test

import (
	"errors"
	"net/http"
	"strings"
	"testing"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/cms/terms"
	"github.com/fontcms/fontcms-go/internal/replay"
	"github.com/fontcms/fontcms-go/internal/replay/sitetest"
)

const serif = `{"id":7,"count":2,"description":"With feet","link":"https://docs.example.org/tag/serif/","name":"R&` +
	`amp;D","slug":"serif","taxonomy":"post_tag","meta":{"colour":"red","unset":null}}`

func TestTermsRefuseParamsThatASiteFailsOn(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, argument string
		params         terms.Params
	}{
		{"empty name", "name", terms.Params{Name: new("")}},
		{"name of spaces", "name", terms.Params{Name: new(" \t")}},
		{"201 characters", "name", terms.Params{Name: new(strings.Repeat("é", 201))}},
		{"201 characters as HTML", "name", terms.Params{Name: new(strings.Repeat("é", 196) + "&")}},
		{"201 characters, of which HTML escapes three", "name", terms.Params{Name: new(strings.Repeat("é", 188) + "<>&")}},
		{"parent below 0", "parent", terms.Params{Name: new("a"), Parent: new(int64(-1))}},
		{"id in Extra", "id", terms.Params{Name: new("a"), Extra: cms.Extra{"id": []byte("9")}}},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			tap, site := sitetest.NewTap(t)
			_, err := terms.Tags(site).Create(t.Context(), &c.params)
			tap.Refused(err, c.argument)
			_, err = terms.Tags(site).Update(t.Context(), 7, &c.params)
			tap.Refused(err, c.argument)
		})
	}
	tap, site := sitetest.NewTap(t, replay.Answer(http.StatusCreated, serif))
	if _, err := terms.Tags(site).Create(t.Context(),
		&terms.Params{Name: new(strings.Repeat("é", 195) + "&")}); err != nil {
		t.Error(err)
	}
	if len(tap.Asked()) != 1 {
		t.Errorf("requests sent: %d, want 1", len(tap.Asked()))
	}
}

func TestTermIsWrittenBackWithoutWhatIsNull(t *testing.T) {
	t.Parallel()
	tap, site := sitetest.NewTap(t, replay.Answer(http.StatusOK, serif), replay.Answer(http.StatusOK, serif))
	term, err := terms.Tags(site).Get(t.Context(), 7)
	if err != nil {
		t.Fatal(err)
	}
	params, err := term.Params()
	if err != nil {
		t.Fatal(err)
	}
	if _, err := terms.Tags(site).Update(t.Context(), 7, params); err != nil {
		t.Fatal(err)
	}
	const want = `POST /cms-json/cms/v2/tags/7 {"name":"R&amp;D","slug":"serif","description":"With feet",` +
		`"meta":{"colour":"red"}}`
	if got := tap.Asked()[1]; got != want {
		t.Errorf("second request %s, want %s", got, want)
	}
	var below terms.Term
	if err := cms.Unmarshal([]byte(`{"id":8,"name":"x","slug":"x","parent":7,"meta":[]}`), &below); err != nil {
		t.Fatal(err)
	}
	switch params, err = below.Params(); {
	case err != nil:
		t.Errorf("below another: %+v, %v, want nil", params, err)
	case *params.Parent != 7:
		t.Errorf("below another: Parent %d, want 7", *params.Parent)
	}
	for _, partial := range []terms.Term{
		{ID: 7, Name: "x", Meta: below.Meta}, {ID: 7, Slug: "x", Meta: below.Meta}, {ID: 7, Name: "x", Slug: "x"},
		{ID: 7, Name: "x", Slug: "x", Meta: below.Meta, Reading: cms.Reading{Partial: true}},
	} {
		if params, err := partial.Params(); !errors.Is(err, cms.ErrIncomplete) || params != nil {
			t.Errorf("%+v: Term.Params: error %v, params %+v, want ErrIncomplete and nil", partial, err, params)
		}
	}
}

func TestParamsOfATermLeaveOutAValueOfAnotherType(t *testing.T) {
	t.Parallel()
	_, site := sitetest.NewTap(t, replay.Answer(http.StatusOK,
		`{"id":7,"name":"Serif","slug":"serif","description":{"raw":"With feet"},"meta":{"colour":"red"}}`))
	term, err := terms.Tags(site).Get(t.Context(), 7)
	if err != nil {
		t.Fatal(err)
	}
	params, err := term.Params()
	if err != nil {
		t.Fatal(err)
	}
	const want = `{"name":"Serif","slug":"serif","meta":{"colour":"red"}}`
	if body, err := cms.Marshal(params); err != nil || string(body) != want {
		t.Errorf("Params of a term whose description is an object: %s, error %v, want %s", body, err, want)
	}
}

func TestConsideredRepliesOfTheStatus500AreNotRetried(t *testing.T) {
	t.Parallel()
	for _, code := range []cms.ErrorCode{terms.CodeEmptyName, terms.CodeDuplicateSlug} {
		tap, site := sitetest.NewTap(t, replay.Answer(http.StatusInternalServerError,
			`{"code":"`+string(code)+`","message":"m","data":null}`))
		_, err := terms.Tags(site).Update(t.Context(), 7, &terms.Params{Slug: new("taken")})
		switch {
		case !errors.Is(err, code):
			t.Errorf("Terms.Update: error %v, want %v", err, code)
		case errors.Is(err, cms.ErrOutcomeUnknown):
			t.Errorf("Terms.Update: error %v, want an error other than ErrOutcomeUnknown", err)
		case len(tap.Asked()) != 1:
			t.Errorf("Terms.Update: %d requests, want 1", len(tap.Asked()))
		}
	}
}

func TestPatternCategoriesAreAtTheRouteOfTheSite(t *testing.T) {
	t.Parallel()
	for _, prefix := range []string{"cms", "wp"} {
		tap, site := sitetest.NewTap(t, replay.Answer(http.StatusOK, serif))
		site, err := site.With(cms.WithPrefix(prefix))
		if err != nil {
			t.Fatal(err)
		}
		switch _, err := terms.PatternCategories(site).Get(t.Context(), 7); {
		case err != nil:
			t.Errorf("%q: Terms.Get(7): error %v, want nil", tap.Asked(), err)
		case tap.Asked()[0] != "GET /"+prefix+"-json/"+prefix+"/v2/"+prefix+"_pattern_category/7":
			t.Errorf("first request %q, want %q", tap.Asked()[0],
				"GET /"+prefix+"-json/"+prefix+"/v2/"+prefix+"_pattern_category/7")
		}
	}
}

func TestTermsAreATree(t *testing.T) {
	t.Parallel()
	tree := terms.Tree([]*terms.Term{{ID: 3, Parent: 1}, {ID: 1}, {ID: 2, Parent: 3}})
	switch {
	case len(tree) != 1:
		t.Errorf("terms.Tree: %d items at the top, want 1", len(tree))
	case tree[0].Item.ID != 1:
		t.Errorf("terms.Tree: tree[0].Item.ID %d, want 1", tree[0].Item.ID)
	case tree[0].Children[0].Children[0].Item.ID != 2:
		t.Errorf("terms.Tree: tree[0].Children[0].Children[0].Item.ID %d, want 2", tree[0].Children[0].Children[0].Item.ID)
	}
}

func TestSameNameComparesNamesAsPeopleReadThem(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		a, b string
		same bool
	}{
		{"R&D", "r&amp;d", true},
		{"Old  Style ", "old style", true},
		{"Serif&hellip;", "Serif…", true}, // without the semicolon it would be no entity
		{"Serif&hellip", "Serif…", false},
		{"a&ndash;z", "a–z", true},
		{"AT&copy", "AT©", false},
		{"AT&copy;", "AT©", true},
		{"Café", "Cafe", false},
	} {
		if got := terms.SameName(c.a, c.b); got != c.same {
			t.Errorf("SameName(%q, %q): %t, want %t", c.a, c.b, got, c.same)
		}
	}
}

func TestCheckNameSaysWhatTheSiteRemoves(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]string{
		" ":      "must not be empty",
		"<b>a":   `"<b>a" has what the site removes as a tag`,
		"a%4fb":  `"a%4fb" has %4f, which the site removes`,
		"a\x00b": `"a\x00b" has a control character`,
	} {
		switch refused, ok := errors.AsType[*cms.ArgumentError](terms.CheckName(name)); {
		case !ok || refused.Argument != "name":
			t.Errorf("CheckName(%q): %v, want the argument name refused", name, refused)
		case !strings.HasPrefix(refused.Reason, want):
			t.Errorf("CheckName(%q): %q, want the reason %q", name, refused.Reason, want)
		}
	}
	for _, name := range []string{"5 < 6", "100%", "a\tb\r\n", "a%4"} {
		if err := terms.CheckName(name); err != nil {
			t.Errorf("CheckName(%q): error %v, want nil", name, err)
		}
	}
}
