package cmstest_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/fontcms/fontcms-go/cms/cmstest"
)

// send is do for answers that may not arrive: on a new connection, so that nothing is repeated beneath.
func (c *client) send(method, address, body string, headers ...string) (answer, error) {
	c.t.Helper()
	if !strings.HasPrefix(address, "http") {
		address = c.root + address
	}
	req, err := http.NewRequestWithContext(c.t.Context(), method, address, strings.NewReader(body))
	if err != nil {
		c.t.Fatal(err)
	}
	req.Header.Set("Content-Type", "application/json")
	for _, h := range headers {
		name, value, _ := strings.Cut(h, ": ")
		req.Header.Set(name, value)
	}
	req.SetBasicAuth("editor", c.site.AppPassword("editor"))
	res, err := http.DefaultTransport.RoundTrip(req)
	if err != nil {
		return answer{}, err
	}
	defer res.Body.Close()
	raw, err := io.ReadAll(res.Body)
	return answer{res.StatusCode, res.Header, string(raw)}, err
}

// TestStallLastsUntilTheServerCloses has a pause that no test could wait for.
func TestStallLastsUntilTheServerCloses(t *testing.T) {
	t.Parallel()
	c := start(t)
	c.site.Insert("posts", map[string]any{"title": "One"})
	c.site.Fail(cmstest.Fault{Sent: 3, Stall: time.Hour})
	req, err := http.NewRequestWithContext(t.Context(), http.MethodGet, c.root+"/posts", http.NoBody)
	if err != nil {
		t.Fatal(err)
	}
	res, err := http.DefaultTransport.RoundTrip(req)
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	begin := make([]byte, 3)
	if _, err := io.ReadFull(res.Body, begin); err != nil || !strings.HasPrefix(string(begin), "[{") {
		t.Fatalf("Read of a stalled response: %q, error %v, want its beginning", begin, err)
	}
	c.site.Close()
	if rest, err := io.ReadAll(res.Body); len(rest) > 0 || err == nil {
		t.Errorf("Read of a stalled response after Close: %q, error %v, want an error and nothing more", rest, err)
	}
}

func TestFaultAppliesOnlyToMatchingRequests(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct {
		fault cmstest.Fault
		want  string // the statuses of the requests below
		hits  int
	}{
		"all":           {cmstest.Fault{}, "500 500 500 500 500", 5},
		"method":        {cmstest.Fault{Method: "GET"}, "500 500 201 500 500", 4},
		"route":         {cmstest.Fault{Route: "/cms/v2/posts"}, "500 200 500 500 404", 3},
		"with variable": {cmstest.Fault{Route: "/CMS/v2/posts/{id}"}, "200 500 201 200 404", 1},
		"both":          {cmstest.Fault{Method: "GET", Route: "/cms/v2/posts/"}, "500 200 201 500 404", 2},
		"nth":           {cmstest.Fault{Skip: 1, Times: 1}, "200 500 201 200 404", 1},
		"next two":      {cmstest.Fault{Times: 2}, "500 500 201 200 404", 2},
		"from the nth":  {cmstest.Fault{Skip: 3}, "200 200 201 500 500", 2},
		"other route":   {cmstest.Fault{Route: "/cms/v2/pages"}, "200 200 201 200 404", 0},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			c := start(t)
			c.site.Insert("posts", map[string]any{"title": "One"})
			tc.fault.Status = 500
			remove := c.site.Fail(tc.fault)
			requests := []string{"GET /posts", "GET /posts/1", "POST /posts", "GET /posts/?page=1",
				"GET " + c.site.URL + "/elsewhere"}
			var got []string
			for _, request := range requests {
				method, path, _ := strings.Cut(request, " ")
				a := c.do("admin", method, path, `{"title":"x"}`)
				got = append(got, fmt.Sprint(a.status))
			}
			if strings.Join(got, " ") != tc.want {
				t.Errorf("Statuses of the requests: %v, want %s", got, tc.want)
			}
			if n := len(c.site.Requests()); n != len(requests) {
				t.Errorf("Requests lists %d requests, want %d", n, len(requests))
			}
			if n, again := remove(), remove(); n != tc.hits || again != tc.hits {
				t.Errorf("struck %d times, then %d; want %d", n, again, tc.hits)
			}
			if a := c.get("", "/posts"); a.status != 200 {
				t.Errorf("GET of /posts after the fault was removed: status %d, want 200", a.status)
			}
		})
	}
}

