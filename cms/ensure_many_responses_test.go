package cms_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/cms/cmstest"
	"github.com/fontcms/fontcms-go/internal/stub"
)

// published inserts posts with what is wanted.
func published(server *cmstest.Server, all []cms.Wanted[cms.PostParams]) {
	for _, one := range all {
		server.Insert("posts", map[string]any{"title": *one.Params.Title, "content": *one.Params.Content, "slug": one.Slug,
			"status": "publish", "date": "1999-01-01T10:00:00"})
	}
}

func TestEnsureManyNamesRewrittenFieldsAndWritesThemOnce(t *testing.T) {
	t.Parallel()
	server := cmstest.NewServer(cmstest.WithTest(t))
	site := ensurer(t, server, "editor", stub.Carrier(func(r *http.Request) (*http.Response, error) {
		if r.Body == nil {
			return inProcess(server, r)
		}
		body, err := io.ReadAll(r.Body)
		if err != nil {
			return nil, err
		}
		again, err := http.NewRequestWithContext(r.Context(), r.Method, r.URL.String(),
			strings.NewReader(strings.ReplaceAll(string(body), "Pairs.", "Pairs")))
		if err != nil {
			return nil, err
		}
		again.Header = r.Header
		return inProcess(server, again)
	}))
	all := lots(3)
	for n, want := range []cms.EnsureAction{cms.EnsureCreated, cms.EnsureUnchanged, cms.EnsureUpdated,
		cms.EnsureUnchanged} {
		if n == 2 {
			for i := range all {
				all[i].Params.Title = new("New")
			}
		}
		done, _ := manyDone(t, site, all, nil)
		for i, one := range done {
			if one.Action != want || !slices.Equal(one.Rewritten, []string{"content"}) {
				t.Errorf("EnsureMany, call %d: record %d is %q, error %v, rewritten %v, want %q and content", n, i,
					one.Action, one.Err, one.Rewritten, want)
			}
		}
	}
	writes(server)
	if _, err := site.Posts.Ensure(t.Context(), all[0].Slug, all[0].Params); err != nil {
		t.Fatal(err)
	}
	if written := writes(server); len(written) > 0 {
		t.Errorf("Ensure after EnsureMany wrote %q, want nothing, because the client remembers the content", written)
	}
}

// TestEnsureManyGoesOnWithoutBatches has sites that take no batches, or small ones.
func TestEnsureManyGoesOnWithoutBatches(t *testing.T) {
	t.Parallel()
	rejected := func(status int, code, more string) string {
		return fmt.Sprintf(`{"code":%q,"message":"No.","data":{"status":%d%s}}`, code, status, more)
	}
	for name, c := range map[string]struct {
		status   int
		body     string
		up       int   // batches of so many items are accepted
		requests int64 // at most
	}{
		"the route is blocked": {403, "<html>Blocked.</html>", 0, 150},
		"no route":             {404, rejected(404, "rest_no_route", ""), 0, 150},
		"batches of five":      {413, "Too large.", 5, 50},
		"batches of ten": {400, rejected(400, "rest_invalid_param",
			`,"params":{"requests":"Too many."},"details":{"requests":{"code":"rest_too_many_items","message":"No."}}`), 10, 40},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			all := lots(40)
			var sent atomic.Int64
			server := someOfEach(t, all)
			synctest.Test(t, func(t *testing.T) {
				site := ensurer(t, server, "editor", stub.Carrier(func(r *http.Request) (*http.Response, error) {
					sent.Add(1)
					if attempt, _ := cms.AttemptFrom(r.Context()); attempt.Operation != "Posts.EnsureMany" {
						t.Errorf("EnsureMany sent %s %s for %q, want Posts.EnsureMany", r.Method, r.URL, attempt.Operation)
					}
					if !strings.HasSuffix(r.URL.Path, "/batch/v1") {
						return inProcess(server, r)
					}
					body, err := io.ReadAll(r.Body)
					if err != nil {
						return nil, err
					}
					if strings.Count(string(body), `"method"`) > c.up {
						return stub.Carried(r, c.status, c.body), nil
					}
					r.Body = io.NopCloser(strings.NewReader(string(body)))
					return inProcess(server, r)
				}))
				done, _ := manyDone(t, site, all, nil)
				for i, one := range done {
					if one.Err != nil {
						t.Errorf("EnsureMany: record %d: %v, want no error", i, one.Err)
					}
				}
			})
			complete(t, server, all, name)
			if n := sent.Load(); n > c.requests {
				t.Errorf("EnsureMany sent %d requests, want at most %d", n, c.requests)
			}
		})
	}
}

