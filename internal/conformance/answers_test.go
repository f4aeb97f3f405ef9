package conformance

import (
	"bytes"
	"cmp"
	"encoding/json"
	"maps"
	"net/http"
	"net/url"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/fontcms/fontcms-go/cms"
)

// knownAnswer is a request and what the real site answered to it over the documents, as [reader] reads it and without
// the words that each server has of its own. A file names requests in the words of the specification.
type knownAnswer struct {
	Role    role              `json:"role"`
	Method  string            `json:"method"`
	Path    string            `json:"path"`
	Body    string            `json:"body,omitempty"`
	Type    string            `json:"type,omitempty"`
	Status  int               `json:"status"`
	Headers map[string]string `json:"headers"`
	Answer  any               `json:"answer"`
}

// answerScenarios are the requests in the files: those that the site refuses fail, those that change something write.
func answerScenarios() []scenario {
	var out []scenario
	for _, file := range rowFiles("answers") {
		for _, one := range readRows[knownAnswer](file) {
			sc := scenario{
				collection: one.collection(), kind: reading, role: one.Role, needs: finalizing,
				name: strings.TrimSpace(one.Method + " " + one.Path + " " + one.Body),
				run: func(t *testing.T, s *site, _ *cms.Client) {
					got := one.ask(t, s)
					want := answered{one.Status, one.Headers, one.Answer}
					if s.tied(one.asRandom(), [2]answered{got, want}) {
						t.Errorf("%s: which records stand on a page of equal records is left to the database, "+
							"want a request with an order", one.Path)
					}
					for _, differs := range compare(got, want) {
						t.Errorf("Response: %s; want no difference",
							strings.Replace(strings.Replace(differs, ": memory ", ": got ", 1), ", live ", ", want ", 1))
					}
				},
			}
			if one.changes() {
				sc.kind = writing
				if one.Status >= 400 {
					sc.kind = failing
				}
			}
			out = append(out, sc)
		}
	}
	return out
}

// collection is what the path names after the namespace of WordPress, or the namespace of others.
func (k knownAnswer) collection() string {
	path, _, _ := strings.Cut(strings.TrimPrefix(k.Path, "cms/v2/"), "?")
	first, _, _ := strings.Cut(path, "/")
	return cmp.Or(first, "index")
}

// asRandom is the request as far as it decides the order of a list.
func (k knownAnswer) asRandom() randomRequest {
	path, query, _ := strings.Cut(k.Path, "?")
	r := randomRequest{path: "/" + path}
	values, _ := url.ParseQuery(query) // a pair that cannot be read decides nothing
	for name, list := range values {
		r.query = append(r.query, [2]any{strings.TrimSuffix(name, "[]"), list[0]})
	}
	return r
}

func (k knownAnswer) changes() bool {
	return k.Method != http.MethodGet && k.Method != http.MethodOptions
}

// ask sends the request and reads the answer.
func (k knownAnswer) ask(t *testing.T, s *site) answered {
	t.Helper()
	raw, err := s.raw(t.Context(), k.Role,
		rawRequest{method: k.Method, path: s.spell(k.Path), body: s.spell(k.Body), contentType: k.Type})
	if err != nil {
		t.Fatal(err)
	}
	got := (&reader{site: s, numbers: map[string]string{}}).read(raw)
	got.body = withoutWords(got.body)
	for name := range got.header { // the others are the same for all requests of a role
		if !slices.Contains([]string{"Allow", "Link", "Location", "X-WP-Total", "X-WP-TotalPages"}, name) {
			delete(got.header, name)
		}
	}
	return got
}

// withoutWords is an answer without what is each server's own: its sentences, and where a record of a document was
// made.
func withoutWords(v any) any {
	switch v := v.(type) {
	case map[string]any:
		if v["rest_base"] != nil { // a type or a taxonomy
			delete(v, "description")
		}
		if described, ok := v["description"].(map[string]any); ok { // of a file: how a theme shows it
			delete(described, "rendered")
		}
		if v["provider_name"] != nil { // an embed: the frame in which other sites show a record
			delete(v, "html")
		}
		for name := range v {
			switch name {
			case "message", "params", "labels", "curies", "guid", "filesize", "json_error_message", "schema":
				delete(v, name)
			case "args": // of an endpoint
				v[name] = plainArguments(v[name])
			default:
				v[name] = withoutWords(v[name])
			}
		}
	case []any:
		for i := range v {
			v[i] = withoutWords(v[i])
		}
	}
	return v
}

// plainArguments are those of an endpoint without words, and without what the schema of the record says of its members.
func plainArguments(args any) any {
	named, _ := wordless(args).(map[string]any)
	for _, one := range named {
		argument, ok := one.(map[string]any)
		if !ok {
			continue
		}
		if strings.Contains(asText(argument["type"]), "object") {
			delete(argument, "properties")
			delete(argument, "additionalProperties")
		}
		if none, said := argument["default"]; said && none == nil {
			delete(argument, "default")
		}
		sortEnums(argument)
	}
	return args
}

// sortEnums makes one list of what a server lists, or names by itself.
func sortEnums(value any) {
	switch v := value.(type) {
	case map[string]any:
		if keyed, ok := v["enum"].(map[string]any); ok {
			v["enum"] = slices.Collect(maps.Values(keyed))
		}
		if list, ok := v["enum"].([]any); ok {
			slices.SortFunc(list, func(a, b any) int { return strings.Compare(asText(a), asText(b)) })
		}
		for _, e := range v {
			sortEnums(e)
		}
	case []any:
		for _, e := range v {
			sortEnums(e)
		}
	}
}

// TestRecordResponses asks a real site again for all answers in the files, if FONTCMS_CONFORMANCE_ANSWERS is set: a new
// request is a line with its role, method and path.
func TestRecordResponses(t *testing.T) { //nolint:paralleltest // it changes the one site
	if os.Getenv("FONTCMS_CONFORMANCE_ANSWERS") == "" {
		t.Skip("FONTCMS_CONFORMANCE_ANSWERS is not set: the answers stay as they are")
	}
	s, restore := liveSite(t)
	for _, file := range rowFiles("answers") {
		var out bytes.Buffer
		for _, one := range readRows[knownAnswer](file) {
			if one.changes() {
				restore()
			}
			got := one.ask(t, s)
			one.Status, one.Headers, one.Answer = got.status, got.header, got.body
			line := json.NewEncoder(&out)
			line.SetEscapeHTML(false)
			if err := line.Encode(one); err != nil {
				t.Fatal(err)
			}
			if one.changes() {
				restore()
			}
		}
		if err := os.WriteFile(file, out.Bytes(), 0o600); err != nil {
			t.Fatal(err)
		}
	}
}
