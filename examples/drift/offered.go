package main

import (
	"strings"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/cms/analytics"
)

// offeredOperations are those of an index, in the specification's spelling.
func offeredOperations(routes cms.Routes, prefix string) operations {
	out := operations{}
	for pattern, route := range routes {
		spelled := path(respelled(template(pattern), prefix))
		for _, endpoint := range route.Endpoints {
			for _, method := range endpoint.Methods {
				args := map[string]bool{}
				for name := range endpoint.Args {
					if !strings.Contains(string(spelled), "{"+name+"}") {
						args[argumentOf(name, prefix)] = true
					}
				}
				out[operation{spelled, method}] = args
			}
		}
	}
	return out
}

// respelled spells a route with the specification's prefix.
func respelled(route, prefix string) string {
	if rest, ok := strings.CutPrefix(route, "/"+analytics.KokoNamespace); ok {
		return "/" + cms.NamespaceAnalytics + rest
	}
	parts := strings.Split(route, "/")
	for i, part := range parts {
		switch {
		case i == 1 && part == prefix:
			parts[i] = "cms"
		case i == 1 && strings.HasPrefix(part, prefix+"-"), strings.HasPrefix(part, prefix+"_"):
			parts[i] = "cms" + part[len(prefix):]
		}
	}
	return strings.Join(parts, "/")
}

// argumentOf spells the name of an argument with the specification's prefix.
func argumentOf(name, prefix string) string {
	if rest, ok := strings.CutPrefix(name, prefix+"_"); ok {
		return "cms_" + rest
	}
	return name
}

// template is the pattern of a route with its groups as names in braces:
// "/cms/v2/posts/(?P<id>[\d]+)" is "/cms/v2/posts/{id}".
func template(pattern string) string {
	var out strings.Builder
	for i := 0; i < len(pattern); i++ {
		if pattern[i] != '(' {
			out.WriteByte(pattern[i])
			continue
		}
		end := groupEnd(pattern, i)
		name := ""
		if rest, ok := strings.CutPrefix(pattern[i:end], "(?P<"); ok {
			name, _, _ = strings.Cut(rest, ">")
		}
		out.WriteString("{" + name + "}")
		i = end
		for i+1 < len(pattern) && strings.IndexByte("?*+", pattern[i+1]) >= 0 {
			i++
		}
	}
	return out.String()
}

// groupEnd is where the parenthesis is that closes the group at start. One in a
// character class or behind a backslash is neither opened nor closed.
func groupEnd(pattern string, start int) int {
	depth, class := 0, false
	for i := start; i < len(pattern); i++ {
		switch char := pattern[i]; {
		case char == '\\':
			i++
		case class:
			class = char != ']'
		case char == '[':
			class = true
		case char == '(':
			depth++
		case char == ')':
			if depth--; depth == 0 {
				return i
			}
		}
	}
	return len(pattern) - 1
}
