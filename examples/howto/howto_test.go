package howto

import (
	"bytes"
	"go/parser"
	"go/token"
	"io/fs"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/fontcms/fontcms-go/cms/cmstest"
	"github.com/fontcms/fontcms-go/fonts/fontstest"
)

const module = "github.com/fontcms/fontcms-go/"

// run is one run of a program. SITE stands for the address of the server, in args and in what is
// printed.
type run struct {
	args string
	// before runs before the program, and between before each request.
	before  func(server *cmstest.Server)
	between func(server *cmstest.Server, r *http.Request)
	// out is standard output, all of it. fails is a part of standard error: the status is then 1.
	out, fails string
}

type howto struct {
	behaviour string
	program   string
	site      []cmstest.Option
	files     map[string]string
	runs      []run // one after the other, on one site and in one folder
}

func TestHowtosPrintTheirOutput(t *testing.T) {
	t.Parallel()
	programs := build(t)
	seen := map[string]bool{}
	for _, test := range howtos(t) {
		seen[test.program] = true
		t.Run(test.program+" "+test.behaviour, func(t *testing.T) {
			t.Parallel()
			common := []cmstest.Option{cmstest.WithTest(t), cmstest.WithPrefix("wp"), cmstest.WithClock(clock)}
			server := cmstest.NewServer(append(common, test.site...)...)
			folder := t.TempDir()
			for name, content := range test.files {
				if err := os.WriteFile(filepath.Join(folder, name), []byte(content), 0o600); err != nil {
					t.Fatal(err)
				}
			}
			for _, r := range test.runs {
				r.check(t, server, filepath.Join(programs, test.program), folder)
			}
		})
	}
	for _, name := range folders(t) {
		if !seen[name] {
			t.Errorf("examples/howto/%s: no row of the table runs it, want one", name)
		}
	}
}

// check runs a program on the site, and compares what it prints.
func (r run) check(t *testing.T, server *cmstest.Server, program, folder string) {
	t.Helper()
	if r.before != nil {
		r.before(server)
	}
	address := server.URL
	if r.between != nil {
		front := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, request *http.Request) {
			r.between(server, request)
			server.Handler().ServeHTTP(w, request)
		}))
		t.Cleanup(front.Close)
		address = front.URL
	}
	args := strings.Fields(strings.ReplaceAll(r.args, "SITE", address))
	command := exec.CommandContext(t.Context(), program, args...)
	password := server.AppPassword("editor")
	command.Env = append(os.Environ(), "FONTCMS_APP_PASSWORD="+password, "FONTCMS_PASSWORD="+password)
	command.Dir = folder
	var out, errors bytes.Buffer
	command.Stdout, command.Stderr = &out, &errors
	err := command.Run()
	if (err != nil) != (r.fails != "") || !strings.Contains(errors.String(), r.fails) {
		t.Errorf("%s: %v, standard error %q, want a failure with %q (none if empty)", r.args, err, &errors, r.fails)
	}
	printed := strings.ReplaceAll(out.String(), address, "SITE")
	if printed = strings.ReplaceAll(printed, server.URL, "SITE"); printed != r.out {
		t.Errorf("%s: printed\n%swant\n%s", r.args, printed, r.out)
	}
}

// build builds all programs into a folder, and returns it.
func build(t *testing.T) string {
	t.Helper()
	folder := t.TempDir()
	args := []string{"build", "-ldflags=-s -w", "-o", folder + string(filepath.Separator), "./..."}
	command := exec.CommandContext(t.Context(), "go", args...)
	if out, err := command.CombinedOutput(); err != nil {
		t.Fatalf("go build of all howtos: error %v, want nil\n%s", err, out)
	}
	return folder
}

// folders are the names of the howtos.
func folders(t *testing.T) []string {
	t.Helper()
	programs, err := filepath.Glob("*/main.go")
	if err != nil {
		t.Fatal(err)
	}
	for i := range programs {
		programs[i] = filepath.Dir(programs[i])
	}
	return programs
}

func clock() time.Time { return time.Date(2026, 3, 1, 10, 0, 0, 0, time.UTC) }

func TestHowtosAreShortAndImportWhatUsersCanImport(t *testing.T) {
	t.Parallel()
	files := 0
	err := filepath.WalkDir(".", func(path string, entry fs.DirEntry, err error) error {
		if err != nil || filepath.Dir(path) == "." || filepath.Ext(path) != ".go" {
			return err
		}
		files++
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		if lines := bytes.Count(text, []byte("\n")); lines > 80 {
			t.Errorf("%s has %d lines, want at most 80", path, lines)
		}
		file, err := parser.ParseFile(token.NewFileSet(), path, text, parser.ImportsOnly)
		if err != nil {
			return err
		}
		for _, spec := range file.Imports {
			name, err := strconv.Unquote(spec.Path.Value)
			if err != nil {
				return err
			}
			if reason := refused(path, name); reason != "" {
				t.Errorf("%s imports %s: %s, want what any program can import", path, name, reason)
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if files != 14 || len(folders(t)) != 13 {
		t.Errorf("%d files and %d programs, want 13 programs of one file each, and one test", files, len(folders(t)))
	}
}

// refused returns why a howto may not import a package, or "".
func refused(path, name string) string {
	own, ours := strings.CutPrefix(name, module)
	domain, _, _ := strings.Cut(name, "/")
	switch {
	case !ours && strings.Contains(domain, "."):
		return "a package of others"
	case strings.Contains(name, "internal"), strings.HasPrefix(own, "examples/"):
		return "a package that users cannot import"
	case strings.HasSuffix(own, "test") && !strings.HasSuffix(path, "_test.go"):
		return "a server in memory"
	}
	return ""
}

// catalogue starts a font catalogue with two fonts.
func catalogue(t *testing.T) string {
	t.Helper()
	server := fontstest.NewServer(fontstest.WithFonts([]map[string]any{
		{"id": "a", "name": "Plain Sans", "fontSubfamily": []any{"Regular", "Bold Italic"}, "category": "sans-serif"},
		{"id": "b", "name": "Other Serif", "fontSubfamily": "Regular", "category": "serif"},
	}))
	t.Cleanup(server.Close)
	return server.URL
}
