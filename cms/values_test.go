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
			t.Errorf("LocalTime(%q) = %s, %v", test.text, got, err)
		}
		gmt, err := cms.GMTTime(test.text).Time()
		if got := gmt.UTC().Format(time.RFC3339Nano); err != nil || got != test.gmt {
			t.Errorf("GMTTime(%q) = %s, %v", test.text, got, err)
		}
		if none := strings.HasPrefix(test.local, "0001"); cms.LocalTime(test.text).IsZero() != none || cms.GMTTime(test.text).IsZero() != none {
			t.Errorf("IsZero of %q is not %v", test.text, none)
		}
	}
	for _, text := range []string{"yesterday", "2026-13-01T00:00:00", "2026-08-28T19", "1795240277"} {
		if moment, err := cms.GMTTime(text).Time(); err == nil {
			t.Errorf("%q is %v", text, moment)
		}
	}
	if _, err := cms.LocalTime("2026-08-28T19:00:00").Time(nil); err == nil {
		t.Error("a date in no zone")
	}
}

func TestANullableFieldHasThreeStates(t *testing.T) {
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
			if err != nil || string(got) != want {
				t.Errorf("%s: %s, %v, not %s", name, got, err, want)
			}
		}
		for name, unmarshal := range map[string]func([]byte, any) error{
			"v1": stdjson.Unmarshal, "v2": func(b []byte, v any) error { return json.Unmarshal(b, v) },
		} {
			var read params
			if err := unmarshal([]byte(want), &read); err != nil || read != p {
				t.Errorf("%s: %s became %+v, %v", name, want, read, err)
			}
		}
		if p.Date.IsZero() != (want == `{}`) || p.Date.IsNull() != strings.Contains(want, "null") {
			t.Errorf("%s: %v, %v", want, p.Date.IsZero(), p.Date.IsNull())
		}
		if v, ok := p.Flag.Get(); ok != (strings.Contains(want, "true") || strings.Contains(want, "false")) || v != strings.Contains(want, "true") {
			t.Errorf("%s: %v, %v", want, v, ok)
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
			if err != nil || got.Raw != want.Raw || got.Rendered != want.Rendered || got.Protected != want.Protected || got.BlockVersion != want.BlockVersion {
				t.Errorf("%s: %s became %+v, %v", name, body, got, err)
			}
			if got.HasRaw() != strings.Contains(body, `"raw":"`) {
				t.Errorf("%s: HasRaw of %s is %v", name, body, got.HasRaw())
			}
			again, err := stdjson.Marshal(got)
			var back cms.Text
			if err != nil || json.Unmarshal(again, &back) != nil || back != got {
				t.Errorf("%s became %s, %v", body, again, err)
			}
		}
	}
	var empty cms.Text
	if err := json.Unmarshal([]byte(`{"raw":""}`), &empty); err != nil || !empty.HasRaw() {
		t.Error("an empty raw text is none", err)
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
		if err := json.Unmarshal([]byte(body), &got); err != nil || got.Footnotes != want.footnotes || len(got.Extra) != want.extra {
			t.Errorf("%s became %+v, %v", body, got, err)
		}
		written, err := stdjson.Marshal(got)
		if err != nil || !sameJSON(written, []byte(want.written)) {
			t.Errorf("%s was written as %s, %v", body, written, err)
		}
	}
}

func TestExtraMembersAreReadAndSet(t *testing.T) {
	t.Parallel()
	var extra cms.Extra
	if ok, err := extra.Decode("a", new(int)); ok || err != nil {
		t.Error("there is something in nothing")
	}
	if err := extra.Set("a", map[string]int{"b": 1}); err != nil {
		t.Fatal(err)
	}
	var a struct{ B int }
	if ok, err := extra.Decode("a", &a); !ok || err != nil || a.B != 0 {
		t.Errorf("%v, %v: names are taken as they are written", ok, err)
	}
	var exact struct {
		B int `json:"b"`
	}
	if ok, err := extra.Decode("a", &exact); !ok || err != nil || exact.B != 1 {
		t.Errorf("%v, %v, %+v", ok, err, exact)
	}
	if ok, err := extra.Decode("a", new(string)); !ok || err == nil {
		t.Error("an object was read as a string")
	}
	if err := extra.Set("c", make(chan int)); err == nil {
		t.Error("a channel was set")
	}
}

