package cms_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/fontcms/fontcms-go/cms"
)

// readPage requests an address with an HTTP client, and returns the body.
func readPage(ctx context.Context, c *http.Client, address string) (string, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, address, http.NoBody)
	if err != nil {
		return "", err
	}
	resp, err := c.Do(req)
	if err != nil {
		return "", err
	}
	defer resp.Body.Close()
	body, err := io.ReadAll(resp.Body)
	return string(body), err
}

func TestTransportSendsTheLoginToTheSiteOnly(t *testing.T) {
	t.Parallel()
	show := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		_, _ = fmt.Fprintf(w, "%s as %q", r.URL.Path, r.Header.Get("Authorization"))
	})
	home, other := httptest.NewServer(show), httptest.NewServer(show)
	defer home.Close()
	defer other.Close()
	site, err := cms.New(home.URL, cms.WithToken("letmein"))
	if err != nil {
		t.Fatal(err)
	}
	mine := &http.Client{Transport: site.Transport()}
	for address, want := range map[string]string{
		home.URL + "/about/":  `/about/ as "Bearer letmein"`,
		other.URL + "/about/": `/about/ as ""`,
	} {
		if body, err := readPage(t.Context(), mine, address); err != nil || body != want {
			t.Errorf("GET %s with Client.Transport: body %q and error %v, want %q", address, body, err, want)
		}
	}
	for _, verb := range []string{"%v", "%+v", "%#v", "%s", "%d"} {
		if text := fmt.Sprintf(verb, site.Transport()); strings.Contains(text, "letmein") {
			t.Errorf("Client.Transport printed with %s: %s, want no token", verb, text)
		}
	}
}

func TestTransportWaitsForTheLimitOfTheClient(t *testing.T) {
	t.Parallel()
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		_, _ = io.WriteString(w, "x")
	}))
	defer server.Close()
	site, err := cms.New(server.URL, cms.WithMaxConcurrent(1))
	if err != nil {
		t.Fatal(err)
	}
	req, err := http.NewRequestWithContext(t.Context(), http.MethodGet, server.URL, http.NoBody)
	if err != nil {
		t.Fatal(err)
	}
	resp, err := site.Transport().RoundTrip(req)
	if err != nil {
		t.Fatal(err)
	}
	stop := errors.New("stop")
	ctx, cancel := context.WithCancelCause(t.Context())
	cancel(stop)
	mine := &http.Client{Transport: site.Transport()}
	if _, err := readPage(ctx, mine, server.URL); !errors.Is(err, stop) {
		t.Errorf("GET with Client.Transport while the only slot is taken: error %v, want the cause of its context", err)
	}
	_ = resp.Body.Close()
	if _, err := readPage(t.Context(), mine, server.URL); err != nil {
		t.Errorf("GET with Client.Transport after the slot is free: error %v, want nil", err)
	}
}
