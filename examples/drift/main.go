// Command drift compares a site with the types of the SDK: namespaces, routes, methods
// and arguments, in both directions.
//
// To copy it, take the .go files of this folder without the tests. Of examples/internal it
// needs drift and program.
//
// Use it in CI to notice an update of the site, or a missing plugin, before a program
// fails on it:
//
//	go run ./examples/drift
//
// compares a server in memory, whose differences are known. -site names a real site. No
// user is needed, because the index is public. Each line of the output is a difference:
//
//   - route /cms/v2/comments (GET, POST)            the site has it, the SDK does not type it
//   - argument /cms/v2/posts search_semantics (GET)  the SDK types it, the site does not take it
//
// The file of -allow lists accepted differences, as they are printed or with * for any
// text. A # begins a comment. So the output of a first run is the file for the next.
// Names have the prefix "cms", whatever the prefix of the site. These lists come with
// drift, and -allow takes their names:
//
//	wordpress      a WordPress 7.1 with the plugins of the specification
//	no-plugins     on top of it: a site without them
//	wordpress-6.1  on top of it: a WordPress 6.1
//	memory         on top of it: the server in memory
//
// It exits with 0 if there are only accepted differences, with 3 if there are others,
// and with 1 if the site could not be read.
package main

import (
	"github.com/fontcms/fontcms-go/examples/internal/drift"
	"github.com/fontcms/fontcms-go/examples/internal/program"
)

// The comment of package drift names its files in the order of the steps.
func main() { program.Main("drift", drift.Run) }
