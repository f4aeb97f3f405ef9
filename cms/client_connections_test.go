package cms_test

import (
	"net/http"
	"testing"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/internal/stub"
)

func TestCloseIdleConnectionsMakesTheNextCallConnectAnew(t *testing.T) {
	t.Parallel()
	s := stub.New(t, func(_ int, w http.ResponseWriter, r *http.Request) {
		stub.Reply(w, http.StatusOK, "From: "+r.RemoteAddr, `{"id":5}`)
	})
	site := s.Client(t)
	var first, second, third cms.Response
	for _, answer := range []*cms.Response{&first, &second, &third} {
		if answer == &third {
			site.CloseIdleConnections()
		}
		if _, err := site.Posts.Get(t.Context(), 5, cms.Capture(answer)); err != nil {
			t.Fatal(err)
		}
	}
	from := func(r cms.Response) string { return r.Header.Get("From") }
	switch {
	case from(first) != from(second):
		t.Errorf("second call came from %s, want the connection %s of the first", from(second), from(first))
	case from(second) == from(third):
		t.Errorf("third call came from %s as the second, want another connection", from(third))
	}
}
