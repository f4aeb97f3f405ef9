package secrets

import (
	"os"
	"os/exec"
	"strings"
	"testing"
)

// panicking names the value that a process of this test is to panic with.
const panicking = "FONTCMS_SECRETS_PANIC"

func TestNoTraceOfAPanicTellsASecret(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"cms.Client", "cms.Error", "cms.Request", "cms.Response", "cms.Credentials",
		"batch.Builder", "fonts.Client", "cms/cmstest.Server"} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			child := exec.CommandContext(t.Context(), os.Args[0], "-test.run=^TestChildPanics$")
			child.Env = append(os.Environ(), panicking+"="+name, "GOTRACEBACK=all")
			out, err := child.CombinedOutput()
			if err == nil || !strings.Contains(string(out), "goroutine ") {
				t.Fatalf("Child process: error %v, want a trace\n%s", err, out)
			} else if !strings.Contains(string(out), "panic: ") {
				t.Fatalf("Child process: error %v, want a panic\n%s", err, out)
			}
			tells(t, "the trace", string(out))
		})
	}
}

// TestChildPanics is not a test of its own: it is what the other one starts.
func TestChildPanics(t *testing.T) { //nolint:paralleltest // it is alone in its process
	name := os.Getenv(panicking)
	if name == "" {
		t.Skip("it is run by TestNoTraceOfAPanicTellsASecret")
	}
	panic(newWorld(t).holders()[name][0])
}
