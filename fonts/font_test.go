package fonts_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"testing"
	"time"

	jsonv2 "github.com/go-json-experiment/json"

	"github.com/fontcms/fontcms-go/fonts"
	"github.com/fontcms/fontcms-go/fonts/fontstest"
)

const record = `{"id":"inter","name":"Inter","fontFamily":"Inter","fontSubfamily":["Regular","Bold"],"version":"4.0",` +
	`"copyright":"c","description":"d","designer":"Rasmus Andersson","license":null,"tags":"a, b;c|d、e，f\n；",` +
	`"languages":"en",` +
	`"category":"sans-serif","created_at":"2026-03-01","updated_at":"2026-03-01T08:30:00Z","downloads":12,` +
	`"axes":[{"tag":"wght"}]}`

// codecs are the two JSON packages that users may have.
func codecs() map[string]struct {
	marshal   func(any) ([]byte, error)
	unmarshal func([]byte, any) error
} {
	return map[string]struct {
		marshal   func(any) ([]byte, error)
		unmarshal func([]byte, any) error
	}{
		"encoding/json": {json.Marshal, json.Unmarshal},
		"go-json-experiment": {
			func(v any) ([]byte, error) { return jsonv2.Marshal(v) },
			func(data []byte, v any) error { return jsonv2.Unmarshal(data, v) },
		},
	}
}

func TestRecordSurvivesJSON(t *testing.T) {
	t.Parallel()
	for name, codec := range codecs() {
		var font, again fonts.Font
		if err := jsonv2.Unmarshal([]byte(record), &font); err != nil {
			t.Fatal(err)
		}
		text, err := codec.marshal(font)
		if err != nil {
			t.Fatal(err)
		}
		if err := codec.unmarshal(text, &again); err != nil {
			t.Fatal(err)
		}
		equal(t, name, again, font)
		if name != "encoding/json" && len(text) != len(record) {
			t.Errorf("%s: record %s is encoded in %d bytes, want %d", name, record, len(text), len(record))
		}
	}
}

func TestRecordCanBeEmbeddedInARecordOfOnesOwn(t *testing.T) {
	t.Parallel()
	for name, codec := range codecs() {
		var own struct {
			fonts.Font
			Downloads int `json:"downloads"`
		}
		if err := codec.unmarshal([]byte(record), &own); err != nil {
			t.Fatal(err)
		}
		if own.ID != "inter" || own.Downloads != 12 {
			t.Errorf("%s: own.ID %q, own.Downloads %d, want %q and 12", name, own.ID, own.Downloads, "inter")
		}
		text, err := codec.marshal(own)
		var members map[string]any
		switch err := errors.Join(err, json.Unmarshal(text, &members)); {
		case err != nil:
			t.Errorf("%s: json.Unmarshal: error %v, want nil", name, err)
		case members["downloads"] != 12.0:
			t.Errorf(`%s: json.Unmarshal: members["downloads"] %v, want 12.0`, name, members["downloads"])
		case members["id"] != "inter":
			t.Errorf(`%s: json.Unmarshal: members["id"] %v, want %q`, name, members["id"], "inter")
		}
	}
}

func TestUnknownMembersAreKept(t *testing.T) {
	t.Parallel()
	c := open(t, fontstest.NewHandler(fontstest.WithUnknownFields(), fontstest.WithFonts(records(names(1)))))
	got, err := list(t.Context(), c)
	if err != nil {
		t.Fatal(err)
	}
	extra := got.Fonts[0].Extra
	var downloads int
	ok, err := extra.Decode("downloads", &downloads)
	equal(t, "downloads", fmt.Sprint(ok, err, downloads), "true <nil> 1000")
	ok, err = extra.Decode("nothing", &downloads)
	equal(t, "missing", fmt.Sprint(ok, err, downloads), "false <nil> 1000")
	switch ok, err = extra.Decode("preview", &downloads); {
	case !ok:
		t.Errorf("Extra.Decode(%q): false, want true", "preview")
	case err == nil:
		t.Error("Extra.Decode: error nil, want an error")
	}
	equal(t, "members", len(extra), 4)
}

func TestIncompleteJSONIsNotDecodedIntoAField(t *testing.T) {
	t.Parallel()
	for _, text := range []string{`[1`, `{"a":`, `"a`, `tru`, ``} {
		if err := new(fonts.Date).UnmarshalJSON([]byte(text)); err == nil {
			t.Errorf("Date.UnmarshalJSON(%s): error nil, want an error", text)
		}
		if err := new(fonts.Subfamily).UnmarshalJSON([]byte(text)); err == nil {
			t.Errorf("Subfamily.UnmarshalJSON(%s): error nil, want an error", text)
		}
	}
}

