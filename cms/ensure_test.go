package cms_test

import (
	cryptorand "crypto/rand"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/cms/cmstest"
)

// unreliable is a connection that loses requests and answers.
type unreliable struct {
	carry  func(*http.Request) (*http.Response, error) // gives a request to the site
	mu     sync.Mutex
	dice   *rand.Rand
	late   sync.WaitGroup
	faults int
}

func (u *unreliable) RoundTrip(r *http.Request) (*http.Response, error) {
	if err := r.Context().Err(); err != nil {
		return nil, err
	}
	u.mu.Lock()
	throw, wait := u.dice.IntN(100), time.Duration(u.dice.IntN(3))*time.Millisecond
	if throw < 35 {
		u.faults++
	}
	u.mu.Unlock()
	switch {
	case throw < 10: // lost on the way there
		return nil, errors.New("connection reset by peer")
	case throw < 20: // lost on the way back
		u.lose(r)
		return nil, errors.New("connection reset by peer")
	case throw < 30: // stored, and then something broke
		u.lose(r)
		return &http.Response{StatusCode: http.StatusInternalServerError, Header: http.Header{"Content-Type": {"text/html"}},
			Body: http.NoBody, Request: r}, nil
	case throw < 35: // acted on after everybody has given up
		late := r.Clone(r.Context())
		if r.GetBody != nil {
			late.Body, _ = r.GetBody()
		}
		u.late.Go(func() {
			time.Sleep(wait)
			u.lose(late)
		})
		return nil, errors.New("i/o timeout")
	}
	time.Sleep(wait)
	return u.carry(r)
}

// lose gives a request to the site, and the answer to nobody.
func (u *unreliable) lose(r *http.Request) {
	if resp, err := u.carry(r); err == nil {
		_, _ = io.Copy(io.Discard, resp.Body)
		resp.Body.Close()
	}
}

// bad is an unreliable connection to a server in memory.
func bad(server *cmstest.Server, seed uint64) *unreliable {
	return &unreliable{carry: func(r *http.Request) (*http.Response, error) { return inProcess(server, r) },
		dice: rand.New(rand.NewPCG(seed, 2))}
}

// inProcess gives a request to a server without a connection.
func inProcess(server *cmstest.Server, r *http.Request) (*http.Response, error) {
	r = r.Clone(r.Context())
	if r.Body == nil {
		r.Body = http.NoBody
	}
	w := httptest.NewRecorder()
	server.Handler().ServeHTTP(w, r)
	answer := w.Result()
	answer.Header, answer.Request = http.Header{}, r
	for name, values := range w.Header() { // in the spelling of the server, which a connection would change
		answer.Header[http.CanonicalHeaderKey(name)] = values
	}
	return answer, nil
}

func ensurer(t *testing.T, server *cmstest.Server, user string, through http.RoundTripper) *cms.Client {
	t.Helper()
	site, err := cms.New(server.URL, cms.WithApplicationPassword(user, server.AppPassword(user)),
		cms.WithHTTPClient(&http.Client{Transport: through}),
		cms.WithRetry(cms.Retry{Attempts: 6, MinWait: time.Microsecond, MaxWait: time.Millisecond}))
	if err != nil {
		t.Fatal(err)
	}
	return site
}

// withSlug are the records with a slug, and drafts those that are left of attempts.
func withSlug(t *testing.T, server *cmstest.Server, slug string) (ids []int64, drafts int) {
	t.Helper()
	for id := int64(1); id < 20_000; id++ {
		switch r := server.Record("posts", id); {
		case r == nil:
		case r["slug"] == slug:
			ids = append(ids, id)
		case strings.HasPrefix(r["slug"].(string), slug+"-"):
			drafts++
			if r["status"] != "draft" && r["status"] != "trash" {
				t.Errorf(`Server.Record: %d is left with the slug %s and the status %s, want %q if r["status"] != "draft"`, id,
					r["slug"], r["status"], "trash")
			}
		}
	}
	return ids, drafts
}

