//go:build unix

package engine

import (
	"os"

	"golang.org/x/sys/unix"
)

// lock locks a file until unlock, or until its process ends.
func lock(file *os.File) error { return unix.Flock(int(file.Fd()), unix.LOCK_EX|unix.LOCK_NB) }

// unlock unlocks a file. To close it is not enough: a child that this process is starting
// has the file open until it runs its program.
func unlock(file *os.File) error { return unix.Flock(int(file.Fd()), unix.LOCK_UN) }
