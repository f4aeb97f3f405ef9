package main

import (
	"bytes"
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/cms/cmstest"
	"github.com/fontcms/fontcms-go/examples/internal/hostile"
	"github.com/fontcms/fontcms-go/examples/internal/killing"
	"github.com/fontcms/fontcms-go/examples/internal/program"
	"github.com/fontcms/fontcms-go/examples/internal/program/programtest"
)

func TestMain(m *testing.M) {
	programtest.Be(main)
	m.Run()
}

func start(t *testing.T) *cmstest.Server {
	t.Helper()
	return cmstest.NewServer(cmstest.WithTest(t), cmstest.WithDocument([]byte(theme)))
}

// copied returns a folder with the files of the sample.
func copied(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	if err := os.CopyFS(dir, os.DirFS("sample")); err != nil {
		t.Fatal(err)
	}
	return dir
}

// typeface runs the program on a server in memory, and returns what it prints.
func typeface(t *testing.T, server *cmstest.Server, args ...string) (out, notes string, err error) {
	t.Helper()
	var o, n bytes.Buffer
	args = append([]string{"-site", server.URL, "-prefix", "cms", "-user", "admin"}, args...)
	err = run(t.Context(), args, program.Environment{Password: server.AppPassword("admin"), Out: &o, Err: &n})
	return o.String(), n.String(), err
}

// ids are the families and faces of a server.
func ids(server *cmstest.Server) (families, faces int) {
	var document struct {
		Families []any `json:"font-families"`
		Faces    []any `json:"font-faces"`
	}
	_ = cms.Unmarshal(server.Document(), &document)
	return len(document.Families), len(document.Faces)
}

func TestFolderIsInstalledOnceAndTakenBack(t *testing.T) {
	t.Parallel()
	server, dir := start(t), copied(t)
	for _, step := range []struct {
		args            []string
		want            string
		families, faces int
	}{
		{[]string{"-dry-run"}, "dry run, nothing was written: 4 written", 0, 0},
		{nil, "\n4 written", 1, 2},
		{nil, "\n0 written", 1, 2},
		{[]string{"-undo", "-dry-run"}, "dry run, nothing was written: 4 taken back", 1, 2},
		{[]string{"-undo"}, "\n4 taken back", 0, 0},
		{[]string{"-undo"}, "0 taken back", 0, 0},
	} {
		out, notes, err := typeface(t, server, append([]string{"-dir", dir}, step.args...)...)
		if err != nil || !strings.Contains(out, step.want) {
			t.Errorf("typeface %v: error %v, want %q\n%s%s", step.args, err, step.want, out, notes)
		}
		if families, faces := ids(server); families != step.families || faces != step.faces {
			t.Errorf("after typeface %v: %d families and %d faces, want %d and %d", step.args, families, faces,
				step.families, step.faces)
		}
	}
	if _, err := os.Stat(filepath.Join(dir, "typeface.receipt.json")); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("Stat of the receipt after -undo: error %v, want ErrNotExist", err)
	}
}

func TestFaceOfOthersGivesStatusThree(t *testing.T) {
	t.Parallel()
	server, dir := start(t), copied(t)
	if _, _, err := typeface(t, server, "-dir", dir); err != nil {
		t.Fatal(err)
	}
	var document struct {
		Families []struct {
			ID int64 `json:"id"`
		} `json:"font-families"`
	}
	if err := cms.Unmarshal(server.Document(), &document); err != nil {
		t.Fatal(err)
	}
	server.Insert("font-faces", map[string]any{
		"parent": document.Families[0].ID, "filename": "x.ttf", "file": []byte("true"),
		"font_face_settings": map[string]any{"fontFamily": "Inter", "fontWeight": "950"}})
	out, notes, err := typeface(t, server, "-dir", dir, "-undo")
	if !program.IsIncomplete(err) || !strings.Contains(out, "left       family inter") {
		t.Errorf("typeface -undo with a face of others: error %v, want status 3 and the family named\n%s%s", err, out, notes)
	}
}

