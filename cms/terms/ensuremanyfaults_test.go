package terms_test

import (
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/cms/cmstest"
	"github.com/fontcms/fontcms-go/cms/terms"
	"github.com/fontcms/fontcms-go/internal/replay/sitetest"
)

// inProcess gives a request to a server without a connection.
func inProcess(server *cmstest.Server, r *http.Request) (*http.Response, error) {
	r = r.Clone(r.Context())
	if r.Body == nil {
		r.Body = http.NoBody
	}
	w := httptest.NewRecorder()
	server.Handler().ServeHTTP(w, r)
	resp := w.Result()
	resp.Header, resp.Request = http.Header{}, r
	for name, values := range w.Header() { // in the spelling of the server, which a connection would change
		resp.Header[http.CanonicalHeaderKey(name)] = values
	}
	return resp, nil
}

// through returns the tags of a site, which are reached through a connection.
func through(t *testing.T, server *cmstest.Server, line roundTrip) *terms.Terms {
	t.Helper()
	site, err := cms.New(server.URL, cms.WithApplicationPassword("editor", server.AppPassword("editor")),
		cms.WithHTTPClient(&http.Client{Transport: line}),
		cms.WithRetry(cms.Retry{Attempts: 6, MinWait: time.Microsecond, MaxWait: time.Millisecond}))
	if err != nil {
		t.Fatal(err)
	}
	return terms.Tags(site)
}

// someOfEach is a server with the first half of the tags: unchanged ones, and ones that differ.
func someOfEach(t *testing.T, all []cms.Wanted[terms.Params]) *cmstest.Server {
	t.Helper()
	server := cmstest.NewServer()
	t.Cleanup(server.Close)
	for i, one := range all[:len(all)/2] {
		text := *one.Params.Description
		if i%2 == 0 {
			text = "Old"
		}
		server.Insert("tags", map[string]any{"name": *one.Params.Name, "slug": one.Slug, "description": text})
	}
	return server
}

// complete checks that each slug has one tag with what is wanted, and that there are no others.
func complete(t *testing.T, server *cmstest.Server, all []cms.Wanted[terms.Params], when string) {
	t.Helper()
	holders := map[string][]map[string]any{}
	for id := int64(1); id < 500; id++ {
		if r := server.Record("tags", id); r != nil {
			slug, _ := r["slug"].(string)
			holders[slug] = append(holders[slug], r)
		}
	}
	if len(holders) != len(all) {
		t.Errorf("%s: the site has tags with %d slugs, want %d", when, len(holders), len(all))
	}
	for _, one := range all {
		if n := len(holders[one.Slug]); n != 1 {
			t.Errorf("%s: %d tags have the slug %s, want 1", when, n, one.Slug)
			continue
		}
		if got := fmt.Sprint(holders[one.Slug][0]["description"]); !strings.Contains(got, *one.Params.Description) {
			t.Errorf("%s: the description of %s is %s, want %s", when, one.Slug, got, *one.Params.Description)
		}
	}
}

// TestEnsureManyOfTermsContinuesAfterAKill ends a process at each of its requests. The request
// is lost on its way to the site, or carried out. Another process then brings all tags.
func TestEnsureManyOfTermsContinuesAfterAKill(t *testing.T) {
	t.Parallel()
	all := lots(40)
	for _, arrives := range []bool{false, true} {
		for at := 1; ; at++ {
			var sent atomic.Int64
			server := someOfEach(t, all)
			synctest.Test(t, func(t *testing.T) {
				first := through(t, server, func(r *http.Request) (*http.Response, error) {
					n := int(sent.Add(1))
					if n > at || n == at && !arrives {
						return nil, errors.New("killed")
					}
					resp, err := inProcess(server, r)
					if n == at {
						resp, err = nil, errors.New("killed")
					}
					return resp, err
				})
				manyDone(t, first, all, nil)
				second := through(t, server, func(r *http.Request) (*http.Response, error) { return inProcess(server, r) })
				for i, one := range second.EnsureMany(t.Context(), all, nil) {
					if one.Err != nil {
						t.Errorf("EnsureMany after a kill at request %d: tag %d: %v, want no error", at, i, one.Err)
					}
				}
			})
			complete(t, server, all, fmt.Sprintf("after a kill at request %d, which arrives: %t", at, arrives))
			if int(sent.Load()) < at {
				t.Logf("%d kills, arrives %t", at-1, arrives)
				break
			}
		}
	}
}

