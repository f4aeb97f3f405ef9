package snippets

import (
	"errors"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/fontcms/fontcms-go/cms/cmstest"
	"github.com/fontcms/fontcms-go/examples/internal/program/programtest"
)

// exits runs the program in a process of its own and returns its status and what it
// said.
func (b *bench) exits(args ...string) (status int, said string) {
	b.Helper()
	args = append(args, "-site", b.address, "-prefix", "cms", "-user", "admin", "-dir", b.folder)
	command := programtest.Command(b.Context(), b.site.AppPassword("admin"), args...)
	out, err := command.CombinedOutput()
	if err != nil && !errors.As(err, new(*exec.ExitError)) {
		b.Fatal(err)
	}
	return command.ProcessState.ExitCode(), string(out)
}

// runs counts the requests that store code which is to run.
func (b *bench) runs(code string) int {
	n := 0
	for _, request := range b.site.Requests() {
		body := string(request.Body)
		if request.Method == http.MethodPost && strings.Contains(body, code) && strings.Contains(body, `"active":true`) {
			n++
		}
	}
	return n
}

func TestCodeThatThrowsStopsNoOtherAndIsNotRunFourTimes(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	b.write("a-bad.php", file("Bad", "active: true\n", "throw new Exception();"))
	b.write("b-good.php", file("Good", "active: true\n", "good();"))
	b.write("c-off.php", file("Off", "", "off();"))
	status, said := b.exits("push")
	if status != 3 || !strings.Contains(said, "a-bad.php: ") {
		t.Errorf("push of code that throws: status %d, want 3, and a-bad.php named\n%s", status, said)
	} else if strings.Contains(said, "b-good.php: ") {
		t.Errorf("push of code that throws printed\n%s\nwant no error of b-good.php", said)
	}
	there := b.onSite()
	if len(there) != 3 || !there["Good"].Active {
		t.Errorf("After the push the site has %+v, want three, Good active", there)
	} else if there["Off"] == nil || there["Bad"].Active {
		t.Errorf("After the push the site has %+v, want Off, and Bad not active", there)
	}
	if n := b.runs("throw new"); n != 2 { // once, and once more after the others
		t.Errorf("The first push ran the code that throws %d times, want 2", n)
	}
	b.site.ResetRequests()
	b.fails("push", "a-bad.php")
	if n := b.runs("throw new"); n != 1 { // nothing else was to be done
		t.Errorf("The second push ran the code that throws %d times, want 1", n)
	}
	b.replace("a-bad.php", "throw new Exception();", "good_again();")
	b.works("push", "pushed:    a-bad.php")
	if bad := b.onSite()["Bad"]; !bad.Active || len(bad.Tags) != 0 {
		t.Errorf("After the push of the mended file Bad is %+v, want it active without tags", bad)
	}
}

func TestFunctionsMoveBetweenActiveFiles(t *testing.T) {
	t.Parallel()
	function := func(names ...string) (code string) {
		for _, name := range names {
			code += "function " + name + "() {}\n"
		}
		return code
	}
	for name, test := range map[string]struct {
		before, after map[string]string // code of files; "" for no file
		verb          string
	}{
		"to an earlier file": {
			map[string]string{"a": function("a"), "b": function("b", "f")},
			map[string]string{"a": function("a", "f"), "b": function("b")}, "push",
		},
		"to a later file": {
			map[string]string{"a": function("a", "f"), "b": function("b")},
			map[string]string{"a": function("a"), "b": function("b", "f")}, "push",
		},
		"along a chain": {
			map[string]string{"a": function("a"), "b": function("b", "f"), "c": function("c", "g")},
			map[string]string{"a": function("a", "f"), "b": function("b", "g"), "c": function("c")}, "push",
		},
		"in exchange": {
			map[string]string{"a": function("a", "f"), "b": function("b", "g")},
			map[string]string{"a": function("a", "g"), "b": function("b", "f")}, "push",
		},
		"from a file that is deleted": {
			map[string]string{"a": function("a"), "b": function("f")},
			map[string]string{"a": function("a", "f"), "b": ""}, "push -delete",
		},
		"to a new file": {
			map[string]string{"b": function("b", "f")},
			map[string]string{"a": function("f"), "b": function("b")}, "push",
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b := newBench(t)
			write := func(files map[string]string) {
				for name, code := range files {
					if code == "" {
						b.remove(name + ".php")
						continue
					}
					b.write(name+".php", file(name, "active: true\n", code))
				}
			}
			write(test.before)
			b.works("push")
			write(test.after)
			b.works(test.verb)
			there := b.onSite()
			for name, code := range test.after {
				if code != "" && (there[name] == nil || !there[name].Active || there[name].Code != strings.TrimSpace(code)) {
					t.Errorf("After snippets %s the site has %s as %+v, want it active with the code of its file",
						test.verb, name, there[name])
				}
			}
			b.site.ResetRequests()
			b.works(test.verb)
			if n := b.writes(); n != 0 {
				t.Errorf("The second snippets %s: %d writes, want none", test.verb, n)
			}
		})
	}
}

