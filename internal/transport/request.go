package transport

import (
	"context"
	"errors"
	"io"
	"net/http"
	"net/url"
	"slices"

	"github.com/hashicorp/go-retryablehttp"
)

// newRequest builds the request of all attempts of the call.
func newRequest(ctx context.Context, cfg *Config, call *Call) (*retryablehttp.Request, error) {
	target, method, body := *call.URL, call.Method, call.Body
	target.User = nil // net/http would make credentials of it, past authTransport
	header, err := headerOf(cfg, call, &target)
	if err != nil {
		return nil, err
	}
	if cfg.MethodOverride {
		switch method {
		case http.MethodPut, http.MethodPatch, http.MethodDelete:
			header.Set(overrideHeader, method)
			method = http.MethodPost
		}
	}
	var raw any
	switch {
	case body == nil:
	case body.Open != nil:
		raw = replay(body.Open)
	case len(body.Bytes) > 0: // no bytes are no body, or they would be sent in chunks
		raw = body.Bytes
	}
	req, err := retryablehttp.NewRequestWithContext(ctx, method, target.String(), raw)
	if err != nil {
		return nil, err
	}
	if body != nil {
		switch {
		case body.Reader != nil:
			// NewRequest would read it into memory, so it is set afterwards.
			req.Request.Body = io.NopCloser(body.Reader)
			req.GetBody = nil
			req.ContentLength = body.Size
		case body.Open != nil:
			req.ContentLength = body.Size
		}
		if body.Type != "" {
			header.Set("Content-Type", body.Type)
		}
	}
	req.Header = header
	return req, nil
}

// replay adapts open for the retrying client, which calls it once at build
// time merely to look for a length.
func replay(open func() (io.ReadCloser, error)) retryablehttp.ReaderFunc {
	probed := false
	return func() (io.Reader, error) {
		if !probed {
			probed = true
			return http.NoBody, nil
		}
		body, err := open()
		if err == nil && body == nil {
			err = errors.New("opening the body gave nothing")
		}
		return body, err
	}
}

// headerOf returns the header of a call to target. Config.Header may hold
// secrets of the origin, so other hosts do not get it.
func headerOf(cfg *Config, call *Call, target *url.URL) (http.Header, error) {
	header := http.Header{}
	if SameOrigin(target, cfg.Origin) && cfg.Header != nil {
		header = cfg.Header.Clone()
	}
	header.Set("Accept", "application/json")
	header.Set("User-Agent", cfg.UserAgent)
	if len(call.Header) > 0 && overrides(call.Header) {
		return nil, errOverride
	}
	for name, values := range call.Header {
		header[http.CanonicalHeaderKey(name)] = slices.Clone(values)
	}
	return header, nil
}
