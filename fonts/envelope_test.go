package fonts_test

import (
	"context"
	"errors"
	"io"
	"net/http"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/fontcms/fontcms-go/fonts"
	"github.com/fontcms/fontcms-go/fonts/fontstest"
)

func TestEnvelopeIsReadInEveryShape(t *testing.T) {
	t.Parallel()
	for name, body := range map[string]string{
		"as in the example":     `{"code":200,"message":"success","data":{"dataList":[{"id":"a"}]}}`,
		"as in the field table": `{"code":"200","message":200,"data":{"dataList":[{"id":"a"}]}}`,
		"code with a fraction":  `{"code":200.0,"data":{"dataList":[{"id":"a"}]}}`,
		"no code":               `{"data":{"dataList":[{"id":"a"}]}}`,
		"odd message":           `{"code":200,"message":{"de":"gut"},"data":{"dataList":[{"id":"a"}]}}`,
		"data first":            `{"data":{"dataList":[{"id":"a"}]},"code":200}`,
		"unknown members":       `{"code":200,"trace":[1,{}],"data":{"dataList":[{"id":"a","x":1}],"y":2}}`,
		"code twice":            `{"code":500,"code":200,"data":{"dataList":[{"id":"a"}]}}`,
		"id is a number":        `{"code":200,"data":{"dataList":[{"id":7}]}}`,
		"scalars in place of all": `{"code":200,"data":{"dataList":[{"id":"a","name":1.5,"version":2,"designer":false,` +
			`"license":7,"tags":["x","y"],"category":null,"languages":{"a":1},"copyright":[[]],"x":"y"}]}}`,
		"dates are numbers": `{"code":200,"data":{"dataList":[{"id":"a","created_at":1772353800,` +
			`"updated_at":{"$date":5}}]}}`,
		"broken UTF-8":    "{\"code\":200,\"data\":{\"dataList\":[{\"id\":\"a\",\"name\":\"\xff\"}]}}",
		"byte order mark": "\xef\xbb\xbf" + `{"code":200,"data":{"dataList":[{"id":"a"}]}}`,
		"PHP warning before": "<br />\n<b>Warning</b>: x in y on line 3<br />\n" +
			`{"code":200,"data":{"dataList":[{"id":"a"}]}}`,
		"comment after":          `{"code":200,"data":{"dataList":[{"id":"a"}]}}` + "\n<!-- 0.3 s -->",
		"null among the records": `{"code":200,"data":{"dataList":[null,{"id":"a"},[],{}]}}`,
		"list with holes":        `{"code":200,"data":{"dataList":{"0":null,"3":{"id":"a"}}}}`,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			c, _ := client(t, fixed(200, body))
			var response fonts.Response
			got, err := list(t.Context(), c, fonts.Capture(&response))
			if err != nil {
				t.Fatal(err)
			}
			switch {
			case len(got.Fonts) != 1:
				t.Fatalf("list: %d fonts, want 1", len(got.Fonts))
			case got.Fonts[0].ID != "a" && got.Fonts[0].ID != "7":
				t.Fatalf("List: id %q of the first font, want %q or %q", got.Fonts[0].ID, "a", "7")
			}
			noisy := strings.Contains(body, "Warning") || strings.Contains(body, "<!--")
			if noisy != (response.Noise != "") {
				t.Errorf("noise %q: noisy is %t, want %t", response.Noise, noisy, response.Noise != "")
			}
			if name == "scalars in place of all" {
				f := got.Fonts[0]
				equal(t, "fields", []string{f.Name, f.Version, f.Designer, *f.License, f.Tags, f.Category, f.Languages, f.Copyright,
					string(f.Extra["x"])},
					[]string{"1.5", "2", "", "7", "x,y", "", "1", "[[]]", `"y"`})
			}
			if name == "dates are numbers" {
				equal(t, "dates", []fonts.Date{got.Fonts[0].CreatedAt, got.Fonts[0].UpdatedAt},
					[]fonts.Date{"1772353800", `{"$date":5}`})
			}
		})
	}
}

