package transport

import (
	"net/http"
	"net/url"
)

// defaultTransport is the base of a client whose caller gave no transport. Slow calls,
// and calls with a timeout of their own, use patient. It waits longer for a response: see
// [UploadSilence].
type defaultTransport struct{ usual, patient *http.Transport }

// newDefaultTransport takes proxies from the environment, as http.DefaultTransport does.
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

// proxyOf returns the function that chooses the proxy of base. It is nil if base uses no
// proxy, or does not show the function.
func proxyOf(base http.RoundTripper) func(*http.Request) (*url.URL, error) {
	switch base := base.(type) {
	case *defaultTransport:
		return base.usual.Proxy
	case *http.Transport:
		return base.Proxy
	}
	return nil
}
