package batch_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/fontcms/fontcms-go/batch"
	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/internal/replay/sitetest"
)

// counter counts the batches that leave.
type counter struct{ n atomic.Int64 }

func (c *counter) middleware(next http.RoundTripper) http.RoundTripper {
	return roundTrip(func(req *http.Request) (*http.Response, error) {
		if strings.HasSuffix(req.URL.Path, "/batch/v1") {
			c.n.Add(1)
		}
		return next.RoundTrip(req)
	})
}

// batches is how many batches were sent since it was last asked.
func (c *counter) batches() int64 { return c.n.Swap(0) }

type roundTrip func(*http.Request) (*http.Response, error)

func (f roundTrip) RoundTrip(req *http.Request) (*http.Response, error) { return f(req) }

// titled is the ids of the posts with this word in them, whatever their status.
func titled(ctx context.Context, t *testing.T, site *cms.Client, word string) (ids []int64) {
	t.Helper()
	options := &cms.PostListOptions{Search: word, Status: []cms.Status{cms.StatusAny, cms.StatusTrash}, OrderBy: cms.ByID,
		Order: cms.Ascending}
	for post, err := range site.Posts.All(ctx, options, cms.Fields("id")) {
		if err != nil {
			t.Error(err)
			break
		}
		ids = append(ids, post.ID)
	}
	return ids
}

// removeTitled deletes the posts with this word, in batches, when the test ends.
func removeTitled(t *testing.T, site *cms.Client, word string) {
	t.Helper()
	t.Cleanup(func() {
		ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
		defer cancel()
		b := batch.New(site).SplitLarge()
		for _, id := range titled(ctx, t, site, word) {
			b.Add(site.Posts.DeleteRequest(id))
		}
		report, err := b.Do(ctx)
		if err == nil {
			err = report.Err()
		}
		if left := titled(ctx, t, site, word); err != nil || len(left) != 0 {
			t.Errorf("posts titled %q that are left: %v, error %v, want none and nil", word, left, err)
		}
	})
}

// newWord is a word that no post has.
func newWord(name string) string { return fmt.Sprintf("batchlive%s%d", name, time.Now().UnixNano()) }

func TestLiveBatchCreatesTwentyFivePostsInOneCall(t *testing.T) {
	t.Parallel()
	var sent counter
	site := sitetest.Live(t, cms.WithMiddleware(sent.middleware))
	word := newWord("many")
	removeTitled(t, site, word)
	var created [batch.MaxItems]cms.Post
	b := batch.New(site)
	for i := range created {
		b.Add(site.Posts.CreateRequest(post(fmt.Sprintf("%s %d", word, i))).Into(&created[i]))
	}
	report, err := b.Do(t.Context())
	switch {
	case err != nil:
		t.Fatalf("Builder.Do: error %v, want nil", err)
	case report.Err() != nil:
		t.Fatalf("Report.Err: error %v, want nil", report.Err())
	}
	if n := sent.batches(); n != 1 {
		t.Errorf("sent.batches: %d batches were sent, want 1", n)
	}
	var ids []int64
	for i, p := range created {
		switch {
		case p.ID == 0:
			t.Errorf("item %d: post without an id, want one: %+v", i, p)
		case p.Title.Raw != fmt.Sprintf("%s %d", word, i) || p.Status != cms.StatusDraft:
			t.Errorf("item %d: title %q, status %q, want %q and %q", i, p.Title.Raw, p.Status, fmt.Sprintf("%s %d", word, i),
				cms.StatusDraft)
		case report.Results[i].Status != 201:
			t.Errorf("item %d: status %d, want 201", i, report.Results[i].Status)
		case report.Results[i].Header.Get("Location") == "":
			t.Errorf("item %d: no Location header, want one: %v", i, report.Results[i].Header)
		}
		if _, err := p.Params(); err != nil {
			t.Errorf("item %d is not whole: %v", i, err)
		}
		ids = append(ids, p.ID)
	}
	if there := titled(t.Context(), t, site, word); !slices.Equal(there, ids) {
		t.Errorf("posts of the site %v, want the created %v", there, ids)
	}
}

