// Package ledger holds the tests that compare the requests that leave the
// module with the tables of operations and arguments: every operation is sent by some
// public method, and every argument with the value that it should have. What is not
// sent on purpose stands in unsent_test.go with its reason.
//
// The specification's table is testdata/operations.json. That of the areas of a site
// (terms, users, comments, menus, the site itself) is a part of
// cms/cmsgen/testdata/core.json, which was read off the index of a stock WordPress 7.1
// and holds names, types, enumerations and limits alone. It has all arguments that
// WordPress 6.1 and 6.8 take on these routes.
//
// verbs_test.go has a second table: which verb works on which collection, and with
// which sentinel the others are refused.
package ledger
