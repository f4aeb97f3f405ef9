package drift

import (
	"strings"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/cms/analytics"
	"github.com/fontcms/fontcms-go/cms/describe"
)

// offeredOperations are those of a site, in the specification's spelling.
func offeredOperations(all []describe.Operation) operations {
	out := operations{}
	for _, op := range all {
		args := map[string]bool{}
		for _, arg := range op.Args {
			name := arg.Name
			if name == "wp_id" { // the field has this name under every prefix
				name = "cms_id"
			}
			args[name] = true
		}
		as := op.Path
		if rest, ok := strings.CutPrefix(as, "/"+analytics.KokoNamespace); ok {
			as = "/" + cms.NamespaceAnalytics + rest
		}
		out[operation{path(as), op.Method}] = args
	}
	return out
}
