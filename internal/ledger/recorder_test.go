package ledger_test

import (
	"bytes"
	"encoding/json"
	"io"
	"mime"
	"mime/multipart"
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"sync"
	"testing"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/fonts"
	"github.com/fontcms/fontcms-go/internal/replay"
)

// request is a request that left the module.
type request struct {
	service string // "cms" or "fonts"
	method  string
	path    string // below the root
	query   url.Values
	body    any // decoded JSON; for an upload the fields of the form
}

// recorder is a transport that keeps requests and answers them with as little as
// the caller needs.
type recorder struct {
	service string
	root    string
	answer  func(r request) string
	failing int // which of the requests does, from 1; none for 0
	fails   func(*http.Request) (status int, body string, err error)

	mu   sync.Mutex
	sent []request
}

func (r *recorder) RoundTrip(req *http.Request) (*http.Response, error) {
	sent := request{
		service: r.service,
		method:  req.Method,
		path:    "/" + strings.TrimPrefix(req.URL.Path, r.root),
		query:   replay.WithoutRandom(req.URL).Query(),
	}
	if req.Body != nil {
		body, err := io.ReadAll(req.Body)
		if err != nil {
			return nil, err
		}
		_ = req.Body.Close()
		sent.body = decode(req.Header.Get("Content-Type"), body)
	}
	r.mu.Lock()
	r.sent = append(r.sent, sent)
	failing := len(r.sent) == r.failing
	r.mu.Unlock()

	status, body := http.StatusOK, answer(sent)
	if r.answer != nil {
		if own := r.answer(sent); own != "" {
			body = own
		}
		if strings.Contains(body, `"data":{"status":404}`) {
			status = http.StatusNotFound
		}
	}
	if failing {
		var err error
		if status, body, err = r.fails(req); err != nil {
			return nil, err
		}
	}
	header := http.Header{"Content-Type": {"application/json"}, "X-Cms-Total": {"0"}, "X-Cms-Totalpages": {"0"}}
	return &http.Response{StatusCode: status, Header: header, Body: io.NopCloser(strings.NewReader(body)),
		Request: req}, nil
}

// take returns what was sent since the last call.
func (r *recorder) take() []request {
	r.mu.Lock()
	defer r.mu.Unlock()
	sent := r.sent
	r.sent = nil
	return sent
}

// decode reads a body: JSON, or the fields of a form.
func decode(contentType string, body []byte) any {
	kind, params, _ := mime.ParseMediaType(contentType)
	if kind == "multipart/form-data" {
		fields := map[string]any{}
		reader := multipart.NewReader(bytes.NewReader(body), params["boundary"])
		for {
			part, err := reader.NextPart()
			if err != nil {
				return fields
			}
			value, _ := io.ReadAll(part)
			fields[part.FormName()] = string(value)
		}
	}
	var v any
	if json.Unmarshal(body, &v) != nil {
		return nil
	}
	return v
}

var itemPath = regexp.MustCompile(`/\d+$`)

// answer is the least that a call is content with.
func answer(sent request) string {
	switch {
	case sent.service == "fonts":
		return `{"code":200,"message":"success","data":{"dataList":[],"page":1,"pageTotal":0,"total":0}}`
	case sent.method == http.MethodDelete && sent.query.Get("force") == "true":
		return `{"deleted":true,"previous":{"id":7}}`
	case sent.method == http.MethodGet && !itemPath.MatchString(sent.path) && strings.HasPrefix(sent.path, "/cms/v2/"):
		return `[]`
	}
	return `{"id":7,"parent":41}` // that of the revisions and autosaves
}

// services are the clients under test.
type services struct {
	site      *cms.Client
	catalogue *fonts.Client
	cms       *recorder
	fonts     *recorder
}

func newServices(t *testing.T) *services {
	t.Helper()
	s := &services{
		cms:   &recorder{service: "cms", root: "/cms-json/"},
		fonts: &recorder{service: "fonts", root: "/"},
	}
	var err error
	if s.site, err = cms.New("https://docs.example.org", cms.WithHTTPClient(&http.Client{Transport: s.cms})); err != nil {
		t.Fatal(err)
	}
	if s.catalogue, err = fonts.New("https://fonts.example.org", fonts.WithHTTPClient(&http.Client{Transport: s.fonts}),
		fonts.WithFirstPage(1)); err != nil {
		t.Fatal(err)
	}
	return s
}

// sent returns the requests of both since the last call.
func (s *services) sent() []request { return append(s.cms.take(), s.fonts.take()...) }
