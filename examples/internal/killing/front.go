package killing

import (
	"bytes"
	"context"
	"io"
	"maps"
	"net"
	"net/http"
	"net/url"
	"os"
	"sync"
	"time"
)

// late is how long a request that outlives its program is on its way.
const late = 60 * time.Millisecond

// Front stands before a site and kills the program that talks to it.
type Front struct {
	URL string
	// Counts limits which requests have a number. Nil counts all. Set it between runs.
	Counts func(*http.Request) bool

	target *url.URL
	server *http.Server
	client *http.Client
	orphan sync.WaitGroup // requests whose program is gone
	mu     sync.Mutex
	plan   plan
}

// plan is what is to happen to a run, and what has happened.
type plan struct {
	victim       *os.Process // nil between runs
	at           int
	moment       Moment
	killed       bool
	seen, writes int
}

// NewFront stands before the site at an address, with another port.
func NewFront(site string) (*Front, error) {
	target, err := url.Parse(site)
	if err != nil {
		return nil, err
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0") //nolint:noctx // listening on loopback does not wait
	if err != nil {
		return nil, err
	}
	_, port, err := net.SplitHostPort(listener.Addr().String())
	if err != nil {
		return nil, err
	}
	f := &Front{
		// The name stays, because some routes exist only on localhost.
		URL:    "http://" + net.JoinHostPort(target.Hostname(), port),
		target: target,
		client: &http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }},
	}
	f.server = &http.Server{Handler: f, ReadHeaderTimeout: time.Minute}
	go f.server.Serve(listener)
	return f, nil
}

// Settle waits for the requests whose program is gone.
func (f *Front) Settle() { f.orphan.Wait() }

// Close ends it.
func (f *Front) Close() {
	f.Settle()
	f.server.Close()
	f.client.CloseIdleConnections()
}

// ServeHTTP passes a request on, unless its program is to die before.
func (f *Front) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(r.Body)
	if err != nil {
		panic(http.ErrAbortHandler)
	}
	moment := f.moment(r)
	if moment == During { // before the kill, for Settle to see it
		f.orphan.Go(func() {
			time.Sleep(late)
			_, _ = f.forward(r, body) // nobody waits for the response
		})
	}
	if moment == Before || moment == During {
		f.kill()
		panic(http.ErrAbortHandler)
	}
	answer, err := f.forward(r, body)
	if moment == After {
		f.kill()
	}
	if err != nil || moment == After {
		panic(http.ErrAbortHandler)
	}
	maps.Copy(w.Header(), answer.header)
	w.WriteHeader(answer.status)
	_, _ = w.Write(answer.content) // the program may have ended
}

// answer is the response of the site.
type answer struct {
	status  int
	header  http.Header
	content []byte
}

// forward sends a request to the site, whatever becomes of its program.
func (f *Front) forward(r *http.Request, body []byte) (*answer, error) {
	address := *r.URL
	address.Scheme, address.Host = f.target.Scheme, f.target.Host
	request, err := http.NewRequestWithContext(context.WithoutCancel(r.Context()), r.Method, address.String(),
		bytes.NewReader(body))
	if err != nil {
		return nil, err
	}
	request.Header = r.Header.Clone()
	response, err := f.client.Do(request)
	if err != nil {
		return nil, err
	}
	defer response.Body.Close()
	content, err := io.ReadAll(response.Body)
	return &answer{response.StatusCode, response.Header, content}, err
}

// moment counts a request and says when, in its life, the program is to die.
func (f *Front) moment(r *http.Request) Moment {
	f.mu.Lock()
	defer f.mu.Unlock()
	counts := f.Counts == nil || f.Counts(r)
	if counts {
		f.plan.seen++
	}
	if r.Method != http.MethodGet && r.Method != http.MethodHead && r.Method != http.MethodOptions {
		f.plan.writes++
	}
	if f.plan.victim == nil || !counts || f.plan.seen != f.plan.at {
		return Never
	}
	return f.plan.moment
}

// kill kills the program.
func (f *Front) kill() {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.plan.victim != nil && f.plan.victim.Kill() == nil {
		f.plan.killed, f.plan.victim = true, nil
	}
}
