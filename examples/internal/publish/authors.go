package publish

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/cms/users"
)

// findAuthors finds the users that documents name by their login names.
func (p *publisher) findAuthors(ctx context.Context) error {
	p.authors = map[string]int64{}
	var missing []error
	for _, d := range p.documents {
		if d.Author == "" || p.authors[d.Author] != 0 {
			continue
		}
		id, err := p.user(ctx, d.Author)
		switch {
		case errors.Is(err, cms.ErrNotFound):
			missing = append(missing, fmt.Errorf("%s: the site has no user %q", d.path, d.Author))
		case err != nil:
			return fmt.Errorf("%s: its author %q: %w", d.path, d.Author, err)
		}
		p.authors[d.Author] = id
	}
	return errors.Join(missing...)
}

// user is the id of a user. Only administrators see the login names of others. Other
// users know only their own.
func (p *publisher) user(ctx context.Context, name string) (int64, error) {
	me, err := users.New(p.site).Me(ctx, cms.InContext(cms.ContextEdit))
	if err != nil {
		return 0, err
	}
	if strings.EqualFold(me.Username, name) {
		if me.ID < 1 {
			return 0, fmt.Errorf("the site says that your id is %d", me.ID)
		}
		return me.ID, nil
	}
	found, err := users.New(p.site).ByLogin(ctx, name)
	if err != nil {
		return 0, err
	}
	return found.ID, nil
}
