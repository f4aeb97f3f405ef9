// Package oldlists has round trippers that serve old lists of a site. Only tests import
// it. A procedure that reads a list, decides and writes must not destroy, lose or
// duplicate records with either of them:
//
//   - [Cache] keeps the response to each address, as a proxy or a plugin does. A request
//     with an argument that no request had before passes it.
//   - [Replica] hides new records from every list, as a slow replica of the database
//     does. No argument passes it.
//
// A list is a response to GET with status 200 whose body is a JSON array. All other
// responses are passed on unchanged, except by a Cache that also keeps records.
package oldlists

import (
	"bytes"
	"encoding/json"
	"io"
	"net/http"
	"path"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"
)

// Clock is the time of a [Cache] or a [Replica]. The zero Clock is the time of the
// machine. It is safe for concurrent use.
type Clock struct {
	mu    sync.Mutex
	ahead time.Duration
}

// Advance moves the clock forward.
func (c *Clock) Advance(d time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.ahead += d
}

func (c *Clock) now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return time.Now().Add(c.ahead)
}

// age is how long a Cache serves a list, and how long a Replica hides a new record.
const age = time.Minute

// Cache serves the list of an address for one minute. It compares the whole address,
// and neither credentials nor other headers. All clients of a test share one Cache.
type Cache struct {
	Clock
	Base http.RoundTripper // [http.DefaultTransport] if nil
	// Records makes the cache keep single records, too. It then obeys the header
	// "Cache-Control: no-cache" of a request, unless it is Deaf.
	Records, Deaf bool

	mu   sync.Mutex
	kept map[string]*kept
	hits int
}

// kept is a response in a cache.
type kept struct {
	until  time.Time
	header http.Header
	body   []byte
}

// Hits returns how many lists came from the cache.
func (c *Cache) Hits() int {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.hits
}

// RoundTrip sends a request, unless the cache has a list for it.
func (c *Cache) RoundTrip(req *http.Request) (*http.Response, error) {
	key := req.URL.String()
	fresh := c.Records && !c.Deaf && req.Header.Get("Cache-Control") == "no-cache"
	if found := c.find(req.Method, key); found != nil && !fresh {
		return respond(req, found.header, found.body), nil
	}
	asked := c.now()
	first := "["
	if c.Records {
		first = ""
	}
	resp, body, err := beginning(first, c.Base, req)
	if err != nil || body == nil {
		return resp, err
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.kept == nil {
		c.kept = map[string]*kept{}
	}
	if one := c.kept[key]; one == nil || !asked.Before(one.until) {
		c.kept[key] = &kept{asked.Add(age), resp.Header, body}
	}
	return respond(req, resp.Header, body), nil
}

func (c *Cache) find(method, key string) *kept {
	now := c.now()
	c.mu.Lock()
	defer c.mu.Unlock()
	found := c.kept[key]
	if method != http.MethodGet || found == nil || !now.Before(found.until) {
		return nil
	}
	c.hits++
	return found
}

// Replica omits records from lists for one minute after their creation, and also the
// records with higher ids, which are newer. It treats the ids of each route separately,
// and corrects the totals.
type Replica struct {
	Clock
	Base http.RoundTripper // [http.DefaultTransport] if nil

	mu    sync.Mutex
	fresh map[string]map[int64]time.Time // by route and id: the time until which the record is hidden
	hid   int
}

// Hid returns how many records were omitted from lists.
func (r *Replica) Hid() int {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.hid
}

// RoundTrip sends a request, and omits new records from a list.
func (r *Replica) RoundTrip(req *http.Request) (*http.Response, error) {
	resp, body, err := beginning("[", r.Base, req)
	if err != nil {
		return resp, err
	}
	route := req.URL.Path
	if body == nil {
		id, err := strconv.ParseInt(path.Base(resp.Header.Get("Location")), 10, 64)
		if resp.StatusCode == http.StatusCreated && err == nil {
			r.hide(route, id)
		}
		return resp, nil
	}
	var records []json.RawMessage
	if err := json.Unmarshal(body, &records); err != nil {
		return nil, err
	}
	all := len(records)
	records = slices.DeleteFunc(records, func(raw json.RawMessage) bool { return r.hides(route, raw) })
	if body, err = json.Marshal(records); err != nil {
		return nil, err
	}
	for name, values := range resp.Header {
		if n, err := strconv.Atoi(values[0]); err == nil && strings.HasSuffix(name, "-Total") {
			resp.Header.Set(name, strconv.Itoa(n-(all-len(records))))
		}
	}
	return respond(req, resp.Header, body), nil
}

// hide omits a new record of a route from lists for one minute.
func (r *Replica) hide(route string, id int64) {
	until := r.now().Add(age)
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.fresh[route] == nil {
		if r.fresh == nil {
			r.fresh = map[string]map[int64]time.Time{}
		}
		r.fresh[route] = map[int64]time.Time{}
	}
	r.fresh[route][id] = until
}

// hides reports whether a record of a route is hidden, because it is new or has a higher
// id than a new record.
func (r *Replica) hides(route string, raw json.RawMessage) bool {
	var record struct{ ID int64 }
	if json.Unmarshal(raw, &record) != nil {
		return false
	}
	now := r.now()
	r.mu.Lock()
	defer r.mu.Unlock()
	for id, until := range r.fresh[route] {
		if record.ID >= id && now.Before(until) {
			r.hid++
			return true
		}
	}
	return false
}

// beginning sends a request. It returns the body if the request is a GET, the status is
// 200 and the body begins with the text first. Otherwise it returns a nil body.
func beginning(first string, base http.RoundTripper, req *http.Request) (*http.Response, []byte, error) {
	if base == nil {
		base = http.DefaultTransport
	}
	resp, err := base.RoundTrip(req)
	if err != nil || req.Method != http.MethodGet || resp.StatusCode != http.StatusOK {
		return resp, nil, err
	}
	body, err := io.ReadAll(resp.Body)
	_ = resp.Body.Close()
	if err != nil {
		return nil, nil, err
	}
	if !bytes.HasPrefix(bytes.TrimSpace(body), []byte(first)) {
		resp.Body = io.NopCloser(bytes.NewReader(body))
		return resp, nil, nil
	}
	return resp, body, nil
}

// respond returns a response with status 200 and the given header and body.
func respond(req *http.Request, header http.Header, body []byte) *http.Response {
	header = header.Clone()
	header.Set("Content-Length", strconv.Itoa(len(body)))
	return &http.Response{
		Status: "200 OK", StatusCode: http.StatusOK, Proto: "HTTP/1.1", ProtoMajor: 1, ProtoMinor: 1,
		Header: header, ContentLength: int64(len(body)), Body: io.NopCloser(bytes.NewReader(body)), Request: req,
	}
}
