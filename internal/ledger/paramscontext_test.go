package ledger_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/cms/comments"
	"github.com/fontcms/fontcms-go/cms/menus"
	"github.com/fontcms/fontcms-go/cms/users"
)

// TestParamsOfAreasNameTheContext reads records without options, as first programs do.
func TestParamsOfAreasNameTheContext(t *testing.T) {
	t.Parallel()
	site, ctx := newStocked(t).site, t.Context()
	for name, params := range map[string]func() error{
		"a user": func() error {
			page, err := users.New(site).List(ctx, nil)
			if err != nil {
				return err
			}
			_, err = page.Items[0].Params()
			return err
		},
		"a comment": func() error {
			page, err := comments.New(site).List(ctx, nil)
			if err != nil {
				return err
			}
			_, err = page.Items[0].Params()
			return err
		},
		"a navigation": func() error {
			page, err := menus.New(site).Navigations.List(ctx, nil)
			if err != nil {
				return err
			}
			_, err = page.Items[0].Params()
			return err
		},
	} {
		if err := params(); !errors.Is(err, cms.ErrIncomplete) || !strings.Contains(err.Error(), "InContext(ContextEdit)") {
			t.Errorf("Params of %s: error %v, want ErrIncomplete that names InContext(ContextEdit)", name, err)
		}
	}
}
