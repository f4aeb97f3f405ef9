package main

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"os"
	"runtime/debug"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/fontcms/fontcms-go/cms/cmstest"
	"github.com/fontcms/fontcms-go/examples/fleet/internal/engine"
	"github.com/fontcms/fontcms-go/examples/fleet/internal/queue"
	"github.com/fontcms/fontcms-go/examples/fleet/internal/sites"
	"github.com/fontcms/fontcms-go/examples/internal/program"
)

func runAll(ctx context.Context, args []string, env program.Environment) (err error) {
	flags := program.Flags("fleet run", "Does a job on all sites, on this machine, and ends.",
		"cd examples/fleet && go run . run", "some jobs wait for a person: fleet dead lists them")
	order, w := orderFlags(flags), workerFlags(flags)
	dir := flags.String("dir", "",
		"folder of the queue and the records (default: fleet-data; without -sites one that is removed)")
	overall := flags.Int("overall", 64, "sites at once over all workers")
	memory := flags.Int64("memory", 256, "soft limit of the memory of this program, in MiB")
	sync := flags.Bool("sync", false, "write each page through to the disk: slower, and safe if the power fails")
	if err := program.Parse(flags, args, env); err != nil {
		return err
	}
	if err := checkWorker(w); err != nil {
		return err
	}
	if *overall < 1 || *memory < 1 {
		return program.Mistake("-overall and -memory are to be at least 1")
	}
	if err := order.check(); err != nil {
		return err
	}
	all, end, err := order.sites(w, env)
	if err != nil {
		return err
	}
	defer end()
	remove, err := order.folder(dir)
	if err != nil {
		return err
	}
	defer remove()
	debug.SetMemoryLimit(*memory << 20) // the store keeps what it has written as long as it may
	e, err := engine.Start(engine.Config{Folder: *dir, Sync: *sync})
	if err != nil {
		return err
	}
	defer e.Close()
	f, err := connect(ctx, e.Access(), queue.Config{Overall: *overall})
	if err != nil {
		return err
	}
	defer f.close()
	if err := order.queue(ctx, f.queue, all, env.Out); err != nil {
		return err
	}
	w.Notes = env.Err
	finish, err := w.measure()
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, finish()) }()
	if err := f.drain(ctx, w, e.Failed()); err != nil {
		return err
	}
	return f.summary(ctx, order.run, env)
}

// sites are those of the file. Without a file they are ten sites in memory, until end is
// called.
func (o *order) sites(w *workFlags, env program.Environment) (all []sites.Site, end func(), err error) {
	if o.file != "" {
		all, err = sites.Read(o.file)
		return all, func() {}, err
	}
	const count = 10
	passwords, servers := map[string]string{}, []*cmstest.Server{}
	for i := range count {
		server := cmstest.NewServer(cmstest.WithSample())
		servers = append(servers, server)
		name := fmt.Sprintf("site%d", i+1)
		all = append(all, sites.Site{
			Name: name, Address: server.URL, User: "admin", Secret: "env:FLEET_" + name, Prefix: "cms",
		})
		passwords["FLEET_"+name] = server.URL + " " + server.AppPassword("admin")
	}
	w.Secrets.Lookup = func(name string) (string, bool) { password, ok := passwords[name]; return password, ok }
	program.Printf(env.Err, "sites: %d servers in memory\n", count)
	return all, func() {
		for _, server := range servers {
			server.Close()
		}
	}, nil
}

// folder chooses a folder if dir names none. Sites in memory are gone after the run, and so
// is their folder.
func (o *order) folder(dir *string) (remove func(), err error) {
	switch {
	case *dir != "":
	case o.file != "":
		*dir = usualFolder
	default:
		*dir, err = os.MkdirTemp("", "fleet")
		return func() { _ = os.RemoveAll(*dir) }, err
	}
	return func() {}, nil
}

// drain works until the queue is empty, or the store has failed.
func (f *fleet) drain(ctx context.Context, w *workFlags, failed <-chan error) error {
	working, stop := context.WithCancel(ctx)
	defer stop()
	var running sync.WaitGroup
	running.Go(func() { f.start(working, w) })
	defer running.Wait()
	defer stop()
	for {
		state, err := f.queue.State(ctx)
		select {
		case failure := <-failed: // the reason of err, if there is one
			return failure
		default:
		}
		if err != nil {
			return err
		}
		if state.Waiting+state.Running+state.Later == 0 {
			return nil
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(200 * time.Millisecond):
		}
	}
}

// summary prints how a run has ended.
func (f *fleet) summary(ctx context.Context, run string, env program.Environment) error {
	standings, err := f.store.Standings(ctx, run)
	if err != nil {
		return err
	}
	counts, err := f.store.Count(ctx, run)
	if err != nil {
		return err
	}
	var records int64
	for _, s := range standings {
		records += s.Total
	}
	c, waiting := counts[run], 0
	var causes []string
	for _, cause := range slices.Sorted(maps.Keys(c.Dead)) {
		waiting += c.Dead[cause]
		causes = append(causes, fmt.Sprintf("%d %s", c.Dead[cause], cause))
	}
	program.Printf(env.Out, "%d sites done, %d wait for a person, %d records\n", c.Done, waiting, records)
	if waiting == 0 {
		return nil
	}
	err = fmt.Errorf("%d jobs wait for a person (%s): fleet dead says why", waiting, strings.Join(causes, ", "))
	return program.Status(err, program.Incomplete)
}
