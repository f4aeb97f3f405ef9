package cmstest

import (
	"encoding/json"
	"fmt"
	"log/slog"
	"net/http"
	"net/url"

	"github.com/fontcms/fontcms-go/cms/cmstest/internal/redact"
)

// Logs of tests may be public. The methods below print values without passwords and cookies.

// Format writes only the address, for every verb, so that no password is printed.
func (s *Server) Format(f fmt.State, _ rune) { _, _ = fmt.Fprintf(f, "cmstest.Server(%s)", s.URL) }

// Format writes the number of records, for every verb.
func (s Snapshot) Format(f fmt.State, _ rune) {
	_, _ = fmt.Fprintf(f, "cmstest.Snapshot(%d users, %d records)", len(s.state.store.Users), len(s.state.store.Items))
}

// Format writes the request as fmt would, without its secrets. It leaves out the same
// secrets as package record.
func (r Request) Format(f fmt.State, verb rune) {
	type request Request
	_, _ = fmt.Fprintf(f, fmt.FormatString(f, verb), request(r.harmless()))
}

// MarshalJSON encodes the request without the secrets that Format leaves out.
func (r Request) MarshalJSON() ([]byte, error) {
	type request Request
	return json.Marshal(request(r.harmless()))
}

func (r Request) harmless() Request {
	d := redact.New(&http.Request{Header: r.Header, URL: &url.URL{}})
	kept := d.Content(r.Header, r.Body, 0)
	body, _ := kept.Bytes()
	if kept.LeftOut != "" {
		body = []byte("[left out: " + kept.LeftOut + "]")
	}
	header := http.Header{}
	for name, list := range r.Header {
		for _, value := range list {
			header.Add(name, d.HeaderValue(name, value))
		}
	}
	r.Header, r.Query, r.Body = header, d.Query(r.Query), body
	return r
}

// Format writes the fault as fmt would, without the secret values of its headers.
func (f Fault) Format(s fmt.State, verb rune) {
	type fault Fault
	f.Header = redact.New(&http.Request{URL: &url.URL{}}).Header(f.Header)
	_, _ = fmt.Fprintf(s, fmt.FormatString(s, verb), fault(f))
}

// LogValue returns the text that Format writes for %v.
func (f Fault) LogValue() slog.Value { return slog.StringValue(fmt.Sprint(f)) }
