// Command roundtrip makes all calls of generated code that a test has listed, and compares what they
// return with what the site sent.
package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log"
	"math/big"
	"net/http"
	"os"
	"slices"
	"strings"

	"github.com/fontcms/fontcms-go/cms"
)

// sent keeps the body of the last response.
type sent struct {
	base http.RoundTripper
	body []byte
}

func (s *sent) RoundTrip(request *http.Request) (*http.Response, error) {
	response, err := s.base.RoundTrip(request)
	if err != nil {
		return nil, err
	}
	s.body, err = io.ReadAll(response.Body)
	response.Body = io.NopCloser(bytes.NewReader(s.body))
	return response, err
}

// reader makes calls of one site.
type reader struct {
	name string
	site *cms.Client
	sent *sent
}

func newReader(name string) *reader {
	r := &reader{name: name, sent: &sent{}}
	options := []cms.Option{cms.WithPrefix("wp"), cms.WithMiddleware(
		func(base http.RoundTripper) http.RoundTripper {
			r.sent.base = base
			return r.sent
		})}
	address := os.Getenv("FONTCMS_SITE") + "/" + name
	if user := os.Getenv("FONTCMS_USER"); name == "live" {
		address = os.Getenv("FONTCMS_SITE")
		options = append(options, cms.WithApplicationPassword(user, os.Getenv("FONTCMS_APP_PASSWORD")),
			cms.WithUserAgent("cmsgen")) // a plugin of the tests shows its routes to this agent only
	}
	site, err := cms.New(address, options...)
	if err != nil {
		log.Fatal(err)
	}
	r.site = site
	return r
}

// check prints what a call has lost of the response.
func (r *reader) check(call string, value any, err error) {
	fmt.Printf("call %s %s\n", r.name, call)
	if refused := (*cms.Error)(nil); errors.As(err, &refused) && refused.Status >= 400 && r.name == "live" {
		fmt.Printf("call %s %s is refused: %s\n", r.name, call, cms.Line(err.Error(), 400))
		return
	}
	if err != nil {
		fmt.Printf("fails %s %s: %s\n", r.name, call, cms.Line(err.Error(), 400))
		return
	}
	if raw, ok := value.(*cms.Raw); ok {
		if !bytes.Equal(raw.Body, r.sent.body) {
			fmt.Printf("lost %s %s: bytes\n", r.name, call)
		}
		return
	}
	got, err := cms.Marshal(value)
	if err != nil {
		fmt.Printf("unmarshallable %s %s: %s\n", r.name, call, cms.Line(err.Error(), 400))
		return
	}
	for _, line := range differences(decoded(r.sent.body), decoded(got), "") {
		fmt.Printf("lost %s %s: %s\n", r.name, call, line)
	}
}

func decoded(data []byte) any {
	var v any
	d := json.NewDecoder(bytes.NewReader(data))
	d.UseNumber()
	if err := d.Decode(&v); err != nil {
		return fmt.Sprintf("no JSON: %q", data)
	}
	return v
}

// differences are the places in which a value differs from what the site sent.
func differences(want, got any, path string) []string {
	var all []string
	switch want := want.(type) {
	case map[string]any:
		object, ok := got.(map[string]any)
		if len(want) == 0 && empty(got) {
			return nil
		}
		if list, is := got.([]any); is && holed(want) {
			return differences(values(want), list, path)
		}
		if !ok {
			break
		}
		for _, name := range slices.Sorted(keys(want)) {
			if inner, ok := object[name]; ok {
				all = append(all, differences(want[name], inner, path+"."+name)...)
			} else if name != "_links" && (name != "protected" || want[name] != false) { // cms.Text leaves out false
				all = append(all, path+"."+name+" is absent")
			}
		}
		return all
	case []any:
		list, ok := got.([]any)
		if (len(want) == 0 || len(want) == 1 && want[0] == "") && empty(got) { // [""] is an empty list of texts
			return nil
		}
		if len(want) == 1 && !ok { // a list of one in place of a record
			return differences(want[0], got, path+"[]")
		}
		if !ok || len(list) != len(want) {
			break
		}
		for i := range want {
			all = append(all, differences(want[i], list[i], path+"[]")...)
		}
		return all
	case nil:
		if number, ok := got.(json.Number); ok {
			return []string{fmt.Sprintf("%s is null, read as the number %s", path, number)}
		}
		if empty(got) {
			return nil
		}
	case json.Number:
		if list, ok := got.([]any); ok && len(list) == 1 { // a number in place of a list of texts
			return differences(want, list[0], path)
		}
		if same(string(want), fmt.Sprint(got)) || want == "0" && got == false || want == "1" && got == true {
			return nil
		}
	case string:
		if list, ok := got.([]any); ok && len(list) == 1 { // a text in place of a list of texts
			return differences(want, list[0], path)
		}
		if want == "" && empty(got) || want == fmt.Sprint(got) || same(want, fmt.Sprint(got)) {
			return nil
		}
	case bool:
		if want == got || !want && empty(got) || want && got == "true" { // Text fields hold the JSON of a scalar.
			return nil
		}
	}
	return []string{fmt.Sprintf("%s is %v, read as %v", path, want, got)}
}

// holed reports that the names of an object are the numbers of a list.
func holed(m map[string]any) bool {
	return !slices.ContainsFunc(slices.Collect(keys(m)), func(name string) bool {
		return strings.Trim(name, "0123456789") != ""
	})
}

// values returns the values of an object by the order of its names.
func values(m map[string]any) []any {
	list := []any{}
	for _, name := range slices.Sorted(keys(m)) {
		list = append(list, m[name])
	}
	return list
}

func keys(m map[string]any) func(func(string) bool) {
	return func(yield func(string) bool) {
		for name := range m {
			if !yield(name) {
				return
			}
		}
	}
}

func same(a, b string) bool {
	x, ok := new(big.Rat).SetString(strings.TrimSpace(a))
	y, fine := new(big.Rat).SetString(strings.TrimSpace(b))
	return ok && fine && x.Cmp(y) == 0
}

// empty reports that a value is what an empty one is read as.
func empty(got any) bool {
	switch got := got.(type) {
	case nil:
		return true
	case string:
		return got == ""
	case bool:
		return !got
	case []any:
		return len(got) == 0
	case map[string]any:
		for _, inner := range got {
			if !empty(inner) {
				return false
			}
		}
		return true
	case json.Number:
		return got == "0"
	}
	return false
}

// keyed returns a list as an object, by a member of its elements, if the site sent an object.
func keyed[T any](r *reader, all []T, member string) any {
	if !bytes.HasPrefix(bytes.TrimSpace(r.sent.body), []byte("{")) {
		return all
	}
	object := map[string]T{}
	for i, name := range names(all, member) {
		object[name] = all[i]
	}
	return object
}

// names returns the values of a member of some records.
func names[T any](all []T, member string) []string {
	var found []string
	for _, one := range all {
		data, _ := cms.Marshal(one)
		object, _ := decoded(data).(map[string]any)
		if name, ok := object[member]; ok {
			found = append(found, fmt.Sprint(name))
		}
	}
	return found
}

func main() { calls(context.Background()) }
