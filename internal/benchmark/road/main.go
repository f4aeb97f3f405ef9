// Road shows what runs when a call is made: the functions and files of this module that
// a Get, a walk with pages ahead, an item of a batch, an Ensure, an upload and a walk of
// fonts pass through.
//
//	go run ./internal/benchmark/road            the figures
//	go run ./internal/benchmark/road -v         and every function, with the first sentence of its comment
//
// The call is the second of its kind. The response to a Get, a page or a batch comes from
// memory, by the bytes that the first call got from cmstest. What [cms.New] runs is
// counted apart, so that work moved there shows.
//
// It builds itself with the coverage of the go tool and runs itself again.
package main

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
)

// folderVar is set where the program runs to be measured: the folder of the profiles.
const folderVar = "FONTCMS_ROAD"

func main() {
	verbose := flag.Bool("v", false, "print every function")
	flag.Parse()
	var err error
	if folder := os.Getenv(folderVar); folder != "" {
		err = measure(folder)
	} else {
		err = run(*verbose)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "road:", err)
		os.Exit(1)
	}
}

// run builds the program with coverage, runs it, and prints what it left.
func run(verbose bool) error {
	folder, err := os.MkdirTemp("", "road")
	if err != nil {
		return err
	}
	defer func() { _ = os.RemoveAll(folder) }()
	program := filepath.Join(folder, "road")
	build := exec.Command("go", "build", "-cover", "-covermode=atomic", "-coverpkg="+module+"/...",
		"-o", program, module+"/internal/benchmark/road")
	again := exec.Command(program)
	again.Env = append(os.Environ(), folderVar+"="+folder, "GOCOVERDIR="+folder)
	for _, cmd := range []*exec.Cmd{build, again} {
		cmd.Stdout, cmd.Stderr = os.Stderr, os.Stderr
		if err := cmd.Run(); err != nil {
			return fmt.Errorf("%s: %w", filepath.Base(cmd.Path), err)
		}
	}
	var errs []error
	for _, c := range calls() {
		functions, err := executed(filepath.Join(folder, c.name))
		if err != nil {
			errs = append(errs, err)
			continue
		}
		report(os.Stdout, c.title, functions, verbose)
	}
	return errors.Join(errs...)
}