func TestLinksAreFoundUnderEveryPrefix(t *testing.T) {
	t.Parallel()
	for _, body := range []string{
		`{"author":[{"href":"/u"}],"cms:term":[{"href":"/t","taxonomy":"category"},{"href":"/t2"}]}`,
		`{"author":[{"href":"/u"}],"acf:term":[{"href":"/no"}],"wp:term":[{"href":"/t","taxonomy":"category"},{"href":"/t2"}],"zz:term":[{"href":"/no"}]}`,
		`{"author":{"href":"/u"},"fc:term":[{"href":"/t","taxonomy":"category"},{"href":"/t2"}],"https://api.w.org/term":[{"href":"/no"}],"odd":"text","odder":null}`,
	} {
		for range 20 { // the order of a map must not matter
			var post cms.Post
			if err := json.Unmarshal([]byte(`{"_links":`+body+`}`), &post); err != nil {
				t.Fatal(err)
			}
			if l := post.Links.Get("author"); len(l) != 1 || l[0].Href != "/u" {
				t.Fatalf("%s: author is %+v", body, l)
			}
			if l := post.Links.Get("cms:term"); len(l) != 2 || l[0].Href != "/t" || l[0].Taxonomy != "category" {
				t.Fatalf("%s: cms:term is %+v", body, l)
			}
			if l := post.Links.Get("cms:none"); l != nil || post.Links.Get("up") != nil {
				t.Fatalf("%+v", l)
			}
		}
	}
	var links cms.Links
	for _, body := range []string{`[]`, `null`, `false`} {
		if err := json.Unmarshal([]byte(body), &links); err != nil || linked(links) {
			t.Errorf("%s: %v, %v", body, links, err)
		}
	}
	const odd = `{"a":[5,null,{"href":"/a","name":[5],"count":"many","id":null,"x":[1]},{"h\u0072ef":"/b","targetHints":[]},{"href":[5]},{}],"b":{"count":1}}`
	if err := json.Unmarshal([]byte(odd), &links); err != nil || len(links.Get("a")) != 2 || string(links.Get("a")[0].Extra["name"]) != "[5]" || string(links.Get("a")[0].Extra["x"]) != "[1]" || links.Get("a")[1].Href != "/b" || links.Get("b") != nil {
		t.Errorf("%s: %+v, %v", odd, links, err)
	}
	for _, body := range []string{`{"a":[{]}`, `{"a":[{"href":}]}`, `{"a":[5,]}`, `{"a"`, `{"a":tru}`} {
		if err := json.Unmarshal([]byte(body), &links); err == nil {
			t.Errorf("%s was read", body)
		}
	}
}

func TestEmbeddedRecordsAreDecoded(t *testing.T) {
	t.Parallel()
	const body = `{"author":[{"id":1,"name":"A"}],"wp:term":[[{"id":2,"name":"T"},{"id":3}],[]],"up":{"id":9},
		"replies":[[{"code":"rest_forbidden","message":"No.","data":{"status":403}}]],
		"mixed":[{"id":4,"name":"B"},{"code":"rest_user_invalid_id","message":"Invalid.","data":{"status":404}}],"odd":"text","wrong":[5]}`
	for name, unmarshal := range map[string]func([]byte, any) error{
		"v1": stdjson.Unmarshal, "v2": func(b []byte, v any) error { return json.Unmarshal(b, v) },
	} {
		var embedded cms.Embedded
		if err := unmarshal([]byte(body), &embedded); err != nil {
			t.Fatal(err)
		}
		users, err := cms.EmbeddedAs[cms.User](embedded, "author")
		if err != nil || len(users) != 1 || users[0].Name != "A" {
			t.Errorf("%s: %+v, %v", name, users, err)
		}
		terms, err := cms.EmbeddedAs[cms.Term](embedded, "cms:term")
		if err != nil || len(terms) != 2 || terms[0].Name != "T" {
			t.Errorf("%s: %+v, %v", name, terms, err)
		}
		one, err := cms.EmbeddedAs[cms.Page](embedded, "up")
		if err != nil || len(one) != 1 || one[0].ID != 9 {
			t.Errorf("%s: %+v, %v", name, one, err)
		}
		users, err = cms.EmbeddedAs[cms.User](embedded, "mixed")
		if e, ok := err.(interface{ Unwrap() []error }); !ok || len(users) != 1 || len(e.Unwrap()) != 1 {
			t.Errorf("%s: %+v, %v", name, users, err)
		}
		if _, err := cms.EmbeddedAs[cms.User](embedded, "replies"); err == nil {
			t.Errorf("%s: a refusal was decoded", name)
		}
		if none, err := cms.EmbeddedAs[cms.User](embedded, "none"); none != nil || err != nil {
			t.Errorf("%s: %+v, %v", name, none, err)
		}
		for _, relation := range []string{"odd", "wrong"} {
			if _, err := cms.EmbeddedAs[cms.User](embedded, relation); err == nil {
				t.Errorf("%s: %s was decoded", name, relation)
			}
		}
		if err := unmarshal([]byte(`[]`), &embedded); err != nil || len(embedded) > 0 {
			t.Errorf("%s: [] became %v, %v", name, embedded, err)
		}
	}
}
