package comments_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"testing"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/cms/comments"
	"github.com/fontcms/fontcms-go/internal/replay/sitetest"
)

// written is a published post for the time of a test.
func written(t *testing.T, site *cms.Client, status cms.Status) *cms.Post {
	t.Helper()
	post, err := site.Posts.Create(t.Context(), &cms.PostParams{Title: new("Commented"), Status: &status})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _, _ = site.Posts.Delete(context.Background(), post.ID) })
	return post
}

func comment(t *testing.T, site *cms.Client, params *comments.Params) *comments.Comment {
	t.Helper()
	made, err := comments.New(site).Create(t.Context(), params)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _, _ = comments.New(site).Delete(context.Background(), made.ID) })
	return made
}

func TestLiveCommentsAreWrittenReadAndModerated(t *testing.T) {
	t.Parallel()
	site := sitetest.Live(t)
	all, ctx, post := comments.New(site), t.Context(), written(t, site, cms.StatusPublish)
	var ids []int64
	for i := range 5 {
		params := &comments.Params{Post: &post.ID, Content: new(fmt.Sprintf("R & D %d", i)), Status: new(comments.StatusHold)}
		if i > 0 {
			params.Parent = &ids[i-1]
		}
		made := comment(t, site, params)
		switch {
		case made.Status != comments.StatusHold:
			t.Errorf("comment(site, params): Status %q, want %q", made.Status, comments.StatusHold)
		case made.Content.Raw != fmt.Sprintf("R & D %d", i) || made.Extra != nil:
			t.Errorf("comment(site, params): Content.Raw %q, Extra %v, want %q and nil", made.Content.Raw, made.Extra,
				fmt.Sprintf("R & D %d", i))
		case made.AuthorIP == "":
			t.Error("comment(site, params): AuthorIP empty, want a text")
		}
		ids = append(ids, made.ID)
	}
	guest := comment(t, site, &comments.Params{Post: &post.ID, Content: new("As a guest"), AuthorName: new("Ada"),
		AuthorEmail: new("ada@docs.example.org")})
	switch {
	case guest.Author != 0 || guest.Status != comments.StatusHold:
		t.Errorf("comment: guest.Author %d, guest.Status %q, want 0 and %q", guest.Author, guest.Status, comments.StatusHold)
	case guest.AuthorName != "Ada":
		t.Errorf("comment: guest.AuthorName %q, want %q", guest.AuthorName, "Ada")
	}
	for name, one := range map[string]int64{"a user's": ids[0], "a guest's": guest.ID} {
		read, err := all.Get(ctx, one, cms.InContext(cms.ContextEdit))
		if err != nil {
			t.Fatal(err)
		}
		params, err := read.Params()
		if err != nil {
			t.Fatal(err)
		}
		switch again, err := all.Update(ctx, one, params, cms.UpdateMethod("PUT")); {
		case err != nil:
			t.Errorf("Comments.Update: %s comment written back: %+v, %v, want nil", name, again, err)
		case again.Content.Raw != read.Content.Raw:
			t.Errorf("Comments.Update: %s comment written back: again.Content.Raw %q, want %q", name, again.Content.Raw,
				read.Content.Raw)
		case again.Author != read.Author:
			t.Errorf("Comments.Update: %s comment written back: again.Author %d, want %d", name, again.Author, read.Author)
		case again.Status != read.Status:
			t.Errorf("Comments.Update: %s comment written back: again.Status %q, want %q", name, again.Status, read.Status)
		case again.DateGMT != read.DateGMT:
			t.Errorf("Comments.Update: %s comment written back: again.DateGMT %q, want %q", name, again.DateGMT, read.DateGMT)
		}
	}
	options := &comments.ListOptions{Post: []int64{post.ID}, Status: comments.FilterHold, Order: cms.Ascending, PerPage: 2}
	for name, walk := range map[string][]cms.WalkOption{"plain": nil, "exact": {cms.Exact()}, "ahead": {cms.Prefetch(3)}} {
		var seen []int64
		walked := *options
		if name == "exact" {
			walked.Order = ""
		}
		for c, err := range all.All(ctx, &walked, walk...) {
			if err != nil {
				t.Fatal(err)
			}
			seen = append(seen, c.ID)
		}
		slices.Sort(seen)
		if !slices.Equal(seen, append(slices.Clone(ids), guest.ID)) {
			t.Errorf("%s: seen %v, want %v", name, seen, append(slices.Clone(ids), guest.ID))
		}
	}
	for status, want := range map[comments.Filter]int{"": 0, comments.FilterAny: 5, comments.FilterHold: 5,
		comments.FilterApprovedAndHeld: 5, "approved": 0} {
		n := 0
		for _, err := range all.GetMany(ctx, ids, &comments.ListOptions{Status: status}) {
			if err != nil {
				t.Fatal(err)
			}
			n++
		}
		if n != want {
			t.Errorf("filter %q: %d comments on hold, want %d", status, n, want)
		}
	}
	tree := comments.Tree(threaded(t, all, post.ID))
	switch {
	case len(tree) != 2:
		t.Errorf("comments.Tree: %d items at the top, want 2", len(tree))
	case tree[0].Children[0].Children[0].Item.ID != ids[2]:
		t.Errorf("comments.Tree: tree[0].Children[0].Children[0].Item.ID %d, want %d",
			tree[0].Children[0].Children[0].Item.ID, ids[2])
	}
	cases := 0
	for _, step := range []struct {
		verb comments.Verb
		want comments.Status
	}{
		{all.Approve, "approved"}, {all.Approve, "approved"}, {all.Spam, "spam"}, {all.Spam, "spam"},
		{all.Unspam, "approved"}, {all.Unspam, "approved"},
		{all.Trash, "trash"}, {all.Untrash, "approved"}, {all.Untrash, "approved"}, {all.Hold, "hold"}, {all.Trash, "trash"},
		{all.Approve, "approved"},
		{all.Spam, "spam"}, {all.Trash, "trash"}, {all.Untrash, "spam"}, {all.Hold, "hold"},
	} {
		cases++
		for _, r := range all.Each(ctx, ids, step.verb) {
			switch {
			case r.Err != nil:
				t.Errorf("step %d: result %+v, want no error", cases, r)
			case r.Comment.Status != step.want:
				t.Errorf("step %d: result %+v, want the status %q", cases, r, step.want)
			}
		}
	}
	if _, err := all.Trash(ctx, ids[0]); err != nil {
		t.Error(err)
	}
	if _, err := all.Trash(ctx, ids[0]); !errors.Is(err, cms.ErrGone) {
		t.Errorf("Comments.Trash(ids[0]): error %v, want ErrGone", err)
	}
	switch deleted, err := all.Delete(ctx, ids[0]); {
	case err != nil:
		t.Errorf("Comments.Delete: error %v, want nil", err)
	case deleted.Previous.ID != ids[0]:
		t.Errorf("Comments.Delete: Previous has id %d, want %d", deleted.Previous.ID, ids[0])
	}
	if _, err := all.Approve(ctx, ids[0]); !errors.Is(err, cms.ErrNotFound) {
		t.Errorf("Comments.Approve(ids[0]): error %v, want ErrNotFound", err)
	}
	t.Logf("%d comments moderated in %d steps", len(ids), cases)
}

