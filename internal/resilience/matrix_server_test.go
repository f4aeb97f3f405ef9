package resilience

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
)

// fault is what a server does with a request instead of answering it well. It
// reports whether the connection can carry another one.
type fault func(x *exchange) (keep bool)

// dialer is what comes of an attempt to reach the server.
type dialer func(ctx context.Context) (net.Conn, error)

// faultServer is a site and a font catalogue, below http, so that it can break
// whatever can break.
type faultServer struct {
	says atomic.Pointer[script]

	listener net.Listener // nil for pipes
	open     atomic.Int64
	written  atomic.Int64
	total    atomic.Int64 // requests under all scripts

	witness net.Listener // at another address, where nothing may arrive
	strayed atomic.Int64
	stalled chan struct{} // receives when a fault has begun to keep the client waiting
}

// script is what the server does with the requests of one call.
type script struct {
	operation *operation
	faulty    func(n int) bool // which requests meet the fault
	fault     fault
	sound     func(*http.Request) canned // what others are answered

	mu     sync.Mutex
	sent   int // requests, those of which nothing was read included
	bodies map[string][]byte
	wrong  error // a request that is not the one it repeats
}

func newFaultServer(o *operation, c *faultRow, faulty func(int) bool) *faultServer {
	s := &faultServer{stalled: make(chan struct{}, attempts)}
	s.says.Store(newScript(o, c, faulty))
	return s
}

func newScript(o *operation, c *faultRow, faulty func(int) bool) *script {
	return &script{operation: o, sound: o.good, fault: c.does, faulty: faulty, bodies: map[string][]byte{}}
}

func (s *faultServer) script() *script { return s.says.Load() }

// listen starts the server on a free port, and a witness on another.
func (s *faultServer) listen(t testing.TB) {
	t.Helper()
	s.listener, s.witness = listen(t), listen(t)
	go accept(s.listener, s.take)
	go accept(s.witness, func(conn net.Conn) {
		s.strayed.Add(1)
		_ = conn.Close()
	})
}

func listen(t testing.TB) net.Listener {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = listener.Close() })
	return listener
}

func accept(listener net.Listener, take func(net.Conn)) {
	for {
		conn, err := listener.Accept()
		if err != nil {
			return
		}
		take(conn)
	}
}

func (s *faultServer) close() {
	_ = s.listener.Close()
	_ = s.witness.Close()
}

// pipe connects a client in the same bubble.
func (s *faultServer) pipe(context.Context, string, string) (net.Conn, error) {
	client, conn := net.Pipe()
	s.take(conn)
	return client, nil
}

func (s *faultServer) take(conn net.Conn) {
	s.open.Add(1)
	go func() {
		defer s.open.Add(-1)
		defer conn.Close()
		s.serve(conn)
	}()
}

// serve answers the requests of one connection.
func (s *faultServer) serve(conn net.Conn) {
	in := bufio.NewReaderSize(conn, 16) // so that what is not asked for stays unread
	for {
		if _, err := in.Peek(1); err != nil {
			return
		}
		s.total.Add(1)
		script := s.script()
		x := &exchange{server: s, script: script, conn: conn, in: in}
		n := script.next()
		if script.faulty(n) {
			if !script.fault(x) {
				return
			}
			continue
		}
		if !x.read() {
			return
		}
		good, early := script.sound(x.req), n <= script.operation.before
		if early {
			good.header = append(good.header, "Connection: close") // so that the next one dials
		}
		if !x.answer(good) || early {
			return
		}
	}
}

func (s *script) next() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.sent++
	return s.sent
}

func (s *script) count() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.sent
}

// exchange is one request, which need not have been read, on its connection.
type exchange struct {
	server *faultServer
	script *script
	conn   net.Conn
	in     *bufio.Reader
	req    *http.Request
}

// read takes the request in, and compares it with those that it repeats.
func (x *exchange) read() bool {
	req, err := http.ReadRequest(x.in)
	if err != nil {
		return false
	}
	body, err := io.ReadAll(req.Body)
	if err != nil {
		return false
	}
	x.req = req
	s := x.script
	s.mu.Lock()
	defer s.mu.Unlock()
	uri, _, _ := strings.Cut(req.RequestURI, moved)
	line := req.Method + " " + strings.TrimRight(uri, "?&")
	if before, ok := s.bodies[line]; ok && !bytes.Equal(before, body) {
		s.wrong = fmt.Errorf("%s was repeated with another body: %.60q, not %.60q", line, body, before)
	}
	s.bodies[line] = body
	if req.Method != http.MethodGet && !bytes.Contains(body, []byte(s.operation.sends)) {
		s.wrong = fmt.Errorf("%s was sent with %d bytes, and not what it is to say", line, len(body))
	}
	if !strings.HasPrefix(req.Header.Get("Authorization"), "Basic ") && s.operation.signed {
		s.wrong = errors.New("the credentials are missing")
	}
	return true
}

// good is the answer that a fault spoils.
func (x *exchange) good() canned { return x.script.operation.good(x.req) }

// write sends bytes and reports whether the client was still there.
func (x *exchange) write(b []byte) bool {
	n, err := x.conn.Write(b)
	x.server.written.Add(int64(n))
	return err == nil
}

// answer sends a whole answer.
func (x *exchange) answer(a canned) bool {
	return x.write([]byte(a.head(fmt.Sprintf("Content-Length: %d", len(a.body))) + a.body))
}

// stall keeps the client waiting until it hangs up.
func (x *exchange) stall() bool {
	select {
	case x.server.stalled <- struct{}{}:
	default:
	}
	_, _ = io.Copy(io.Discard, x.in)
	return false
}

// reset ends the connection in the way of a host that crashed.
func (x *exchange) reset() bool {
	if conn, ok := x.conn.(*net.TCPConn); ok {
		_ = conn.SetLinger(0)
	}
	_ = x.conn.Close()
	return false
}

// canned is what a server says.
type canned struct {
	status int
	header []string // "Name: value"
	body   string
}

func respond(status int, body string, header ...string) canned { return canned{status, header, body} }

// head is the answer up to its body.
func (a canned) head(more ...string) string {
	lines := append([]string{
		fmt.Sprintf("HTTP/1.1 %d %s", a.status, http.StatusText(a.status)),
		"Content-Type: application/json; charset=UTF-8",
	}, a.header...)
	return strings.Join(append(append(lines, more...), "", ""), "\r\n")
}
