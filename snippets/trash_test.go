package snippets_test

import (
	"context"
	"errors"
	"net/http"
	"os"
	"sync/atomic"
	"testing"

	"github.com/fontcms/fontcms-go/batch"
	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/cms/cmstest"
	"github.com/fontcms/fontcms-go/internal/oldlists"
	"github.com/fontcms/fontcms-go/snippets"
)

const itemRoute = "/code-snippets/v1/snippets/{id}"

// stocked is a site in memory with the snippet 1, and its snippets.
func stocked(t *testing.T, seed map[string]any, options ...cmstest.Option) (*cmstest.Server, *snippets.Service) {
	t.Helper()
	server := cmstest.NewServer(options...)
	t.Cleanup(server.Close)
	server.Insert("snippets", seed)
	site, err := cms.New(server.URL, cms.WithApplicationPassword("admin", server.AppPassword("admin")))
	if err != nil {
		t.Fatal(err)
	}
	return server, snippets.New(site)
}

// deletes counts the DELETEs that a server received.
func deletes(server *cmstest.Server) int {
	n := 0
	for _, r := range server.Requests() {
		if r.Method == http.MethodDelete {
			n++
		}
	}
	return n
}

func TestDeleteThroughALossyProxyLeavesTheSnippetInTheTrash(t *testing.T) {
	t.Parallel()
	for name, call := range map[string]func(*snippets.Service) (*snippets.Snippet, bool, error){
		"Delete": func(s *snippets.Service) (*snippets.Snippet, bool, error) {
			deleted, err := s.Delete(t.Context(), 1)
			if err != nil {
				return nil, false, err
			}
			return deleted.Previous, deleted.DoneBefore, nil
		},
		"Trash": func(s *snippets.Service) (*snippets.Snippet, bool, error) {
			trashed, err := s.Trash(t.Context(), 1)
			return trashed, true, err
		},
	} {
		for how, fault := range map[string]cmstest.Fault{
			"answer cut":      {Cut: cmstest.CutAnswer},
			"bad gateway":     {Status: http.StatusBadGateway},
			"gateway timeout": {Status: http.StatusGatewayTimeout},
			"error page":      {Status: http.StatusInternalServerError},
		} {
			t.Run(name+", "+how, func(t *testing.T) {
				t.Parallel()
				server, code := stocked(t, map[string]any{"name": "One"}, cmstest.WithLaterSnippets())
				fault.Method, fault.Route, fault.Processed, fault.Times = http.MethodDelete, itemRoute, true, 1
				server.Fail(fault)
				left, before, err := call(code)
				switch {
				case err != nil:
					t.Errorf("call: error %v, want nil", err)
				case !before:
					t.Error("call: done before false, want true")
				case left == nil:
					t.Error("call: no snippet, want snippet 1")
				case left.ID != 1:
					t.Errorf("call: snippet %d, want 1", left.ID)
				case !left.Trashed:
					t.Errorf("call: snippet %+v with Trashed false, want true", left)
				}
				if n := deletes(server); n != 1 {
					t.Errorf("DELETE was sent %d times, want 1", n)
				}
				switch record := server.Record("snippets", 1); {
				case record == nil:
					t.Errorf("the snippet is gone for good: %v: result nil, want a value", record)
				case record["trashed"] != true:
					t.Errorf(`the snippet is gone for good: %v: record["trashed"] %v, want true`, record, record["trashed"])
				}
			})
		}
	}
}

