package snapshot_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"reflect"
	"testing"

	"github.com/fontcms/fontcms-go/fonts"
)

// record is a font with a value in every field.
const record = `{"id":"inter","name":"Inter","fontFamily":"Inter","fontSubfamily":["Regular","Bold"],"version":"4.0",` +
	`"copyright":"c","description":"d","designer":"Rasmus Andersson","license":null,"tags":"a, b;c|d、e，f\n；",` +
	`"languages":"en",` +
	`"category":"sans-serif","created_at":"2026-03-01","updated_at":"2026-03-01T08:30:00Z","downloads":12,` +
	`"axes":[{"tag":"wght"}]}`

func equal(t *testing.T, what string, got, want any) {
	t.Helper()
	if !reflect.DeepEqual(got, want) {
		t.Errorf("%s:\n got %#v\nwant %#v", what, got, want)
	}
}

// carrier is a transport without a network.
type carrier struct{ handler http.Handler }

func (c carrier) RoundTrip(r *http.Request) (*http.Response, error) {
	w := httptest.NewRecorder()
	c.handler.ServeHTTP(w, r)
	return w.Result(), nil
}

// catalogue has count fonts on pages of 100, and states a total. From page failing on it answers with a status.
func catalogue(t *testing.T, count, total, failing, status int) *fonts.Client {
	t.Helper()
	handler := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		var asked struct{ PageData struct{ Page int } }
		if err := json.NewDecoder(r.Body).Decode(&asked); err != nil {
			t.Error(err)
		}
		if failing > 0 && asked.PageData.Page >= failing {
			w.WriteHeader(status)
			_, _ = fmt.Fprintf(w, `{"code":%d,"message":"no","data":null}`, status)
			return
		}
		list := []map[string]any{}
		for i := (asked.PageData.Page - 1) * 100; i < min(asked.PageData.Page*100, count); i++ {
			list = append(list, map[string]any{"id": fmt.Sprintf("f%03d", i)})
		}
		data := map[string]any{"dataList": list, "total": total, "pageTotal": (total + 99) / 100}
		if err := json.NewEncoder(w).Encode(map[string]any{"code": 200, "data": data}); err != nil {
			t.Error(err)
		}
	})
	c, err := fonts.New("https://fonts.test", fonts.WithHTTPClient(&http.Client{Transport: carrier{handler}}),
		fonts.WithFirstPage(1), fonts.WithRetry(fonts.Retry{Attempts: 1}))
	if err != nil {
		t.Fatal(err)
	}
	return c
}
