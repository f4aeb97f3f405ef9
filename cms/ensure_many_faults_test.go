package cms_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/cms/cmstest"
	"github.com/fontcms/fontcms-go/internal/stub"
)

// someOfEach is a server with records for the first posts of lots: unchanged ones, and ones
// that differ. The others are missing.
func someOfEach(t *testing.T, all []cms.Wanted[cms.PostParams]) *cmstest.Server {
	t.Helper()
	server := cmstest.NewServer()
	t.Cleanup(server.Close)
	for i, one := range all[:len(all)/2] {
		title := *one.Params.Title
		if i%2 == 0 {
			title = "Old"
		}
		server.Insert("posts", map[string]any{"title": title, "content": "Pairs.", "slug": one.Slug, "status": "publish",
			"date": "1999-01-01T10:00:00"}) // before the time of synctest
	}
	return server
}

// complete checks that each post has one record with what is wanted, and that no draft is
// left.
func complete(t *testing.T, server *cmstest.Server, all []cms.Wanted[cms.PostParams], when string) {
	t.Helper()
	holders := map[string][]map[string]any{}
	for id := int64(1); id < 2000; id++ {
		if r := server.Record("posts", id); r != nil && r["status"] != "trash" {
			slug, _ := r["slug"].(string)
			holders[slug] = append(holders[slug], r)
		}
	}
	if len(holders) != len(all) {
		t.Errorf("%s: the site has records with %d slugs, want %d", when, len(holders), len(all))
	}
	for _, one := range all {
		if n := len(holders[one.Slug]); n != 1 {
			t.Errorf("%s: %d records have the slug %s, want 1", when, n, one.Slug)
			continue
		}
		if got := fmt.Sprint(holders[one.Slug][0]["title"]); !strings.Contains(got, *one.Params.Title) {
			t.Errorf("%s: the title of %s is %s, want %s", when, one.Slug, got, *one.Params.Title)
		}
	}
}

// TestEnsureManyContinuesAfterAKill ends a process at each of its requests. The request is
// lost on its way to the site, or carried out. Another process then brings all records.
func TestEnsureManyContinuesAfterAKill(t *testing.T) {
	t.Parallel()
	all := lots(40)
	for _, arrives := range []bool{false, true} {
		for at := 1; ; at++ {
			var sent atomic.Int64
			server := someOfEach(t, all)
			synctest.Test(t, func(t *testing.T) {
				first := ensurer(t, server, "editor", stub.Carrier(func(r *http.Request) (*http.Response, error) {
					n := int(sent.Add(1))
					if n > at || n == at && !arrives {
						return nil, errors.New("killed")
					}
					resp, err := inProcess(server, r)
					if n == at {
						resp, err = nil, errors.New("killed")
					}
					return resp, err
				}))
				manyDone(t, first, all, nil)
				second := ensurer(t, server, "editor", stub.Carrier(func(r *http.Request) (*http.Response, error) {
					return inProcess(server, r)
				}))
				for i, one := range second.Posts.EnsureMany(t.Context(), all, nil) {
					if one.Err != nil {
						t.Errorf("EnsureMany after a kill at request %d: record %d: %v, want no error", at, i, one.Err)
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

// TestEnsureManyGoesOnAfterALostResponse loses one response of a call. The same call brings
// all records.
func TestEnsureManyGoesOnAfterALostResponse(t *testing.T) {
	t.Parallel()
	all := lots(40)
	for _, arrives := range []bool{false, true} {
		for at := 1; ; at++ {
			var sent atomic.Int64
			server := someOfEach(t, all)
			synctest.Test(t, func(t *testing.T) {
				site := ensurer(t, server, "editor", stub.Carrier(func(r *http.Request) (*http.Response, error) {
					if int(sent.Add(1)) != at {
						return inProcess(server, r)
					}
					if arrives {
						if _, err := inProcess(server, r); err != nil {
							return nil, err
						}
					}
					return nil, errors.New("connection reset by peer")
				}))
				done, counts := manyDone(t, site, all, nil)
				for i, one := range done {
					if one.Err != nil {
						t.Errorf("EnsureMany, response %d is lost: record %d: %v, want no error", at, i, one.Err)
					}
				}
				if counts[cms.EnsureCreated] != 20 || counts[cms.EnsureUpdated] != 10 {
					t.Errorf("EnsureMany, response %d is lost: %v, want 20 created and 10 updated", at, counts)
				}
			})
			complete(t, server, all, fmt.Sprintf("after the lost response %d, which arrives: %t", at, arrives))
			if int(sent.Load()) < at {
				break
			}
		}
	}
}

func TestEnsureManyOfSeveralProcessesMakesOneRecordOfEachSlug(t *testing.T) {
	t.Parallel()
	for seed := range uint64(6) {
		all := lots(40)
		server := someOfEach(t, all)
		synctest.Test(t, func(t *testing.T) {
			var wg sync.WaitGroup
			dice := rand.New(rand.NewPCG(seed, 1))
			for range 5 {
				own := append([]cms.Wanted[cms.PostParams]{}, all...)
				dice.Shuffle(len(own), func(i, j int) { own[i], own[j] = own[j], own[i] })
				line := &slowly{server: server, dice: rand.New(rand.NewPCG(seed, dice.Uint64()))}
				site := ensurer(t, server, "editor", line)
				wg.Go(func() {
					for i, one := range site.Posts.EnsureMany(t.Context(), own, nil) {
						if one.Err != nil {
							t.Errorf("seed %d: EnsureMany of 5 processes: %s: %v, want no error", seed, own[i].Slug, one.Err)
						}
					}
				})
			}
			wg.Wait()
		})
		complete(t, server, all, fmt.Sprintf("seed %d, after 5 processes", seed))
	}
}

// TestEnsureManyMakesOneRecordOverAConnectionThatFails has processes that lose
// requests and responses, and are started again after an error.
func TestEnsureManyMakesOneRecordOverAConnectionThatFails(t *testing.T) {
	t.Parallel()
	for seed := range uint64(5) {
		all := lots(60)
		server := someOfEach(t, all)
		line := bad(server, seed)
		site := ensurer(t, server, "editor", line)
		left := all
		for range 100 {
			var again []cms.Wanted[cms.PostParams]
			for i, one := range site.Posts.EnsureMany(t.Context(), left, nil) {
				if one.Err != nil {
					again = append(again, left[i])
				}
			}
			if left = again; len(left) == 0 {
				break
			}
		}
		line.late.Wait()
		quiet := ensurer(t, server, "editor", stub.Carrier(func(r *http.Request) (*http.Response, error) {
			return inProcess(server, r)
		}))
		for range 2 { // the first deletes drafts of late requests
			for i, one := range quiet.Posts.EnsureMany(t.Context(), all, nil) {
				if one.Err != nil {
					t.Errorf("seed %d: EnsureMany at the end: record %d: %v, want no error", seed, i, one.Err)
				}
			}
		}
		complete(t, server, all, fmt.Sprintf("seed %d, over an unreliable connection with %d faults", seed, line.faults))
	}
}

// slowly is a connection on which requests of several processes mix.
type slowly struct {
	server *cmstest.Server
	mu     sync.Mutex
	dice   *rand.Rand
}

func (s *slowly) RoundTrip(r *http.Request) (*http.Response, error) {
	s.mu.Lock()
	there, back := time.Duration(s.dice.IntN(100)), time.Duration(s.dice.IntN(100))
	s.mu.Unlock()
	time.Sleep(there * time.Millisecond)
	resp, err := inProcess(s.server, r)
	time.Sleep(back * time.Millisecond)
	return resp, err
}
