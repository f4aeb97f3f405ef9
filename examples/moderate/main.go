// Command moderate shows the held comments of a site one by one in a terminal. It asks
// what to do with each, and does it at the end.
//
// To copy it, take the .go files of this folder without the tests. Of examples/internal
// it needs program.
//
// Use it to moderate in a terminal instead of the browser:
//
//	go run ./examples/moderate
//
// starts a site in memory. -site and -user (an editor) name a real one, and -post shows
// only the comments on one post. For each comment it asks for one letter:
//
//	a approve   s spam   t trash   k keep waiting   q stop here
//
// Nothing is changed before you confirm the last question with yes. Until then Ctrl-C
// changes nothing. With -dry-run this question is not asked, and nothing is changed. If
// the site rejects a change, the others are done, the end lists it, and the program
// exits with 3. A second run shows the comments that are still held.
//
// The program first reads all held comments and moderates them afterwards, because the
// list shrinks during a walk. It removes control characters from texts of comments,
// because a terminal would obey them.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/cms/comments"
	"github.com/fontcms/fontcms-go/examples/internal/program"
)

func main() { program.Main("moderate", run) }

// run is main with what it depends on.
func run(ctx context.Context, args []string, env program.Environment) error {
	flags := program.Flags("moderate", "Shows the held comments of a site one by one, and approves or trashes them "+
		"after you confirm.",
		"go run ./examples/moderate", "the site refused some comments")
	target := program.SiteFlags(flags)
	dry := program.DryRun(flags)
	post := flags.Int64("post", 0, "show only the comments on the post with this id")
	if err := program.Parse(flags, args, env); err != nil {
		return err
	}
	if err := target.NeedUser("an editor, who may see and moderate waiting comments"); err != nil {
		return err
	}
	// A filter that the site ignores would show what does not wait, or is on another post.
	site, end, err := target.Connect(ctx, env, cms.WithCheckedArguments())
	if err != nil {
		return err
	}
	defer end()
	if target.Address == "" {
		if err := fill(ctx, site); err != nil {
			return err
		}
	}
	held, err := waiting(ctx, site, *post)
	if err != nil {
		return err
	}
	if len(held) == 0 {
		program.Println(env.Out, "no comment waits for a moderator")
		return nil
	}
	decided, err := decide(ctx, held, env)
	if err != nil {
		return err
	}
	return decided.apply(ctx, site, *dry, env)
}

// waiting are the comments on hold in the order of their ids, each with its post
// embedded.
func waiting(ctx context.Context, site *cms.Client, post int64) ([]*comments.Comment, error) {
	options := &comments.ListOptions{Status: comments.FilterHold, Context: cms.ContextEdit}
	if post > 0 {
		options.Post = []int64{post}
	}
	var held []*comments.Comment
	for c, err := range comments.New(site).All(ctx, options, cms.Exact(), cms.Embed("up")) {
		if err == nil {
			err = waits(c, post)
		}
		if err != nil {
			return nil, err
		}
		held = append(held, c)
	}
	return held, nil
}

// waits refuses a comment that the list should not hold, or that does not say that it
// waits: a moderator is asked about no other.
func waits(c *comments.Comment, post int64) error {
	switch {
	case c.Status != comments.StatusHold:
		return fmt.Errorf("%w: asked for comments on hold, got comment %d with the status %.40q", cms.ErrFilterIgnored, c.ID,
			c.Status)
	case post > 0 && c.Post != post:
		return fmt.Errorf("%w: asked for comments on the post %d, got comment %d on %d", cms.ErrFilterIgnored, post, c.ID,
			c.Post)
	}
	return nil
}

// verb is a letter, and what is done with the comment.
type verb struct {
	letter, name string
	do           comments.Verb
}

func verbs(all *comments.Comments) []verb {
	return []verb{{"a", "approve", all.Approve}, {"s", "spam", all.Spam}, {"t", "trash", all.Trash}}
}

// decisions are the ids of comments by the letter of a verb.
type decisions map[string][]int64

// decide shows the comments and asks about each. The end of the input is a q.
func decide(ctx context.Context, held []*comments.Comment, env program.Environment) (decisions, error) {
	decided := decisions{}
	for i, c := range held {
		program.Printf(env.Out, "\n%d of %d  ", i+1, len(held))
		fmt.Fprint(env.Out, describe(c)) // of several lines, each printable
		program.Println(env.Out)

		for {
			answer, err := env.Ask(ctx, "[a]pprove [s]pam [t]rash [k]eep [q]uit? ")
			answer = strings.ToLower(answer)
			switch {
			case errors.Is(err, io.EOF) || answer == "q":
				return decided, nil
			case err != nil:
				return nil, err
			case answer == "k":
			case answer == "a", answer == "s", answer == "t":
				decided[answer] = append(decided[answer], c.ID)
			default:
				continue
			}
			break
		}
	}
	return decided, nil
}

// counts says how much was decided.
func (d decisions) counts(verbs []verb) string {
	var plan []string
	for _, v := range verbs {
		if n := len(d[v.letter]); n > 0 {
			plan = append(plan, fmt.Sprintf("%s %d", v.name, n))
		}
	}
	return strings.Join(plan, ", ")
}

// apply asks once more and does what was decided. A dry run says what that is.
func (d decisions) apply(ctx context.Context, site *cms.Client, dry bool, env program.Environment) error {
	all, changed := comments.New(site), 0
	verbs := verbs(all)
	switch {
	case len(d) == 0:
		program.Println(env.Out, "nothing to do")
		return nil
	case dry:
		d.plan(verbs, env.Out)
		return nil
	}
	answer, err := env.Ask(ctx, "\n"+d.counts(verbs)+": yes or no? ")
	if err != nil && !errors.Is(err, io.EOF) {
		return err
	}
	if answer = strings.ToLower(answer); answer != "yes" && answer != "y" {
		program.Println(env.Out, "nothing was changed")
		return nil
	}
	var failed error
	for _, v := range verbs {
		for _, result := range all.Each(ctx, d[v.letter], v.do) {
			if result.Err != nil {
				failed = errors.Join(failed, fmt.Errorf("%s %d: %w", v.name, result.ID, result.Err))
				continue
			}
			changed++
			program.Printf(env.Out, "%-9s  comment %d, now %s\n", v.name, result.ID, result.Comment.Status)
		}
	}
	program.Total(env.Out, false, "%d changed", changed)
	return program.Status(failed, program.Incomplete)
}

// plan says what would be done.
func (d decisions) plan(verbs []verb, out io.Writer) {
	changed := 0
	for _, v := range verbs {
		for _, id := range d[v.letter] {
			changed++
			program.Printf(out, "%-9s  comment %d\n", v.name, id)
		}
	}
	program.Total(out, true, "%d changed", changed)
}
