package cms_test

import (
	stdjson "encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/go-json-experiment/json"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/internal/stub"
)

func TestNullableFieldHasThreeStates(t *testing.T) {
	t.Parallel()
	type params struct {
		Date cms.Nullable[cms.LocalTime] `json:"date,omitzero"`
		Flag cms.Nullable[bool]          `json:"flag,omitzero"`
	}
	for want, p := range map[string]params{
		`{}`:                          {},
		`{"date":null,"flag":null}`:   {cms.Null[cms.LocalTime](), cms.Null[bool]()},
		`{"date":"2026","flag":true}`: {cms.NullableOf(cms.LocalTime("2026")), cms.NullableOf(true)},
		`{"date":"","flag":false}`:    {cms.NullableOf(cms.LocalTime("")), cms.NullableOf(false)},
	} {
		for name, marshal := range map[string]func(any) ([]byte, error){
			"v1": stdjson.Marshal, "v2": func(v any) ([]byte, error) { return json.Marshal(v) },
		} {
			got, err := marshal(p)
			switch {
			case err != nil:
				t.Errorf("%s: encoding: error %v, want nil", name, err)
			case string(got) != want:
				t.Errorf("%s: encoded as %s, want %s", name, got, want)
			}
		}
		for name, unmarshal := range map[string]func([]byte, any) error{
			"v1": stdjson.Unmarshal, "v2": func(b []byte, v any) error { return json.Unmarshal(b, v) },
		} {
			var read params
			if err := unmarshal([]byte(want), &read); err != nil || read != p {
				t.Errorf("%s: decoding %s: %+v, error %v, want %+v and nil", name, want, read, err, p)
			}
		}
		switch {
		case p.Date.IsZero() != (want == `{}`):
			t.Errorf("date of %s: IsZero %t, want %t", want, p.Date.IsZero(), want == `{}`)
		case p.Date.IsNull() != strings.Contains(want, "null"):
			t.Errorf("date of %s: IsNull %t, want %t", want, p.Date.IsNull(), strings.Contains(want, "null"))
		}
		switch v, ok := p.Flag.Get(); {
		case ok != (strings.Contains(want, "true") || strings.Contains(want, "false")):
			t.Errorf("%s: Flag.Get: ok is %t, want %t", want, ok,
				strings.Contains(want, "true") || strings.Contains(want, "false"))
		case v != strings.Contains(want, "true"):
			t.Errorf("%s: Flag.Get: v is %t, want %t", want, v, strings.Contains(want, "true"))
		}
	}
}

func TestTextsAreReadInEveryShape(t *testing.T) {
	t.Parallel()
	for body, want := range map[string]cms.Text{
		`{"rendered":"a"}`:                                {Rendered: "a"},
		`{"raw":"a"}`:                                     {Raw: "a"},
		`{"raw":"a","rendered":"b","extra":1}`:            {Raw: "a", Rendered: "b"},
		`{"rendered":"b","protected":true}`:               {Rendered: "b", Protected: true},
		`{"raw":"a","block_version":1,"protected":false}`: {Raw: "a", BlockVersion: 1},
		`"bare"`: {Rendered: "bare"},
		`[]`:     {}, `null`: {}, `false`: {}, `{}`: {}, `5`: {}, `{"raw":null,"rendered":null}`: {},
	} {
		for name, unmarshal := range map[string]func([]byte, any) error{
			"v1": stdjson.Unmarshal, "v2": func(b []byte, v any) error { return json.Unmarshal(b, v) },
		} {
			got := cms.Text{Raw: "old", Protected: true}
			err := unmarshal([]byte(body), &got)
			switch {
			case err != nil:
				t.Errorf("unmarshal: %s: %s became %+v, %v, want nil", name, body, got, err)
			case got.Raw != want.Raw || got.Rendered != want.Rendered:
				t.Errorf("%s: %s: Raw %q, Rendered %q, want %q and %q", name, body, got.Raw, got.Rendered, want.Raw, want.Rendered)
			case got.Protected != want.Protected || got.BlockVersion != want.BlockVersion:
				t.Errorf("%s: %s: Protected %t, BlockVersion %d, want %t and %d", name, body, got.Protected, got.BlockVersion,
					want.Protected, want.BlockVersion)
			}
			if got.HasRaw() != strings.Contains(body, `"raw":"`) {
				t.Errorf("Text.HasRaw: %s: HasRaw of %s is %v, want %t", name, body, got.HasRaw(),
					strings.Contains(body, `"raw":"`))
			}
			again, err := stdjson.Marshal(got)
			var back cms.Text
			switch {
			case err != nil:
				t.Errorf("json.Marshal(got): %s became %s, %v, want nil", body, again, err)
			case json.Unmarshal(again, &back) != nil:
				t.Errorf("text of %s is written as %s: error %v, want nil", body, again, json.Unmarshal(again, &back))
			case back != got:
				t.Errorf("text of %s is written as %s: %+v, want %+v", body, again, back, got)
			}
		}
	}
	var empty cms.Text
	switch err := json.Unmarshal([]byte(`{"raw":""}`), &empty); {
	case err != nil:
		t.Errorf("an empty raw text is none %v, want nil", err)
	case !empty.HasRaw():
		t.Errorf("text with an empty raw member: HasRaw false (error %v), want true", err)
	}
}

