package transport

import (
	"context"
	"crypto/tls"
	"encoding/binary"
	"errors"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"sync/atomic"
	"testing"
	"time"
)

const (
	frameHeaders  = 1
	frameSettings = 4
	frameGoAway   = 7
)

// goAway starts an HTTP/2 server that takes no request: it answers each with the frame
// GOAWAY, which says that nothing was processed. It counts the requests.
func goAway(t *testing.T) (address string, base *http.Transport, requests *atomic.Int32) {
	t.Helper()
	identity := httptest.NewUnstartedServer(nil)
	identity.StartTLS() // for its certificate
	t.Cleanup(identity.Close)
	listener, err := tls.Listen("tcp", "127.0.0.1:0",
		&tls.Config{Certificates: identity.TLS.Certificates, NextProtos: []string{"h2"}})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = listener.Close() })
	requests = new(atomic.Int32)
	go func() {
		for {
			conn, err := listener.Accept()
			if err != nil {
				return
			}
			go turnAway(conn, requests)
		}
	}()
	base = identity.Client().Transport.(*http.Transport).Clone()
	base.ForceAttemptHTTP2 = true
	t.Cleanup(base.CloseIdleConnections)
	return "https://" + listener.Addr().String(), base, requests
}

// turnAway serves one connection.
func turnAway(conn net.Conn, requests *atomic.Int32) {
	defer conn.Close()
	if _, err := io.CopyN(io.Discard, conn, 24); err != nil { // the client's preface
		return
	}
	write := func(kind byte, payload ...byte) {
		_, _ = conn.Write(append([]byte{0, 0, byte(len(payload)), kind, 0, 0, 0, 0, 0}, payload...))
	}
	write(frameSettings)
	for {
		var header [9]byte
		if _, err := io.ReadFull(conn, header[:]); err != nil {
			return
		}
		size := int64(binary.BigEndian.Uint32(header[:4]) >> 8)
		if _, err := io.CopyN(io.Discard, conn, size); err != nil {
			return
		}
		if header[3] == frameHeaders {
			requests.Add(1)
			write(frameGoAway, 0, 0, 0, 0, 0, 0, 0, 0) // the last stream that was processed, and no error
			return
		}
	}
}

func TestAttemptsBoundRequestsThatAServerTurnsAwayByGoAway(t *testing.T) {
	t.Parallel()
	for name, attempts := range map[string]int{"one attempt": 1, "three": 3} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			address, base, requests := goAway(t)
			c := newClient(t, Config{Origin: at(address), Attempts: attempts, MinWait: 1, MaxWait: 1}, base)
			ctx, cancel := context.WithTimeout(t.Context(), 8*time.Second)
			defer cancel()
			call := post(address)
			call.Repeat = RepeatSafe
			resp, err := c.Do(ctx, call)
			t.Logf("%d requests: %v", requests.Load(), err)
			f := failed(t, resp, err)
			switch {
			case ctx.Err() != nil:
				t.Error("context.WithTimeout(8*time.Second): error differs, want nil")
			case f.Attempts != attempts:
				t.Errorf("Client.Do: failure with Attempts %d, want %d", f.Attempts, attempts)
			case !errors.Is(err, errTurnedAway):
				t.Errorf("Client.Do(call): error %v, want %v", err, errTurnedAway)
			case f.NotReceived:
				t.Error("Client.Do: NotReceived true, want false")
			}
			if n := int(requests.Load()); n != attempts*maxConnections {
				t.Errorf("Client.Do sent %d requests in %d attempts, want %d", n, attempts, attempts*maxConnections)
			}
		})
	}
}