func TestEnsureManyRejectsOnlyTheRecordsOfAnError(t *testing.T) {
	t.Parallel()
	all := lots(30)
	server := cmstest.NewServer(cmstest.WithTest(t))
	published(server, all[:10])
	published(server, all[3:4]) // a second record with the slug
	for i := range all[:10] {
		all[i].Params.Title = new("New")
	}
	all[5].Params.Author, all[15].Params.Author = new(int64(9999)), new(int64(9999))
	all[20].Slug = "feed" // the site reserves it
	synctest.Test(t, func(t *testing.T) {
		site := ensurer(t, server, "editor", stub.Carrier(func(r *http.Request) (*http.Response, error) {
			return inProcess(server, r)
		}))
		done, _ := manyDone(t, site, all, nil)
		for i, one := range done {
			taken, isTaken := errors.AsType[*cms.SlugTakenError](one.Err)
			switch {
			case i == 3:
				if !errors.Is(one.Err, cms.ErrConflict) {
					t.Errorf("EnsureMany for two records with a slug: error %v, want ErrConflict", one.Err)
				}
			case i == 5 || i == 15:
				if !errors.Is(one.Err, cms.ErrBadRequest) {
					t.Errorf("EnsureMany with an unknown author: record %d: error %v, want ErrBadRequest", i, one.Err)
				}
			case i == 20:
				if !isTaken || taken.Slug != "feed" {
					t.Errorf("EnsureMany for a slug that the site reserves: error %v, want a *SlugTakenError", one.Err)
				}
			case one.Err != nil:
				t.Errorf("EnsureMany: record %d: %v, want no error", i, one.Err)
			}
		}
	})
}

// TestEnsureManyFailsOnlyForARecordThatCannotBeRead has a site whose lists with one of the records begin with another
// record than they should.
func TestEnsureManyFailsOnlyForARecordThatCannotBeRead(t *testing.T) {
	t.Parallel()
	all := lots(4)
	for name, c := range map[string]struct {
		at      int // the record
		was, is string
		want    error
	}{
		"null":                       {0, "{", "null,{", cms.ErrDecode},
		"a record without an id":     {1, `"id":`, `"number":`, cms.ErrDecode},
		"a record with a text as id": {2, `"id":`, `"id":"x","number":`, cms.ErrDecode},
		"too many embedded records":  {3, `"id":`, crowd() + `,"id":`, nil}, // which are not read for one record
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			server := cmstest.NewServer(cmstest.WithTest(t))
			published(server, all)
			synctest.Test(t, func(t *testing.T) {
				site := ensurer(t, server, "editor", stub.Carrier(func(r *http.Request) (*http.Response, error) {
					if q := r.URL.Query(); strings.Contains(q.Get("slug")+q.Get("slug[]"), all[c.at].Slug) {
						return rewritten(server, r, c.was, c.is)
					}
					return inProcess(server, r)
				}))
				done, _ := manyDone(t, site, all, nil)
				for i, one := range done {
					switch {
					case i != c.at && one.Action != cms.EnsureUnchanged:
						t.Errorf("EnsureMany beside %s: record %d is %q, error %v, want unchanged", name, i, one.Action, one.Err)
					case i == c.at && !errors.Is(one.Err, c.want):
						t.Errorf("EnsureMany of %s: error %v, want %v", name, one.Err, c.want)
					}
				}
			})
			if written := writes(server); len(written) > 0 {
				t.Errorf("EnsureMany of %s wrote %q, want nothing", name, written)
			}
		})
	}
}

