package cms_test

import (
	"cmp"
	"net/http"
	"testing"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/internal/stub"
)

// TestWrittenHoldsTheRecordsOfAResponse is the table of what plugins return to a write.
func TestWrittenHoldsTheRecordsOfAResponse(t *testing.T) {
	t.Parallel()
	type thing struct {
		ID    int64     `json:"id"`
		Name  string    `json:"name"`
		Size  float64   `json:"size"`
		Extra cms.Extra `json:",embed"`
	}
	const one, other = `{"id":1,"name":"a","size":1.5,"more":true}`, `{"id":2,"name":"b","size":"n/a"}`
	for response, want := range map[string]struct {
		record  string
		records []string
	}{
		one:                           {"a", nil},
		`[` + one + `,` + other + `]`: {"", []string{"a", "b"}},
		`[` + one + `]`:               {"a", nil},
		`{"deleted":true,"previous":` + one + `}`:         {"a", nil},
		`{"items":[` + one + `,` + other + `],"total":2}`: {"", []string{"a", "b"}},
		`{"x":` + one + `,"y":` + other + `}`:             {"", []string{"a", "b"}},
		`{"data":{"item":` + one + `}}`:                   {"", nil},
		`{"success":true,"id":1}`:                         {"", nil},
		`{"id":1}`:                                        {"", nil},
		`{"a":` + one + `,"b":[` + other + `]}`:           {"", nil},
		`[` + one + `,5]`:                                 {"", nil},
		`[]`:                                              {"", nil},
		`{}`:                                              {"", nil},
		`"done"`:                                          {"", nil},
		`true`:                                            {"", nil},
		``:                                                {"", nil},
		`null`:                                            {"", nil},
	} {
		s := stub.New(t, stub.Always(200, response))
		got, err := cms.Do(t.Context(), s.Client(t),
			cms.Request[cms.Written[thing]]{Method: http.MethodPost, Path: "shop/v1/things"})
		if err != nil {
			t.Errorf("Do with the response %s: error %v, want nil", response, err)
			continue
		}
		record := ""
		if got.Record != nil {
			record = got.Record.Name
		}
		if record != want.record {
			t.Errorf("Do with the response %s: Record %q, want %q", response, record, want.record)
		}
		if len(got.Records) != len(want.records) {
			t.Errorf("Do with the response %s: %d Records, want %d", response, len(got.Records), len(want.records))
		}
		for i, name := range want.records {
			if i < len(got.Records) && got.Records[i].Name != name {
				t.Errorf("Do with the response %s: Records[%d] %q, want %q", response, i, got.Records[i].Name, name)
			}
		}
		if string(got.JSON) != response {
			t.Errorf("Do with the response %s: JSON %s, want the response", response, got.JSON)
		}
		out, err := cms.Marshal(got)
		if err != nil || string(out) != cmp.Or(response, "null") {
			t.Errorf("Marshal of the response %s: %s, %v; want it unchanged", response, out, err)
		}
	}
}

func TestWrittenWithoutAStructIsJSON(t *testing.T) {
	t.Parallel()
	var got cms.Written[string]
	switch err := cms.Unmarshal([]byte(`{"a":"b"}`), &got); {
	case err != nil:
		t.Errorf("Unmarshal into a Written[string]: error %v, want nil", err)
	case got.Record != nil:
		t.Errorf("Unmarshal into a Written[string]: Record %q, want nil", *got.Record)
	case string(got.JSON) != `{"a":"b"}`:
		t.Errorf("Unmarshal into a Written[string]: JSON %s, want the response", got.JSON)
	}
	if out, err := cms.Marshal(cms.Written[string]{}); err != nil || string(out) != "null" {
		t.Errorf("Marshal of an empty Written: %s, %v; want null", out, err)
	}
}

func TestWrittenRefusesWhatIsNoJSON(t *testing.T) {
	t.Parallel()
	for _, response := range []string{`{"id":1`, `{"id":1}}`, `{"a":1,"a":2`, `[1,]`, `{"id":tru}`} {
		s := stub.New(t, stub.Always(200, response))
		got, err := cms.Do(t.Context(), s.Client(t),
			cms.Request[cms.Written[map[string]any]]{Method: http.MethodPost, Path: "shop/v1/things"})
		if err == nil {
			t.Errorf("Do with the response %s: %+v, want an error", response, got)
		}
	}
}
