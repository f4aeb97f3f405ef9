package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
	"unicode/utf8"
)

// ran runs cmsgen and returns its status and what it said.
func ran(t *testing.T, args ...string) (status int, out, messages string) {
	t.Helper()
	var stdout, stderr bytes.Buffer
	now := func() time.Time { return time.Date(2026, 11, 23, 12, 0, 0, 0, time.UTC) }
	status = run(t.Context(), args, environment{password: "secret", out: &stdout, messages: &stderr, now: now})
	return status, stdout.String(), stderr.String()
}

// written writes a file into a folder and returns its name.
func written(t *testing.T, folder, name, text string) string {
	t.Helper()
	name = filepath.Join(folder, name)
	if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return name
}

func content(t *testing.T, name string) string {
	t.Helper()
	data, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

func TestAddedFieldsAreReportedAndWritten(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	out := filepath.Join(folder, "things.go")
	old := written(t, folder, "old.json", things(`"a": {"type": "string"}, "b": {"type": "string"}, "e": {"type": `+
		`"string", "enum": ["x", "y"]}`, "", `"a": {"type": "string"}`))
	grown := written(t, folder, "new.json", things(
		`"a": {"type": "number"}, "c": {"type": "object", "properties": {"d": {"type": "string"}}}, "e": {"type": "string",`+
			` "enum": ["x", "y", "z"]}`, "", `"a": {"type": "string"}`))
	own := written(t, folder, "own.go", "package things\n\nfunc (t *Thing) Own() {}\n")
	if status, said, messages := ran(t, "-from", old, "-package", "things", "-out", out,
		"-check"); status != statusChanged || !strings.Contains(said, "+ Thing struct\n") {
		t.Errorf("cmsgen -check without a file: status %d %s, output %s, want %d and an added struct", status, messages, said,
			statusChanged)
	}
	if status, said, messages := ran(t, "-from", old, "-package", "things", "-out", out); status != 0 || said != "" {
		t.Fatalf("cmsgen -out of a new file: status %d %s, output %s, want 0 and no output", status, messages, said)
	}
	first := content(t, out)
	if status, said, messages := ran(t, "-from", old, "-package", "things", "-out", out,
		"-check"); status != 0 || said != "" {
		t.Errorf("cmsgen -check of the same description: status %d %s, output %s, want 0 and no output", status, messages,
			said)
	}
	want := "- Thing.B string json:\"b\"\n+ Thing.C ThingC json:\"c\"\n+ ThingC struct\n+ ThingEZ \"z\"\n~ Thing.A " +
		"string json:\"a\" -> float64 json:\"a\"\n"
	status, said, messages := ran(t, "-from", grown, "-package", "things", "-out", out, "-check")
	if sorted(said) != want || status != statusChanged {
		t.Errorf("cmsgen -check of added fields: status %d, output %s, want %d and\n%s", status, said, statusChanged, want)
	} else if content(t, out) != first {
		t.Error("cmsgen -check changed the file, want it kept")
	}
	if messages != "cmsgen: "+out+": "+errChanged.Error()+"\n" {
		t.Errorf("cmsgen -check of added fields: messages %s, want that %s changed", messages, out)
	}
	status, said, messages = ran(t, "-from", grown, "-package", "things", "-out", out)
	if sorted(said) != want || status != 0 {
		t.Errorf("cmsgen -out of added fields: status %d %s, output %s, want 0 and\n%s", status, messages, said, want)
	} else if !strings.Contains(content(t, out), "ThingEZ") {
		t.Errorf("cmsgen -out of added fields wrote %s, want the new value ThingEZ", content(t, out))
	}
	if content(t, own) != "package things\n\nfunc (t *Thing) Own() {}\n" {
		t.Errorf("cmsgen wrote the user's own file: %s, want it kept", content(t, own))
	}
	if left, err := filepath.Glob(filepath.Join(folder, ".*")); err != nil || len(left) > 0 {
		t.Errorf("Glob of hidden files: %v, error %v, want none", left, err)
	}
}

// sorted are lines by their signs, then as they came.
func sorted(text string) string {
	var out strings.Builder
	for _, sign := range []string{"-", "+", "~"} {
		for line := range strings.Lines(text) {
			if strings.HasPrefix(line, sign) {
				out.WriteString(line)
			}
		}
	}
	return out.String()
}

func TestDateOfReadingIsNotAChange(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	out := filepath.Join(folder, "things.go")
	on := func(day string) string {
		return written(t, folder, day+".json", strings.Replace(things("", "", ""), `{"prefix"`, `{"site": "WordPress 7.1", `+
			`"read": "`+day+`", "prefix"`, 1))
	}
	if status, _, messages := ran(t, "-from", on("2026-11-23"), "-package", "things", "-out", out); status != 0 {
		t.Fatalf("cmsgen -out of a first reading: status %d %s, want 0", status, messages)
	}
	first := content(t, out)
	if !strings.Contains(first, "WordPress 7.1 site, read on\n// 2026-11-23") &&
		!strings.Contains(first, "WordPress 7.1 site, read on 2026-11-23") {
		t.Errorf("cmsgen -out wrote %s, want the day of reading", first)
	}
	for _, flags := range [][]string{{"-check"}, nil} {
		if status, said, messages := ran(t,
			append([]string{"-from", on("2027-01-01"), "-package", "things", "-out", out}, flags...)...); status != 0 ||
			said != "" {
			t.Errorf("cmsgen with %v on a later day: status %d, output %s, want 0 and none", flags, status, said)
		} else if content(t, out) != first {
			t.Errorf("cmsgen with %v on a later day changed the file (messages %s), want it kept", flags, messages)
		}
	}
}

func TestFilesOfOthersStayUnchanged(t *testing.T) {
	t.Parallel()
	description := things(`"a": {"type": "object", "properties": {"b": {"type": "string"}}}`, "", "")
	for name, test := range map[string]struct{ file, text, want string }{
		"the file itself":  {"things.go", "package things\n", "was not written by cmsgen"},
		"a type":           {"own.go", "package things\n\ntype Thing struct{}\n", "has a Thing already"},
		"a function":       {"own.go", "package things\n\nfunc NewThings() {}\n", "has a NewThings already"},
		"a constant":       {"own.go", "package things\n\nconst ThingA = 1\n", "has a ThingA already"},
		"another of ours":  {"more.go", generatedLine + "\npackage things\n\ntype Things int\n", "has a Things already"},
		"a broken file":    {"own.go", "package things\n\nfunc {", ""},
		"a test":           {"own_test.go", "package things\n\ntype Thing struct{}\n", ""},
		"a method":         {"own.go", "package things\n\nfunc (t *Thing) ThingA() {}\n", ""},
		"something else":   {"own.txt", "type Thing struct{}", ""},
		"a name of theirs": {"own.go", "package things\n\ntype thing struct{}\n", ""},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			folder := filepath.Join(t.TempDir(), `a [b]*?\c`) // no pattern
			if err := os.Mkdir(folder, 0o700); err != nil {
				t.Fatal(err)
			}
			from := written(t, folder, "d.json", description)
			own, out := written(t, folder, test.file, test.text), filepath.Join(folder, "things.go")
			status, said, messages := ran(t, "-from", from, "-package", "things", "-out", out)
			if (status == 0) != (test.want == "") || !strings.Contains(messages, test.want) {
				t.Errorf("cmsgen beside %s: status %d, messages %s, want %q", test.file, status, messages, test.want)
			} else if said != "" {
				t.Errorf("cmsgen beside %s: output %s, want none", test.file, said)
			}
			if content(t, own) != test.text {
				t.Errorf("cmsgen changed %s to %s, want it kept", test.file, content(t, own))
			}
			if _, err := os.Stat(out); test.want != "" && own != out && !os.IsNotExist(err) {
				t.Errorf("Stat of the output of a refused cmsgen: error %v, want no file", err)
			}
		})
	}
}

