package transport

import (
	"net/http"
	"net/url"
)

// defaultTransport sends the requests of a client whose caller gave no transport. Slow calls,
// and calls with PerCall.Timeout, use patient. patient sets no limit for the wait for a
// response: [UploadSilence] or the timeout is the limit.
type defaultTransport struct{ usual, patient *http.Transport }

// newDefaultTransport returns a transport with the proxy settings of http.DefaultTransport,
// which takes them from the environment.
func newDefaultTransport() *defaultTransport {
	base, ok := http.DefaultTransport.(*http.Transport)
	if ok {
		base = base.Clone()
	} else {
		base = &http.Transport{Proxy: http.ProxyFromEnvironment, ForceAttemptHTTP2: true}
	}
	base.MaxIdleConnsPerHost = 16
	patient := base.Clone()
	base.ResponseHeaderTimeout = DefaultHeaderTimeout
	return &defaultTransport{usual: base, patient: patient}
}

func (b *defaultTransport) RoundTrip(req *http.Request) (*http.Response, error) {
	s := sendingOf(req.Context())
	if s != nil && (s.call.slow() || s.call.Timeout > 0) {
		return b.patient.RoundTrip(req)
	}
	return b.usual.RoundTrip(req)
}

// CloseIdleConnections closes the idle connections of both transports.
func (b *defaultTransport) CloseIdleConnections() {
	b.usual.CloseIdleConnections()
	b.patient.CloseIdleConnections()
}

// ofNetHTTP reports whether base is a transport of net/http.
func ofNetHTTP(base http.RoundTripper) bool {
	switch base.(type) {
	case *defaultTransport, *http.Transport:
		return true
	}
	return false
}

// proxyRuleFailed reports whether err comes from the function that chooses the proxy of
// base. net/http then has sent nothing. The usual reason is an invalid HTTP_PROXY.
func proxyRuleFailed(base http.RoundTripper, req *http.Request, err error) bool {
	choose := proxyOf(base)
	if err == nil || choose == nil {
		return false
	}
	_, failed := choose(req)
	return failed != nil && failed.Error() == err.Error()
}

// proxyOf returns the function that chooses the proxy of base. It returns nil if base has no
// such function, or is not a transport of net/http.
func proxyOf(base http.RoundTripper) func(*http.Request) (*url.URL, error) {
	switch base := base.(type) {
	case *defaultTransport:
		return base.usual.Proxy
	case *http.Transport:
		return base.Proxy
	}
	return nil
}
