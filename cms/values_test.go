package cms_test

import (
	stdjson "encoding/json"
	"strings"
	"testing"
	"time"

	"github.com/go-json-experiment/json"

	"github.com/fontcms/fontcms-go/cms"
)

// zoneOf returns a reader of dates in a zone that is two hours ahead in summer.
func zoneOf(t testing.TB) func(string) time.Time {
	t.Helper()
	berlin, err := time.LoadLocation("Europe/Berlin")
	if err != nil {
		t.Skip(err)
	}
	return func(s string) time.Time {
		moment, err := time.ParseInLocation("2006-01-02T15:04:05", s, berlin)
		if err != nil {
			t.Fatal(err)
		}
		return moment
	}
}

func TestDatesAreReadInTheirZone(t *testing.T) {
	t.Parallel()
	berlin := zoneOf(t)("2026-08-28T19:00:00").Location()
	for _, test := range []struct{ text, local, gmt string }{
		{"2026-08-28T19:00:00", "2026-08-28T17:00:00Z", "2026-08-28T19:00:00Z"},
		{"2026-01-28T19:00:00", "2026-01-28T18:00:00Z", "2026-01-28T19:00:00Z"},
		{"2026-08-28T19:00:00.250", "2026-08-28T17:00:00.25Z", "2026-08-28T19:00:00.25Z"},
		{"2026-08-28T19:00:00Z", "2026-08-28T19:00:00Z", "2026-08-28T19:00:00Z"},
		{"2026-08-28T19:00:00-05:00", "2026-08-29T00:00:00Z", "2026-08-29T00:00:00Z"},
		{"2026-08-28T19:00:00+0200", "2026-08-28T17:00:00Z", "2026-08-28T17:00:00Z"},
		{"2026-11-21 04:53:55", "2026-11-21T03:53:55Z", "2026-11-21T04:53:55Z"},
		{"2026-11-21 04:53:55+02:00", "2026-11-21T02:53:55Z", "2026-11-21T02:53:55Z"},
		{"2026-11-21 05:07", "2026-11-21T04:07:00Z", "2026-11-21T05:07:00Z"},
		{"2026-11-21", "2026-11-20T23:00:00Z", "2026-11-21T00:00:00Z"},
		{"", "0001-01-01T00:00:00Z", "0001-01-01T00:00:00Z"},
		{"-0001-11-30T00:00:00", "0001-01-01T00:00:00Z", "0001-01-01T00:00:00Z"},
		{"0000-00-00 00:00:00", "0001-01-01T00:00:00Z", "0001-01-01T00:00:00Z"},
	} {
		local, err := cms.LocalTime(test.text).Time(berlin)
		if got := local.UTC().Format(time.RFC3339Nano); err != nil || got != test.local {
			t.Errorf("LocalTime(%q): %s, error %v, want %q and nil", test.text, got, err, test.local)
		}
		gmt, err := cms.GMTTime(test.text).Time()
		if got := gmt.UTC().Format(time.RFC3339Nano); err != nil || got != test.gmt {
			t.Errorf("GMTTime(%q): %s, error %v, want %q and nil", test.text, got, err, test.gmt)
		}
		switch none := strings.HasPrefix(test.local, "0001"); {
		case cms.LocalTime(test.text).IsZero() != none:
			t.Errorf("LocalTime(%q).IsZero: %t, want %t", test.text, !none, none)
		case cms.GMTTime(test.text).IsZero() != none:
			t.Errorf("GMTTime(%q).IsZero: %t, want %t", test.text, !none, none)
		}
	}
	for _, text := range []string{"yesterday", "2026-13-01T00:00:00", "2026-08-28T19", "1795240277"} {
		if moment, err := cms.GMTTime(text).Time(); err == nil {
			t.Errorf("%q: GMTTime.Time: error nil, moment %v, want an error", text, moment)
		}
	}
	if _, err := cms.LocalTime("2026-08-28T19:00:00").Time(nil); err == nil {
		t.Error("a date in no zone: error nil, want an error")
	}
}

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