// threaded reads all comments on a post.
func threaded(t *testing.T, all *comments.Comments, post int64) (list []*comments.Comment) {
	t.Helper()
	for c, err := range all.All(t.Context(), &comments.ListOptions{
		Post: []int64{post}, Status: comments.FilterApprovedAndHeld,
		OrderBy: comments.ByID, Order: cms.Ascending}) {
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, c)
	}
	return list
}

func TestLiveErrorsOfComments(t *testing.T) {
	t.Parallel()
	site := sitetest.Live(t)
	all, ctx, post, draft := comments.New(site), t.Context(), written(t, site, cms.StatusPublish), written(t, site,
		cms.StatusDraft)
	closed := written(t, site, cms.StatusPublish)
	if _, err := site.Posts.Update(ctx, closed.ID, &cms.PostParams{CommentStatus: new(cms.DiscussionClosed)}); err != nil {
		t.Fatal(err)
	}
	first := comment(t, site, &comments.Params{Post: &post.ID, Content: new("The same text")})
	create := func(as *cms.Client, params comments.Params) error {
		_, err := comments.New(as).Create(ctx, &params)
		return err
	}
	_, unknown := all.Get(ctx, 999999)
	cases := []struct {
		name string
		got  error
		want error
	}{
		{"the same text", create(site, comments.Params{Post: &post.ID, Content: new("The same text")}),
			comments.CodeDuplicate},
		{"the same text, as a conflict", create(site, comments.Params{Post: &post.ID, Content: new("The same text")}),
			cms.ErrConflict},
		{"no post", create(site, comments.Params{Content: new("x")}), comments.CodeInvalidPost},
		{"an unknown post", create(site, comments.Params{Post: new(int64(999999)), Content: new("x")}),
			comments.CodeInvalidPost},
		{"a draft", create(site, comments.Params{Post: &draft.ID, Content: new("x")}), comments.CodeDraftPost},
		{"a closed post", create(site, comments.Params{Post: &closed.ID, Content: new("x")}), comments.CodeClosed},
		{"no text", create(site, comments.Params{Post: &post.ID, Content: new("")}), comments.CodeInvalidContent},
		{"another type", create(site, comments.Params{Post: &post.ID, Content: new("x"),
			Type: new(comments.Type("pingback"))}), comments.CodeInvalidType},
		{"anonymous", create(sitetest.LiveAs(t, "nobody"), comments.Params{Post: &post.ID, Content: new("x")}),
			comments.CodeLoginRequired},
		{"another author", create(sitetest.LiveAs(t, "subscriber"), comments.Params{Post: &post.ID, Content: new("x"),
			Author: new(int64(1))}), comments.CodeInvalidAuthor},
		{"an unknown id", unknown, cms.ErrNotFound},
	}
	// since 6.9
	if err := create(site, comments.Params{Post: &post.ID, Content: new("A note"),
		Type: new(comments.TypeNote)}); err == nil {
		_, err := all.Update(ctx, first.ID, &comments.Params{Content: new("Stored"),
			Meta: &cms.MetaParams{Extra: cms.Extra{"_wp_note_status": []byte("null")}}})
		cases = append(cases, struct {
			name string
			got  error
			want error
		}{"null in meta", err, cms.ErrPartlyWritten})
		switch stored, err := all.Get(ctx, first.ID, cms.InContext(cms.ContextEdit)); {
		case err != nil:
			t.Errorf("Comments.Get: error %v, want nil", err)
		case stored.Content.Raw != "Stored":
			t.Errorf("Comments.Get: stored.Content.Raw %q, want %q", stored.Content.Raw, "Stored")
		}
	}
	for _, c := range cases {
		switch {
		case !errors.Is(c.got, c.want):
			t.Errorf("%s: c.got error %v, want %v", c.name, c.got, c.want)
		case errors.Is(c.got, cms.ErrOutcomeUnknown):
			t.Errorf("%s: c.got error %v, want an error other than ErrOutcomeUnknown", c.name, c.got)
		}
	}
	t.Logf("%d errors", len(cases))
}

