package secrets

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/url"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/fontcms/fontcms-go/cms"
)

// hostile are the strings that are given in place of each argument.
func hostile() []string {
	return []string{
		"\r", "\n", "\r\n", "x\r\nX-Evil: 1", "x\r\n\r\nGET /evil HTTP/1.1\r\nHost: evil\r\n\r\n",
		"x HTTP/1.1\r\nX-Evil: 1\r\n\r\n", "\x00", "a\x00b", "\t", "\x7f", "\x1b[31m",
		".", "..", "../", "../..", "a/../../b", "/../x", "./x", "%2e%2e", "%2e%2e%2f", "..%2f", "%2F", "%5c", "%00",
		"%0d%0aX-Evil:%201", "%25",
		`\`, `..\..`, "//evil.test", "//evil.test/x", "https://evil.test/x", "a//b", "/", "a/", "?x=1", "a?_method=DELETE",
		"#x", "a#x", ";", "a;b=c", "a&_method=DELETE", "&", "=",
		`"`, `'`, `a"; filename="evil.php`, `a"` + "\r\nContent-Type: text/html\r\n\r\n<evil>", "a b", " ", "+", "ü", "写真",
		"\xff\xfe", "a\xc0\xaeb", "\u202egnp.exe", "\u2028", "\u00a0", "\uff0e\uff0e\uff0f", "\u0085x",
		"{}", "<>", "|", "^", "`", "*", "$(x)", "@", "user:pass@evil.test", ":", "_method", "_envelope",
		"X-HTTP-Method-Override", strings.Repeat("a", 64<<10), strings.Repeat("../", 1000),
	}
}

// attack is one public function with the argument that is attacked.
type attack struct {
	call func(ctx context.Context, site *cms.Client, s string) error
	// path is where the request has to arrive; %s is the argument itself.
	path string
	// arrived is what the server reads for the argument, nil if the path tells.
	arrived func(a arrival) (string, bool)
	// header is the one that it may add.
	header string
	// made says what becomes of the argument, nil for nothing.
	made func(string) string
}

func argumentOf(name string) func(arrival) (string, bool) {
	return func(a arrival) (string, bool) {
		query, err := url.ParseQuery(a.request.URL.RawQuery)
		return query.Get(name), err == nil && len(query[name]) == 1
	}
}

// firstOfTwo returns the first of two values. The second is the first with a random end.
func firstOfTwo(name string) func(arrival) (string, bool) {
	return func(a arrival) (string, bool) {
		query, err := url.ParseQuery(a.request.URL.RawQuery)
		values := query[name]
		return query.Get(name), err == nil && len(values) == 2 && strings.HasPrefix(values[1], values[0]+"-")
	}
}

// secondField is what arrived after the id among the fields that were asked for.
func secondField(a arrival) (string, bool) {
	fields, ok := argumentOf("_fields")(a)
	field, found := strings.CutPrefix(fields, "id,")
	return field, ok && found
}

func memberOf(path ...string) func(arrival) (string, bool) {
	return func(a arrival) (string, bool) {
		var value any
		if json.Unmarshal(a.body, &value) != nil {
			return "", false
		}
		for _, name := range path {
			switch v := value.(type) {
			case map[string]any:
				value = v[name]
			case []any:
				value = v[0]
			}
		}
		text, ok := value.(string)
		return text, ok
	}
}

func headerOf(name string) func(arrival) (string, bool) {
	return func(a arrival) (string, bool) { return a.request.Header.Get(name), len(a.request.Header[name]) == 1 }
}

func do(ctx context.Context, site *cms.Client, r cms.Request[cms.Nothing]) error {
	_, err := cms.Do(ctx, site, r)
	return err
}

func failing[T any](_ T, err error) error { return err }

// utf8Text is what becomes of broken UTF-8 in JSON.
func utf8Text(s string) string { return string([]rune(s)) }

// trimmed is what net/http leaves of the value of a header.
func trimmed(s string) string { return strings.Trim(s, " \t") }