func TestDeleteBelievesNoOldList(t *testing.T) {
	t.Parallel()
	server := cmstest.NewServer(cmstest.WithTest(t), cmstest.WithLaterSnippets())
	server.Insert("snippets", map[string]any{"name": "One"})
	cache := &oldlists.Cache{}
	site, err := cms.New(server.URL, cms.WithApplicationPassword("admin", server.AppPassword("admin")),
		cms.WithHTTPClient(&http.Client{Transport: cache}))
	if err != nil {
		t.Fatal(err)
	}
	code := snippets.New(site)
	for _, err := range code.All(t.Context(), nil) { // the cache keeps this list
		if err != nil {
			t.Fatal(err)
		}
	}
	server.Fail(cmstest.Fault{
		Method: http.MethodDelete, Route: itemRoute, Processed: true, Times: 1, Cut: cmstest.CutAnswer,
	})
	deleted, err := code.Delete(t.Context(), 1)
	if err != nil {
		t.Fatal(err)
	}
	if !deleted.DoneBefore {
		t.Errorf("Delete through a cache: %+v, want DoneBefore", deleted)
	}
	if deleted.Previous == nil || !deleted.Previous.Trashed {
		t.Errorf("Delete through a cache: Previous is %+v, want the snippet in the trash", deleted.Previous)
	}
	if record := server.Record("snippets", 1); record == nil || record["trashed"] != true {
		t.Errorf("Delete through a cache left %v, want the snippet in the trash", record)
	}
	if n := cache.Hits(); n != 1 {
		t.Errorf("the cache served %d lists, want 1", n)
	}
}

func TestDeleteIsSentAgainOnceTheListShowsThatNothingWasDone(t *testing.T) {
	t.Parallel()
	for name, options := range map[string][]cmstest.Option{"3.6.4": nil, "later": {cmstest.WithLaterSnippets()}} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			server, code := stocked(t, map[string]any{"name": "One"}, options...)
			server.Fail(cmstest.Fault{Method: http.MethodDelete, Route: itemRoute, Cut: cmstest.CutAnswer, Times: 1})
			deleted, err := code.Delete(t.Context(), 1)
			switch {
			case err != nil:
				t.Errorf("Service.Delete(1): error %v, want nil", err)
			case !deleted.Deleted:
				t.Error("Service.Delete(1): Deleted false, want true")
			case deleted.DoneBefore:
				t.Error("Service.Delete(1): DoneBefore true, want false")
			}
			if n := deletes(server); n != 2 {
				t.Errorf("DELETE was sent %d times, want 2", n)
			}
			if record := server.Record("snippets", 1); record != nil && record["trashed"] != true {
				t.Errorf("record of the site %v, want it in the trash", record)
			}
		})
	}
}

// TestDeleteIsNotSentAgainWhileTheFirstMayStillBeRunning loses the answer by time-outs
// of the client and of a proxy.
func TestDeleteIsNotSentAgainWhileTheFirstMayStillBeRunning(t *testing.T) {
	t.Parallel()
	for name, lost := range map[string]func(*http.Request) (*http.Response, error){
		"a connection": func(*http.Request) (*http.Response, error) { return nil, os.ErrDeadlineExceeded },
		"an attempt":   func(*http.Request) (*http.Response, error) { return nil, context.DeadlineExceeded },
		"a proxy": func(req *http.Request) (*http.Response, error) {
			return &http.Response{StatusCode: 524, Header: http.Header{}, Body: http.NoBody, Request: req, ProtoMajor: 1,
				ProtoMinor: 1}, nil
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			server := cmstest.NewServer(cmstest.WithTest(t), cmstest.WithLaterSnippets())
			server.Insert("snippets", map[string]any{"name": "One"})
			var sent atomic.Int32
			site, err := cms.New(server.URL, cms.WithApplicationPassword("admin", server.AppPassword("admin")),
				cms.WithMiddleware(func(next http.RoundTripper) http.RoundTripper {
					return roundTrip(func(req *http.Request) (*http.Response, error) {
						if req.Method != http.MethodDelete {
							return next.RoundTrip(req)
						}
						sent.Add(1)
						return lost(req)
					})
				}))
			if err != nil {
				t.Fatal(err)
			}
			switch _, err := snippets.New(site).Delete(t.Context(), 1); {
			case !errors.Is(err, cms.ErrOutcomeUnknown):
				t.Errorf("Service.Delete(1): %d were sent: %v, want ErrOutcomeUnknown", sent.Load(), err)
			case sent.Load() != 1:
				t.Errorf("Service.Delete(1): %d requests (error %v), want 1", sent.Load(), err)
			}
		})
	}
}

type roundTrip func(*http.Request) (*http.Response, error)

func (f roundTrip) RoundTrip(req *http.Request) (*http.Response, error) { return f(req) }

