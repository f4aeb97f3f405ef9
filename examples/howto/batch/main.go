// Command batch closes the comments of all posts up to a date, in batches of 25, and then
// writes a post and a page about it in one round trip:
//
//	go run ./examples/howto/batch -site https://blog.example.org -user editor -before 2020-01-01
package main

import (
	"context"
	"flag"
	"fmt"
	"log"
	"os"
	"slices"
	"time"

	"github.com/fontcms/fontcms-go/batch"
	"github.com/fontcms/fontcms-go/cms"
)

func main() {
	address := flag.String("site", "", "address of the site")
	user := flag.String("user", "", "name of an editor; the password is in FONTCMS_APP_PASSWORD")
	before := flag.String("before", "", "day in the time zone of the site, such as 2020-01-01")
	flag.Parse()
	site, err := cms.New(*address, cms.WithPrefix("wp"),
		cms.WithApplicationPassword(*user, os.Getenv("FONTCMS_APP_PASSWORD")))
	if err != nil {
		log.Fatal(err)
	}
	if err := closeComments(context.Background(), site, *before); err != nil {
		log.Fatal(err)
	}
	if err := announce(context.Background(), site); err != nil {
		log.Fatal(err)
	}
}

// closeComments sends any number of updates, several batches at once.
func closeComments(ctx context.Context, site *cms.Client, before string) error {
	zone, err := site.Location(ctx)
	if err != nil {
		return err
	}
	day, err := time.ParseInLocation(time.DateOnly, before, zone)
	if err != nil {
		return err
	}
	var updates []batch.Item
	for post, err := range site.Posts.All(ctx, &cms.PostListOptions{Before: day}, cms.Fields("id")) {
		if err != nil {
			return err
		}
		closed := &cms.PostParams{CommentStatus: new(cms.DiscussionClosed)}
		updates = append(updates, site.Posts.UpdateRequest(post.ID, closed))
	}
	var failed []error
	for _, result := range batch.SendAll(ctx, site, slices.Values(updates), nil) {
		if result.Err != nil { // the other items run nevertheless
			failed = append(failed, fmt.Errorf("%s: %w", result.Path, result.Err))
		}
	}
	fmt.Println(len(updates)-len(failed), "of", len(updates), "posts have no comments any more")
	return cms.Join(failed...)
}

// announce creates two drafts. The site checks both before it creates one.
func announce(ctx context.Context, site *cms.Client) error {
	post, page := cms.Post{}, cms.Page{}
	report, err := batch.New(site).RequireAllValidate().
		Add(site.Posts.CreateRequest(&cms.PostParams{Title: new("Old comments are closed")}).Into(&post)).
		Add(site.Pages.CreateRequest(&cms.PageParams{Title: new("Rules of our comments")}).Into(&page)).Do(ctx)
	if err == nil {
		err = report.Err() // the errors of single items
	}
	if err != nil {
		return err
	}
	fmt.Println("drafts:", cms.Line(post.Title.Raw+", "+page.Title.Raw, 120))
	return nil
}
