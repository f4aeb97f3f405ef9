package manner

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"
)

var folder string // of the programs; made by TestMain alone

func TestMain(m *testing.M) {
	var err error
	if folder, err = os.MkdirTemp("", "recipes"); err != nil {
		panic(err)
	}
	code := m.Run()
	_ = os.RemoveAll(folder)
	os.Exit(code)
}

// build builds all recipes once.
var build = sync.OnceValue(func() error {
	args := []string{"build", "-ldflags=-s -w", "-o", folder}
	for _, r := range recipes() {
		if r.name != "tracing" {
			args = append(args, "../../"+r.name)
		}
	}
	out, err := exec.CommandContext(context.Background(), "go", args...).CombinedOutput()
	if err != nil {
		return fmt.Errorf("%w: %s", err, out)
	}
	tracing := exec.CommandContext(context.Background(), "go", "build", "-ldflags=-s -w", "-o", folder, ".")
	tracing.Dir = filepath.Join("..", "..", "tracing") // a module of its own
	if out, err = tracing.CombinedOutput(); err != nil {
		return fmt.Errorf("%w: %s", err, out)
	}
	return nil
})

// ran is what came of a run.
type ran struct {
	status      int
	out, errors string
}

// notice is a line on standard error that says what is used, what the run does not do, or
// how far it is, or asks.
var notice = regexp.MustCompile(`(?m)^(` +
	`(site|catalogue): a server in memory at |sample: a copy of |note: |\[a\]pprove |[a-z -]+: \d+( of \d+)?$).*\n`)

// without is what a run has complained about, without some lines.
func (r ran) without(lines *regexp.Regexp) string { return lines.ReplaceAllString(r.errors, "") }

// run runs a recipe in its own folder, with a password in the environment.
func (r recipe) run(t *testing.T, password string, args ...string) ran {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 10*time.Minute)
	defer cancel()
	c, end := r.start(ctx, t, password, args...)
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	return end()
}

// start returns a recipe that can be started, and what waits for its end.
func (r recipe) start(
	ctx context.Context, t *testing.T, password string, args ...string,
) (c *exec.Cmd, end func() ran) {
	t.Helper()
	if err := build(); err != nil {
		t.Fatal(err)
	}
	c = exec.CommandContext(ctx, filepath.Join(folder, r.name), append(slices.Clone(r.args), args...)...)
	var out, messages bytes.Buffer
	c.Dir, c.Stdout, c.Stderr = filepath.Join("..", "..", r.name), &out, &messages
	c.Env = append(os.Environ(), "FONTCMS_APP_PASSWORD="+password)
	c.Stdin = strings.NewReader(r.input)
	return c, func() ran {
		err := c.Wait()
		if _, ok := errors.AsType[*exec.ExitError](err); err != nil && !ok {
			t.Fatal(err)
		}
		return ran{c.ProcessState.ExitCode(), out.String(), messages.String()}
	}
}
