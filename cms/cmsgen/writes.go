package main

import (
	"fmt"
	"maps"
	"slices"
	"strings"
)

// writing tells what a route writes when it is read.
type writing struct {
	what string
	// The field options means that a request of the OPTIONS writes too, because the site
	// then checks the rights of the user.
	options bool
}

// writesWhenRead returns the routes of WordPress that write to the site when they are read.
// The keys have no prefix. The routes were found on WordPress 7.1, 6.8 and 6.1: the
// database was compared before and after a GET and an OPTIONS of each route without
// parameters. Changes of caches that expire were ignored.
func writesWhenRead() map[string]writing {
	const widgets = "it moves widgets that no sidebar has to the inactive ones"
	return map[string]writing{
		"-block-editor/v1/navigation-fallback": {what: "it makes a navigation if there is none"},
		"/v2/themes":                           {what: "it makes a record of styles for the active theme"},
		"/v2/sidebars":                         {what: widgets, options: true},
		"/v2/widgets":                          {what: widgets, options: true},
		"-site-health/v1/tests/https-status":   {what: "it stores its result up to 6.1"},
		"-site-health/v1/tests/page-cache":     {what: "the site visits its own front page, which may make a navigation"},
	}
}

// writes returns what a route writes when it is read. If the route is not in
// [writesWhenRead], writes guesses from the first word of the last segment: see [actions].
// It ignores case, because sites ignore it in routes.
func writes(route, prefix string) writing {
	for tail, one := range writesWhenRead() {
		for _, own := range []string{prefix, "wp", "cms"} {
			if strings.EqualFold(route, own+tail) {
				return one
			}
		}
	}
	last := strings.ToLower(route[strings.LastIndexByte(route, '/')+1:])
	verb, _, _ := strings.Cut(strings.ReplaceAll(last, "_", "-"), "-")
	if what, ok := actions()[verb]; ok {
		return writing{what: fmt.Sprintf("%q in its name suggests that %s", verb, what)}
	}
	return writing{}
}

// actions returns verbs, each with a text that says what it does. If the name of a plugin's
// route begins with such a verb, a GET of the route probably changes something. Only the
// first word of the last segment counts: sync/status only reads.
func actions() map[string]string {
	return map[string]string{
		"clear":      "it deletes what the site keeps",
		"disconnect": "it ends a connection to a service",
		"export":     "it makes a file",
		"flush":      "it deletes what the site keeps",
		"logout":     "it ends the session",
		"ping":       "it sends a request to a service",
		"purge":      "it deletes what the site keeps",
		"refresh":    "it replaces what the site keeps",
		"regenerate": "it replaces a key or a file",
		"reset":      "it deletes settings",
		"send":       "it sends a message",
		"sync":       "it changes records by those of a service",
		"test":       "it sends a message or a request",
	}
}

// unsampled returns the part of the help that names the routes and verbs that are not
// sampled.
func unsampled() string {
	var names []string
	for tail := range writesWhenRead() {
		names = append(names, tail[strings.LastIndexByte(tail, '/')+1:])
	}
	return fmt.Sprintf(`
-sample leaves these routes out, because reading them writes to the site:
  %s
It also leaves out routes whose last segment begins with one of these verbs:
  %s
Other routes of plugins may write too: leave them out with -skip.
`, listed(names), listed(slices.Collect(maps.Keys(actions()))))
}

// listed returns sorted names, as lines of the help.
func listed(names []string) string {
	return strings.Join(folded(strings.Join(slices.Sorted(slices.Values(names)), ", "), helpWidth, strings.Clone), "\n  ")
}
