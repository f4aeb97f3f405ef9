// Package ledger holds the tests that compare the requests that leave the
// module with the table of the specification's operations and arguments,
// testdata/operations.json: every operation is sent by some public method, and
// every argument with the value that it should have.
package ledger
