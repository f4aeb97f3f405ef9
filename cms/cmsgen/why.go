package main

import (
	"fmt"
	"net/http"
	"slices"
	"strings"

	"github.com/fontcms/fontcms-go/cms/describe"
)

// whyJSON returns the reason why an operation returns undecoded JSON, not a type. It names
// the flag that may help.
func (r *resource) whyJSON(o operation) string {
	read := r.route
	if o.item && r.many {
		read = r.item
	}
	get := read.Takes(http.MethodGet)
	seen := Kinds(read.Seen)
	written := writes(r.path.Template(), r.prefixOfSite)
	switch {
	case o.method != http.MethodGet && get == nil:
		return "the description has no response, and the route has no GET that shows a record"
	case len(seen) > 0 && len(evidence(slices.Concat(seen[""], seen["[]"]))) == 0,
		len(seen) == 1 && seen[""] != nil:
		return "there is no schema, and the sample was empty: add a record to the site, and run cmsgen with -sample"
	case len(seen) > 0:
		return "there is no schema, and the samples have no common type"
	}
	for _, name := range required(get.Args) {
		if !r.path.Has(name) && !r.itemPath.Has(name) {
			return fmt.Sprintf("there is no schema, and a sample needs the argument %s: give it with -with",
				describe.Plain(name))
		}
	}
	switch {
	case written.what != "":
		return "there is no schema, and reading the route may write: name it with -sample-route"
	case o.item, strings.Contains(r.path.Template(), "{"):
		return "there is no schema, and no sample of a record at the route: run cmsgen with -sample on a site with " +
			"records. Or give its parameters with -with"
	}
	return "there is no schema, and no sample: run cmsgen with -sample"
}

// jsonLines returns lines about the operations that return undecoded JSON. Each reason has
// one line.
func (g *generator) jsonLines() []string {
	var lines []string
	for _, why := range sortedKeys(g.asJSON) {
		lines = append(lines, fmt.Sprintf("Returned as JSON: %s: %s.", strings.Join(g.asJSON[why], ", "), why))
	}
	return lines
}
