// References shows how the files of a package refer to each other, and which of
// them form cycles.
//
//	go run ./internal/benchmark/references                        the figures of ./cms
//	go run ./internal/benchmark/references -v ./fonts             and every reference, with its names
//	go run ./internal/benchmark/references ./...                  those of each package
//	go run ./internal/benchmark/references -dot | dot -Tsvg       a picture
//	go run ./internal/benchmark/references -C ../another/checkout
//
// A file refers to another if it names a package-level identifier or a method that
// is declared there. Fields and tests are left out. Files that refer to each other,
// directly or through others, are a cycle.
package main

import (
	"flag"
	"fmt"
	"maps"
	"os"
	"slices"
)

func main() {
	folder := flag.String("C", ".", "`folder` of the module")
	verbose := flag.Bool("v", false, "print every reference")
	dot := flag.Bool("dot", false, "print a graph in the language of Graphviz")
	flag.Parse()
	pkg := flag.Arg(0)
	if pkg == "" {
		pkg = "./cms"
	}
	graphs, err := load(*folder, func(p listed) bool { return !p.DepOnly }, pkg)
	if err != nil {
		fmt.Fprintln(os.Stderr, "references:", err)
		os.Exit(1)
	}
	for _, path := range slices.Sorted(maps.Keys(graphs)) {
		if *dot {
			picture(os.Stdout, graphs[path])
			continue
		}
		if len(graphs) > 1 {
			fmt.Printf("%s: ", path)
		}
		report(os.Stdout, graphs[path], *verbose)
	}
}
