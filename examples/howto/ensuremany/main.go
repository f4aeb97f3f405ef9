// Command ensuremany publishes many files at once, each as the post whose slug is the name of the
// file. The first line of a file is the title, the rest is HTML. A post that does not differ is not
// written. With -dry-run it prints what a run would send, and writes nothing:
//
//	go run ./examples/howto/ensuremany -site https://blog.example.org -user editor -dry-run posts/*.html
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"log"
	"os"
	"path/filepath"
	"strings"

	"github.com/fontcms/fontcms-go/cms"
)

func main() {
	address := flag.String("site", "", "address of the site")
	user := flag.String("user", "", "name of an editor; the password is in FONTCMS_APP_PASSWORD")
	dry := flag.Bool("dry-run", false, "print what a run would send, and write nothing")
	flag.Parse()

	options := []cms.Option{
		cms.WithPrefix("wp"), cms.WithApplicationPassword(*user, os.Getenv("FONTCMS_APP_PASSWORD")),
	}
	if *dry {
		options = append(options, cms.WithDryRun())
	}
	site, err := cms.New(*address, options...)
	if err != nil {
		log.Fatal(err)
	}
	var wanted []cms.Wanted[cms.PostParams]
	for _, name := range flag.Args() {
		content, err := os.ReadFile(name)
		if err != nil {
			log.Fatal(err)
		}
		title, text, _ := strings.Cut(string(content), "\n")
		wanted = append(wanted, cms.Wanted[cms.PostParams]{
			Slug:   strings.TrimSuffix(filepath.Base(name), filepath.Ext(name)),
			Params: &cms.PostParams{Title: &title, Content: &text, Status: new(cms.StatusPublish)},
		})
	}
	if err := publish(context.Background(), site, wanted); err != nil {
		log.Fatal(err)
	}
}

// publish prints what was done with each post. An error concerns one post, and hides none of the
// others.
func publish(ctx context.Context, site *cms.Client, wanted []cms.Wanted[cms.PostParams]) (failed error) {
	for i, done := range site.Posts.EnsureMany(ctx, wanted, nil) {
		unsent, dry := errors.AsType[*cms.DryRunError](done.Err)
		switch {
		case dry: // the first write of this post
			fmt.Println(wanted[i].Slug, "would send", unsent.Method, unsent.Path)
		case done.Err != nil:
			failed = errors.Join(failed, fmt.Errorf("%s: %w", wanted[i].Slug, done.Err))
		default:
			fmt.Println(wanted[i].Slug, done.Action, done.Record.Link)
		}
	}
	return failed
}
