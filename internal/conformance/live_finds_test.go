package conformance_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/fontcms/fontcms-go/cms"
)

// find is a type that a user of the SDK would write for a type of the site's own.
type find struct {
	cms.Post

	Meta findMeta `json:"meta"`
}

// findMeta has what testdata/finds.php registers.
type findMeta struct {
	Word      string         `json:"word"`
	WordSet   string         `json:"word_set"`
	Words     []string       `json:"words"`
	WordsSet  []string       `json:"words_set"`
	Grade     string         `json:"grade"`
	When      *cms.LocalTime `json:"when"`
	Flag      bool           `json:"flag"`
	FlagSet   bool           `json:"flag_set"`
	Flags     []bool         `json:"flags"`
	Whole     int64          `json:"whole"`
	WholeSet  int            `json:"whole_set"`
	Wholes    []int64        `json:"wholes"`
	Number    float64        `json:"number"`
	NumberSet float64        `json:"number_set"`
	Numbers   []float64      `json:"numbers"`
	List      []string       `json:"list"`
	ListSet   []string       `json:"list_set"`
	Lists     [][]string     `json:"lists"`
	Holes     []*float64     `json:"holes"`
	Places    []findPlace    `json:"places"`
	Place     *findPlace     `json:"place"`
	PlaceSet  findPlace      `json:"place_set"`
	Spots     []findPlace    `json:"spots"`
	Counts    map[string]int `json:"counts"`
	Maybe     *float64       `json:"maybe"`
	Either    *string        `json:"either"`
	Sealed    string         `json:"sealed"`
	Extra     cms.Extra      `json:",embed"`
}

type findPlace struct {
	Lat   float64   `json:"lat"`
	Depth *int      `json:"depth"`
	Site  *findSite `json:"site,omitzero"`
}

type findSite struct {
	Name string `json:"name"`
	Dry  bool   `json:"dry"`
}

// findParams are what the user writes of it.
type findParams struct {
	cms.PostParams

	Meta map[string]any `json:"meta,omitzero"`
	// Stored goes past the interface into the tables.
	Stored map[string]any `json:"stored,omitzero"`
}

// metaCase is one member of meta. Nil is a value that a site of this name cannot hold.
type metaCase struct {
	name          string
	first, second any
	// misfit is stored past the interface, and does not fit the type.
	misfit any
	// stuck: second is stored as a text that does not fit, and null is refused.
	stuck bool
	// older: WordPress 6.1 looks for the default in the table, and fails.
	older bool
}

func metaCases() []metaCase {
	deep := findPlace{Lat: 54.74, Depth: new(12), Site: &findSite{"Rogerley", true}}
	return []metaCase{
		{name: "word", first: `Grün & "x" \ </b>`, second: " "},
		{name: "word_set", first: "kept", second: ""},
		{name: "words", first: []string{"a", "b,c"}, second: []string{"b,c"}},
		{name: "words_set", first: []string{"q"}, second: []string{"q", "r"}, older: true},
		{name: "grade", first: "fine", second: "rare", misfit: "poor"},
		{name: "when", first: "2026-05-01T10:00:00", second: "2027-05-01T10:00:00", misfit: "soon"},
		{name: "flag", first: true, second: false, misfit: "perhaps", stuck: true},
		{name: "flag_set", first: false, second: true, misfit: "perhaps"},
		{name: "flags", first: []bool{true, false}, second: []bool{false}},
		{name: "whole", first: int64(9007199254740993), second: -7, misfit: "many"},
		{name: "whole_set", first: 0, second: 4, misfit: "many"},
		{name: "wholes", first: []int64{1, 2, 1 << 60}, second: []int64{2}},
		{name: "number", first: 2.25, second: 1e100, misfit: "much"},
		{name: "number_set", first: 0, second: -2.5, misfit: "much"},
		{name: "numbers", first: []float64{1.5, 2}, second: []float64{2}},
		{name: "list", first: []string{"x", "y, z"}, second: []string{}, misfit: map[string]any{"a": []int{1}}},
		{name: "list_set", first: []string{}, second: []string{"c"}},
		{name: "lists", first: [][]string{{"a"}, {"b", "c"}}, second: [][]string{{"b", "c"}}},
		{name: "holes", first: []*float64{new(1.5), nil}, second: []*float64{nil}, misfit: []string{"x"}},
		{name: "places", first: []findPlace{deep, {Lat: 1}}, second: []findPlace{{Lat: 1}}, misfit: "x"},
		{name: "place", first: deep, second: findPlace{Lat: 2}, misfit: "x"},
		{name: "place_set", first: deep, second: findPlace{}, misfit: "x"},
		{name: "spots", first: []findPlace{deep, {Lat: 1}}, second: []findPlace{{Lat: 1}}},
		{name: "counts", first: map[string]int{"a": 1, "b c": 2}, second: map[string]int{"a": 3},
			misfit: map[string]any{"a": "x"}},
		{name: "maybe", first: 2.5, second: 0.5},
	}
}

