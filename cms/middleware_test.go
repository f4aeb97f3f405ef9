package cms_test

import (
	"context"
	"io"
	"net/http"
	"slices"
	"testing"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/internal/stub"
)

func TestMiddlewareKnowsTheCallAndTheAttempt(t *testing.T) {
	t.Parallel()
	s := stub.New(t, func(n int, w http.ResponseWriter, _ *http.Request) {
		if n < 3 {
			w.WriteHeader(http.StatusServiceUnavailable)
			return
		}
		w.Header().Set("Content-Type", "application/json")
		_, _ = w.Write([]byte(`{"id":7}`))
	})
	var seen []cms.Attempt
	site := s.Client(t, cms.WithMiddleware(func(next http.RoundTripper) http.RoundTripper {
		return stub.Carrier(func(r *http.Request) (*http.Response, error) {
			attempt, ok := cms.AttemptFrom(r.Context())
			if !ok {
				t.Error("AttemptFrom of a request: false, want an attempt")
			}
			seen = append(seen, attempt)
			return next.RoundTrip(r)
		})
	}))
	if _, err := site.Posts.Get(t.Context(), 7); err != nil {
		t.Fatal(err)
	}
	if _, err := cms.Do(t.Context(), site, cms.Request[cms.Nothing]{Path: "shop/v1/orders"}); err != nil {
		t.Fatal(err)
	}
	if _, err := site.Download(t.Context(), s.URL+"/a.json", io.Discard); err != nil {
		t.Fatal(err)
	}
	want := []cms.Attempt{{"Posts.Get", 1}, {"Posts.Get", 2}, {"Posts.Get", 3}, {"GET shop/v1/orders", 1}, {"Download", 1}}
	if !slices.Equal(seen, want) {
		t.Errorf("seen %v, want %v", seen, want)
	}
	if attempt, ok := cms.AttemptFrom(context.Background()); ok {
		t.Errorf("AttemptFrom of an empty context: %v, want no attempt", attempt)
	}
}
