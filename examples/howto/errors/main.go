// Command errors changes the title of a post, or creates a draft with it. If this fails, it
// prints what to do:
//
//	go run ./examples/howto/errors -site https://blog.example.org -user editor -id 7 -title "The harbour"
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"time"

	"github.com/fontcms/fontcms-go/cms"
)

func main() {
	address := flag.String("site", "", "address of the site")
	user := flag.String("user", "", "name of an editor; the password is in FONTCMS_APP_PASSWORD")
	id := flag.Int64("id", 0, "id of the post; 0 creates one")
	title := flag.String("title", "", "the new title")
	timeout := flag.Duration("timeout", time.Minute, "limit of the whole call")
	flag.Parse()
	ctx, cancel := context.WithTimeout(context.Background(), *timeout)
	defer cancel()

	site, err := cms.New(*address, cms.WithPrefix("wp"),
		cms.WithApplicationPassword(*user, os.Getenv("FONTCMS_APP_PASSWORD")))
	params := &cms.PostParams{Title: title}
	switch {
	case err != nil:
	case *id == 0:
		_, err = site.Posts.Create(ctx, params)
	default:
		_, err = site.Posts.Update(ctx, *id, params)
	}
	fmt.Println(advice(err))
}

// advice goes from what the program can act on to what only a person can read.
func advice(err error) string {
	switch {
	case err == nil:
		return "done"
	case errors.Is(err, cms.ErrInvalidArgument):
		return "nothing was sent: " + err.Error()
	case errors.Is(err, cms.ErrNotFound):
		return "there is no such post: check -id"
	case errors.Is(err, cms.ErrNoRoute), errors.Is(err, cms.ErrNotREST):
		return "there is no REST API at this address: check -site"
	case errors.Is(err, cms.ErrUnauthorized):
		return "the site treats you as anonymous: check -user and FONTCMS_APP_PASSWORD"
	case errors.Is(err, cms.ErrForbidden):
		return "the user may not do this"
	case errors.Is(err, cms.ErrOutcomeUnknown):
		return "the draft may exist: search for it before you try again"
	case errors.Is(err, context.DeadlineExceeded):
		return "the site is too slow: give a longer -timeout"
	}
	failed, ok := errors.AsType[*cms.Error](err)
	switch {
	case !ok:
		return err.Error()
	case errors.Is(err, cms.ErrRateLimited):
		return fmt.Sprintf("too many requests: try again after %v", failed.RetryAfter)
	case len(failed.Params) > 0:
		return fmt.Sprintf("the site rejects arguments: %q", failed.Params)
	case failed.Hint != "":
		return failed.Hint
	}
	return fmt.Sprintf("status %d, code %q: %q", failed.Status, failed.Code, failed.Message)
}
