package changes_test

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/cms/changes"
	"github.com/fontcms/fontcms-go/cms/cmstest"
	"github.com/fontcms/fontcms-go/cms/comments"
	"github.com/fontcms/fontcms-go/cms/terms"
	"github.com/fontcms/fontcms-go/cms/users"
)

func TestChangesOfPostsComeOnce(t *testing.T) {
	t.Parallel()
	s, ctx := newSite(t), t.Context()
	feed := changes.New(s.client, new(changes.Memory), changes.Type("cms/v2/posts"))
	expect(t, "an empty site", feed, nil)
	one := s.post(t, &cms.PostParams{Title: new("One"), Status: new(cms.StatusPublish)})
	two := s.post(t, &cms.PostParams{Title: new("Two")})
	name := func(op string, id int64) string { return fmt.Sprintf("%s posts/%d", op, id) }
	expect(t, "two creates", feed, nil, name("created", one), name("created", two))
	expect(t, "nothing", feed, nil)

	s.pass(time.Hour)
	s.edit(t, one, &cms.PostParams{Content: new("More")})
	s.edit(t, one, &cms.PostParams{Content: new("Still more")})
	expect(t, "two edits", feed, nil, name("changed", one))
	_ = must[*cms.Post](t)(s.client.Posts.Trash(ctx, two))
	expect(t, "trash", feed, nil, name("trashed", two))
	expect(t, "nothing", feed, nil)
	s.edit(t, two, &cms.PostParams{Status: new(cms.StatusDraft)})
	expect(t, "restore", feed, nil, name("restored", two))
	s.remove(t, two)
	expect(t, "delete", feed, nil, name("deleted", two))
	expect(t, "nothing", feed, nil)
}

func TestChangesOfKindsWithoutModifiedComeOnce(t *testing.T) {
	t.Parallel()
	s, ctx := newSite(t), t.Context()
	feed := changes.New(s.client, new(changes.Memory), changes.Core()...)
	if got, errs := taken(t, feed, nil); len(errs) > 0 || len(got) != 6 { // a category and five users
		t.Fatalf("Feed.All of a new site: %q and errors %v, want 6 records", got, errs)
	}
	post := s.post(t, &cms.PostParams{Title: new("One"), Status: new(cms.StatusPublish)})
	tags, notes, who := terms.Tags(s.client), comments.New(s.client), users.New(s.client)
	tag := must[*terms.Term](t)(tags.Create(ctx, &terms.Params{Name: new("Serif")})).ID
	note := must[*comments.Comment](t)(notes.Create(ctx, &comments.Params{Post: &post, Content: new("Fine")})).ID
	ada := must[*users.User](t)(who.Create(ctx, &users.Params{Username: new("ada"), Email: new("ada@docs.test"),
		Password: new("correct horse")})).ID
	expect(t, "creates", feed, nil, fmt.Sprintf("created posts/%d", post), fmt.Sprintf("created tags/%d", tag),
		fmt.Sprintf("created comments/%d", note), fmt.Sprintf("created users/%d", ada))

	s.pass(time.Hour)
	s.edit(t, post, &cms.PostParams{Tags: []int64{tag}})
	expect(t, "a tag was set, which changes its count", feed, nil, fmt.Sprintf("changed posts/%d", post))
	_ = must[*terms.Term](t)(tags.Update(ctx, tag, &terms.Params{Description: new("With feet")}))
	_ = must[*comments.Comment](t)(notes.Hold(ctx, note))
	_ = must[*users.User](t)(who.Update(ctx, ada, &users.Params{Name: new("Ada")}))
	expect(t, "edits", feed, nil, fmt.Sprintf("changed tags/%d", tag), fmt.Sprintf("changed comments/%d", note),
		fmt.Sprintf("changed users/%d", ada))
	_ = must[*comments.Comment](t)(notes.Trash(ctx, note))
	expect(t, "the trash of comments", feed, nil, fmt.Sprintf("trashed comments/%d", note))
	_ = must[*cms.Deleted[terms.Term]](t)(tags.Delete(ctx, tag))
	expect(t, "the only tag was deleted", feed, &changes.Options{AllowEmpty: true},
		fmt.Sprintf("changed posts/%d", post), fmt.Sprintf("deleted tags/%d", tag))
	expect(t, "nothing", feed, nil)
}