// TestEnsureManyOfTermsGoesOnAfterALostResponse loses one response of a call. The same call
// brings all tags.
func TestEnsureManyOfTermsGoesOnAfterALostResponse(t *testing.T) {
	t.Parallel()
	all := lots(40)
	for _, arrives := range []bool{false, true} {
		for at := 1; ; at++ {
			var sent atomic.Int64
			server := someOfEach(t, all)
			synctest.Test(t, func(t *testing.T) {
				tags := through(t, server, func(r *http.Request) (*http.Response, error) {
					if int(sent.Add(1)) != at {
						return inProcess(server, r)
					}
					if arrives {
						if _, err := inProcess(server, r); err != nil {
							return nil, err
						}
					}
					return nil, errors.New("connection reset by peer")
				})
				done, _ := manyDone(t, tags, all, nil)
				for i, one := range done {
					if one.Err != nil {
						t.Errorf("EnsureMany, response %d is lost: tag %d: %v, want no error", at, i, one.Err)
					}
				}
			})
			complete(t, server, all, fmt.Sprintf("after the lost response %d, which arrives: %t", at, arrives))
			if int(sent.Load()) < at {
				break
			}
		}
	}
}

func TestEnsureManyOfSeveralProcessesMakesOneTermOfEachSlug(t *testing.T) {
	t.Parallel()
	for seed := range uint64(6) {
		all := lots(40)
		server := someOfEach(t, all)
		synctest.Test(t, func(t *testing.T) {
			var group sync.WaitGroup
			dice := rand.New(rand.NewPCG(seed, 1))
			for range 5 {
				own := append([]cms.Wanted[terms.Params]{}, all...)
				dice.Shuffle(len(own), func(i, j int) { own[i], own[j] = own[j], own[i] })
				var mu sync.Mutex
				delays := rand.New(rand.NewPCG(seed, dice.Uint64()))
				wait := func() {
					mu.Lock()
					n := delays.IntN(100)
					mu.Unlock()
					time.Sleep(time.Duration(n) * time.Millisecond)
				}
				tags := through(t, server, func(r *http.Request) (*http.Response, error) {
					wait()
					resp, err := inProcess(server, r)
					wait()
					return resp, err
				})
				group.Go(func() {
					for i, one := range tags.EnsureMany(t.Context(), own, nil) {
						if one.Err != nil {
							t.Errorf("seed %d: EnsureMany of 5 processes: %s: %v, want no error", seed, own[i].Slug, one.Err)
						}
					}
				})
			}
			group.Wait()
		})
		complete(t, server, all, fmt.Sprintf("seed %d, after 5 processes", seed))
	}
}

func TestEnsureManyOfTermsStopsWhereTheSiteIsGone(t *testing.T) {
	t.Parallel()
	all := lots(60)
	for after := range int64(9) {
		server := someOfEach(t, all)
		synctest.Test(t, func(t *testing.T) {
			var sent atomic.Int64
			tags := through(t, server, func(r *http.Request) (*http.Response, error) {
				if sent.Add(1) > after {
					return nil, errors.New("no route to host")
				}
				return inProcess(server, r)
			})
			done, _ := manyDone(t, tags, all, nil)
			if n := sent.Load(); n > after+20 {
				t.Errorf("EnsureMany of a site that is gone after %d requests sent %d, want at most 20 more", after, n)
			}
			last := done[len(done)-1].Err
			if after < 4 && last == nil {
				t.Errorf("EnsureMany of a site that is gone after %d requests: the last tag has no error, want one", after)
			}
			if after == 0 && !errors.Is(last, cms.ErrNotTried) {
				t.Errorf("EnsureMany of a site that is gone: the last error is %v, want ErrNotTried", last)
			}
		})
	}
}

