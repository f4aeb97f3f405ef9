// Package benchmark measures the SDK beside the same work written by hand with
// net/http and encoding/json (package byhand), in the same run: see
// BENCHMARKS.md. It holds only benchmarks; no test of it asserts a time.
package benchmark
