package secrets

import (
	"encoding/json"
	"errors"
	"fmt"
	"go/ast"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/fontcms/fontcms-go/batch"
	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/cms/appearance"
	"github.com/fontcms/fontcms-go/cms/connect"
	"github.com/fontcms/fontcms-go/cms/users"
	"github.com/fontcms/fontcms-go/fonts"
	"github.com/fontcms/fontcms-go/internal/exported"
	"github.com/fontcms/fontcms-go/internal/transport"
	"github.com/fontcms/fontcms-go/media"
	"github.com/fontcms/fontcms-go/snippets"
)

// maxErrorText is how many bytes the text of an error has at most.
const maxErrorText = 4 << 10

// commanding is a text that clears a terminal, renames its window, turns the direction
// of the text, forges a line, and goes on for 20 KB.
func commanding() string {
	return "\x1b[2J\x1b]0;owned\x07\u202eevil\u2066\u200f\r\nFAKE LINE\u2028\u0085\x9b\xff\u200b" +
		strings.Repeat(" and so on", 2<<10)
}

// unprintable says what is wrong with the text of an error, "" for nothing.
func unprintable(text string) string {
	for _, r := range text {
		if unicode.IsControl(r) || unicode.Is(unicode.Cf, r) || r == '\u2028' || r == '\u2029' {
			return fmt.Sprintf("%U stands in it", r)
		}
	}
	switch {
	case !utf8.ValidString(text):
		return "it is no UTF-8"
	case len(text) > maxErrorText:
		return fmt.Sprintf("it has %d bytes", len(text))
	}
	return ""
}

// printable fails a test whose text a terminal would obey.
func printable(t *testing.T, what, text string) {
	t.Helper()
	if why := unprintable(text); why != "" {
		t.Errorf("Text of %s: %s: %.100q, want one short printable line", what, why, text)
	}
}

// fill sets all that is exported in a value, text to the hostile one.
func fill(v reflect.Value, depth int) {
	many := 30
	if depth > 1 {
		many = 2
	}
	switch v.Kind() {
	case reflect.String:
		v.SetString(commanding())
	case reflect.Bool:
		v.SetBool(true)
	case reflect.Int, reflect.Int64:
		v.SetInt(404)
	case reflect.Pointer:
		v.Set(reflect.New(v.Type().Elem()))
		fill(v.Elem(), depth+1)
	case reflect.Interface:
		if err := error(&cms.ArgumentError{Argument: commanding(),
			Reason: commanding()}); reflect.TypeOf(err).Implements(v.Type()) {
			v.Set(reflect.ValueOf(fmt.Errorf("%s: %w", commanding(), err)))
		}
	case reflect.Slice:
		if v.Type().Elem().Kind() == reflect.Uint8 {
			text, _ := json.Marshal(commanding())
			v.SetBytes(text)
			return
		}
		v.Set(reflect.MakeSlice(v.Type(), many, many))
		for i := range many {
			fill(v.Index(i), depth+1)
		}
	case reflect.Map:
		v.Set(reflect.MakeMap(v.Type()))
		for i := range many {
			key, value := reflect.New(v.Type().Key()).Elem(), reflect.New(v.Type().Elem()).Elem()
			fill(value, depth+1)
			if key.Kind() == reflect.String {
				key.SetString(fmt.Sprintf("%s%d", commanding(), i))
			}
			v.SetMapIndex(key, value)
		}
	case reflect.Struct:
		for i := range v.NumField() {
			if v.Field(i).CanSet() && depth < 5 {
				fill(v.Field(i), depth+1)
			}
		}
	}
}

// filled is a value with hostile text in all that is exported.
func filled[T any]() *T {
	v := new(T)
	fill(reflect.ValueOf(v).Elem(), 0)
	return v
}

