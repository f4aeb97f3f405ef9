package cms_test

import (
	"net/http"
	"testing"

	"github.com/fontcms/fontcms-go/cms"
)

func TestCloseIdleConnectionsMakesTheNextCallConnectAnew(t *testing.T) {
	t.Parallel()
	s := newStub(t, func(_ int, w http.ResponseWriter, r *http.Request) {
		reply(w, http.StatusOK, "From: "+r.RemoteAddr, `{"id":5}`)
	})
	site := s.client(t)
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
		t.Errorf("the calls came from %s, %s and %s: from(first) %q, want %q", from(first), from(second), from(third),
			from(first), from(second))
	case from(second) == from(third):
		t.Errorf("the calls came from %s, %s and %s: from(second) %q, want a value other than %q", from(first), from(second),
			from(third), from(second), from(third))
	}
}