func TestFaultOfARouteSparesOtherAddresses(t *testing.T) {
	t.Parallel()
	c := start(t, cmstest.WithPath("/blog"))
	remove := c.site.Fail(cmstest.Fault{Route: "/cms/v2/posts", Status: 500})
	host := strings.TrimSuffix(c.site.URL, "/blog")
	for path, want := range map[string]int{
		"/?rest_route=/cms/v2/posts": 404, "/blogs?rest_route=/cms/v2/posts": 404, "/blog?rest_route=/cms/v2/posts": 301,
		"/blog/?rest_route=/cms/v2/posts": 500,
	} {
		if a, err := c.send("GET", host+path, ""); err != nil || a.status != want {
			t.Errorf("GET of %s: status %d, want %d, error %v", path, a.status, want, err)
		}
	}
	if n := remove(); n != 1 {
		t.Errorf("The fault struck %d times, want once", n)
	}
}

func TestFaultOfARouteSparesTheItemsOfABatch(t *testing.T) {
	t.Parallel()
	const batch = `{"requests":[{"method":"POST","path":"/cms/v2/posts","body":{"title":"Kerning"}}]}`
	for route, want := range map[string]int{"/cms/v2/posts": http.StatusMultiStatus, "/batch/v1": http.StatusTeapot} {
		c := start(t)
		c.site.Fail(cmstest.Fault{Route: route, Status: http.StatusTeapot})
		address := strings.TrimSuffix(c.root, "/cms/v2") + "/batch/v1"
		got, err := c.send(http.MethodPost, address, batch)
		if err != nil || got.status != want {
			t.Errorf("batch with a fault of %s: status %d, error %v, want %d\n%s", route, got.status, err, want, got.body)
		}
		if made := strings.Contains(got.body, `"status":201`); made != (want == http.StatusMultiStatus) {
			t.Errorf("batch with a fault of %s: %s, with the status 201: %t, want %t", route, got.body, made, !made)
		}
	}
}

