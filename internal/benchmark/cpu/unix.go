//go:build unix

// Package cpu measures the CPU time of this process, which other programs on a machine
// disturb less than the time on the clock.
package cpu

import (
	"syscall"
	"time"
)

// Time returns the CPU time that this process has used so far, in user mode and in the kernel.
func Time() time.Duration {
	var usage syscall.Rusage
	if syscall.Getrusage(syscall.RUSAGE_SELF, &usage) != nil {
		return 0
	}
	return time.Duration(usage.Utime.Nano() + usage.Stime.Nano())
}
