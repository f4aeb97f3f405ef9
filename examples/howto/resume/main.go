// Command resume prints the id and the address of every post of a site, and stores its position
// in a file. The next run continues after a run that was stopped, and may print its last page again.
// If only the position was left to remove, the next run prints nothing and removes it:
//
//	go run ./examples/howto/resume -site https://blog.example.org -position posts.position
package main

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"log"
	"os"

	"github.com/fontcms/fontcms-go/cms"
)

func main() {
	address := flag.String("site", "", "address of the site")
	position := flag.String("position", "posts.position", "file with the position, for this site only")
	perPage := flag.Int("per-page", 100, "posts on a page")
	flag.Parse()

	site, err := cms.New(*address, cms.WithPrefix("wp"))
	if err != nil {
		log.Fatal(err)
	}
	if err := walk(context.Background(), site, *position, *perPage); err != nil {
		log.Fatalf("%v\nto continue, run the same command again; to begin anew, remove %s", err, *position)
	}
}

// walk prints the posts from the stored position to the end. Then it removes the position.
func walk(ctx context.Context, site *cms.Client, position string, perPage int) error {
	options := &cms.PostListOptions{PerPage: perPage}
	var cursor cms.Cursor // the zero value is the beginning
	saved, err := os.ReadFile(position)
	if err == nil {
		err = json.Unmarshal(saved, &cursor)
	}
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	// Without Exact, posts that are deleted between two runs move others out of the way.
	for page, err := range site.Posts.Pages(ctx, options, cms.Exact(), cms.Resume(&cursor), cms.Fields("id", "link")) {
		if _, broken := errors.AsType[*cms.BrokenRecordError](err); broken { // the walk continues after it
			log.Print(err)
			continue
		} else if err != nil {
			return err
		}
		for _, post := range page.Items {
			fmt.Println(post.ID, post.Link)
		}
		if err := save(position, cursor); err != nil {
			return err
		}
	}
	if err := os.Remove(position); !errors.Is(err, fs.ErrNotExist) { // a site without posts has no page
		return err
	}
	return nil
}

// save replaces the file at once, so that a killed run leaves the old position or the new one.
func save(name string, cursor cms.Cursor) error {
	position, err := json.Marshal(cursor)
	if err != nil {
		return err
	}
	if err := os.WriteFile(name+".new", position, 0o600); err != nil {
		return err
	}
	return os.Rename(name+".new", name)
}
