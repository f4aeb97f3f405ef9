package manner

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"
	"unicode/utf8"

	"golang.org/x/sys/unix"

	"github.com/fontcms/fontcms-go/cms/cmstest"
)

const columns = 80

// terminal is one of 80 columns, with a recipe on it.
type terminal struct {
	keys  *os.File // of the person
	lines *os.File // of the recipe
	c     *exec.Cmd
	ended chan struct{} // after which nothing more is shown

	mu    sync.Mutex
	shown bytes.Buffer
}

// onTerminal starts a recipe on a terminal, in its own folder.
func (r recipe) onTerminal(t *testing.T, password string, args ...string) *terminal {
	t.Helper()
	if err := build(); err != nil {
		t.Fatal(err)
	}
	keys, err := os.OpenFile("/dev/ptmx", os.O_RDWR, 0)
	if err != nil {
		t.Skip("no terminal can be made here: ", err)
	}
	t.Cleanup(func() { _ = keys.Close() })
	number, err := unix.IoctlGetInt(int(keys.Fd()), unix.TIOCGPTN)
	if err == nil {
		err = unix.IoctlSetPointerInt(int(keys.Fd()), unix.TIOCSPTLCK, 0)
	}
	if err == nil {
		err = unix.IoctlSetWinsize(int(keys.Fd()), unix.TIOCSWINSZ, &unix.Winsize{Row: 24, Col: columns})
	}
	if err != nil {
		t.Fatal(err)
	}
	lines, err := os.OpenFile("/dev/pts/"+strconv.Itoa(number), os.O_RDWR|syscall.O_NOCTTY, 0)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = lines.Close() })
	screen := &terminal{keys: keys, lines: lines, ended: make(chan struct{})}
	screen.c = exec.CommandContext(t.Context(), filepath.Join(folder, r.name), append(slices.Clone(r.args), args...)...)
	screen.c.Dir = filepath.Join("..", "..", r.name)
	screen.c.Env = append(os.Environ(), "FONTCMS_APP_PASSWORD="+password, "NO_COLOR=1")
	screen.c.Stdin, screen.c.Stdout, screen.c.Stderr = lines, lines, lines
	screen.c.SysProcAttr = &syscall.SysProcAttr{Setsid: true, Setctty: true}
	if err := screen.c.Start(); err != nil {
		t.Fatal(err)
	}
	go screen.watch()
	return screen
}

// watch keeps what is shown, until a line that end writes.
func (s *terminal) watch() {
	defer close(s.ended)
	for b := make([]byte, 4096); ; {
		n, err := s.keys.Read(b)
		s.mu.Lock()
		s.shown.Write(b[:n])
		over := bytes.Contains(s.shown.Bytes(), []byte(finished))
		s.mu.Unlock()
		if err != nil || over {
			return
		}
	}
}

// finished is on the terminal after all that a recipe has printed.
const finished = "\x00finished"

// end returns what was shown when the recipe has ended.
func (s *terminal) end(t *testing.T) ran {
	t.Helper()
	const patience = 2 * time.Minute // of a busy machine
	timer := time.AfterFunc(patience, func() { _ = s.c.Process.Kill() })
	_ = s.c.Wait() // the status says it
	timer.Stop()
	if _, err := fmt.Fprint(s.lines, finished); err != nil {
		t.Fatal(err)
	}
	<-s.ended
	shown, _, _ := strings.Cut(s.text(), finished)
	return ran{status: s.c.ProcessState.ExitCode(), out: strings.ReplaceAll(shown, "\r\n", "\n")}
}

func (s *terminal) text() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.shown.String()
}

// types presses keys as soon as a text is shown.
func (s *terminal) types(t *testing.T, after, keys string) {
	t.Helper()
	for range 24_000 {
		if strings.Contains(s.text(), after) {
			break
		}
		time.Sleep(5 * time.Millisecond)
	}
	if _, err := s.keys.WriteString(keys); err != nil {
		t.Fatal(err)
	}
}

// colour matches what sets a colour, and noTotal a bar without a total.
var (
	colour  = regexp.MustCompile(`\x1b\[[0-9;]*m`)
	noTotal = regexp.MustCompile(`\(\d+/-`)
)

// fits fails the test if the terminal breaks a line: only a word may be too long. It also
// fails if there are colours in spite of NO_COLOR, or a bar without a total.
func (r ran) fits(t *testing.T) {
	t.Helper()
	if colour.MatchString(r.out) || noTotal.MatchString(r.out) {
		t.Errorf("The terminal shows\n%q\nwant no colour, and a total in each bar", r.out)
	}
	for line := range strings.SplitSeq(r.out, "\n") {
		for drawn := range strings.SplitSeq(line, "\r") {
			if utf8.RuneCountInString(drawn) > columns && len(strings.Fields(drawn)) > 1 {
				t.Errorf("A line of %d columns: %q, want at most %d", utf8.RuneCountInString(drawn), drawn, columns)
			}
		}
	}
}

func TestLinesFitATerminal(t *testing.T) {
	t.Parallel()
	server := cmstest.NewServer(cmstest.WithTest(t), cmstest.WithSample())
	each(t, func(r recipe) bool { return r.name != "tracing" }, func(t *testing.T, r recipe) {
		t.Helper()
		r.onTerminal(t, "", "-help").end(t).fits(t)
		r.onTerminal(t, "", "-unknown").end(t).fits(t)
		if !r.noSite {
			r.onTerminal(t, "wrong", r.onSite(t, "http://127.0.0.1:1")...).end(t).fits(t)
		}
		if r.waits {
			return
		}
		r.onTerminal(t, "wrong", r.onSite(t, server.URL)...).end(t).fits(t)
		args := slices.Clone(r.makes)
		for i := 1; i < len(args); i += 2 {
			args[i] = filepath.Join(t.TempDir(), args[i])
		}
		got := r.onTerminal(t, "", args...)
		if r.name == "moderate" {
			got.types(t, "[q]uit? ", "a\nq\nyes\n")
		}
		ended := got.end(t)
		ended.fits(t)
		if ended.status != 0 {
			t.Errorf("Run on a terminal: status %d, want 0:\n%s", ended.status, ended.out)
		}
	})
}

func TestCtrlCEndsAQuestion(t *testing.T) {
	t.Parallel()
	server := cmstest.NewServer(cmstest.WithTest(t), cmstest.WithSample(), cmstest.WithClock(monthAgo))
	_ = server.AppPassword("editor") // an old one
	hold(server)
	for name, test := range map[string]struct {
		password, question string
		args               []string
	}{
		"moderate": {server.AppPassword("admin"), "[q]uit? ", nil},
		"people":   {server.AppPassword("admin"), "type revoke to revoke ", []string{"-revoke", "-older", "9"}},
		"drift":    {"", "application password of admin: ", nil},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got := recipe{name: name}.onTerminal(t, test.password, append(test.args, "-site", server.URL, "-user", "admin")...)
			got.types(t, test.question, "\x03")
			ended := got.end(t)
			want := "\n" + name + ": interrupted; run again to continue\n"
			if ended.status != 1 || !strings.HasSuffix(ended.out, want) {
				t.Errorf("Ctrl-C at a question: status %d, output\n%s\nwant status 1, and %q last", ended.status, ended.out, want)
			}
			settings, err := unix.IoctlGetTermios(int(got.lines.Fd()), unix.TCGETS)
			if err != nil || settings.Lflag&unix.ECHO == 0 {
				t.Errorf("The terminal after Ctrl-C hides what is typed, error %v, want it shown", err)
			}
		})
	}
}