func TestListsOfTagsAndLanguages(t *testing.T) {
	t.Parallel()
	equal(t, "tags", fonts.Font{Tags: " a, b;c|d、e，f\n；｜ "}.TagList(), []string{"a", "b", "c", "d", "e", "f"})
	equal(t, "languages", fonts.Font{Languages: "zh-Hans"}.LanguageList(), []string{"zh-Hans"})
	equal(t, "none", len(fonts.Font{Tags: " ,; "}.TagList()), 0)
}

func TestSubfamilyIsAStringAnArrayOrNull(t *testing.T) {
	t.Parallel()
	for text, c := range map[string]struct {
		want fonts.Subfamily
		back string
	}{
		`"Bold"`:             {fonts.Subfamily{"Bold"}, `["Bold"]`},
		`"Bold, Italic"`:     {fonts.Subfamily{"Bold, Italic"}, `["Bold, Italic"]`},
		`["Bold","Italic"]`:  {fonts.Subfamily{"Bold", "Italic"}, `["Bold","Italic"]`},
		`[]`:                 {fonts.Subfamily{}, `[]`},
		`""`:                 {fonts.Subfamily{}, `[]`},
		`null`:               {nil, `null`},
		`700`:                {fonts.Subfamily{"700"}, `["700"]`},
		`{"1":"A","2":null}`: {fonts.Subfamily{"A", ""}, `["A",""]`},
	} {
		for name, codec := range codecs() {
			got := fonts.Subfamily{"before"}
			if err := codec.unmarshal([]byte(text), &got); err != nil {
				t.Errorf("%s, %s: error %v, want nil", name, text, err)
			}
			equal(t, "Subfamily read by "+name+" from "+text, got, c.want)
			back, err := codec.marshal(got)
			if err != nil {
				t.Errorf("Subfamily from %s written by %s: error %v, want nil", text, name, err)
			}
			equal(t, "Subfamily from "+text+" written by "+name, string(back), c.back)
		}
	}
	var none fonts.Subfamily
	if err := json.Unmarshal([]byte(`[["a"]]`), &none); err == nil {
		t.Error("a list in the list: error nil, want an error")
	}
	equal(t, "String", fonts.Subfamily{"Bold", "Italic"}.String(), "Bold, Italic")
}

func TestSubfamiliesOfTheTestServer(t *testing.T) {
	t.Parallel()
	for mode, want := range map[fontstest.Subfamily][]fonts.Subfamily{
		fontstest.SubfamilyAsArray:  {{"Bold"}, {"Bold"}, {"Bold"}},
		fontstest.SubfamilyAsString: {{"Bold"}, {"Bold"}, {"Bold"}},
		fontstest.SubfamilyMixed:    {{"Bold"}, {"Bold"}, nil},
	} {
		list := records(names(3))
		for _, r := range list {
			r["fontSubfamily"] = []string{"Bold"}
		}
		var got []fonts.Subfamily
		for font, err := range open(t, fontstest.NewHandler(fontstest.WithFonts(list), fontstest.WithSubfamily(mode),
			fontstest.WithEnvelope(fontstest.EnvelopeTable))).All(t.Context(), nil) {
			if err != nil {
				t.Fatal(err)
			}
			got = append(got, font.FontSubfamily)
		}
		equal(t, string(mode), got, want)
	}
}

