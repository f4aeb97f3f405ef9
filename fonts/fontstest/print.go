package fontstest

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
)

// Format writes only the address, for every verb, because recorded requests hold
// credentials.
func (s *Server) Format(f fmt.State, _ rune) { _, _ = fmt.Fprintf(f, "fontstest.Server(%s)", s.URL) }

// Format writes the request as fmt would, without the values of headers that name
// credentials, cookies, tokens or keys. The log of a test may be public.
func (r Request) Format(f fmt.State, verb rune) {
	type request Request
	r.Header = harmless(r.Header)
	_, _ = fmt.Fprintf(f, fmt.FormatString(f, verb), request(r))
}

// MarshalJSON omits the same headers as Format.
func (r Request) MarshalJSON() ([]byte, error) {
	type request Request
	r.Header = harmless(r.Header)
	return json.Marshal(request(r))
}

func harmless(header http.Header) http.Header {
	header = header.Clone()
	for name := range header {
		for _, part := range []string{"Auth", "Cookie", "Token", "Key", "Secret", "Password"} {
			if strings.Contains(name, part) {
				header[name] = []string{"[redacted]"}
			}
		}
	}
	return header
}
