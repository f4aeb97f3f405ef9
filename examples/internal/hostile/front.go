package hostile

import (
	"bytes"
	"encoding/json"
	"io"
	"maps"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
)

// Mode is what a front does to the responses of its site.
type Mode struct {
	Name string
	// Spoils reports that the text of a member becomes hostile. Nil spoils none.
	Spoils func(member, text string) bool
	// Refuses reports whether the n-th request, from 1, gets an error response. Nil
	// refuses none.
	Refuses func(n int, r *http.Request) bool
	// Refusal is the first refusal, by its place in the list of refusals. Others follow.
	Refusal int
	// Changes is what a response becomes, before its texts do. Nil changes nothing.
	Changes func(r *http.Request, value any) any
}

// Front is a site whose texts are hostile. It is closed with the test.
type Front struct {
	URL string

	mode    Mode
	inner   string
	proxy   *httputil.ReverseProxy
	mu      sync.Mutex
	asked   int
	refused int
	spoiled int
	members map[string]int // how many texts of each became hostile, or could
}

// New returns the front of a site.
func New(t testing.TB, site string, mode Mode) *Front {
	t.Helper()
	address, err := url.Parse(site)
	if err != nil {
		t.Fatal(err)
	}
	f := &Front{mode: mode, inner: site, members: map[string]int{}}
	f.proxy = &httputil.ReverseProxy{
		Rewrite: func(r *httputil.ProxyRequest) {
			r.SetURL(address)
			r.Out.Header.Del("Accept-Encoding")
		},
		ModifyResponse: f.spoil,
	}
	server := httptest.NewUnstartedServer(f)
	// The name stays, because some routes exist only on localhost.
	f.URL = strings.Replace("http://"+server.Listener.Addr().String(), "127.0.0.1", address.Hostname(), 1)
	server.Start()
	t.Cleanup(server.Close)
	return f
}

// ServeHTTP passes a request on, or refuses it.
func (f *Front) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	f.mu.Lock()
	f.asked++
	refuses := f.mode.Refuses != nil && f.mode.Refuses(f.asked, r)
	number := f.mode.Refusal + f.refused
	if refuses {
		f.refused++
	}
	f.mu.Unlock()
	if !refuses {
		f.proxy.ServeHTTP(w, r)
		return
	}
	_, _ = io.Copy(io.Discard, r.Body)
	all := refusals()
	all[number%len(all)].answer(w)
}

// spoil makes the texts of a response hostile, and addresses of the site those of the
// front.
func (f *Front) spoil(r *http.Response) error {
	for _, values := range r.Header {
		for i := range values {
			values[i] = strings.ReplaceAll(values[i], f.inner, f.URL)
		}
	}
	if !strings.HasPrefix(r.Header.Get("Content-Type"), "application/json") {
		return nil
	}
	body, err := io.ReadAll(r.Body)
	if err != nil {
		return err
	}
	body = f.spoilJSON(body, r.Request)
	r.Body, r.ContentLength = io.NopCloser(bytes.NewReader(body)), int64(len(body))
	r.Header.Set("Content-Length", strconv.Itoa(len(body)))
	return nil
}

// spoilJSON is a JSON document with hostile texts. What is none stays as it is.
func (f *Front) spoilJSON(document []byte, r *http.Request) []byte {
	var value any
	decoder := json.NewDecoder(bytes.NewReader(document))
	decoder.UseNumber()
	if decoder.Decode(&value) != nil {
		return document
	}
	if f.mode.Changes != nil && r != nil {
		value = f.mode.Changes(r, value)
	}
	spoiled, err := json.Marshal(f.spoilValue("", value))
	if err != nil {
		return document
	}
	return spoiled
}

// spoilValue is the value of a member with hostile texts. Objects get a member more,
// whose name is one.
func (f *Front) spoilValue(member string, value any) any {
	switch v := value.(type) {
	case string:
		v = strings.ReplaceAll(v, f.inner, f.URL)
		return f.spoilText(member, v)
	case []any:
		for i := range v {
			v[i] = f.spoilValue(member, v[i])
		}
	case map[string]any:
		for _, name := range slices.Sorted(maps.Keys(v)) {
			v[name] = f.spoilValue(name, v[name])
		}
		if f.mode.Spoils != nil && f.mode.Spoils(aName, "") {
			f.spoilNames(v)
		}
	}
	return value
}

