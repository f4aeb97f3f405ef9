package abilities_test

import (
	"context"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"reflect"
	"testing"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/cms/abilities"
	"github.com/fontcms/fontcms-go/internal/replay/sitetest"
)

// lab returns a site with the abilities of testdata/abilities.php. It skips the test on a
// site without a folder, and checks that an older site has no route for abilities.
func lab(t *testing.T) *cms.Client {
	t.Helper()
	site, folder := sitetest.Live(t), os.Getenv("FONTCMS_LAB")
	if folder == "" {
		t.Skip("no live site with a folder: FONTCMS_LAB is not set")
	}
	_, err := abilities.New(site).List(t.Context(), nil)
	if errors.Is(err, cms.ErrNoRoute) {
		_, err := abilities.New(site).Categories.List(t.Context(), nil)
		if !errors.Is(err, cms.ErrNoRoute) {
			t.Errorf("Categories.List on a site without abilities: error %v, want ErrNoRoute", err)
		}
		_, err = abilities.Run[any](t.Context(), abilities.New(site), ability(nil, nil, nil), nil)
		if !errors.Is(err, cms.ErrNoRoute) {
			t.Errorf("Run on a site without abilities: error %v, want ErrNoRoute", err)
		}
		sitetest.Since(t, site, "7.1")
	}
	if err != nil {
		t.Fatal(err)
	}
	source, err := os.ReadFile("testdata/abilities.php")
	if err != nil {
		t.Fatal(err)
	}
	plugins := filepath.Join(folder, "wp/wp-content/mu-plugins")
	if err := os.MkdirAll(plugins, 0o755); err != nil {
		t.Fatal(err)
	}
	plugin := filepath.Join(plugins, "abilities.php")
	if err := os.WriteFile(plugin, source, 0o644); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.Remove(plugin) })
	return site
}

// echo is the output of most abilities of the plugin.
type echo struct {
	Method string          `json:"method"`
	Input  json.RawMessage `json:"input"`
}

//nolint:paralleltest // the tests of this package change the same site
func TestLiveEachAbilityRunsByItsMethod(t *testing.T) {
	site := lab(t)
	all, ctx := abilities.New(site), t.Context()
	input := filter{
		Text: "a&b = [c]", Number: "1.5", Flag: new(false), List: []int{}, Deep: map[string]string{"a.b": " c "},
		Pairs: []filter{},
	}
	for name, method := range map[string]string{
		"read": "GET", "clear": "DELETE", "destroy": "POST", "write": "POST", "plain": "POST",
	} {
		one, err := all.Get(ctx, "lab/"+name)
		if err != nil {
			t.Fatal(err)
		}
		if one.Extra != nil || !one.TakesInput() {
			t.Errorf("Get of %s: unknown fields %v, takes input: %t, want none and true", name, one.Extra, one.TakesInput())
		}
		for _, sent := range []filter{input, {}, {List: []int{5, 6}, Number: "7"}} {
			out, err := abilities.Run[echo](ctx, all, one, sent)
			if err != nil {
				t.Errorf("Run of %s: error %v, want none", name, err)
				continue
			}
			if out.Method != method {
				t.Errorf("Run of %s: the site saw %s, want %s", name, out.Method, method)
			}
			compareInput(t, name, out.Input, sent)
		}
		_, err = abilities.Run[echo](ctx, all, one, map[string]any{"unknown": 1})
		wantCode(t, "Run of "+name+" with an unknown field", err, abilities.CodeInvalidInput, cms.ErrBadRequest)
	}
}

func wantCode(t *testing.T, call string, err error, code cms.ErrorCode, is error) {
	t.Helper()
	if !errors.Is(err, code) || !errors.Is(err, is) {
		t.Errorf("%s: error %v, want the code %s and %v", call, err, code, is)
	}
}

// compareInput compares what the site got with what was sent. PHP writes empty objects as [].
func compareInput(t *testing.T, name string, got json.RawMessage, sent filter) {
	t.Helper()
	raw, err := cms.Marshal(sent)
	if err != nil {
		t.Fatal(err)
	}
	var is, want filter
	if err := cms.Unmarshal(got, &is); err != nil {
		t.Fatal(err)
	}
	if err := cms.Unmarshal(raw, &want); err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(is, want) {
		t.Errorf("Run of %s: the site got %s, want %s", name, got, raw)
	}
}

