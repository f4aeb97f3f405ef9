// Package fuzzing holds what the fuzz targets of the packages share: seeds from
// the recordings, and the checks that every record and every query has to pass.
// Like replay it is for the tests of this module alone, and it knows no client,
// so that the tests inside of package cms can import it.
//
// A target that finds something leaves the input in testdata/fuzz of its package;
// it stays there as a case. `bash .ci/fuzz` runs all targets.
package fuzzing
