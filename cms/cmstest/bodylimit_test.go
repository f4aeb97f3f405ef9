package cmstest_test

import (
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/fontcms/fontcms-go/cms/cmstest"
)

// letters reads as the letter a without an end.
type letters struct{}

func (letters) Read(p []byte) (int, error) {
	for i := range p {
		p[i] = 'a'
	}
	return len(p), nil
}

// TestTooLargeBodyIsReadToItsEnd since who is still sending may not hear the
// answer.
func TestTooLargeBodyIsReadToItsEnd(t *testing.T) {
	t.Parallel()
	site := cmstest.NewServer(cmstest.WithTest(t))
	body := &io.LimitedReader{R: letters{}, N: 64<<20 + 1<<20}
	r := httptest.NewRequestWithContext(t.Context(), http.MethodPost, site.URL+"/cms-json/cms/v2/media", body)
	w := httptest.NewRecorder()
	site.Handler().ServeHTTP(w, r)
	if w.Code != http.StatusRequestEntityTooLarge || body.N != 0 {
		t.Errorf("Upload of 65 MiB: status %d with %d bytes unread, want 413 and 0", w.Code, body.N)
	}
	if got := w.Header().Get("Content-Type"); got != "text/html; charset=UTF-8" {
		t.Errorf("Upload of 65 MiB: Content-Type %s, want an HTML page", got)
	}
}

func TestBodiesAboveTheLimitAreRejectedWhole(t *testing.T) {
	t.Parallel()
	site := cmstest.NewServer()
	defer site.Close()
	for _, test := range []struct {
		size int64
		want int
	}{
		{64 << 20, 201},
		{64<<20 + 1, 413},
	} {
		req, err := http.NewRequest("POST", site.URL+"/cms-json/cms/v2/media", io.LimitReader(letters{}, test.size))
		if err != nil {
			t.Fatal(err)
		}
		req.ContentLength = test.size
		req.SetBasicAuth("editor", site.AppPassword("editor"))
		req.Header.Set("Content-Type", "text/plain")
		req.Header.Set("Content-Disposition", `attachment; filename="a.txt"`)
		resp, err := http.DefaultClient.Do(req)
		if err != nil {
			t.Fatal(err)
		}
		body, err := io.ReadAll(resp.Body)
		resp.Body.Close()
		if err != nil || resp.StatusCode != test.want {
			t.Errorf("Upload of %d bytes: status %d, body %.200s, error %v, want %d", test.size, resp.StatusCode, body, err,
				test.want)
		}
		if test.want == 201 && !strings.Contains(string(body), fmt.Sprintf(`"filesize":%d`, test.size)) {
			t.Errorf("Upload of %d bytes: %.2000s, want a record with that filesize", test.size, body)
		}
	}
}
