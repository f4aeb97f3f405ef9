// Package advice has the table of what goes wrong between a program and a site: what was
// seen, what it means, and what to do. The error of a call has one line of it, a diagnosis
// has the whole text. The text is for a person who gives support. The field Go is for the
// programmer.
//
// The table is in network.go, server.go, site.go and login.go; [Rows] has its order. The
// first row that fits decides. A row without a condition needs several responses; package connect
// chooses it by its name. The test prints TROUBLESHOOTING.md from the table.
package advice

import (
	"maps"
	"regexp"
	"slices"
	"strings"

	"github.com/fontcms/fontcms-go/internal/transport"
)

// Row is one row of the table. Means, Do and Go hold values in braces: "{host}".
type Row struct {
	Name  string // unique name of the row
	Cause string // the cause that a diagnosis reports; several rows may share one
	Seen  string // what a call has seen, for TROUBLESHOOTING.md: "401 with a web page"
	Means string // what is wrong, without a capital letter and a full stop
	Do    string // what to do, in the same form
	Go    string // the Go code that does it; "" if Go code cannot help
	// OnlyDiagnosis means that the error of a call has no hint: the message of the site
	// already tells what one response shows.
	OnlyDiagnosis bool
	OnlyCall      bool // only for the error of a call; a diagnosis finds out more by further requests

	when func(*Seen) bool // whether the row fits; nil if a single response cannot show whether it fits
}

// Advice is a row with values in place of the braces.
type Advice struct{ Name, Cause, Means, Do, Go string }

// Line returns what is wrong and what to do, for the error of a call.
func (a Advice) Line() string {
	if a.Means == "" || a.Do == "" {
		return a.Means + a.Do
	}
	return a.Means + "; " + a.Do
}

// Rows returns the table. The first row that fits counts. refused comes before server,
// because both may see the same status.
func Rows() []Row {
	return slices.Concat(network(), refused(), server(), site(), anonymous(), rights())
}

// Find returns the advice for what a diagnosis has seen. The last row of the table fits everything.
func Find(s *Seen) Advice {
	row := s.row(false)
	return row.fill(s.values())
}

// Hint returns the advice for what a call has seen. It is empty if the error itself tells
// enough.
func Hint(s *Seen) (a Advice) {
	if row := s.row(true); !row.OnlyDiagnosis {
		a = row.fill(s.values())
	}
	return a
}

func (s *Seen) row(call bool) (found Row) {
	for _, row := range Rows() {
		if row.when != nil && (!call || row.Name != Unknown) && (call || !row.OnlyCall) && row.when(s) {
			return row
		}
	}
	return Row{OnlyDiagnosis: true}
}

// For returns the advice of a row with values. seen may be nil.
func For(name string, seen *Seen, values map[string]string) Advice {
	all := map[string]string{}
	if seen != nil {
		all = seen.values()
	}
	maps.Copy(all, values)
	for _, row := range Rows() {
		if row.Name == name {
			return row.fill(all)
		}
	}
	return Advice{Name: name}
}

var placeholder = regexp.MustCompile(`\{[a-z]+\}`)

// fill puts values into the texts of a row. The values may come from a site, so fill makes them
// safe to print.
func (r Row) fill(values map[string]string) Advice {
	fill := func(text string) string {
		filled := placeholder.ReplaceAllStringFunc(text, func(name string) string {
			return transport.Line(values[strings.Trim(name, "{}")], transport.MaxText)
		})
		// Remove the superfluous spaces that an empty value leaves.
		return strings.ReplaceAll(strings.Join(strings.Fields(filled), " "), " ,", ",")
	}
	return Advice{Name: r.Name, Cause: r.Cause, Means: fill(r.Means), Do: fill(r.Do), Go: fill(r.Go)}
}
