package archivetest

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"github.com/fontcms/fontcms-go/cms/cmstest"
)

// Build builds a program of the module once for all tests of a package that call
// the function that it returns.
func Build(program string) func(t testing.TB) string {
	build := sync.OnceValues(func() (string, error) {
		folder, err := os.MkdirTemp("", program)
		if err != nil {
			return "", err
		}
		path := filepath.Join(folder, program+".exe")
		out, err := exec.Command("go", "build", "-o", path, "github.com/fontcms/fontcms-go/examples/"+program).CombinedOutput()
		if err != nil {
			return "", &buildError{string(out), err}
		}
		return path, nil
	})
	return func(t testing.TB) string {
		t.Helper()
		path, err := build()
		if err != nil {
			t.Fatal(err)
		}
		return path
	}
}

type buildError struct {
	output string
	err    error
}

func (e *buildError) Error() string { return e.err.Error() + "\n" + e.output }

// Run runs a program to its end and returns what it wrote.
func Run(t testing.TB, path, password string, args ...string) string {
	t.Helper()
	out, err := command(path, password, args).CombinedOutput()
	if err != nil {
		t.Fatalf("%v: %v\n%s", args, err, out)
	}
	return string(out)
}

func command(path, password string, args []string) *exec.Cmd {
	c := exec.Command(path, args...)
	c.Env = append(os.Environ(), "FONTCMS_APP_PASSWORD="+password)
	return c
}

// KillAfter runs a program and kills it (SIGKILL) when the server has seen so many
// more requests. It says whether the program lived to see that.
func KillAfter(t testing.TB, server *cmstest.Server, requests int, path, password string, args ...string) (killed bool) {
	t.Helper()
	seen := len(server.Requests())
	return Kill(t, func(done <-chan struct{}) {
		for len(server.Requests()) < seen+requests {
			select {
			case <-done:
				return
			case <-time.After(200 * time.Microsecond):
			}
		}
	}, path, password, args...)
}

// Kill runs a program and kills it (SIGKILL) when wait returns.
func Kill(t testing.TB, wait func(done <-chan struct{}), path, password string, args ...string) (killed bool) {
	t.Helper()
	var out bytes.Buffer
	c := command(path, password, args)
	c.Stdout, c.Stderr = &out, &out
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	done := make(chan struct{})
	var ended error
	go func() {
		defer close(done)
		ended = c.Wait()
	}()
	wait(done)
	_ = c.Process.Kill() // it may have ended
	<-done
	if ended == nil {
		return false
	}
	if c.ProcessState.ExitCode() > 0 {
		t.Fatalf("it ended by itself: %v\n%s", ended, out.String())
	}
	return true
}
