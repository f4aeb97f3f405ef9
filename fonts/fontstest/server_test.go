package fontstest_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"reflect"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/fontcms/fontcms-go/fonts/fontstest"
)

const listPath = "/api/fonts/list"

// start serves until the test ends.
func start(t *testing.T, opts ...fontstest.Option) *fontstest.Server {
	t.Helper()
	s := fontstest.NewServer(opts...)
	t.Cleanup(s.Close)
	return s
}

// send makes one request and decodes the envelope that answers it.
func send(t *testing.T, method, url, body string) (int, map[string]any) {
	t.Helper()
	req, err := http.NewRequestWithContext(t.Context(), method, url, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	if got := res.Header.Get("Content-Type"); got != "application/json; charset=utf-8" {
		t.Errorf("%s %s: Content-Type %q, want JSON in UTF-8", method, url, got)
	}
	data, err := io.ReadAll(res.Body)
	if err != nil {
		t.Fatal(err)
	}
	var envelope map[string]any
	if err := json.Unmarshal(data, &envelope); err != nil {
		t.Fatalf("%s %s: error %v, want JSON, body %.200q", method, url, err, data)
	}
	return res.StatusCode, envelope
}

// list asks for a page and returns the data of a successful answer.
func list(t *testing.T, s *fontstest.Server, body string) map[string]any {
	t.Helper()
	status, envelope := send(t, "POST", s.URL+listPath, body)
	data, ok := envelope["data"].(map[string]any)
	if status != 200 || !ok {
		t.Fatalf("POST of a list with %s: status %d, %v, want 200 and data", body, status, envelope)
	}
	return data
}

// members collects one member of the records of a page.
func members(t *testing.T, data map[string]any, name string) []any {
	t.Helper()
	records, ok := data["dataList"].([]any)
	if !ok {
		t.Fatalf("List: dataList is %v, want a list", data["dataList"])
	}
	values := []any{}
	for _, record := range records {
		values = append(values, record.(map[string]any)[name])
	}
	return values
}

func equal(t *testing.T, what string, got, want any) {
	t.Helper()
	if !reflect.DeepEqual(got, want) {
		t.Errorf("%s: got %#v, want %#v", what, got, want)
	}
}

// five is a small catalogue, out of order.
func five() []map[string]any {
	return []map[string]any{
		{"id": "e", "name": "Echo", "tags": "latin, bold", "category": "serif", "designer": "Zoë Ångström"},
		{"id": "b2", "name": "Bravo", "tags": "greek", "category": "Sans-Serif", "description": "A & B <C>"},
		{"id": "a", "name": "Alpha", "tags": "latin|greek", "category": "serif", "fontFamily": "First"},
		{"id": "b1", "name": "Bravo", "tags": "bold-italic", "category": "sans-serif"},
		{"id": "d", "name": "Delta", "fontSubfamily": []string{"Regular", "Bold"}},
	}
}

func TestSuccessIsTheEnvelopeOfTheExample(t *testing.T) {
	t.Parallel()
	s := start(t, fontstest.WithFonts(five()))
	status, envelope := send(t, "POST", s.URL+listPath, `{"pageData":{"page":1,"size":2}}`)
	equal(t, "status", status, 200)
	equal(t, "code", envelope["code"], 200.0)
	equal(t, "message", envelope["message"], "success")
	equal(t, "envelope size", len(envelope), 3)
	data := envelope["data"].(map[string]any)
	equal(t, "page", data["page"], 1.0)
	equal(t, "pageTotal", data["pageTotal"], 3.0)
	equal(t, "total", data["total"], 5.0)
	equal(t, "data size", len(data), 4)
	equal(t, "ids", members(t, data, "id"), []any{"a", "b1"})
}

func TestPagesAreOrderedByNameThenID(t *testing.T) {
	t.Parallel()
	s := start(t, fontstest.WithFonts(five()))
	for body, want := range map[string][]any{
		`{"pageData":{"page":1,"size":5}}`:                   {"a", "b1", "b2", "d", "e"},
		`{"pageData":{"page":2,"size":2}}`:                   {"b2", "d"},
		`{"pageData":{"page":3.0,"size":2e0}}`:               {"e"},
		`{"pageData":{"page":4,"size":2}}`:                   {},
		`{"pageData":{"page":2147483647,"size":2147483647}}`: {},
		`{"pageData":{"page":2147483647.0,"size":1}}`:        {},
		`{"pageData":{"page":1,"size":10}}`:                  {"a", "b1", "b2", "d", "e"},
	} {
		equal(t, body, members(t, list(t, s, body), "id"), want)
	}
}

func TestFontsOfOneNameAreOrderedByIDHoweverTheyAreGiven(t *testing.T) {
	t.Parallel()
	for _, ids := range [][]string{{"a", "b", "c"}, {"a", "c", "b"}, {"b", "a", "c"}, {"b", "c", "a"}, {"c", "a", "b"},
		{"c", "b", "a"}} {
		var all []map[string]any
		for _, id := range ids {
			all = append(all, map[string]any{"id": id, "name": "Alpha"})
		}
		s := start(t, fontstest.WithFonts(all))
		equal(t, fmt.Sprint(ids), members(t, list(t, s, `{"pageData":{"page":1,"size":5}}`), "id"), []any{"a", "b", "c"})
	}
}

func TestRequestsThatAreNotAsSpecifiedAreRefused(t *testing.T) {
	t.Parallel()
	s := start(t, fontstest.WithFonts(five()))
	const fine = `{"pageData":{"page":1,"size":1}}`
	const noObject = "the body is not a JSON object"
	const page = "pageData.page is "
	for name, c := range map[string]struct {
		method, path, body string
		status             int
		message            string // how it begins
	}{
		"other path":       {"POST", "/api/fonts", fine, 404, "no such path"},
		"slash at the end": {"POST", listPath + "/", fine, 404, "no such path"},
		"root":             {"GET", "/", "", 404, "no such path"},
		"other method":     {"GET", listPath, "", 405, "the font list accepts only POST"},
		"no body":          {"POST", listPath, "", 400, noObject + ": EOF"},
		"null":             {"POST", listPath, "null", 400, noObject},
		"array":            {"POST", listPath, "[]", 400, noObject + ": json: cannot unmarshal"},
		"cut short":        {"POST", listPath, `{"pageData":`, 400, noObject + ": unexpected EOF"},
		"two values":       {"POST", listPath, fine + fine, 400, "the body has more than a JSON object"},
		"no pageData":      {"POST", listPath, `{"page":1,"size":1}`, 400, "pageData is required and must be an object"},
		"other spelling": {"POST", listPath, `{"pagedata":{"page":1,"size":1}}`, 400,
			"pageData is required and must be an object"},
		"pageData null": {"POST", listPath, `{"pageData":null}`, 400, "pageData is required and must be an object"},
		"no page":       {"POST", listPath, `{"pageData":{"size":1}}`, 400, page + "required and must be a number"},
		"no size": {"POST", listPath, `{"pageData":{"page":1}}`, 400,
			"pageData.size is required and must be a number"},
		"page is a string": {"POST", listPath, `{"pageData":{"page":"1","size":1}}`, 400,
			page + "required and must be a number"},
		"page 1.5": {"POST", listPath, `{"pageData":{"page":1.5,"size":1}}`, 400,
			page + "1.5, which is not a whole number of 32 bits"},
		"page above 32 bits": {"POST", listPath, `{"pageData":{"page":2147483648,"size":1}}`, 400,
			page + "2147483648, which is not a whole number of 32 bits"},
		"page below 32 bits": {"POST", listPath, `{"pageData":{"page":-2147483649,"size":1}}`, 400,
			page + "-2147483649, which is not a whole number of 32 bits"},
		"page above 64 bits": {"POST", listPath, `{"pageData":{"page":1e300,"size":1}}`, 400,
			page + "1e300, which is not a whole number of 32 bits"},
		"page above a float": {"POST", listPath, `{"pageData":{"page":1e999,"size":1}}`, 400,
			page + "1e999, which is not a whole number of 32 bits"},
		"size 1.5": {"POST", listPath, `{"pageData":{"page":1,"size":1.5}}`, 400,
			"pageData.size is 1.5, which is not a whole number of 32 bits"},
		"page before first": {"POST", listPath, `{"pageData":{"page":0,"size":1}}`, 400, page + "0, the first page is 1"},
		"lowest page": {"POST", listPath, `{"pageData":{"page":-2147483647.0,"size":1}}`, 400,
			page + "-2147483647, the first page is 1"},
		"page of two digits": {"POST", listPath, `{"pageData":{"page":-10,"size":1}}`, 400,
			page + "-10, the first page is 1"},
		"size 0": {"POST", listPath, `{"pageData":{"page":1,"size":0}}`, 400,
			"pageData.size is 0, but must be at least 1"},
		"tags is an array": {"POST", listPath, `{"pageData":{"page":1,"size":1},"tags":["a"]}`, 400,
			"tags must be a string"},
		"category is a number": {"POST", listPath, `{"pageData":{"page":1,"size":1},"category":1}`, 400,
			"category must be a string"},
		"keyword is a bool": {"POST", listPath, `{"pageData":{"page":1,"size":1},"keyword":true}`, 400,
			"keyword must be a string"},
		"body above limit": {"POST", listPath, `{"x":"` + strings.Repeat("x", 1<<20) + `"}`, 413,
			"the body is larger than 1 MiB"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			status, envelope := send(t, c.method, s.URL+c.path, c.body)
			equal(t, "status", status, c.status)
			equal(t, "code", envelope["code"], float64(c.status))
			if message, _ := envelope["message"].(string); !strings.HasPrefix(message, c.message) {
				t.Errorf("%s %s: message %v, want %s", c.method, c.path, envelope["message"], c.message)
			}
			if data, ok := envelope["data"]; !ok || data != nil {
				t.Errorf("%s %s: data %v, want null", c.method, c.path, data)
			}
		})
	}
}