// shownElsewhere are the types of errors that cannot be made here, by the test of
// their package that prints them; and those that are no text of an error, with "".
func shownElsewhere() map[string]string {
	return map[string]string{
		"internal/transport.reason":        "TestInnerErrorsArePrintable",
		"internal/wire.limitError":         "TestLimitErrorIsPrintable",
		"cms.refused200":                   "TestInnerErrorsArePrintable",
		"cms.sourceError":                  "TestInnerErrorsArePrintable",
		"cms.unreadError":                  "TestInnerErrorsArePrintable",
		"internal/transport.joined":        "TestJoinWrapsEveryErrorInOneLine",
		"cms/terms.conflict":               "TestConflictIsPrintable",
		"cms/internal/fault.Argument":      "TestErrorsArePrintable",
		"cms/internal/ensure.Shared":       "TestErrorsArePrintable",
		"cms/internal/ensure.Taken":        "TestErrorsArePrintable",
		"cms/internal/ensure.declined":     "TestErrorsArePrintable",
		"cms/internal/walk.Broken":         "TestErrorsArePrintable",
		"cms/internal/download.Failure":    "TestErrorsArePrintable",
		"internal/transport.scrubbedError": "TestInnerErrorsArePrintable",
		"internal/transport.Failure":       "TestInnerErrorsArePrintable",
		"internal/transport.localError":    "TestInnerErrorsArePrintable",

		"internal/transport.stalledError":        "", // it is one sentence
		"internal/transport.callTimeoutError":    "", // it is one sentence with a duration
		"internal/transport.attemptTimeoutError": "", // so is this
		"cms/internal/download.unusable":         "", // its texts are constants, but for an encoding by %.20q
		"internal/wire.MemberError":              "", // the name is that of a field, by its json tag
		"internal/wire.LimitError":               "", // it names arguments of the caller, and becomes an ArgumentError
		"internal/relay.PanicError":              "", // the value of a panic, with the stack that the runtime prints
	}
}

// texts are what the module says of itself, with hostile text in every field. Each
// is one line.
func texts() map[string][]string {
	report, broken := filled[batch.Report](), make([]error, 900)
	inner := filled[cms.Error]()
	for i := range broken {
		broken[i] = &cms.BrokenRecordError{Name: "record", Err: inner}
	}
	return map[string][]string{
		"cms.ErrorCode": {cms.ErrorCode(commanding()).Error()},
		"cms.Error":     {filled[cms.Error]().Error(), (&cms.Error{Params: filled[cms.Error]().Params}).Error()},
		"cms.ArgumentError": {filled[cms.ArgumentError]().Error(),
			(&cms.ArgumentError{Argument: commanding(), Reason: commanding()}).Error()},
		"cms.AmbiguousError": {filled[cms.AmbiguousError]().Error()},
		"cms.DryRunError":    {filled[cms.DryRunError]().Error()},
		"cms.SlugTakenError": {filled[cms.SlugTakenError]().Error()},
		"cms.BrokenRecordError": {filled[cms.BrokenRecordError]().Error(),
			(&cms.BrokenRecordError{Err: errors.New(commanding())}).Error(),
			(&cms.BrokenRecordError{ID: 1, Err: errors.New(commanding())}).Error()},
		"cms/appearance.LostError": {filled[appearance.LostError]().Error()},
		"cms/users.DifferentError": {filled[users.DifferentError]().Error()},
		"media.UnfinishedError": {filled[media.UnfinishedError]().Error(),
			(&media.UnfinishedError{Err: errors.New(commanding())}).Error()},
		"fonts.Error": {filled[fonts.Error]().Error()},
		"fonts.ArgumentError": {filled[fonts.ArgumentError]().Error(),
			(&fonts.ArgumentError{Argument: commanding(), Reason: commanding()}).Error()},
		"fonts.IncompleteError": {filled[fonts.IncompleteError]().Error()},

		"snippets.CodeError":          {filled[snippets.CodeError]().String()},
		"batch.Report":                {report.Err().Error()},
		"batch.Report of many errors": {transport.Join(broken...).Error(), fmt.Sprint(transport.Join(broken[:1]...))},
	}
}