func TestLiveBatchOfTwentySixIsRefusedAndSplitOnRequest(t *testing.T) {
	t.Parallel()
	var sent counter
	site := sitetest.Live(t, cms.WithMiddleware(sent.middleware))
	word := newWord("large")
	removeTitled(t, site, word)
	b := batch.New(site)
	for i := range 26 {
		b.Add(site.Posts.CreateRequest(post(fmt.Sprintf("%s %d", word, i))))
	}
	report, err := b.Do(t.Context())
	exactly(t, err, cms.ErrInvalidArgument)
	if n := sent.batches(); n != 0 || report != nil {
		t.Errorf("Builder.Do of 26 items: %d batches sent, report %+v, want 0 and nil", n, report)
	}
	if there := titled(t.Context(), t, site, word); len(there) != 0 {
		t.Errorf("posts titled %q on the site %v, want none", word, there)
	}
	for i := range 4 {
		b.Add(site.Posts.CreateRequest(post(fmt.Sprintf("%s %d", word, 26+i))))
	}
	report, err = b.SplitLarge().Do(t.Context())
	switch {
	case err != nil:
		t.Fatalf("Builder.Do: error %v, want nil", err)
	case report.Err() != nil:
		t.Fatalf("Report.Err: error %v, want nil", report.Err())
	}
	switch n := sent.batches(); {
	case n != 2:
		t.Errorf("Builder.Do of 30 items: %d batches sent, want 2", n)
	case len(report.Results) != 30:
		t.Errorf("Builder.Do of 30 items: %d results, want 30", len(report.Results))
	}
	for i, result := range report.Results {
		switch p, ok := batch.Value[cms.Post](result); {
		case !ok:
			t.Errorf("item %d: result %+v, want a *cms.Post", i, result)
		case p.Title.Raw != fmt.Sprintf("%s %d", word, i):
			t.Errorf("item %d: %+v: Title.Raw %q, want %q", i, result, p.Title.Raw, fmt.Sprintf("%s %d", word, i))
		}
	}
	// What the site itself says to 26, asked for past the builder.
	item := map[string]any{"path": "/" + site.Prefix() + "/v2/posts", "body": map[string]string{"title": word}}
	_, err = cms.Do(t.Context(), site, cms.Request[json.RawMessage]{
		Method: http.MethodPost, Path: "batch/v1", Body: map[string]any{"requests": slices.Repeat([]any{item}, 26)},
	})
	exactly(t, err, cms.ErrBadRequest, cms.CodeInvalidParam)
	if there := titled(t.Context(), t, site, word); len(there) != 30 {
		t.Errorf("posts titled %q on the site: %d, want 30", word, len(there))
	}
}

func TestLiveBatchThatRequiresAllValidCreatesNothing(t *testing.T) {
	t.Parallel()
	site := sitetest.Live(t)
	word := newWord("bad")
	removeTitled(t, site, word)
	bad := &cms.PostParams{Title: new(word), Status: new(cms.Status("bogus"))}
	for name, options := range map[string][]cms.CallOption{"whole": nil, "responses alone": {cms.Fields("responses")}} {
		report, err := batch.New(site).RequireAllValidate().
			Add(site.Posts.CreateRequest(post(word)), site.Posts.CreateRequest(bad), site.Posts.CreateRequest(post(word))).
			Do(t.Context(), options...)
		if err != nil {
			t.Fatal(err)
		}
		t.Log(name, report.Err())
		checkReport(t, report, "validation", []outcome{notRun(), invalidStatus(), notRun()})
	}
	// The second batch is invalid: the third is not sent, the first has run.
	b := batch.New(site).RequireAllValidate().SplitLarge()
	for i := range 51 {
		params := post(word)
		if i == 30 {
			params = bad
		}
		b.Add(site.Posts.CreateRequest(params))
	}
	report, err := b.Do(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	var made []int64
	for i, result := range report.Results {
		p, ok := batch.Value[cms.Post](result)
		if ok {
			made = append(made, p.ID)
		}
		switch {
		case ok != (i < 25):
			t.Errorf("item %d: %+v: ok is %t, want %t", i, result, ok, i < 25)
		case i >= 25 && errors.Is(result.Err, batch.ErrNotRun) != (i != 30):
			t.Errorf("item %d: error %v, want ErrNotRun: %t", i, result.Err, i != 30)
		}
	}
	switch there := titled(t.Context(), t, site, word); {
	case !slices.Equal(there, made):
		t.Errorf("posts of the site %v, want the created %v", there, made)
	case report.Failed != "validation":
		t.Errorf("there are %v, created %v: Failed %q, want %q", there, made, report.Failed, "validation")
	}
}

func TestLiveBatchOfPartialResponses(t *testing.T) {
	t.Parallel()
	site := sitetest.Live(t)
	word := newWord("part")
	removeTitled(t, site, word)
	create := site.Posts.CreateRequest(post(word))
	create.Query = url.Values{"_fields": {"id,title"}}
	report, err := batch.New(site).Add(create).Do(t.Context(), cms.Fields("responses"))
	switch {
	case err != nil:
		t.Fatalf("Builder.Do: error %v, want nil", err)
	case report.Err() != nil:
		t.Fatalf("Report.Err: error %v, want nil", report.Err())
	}
	p, ok := batch.Value[cms.Post](report.Results[0])
	switch {
	case !ok:
		t.Errorf("result 0 holds %T, want *cms.Post", report.Results[0].Value)
	case p.ID == 0:
		t.Error("batch.Value(report.Results[0]): ID 0, want more than 0")
	case p.Title.Raw != word || p.Status != "":
		t.Errorf("batch.Value(report.Results[0]): Title.Raw %q, Status %q, want %q and an empty string", p.Title.Raw,
			p.Status, word)
	}
	if _, err := p.Params(); !errors.Is(err, cms.ErrIncomplete) {
		t.Errorf("Params: %v, want ErrIncomplete", err)
	}
}
