package transport

import (
	"net/http"
	"testing"
)

// Many transports for tests and proxies do this, although a RoundTripper must not.
func TestNextAttemptHasItsAddressIfTheTransportChangedIt(t *testing.T) {
	t.Parallel()
	var seen []string
	steps := newScript(t, status(http.StatusServiceUnavailable), status(http.StatusOK))
	base := roundTripFunc(func(req *http.Request) (*http.Response, error) {
		seen = append(seen, req.URL.Host+" "+req.Header.Get("Authorization"))
		req.URL.Host = "127.0.0.1:8080"
		return steps.RoundTrip(req)
	})
	c := newClient(t, Config{Authorize: static("Basic x")}, base)
	switch resp, err := c.Do(t.Context(), get(site+"/posts")); {
	case err != nil:
		t.Fatalf("Client.Do: error %v, want nil", err)
	case resp.Attempts != 2:
		t.Fatalf("Client.Do: Attempts %d, want 2", resp.Attempts)
	}
	switch {
	case len(seen) != 2:
		t.Errorf("requests %q, want 2", seen)
	case seen[0] != seen[1]:
		t.Errorf("seen[0] %q, want %q", seen[0], seen[1])
	}
}
