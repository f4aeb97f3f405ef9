// Package fuzzing has what the fuzz targets share: seeds from the recordings, and
// checks for every record and every query. Like replay it is only for tests of this
// module. It imports no client, so that tests inside package cms can import it.
//
// If a target finds a fault, its input is written to testdata/fuzz of its package, and
// stays there as a case. `bash .ci/fuzz` runs all targets.
package fuzzing
