// Package byhand does what the SDK does as one would write it in an afternoon,
// with net/http and encoding/json alone: it is what the benchmarks measure the
// SDK beside. Its types hold all fields of the specification, and it neither
// repeats, nor keeps unknown members, nor tolerates anything.
package byhand
