package main

import (
	"context"
	"crypto/rand"
	"crypto/subtle"
	"errors"
	"io"
	"net"
	"net/http"
	"net/url"
	"time"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/examples/internal/program"
)

var (
	errRejected = errors.New("the request was rejected in the browser")
	errTimeout  = errors.New("nobody came back from the browser; if the site refused the address to return to, try -paste")
)

// callback waits for the browser on a port of this machine.
type callback struct {
	address string // http://127.0.0.1:port
	state   string // what a caller has to know
	result  chan outcome
	left    chan struct{} // something arrives when the browser has read the last page
}

type outcome struct {
	grant
	err error
}

// throughBrowser sends the user to the page and waits until the browser comes back.
func throughBrowser(ctx context.Context, page *url.URL, s settings, env program.Environment) (grant, error) {
	var listen net.ListenConfig
	listener, err := listen.Listen(ctx, "tcp", "127.0.0.1:0")
	if err != nil {
		return grant{}, err
	}
	c := &callback{"http://" + listener.Addr().String(), rand.Text(), make(chan outcome, 1), make(chan struct{}, 1)}
	server := &http.Server{Handler: c.handler(), ReadHeaderTimeout: 5 * time.Second}
	go server.Serve(listener)
	defer server.Close()

	state := "?state=" + c.state
	address := asking(page, s.name, c.address+"/granted"+state, c.address+"/rejected"+state)
	if err := show(ctx, address, s.open, env.Err); err != nil {
		return grant{}, err
	}
	ctx, cancel := context.WithTimeoutCause(ctx, s.timeout, errTimeout)
	defer cancel()
	select {
	case out := <-c.result:
		c.bye(server)
		return out.grant, out.err
	case <-ctx.Done():
		return grant{}, context.Cause(ctx)
	}
}

// bye lets the browser read the last page.
func (c *callback) bye(server *http.Server) {
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	select {
	case <-c.left:
	case <-ctx.Done():
	}
	_ = server.Shutdown(ctx) // it waits until the page is written
}

// patience is how long a browser may take to follow a redirect.
const patience = 2 * time.Second

// show leads the user to an address.
func show(ctx context.Context, address string, open bool, out io.Writer) error {
	if open {
		program.Println(out, "the browser shows a page of the site: log in and approve there")
		return openBrowser(ctx, address)
	}
	program.Printf(out, "open this address in a browser on this machine, log in and approve:\n%s\n", address)
	return nil
}

func (c *callback) handler() http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /granted", func(w http.ResponseWriter, r *http.Request) {
		query := r.URL.Query()
		out := outcome{grant: grant{cms.Credentials{User: query.Get("user_login"), Password: query.Get("password")},
			query.Get("site_url")}}
		switch {
		case query.Get("success") == "false":
			out = outcome{err: errRejected}
		case out.User == "" || out.Password == "":
			out = outcome{err: errors.New("the browser came back without a user or a password")}
		}
		c.finish(w, r, out)
	})
	mux.HandleFunc("GET /rejected", func(w http.ResponseWriter, r *http.Request) {
		c.finish(w, r, outcome{err: errRejected})
	})
	mux.Handle("GET /done", c.last("You approved: the program has a password."))
	mux.Handle("GET /refused", c.last("The program has no password."))
	return mux
}

// last is a page that says how the user has decided.
func (c *callback) last(says string) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/plain; charset=utf-8")
		_, _ = io.WriteString(w, says+" This page can be closed.\n")
		select {
		case c.left <- struct{}{}:
		default:
		}
	})
}

// finish takes the first request that has the state. It redirects the browser at once,
// so that no address with a password stays in its history.
func (c *callback) finish(w http.ResponseWriter, r *http.Request, out outcome) {
	w.Header().Set("Cache-Control", "no-store")
	w.Header().Set("Referrer-Policy", "no-referrer")
	if subtle.ConstantTimeCompare([]byte(r.URL.Query().Get("state")), []byte(c.state)) != 1 {
		http.Error(w, "This request was not asked for.", http.StatusForbidden)
		return
	}
	page := "/done"
	if out.err != nil {
		page = "/refused"
	}
	http.Redirect(w, r, page, http.StatusSeeOther)
	select {
	case c.result <- out:
	default: // a result was sent before
	}
}

// byHand asks for the password that the page shows.
func byHand(ctx context.Context, page *url.URL, s settings, env program.Environment) (grant, error) {
	if err := show(ctx, asking(page, s.name, "", ""), s.open, env.Err); err != nil {
		return grant{}, err
	}
	password, err := program.Password(ctx, s.site.User, env.Password, env.Err)
	return grant{cms.Credentials{User: s.site.User, Password: password}, ""}, err
}
