//go:build race

package media_test

// raceDetector says that memory is not to be measured.
const raceDetector = true
