package archiver_test

import (
	"context"
	stdjson "encoding/json"
	"errors"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/cms/archiver"
	"github.com/fontcms/fontcms-go/internal/replay"
	"github.com/fontcms/fontcms-go/internal/replay/sitetest"
)

const page = "https://docs.example.org/kerning/?a=1&b=2"

func TestCallsSendEveryArgument(t *testing.T) {
	t.Parallel()
	const asURL = "url=https%3A%2F%2Fdocs.example.org%2Fkerning%2F%3Fa%3D1%26b%3D2"
	ok := replay.Reply{Status: 200, Body: "{}"}
	p, site := sitetest.NewTap(t, ok, ok, ok, ok, ok)
	s, ctx := archiver.New(site, nil), t.Context()
	for _, service := range []string{"", "wayback"} {
		if _, err := s.TriggerSnapshot(ctx, page, service); err != nil {
			t.Error(err)
		}
		if _, err := s.GetSnapshots(ctx, page, service); err != nil {
			t.Error(err)
		}
	}
	if _, err := archiver.New(site, archiver.WithNamespace("web-archive/v2")).GetSnapshots(ctx, page, ""); err != nil {
		t.Error(err)
	}
	p.Sent(
		`POST /cms-json/archiver/v1/trigger-snapshot {"url":"`+page+`"}`,
		"GET /cms-json/archiver/v1/get-snapshots?"+asURL,
		`POST /cms-json/archiver/v1/trigger-snapshot {"url":"`+page+`","service":"wayback"}`,
		"GET /cms-json/archiver/v1/get-snapshots?service=wayback&"+asURL,
		"GET /cms-json/web-archive/v2/get-snapshots?"+asURL,
	)
}

// both are the two calls.
func both(s *archiver.Service) map[string]func(context.Context, string, string, ...cms.CallOption) (*archiver.Answer, error) {
	return map[string]func(context.Context, string, string, ...cms.CallOption) (*archiver.Answer, error){
		"TriggerSnapshot": s.TriggerSnapshot, "GetSnapshots": s.GetSnapshots,
	}
}

func TestBadArgumentsAreRefused(t *testing.T) {
	t.Parallel()
	p, site := sitetest.NewTap(t)
	for _, call := range both(archiver.New(site)) {
		_, err := call(t.Context(), "", "wayback")
		p.Refused(err, "url")
	}
	for _, call := range both(archiver.New(site, archiver.WithNamespace(""))) {
		_, err := call(t.Context(), page, "")
		p.Refused(err, "namespace")
	}
}

func TestATriggerIsNotSentTwice(t *testing.T) {
	t.Parallel()
	for name, r := range map[string]replay.Reply{"lost": {Err: replay.ErrLost}, "an outage": {Status: 502, Body: "x"}, "no answer": {Status: 500, Body: "<html>"}} {
		p, site := sitetest.NewTap(t, r)
		if _, err := archiver.New(site).TriggerSnapshot(t.Context(), page, ""); !errors.Is(err, cms.ErrOutcomeUnknown) {
			t.Errorf("%s: %v", name, err)
		}
		if len(p.Asked()) != 1 {
			t.Errorf("%s: sent %d times", name, len(p.Asked()))
		}
	}
	_, site := sitetest.NewTap(t, replay.Reply{Err: replay.ErrLost}, replay.Reply{Status: 503}, replay.Reply{Status: 200, Body: "[]"})
	if _, err := archiver.New(site).GetSnapshots(t.Context(), page, ""); err != nil {
		t.Error(err)
	}
}

func TestASiteWithoutThePluginHasNoRoute(t *testing.T) {
	t.Parallel()
	gone := replay.Reply{Status: 404, Body: `{"code":"rest_no_route","message":"No.","data":{"status":404}}`}
	_, site := sitetest.NewTap(t, gone, gone)
	for name, call := range both(archiver.New(site)) {
		_, err := call(t.Context(), page, "")
		if e := sitetest.Failure(t, err, 404, cms.CodeNoRoute, cms.ErrNoRoute); e.Operation != "archiver."+name {
			t.Error(e.Operation)
		}
	}
}

