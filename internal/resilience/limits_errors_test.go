package resilience

import (
	"bytes"
	"net/http"
	"runtime"
	"strings"
	"testing"

	"github.com/fontcms/fontcms-go/fonts"
)

// TestMemoryOfErrors measures what an error keeps of a response.
func TestMemoryOfErrors(t *testing.T) { //nolint:paralleltest // it measures the heap
	skipUnderRace(t)
	envelope := func(part, each, end string, n int) []byte {
		return repeated(`{"code":"rest_x","message":"x",`+part, each, end)(n)
	}
	for _, test := range []struct {
		name   string
		status int
		body   []byte
	}{
		{"a large response of another shape", 200, []byte(`{"id":"` + strings.Repeat("x", 16<<20) + `"}`)},
		{"a large response that is no JSON", 200, bytes.Repeat([]byte("x "), 8<<20)},
		{"a large page", 500, bytes.Repeat([]byte("x "), 8<<20)},
		{"further errors", 400, envelope(`"additional_errors":[`, `{}`, `]}`, 300_000)},
		{"few further errors", 400, envelope(`"additional_errors":[`, `{}`, `]}`, 500)},
		{"details", 400, envelope(`"data":{"details":{`, `"%x":{}`, `}}}`, 60_000)},
		{"arguments", 400, envelope(`"data":{"params":{`, `"%x":0`, `}}}`, 90_000)},
		{"missing arguments", 400, envelope(`"data":{"params":[`, `"%x"`, `]}}`, 90_000)},
	} {
		room := int64(perByte*min(len(test.body), 1<<20) + little)
		if test.status < 300 || len(test.body) > 1<<20 {
			room = little // what is no envelope is kept up to 64 KiB
		}
		check := func(client string, call func() error) {
			t.Helper()
			before, _ := heap()
			err := call()
			after, _ := heap()
			t.Logf("%-8s %-36s %10d %12d", client, test.name, len(test.body), after-before)
			if err == nil || after-before > room {
				t.Errorf("Call by %s, %s: %d bytes kept of %d, error %.100v, want at most %d and an error", client, test.name,
					after-before, len(test.body), err, room)
			}
			runtime.KeepAlive(err)
		}
		site := siteOf(t, always{status: test.status, body: test.body})
		check("cms", func() error { _, err := site.Posts.Get(t.Context(), 1); return err })
		c, err := fonts.New("https://fonts.example", fonts.WithRetry(fonts.Retry{Attempts: 1}),
			fonts.WithHTTPClient(&http.Client{Transport: always{status: test.status, body: test.body}}))
		if err != nil {
			t.Fatal(err)
		}
		check("fonts", func() error { _, err := c.List(t.Context(), &fonts.ListOptions{Page: new(1)}); return err })
		runtime.KeepAlive(test.body)
	}
}