func TestEditsOfOneSecondAreNotLost(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	feed := changes.New(s.client, new(changes.Memory), changes.Type("cms/v2/posts"))
	id := s.post(t, &cms.PostParams{Title: new("One"), Content: new("a")})
	expect(t, "create", feed, nil, fmt.Sprintf("created posts/%d", id))
	for _, text := range []string{"b", "c"} {
		s.edit(t, id, &cms.PostParams{Content: &text})
		expect(t, "an edit in the same second", feed, nil, fmt.Sprintf("changed posts/%d", id))
	}
	s.pass(time.Hour)
	expect(t, "an hour later", feed, nil)
	s.ResetRequests()
	s.requests = nil
	expect(t, "the post has settled", feed, nil)
	for _, r := range s.requests {
		if strings.Contains(r, "include") {
			t.Errorf("Feed.All after the post has settled: request %s, want none of whole records", r)
		}
	}
}

func TestScheduledPostsArePublishedWithoutModified(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	feed := changes.New(s.client, new(changes.Memory), changes.Type("cms/v2/posts"))
	on := s.clock().Add(5 * 365 * 24 * time.Hour)
	id := s.post(t, &cms.PostParams{Title: new("One"), DateGMT: cms.At(on),
		Status: new(cms.StatusFuture)})
	expect(t, "create", feed, nil, fmt.Sprintf("created posts/%d", id))
	back := s.post(t, &cms.PostParams{Title: new("Two"), Status: new(cms.StatusPublish),
		DateGMT: cms.At(on.AddDate(-20, 0, 0))})
	expect(t, "a backdated post", feed, nil, fmt.Sprintf("created posts/%d", back))
	draft := s.post(t, &cms.PostParams{Title: new("Three"), DateGMT: cms.At(on)})
	expect(t, "a draft with a date in the future", feed, nil, fmt.Sprintf("created posts/%d", draft))
	s.set(on)
	s.edit(t, id, &cms.PostParams{Status: new(cms.StatusPublish)})
	s.edit(t, draft, &cms.PostParams{Content: new("More")})
	expect(t, "publication, and an edit in the second of the date", feed, nil, fmt.Sprintf("changed posts/%d", id),
		fmt.Sprintf("changed posts/%d", draft))
}

func TestOnlyAFullPassSeesWhatDoesNotChangeModified(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	feed, full := changes.New(s.client, new(changes.Memory), changes.Type("cms/v2/posts")), &changes.Options{Full: true}
	at := s.clock()
	id := s.post(t, &cms.PostParams{Title: new("One"), Content: new("a")})
	s.pass(time.Hour)
	expect(t, "create", feed, full, fmt.Sprintf("created posts/%d", id))
	s.set(at) // the edit gets the same modified_gmt
	s.edit(t, id, &cms.PostParams{Content: new("b")})
	s.set(at.Add(2 * time.Hour))
	expect(t, "a usual pass", feed, nil)
	expect(t, "a full pass", feed, full, fmt.Sprintf("changed posts/%d", id))
	expect(t, "a second full pass", feed, full)
}

func TestChangesThatTheLoopLeavesComeAgain(t *testing.T) {
	t.Parallel()
	s, ctx := newSite(t), t.Context()
	store := new(failing) // Save fails if the context has ended
	for range 5 {
		_ = s.post(t, &cms.PostParams{Title: new("One")})
	}
	var got []int64
	for range 10 { // each time as in another process
		n := 0
		for c, err := range changes.New(s.client, store, changes.Type("cms/v2/posts")).All(ctx, nil) {
			if err != nil {
				t.Fatal(err)
			}
			if n++; n == 3 {
				break // not taken
			}
			got = append(got, c.ID)
		}
	}
	if sorted := slices.Sorted(slices.Values(got)); len(got) != 5 || len(slices.Compact(sorted)) != 5 {
		t.Errorf("Feed.All, left after each second change: posts %v, want each of 5 once", got)
	}
	canceled, cancel := context.WithCancel(ctx)
	id := s.post(t, &cms.PostParams{Title: new("Last")})
	for c, err := range changes.New(s.client, store, changes.Type("cms/v2/posts")).All(canceled, nil) {
		if err == nil && c.ID == id {
			cancel() // the change is taken nevertheless
		}
	}
	cancel()
	feed := changes.New(s.client, store, changes.Type("cms/v2/posts"))
	expect(t, "after a change whose loop canceled the context", feed, nil)
}

