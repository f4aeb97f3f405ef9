package blockvisibility_test

import (
	stdjson "encoding/json"
	"errors"
	"reflect"
	"strings"
	"testing"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/fontcms/fontcms-go/cms"
	visibility "github.com/fontcms/fontcms-go/cms/blockvisibility"
	"github.com/fontcms/fontcms-go/internal/replay"
	"github.com/fontcms/fontcms-go/internal/replay/sitetest"
)

func TestSettingsReadAndWriteAlikeWithBothLibraries(t *testing.T) {
	t.Parallel()
	for _, data := range []string{small, `{"visibility_controls":[],"plugin_settings":[],"disabled_blocks":[]}`,
		`{"plugin_settings":{"block_opacity":70.5,"enable_editor_notices":null}}`} {
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
			t.Errorf("Unmarshal of %s with the libraries:\n%+v\n%+v\nwant the same", data, old, modern)
		}
		written, err := stdjson.Marshal(old)
		if err != nil || stdjson.Unmarshal(written, &again) != nil {
			t.Errorf("Marshal and Unmarshal of the settings: %s, error %v, want no error", written, err)
		} else if !reflect.DeepEqual(old, again) {
			t.Errorf("Unmarshal of %s: %+v, want %+v", written, again, old)
		}
	}
}

func TestSettingsOfWrongTypesAreAnError(t *testing.T) {
	t.Parallel()
	for _, data := range []string{
		`{"visibility_controls":5}`, `{"visibility_controls":[1]}`, `{"visibility_controls":{"cookie":[1]}}`,
		`{"visibility_controls":{"cookie":true}}`,
		`{"plugin_settings":"no"}`, `{"visibility_controls":[`, `5`, `[1]`, `null`,
	} {
		_, site := sitetest.NewTap(t, replay.Reply{Status: 200, Body: data})
		if got, err := visibility.New(site).Settings(t.Context()); err == nil {
			t.Errorf("Settings of %s: %+v, want an error", data, got)
		}
	}
}

func TestControlIsDecodedWithoutTheDocument(t *testing.T) {
	t.Parallel()
	var c visibility.Control
	if err := stdjson.Unmarshal([]byte(`{"enable":true,"more":1}`), &c); err != nil || c.Enable == nil {
		t.Errorf("Unmarshal of a control: %+v, error %v, want enable", c, err)
	} else if !*c.Enable || string(c.Extra["more"]) != "1" {
		t.Errorf("Unmarshal of a control: %+v, want it enabled and more kept", c)
	}
	if err := json.Unmarshal([]byte(`[1`), &c); err == nil {
		t.Errorf("Unmarshal of a part: %+v, want an error", c)
	}
}

func TestVariablesSendEveryArgument(t *testing.T) {
	t.Parallel()
	const body = `{"integrations":[],"current_users_roles":[],"x":1}`
	p, site := sitetest.NewTap(t, replay.Reply{Status: 200, Body: body}, replay.Reply{Err: replay.ErrLost},
		replay.Reply{Status: 200, Body: body}, replay.Reply{Status: 404, Body: `{"code":"rest_no_route"}`})
	s := visibility.New(site)
	got, err := s.Variables(t.Context(),
		&visibility.VariablesOptions{Integration: "edd", SearchTerm: "a b", SavedValues: "1,2"})
	if err != nil || got.Integrations != nil {
		t.Errorf("Variables: %+v, error %v, want no integrations", got, err)
	} else if got.CurrentUsersRoles == nil || string(got.Extra["x"]) != "1" {
		t.Errorf("Variables: %+v, want an empty list of roles and x in Extra", got)
	}
	if _, err := s.Variables(t.Context(), nil); err != nil {
		t.Error(err)
	}
	if _, err := s.Variables(t.Context(), nil); !errors.Is(err, cms.ErrNoRoute) {
		t.Error(err)
	}
	const base = "GET /cms-json/block-visibility/v1/variables"
	p.Sent(base+"?integration=edd&saved_values=1%2C2&search_term=a+b", base, base, base)
	_, site = sitetest.NewTap(t, replay.Reply{Status: 200,
		Body: `{"integrations":{"acf":{"active":true,"fields":["a"]}}}`})
	got, err = visibility.New(site).Variables(t.Context(), nil)
	if err != nil || !got.Integrations["acf"].Active {
		t.Errorf("Variables: %+v, error %v, want acf active", got, err)
	} else if string(got.Integrations["acf"].Extra["fields"]) != `["a"]` {
		t.Errorf("Variables: %+v, want the fields of acf in Extra", got.Integrations)
	}
}

