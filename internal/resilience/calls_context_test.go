package resilience

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"os"
	"regexp"
	"runtime"
	"runtime/metrics"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"
)

// hostility is what a server answers to a call. Its context is that of the call.
type hostility struct {
	name   string
	status int
	// body is what the server sends, of about size bytes; endless sends it again and again.
	body    func(size int) []byte
	endless bool
	header  http.Header
}

func hostilities() []hostility {
	each := func(open, each, end string) func(int) []byte {
		return func(size int) []byte { return repeated(open, each, end)(size / len(each)) }
	}
	return []hostility{
		{name: "deeply nested", body: func(size int) []byte { return nested("[", "", "]")(size / 2) }},
		{name: "deeply nested in a member",
			body: func(size int) []byte { return nested(`{"id":1,"a":`, "1", "}")(size / 13) }},
		{name: "begins 64 times", body: func(size int) []byte {
			return []byte(strings.Repeat("[1]\n["+strings.Repeat("1,", size/128)+"x]\n", 64))
		}},
		{name: "one text", body: func(size int) []byte { return repeated(`{"id":1,"a":"`, "x", `"}`)(1 + size/2) }},
		{name: "one text in a list", body: func(size int) []byte {
			return []byte(`[{"id":1,"a":"` +
				strings.Repeat("x", size) + `"}]`)
		}},
		{name: "many small members", body: each(`{"id":1,`, `"%x":0`, "}")},
		{name: "many small members in a list", body: each(`[{"id":1,`, `"%x":0`, "}]")},
		{name: "a schema within schemas", body: func(size int) []byte {
			return nested(`{"properties":{"a":`, "{}", "}}")(min(size/21, 4_900))
		}},
		{name: "tiny records", body: each("[", `{"id":1}`, "]")},
		{name: "tiny numbers", body: each("[", `1`, "]")},
		{name: "a web page", body: each("<html><body>", "<p>x ", "</html>")},
		{name: "an envelope of refusals", status: 500,
			body: each(`{"code":"rest_x","message":"x","additional_errors":[`, `{}`, "]}")},
		{name: "an error of a list", status: 400,
			body: each(`{"code":"rest_x","message":"x","data":{"params":{`, `"%x":0`, "}}}")},
		{name: "an error that begins 64 times", status: 500, body: func(size int) []byte {
			return []byte(strings.Repeat("[1]\n["+strings.Repeat("1,", size/128)+"x]\n", 64))
		}},
		{name: "a page of an error", status: 502, body: each("<html><body>", "<p>x ", "</html>")},
		{name: "endless", body: func(int) []byte { return []byte(" ") }, endless: true},
		{name: "endless redirects", status: 302, body: func(int) []byte { return nil },
			header: http.Header{"Location": {"/again"}}},
	}
}

// against is the key of the responder to the requests of a context.
type against struct{}

type responder interface {
	respond(req *http.Request) (*http.Response, error)
}

// attack is a server that ends the context of its call after its response was read.
type attack struct {
	hostility
	content []byte
	after   time.Duration
	cancel  context.CancelCauseFunc

	once  sync.Once
	mutex sync.Mutex
	ended time.Time
	asked int
}

var errEnded = errors.New("the context has ended")

func (a *attack) end() {
	a.once.Do(func() {
		end := func() {
			a.mutex.Lock()
			defer a.mutex.Unlock()
			a.ended = time.Now()
			a.cancel(errEnded)
		}
		if a.after == 0 {
			end()
			return
		}
		time.AfterFunc(a.after, end)
	})
}

func (a *attack) respond(req *http.Request) (*http.Response, error) {
	if err := req.Context().Err(); err != nil {
		return nil, err
	}
	a.mutex.Lock()
	a.asked++
	a.mutex.Unlock()
	status := a.status
	if status == 0 {
		status = http.StatusOK
	}
	header := http.Header{"Content-Type": {"application/json"}}
	maps.Copy(header, a.header)
	body := &attackBody{Reader: bytes.NewReader(a.content), attack: a, ctx: req.Context()}
	if a.endless || len(a.content) == 0 {
		a.end()
	}
	return &http.Response{StatusCode: status, Header: header, ContentLength: -1, Body: body, Request: req,
		Proto: "HTTP/1.1", ProtoMajor: 1, ProtoMinor: 1}, nil
}

// attackBody is the body of the response, which the context of the request ends as in net/http.
type attackBody struct {
	*bytes.Reader
	attack *attack
	ctx    context.Context //nolint:containedctx // it is that of the request
}

func (b *attackBody) Read(p []byte) (int, error) {
	if err := b.ctx.Err(); err != nil {
		return 0, err
	}
	if b.attack.endless {
		time.Sleep(time.Millisecond)
		return copy(p, b.attack.content), nil
	}
	return b.Reader.Read(p)
}

