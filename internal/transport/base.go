package transport

import "net/http"

// ownBase is the base of a client that was given none. A call whose body is
// streamed may wait for its answer longer than others: the server has a file to
// work on first.
type ownBase struct{ usual, patient *http.Transport }

// newBase takes proxies from the environment, as http.DefaultTransport does.
func newBase() *ownBase {
	base, ok := http.DefaultTransport.(*http.Transport)
	if ok {
		base = base.Clone()
	} else {
		base = &http.Transport{Proxy: http.ProxyFromEnvironment, ForceAttemptHTTP2: true}
	}
	base.MaxIdleConnsPerHost = 16
	patient := base.Clone()
	base.ResponseHeaderTimeout = DefaultHeaderTimeout
	return &ownBase{usual: base, patient: patient}
}

func (b *ownBase) RoundTrip(req *http.Request) (*http.Response, error) {
	x, ok := req.Context().Value(exchangeKey{}).(*exchange)
	if ok && x.call.Body != nil && (x.call.Body.Open != nil || x.call.Body.Once != nil) {
		return b.patient.RoundTrip(req)
	}
	return b.usual.RoundTrip(req)
}

// CloseIdleConnections closes those of both.
func (b *ownBase) CloseIdleConnections() {
	b.usual.CloseIdleConnections()
	b.patient.CloseIdleConnections()
}
