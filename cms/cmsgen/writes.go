package main

import (
	"fmt"
	"slices"
	"strings"
)

// writesWhenRead are the routes of WordPress that write to the site when they are read,
// without their prefix, and what they write. They were found by comparing the database
// before and after each GET of each route without parameters, on 7.1, 6.8 and 6.1. What
// a site keeps for a while alone, to answer faster, does not count.
func writesWhenRead() map[string]string {
	return map[string]string{
		"-block-editor/v1/navigation-fallback": "it makes a navigation if there is none",
		"/v2/themes":                           "it makes a record of styles for the active theme",
		"/v2/sidebars":                         "it moves widgets that no sidebar has to the inactive ones",
		"/v2/widgets":                          "it moves widgets that no sidebar has to the inactive ones",
		"-site-health/v1/tests/https-status":   "it stores its result up to 6.1",
		"-site-health/v1/tests/page-cache":     "the site visits its own front page, which may make a navigation",
	}
}

// writes says what a route writes when it is read, "" for nothing that is known. Sites
// match routes without regard to case.
func writes(route, prefix string) string {
	for tail, what := range writesWhenRead() {
		for _, own := range []string{prefix, "wp", "cms"} {
			if strings.EqualFold(route, own+tail) {
				return what
			}
		}
	}
	return ""
}

// unsampled is the part of the help that names these routes.
func unsampled() string {
	var names []string
	for tail := range writesWhenRead() {
		names = append(names, tail[strings.LastIndexByte(tail, '/')+1:])
	}
	slices.Sort(names)
	return fmt.Sprintf("not those of %s, which write to the site when they are read; of routes of plugins nobody knows that", strings.Join(names, ", "))
}