func TestDecodingRefusesWrongTypesAndReplacesValues(t *testing.T) {
	t.Parallel()
	ways := map[string]func(data string, v any) error{
		"encoding/json": func(data string, v any) error { return stdjson.Unmarshal([]byte(data), v) },
		"v2":            func(data string, v any) error { return json.Unmarshal([]byte(data), v) },
		"UnmarshalJSON": func(data string, v any) error { return v.(stdjson.Unmarshaler).UnmarshalJSON([]byte(data)) },
		"UnmarshalJSONFrom": func(data string, v any) error {
			return v.(json.UnmarshalerFrom).UnmarshalJSONFrom(jsontext.NewDecoder(strings.NewReader(data)))
		},
	}
	for _, test := range []struct {
		value          any
		taken, refused []string
	}{
		{visibility.Controls{}, []string{`{"cookie":{"enable":true}}`, `{"acf":{"x":1}}`}, []string{`{"cookie":5}`}},
		{visibility.Control{}, []string{`{"enable":true,"x":1}`, `{"enable":"yes"}`, `{"y":{}}`}, nil},
		{visibility.PluginSettings{}, []string{`{"block_opacity":70,"x":1}`,
			`{"default_controls":["a"],"block_opacity":"70"}`}, nil},
	} {
		fresh := func() any { return reflect.New(reflect.TypeOf(test.value)).Interface() }
		taken := append([]string{`null`, `[ ]`, `{}`}, test.taken...)
		for way, read := range ways {
			for _, data := range append([]string{`5`, `true`, `"x"`, `[1]`}, test.refused...) {
				if v := fresh(); read(data, v) == nil {
					t.Errorf("%T, %s: decoding %.80s: %.80v without an error, want an error", v, way, data, v)
				}
			}
			for _, data := range taken {
				for n := 1; n < min(len(data), 100); n++ {
					if v := fresh(); read(data[:n], v) == nil {
						t.Errorf("%T, %s: decoding %s: %+v without an error, want an error", v, way, data[:n], v)
					}
				}
				for _, before := range taken {
					want, got := fresh(), fresh()
					if err := errors.Join(read(data, want), read(before, got), read(data, got)); err != nil ||
						!reflect.DeepEqual(got, want) {
						t.Errorf("%T, %s: decoding %.80s after %.80s: %.80v, error %v, want %.80v and nil", got, way, data, before, got,
							err, want)
					}
				}
			}
		}
	}
}

func TestErrorsNameWhatWasCalled(t *testing.T) {
	t.Parallel()
	for want, call := range map[string]func(s *visibility.Service) error{
		"blockvisibility.Settings": func(s *visibility.Service) error { _, err := s.Settings(t.Context()); return err },
		"blockvisibility.Update": func(s *visibility.Service) error {
			_,
				err := s.Update(t.Context(), nothing)
			return err
		},
		"blockvisibility.Reset": func(s *visibility.Service) error {
			_,
				err := s.Reset(t.Context(), visibility.ResetAll)
			return err
		},
		"blockvisibility.Variables": func(s *visibility.Service) error {
			_,
				err := s.Variables(t.Context(), nil)
			return err
		},
	} {
		_, site := sitetest.NewTap(t, replay.Answer(403, `{"code":"rest_forbidden","message":"No."}`))
		if e, ok := errors.AsType[*cms.Error](call(visibility.New(site))); !ok || e.Operation != want {
			t.Errorf("%s of a refusal: error %v, want an error of that operation", want, e)
		}
	}
}

func TestAnotherResponseIsNotTheLossOfTheSettings(t *testing.T) {
	t.Parallel()
	for data, lost := range map[string]bool{
		`{"status":404}`: true, `{"status":500}`: false, `{"status":"404"}`: true, `{}`: false, `[]`: false, `null`: false,
		`"x"`: false, `404`: false,
	} {
		_, site := sitetest.NewTap(t, replay.Answer(404, `{"code":404,"message":"Gone.","data":`+data+`}`))
		if _, err := visibility.New(site).Settings(t.Context()); err == nil || errors.Is(err, visibility.ErrWiped) != lost {
			t.Errorf("Settings of a 404 with %s: error %v, want one that is ErrWiped: %t", data, err, lost)
		}
	}
}

func TestInvalidUTF8IsReplacedInSettings(t *testing.T) {
	t.Parallel()
	p, site := sitetest.NewTap(t, replay.Answer(200, `{"x":1}`), replay.Answer(200, `{"x":1}`))
	if _, err := visibility.New(site).Update(t.Context(), func(s *visibility.Settings) error {
		s.DisabledBlocks = []string{"core/\xff"}
		return nil
	}); err != nil {
		t.Error(err)
	}
	p.Sent("GET"+path+replay.Uncached, "POST"+path+` {"disabled_blocks":["core/`+"\ufffd"+`"],"x":1}`)
}
