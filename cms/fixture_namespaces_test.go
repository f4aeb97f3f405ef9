package cms_test

import (
	"slices"
	"testing"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/cms/describe"
)

func TestRecordedNamespacesAreReadWhole(t *testing.T) {
	t.Parallel()
	replayAll(t, namespaceCases())
}

func TestIndexOfANamespaceThatIsOffHasNoRoute(t *testing.T) {
	t.Parallel()
	replayAll(t, failures(namespaceFailures()))
}

const asksForHelp = "the schemas of the records are asked for, too"

// namespace reads an index, which has n routes, and looks further with more.
func namespace(fixture, name string, n int, more func(*replay, map[string]*describe.Route)) replayCase {
	return replayCase{fixture: fixture, run: func(r *replay) {
		x, err := describe.Of(r.Context(), r.site.Read, name)
		r.ok(err)
		routes, ok := member(r.recorded(""), "routes").(map[string]any)
		switch {
		case !ok:
			r.Fatal("recorded response without routes, want routes")
		case len(x.Routes) != len(routes) || len(x.Routes) != n:
			r.Fatalf("describe.Of: %d routes, want %d as recorded and %d", len(x.Routes), len(routes), n)
		}
		switch own := x.Routes["/"+name]; {
		case len(own.Endpoints) != 1:
			r.Errorf("the route of the index: %+v: %d endpoints, want 1", own, len(own.Endpoints))
		case !slices.Equal(own.Endpoints[0].Methods, []string{"GET"}):
			r.Errorf("the route of the index: %+v: own.Endpoints[0].Methods %q, want %q", own, own.Endpoints[0].Methods,
				[]string{"GET"})
		}
		more(r, x.Routes)
	}}.asking("context=help", asksForHelp)
}

func namespaceCases() []replayCase {
	return []replayCase{
		namespace("namespace_oembed", cms.NamespaceOEmbed, 3, func(r *replay, routes map[string]*describe.Route) {
			args := routes["/oembed/1.0/proxy"].Endpoints[0].Args
			format, discover, address, width := args.Named("format"), args.Named("discover"), args.Named("url"), args.Named(
				"maxwidth")
			switch {
			case len(args) != 5:
				r.Errorf("arguments %+v: %d arguments, want 5", args, len(args))
			case !address.Required:
				r.Errorf("argument of the address %+v: Required false, want true", address)
			case address.Format != "uri":
				r.Errorf("arguments %+v: address.Format %q, want %q", args, address.Format, "uri")
			case width.Required:
				r.Errorf("argument maxwidth %+v: Required true, want false", width)
			case string(width.Default) != "600":
				r.Errorf("arguments %+v: width.Default %q, want %q", args, string(width.Default), "600")
			}
			switch {
			case len(format.Enum) != 2:
				r.Errorf("argument format %+v, want 2 values in Enum", format)
			case string(format.Enum[1]) != `"xml"`:
				r.Errorf("format: %+v: format.Enum[1] %q, want %q", format, string(format.Enum[1]), `"xml"`)
			case string(format.Default) != `"json"`:
				r.Errorf("format: %+v: Default %q, want %q", format, string(format.Default), `"json"`)
			case !slices.Equal(format.Types, []string{"string"}):
				r.Errorf("format: %+v: Types %q, want %q", format, format.Types, []string{"string"})
			}
			switch {
			case string(discover.Default) != "true":
				r.Errorf("discover: %+v: discover.Default %q, want %q", discover, string(discover.Default), "true")
			case !slices.Equal(discover.Types, []string{"boolean"}):
				r.Errorf("discover: %+v: discover.Types %q, want %q", discover, discover.Types, []string{"boolean"})
			case args.Named("maxheight").Default != nil:
				r.Errorf(`discover: %+v: args.Named("maxheight").Default %s, want nil`, discover, args.Named("maxheight").Default)
			}
		}),
		namespace("namespace_code_snippets", cms.NamespaceCodeSnippets,
			8, func(r *replay, routes map[string]*describe.Route) {
				list, one := routes["/code-snippets/v1/snippets"], routes[`/code-snippets/v1/snippets/(?P<id>[\d]+)`]
				switch {
				case len(list.Endpoints) != 2:
					r.Fatalf("routes %+v and %+v: %d endpoints, want 2", list, one, len(list.Endpoints))
				case len(list.Endpoints[1].Args) == 0:
					r.Fatalf("routes %+v and %+v without arguments, want some", list, one)
				case len(one.Endpoints) != 3:
					r.Fatalf("routes %+v and %+v: %d endpoints, want 3", list, one, len(one.Endpoints))
				}
				// No arguments come as [].
				if args := list.Endpoints[0].Args; len(args) != 0 {
					r.Errorf("arguments %+v, want an empty list", args)
				}
				if tags := list.Endpoints[1].Args.Named("tags"); !slices.Equal(tags.Types, []string{"array"}) || tags.Items != nil {
					r.Errorf("tags: %+v: tags.Types %q, tags.Items %+v, want %q and nil", tags, tags.Types, tags.Items,
						[]string{"array"})
				}
				if list.Endpoints[1].AllowBatch != nil {
					r.Errorf("a snippet may stand in a batch: %v, want nil", list.Endpoints[1].AllowBatch)
				}
			}),
		// The name of the specification is another: see the package analytics.
		namespace("namespace_koko_analytics", "koko-analytics/v1", 6, func(r *replay, routes map[string]*describe.Route) {
			switch args := routes["/koko-analytics/v1/stats"].Endpoints[0].Args; {
			case len(args) != 3:
				r.Errorf("arguments %+v: %d arguments, want 3", args, len(args))
			case args.Named("monthly").Types != nil:
				r.Errorf(`arguments %+v: args.Named("monthly").Types %q, want nil`, args, args.Named("monthly").Types)
			}
		}),
		namespace("namespace_block_visibility", cms.NamespaceBlockVisibility,
			3, func(r *replay, routes map[string]*describe.Route) {
				settings := routes["/block-visibility/v1/settings"]
				switch {
				case len(settings.Endpoints) != 2:
					r.Errorf("settings: %+v: %d endpoints, want 2", settings, len(settings.Endpoints))
				case !slices.Equal(settings.Endpoints[1].Methods, []string{"POST", "PUT", "PATCH"}):
					r.Errorf("settings: %+v: settings.Endpoints[1].Methods %q, want %q", settings, settings.Endpoints[1].Methods,
						[]string{"POST", "PUT", "PATCH"})
				case len(settings.Endpoints[1].Args) != 0:
					r.Errorf("settings: %+v: settings.Endpoints[1].Args %v, want an empty list", settings, settings.Endpoints[1].Args)
				}
			}),
	}
}

func namespaceFailures() []failure {
	return []failure{{
		fixture: "namespace_archiver", query: "context=help", why: asksForHelp,
		call: func(r *replay) error {
			_, err := describe.Of(r.Context(), r.site.Read, cms.NamespaceArchiver)
			return err
		}, code: cms.CodeNoRoute, is: []error{cms.ErrNoRoute},
	}}
}