func (f *Front) spoilText(member, text string) string {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.members[member]++
	if f.mode.Spoils == nil || !f.mode.Spoils(member, text) {
		return text
	}
	if f.mode.Name == "texts" && strings.HasPrefix(text, f.URL) {
		return text // the program follows this address
	}
	f.spoiled++
	switch n := f.members[member]; { // only some get 20 KB each
	case n <= 2:
		return long(text)
	case n <= 20:
		return Text(text) + strings.Repeat("z", maxLine)
	}
	return Text(text)
}

// spoilNames adds a member with a hostile name to an object: a text to a record, and
// to what is keyed by names one more of the kind of all.
func (f *Front) spoilNames(object map[string]any) {
	names := slices.Sorted(maps.Keys(object))
	if len(names) == 0 {
		return
	}
	for _, name := range names {
		if reflect.TypeOf(object[name]) != reflect.TypeOf(object[names[0]]) {
			object[Text("")] = Text("")
			return
		}
	}
	object[names[0]+Text("")] = object[names[0]]
}

// Seen are the members of the texts that the site has sent.
func (f *Front) Seen() []string {
	f.mu.Lock()
	defer f.mu.Unlock()
	return slices.Sorted(maps.Keys(f.members))
}

// Counts are how many requests have come, how many of them were refused, and how many
// texts have become hostile.
func (f *Front) Counts() (asked, refused, spoiled int) {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.asked, f.refused, f.spoiled
}

// refusedItems lets each item of a batch fail.
func refusedItems(r *http.Request, value any) any {
	answer, ok := value.(map[string]any)
	responses, _ := answer["responses"].([]any)
	if !ok || !strings.HasSuffix(r.URL.Path, "/batch/v1") {
		return value
	}
	for i := range responses {
		responses[i] = map[string]any{"status": 400, "headers": map[string]any{},
			"body": json.RawMessage(failure(400, long("x"), long("x")))}
	}
	return value
}

// brokenRecords makes 900 of each record of a list, none of which can be read.
func brokenRecords(_ *http.Request, value any) any {
	list, ok := value.([]any)
	if !ok || len(list) == 0 {
		return value
	}
	out := make([]any, 900)
	for i := range out {
		out[i] = map[string]any{"id": i + 1, "date": []any{Text("")}, "title": 7, "name": []any{Text("")}, "slug": 7,
			"content": Text(""), "meta": Text("")}
	}
	return out
}

// aName stands for the names of members, where a mode is asked about a member.
const aName = "a name"

// kept are members whose texts a program goes on by: names of things on the site and
// words of a fixed meaning.
func kept() []string {
	return []string{
		"slug", "gmt_offset", "rest_base", "rest_namespace", "namespace", "type", "subtype", "object", "taxonomy",
		"status", "comment_status", "ping_status", "format", "code", "roles", "media_type", "methods", "allow",
		"default", "enum", "required", "uuid", "app_id", "mime_type", "mime-type", "scope", "comment_type", "sizes",
		"menus", "auto_add", "locations", "hierarchical", "taxonomies", "types", "viewable", "_nonce", "name_of",
		"version", "timezone_string", "page", "path", "password", "templated", "namespaces", "date", "day", "method",
		"items", "context", "target",
		"missing_image_sizes",
	}
}

// plain are texts that are no prose: dates, numbers, words, addresses of files.
var plain = regexp.MustCompile(`^(|\d{4}-\d\d-\d\d([T ][\d:]+)?(Z|[+-]\d\d:\d\d)?|\d+(\.\d+)?|[a-z]+/[a-z0-9.+-]+)$`)

// texts changes texts of prose, except some members. A program then comes to its end,
// or near it.
func texts(but ...string) func(member, text string) bool {
	return func(member, text string) bool {
		return member == aName || !slices.Contains(kept(), member) && !slices.Contains(but, member) &&
			!plain.MatchString(text)
	}
}
