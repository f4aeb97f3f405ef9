package main

import (
	"bytes"
	"embed"
	"html/template"
	"net"
	"net/http"
	"net/netip"

	"github.com/fontcms/fontcms-go/fonts/snapshot"
)

//go:embed page.html page.css page.js
var content embed.FS

// policy lets the page load its own style and script and nothing else, so that a
// record of the catalogue could do nothing even if it got into the page as code. Fonts
// may come from one origin, if the person who started the program names one.
const policy = "default-src 'none'; style-src 'self'; script-src 'self'; connect-src 'self'; form-action 'self'; " +
	"base-uri 'none'; frame-ancestors 'none'"

// picker is the page. It only reads, so requests need no lock.
type picker struct {
	copied *snapshot.Snapshot
	facets facets
	files  faceFiles
	page   *template.Template
}

// newPicker returns the page for a catalogue, whose faces are in some files.
func newPicker(copied *snapshot.Snapshot, files faceFiles) http.Handler {
	p := &picker{
		copied: copied,
		facets: facetsOf(copied),
		files:  files,
		page:   template.Must(template.ParseFS(content, "page.html")),
	}
	mux := http.NewServeMux()
	mux.HandleFunc("GET /{$}", p.serve)
	mux.Handle("GET /page.css", http.FileServerFS(content))
	mux.Handle("GET /page.js", http.FileServerFS(content))
	return guarded(mux, files.origin())
}

// guarded sets the headers of all responses, and refuses names that are not this
// machine's: a web page elsewhere could make its own name point here.
func guarded(next http.Handler, fontOrigin string) http.Handler {
	allowed := policy
	if fontOrigin != "" {
		allowed += "; font-src " + fontOrigin
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h := w.Header()
		h.Set("Content-Security-Policy", allowed)
		h.Set("X-Content-Type-Options", "nosniff")
		h.Set("Referrer-Policy", "no-referrer")
		h.Set("Cache-Control", "no-store")
		if !isAddress(r.Host) {
			http.Error(w, "ask for this page by its address", http.StatusMisdirectedRequest)
			return
		}
		next.ServeHTTP(w, r)
	})
}

// isAddress reports whether a host is an IP address or localhost.
func isAddress(host string) bool {
	if name, _, err := net.SplitHostPort(host); err == nil {
		host = name
	}
	_, err := netip.ParseAddr(host)
	return err == nil || host == "localhost"
}

func (p *picker) serve(w http.ResponseWriter, r *http.Request) {
	var body bytes.Buffer // an error in the middle must not leave half a page
	if err := p.page.Execute(&body, p.view(readRequest(r.URL.Query()))); err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
		return
	}
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.Write(body.Bytes())
}