func TestMistakesInTheFlags(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	from := written(t, folder, "d.json", things("", "", ""))
	two := written(t, folder, "two.json", `{"routes": {"/a/v1/one": {"endpoints": [{"methods": ["GET"]}]}, "/a/v1/two": `+
		`{"endpoints": [{"methods": ["GET"]}]}}}`)
	for _, test := range []struct {
		args   string
		status int
		want   string
	}{
		{"", statusUsage, "either -site or -from"},
		{"-site http://127.0.0.1:1 -from d.json -package x", statusUsage, "either -site or -from"},
		{"-site http://127.0.0.1:1 -package x", statusUsage, "give a -route or a -namespace"},
		{"-from d.json", statusUsage, "give a -package"},
		{"-from d.json -package x -check", statusUsage, "-check compares"},
		{"-from d.json -package x -sample 101", statusUsage, "between 0 and 100"},
		{"-from d.json -package x -sample -1", statusUsage, "between 0 and 100"},
		{"-from missing.json -package x -sample 100", statusFailed, "missing.json"},
		{"-from " + written(t, folder, "list.json", "[]") + " -package x", statusFailed, "not a JSON object"},
		{"-site ftp://127.0.0.1:1 -package x -route a/v1/b", statusFailed, "http address"},
		{"-site ftp://127.0.0.1:1 -prefix wp -package x -route a/v1/b", statusFailed, "site"},
		{"-from d.json -package x -type-prefix shop", statusUsage, `-type-prefix "shop" is no exported Go name`},
		{"-help", 0, "cmsgen writes Go types"},
		{"-from " + written(t, folder, "signs.json", `{"routes": {"/~/!": {"endpoints": [{"methods": ["GET"]}]}}}`) +
			" -package x", statusFailed, "the records of ~/! have no name in Go: give one, -route ~/!=Name"},
		{"-from d.json -package x more", statusUsage, `unexpected argument "more"`},
		{"-unknown", statusUsage, "flag provided but not defined"},
		{"-help", 0, "FONTCMS_APP_PASSWORD"},
		{"-from missing.json -package x", statusFailed, "missing.json"},
		{"-from " + from + " -package 1x", statusUsage, `"1x" is no name for a package`},
		{"-from " + from + " -package x -route wp/v2/others", statusFailed, "there is no route wp/v2/others"},
		{"-from " + from + " -package x -route wp/v2/things=thing", statusUsage, `"thing" is no exported Go name`},
		{"-from " + two + " -package x -route a/v1/one=Thing -route a/v1/two=Thing", statusFailed,
			"two routes are to have records named Thing"},
		{"-from " + from + " -package x -namespace shop/v1", statusFailed, "no such routes"},
		{"-from " + from + " -package x -out " + filepath.Join(folder, "missing", "x.go"), statusFailed, "missing"},
		{"-from " + from + " -package x -out " + filepath.Join(folder, "x.go") + " -save " +
			filepath.Join(folder, "missing", "x.json"), statusFailed, "missing"},
	} {
		status, said, messages := ran(t, strings.Fields(test.args)...)
		if status == statusFailed && !strings.HasPrefix(messages, "cmsgen: ") {
			t.Errorf("cmsgen %s: messages %s, want cmsgen: first", test.args, messages)
		}
		if status != test.status || said != "" {
			t.Errorf("cmsgen %s: status %d, output %s, want %d and none", test.args, status, said, test.status)
		} else if !strings.Contains(messages, test.want) || strings.Contains(messages, "secret") {
			t.Errorf("cmsgen %s: messages %s, want %q and no secret", test.args, messages, test.want)
		}
	}
}

