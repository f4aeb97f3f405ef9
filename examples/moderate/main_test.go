package main

import (
	"bytes"
	"context"
	"errors"
	"io"
	"maps"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/cms/cmstest"
	"github.com/fontcms/fontcms-go/cms/comments"
	"github.com/fontcms/fontcms-go/examples/internal/program"
)

// start is a site with comments on two posts, of which three wait, and an editor's client for it.
func start(t *testing.T) (server *cmstest.Server, site *cms.Client, held []int64) {
	t.Helper()
	server = cmstest.NewServer()
	t.Cleanup(server.Close)
	site, err := cms.New(server.URL, cms.WithApplicationPassword("editor", server.AppPassword("editor")))
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		post   string
		text   string
		status comments.Status
	}{
		{"Kerning &amp; co", "first", comments.StatusHold},
		{"Hinting", "read already", comments.StatusApproved},
		{"Kerning &amp; co", "second \x1b[2Jline\r\nthird \u202eline", comments.StatusHold},
		{"Hinting", strings.Repeat("long ", 300), comments.StatusHold},
	} {
		post, err := site.Posts.Ensure(t.Context(), strings.ToLower(c.post[:7]),
			&cms.PostParams{Title: &c.post, Status: new(cms.StatusPublish)})
		if err != nil {
			t.Fatal(err)
		}
		made, err := comments.New(site).Create(t.Context(), &comments.Params{
			Post: &post.ID, Content: &c.text, Status: &c.status, AuthorName: new("Eve \x1b[31mred"),
			AuthorEmail: new("eve@example.org"), AuthorURL: new("https://eve.example.org"),
		})
		if err != nil {
			t.Fatal(err)
		}
		if c.status == comments.StatusHold {
			held = append(held, made.ID)
		}
	}
	server.ResetRequests()
	return server, site, held
}

// moderated runs the program with what is typed, and returns what it says.
func moderated(t *testing.T, server *cmstest.Server, typed string, args ...string) (string, error) {
	t.Helper()
	var out bytes.Buffer
	args = append([]string{"-site", server.URL, "-prefix", "cms", "-user", "editor"}, args...)
	err := run(t.Context(), args, program.Environment{Password: server.AppPassword("editor"), In: strings.NewReader(typed),
		Out: &out, Err: &out})
	return out.String(), err
}

// statuses are those of comments as the site then has them.
func statuses(t *testing.T, site *cms.Client, ids []int64) []comments.Status {
	t.Helper()
	var out []comments.Status
	for _, id := range ids {
		c, err := comments.New(site).Get(t.Context(), id, cms.InContext(cms.ContextEdit))
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, c.Status)
	}
	return out
}

func TestCommentsGetTheTypedStatus(t *testing.T) {
	t.Parallel()
	const hold, approved, spam, trash = comments.StatusHold, comments.StatusApproved, comments.StatusSpam,
		comments.StatusTrash
	for typed, want := range map[string][]comments.Status{
		"a\ns\nt\nyes\n":     {approved, spam, trash},
		"k\nA\n k \ny\n":     {hold, approved, hold},
		"x\n\na\nq\nyes\n":   {approved, hold, hold}, // what is none of the letters is asked again
		"a\ns\nt\nno\n":      {hold, hold, hold},
		"a\ns\nt\n":          {hold, hold, hold}, // the end of the input is no yes
		"a\n":                {hold, hold, hold},
		"k\nk\nk\n":          {hold, hold, hold},
		"":                   {hold, hold, hold},
		"a\na\na\nyes\nmore": {approved, approved, approved},
	} {
		t.Run(strings.ReplaceAll(typed, "\n", " "), func(t *testing.T) {
			t.Parallel()
			server, site, held := start(t)
			out, err := moderated(t, server, typed)
			if err != nil {
				t.Fatalf("moderate with %q typed: error %v, want none\n%s", typed, err, out)
			}
			if got := statuses(t, site, held); !slices.Equal(got, want) {
				t.Errorf("the comments are %v, want %v\n%s", got, want, out)
			}
		})
	}
}

func TestNothingIsSentBeforeTheLastQuestion(t *testing.T) {
	t.Parallel()
	server, _, _ := start(t)
	if out, err := moderated(t, server, "a\ns\nt\nno\n"); err != nil ||
		!strings.Contains(out, "approve 1, spam 1, trash 1: yes or no? nothing was changed") {
		t.Errorf("moderate with no as the last answer: error %v, want the question, and nothing changed\n%s", err, out)
	}
	for _, r := range server.Requests() {
		if r.Method != http.MethodGet && r.Method != http.MethodOptions {
			t.Errorf("moderate before the last question sent %s %s, want reading requests only", r.Method, r.Path)
		}
	}
}

// interrupted is a terminal at which a person types, and then presses Ctrl-C.
type interrupted struct {
	typed  io.Reader
	cancel context.CancelFunc
}

