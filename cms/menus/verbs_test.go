package menus_test

import (
	"errors"
	"net/http"
	"testing"

	"github.com/fontcms/fontcms-go/batch"
	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/cms/menus"
	"github.com/fontcms/fontcms-go/internal/replay"
	"github.com/fontcms/fontcms-go/internal/replay/sitetest"
)

// page is a list of one record that states its totals.
func page(body string) replay.Reply {
	return replay.Reply{Status: http.StatusOK, Body: body,
		Header: map[string]string{"X-CMS-Total": "1", "X-CMS-TotalPages": "1"}}
}

// walked counts what a walk yields.
func walked[T any](walk func(func(*T, error) bool)) error {
	n := 0
	for _, err := range walk {
		if err != nil {
			return err
		}
		n++
	}
	if n != 1 {
		return errors.New("not one record")
	}
	return nil
}

func TestVerbsOfEachCollectionWorkOrSayWhyNot(t *testing.T) {
	t.Parallel()
	const (
		menu = `[{"id":2,"name":"A","slug":"a","locations":[]}]`
		nav  = `[{"id":4,"title":{"rendered":"N"},"slug":"n","status":"publish"}]`
	)
	for name, c := range map[string]struct {
		replies []replay.Reply
		call    func(*cms.Client) error
		is      error // nil where it works
	}{
		"menus Exact": {[]replay.Reply{page(menu), page(menu)}, func(s *cms.Client) error {
			return walked(menus.New(s).All(t.Context(), nil, cms.Exact()))
		}, nil},
		"menus GetMany": {[]replay.Reply{page(menu)}, func(s *cms.Client) error {
			return walked(menus.New(s).GetMany(t.Context(), []int64{2}, nil))
		}, nil},
		"menus Prefetch": {[]replay.Reply{page(menu)}, func(s *cms.Client) error {
			return walked(menus.New(s).All(t.Context(), nil, cms.Prefetch(2)))
		}, nil},
		"menus batch": {[]replay.Reply{replay.Answer(http.StatusMultiStatus,
			`{"responses":[{"status":201,"headers":{},"body":`+one+`}]}`)}, func(s *cms.Client) error {
			return add(t, s, menus.New(s).CreateRequest(&menus.Params{Name: new("A")}))
		}, nil},
		"navigation Exact": {[]replay.Reply{page(nav), page(nav)}, func(s *cms.Client) error {
			return walked(menus.New(s).Navigations.All(t.Context(), nil, cms.Exact()))
		}, nil},
		"navigation GetMany": {[]replay.Reply{page(nav)}, func(s *cms.Client) error {
			return walked(menus.New(s).Navigations.GetMany(t.Context(), []int64{4}, nil))
		}, nil},
		"navigation Prefetch": {[]replay.Reply{page(nav)}, func(s *cms.Client) error {
			return walked(menus.New(s).Navigations.All(t.Context(), nil, cms.Prefetch(2)))
		}, nil},
		"navigation batch": {[]replay.Reply{replay.Answer(http.StatusMultiStatus,
			`{"responses":[{"status":201,"headers":{},"body":{"id":4}}]}`)}, func(s *cms.Client) error {
			return add(t, s, menus.New(s).Navigations.CreateRequest(&menus.NavigationParams{Title: new("N")}))
		}, nil},
		"locations batch": {nil, func(s *cms.Client) error {
			return add(t, s, menus.New(s).Locations.UpdateRequest("primary", nil))
		}, cms.ErrInvalidArgument},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			_, site := sitetest.NewTap(t, c.replies...)
			switch err := c.call(site); {
			case !errors.Is(err, c.is):
				t.Errorf("error %v, want %v", err, c.is)
			case c.is == nil && err != nil:
				t.Errorf("error %v, want nil", err)
			}
		})
	}
}

func add(t *testing.T, site *cms.Client, r batch.Item) error {
	t.Helper()
	report, err := batch.New(site).Add(r).Do(t.Context())
	if err != nil {
		return err
	}
	return report.Err()
}
