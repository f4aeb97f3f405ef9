// Package ledger has tests that compare the requests of the module with the tables of
// operations and arguments. Some exported method sends each operation, and each
// argument with the right value. unsent_test.go lists what is not sent on purpose, with
// the reason.
//
// The specification's table is testdata/operations.json. The operations that only a
// stock WordPress has are in cms/cmsgen/testdata/core.json, which was made from the index
// of WordPress 7.1. It holds only names, types, enumerations and limits. It has all
// arguments that WordPress 6.1 and 6.8 accept on these routes. Together the tables have
// 289 operations with 1,401 arguments. notyet_test.go lists the operations that no method
// sends yet.
//
// verbs_test.go has a second table: which verb works on which collection, and the
// sentinel with which the others fail.
package ledger
