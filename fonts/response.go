package fonts

import (
	"fmt"
	"net/http"

	"github.com/go-json-experiment/json"

	"github.com/fontcms/fontcms-go/internal/transport"
)

// Response holds the status, the headers and the number of attempts of a response.
type Response struct {
	Status   int         // HTTP status, 0 if there was no response
	Header   http.Header // as received
	Attempts int         // how often the call was sent
	// Noise is text around the JSON in the body, at most 1 KB: a PHP warning before it,
	// a comment after it. Usually "".
	Noise string
}

// Format writes the response as fmt would, without the values of headers that may hold
// secrets, such as Set-Cookie.
func (r Response) Format(s fmt.State, verb rune) {
	type response Response
	r.Header = transport.RedactHeader(r.Header)
	_, _ = fmt.Fprintf(s, fmt.FormatString(s, verb), response(r))
}

// MarshalJSON omits the same headers as Format.
func (r Response) MarshalJSON() ([]byte, error) {
	type response Response
	r.Header = transport.RedactHeader(r.Header)
	return json.Marshal(response(r), json.Deterministic(true))
}

// Page is one page of the list.
type Page struct {
	// Fonts holds the records of the page; it is not nil. During a walk, fonts of
	// earlier pages are left out.
	Fonts []Font
	// Number, TotalPages and Total are data.page, data.pageTotal and data.total. Each
	// is -1 if the server sends no such number, or an impossible one, such as a total
	// of 0 with records.
	Number, TotalPages, Total int
	// Response holds the status and headers of the response.
	Response Response
	// Extra holds the other fields of data.
	Extra Extra
}

// Format writes the page as fmt would, without headers that may hold secrets.
func (p Page) Format(s fmt.State, verb rune) {
	// Page needs a Format method of its own, although Response has one. If a verb does not fit,
	// such as %s for a list of *Page, fmt prints all fields without calling their methods. So
	// it would print secrets.
	type page Page
	_, _ = fmt.Fprintf(s, fmt.FormatString(s, verb), page(p))
}