func TestWrongMethodNamesTheRightOne(t *testing.T) {
	t.Parallel()
	w := httptest.NewRecorder()
	fontstest.NewHandler().ServeHTTP(w, httptest.NewRequest("PUT", listPath, nil))
	equal(t, "status", w.Code, 405)
	equal(t, "Allow", w.Header().Get("Allow"), "POST")
}

func TestRequestsAreRecordedWithTheirBody(t *testing.T) {
	t.Parallel()
	s := start(t)
	const body = `{"pageData":{"page":1,"size":1},"keyword":"x"}`
	send(t, "POST", s.URL+listPath+"?a=b", body)
	send(t, "GET", s.URL+"/nothing", "")
	got := s.Requests()
	if len(got) != 2 {
		t.Fatalf("Requests: %d, want 2", len(got))
	}
	equal(t, "method", got[0].Method, "POST")
	equal(t, "path", got[0].Path, listPath)
	equal(t, "query", got[0].Query, "a=b")
	equal(t, "body", string(got[0].Body), body)
	equal(t, "header", got[0].Header.Get("User-Agent"), "Go-http-client/1.1")
	equal(t, "second path", got[1].Path, "/nothing")

	got[0].Body[0] = 'X'
	got[0].Header.Set("User-Agent", "changed")
	again := s.Requests()
	equal(t, "body afterwards", string(again[0].Body), body)
	equal(t, "header afterwards", again[0].Header.Get("User-Agent"), "Go-http-client/1.1")
}