func TestAnAnswerIsTheJSONItself(t *testing.T) {
	t.Parallel()
	for _, body := range []string{`{"a":[1,"<b>"],"A":null}`, `[]`, `"queued"`, `true`, `7`, `{"a":1,"a":2}`} {
		_, site := sitetest.NewTap(t, replay.Reply{Status: 200, Body: " " + body + "\n"})
		got, err := archiver.New(site).GetSnapshots(t.Context(), page, "")
		if err != nil || string(got.Raw) != body {
			t.Errorf("%s: %+v, %v", body, got, err)
			continue
		}
		if body == `{"a":1,"a":2}` {
			continue // valid, but not to a strict reader
		}
		for _, code := range []struct {
			marshal   func(any) ([]byte, error)
			unmarshal func([]byte, any) error
		}{
			{stdjson.Marshal, stdjson.Unmarshal},
			{func(v any) ([]byte, error) { return json.Marshal(v) }, func(data []byte, v any) error { return json.Unmarshal(data, v) }},
		} {
			written, err := code.marshal(got)
			var again archiver.Answer
			if err != nil || code.unmarshal(written, &again) != nil {
				t.Errorf("%s is written as %s, %v", body, written, err)
			}
			var a, b any
			if got.Decode(&a) != nil || again.Decode(&b) != nil || !reflect.DeepEqual(a, b) {
				t.Errorf("%s is written as %s", body, written)
			}
		}
	}
	for _, r := range []replay.Reply{{Status: 204}, {Status: 200, Body: ""}} {
		_, site := sitetest.NewTap(t, r)
		got, err := archiver.New(site).TriggerSnapshot(t.Context(), page, "")
		if err != nil || len(got.Raw) != 0 || got.Snapshots() != nil || got.Decode(new(any)) == nil {
			t.Errorf("%+v, %v", got, err)
		}
		if written, err := stdjson.Marshal(got); err != nil || string(written) != "null" {
			t.Errorf("%s, %v", written, err)
		}
	}
	again := archiver.Answer{Raw: []byte("x")}
	if err := stdjson.Unmarshal([]byte(`null`), &again); err != nil || again.Raw != nil {
		t.Errorf("%s, %v", again.Raw, err)
	}
	if err := json.Unmarshal([]byte(`[`), &again); err == nil {
		t.Error("a part is read")
	}
	if err := again.UnmarshalJSONFrom(jsontext.NewDecoder(strings.NewReader(`[1,`))); err == nil {
		t.Error("a part is read from a decoder")
	}
	if err := (archiver.Answer{Raw: []byte(`"x"`)}).Decode(new(int)); err == nil {
		t.Error("a string is a number")
	}
}

func TestSnapshotsAreRecognised(t *testing.T) {
	t.Parallel()
	const a, b = "https://web.archive.org/web/1/x", "http://archive.example/2"
	type found struct{ url, date string }
	for body, want := range map[string][]found{
		`["` + a + `","` + b + `"]`: {{a, ""}, {b, ""}},
		`[{"url":"` + a + `","date":"2026-11-21"},{"link":"` + b + `","timestamp":20261121000000}]`:  {{a, "2026-11-21"}, {b, "20261121000000"}},
		`{"url":"` + b + `","snapshots":[{"url":"` + a + `"}]}`:                                      {{a, ""}},
		`{"success":true,"data":{"snapshot_url":"` + a + `","url":"` + b + `"}}`:                     {{a, ""}},
		`{"wayback":[{"href":"` + a + `"}],"archive_is":[{"permalink":"` + b + `"}]}`:                {{b, ""}, {a, ""}},
		`{"archived_snapshots":{"closest":{"available":true,"url":"` + a + `","timestamp":"2026"}}}`: {{a, "2026"}},
		`"` + a + `"`:                           {{a, ""}},
		`{"url":"//archive.example/x"}`:         {{"//archive.example/x", ""}},
		`{"message":"https://no"}`:              nil,
		`{"url":"/relative"}`:                   nil,
		`{"url":{"x":1},"date":[]}`:             nil,
		`[]`:                                    nil,
		`"queued"`:                              nil,
		`7`:                                     nil,
		`[[[["` + a + `"]]]]`:                   {{a, ""}},
		`[[[[["` + a + `"]]]]]`:                 nil,
		`{"a":{"b":{"c":["` + a + `"]}}}`:       {{a, ""}},
		`{"a":{"b":{"c":{"d":["` + a + `"]}}}}`: nil,
		`{"data":{"items":{"results":["` + a + `"]}}}`:                       {{a, ""}},
		`{"data":{"items":{"results":["` + a + `"]},"about":["` + b + `"]}}`: {{a, ""}},
		`{"data":{"items":{"results":[["` + a + `"]]}}}`:                     nil,
		`[`:                  nil,
		`{"url":"` + a + `"`: nil,
		`{"data":[],"items":[{"url":"` + a + `"}]}`:     {{a, ""}},
		`{"snapshots":null,"url":"` + a + `","time":5}`: {{a, "5"}},
	} {
		var got []found
		for _, s := range (archiver.Answer{Raw: []byte(body)}).Snapshots() {
			if len(s.Raw) == 0 {
				t.Errorf("%s: the snapshot is without its JSON", body)
			}
			got = append(got, found{s.URL, s.Date})
		}
		if !reflect.DeepEqual(got, want) {
			t.Errorf("%s: %v, not %v", body, got, want)
		}
	}
}