func TestChangeWhoseLoopPanicsComesAgain(t *testing.T) {
	t.Parallel()
	s, store := newSite(t), new(changes.Memory)
	one, two := s.post(t, &cms.PostParams{Title: new("One")}), s.post(t, &cms.PostParams{Title: new("Two")})
	// work takes the changes before the post, and panics at it.
	work := func(post int64) (got []string, panicked any) {
		defer func() { panicked = recover() }()
		for c, err := range changes.New(s.client, store, changes.Type("cms/v2/posts")).All(t.Context(), nil) {
			if err != nil {
				t.Fatal(err)
			}
			if c.ID == post {
				panic(c.Op)
			}
			got = append(got, fmt.Sprintf("%s posts/%d", c.Op, c.ID))
		}
		return got, nil
	}
	for _, step := range []struct {
		when  string
		do    func()
		post  int64
		want  changes.Op
		first string
	}{
		{"two creates", func() {}, two, changes.Created, fmt.Sprintf("[created posts/%d]", one)},
		{"an edit", func() { s.edit(t, one, &cms.PostParams{Content: new("More")}) }, one, changes.Changed, "[]"},
		{"a delete", func() { s.remove(t, two) }, two, changes.Deleted, "[]"},
	} {
		s.pass(time.Hour)
		step.do()
		got, panicked := work(step.post)
		if fmt.Sprint(got) != step.first || panicked != step.want {
			t.Fatalf("%s: Feed.All yielded %v before the panic with %v, want %s and %s", step.when, got, panicked,
				step.first, step.want)
		}
		expect(t, step.when+", after the panic", changes.New(s.client, store, changes.Type("cms/v2/posts")), nil,
			fmt.Sprintf("%s posts/%d", step.want, step.post))
	}
}

func TestRecordsOfChangesAreWhole(t *testing.T) {
	t.Parallel()
	s, ctx := newSite(t), t.Context()
	feed := changes.New(s.client, new(changes.Memory), changes.Type("cms/v2/posts"))
	with := &changes.Options{Records: true}
	id := s.post(t, &cms.PostParams{Title: new("One"), Content: new("a")})
	for _, text := range []string{"a", "b"} {
		s.edit(t, id, &cms.PostParams{Content: &text})
		n := 0
		for c, err := range feed.All(ctx, with) {
			if err != nil {
				t.Fatal(err)
			}
			n++
			var post cms.Post
			if err := cms.Unmarshal(c.Record, &post); err != nil {
				t.Fatal(err)
			}
			if params, err := post.Params(); err != nil || *params.Content != text {
				t.Errorf("Change.Record: params %+v and error %v, want the content %q", params, err, text)
			}
		}
		if n != 1 {
			t.Errorf("Feed.All with Records: %d changes, want 1", n)
		}
		s.pass(time.Hour)
	}
	s.remove(t, id)
	for c, err := range feed.All(ctx, &changes.Options{Records: true, AllowEmpty: true}) {
		if err != nil {
			t.Fatal(err)
		}
		if got := fmt.Sprintf("%s %q %q", c.Op, string(c.Record), c.Mark); got != `deleted "" ""` {
			t.Errorf("Feed.All after a delete: op, record and mark %s, want deleted and none", got)
		}
	}
}

