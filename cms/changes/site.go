package changes

import (
	"context"
	"errors"
	"fmt"
	"net/url"

	"github.com/fontcms/fontcms-go/cms"
)

// siteKey is the kind under which the store keeps the identity of the site. The mark of the id
// 0 is the address of the site. The mark of the id of a user is the date on which the user was
// registered.
const siteKey = "_site"

// sameSite returns [ErrOtherSite] if the store belongs to another site. If the store is empty,
// sameSite saves the address of the site and the registration date of the user.
func (f *Feed) sameSite(ctx context.Context, options *Options) error {
	known, err := f.store.Load(ctx, siteKey)
	if err != nil {
		return fmt.Errorf("loading the site from the store: %w", err)
	}
	index, err := f.site.Index(ctx, cms.Fields("home"))
	if err != nil {
		return err
	}
	if index.Home == "" {
		return fmt.Errorf("%w: its index has no address", ErrOtherSite)
	}
	fresh := map[int64]string{}
	if was := known[0]; was != index.Home {
		if was != "" && !options.AllowMoved {
			return fmt.Errorf("%w: %.200q, and this site is %.200q: use an empty store, or "+
				"Options.AllowMoved if the site has moved", ErrOtherSite, was, index.Home)
		}
		fresh[0] = index.Home
	}
	id, date, err := f.user(ctx)
	if err != nil {
		return err
	}
	if was := known[id]; id > 0 && date != "" && was != date {
		if was != "" {
			return fmt.Errorf("%w: user %d was registered on %.40q, and on %.40q in an earlier pass", ErrOtherSite, id,
				date, was)
		}
		fresh[id] = date
	}
	if len(fresh) == 0 {
		return nil
	}
	if err := f.store.Save(ctx, siteKey, fresh); err != nil {
		return fmt.Errorf("saving the site in the store: %w", err)
	}
	return nil
}

// user returns the id of the client's user, and when this user was registered. The id is 0 if
// the client is anonymous or may not read its user.
func (f *Feed) user(ctx context.Context) (id int64, date string, err error) {
	type user struct {
		ID         int64  `json:"id"`
		Registered string `json:"registered_date"`
	}
	me, err := cms.Do(ctx, f.site, cms.Request[user]{Path: "cms/v2/users/me",
		Query: url.Values{"context": {string(cms.ContextEdit)}}}, cms.Fields("id", "registered_date"))
	switch {
	case err == nil:
		return me.ID, me.Registered, nil
	case errors.Is(err, cms.ErrCredentialsRejected):
		return 0, "", err
	case errors.Is(err, cms.ErrUnauthorized), errors.Is(err, cms.ErrForbidden), errors.Is(err, cms.ErrNoRoute),
		errors.Is(err, cms.ErrNotFound):
		return 0, "", nil
	}
	return 0, "", err
}
