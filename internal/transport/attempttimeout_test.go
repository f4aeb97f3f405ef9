package transport

import (
	"context"
	"errors"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"testing"
	"testing/synctest"
	"time"
)

// slowJar is a cookie jar that takes a second.
type slowJar struct{}

func (slowJar) SetCookies(*url.URL, []*http.Cookie) {}

func (slowJar) Cookies(*url.URL) []*http.Cookie {
	time.Sleep(time.Second)
	return nil
}

// The time of an attempt begins before net/http reads the cookie jar.
func TestTimeoutIsNamedAfterASlowBeginning(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		mute := roundTripFunc(func(req *http.Request) (*http.Response, error) {
			<-req.Context().Done()
			return nil, req.Context().Err()
		})
		c := newClient(t, Config{HTTPClient: &http.Client{Transport: mute, Jar: slowJar{}}}, nil)
		call := get("https://site.test/")
		call.Timeout, call.PerCall.Attempts = 2*time.Second, 1
		if _, err := c.Do(t.Context(), call); !errors.Is(err, ErrAttemptTimeout) {
			t.Errorf("Client.Do with a Timeout of 2 s: error %v, want ErrAttemptTimeout", err)
		}
		ctx, cancel := context.WithTimeout(t.Context(), 1500*time.Millisecond)
		defer cancel()
		if _, err := c.Do(ctx, call); errors.Is(err, ErrAttemptTimeout) || !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("Client.Do with a Timeout of 2 s in a context of 1.5 s: error %v, want that of the context only", err)
		}
	})
}

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

func TestTimeoutsAreTemporary(t *testing.T) {
	t.Parallel()
	for name, err := range map[string]error{
		"of a call":     &callTimeoutError{limit: time.Second},
		"of an attempt": &attemptTimeoutError{limit: time.Second, err: context.DeadlineExceeded},
		"of a body":     ErrStalled,
	} {
		var failed interface {
			net.Error
			Temporary() bool
		}
		if !errors.As(err, &failed) {
			t.Errorf("error %v of a timeout %s: want a net.Error with Temporary", err, name)
		} else if !failed.Timeout() || !failed.Temporary() {
			t.Errorf("error %v of a timeout %s: Timeout %t, Temporary %t, want true and true", err, name, failed.Timeout(),
				failed.Temporary())
		}
	}
}
