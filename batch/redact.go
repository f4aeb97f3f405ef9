package batch

import (
	"fmt"
	"net/http"
	"strings"

	"github.com/fontcms/fontcms-go/cms"
)

// Format writes how many requests there are, whatever the verb: they may hold
// secrets.
func (b Builder) Format(s fmt.State, _ rune) {
	_, _ = fmt.Fprintf(s, "batch.Builder(%d requests)", len(b.items))
}

// Format writes the report as fmt would, but what a Result does not write.
func (r Report) Format(s fmt.State, verb rune) {
	// Without it %s of a pointer in a list prints all: fmt asks no method below a verb that does not fit.
	type report Report
	_, _ = fmt.Fprintf(s, fmt.FormatString(s, verb), report(r))
}

// Format writes the result as fmt would, but without the arguments of Path and
// the values of headers that may open something.
func (r Result) Format(s fmt.State, verb rune) {
	_, _ = fmt.Fprintf(s, fmt.FormatString(s, verb), struct {
		Operation, Method, Path string
		Response                cms.Response // which knows what not to print
		Value                   any
		Err                     error
	}{r.Operation, r.Method, r.route(), cms.Response{Status: r.Status, Header: r.Header}, r.Value, r.Err})
}

// MarshalJSON leaves out what Format leaves out. The error is its text.
func (r Result) MarshalJSON() ([]byte, error) {
	raw, _ := cms.Response{Header: r.Header}.MarshalJSON() // which knows what not to tell
	var harmless struct{ Header http.Header }
	_ = cms.Unmarshal(raw, &harmless)
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

// route is Path without its arguments.
func (r Result) route() string {
	path, _, _ := strings.Cut(r.Path, "?")
	return path
}
