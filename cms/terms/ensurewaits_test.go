package terms_test

import (
	"context"
	"errors"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/cms/cmstest"
	"github.com/fontcms/fontcms-go/cms/terms"
	"github.com/fontcms/fontcms-go/internal/replay"
	"github.com/fontcms/fontcms-go/internal/replay/sitetest"
)

// slow returns the tags of a site whose first request takes an hour. first is closed when this
// request arrives.
func slow(t *testing.T, server *cmstest.Server) (tags *terms.Terms, first chan struct{}) {
	t.Helper()
	first = make(chan struct{})
	var sent atomic.Int64
	return through(t, server, func(r *http.Request) (*http.Response, error) {
		if sent.Add(1) == 1 {
			close(first)
			time.Sleep(time.Hour)
		}
		return inProcess(server, r)
	}), first
}

func TestEnsureWaitsForCallsOfItsTermOnly(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		first, second string
		parent        *int64
		waits         bool
	}{
		"the same name":        {"R&D", "r&amp;d", nil, true},
		"another name":         {"R&D", "Serif", nil, false},
		"below another parent": {"R&D", "R&D", new(int64(1)), false},
	} {
		server := someOfEach(t, nil)
		synctest.Test(t, func(t *testing.T) {
			tags, first := slow(t, server)
			categories := terms.Categories(tags.Client())
			var group sync.WaitGroup
			group.Go(func() {
				if _, err := categories.Ensure(t.Context(), c.first, nil); err != nil {
					t.Errorf("Ensure of %s, the first call: error %v, want nil", name, err)
				}
			})
			<-first
			began := time.Now()
			_, err := categories.Ensure(t.Context(), c.second, &terms.Params{Parent: c.parent})
			if waited := time.Since(began) > time.Minute; err != nil || waited != c.waits {
				t.Errorf("Ensure of %s while another call runs: waited %t, error %v, want %t and nil", name, waited, err, c.waits)
			}
			group.Wait()
		})
	}
}

// TestEnsureManyInAnotherOrderWaitsForNoOther has two calls with the same terms. A third call holds
// back both of them at the term m, after each has got its first term.
func TestEnsureManyInAnotherOrderWaitsForNoOther(t *testing.T) {
	t.Parallel()
	server := someOfEach(t, nil)
	synctest.Test(t, func(t *testing.T) {
		tags, first := slow(t, server)
		ctx, cancel := context.WithTimeout(t.Context(), 10*time.Hour)
		defer cancel()
		var group sync.WaitGroup
		group.Go(func() {
			if _, err := tags.EnsureSlug(ctx, "m", &terms.Params{Name: new("m")}); err != nil {
				t.Errorf("EnsureSlug: error %v, want nil", err)
			}
		})
		<-first
		for _, order := range []string{"a m b", "b m a"} {
			var all []cms.Wanted[terms.Params]
			for slug := range strings.FieldsSeq(order) {
				all = append(all, cms.Wanted[terms.Params]{Slug: slug, Params: &terms.Params{Name: new(slug)}})
			}
			group.Go(func() {
				for i, done := range tags.EnsureMany(ctx, all, nil) {
					if done.Err != nil {
						t.Errorf("EnsureMany of %s beside another order: term %s has the error %v, want nil", order, all[i].Slug,
							done.Err)
					}
				}
			})
		}
		group.Wait()
	})
}

func TestEnsureEndsWithItsContextWhileItWaits(t *testing.T) {
	t.Parallel()
	for name, ensure := range map[string]func(context.Context, *terms.Terms) []error{
		"EnsureSlug": func(ctx context.Context, tags *terms.Terms) []error {
			_, err := tags.EnsureSlug(ctx, "type-design-0001", &terms.Params{Name: new("m")})
			return []error{err}
		},
		"EnsureMany": func(ctx context.Context, tags *terms.Terms) (all []error) {
			for _, done := range tags.EnsureMany(ctx, lots(3), nil) {
				all = append(all, done.Err)
			}
			return all
		},
	} {
		server := someOfEach(t, nil)
		synctest.Test(t, func(t *testing.T) {
			tags, first := slow(t, server)
			var group sync.WaitGroup
			group.Go(func() {
				if _, err := tags.EnsureSlug(t.Context(), "type-design-0001", &terms.Params{Name: new("m")}); err != nil {
					t.Errorf("EnsureSlug, the first call: error %v, want nil", err)
				}
			})
			<-first
			ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
			defer cancel()
			began := time.Now()
			for i, err := range ensure(ctx, tags) {
				if !errors.Is(err, context.DeadlineExceeded) || !strings.Contains(err.Error(), "terms."+name) {
					t.Errorf("%s whose time ends while it waits: result %d has the error %v, want DeadlineExceeded of it", name, i,
						err)
				}
			}
			if took := time.Since(began); took != time.Minute {
				t.Errorf("%s whose time ends while it waits took %v, want 1m", name, took)
			}
			group.Wait()
		})
	}
}

func TestEnsureEndsWithItsContextInThePauseBeforeItLooksAgain(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithTimeout(t.Context(), 10*time.Millisecond)
		defer cancel()
		tap, site := sitetest.NewTap(t, none(), replay.Answer(http.StatusBadRequest,
			`{"code":"term_exists","message":"m","data":{"term_id":7}}`))
		_, err := terms.Tags(site).Ensure(ctx, "Serif", nil)
		if !errors.Is(err, context.DeadlineExceeded) || !strings.Contains(err.Error(), "terms.Ensure ") {
			t.Errorf("Ensure whose time ends in the pause: error %v, want DeadlineExceeded of terms.Ensure", err)
		}
		tap.Drained()
	})
}
