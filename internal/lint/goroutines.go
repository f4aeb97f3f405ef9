package main

import (
	"go/ast"
	"go/token"
)

// goroutines returns the number of goroutines that each file starts, except test files.
// The comment after each file says what its goroutines do. "In Run" means that they run
// inside relay.Run, which catches a panic.
func goroutines() map[string]int {
	return map[string]int{
		"internal/relay/relay.go":          1, // reads the content of an upload, or decodes a large response, in Run
		"internal/transport/body.go":       1, // closes a body, in Run
		"internal/paging/paging.go":        1, // fetches a page, in Run
		"cms/credentialscache.go":          1, // calls the function of CacheCredentials, in Run
		"cms/comments/moderate.go":         1, // changes comments, in Run
		"cms/internal/ensure/manysteps.go": 1, // sends a batch, in Run
		"cms/cmsgen/stage.go":              1, // reads routes; a panic ends the command
		"cms/cmstest/start.go":             1, // runs an HTTP server, which recovers from panics
		"fonts/fontstest/server.go":        1, // runs an HTTP server, which recovers from panics
		"examples/authorize/callback.go":   1, // runs an HTTP server, which recovers from panics
		"examples/mirror/files.go":         1, // downloads into a pipe; it calls no function of a caller
		"examples/photos/upload.go":        1, // uploads files; it calls no function of a caller

		"examples/internal/program/ask.go":         1, // reads a line of standard input
		"examples/fleet/run.go":                    1, // runs the worker of this process
		"examples/fleet/work.go":                   2, // one runs the worker, the other reports what the worker does
		"examples/fleet/internal/worker/worker.go": 3, // one runs jobs, one queues due jobs, one keeps a claim on a job

		// The files below belong to tools, or to packages that only tests import.
		"examples/internal/killing/front.go": 2, // one runs an HTTP server, one forwards a request of a killed program
		"internal/benchmark/crawl/replay.go": 1, // runs an HTTP server, which recovers from panics
		"internal/mutate/trial.go":           1, // runs the tests of one mutant
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
