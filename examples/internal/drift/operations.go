package drift

import (
	_ "embed"
	"maps"
	"regexp"
	"slices"
	"strings"
)

// typed is what the SDK types: one operation a line, with its arguments. It is made
// from the table of the specification, to which the SDK's own tests hold it.
//
//go:generate env FONTCMS_WRITE_TYPED=1 go test -run ^TestTypedOperationsAreThoseOfTheTable$ .
//go:embed typed.txt
var typed string

// further is what the SDK types though the specification does not have it.
//
//go:embed further.txt
var further string

// path is a route in the specification's spelling: "/cms/v2/posts/{id}".
type path string

// namespace is that of the route, "" for the root and the batch.
func (p path) namespace() string {
	parts := strings.SplitN(string(p), "/", 4)
	if len(parts) < 3 || parts[1] == "batch" {
		return ""
	}
	return parts[1] + "/" + parts[2]
}

// operation is a method on a route.
type operation struct {
	path   path
	method string
}

// operations are the names of the arguments of operations.
type operations map[operation]map[string]bool

// parameter is the name of a part of a path. Versions name them differently.
var parameter = regexp.MustCompile(`\{[^}]*\}`)

// key is what makes two paths the same one.
func (p path) key() string { return parameter.ReplaceAllString(string(p), "{}") }

// aligned are the operations with the paths that other spells in its way.
func (o operations) aligned(other operations) operations {
	spelled := map[string]path{}
	for op := range other {
		spelled[op.path.key()] = op.path
	}
	out := operations{}
	for op, args := range o {
		args = maps.Clone(args)
		if as, ok := spelled[op.path.key()]; ok {
			for _, part := range parameter.FindAllString(string(as), -1) {
				delete(args, strings.Trim(part, "{}")) // it is in the path
			}
			op.path = as
		}
		out[op] = args
	}
	return out
}

// typedOperations are those that the SDK types: by the specification, and beyond it.
func typedOperations() (ofTheSpecification, beyond operations) {
	return parse(typed), parse(further)
}

// parse reads lines such as "GET /cms/v2/posts context page"; # begins a comment.
func parse(text string) operations {
	out := operations{}
	for line := range strings.Lines(text) {
		line, _, _ = strings.Cut(line, "#")
		words := strings.Fields(line)
		if len(words) < 2 {
			continue
		}
		args := map[string]bool{}
		for _, name := range words[2:] {
			args[name] = true
		}
		out[operation{path(words[1]), words[0]}] = args
	}
	return out
}

// sorted is the sorted keys of a map.
func sorted[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }
