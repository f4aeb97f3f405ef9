//go:build !race

// Package race tells tests whether the race detector runs.
package race

// Enabled reports whether the race detector runs. The detector changes the use of memory,
// so tests that measure memory are skipped.
const Enabled = false