func TestTruncatedPagesAreRefused(t *testing.T) {
	t.Parallel()
	const prefix = `{"code":"200","message":7,"data":{"total":"1","dataList":`
	for _, fontList := range []string{
		`[{"id":7,"name":1.5,"license":7,"tags":["x","y"],"languages":{"a":1},"copyright":[[]]}]}}`,
		`{"0":null,"3":{"id":7,"name":false}}}}`,
		`{5:{"id":"a"}}}}`, `{"0":{"id":"a"},}}}`, `{"0"}}}`, `[5]}}`, `{"0":5}}}`, `"x"}}`,
	} {
		body := prefix + fontList
		whole := strings.HasPrefix(fontList, `[{`) || strings.HasPrefix(fontList, `{"0":null`)
		for end := range len(body) + 1 {
			if end == 0 || whole && end == len(body) {
				continue
			}
			c, _ := client(t, fixed(200, body[:end]), fonts.WithRetry(fonts.Retry{Attempts: 1}))
			switch got, err := list(t.Context(), c); {
			case err == nil:
				t.Error("list(c): error nil, want an error")
			case got != nil:
				t.Errorf("list(c): %+v, want nil", got)
			}
		}
	}
	c, _ := client(t, fixed(200, `{}`))
	if _, err := list(t.Context(), c); !strings.Contains(err.Error(),
		fonts.ErrDecode.Error()+": there is neither a code nor a list of fonts") {
		t.Error(err)
	}
}

func TestNothingIsAnEmptyPage(t *testing.T) {
	t.Parallel()
	for _, data := range []string{`null`, `[]`, `[ ]`, `false`, `""`, `{}`, `{"dataList":null}`, `{"dataList":[]}`,
		`{"dataList":{}}`, `{"dataList":""}`, `{"dataList":[[]]}`} {
		c, _ := client(t, fixed(200, `{"code":200,"message":"success","data":`+data+`}`))
		got, err := list(t.Context(), c)
		switch {
		case err != nil:
			t.Errorf("%s: list(c): error %v, want nil", data, err)
		case got.Fonts == nil:
			t.Errorf("%s: list(c): Fonts nil, want a value", data)
		case len(got.Fonts) != 0:
			t.Errorf("%s: list(c): %d fonts, want 0", data, len(got.Fonts))
		}
	}
}