func TestEnsureMakesOneRecordOfEachSlugHoweverTheConnectionFails(t *testing.T) {
	t.Parallel()
	const runs, slugs, workers = 1000, 100, 4
	server := cmstest.NewServer(cmstest.WithTest(t))
	line := bad(server, 1)
	site := ensurer(t, server, "editor", line)
	work := make(chan int)
	var wg sync.WaitGroup
	var mu sync.Mutex
	failed := map[string]int{}
	for range workers {
		wg.Go(func() {
			for n := range work {
				slug := fmt.Sprintf("note-%02d-x", n%slugs)
				post, err := site.Posts.Ensure(t.Context(), slug,
					&cms.PostParams{Title: new("Note"), Content: new(fmt.Sprint("run ", n)), Status: new(cms.StatusPublish)})
				switch {
				case err != nil:
					mu.Lock()
					failed[slug]++
					mu.Unlock()
				case post.Slug != slug || post.Status != cms.StatusPublish || post.Content.Raw != fmt.Sprint("run ", n):
					t.Errorf("Ensure of %q: %+v, want it published with the slug and the content %q", slug, post,
						fmt.Sprint("run ", n))
				}
			}
		})
	}
	for n := range runs {
		work <- n
	}
	close(work)
	wg.Wait()
	line.late.Wait()
	errs := 0
	for n := range slugs {
		slug := fmt.Sprintf("note-%02d-x", n)
		ids, _ := withSlug(t, server, slug)
		if len(ids) != 1 {
			t.Errorf("withSlug(server, slug): %d records have the slug %s: length of ids %d, want 1", len(ids), slug, len(ids))
		}
		errs += failed[slug]
	}
	if line.faults < runs {
		t.Errorf("bad(server, 1): %d runs met %d faults: line.faults %d, want at least %d", runs, line.faults, line.faults,
			runs)
	}
	t.Logf("%d runs, %d faults, %d runs gave an error", runs, line.faults, errs)
}

// TestEnsureOfSeveralProcessesLeavesOneRecord has four processes that begin again after an
// error. A call that fails after the site gave its record another slug leaves that record,
// as the documentation of Ensure says: the error names it. How often that happens depends
// on chance, so it has no limit here.
func TestEnsureOfSeveralProcessesLeavesOneRecord(t *testing.T) {
	t.Parallel()
	server := cmstest.NewServer(cmstest.WithTest(t))
	var wg sync.WaitGroup
	var mu sync.Mutex
	named := map[int64]bool{} // ids in errors
	var lines []*unreliable
	for process := range 4 {
		line := bad(server, uint64(process))
		lines = append(lines, line)
		site := ensurer(t, server, "editor", line)
		wg.Go(func() {
			for n := range 20 {
				for {
					_, err := site.Posts.Ensure(t.Context(), fmt.Sprintf("shared-%02d-x", n),
						&cms.PostParams{Title: new("Shared"), Status: new(cms.StatusPublish)})
					if err == nil {
						break
					}
					mu.Lock()
					named[leftBy(err)] = true
					mu.Unlock()
				}
			}
		})
	}
	wg.Wait()
	for _, line := range lines {
		line.late.Wait()
	}
	with := map[any]int{}
	for id := int64(1); id < 20_000; id++ {
		switch r := server.Record("posts", id); {
		case r == nil:
		case r["status"] == "publish" && strings.HasSuffix(r["slug"].(string), "-x-2"):
			if !named[id] {
				t.Errorf("the record %d is left with the slug %v, and no error of Ensure names it: %v, want its id", id, r["slug"],
					named)
			}
		default:
			with[r["slug"]]++
		}
	}
	for n := range 20 {
		if slug := fmt.Sprintf("shared-%02d-x", n); with[slug] != 1 {
			t.Errorf("%d records have the slug %s: with[slug] %d, want 1", with[slug], slug, with[slug])
		}
	}
}

// leftBy returns the id of the record that a call of Ensure has left, as its error says, or
// 0.
func leftBy(err error) (id int64) {
	if taken, ok := errors.AsType[*cms.SlugTakenError](err); ok {
		return taken.ID
	}
	if e, ok := errors.AsType[*cms.Error](err); ok {
		if _, after, found := strings.Cut(e.Hint, "this call made the record "); found {
			_, _ = fmt.Sscanf(after, "%d", &id)
		}
	}
	return id
}