func TestTrashRefusesIfADeleteWouldBePermanent(t *testing.T) {
	t.Parallel()
	later := cmstest.WithLaterSnippets()
	for name, test := range map[string]struct {
		seed    map[string]any
		options []cmstest.Option
		id      int64
		fails   error
		sent    int
	}{
		"no trash":         {map[string]any{}, nil, 1, cms.ErrTrashUnsupported, 0},
		"trashed already":  {map[string]any{"trashed": true}, []cmstest.Option{later}, 1, cms.ErrGone, 0},
		"unknown":          {map[string]any{}, []cmstest.Option{later}, 9, cms.ErrNotFound, 0},
		"unknown in 3.6.4": {map[string]any{}, nil, 9, cms.ErrNotFound, 0},
		"locked":           {map[string]any{"locked": true}, []cmstest.Option{later}, 1, snippets.CodeCannotTrash, 1},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			server, code := stocked(t, test.seed, test.options...)
			trashed, err := code.Trash(t.Context(), test.id)
			if trashed != nil || !errors.Is(err, test.fails) {
				t.Errorf("Service.Trash(test.id): trashed %+v, error %v, want nil and %v", trashed, err, test.fails)
			}
			if n := deletes(server); n != test.sent {
				t.Errorf("DELETE was sent %d times, want %d", n, test.sent)
			}
			if server.Record("snippets", 1) == nil {
				t.Error(`the snippet is gone for good: server.Record("snippets", 1) nil, want a value`)
			}
		})
	}
}

func TestTrashAndDeleteAreTwoSteps(t *testing.T) {
	t.Parallel()
	server, code := stocked(t, map[string]any{"name": "One", "active": true}, cmstest.WithLaterSnippets())
	trashed, err := code.Trash(t.Context(), 1)
	switch {
	case err != nil:
		t.Errorf("Service.Trash(1): error %v, want nil", err)
	case !trashed.Trashed:
		t.Error("Service.Trash(1): Trashed false, want true")
	case trashed.Active:
		t.Error("Service.Trash(1): Active true, want false")
	case trashed.Name != "One":
		t.Errorf("Service.Trash(1): trashed.Name %q, want %q", trashed.Name, "One")
	}
	deleted, err := code.Delete(t.Context(), 1)
	switch {
	case err != nil:
		t.Errorf("Service.Delete(1): error %v, want nil", err)
	case !deleted.Deleted:
		t.Error("Service.Delete(1): Deleted false, want true")
	case deleted.Previous != nil:
		t.Errorf("Service.Delete(1): Previous %+v, want nil", deleted.Previous)
	case server.Record("snippets", 1) != nil:
		t.Errorf("Server.Record: %v, want nil", server.Record("snippets", 1))
	}
	if _, err := code.Delete(t.Context(), 1); !errors.Is(err, cms.ErrNotFound) {
		t.Error(err)
	}
}

func TestRequestsOfADeleteAreSentAtMostOnce(t *testing.T) {
	t.Parallel()
	server := cmstest.NewServer(cmstest.WithTest(t), cmstest.WithLaterSnippets())
	server.Insert("snippets", map[string]any{})
	site, err := cms.New(server.URL, cms.WithApplicationPassword("admin", server.AppPassword("admin")))
	if err != nil {
		t.Fatal(err)
	}
	server.Fail(cmstest.Fault{Method: http.MethodDelete, Route: itemRoute, Cut: cmstest.CutAnswer, Processed: true,
		Times: 1})
	server.Fail(cmstest.Fault{Method: http.MethodPost, Route: "/batch/v1", Status: http.StatusForbidden})
	report, err := batch.New(site).OneByOne().Add(snippets.New(site).DeleteRequest(1)).Do(t.Context())
	if !errors.Is(err, cms.ErrOutcomeUnknown) {
		t.Errorf("Builder.Do: error %v, report %+v, want ErrOutcomeUnknown", err, report)
	}
	switch n := deletes(server); {
	case n != 1:
		t.Errorf("DELETE was sent %d times, want 1", n)
	case server.Record("snippets", 1)["trashed"] != true:
		t.Errorf(`DELETE was sent %d times: server.Record("snippets", 1)["trashed"] %v, want true`, n,
			server.Record("snippets", 1)["trashed"])
	}
}
