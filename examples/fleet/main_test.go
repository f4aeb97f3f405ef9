package main

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/fontcms/fontcms-go/cms/cmstest"
	"github.com/fontcms/fontcms-go/examples/internal/program"
)

// fleetOf writes a file of sites for servers in memory, and their passwords into a folder.
func fleetOf(t *testing.T, servers ...*cmstest.Server) (file, secrets string) {
	t.Helper()
	secrets = t.TempDir()
	lines := "name,site,user,secret,prefix\n"
	for i, server := range servers {
		name := fmt.Sprint("site", i)
		secret := server.URL + " " + server.AppPassword("admin")
		if err := os.WriteFile(filepath.Join(secrets, name), []byte(secret), 0o600); err != nil {
			t.Fatal(err)
		}
		lines += fmt.Sprintf("%s,%s,admin,file:%[1]s,cms\n", name, server.URL)
	}
	file = filepath.Join(t.TempDir(), "sites.csv")
	if err := os.WriteFile(file, []byte(lines), 0o600); err != nil {
		t.Fatal(err)
	}
	return file, secrets
}

func newSite(t *testing.T, options ...cmstest.Option) *cmstest.Server {
	t.Helper()
	server := cmstest.NewServer(options...)
	t.Cleanup(server.Close)
	return server
}

// do runs a command.
func do(t *testing.T, args ...string) (string, error) {
	t.Helper()
	var out bytes.Buffer
	err := run(t.Context(), args, program.Environment{Out: &out, Err: &out})
	return out.String(), err
}

func mustDo(t *testing.T, args ...string) string {
	t.Helper()
	out, err := do(t, args...)
	if err != nil {
		t.Fatalf("fleet %q: error %v, want none\n%s", args, err, out)
	}
	return out
}

// serving runs fleet serve on a folder until stop is called, or the test ends. It returns when workers can connect.
func serving(t *testing.T, folder string) (stop func()) {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	said, out := io.Pipe()
	stopped := make(chan error, 1)
	go func() {
		err := run(ctx, []string{"serve", "-dir", folder}, program.Environment{Out: out, Err: out})
		_ = out.Close()
		stopped <- err
	}()
	stop = sync.OnceFunc(func() {
		cancel()
		if err := <-stopped; err != nil && !errors.Is(err, context.Canceled) {
			t.Error(err)
		}
	})
	t.Cleanup(stop)
	for lines := bufio.NewScanner(said); lines.Scan(); {
		if strings.HasPrefix(lines.Text(), "ready at ") {
			go func() { _, _ = io.Copy(io.Discard, said) }()
			return stop
		}
	}
	t.Fatal("fleet serve ended before it was ready, want the line \"ready at\"")
	return stop
}

func TestRunCopiesEachSiteAsTheRecipeDoes(t *testing.T) {
	t.Parallel()
	first, second := newSite(t, cmstest.WithSample()), newSite(t)
	file, secrets := fleetOf(t, first, second)
	folder := t.TempDir()
	metrics := filepath.Join(t.TempDir(), "metrics")
	said := mustDo(t, "run", "-sites", file, "-secrets", secrets, "-dir", folder, "-run", "one", "-metrics", metrics)
	counted, err := os.ReadFile(metrics)
	for _, name := range []string{`"fleet.jobs"`, `"fleet.records"`, `"fleet.bytes"`, `"fleet.lag"`, `"site1"`} {
		if err != nil || !strings.Contains(string(counted), name) {
			t.Errorf("fleet run wrote the metrics %s, error %v, want %s in them", counted, err, name)
		}
	}
	if !strings.Contains(said, "2 sites done, 0 wait for a person") {
		t.Errorf("fleet run printed\n%s\nwant 2 sites done, and none that waits", said)
	}
	serving(t, folder)
	out := filepath.Join(t.TempDir(), "records")
	mustDo(t, "export", "-dir", folder, "-run", "one", "-out", out)
	posts, err := fs.Glob(os.DirFS(out), "site0/posts/*.json")
	if err != nil || len(posts) == 0 {
		t.Errorf("fleet export wrote the posts %v, error %v, want some", posts, err)
	}
	before := mustDo(t, "status", "-dir", folder, "-json")
	if !strings.Contains(before, `"run": "one"`) || !strings.Contains(before, `"done": 2`) {
		t.Errorf("fleet status -json printed\n%s\nwant the run one with 2 done", before)
	}
	if lines := mustDo(t, "status", "-dir", folder); !strings.Contains(lines, "0 plans\nrun one: 2 done, ") {
		t.Errorf("fleet status printed\n%s\nwant no plans, and the run one with 2 done", lines)
	}
	mustDo(t, "forget", "-dir", folder, "-run", "one")
	if after := mustDo(t, "status", "-dir", folder); strings.Contains(after, "one") {
		t.Errorf("fleet status after forget printed\n%s\nwant no run one", after)
	}
}