//nolint:paralleltest // the tests of this package change the same site
func TestLiveOutputsAndErrorsOfAbilities(t *testing.T) {
	site := lab(t)
	all, ctx := abilities.New(site), t.Context()
	run := func(name string, input any) (*echo, error) {
		one, err := all.Get(ctx, name)
		if err != nil {
			return nil, err
		}
		return abilities.Run[*echo](ctx, all, one, input)
	}
	if out, err := run("lab/nothing", nil); err != nil || out != nil {
		t.Errorf("Run with the output null: %v, error %v, want nil and none", out, err)
	}
	if _, err := run("lab/text", nil); !errors.Is(err, cms.ErrDecode) {
		t.Errorf("Run with a text as output: error %v, want ErrDecode for a struct", err)
	}
	if out, err := run("lab/read-number", 7); err != nil || string(out.Input) != "7" {
		t.Errorf("Run with the input 7: %+v, error %v, want 7", out, err)
	}
	if out, err := run("lab/read-list", []string{"a,b", ""}); err != nil || string(out.Input) != `["a,b",""]` {
		t.Errorf("Run with a list: %+v, error %v, want the two texts", out, err)
	}
	if out, err := run("lab/read-list", []string{}); err != nil || string(out.Input) != `[]` {
		t.Errorf("Run with an empty list: %+v, error %v, want []", out, err)
	}
	for name, c := range map[string]struct {
		code cms.ErrorCode
		is   error
		do   func() error
	}{
		"an ability's own error": {"lab_broken", cms.ErrConflict, func() error {
			_, err := run("lab/broken", nil)
			return err
		}},
		"an unknown ability": {abilities.CodeNotFound, cms.ErrNotFound, func() error {
			_, err := run("lab/unknown", nil)
			return err
		}},
		"an unknown ability, run": {abilities.CodeNotFound, cms.ErrNotFound, func() error {
			_, err := abilities.Run[any](ctx, all, ability(nil, nil, nil), nil)
			return err
		}},
		"input without a schema": {abilities.CodeTakesNoInput, cms.ErrBadRequest, func() error {
			_, err := run("lab/read-open", map[string]any{})
			return err
		}},
		"another method": {abilities.CodeInvalidMethod, abilities.CodeInvalidMethod, func() error {
			one := ability(nil, nil, nil)
			one.Name = "lab/read"
			_, err := abilities.Run[any](ctx, all, one, filter{})
			return err
		}},
		"an unknown category": {abilities.CodeCategoryNotFound, cms.ErrNotFound, func() error {
			_, err := all.Categories.Get(ctx, "unknown")
			return err
		}},
	} {
		wantCode(t, "Run of "+name, c.do(), c.code, c.is)
	}
}

//nolint:paralleltest // the tests of this package change the same site
func TestLiveAbilitiesAreListedAndFiltered(t *testing.T) {
	site := lab(t)
	all, ctx := abilities.New(site), t.Context()
	count := func(options *abilities.ListOptions) int {
		n := 0
		for one, err := range all.All(ctx, options) {
			if err != nil {
				t.Fatal(err)
			}
			if one.Extra != nil {
				t.Errorf("ability %s: unknown fields %v, want none", one.Name, one.Extra)
			}
			n++
		}
		return n
	}
	for want, options := range map[int]*abilities.ListOptions{
		11: {Category: "lab"}, 2: {Namespace: "lab", Destructive: new(true)},
		1: {Namespace: "lab", Destructive: new(true), Idempotent: new(true)},
		7: {Namespace: "lab", Readonly: new(true), PerPage: 3}, 0: {Category: "unknown"},
	} {
		if got := count(options); got != want {
			t.Errorf("All with %+v: %d abilities, want %d", options, got, want)
		}
	}
	page, err := all.List(ctx, &abilities.ListOptions{Page: 9, PerPage: 50})
	if err != nil || len(page.Items) != 0 {
		t.Errorf("List of a page past the last one: %d abilities, error %v, want none", len(page.Items), err)
	}
	names := map[string]bool{}
	for one, err := range all.Categories.All(ctx, nil) {
		if err != nil {
			t.Fatal(err)
		}
		names[one.Slug] = true
	}
	if !names["lab"] || !names["site"] {
		t.Errorf("Categories.All: %v, want lab and site among them", names)
	}
	one, err := all.Categories.Get(ctx, "lab")
	if err != nil {
		t.Fatal(err)
	}
	if string(one.Meta["color"]) != `"blue"` || one.Extra != nil {
		t.Errorf("Categories.Get: %+v, want the color blue and no unknown fields", one)
	}
}

//nolint:paralleltest // the tests of this package change the same site
func TestLiveRightsOfAbilities(t *testing.T) {
	lab(t)
	one := func(name string) *abilities.Ability {
		a := ability(new(true), nil, nil)
		a.Name = name
		return a
	}
	t.Logf("%d cases of rights", sitetest.Check(t, []sitetest.Right{
		{Name: "list", Least: "subscriber", Do: func(ctx context.Context, s *cms.Client, _ string) error {
			_, err := abilities.New(s).List(ctx, nil)
			return err
		}},
		{Name: "categories", Least: "subscriber", Do: func(ctx context.Context, s *cms.Client, _ string) error {
			_, err := abilities.New(s).Categories.List(ctx, nil)
			return err
		}},
		{Name: "get", Least: "subscriber", Do: func(ctx context.Context, s *cms.Client, _ string) error {
			_, err := abilities.New(s).Get(ctx, "lab/read")
			return err
		}},
		{Name: "get a category", Least: "subscriber", Do: func(ctx context.Context, s *cms.Client, _ string) error {
			_, err := abilities.New(s).Categories.Get(ctx, "site")
			return err
		}},
		{Name: "run", Least: "admin", Refused: abilities.CodeCannotExecute,
			Do: func(ctx context.Context, s *cms.Client, _ string) error {
				_, err := abilities.Run[any](ctx, abilities.New(s), one("lab/read"), filter{})
				return err
			}},
		{Name: "run an open one", Least: "nobody", Do: func(ctx context.Context, s *cms.Client, _ string) error {
			_, err := abilities.Run[any](ctx, abilities.New(s), one("lab/read-open"), nil)
			return err
		}},
	}))
}