func TestFailuresSayWhatHappened(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		status int
		body   string
		is     []error
		text   string
	}{
		"code under HTTP 200": {200, `{"code":50001,"message":"no such tag","data":null}`, nil,
			"fonts.List (POST /api/fonts/list): HTTP 200, code 50001: no such tag"},
		"code 0 is not 200": {200, `{"code":0,"message":"ok","data":{"dataList":[]}}`, nil, "code 0: ok"},
		"404 under HTTP 200": {200, `{"code":"404","message":404,"data":[]}`, []error{fonts.ErrNotFound},
			"HTTP 200, code 404: 404"},
		"the number 404 under HTTP 200": {200, `{"code":404,"message":"no such font","data":null}`,
			[]error{fonts.ErrNotFound}, "HTTP 200, code 404: no such font"},
		"429 under HTTP 200": {200, `{"code":429,"message":"slow down"}`, []error{fonts.ErrRateLimited}, "slow down"},
		"status without envelope": {403, `{"error":"x"}`, []error{fonts.ErrForbidden},
			"fonts.List (POST /api/fonts/list): HTTP 403 Forbidden"},
		"status with good code": {400, `{"code":200,"message":"success","data":null}`, nil, "HTTP 400 Bad Request, code 200"},
		"web page":              {200, "<!DOCTYPE html><html>home</html>", []error{fonts.ErrNotJSON}, "web page"},
		"404 web page": {404, "<html>nothing here</html>", []error{fonts.ErrNotJSON, fonts.ErrNotFound},
			"check the base address"},
		"401": {401, `{"code":401,"message":"key"}`, []error{fonts.ErrUnauthorized},
			"HTTP 401 Unauthorized, code 401: key [the catalogue requires a key"},
		"429": {429, `{}`, []error{fonts.ErrRateLimited}, "HTTP 429 Too Many Requests (after 4 attempts)"},
		"502": {502, "bad gateway", []error{fonts.ErrUnavailable, fonts.ErrNotJSON}, "after 4 attempts"},
		"503": {503, "", []error{fonts.ErrUnavailable, fonts.ErrNotJSON}, "try again later"},
		"429 with a page": {429, "<html>", []error{fonts.ErrRateLimited},
			"HTTP 429 Too Many Requests (after 4 attempts) [the catalogue received too many requests: wait a minute, and"},
		"no list":       {200, `{"a":1}`, []error{fonts.ErrDecode}, "JSON, but not a list of fonts"},
		"504":           {504, `{"code":504}`, []error{fonts.ErrUnavailable}, "HTTP 504 Gateway Timeout, code 504"},
		"empty":         {200, " \n", []error{fonts.ErrNotJSON}, "the response is empty"},
		"no content":    {204, "", []error{fonts.ErrNotJSON}, "HTTP 204"},
		"cut":           {200, `{"code":200,"data":{"dataList":[{"id":"a"`, []error{fonts.ErrNotJSON}, "cut short"},
		"two values":    {200, `{"code":200,"data":{}} {}`, []error{fonts.ErrNotJSON}, ""},
		"not an object": {200, `["a"]`, []error{fonts.ErrDecode}, ""},
		"null":          {200, `null`, []error{fonts.ErrDecode}, "neither a code nor a list"},
		"other JSON":    {200, `{"status":"ok"}`, []error{fonts.ErrDecode}, "neither a code nor a list"},
		"behind a notice": {200, "Warning: x in y on line 3\n" + `{"message":["a"]}`, []error{fonts.ErrDecode},
			"neither a code nor a list"},
		"data is text":   {200, `{"code":200,"data":"all fonts"}`, []error{fonts.ErrDecode}, "all fonts"},
		"data is a list": {200, `{"code":200,"data":[{"id":"a"}]}`, []error{fonts.ErrDecode}, ""},
		"list is text":   {200, `{"code":200,"data":{"dataList":"a"}}`, []error{fonts.ErrDecode}, ""},
		"record is text": {200, `{"code":200,"data":{"dataList":["a"]}}`, []error{fonts.ErrDecode},
			"JSON string into Go fonts.Font"},
		"more than fits": {200, `{"code":200,"data":{"dataList":[{}` + strings.Repeat(",{}", 20_000) + `]}}`,
			[]error{fonts.ErrDecode}, "decoding it would take more than"},
		"list in a subfamily": {200, `{"code":200,"data":{"dataList":[{"fontSubfamily":[["a"]]}]}}`,
			[]error{fonts.ErrDecode}, "found [ instead of string"},
		"odd data hides no code": {200, `{"code":7,"message":"the reason","data":"details"}`, nil, "code 7: the reason"},
		"redirect": {302, "<html>", []error{fonts.ErrRedirected},
			"redirected [to https://www.fonts.test/login; pass"},
		"other origin":        {307, "", []error{fonts.ErrRedirected}, "to https://www.fonts.test/login"},
		"several choices":     {300, page(names(1), ""), []error{fonts.ErrRedirected}, "has no usable address"},
		"redirect to nowhere": {300, "", []error{fonts.ErrRedirected}, "has no usable address"},
		"long message": {200, `{"code":1,"message":"` + strings.Repeat("x", 9999) + `"}`, nil,
			"xxx…"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			client, _ := client(t, fixed(c.status, c.body))
			var response fonts.Response
			got, err := list(t.Context(), client, fonts.Capture(&response))
			e, ok := errors.AsType[*fonts.Error](err)
			if !ok || got != nil {
				t.Fatalf("list: error %v, %+v, want a *fonts.Error and nil", err, got)
			}
			for _, sentinel := range []error{
				fonts.ErrNotJSON, fonts.ErrDecode, fonts.ErrUnauthorized, fonts.ErrForbidden, fonts.ErrNotFound,
				fonts.ErrRateLimited,
				fonts.ErrUnavailable, fonts.ErrTooLarge, fonts.ErrRedirected, fonts.ErrTotalsVanished, fonts.ErrInvalidArgument,
			} {
				want := slices.Contains(c.is, sentinel)
				if errors.Is(err, sentinel) != want {
					t.Errorf("list: error %v is %v: %t, want %t", err, sentinel, errors.Is(err, sentinel), want)
				}
			}
			switch {
			case !strings.Contains(err.Error(), c.text):
				t.Errorf("text: %v, want %q in it", err, c.text)
			case strings.Contains(err.Error(), "secret"):
				t.Errorf("text: %v, want no %q in it", err, "secret")
			case len(err.Error()) > 900:
				t.Errorf("error text of %d bytes: %v, want at most 900", len(err.Error()), err)
			}
			switch {
			case e.Status != c.status:
				t.Errorf("list: Status %d, want %d", e.Status, c.status)
			case string(e.Body) != c.body[:min(len(c.body), 64<<10)]:
				t.Errorf("list: Body %q, want %q", string(e.Body), c.body[:min(len(c.body), 64<<10)])
			case response.Status != c.status:
				t.Errorf("fonts.Capture: Status %d, want %d", response.Status, c.status)
			case e.Attempts != response.Attempts:
				t.Errorf("list: Attempts %d, want %d", e.Attempts, response.Attempts)
			}
		})
	}
}

