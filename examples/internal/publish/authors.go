package publish

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/cms/users"
)

// findAuthors finds the users that documents name by their login names. A document whose author
// is not found is published without one, with a line for each name.
func (p *publisher) findAuthors(ctx context.Context) error {
	p.authors = map[string]int64{}
	for _, d := range p.accepted() {
		if _, known := p.authors[d.Author]; known || d.Author == "" {
			continue
		}
		if id := p.project.given.authors[strings.ToLower(d.Author)]; id != 0 {
			p.authors[d.Author] = id
			continue
		}
		id, err := p.user(ctx, d.Author)
		switch {
		case errors.Is(err, cms.ErrNotFound), errors.Is(err, cms.ErrForbidden), errors.Is(err, cms.ErrInvalidArgument):
			p.note(d.path, fmt.Sprintf("its author %.80q is no user that your login may find: "+
				"a new record is yours", d.Author))
		case err != nil:
			return fmt.Errorf("%s: its author %q: %w", d.path, d.Author, err)
		}
		p.authors[d.Author] = id
	}
	return nil
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
