// Command report prints the visits of a site as a table, the most read pages, and the
// places that visitors came from. It also writes them as a page with a chart.
//
// To copy it, take the .go files of this folder without the tests. Of examples/internal it
// needs files, program and report.
//
// It is for those who run a site and want its figures in a mail or a terminal, and
// for programs that want to see how statistics are read:
//
//	go run ./examples/report -page visits.html
//	go run ./examples/report -site https://blog.example.org -user admin -from 2026-10-01 -to 2026-10-31
//
// Without -site it takes a site in memory with invented visits. Without -from and
// -to it reports the last 30 days on the clock of the site. The page is one HTML file that
// loads nothing. On a WordPress site the statistics are those of the plugin Koko
// Analytics. Reading changes nothing, so that it can be run again after any error.
package main

import (
	"github.com/fontcms/fontcms-go/examples/internal/program"
	"github.com/fontcms/fontcms-go/examples/internal/report"
)

// The comment of package report names its files in the order of the steps.
func main() { program.Main("report", report.Run) }
