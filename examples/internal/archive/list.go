package archive

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/fontcms/fontcms-go/cms"
)

// ListOptions are the arguments that the lists of all kinds share.
type ListOptions struct {
	Context cms.Context  `url:"context,omitempty"`
	PerPage int          `url:"per_page,omitempty"`
	Status  []cms.Status `url:"status,brackets,omitempty"`
	OrderBy cms.OrderBy  `url:"orderby,omitempty"`
	Order   cms.Order    `url:"order,omitempty"`
}

// Collection is the list of the records of a kind.
type Collection = *cms.Collection[Record, struct{}, ListOptions]

// On is the list of the records of the kind on a site.
func (k Kind) On(site *cms.Client) Collection {
	return cms.NewCollection[Record, struct{}, ListOptions](site, k.Route)
}

// Options are those that list all records of the kind.
func (k Kind) Options() *ListOptions {
	return &ListOptions{Context: k.Context, Status: k.Statuses}
}

// All reads all records of the kind in one list without totals, as snippets are given.
func (k Kind) All(ctx context.Context, site *cms.Client) ([]Record, error) {
	all, err := cms.Do(ctx, site, cms.Request[[]Record]{Path: k.Route})
	if err != nil {
		return nil, err
	}
	return *all, nil
}

// Author reads what a restore needs of a user: id, name and slug.
func Author(ctx context.Context, site *cms.Client, id int64) (Record, error) {
	user, err := cms.Do(ctx, site, cms.Request[Record]{Path: fmt.Sprintf("cms/v2/users/%d", id)},
		cms.Fields("id", "name", "slug"))
	if err != nil {
		return nil, err
	}
	if user.ID() != id {
		return nil, fmt.Errorf("the user %d was requested, and the site sent %d", id, user.ID())
	}
	return *user, nil
}

// Unreadable reports whether err means that the site has no list of these records that
// the user may read, or none that can be read to its end. Only kinds that not every site
// has can be so.
func (k Kind) Unreadable(err error) bool {
	if !k.Raw && !k.Own {
		return false
	}
	_, unknown := errors.AsType[*cms.ArgumentError](err)
	// The code is that of statuses that the user may not see.
	if e, ok := errors.AsType[*cms.Error](err); ok && e.Code == cms.CodeInvalidParam {
		unknown = true
	}
	return unknown || errors.Is(err, cms.ErrForbidden) || errors.Is(err, cms.ErrUnauthorized) ||
		errors.Is(err, cms.ErrExactUnsupported)
}

// Apart reports whether the records of a type are read in a way of their own.
func Apart(name, prefix string) bool {
	own, ok := strings.CutPrefix(name, prefix+"_")
	return ok && slices.Contains([]string{"template", "template_part", "global_styles", "font_family", "font_face"}, own)
}
