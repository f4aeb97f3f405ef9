package hostile

import (
	"bytes"
	"context"
	"io/fs"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/fontcms/fontcms-go/examples/internal/program"
)

// friendly is the name of the mode that does nothing.
const friendly = "friendly"

// Recipe is a program that is run on hostile sites.
type Recipe struct {
	Name string
	// Site makes a site, and says its address and the password of User.
	Site func(t *testing.T) (address, password string)
	User string
	In   string // what is typed
	// Run runs the program on the site of a bench.
	Run func(b *Bench) error
	// Keeps are members whose texts the program needs to go on.
	Keeps []string
	// Silent programs show no text of a site if all goes well.
	Silent bool
}

// Bench is what a run of a recipe is given. Its context is that of the run.
type Bench struct {
	*testing.T
	Args []string // those that name the site and the user
	Env  program.Environment

	ctx  context.Context //nolint:containedctx // as that of a test
	mode Mode
}

// Context is that of the run.
func (b *Bench) Context() context.Context { return b.ctx }

// Front stands before another server as the front of the site does before the site,
// and returns its address.
func (b *Bench) Front(server string) string { return New(b, server, b.mode).URL }

// Spoil makes the JSON files of a folder as hostile as the responses of the site.
func (b *Bench) Spoil(folder string) error {
	f := &Front{mode: b.mode, members: map[string]int{}}
	return filepath.WalkDir(folder, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || filepath.Ext(path) != ".json" {
			return err
		}
		content, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		return os.WriteFile(path, f.spoilJSON(content, nil), 0o600)
	})
}

// Check runs the recipe on hostile sites: on one whose texts are hostile, on one on
// which all is, and on those that refuse writes, or requests from one on. It
// holds that all that is printed is lines that a terminal shows and does not obey.
// FONTCMS_HOSTILE_ALL runs it for each member and each request, which takes minutes.
func (r Recipe) Check(t *testing.T) {
	t.Helper()
	plain := r.run(t, Mode{Name: friendly})
	if plain.err != nil {
		t.Errorf("on a friendly site: %v\n%s", plain.err, plain.output)
	}
	spoiled := r.run(t, Mode{Name: "texts", Spoils: texts(r.Keeps...)})
	if !r.Silent && !strings.Contains(spoiled.output, Mark) {
		t.Errorf("no hostile text was printed:\n%s", spoiled.output)
	}
	for _, mode := range r.modes(plain) {
		t.Run(mode.Name, func(t *testing.T) {
			t.Parallel()
			r.run(t, mode)
		})
	}
}

// modes are further ones, by what a friendly run has shown: all of them under
// FONTCMS_HOSTILE_ALL, otherwise some of each kind.
func (r Recipe) modes(plain result) []Mode {
	all := func(string, string) bool { return true }
	modes := []Mode{
		{Name: "everything", Spoils: all}, {Name: "items refused", Changes: refusedItems},
		{Name: "broken records", Changes: brokenRecords},
		{Name: "everything of broken records", Spoils: all, Changes: brokenRecords},
	}
	writes := func(_ int, r *http.Request) bool {
		return !slices.Contains([]string{http.MethodGet, http.MethodHead, http.MethodOptions}, r.Method)
	}
	forms, step, soak := len(refusals()), max(1, plain.asked/4), os.Getenv("FONTCMS_HOSTILE_ALL") != ""
	if plain.asked > 40 { // such a run takes a second
		step = plain.asked / 2
	}
	if soak {
		step = 1
		for _, member := range append(plain.members, aName) {
			modes = append(modes, Mode{Name: "member " + member, Spoils: func(m, _ string) bool { return m == member }})
		}
	}
	for i := 0; i < forms; i++ {
		if soak || i%5 == 0 {
			modes = append(modes, Mode{Name: "writes refused " + strconv.Itoa(i), Refuses: writes, Refusal: i})
		}
	}
	for n := 1; n <= plain.asked; n += step {
		from := Mode{Name: "refused from " + strconv.Itoa(n), Refuses: func(i int, _ *http.Request) bool { return i >= n },
			Refusal: n / step}
		at := Mode{Name: "refused at " + strconv.Itoa(n), Refuses: func(i int, _ *http.Request) bool { return i == n },
			Refusal: n / step}
		if soak || n/step%2 == 0 {
			modes = append(modes, from)
		}
		if soak || n/step%2 == 1 {
			modes = append(modes, at)
		}
	}
	return modes
}

// result is what came of a run.
type result struct {
	output                  string // of both kinds
	err                     error
	asked, refused, spoiled int
	members                 []string
}

// run runs the recipe once, and checks what it prints.
func (r Recipe) run(t *testing.T, mode Mode) result {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 5*time.Minute) // a busy machine needs more than one
	defer cancel()
	address, password := r.Site(t)
	front, out, messages := New(t, address, mode), &buffer{}, &buffer{}
	b := &Bench{t, []string{"-site", front.URL},
		program.Environment{Password: password, In: strings.NewReader(r.In), Out: out, Err: messages}, ctx, mode}
	if r.User != "" {
		b.Args = append(b.Args, "-user", r.User)
	}
	err := r.Run(b)
	if err != nil {
		program.Complain(messages, r.Name, err)
	}
	if ctx.Err() != nil {
		t.Errorf("%s: it did not end: %v", mode.Name, err)
	}
	Printed(t, mode.Name+": standard output", out.String())
	Printed(t, mode.Name+": standard error", messages.String())
	res := result{output: out.String() + messages.String(), err: err, members: front.Seen()}
	res.asked, res.refused, res.spoiled = front.Counts()
	if mode.Spoils != nil && mode.Name == "everything" && res.spoiled == 0 {
		t.Errorf("%s: nothing was hostile", mode.Name)
	}
	return res
}

// buffer is a bytes.Buffer for several writers.
type buffer struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (b *buffer) Write(p []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.text.Write(p)
}

func (b *buffer) String() string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.text.String()
}
