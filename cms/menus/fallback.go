package menus

import (
	"context"

	"github.com/fontcms/fontcms-go/cms"
)

// MakeFallback returns the id of the default navigation: GET
// cms-block-editor/v1/navigation-fallback. A navigation block without a navigation of its
// own shows this one. It is the navigation that was published last. If there is no
// navigation, the site creates one from the items of a menu or from a list of all pages.
// So this GET may write. It needs an administrator.
//
// It is never retried once the site may have received it.
//
// Errors: [cms.ErrOutcomeUnknown] if the response was lost; another call returns the
// navigation that the first call created. [cms.ErrNoRoute] on WordPress before 6.3.
func (m *Menus) MakeFallback(ctx context.Context, options ...cms.CallOption) (int64, error) {
	made, err := cms.Do(ctx, m.Client(), cms.Request[fallback]{
		Operation: "menus.MakeFallback", Path: m.Client().Prefix() + "-block-editor/v1/navigation-fallback",
		Repeat: cms.RepeatUnsent,
	}, options...)
	if err != nil {
		return 0, err
	}
	return made.ID, nil
}

// fallback holds the id of the navigation in the response.
type fallback struct {
	ID int64 `json:"id"`
}