func TestDoubtfulSitesHaveNoDeletions(t *testing.T) {
	t.Parallel()
	posts := func(r *http.Request) bool {
		return strings.HasSuffix(r.URL.Path, "/posts") && r.Method == http.MethodGet
	}
	for name, test := range map[string]struct {
		prepare func(*site, []int64)
		want    error
	}{
		"the list fails": {func(s *site, _ []int64) {
			s.fail = func(_ int, r *http.Request) *http.Response {
				if posts(r) && r.URL.Query().Get("page") == "2" {
					return broken(r)
				}
				return nil
			}
		}, cms.ErrorCode("db_down")},
		"the list is shorter than its total": {func(s *site, _ []int64) {
			s.change = func(r *http.Request, response *http.Response) {
				if posts(r) {
					response.Header.Set("X-CMS-Total", "9")
				}
			}
		}, changes.ErrShort},
		"the list has no total": {func(s *site, _ []int64) {
			s.change = func(r *http.Request, response *http.Response) {
				response.Header.Del("X-CMS-Total")
			}
		}, changes.ErrShort},
		"a site of another address": {func(s *site, _ []int64) {
			s.change = rewritten("127.0.0.1", "127.0.0.2")
		}, changes.ErrOtherSite},
		"a site that was set up anew": {func(s *site, _ []int64) {
			s.change = rewritten(`"registered_date":"2`, `"registered_date":"3`)
		}, changes.ErrOtherSite},
		"all are gone": {func(s *site, ids []int64) {
			for _, id := range ids {
				_, _ = s.client.Posts.Delete(context.Background(), id)
			}
		}, changes.ErrAllGone},
		"all are gone, and others are there": {func(s *site, ids []int64) {
			for _, id := range ids {
				_, _ = s.client.Posts.Delete(context.Background(), id)
			}
			s.Insert("posts", map[string]any{"title": "Another"})
		}, changes.ErrAllGone},
		"the record is not listed, and forbidden": {func(s *site, ids []int64) {
			s.fail = func(_ int, r *http.Request) *http.Response {
				if strings.HasSuffix(r.URL.Path, fmt.Sprintf("/posts/%d", ids[0])) {
					return broken(r)
				}
				return nil
			}
		}, cms.ErrorCode("db_down")},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := newSite(t)
			s.perPage = 2
			feed := changes.New(s.client, new(changes.Memory), changes.Type("cms/v2/posts"))
			var ids []int64
			for range 6 {
				ids = append(ids, s.post(t, &cms.PostParams{Title: new("One")}))
			}
			if got, errs := taken(t, feed, nil); len(errs) > 0 || len(got) != 6 {
				t.Fatalf("Feed.All: %q and errors %v, want 6 posts", got, errs)
			}
			s.remove(t, ids[0])
			test.prepare(s, ids)
			got, errs := taken(t, feed, nil)
			if slices.ContainsFunc(got, func(c string) bool { return strings.HasPrefix(c, "deleted") }) {
				t.Errorf("Feed.All: %q, want no deletion", got)
			}
			if err := cms.Join(errs...); len(errs) != 1 || !errors.Is(err, test.want) {
				t.Errorf("Feed.All: errors %v, want one %v", errs, test.want)
			}
			s.fail, s.change = nil, nil
			want := 1
			if errors.Is(test.want, changes.ErrAllGone) {
				want = 6
			}
			got, errs = taken(t, feed, &changes.Options{AllowEmpty: true})
			n := 0
			for _, c := range got {
				if strings.HasPrefix(c, "deleted") {
					n++
				}
			}
			if len(errs) > 0 || n != want {
				t.Errorf("Feed.All when the site is sound again: %q and errors %v, want %d deletions", got, errs, want)
			}
		})
	}
}

// rewritten replaces a text in the responses of the index and of the user.
func rewritten(from, to string) func(*http.Request, *http.Response) {
	return func(r *http.Request, response *http.Response) {
		if strings.HasSuffix(r.URL.Path, "-json/") || strings.HasSuffix(r.URL.Path, "/users/me") {
			replaceBody(response, from, to)
		}
	}
}

func TestMovedSitesAreAcceptedWithAllowMoved(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	feed := changes.New(s.client, new(changes.Memory), changes.Type("cms/v2/posts"))
	s.Insert("posts", map[string]any{"title": "One"})
	if got, errs := taken(t, feed, nil); len(errs) > 0 || len(got) != 1 {
		t.Fatalf("Feed.All: %q and errors %v, want a post", got, errs)
	}
	s.change = rewritten("127.0.0.1", "127.0.0.2")
	expect(t, "with AllowMoved", feed, &changes.Options{AllowMoved: true})
	expect(t, "at the new address", feed, nil)
}

func TestRecordsThatAreNotListedAreNotDeleted(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	posts := changes.Type("cms/v2/posts")
	store := new(changes.Memory)
	one := s.Insert("posts", map[string]any{"title": "One"})
	two := s.Insert("posts", map[string]any{"title": "Two"})
	expect(t, "all statuses", changes.New(s.client, store, posts), nil, fmt.Sprintf("created posts/%d", one),
		fmt.Sprintf("created posts/%d", two))
	posts.Statuses = []cms.Status{cms.StatusPublish}
	feed := changes.New(s.client, store, posts)
	s.pass(time.Hour)
	s.edit(t, two, &cms.PostParams{Status: new(cms.StatusPrivate)})
	expect(t, "the status is not listed", feed, nil, fmt.Sprintf("changed posts/%d", two))
	expect(t, "nothing", feed, nil)
	s.remove(t, two)
	expect(t, "a delete", feed, nil, fmt.Sprintf("deleted posts/%d", two))
}