// batches is a transport that changes the items of each batch, and the body of its response.
func batches(server *cmstest.Server, items, response func(string) string) stub.Carrier {
	return func(r *http.Request) (*http.Response, error) {
		if !strings.HasSuffix(r.URL.Path, "/batch/v1") {
			return inProcess(server, r)
		}
		body, err := io.ReadAll(r.Body)
		if err != nil {
			return nil, err
		}
		changed := r.Clone(r.Context())
		changed.Body, changed.ContentLength = io.NopCloser(strings.NewReader(items(string(body)))), -1
		resp, err := inProcess(server, changed)
		if err != nil {
			return nil, err
		}
		if body, err = io.ReadAll(resp.Body); err != nil {
			return nil, err
		}
		text := response(string(body))
		resp.Body, resp.ContentLength = io.NopCloser(strings.NewReader(text)), int64(len(text))
		return resp, nil
	}
}

func TestEnsureManySendsAnItemOfABatchThatFailedAgain(t *testing.T) {
	t.Parallel()
	for name, status := range map[string]string{"failed": "500"} {
		server := cmstest.NewServer(cmstest.WithTest(t))
		all := lots(10)
		synctest.Test(t, func(t *testing.T) {
			first := true
			site := ensurer(t, server, "editor", batches(server, func(items string) string {
				if !first {
					return items
				}
				first = false
				if !strings.Contains(items, "/posts?_fields=id%2Cslug%2Cparent%2Ccontent") {
					t.Errorf("EnsureMany sent %.300s, want creates that read a few fields", items)
				}
				return strings.Replace(items, "/posts?", "/nothing?", 1)
			}, func(response string) string {
				return strings.NewReplacer("rest_no_route", "internal_server_error", "404", status).Replace(response)
			}))
			done, counts := manyDone(t, site, all, nil)
			if counts[cms.EnsureCreated] != len(all) {
				t.Errorf("EnsureMany with an item of a batch that %s: %v, first error %v, want all created", name, counts,
					done[0].Err)
			}
		})
	}
}

// TestEnsureManyFindsWhatABatchWrote changes the response to the first batch, which wrote its records.
func TestEnsureManyFindsWhatABatchWrote(t *testing.T) {
	t.Parallel()
	for name, change := range map[string]func(resp *http.Response, body string) string{
		"has one response too few": func(_ *http.Response, body string) string {
			var all struct {
				Responses []json.RawMessage `json:"responses"`
			}
			if err := json.Unmarshal([]byte(body), &all); err != nil || len(all.Responses) < 2 {
				t.Errorf("the first batch: %d responses, error %v, want several and no error", len(all.Responses), err)
				return body
			}
			all.Responses = all.Responses[1:]
			out, _ := json.Marshal(all)
			return string(out)
		},
		"is a timeout of a proxy": func(resp *http.Response, _ string) string {
			resp.StatusCode = http.StatusRequestTimeout
			return "<html>Request Timeout</html>"
		},
	} {
		server := cmstest.NewServer(cmstest.WithTest(t))
		all := lots(30) // two batches
		synctest.Test(t, func(t *testing.T) {
			var sent atomic.Int64
			site := ensurer(t, server, "editor", stub.Carrier(func(r *http.Request) (*http.Response, error) {
				resp, err := inProcess(server, r)
				if err != nil || !strings.HasSuffix(r.URL.Path, "/batch/v1") || sent.Add(1) > 1 {
					return resp, err
				}
				body, err := io.ReadAll(resp.Body)
				if err != nil {
					return nil, err
				}
				text := change(resp, string(body))
				resp.Body, resp.ContentLength = io.NopCloser(strings.NewReader(text)), int64(len(text))
				return resp, nil
			}))
			for i, one := range site.Posts.EnsureMany(t.Context(), all, nil) {
				if one.Err != nil {
					t.Errorf("EnsureMany, the response to a batch %s: record %d: %v, want no error", name, i, one.Err)
				}
			}
			// Of two batches one would be the changed one, and the other would not continue its records.
			if sent.Load() < 3 {
				t.Errorf("EnsureMany, the response to a batch %s: %d batches, want at least 3", name, sent.Load())
			}
		})
		complete(t, server, all, "the response to a batch "+name)
	}
}

