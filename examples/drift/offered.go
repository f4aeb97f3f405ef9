package main

import (
	"strings"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/cms/analytics"
	"github.com/fontcms/fontcms-go/cms/cmsgen/describe"
)

// offeredOperations are those of a site, in the specification's spelling.
func offeredOperations(site *describe.Description) operations {
	out := operations{}
	for _, op := range site.Operations() {
		args := map[string]bool{}
		for _, arg := range op.Args {
			args[arg.Name] = true
		}
		as := op.Path
		if rest, ok := strings.CutPrefix(as, "/"+analytics.KokoNamespace); ok {
			as = "/" + cms.NamespaceAnalytics + rest
		}
		out[operation{path(as), op.Method}] = args
	}
	return out
}
