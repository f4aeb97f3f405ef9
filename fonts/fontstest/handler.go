package fontstest

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strconv"
)

const (
	listPath = "/api/fonts/list"
	maxBody  = 1 << 20
)

// NewHandler returns the catalogue as a handler, for a server of your own. It takes the
// options of [NewServer] and does not record requests. It serves only paths below its
// base path, which is the root without [WithBasePath].
func NewHandler(opts ...Option) http.Handler {
	return newHandler(newConfig(opts), nil)
}

// newHandler returns a handler that records each request, and then passes it through the
// middleware to the service. If requests is nil, no request is recorded.
func newHandler(c *config, requests *requestLog) http.Handler {
	answer := responder{mode: c.envelope}
	var next http.Handler = &service{config: c, respond: answer, entries: newEntries(c)}
	for _, wrap := range slices.Backward(c.middleware) {
		next = wrap(next)
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, maxBody))
		if requests != nil {
			requests.add(Request{r.Method, r.URL.Path, r.URL.RawQuery, r.Header.Clone(), body})
		}
		if err != nil {
			if _, tooLarge := errors.AsType[*http.MaxBytesError](err); tooLarge {
				answer.fail(w, http.StatusRequestEntityTooLarge, "the body is larger than 1 MiB")
			} else {
				answer.fail(w, http.StatusBadRequest, "the body ended early")
			}
			return
		}
		r.Body = io.NopCloser(bytes.NewReader(body))
		next.ServeHTTP(w, r)
	})
}

type failure struct {
	code    int
	message string
}

type service struct {
	*config
	respond responder
	entries []entry
}

func (s *service) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	switch {
	case r.URL.Path != s.basePath+listPath:
		s.respond.fail(w, http.StatusNotFound, "no such path")
		return
	case r.Method != http.MethodPost:
		w.Header().Set("Allow", http.MethodPost)
		s.respond.fail(w, http.StatusMethodNotAllowed, "the font list accepts only POST")
		return
	case s.failure != nil:
		s.respond.write(w, http.StatusOK, s.failure.code, s.failure.message, nil)
		return
	}
	body, err := io.ReadAll(r.Body)
	if err != nil {
		s.respond.fail(w, http.StatusBadRequest, err.Error())
		return
	}
	asked, err := parseQuery(body, s.firstPage)
	if err != nil {
		s.respond.fail(w, http.StatusBadRequest, err.Error())
		return
	}
	s.respond.write(w, http.StatusOK, http.StatusOK, "success", s.list(asked))
}

// responder writes each response as an envelope: an object with code, message and data.
type responder struct{ mode Envelope }

func (a responder) fail(w http.ResponseWriter, status int, message string) {
	a.write(w, status, status, message, nil)
}

func (a responder) write(w http.ResponseWriter, status, code int, message string, data any) {
	envelope := map[string]any{"code": code, "message": message, "data": data}
	if a.mode == EnvelopeTable {
		envelope["code"], envelope["message"] = strconv.Itoa(code), code
	}
	body := marshal(envelope)
	w.Header().Set("Content-Type", "application/json; charset=utf-8")
	w.Header().Set("Content-Length", strconv.Itoa(len(body)))
	w.WriteHeader(status)
	_, _ = w.Write(body) // ignore the error: the client may have closed the connection
}

// marshal encodes JSON without escaping <, > and &, as most servers do.
func marshal(v any) []byte {
	var out bytes.Buffer
	encoder := json.NewEncoder(&out)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(v); err != nil { // cannot fail: WithFonts has encoded and decoded every record
		panic(fmt.Sprintf("fontstest: %v", err))
	}
	return bytes.TrimSuffix(out.Bytes(), []byte("\n"))
}
