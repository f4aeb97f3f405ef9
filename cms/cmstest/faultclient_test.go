package cmstest_test

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"testing"
	"time"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/cms/cmstest"
)

// TestClientMeetsEachFault says what a program sees of each fault: how often its call was sent, and which error came.
func TestClientMeetsEachFault(t *testing.T) {
	t.Parallel()
	read := func(ctx context.Context, c *cms.Client) error {
		post, err := c.Posts.Get(ctx, 1)
		if err == nil && post.Title.Rendered != "One" {
			err = fmt.Errorf("the title is %q", post.Title.Rendered)
		}
		return err
	}
	list := func(ctx context.Context, c *cms.Client) error {
		_, err := c.Posts.List(ctx, nil)
		return err
	}
	create := func(ctx context.Context, c *cms.Client) error {
		_, err := c.Posts.Create(ctx, &cms.PostParams{Title: new("Two")})
		return err
	}
	soon := cmstest.Maintenance()
	soon.RetryAfter = time.Second
	soon.Times = 1
	for name, tc := range map[string]struct {
		fault cmstest.Fault
		call  func(context.Context, *cms.Client) error
		sent  int
		is    error // nil: the call succeeds
		posts int   // on the site afterwards
	}{
		"a proxy without its server, then as ever": {cmstest.Fault{Status: 502, Times: 2}, read, 3, nil, 1},
		"short maintenance":                        {soon, read, 2, nil, 1},
		"short maintenance, for a write":           {soon, create, 2, nil, 2},
		"long maintenance":                         {cmstest.Maintenance(), read, 1, cms.ErrUnavailable, 1},
		"a rate limit, waited for": {cmstest.Fault{Status: 429, Code: "x", RetryAfter: time.Second, Times: 1},
			create, 2, nil, 2},
		"a rate limit without an end": {cmstest.Fault{Status: 429, Code: "x"}, read, 3, cms.ErrRateLimited, 1},
		"a lost answer to a read":     {cmstest.Fault{Cut: cmstest.CutAnswer, Times: 1}, read, 2, nil, 1},
		"a lost answer to a write": {cmstest.Fault{Cut: cmstest.CutAnswer, Processed: true}, create, 1,
			cms.ErrOutcomeUnknown, 2},
		"half an answer to a read": {cmstest.Fault{Cut: cmstest.CutBody, Sent: 10, Times: 1}, read, 2, nil, 1},
		"half an answer to a write": {cmstest.Fault{Cut: cmstest.CutBody, Sent: 10}, create, 1,
			cms.ErrOutcomeUnknown, 2},
		"a gateway that gave up on a write": {cmstest.Fault{Status: 504, Processed: true}, create, 1,
			cms.ErrOutcomeUnknown, 2},
		"a notice":                   {cmstest.Fault{Before: cmstest.Notice}, read, 1, nil, 1},
		"a byte order mark":          {cmstest.Fault{Before: cmstest.BOM}, list, 1, nil, 1},
		"a comment behind":           {cmstest.Fault{After: "<!-- cached -->"}, list, 1, nil, 1},
		"truncated JSON":             {cmstest.Fault{Truncate: 30}, list, 1, cms.ErrNotREST, 1},
		"a login page":               {cmstest.HTMLPage("Log in"), read, 1, cms.ErrNotREST, 1},
		"nothing":                    {cmstest.Fault{Body: []byte{}}, read, 1, cms.ErrNotREST, 1},
		"another shape":              {cmstest.Fault{Body: []byte(`{"id":"one"}`)}, read, 1, cms.ErrDecode, 1},
		"a redirect of a write":      {cmstest.Redirection(301, "/elsewhere"), create, 1, cms.ErrRedirected, 1},
		"a redirect to another site": {cmstest.Redirection(302, "https://other.test/"), read, 1, cms.ErrRedirected, 1},
		"a pause":                    {cmstest.Fault{Sent: 3, Stall: 10 * time.Millisecond}, read, 1, nil, 1},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			site := cmstest.NewServer(cmstest.WithTest(t))
			site.Insert("posts", map[string]any{"title": "One"})
			client, err := cms.New(site.URL, cms.WithApplicationPassword("editor", site.AppPassword("editor")),
				cms.WithRetry(cms.Retry{Attempts: 3, MinWait: time.Millisecond}))
			if err != nil {
				t.Fatal(err)
			}
			site.Fail(tc.fault)
			err = tc.call(t.Context(), client)
			if tc.is == nil && err != nil || tc.is != nil && !errors.Is(err, tc.is) {
				t.Errorf("Call under a fault: error %v, want %v", err, tc.is)
			}
			if n := len(site.Requests()); n != tc.sent {
				t.Errorf("sent %d times, want %d", n, tc.sent)
			}
			site.ResetFaults()
			if page, err := client.Posts.List(t.Context(),
				&cms.PostListOptions{Status: []cms.Status{cms.StatusAny}}); err != nil || page.Total != tc.posts {
				t.Errorf("%v: %+v, want %d posts", err, page, tc.posts)
			}
		})
	}
}

func ExampleServer_Fail() {
	site := cmstest.NewServer()
	defer site.Close()
	site.Insert("posts", map[string]any{"title": "Kerning"})

	// Twice a proxy does not reach the site; the client tries again.
	remove := site.Fail(cmstest.Fault{Method: "GET", Route: "/cms/v2/posts/{id}", Status: http.StatusBadGateway, Times: 2})
	client, err := cms.New(site.URL, cms.WithRetry(cms.Retry{MinWait: time.Millisecond}))
	if err != nil {
		fmt.Println(err)
		return
	}
	post, err := client.Posts.Get(context.Background(), 1)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(post.Title.Rendered, "after", remove(), "failures")
	// Output: Kerning after 2 failures
}

func ExampleServer_Fail_outcomeUnknown() {
	site := cmstest.NewServer()
	defer site.Close()
	client, err := cms.New(site.URL, cms.WithApplicationPassword("editor", site.AppPassword("editor")))
	if err != nil {
		fmt.Println(err)
		return
	}

	// The site makes the post, and the connection ends before it says so.
	site.Fail(cmstest.Fault{Method: "POST", Cut: cmstest.CutAnswer, Processed: true})
	_, err = client.Posts.Create(context.Background(), &cms.PostParams{Title: new("Kerning")})
	fmt.Println(errors.Is(err, cms.ErrOutcomeUnknown), site.Record("posts", 1)["title"])
	// Output: true Kerning
}
