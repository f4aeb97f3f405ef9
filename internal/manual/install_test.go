package manual

import (
	"archive/zip"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"testing"
)

const (
	module  = "github.com/fontcms/fontcms-go"
	version = "v0.1.0"
)

// The commands of the README work in a new module, with the module as a proxy gives it.
func TestModuleInstallsAsTheReadmeSays(t *testing.T) {
	t.Parallel()
	readme := pages(t)["README.md"]
	description, err := filepath.Abs(filepath.Join(root, "cms", "cmsgen", "testdata", "core.json"))
	if err != nil {
		t.Fatal(err)
	}
	environment := outside(t)
	for _, test := range []struct{ printed, before, after string }{
		{`(?m)^go get ` + module + `.*$`, "go mod init museum", "go vet ./..."},
		{`go mod init museum && go get -tool ` + module + `/cms/cmsgen`, "",
			"go tool cmsgen -from DESCRIPTION -route cms/v2/comments -package people"},
	} {
		printed := regexp.MustCompile(test.printed).FindString(readme)
		if printed == "" {
			t.Fatalf("The README does not print %q, want it", test.printed)
		}
		folder := t.TempDir()
		for i, block := range blocks(readme, "go") {
			if !regexp.MustCompile(`(?m)^package `).MatchString(block) {
				continue
			}
			name := filepath.Join(folder, fmt.Sprint("program", i), "main.go")
			if err := os.MkdirAll(filepath.Dir(name), 0o700); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(name, []byte(block), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		for command := range strings.SplitSeq(strings.Join([]string{test.before, printed, test.after}, " && "), " && ") {
			if command == "" {
				continue
			}
			run(t, folder, environment, strings.Fields(strings.Replace(command, "DESCRIPTION", description, 1)))
		}
		used, err := os.ReadFile(filepath.Join(folder, "go.mod"))
		if err != nil || !strings.Contains(string(used), module+" "+version) {
			t.Errorf("go.mod after the commands: %s, error %v, want %s %s", used, err, module, version)
		}
	}
}

// TestStrangersPackageWorks tests a package in another module. The page shows the same
// package.
func TestStrangersPackageWorks(t *testing.T) {
	t.Parallel()
	const source = "testdata/opening"
	folder := t.TempDir()
	if err := os.CopyFS(folder, os.DirFS(source)); err != nil {
		t.Fatal(err)
	}
	environment := outside(t)
	packages := []string{module + "/cms@" + version, module + "/cms/cmstest@" + version, module + "/batch@" + version}
	run(t, folder, environment, append([]string{"go", "get"}, packages...))
	run(t, folder, environment, []string{"go", "vet", "./..."})
	run(t, folder, environment, []string{"go", "test", "./..."})
	code, err := os.ReadFile(filepath.Join(source, "opening.go"))
	if err != nil {
		t.Fatal(err)
	}
	if shown := blocks(pages(t)["PACKAGES.md"], "go"); len(shown) != 1 || shown[0] != string(code) {
		t.Errorf("PACKAGES.md shows %q, want the text of %s/opening.go", shown, source)
	}
	if lines := strings.Count(string(code), "\n"); lines > 40 {
		t.Errorf("%s/opening.go has %d lines, want at most 40", source, lines)
	}
}

// outside returns the environment of commands in another module, which get this module
// from a proxy.
func outside(t *testing.T) []string {
	t.Helper()
	proxy := address(publish(t)) + "," + address(filepath.Join(setting(t, "GOMODCACHE"), "cache", "download")) + "," +
		setting(t, "GOPROXY")
	return append(os.Environ(), "GOPROXY="+proxy, "GOSUMDB=off", "GOWORK=off", "GOFLAGS=-modcacherw -trimpath",
		"GOMODCACHE="+t.TempDir())
}

// run runs a command in a folder. A failure ends the test.
func run(t *testing.T, folder string, environment, command []string) {
	t.Helper()
	c := exec.CommandContext(t.Context(), command[0], command[1:]...)
	c.Dir, c.Env = folder, environment
	if out, err := c.CombinedOutput(); err != nil {
		t.Fatalf("%s: error %v, want nil\n%s", strings.Join(command, " "), err, out)
	}
}

// publish writes the module as a version into the folder of a proxy, and returns that.
func publish(t *testing.T) string {
	t.Helper()
	proxy := t.TempDir()
	folder := filepath.Join(proxy, filepath.FromSlash(module), "@v")
	if err := os.MkdirAll(folder, 0o700); err != nil {
		t.Fatal(err)
	}
	description, err := os.ReadFile(filepath.Join(root, "go.mod"))
	if err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string]string{
		"list": version + "\n", version + ".info": fmt.Sprintf(`{"Version": %q}`, version),
		version + ".mod": string(description),
	} {
		if err := os.WriteFile(filepath.Join(folder, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	file, err := os.Create(filepath.Join(folder, version+".zip"))
	if err != nil {
		t.Fatal(err)
	}
	packed := zip.NewWriter(file)
	if err := pack(packed); err != nil {
		t.Fatal(err)
	}
	if err := packed.Close(); err != nil {
		t.Fatal(err)
	}
	if err := file.Close(); err != nil {
		t.Fatal(err)
	}
	return proxy
}

// pack adds the files of the module, without those of the modules below it.
func pack(packed *zip.Writer) error {
	return filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		name, err := filepath.Rel(root, path)
		if err != nil {
			return err
		}
		_, notNested := os.Stat(filepath.Join(path, "go.mod"))
		switch {
		case entry.IsDir() && name != "." && (entry.Name() == ".git" || notNested == nil):
			return fs.SkipDir
		case !entry.Type().IsRegular() || name == ".git": // a file in a worktree
			return nil
		}
		content, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		to, err := packed.Create(module + "@" + version + "/" + filepath.ToSlash(name))
		if err != nil {
			return err
		}
		_, err = to.Write(content)
		return err
	})
}

// address is that of a folder.
func address(folder string) string {
	folder = filepath.ToSlash(folder)
	if runtime.GOOS == "windows" {
		folder = "/" + folder
	}
	return "file://" + folder
}

// setting is one of the Go command.
func setting(t *testing.T, name string) string {
	t.Helper()
	value, err := exec.CommandContext(t.Context(), "go", "env", name).Output()
	if err != nil {
		t.Fatal(err)
	}
	return strings.TrimSpace(string(value))
}
