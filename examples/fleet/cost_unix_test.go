//go:build unix

package main

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/examples/fleet/internal/recipe"
	"github.com/fontcms/fontcms-go/examples/fleet/internal/secret"
	"github.com/fontcms/fontcms-go/examples/fleet/internal/sites"
	"github.com/fontcms/fontcms-go/examples/internal/program"
)

// plain is the loop that fleet is compared with: the same reading of eight sites at once, a
// file for each site, and no way to go on after a crash.
func plain(ctx context.Context, args []string, _ program.Environment) error {
	file, secrets, out := args[0], secret.Store{Folder: args[1]}, args[2]
	all, err := sites.Read(file)
	if err != nil {
		return err
	}
	const atOnce = 8
	places, errs := make(chan struct{}, atOnce), make(chan error, len(all))
	for _, site := range all {
		places <- struct{}{}
		go func() { errs <- copySite(ctx, site, secrets, out); <-places }()
	}
	for range all {
		if err := <-errs; err != nil {
			return err
		}
	}
	return nil
}

// copySite copies a site into a file.
func copySite(ctx context.Context, site sites.Site, secrets secret.Store, out string) error {
	password, err := secrets.Find(site.Secret, site.User, site.Address)
	if err != nil {
		return err
	}
	kind := recipe.Kinds()["mirror"]
	client, err := cms.New(site.Address, append(slices.Clone(kind.Options), cms.WithPrefix(site.Prefix),
		cms.WithApplicationPassword(site.User, password), cms.WithVerifiedLogin())...)
	if err != nil {
		return err
	}
	file, err := os.Create(filepath.Join(out, site.Name))
	if err != nil {
		return err
	}
	defer func() { _ = file.Close() }()
	to := bufio.NewWriter(file)
	_, err = kind.Do(ctx, recipe.Task{Site: client, Name: site.Name, User: site.User,
		Commit: func(_ string, _ any, records []json.RawMessage) error {
			for _, record := range records {
				if _, err := to.Write(append(record, '\n')); err != nil {
					return err
				}
			}
			return to.Flush()
		},
	})
	return err
}

// cost is what one copy of all sites took.
type cost struct{ wall, reading, engine float64 } // seconds; of CPU, but for wall

func used(c *exec.Cmd) float64 {
	return (c.ProcessState.UserTime() + c.ProcessState.SystemTime()).Seconds()
}

// TestCost prints what fleet costs beside a plain loop, in turns:
//
//	go test -run Cost -rounds 5 -v -timeout 30m .
func TestCost(t *testing.T) { //nolint:paralleltest // it measures
	if *rounds == 0 {
		t.Skip("it measures, and checks little: -rounds 5")
	}
	const count, posts = 32, 200
	servers, _ := newSites(t, count, posts, posts, 150*time.Millisecond)
	file, secrets := fleetOf(t, servers...)
	costs := map[int][]cost{} // by workers; 0 is the loop
	for range *rounds {
		for _, workers := range []int{0, 1, 2, 4} {
			tr := &trial{T: t, dir: t.TempDir(), secrets: secrets}
			if workers == 0 {
				costs[0] = append(costs[0], tr.plain(file))
			} else {
				costs[workers] = append(costs[workers], tr.cost(file, workers))
			}
		}
	}
	for _, workers := range []int{0, 1, 2, 4} {
		var speed, faster, reading, engine []float64
		for i, c := range costs[workers] {
			beside := costs[0][i]
			speed, faster = append(speed, count*posts/c.wall), append(faster, beside.wall/c.wall)
			reading, engine = append(reading, c.reading/beside.reading), append(engine, c.engine/beside.reading)
		}
		t.Logf("%d workers (0: the loop): %s posts a second, %s of the loop; "+
			"CPU of the workers %s of the loop, of the engine %s",
			workers, spread(speed), spread(faster), spread(reading), spread(engine))
	}
}

// spread is the median of some figures, with the least and the most.
func spread(figures []float64) string {
	slices.Sort(figures)
	return fmt.Sprintf("%.2f (%.2f to %.2f)", figures[len(figures)/2], figures[0], figures[len(figures)-1])
}

// plain runs the loop.
func (tr *trial) plain(file string) cost {
	tr.Helper()
	began := time.Now()
	c := tr.start("-plain", "-fleet", strings.Join([]string{file, tr.secrets, tr.dir}, "|"))
	if err := c.Wait(); err != nil {
		tr.Fatalf("The plain loop: error %v, want none\n%s", err, tr.said.String())
	}
	return cost{wall: time.Since(began).Seconds(), reading: used(c)}
}

// cost lets workers copy the sites.
func (tr *trial) cost(file string, workers int) (c cost) {
	tr.Helper()
	engine := tr.start("-fleet", "serve|-dir|"+tr.dir)
	for {
		if _, err := do(tr.T, "status", "-dir", tr.dir); err == nil {
			break
		}
		time.Sleep(20 * time.Millisecond)
	}
	p := &place{dir: tr.dir}
	f, err := p.open(tr.Context())
	if err != nil {
		tr.Fatal(err)
	}
	defer f.close()
	var running []*exec.Cmd
	for range workers {
		running = append(running, tr.start("-fleet",
			strings.Join([]string{"work", "-dir", tr.dir, "-secrets", tr.secrets}, "|")))
	}
	for {
		if board, err := f.board.Workers(tr.Context()); err == nil && len(board) == workers {
			break
		}
		time.Sleep(20 * time.Millisecond)
	}
	began := time.Now()
	mustDo(tr.T, "enqueue", "-dir", tr.dir, "-sites", file, "-run", "one")
	for {
		state, err := f.queue.State(tr.Context())
		if err != nil {
			tr.Fatal(err)
		}
		if state.Waiting+state.Running+state.Later == 0 {
			break
		}
		time.Sleep(20 * time.Millisecond)
	}
	c.wall = time.Since(began).Seconds()
	for _, one := range running {
		end(one)
		c.reading += used(one)
	}
	end(engine)
	c.engine = used(engine)
	return c
}