func TestCommandsThatStartAtOnceWaitForTheFolder(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	file, secrets := fleetOf(t, newSite(t))
	mustDo(t, "run", "-sites", file, "-secrets", secrets, "-dir", folder, "-run", "one")
	var group sync.WaitGroup
	for range 4 {
		group.Go(func() {
			if out, err := do(t, "status", "-dir", folder); err != nil {
				t.Errorf("fleet status at the start of serve: error %v, want none\n%s", err, out)
			}
		})
	}
	stop := serving(t, folder)
	group.Wait()
	stop()
}

func TestRecipesArePrintedIntoTheStore(t *testing.T) {
	t.Parallel()
	server := newSite(t, cmstest.WithSample())
	file, secrets := fleetOf(t, server)
	folder, page := t.TempDir(), filepath.Join(t.TempDir(), "visits-{site}.html")
	for _, job := range [][]string{
		{"drift", "-arg", "-allow", "-arg", "wordpress", "-arg", "-allow", "-arg", "memory"},
		{"report", "-arg", "-page", "-arg", page},
	} {
		args := []string{"run", "-sites", file, "-secrets", secrets, "-dir", folder, "-run", job[0], "-job"}
		said := mustDo(t, append(args, job...)...)
		if !strings.Contains(said, "1 sites done, 0 wait for a person") {
			t.Errorf("fleet run of %s printed\n%s\nwant 1 site done, and none that waits", job[0], said)
		}
	}
	if _, err := os.Stat(strings.ReplaceAll(page, "{site}", "site0")); err != nil {
		t.Error(err)
	}
	for run, want := range map[string]string{"drift": "of them known", "report": "Visits of "} {
		out := t.TempDir()
		mustDo(t, "export", "-dir", folder, "-run", run, "-out", out)
		text, err := os.ReadFile(filepath.Join(out, "site0", "output", "output.txt"))
		if err != nil || !strings.Contains(string(text), want) {
			t.Errorf("Output of the run %s: error %v, text\n%s\nwant %q", run, err, text, want)
		}
	}
}

func TestArgumentsThatARecipeRefusesWaitForAPerson(t *testing.T) {
	t.Parallel()
	file, secrets := fleetOf(t, newSite(t))
	said, err := do(t, "run", "-sites", file, "-secrets", secrets, "-dir", t.TempDir(), "-job", "report", "-arg", "-dance")
	const want = "waits for a person: the job cannot be done as it was queued: flag provided"
	if err == nil || !strings.Contains(said, want) {
		t.Errorf("fleet run with a flag that report lacks: error %v, output\n%s\nwant an error, and %q", err, said, want)
	}
}

func TestDeadJobIsListedWithItsReasonAndGoesOnAfterRequeue(t *testing.T) {
	t.Parallel()
	server := newSite(t)
	server.Insert("posts", map[string]any{"title": "Kerning"})
	file, secrets := fleetOf(t, server)
	path := filepath.Join(secrets, "site0")
	password, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(server.URL+" wrong"), 0o600); err != nil {
		t.Fatal(err)
	}
	folder := t.TempDir()
	metrics := filepath.Join(t.TempDir(), "metrics")
	said, err := do(t, "run", "-sites", file, "-secrets", secrets, "-dir", folder, "-run", "one", "-metrics", metrics)
	counted, unread := os.ReadFile(metrics)
	if text := string(counted); unread != nil || !strings.Contains(text, `"fleet.errors"`) {
		t.Errorf("fleet run wrote the metrics %s, error %v, want fleet.errors in them", counted, unread)
	} else if !strings.Contains(text, `"login"`) {
		t.Errorf("fleet run wrote the metrics %s, want the cause login in them", counted)
	}
	if err == nil || !strings.Contains(err.Error(), "1 jobs wait for a person (1 login)") {
		t.Fatalf("fleet run with an invalid password: error %v, want one job that waits for a login\n%s", err, said)
	}
	if err := os.WriteFile(path, password, 0o600); err != nil {
		t.Fatal(err)
	}
	stop := serving(t, folder)
	for _, args := range [][]string{{"dead"}, {"status"}, {"status", "-json"}} {
		out, err := do(t, append(args, "-dir", folder)...)
		if !program.IsIncomplete(err) {
			t.Errorf("fleet %q while a job waits for a person: error %v, want one with the status %d\n%s",
				args, err, program.Incomplete, out)
		}
	}
	list := mustDo(t, "dead", "-dir", folder, "-requeue")
	if !strings.Contains(list, "login: site0 (run one, job mirror): ") ||
		!strings.Contains(list, "1 jobs queued again") {
		t.Errorf("fleet dead -requeue printed\n%s\nwant site0 with its cause, and 1 job queued again", list)
	}
	stop()
	said = mustDo(t, "run", "-sites", file, "-secrets", secrets, "-dir", folder, "-run", "two")
	if !strings.Contains(said, "1 sites have a job in the queue already") || !strings.Contains(said, "site0: done") {
		t.Errorf("fleet run two printed\n%s\nwant a site with a job already, and site0 done", said)
	}
}

