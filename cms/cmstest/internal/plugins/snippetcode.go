package plugins

import (
	"regexp"
	"strings"
)

var (
	declaration = regexp.MustCompile(`(?m)^\s*function\s+(\w+)\s*\(`)
	throwing    = regexp.MustCompile(`(?m)^throw\s`)
)

// runsPHP reports that a snippet is of a scope whose code runs while the interface is asked.
func runsPHP(sn *snippet) bool { return sn.scope == "global" || sn.scope == "front-end" }

// redeclared finds a function in the code of a snippet that another active one declares as well, and its line. Without
// one the line is 0. It looks at declarations that begin a line, and at no others.
func (s snippetPlane) redeclared(sn *snippet) (message string, line int) {
	there := map[string]bool{}
	for _, other := range s.State.snippets {
		if other.id == sn.id || !other.active || !runsPHP(other) {
			continue
		}
		for _, found := range declaration.FindAllStringSubmatch(other.code, -1) {
			there[strings.ToLower(found[1])] = true
		}
	}
	if !runsPHP(sn) && sn.scope != "admin" {
		return "", 0
	}
	for _, at := range declaration.FindAllStringSubmatchIndex(sn.code, -1) {
		if name := sn.code[at[2]:at[3]]; there[strings.ToLower(name)] {
			return "The function " + name + " is there already.", 1 + strings.Count(sn.code[:at[2]], "\n")
		}
	}
	return "", 0
}

// throws reports that code throws as soon as it runs: a line begins with it.
func throws(sn *snippet) bool {
	return (runsPHP(sn) || sn.scope == "admin") && throwing.MatchString(sn.code)
}