// with gives an option to a client that reads one post.
func with(option func(string) cms.Option) func(context.Context, *cms.Client, string) error {
	return func(ctx context.Context, site *cms.Client, s string) error {
		derived, err := site.With(option(s))
		if err != nil {
			return err
		}
		return failing(derived.Posts.Get(ctx, 5))
	}
}

func TestArgumentsCannotChangeTheRequest(t *testing.T) {
	t.Parallel()
	for name, attack := range attacks() {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := newWire(t)
			site := w.site(t)
			refused, sent := 0, 0
			for _, s := range append(hostile(), "plain") {
				err := attack.call(t.Context(), site, s)
				if errors.Is(err, cms.ErrInvalidArgument) {
					refused++
					continue
				}
				a := <-w.arrivals
				sent++
				if why := attack.wrong(a, s); why != "" {
					t.Errorf("Call with %.60q: %s\n%.300q\nwant the request unchanged", s, why,
						a.target+"\n"+strings.Join(a.lines, "\n"))
				}
			}
			if len(w.arrivals) > 0 {
				t.Errorf("Requests that arrived besides those meant: %d, want none", len(w.arrivals))
			}
			if sent+refused != len(hostile())+1 {
				t.Errorf("Requests: %d sent, %d refused, want %d in all", sent, refused, len(hostile())+1)
			}
		})
	}
}

// ordinary are the headers that the client sends.
var ordinary = []string{"Host", "User-Agent", "Accept", "Accept-Encoding", "Content-Type", "Content-Length",
	"Transfer-Encoding"}

// wrong says what is not as meant about a request, "" for nothing.
func (x attack) wrong(a arrival, s string) string {
	switch {
	case a.wrong != "":
		return "it cannot be read: " + a.wrong
	case len(a.rest) > 0:
		return fmt.Sprintf("%.100q came behind it", a.rest)
	case strings.ContainsFunc(a.target,
		func(r rune) bool { return r <= ' ' || r >= 0x7f || r == '\\' || r == '#' || r == '"' }):
		return "the address is not encoded"
	}
	want := x.path
	made := s
	if x.made != nil {
		made = x.made(s)
	}
	want = strings.ReplaceAll(want, "%s", made)
	if a.request.URL.Path != want {
		return fmt.Sprintf("the path is %.100q, not %.100q", a.request.URL.Path, want)
	}
	for segment := range strings.SplitSeq(a.request.URL.Path, "/") {
		if again, err := url.PathUnescape(segment); segment == "." || segment == ".." ||
			err == nil && (again == ".." || strings.ContainsAny(again, "/\\")) {
			return fmt.Sprintf("the path climbs by %.100q", segment)
		}
	}
	extra := 0
	for name := range a.request.Header {
		switch {
		case slices.Contains(ordinary, name) || x.header == name:
		case x.header == "*":
			extra++
		default:
			return "there is a header " + name
		}
	}
	for i, line := range a.lines {
		if name, _, ok := strings.Cut(line, ":"); !ok || strings.ContainsAny(line, "\r\n\x00") ||
			strings.ContainsAny(name, " \t\"") || slices.Contains(a.lines[:i], line) {
			return fmt.Sprintf("a line of the header is %.100q", line)
		}
	}
	if extra > 1 || a.request.Header.Get("X-Evil") != "" || a.request.Header.Get("X-Http-Method-Override") != "" {
		return "headers were smuggled in"
	}
	query := a.request.URL.Query()
	for _, name := range []string{"_method", "_envelope", "_jsonp", "rest_route", "x"} {
		if query.Has(name) {
			return "there is an argument " + name
		}
	}
	if x.arrived != nil {
		if got, ok := x.arrived(a); !ok || got != made {
			return fmt.Sprintf("%.100q arrived, not %.100q", got, made)
		}
	}
	if !utf8.ValidString(a.request.URL.RawQuery) {
		return "the arguments are not encoded"
	}
	return ""
}
