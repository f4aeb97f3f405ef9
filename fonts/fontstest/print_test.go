package fontstest_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/fontcms/fontcms-go/fonts/fontstest"
)

func TestRequestIsPrintedWithoutItsSecrets(t *testing.T) {
	t.Parallel()
	secret := []string{"Authorization", "Proxy-Authorization", "Cookie", "Set-Cookie", "X-Token", "X-Api-Key",
		"X-Client-Secret", "X-Password"}
	header := http.Header{"Accept": {"application/json"}, "X-Trace": {"trace-1"}}
	for _, name := range secret {
		header[name] = []string{"hush-" + name, "hush again"}
	}
	r := fontstest.Request{Method: http.MethodPost, Path: "/api/fonts/list", Query: "a=b", Header: header,
		Body: []byte("{}")}
	written, err := json.Marshal(r)
	if err != nil {
		t.Fatal(err)
	}
	for what, text := range map[string]string{
		"%v": fmt.Sprint(r), "%+v": fmt.Sprintf("%+v", r), "%#v": fmt.Sprintf("%#v", r), "%s": fmt.Sprintf("%s", r),
		"a list": fmt.Sprint([]fontstest.Request{r}), "a pointer": fmt.Sprintf("%+v", &r), "JSON": string(written),
	} {
		if strings.Contains(text, "hush") || strings.Count(text, "[redacted]") != len(secret) {
			t.Errorf("Request as %s: %s, want %d times [redacted] and no secret", what, text, len(secret))
		}
		for _, kept := range []string{"POST", "/api/fonts/list", "a=b", "application/json", "trace-1"} {
			if !strings.Contains(text, kept) {
				t.Errorf("Request as %s: %s, want %s", what, text, kept)
			}
		}
	}
	if !slices.Equal(header["Cookie"], []string{"hush-Cookie", "hush again"}) {
		t.Errorf("Cookies after printing: %v, want them unchanged", header["Cookie"])
	}
}

func TestPrintingAServerShowsOnlyItsAddress(t *testing.T) {
	t.Parallel()
	s := start(t)
	for _, text := range []string{fmt.Sprint(s), fmt.Sprintf("%+v", s), fmt.Sprintf("%#v", s)} {
		if text != "fontstest.Server("+s.URL+")" {
			t.Errorf("Server printed: %s, want only its address", text)
		}
	}
}
