package conformance

import (
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// row is a line of testdata/exchanges: a JSON object that makes a scenario for each of its roles. The package comment
// has an example.
type row struct {
	As      string   // roles, separated by blanks; nobody if empty
	Name    string   // method, path and body if empty
	Kind    kind     // follows from method and status if empty
	Since   string   // the version of WordPress that it takes: a key of versions
	Needs   []string // what the index must list: "/cms/v2/media POST post"
	Login   string   // a key of loginForms
	Method  string   // GET if empty
	Path    string
	Send    map[string]string // headers
	Body    json.RawMessage   // a text is sent as it is, anything else as JSON
	Status  int               // 200 if zero; for nobody 403 means 401
	Headers map[string]string // empty for a header that must be absent
	Answer  json.RawMessage   // the whole body
	Want    map[string]json.RawMessage
	Has     []string                   // paths that must exist
	Lacks   []string                   // paths that must not exist
	Differs map[string]json.RawMessage // values that must have changed
	Parts   map[string][]string        // parts of the text at a path
	Items   *string                    // what became of each item of a batch: see batchBrief
	Stored  map[string]record          // members of stored records, by kind and id; null for a record that is gone
	Then    []row                      // requests that follow
}

// versions are what the index of a site lists since a version of WordPress, for what no index lists.
var versions = map[string]need{"6.8": modern("posts"), "7.1": {route: `/cms/v2/media/(?P<id>[\d]+)/finalize`}}

// collectionNeeds are what all exchanges of a collection need.
var collectionNeeds = map[string][]need{
	"analytics": analyticsNeeds,
	"batch":     {{"/batch/v1", "POST", "requests"}},
	"oembed":    {embedRoute, proxyRoute},
}

// exchangeScenarios are those of all files.
func exchangeScenarios() []scenario {
	var out []scenario
	for _, file := range rowFiles("exchanges") {
		collection := strings.TrimSuffix(filepath.Base(file), ".json")
		var list []exchange
		for _, one := range readRows[row](file) {
			list = append(list, one.exchanges(collection)...)
		}
		out = append(out, exchanges(list)...)
	}
	return slices.Concat(out, sharedExchanges("posts", postTargets()), sharedExchanges("pages", pageTargets()))
}

func sharedExchanges(collection string, on targets) []scenario {
	var list []exchange
	for _, one := range table[row]("exchanges", collection, on.placeholders(collection)...) {
		list = append(list, one.exchanges(collection)...)
	}
	return exchanges(list)
}

// exchanges are one for each role. One that the site refuses shares the site of those that read, unless it looks
// afterwards.
func (r row) exchanges(collection string) []exchange {
	var out []exchange
	for _, who := range strings.Fields(cmp.Or(r.As, string(nobody))) {
		e := exchange{
			collection: collection, role: role(who), name: r.Name, kind: r.Kind, needs: r.needs(collection),
			method: cmp.Or(r.Method, http.MethodGet), path: r.Path, header: r.Send,
			body:   textOf(r.Body),
			status: cmp.Or(r.Status, http.StatusOK), headers: r.Headers, want: r.wants(), parts: r.Parts, items: r.Items,
			stored: r.Stored,
		}
		if e.status == http.StatusForbidden && e.role == nobody {
			e.status = http.StatusUnauthorized
		}
		if r.Login != "" {
			e.login = named(loginForms(), r.Login)
		}
		e.kind, e.name = cmp.Or(e.kind, e.usualKind()), cmp.Or(e.name, e.usualName())
		e.harmless = e.kind == failing && r.Stored == nil && r.Then == nil
		for _, next := range r.Then {
			e.then = append(e.then, next.exchanges(collection)...)
		}
		out = append(out, e)
	}
	return out
}

func (e exchange) usualKind() kind {
	switch {
	case e.status >= http.StatusBadRequest:
		return failing
	case slices.Contains([]string{http.MethodGet, http.MethodHead, http.MethodOptions}, e.method):
		return reading
	}
	return writing
}

func (e exchange) usualName() string {
	if e.method == http.MethodGet {
		return e.path
	}
	return strings.TrimSpace(e.method + " " + e.path + " " + e.body)
}

func (r row) needs(collection string) []need {
	out := slices.Clone(collectionNeeds[collection])
	if r.Since != "" {
		out = append(out, named(versions, r.Since))
	}
	return append(out, needsOf(r.Needs)...)
}

// needsOf reads "/cms/v2/media POST post", of which the end may be absent.
func needsOf(list []string) []need {
	var out []need
	for _, text := range list {
		words := append(strings.Fields(text), "", "")
		out = append(out, need{words[0], words[1], words[2]})
	}
	return out
}

// wants are the expectations as those of an exchange.
func (r row) wants() []string {
	var out []string
	if r.Answer != nil {
		out = append(out, "="+string(r.Answer))
	}
	for _, path := range slices.Sorted(maps.Keys(r.Want)) {
		out = append(out, path+"="+string(r.Want[path]))
	}
	out = append(out, r.Has...)
	for _, path := range r.Lacks {
		out = append(out, "!"+path)
	}
	for path, value := range r.Differs {
		out = append(out, "!"+path+"="+string(value))
	}
	return out
}

// named looks up a name that a row gives.
func named[T any](all map[string]T, name string) T {
	one, ok := all[name]
	if !ok {
		panic(fmt.Sprintf("a row names %q, which there is not", name))
	}
	return one
}

// textOf is a text in JSON, or the JSON itself.
func textOf(raw json.RawMessage) string {
	var text string
	if json.Unmarshal(raw, &text) == nil {
		return text
	}
	return string(raw)
}

func rowFiles(folder string) []string {
	files, err := filepath.Glob("testdata/" + folder + "/*.json")
	if err != nil || len(files) == 0 {
		panic(fmt.Sprintf("no files in %s: %v", folder, err))
	}
	return slices.Sorted(slices.Values(files))
}

// readRows reads a file that holds a JSON object on each line.
func readRows[T any](file string) []T {
	return decodeRows[T](file, readFile(file))
}

// table reads the rows of a file in testdata/tables that are of a collection, as the first member of each says.
// Placeholders are names in capitals, for what differs from collection to collection.
func table[T any](name, collection string, placeholders ...string) []T {
	file := "testdata/tables/" + name + ".json"
	var lines strings.Builder
	for line := range strings.Lines(readFile(file)) {
		of, rest, _ := strings.Cut(strings.TrimPrefix(line, `{"of":"`), `",`)
		if slices.Contains(strings.Fields(of), collection) {
			lines.WriteString("{" + rest)
		}
	}
	return decodeRows[T](file, strings.NewReplacer(placeholders...).Replace(lines.String()))
}

func readFile(name string) string {
	raw, err := os.ReadFile(name)
	if err != nil {
		panic(err)
	}
	return string(raw)
}

func decodeRows[T any](file, text string) []T {
	var out []T
	for line := range strings.Lines(text) {
		var one T
		decoder := json.NewDecoder(strings.NewReader(line))
		decoder.DisallowUnknownFields()
		if err := decoder.Decode(&one); err != nil {
			panic(fmt.Sprintf("%s: %v: %s", file, err, line))
		}
		out = append(out, one)
	}
	return out
}
