package wire

import (
	"log/slog"
	"reflect"
	"strings"
	"testing"
)

func TestCheckOfACallersTypeCountsNoNumbers(t *testing.T) {
	t.Parallel()
	list := func(open, each, end string, n int) string {
		return open + strings.TrimSuffix(strings.Repeat(each+",", n), ",") + end
	}
	type (
		point = struct{ Lat, Lon float64 }
		track = struct {
			Coordinates [][2]float64 `json:"coordinates"`
		}
		statistics = struct {
			Views []int `json:"views"`
		}
	)
	for name, test := range map[string]struct {
		data   string
		t      reflect.Type
		reason string // "" if it is taken
	}{
		"points":             {list(`{"type":"LineString","coordinates":[`, `[12.34567,45.67891]`, `]}`, 400_000), reflect.TypeFor[track](), ""},
		"short points":       {list(`{"coordinates":[`, `[0,0]`, `]}`, 400_000), reflect.TypeFor[track](), ""},
		"zeros":              {list(`{"views":[`, `0`, `]}`, 400_000), reflect.TypeFor[statistics](), ""},
		"nulls":              {list(`[`, `null`, `]`, 400_000), reflect.TypeFor[[]*int](), ""},
		"booleans":           {list(`[`, `true`, `]`, 400_000), reflect.TypeFor[[]bool](), ""},
		"numbers of records": {list(`[`, `{"Lat":1,"Lon":2}`, `]`, 90_000), reflect.TypeFor[[]point](), ""},

		"zeros in lists":       {list(`[`, `[0]`, `]`, 400_000), reflect.TypeFor[[][]int](), "json.RawMessage"},
		"many records":         {list(`[`, `{}`, `]`, 400_000), reflect.TypeFor[[]point](), "json.RawMessage"},
		"texts":                {list(`[`, `""`, `]`, 400_000), reflect.TypeFor[[]string](), "json.RawMessage"},
		"anything":             {list(`[`, `0`, `]`, 400_000), reflect.TypeFor[[]any](), "json.RawMessage"},
		"what decodes itself":  {list(`[`, `0`, `]`, 400_000), reflect.TypeFor[[]slog.Level](), "elements and members"},
		"wide arrays of zeros": {list(`[`, `[0]`, `]`, 400_000), reflect.TypeFor[[][100]int](), "json.RawMessage"},
	} {
		err := Check([]byte(test.data), test.t)
		if (err == nil) != (test.reason == "") || err != nil && !strings.Contains(err.Error(), test.reason) {
			t.Errorf("%s: %v, expected %q", name, err, test.reason)
		}
	}
}