func TestEnsureManyOfTermsStopsWhereAListIsRefused(t *testing.T) {
	t.Parallel()
	for name, served := range map[string]int{"the first": 0, "the one after the creates": 1} {
		server, site := memory(t)
		server.Fail(cmstest.Fault{Method: http.MethodGet, Skip: served, Status: http.StatusUnauthorized,
			Code: "rest_not_logged_in", Message: "m"})
		done, _ := manyDone(t, terms.Tags(site), lots(3), nil)
		for i, one := range done {
			if !errors.Is(one.Err, cms.ErrUnauthorized) {
				t.Errorf("EnsureMany, the list %s is refused: tag %d has the error %v, want ErrUnauthorized", name, i, one.Err)
			}
			if served == 0 && !errors.Is(one.Err, cms.ErrNotTried) {
				t.Errorf("EnsureMany, the list %s is refused: tag %d has the error %v, want ErrNotTried", name, i, one.Err)
			}
		}
		if lists := len(server.Requests()) - writes(server); lists != served+1 {
			t.Errorf("EnsureMany, the list %s is refused: %d lists, want %d", name, lists, served+1)
		}
	}
}

func TestEnsureManyOfTermsStopsWhereTheSiteIgnoresTheSlugs(t *testing.T) {
	t.Parallel()
	server, _ := memory(t)
	for i := range 250 {
		server.Insert("tags", map[string]any{"name": fmt.Sprint("Other ", i)})
	}
	tags := through(t, server, func(r *http.Request) (*http.Response, error) {
		query := r.URL.Query()
		query.Del("slug")
		r = r.Clone(r.Context())
		r.URL.RawQuery = query.Encode()
		return inProcess(server, r)
	})
	done, _ := manyDone(t, tags, lots(30), nil)
	for i, one := range done {
		if !errors.Is(one.Err, cms.ErrFilterIgnored) {
			t.Errorf("EnsureMany of a site that ignores slugs: tag %d has the error %v, want ErrFilterIgnored", i, one.Err)
		}
	}
	if n := writes(server); n > 0 || len(server.Requests()) > 3 {
		t.Errorf("EnsureMany of a site that ignores slugs: %d requests, %d writes, want at most 3 and none",
			len(server.Requests()), n)
	}
}

func TestTermThatABatchRefusesIsSentAgainUnlessItIsFinal(t *testing.T) {
	t.Parallel()
	for _, refusal := range sitetest.ItemRefusals() {
		t.Run(refusal.Name, func(t *testing.T) {
			t.Parallel()
			server, _ := memory(t)
			tags := through(t, server, refusal.Spoil(func(r *http.Request) (*http.Response, error) {
				return inProcess(server, r)
			}))
			done, _ := manyDone(t, tags, lots(3), nil)
			refusal.Check(t, server.Requests(), "/tags", done[0].Err, done[1].Err, done[2].Err)
		})
	}
}

// TestEnsureManyOfTermsNotTriedHaveAKnownOutcome has a site without batches, which is gone when it
// gets the first create.
func TestEnsureManyOfTermsNotTriedHaveAKnownOutcome(t *testing.T) {
	t.Parallel()
	server, _ := memory(t)
	server.Fail(cmstest.Fault{Route: "/batch/v1", Status: http.StatusNotFound, Code: "rest_no_route", Message: "m"})
	var gone atomic.Bool
	tags := through(t, server, func(r *http.Request) (*http.Response, error) {
		if gone.Load() || r.Method == http.MethodPost && strings.HasSuffix(r.URL.Path, "/tags") {
			gone.Store(true)
			if r.Body != nil {
				_, err := io.Copy(io.Discard, r.Body) // the request is sent
				return nil, errors.Join(errors.New("connection reset by peer"), err)
			}
			return nil, errors.New("connection reset by peer")
		}
		return inProcess(server, r)
	})
	done, _ := manyDone(t, tags, lots(3), nil)
	for i, one := range done {
		tried := i == 0
		if unknown := errors.Is(one.Err, cms.ErrOutcomeUnknown); unknown != tried {
			t.Errorf("EnsureMany of a site that is gone: tag %d: %v, want ErrOutcomeUnknown: %t", i, one.Err, tried)
		}
		if errors.Is(one.Err, cms.ErrNotTried) == tried || !strings.Contains(one.Err.Error(), "connection reset by peer") {
			t.Errorf("EnsureMany of a site that is gone: tag %d: %v, want ErrNotTried: %t, and the reason", i, one.Err, !tried)
		}
	}
}
