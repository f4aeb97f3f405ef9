// Command snippets keeps the code snippets of a site in a folder, for version control.
// Each snippet is one file, with its name, scope and other fields in a comment at the
// top.
//
// To copy it, take the .go files of this folder without the tests, sample and site.json.
// Of examples/internal it needs files, program and snippets.
//
// Use it to review, version and deploy the code of a site instead of typing it into a
// form:
//
//	go run ./examples/snippets push
//
// pushes the two snippets of the sample to a server in memory, which has two others.
// -site and -user (an administrator) name a real site, and -dir the folder. The
// application password is read from FONTCMS_APP_PASSWORD or asked for.
//
//	snippets pull   writes what is new or changed on the site into the folder
//	snippets plan   prints what a push would do, and writes nothing
//	snippets push   writes what is new or changed in the folder to the site
//
// With -dry-run a pull and a push print what they would do, and write nothing: neither to
// the site nor to the folder.
//
// A snippet that both sides have changed is a conflict. Without -force neither side is
// overwritten, and without -delete nothing is deleted. The file snippets.lock.json has
// the state of the site at the last pull or push. Keep it in git as well.
//
// If the site has a trash, a push with -delete moves snippets to it, and never deletes
// them permanently. Snippets in the trash are not pulled. A new file whose snippet is
// in the trash is not pushed: restore the snippet on the site, or make a new one with
// -force.
//
// Active code is stored after all other code, and the same request activates it. The
// site then checks the code. Broken code stays inactive, and is reported.
//
// If a snippet cannot be pushed or pulled, the others are. The end names it, and the
// exit status is 3. It is 1 after any other error, such as a conflict, and 2 after a
// mistake in the flags.
//
// A push never retries a request that may have run the code. But it writes a snippet
// that the site rejected once more after all the others, as long as that helps. For
// example, a function that moves from one active file to another must be removed from
// the first before the site accepts the second.
//
// A push may be killed at any moment and run again. A create cannot be retried. So a
// new snippet is created inactive, with a tag that names its file. The next update
// removes the tag. A push that finds such a tag continues with this snippet. Do not run
// two pushes at the same time.
//
// A file may be a symbolic link within the folder. One that leads out of it, or to a
// hidden file, is an error, and nothing is pushed or pulled. A pull replaces a link.
package main

import (
	"embed"

	"github.com/fontcms/fontcms-go/examples/internal/program"
	"github.com/fontcms/fontcms-go/examples/internal/snippets"
)

//go:embed sample
var sample embed.FS

// siteInMemory is what the server in memory has.
//
//go:embed site.json
var siteInMemory []byte

// The comment of package snippets names its files in the order of the steps.
func main() { program.Main("snippets", snippets.Recipe{Sample: sample, Memory: siteInMemory}.Run) }
