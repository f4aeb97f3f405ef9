//go:build unix

package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"syscall"
	"testing"

	"github.com/fontcms/fontcms-go/internal/freeport"
)

// commandsOf are the indented lines of a chapter of README.md.
func commandsOf(t *testing.T, chapter string) string {
	t.Helper()
	text, err := os.ReadFile("README.md")
	if err != nil {
		t.Fatal(err)
	}
	_, after, found := strings.Cut(string(text), "\n## "+chapter+"\n")
	if !found {
		t.Fatalf("README.md has no chapter %q, want one", chapter)
	}
	after, _, _ = strings.Cut(after, "\n## ")
	var commands []string
	for line := range strings.Lines(after) {
		if command, indented := strings.CutPrefix(line, "    "); indented {
			commands = append(commands, command)
		}
	}
	return strings.Join(commands, "")
}

// followed runs commands of README.md in an empty folder, with the test as the program
// fleet, and returns the folder and what they print. It ends what the commands leave running.
func followed(t *testing.T, commands string) (folder, said string) {
	t.Helper()
	folder = t.TempDir()
	fleet := "#!/bin/sh\nIFS='|'\nexec '" + os.Args[0] + "' -fleet \"$*\"\n"
	if err := os.WriteFile(filepath.Join(folder, "fleet"), []byte(fleet), 0o700); err != nil { //nolint:gosec // a program
		t.Fatal(err)
	}
	output, err := os.Create(filepath.Join(t.TempDir(), "output"))
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = output.Close() }()
	shell := exec.CommandContext(t.Context(), "sh", "-ec", commands)
	shell.Dir, shell.Stdout, shell.Stderr = folder, output, output
	shell.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	failed := shell.Run()
	if shell.Process != nil {
		_ = syscall.Kill(-shell.Process.Pid, syscall.SIGKILL)
	}
	text, err := os.ReadFile(output.Name())
	if failed != nil || err != nil {
		t.Fatalf("The commands of README.md: error %v, reading their output %v, want none\n%s", failed, err, text)
	}
	return folder, string(text)
}

// inBackground lets a command of README.md that runs until Ctrl-C run beside the others.
func inBackground(commands, command, until string) string {
	return strings.Replace(commands, command, command+" &\nuntil "+until+"; do sleep 0.1; done", 1)
}

// demoRuns lets few sites of the command demo run beside the commands.
func demoRuns(commands string) string {
	return inBackground(strings.Replace(commands, "./fleet demo", "./fleet demo -count 3", 1),
		"./fleet demo -count 3", "test -e demo/sites.csv")
}

// checkFollowed checks what commands printed, and the posts of the last site.
func checkFollowed(t *testing.T, folder, said, copies string, wants ...string) {
	t.Helper()
	for _, want := range append(wants, "0 jobs wait for a person", "records of 3 sites in "+copies) {
		if !strings.Contains(said, want) {
			t.Errorf("The commands of README.md printed\n%s\nwant %q", said, want)
		}
	}
	if posts, err := filepath.Glob(filepath.Join(folder, copies, "site3", "posts", "*.json")); len(posts) == 0 {
		t.Errorf("The export in %s has no posts of site3, error %v, want some", copies, err)
	}
}

func TestFirstStepsOfTheREADME(t *testing.T) {
	t.Parallel()
	commands := strings.Replace(commandsOf(t, "First steps"), "go build .\n", "", 1)
	folder, said := followed(t, demoRuns(commands))
	checkFollowed(t, folder, said, "records", "run my-mirror: 3 done", "run my-drift: 3 done", "run my-report: 3 done")
}

// loopback is an address of README.md.
var loopback = regexp.MustCompile(`127\.0\.0\.1:\d+`)

// onFreePorts replaces the ports of commands.
func onFreePorts(t *testing.T, commands string) string {
	t.Helper()
	found := slices.Sorted(slices.Values(loopback.FindAllString(commands, -1)))
	found = slices.Compact(found)
	var pairs []string
	for i, address := range freeport.Addresses(t, len(found)) {
		pairs = append(pairs, found[i], address)
	}
	return strings.NewReplacer(pairs...).Replace(commands)
}

func TestSeveralMachinesOfTheREADME(t *testing.T) {
	t.Parallel()
	if _, err := exec.LookPath("openssl"); err != nil {
		t.Skip("openssl is not installed")
	}
	commands := onFreePorts(t, commandsOf(t, "Several machines"))
	wait := func(before, until string) {
		commands = strings.Replace(commands, before, "until "+until+"; do sleep 0.1; done\n"+before, 1)
	}
	wait("./fleet work", "./fleet status $FLEET")
	wait("./fleet status $FLEET\n./fleet dead", "./fleet status $FLEET | grep 'run night: 3 done'")
	folder, said := followed(t, demoRuns("./fleet demo\n"+commands))
	checkFollowed(t, folder, said, "copies", "with 3 copies of each message", "run night: 3 sites queued")
}
