package archive

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/cms/settings"
	"github.com/fontcms/fontcms-go/cms/terms"
)

// reservedRoutes are the routes below cms/v2 that hold no records of a type or terms of a
// taxonomy. A type whose route is one of them, or lies below one, is neither copied nor
// restored.
func reservedRoutes() []string {
	return []string{
		"block-directory", "block-patterns", "block-renderer", "block-types", "comments", "font-collections",
		"font-families", "global-styles", "icons", "menu-locations", "pattern-directory", "plugins", "search", "settings",
		"sidebars", "statuses", "taxonomies", "template-parts", "templates", "themes", "types", "users", "widget-types",
		"widgets",
	}
}

// reserved reports whether a route is reserved. The case of a route does not matter to a
// site.
func reserved(route string) bool {
	below, ok := strings.CutPrefix(strings.ToLower(route), "cms/v2/")
	first, _, _ := strings.Cut(below, "/")
	return ok && slices.Contains(reservedRoutes(), first)
}

// Registered takes in the types and taxonomies that a site has registered, without those
// that are read in a way of their own.
func (s *State) Registered(ctx context.Context, site *cms.Client) error {
	types, err := settings.New(site).Types.List(ctx, nil)
	if err != nil {
		return err
	}
	for _, t := range types {
		if !Apart(t.Slug, site.Prefix()) {
			s.Describe(t.Slug, t.RestNamespace, t.RestBase)
		}
	}
	taxonomies, err := terms.Taxonomies(site).List(ctx, nil)
	if err != nil {
		return err
	}
	for _, t := range taxonomies {
		s.DescribeTerms(t.Slug, t.RestNamespace, t.RestBase, t.Types)
	}
	return nil
}

// named checks the types and taxonomies of a state that was read: anybody may have
// written it. A type or taxonomy that [State.Describe] would not take in is an error.
func (s *State) named() error {
	again := &State{Prefix: s.Prefix}
	for name, t := range s.Types {
		namespace, base := split(t.Route)
		if kind, why := again.Describe(name, namespace, base); why != "" || kind != t.Kind || again.Types[name] != t {
			return fmt.Errorf("no folder may name the type %.40q with the kind %.60q and the route %.80q", name, t.Kind, t.Route)
		}
	}
	for name, tax := range s.Taxonomies {
		namespace, base := split(tax.Route)
		if tax.Route == "" {
			base = tax.Member
		}
		kind, why := again.DescribeTerms(name, namespace, base, tax.Types)
		if why != "" || kind != tax.Kind || again.Taxonomies[name].Route != tax.Route || s.Types[name].Kind == tax.Kind {
			return fmt.Errorf("no folder may name the taxonomy %.40q with the kind %.60q and the route %.80q", name, tax.Kind,
				tax.Route)
		}
	}
	return nil
}

// split splits a route into the namespace and the rest: "museum/v1", "exhibits".
func split(route string) (namespace, base string) {
	parts := strings.SplitN(route, "/", 3)
	if len(parts) < 3 {
		namespace, base, _ = strings.Cut(route, "/")
		return namespace, base
	}
	return parts[0] + "/" + parts[1], parts[2]
}