func TestRunOfAnotherJobIsRefused(t *testing.T) {
	t.Parallel()
	file, secrets := fleetOf(t, newSite(t, cmstest.WithSample()))
	folder := t.TempDir()
	order := func(more ...string) []string {
		return append([]string{"run", "-sites", file, "-secrets", secrets, "-dir", folder, "-run", "one"}, more...)
	}
	mustDo(t, order("-job", "drift")...)
	for _, other := range [][]string{{"-job", "mirror"}, {"-job", "drift", "-arg", "-json"}} {
		said, err := do(t, order(other...)...)
		if !program.IsMistake(err) || !strings.Contains(err.Error(), "the run one does the job drift: choose another name") {
			t.Errorf("fleet run with %q: error %v, want a mistake that names the job drift\n%s", other, err, said)
		}
	}
	mustDo(t, order("-job", "drift")...)
	mustDo(t, "forget", "-dir", folder, "-run", "one")
	if said := mustDo(t, order("-job", "mirror")...); strings.Contains(said,
		"1 sites done, 0 wait for a person, 0 records") {
		t.Errorf("fleet run of a forgotten run printed\n%s\nwant records", said)
	}
}

func TestWrongTimesOfPlansAreMistakesBeforeAnythingIsOpened(t *testing.T) {
	t.Parallel()
	file, _ := fleetOf(t, newSite(t))
	for want, args := range map[string][]string{
		"it is to have six fields":    {"-cron", "0 3 * * *"},
		"(25) above maximum (23): 25": {"-cron", "0 0 25 * * *"},
		"is no time zone such as":     {"-cron", "0 0 3 * * *", "-zone", "Europe/Bonn"},
	} {
		absent := filepath.Join(t.TempDir(), "absent")
		_, err := do(t, append([]string{"plan", "-dir", absent, "-name", "nightly", "-sites", file}, args...)...)
		if !program.IsMistake(err) || !strings.Contains(err.Error(), want) {
			t.Errorf("fleet plan %q: error %v, want a mistake with %q", args, err, want)
		}
	}
}

func TestMistakesInArgumentsAreReported(t *testing.T) {
	t.Parallel()
	empty := t.TempDir()
	wrong := filepath.Join(empty, "sites.csv")
	lines := "name,site\na,https://a.example.org\na,https://b.example.org\n"
	if err := os.WriteFile(wrong, []byte(lines), 0o600); err != nil {
		t.Fatal(err)
	}
	for want, args := range map[string][]string{
		"give a command: one of run, ":       {},
		`"dance" is not one of run, demo`:    {"dance"},
		`-job "dance" is not one of`:         {"run", "-job", "dance"},
		"-run: the name of a run":            {"run", "-run", "a.b"},
		"it names no folder: give -arg -dir": {"run", "-job", "publish", "-arg", "-force"},
		"-sites is missing":                  {"enqueue"},
		"there is no fleet in the folder":    {"status", "-dir", empty},
		"line 3: the name a is that of line": {"run", "-sites", wrong, "-dir", empty},
		"a plan needs -name":                 {"plan"},
		"-c and -failures are to be":         {"work", "-c", "0"},
		"no fleet can be reached at nats://": {"dead", "-nats", "nats://127.0.0.1:1"},
		"a node of a cluster needs a name":   {"serve", "-cluster", "127.0.0.1:6222", "-dir", empty},
		"is not an address such as":          {"serve", "-listen", "4222", "-dir", empty},
	} {
		if out, err := do(t, args...); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("fleet %q: error %v, want %q\n%s", args, err, want, out)
		}
	}
	if out, err := do(t, "-help"); err == nil || errors.Is(err, fs.ErrNotExist) {
		t.Errorf("fleet -help: error %v, want one that is not ErrNotExist\n%s", err, out)
	} else if !strings.Contains(out, "\n  export ") {
		t.Errorf("fleet -help printed\n%s\nwant a line of export", out)
	}
}
