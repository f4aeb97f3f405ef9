package main

import (
	"context"
	"fmt"
	"net"
	"net/http"
	"strconv"
	"time"

	"github.com/fontcms/fontcms-go/cms"
)

const perPage = 100

// pages are the recorded responses of a crawl.
type pages []page

type page struct {
	header http.Header
	body   []byte
}

func (p pages) String() string {
	size := 0
	for _, page := range p {
		size += len(page.body)
	}
	return fmt.Sprintf("replaying %d pages, %d bytes", len(p), size)
}

// record requests all pages of the list of posts once, and returns the responses.
func (p *plan) record(ctx context.Context) (pages, error) {
	site, err := cms.New(p.site, cms.WithPrefix(p.prefix), cms.WithApplicationPassword(p.user, p.password))
	if err != nil {
		return nil, err
	}
	defer site.CloseIdleConnections()
	var all pages
	for number := 1; ; number++ {
		request := cms.Request[cms.Raw]{Path: "cms/v2/posts", Query: p.query()}
		request.Query.Set("page", strconv.Itoa(number))
		var answer cms.Response
		body, err := cms.Do(ctx, site, request, cms.Capture(&answer))
		if err != nil {
			return nil, err
		}
		header := http.Header{"Content-Type": {body.Type}}
		for _, name := range []string{"X-WP-Total", "X-WP-TotalPages"} {
			header.Set(name, answer.Header.Get(name))
		}
		all = append(all, page{header, body.Body})
		if last, err := strconv.Atoi(answer.Header.Get("X-WP-TotalPages")); err != nil || number >= last {
			return all, err
		}
	}
}

// server replays pages on a free port.
type server struct {
	address string
	http    *http.Server
}

// serve serves count pages. After the last recorded page it starts again with the first.
func serve(pages pages, count int, delay time.Duration) *server {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		panic(err) // not expected, because every machine has a loopback address
	}
	handler := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		number, err := strconv.Atoi(r.URL.Query().Get("page"))
		if err != nil || number < 1 || number > count {
			http.NotFound(w, r)
			return
		}
		time.Sleep(delay)
		page := pages[(number-1)%len(pages)]
		for name, values := range page.header {
			w.Header()[name] = values
		}
		if count > len(pages) {
			w.Header().Set("X-WP-Total", strconv.Itoa(count*perPage))
			w.Header().Set("X-WP-TotalPages", strconv.Itoa(count))
		}
		_, _ = w.Write(page.body) // fails only if the client has closed the connection
	})
	s := &server{"http://" + listener.Addr().String(), &http.Server{Handler: handler, ReadHeaderTimeout: time.Minute}}
	go func() { _ = s.http.Serve(listener) }()
	return s
}

func (s *server) close() { _ = s.http.Close() }
