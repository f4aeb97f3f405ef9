// Package faultmatrix holds the test that meets every kind of operation with
// every fault of a network, a host and a site, and compares how often the
// request is sent and what the caller gets with what the policy of the
// operation and the nature of the fault say.
//
// The rows are in operations_test.go, the columns in network_test.go,
// status_test.go, content_test.go and lies_test.go, and what follows from both in
// policy_test.go. second_test.go has what a site answers to each write that it has done
// already. To write the matrix as run:
//
//	FONTCMS_MATRIX=$PWD/matrix.md go test ./internal/faultmatrix -run 'TestMatrix$'
package faultmatrix
