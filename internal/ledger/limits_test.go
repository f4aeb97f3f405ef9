package ledger_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/fontcms/fontcms-go/batch"
	"github.com/fontcms/fontcms-go/cms"
)

// TestArgumentsOutsideTheirLimitsAreNotSent goes over every limit that the specification
// states for what this package sends.
func TestArgumentsOutsideTheirLimitsAreNotSent(t *testing.T) {
	t.Parallel()
	for name, do := range map[string]func(s *services) error{
		"per_page above 100": func(s *services) error {
			_, err := s.site.Posts.List(t.Context(), &cms.PostListOptions{PerPage: 101})
			return err
		},
		"per_page below 1": func(s *services) error {
			_, err := s.site.Blocks.List(t.Context(), &cms.BlockListOptions{PerPage: -1})
			return err
		},
		"per_page of revisions above 100": func(s *services) error {
			_, err := s.site.Posts.Revisions(41).List(t.Context(), &cms.RevisionListOptions{PerPage: 101})
			return err
		},
		"page below 1": func(s *services) error {
			_, err := s.site.MenuItems.List(t.Context(), &cms.MenuItemListOptions{Page: -1})
			return err
		},
		"menu_order below 1": func(s *services) error {
			_, err := s.site.MenuItems.Create(t.Context(), &cms.MenuItemParams{MenuOrder: new(0)})
			return err
		},
		"parent below 0": func(s *services) error {
			_, err := s.site.MenuItems.Update(t.Context(), 7, &cms.MenuItemParams{Parent: new(int64(-1))})
			return err
		},
		"object_id below 0": func(s *services) error {
			_, err := s.site.MenuItems.Autosaves(7).Create(t.Context(), &cms.MenuItemParams{ObjectID: new(int64(-1))})
			return err
		},
		"requests in a batch, 26": func(s *services) error {
			b := batch.New(s.site)
			for range batch.MaxItems + 1 {
				b.Delete("cms/v2/posts/7", nil)
			}
			_, err := b.Do(t.Context())
			return err
		},
	} {
		s := newServices(t)
		err := do(s)
		argument, _, _ := strings.Cut(name, " ")
		if refused, ok := errors.AsType[*cms.ArgumentError](err); !ok || !errors.Is(err, cms.ErrInvalidArgument) {
			t.Errorf("Call with %s: error %v, want an ArgumentError that is ErrInvalidArgument", name, err)
		} else if refused.Argument != argument {
			t.Errorf("Call with %s: error %v, want the argument %s", name, err, argument)
		}
		if sent := s.sent(); len(sent) != 0 {
			t.Errorf("Call with %s: sent %v, want nothing", name, sent)
		}
	}
	for _, o := range table(t) {
		for _, a := range o.Args {
			if a.Name == "per_page" && a.Max != nil && *a.Max != 100 || a.Name == "requests" && *a.Max != batch.MaxItems {
				t.Errorf("Operation %s: limit of %s differs from the code, want the same", o.name(), a.Name)
			}
		}
	}
}

// TestDefaultsAreLeftToTheSite: what a caller does not set is not sent, so that a
// default of the specification holds; the walks alone set a page and its size.
func TestDefaultsAreLeftToTheSite(t *testing.T) {
	t.Parallel()
	for _, c := range calls() {
		if !strings.HasSuffix(c.name, "without arguments") {
			continue
		}
		for _, w := range c.want {
			if w.query != "" {
				t.Errorf("%s is expected to send %s", c.name, w.query)
			}
		}
	}
}
