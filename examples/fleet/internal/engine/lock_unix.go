//go:build unix

package engine

import (
	"os"

	"golang.org/x/sys/unix"
)

// lock locks a file until it is closed or its process ends.
func lock(file *os.File) error { return unix.Flock(int(file.Fd()), unix.LOCK_EX|unix.LOCK_NB) }