func TestMistakesAreReported(t *testing.T) {
	t.Parallel()
	server := start(t)
	broken := t.TempDir()
	if err := os.WriteFile(filepath.Join(broken, "a.ttf"), []byte("\x00\x01\x00\x00 broken"), 0o600); err != nil {
		t.Fatal(err)
	}
	for want, args := range map[string][]string{
		"-for has to be":         {"-for", "footer"},
		"there is no font file":  {"-dir", t.TempDir()},
		"give the folder in":     {"-dir", filepath.Join(broken, "absent")},
		"a.ttf: fontfile: ":      {"-dir", broken},
		"is not a list of names": {"-dir", "sample", "-css", "a;b", "-receipt", filepath.Join(broken, "r.json")},
	} {
		if _, _, err := typeface(t, server, args...); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("typeface %v: error %v, want %q", args, err, want)
		}
	}
}

// TestKilledAtEachRequestItGoesOnOrIsUndone kills the program at each of its requests:
// before the site gets it, and after the site has carried it out.
func TestKilledAtEachRequestItGoesOnOrIsUndone(t *testing.T) {
	t.Parallel()
	kills := 0
	for at, more := 1, true; more; at++ {
		for _, moment := range []killing.Moment{killing.Before, killing.During, killing.After} {
			if more = killed(t, at, moment, kills%2 == 0); !more {
				break
			}
			kills++
		}
	}
	if kills < 20 {
		t.Errorf("the program was killed %d times, want at least 20", kills)
	}
	t.Logf("killed %d times", kills)
}

// killed kills the program at a request, and reports whether it did. Then the program goes
// on, or takes back what it has done.
func killed(t *testing.T, at int, moment killing.Moment, goesOn bool) bool {
	t.Helper()
	server, dir := start(t), copied(t)
	front, err := killing.NewFront(server.URL)
	if err != nil {
		t.Fatal(err)
	}
	defer front.Close()
	runs := func(at int, moment killing.Moment, more ...string) killing.Run {
		args := append([]string{"-site", front.URL, "-prefix", "cms", "-user", "admin", "-dir", dir}, more...)
		return front.Run(programtest.Command(t.Context(), server.AppPassword("admin"), args...), at, moment)
	}
	expect := func(doing string, got killing.Run, families, faces int) {
		t.Helper()
		if got.Err != nil {
			t.Fatalf("%s after a kill %v request %d: error %v, want nil\n%s", doing, moment, at, got.Err, got.Output)
		}
		if f, n := ids(server); f != families || n != faces {
			t.Fatalf("%s after a kill %v request %d: %d families and %d faces, want %d and %d\n%s", doing, moment, at, f, n,
				families, faces, got.Output)
		}
	}
	got := runs(at, moment)
	if !got.Killed {
		expect("a run", got, 1, 2)
		return false
	}
	front.Settle() // what the site does late is done before the next run
	if goesOn {
		expect("a second run", runs(0, killing.Never), 1, 2)
		if again := runs(0, killing.Never); again.Err != nil || again.Writes != 0 {
			t.Errorf("a third run: error %v and %d writes, want none\n%s", again.Err, again.Writes, again.Output)
		}
	}
	expect("an undo", runs(0, killing.Never, "-undo"), 0, 0)
	return true
}

func TestOnHostileSitesOnlyPlainLinesArePrinted(t *testing.T) {
	t.Parallel()
	hostile.Recipe{
		Name: "typeface", User: "admin", Silent: true,
		Keeps: []string{"name", "slug", "fontFamily", "src", "href", "fontStyle", "fontWeight"},
		Site: func(t *testing.T) (address, password string) {
			t.Helper()
			server := start(t)
			return server.URL, server.AppPassword("admin")
		},
		Run: func(b *hostile.Bench) error {
			return run(b.Context(), append(b.Args, "-dir", copied(b.T)), b.Env)
		},
	}.Check(t)
}

func TestInterruptedRunSaysWhatItHasDone(t *testing.T) {
	t.Parallel()
	server, dir := start(t), copied(t)
	ctx, interrupt := context.WithCancel(t.Context())
	interrupt()
	err := run(ctx, []string{"-site", server.URL, "-prefix", "cms", "-user", "admin", "-dir", dir},
		program.Environment{Password: server.AppPassword("admin"), Out: io.Discard, Err: io.Discard})
	if !errors.Is(err, context.Canceled) {
		t.Errorf("typeface with a context that has ended: error %v, want Canceled", err)
	}
}
