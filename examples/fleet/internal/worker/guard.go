package worker

import (
	"net/http"

	"github.com/fontcms/fontcms-go/examples/fleet/internal/store"
)

// guarded sends requests that write only while the worker has the job.
type guarded struct {
	next  http.RoundTripper
	lease *store.Lease
}

// guard keeps a worker that stalled from writing to a site for which another worker has the
// job. Both may still write for the time of one request: the recipes look for what they
// wrote before.
func guard(lease *store.Lease) func(http.RoundTripper) http.RoundTripper {
	return func(next http.RoundTripper) http.RoundTripper { return guarded{next, lease} }
}

// RoundTrip sends a request.
func (g guarded) RoundTrip(r *http.Request) (*http.Response, error) {
	if r.Method != http.MethodGet && r.Method != http.MethodHead {
		if err := g.lease.Check(r.Context()); err != nil {
			if r.Body != nil {
				_ = r.Body.Close()
			}
			return nil, err
		}
	}
	return g.next.RoundTrip(r)
}
