package terms

import (
	"context"
	"errors"
	"net/url"
	"strconv"

	"github.com/fontcms/fontcms-go/cms"
)

// lost holds the fields of a term that are compared before it is deleted. Terms of a flat
// taxonomy have no parent. Count is a pointer, because a site may not send it.
type lost struct {
	ID          int64  `json:"id"`
	Count       *int   `json:"count"`
	Description string `json:"description"`
	Name        string `json:"name"`
	Slug        string `json:"slug"`
	Parent      *int64 `json:"parent"`
	// Meta holds the fields that plugins store with a term.
	Meta cms.Meta `json:"meta"`
}

// discard deletes a term that the same call of an Ensure method has created as a duplicate. It
// keeps the term if somebody uses it or has changed it, or if the caller may not delete terms.
// It reports whether the term is gone.
func discard(ctx context.Context, terms *Terms, operation string, made *Term, sending cms.CallOption) (bool, error) {
	if !unused(ctx, terms.Client(), operation, made, sending) {
		return false, nil
	}
	read := cms.Request[lost]{Operation: operation, Path: terms.DeleteRequest(made.ID).Path, ID: made.ID}
	now, err := cms.Do(ctx, terms.Client(), read, sending)
	switch {
	case errors.Is(err, cms.ErrNotFound):
		return true, nil
	case err != nil:
		return false, err
	case now.Count == nil || *now.Count != 0,
		now.Name != made.Name || now.Slug != made.Slug || now.Description != made.Description,
		now.Meta.Params().Changes(made.Meta) != nil:
		return false, nil
	}
	if now.Parent != nil {
		below, err := terms.List(ctx, &ListOptions{Parent: &made.ID, PerPage: 1}, sending)
		if err != nil || *now.Parent != made.Parent || len(below.Items) > 0 || below.Total > 0 {
			return false, err
		}
	}
	_, err = terms.Delete(ctx, made.ID, sending)
	switch {
	case err == nil, errors.Is(err, cms.ErrNotFound):
		return true, nil
	case errors.Is(err, cms.ErrForbidden):
		return false, nil
	}
	return false, err
}

// unused reports whether no record has a term. Drafts are considered, although the field count
// of a term leaves them out. Records in the trash are not considered. unused returns false if
// the site does not show the records.
func unused(ctx context.Context, site *cms.Client, operation string, term *Term, sending cms.CallOption) bool {
	taxonomy, err := Taxonomies(site).Get(ctx, term.Taxonomy, sending)
	if err != nil || len(taxonomy.Types) == 0 || taxonomy.RestBase == "" {
		return false
	}
	for _, name := range taxonomy.Types {
		kind, err := cms.Do(ctx, site, cms.Request[recordType]{
			Operation: operation, Path: "cms/v2/types/" + url.PathEscape(name),
		}, sending)
		if err != nil || kind.Base == "" || kind.Namespace == "" {
			return false
		}
		having, err := cms.Do(ctx, site, cms.Request[[]struct{}]{
			Operation: operation, Path: kind.Namespace + "/" + kind.Base,
			Query: url.Values{taxonomy.RestBase: {strconv.FormatInt(term.ID, 10)}, "status": {"any"}, "per_page": {"1"}},
		}, sending)
		if err != nil || len(*having) > 0 {
			return false
		}
	}
	return true
}

// recordType holds the route of a post type.
type recordType struct {
	Base      string `json:"rest_base"`
	Namespace string `json:"rest_namespace"`
}
