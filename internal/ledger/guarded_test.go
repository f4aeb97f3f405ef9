package ledger_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/fontcms/fontcms-go/batch"
	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/cms/describe"
)

// parameter is an argument that stands in the path of an operation, and wordOrParameter
// a segment of a path.
var (
	parameter       = regexp.MustCompile(`\{(\w+)\}`)
	wordOrParameter = regexp.MustCompile(`[^/]+`)
)

// everyOperation reads both tables whole.
func everyOperation(t *testing.T) []operation {
	t.Helper()
	raw, err := os.ReadFile("../../cms/cmsgen/testdata/core.json")
	if err != nil {
		t.Fatal(err)
	}
	site, err := describe.Load(raw)
	if err != nil {
		t.Fatal(err)
	}
	all := slices.DeleteFunc(table(t), func(o operation) bool { return o.Service != "cms" })
	for _, op := range site.Operations(site.Prefix) {
		all = append(all, operation{Service: "cms", Method: op.Method, Path: op.Path,
			pattern: regexp.MustCompile("^" + op.Route + "$")})
	}
	return all
}

// filled is the path of an operation with values for its parameters.
type filled struct {
	path, folded string // folded has its words in another case
	values       map[string]string
}

// fillings are the path with all values that its pattern takes: numbers, words, and
// words with a slash. The table of the specification has numbers alone.
func (o operation) fillings() (all []filled) {
	for _, form := range []string{"7%d", "first-%d", "first/one-%d"} {
		f, n := filled{values: map[string]string{}}, 0
		f.folded = wordOrParameter.ReplaceAllStringFunc(o.Path, func(segment string) string {
			name := parameter.FindStringSubmatch(segment)
			if name == nil {
				return strings.ToUpper(segment)
			}
			n++
			f.values[name[1]] = fmt.Sprintf(form, n)
			return segment
		})
		f.path = o.Path
		for name, value := range f.values {
			f.path = strings.ReplaceAll(f.path, "{"+name+"}", value)
			f.folded = strings.ReplaceAll(f.folded, "{"+name+"}", value)
		}
		if o.pattern == nil && form == "7%d" || o.pattern != nil && o.pattern.MatchString(f.path) {
			all = append(all, f)
		}
	}
	return all
}

// attempt is a request that names an argument besides the path.
type attempt struct {
	method, path string
	query        url.Values
	body         any
}

// send makes the request by itself, in a batch, and as an item of a batch that
// another package made.
func (a attempt) send(ctx context.Context, site *cms.Client) (errs []error) {
	r := cms.Request[cms.Raw]{Method: a.method, Path: a.path, Query: a.query, Body: a.body}
	_, err := cms.Do(ctx, site, r)
	if _, isStream := a.body.(*cms.Upload); isStream || a.method == http.MethodGet {
		return []error{err}
	}
	items := batch.New(site).Add(r)
	made := foreign{Method: a.method, Path: a.path + "?" + a.query.Encode()}
	if a.body != nil {
		made.Body, _ = json.Marshal(a.body)
	}
	_, inBatch := items.Do(ctx)
	_, madeElsewhere := batch.New(site).Add(made).Do(ctx)
	return []error{err, inBatch, madeElsewhere}
}

// foreign is an item of a batch that another package made.
type foreign cms.BatchItem

func (f foreign) BatchItem(*cms.Client, http.Header) (cms.BatchItem, error) {
	return cms.BatchItem(f), nil
}

// usual is the query that a method needs: the DELETE of a user names an heir.
func usual(method string) url.Values {
	if method != http.MethodDelete {
		return url.Values{}
	}
	return url.Values{"reassign": {"1"}}
}

// TestAnotherValueForAnArgumentOfThePathIsRefused names another value for each
// argument that stands in the path of an operation of either table: in the query and in
// the body, in all spellings that a site reads as that name, on the route in two cases,
// and in a batch. A site would take it over that of the path.
func TestAnotherValueForAnArgumentOfThePathIsRefused(t *testing.T) {
	t.Parallel()
	tried := 0
	for _, o := range everyOperation(t) {
		s := newServices(t)
		tried += o.contradict(t, s.site)
		if sent := s.cms.take(); len(sent) != 0 {
			t.Errorf("Operation %s: sent %v, want nothing", o.name(), sent)
		}
	}
	if tried < 5000 {
		t.Errorf("Guarded requests that were tried: %d, want at least 5000", tried)
	}
}

