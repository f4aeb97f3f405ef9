package cmstest

import (
	"fmt"
	"html"
	"net/http"
)

type reply struct {
	status   int
	header   http.Header
	body     []byte
	buffered bool // body uses the memory of Server.buffer, which the server uses again after the response
}

func typed(status int, contentType string, body []byte) *reply {
	return &reply{status: status, header: http.Header{"Content-Type": {contentType}}, body: body}
}

func (a *reply) write(w http.ResponseWriter) {
	for name, list := range a.header {
		w.Header()[name] = list
	}
	w.WriteHeader(a.status)
	w.Write(a.body)
}

func noCache(header http.Header) {
	header["Expires"] = []string{"Wed, 11 Jan 1984 05:00:00 GMT"}
	header["Cache-Control"] = []string{"no-cache, must-revalidate, max-age=0, no-store, private"}
}

func htmlPage(title string) []byte {
	title = html.EscapeString(title)
	return fmt.Appendf(nil, "<!DOCTYPE html>\n<html lang=\"en\">\n<head><title>%[1]s</title></head>\n"+
		"<body><h1>%[1]s</h1></body>\n</html>\n", title)
}
