// Command fleet does jobs on many sites, from one machine or from several: it copies them,
// checks them, and writes the same to all of them. A job that is interrupted goes on
// where it was, on another worker if its worker has died.
//
// To copy it, take this folder without the tests. Of examples/internal it needs archive,
// drift, files, library, program, publish, report and snippets: it does what these do.
//
//	cd examples/fleet && go run . run
//
// copies ten sites in memory. -sites names a file with real sites. README.md describes the
// commands, the file of sites, and what happens when a part dies.
//
// It is a module of its own, so that neither the SDK nor the other examples depend on NATS.
package main

import (
	"context"
	"flag"
	"strings"
	_ "time/tzdata" // for -zone on machines without a database of time zones

	"github.com/fontcms/fontcms-go/examples/internal/program"
)

func main() { program.Main("fleet", run) }

// command is one verb of the command line.
type command struct {
	name, does string
	run        func(ctx context.Context, args []string, env program.Environment) error
}

func commands() []command {
	return []command{
		{"run", "queues one job for each site, and does all jobs in the queue", runAll},
		{"demo", "serves sites in memory, to try the others with", demo},
		{"serve", "runs the queue and the store for workers on other machines", serve},
		{"enqueue", "queues one job for each site", enqueue},
		{"work", "does queued jobs", work},
		{"status", "shows how far the jobs have come", status},
		{"dead", "lists the jobs that wait for a person, with the reason", dead},
		{"plan", "queues one job for each site at fixed times", plan},
		{"export", "writes the records of a run into a folder for each site", export},
		{"forget", "deletes the records and results of a run", forget},
	}
}

// run is main with what it depends on.
func run(ctx context.Context, args []string, env program.Environment) error {
	var names []string
	for _, c := range commands() {
		if len(args) > 0 && args[0] == c.name {
			return c.run(ctx, args[1:], env)
		}
		names = append(names, c.name)
	}
	if len(args) > 0 && strings.TrimLeft(args[0], "-") != "help" && args[0] != "-h" {
		return program.Mistake("%q is not one of %s", args[0], strings.Join(names, ", "))
	}
	program.Printf(env.Out,
		"Does a job, such as a backup, on many sites, with a queue that survives crashes.\n\n"+
			"example: cd examples/fleet && go run . run\n\ncommands, each with -help:\n")
	for _, c := range commands() {
		program.Printf(env.Out, "  %-8s %s\n", c.name, c.does)
	}
	if len(args) == 0 {
		return program.Mistake("give a command: one of %s", strings.Join(names, ", "))
	}
	return flag.ErrHelp
}
