//go:build race

package race

// Enabled reports whether the race detector runs. The detector changes the use of memory,
// so tests that measure memory are skipped.
const Enabled = true
