package cmstest_test

import (
	"cmp"
	"fmt"
	"io"
	"maps"
	"net/http"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/fontcms/fontcms-go/cms/cmstest"
	"github.com/fontcms/fontcms-go/internal/replay"
)

// recorded is how a recording of the real server is compared with the server in memory.
type recorded struct {
	// why the recording cannot be compared; nothing else is looked at then.
	why string
	// user sends the request, if it has credentials. Default: admin. One that there is not has wrong ones.
	user string
	// options of the site, and what it holds.
	options []cmstest.Option
	seed    func(t *testing.T, c *client, rec *replay.Recording)
	// loose compares the shape of the body and not its values.
	loose bool
	// ignore are paths of the body that are not compared, and all below them: "[].code_error[]".
	ignore []string
}

// compare sends the recorded request to a site with the prefix of WordPress, and compares status, headers and body.
func (one recorded) compare(t *testing.T, rec *replay.Recording) {
	t.Helper()
	sent, err := http.ParseTime(rec.Response.Headers.Get("Date"))
	if err != nil {
		t.Fatal(err)
	}
	clock := cmstest.WithClock(func() time.Time { return sent })
	c := start(t, append([]cmstest.Option{cmstest.WithPrefix("wp"), clock}, one.options...)...)
	c.root = c.site.URL + "/wp-json/wp/v2"
	if one.seed != nil {
		one.seed(t, c, rec)
	}
	res, body := one.send(t, c, rec)
	if res.StatusCode != rec.Response.Status {
		t.Fatalf("Response: status %d, want %d as recorded; body %s", res.StatusCode, rec.Response.Status, body)
	}
	home := func(text string) string { return strings.ReplaceAll(text, c.site.URL, replay.Host) }
	for _, name := range []string{
		"Content-Type", "Allow", "Link", "Location", "Vary", "Cache-Control", "Expires", "X-Robots-Tag",
		"X-Content-Type-Options",
		"X-Wp-Total", "X-Wp-Totalpages", "Access-Control-Expose-Headers", "Access-Control-Allow-Headers",
	} {
		got, want := home(res.Header.Get(name)), rec.Response.Headers.Get(name)
		if got != want && (!one.loose || (got == "") != (want == "")) {
			t.Errorf("Response: header %s is %q, want %q as recorded", name, got, want)
		}
	}
	want := string(rec.Response.Bytes(t))
	if want == "" || body == "" {
		if body != want {
			t.Errorf("Response: body %q, want %q as recorded", body, want)
		}
		return
	}
	if !strings.HasPrefix(rec.Response.Headers.Get("Content-Type"), "application/json") {
		return // a page of HTML, of which only the headers say something
	}
	one.compareBodies(t, home(strings.ReplaceAll(body, `\/`, `/`)), strings.ReplaceAll(want, `\/`, `/`))
}

func (one recorded) send(t *testing.T, c *client, rec *replay.Recording) (*http.Response, string) {
	t.Helper()
	here := func(text string) string { return strings.ReplaceAll(text, replay.Host, c.site.URL) }
	address := c.site.URL + rec.Request.Path
	if rec.Request.Query != "" {
		address += "?" + here(rec.Request.Query)
	}
	req, err := http.NewRequest(rec.Request.Method, address, strings.NewReader(here(string(rec.Request.Bytes(t)))))
	if err != nil {
		t.Fatal(err)
	}
	for name, list := range rec.Request.Headers {
		if name != "Authorization" && name != "Content-Length" && name != "Host" {
			req.Header[name] = list
		}
	}
	if recorded := rec.Request.Headers.Get("Host"); strings.HasPrefix(recorded, "localhost") {
		req.Host = strings.Replace(req.URL.Host, "127.0.0.1", "localhost", 1)
	}
	if rec.Authorized() {
		user := cmp.Or(one.user, "admin")
		req.SetBasicAuth(user, cmp.Or(c.site.AppPassword(user), "wrong"))
	}
	res, err := http.DefaultTransport.RoundTrip(req)
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	body, err := io.ReadAll(res.Body)
	if err != nil {
		t.Fatal(err)
	}
	return res, string(body)
}