func TestFaultChangesTheResponse(t *testing.T) {
	t.Parallel()
	const asJSON, accept = "application/json; charset=UTF-8", "Accept: application/json"
	const uncached = "no-cache, must-revalidate, max-age=0, no-store, private"
	at := time.Date(2026, 5, 1, 10, 0, 0, 0, time.FixedZone("", 3600))
	maintenance := cmstest.Maintenance()
	for name, tc := range map[string]struct {
		fault       cmstest.Fault
		header      string
		status      int
		contentType string
		body        string // a part of it
		more        string // headers: "Name: value", a line each
	}{
		"status": {cmstest.Fault{Status: 502}, "", 502, "text/html; charset=UTF-8", "<h1>502 Bad Gateway</h1>",
			"Cache-Control: "},
		"code": {cmstest.Fault{Status: 418, Code: "c", Message: "m"}, "", 418, asJSON,
			`{"code":"c","message":"m","data":{"status":418}}`, ""},
		"maintenance": {maintenance, accept, 503, asJSON,
			`{"code":"wp_die","message":"The site is being updated.","data":{"status":503},"additional_errors":[]}`,
			"Retry-After: 600\nCache-Control: " + uncached},
		"to a browser": {maintenance, "Content-Type: x", 503, "text/html; charset=UTF-8",
			"<h1>The site is being updated.</h1>", "Retry-After: 600\nCache-Control: " + uncached},
		"too many": {cmstest.TooMany(1500 * time.Millisecond), "", 429, asJSON, `"rate_limited"`, "Retry-After: 2"},
		"retry date": {cmstest.Fault{Status: 503, RetryAt: at}, "", 503, "text/html; charset=UTF-8", "",
			"Retry-After: Fri, 01 May 2026 09:00:00 GMT"},
		"body":       {cmstest.Fault{Body: []byte("null")}, "", 200, asJSON, "null", ""},
		"empty body": {cmstest.Fault{Status: 204, Body: []byte{}}, "", 204, asJSON, "", ""},
		"notice":     {cmstest.Fault{Before: cmstest.Notice}, "", 200, asJSON, "line <b>7</b><br />\n[{\"id\":1,", ""},
		"bom":        {cmstest.Fault{Before: cmstest.BOM}, "", 200, asJSON, "\ufeff[{\"id\":1,", ""},
		"trailing":   {cmstest.Fault{After: "<!-- cached -->"}, "", 200, asJSON, "}]<!-- cached -->", ""},
		"truncated":  {cmstest.Fault{Truncate: 4}, "", 200, asJSON, `[{"i`, "Content-Length: 4"},
		"content type": {cmstest.Fault{Header: http.Header{"content-type": {"text/plain"}}}, "", 200, "text/plain",
			`[{"id":1`, ""},
		"no totals": {cmstest.Fault{Drop: []string{"X-CMS-Total", "x-cms-totalpages"}}, "", 200, asJSON, `[{"id":1`,
			"X-CMS-Total: "},
		"page": {cmstest.HTMLPage("Log in"), "", 200, "text/html; charset=UTF-8", "<h1>Log in</h1>", ""},
		"redirect": {cmstest.Redirection(301, "https://other.test/"), "", 301, "text/html; charset=UTF-8", "",
			"Location: https://other.test/"},
		"stall":        {cmstest.Fault{Sent: 5, Stall: time.Millisecond}, "", 200, asJSON, `[{"id":1,`, ""},
		"only delayed": {cmstest.Fault{Delay: time.Millisecond}, "", 200, asJSON, `[{"id":1,`, "X-CMS-Total: 1"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			c := start(t)
			c.site.Insert("posts", map[string]any{"title": "One"})
			c.site.Fail(tc.fault)
			headers := []string{}
			if tc.header != "" {
				headers = append(headers, tc.header)
			}
			a, err := c.send("GET", "/posts", "", headers...)
			if err != nil || a.status != tc.status {
				t.Errorf("GET of /posts: error %v, status %d, want status %d and no error", err, a.status, tc.status)
			} else if a.header.Get("Content-Type") != tc.contentType || !strings.Contains(a.body, tc.body) {
				t.Errorf("GET of /posts: headers %s, body %s, want Content-Type %s and %q in the body", a.header, a.body,
					tc.contentType, tc.body)
			}
			for line := range strings.Lines(tc.more) {
				if name, value, _ := strings.Cut(strings.TrimRight(line, "\n"), ": "); a.header.Get(name) != value {
					t.Errorf("GET of /posts: header %s is %q, want %q", name, a.header.Get(name), value)
				}
			}
		})
	}
}

func TestResponseIsLostBeforeOrAfterTheSiteActs(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct {
		fault cmstest.Fault
		posts string
	}{
		{cmstest.Fault{Cut: cmstest.CutAnswer}, "0"},
		{cmstest.Fault{Cut: cmstest.CutAnswer, Processed: true}, "1"},
		{cmstest.Fault{Cut: cmstest.CutBody}, "1"},
		{cmstest.Fault{Cut: cmstest.CutBody, Sent: 7}, "1"},
		{cmstest.Fault{Cut: cmstest.CutBody, Sent: 7, Status: 500, Code: "x"}, "0"},
		{cmstest.Fault{Cut: cmstest.CutBody, Sent: 7, Stall: time.Millisecond, Delay: time.Millisecond}, "1"},
	} {
		c := start(t)
		c.get("", "/posts") // so that the connection is an old one
		tc.fault.Times = 1
		remove := c.site.Fail(tc.fault)
		a, err := c.send("POST", "/posts", `{"title":"x","status":"publish"}`)
		if err == nil || tc.fault.Cut == cmstest.CutBody &&
			(!errors.Is(err, io.ErrUnexpectedEOF) || len(a.body) != tc.fault.Sent) {
			t.Errorf("POST with %+v: error %v, body %q, want an error and only the bytes that are sent", tc.fault, err, a.body)
		}
		if got := c.get("", "/posts").header.Get("X-CMS-Total"); got != tc.posts {
			t.Errorf("%+v: %s posts are there, want %s", tc.fault, got, tc.posts)
		}
		if n := remove(); n != 1 {
			t.Errorf("Fault %+v struck %d times, want once", tc.fault, n)
		}
	}
}

