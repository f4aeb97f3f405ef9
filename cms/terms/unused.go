package terms

import (
	"context"
	"net/url"
	"strconv"

	"github.com/fontcms/fontcms-go/cms"
)

// unused reports that no record has a term: no draft either, which the count of a term
// leaves out. It does not see the trash. It is false where the site does not tell.
func (e *ensuring) unused(ctx context.Context, term *Term) bool {
	site, sending := e.terms.Client(), cms.Sending(e.options...)
	taxonomy, err := Taxonomies(site).Get(ctx, term.Taxonomy, sending)
	if err != nil || len(taxonomy.Types) == 0 || taxonomy.RestBase == "" {
		return false
	}
	for _, name := range taxonomy.Types {
		kind, err := cms.Do(ctx, site, cms.Request[recordType]{
			Operation: e.operation, Path: "cms/v2/types/" + url.PathEscape(name),
		}, sending)
		if err != nil || kind.Base == "" || kind.Namespace == "" {
			return false
		}
		having, err := cms.Do(ctx, site, cms.Request[[]struct{}]{
			Operation: e.operation, Path: kind.Namespace + "/" + kind.Base,
			Query: url.Values{taxonomy.RestBase: {strconv.FormatInt(term.ID, 10)}, "status": {"any"}, "per_page": {"1"}},
		}, sending)
		if err != nil || len(*having) > 0 {
			return false
		}
	}
	return true
}

// recordType is the route of a type of records.
type recordType struct {
	Base      string `json:"rest_base"`
	Namespace string `json:"rest_namespace"`
}
