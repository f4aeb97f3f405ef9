package abilities_test

import (
	"encoding/json"
	"errors"
	"net/http"
	"strings"
	"testing"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/cms/abilities"
	"github.com/fontcms/fontcms-go/internal/replay"
	"github.com/fontcms/fontcms-go/internal/replay/sitetest"
)

func ability(readonly, destructive, idempotent *bool) *abilities.Ability {
	stated := abilities.Annotations{Readonly: readonly, Destructive: destructive, Idempotent: idempotent}
	return &abilities.Ability{Name: "lab/do", Meta: abilities.Meta{Annotations: stated}}
}

func TestMethodFollowsTheAnnotations(t *testing.T) {
	t.Parallel()
	yes, no := new(true), new(false)
	for _, c := range []struct {
		readonly, destructive, idempotent *bool
		want                              string
	}{
		{nil, nil, nil, "POST"}, {no, no, no, "POST"}, {yes, nil, nil, "GET"}, {yes, yes, yes, "GET"},
		{no, yes, yes, "DELETE"}, {nil, yes, yes, "DELETE"}, {no, yes, no, "POST"}, {no, yes, nil, "POST"},
		{no, no, yes, "POST"}, {nil, nil, yes, "POST"},
	} {
		tap, site := sitetest.NewTap(t, replay.Answer(http.StatusOK, `"done"`))
		one := ability(c.readonly, c.destructive, c.idempotent)
		out, err := abilities.Run[string](t.Context(), abilities.New(site), one, nil)
		if err != nil || out != "done" {
			t.Errorf("Run: %q, error %v, want the output done", out, err)
		}
		tap.Sent(c.want + " /cms-json/cms-abilities/v1/abilities/lab/do/run")
	}
}

type filter struct {
	Text   string            `json:"text,omitzero"`
	Number json.Number       `json:"number,omitzero"`
	Flag   *bool             `json:"flag,omitzero"`
	List   []int             `json:"list,omitzero"`
	Deep   map[string]string `json:"deep,omitzero"`
	Pairs  []filter          `json:"pairs,omitzero"`
}

func TestInputOfAReadIsInTheQuery(t *testing.T) {
	t.Parallel()
	for want, input := range map[string]any{
		"": nil, "input=": filter{}, "input=5": 5, "input=a%26b": "a&b", "input=false": false,
		"input%5B%5D=a&input%5B%5D=":                          []string{"a", ""},
		"input%5B0%5D=b&input%5B1%5D%5Bx%5D=1&input%5B2%5D=a": []any{"b", map[string]int{"x": 1}, "a"},
		"input%5Bdeep%5D=&input%5Blist%5D=":                   filter{List: []int{}, Deep: map[string]string{}},
		"input%5Bnumber%5D=12345678901234567890123&input%5Btext%5D=5": filter{
			Text: "5", Number: "12345678901234567890123"},
		"input%5Bdeep%5D%5Ba.b%5D=c&input%5Bflag%5D=false&input%5Blist%5D%5B%5D=5" +
			"&input%5Bpairs%5D%5B0%5D%5Btext%5D=x": filter{
			Flag: new(false), List: []int{5}, Deep: map[string]string{"a.b": "c"}, Pairs: []filter{{Text: "x"}}},
	} {
		for method, one := range map[string]*abilities.Ability{
			"GET": ability(new(true), nil, nil), "DELETE": ability(nil, new(true), new(true)),
		} {
			tap, site := sitetest.NewTap(t, replay.Answer(http.StatusOK, `1`))
			if _, err := abilities.Run[int](t.Context(), abilities.New(site), one, input); err != nil {
				t.Errorf("Run with %v: %v", input, err)
				continue
			}
			wanted := method + " /cms-json/cms-abilities/v1/abilities/lab/do/run"
			if want != "" {
				wanted += "?" + want
			}
			tap.Sent(wanted)
		}
	}
}

func TestInputOfAWriteIsInTheBody(t *testing.T) {
	t.Parallel()
	for want, input := range map[string]any{
		"": nil, ` {"input":{}}`: filter{},
		` {"input":[null]}`:       []any{nil},
		` {"input":{"a[b]":"c"}}`: map[string]string{"a[b]": "c"},
	} {
		tap, site := sitetest.NewTap(t, replay.Answer(http.StatusOK, `{}`))
		if _, err := abilities.Run[filter](t.Context(), abilities.New(site), ability(nil, nil, nil), input); err != nil {
			t.Errorf("Run with %v: %v", input, err)
		}
		tap.Sent("POST /cms-json/cms-abilities/v1/abilities/lab/do/run" + want)
	}
}

func TestInputThatAQueryCannotHoldIsRefused(t *testing.T) {
	t.Parallel()
	var deep any = "x"
	for range 60 {
		deep = []any{deep}
	}
	for name, input := range map[string]any{
		"null in an object": map[string]any{"a": nil}, "null in a list": []any{nil},
		"a bracket": map[string]any{"a]": 1}, "no name": map[string]any{"": 1},
		"a channel": make(chan int), "many values": make([]int, 901), "many levels": deep,
	} {
		tap, site := sitetest.NewTap(t)
		_, err := abilities.Run[any](t.Context(), abilities.New(site), ability(new(true), nil, nil), input)
		if err == nil {
			t.Errorf("Run with %s: no error, want one", name)
		}
		tap.Refused(err, "input")
	}
}

