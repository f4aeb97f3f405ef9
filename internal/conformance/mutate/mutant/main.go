// Mutant serves a site in memory to the conformance suite as a program of its own, so that a change of cmstest has to be
// compiled without the suite. The documents of the site are its arguments. It writes one line, a JSON object with the
// address of the site, the application passwords and the address of the control, and ends with its standard input.
package main

import (
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"strconv"

	"github.com/fontcms/fontcms-go/cms/cmstest"
)

func main() {
	if err := run(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "mutant:", err)
		os.Exit(1)
	}
}

func run(documents []string) error {
	options := []cmstest.Option{cmstest.WithLocalhost()}
	for _, name := range documents {
		document, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		options = append(options, cmstest.WithDocument(document))
	}
	site := cmstest.NewServer(options...)
	defer site.Close()
	filled := site.Snapshot()

	control := http.NewServeMux()
	control.HandleFunc("POST /restore", func(http.ResponseWriter, *http.Request) {
		site.Restore(filled)
		site.ResetRequests()
	})
	control.HandleFunc("GET /record", func(w http.ResponseWriter, r *http.Request) {
		id, _ := strconv.ParseInt(r.FormValue("id"), 10, 64)
		_ = json.NewEncoder(w).Encode(site.Record(r.FormValue("kind"), id))
	})
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return err
	}
	defer func() { _ = listener.Close() }()
	go func() { _ = http.Serve(listener, control) }()

	passwords := map[string]string{}
	for _, user := range []string{"admin", "editor", "author", "contributor", "subscriber"} {
		passwords[user] = site.AppPassword(user)
	}
	err = json.NewEncoder(os.Stdout).Encode(map[string]any{"site": site.URL, "control": "http://" + listener.Addr().String(), "passwords": passwords})
	if err != nil {
		return err
	}
	_, err = io.Copy(io.Discard, os.Stdin)
	return err
}
