package program

import (
	"errors"
	"fmt"
	"io"
	"reflect"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/fontcms/fontcms-go/cms"
)

// Limits of what is printed.
const (
	maxArgument = 2000 // bytes of a text within a line
	maxMessage  = 4000 // bytes of a line
	maxMessages = 100  // lines of errors
)

// Printf writes as [fmt.Fprintf] does, with every argument fit for a terminal: a text
// of a site forges no line, moves no cursor and turns no direction, see [cms.Line].
// What stands in the format is written as it is. A line has 4,000 bytes at most.
// Recipes print with this function, or with Println.
func Printf(out io.Writer, format string, args ...any) {
	_, _ = io.WriteString(out, cut(fmt.Sprintf(format, printable(args)...)))
}

// Println writes as [fmt.Fprintln] does, with every argument as Printf has it.
func Println(out io.Writer, args ...any) {
	_, _ = io.WriteString(out, cut(fmt.Sprintln(printable(args)...)))
}

// Total prints the last line of a run that writes: what was done, or after a dry run what
// would have been.
func Total(out io.Writer, dry bool, format string, args ...any) {
	if dry {
		format = "dry run, nothing was written: " + format
	}
	Printf(out, format+"\n", args...)
}

// Lines is a writer that prints each text that is written to it on one line: for a
// logger, which may be told what a stranger has sent.
func Lines(out io.Writer) io.Writer { return lines{out} }

type lines struct{ out io.Writer }

func (l lines) Write(p []byte) (int, error) {
	Println(l.out, strings.TrimSpace(string(p)))
	return len(p), nil
}

// cut is a text with no line that is too long: several arguments are together.
func cut(text string) string {
	if len(text) <= maxMessage {
		return text
	}
	lines := strings.Split(text, "\n")
	for i, line := range lines {
		if len(line) > maxMessage {
			lines[i] = cms.Line(line, maxMessage)
		}
	}
	return strings.Join(lines, "\n")
}

// printable are arguments of fmt without what a terminal would obey.
func printable(args []any) []any {
	shown := make([]any, len(args))
	for i, arg := range args {
		shown[i] = one(arg)
	}
	return shown
}

func one(arg any) any {
	switch v := arg.(type) {
	case error:
		return cms.Line(plain(v), maxMessage)
	case fmt.Stringer:
		return text(v.String())
	}
	switch v := reflect.ValueOf(arg); v.Kind() {
	case reflect.String:
		return text(v.String())
	case reflect.Slice:
		elements := make([]any, v.Len())
		for i := range elements {
			elements[i] = one(v.Index(i).Interface())
		}
		return elements
	}
	return arg
}

// text is a text as it is if a terminal shows all of it: columns stay aligned.
func text(s string) string {
	if len(s) <= maxArgument && utf8.ValidString(s) &&
		!strings.ContainsFunc(s, func(r rune) bool { return !unicode.IsGraphic(r) }) {
		return s
	}
	return cms.Line(s, maxArgument)
}

// Complain writes an error, each of those that [errors.Join] has joined on a line of
// its own, in the words of [Explain]. Equal lines are written once.
func Complain(out io.Writer, name string, err error) {
	lines := once(apart(err))
	if more := len(lines) - maxMessages; more > 0 {
		lines = append(lines[:maxMessages], fmt.Sprintf("and %d more", more))
	}
	fmt.Fprintf(out, "%s: %s\n", cms.Line(name, maxArgument), strings.Join(lines, "\n")) // each is a Line
}

// apart are the texts of the errors that errors.Join has joined, or that of err.
func apart(err error) (lines []string) {
	if coded, ok := err.(statusError); ok { //nolint:errorlint // the outermost alone
		return apart(coded.error)
	}
	joined, ok := err.(interface{ Unwrap() []error })
	if !ok || err.Error() != errors.Join(joined.Unwrap()...).Error() {
		return []string{cms.Line(Explain(err, FlagNames()), maxMessage)}
	}
	for _, e := range joined.Unwrap() {
		lines = append(lines, apart(e)...)
	}
	return lines
}

// once returns the lines without those that came before.
func once(lines []string) (out []string) {
	seen := map[string]bool{}
	for _, line := range lines {
		if !seen[line] {
			seen[line] = true
			out = append(out, line)
		}
	}
	return out
}
