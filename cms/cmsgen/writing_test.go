package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/fontcms/fontcms-go/cms/describe"
)

func TestADescriptionThatIsTheSameIsNotWrittenAgain(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	from, save, out := written(t, folder, "d.json", things("", "", "")), filepath.Join(folder, "saved.json"),
		filepath.Join(folder, "things.go")
	var before os.FileInfo
	for round := range 2 {
		if status, said, messages := ran(t, "-from", from, "-package", "things", "-out", out, "-save", save); status != 0 ||
			said+messages != "" {
			t.Fatal(status, said, messages)
		}
		now, err := os.Stat(save)
		if err != nil || now.Mode().Perm() != 0o644 {
			t.Fatal(now, err)
		}
		if round > 0 && !os.SameFile(before, now) {
			t.Error("it was written again")
		}
		before = now
	}
	if status, _, messages := ran(t, "-from", save, "-package", "things", "-out", out, "-save",
		filepath.Join(folder, "other.json"), "-check"); status != 0 {
		t.Error(status, messages)
	}
	if _, err := os.Stat(filepath.Join(folder, "other.json")); !os.IsNotExist(err) {
		t.Error("-check wrote a description")
	}
}

func TestAFileThatCannotBeReplacedStays(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	inner := filepath.Join(folder, "things.json")
	if err := os.Mkdir(inner, 0o700); err != nil {
		t.Fatal(err)
	}
	written(t, inner, "own.txt", "mine")
	if err := writeFile(inner, []byte("x")); err == nil {
		t.Error("a folder was replaced")
	}
	left, err := os.ReadDir(folder)
	if err != nil || len(left) != 1 || content(t, filepath.Join(inner, "own.txt")) != "mine" {
		t.Error(left, err)
	}
}

// TestFailedSaveOfADescriptionIsReported has a folder that is not there, and what
// has no JSON form.
func TestFailedSaveOfADescriptionIsReported(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	from, out, save := written(t, folder, "d.json", things("", "", "")), filepath.Join(folder, "things.go"),
		filepath.Join(folder, "missing", "saved.json")
	status, _, messages := ran(t, "-from", from, "-package", "things", "-out", out, "-save", save)
	if status != statusFailed || !strings.Contains(messages, "missing") {
		t.Error(status, messages)
	}
	for _, odd := range []any{func() {}, describe.Schema{Default: []byte("{")}} {
		if data, err := indented(odd); err == nil || len(data) > 0 {
			t.Errorf("%T: %s, %v", odd, data, err)
		}
	}
	if data, err := indented(map[string]int{"b": 1, "a": 2}); err != nil ||
		string(data) != "{\n\t\"a\": 2,\n\t\"b\": 1\n}\n" {
		t.Errorf("%q, %v", data, err)
	}
}

// TestFileIsWrittenUnderATemporaryNameFirst is how it is replaced as a whole: what is left of a
// program that was killed is hidden, and says what it was to become.
func TestFileIsWrittenUnderATemporaryNameFirst(t *testing.T) {
	t.Parallel()
	folder := filepath.Join(t.TempDir(), "missing")
	err := writeFile(filepath.Join(folder, "things.go"), []byte("x"))
	if err == nil || !strings.Contains(err.Error(), filepath.Join(folder, ".things.go-")) {
		t.Error(err)
	}
}

func TestAFileOfOursThatIsBrokenIsNotReplaced(t *testing.T) {
	t.Parallel()
	for name, text := range map[string]string{"half": generatedLine + "\npackage things\n\nfunc {",
		"without a package": generatedLine} {
		folder := t.TempDir()
		from, out := written(t, folder, "d.json", things("", "", "")), written(t, folder, "things.go", text)
		status, said, messages := ran(t, "-from", from, "-package", "things", "-out", out)
		if status != statusFailed || said != "" || !strings.HasPrefix(messages, "cmsgen: "+out+": ") ||
			content(t, out) != text {
			t.Errorf("%s: %d %s%s", name, status, said, messages)
		}
	}
}

func TestAnOutputThatTakesNoChangesIsAFailure(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	out := filepath.Join(folder, "things.go")
	if status, _, messages := ran(t, "-from", written(t, folder, "d.json", things("", "", "")), "-package", "things",
		"-out", out); status != 0 {
		t.Fatal(messages)
	}
	before := content(t, out)
	var messages bytes.Buffer
	args := []string{"-from", written(t, folder, "e.json", things(`"a": {"type": "string"}`, "", "")), "-package",
		"things", "-out", out}
	status := run(t.Context(), args, environment{out: closed{}, messages: &messages, now: time.Now})
	if status != statusFailed || !strings.Contains(messages.String(), os.ErrClosed.Error()) || content(t, out) != before {
		t.Errorf("%d %s", status, messages.String())
	}
}

func TestEachChangeIsPrintedOnALine(t *testing.T) {
	t.Parallel()
	const head = "package a\n\n"
	for name, test := range map[string]struct{ old, fresh, want string }{
		"a comment alone":        {"// A.\ntype T int\n", "// B.\ntype T int\n", "~ comments"},
		"a type":                 {"type T int\n", "type T string\n", "~ T int -> string"},
		"a constant":             {"const A = 1\n", "const A = 2\n", "~ A 1 -> 2"},
		"constants of one line":  {"const A, B = 1, 2\n", "const A, B = 1, 3\n", "~ B 2 -> 3"},
		"a variable of no value": {"var A int\n", "var B int\n", "~ comments"},
		"a field":                {"type T struct{ A int }\n", "type T struct{ A string }\n", "~ T.A int -> string"},
		"two fields of a line":   {"type T struct{ A, B int }\n", "type T struct{ A int }\n", "- T.B int"},
		"a tag": {"type T struct {\n\tA int `json:\"a\"`\n}\n", "type T struct {\n\tA int `json:\"b\"`\n}\n",
			"~ T.A int json:\"a\" -> int json:\"b\""},
		"a new struct":          {"", "type T struct{ A int }\n\nfunc (t T) M() {}\n", "+ T struct"},
		"a struct that is gone": {"type T struct{ A int }\n\nfunc (t *T) M() {}\n", "", "- T struct"},
		"a function":            {"", "func F(\n\ta int,\n) error { return nil }\n", "+ F func( a int, ) error"},
		"a method":              {"type T int\n\nfunc (t *T) M() {}\n", "type T int\n", "- T.M func()"},
		"three": {"type A int\n\ntype C int\n", "type B int\n\ntype C string\n",
			"- A int\n+ B int\n~ C int -> string"},
	} {
		lines, err := changes([]byte(head+test.old), []byte(head+test.fresh))
		if got := strings.Join(lines, "\n"); err != nil || got != test.want {
			t.Errorf("%s: %v\n%s", name, err, got)
		}
	}
	if lines, err := changes(nil, []byte(head+"type T int\n")); err != nil || strings.Join(lines, "\n") != "+ T int" {
		t.Error(lines, err)
	}
	for _, broken := range [][2]string{{"package", head}, {head, "package"}} {
		if lines, err := changes([]byte(broken[0]), []byte(broken[1])); err == nil || lines != nil {
			t.Error(lines)
		}
	}
}