// TestEnsureManySendsWhatBatchesRefuseAsSingleRequests has a site that refuses the first items of each batch.
func TestEnsureManySendsWhatBatchesRefuseAsSingleRequests(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		records, refused int
		batches, singles int
	}{
		"one record":             {1, 0, 1, 0},
		"one record, refused":    {1, 1, 1, 1},
		"two records, one of it": {2, 1, 2, 1}, // the refused record gets a batch of its own
		"two records, both":      {2, 2, 1, 2},
		"thirty records, all":    {30, 25, 2, 30},
	} {
		server := cmstest.NewServer(cmstest.WithTest(t))
		all := lots(c.records)
		published(server, all)
		for i := range all {
			all[i].Params.Title = new("New")
		}
		synctest.Test(t, func(t *testing.T) {
			var batched, single atomic.Int64
			site := ensurer(t, server, "editor", stub.Carrier(func(r *http.Request) (*http.Response, error) {
				switch {
				case r.Method != http.MethodPost:
					return inProcess(server, r)
				case !strings.HasSuffix(r.URL.Path, "/batch/v1"):
					single.Add(1)
					return inProcess(server, r)
				}
				batched.Add(1)
				return batches(server, func(items string) string {
					return strings.Replace(items, "/posts/", "/nothing/", c.refused)
				}, func(response string) string {
					return strings.NewReplacer("rest_no_route", "rest_batch_not_allowed", "404", "400").Replace(response)
				})(r)
			}))
			done, counts := manyDone(t, site, all, nil)
			if counts[cms.EnsureUpdated] != c.records {
				t.Errorf("EnsureMany of %s: %v, first error %v, want all updated", name, counts, done[0].Err)
			}
			if b, s := batched.Load(), single.Load(); b != int64(c.batches) || s != int64(c.singles) {
				t.Errorf("EnsureMany of %s: %d batches and %d single writes, want %d and %d", name, b, s, c.batches, c.singles)
			}
		})
	}
}

func TestEnsureManyLeavesNothingInTheTrash(t *testing.T) {
	t.Parallel()
	server := cmstest.NewServer(cmstest.WithTest(t))
	all := lots(10)
	synctest.Test(t, func(t *testing.T) {
		first, deletes := true, 0
		site := ensurer(t, server, "editor", batches(server, func(items string) string {
			if first {
				first = false
				published(server, all) // another process is faster
			}
			deletes += strings.Count(items, `?force=true\u0026lang=de"`) + strings.Count(items, `?force=true&lang=de"`)
			return items
		}, func(response string) string { return response }))
		for i, one := range site.Posts.EnsureMany(t.Context(), all, nil, cms.Argument("lang", "de")) {
			if one.Action != cms.EnsureUnchanged {
				t.Errorf("EnsureMany beside a faster process: record %d is %q, error %v, want unchanged", i, one.Action, one.Err)
			}
		}
		if deletes != len(all) {
			t.Errorf("EnsureMany beside a faster process: %d deletes with the argument lang, want %d", deletes, len(all))
		}
	})
	for id := int64(1); id < 100; id++ {
		if r := server.Record("posts", id); r != nil && r["status"] != "publish" {
			t.Errorf("after EnsureMany record %d is %v, want only published records", id, r["status"])
		}
	}
}