func TestHelpFitsATerminalOf80Columns(t *testing.T) {
	t.Parallel()
	_, _, help := ran(t, "-help")
	for line := range strings.Lines(help) {
		shown := strings.Replace(strings.TrimSuffix(line, "\n"), "    \t", "        ", 1)
		if columns := utf8.RuneCountInString(shown); columns > 80 {
			t.Errorf("cmsgen -help has a line of %d columns, want 80 at most: %s", columns, shown)
		}
	}
}

// closed is an output that takes nothing.
type closed struct{}

func (closed) Write([]byte) (int, error) { return 0, os.ErrClosed }

func TestOutputThatTakesNothingIsAFailure(t *testing.T) {
	t.Parallel()
	from := written(t, t.TempDir(), "d.json", things("", "", ""))
	var messages bytes.Buffer
	status := run(t.Context(), []string{"-from", from, "-package", "x"},
		environment{out: closed{}, messages: &messages, now: time.Now})
	if status != statusFailed || !strings.Contains(messages.String(), os.ErrClosed.Error()) {
		t.Errorf("run to a closed output: status %d %s, want %d and the error", status, messages.String(), statusFailed)
	}
}

// TestFolderAtTheOutputPathIsNotAForeignFile would tell the caller to remove the folder.
func TestFolderAtTheOutputPathIsNotAForeignFile(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	from := written(t, folder, "a.json", things(`"a": {"type": "string"}`, "", ""))
	status, _, messages := ran(t, "-from", from, "-package", "things", "-out", folder)
	if status != statusFailed || messages == "" {
		t.Errorf("cmsgen -out of a folder: status %d, messages %q, want %d and a message", status, messages, statusFailed)
	} else if strings.Contains(messages, "remove it") {
		t.Errorf("cmsgen -out of a folder: messages %s, want no advice to remove it", messages)
	}
}