func TestAbilityThatWasReadInPartIsNotRun(t *testing.T) {
	t.Parallel()
	tap, site := sitetest.NewTap(t, replay.Answer(http.StatusOK, `{"name":"lab/do","label":"Do","category":"lab"}`))
	all := abilities.New(site)
	one, err := all.Get(t.Context(), "lab/do", cms.InContext(cms.ContextEmbed))
	if err != nil {
		t.Fatal(err)
	}
	_, err = abilities.Run[any](t.Context(), all, one, nil)
	sitetest.Refused(t, err, "ability")
	if !errors.Is(err, cms.ErrIncomplete) {
		t.Errorf("Run of an ability in the context embed: error %v, want ErrIncomplete", err)
	}
	_, err = abilities.Run[any](t.Context(), all, nil, nil)
	sitetest.Refused(t, err, "ability")
	tap.Sent("GET /cms-json/cms-abilities/v1/abilities/lab/do?context=embed")
}

func TestNullOutputIsTheZeroValue(t *testing.T) {
	t.Parallel()
	for _, body := range []string{"", "null", " "} {
		_, site := sitetest.NewTap(t, replay.Answer(http.StatusOK, body))
		out, err := abilities.Run[*filter](t.Context(), abilities.New(site), ability(nil, nil, nil), nil)
		if err != nil || out != nil {
			t.Errorf("Run with the response %q: %v, error %v, want nil and none", body, out, err)
		}
	}
}

func TestOutputOfAnotherTypeIsAnError(t *testing.T) {
	t.Parallel()
	_, site := sitetest.NewTap(t, replay.Answer(http.StatusOK, `{"a":[1]}`))
	_, err := abilities.Run[[]int](t.Context(), abilities.New(site), ability(nil, nil, nil), nil)
	if failed, ok := errors.AsType[*cms.Error](err); !ok || failed.Operation != "abilities.Run" {
		t.Errorf("Run with an object as []int: error %v, want an error of abilities.Run", err)
	}
	if !errors.Is(err, cms.ErrDecode) {
		t.Errorf("Run with an object as []int: error %v, want ErrDecode", err)
	}
}

func TestErrorOfAnAbilityKeepsItsStatusAndCode(t *testing.T) {
	t.Parallel()
	const body = `{"code":"lab_broken","message":"m","data":{"status":409}}`
	_, site := sitetest.NewTap(t, replay.Answer(http.StatusConflict, body))
	_, err := abilities.Run[any](t.Context(), abilities.New(site), ability(nil, nil, nil), nil)
	sitetest.Failed(t, err, http.StatusConflict, "lab_broken", cms.ErrConflict)
}

func TestOnlyRepeatableAbilitiesAreRetried(t *testing.T) {
	t.Parallel()
	yes := new(true)
	for name, c := range map[string]struct {
		one  *abilities.Ability
		sent int
	}{
		"a read": {ability(yes, nil, nil), 2}, "a delete": {ability(nil, yes, yes), 2},
		"an idempotent write": {ability(nil, nil, yes), 2},
		"a write":             {ability(nil, nil, nil), 1}, "a destructive write": {ability(nil, yes, nil), 1},
	} {
		tap, site := sitetest.NewTap(t, replay.Answer(http.StatusBadGateway, "x"), replay.Answer(http.StatusOK, `1`))
		_, err := abilities.Run[int](t.Context(), abilities.New(site), c.one, nil)
		if (err == nil) != (c.sent == 2) {
			t.Errorf("%s that fails once: error %v, want none: %t", name, err, c.sent == 2)
		}
		if sent := len(tap.Asked()); sent != c.sent {
			t.Errorf("%s that fails once: %d requests (%s), want %d", name, sent, strings.Join(tap.Asked(), ", "), c.sent)
		}
	}
}

func TestDryRunSendsOnlyReadonlyAbilities(t *testing.T) {
	t.Parallel()
	tap, site := sitetest.NewTap(t, replay.Answer(http.StatusOK, `1`))
	dry, err := site.With(cms.WithDryRun())
	if err != nil {
		t.Fatal(err)
	}
	all := abilities.New(dry)
	if _, err := abilities.Run[int](t.Context(), all, ability(new(true), nil, nil), nil); err != nil {
		t.Errorf("Run of a readonly ability in a dry run: error %v, want none", err)
	}
	for _, one := range []*abilities.Ability{ability(nil, nil, nil), ability(nil, new(true), new(true))} {
		if _, err := abilities.Run[int](t.Context(), all, one, nil); !errors.Is(err, cms.ErrDryRun) {
			t.Errorf("Run of an ability that writes in a dry run: error %v, want ErrDryRun", err)
		}
	}
	tap.Sent("GET /cms-json/cms-abilities/v1/abilities/lab/do/run")
}