func TestEnsureManyStopsWhereTheSiteDoesNotRespond(t *testing.T) {
	t.Parallel()
	all := lots(1000)
	for _, after := range []int64{0, 1, 3} {
		var sent atomic.Int64
		server := someOfEach(t, lots(40))
		synctest.Test(t, func(t *testing.T) {
			site := ensurer(t, server, "editor", stub.Carrier(func(r *http.Request) (*http.Response, error) {
				if sent.Add(1) > after {
					return nil, errors.New("no route to host")
				}
				return inProcess(server, r)
			}))
			done, _ := manyDone(t, site, all, nil)
			if last := done[len(done)-1].Err; !errors.Is(last, cms.ErrNotTried) || errors.Is(last, cms.ErrOutcomeUnknown) {
				t.Errorf("EnsureMany of a site that is gone after %d requests: the last error is %v, want ErrNotTried", after, last)
			}
		})
		if n := sent.Load(); n > after+40 {
			t.Errorf("EnsureMany of a site that is gone after %d requests sent %d, want at most 40 more", after, n)
		}
	}
}

// TestEnsureManyStopsWhereTheSiteRefusesTheLogin has a login that is revoked before the request of a number. Batches
// that are sent at the same time all get the refusal.
func TestEnsureManyStopsWhereTheSiteRefusesTheLogin(t *testing.T) {
	t.Parallel()
	all := lots(150)
	for code, status := range map[string]int{"incorrect_password": 401, "jwt_auth_invalid_token": 403} {
		refusal := fmt.Sprintf(`{"code":%q,"message":"It is revoked.","data":{"status":%d}}`, code, status)
		for at, refused := int64(1), true; refused; at++ {
			var sent, late atomic.Int64
			var told atomic.Bool // the client has the refusal
			server := someOfEach(t, all[:100])
			var done, again []cms.Ensured[cms.Post]
			synctest.Test(t, func(t *testing.T) {
				site := ensurer(t, server, "editor", stub.Carrier(func(r *http.Request) (*http.Response, error) {
					if told.Load() {
						late.Add(1)
					}
					if sent.Add(1) < at {
						return inProcess(server, r)
					}
					time.Sleep(time.Second)
					told.Store(true)
					return stub.Carried(r, status, refusal), nil
				}))
				done, _ = manyDone(t, site, all, nil)
				if at == 4 {
					accepted := ensurer(t, server, "editor", stub.Carrier(func(r *http.Request) (*http.Response, error) {
						return inProcess(server, r)
					}))
					again, _ = manyDone(t, accepted, all, nil)
				}
			})
			if refused = told.Load(); !refused && at < 10 {
				t.Errorf("EnsureMany sent %d requests, want 9 at least", at-1)
			}
			when := fmt.Sprintf("EnsureMany, %s from request %d on", code, at)
			if n := late.Load(); n > 0 {
				t.Errorf("%s: %d requests after the refusal, want none", when, n)
			}
			failed := -1 // the hundred in which the site refused the login
			for i, one := range done {
				switch {
				case one.Err == nil && failed < 0:
				case !errors.Is(one.Err, cms.ErrUnauthorized) && !errors.Is(one.Err, cms.ErrCredentialsRejected):
					if one.Err != nil || i/100 > failed {
						t.Errorf("%s: record %d: error %v, want the refusal", when, i, one.Err)
					}
				case failed < 0:
					failed = i / 100
				case i/100 > failed && !errors.Is(one.Err, cms.ErrNotTried):
					t.Errorf("%s: record %d: error %v, want ErrNotTried", when, i, one.Err)
				}
			}
			if refused && failed < 0 {
				t.Errorf("%s: no result has an error, want the refusal", when)
			}
			for i, one := range again {
				if one.Err != nil {
					t.Errorf("%s, then with another login: record %d: error %v, want nil", when, i, one.Err)
				}
			}
			if at == 4 {
				complete(t, server, all, when+", then with another login")
			}
		}
	}
}
