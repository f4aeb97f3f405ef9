//go:build !race

// Package race tells tests whether the race detector runs.
package race

// Enabled says that the race detector runs. It changes what memory is used, so
// tests that measure memory are skipped.
const Enabled = false