// plugged puts a plugin into the site, where it stays: it shows itself to the test alone.
func plugged(t *testing.T, name string) {
	t.Helper()
	lab := os.Getenv("FONTCMS_LAB")
	if lab == "" {
		t.Skip("no live site with a folder: FONTCMS_LAB is not set")
	}
	source, err := os.ReadFile(filepath.Join("testdata", name))
	if err != nil {
		t.Fatal(err)
	}
	folder := filepath.Join(lab, "wp/wp-content/mu-plugins")
	if old, err := os.ReadFile(filepath.Join(folder, name)); err == nil &&
		bytes.Equal(old, source) { //nolint:gosec // as below
		return
	}
	file, err := os.CreateTemp(folder, "."+name+"-*") // at once: another test reads it
	if err != nil {
		t.Fatal(err)
	}
	_, err = file.Write(source)
	if err := errors.Join(err, file.Chmod(0o644), file.Close(),
		os.Rename(file.Name(), filepath.Join(folder, name))); err != nil { //nolint:gosec // the site reads it as itself
		t.Fatal(err)
	}
}

// unaided reads the meta of a record without this SDK.
func unaided(t *testing.T, path string) map[string]json.RawMessage {
	t.Helper()
	env := os.Getenv
	request, err := http.NewRequestWithContext(t.Context(), http.MethodGet,
		env("API")+"/"+env("FONTCMS_PREFIX")+"/v2/"+path, nil)
	if err != nil {
		t.Fatal(err)
	}
	request.Header.Set("User-Agent", "finds")
	request.SetBasicAuth(env("FONTCMS_USER"), env("FONTCMS_APP_PASSWORD"))
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = response.Body.Close() }()
	body, err := io.ReadAll(response.Body)
	if err != nil {
		t.Fatal(err)
	}
	var record struct {
		Meta map[string]json.RawMessage `json:"meta"`
	}
	if err := json.Unmarshal(body, &record); err != nil || response.StatusCode != http.StatusOK {
		t.Fatalf("GET of a find: status %d, body %s, error %v, want 200 and JSON", response.StatusCode, body, err)
	} else if len(record.Meta) == 0 {
		t.Fatalf("GET of a find: %s, want its meta", body)
	}
	return record.Meta
}

// asAnswered compares what was read with what the site answers: all members, or those named, of
// which the others are zero. Null and an empty list that is no object are zero, too.
func asAnswered(t *testing.T, step string, got findMeta, raw map[string]json.RawMessage, names ...string) {
	t.Helper()
	read := alone(t, got)
	if len(got.Extra) != 0 {
		t.Errorf("Step %s: %v in Extra, want each in its field", step, got.Extra)
	}
	if len(names) > 0 {
		for name, value := range read {
			if name != names[0] && !zero(value) {
				t.Errorf("Step %s: %s is %s, want only the field that was requested", step, name, value)
			}
		}
		raw = map[string]json.RawMessage{names[0]: raw[names[0]]}
	}
	for name, value := range raw {
		if !alike(t, read[name], value) && (!zero(value) || !zero(read[name])) {
			t.Errorf("Step %s: %s was read as %s, want %s", step, name, read[name], value)
		}
	}
}

func zero(value json.RawMessage) bool {
	switch string(value) {
	case "null", `""`, "[]", "{}", "false", "0", `{"lat":0,"depth":null}`:
		return true
	}
	return false
}

// alike compares JSON, integers by their digits: 1.0e+100 is 1e+100.
func alike(t *testing.T, a, b []byte) bool {
	t.Helper()
	var values [2]any
	for i, data := range [][]byte{a, b} {
		decoder := json.NewDecoder(bytes.NewReader(data))
		decoder.UseNumber()
		if err := decoder.Decode(&values[i]); err != nil {
			t.Fatalf("Decode of %s: error %v, want JSON", data, err)
		}
		if number, ok := values[i].(json.Number); ok && strings.ContainsAny(string(number), ".eE") {
			values[i], _ = number.Float64()
		}
	}
	return reflect.DeepEqual(values[0], values[1])
}

func encoded(t *testing.T, v any) []byte {
	t.Helper()
	data, err := cms.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return data
}