func TestDatesWithAZoneAreTheSameMoment(t *testing.T) {
	t.Parallel()
	want := time.Date(2026, 3, 1, 8, 30, 0, 0, time.UTC)
	for _, text := range []fonts.Date{
		"2026-03-01T08:30:00Z", "2026-03-01T10:30:00+02:00", "2026-03-01 08:30:00Z", "2026-03-01 10:30:00+02:00",
		"2026-03-01 10:30:00 +0200",
		"2026-03-01T08:30:00.000Z", "2026-03-01T10:30:00+0200", "2026/03/01 10:30:00 +02:00", " 2026-03-01T08:30:00Z\n",
		"2026-3-1T08:30:00Z",
		"1772353800", "1772353800.0", "1772353800000", "1.7723538e9",
	} {
		for _, loc := range []*time.Location{nil, time.FixedZone("", 3600)} {
			switch got, err := text.Time(loc); {
			case err != nil:
				t.Errorf("%q: Date.Time(loc): error %v, want nil", text, err)
			case !got.Equal(want):
				t.Errorf("%q: Date.Time(loc): %v, want %v", text, got, want)
			}
		}
	}
	for text, want := range map[fonts.Date]int64{
		"100000000": 1e11, "9999999999": 9999999999000, "100000000000": 1e11, "9999999999999": 9999999999999,
	} {
		switch got, err := text.Time(nil); {
		case err != nil:
			t.Errorf("%q: Date.Time: error %v, want nil", text, err)
		case got.UnixMilli() != want:
			t.Errorf("%q: Date.Time: %d, want %d", text, got.UnixMilli(), want)
		}
	}
	got, err := fonts.Date("1772353800123").Time(nil)
	switch {
	case err != nil:
		t.Errorf("Date.Time: error %v, want nil", err)
	case got.UnixMilli() != 1772353800123:
		t.Errorf("Date.Time: %d, want 1772353800123", got.UnixMilli())
	case got.Location() != time.UTC:
		t.Errorf("Date.Time: %v, want %v", got.Location(), time.UTC)
	}
}

func TestDatesWithoutAZoneNeedOne(t *testing.T) {
	t.Parallel()
	zone := time.FixedZone("UTC+8", 8*3600)
	day := time.Date(2026, 3, 1, 0, 0, 0, 0, zone)
	minute := day.Add(8*time.Hour + 30*time.Minute)
	for text, want := range map[fonts.Date]time.Time{
		"2026-03-01": day, "2026/03/01": day, "2026/3/1": day,
		"2026-03-01 08:30:00": minute, "2026-03-01T08:30:00": minute, "2026/03/01 08:30:00": minute,
		"2026-03-01 08:30": minute, "2026/3/1T08:30": minute,
		"2026-03-01 08:30:00.5": minute.Add(time.Second / 2),
	} {
		switch got, err := text.Time(zone); {
		case err != nil:
			t.Errorf("%q: Date.Time(zone): error %v, want nil", text, err)
		case !got.Equal(want):
			t.Errorf("%q: Date.Time(zone): %v, want %v", text, got, want)
		}
		switch got, err := text.Time(nil); {
		case !errors.Is(err, fonts.ErrNoZone):
			t.Errorf("Date(%q).Time(nil): error %v, want ErrNoZone", text, err)
		case !got.IsZero():
			t.Errorf("Date(%q).Time(nil): time %v, want the zero time", text, got)
		}
	}
}

func TestInvalidDates(t *testing.T) {
	t.Parallel()
	for _, text := range []fonts.Date{"", " ", "0000-00-00 00:00:00", "2026-13-01", "2026-02-30", "yesterday", "20260301",
		"20260301083000", "0", "-5", "99", "99999999", "10000000000", "99999999999", "10000000000000", "NaN", "Inf", "1e400",
		`{"$date":5}`, "01.03.2026"} {
		switch got, err := text.Time(time.UTC); {
		case err == nil:
			t.Errorf("%q: Date.Time(time.UTC): error nil, want an error", text)
		case errors.Is(err, fonts.ErrNoZone):
			t.Errorf("%q: Date.Time(time.UTC): error %v, want an error other than ErrNoZone", text, err)
		case !got.IsZero():
			t.Errorf("Date(%q).Time(UTC): time %v, want the zero time", text, got)
		}
	}
}

func TestDateIsKeptAsWritten(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]fonts.Date{`"2026-03-01"`: "2026-03-01", `1772353800`: "1772353800", `null`: "",
		`true`: "true", `[1]`: "[1]"} {
		for name, codec := range codecs() {
			got := fonts.Date("before")
			if err := codec.unmarshal([]byte(text), &got); err != nil || got != want {
				t.Errorf("%s, %s: error %v, got %q, want nil and %q", name, text, err, got, want)
			}
		}
	}
	c := open(t, fontstest.NewHandler(fontstest.WithDateLayout("2006/01/02 15:04:05"), fontstest.WithSeparator("、")))
	for font, err := range c.All(t.Context(), nil) {
		if err != nil {
			t.Fatal(err)
		}
		if _, err := font.UpdatedAt.Time(time.UTC); err != nil {
			t.Fatalf("%q: UpdatedAt.Time(time.UTC): %v", font.ID, err)
		}
	}
}