func TestMetaIsReadInEveryShape(t *testing.T) {
	t.Parallel()
	for body, want := range map[string]struct {
		footnotes string
		extra     int
		written   string
	}{
		`{"footnotes":"x","a":1,"b":null}`:                {"x", 2, `{"footnotes":"x","a":1,"b":null}`},
		`{"footnotes":null}`:                              {"", 0, `{}`},
		`{"footnotes":[1],"a":1}`:                         {"", 2, `{"footnotes":[1],"a":1}`},
		`{"cms_pattern_sync_status":null,"footnotes":""}`: {"", 1, `{"cms_pattern_sync_status":null,"footnotes":""}`},
		`[]`: {"", 0, `{}`}, `{}`: {"", 0, `{}`}, `null`: {"", 0, `{}`},
	} {
		got := cms.Meta{Footnotes: "old"}
		switch err := json.Unmarshal([]byte(body), &got); {
		case err != nil:
			t.Errorf("json.Unmarshal: %s became %+v, %v, want nil", body, got, err)
		case got.Footnotes != want.footnotes || len(got.Extra) != want.extra:
			t.Errorf("meta %s: Footnotes %q, %d members in Extra, want %q and %d", body, got.Footnotes, len(got.Extra),
				want.footnotes, want.extra)
		}
		written, err := stdjson.Marshal(got)
		switch {
		case err != nil:
			t.Errorf("json.Marshal(got): %s was written as %s, %v, want nil", body, written, err)
		case !sameJSON(written, []byte(want.written)):
			t.Errorf("meta %s is written as %s (error %v), want %s", body, written, err, want.written)
		}
	}
}

func TestMetaThatIsNoObjectIsKeptInExtra(t *testing.T) {
	t.Parallel()
	for _, meta := range []string{`"1,234.50"`, `[1]`, `5`, `true`} {
		body := `{"id":5,"slug":"a","meta":` + meta + `}`
		var post cms.Post
		if err := cms.Unmarshal([]byte(body), &post); err != nil {
			t.Errorf("Unmarshal(%s): error %v, want none", body, err)
		}
		if got := string(post.Extra["meta"]); got != meta {
			t.Errorf("Unmarshal(%s): meta in Extra %q, want %q", body, got, meta)
		}
	}
}

func TestLastOfTwoFootnotesIsReadAndWritten(t *testing.T) {
	t.Parallel()
	for body, want := range map[string]string{
		`{"footnotes":"x","footnotes":false}`: `{"footnotes":false}`,
		`{"footnotes":[1],"footnotes":"x"}`:   `{"footnotes":"x"}`,
		`{"footnotes":"x","footnotes":null}`:  `{}`,
	} {
		var meta cms.Meta
		if err := cms.Unmarshal([]byte(body), &meta); err != nil {
			t.Errorf("Unmarshal(%s): error %v, want none", body, err)
		}
		if written, err := cms.Marshal(meta); err != nil || string(written) != want {
			t.Errorf("Marshal of the meta %s: %s, error %v, want %s", body, written, err, want)
		}
	}
}

// TestSmallTypesPrintThemselves has texts that people read.
func TestSmallTypesPrintThemselves(t *testing.T) {
	t.Parallel()
	login := cms.Credentials{User: "editor", Password: "abcd"}
	for want, got := range map[string]string{
		"cms.Client(https://docs.example.org/cms-json/)": stub.Dial(t, "https://docs.example.org").String(),
		"editor:[redacted]":                         login.String(),
		"cms.Credentials{User: editor, [redacted]}": login.GoString(),
		"token [redacted]":                          cms.Credentials{Token: "abcd"}.String(),
		"session [redacted]":                        cms.Credentials{Cookie: "a=b"}.String(),
		"cms.Credentials{session [redacted]}":       cms.Credentials{Nonce: "abcd"}.GoString(),
		"editor:[redacted] cms.Credentials{User: editor, [redacted]} editor:[redacted]": fmt.Sprintf("%v %#v %#q", login,
			login, login),
		`cms: the slug "a" is reserved by the site, or another record has it; ` +
			`the site would store "a-2": choose another slug`: (&cms.SlugTakenError{
			Slug: "a", Got: "a-2"}).Error(),
		`cms: record "a" cannot be read: ` + cms.ErrDecode.Error(): (&cms.BrokenRecordError{Name: "a",
			Err: cms.ErrDecode}).Error(),
		"2 records match, with the ids 3, 5": (&cms.AmbiguousError{IDs: []int64{3, 5}}).Error(),
		"null":                               cms.NoDate().String(),
		"2026-01-01T00:00:00":                cms.LocalTime("2026-01-01T00:00:00").Date().String(),
		"":                                   cms.Date{}.String(),
	} {
		if got != want {
			t.Errorf("printed type %q, want %q", got, want)
		}
	}
	_, err := cms.New("http://docs.example.org", cms.WithApplicationPassword("editor", "abcd"))
	if want := cms.ErrInsecure.Error() + ": use https"; err == nil || !strings.Contains(err.Error(), want) {
		t.Errorf("New over plain HTTP: error %v, want %q in it", err, want)
	}
	if _, err := cms.LocalTime("2026-01-01T00:00:00").Time(nil); !refuses(err, "zone") {
		t.Errorf("LocalTime.Time without a zone: error %v, want the argument %q refused", err, "zone")
	}
	s := stub.New(t, stub.Always(200, `{"id":7}`))
	if _, err := s.Client(t, cms.WithHeader("X-Key", "a")).Posts.Get(t.Context(), 7,
		cms.Header("X-Call", "b")); err != nil {
		t.Error(err)
	}
	switch got := s.Seen()[0].Header; {
	case got.Get("X-Key") != "a":
		t.Errorf(`the headers are %v: Get("X-Key") %q, want %q`, got, got.Get("X-Key"), "a")
	case got.Get("X-Call") != "b":
		t.Errorf(`the headers are %v: Get("X-Call") %q, want %q`, got, got.Get("X-Call"), "b")
	}
}