func TestExtraMembersAreReadAndSet(t *testing.T) {
	t.Parallel()
	var extra cms.Extra
	if ok, err := extra.Decode("a", new(int)); ok || err != nil {
		t.Errorf("there is something in nothing: ok is true, error %v, want false and nil", err)
	}
	if err := extra.Set("a", map[string]int{"b": 1}); err != nil {
		t.Fatal(err)
	}
	var a struct{ B int }
	switch ok, err := extra.Decode("a", &a); {
	case !ok:
		t.Errorf("Extra.Decode(%q): false, want true: names are case-sensitive", "a")
	case err != nil:
		t.Errorf("Extra.Decode(%q): error %v, want nil", "a", err)
	case a.B != 0:
		t.Errorf("Extra.Decode: names are taken as they are written: B %d, want 0", a.B)
	}
	var exact struct {
		B int `json:"b"`
	}
	switch ok, err := extra.Decode("a", &exact); {
	case !ok:
		t.Errorf("Extra.Decode(%q): false, want true", "a")
	case err != nil:
		t.Errorf("Extra.Decode: error %v, want nil", err)
	case exact.B != 1:
		t.Errorf("Extra.Decode: exact.B %d, want 1", exact.B)
	}
	switch ok, err := extra.Decode("a", new(string)); {
	case !ok:
		t.Error("Extra.Decode of an object into a string: false, want true and an error")
	case err == nil:
		t.Error("an object was read as a string: error nil, want an error")
	}
	if err := extra.Set("c", make(chan int)); err == nil {
		t.Error("a channel was set: error nil, want an error")
	}
}

func TestLinksAreFoundUnderEveryPrefix(t *testing.T) {
	t.Parallel()
	for _, body := range []string{
		`{"author":[{"href":"/u"}],"cms:term":[{"href":"/t","taxonomy":"category"},{"href":"/t2"}]}`,
		`{"author":[{"href":"/u"}],"acf:term":[{"href":"/no"}],"wp:term":[{"href":"/t","taxonomy":"category"},` +
			`{"href":"/t2"}],"zz:term":[{"href":"/no"}]}`,
		`{"author":{"href":"/u"},"fc:term":[{"href":"/t","taxonomy":"category"},{"href":"/t2"}],` +
			`"https://api.w.org/term":[{"href":"/no"}],"odd":"text","odder":null}`,
	} {
		for range 20 { // the order of a map must not matter
			var post cms.Post
			if err := json.Unmarshal([]byte(`{"_links":`+body+`}`), &post); err != nil {
				t.Fatal(err)
			}
			switch l := post.Links.Get("author"); {
			case len(l) != 1:
				t.Fatalf("links of %s: author %+v, want 1", body, l)
			case l[0].Href != "/u":
				t.Fatalf("Links.Get: %s: author is %+v: l[0].Href %q, want %q", body, l, l[0].Href, "/u")
			}
			switch l := post.Links.Get("cms:term"); {
			case len(l) != 2:
				t.Fatalf("links of %s: cms:term %+v, want 2", body, l)
			case l[0].Href != "/t":
				t.Fatalf("Links.Get: %s: cms:term is %+v: l[0].Href %q, want %q", body, l, l[0].Href, "/t")
			case l[0].Taxonomy != "category":
				t.Fatalf("Links.Get: %s: cms:term is %+v: l[0].Taxonomy %q, want %q", body, l, l[0].Taxonomy, "category")
			}
			switch l := post.Links.Get("cms:none"); {
			case l != nil:
				t.Fatalf("Links.Get: l %v, want nil", l)
			case post.Links.Get("up") != nil:
				t.Fatalf("Links.Get: %v, want nil", post.Links.Get("up"))
			}
		}
	}
	var links cms.Links
	for _, body := range []string{`[]`, `null`, `false`} {
		switch err := json.Unmarshal([]byte(body), &links); {
		case err != nil:
			t.Errorf("%s: json.Unmarshal: error %v, want nil", body, err)
		case linked(links):
			t.Errorf("links of %s: %v, want none", body, links)
		}
	}
	const odd = `{"a":[5,null,{"href":"/a","name":[5],"count":"many","id":null,"x":[1]},{"h\u0072ef":"/b",` +
		`"targetHints":[]},{"href":[5]},{}],"b":{"count":1}}`
	switch err := json.Unmarshal([]byte(odd), &links); {
	case err != nil:
		t.Errorf("%s: json.Unmarshal: error %v, want nil", odd, err)
	case len(links.Get("a")) != 2:
		t.Errorf(`%s: Links.Get: length of links.Get("a") %d, want 2`, odd, len(links.Get("a")))
	case string(links.Get("a")[0].Extra["name"]) != "[5]":
		t.Errorf(`%s: json.Unmarshal: links.Get("a")[0].Extra["name"] %q, want %q`, odd,
			string(links.Get("a")[0].Extra["name"]), "[5]")
	case string(links.Get("a")[0].Extra["x"]) != "[1]":
		t.Errorf(`%s: json.Unmarshal: links.Get("a")[0].Extra["x"] %q, want %q`, odd, string(links.Get("a")[0].Extra["x"]),
			"[1]")
	case links.Get("a")[1].Href != "/b":
		t.Errorf(`%s: json.Unmarshal: links.Get("a")[1].Href %q, want %q`, odd, links.Get("a")[1].Href, "/b")
	case links.Get("b") != nil:
		t.Errorf("%s: Links.Get: %v, want nil", odd, links.Get("b"))
	}
	for _, body := range []string{`{"a":[{]}`, `{"a":[{"href":}]}`, `{"a":[5,]}`, `{"a"`, `{"a":tru}`} {
		if err := json.Unmarshal([]byte(body), &links); err == nil {
			t.Errorf("json.Unmarshal: %s was read: error nil, want an error", body)
		}
	}
}

