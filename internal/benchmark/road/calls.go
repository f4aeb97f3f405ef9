package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"runtime/coverage"
	"strings"
	"sync"

	"github.com/fontcms/fontcms-go/batch"
	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/cms/cmstest"
	"github.com/fontcms/fontcms-go/fonts"
	"github.com/fontcms/fontcms-go/fonts/fontstest"
	"github.com/fontcms/fontcms-go/media"
)

// call is what is measured. cms.New is measured by itself and has no do.
type call struct {
	name, title string
	live        bool // the responses come from the server, not from memory
	do          func(context.Context, clients) error
}

// clients are those that calls are made with.
type clients struct {
	*cms.Client
	fonts *fonts.Client
}

func calls() []call {
	return []call{
		{"new", "cms.New", false, nil},
		{"get", "site.Posts.Get", false, func(ctx context.Context, site clients) error {
			_, err := site.Posts.Get(ctx, 1)
			return err
		}},
		{"all", "site.Posts.All with Prefetch(4), 300 posts", false, func(ctx context.Context, site clients) error {
			n := 0
			for _, err := range site.Posts.All(ctx, nil, cms.Prefetch(4)) {
				if err != nil {
					return err
				}
				n++
			}
			if n != 300 {
				return fmt.Errorf("%d posts were read", n)
			}
			return nil
		}},
		{"batch", "a batch with one update", false, func(ctx context.Context, site clients) error {
			update := site.Posts.UpdateRequest(1, &cms.PostParams{Title: new("Font faces")})
			report, err := batch.New(site.Client).Add(update).Do(ctx)
			if err == nil {
				err = report.Err()
			}
			return err
		}},
		{"ensure", "site.Posts.Ensure of a new post", true, func(ctx context.Context, site clients) error {
			found, err := site.Posts.List(ctx, nil)
			if err != nil {
				return err
			}
			_, err = site.Posts.Ensure(ctx, fmt.Sprintf("faces-%d", found.Total), &cms.PostParams{
				Title: new("Font faces"), Status: new(cms.StatusPublish),
			})
			return err
		}},
		{"upload", "an upload to the media library", true, func(ctx context.Context, site clients) error {
			text := "%PDF-1.4 a catalogue"
			_, err := media.New(site.Client).Upload(ctx, media.File{
				Name: "catalogue.pdf", Reader: strings.NewReader(text), Size: int64(len(text)),
			}, nil)
			return err
		}},
		{"fonts", "fonts.Client.All", true, func(ctx context.Context, site clients) error {
			for _, err := range site.fonts.All(ctx, nil) {
				if err != nil {
					return err
				}
			}
			return nil
		}},
	}
}

// measure makes each call twice, and writes what the second one ran.
func measure(folder string) error {
	server := cmstest.NewServer(cmstest.WithPrefix("wp"))
	defer server.Close()
	for range 300 {
		server.Insert("posts", map[string]any{"title": "Font faces", "content": "Text", "status": "publish"})
	}
	catalogue := fontstest.NewServer()
	defer catalogue.Close()
	faces, err := fonts.New(catalogue.URL)
	if err != nil {
		return err
	}
	answers := &memory{next: http.DefaultTransport, known: map[string]*answer{}}
	dial := func(transport http.RoundTripper) (*cms.Client, error) {
		return cms.New(server.URL, cms.WithPrefix("wp"),
			cms.WithApplicationPassword("admin", server.AppPassword("admin")),
			cms.WithHTTPClient(&http.Client{Transport: transport}))
	}
	for _, c := range calls() {
		transport := http.RoundTripper(answers)
		if c.live {
			transport = http.DefaultTransport
		}
		client, err := dial(transport)
		if err != nil {
			return err
		}
		site := clients{client, faces}
		if c.do != nil {
			if err := c.do(context.Background(), site); err != nil {
				return fmt.Errorf("%s, the first time: %w", c.title, err)
			}
		}
		if err := coverage.ClearCounters(); err != nil {
			return err
		}
		if c.do == nil {
			_, err = dial(transport)
		} else {
			err = c.do(context.Background(), site)
		}
		if err != nil {
			return fmt.Errorf("%s: %w", c.title, err)
		}
		into := filepath.Join(folder, c.name)
		err = errors.Join(os.Mkdir(into, 0o700), coverage.WriteMetaDir(into), coverage.WriteCountersDir(into))
		if err != nil {
			return err
		}
	}
	return nil
}

// memory keeps the first response to each request, and returns it from then on.
type memory struct {
	next  http.RoundTripper
	mu    sync.Mutex
	known map[string]*answer
}

type answer struct {
	status int
	header http.Header
	body   []byte
}

func (m *memory) RoundTrip(req *http.Request) (*http.Response, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	key := req.Method + " " + req.URL.String()
	known := m.known[key]
	if known == nil {
		resp, err := m.next.RoundTrip(req)
		if err != nil {
			return nil, err
		}
		body, err := io.ReadAll(resp.Body)
		if err := errors.Join(err, resp.Body.Close()); err != nil {
			return nil, err
		}
		known = &answer{resp.StatusCode, resp.Header, body}
		m.known[key] = known
	} else if req.Body != nil {
		if _, err := io.Copy(io.Discard, req.Body); err != nil {
			return nil, err
		}
	}
	return &http.Response{
		StatusCode: known.status, Header: known.header, ContentLength: int64(len(known.body)),
		Body: io.NopCloser(bytes.NewReader(known.body)), Request: req, Proto: "HTTP/1.1", ProtoMajor: 1, ProtoMinor: 1,
	}, nil
}
