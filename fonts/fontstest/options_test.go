package fontstest_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/fontcms/fontcms-go/fonts/fontstest"
)

func TestPagingOptions(t *testing.T) {
	t.Parallel()
	type want struct {
		ids              []any
		page, pageTotal  any
		total            any
		noPage, noTotals bool
	}
	for name, c := range map[string]struct {
		opts []fontstest.Option
		body string
		want want
	}{
		"numbering from 0": {
			[]fontstest.Option{fontstest.WithFirstPage(0)}, `{"pageData":{"page":0,"size":4}}`,
			want{ids: []any{"a", "b1", "b2", "d"}, page: 0.0, pageTotal: 2.0, total: 5.0},
		},
		"numbering from 0, the end": {
			[]fontstest.Option{fontstest.WithFirstPage(0)}, `{"pageData":{"page":1,"size":4}}`,
			want{ids: []any{"e"}, page: 1.0, pageTotal: 2.0, total: 5.0},
		},
		"capped size": {
			[]fontstest.Option{fontstest.WithMaxSize(2)}, `{"pageData":{"page":3,"size":100}}`,
			want{ids: []any{"e"}, page: 3.0, pageTotal: 3.0, total: 5.0},
		},
		"below the cap": {
			[]fontstest.Option{fontstest.WithMaxSize(2)}, `{"pageData":{"page":1,"size":1}}`,
			want{ids: []any{"a"}, page: 1.0, pageTotal: 5.0, total: 5.0},
		},
		"fixed size": {
			[]fontstest.Option{fontstest.WithFixedSize(3)}, `{"pageData":{"page":1,"size":1}}`,
			want{ids: []any{"a", "b1", "b2"}, page: 1.0, pageTotal: 2.0, total: 5.0},
		},
		"past the end": {
			nil, `{"pageData":{"page":9,"size":4}}`,
			want{ids: []any{}, page: 9.0, pageTotal: 2.0, total: 5.0},
		},
		"repeated last page": {
			[]fontstest.Option{fontstest.WithRepeatedLastPage()}, `{"pageData":{"page":9,"size":4}}`,
			want{ids: []any{"e"}, page: 2.0, pageTotal: 2.0, total: 5.0},
		},
		"repeated last page, one past the end": {
			[]fontstest.Option{fontstest.WithRepeatedLastPage()}, `{"pageData":{"page":3,"size":4}}`,
			want{ids: []any{"e"}, page: 2.0, pageTotal: 2.0, total: 5.0},
		},
		"repeated last page, within the list": {
			[]fontstest.Option{fontstest.WithRepeatedLastPage()}, `{"pageData":{"page":1,"size":2}}`,
			want{ids: []any{"a", "b1"}, page: 1.0, pageTotal: 3.0, total: 5.0},
		},
		"whole pages": {
			[]fontstest.Option{fontstest.WithFixedSize(5)}, `{"pageData":{"page":1,"size":1}}`,
			want{ids: []any{"a", "b1", "b2", "d", "e"}, page: 1.0, pageTotal: 1.0, total: 5.0},
		},
		"fixed size under a smaller cap": {
			[]fontstest.Option{fontstest.WithFixedSize(3), fontstest.WithMaxSize(2)}, `{"pageData":{"page":1,"size":1}}`,
			want{ids: []any{"a", "b1"}, page: 1.0, pageTotal: 3.0, total: 5.0},
		},
		"capped to one": {
			[]fontstest.Option{fontstest.WithMaxSize(1)}, `{"pageData":{"page":5,"size":2}}`,
			want{ids: []any{"e"}, page: 5.0, pageTotal: 5.0, total: 5.0},
		},
		"fixed to one": {
			[]fontstest.Option{fontstest.WithFixedSize(1)}, `{"pageData":{"page":5,"size":2}}`,
			want{ids: []any{"e"}, page: 5.0, pageTotal: 5.0, total: 5.0},
		},
		"repeated last page of nothing": {
			[]fontstest.Option{fontstest.WithRepeatedLastPage()}, `{"pageData":{"page":9,"size":4},"keyword":"nobody"}`,
			want{ids: []any{}, page: 1.0, pageTotal: 0.0, total: 0.0},
		},
		"totals as numbers": {
			[]fontstest.Option{fontstest.WithTotals(fontstest.TotalsNumbers)}, `{"pageData":{"page":1,"size":1}}`,
			want{ids: []any{"a"}, page: 1.0, pageTotal: 5.0, total: 5.0},
		},
		"totals as strings": {
			[]fontstest.Option{fontstest.WithTotals(fontstest.TotalsStrings)}, `{"pageData":{"page":1,"size":1}}`,
			want{ids: []any{"a"}, page: 1.0, pageTotal: "5", total: "5"},
		},
		"totals zero": {
			[]fontstest.Option{fontstest.WithTotals(fontstest.TotalsZero)}, `{"pageData":{"page":1,"size":1}}`,
			want{ids: []any{"a"}, page: 1.0, pageTotal: 0.0, total: 0.0},
		},
		"totals missing": {
			[]fontstest.Option{fontstest.WithTotals(fontstest.TotalsMissing)}, `{"pageData":{"page":1,"size":1}}`,
			want{ids: []any{"a"}, page: 1.0, noTotals: true},
		},
		"page missing": {
			[]fontstest.Option{fontstest.WithPageNumberMissing()}, `{"pageData":{"page":1,"size":1}}`,
			want{ids: []any{"a"}, noPage: true, pageTotal: 5.0, total: 5.0},
		},
		"the later option wins": {
			[]fontstest.Option{fontstest.WithMaxSize(4), fontstest.WithMaxSize(1)}, `{"pageData":{"page":1,"size":3}}`,
			want{ids: []any{"a"}, page: 1.0, pageTotal: 5.0, total: 5.0},
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			data := list(t, start(t, append(c.opts, fontstest.WithFonts(five()))...), c.body)
			equal(t, "ids", members(t, data, "id"), c.want.ids)
			equal(t, "page", data["page"], c.want.page)
			equal(t, "pageTotal", data["pageTotal"], c.want.pageTotal)
			equal(t, "total", data["total"], c.want.total)
			_, hasPage := data["page"]
			equal(t, "page is missing", !hasPage, c.want.noPage)
			_, hasTotal := data["total"]
			equal(t, "total is missing", !hasTotal, c.want.noTotals)
		})
	}
}