func (i *interrupted) Read(p []byte) (int, error) {
	if n, _ := i.typed.Read(p); n > 0 {
		return n, nil
	}
	i.cancel()
	select {} // a terminal goes on waiting
}

func TestCtrlCAtTheLastQuestionChangesNothing(t *testing.T) {
	t.Parallel()
	server, site, held := start(t)
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	var out bytes.Buffer
	in := &interrupted{strings.NewReader("a\ns\nt\n"), cancel}
	err := run(ctx, []string{"-site", server.URL, "-prefix", "cms", "-user", "editor"},
		program.Environment{Password: server.AppPassword("editor"), In: in, Out: &out, Err: &out})
	if !errors.Is(err, context.Canceled) || !strings.Contains(out.String(), "yes or no?") {
		t.Errorf("moderate, interrupted: error %v, want context.Canceled after the last question\n%s", err, &out)
	}
	for _, r := range server.Requests() {
		if r.Method != http.MethodGet && r.Method != http.MethodOptions {
			t.Errorf("moderate, interrupted at the last question, sent %s %s, want reading requests only", r.Method, r.Path)
		}
	}
	want := []comments.Status{comments.StatusHold, comments.StatusHold, comments.StatusHold}
	if got := statuses(t, site, held); !slices.Equal(got, want) {
		t.Errorf("the comments are %v after Ctrl-C, want %v", got, want)
	}
}

func TestWhatStrangersWroteDoesNotReachTheTerminal(t *testing.T) {
	t.Parallel()
	server, _, _ := start(t)
	out, err := moderated(t, server, "q\n")
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range out {
		if r != '\n' && (r < ' ' || r == 0x7f || r == '\u202e') {
			t.Fatalf("moderate printed %q, want no control characters", out)
		}
	}
	out, err = moderated(t, server, "k\nk\nk\n")
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"1 of 3  comment", `on "Kerning & co"`, "from Eve [31mred, eve@example.org",
		"  second [2Jline\n  third line\n", "… and 499 characters more", "nothing to do"} {
		if !strings.Contains(out, want) {
			t.Errorf("moderate printed\n%s\nwant %q", out, want)
		}
	}
}

func TestFailureIsListedAndTheOthersGoOn(t *testing.T) {
	t.Parallel()
	server, site, held := start(t)
	server.Fail(cmstest.Fault{Method: http.MethodPost, Route: "/cms/v2/comments/{id}", Times: 1,
		Status: http.StatusForbidden, Code: "rest_cannot_edit"})
	out, err := moderated(t, server, "a\na\na\nyes\n")
	if err == nil || strings.Count(err.Error(), "approve ") != 1 {
		t.Errorf("moderate with one refusal: error %v, want one approval in it\n%s", err, out)
	} else if !strings.Contains(err.Error(), "rest_cannot_edit") {
		t.Errorf("moderate with one refusal: error %v, want rest_cannot_edit\n%s", err, out)
	}
	count := map[comments.Status]int{}
	for _, status := range statuses(t, site, held) {
		count[status]++
	}
	if want := map[comments.Status]int{comments.StatusHold: 1, comments.StatusApproved: 2}; !maps.Equal(count, want) {
		t.Errorf("The comments are %v, want %v", count, want)
	}
}

func TestPostFlagShowsOnlyCommentsOnThatPost(t *testing.T) {
	t.Parallel()
	server, site, held := start(t)
	posts, err := site.Posts.List(t.Context(), &cms.PostListOptions{Slug: []string{"hinting"}})
	if err != nil || len(posts.Items) != 1 {
		t.Fatalf("List of the posts with the slug hinting: %v, error %v, want one", posts, err)
	}
	if out, err := moderated(t, server, "a\nyes\n", "-post", strconv.FormatInt(posts.Items[0].ID, 10)); err != nil ||
		!strings.Contains(out, "1 of 1") {
		t.Errorf("moderate -post: error %v, want one comment\n%s", err, out)
	}
	if got := statuses(t, site, held); got[2] != comments.StatusApproved || got[0] != comments.StatusHold {
		t.Errorf("The comments are %v, want the third approved, and the first held", got)
	}
}

func TestSiteInMemoryHasCommentsThatWait(t *testing.T) {
	t.Parallel()
	var out bytes.Buffer
	if err := run(t.Context(), nil,
		program.Environment{In: strings.NewReader("a\ns\nk\nyes\n"), Out: &out, Err: &out}); err != nil {
		t.Fatalf("moderate without a site: error %v, want none\n%s", err, out.String())
	}
	if !strings.Contains(out.String(), "approve 1, spam 1: yes or no?") ||
		!strings.Contains(out.String(), ", now spam\n2 changed\n") {
		t.Errorf("moderate without a site printed\n%s\nwant one approved, one spam and two changed", out.String())
	}
}