func TestFailedRequestStopsNoOtherSnippet(t *testing.T) {
	t.Parallel()
	refused := cmstest.Fault{Status: http.StatusForbidden, Code: "rest_forbidden", Times: 1}
	for name, test := range map[string]struct {
		method, route string
		failed        string
	}{
		"a create": {http.MethodPost, "/code-snippets/v1/snippets", "new-1.php"},
		"a read":   {http.MethodGet, "/code-snippets/v1/snippets/{id}", ""}, // of the first round; the second one mends it
		"a delete": {http.MethodDelete, "/code-snippets/v1/snippets/{id}", "old-1.php"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b := newBench(t)
			for _, name := range []string{"Old 1", "Old 2"} {
				b.site.Insert("snippets", map[string]any{"name": name, "code": "old();"})
			}
			b.works("pull")
			b.remove("old-1.php")
			b.remove("old-2.php")
			b.write("new-1.php", file("New 1", "active: true\n", "one();"))
			b.write("new-2.php", file("New 2", "active: true\n", "two();"))
			fault := refused
			fault.Method, fault.Route = test.method, test.route
			b.site.Fail(fault)
			status, said := b.exits("push", "-delete")
			want := map[bool]int{true: 0, false: 3}[test.failed == ""]
			if status != want || !strings.Contains(said, test.failed) {
				t.Errorf("push with %s that fails: status %d, want %d, and %q in the output\n%s",
					name, status, want, test.failed, said)
			}
			left := map[string]string{"new-1.php": "New 1", "old-1.php": "Old 1"}[test.failed]
			there := b.onSite()
			for _, name := range []string{"New 1", "New 2", "Old 1", "Old 2"} {
				wanted := strings.HasPrefix(name, "New") != (name == left)
				if (there[name] != nil) != wanted {
					t.Errorf("After the push the site has %s: %t, want %t", name, !wanted, wanted)
				}
			}
			b.works("push -delete")
		})
	}
}

func TestLostResponseToAnActiveSnippetIsLookedUp(t *testing.T) {
	t.Parallel()
	for name, processed := range map[string]bool{"it was stored": true, "it was not": false} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b := newBench(t)
			id := b.site.Insert("snippets", map[string]any{"name": "Swap", "code": "one();", "active": true})
			b.works("pull")
			b.replace("swap.php", "one", "two")
			b.site.Fail(cmstest.Fault{Method: http.MethodPost, Cut: cmstest.CutAnswer, Processed: processed, Times: 1})
			b.site.ResetRequests()
			if processed {
				b.works("push", "pushed:    swap.php")
			} else {
				b.fails("push", "swap.php", "outcome unknown")
			}
			if n := b.runs("two();"); n != 1 {
				t.Errorf("The push ran the code %d times, want 1", n)
			}
			b.works("push")
			if got := b.site.Record("snippets", id)["code"]; got != "two();" {
				t.Errorf("After the second push the site has the code %q, want two();", got)
			}
		})
	}
}

func TestFileThatCannotBeWrittenStopsNoOther(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	b.site.Insert("snippets", map[string]any{"name": "First", "code": "one();"})
	b.site.Insert("snippets", map[string]any{"name": "Second", "code": "two();"})
	if err := os.MkdirAll(filepath.Join(b.folder, "first.php", "in the way"), 0o700); err != nil {
		t.Fatal(err)
	}
	status, said := b.exits("pull")
	if status != 3 || !strings.Contains(said, "first.php: ") {
		t.Errorf("pull with a folder in the place of a file: status %d, want 3, and first.php named\n%s", status, said)
	}
	if got := b.read("second.php"); !strings.Contains(got, "two();") {
		t.Errorf("After the pull second.php is %q, want the code two();", got)
	}
}
