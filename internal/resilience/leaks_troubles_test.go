package resilience

import (
	"compress/gzip"
	"io"
	"net/http"
	"strconv"
	"strings"
	"time"
)

// trouble is what happens to the requests of one call.
type trouble struct {
	spoil     func(w http.ResponseWriter, r *http.Request, next http.Handler) // nil for nothing
	within    time.Duration                                                   // the deadline of the call, 0 for none
	cancelled bool                                                            // before it begins
}

// slow is longer than the deadlines of the calls that meet it.
const (
	slow  = 40 * time.Millisecond
	brief = 4 * time.Millisecond
)

func troubles() []trouble {
	return []trouble{
		{},
		{spoil: status(404, `{"code":"rest_post_invalid_id","message":"x","data":{"status":404}}`)},
		{},
		{spoil: status(500, `{"code":"internal_server_error","message":"x"}`)},
		{spoil: before},
		{},
		{spoil: cut},
		{spoil: status(503, "<html>maintenance", "Retry-After", "600")},
		{},
		{spoil: status(429, `{"code":"x"}`, "Retry-After", "0")},
		{cancelled: true},
		{spoil: stall, within: brief},
		{},
		{spoil: delay, within: brief},
		{spoil: status(200, strings.Repeat("x", 4*leakLimit))},
		{spoil: sendBomb},
		{},
		{spoil: status(302, "", "Location", "/elsewhere")},
		{spoil: status(307, "", "Location", "http://127.0.0.1:1/")},
		{spoil: status(200, "<html>welcome", "Content-Type", "text/html")},
		{},
		{spoil: endless},
		{spoil: unread},
	}
}

func (h *house) spoil(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if spoil := h.trouble.Load().spoil; spoil != nil {
			spoil(w, r, next)
			return
		}
		next.ServeHTTP(w, r)
	})
}

// status answers with a status, a body and headers.
func status(code int, body string, headers ...string) func(http.ResponseWriter, *http.Request, http.Handler) {
	return func(w http.ResponseWriter, r *http.Request, _ http.Handler) {
		_, _ = io.Copy(io.Discard, r.Body)
		w.Header().Set("Content-Type", "application/json")
		for i := 0; i < len(headers); i += 2 {
			w.Header().Set(headers[i], headers[i+1])
		}
		w.WriteHeader(code)
		_, _ = io.WriteString(w, body)
	}
}

// before closes the connection instead of an answer.
func before(http.ResponseWriter, *http.Request, http.Handler) { panic(http.ErrAbortHandler) }

// cut closes the connection in the middle of a body.
func cut(w http.ResponseWriter, r *http.Request, _ http.Handler) {
	_, _ = io.Copy(io.Discard, r.Body)
	w.Header().Set("Content-Length", strconv.Itoa(1000))
	_, _ = io.WriteString(w, `{"id":`)
	_ = http.NewResponseController(w).Flush()
	panic(http.ErrAbortHandler)
}

// stall stops in the middle of a body.
func stall(w http.ResponseWriter, r *http.Request, _ http.Handler) {
	_, _ = io.WriteString(w, `{"id":`)
	_ = http.NewResponseController(w).Flush()
	delay(w, r, http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, "5}") }))
}

// delay answers late.
func delay(w http.ResponseWriter, r *http.Request, next http.Handler) {
	select {
	case <-time.After(slow):
		next.ServeHTTP(w, r)
	case <-r.Context().Done():
		panic(http.ErrAbortHandler)
	}
}

// sendBomb is little that becomes much.
func sendBomb(w http.ResponseWriter, r *http.Request, _ http.Handler) {
	_, _ = io.Copy(io.Discard, r.Body)
	w.Header().Set("Content-Encoding", "gzip")
	z := gzip.NewWriter(w)
	_, _ = io.WriteString(z, strings.Repeat(" ", 8*leakLimit))
	_ = z.Close()
}

// endless goes on until the client leaves.
func endless(w http.ResponseWriter, r *http.Request, _ http.Handler) {
	_, _ = io.Copy(io.Discard, r.Body)
	for range 1000 {
		if _, err := io.WriteString(w, strings.Repeat("[", 32<<10)); err != nil {
			return
		}
	}
}

// unread answers before the request was read.
func unread(w http.ResponseWriter, _ *http.Request, _ http.Handler) {
	w.Header().Set("Connection", "close")
	w.WriteHeader(http.StatusRequestEntityTooLarge)
	_, _ = io.WriteString(w, "<html>too large")
}
