package fonts_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/fontcms/fontcms-go/fonts"
)

// TestResponseIsWrittenWithoutWhatItsHeadersOpen prints a response, by itself and in a
// page, and writes it as JSON.
func TestResponseIsWrittenWithoutWhatItsHeadersOpen(t *testing.T) {
	t.Parallel()
	response := fonts.Response{Status: 200, Attempts: 2, Noise: "noise",
		Header: http.Header{"Set-Cookie": {"secret"}, "Server": {"nginx"}}}
	encoded, err := json.Marshal(response)
	if err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string]string{
		"%v": fmt.Sprint(response), "%+v": fmt.Sprintf("%+v", response), "%#v": fmt.Sprintf("%#v", response),
		"JSON":   string(encoded),
		"a page": fmt.Sprintf("%+v", fonts.Page{Fonts: []fonts.Font{}, Total: 4711, Response: response}),
	} {
		switch {
		case strings.Contains(text, "secret"):
			t.Errorf("%s: text %q, want no %q in it", name, text, "secret")
		case !strings.Contains(text, "nginx"):
			t.Errorf("%s: text %q, want %q in it", name, text, "nginx")
		case !strings.Contains(text, "noise"):
			t.Errorf("%s: text %q, want %q in it", name, text, "noise")
		}
		if name == "a page" && !strings.Contains(text, "Total:4711") {
			t.Errorf("%s is printed as %q, want %q in it", name, text, "Total:4711")
		}
	}
	equal(t, "the header afterwards", response.Header.Get("Set-Cookie"), "secret")
}

func TestResponseIsWrittenTheSameEachTime(t *testing.T) {
	t.Parallel()
	response := fonts.Response{Header: http.Header{}}
	for n := range 20 {
		response.Header.Set(fmt.Sprintf("X-%d", n), "v")
	}
	first, err := json.Marshal(response)
	if err != nil {
		t.Fatal(err)
	}
	for range 10 {
		again, err := json.Marshal(response)
		switch {
		case err != nil:
			t.Fatalf("json.Marshal(response) after %s: error %v, want nil", first, err)
		case string(again) != string(first):
			t.Fatalf("json.Marshal(response): %s, %v, before %s: again %q, want %q", again, err, first, string(again),
				string(first))
		}
	}
}
