package cmstest

import (
	"fmt"
	"html"
	"math"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/fontcms/fontcms-go/cms/cmstest/internal/php"
)

// replaces says that the site's own answer is of no use.
func (f *Fault) replaces() bool { return f.Status != 0 || f.Body != nil || f.Cut == CutAnswer }

// applyFault does to a request and its answer what a fault says. The answer is nil if the site has not seen the
// request.
func (s *Server) applyFault(w http.ResponseWriter, r *http.Request, answer *reply, f *Fault) {
	s.pause(r, f.Delay)
	if f.Cut == CutAnswer {
		breakOff(w)
	}
	answer = f.reply(r, answer)
	if f.Cut == CutNothing && f.Stall == 0 {
		answer.write(w)
		return
	}
	whole := answer.body
	answer.header.Set("Content-Length", strconv.Itoa(len(whole)))
	answer.body = whole[:min(f.Sent, len(whole))]
	answer.write(w)
	_ = http.NewResponseController(w).Flush()
	s.pause(r, f.Stall)
	if f.Cut == CutBody {
		panic(http.ErrAbortHandler)
	}
	w.Write(whole[len(answer.body):])
}

// pause waits until the time is over. If the caller or the server ends before, so does the connection.
func (s *Server) pause(r *http.Request, d time.Duration) {
	if d == 0 {
		return
	}
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
		return
	case <-r.Context().Done():
	case <-s.closing:
	}
	panic(http.ErrAbortHandler)
}

// breakOff closes the connection behind the beginning of a status line.
func breakOff(w http.ResponseWriter) {
	if conn, _, err := http.NewResponseController(w).Hijack(); err == nil {
		_, _ = conn.Write([]byte("HTTP/1.1 "))
		_ = conn.Close()
	}
	panic(http.ErrAbortHandler)
}

// reply is the spoiled answer.
func (f *Fault) reply(r *http.Request, answer *reply) *reply {
	switch {
	case f.Status != 0 && f.Body == nil:
		answer = f.envelope(r)
	case f.Status != 0 || f.Body != nil:
		answer = &reply{f.Status, http.Header{"Content-Type": {"application/json; charset=UTF-8"}}, f.Body}
		if f.Status == 0 {
			answer.status = http.StatusOK
		}
	}
	header := http.Header{}
	for name, list := range answer.header {
		header[http.CanonicalHeaderKey(name)] = list
	}
	if f.RetryAfter > 0 {
		header.Set("Retry-After", strconv.FormatFloat(math.Ceil(f.RetryAfter.Seconds()), 'f', -1, 64))
	}
	if !f.RetryAt.IsZero() {
		header.Set("Retry-After", f.RetryAt.UTC().Format(http.TimeFormat))
	}
	for name, list := range f.Header {
		header[http.CanonicalHeaderKey(name)] = list
	}
	for _, name := range f.Drop {
		header.Del(name)
	}
	var body []byte
	if r.Method != http.MethodHead && answer.status != http.StatusNoContent && answer.status != http.StatusNotModified {
		body = []byte(f.Before + string(answer.body) + f.After)
	}
	if f.Truncate > 0 {
		body = body[:min(f.Truncate, len(body))]
	}
	return &reply{answer.status, header, body}
}

// envelope is an error with the status of the fault: of the interface to those who ask for JSON, a page to others.
func (f *Fault) envelope(r *http.Request) *reply {
	header := http.Header{"Content-Type": {"application/json; charset=UTF-8"}}
	if f.Code != "" { // the site itself, not a proxy
		noCache(header)
	}
	asksJSON := strings.Contains(r.Header.Get("Accept"), "json") || strings.Contains(r.Header.Get("Content-Type"), "json")
	if f.Code == "" || f.Code == "wp_die" && !asksJSON {
		title := f.Message
		if title == "" {
			title = fmt.Sprintf("%d %s", f.Status, http.StatusText(f.Status))
		}
		header.Set("Content-Type", "text/html; charset=UTF-8")
		return &reply{f.Status, header, htmlPage(title)}
	}
	body := php.Object{{"code", f.Code}, {"message", f.Message}, {"data", php.Object{{"status", f.Status}}}}
	if f.Code == "wp_die" {
		body.Add("additional_errors", []any{})
	}
	return &reply{f.Status, header, php.AppendJSON(nil, body)}
}

func htmlPage(title string) []byte {
	title = html.EscapeString(title)
	return fmt.Appendf(nil, "<!DOCTYPE html>\n<html lang=\"en\">\n<head><title>%[1]s</title></head>\n<body><h1>%[1]s</h1></body>\n</html>\n", title)
}