func TestFileThatIsTooLargeIsNotRead(t *testing.T) {
	t.Parallel()
	name := written(t, t.TempDir(), "a.json", "1234")
	if data, err := readFile(name, 3); err == nil || !strings.Contains(err.Error(), "larger than 3 bytes") {
		t.Errorf("readFile of 4 bytes, limit 3: %s, error %v, want an error that it is larger", data, err)
	}
	if data, err := readFile(name, 4); err != nil || string(data) != "1234" {
		t.Errorf("readFile of 4 bytes, limit 4: %s, error %v, want 1234", data, err)
	}
}

// TestIndexWithoutAPrefixIsReadWithThatOfTheFlag reads a namespace as a site or curl
// saves it.
func TestIndexWithoutAPrefixIsReadWithThatOfTheFlag(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	from := written(t, folder, "index.json",
		strings.Replace(things(`"a": {"type": "string"}`, "", ""), `"prefix": "wp", `, "", 1))
	out := filepath.Join(folder, "things.go")
	if status, _, messages := ran(t, "-from", from, "-prefix", "wp", "-route", "wp/v2/things", "-package", "things",
		"-out", out); status != 0 {
		t.Fatalf("cmsgen -prefix of an index without one: status %d %s, want 0", status, messages)
	}
	if source := content(t, out); !strings.Contains(source, `(site, "cms/v2/things")`) {
		t.Errorf("cmsgen -prefix of an index without one wrote %s, want the route cms/v2/things", source)
	}
}

func TestAddedAndRemovedFunctionsAreReported(t *testing.T) {
	t.Parallel()
	old, fresh := "package a\n\ntype T struct{}\n\ntype E string\n\nfunc F() {}\n\nfunc (t *T) M() {}\n",
		"package a\n\ntype T struct{}\n\ntype E int\n\nfunc G(a int) {}\n\nfunc (t *T) M() int { return 1 }\n"
	lines, err := changes([]byte(old), []byte(fresh))
	if got := strings.Join(lines, "\n") + "\n"; err != nil ||
		got != "~ E string -> int\n- F func()\n+ G func(a int)\n~ T.M func() -> func() int\n" {
		t.Errorf("changes: %s, error %v, want 4 lines", got, err)
	}
}
