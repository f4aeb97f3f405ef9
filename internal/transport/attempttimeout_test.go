package transport

import (
	"context"
	"errors"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"testing"
	"time"
)

func TestTimeoutOfAnAttemptIsNamed(t *testing.T) {
	t.Parallel()
	for name, begin := range map[string]bool{"before the response": false, "in the body": true} {
		server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if begin {
				_, _ = w.Write([]byte("["))
				w.(http.Flusher).Flush()
			}
			<-r.Context().Done()
		}))
		t.Cleanup(server.Close)
		origin, err := url.Parse(server.URL)
		if err != nil {
			t.Fatal(err)
		}
		client, err := New(Config{Origin: origin})
		if err != nil {
			t.Fatal(err)
		}
		call := &Call{Method: http.MethodGet, URL: origin.JoinPath("x"), Repeat: RepeatSafe}
		call.Timeout, call.PerCall.Attempts = 30*time.Millisecond, 1
		_, err = client.Do(t.Context(), call)
		var failed net.Error
		switch {
		case err == nil || err.Error() != "no whole response arrived within the 30ms of Timeout":
			t.Errorf("%s: Client.Do with a Timeout of 30ms: error %v, want one that names Timeout", name, err)
		case !errors.Is(err, ErrAttemptTimeout), !errors.Is(err, context.DeadlineExceeded):
			t.Errorf("%s: Client.Do: error %v, want ErrAttemptTimeout and DeadlineExceeded", name, err)
		case !errors.As(err, &failed) || !failed.Timeout():
			t.Errorf("%s: Client.Do: error %v, want a net.Error with Timeout", name, err)
		}
	}
}
