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

func TestDescriptionThatIsTheSameIsNotWrittenAgain(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	from, save, out := written(t, folder, "d.json", things("", "", "")), filepath.Join(folder, "saved.json"),
		filepath.Join(folder, "things.go")
	var before os.FileInfo
	for round := range 2 {
		if status, said, messages := ran(t, "-from", from, "-package", "things", "-out", out, "-save", save); status != 0 ||
			said+messages != "" {
			t.Fatalf("cmsgen -save, round %d: status %d, output %s, messages %s, want 0 and neither", round, status, said,
				messages)
		}
		now, err := os.Stat(save)
		if err != nil || now.Mode().Perm() != 0o644 {
			t.Fatalf("Stat of the saved description: %v, error %v, want the mode 0644", now, err)
		}
		if round > 0 && !os.SameFile(before, now) {
			t.Error("cmsgen -save of the same description wrote the file again, want it kept")
		}
		before = now
	}
	if status, _, messages := ran(t, "-from", save, "-package", "things", "-out", out, "-save",
		filepath.Join(folder, "other.json"), "-check"); status != 0 {
		t.Errorf("cmsgen -check with -save: status %d %s, want 0", status, messages)
	}
	if _, err := os.Stat(filepath.Join(folder, "other.json")); !os.IsNotExist(err) {
		t.Errorf("Stat after cmsgen -check: error %v, want no saved description", err)
	}
}

func TestFileThatCannotBeReplacedStays(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	inner := filepath.Join(folder, "things.json")
	if err := os.Mkdir(inner, 0o700); err != nil {
		t.Fatal(err)
	}
	written(t, inner, "own.txt", "mine")
	if err := writeFile(inner, []byte("x")); err == nil {
		t.Error("writeFile over a folder: no error, want one")
	}
	left, err := os.ReadDir(folder)
	if err != nil || len(left) != 1 {
		t.Errorf("ReadDir after a failed writeFile: %v, error %v, want only the folder", left, err)
	} else if content(t, filepath.Join(inner, "own.txt")) != "mine" {
		t.Errorf("A file in the folder became %s, want mine", content(t, filepath.Join(inner, "own.txt")))
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
		t.Errorf("cmsgen -save to a missing folder: status %d %s, want %d and the folder", status, messages, statusFailed)
	}
	for _, odd := range []any{func() {}, describe.Schema{Default: []byte("{")}} {
		if data, err := indented(odd); err == nil || len(data) > 0 {
			t.Errorf("indented of a %T: %s, error %v, want an error", odd, data, err)
		}
	}
	if data, err := indented(map[string]int{"b": 1, "a": 2}); err != nil ||
		string(data) != "{\n\t\"a\": 2,\n\t\"b\": 1\n}\n" {
		t.Errorf("indented of a map: %q, error %v, want sorted keys and tabs", data, err)
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

func TestFileOfOursThatIsBrokenIsNotReplaced(t *testing.T) {
	t.Parallel()
	for name, text := range map[string]string{"half": generatedLine + "\npackage things\n\nfunc {",
		"without a package": generatedLine} {
		folder := t.TempDir()
		from, out := written(t, folder, "d.json", things("", "", "")), written(t, folder, "things.go", text)
		status, said, messages := ran(t, "-from", from, "-package", "things", "-out", out)
		if status != statusFailed || said != "" {
			t.Errorf("%s: cmsgen -out: status %d, output %s, want %d and none", name, status, said, statusFailed)
		} else if !strings.HasPrefix(messages, "cmsgen: "+out+": ") || content(t, out) != text {
			t.Errorf("%s: cmsgen -out: messages %s, want the file named and kept", name, messages)
		}
	}
}

func TestOutputThatTakesNoChangesIsAFailure(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	out := filepath.Join(folder, "things.go")
	if status, _, messages := ran(t, "-from", written(t, folder, "d.json", things("", "", "")), "-package", "things",
		"-out", out); status != 0 {
		t.Fatalf("cmsgen -out of a new file: status %d %s, want 0", status, messages)
	}
	before := content(t, out)
	var messages bytes.Buffer
	args := []string{"-from", written(t, folder, "e.json", things(`"a": {"type": "string"}`, "", "")), "-package",
		"things", "-out", out}
	status := run(t.Context(), args, environment{out: closed{}, messages: &messages, now: time.Now})
	if status != statusFailed || !strings.Contains(messages.String(), os.ErrClosed.Error()) {
		t.Errorf("run to a closed output: status %d %s, want %d and the error", status, messages.String(), statusFailed)
	} else if content(t, out) != before {
		t.Errorf("run to a closed output changed the file to %s, want it kept", content(t, out))
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
			t.Errorf("%s: changes: %s, error %v, want %s", name, got, err, test.want)
		}
	}
	if lines, err := changes(nil, []byte(head+"type T int\n")); err != nil || strings.Join(lines, "\n") != "+ T int" {
		t.Errorf("changes of no file: %q, error %v, want + T int", lines, err)
	}
	for _, broken := range [][2]string{{"package", head}, {head, "package"}} {
		if lines, err := changes([]byte(broken[0]), []byte(broken[1])); err == nil || lines != nil {
			t.Errorf("changes of %q: %q, error %v, want an error", broken, lines, err)
		}
	}
}