func TestDatesAreReadInTheUsualForms(t *testing.T) {
	t.Parallel()
	noon := time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)
	for text, want := range map[string]time.Time{
		"20261121120000": noon, "2026-11-21T12:00:00Z": noon, "2026-11-21T13:00:00+01:00": noon, "2026-11-21T12:00:00": noon,
		"2026-11-21 12:00:00": noon, "2026-11-21 12:00": noon, "2026-11-21": noon.Add(-12 * time.Hour), "1795262400": noon,
		"100000000": time.Unix(100000000, 0), "1795262400000": time.Unix(1795262400000, 0), "Sat, 21 Nov 2026 12:00:00 GMT": noon, "Sat, 21 Nov 2026 13:00:00 +0100": noon,
	} {
		if got, ok := (archiver.Snapshot{Date: text}).Time(); !ok || !got.Equal(want) {
			t.Errorf("%s: %v, %v", text, got, ok)
		}
	}
	for _, text := range []string{"", "yesterday", "5", "2026", "99999999"} {
		if got, ok := (archiver.Snapshot{Date: text}).Time(); ok || !got.IsZero() {
			t.Errorf("%s: %v, %v", text, got, ok)
		}
	}
}

func TestTenThousandSnapshotsAreReturnedAtMost(t *testing.T) {
	t.Parallel()
	list := func(n int) string {
		return `[` + strings.TrimSuffix(strings.Repeat(`"https://a.example/x",`, n), ",") + `]`
	}
	for _, c := range []struct {
		body string
		want int
	}{
		{list(9_999), 9_999},
		{list(10_000), 10_000},
		{list(10_001), 10_000},
		{`[` + list(9_999) + `,` + list(2) + `,` + list(1) + `]`, 10_000},
		{`{"a":` + list(9_999) + `,"b":` + list(2) + `,"c":` + list(1) + `}`, 10_000},
		{`{"a":` + list(3) + `,"b":` + list(2) + `}`, 5},
	} {
		if got := (archiver.Answer{Raw: []byte(c.body)}).Snapshots(); len(got) != c.want {
			t.Errorf("%.40s… of %d bytes: %d, not %d", c.body, len(c.body), len(got), c.want)
		}
	}
}

// TestEachNameOfAnAddressADateAndAListIsKnown has one of each, and the likelier of two.
func TestEachNameOfAnAddressADateAndAListIsKnown(t *testing.T) {
	t.Parallel()
	const a, b = "https://a.example/1", "https://b.example/2"
	read := func(body string) []archiver.Snapshot { return (archiver.Answer{Raw: []byte(body)}).Snapshots() }
	each := func(names string, body func(first, second string) string, ok func([]archiver.Snapshot) bool) {
		all := strings.Fields(names)
		for i, name := range all {
			if got := read(body(name, all[min(i+1, len(all)-1)])); !ok(got) {
				t.Errorf("%s: %+v", name, got)
			}
		}
	}
	each("snapshot_url archive_url url link href permalink", func(first, second string) string {
		if first == second {
			return `{"` + first + `":"` + a + `"}`
		}
		return `{"` + second + `":"` + b + `","` + first + `":"` + a + `"}`
	}, func(got []archiver.Snapshot) bool { return len(got) == 1 && got[0].URL == a })
	each("timestamp date datetime created_at created time", func(first, second string) string {
		if first == second {
			return `{"url":"` + a + `","` + first + `":"1"}`
		}
		return `{"url":"` + a + `","` + second + `":"2","` + first + `":1}`
	}, func(got []archiver.Snapshot) bool { return len(got) == 1 && got[0].Date == "1" })
	each("snapshots snapshot results items data closest", func(first, second string) string {
		if first == second {
			return `{"` + first + `":["` + a + `"]}`
		}
		return `{"` + second + `":["` + b + `"],"` + first + `":["` + a + `"]}`
	}, func(got []archiver.Snapshot) bool {
		return len(got) == 1 && got[0].URL == a && string(got[0].Raw) == `"`+a+`"`
	})
}
