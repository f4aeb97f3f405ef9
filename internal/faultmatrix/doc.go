// Package faultmatrix has a test that runs every kind of operation under every fault of
// a network, a host and a site. It compares the number of requests and the result of
// the call with the policy of the operation and the kind of the fault.
//
// The rows are in operations_test.go, the columns in network_test.go, status_test.go,
// content_test.go and lies_test.go, the expected results in policy_test.go.
// second_test.go has the response of a site to each write that it has already done. To
// write the matrix as run:
//
//	FONTCMS_MATRIX=$PWD/matrix.md go test ./internal/faultmatrix -run 'TestMatrix$'
package faultmatrix