func TestWhatPHPWritesForNothingIsAnEmptyList(t *testing.T) {
	t.Parallel()
	for value, empty := range map[string]bool{
		"null": true, "false": true, `""`: true, "[]": true, "{}": true, "[ ]": true, "{\n}": true,
		"[" + strings.Repeat(" ", 20) + "]": true, "{" + strings.Repeat("\n", 20) + "}": true,
		"true": false, "0": false, `"x"`: false, `" "`: false, `"null"`: false,
	} {
		for where, body := range map[string]string{
			"data": `{"code":200,"data": ` + value + ` }`, "dataList": `{"code":200,"data":{"dataList": ` + value + ` }}`,
		} {
			c, _ := client(t, fixed(200, body), fonts.WithFirstPage(1))
			page, err := list(t.Context(), c)
			switch {
			case !empty:
				if !errors.Is(err, fonts.ErrDecode) {
					t.Errorf("List with %s as %s: error %v, want ErrDecode", value, where, err)
				}
			case err != nil || len(page.Fonts) != 0:
				t.Errorf("List with %s as %s: error %v, page %+v, want an empty page", value, where, err, page)
			}
		}
	}
}

func TestEnvelopeErrorsOfTheTestServer(t *testing.T) {
	t.Parallel()
	c := open(t, fontstest.NewHandler(fontstest.WithEnvelopeError(403, "not for you")))
	_, err := list(t.Context(), c)
	e, ok := errors.AsType[*fonts.Error](err)
	switch {
	case !ok:
		t.Errorf("list(c): error %v, want a *fonts.Error", err)
	case !errors.Is(err, fonts.ErrForbidden):
		t.Errorf("list(c): error %v, want ErrForbidden", err)
	case e.Code != "403" || e.Message != "not for you":
		t.Errorf("list(c): Code %q, Message %q, want %q and %q", e.Code, e.Message, "403", "not for you")
	case e.Status != 200 || e.Attempts != 1:
		t.Errorf("list(c): Status %d, Attempts %d, want 200 and 1", e.Status, e.Attempts)
	}
}

