// Package hostile holds the tests of what a site must not be able to do to its client, whatever it answers: make it
// destroy a record that nobody named, end a walk early, or never end one. Each row has a server that lies, a call, and
// what has to hold. To run them all:
//
//	go test ./internal/hostile
//
// Every server answers a stated number of requests. One that is asked more often fails its row and hangs up, so that an
// endless walk ends the test quickly.
//
// # The rows
//
//	Ensure on routes that ignore an argument          ensure_test.go
//	redirects of writes                               redirect_test.go
//	answers that hold another record                  foreign_test.go, foreign_types_test.go
//	UpdateIfUnchanged on a site that caps revisions   revisions_test.go
//	walks whose totals lie                            endless_test.go
//	one odd record in a list                          odd_test.go
//	catalogues of fonts, deletes of snippets          others_test.go
//	memory                                            memory*_test.go
//
// The rows of the recipes (publish, photos, snippets, restore, mirror) are in the folders of examples, and more rows of
// fonts and snippets in the folders of those packages.
package hostile