func TestServerTakesManyRequestsAtOnce(t *testing.T) {
	t.Parallel()
	s := start(t)
	var group sync.WaitGroup
	for range 8 {
		group.Go(func() {
			for range 10 {
				res, err := http.Post(s.URL+listPath, "application/json", strings.NewReader(`{"pageData":{"page":1,"size":9}}`))
				if err != nil {
					t.Error(err)
					return
				}
				_, _ = io.Copy(io.Discard, res.Body)
				res.Body.Close()
				s.Requests()
			}
		})
	}
	group.Wait()
	equal(t, "requests", len(s.Requests()), 80)
}

func TestCloseWaitsForHandlersAndCancelsTheirContexts(t *testing.T) {
	t.Parallel()
	entered, left := make(chan struct{}), make(chan struct{})
	s := start(t, fontstest.WithMiddleware(func(next http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			close(entered)
			<-r.Context().Done()
			time.Sleep(20 * time.Millisecond)
			next.ServeHTTP(w, r)
			close(left)
		})
	}))
	answered := make(chan int, 1)
	go func() {
		res, err := http.Post(s.URL+listPath, "application/json", strings.NewReader(`{"pageData":{"page":1,"size":1}}`))
		if err != nil {
			t.Error(err)
			answered <- 0
			return
		}
		res.Body.Close()
		answered <- res.StatusCode
	}()
	<-entered
	s.Close()
	select {
	case <-left:
	default:
		t.Error("Close returned before the handler, want it to wait")
	}
	equal(t, "status", <-answered, 200)
}

func TestCloseMayBeCalledByManyAndAgain(t *testing.T) {
	t.Parallel()
	s := fontstest.NewServer()
	send(t, "GET", s.URL+"/", "") // leaves an idle connection
	var group sync.WaitGroup
	for range 3 {
		group.Go(s.Close)
	}
	group.Wait()
	s.Close()
	if _, err := http.Get(s.URL); err == nil {
		t.Error("GET after Close: no error, want one")
	}
	equal(t, "requests after Close", len(s.Requests()), 1)
}

func TestServersListenOnLoopback(t *testing.T) {
	t.Parallel()
	a, b := start(t), start(t)
	if !strings.HasPrefix(a.URL, "http://127.0.0.1:") || strings.HasSuffix(a.URL, "/") {
		t.Errorf("URL of a server: %s, want loopback without a slash at its end", a.URL)
	} else if a.URL == b.URL {
		t.Errorf("URLs of two servers: %s and %s, want two addresses", a.URL, b.URL)
	}
}

func TestHandlerServesBelowAPrefixThatWasStripped(t *testing.T) {
	t.Parallel()
	handler := http.StripPrefix("/v9", fontstest.NewHandler(fontstest.WithFonts(five())))
	w := httptest.NewRecorder()
	handler.ServeHTTP(w, httptest.NewRequest("POST", "/v9"+listPath,
		strings.NewReader(`{"pageData":{"page":1,"size":9}}`)))
	equal(t, "status", w.Code, 200)
	if !bytes.Contains(w.Body.Bytes(), []byte(`"A & B <C>"`)) {
		t.Errorf("Handler below /v9: body %s, want A & B <C> as it is", w.Body)
	}
}