// contradict names another value for each argument in the path of an operation, and
// returns in how many ways.
func (o operation) contradict(t *testing.T, site *cms.Client) (tried int) {
	t.Helper()
	fillings := o.fillings()
	if len(fillings) == 0 {
		t.Errorf("Operation %s: no value fits its path, want one", o.name())
	}
	for _, f := range fillings {
		for name, value := range f.values {
			for what, a := range contradictions(o.Method, name, value) {
				for _, a.path = range []string{f.path, f.folded} {
					tried++
					for _, err := range a.send(t.Context(), site) {
						if e, ok := errors.AsType[*cms.ArgumentError](err); !ok || e.Argument != name {
							t.Errorf("Do of %s %s, %s of %s: error %v, want an ArgumentError for it", a.method, a.path, what, name, err)
						}
					}
				}
			}
			for mediaType, text := range streams(o.Method, name) {
				a := attempt{method: o.Method, path: f.folded, body: streamed(mediaType, text)}
				if err := a.send(t.Context(), site)[0]; !errors.Is(err, cms.ErrInvalidArgument) {
					t.Errorf("Do of %s %s, %s with %s: error %v, want ErrInvalidArgument", a.method, a.path, mediaType, name, err)
				}
			}
		}
	}
	return tried
}

// contradictions are requests that name another value for an argument.
func contradictions(method, name, value string) map[string]attempt {
	out := map[string]attempt{}
	spell := func(what, key string, values ...string) {
		query := usual(method)
		query[key] = values
		out[what] = attempt{method: method, query: query}
	}
	spell("a number", name, "8")
	spell("a word", name, "second")
	spell("nothing", name, "")
	spell("the same and another", name, value, "8")
	spell("the same in a list", name+"[]", value) // an id in a list can be read as 1
	spell("the same under an index", name+"[0]", value)
	spell("another after a space", " "+name, "8")
	spell("another before a NUL", name+"\x00x", "8")
	if before, after, ok := strings.Cut(name, "_"); ok {
		spell("another with a dot", before+"."+after, "8")
		spell("another with a space", before+" "+after, "8")
		spell("another with a bracket", before+"["+after, "8")
	}
	if method == http.MethodGet {
		return out
	}
	for what, body := range map[string]any{
		"a member":        map[string]any{name: "second"},
		"a number in it":  map[string]any{name: 8},
		"a list in it":    map[string]any{name: []string{value}},
		"an object in it": map[string]any{name: map[string]string{"a": value}},
		"true in it":      map[string]any{name: true},
		"an escaped name": json.RawMessage(fmt.Sprintf(` { "\u%04x%s" : "second" } `, name[0], name[1:])),
	} {
		out[what] = attempt{method: method, query: usual(method), body: body}
	}
	return out
}

// streams are bodies with an argument that the client does not look into, by their
// types.
func streams(method, name string) map[string]string {
	if method != http.MethodPost {
		return nil
	}
	return map[string]string{
		"application/x-www-form-urlencoded": name + "=8",
		"Application/JSON; charset=utf-8":   `{"` + name + `":8}`,
		"application/merge+json":            `{"` + name + `":8}`,
	}
}

func streamed(mediaType, text string) *cms.Upload {
	return &cms.Upload{Type: mediaType, Size: int64(len(text)), Open: func() (io.ReadCloser, error) {
		return io.NopCloser(strings.NewReader(text)), nil
	}}
}

// TestArgumentsThatThePathDoesNotHoldPass names what stands in the paths of other
// operations, and the arguments of the path with the values that they have there.
func TestArgumentsThatThePathDoesNotHoldPass(t *testing.T) {
	t.Parallel()
	all := everyOperation(t)
	names := map[string]bool{"slug": true, "name": true, "id.": true, "id ": true, "id]": true}
	for _, o := range all {
		for _, match := range parameter.FindAllStringSubmatch(o.Path, -1) {
			names[match[1]], names[strings.ToUpper(match[1])] = true, true
		}
	}
	for _, o := range all {
		s := newServices(t)
		for _, f := range o.fillings() {
			for name := range names {
				value, own := f.values[name]
				if !own && name == "uuid" && strings.HasSuffix(o.Path, "/application-passwords") {
					continue // the site would take all passwords for the one
				}
				if !own {
					value = "8"
				}
				query := usual(o.Method)
				query.Set(name, strings.Replace(value, "/", "//", 1))
				tries := []attempt{{method: o.Method, path: f.path, query: query}}
				if o.Method != http.MethodGet {
					body := map[string]any{name: value, "none": nil}
					tries = append(tries, attempt{method: o.Method, path: f.folded, query: usual(o.Method), body: body})
				}
				for _, a := range tries {
					for _, err := range a.send(t.Context(), s.site) {
						if errors.Is(err, cms.ErrInvalidArgument) {
							t.Errorf("Do of %s %s with %s=%s: error %v, want no ErrInvalidArgument", a.method, a.path, name, value, err)
						}
					}
				}
			}
		}
	}
}
