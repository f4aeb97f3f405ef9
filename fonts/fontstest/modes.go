package fontstest

import "fmt"

// Totals is a way to write pageTotal and total.
type Totals string

// The ways to write pageTotal and total. By default they are numbers.
const (
	TotalsNumbers Totals = "numbers" // JSON numbers, the default
	TotalsStrings Totals = "strings" // numbers in strings
	TotalsZero    Totals = "zero"    // always 0
	TotalsMissing Totals = "missing" // both fields are absent
)

// WithTotals sets how pageTotal and total are written; the default is [TotalsNumbers].
func WithTotals(mode Totals) Option {
	switch mode {
	case TotalsNumbers, TotalsStrings, TotalsZero, TotalsMissing:
	default:
		panic(fmt.Sprintf("fontstest: WithTotals: unknown mode %q", mode))
	}
	return func(c *config) { c.totals = mode }
}

// Subfamily is a way to write fontSubfamily.
type Subfamily string

// Ways to write fontSubfamily. Servers send an array of strings or a string.
const (
	SubfamilyAsArray  Subfamily = "array"  // an array of strings
	SubfamilyAsString Subfamily = "string" // only the first name, "" if there is none
	// the records have in turn: an array, a string, null, an array, …
	SubfamilyMixed Subfamily = "mixed"
)

// WithSubfamily sets how fontSubfamily is written. By default records are served
// unchanged; the built-in ones have arrays.
func WithSubfamily(mode Subfamily) Option {
	switch mode {
	case SubfamilyAsArray, SubfamilyAsString, SubfamilyMixed:
	default:
		panic(fmt.Sprintf("fontstest: WithSubfamily: unknown mode %q", mode))
	}
	return func(c *config) { c.subfamily = mode }
}

// Envelope sets the JSON types of the fields code and message in every response.
type Envelope string

// Ways to write code and message. Servers differ in the types of both.
const (
	EnvelopeExample Envelope = "example" // "code":200,"message":"success", the default
	// "code":"200","message":200, as in the table of fields of the specification
	EnvelopeTable Envelope = "table"
)

// WithEnvelope sets how code and message are written; the default is [EnvelopeExample].
func WithEnvelope(mode Envelope) Option {
	switch mode {
	case EnvelopeExample, EnvelopeTable:
	default:
		panic(fmt.Sprintf("fontstest: WithEnvelope: unknown mode %q", mode))
	}
	return func(c *config) { c.envelope = mode }
}
