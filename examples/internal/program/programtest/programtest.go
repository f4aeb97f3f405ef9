// Package programtest runs a recipe in a process of its own without building it: a
// variable of the environment makes the test binary run the recipe. Only tests import
// it.
package programtest

import (
	"context"
	"os"
	"os/exec"
)

// asProgram is the variable that tells a test binary to be the program.
const asProgram = "FONTCMS_TEST_AS_PROGRAM"

// Be comes first in a TestMain: in a process that Command started it calls main and
// does not return.
func Be(main func()) {
	if os.Getenv(asProgram) != "" {
		main()
		os.Exit(0)
	}
}

// Command is the program that is tested, with an application password, or "" for
// none, and arguments. TestMain has to call Be.
func Command(ctx context.Context, password string, args ...string) *exec.Cmd {
	path, err := os.Executable()
	c := exec.CommandContext(ctx, path, args...)
	c.Err = err
	c.Env = append(os.Environ(), asProgram+"=1", "FONTCMS_APP_PASSWORD="+password)
	return c
}
