package fonts_test

import (
	"encoding/json"
	"errors"
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

// TestKeyThatTheServerSendsBackIsLeftOut has servers that write the key of the request into their
// response.
func TestKeyThatTheServerSendsBackIsLeftOut(t *testing.T) {
	t.Parallel()
	const key = "k3y-0123456789"
	for name, test := range map[string]struct {
		status int
		body   string
		most   int64 // bytes of a response
		reason error
	}{
		"code and message": {200, `{"code":"` + key + `","message":"no ` + key + `","data":null}`, 1000, nil},
		"an error status":  {403, `{"code":"` + key + `","message":"no ` + key + `","data":null}`, 1000, fonts.ErrForbidden},
		"data":             {200, `{"code":200,"data":"` + key + `"}`, 1000, fonts.ErrDecode},
		"a text":           {200, "Hello " + key, 1000, fonts.ErrNotJSON},
		"too large a text": {200, key + strings.Repeat(" ", 100), 50, fonts.ErrTooLarge},
		"noise":            {200, "Notice: " + key + "\n" + page(nil, ""), 1000, nil},
	} {
		c, _ := client(t, fixed(test.status, test.body), fonts.WithHeader("X-Api-Key", key),
			fonts.WithMaxResponseSize(test.most))
		var response fonts.Response
		_, err := list(t.Context(), c, fonts.Capture(&response))
		text := fmt.Sprintf("%+v", response)
		if err == nil {
			if name != "noise" || !strings.Contains(text, "Notice") {
				t.Errorf("%s: List: response %s, error nil, want an error", name, text)
			}
		} else if e, ok := errors.AsType[*fonts.Error](err); !ok || test.reason != nil && !errors.Is(err, test.reason) {
			t.Errorf("%s: List: error %v, want %v in an *Error", name, err, test.reason)
		} else {
			text += fmt.Sprintf("%v %s %s %s %v", err, e.Code, e.Message, e.Body, e.Reason)
		}
		if strings.Contains(text, key) {
			t.Errorf("%s: List: text %q, want it without the key", name, text)
		}
	}
}

// TestHeadersAreSentOverPlainHTTP has a catalogue without https, as many are.
func TestHeadersAreSentOverPlainHTTP(t *testing.T) {
	t.Parallel()
	s := &script{answer: fixed(200, page(nil, ""))}
	c, err := fonts.New("http://fonts.test", fonts.WithHTTPClient(handled(s)), fonts.WithHeader("X-Api-Key", "k3y"))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := list(t.Context(), c); err != nil || s.heads[0].Get("X-Api-Key") != "k3y" {
		t.Errorf("List over plain http: headers %v, error %v, want the key and nil", s.heads, err)
	}
}
