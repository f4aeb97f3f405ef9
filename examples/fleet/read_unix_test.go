//go:build unix

package main

import (
	"fmt"
	"sync"
	"testing"
	"time"

	"github.com/fontcms/fontcms-go/examples/fleet/internal/engine"
	"github.com/fontcms/fontcms-go/examples/fleet/internal/queue"
)

// A node tells the others of a new consumer after the client has the response.
func TestStoreOfAClusterIsReadThroughEachNode(t *testing.T) {
	t.Parallel()
	tr := &trial{T: t, dir: t.TempDir(), wait: time.Minute, began: time.Now()}
	tr.openCluster()
	const sites, looks = 100, 150
	for i := range sites {
		if _, err := tr.fleet.store.Claim(t.Context(), "one", fmt.Sprint("site", i)); err != nil {
			t.Fatal(err)
		}
	}
	var running sync.WaitGroup
	for _, address := range tr.cluster.clients {
		access := engine.Access{Address: "nats://" + address, Token: tr.cluster.secret}
		f, err := connect(t.Context(), access, queue.Config{})
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(f.close)
		for range 2 {
			running.Go(func() {
				for range looks {
					standings, err := f.store.Standings(t.Context(), "one")
					if err != nil || len(standings) != sites {
						t.Errorf("Standings through a node: %d sites, error %v, want %d", len(standings), err, sites)
					}
				}
			})
		}
	}
	running.Wait()
}
