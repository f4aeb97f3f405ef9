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
	if resp, err := c.Do(t.Context(), get(site+"/posts")); err != nil || resp.Attempts != 2 {
		t.Fatalf("%+v, %v", resp, err)
	}
	if len(seen) != 2 || seen[0] != seen[1] {
		t.Errorf("%q", seen)
	}
}