func TestEmbeddedRecordsAreDecoded(t *testing.T) {
	t.Parallel()
	const body = `{"author":[{"id":1,"name":"A"}],"wp:term":[[{"id":2,"name":"T"},{"id":3}],[]],"up":{"id":9},
		"replies":[[{"code":"rest_forbidden","message":"No.","data":{"status":403}}]],
		"mixed":[{"id":4,"name":"B"},{"code":"rest_user_invalid_id","message":"Invalid.","data":{"status":404}}],` +
		`"odd":"text","wrong":[5]}`
	for name, unmarshal := range map[string]func([]byte, any) error{
		"v1": stdjson.Unmarshal, "v2": func(b []byte, v any) error { return json.Unmarshal(b, v) },
	} {
		var embedded cms.Embedded
		if err := unmarshal([]byte(body), &embedded); err != nil {
			t.Fatal(err)
		}
		users, err := cms.EmbeddedAs[cms.EmbeddedUser](embedded, "author")
		switch {
		case err != nil:
			t.Errorf("%s: cms.EmbeddedAs: error %v, want nil", name, err)
		case len(users) != 1:
			t.Errorf("%s: cms.EmbeddedAs: %d users, want 1", name, len(users))
		case users[0].Name != "A":
			t.Errorf("%s: cms.EmbeddedAs: users[0].Name %q, want %q", name, users[0].Name, "A")
		}
		terms, err := cms.EmbeddedAs[cms.EmbeddedTerm](embedded, "cms:term")
		switch {
		case err != nil:
			t.Errorf("%s: cms.EmbeddedAs: error %v, want nil", name, err)
		case len(terms) != 2:
			t.Errorf("%s: cms.EmbeddedAs: %d terms, want 2", name, len(terms))
		case terms[0].Name != "T":
			t.Errorf("%s: cms.EmbeddedAs: terms[0].Name %q, want %q", name, terms[0].Name, "T")
		}
		one, err := cms.EmbeddedAs[cms.Page](embedded, "up")
		switch {
		case err != nil:
			t.Errorf("%s: cms.EmbeddedAs: error %v, want nil", name, err)
		case len(one) != 1:
			t.Errorf("%s: cms.EmbeddedAs: length %d, want 1", name, len(one))
		case one[0].ID != 9:
			t.Errorf("%s: cms.EmbeddedAs: one[0].ID %d, want 9", name, one[0].ID)
		}
		users, err = cms.EmbeddedAs[cms.EmbeddedUser](embedded, "mixed")
		switch e, ok := err.(interface{ Unwrap() []error }); {
		case !ok:
			t.Errorf("%s: EmbeddedAs: error %v, want a list of errors", name, err)
		case len(users) != 1:
			t.Errorf("%s: cms.EmbeddedAs: %d users, want 1", name, len(users))
		case len(e.Unwrap()) != 1:
			t.Errorf("%s: EmbeddedAs: %d errors, want 1", name, len(e.Unwrap()))
		}
		if _, err := cms.EmbeddedAs[cms.EmbeddedUser](embedded, "replies"); err == nil {
			t.Errorf("cms.EmbeddedAs: %s: a refusal was decoded: error nil, want an error", name)
		}
		if none, err := cms.EmbeddedAs[cms.EmbeddedUser](embedded, "none"); none != nil || err != nil {
			t.Errorf("%s: cms.EmbeddedAs: none %v, error %v, want nil and nil", name, none, err)
		}
		for _, relation := range []string{"odd", "wrong"} {
			if _, err := cms.EmbeddedAs[cms.EmbeddedUser](embedded, relation); err == nil {
				t.Errorf("cms.EmbeddedAs(embedded, relation): %s: %s was decoded: error nil, want an error", name, relation)
			}
		}
		if err := unmarshal([]byte(`[]`), &embedded); err != nil || len(embedded) > 0 {
			t.Errorf("%s: decoding []: %v, error %v, want an empty map and nil", name, embedded, err)
		}
	}
}
