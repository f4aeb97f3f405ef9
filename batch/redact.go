package batch

import (
	"fmt"
	"net/http"
	"strings"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/internal/wire"
)

// Format writes the number of requests, for every verb, because requests may hold
// secrets.
func (b Builder) Format(s fmt.State, _ rune) {
	_, _ = fmt.Fprintf(s, "batch.Builder(%d requests)", len(b.items))
}

// Format writes the report as fmt would, without arguments of Path and headers that may
// hold secrets.
func (r Report) Format(s fmt.State, verb rune) {
	// Result has a Format method, but Report needs one, too. Without Report.Format, fmt would
	// print the fields of a *Report in a list for the verb %s, and would not call the methods
	// of these fields.
	type report Report // has no methods, so that Format is not called again
	_, _ = fmt.Fprintf(s, fmt.FormatString(s, verb), report(r))
}

// Format writes the result as fmt would, without the arguments of Path and the values of
// headers that may hold secrets.
func (r Result) Format(s fmt.State, verb rune) {
	_, _ = fmt.Fprintf(s, fmt.FormatString(s, verb), struct {
		Operation, Method, Path string
		Response                cms.Response // Response has a Format method that leaves out secrets
		Value                   any
		Err                     error
	}{r.Operation, r.Method, r.route(), cms.Response{Status: r.Status, Header: r.Header}, r.Value, r.Err})
}

// MarshalJSON omits the same as Format. The error is written as text.
func (r Result) MarshalJSON() ([]byte, error) {
	raw, _ := cms.Response{Header: r.Header}.MarshalJSON() // MarshalJSON of Response leaves out secrets
	var harmless struct{ Header http.Header }
	_ = wire.Unmarshal(raw, &harmless)
	out := struct {
		Operation, Method, Path string
		Status                  int
		Header                  http.Header
		Value                   any    `json:",omitzero"`
		Err                     string `json:",omitzero"`
	}{r.Operation, r.Method, r.route(), r.Status, harmless.Header, r.Value, ""}
	if r.Err != nil {
		out.Err = r.Err.Error()
	}
	return cms.Marshal(out)
}

// route returns Path without its arguments.
func (r Result) route() string {
	path, _, _ := strings.Cut(r.Path, "?")
	return path
}
