//go:build unix

package main

import (
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"github.com/fontcms/fontcms-go/internal/freeport"
)

// cluster is three nodes as processes. One node at a time is disturbed: two of three have
// to run.
type cluster struct {
	*trial
	secret, token   string // the token, and its file
	clients, routes []string
	nodes           []*exec.Cmd
	killed, stalled int
	leaders         int // of killed and stalled
}

// newCluster starts three nodes.
func newCluster(tr *trial) *cluster {
	tr.Helper()
	c := &cluster{trial: tr, secret: "a token of the test", token: filepath.Join(tr.dir, "token")}
	if err := os.WriteFile(c.token, []byte(c.secret), 0o600); err != nil {
		tr.Fatal(err)
	}
	const nodes = 3
	addresses := freeport.Addresses(tr, 2*nodes)
	c.clients, c.routes = addresses[:nodes], addresses[nodes:]
	for i := range nodes {
		c.nodes = append(c.nodes, c.node(i))
	}
	return c
}

// place are the flags of a program that uses the cluster.
func (c *cluster) place() []string {
	return []string{"-nats", "nats://" + strings.Join(c.clients, ",nats://"), "-token-file", c.token}
}

// node starts a node.
func (c *cluster) node(i int) *exec.Cmd {
	others := append(append([]string{}, c.routes[:i]...), c.routes[i+1:]...)
	return c.start("-fleet", strings.Join([]string{
		"serve", "-dir", filepath.Join(c.dir, name(i)), "-name", name(i), "-listen", c.clients[i], "-cluster", c.routes[i],
		"-routes", strings.Join(others, ","), "-token-file", c.token,
	}, "|"))
}

func name(node int) string { return fmt.Sprint("n", node+1) }

// disturb kills or stalls a node, of which every second one leads a stream.
func (c *cluster) disturb() {
	i := rand.IntN(len(c.nodes))
	if rand.IntN(2) == 0 {
		i = c.leader([]string{"PAGES", "JOBS", "RESULTS"}[rand.IntN(3)], i)
	}
	if rand.IntN(2) == 0 {
		c.killed++
		end(c.nodes[i])
		time.Sleep(rand.N(2 * c.wait))
		c.nodes[i] = c.node(i)
	} else {
		c.stalled++
		_ = c.nodes[i].Process.Signal(syscall.SIGSTOP)
		time.Sleep(c.wait + c.wait/2)
		_ = c.nodes[i].Process.Signal(syscall.SIGCONT)
	}
	c.settle()
}

// leader is the node that leads a stream, or otherwise.
func (c *cluster) leader(stream string, otherwise int) int {
	if info := c.info(stream); info != nil && info.Cluster != nil {
		for i := range c.nodes {
			if info.Cluster.Leader == name(i) {
				c.leaders++
				return i
			}
		}
	}
	return otherwise
}

func (c *cluster) info(stream string) *jetstream.StreamInfo {
	js, err := jetstream.New(c.fleet.conn)
	if err != nil {
		c.Fatal(err)
	}
	found, err := js.Stream(c.Context(), stream)
	if err != nil {
		return nil // it has no leader now
	}
	return found.CachedInfo()
}

// settle waits until all nodes have what the others have.
func (c *cluster) settle() {
	c.Helper()
	for end := time.Now().Add(3 * time.Minute); time.Now().Before(end); time.Sleep(200 * time.Millisecond) {
		current := 0
		for _, stream := range []string{"PAGES", "JOBS", "RESULTS", "SCHED", "KV_workers"} {
			info := c.info(stream)
			if info == nil || info.Cluster == nil || info.Cluster.Leader == "" {
				continue
			}
			for _, peer := range info.Cluster.Replicas {
				if peer.Current && !peer.Offline {
					current++
				}
			}
		}
		if current == 10 {
			return
		}
	}
	c.Error("A node has not come back within three minutes, want all of them current")
}
