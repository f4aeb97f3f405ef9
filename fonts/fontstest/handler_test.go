package fontstest_test

import (
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"testing"

	"github.com/fontcms/fontcms-go/fonts/fontstest"
)

// cut is a body that breaks off.
type cut struct{ text io.Reader }

func (c cut) Read(p []byte) (int, error) {
	if n, _ := c.text.Read(p); n > 0 {
		return n, nil
	}
	return 0, errors.New("the connection is gone")
}

func TestBodyThatCannotBeReadIsRefused(t *testing.T) {
	t.Parallel()
	const asked = `{"pageData":{"page":1,"size":2}}`
	for name, test := range map[string]struct {
		body    io.Reader
		status  int
		message string
	}{
		"whole":              {strings.NewReader(asked), http.StatusOK, "success"},
		"cut":                {cut{strings.NewReader(asked)}, http.StatusBadRequest, "the body ended early"},
		"as large as it may": {strings.NewReader(asked + strings.Repeat(" ", 1<<20-len(asked))), http.StatusOK, "success"},
		"larger than it may": {strings.NewReader(asked + strings.Repeat(" ", 1<<20-len(asked)+1)),
			http.StatusRequestEntityTooLarge, "the body is larger than 1 MiB"},
		"nothing, and closed": {http.NoBody, http.StatusBadRequest, ""},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := httptest.NewRecorder()
			r := httptest.NewRequestWithContext(t.Context(), http.MethodPost, listPath, test.body)
			fontstest.NewHandler(fontstest.WithFonts(five())).ServeHTTP(w, r)
			if w.Code != test.status || !strings.Contains(w.Body.String(), `"message":"`+test.message) {
				t.Errorf("Handler: status %d, body %s, want %d and the message %q", w.Code, w.Body, test.status, test.message)
			} else if !strings.Contains(w.Body.String(), `"code":`+strconv.Itoa(test.status)) {
				t.Errorf("Handler: body %s, want the code %d", w.Body, test.status)
			}
			if w.Header().Get("Content-Type") != "application/json; charset=utf-8" ||
				w.Header().Get("Content-Length") != strconv.Itoa(w.Body.Len()) {
				t.Errorf("Handler: headers %v, want JSON of %d bytes", w.Header(), w.Body.Len())
			}
		})
	}
}

func TestBodyThatMiddlewareBreaksIsRefused(t *testing.T) {
	t.Parallel()
	s := start(t, fontstest.WithMiddleware(func(next http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			r.Body = io.NopCloser(cut{strings.NewReader(`{"pageData":{"page":1,"size":2}}`)})
			next.ServeHTTP(w, r)
		})
	}))
	status, envelope := send(t, http.MethodPost, s.URL+listPath, `{}`)
	equal(t, "status", status, http.StatusBadRequest)
	equal(t, "envelope", envelope, map[string]any{"code": 400.0, "message": "the connection is gone", "data": nil})
}

func TestTextsAreServedAsTheyAre(t *testing.T) {
	t.Parallel()
	w := httptest.NewRecorder()
	r := httptest.NewRequestWithContext(t.Context(), http.MethodPost, listPath,
		strings.NewReader(`{"pageData":{"page":1,"size":5}}`))
	fontstest.NewHandler(fontstest.WithFonts(five())).ServeHTTP(w, r)
	if text := w.Body.String(); !strings.Contains(text, "A & B <C>") || !strings.Contains(text, "Zoë Ångström") {
		t.Errorf("Handler: body %s, want A & B <C> and Zoë Ångström as they are", text)
	} else if strings.HasSuffix(text, "\n") {
		t.Errorf("Handler: body %q, want no line break at its end", text)
	}
}