func TestUsualPassesAreCheap(t *testing.T) {
	t.Parallel()
	s := newSite(t, cmstest.WithSample())
	feed := changes.New(s.client, new(changes.Memory), changes.Type("cms/v2/posts"))
	if got, errs := taken(t, feed, nil); len(errs) > 0 || len(got) != 1230 {
		t.Fatalf("Feed.All of the sample: %d changes and errors %v, want 1,230", len(got), errs)
	}
	s.requests = nil
	expect(t, "nothing", feed, nil)
	if n := len(s.requests); n > 2+13+2 { // a few posts of the sample are scheduled: their modified_gmt is in the future
		t.Errorf("Feed.All of 1,230 posts: %d requests, want at most 17:\n%s", n, strings.Join(s.requests, "\n"))
	}
	s.requests = nil
	s.remove(t, 600)
	n := len(s.requests)
	if got, errs := taken(t, feed, nil); len(errs) > 0 || len(got) != 1 {
		t.Errorf("Feed.All after a delete: %q and errors %v, want one change", got, errs)
	}
	if n = len(s.requests) - n; n > 2+13+2+2 {
		t.Errorf("Feed.All of 1,230 posts after a delete: %d requests, want at most 19", n)
	}
}

func TestKindsOfOneNameAreRefused(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	for _, kinds := range [][]changes.Kind{
		{changes.Comments(), changes.Comments()}, {{Name: "_site", Route: "cms/v2/posts"}}, {{Route: "cms/v2/posts"}},
	} {
		_, errs := taken(t, changes.New(s.client, new(changes.Memory), kinds...), nil)
		if err := cms.Join(errs...); !errors.Is(err, cms.ErrInvalidArgument) || len(s.requests) > 0 {
			t.Errorf("Feed.All of the kinds %+v: error %v and %d requests, want ErrInvalidArgument and none", kinds, err,
				len(s.requests))
		}
	}
}

func TestDuplicatesInAListComeOnce(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	id := s.Insert("posts", map[string]any{"title": "One"})
	s.change = func(r *http.Request, response *http.Response) {
		if strings.HasSuffix(r.URL.Path, "/posts") && response.StatusCode == http.StatusOK {
			inner := strings.Trim(strings.TrimSpace(readBody(response)), "[]")
			setBody(response, "["+inner+","+inner+"]")
		}
	}
	feed := changes.New(s.client, new(changes.Memory), changes.Type("cms/v2/posts"))
	expect(t, "a post that is listed twice", feed, nil, fmt.Sprintf("created posts/%d", id))
}

func TestRecordsThatMoveDuringAWalkAreNotDeleted(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	s.perPage = 2
	var ids []int64
	for range 8 {
		ids = append(ids, s.Insert("posts", map[string]any{"title": "One"}))
	}
	feed := changes.New(s.client, new(changes.Memory), changes.Type("cms/v2/posts"))
	if got, errs := taken(t, feed, nil); len(errs) > 0 || len(got) != 8 {
		t.Fatalf("Feed.All: %q and errors %v, want 8 posts", got, errs)
	}
	s.edit(t, ids[3], &cms.PostParams{Content: new("More")})
	pages := 0
	s.between(func() {
		if pages++; pages == 4 { // after the index, the user and a page
			s.remove(t, ids[0])
			s.remove(t, ids[1])
		}
	})
	got, errs := taken(t, feed, nil)
	s.between(nil)
	next, more := taken(t, feed, nil)
	if errs = append(errs, more...); len(errs) > 0 {
		t.Errorf("Feed.All while posts are deleted: errors %v, want none", errs)
	}
	got = append(got, next...)
	slices.Sort(got)
	want := fmt.Sprintf("[changed posts/%d deleted posts/%d deleted posts/%d]", ids[3], ids[0], ids[1])
	if fmt.Sprint(got) != want {
		t.Errorf("Feed.All while posts are deleted, and again: %v, want %s", got, want)
	}
}
