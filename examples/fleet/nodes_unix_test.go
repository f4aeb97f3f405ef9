//go:build unix

package main

import (
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/fontcms/fontcms-go/cms/cmstest"
)

func TestOneOfThreeNodesMayDieAndTwoMayNot(t *testing.T) {
	t.Parallel()
	servers := []*cmstest.Server{newSite(t), newSite(t)}
	for _, server := range servers {
		for range 150 {
			server.Insert("posts", map[string]any{"title": "Kerning"})
		}
	}
	file, secrets := fleetOf(t, servers...)
	tr := &trial{T: t, dir: t.TempDir(), secrets: secrets, wait: time.Second, began: time.Now()}
	tr.openCluster()
	tr.cluster.settle()
	tr.workers = append(tr.workers, tr.worker())
	end(tr.cluster.nodes[0])
	mustDo(t, append([]string{"enqueue", "-sites", file, "-run", "one"}, tr.place()...)...)
	tr.finish()
	end(tr.cluster.nodes[1])
	if said, err := do(t, append([]string{"status"}, tr.place()...)...); err == nil ||
		!strings.Contains(err.Error(), "most of its nodes have to run") {
		t.Errorf("fleet status with one node of three: error %v, want that most have to run\n%s", err, said)
	}
	for i := range 2 {
		tr.cluster.nodes[i] = tr.cluster.node(i)
	}
	tr.cluster.settle()
	out := filepath.Join(t.TempDir(), "records")
	said := mustDo(t, append([]string{"export", "-run", "one", "-out", out}, tr.place()...)...)
	if !strings.Contains(said, " of 2 sites in ") {
		t.Errorf("fleet export printed\n%s\nwant a line with 2 sites", said)
	}
	for _, name := range []string{"site0", "site1"} {
		if posts, err := filepath.Glob(filepath.Join(out, name, "posts", "*.json")); len(posts) != 150 {
			t.Errorf("fleet export wrote %d posts of %s, error %v, want 150", len(posts), name, err)
		}
	}
}
