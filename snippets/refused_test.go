package snippets_test

import (
	"context"
	"errors"
	"net/http"
	"strings"
	"testing"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/cms/cmstest"
	"github.com/fontcms/fontcms-go/snippets"
)

// TestEveryVerbFailsWithAnyRequestThatIsRefused refuses each request of each verb in
// turn. Without totals a list takes further requests.
func TestEveryVerbFailsWithAnyRequestThatIsRefused(t *testing.T) {
	t.Parallel()
	page := &snippets.ListOptions{Page: 2, PerPage: 1}
	verbs := map[string]struct {
		call     func(ctx context.Context, s *snippets.Service, id int64) error
		requests int
		unstated bool // the site states no totals
	}{
		"Get": {requests: 1, call: func(ctx context.Context, s *snippets.Service, id int64) error {
			v, err := s.Get(ctx, id)
			return whole(v != nil && v.ID == id, err)
		}},
		"List": {requests: 1, call: func(ctx context.Context, s *snippets.Service, _ int64) error {
			v, err := s.List(ctx, nil)
			return whole(v != nil && len(v.Items) == 3 && v.Total == 3, err)
		}},
		"List of a page, without totals": {requests: 2, unstated: true,
			call: func(ctx context.Context, s *snippets.Service, _ int64) error {
				v, err := s.List(ctx, page)
				return whole(v != nil && len(v.Items) == 1 && v.Total == -1, err)
			}},
		"Pages": {requests: 2, call: func(ctx context.Context, s *snippets.Service, _ int64) error {
			n := 0
			for v, err := range s.Pages(ctx, page) {
				if err != nil {
					return whole(v != nil, err)
				}
				n += len(v.Items)
			}
			return whole(n == 2, nil)
		}},
		"All": {requests: 2, call: func(ctx context.Context, s *snippets.Service, _ int64) error {
			n := 0
			for v, err := range s.All(ctx, page) {
				if err != nil {
					return whole(v != nil, err)
				}
				n++
			}
			return whole(n == 2, nil)
		}},
		"Count": {requests: 1, call: func(ctx context.Context, s *snippets.Service, _ int64) error {
			n, err := s.Count(ctx, nil)
			return whole(n == 3, err)
		}},
		"Count without totals": {requests: 3, unstated: true,
			call: func(ctx context.Context, s *snippets.Service, _ int64) error {
				n, err := s.Count(ctx, nil)
				return whole(n == 3, err)
			}},
		"Create": {requests: 1, call: func(ctx context.Context, s *snippets.Service, _ int64) error {
			v, err := s.Create(ctx, &snippets.Params{Name: new("New")})
			return whole(v != nil && v.Name == "New", err)
		}},
		"Update": {requests: 1, call: func(ctx context.Context, s *snippets.Service, id int64) error {
			v, err := s.Update(ctx, id, &snippets.Params{Name: new("New")})
			return whole(v != nil && v.Name == "New", err)
		}},
		"Activate": {requests: 2, call: func(ctx context.Context, s *snippets.Service, id int64) error {
			v, err := s.Activate(ctx, id)
			return whole(v != nil && v.Active, err)
		}},
		"Deactivate": {requests: 2, call: func(ctx context.Context, s *snippets.Service, id int64) error {
			v, err := s.Deactivate(ctx, id)
			return whole(v != nil && !v.Active, err)
		}},
		"Delete": {requests: 1, call: func(ctx context.Context, s *snippets.Service, id int64) error {
			v, err := s.Delete(ctx, id)
			return whole(v != nil && v.Deleted, err)
		}},
		"Trash": {requests: 2, call: func(ctx context.Context, s *snippets.Service, id int64) error {
			v, err := s.Trash(ctx, id)
			return whole(v != nil && v.Trashed, err)
		}},
		"Export": {requests: 1, call: func(ctx context.Context, s *snippets.Service, id int64) error {
			v, err := s.Export(ctx, id)
			return whole(v != nil && len(v.Snippets) == 1, err)
		}},
		"ExportCode": {requests: 1, call: func(ctx context.Context, s *snippets.Service, id int64) error {
			v, err := s.ExportCode(ctx, id)
			return whole(strings.Contains(v, "c();"), err)
		}},
		"Schema": {requests: 1, call: func(ctx context.Context, s *snippets.Service, _ int64) error {
			v, err := s.Schema(ctx)
			return whole(v != nil && v.Title != "", err)
		}},
	}
	for name, verb := range verbs {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			for n := 0; ; n++ {
				server := cmstest.NewServer(cmstest.WithTest(t), cmstest.WithLaterSnippets())
				site, err := cms.New(server.URL, cms.WithApplicationPassword("admin", server.AppPassword("admin")))
				if err != nil {
					t.Fatal(err)
				}
				t.Cleanup(site.CloseIdleConnections)
				s := snippets.New(site)
				var id int64
				for _, title := range []string{"One", "Two", "Three"} {
					made, err := s.Create(t.Context(), &snippets.Params{Name: new(title), Code: new("c();")})
					if err != nil {
						t.Fatal(err)
					}
					id = made.ID
				}
				remove := server.Fail(cmstest.Fault{Skip: n, Times: 1, Status: http.StatusForbidden, Code: "rest_forbidden",
					Message: "Not now."})
				if verb.unstated {
					server.Fail(cmstest.Fault{Drop: []string{"X-CMS-Total", "X-CMS-TotalPages"}})
				}
				err = verb.call(t.Context(), s, id)
				if remove() == 0 {
					if err != nil || n != verb.requests {
						t.Errorf("verb ends after %d requests with error %v, want %d and nil", n, err, verb.requests)
					}
					return
				}
				switch {
				case !errors.Is(err, cms.ErrForbidden):
					t.Errorf("request %d is refused: %v, want ErrForbidden", n+1, err)
				case errors.Is(err, errNotWhole):
					t.Errorf("request %d is refused: %v, want an error other than %v", n+1, err, errNotWhole)
				}
			}
		})
	}
}

// errNotWhole is a result that does not fit its error.
var errNotWhole = errors.New("the result does not fit the error")

// whole returns err, and [errNotWhole] if there is a result beside an error, or
// not the right one without.
func whole(right bool, err error) error {
	if right == (err == nil) {
		return err
	}
	return errors.Join(errNotWhole, err)
}
