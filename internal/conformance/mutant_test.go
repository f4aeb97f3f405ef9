package conformance

import (
	"encoding/json"
	"fmt"
	"net/http"
	"os/exec"
	"path/filepath"
	"testing"
)

// newMutant starts a program that serves a site in memory as the command mutate compiles it, with a mistake.
func newMutant(t testing.TB, docs *documents, program string) *site {
	t.Helper()
	files, err := filepath.Glob("testdata/site/*.json")
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(program, files...)
	in, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		in.Close()
		_ = cmd.Wait()
	})
	var started struct {
		Site, Control string
		Passwords     map[string]string
	}
	if err := json.NewDecoder(out).Decode(&started); err != nil {
		t.Fatalf("the mutant does not start: %v", err)
	}
	s := &site{
		documents: docs, server: memory, prefix: "cms", address: started.Site, logins: map[role]login{},
		stored: func(t testing.TB, kind string, id int64) (r record) {
			t.Helper()
			answer, err := http.Get(fmt.Sprintf("%s/record?kind=%s&id=%d", started.Control, kind, id))
			if err != nil {
				t.Fatal(err)
			}
			defer answer.Body.Close()
			if err := json.NewDecoder(answer.Body).Decode(&r); err != nil {
				t.Fatal(err)
			}
			return r
		},
		putBack: func() {
			if answer, err := http.Post(started.Control+"/restore", "", nil); err == nil {
				answer.Body.Close()
			}
		},
	}
	for user, password := range started.Passwords {
		s.logins[role(user)] = login{user, password}
	}
	s.routes = readRoutes(t, s)
	return s
}
