package settings_test

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"net/http"
	"runtime"
	"strings"
	"testing"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/cms/settings"
	"github.com/fontcms/fontcms-go/internal/race"
)

// large is a server whose every response has the same settings.
type large []byte

func (body large) RoundTrip(req *http.Request) (*http.Response, error) {
	return &http.Response{
		StatusCode: http.StatusOK, Header: http.Header{"Content-Type": {"application/json"}}, ContentLength: int64(len(body)),
		Body: io.NopCloser(bytes.NewReader(body)), Request: req,
	}, nil
}

// errStop ends an edit before anything is compared.
var errStop = errors.New("stop")

func ignore(err error) error {
	if errors.Is(err, errStop) {
		return nil
	}
	return err
}

// TestEditTakesLittleMoreThanItsRequests is not parallel: what other tests allocate would
// be counted.
func TestEditTakesLittleMoreThanItsRequests(t *testing.T) { //nolint:paralleltest // it counts what is allocated
	if race.Enabled {
		t.Skip("the race detector changes what memory is used")
	}
	const size = 4 << 20
	var members strings.Builder
	for i := 0; members.Len() < size; i++ {
		_, _ = fmt.Fprintf(&members, `,"%x":0`, i)
	}
	for name, extra := range map[string]string{
		"one long text":     `,"acme":"` + strings.Repeat("x", size) + `"`,
		"many members":      members.String(),
		"a list of objects": `,"acme":[{}` + strings.Repeat(`,{"a":"`+strings.Repeat("x", 40)+`"}`, size/49) + `]`,
	} {
		site, err := cms.New("https://site.example", cms.WithPrefix("wp"),
			cms.WithHTTPClient(&http.Client{Transport: large(`{"use_smilies":true` + extra + `}`)}))
		if err != nil {
			t.Fatal(err)
		}
		get := allocated(t, func() error { _, err := settings.New(site).Get(t.Context()); return err })
		copied := allocated(t, func() error {
			_, err := settings.New(site).Edit(t.Context(), func(*settings.Settings) error { return errStop })
			return ignore(err)
		})
		same := allocated(t, func() error {
			_, err := settings.New(site).Edit(t.Context(), func(*settings.Settings) error { return nil })
			return err
		})
		changed := allocated(t, func() error {
			_, err := settings.New(site).Edit(t.Context(), func(s *settings.Settings) error { s.Title = "a"; return nil })
			return err
		})
		t.Logf("%s: a byte of the response, Get allocates %.1f, Edit without a change %.1f, with one %.1f, stopped %.1f",
			name, get/size, same/size, changed/size, copied/size)
		// Two equal calls differ by what chance makes of maps with many members.
		limit := size + get/20
		if more := same - copied; more > limit {
			t.Errorf("%s: comparing takes %.1f times the size, want at most %.1f", name, more/size, limit/size)
		}
		if more := changed - copied - get; more > limit {
			t.Errorf("%s: an update takes %.1f times the size more than a read, want at most %.1f",
				name, more/size, limit/size)
		}
	}
}

// allocated is how many bytes call allocates.
func allocated(t *testing.T, call func() error) float64 {
	t.Helper()
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	err := call()
	runtime.ReadMemStats(&after)
	if err != nil {
		t.Fatal(err)
	}
	return float64(after.TotalAlloc - before.TotalAlloc)
}