func TestEnsureUpdatesWhatIsThere(t *testing.T) {
	t.Parallel()
	server := cmstest.NewServer(cmstest.WithTest(t))
	site := ensurer(t, server, "editor", http.DefaultTransport)
	params := &cms.PostParams{Title: new("Release notes"), Content: new("All that is new."),
		Status: new(cms.StatusPublish)}
	first, err := site.Posts.Ensure(t.Context(), "release-notes", params)
	if err != nil {
		t.Fatal(err)
	}
	if n := len(server.Requests()); n != 5 {
		t.Errorf("it took %d requests to create: n %d, want 5", n, n)
	}
	const whole = "context=edit&order=asc&orderby=id&per_page=100"
	if query := server.Requests()[0].Query; !strings.Contains(query, whole) {
		t.Errorf("it looks for the slug by %s, want %q in it", query, whole)
	}
	server.ResetRequests()
	second, err := site.Posts.Ensure(t.Context(), "release-notes", params)
	if err != nil {
		t.Fatal(err)
	}
	if n := len(server.Requests()); n != 3 {
		t.Errorf("it took %d requests to update: n %d, want 3", n, n)
	}
	switch {
	case first.ID != second.ID:
		t.Errorf("first %+v, second %+v: first.ID %d, want %d", first, second, first.ID, second.ID)
	case first.Date != second.Date:
		t.Errorf("first %+v, second %+v: first.Date %q, want %q", first, second, first.Date, second.Date)
	case second.Content.Raw != "All that is new.":
		t.Errorf("first %+v, second %+v: second.Content.Raw %q, want %q", first, second, second.Content.Raw,
			"All that is new.")
	}
	if ids, drafts := withSlug(t, server, "release-notes"); len(ids) != 1 || drafts != 0 {
		t.Errorf("withSlug: %d records, %d drafts: length of ids %d, drafts %d, want 1 and 0", len(ids), drafts, len(ids),
			drafts)
	}
}

func TestEnsureFinishesOrRemovesDraftsOfAKilledRun(t *testing.T) {
	t.Parallel()
	server := cmstest.NewServer(cmstest.WithTest(t))
	for range 2 {
		server.Insert("posts", map[string]any{
			"title": "Notes", "status": "draft", "slug": "notes-" + strings.ToLower(cryptorand.Text()),
			"content": "<!-- fontcms-ensure 0/notes. -->",
		})
	}
	server.Insert("posts", map[string]any{"title": "Mine", "status": "draft", "slug": "notes-of-mine",
		"content": "my own"})
	server.Insert("posts", map[string]any{"title": "Copied", "status": "draft", "slug": "notes-copied",
		"content": "<!-- fontcms-ensure 0/notes. -->"})
	site := ensurer(t, server, "editor", http.DefaultTransport)
	post, err := site.Posts.Ensure(t.Context(), "notes",
		&cms.PostParams{Title: new("Notes"), Status: new(cms.StatusPublish)})
	if err != nil {
		t.Fatal(err)
	}
	if post.Content.Raw != "" || post.Slug != "notes" {
		t.Errorf("ensured %+v: post.Content.Raw %q, post.Slug %q, want an empty string and %q", post, post.Content.Raw,
			post.Slug, "notes")
	}
	if ids, drafts := withSlug(t, server, "notes"); len(ids) != 1 || drafts != 2 {
		t.Errorf("withSlug: %d records, %d drafts: length of ids %d, drafts %d, want 1 and 2", len(ids), drafts, len(ids),
			drafts)
	}
}