func TestSubfamilyModes(t *testing.T) {
	t.Parallel()
	records := []map[string]any{
		{"id": "1", "name": "1", "fontSubfamily": []any{"Regular", "Bold"}},
		{"id": "2", "name": "2", "fontSubfamily": []any{"Light", "Thin"}},
		{"id": "3", "name": "3", "fontSubfamily": []any{"Book"}},
		{"id": "4", "name": "4", "fontSubfamily": "Medium"},
		{"id": "5", "name": "5", "fontSubfamily": nil},
	}
	arrays := []any{[]any{"Regular", "Bold"}, []any{"Light", "Thin"}, []any{"Book"}}
	for name, c := range map[string]struct {
		opts []fontstest.Option
		want []any
	}{
		"as given": {nil, append(arrays[:3:3], "Medium", nil)},
		"array": {[]fontstest.Option{fontstest.WithSubfamily(fontstest.SubfamilyAsArray)},
			append(arrays[:3:3], []any{"Medium"}, []any{})},
		"string": {[]fontstest.Option{fontstest.WithSubfamily(fontstest.SubfamilyAsString)},
			[]any{"Regular", "Light", "Book", "Medium", ""}},
		"mixed": {[]fontstest.Option{fontstest.WithSubfamily(fontstest.SubfamilyMixed)},
			[]any{arrays[0], "Light", nil, []any{"Medium"}, ""}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			data := list(t, start(t, append(c.opts, fontstest.WithFonts(records))...), `{"pageData":{"page":1,"size":9}}`)
			equal(t, "fontSubfamily", members(t, data, "fontSubfamily"), c.want)
		})
	}
}

func TestEnvelopeOfTheFieldTable(t *testing.T) {
	t.Parallel()
	s := start(t, fontstest.WithEnvelope(fontstest.EnvelopeTable))
	_, envelope := send(t, "POST", s.URL+listPath, `{"pageData":{"page":1,"size":1}}`)
	equal(t, "code", envelope["code"], "200")
	equal(t, "message", envelope["message"], 200.0)
	status, envelope := send(t, "POST", s.URL+listPath, `{}`)
	equal(t, "status of a failure", status, 400)
	equal(t, "code of a failure", envelope["code"], "400")
	equal(t, "message of a failure", envelope["message"], 400.0)
}

