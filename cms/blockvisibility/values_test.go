package blockvisibility_test

import (
	stdjson "encoding/json"
	"errors"
	"reflect"
	"testing"

	"github.com/go-json-experiment/json"

	"github.com/fontcms/fontcms-go/cms"
	visibility "github.com/fontcms/fontcms-go/cms/blockvisibility"
	"github.com/fontcms/fontcms-go/internal/replay"
	"github.com/fontcms/fontcms-go/internal/replay/sitetest"
)

func TestSettingsReadAndWriteAlikeWithBothLibraries(t *testing.T) {
	t.Parallel()
	for _, data := range []string{small, `{"visibility_controls":[],"plugin_settings":[],"disabled_blocks":[]}`, `{"plugin_settings":{"block_opacity":70.5,"enable_editor_notices":null}}`} {
		var old, modern, again visibility.Settings
		if err := stdjson.Unmarshal([]byte(data), &old); err != nil {
			t.Fatal(err)
		}
		if err := json.Unmarshal([]byte(data), &modern); err != nil {
			t.Fatal(err)
		}
		// Of Go 1.26, encoding/json does not read unknown members at the top.
		old.Extra, modern.Extra = nil, nil
		if !reflect.DeepEqual(old, modern) {
			t.Errorf("%s:\n%+v\n%+v", data, old, modern)
		}
		written, err := stdjson.Marshal(old)
		if err != nil || stdjson.Unmarshal(written, &again) != nil || !reflect.DeepEqual(old, again) {
			t.Errorf("%s, %v", written, err)
		}
	}
}

func TestWhatIsNoSettingsIsRefused(t *testing.T) {
	t.Parallel()
	for _, data := range []string{
		`{"visibility_controls":5}`, `{"visibility_controls":[1]}`, `{"visibility_controls":{"cookie":[1]}}`, `{"visibility_controls":{"cookie":true}}`,
		`{"plugin_settings":"no"}`, `{"visibility_controls":[`, `5`, `[1]`, `null`,
	} {
		_, site := sitetest.NewTap(t, replay.Reply{Status: 200, Body: data})
		if got, err := visibility.New(site).Settings(t.Context()); err == nil {
			t.Errorf("%s: %+v", data, got)
		}
	}
}

func TestAControlIsReadAlone(t *testing.T) {
	t.Parallel()
	var c visibility.Control
	if err := stdjson.Unmarshal([]byte(`{"enable":true,"more":1}`), &c); err != nil || c.Enable == nil || !*c.Enable || string(c.Extra["more"]) != "1" {
		t.Errorf("%+v, %v", c, err)
	}
	if err := json.Unmarshal([]byte(`[1`), &c); err == nil {
		t.Errorf("a part is read as %+v", c)
	}
}

func TestVariablesSendEveryArgument(t *testing.T) {
	t.Parallel()
	const body = `{"integrations":[],"current_users_roles":[],"x":1}`
	p, site := sitetest.NewTap(t, replay.Reply{Status: 200, Body: body}, replay.Reply{Err: replay.ErrLost}, replay.Reply{Status: 200, Body: body}, replay.Reply{Status: 404, Body: `{"code":"rest_no_route"}`})
	s := visibility.New(site)
	got, err := s.Variables(t.Context(), &visibility.VariablesOptions{Integration: "edd", SearchTerm: "a b", SavedValues: "1,2"})
	if err != nil || got.Integrations != nil || got.CurrentUsersRoles == nil || string(got.Extra["x"]) != "1" {
		t.Errorf("%+v, %v", got, err)
	}
	if _, err := s.Variables(t.Context(), nil); err != nil {
		t.Error(err)
	}
	if _, err := s.Variables(t.Context(), nil); !errors.Is(err, cms.ErrNoRoute) {
		t.Error(err)
	}
	const base = "GET /cms-json/block-visibility/v1/variables"
	p.Sent(base+"?integration=edd&saved_values=1%2C2&search_term=a+b", base, base, base)
	var integrations visibility.Integrations
	if err := stdjson.Unmarshal([]byte(`{"acf":{"active":true,"fields":["a"]}}`), &integrations); err != nil || !integrations["acf"].Active ||
		string(integrations["acf"].Extra["fields"]) != `["a"]` {
		t.Errorf("%+v, %v", integrations, err)
	}
}