func TestEnsureReturnsTheIDOfTheRecordThatHasTheSlug(t *testing.T) {
	t.Parallel()
	server := cmstest.NewServer(cmstest.WithTest(t))
	server.Insert("posts", map[string]any{"title": "Secret", "status": "draft", "slug": "secret", "author": 1})
	site := ensurer(t, server, "editor", http.DefaultTransport)

	var taken *cms.SlugTakenError
	for range 2 {
		_, err := site.Posts.Ensure(t.Context(), "feed", &cms.PostParams{Title: new("Feed"), Status: new(cms.StatusPublish)})
		switch {
		case !errors.As(err, &taken):
			t.Fatalf("a reserved slug: %v: errors.As(err, &taken) is false, want true", err)
		case taken.Slug != "feed" || taken.Got != "feed-2":
			t.Fatalf("a reserved slug: %v: taken.Slug %q, taken.Got %q, want %q and %q", err, taken.Slug, taken.Got, "feed",
				"feed-2")
		}
	}
	if _, drafts := withSlug(t, server, "feed"); drafts != 1 {
		t.Errorf("withSlug: %d drafts are left: drafts %d, want 1", drafts, drafts)
	}
	server.Insert("media", map[string]any{"slug": "cover", "title": "Cover", "width": 10, "height": 10})
	for range 2 {
		_, err := site.Pages.Ensure(t.Context(), "cover",
			&cms.PageParams{Title: new("Cover"), Status: new(cms.StatusPublish)})
		switch {
		case !errors.As(err, &taken):
			t.Fatalf("a slug of an attachment: %v: errors.As(err, &taken) is false, want true", err)
		case taken.Slug != "cover" || taken.Got != "cover-2":
			t.Fatalf("a slug of an attachment: %v: taken.Slug %q, taken.Got %q, want %q and %q", err, taken.Slug, taken.Got,
				"cover", "cover-2")
		}
	}
	_, err := ensurer(t, server, "contributor", http.DefaultTransport).Posts.Ensure(t.Context(), "secret",
		&cms.PostParams{Title: new("Mine")})
	if !errors.Is(err, cms.ErrSlugHidden) {
		t.Errorf("a slug of another's draft: %v, want ErrSlugHidden", err)
	}
	for _, slug := range []string{"", "Upper", "two words", "a--b", "-a", "a/b", "ü", "%zz", "%41",
		strings.Repeat("a", 161)} {
		if _, err := site.Posts.Ensure(t.Context(), slug, nil); !errors.Is(err, cms.ErrInvalidArgument) {
			t.Errorf("%q: Posts.Ensure(slug): error %v, want ErrInvalidArgument", slug, err)
		}
	}
	if _, err := site.Posts.Ensure(t.Context(), "a", &cms.PostParams{Slug: new("b")}); !errors.Is(err,
		cms.ErrInvalidArgument) {
		t.Errorf("two slugs: %v, want ErrInvalidArgument", err)
	}
}

func TestEnsureKnowsPagesByTheirParentToo(t *testing.T) {
	t.Parallel()
	server := cmstest.NewServer(cmstest.WithTest(t))
	parent := server.Insert("pages", map[string]any{"title": "Guide"})
	site := ensurer(t, server, "editor", http.DefaultTransport)
	top, err := site.Pages.Ensure(t.Context(), "install",
		&cms.PageParams{Title: new("Install"), Status: new(cms.StatusPublish)})
	if err != nil {
		t.Fatal(err)
	}
	for n := range 2 {
		server.ResetRequests()
		site := ensurer(t, server, "editor", http.DefaultTransport) // a client that has not seen what the other one wrote
		below, err := site.Pages.Ensure(t.Context(), "install",
			&cms.PageParams{Title: new("Install"), Parent: new(parent), Status: new(cms.StatusPublish)})
		if err != nil {
			t.Fatal(err)
		}
		if written := writes(server); n > 0 && len(written) > 0 {
			t.Errorf("Ensure of a page that has the wanted parent: wrote %q, want no write", written)
		}
		switch {
		case below.ID == top.ID:
			t.Errorf("ensured %+v beside %+v: below.ID %d, want a value other than %d", below, top, below.ID, top.ID)
		case below.Slug != "install" || below.Parent != parent:
			t.Errorf("ensured %+v beside %+v: below.Slug %q, below.Parent %d, want %q and %d", below, top, below.Slug,
				below.Parent, "install", parent)
		case server.Record("pages", below.ID+1) != nil:
			t.Errorf(`ensured %+v beside %+v: server.Record("pages", below.ID+1) %v, want nil`, below, top,
				server.Record("pages", below.ID+1))
		}
	}
}
