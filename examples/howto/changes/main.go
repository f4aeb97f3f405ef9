// Command changes prints what was created, changed, trashed and deleted on a site since its last
// run. The folder of -state holds the marks of all records. To begin, note what there is with
// -first, until a run ends without an error. Otherwise every record is printed as created:
//
//	go run ./examples/howto/changes -site https://blog.example.org -user ada -state seen -first
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"log"
	"os"
	"os/signal"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/cms/changes"
)

func main() {
	address := flag.String("site", "", "address of the site")
	user := flag.String("user", "", "name of an editor")
	state := flag.String("state", "state", "folder for the marks, for this site only")
	first := flag.Bool("first", false, "note what there is, and print only the number")
	flag.Parse()

	site, err := cms.New(*address, cms.WithPrefix("wp"),
		cms.WithApplicationPassword(*user, os.Getenv("FONTCMS_APP_PASSWORD")))
	if err != nil {
		log.Fatal(err)
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	err = run(ctx, site, *state, *first)
	stop()
	if err != nil {
		log.Fatal("run the same command again to continue: ", err)
	}
}

// run prints the changes. An error concerns one kind or record, and hides none of the others.
func run(ctx context.Context, site *cms.Client, state string, first bool) (failed error) {
	store, err := changes.OpenFolder(state)
	if err != nil {
		return err
	}
	defer func() { failed = errors.Join(failed, store.Close()) }()
	feed := changes.New(site, store, changes.Type("cms/v2/posts"), changes.Type("cms/v2/pages"),
		changes.Taxonomy("cms/v2/tags"), changes.Comments())
	n := 0
	for change, err := range feed.All(ctx, nil) {
		if err != nil {
			failed = errors.Join(failed, err)
			continue
		}
		if n++; !first { // the mark of a change is saved when the loop goes on: finish your output before
			fmt.Printf("%s %s/%d %s\n", change.Op, change.Kind, change.ID, change.Status)
		}
	}
	if first {
		fmt.Println(n, "records")
	}
	return failed
}