func TestProcessedFaultStoresThePost(t *testing.T) {
	t.Parallel()
	c := start(t)
	c.site.Fail(cmstest.Fault{Method: "POST", Status: 504, Processed: true, Times: 1})
	if a := c.do("editor", "POST", "/posts", `{"title":"x"}`); a.status != 504 ||
		c.site.Record("posts", 1)["title"] != "x" {
		t.Errorf("POST of a post: status %d, stored %v, want 504 and a stored post", a.status, c.site.Record("posts", 1))
	}
}

func TestCutResponseIsNotRetriedByNetHTTP(t *testing.T) {
	t.Parallel()
	c := start(t)
	c.get("", "/posts")
	remove := c.site.Fail(cmstest.Fault{Method: "GET", Cut: cmstest.CutAnswer, Times: 1})
	if _, err := c.send("GET", "/posts", ""); err == nil || remove() != 1 {
		t.Errorf("GET of a cut response: error %v, want an error and one request, not a retry by net/http", err)
	}
}

func TestDelayEndsWithTheRequestAndTheServer(t *testing.T) {
	t.Parallel()
	c := start(t)
	c.site.Fail(cmstest.Fault{Delay: time.Hour})
	ended := make(chan error, 1)
	ask := func(ctx context.Context, requests int) {
		go func() {
			req, err := http.NewRequestWithContext(ctx, "GET", c.root+"/posts", nil)
			if err == nil {
				_, err = http.DefaultClient.Do(req)
			}
			ended <- err
		}()
		for len(c.site.Requests()) < requests {
			time.Sleep(time.Millisecond)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	ask(ctx, 1)
	cancel()
	if err := <-ended; err == nil {
		t.Error("GET that was canceled in its delay succeeded, want an error")
	}
	ask(t.Context(), 2)
	c.site.Close()
	if err := <-ended; err == nil {
		t.Error("GET in its delay succeeded after Close, want an error")
	}
}

func TestSeveralFaultsTakeTurns(t *testing.T) {
	t.Parallel()
	c := start(t)
	c.site.Fail(cmstest.Fault{Status: 500, Times: 1})
	c.site.Fail(cmstest.Fault{Status: 501, Times: 1})
	c.site.Fail(cmstest.Fault{Status: 502, Skip: 2})
	var got []int
	for range 4 {
		got = append(got, c.get("", "/posts").status)
	}
	c.site.ResetFaults()
	if got = append(got, c.get("", "/posts").status); got[0] != 500 || got[1] != 501 {
		t.Errorf("Statuses under faults in turn: %v, want 500, 501 and 502 first", got)
	} else if got[2] != 502 {
		t.Errorf("Statuses under faults in turn: %v, want 500, 501 and 502 first", got)
	} else if got[3] != 502 || got[4] != 200 {
		t.Errorf("Statuses under faults in turn: %v, want 502 fourth and 200 after ResetFaults", got)
	}
}

func TestInvalidFaultPanics(t *testing.T) {
	t.Parallel()
	c := start(t)
	for _, f := range []cmstest.Fault{
		{Status: 99}, {Status: 600}, {Route: "posts"}, {Code: "x"}, {Skip: -1}, {Times: -1}, {Sent: -1}, {Truncate: -1},
		{Delay: -1}, {Stall: -1}, {RetryAfter: -1}, {Cut: 3}, {Route: "/cms-json/cms/v2/posts"},
	} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("Fail with %+v did not panic, want a panic", f)
				}
			}()
			c.site.Fail(f)
		}()
	}
}