// Close ends the context: the response has been read.
func (b *attackBody) Close() error {
	b.attack.end()
	return nil
}

// asking are the exported calls that send requests.
func asking(t *testing.T) []string {
	t.Helper()
	var out []string
	all := decoders()
	for _, name := range slices.Sorted(maps.Keys(all)) {
		a := &attack{content: []byte("[]"), after: time.Hour}
		ctx, cancel := context.WithCancelCause(t.Context())
		a.cancel = cancel
		_, _ = all[name].decode(attacked{t, context.WithValue(ctx, against{}, a)}, []byte("[]"))
		cancel(nil)
		if a.asked > 0 {
			out = append(out, name)
		}
	}
	return out
}

// attacked is a test whose context ends.
type attacked struct {
	testing.TB
	ctx context.Context //nolint:containedctx // it is what it is for
}

func (t attacked) Context() context.Context { return t.ctx }

// TestEveryCallLooksAtItsContextAfterALargeResponse ends the context at the moment at
// which a large response has been read: what a call then parses would be in vain. Of an
// error, a client reads one MiB.
func TestEveryCallLooksAtItsContextAfterALargeResponse(t *testing.T) {
	t.Parallel()
	all, names := decoders(), asking(t)
	if len(names) < 100 {
		t.Fatalf("Calls with a context: %d, %q, want at least 100", len(names), names)
	}
	for _, h := range hostilities() {
		if h.name != "one text" && h.name != "tiny numbers" && h.name != "a web page" {
			continue // they differ in what parsing them takes
		}
		content := h.body(5 << 20 / 2)
		for _, name := range names {
			a := &attack{hostility: h, content: content}
			if _, err := a.run(t, all[name]); !errors.Is(err, errEnded) {
				t.Errorf("Call %s, response %s: error %.200v, want that of the context", name, h.name, err)
			}
		}
	}
}

// run makes a call, and returns how long after the end of its context it returned.
func (a *attack) run(t *testing.T, d decoder) (late time.Duration, err error) {
	t.Helper()
	ctx, cancel := context.WithCancelCause(t.Context())
	defer cancel(nil)
	a.cancel = cancel
	_, err = d.decode(attacked{t, context.WithValue(ctx, against{}, a)}, nil)
	now := time.Now()
	a.mutex.Lock()
	defer a.mutex.Unlock()
	if a.ended.IsZero() {
		return 0, err
	}
	return now.Sub(a.ended), err
}

// TestTableOfHostileResponses prints how long after the end of its context each call
// returns, and what it takes of the heap. FONTCMS_HOSTILE_TABLE is the size of the
// responses in MiB, FONTCMS_HOSTILE_CALLS an expression for the names of the calls.
func TestTableOfHostileResponses(t *testing.T) { //nolint:paralleltest // it measures times and the heap
	size, err := strconv.Atoi(os.Getenv("FONTCMS_HOSTILE_TABLE"))
	if err != nil {
		t.Skip("FONTCMS_HOSTILE_TABLE is not set")
	}
	wanted := regexp.MustCompile(os.Getenv("FONTCMS_HOSTILE_CALLS"))
	all := decoders()
	names := asking(t)
	for _, h := range hostilities() {
		content := h.body(size << 20)
		for _, name := range names {
			if !wanted.MatchString(name) {
				continue
			}
			for _, after := range []time.Duration{5 * time.Millisecond, 50 * time.Millisecond} {
				a := &attack{hostility: h, content: content, after: after}
				goroutines, top := runtime.NumGoroutine(), watch()
				late, err := a.run(t, all[name])
				_, _ = fmt.Fprintf(os.Stdout, "row\t%s\t%s\t%d\t%d\t%d\t%d\t%.80q\n", name, h.name, after.Milliseconds(),
					len(content)>>20, late.Milliseconds(), top()>>20, fmt.Sprint(err))
				for deadline := time.Now().Add(time.Minute); runtime.NumGoroutine() > goroutines && time.Now().Before(deadline); {
					time.Sleep(5 * time.Millisecond)
				}
			}
		}
	}
}

// watch looks at the heap until the function that it returns is called, which returns
// the most that was seen above what it was.
func watch() func() int64 {
	look := func() int64 {
		sample := []metrics.Sample{{Name: "/memory/classes/heap/objects:bytes"}}
		metrics.Read(sample)
		return int64(sample[0].Value.Uint64())
	}
	runtime.GC()
	before, stop, top := look(), make(chan struct{}), make(chan int64)
	go func() {
		most := before
		for {
			select {
			case <-stop:
				top <- max(most, look()) - before
				return
			case <-time.After(2 * time.Millisecond):
				most = max(most, look())
			}
		}
	}()
	return func() int64 { close(stop); return <-top }
}
