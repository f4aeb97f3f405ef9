//go:build unix

package engine

import (
	"testing"

	"golang.org/x/sys/unix"
)

func TestFolderIsFreeAlthoughAChildStillHasItsLockOpen(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	first := start(t, folder)
	inherited, err := unix.Dup(int(first.lock.Fd())) // as a child has it until it runs its program
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = unix.Close(inherited) })
	first.Close()
	start(t, folder)
}
