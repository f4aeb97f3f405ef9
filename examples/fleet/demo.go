package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/fontcms/fontcms-go/cms/cmstest"
	"github.com/fontcms/fontcms-go/examples/internal/program"
)

func demo(ctx context.Context, args []string, env program.Environment) error {
	flags := program.Flags("fleet demo", "Serves sites in memory, to try the other commands with, until Ctrl-C.",
		"fleet demo", "")
	out := flags.String("out", "demo", "folder for sites.csv, and for secrets with the passwords of the sites")
	count := flags.Int("count", 20, "number of sites")
	if err := program.Parse(flags, args, env); err != nil {
		return err
	}
	if *count < 1 {
		return program.Mistake("-count is to be at least 1")
	}
	d, err := newDemo(*out, *count)
	if err != nil {
		return err
	}
	defer d.end()
	program.Printf(env.Out, "%d sites run until Ctrl-C; in another terminal: fleet run -sites %s -secrets %s\n",
		*count, d.file, d.secrets)
	<-ctx.Done()
	return nil
}

// demonstration is sites in memory, with the file of the sites and the folder of their
// passwords.
type demonstration struct {
	file, secrets string
	servers       []*cmstest.Server
}

// newDemo starts sites.
func newDemo(folder string, count int) (*demonstration, error) {
	d := &demonstration{file: filepath.Join(folder, "sites.csv"), secrets: filepath.Join(folder, "secrets")}
	if err := os.MkdirAll(d.secrets, 0o700); err != nil {
		return nil, err
	}
	if err := d.start(count); err != nil {
		d.end()
		return nil, err
	}
	return d, nil
}

func (d *demonstration) start(count int) error {
	var lines strings.Builder
	lines.WriteString("name,site,user,secret,prefix\n")
	for i := range count {
		server := cmstest.NewServer(cmstest.WithSample())
		d.servers = append(d.servers, server)
		name := fmt.Sprint("site", i+1)
		fmt.Fprintf(&lines, "%s,%s,admin,file:%[1]s,cms\n", name, server.URL)
		password := server.URL + " " + server.AppPassword("admin") + "\n"
		if err := os.WriteFile(filepath.Join(d.secrets, name), []byte(password), 0o600); err != nil {
			return err
		}
	}
	return os.WriteFile(d.file, []byte(lines.String()), 0o600)
}

func (d *demonstration) end() {
	for _, server := range d.servers {
		server.Close()
	}
}
