//go:build unix

package files

import "syscall"

// withoutWaiting makes the opening of a pipe that was put into the place of a file
// return at once.
const withoutWaiting = syscall.O_NONBLOCK