// errorTypes are the types of the shipped packages that have a method Error.
func errorTypes(t *testing.T) []string {
	t.Helper()
	public, err := exported.Packages()
	if err != nil {
		t.Fatal(err)
	}
	all, err := exported.Declarations(append(public, "internal/relay", "internal/transport", "internal/paging",
		"internal/wire", "internal/webpage", "cms/internal/fault", "cms/internal/turns", "cms/internal/ensure",
		"cms/internal/walk", "cms/internal/download")...)
	if err != nil {
		t.Fatal(err)
	}
	var out []string
	for _, one := range all {
		f, ok := one.Decl.(*ast.FuncDecl)
		if !ok || f.Recv == nil || f.Name.Name != "Error" || f.Type.Params.NumFields() > 0 {
			continue
		}
		of := f.Recv.List[0].Type
		if star, ok := of.(*ast.StarExpr); ok {
			of = star.X
		}
		out = append(out, fmt.Sprintf("%s.%s", one.Folder, of))
	}
	return out
}

func TestEveryErrorIsOneShortPrintableLine(t *testing.T) {
	t.Parallel()
	shown, elsewhere := texts(), shownElsewhere()
	for what, all := range shown {
		for i, text := range all {
			printable(t, fmt.Sprintf("%s (%d)", what, i), text)
		}
	}
	known := map[string]bool{}
	for _, name := range errorTypes(t) {
		known[name] = true
		test, ok := elsewhere[name]
		if !ok && shown[name] == nil {
			t.Errorf("Error type %s is new, want it printed here or the test that does", name)
		}
		if test != "" {
			prints(t, name, test)
		}
	}
	for name := range elsewhere {
		if !known[name] {
			t.Errorf("Row %s names no type of an error, want it removed", name)
		}
	}
	if len(known) < 15 {
		t.Errorf("Error types found: %d, want at least 15", len(known))
	}
}

// prints checks that a test of the package of a type is there and names the type.
func prints(t *testing.T, name, test string) {
	t.Helper()
	at := strings.LastIndex(name, ".")
	files, err := filepath.Glob(filepath.Join(root, name[:at], "*_test.go"))
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		source, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if _, body, ok := strings.Cut(string(source), "func "+test+"("); ok && strings.Contains(body, name[at+1:]) {
			return
		}
	}
	t.Errorf("Error type %s is not in the test %s of its package, want it there", name, test)
}

func TestDiagnosisIsPrintable(t *testing.T) {
	t.Parallel()
	d := &connect.Diagnosis{
		Findings: []connect.Finding{*filled[connect.Finding]()}, Probes: []connect.Probe{*filled[connect.Probe]()},
		Index: filled[cms.Index](), Identity: filled[cms.Identity](), Lacks: []string{commanding()},
	}
	lines := strings.Split(strings.TrimSuffix(d.String(), "\n"), "\n")
	for i, line := range lines {
		printable(t, fmt.Sprint("line ", i), line)
		if strings.HasPrefix(line, "FAKE") {
			t.Errorf("Line %d of a diagnosis begins with text of the site: %.80q, want our own", i, line)
		}
	}
	if len(lines) != 4 {
		t.Errorf("Diagnosis has %d lines, want 4, one each for the probe, the user, the finding and its Go code", len(lines))
	}
}

func TestUnprintableTextIsNoticed(t *testing.T) {
	t.Parallel()
	for _, text := range []string{"\x1b[2J", "a\nb", "a\u202eb", "a\u2066b", "a\u2028b", "a\u0085b", "a\xffb", "a\u200bb",
		strings.Repeat("x", maxErrorText+1)} {
		if unprintable(text) == "" {
			t.Errorf("Text %.20q is not noticed, want it noticed", text)
		}
	}
	if why := unprintable("schön 字…"); why != "" {
		t.Errorf("Text of letters: %s, want it accepted", why)
	}
}
