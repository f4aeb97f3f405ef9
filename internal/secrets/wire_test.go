package secrets

import (
	"bufio"
	"bytes"
	"io"
	"net"
	"net/http"
	"strings"
	"testing"

	"github.com/fontcms/fontcms-go/cms"
)

// arrival is one request as it stood on the wire.
type arrival struct {
	target  string   // of its first line
	lines   []string // of its header, as they were
	request *http.Request
	body    []byte
	rest    []byte // what came behind it on the same connection
	wrong   string // why it could not be read
}

// wire is a server that looks at the bytes.
type wire struct {
	net.Listener
	arrivals chan arrival
}

func newWire(t *testing.T) *wire {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	w := &wire{listener, make(chan arrival, 64)}
	t.Cleanup(func() { _ = listener.Close() })
	go func() {
		for {
			conn, err := listener.Accept()
			if err != nil {
				return
			}
			go w.serve(conn)
		}
	}()
	return w
}

func (w *wire) address() string { return "http://" + w.Addr().String() }

// site is a client that sends everything once.
func (w *wire) site(t *testing.T, options ...cms.Option) *cms.Client {
	t.Helper()
	site, err := cms.New(w.address(), append(options, cms.WithRetry(cms.Retry{Attempts: 1}))...)
	if err != nil {
		t.Fatal(err)
	}
	return site
}

// serve reads one request and all that follows it.
func (w *wire) serve(conn net.Conn) {
	defer conn.Close()
	var raw bytes.Buffer
	reader := bufio.NewReader(io.TeeReader(conn, &raw))
	if _, err := reader.Peek(1); err != nil {
		return // nobody asked for anything
	}
	request, err := http.ReadRequest(reader)
	if err != nil {
		w.arrivals <- arrival{wrong: err.Error()}
		return
	}
	a := arrival{request: request}
	head, _, _ := strings.Cut(raw.String(), "\r\n\r\n")
	lines := strings.Split(head, "\r\n")
	if parts := strings.Split(lines[0], " "); len(parts) == 3 {
		a.target = parts[1]
	} else {
		a.wrong = "the first line is " + lines[0]
	}
	a.lines = lines[1:]
	if a.body, err = io.ReadAll(request.Body); err != nil {
		a.wrong = err.Error()
	}
	_, _ = io.WriteString(conn, "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 8\r\nConnection: "+
		"close\r\n\r\n{\"id\":5}")
	a.rest, _ = io.ReadAll(reader) // until the client closes
	w.arrivals <- a
}