func TestEnvelopeErrorComesUnderHTTP200(t *testing.T) {
	t.Parallel()
	s := start(t, fontstest.WithEnvelopeError(5001, "catalogue is being rebuilt"))
	status, envelope := send(t, "POST", s.URL+listPath, `{"pageData":{"page":1,"size":1}}`)
	equal(t, "status", status, 200)
	equal(t, "envelope", envelope, map[string]any{"code": 5001.0, "message": "catalogue is being rebuilt", "data": nil})
	status, _ = send(t, "POST", s.URL+"/other", "")
	equal(t, "status of another path", status, 404)
}

func TestUnknownFieldsAreAddedAndReplaceNothing(t *testing.T) {
	t.Parallel()
	s := start(t, fontstest.WithUnknownFields(),
		fontstest.WithFonts([]map[string]any{{"id": "x", "downloads": "mine"}, {"id": "y", "preview": 5}}))
	preview := map[string]any{"text": "The quick brown fox", "size": 24.5}
	axes := []any{map[string]any{"tag": "wght", "min": 100.0, "max": 900.0}}
	equal(t, "records", list(t, s, `{"pageData":{"page":1,"size":2}}`)["dataList"], []any{
		map[string]any{"id": "x", "downloads": "mine", "preview": preview, "axes": axes, "deprecated": nil},
		map[string]any{"id": "y", "downloads": 1001.0, "preview": 5.0, "axes": axes, "deprecated": nil},
	})
}

func TestWithFontsCanBeServedByTwoServers(t *testing.T) {
	t.Parallel()
	records := fontstest.WithFonts([]map[string]any{{"id": "x", "tags": "a,,b", "fontSubfamily": []string{"Bold", "Thin"},
		"created_at": "2026-03-01T09:00:00Z"}})
	bent := start(t, records, fontstest.WithSubfamily(fontstest.SubfamilyAsString), fontstest.WithSeparator(";"),
		fontstest.WithDateLayout("2006"), fontstest.WithUnknownFields())
	equal(t, "tags as asked for", members(t, list(t, bent, `{"pageData":{"page":1,"size":1}}`), "tags"), []any{"a;b"})
	equal(t, "found", list(t, bent, `{"pageData":{"page":1,"size":1},"tags":"b"}`)["total"], 1.0)
	equal(t, "as they were given", list(t, start(t, records), `{"pageData":{"page":1,"size":1}}`)["dataList"], []any{
		map[string]any{"id": "x", "tags": "a,,b", "fontSubfamily": []any{"Bold", "Thin"},
			"created_at": "2026-03-01T09:00:00Z"},
	})
}

func TestSeparatorAndDates(t *testing.T) {
	t.Parallel()
	s := start(t, fontstest.WithSeparator(" / "), fontstest.WithDateLayout("02.01.2006"),
		fontstest.WithFonts([]map[string]any{
			{"id": "1", "tags": "latin, bold;wide", "languages": "de|fr", "created_at": "2026-03-01T09:00:00Z",
				"updated_at": "yesterday"},
			{"id": "2", "tags": "wide", "created_at": 5, "updated_at": "2026-03-02T10:00:00Z"},
		}))
	data := list(t, s, `{"pageData":{"page":1,"size":2},"tags":"wide"}`)
	equal(t, "records", data["dataList"], []any{map[string]any{
		"id": "1", "tags": "latin / bold / wide", "languages": "de / fr", "created_at": "01.03.2026",
		"updated_at": "yesterday",
	}, map[string]any{"id": "2", "tags": "wide", "created_at": 5.0, "updated_at": "02.03.2026"}})
}