func (one recorded) compareBodies(t *testing.T, body, want string) {
	t.Helper()
	ours, err := replay.Value([]byte(body))
	if err != nil {
		t.Fatalf("Response: error %v in %s, want JSON", err, body)
	}
	theirs, err := replay.Value([]byte(want))
	if err != nil {
		t.Fatal(err)
	}
	got, recorded := one.shape(ours), one.shape(theirs)
	for _, line := range slices.Sorted(maps.Keys(recorded)) {
		if !got[line] {
			t.Errorf("Response lacks a recorded member, want %s", line)
		}
	}
	for _, line := range slices.Sorted(maps.Keys(got)) {
		if !recorded[line] {
			t.Errorf("Response has %s, want only recorded members", line)
		}
	}
	if !one.loose && !t.Failed() {
		for _, line := range differences("", ours, theirs, one.ignore) {
			t.Errorf("Response differs from the recording: %s, want no difference", line)
		}
	}
}

// words is where a site describes an argument or a property in words, which the server in memory does not do.
var words = regexp.MustCompile(`(^|\.)(args|properties)\.\w+\.description$`)

// shape lists the path and the kind of every value; codes and statuses of errors with what they are.
func (one recorded) shape(value any) map[string]bool {
	out := map[string]bool{}
	var walk func(path string, value any)
	walk = func(path string, value any) {
		if slices.Contains(one.ignore, path) || words.MatchString(path) {
			return
		}
		switch v := value.(type) {
		case map[string]any:
			out[path+" object"] = true
			_, isError := v["message"].(string)
			for name, e := range v {
				if isError && (name == "code" || name == "status") {
					out[fmt.Sprintf("%s.%s = %v", path, name, e)] = true
				}
				walk(strings.TrimPrefix(path+"."+name, "."), e)
			}
		case []any:
			out[path+" list"] = true
			for _, e := range v {
				walk(path+"[]", e)
			}
		default:
			out[fmt.Sprintf("%s %T", path, v)] = true
		}
	}
	walk("", value)
	return out
}

// differences are the places where two values of one shape differ, but for the words of errors.
func differences(path string, ours, theirs any, ignore []string) (out []string) {
	if slices.Contains(ignore, path) {
		return nil
	}
	switch want := theirs.(type) {
	case map[string]any:
		got, _ := ours.(map[string]any)
		_, code := want["code"]
		for _, name := range slices.Sorted(maps.Keys(want)) {
			if code && name == "message" || path == "data" && name == "params" {
				continue
			}
			out = append(out, differences(strings.TrimPrefix(path+"."+name, "."), got[name], want[name], ignore)...)
		}
		return out
	case []any:
		got, _ := ours.([]any)
		if len(got) != len(want) {
			return []string{fmt.Sprintf("%s: %d elements, recorded %d", path, len(got), len(want))}
		}
		for i := range want {
			out = append(out, differences(path+"[]", got[i], want[i], ignore)...)
		}
		return out
	}
	if !reflect.DeepEqual(ours, theirs) {
		out = append(out, fmt.Sprintf("%s: %v, recorded %v", path, ours, theirs))
	}
	return out
}

// compareAll compares every recording of a folder whose name begins as given, and checks that none is left out.
func compareAll(t *testing.T, folder, prefix string, cases map[string]recorded) {
	t.Helper()
	names := recordedNames(t, folder, prefix)
	for _, name := range names {
		if _, listed := cases[name]; !listed {
			t.Errorf("Recording %s is not in the cases, want it compared or listed with a reason", name)
		}
	}
	compareRecordings(t, folder, names, cases)
}

// compareShapes compares every recording of a folder whose name begins as given with a site that is filled by
// seedRecorded, unless the cases say otherwise: only in its shape.
func compareShapes(t *testing.T, folder, prefix string, cases map[string]recorded) {
	t.Helper()
	all := map[string]recorded{}
	names := recordedNames(t, folder, prefix)
	for _, name := range names {
		all[name] = recorded{}
	}
	maps.Copy(all, cases)
	for name, one := range all {
		one.loose = true
		if one.seed == nil {
			one.seed = seedRecorded
		}
		all[name] = one
	}
	compareRecordings(t, folder, names, all)
}

func recordedNames(t *testing.T, folder, prefix string) []string {
	t.Helper()
	return slices.DeleteFunc(replay.Names(t, filepath.FromSlash(folder)),
		func(name string) bool { return !strings.HasPrefix(name, prefix) })
}

func compareRecordings(t *testing.T, folder string, names []string, cases map[string]recorded) {
	t.Helper()
	for name := range cases {
		if !slices.Contains(names, name) {
			t.Errorf("Case %s has no recording, want one", name)
		}
	}
	for _, name := range names {
		one := cases[name]
		if one.why != "" {
			continue
		}
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			one.compare(t, replay.LoadFrom(t, filepath.FromSlash(folder), name))
		})
	}
}
