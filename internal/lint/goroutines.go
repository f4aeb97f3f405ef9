package main

import (
	"go/ast"
	"go/token"
)

// goroutines returns the number of goroutines that each file starts, except test files.
// The comment of each file tells what the goroutines run. "Run" means that they run
// inside relay.Run, which catches a panic.
func goroutines() map[string]int {
	return map[string]int{
		"internal/relay/relay.go":          1, // the content of an upload, the decoding of a large response: Run
		"internal/transport/body.go":       1, // the Close of a body: Run
		"internal/paging/paging.go":        1, // a page: Run
		"cms/credentialscache.go":          1, // the function of CacheCredentials: Run
		"cms/comments/moderate.go":         1, // a worker: Run
		"cms/internal/ensure/manysteps.go": 1, // a batch: Run
		"cms/cmsgen/stage.go":              1, // a route that the command reads: a panic ends the command
		"cms/cmstest/start.go":             1, // an HTTP server, which recovers in each request
		"fonts/fontstest/server.go":        1, // an HTTP server, which recovers in each request
		"examples/authorize/callback.go":   1, // an HTTP server, which recovers in each request
		"examples/mirror/files.go":         1, // a download into a pipe, no function of a caller
		"examples/photos/upload.go":        1, // an upload of the recipe itself

		"examples/internal/program/ask.go":         1, // reading a line of standard input
		"examples/fleet/run.go":                    1, // the worker of this process
		"examples/fleet/work.go":                   2, // the worker, and what it reports
		"examples/fleet/internal/worker/worker.go": 3, // jobs, delayed jobs, and the watch of a job

		// Tools of this module, and libraries of its tests.
		"examples/internal/killing/front.go": 2, // an HTTP server, and a request that ends late
		"internal/benchmark/crawl/replay.go": 1, // an HTTP server, which recovers in each request
		"internal/mutate/trial.go":           1, // the tests of one change
	}
}

// starts returns the positions at which a file starts goroutines: with a go statement, or
// with the method Go of a group.
func starts(file *ast.File) (positions []token.Pos) {
	for node := range ast.Preorder(file) {
		switch node := node.(type) {
		case *ast.GoStmt:
			positions = append(positions, node.Pos())
		case *ast.CallExpr:
			method, ok := node.Fun.(*ast.SelectorExpr)
			if !ok || method.Sel.Name != "Go" || len(node.Args) != 1 {
				continue
			}
			if _, ok := node.Args[0].(*ast.FuncLit); ok {
				positions = append(positions, node.Pos())
			}
		}
	}
	return positions
}
