// Command changes prints what was created, changed, trashed and deleted on a site since its last
// run. The first run only notes what there is. If it is stopped, the next run prints the rest as
// created. The folder of -state holds the marks of all records:
//
//	FONTCMS_APP_PASSWORD=… go run ./examples/howto/changes -site https://blog.example.org -user ada -state seen
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
	flag.Parse()

	site, err := cms.New(*address, cms.WithPrefix("wp"),
		cms.WithApplicationPassword(*user, os.Getenv("FONTCMS_APP_PASSWORD")))
	if err != nil {
		log.Fatal(err)
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	err = run(ctx, site, *state)
	stop()
	if err != nil {
		log.Fatal("run the same command again to continue: ", err)
	}
}

// run prints the changes. An error concerns one kind or record, and hides none of the others.
func run(ctx context.Context, site *cms.Client, state string) (failed error) {
	_, err := os.Stat(state)
	first := errors.Is(err, os.ErrNotExist)
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
		if n++; !first {
			fmt.Printf("%s %s/%d %s\n", change.Op, change.Kind, change.ID, change.Status)
		}
	}
	if first {
		fmt.Println(n, "records")
	}
	return failed
}
