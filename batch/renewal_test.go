package batch_test

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/fontcms/fontcms-go/batch"
	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/cms/cmstest"
	"github.com/fontcms/fontcms-go/internal/stub"
)

// sendings are the ways to send more items than a batch has. Each returns the results in
// the order in which they come.
func sendings() map[string]func(*testing.T, *cms.Client, []batch.Item) []batch.Result {
	all := func(options *batch.SendOptions) func(*testing.T, *cms.Client, []batch.Item) []batch.Result {
		return func(t *testing.T, site *cms.Client, items []batch.Item) []batch.Result {
			t.Helper()
			return collectResults(t, batch.SendAll(t.Context(), site, slices.Values(items), options), len(items), false)
		}
	}
	return map[string]func(*testing.T, *cms.Client, []batch.Item) []batch.Result{
		"SplitLarge": func(t *testing.T, site *cms.Client, items []batch.Item) []batch.Result {
			t.Helper()
			report, err := batch.New(site).Add(items...).SplitLarge().Do(t.Context())
			if err != nil || len(report.Results) != len(items) {
				t.Fatalf("Do with SplitLarge whose login is renewed: error %v and %v, want none and %d results", err, report,
					len(items))
			}
			return report.Results
		},
		"SendAll":            all(nil),
		"SendAll of width 1": all(&batch.SendOptions{Width: 1}),
	}
}

func TestLoginRenewedBetweenBatchesLeavesEachItemOnce(t *testing.T) {
	t.Parallel()
	const n = 110
	for way, send := range sendings() {
		for kind, silent := range map[string]bool{"refuses a batch": false, "rejects the items": true} {
			t.Run(way+", a site that "+kind, func(t *testing.T) {
				t.Parallel()
				server := cmstest.NewServer(cmstest.WithTest(t), cmstest.WithTokens(cmstest.Tokens{Silent: silent}))
				var mu sync.Mutex
				logins, batches := 0, 0
				site, err := cms.New(server.URL,
					cms.WithCredentials(cms.CacheCredentials(func(context.Context) (cms.Credentials, error) {
						mu.Lock()
						defer mu.Unlock()
						logins++
						return cms.Credentials{Token: server.Token("editor")}, nil
					})),
					cms.WithMiddleware(func(next http.RoundTripper) http.RoundTripper {
						return stub.Carrier(func(r *http.Request) (*http.Response, error) {
							mu.Lock()
							if batches++; batches == 3 {
								server.RevokeTokens()
							}
							mu.Unlock()
							return next.RoundTrip(r)
						})
					}))
				if err != nil {
					t.Fatal(err)
				}
				t.Cleanup(site.CloseIdleConnections)
				var items []batch.Item
				for i := range n {
					items = append(items, site.Posts.CreateRequest(&cms.PostParams{Title: new(fmt.Sprint("Post ", i))}))
				}
				for i, result := range send(t, site, items) {
					if result.Err != nil {
						t.Fatalf("item %d: error %v, want none", i, result.Err)
					}
					if post, ok := result.Value.(*cms.Post); !ok || post.Title.Raw != fmt.Sprint("Post ", i) {
						t.Fatalf("item %d: %+v, want the post that the item has made", i, result.Value)
					}
				}
				if logins != 2 {
					t.Errorf("%d logins, want 2, as the tokens were revoked once", logins)
				}
				total, err := site.Posts.Count(t.Context(), &cms.PostListOptions{Status: []cms.Status{cms.StatusAny}})
				if err != nil || total != n {
					t.Errorf("the site has %d posts, error %v, want each of %d once", total, err, n)
				}
			})
		}
	}
}

// expiring accepts one token. A batch with another token runs the items with an even id,
// and rejects the others.
type expiring struct {
	mu      sync.Mutex
	accepts string
	batches int
	ran     []string
}

func (s *expiring) RoundTrip(r *http.Request) (*http.Response, error) {
	body, err := io.ReadAll(r.Body)
	if err != nil {
		return nil, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.batches++; s.batches == 2 {
		s.accepts = "token-2"
	}
	known := r.Header.Get("Authorization") == "Bearer "+s.accepts
	var items []string
	for _, path := range strings.Split(string(body), `"path":"`)[1:] {
		path, _, _ = strings.Cut(path, `"`)
		if id := lastSegment(path); known || strings.ContainsRune("02468", rune(id[len(id)-1])) {
			s.ran = append(s.ran, id)
			items = append(items, item(http.StatusOK, fmt.Sprintf(`{"id":%s}`, id)))
		} else {
			items = append(items, item(http.StatusUnauthorized, `{"code":"rest_not_logged_in","message":"m",`+
				`"data":{"status":401}}`))
		}
	}
	w := httptest.NewRecorder()
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(http.StatusMultiStatus)
	_, _ = io.WriteString(w, `{"responses":[`+strings.Join(items, ",")+`]}`)
	response := w.Result()
	response.Request = r
	return response, nil
}

func TestOnlyTheRejectedItemsOfManyBatchesAreSentOnceMore(t *testing.T) {
	t.Parallel()
	const n = 110
	for way, send := range sendings() {
		s := &expiring{accepts: "token-1"}
		logins := 0
		site := stub.Dial(t, "https://docs.example.org", cms.WithHTTPClient(&http.Client{Transport: s}),
			cms.WithCredentials(cms.CacheCredentials(func(context.Context) (cms.Credentials, error) {
				logins++
				return cms.Credentials{Token: fmt.Sprint("token-", logins)}, nil
			})))
		var items []batch.Item
		for i := range n {
			items = append(items, site.Posts.UpdateRequest(int64(i+1), &cms.PostParams{Title: new("New")}))
		}
		for i, result := range send(t, site, items) {
			if result.Err != nil {
				t.Errorf("%s: item %d: error %v, want none", way, i, result.Err)
			} else if post, ok := result.Value.(*cms.Post); !ok || post.ID != int64(i+1) {
				t.Errorf("%s: item %d: %+v, want the post %d", way, i, result.Value, i+1)
			}
		}
		slices.Sort(s.ran)
		if once := len(slices.Compact(slices.Clone(s.ran))); len(s.ran) != n || once != n {
			t.Errorf("%s: %d items ran, %d of them different, want each of %d once", way, len(s.ran), once, n)
		}
		if logins != 2 {
			t.Errorf("%s: %d logins, want 2", way, logins)
		}
	}
}