func TestLiveRightsOfComments(t *testing.T) {
	t.Parallel()
	site := sitetest.Live(t)
	post := written(t, site, cms.StatusPublish)
	shared := comment(t, site, &comments.Params{Post: &post.ID, Content: new("Shared")})
	held := comment(t, site, &comments.Params{Post: &post.ID, Content: new("Held"), Status: new(comments.StatusHold)})
	list := func(options *comments.ListOptions) func(context.Context, *cms.Client, string) error {
		return func(ctx context.Context, as *cms.Client, _ string) error {
			_, err := comments.New(as).List(ctx, options)
			return err
		}
	}
	moderate := func(verb func(*comments.Comments, context.Context, int64, ...cms.CallOption) (*comments.Comment,
		error)) func(context.Context, *cms.Client, string) error {
		return func(ctx context.Context, as *cms.Client, _ string) error {
			_, err := verb(comments.New(as), ctx, shared.ID)
			return err
		}
	}
	cases := sitetest.Check(t, []sitetest.Right{
		{Name: "list", Least: "nobody", Do: list(nil)},
		{Name: "list to edit", Least: "editor", Refused: cms.CodeForbiddenContext,
			Do: list(&comments.ListOptions{Context: cms.ContextEdit})},
		{Name: "list by status", Least: "contributor", Refused: comments.CodeForbiddenParam,
			Do: list(&comments.ListOptions{Status: comments.FilterHold})},
		{Name: "list by type", Least: "contributor", Refused: comments.CodeForbiddenParam,
			Do: list(&comments.ListOptions{Type: comments.TypePings})},
		{Name: "list by author", Least: "contributor", Refused: comments.CodeForbiddenParam,
			Do: list(&comments.ListOptions{Author: []int64{1}})},
		{Name: "list by e-mail", Least: "contributor", Refused: comments.CodeForbiddenParam,
			Do: list(&comments.ListOptions{AuthorEmail: "a@b.test"})},
		{Name: "get", Least: "nobody", Do: func(ctx context.Context, as *cms.Client, _ string) error {
			_, err := comments.New(as).Get(ctx, shared.ID)
			return err
		}},
		{Name: "get what is held", Least: "editor", Refused: comments.CodeCannotRead,
			Do: func(ctx context.Context, as *cms.Client, _ string) error {
				_, err := comments.New(as).Get(ctx, held.ID)
				return err
			}},
		{Name: "create", Least: "subscriber", Refused: comments.CodeLoginRequired,
			Do: func(ctx context.Context, as *cms.Client, role string) error {
				made, err := comments.New(as).Create(ctx, &comments.Params{Post: &post.ID, Content: new("By " + role)})
				if err != nil {
					return err
				}
				if approved := role == "admin" || role == "editor"; approved != (made.Status == comments.StatusApproved) {
					return fmt.Errorf("it is %s", made.Status)
				}
				_, err = comments.New(site).Delete(ctx, made.ID)
				return err
			}},
		{Name: "hold", Least: "editor", Do: moderate((*comments.Comments).Hold)},
		{Name: "spam", Least: "editor", Do: moderate((*comments.Comments).Spam)},
		{Name: "approve", Least: "editor", Do: moderate((*comments.Comments).Approve)},
		{Name: "trash", Least: "editor", Do: func(ctx context.Context, as *cms.Client, _ string) error {
			_, err := comments.New(as).Trash(ctx, shared.ID)
			if err == nil {
				_, err = comments.New(site).Untrash(ctx, shared.ID)
			}
			return err
		}},
	})
	t.Logf("%d cases of rights", cases)
}
