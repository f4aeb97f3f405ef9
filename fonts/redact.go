package fonts

import (
	"fmt"

	"github.com/go-json-experiment/json"

	"github.com/fontcms/fontcms-go/internal/transport"
)

// Format writes the response as fmt would, but for the values of headers that
// may open something, such as Set-Cookie.
func (r Response) Format(s fmt.State, verb rune) {
	type response Response
	r.Header = transport.Harmless(r.Header)
	_, _ = fmt.Fprintf(s, fmt.FormatString(s, verb), response(r))
}

// Format writes the page as fmt would, but what Response does not write.
func (p Page) Format(s fmt.State, verb rune) {
	// Without it %s of a pointer in a list prints all: fmt asks no method below a verb that does not fit.
	type page Page
	_, _ = fmt.Fprintf(s, fmt.FormatString(s, verb), page(p))
}

// MarshalJSON leaves out what Format leaves out.
func (r Response) MarshalJSON() ([]byte, error) {
	type response Response
	r.Header = transport.Harmless(r.Header)
	return json.Marshal(response(r), json.Deterministic(true))
}