func TestTemporaryFailuresAreRetried(t *testing.T) {
	t.Parallel()
	for _, status := range []int{408, 429, 500, 502, 503, 504} {
		c, server := client(t, func(n int, _ asked) (int, string) {
			if n < 3 {
				return status, "later"
			}
			return 200, page(names(1), "")
		})
		var response fonts.Response
		got, err := list(t.Context(), c, fonts.Capture(&response))
		switch {
		case err != nil:
			t.Errorf("%d: list: error %v, want nil", status, err)
		case len(got.Fonts) != 1:
			t.Errorf("%d: list: %d fonts, want 1", status, len(got.Fonts))
		case response.Attempts != 3:
			t.Errorf("%d: fonts.Capture: Attempts %d, want 3", status, response.Attempts)
		case len(server.pages()) != 3:
			t.Errorf("status %d: %d requests, want 3", status, len(server.pages()))
		}
	}
}

func TestRetryAfterIsHonouredAndReported(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		waits := []string{"30", "", "600"}
		n := 0
		c, err := fonts.New(base,
			fonts.WithHTTPClient(&http.Client{Transport: roundTripper(func(*http.Request) (*http.Response, error) {
				header := http.Header{}
				if n < len(waits) && waits[n] != "" {
					header.Set("Retry-After", waits[n])
				}
				n++
				return &http.Response{StatusCode: http.StatusServiceUnavailable, Header: header,
					Body: io.NopCloser(strings.NewReader(`{"code":503,"message":"busy"}`))}, nil
			})}))
		if err != nil {
			t.Fatal(err)
		}
		begin := time.Now()
		_, err = list(t.Context(), c)
		e, ok := errors.AsType[*fonts.Error](err)
		switch {
		case !ok:
			t.Errorf("list(c): error %v, want a *fonts.Error", err)
		case e.RetryAfter != 10*time.Minute || e.Attempts != 3:
			t.Errorf("list(c): RetryAfter %v, Attempts %d, want %v and 3", e.RetryAfter, e.Attempts, 10*time.Minute)
		case !strings.Contains(e.Hint, "Retry-After"):
			t.Errorf("list(c): Hint %q, want %q in it", e.Hint, "Retry-After")
		}
		if waited := time.Since(begin); waited < 30*time.Second || waited > 32*time.Second {
			t.Errorf("waited %v, want at least %v and at most %v", waited, 30*time.Second, 32*time.Second)
		}
	})
}

func TestFailuresWithoutAResponse(t *testing.T) {
	t.Parallel()
	boom := errors.New("wire cut")
	answers := []func() (*http.Response, error){
		func() (*http.Response, error) {
			return &http.Response{StatusCode: http.StatusServiceUnavailable, Header: http.Header{},
				Body: io.NopCloser(strings.NewReader(`{"code":"503","message":"down"}`))}, nil
		},
		func() (*http.Response, error) { return nil, boom },
	}
	n := 0
	c, err := fonts.New(base, fonts.WithRetry(fonts.Retry{Attempts: 2, MinWait: 1, MaxWait: 1}),
		fonts.WithHTTPClient(&http.Client{Transport: roundTripper(func(*http.Request) (*http.Response, error) {
			n++
			return answers[n-1]()
		})}))
	if err != nil {
		t.Fatal(err)
	}
	var response fonts.Response
	_, err = list(t.Context(), c, fonts.Capture(&response))
	e, ok := errors.AsType[*fonts.Error](err)
	switch {
	case !ok:
		t.Errorf("list: error %v, want a *fonts.Error", err)
	case !errors.Is(err, boom):
		t.Errorf("list: error %v, want %v", err, boom)
	case e.Status != 503 || e.Code != "503":
		t.Errorf("list: Status %d, Code %q, want 503 and %q", e.Status, e.Code, "503")
	case e.Message != "down" || e.Attempts != 2:
		t.Errorf("list: Message %q, Attempts %d, want %q and 2", e.Message, e.Attempts, "down")
	}
	equal(t, "response", []int{response.Status, response.Attempts}, []int{503, 2})
}

