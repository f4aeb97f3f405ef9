package fonts

import (
	"fmt"
	"net/http"

	"github.com/go-json-experiment/json"

	"github.com/fontcms/fontcms-go/internal/transport"
)

// Response is what is known of an answer besides its records.
type Response struct {
	Status   int         // HTTP status, 0 if no answer came
	Header   http.Header // as received
	Attempts int         // how often the call was sent
	// Noise is what stood around the JSON in the body, cut at a kilobyte: a PHP
	// warning before it, a comment after it. Usually "".
	Noise string
}

// Format writes the response as fmt would, but for the values of headers that
// may open something, such as Set-Cookie.
func (r Response) Format(s fmt.State, verb rune) {
	type response Response
	r.Header = transport.RedactHeader(r.Header)
	_, _ = fmt.Fprintf(s, fmt.FormatString(s, verb), response(r))
}

// MarshalJSON leaves out what Format leaves out.
func (r Response) MarshalJSON() ([]byte, error) {
	type response Response
	r.Header = transport.RedactHeader(r.Header)
	return json.Marshal(response(r), json.Deterministic(true))
}

// Page is one page of the list.
type Page struct {
	// Fonts are the records of the page, not nil. In a walk those that an earlier
	// page held are left out.
	Fonts []Font
	// Number, TotalPages and Total are what the server states: data.page,
	// data.pageTotal and data.total. Each is -1 if it states nothing, or what
	// cannot be, such as a total of 0 beside records.
	Number, TotalPages, Total int
	// Response is the answer that the page came in.
	Response Response
	// Extra holds the members of data that the specification does not have.
	Extra Extra
}

// Format writes the page as fmt would, but what Response does not write.
func (p Page) Format(s fmt.State, verb rune) {
	// Without it %s of a pointer in a list prints all: fmt asks no method below a verb that does not fit.
	type page Page
	_, _ = fmt.Fprintf(s, fmt.FormatString(s, verb), page(p))
}
