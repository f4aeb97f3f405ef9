package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// scored is a package with tests that leave holes, which the mutants are to find.
const scored = `package scored

import "errors"

var ErrNone = errors.New("none")

// Sum adds those that are at least low, up to a limit.
func Sum(all []int, low, limit int) (int, error) {
	if len(all) == 0 {
		return 0, ErrNone
	}
	sum := 0
	for _, n := range all {
		if n < low {
			continue
		}
		sum += n
	}
	if sum > limit { // at the limit itself it is the same
		sum = limit
	}
	return sum, nil
}

func Name(kind string) string {
	switch kind {
	case "a":
		return "first"
	case "b":
		return "second"
	}
	return ""
}

// Unused is what no test calls.
func Unused(n int) bool { return n > 3 }

// Wait ends where done is true.
func Wait(done bool) {
	for !done {
	}
}

// Say is what people read.
func Say(name string) string { return say("a name is due: ", name) }

func say(text, name string) string { return text + name }
`

const scoredTest = `package scored

import "testing"

func TestSum(t *testing.T) {
	for _, test := range []struct{ all []int; low, limit, want int }{
		{[]int{1, 2, 3}, 2, 100, 5},
		{[]int{1, 2, 3}, 0, 4, 4},
	} {
		if got, err := Sum(test.all, test.low, test.limit); got != test.want || err != nil {
			t.Error(got, err)
		}
	}
}

func TestName(t *testing.T) {
	if Name("a") != "first" || Name("c") != "" {
		t.Error("wrong")
	}
}

func TestWait(*testing.T) { Wait(true) }
`

func TestPackagesThatUsersLinkAreShipped(t *testing.T) {
	t.Chdir("../..")
	got, err := shipped()
	if err != nil {
		t.Fatal(err)
	}
	for path, want := range map[string]bool{
		"cms": true, "cms/internal/walk": true, "cms/cmstest": true, "internal/transport": true, "internal/upsert": true,
		"internal/relay": true, "internal/replay": false, "internal/mutate": false, "internal/conformance": false,
	} {
		if got[module+"/"+path] != want {
			t.Errorf("shipped has %s: %v, want %v", path, !want, want)
		}
	}
}

// TestTrialsReportKilledMutants runs the whole on a small module: every mutant of it
// compiles beside the others, and what its tests leave open survives.
func TestTrialsReportKilledMutants(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{
		"go.mod": "module example.com/scored\n\ngo 1.26\n", "scored.go": scored, "scored_test.go": scoredTest,
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	t.Chdir(dir)
	t.Setenv("GOWORK", "off")
	packages, err := load(dir, []string{"./..."})
	if err != nil {
		t.Fatal(err)
	}
	var all []*mutant
	for _, m := range mutants(packages[0], packages[0].sources[0]) {
		if m.function != "Wait" { // it would take half a minute
			all = append(all, m)
		}
	}
	for i, m := range all {
		m.number = i + 1
	}
	drawn := packages[0].compiling(all)
	for i, m := range drawn {
		m.number = i + 1
	}
	trials, err := try(config{tests: "./...", workers: 2}, packages, drawn)
	if err != nil {
		t.Fatal(err)
	}
	got := map[outcome][]string{}
	for _, one := range trials {
		got[one.outcome] = append(got[one.outcome], strings.TrimPrefix(one.String(), "scored.go:"))
	}
	for kind, want := range map[outcome][]string{
		survived: {
			"9 Sum: constant: 0 -> 1",
			"19 Sum: bound: sum > limit -> sum >= limit",
			`29 Name: constant: "b" -> ""`,
		},
		unreached: {
			"10 Sum: error: return 0, ErrNone -> return 0, nil",
			`30 Name: case: case "b": return "second" -> `,
			"36 Unused: bound: n > 3 -> n >= 3",
		},
		killed: {
			"9 Sum: condition: len(all) == 0 -> !(len(all) == 0)",
			"12 Sum: constant: 0 -> 1",
			"14 Sum: bound: n < low -> n <= low",
			"17 Sum: statement: sum += n -> ",
			"17 Sum: operator: sum += n -> sum -= n",
			"20 Sum: statement: sum = limit -> ",
		},
	} {
		for _, w := range want {
			if !slices.Contains(got[kind], w) {
				t.Errorf("Trials: %q is not %s, want it:\n%s", w, kind, strings.Join(got[kind], "\n"))
			}
		}
	}
	for _, one := range trials {
		if one.function == "Say" {
			t.Errorf("Trials changed the text of a message, want it kept: %v", one)
		}
	}
	if len(trials) < 18 || len(drawn) < len(all)-2 {
		t.Errorf("%d mutants of %d compile, %d trials, want all but two and 18 trials", len(drawn), len(all), len(trials))
	}
}

func TestOnlyLinesChangedSinceACommitAreDrawn(t *testing.T) {
	dir := t.TempDir()
	t.Chdir(dir)
	t.Setenv("GOWORK", "off")
	write := func(name, text string) {
		t.Helper()
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	git := func(args ...string) {
		t.Helper()
		if _, err := command(exec.Command("git", append([]string{"-c", "user.name=a", "-c", "user.email=a@example.com"},
			args...)...)); err != nil {
			t.Fatal(err)
		}
	}
	write("go.mod", "module example.com/scored\n\ngo 1.26\n")
	write("scored.go", scored)
	git("init", "--quiet")
	git("add", ".")
	git("commit", "--quiet", "--message", "One")
	write("scored.go", strings.Replace(scored, "if n < low {", "if n < low-1 {", 1))
	write("added.go", "package scored\n\nfunc Small(n int) bool { return n < 3 }\n")
	git("add", "added.go")
	packages, err := load(dir, []string{"./..."})
	if err != nil {
		t.Fatal(err)
	}
	changed, err := changedSince(dir, "HEAD")
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, m := range draw(packages, changed, 100, 1) {
		got = append(got, fmt.Sprintf("%s:%d", m.file, m.line))
	}
	slices.Sort(got)
	if want := []string{"added.go:3", "scored.go:14"}; !slices.Equal(got, want) {
		t.Errorf("draw of the changed lines: %q, want %q", got, want)
	}
	if _, err := changedSince(dir, "nothing"); err == nil || !strings.Contains(err.Error(), "nothing") {
		t.Errorf("changedSince of an unknown commit: error %v, want one that names it", err)
	}
}

func TestSeedIsANumberOrFollowsFromTheCommit(t *testing.T) {
	t.Parallel()
	if seedOf("5") == seedOf("6") || seedOf("0a1b2c3d4e5f60718293") != 0x0a1b2c3d4e5f607 {
		t.Errorf("seedOf of 5: %x, of a commit: %x, want not that of 6, and the first digits of the commit", seedOf("5"),
			seedOf("0a1b2c3d4e5f60718293"))
	}
}