func TestEndOfTheContextIsFoundInTheError(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	c, server := client(t, fixed(200, page(nil, "")))
	_, err := list(ctx, c)
	switch _, ok := errors.AsType[*fonts.Error](err); {
	case !ok:
		t.Errorf("list(c): error %v, want a *fonts.Error", err)
	case !errors.Is(err, context.Canceled):
		t.Errorf("list(c): error %v, want Canceled", err)
	case !strings.HasPrefix(err.Error(), "fonts.List (POST /api/fonts/list): context canceled"):
		t.Errorf("list(c): error %v, want the prefix %q", err, "fonts.List (POST /api/fonts/list): context canceled")
	}
	equal(t, "requests", len(server.pages()), 0)
}

func TestRedirectWithinTheOriginIsFollowed(t *testing.T) {
	t.Parallel()
	for _, status := range []int{http.StatusTemporaryRedirect, http.StatusPermanentRedirect} {
		s := &script{answer: fixed(200, page(names(1), ""))}
		c := open(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if r.URL.Path == "/api/fonts/list" {
				w.Header().Set("Location", "/moved")
				w.WriteHeader(status)
				return
			}
			s.ServeHTTP(w, r)
		}))
		got, err := list(t.Context(), c)
		switch {
		case err != nil:
			t.Errorf("list after a redirect with status %d: error %v, want nil; requests %v", status, err, s.bodies)
		case len(got.Fonts) != 1:
			t.Errorf("list(c): %d: %d fonts, want 1", status, len(got.Fonts))
		case s.bodies[0] != `{"pageData":{"page":1,"size":100}}`:
			t.Errorf("status %d: first request body %q, want %q", status, s.bodies[0], `{"pageData":{"page":1,"size":100}}`)
		}
	}
}

func TestTimeoutBoundsEachAttempt(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		c, err := fonts.New(base,
			fonts.WithHTTPClient(&http.Client{Transport: roundTripper(func(r *http.Request) (*http.Response, error) {
				<-r.Context().Done()
				return nil, r.Context().Err()
			})}))
		if err != nil {
			t.Fatal(err)
		}
		begin := time.Now()
		_, err = list(t.Context(), c, fonts.Timeout(time.Second), fonts.Attempts(3))
		e, ok := errors.AsType[*fonts.Error](err)
		switch {
		case !ok:
			t.Errorf("list: error %v, want a *fonts.Error", err)
		case e.Attempts != 3:
			t.Errorf("list: Attempts %d, want 3", e.Attempts)
		case !errors.Is(err, context.DeadlineExceeded):
			t.Errorf("list: error %v after %v, want DeadlineExceeded", err, time.Since(begin))
		case time.Since(begin) < 3*time.Second:
			t.Errorf("time.Since(begin): %v after %v, want at least %v", err, time.Since(begin), 3*time.Second)
		}
	})
}

func TestResponseAboveTheLimitIsRefused(t *testing.T) {
	t.Parallel()
	c, _ := client(t, fixed(200, page(names(100), "")), fonts.WithMaxResponseSize(99))
	_, err := list(t.Context(), c)
	e, ok := errors.AsType[*fonts.Error](err)
	switch {
	case !ok:
		t.Errorf("list(c): error %v, want a *fonts.Error", err)
	case !errors.Is(err, fonts.ErrTooLarge):
		t.Errorf("list(c): error %v, want ErrTooLarge", err)
	case e.Attempts != 1 || e.Status != 200:
		t.Errorf("list(c): Attempts %d, Status %d, want 1 and 200", e.Attempts, e.Status)
	case len(e.Body) != 99:
		t.Errorf("list(c): %d bytes of body, want 99", len(e.Body))
	}
	huge, err := c.With(fonts.WithMaxResponseSize(1<<63 - 1))
	if err != nil {
		t.Fatal(err)
	}
	switch got, err := list(t.Context(), huge); {
	case err != nil:
		t.Errorf("list(huge): error %v, want nil", err)
	case len(got.Fonts) != 100:
		t.Errorf("list(huge): %d fonts, want 100", len(got.Fonts))
	}
}