func TestBasePathIsPartOfTheURL(t *testing.T) {
	t.Parallel()
	for _, path := range []string{"", "/"} {
		s := start(t, fontstest.WithBasePath(path), fontstest.WithFonts(five()))
		if strings.HasSuffix(s.URL, "/") {
			t.Errorf("NewServer with the base path %q: URL %s, want no slash at its end", path, s.URL)
		}
		equal(t, "total", list(t, s, `{"pageData":{"page":1,"size":1}}`)["total"], 5.0)
	}
	for _, path := range []string{"service/v1", "/service/v1", "/service/v1/"} {
		s := start(t, fontstest.WithBasePath(path), fontstest.WithFonts(five()))
		if got := s.URL[len(s.URL)-len("/service/v1"):]; got != "/service/v1" {
			t.Errorf("NewServer with the base path %q: URL %s, want /service/v1 at its end", path, s.URL)
		}
		equal(t, "total", list(t, s, `{"pageData":{"page":1,"size":1}}`)["total"], 5.0)
		status, _ := send(t, "POST", s.URL[:len(s.URL)-len("/service/v1")]+listPath, "")
		equal(t, "status outside", status, 404)
	}
}

func TestMiddlewareRunsInOrderAfterTheRecord(t *testing.T) {
	t.Parallel()
	wrap := func(name string) fontstest.Option {
		return fontstest.WithMiddleware(func(next http.Handler) http.Handler {
			return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				w.Header().Add("X-Order", name)
				r.Header.Set("X-Changed", name)
				next.ServeHTTP(w, r)
			})
		})
	}
	s := start(t, wrap("outer"), wrap("inner"))
	res, err := http.Get(s.URL)
	if err != nil {
		t.Fatal(err)
	}
	res.Body.Close()
	equal(t, "order", res.Header.Values("X-Order"), []string{"outer", "inner"})
	equal(t, "recorded header", s.Requests()[0].Header.Get("X-Changed"), "")
}

func TestFontsAreCopiedAndMayBeEmpty(t *testing.T) {
	t.Parallel()
	records := []map[string]any{{"id": "before"}}
	s := start(t, fontstest.WithFonts(records))
	records[0]["id"] = "after"
	equal(t, "ids", members(t, list(t, s, `{"pageData":{"page":1,"size":1}}`), "id"), []any{"before"})

	for _, none := range [][]map[string]any{nil, {}} {
		data := list(t, start(t, fontstest.WithFonts(none)), `{"pageData":{"page":1,"size":1}}`)
		equal(t, "data", data, map[string]any{"dataList": []any{}, "page": 1.0, "pageTotal": 0.0, "total": 0.0})
	}
}

func TestOptionsThatCannotBeMeantPanic(t *testing.T) {
	t.Parallel()
	var deep any // JSON ends at 10,000 levels
	for range 10_000 {
		deep = []any{deep}
	}
	for name, option := range map[string]func() fontstest.Option{
		"deep fonts": func() fontstest.Option { return fontstest.WithFonts([]map[string]any{{"deep": deep}}) },
		"max size":   func() fontstest.Option { return fontstest.WithMaxSize(0) },
		"fixed size": func() fontstest.Option { return fontstest.WithFixedSize(-1) },
		"totals":     func() fontstest.Option { return fontstest.WithTotals("x") },
		"subfamily":  func() fontstest.Option { return fontstest.WithSubfamily("x") },
		"envelope":   func() fontstest.Option { return fontstest.WithEnvelope("x") },
		"fonts":      func() fontstest.Option { return fontstest.WithFonts([]map[string]any{{"f": func() {}}}) },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			defer func() {
				if got := fmt.Sprint(recover()); !strings.HasPrefix(got, "fontstest: With") {
					t.Errorf("The option panics with %q, want fontstest and the name of the option", got)
				}
			}()
			option()
		})
	}
}

func TestNumbersOfARecordAreServedAsTheyAre(t *testing.T) {
	t.Parallel()
	handler := fontstest.NewHandler(fontstest.WithFonts([]map[string]any{{"size": 12345678901234567,
		"raw": json.RawMessage("1.50")}}))
	w := httptest.NewRecorder()
	handler.ServeHTTP(w, httptest.NewRequest("POST", listPath, strings.NewReader(`{"pageData":{"page":1,"size":1}}`)))
	if want := `"dataList":[{"raw":1.50,"size":12345678901234567}]`; !strings.Contains(w.Body.String(), want) {
		t.Errorf("Handler: body %s, want %s", w.Body, want)
	}
}
