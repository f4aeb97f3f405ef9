package conformance

import (
	"cmp"
	"encoding/json"
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"time"

	"github.com/fontcms/fontcms-go/internal/wire"
)

var memberPattern = regexp.MustCompile(`\{[a-z0-9>]+\}`)

// fill puts members of a response into a text that names them in braces.
func fill(text string, body any) string {
	return memberPattern.ReplaceAllStringFunc(text, func(name string) string {
		if value := at(body, strings.Trim(name, "{}")); value != nil {
			return fmt.Sprint(value)
		}
		return name
	})
}

// stepPattern is a name in a path; that of a route may hold ">" in parentheses.
var stepPattern = regexp.MustCompile(`(\([^)]*\)|[^>])+`)

// find follows a path into a response.
func find(body any, path string) (any, bool) {
	for _, name := range stepPattern.FindAllString(path, -1) {
		member, found := memberOf(body, name)
		if !found {
			return nil, false
		}
		body = member
	}
	return body, true
}

func at(body any, path string) any {
	value, _ := find(body, path)
	return value
}

func memberOf(value any, name string) (any, bool) {
	switch v := value.(type) {
	case map[string]any:
		member, ok := v[name]
		return member, ok
	case []any:
		if i, err := strconv.Atoi(name); err == nil && i < len(v) {
			return v[i], true
		}
	}
	return nil, false
}

// batchBrief is what became of the items of a batch: of each the status, the code of an error and the methods in
// brackets, or "-" for one that was not run. The batch may come in an envelope.
func batchBrief(body any) string {
	list, ok := cmp.Or(at(body, "responses"), at(body, "body>responses")).([]any)
	if !ok {
		return "no responses"
	}
	out := make([]string, len(list))
	for i, one := range list {
		item, ran := one.(map[string]any)
		if !ran {
			out[i] = "-"
			continue
		}
		out[i] = fmt.Sprint(item["status"])
		if inner, _ := item["body"].(map[string]any); inner["code"] != nil {
			out[i] += " " + fmt.Sprint(inner["code"])
		}
		switch headers := item["headers"].(type) {
		case map[string]any:
			if headers["Allow"] != nil {
				out[i] += " [" + fmt.Sprint(headers["Allow"]) + "]"
			}
		case []any: // empty
		default:
			out[i] += " without headers"
		}
	}
	return strings.Join(out, "; ")
}

func canonical(body []byte) string {
	out, err := json.Marshal(decoded(string(body)))
	if err != nil {
		panic(err)
	}
	return string(out)
}

func decoded(value string) any {
	var v any
	if err := json.Unmarshal([]byte(value), &v); err != nil {
		panic(fmt.Sprintf("%s: %v", value, err)) // a mistake in a table
	}
	return v
}

// members are those of a record of the client that are wanted, under the names they have on the wire.
func members(v any, wanted record) record {
	raw, err := wire.Marshal(v)
	if err != nil {
		panic(err)
	}
	all, _ := decoded(string(raw)).(map[string]any)
	out := record{}
	for path := range wanted {
		out[path] = member(all, path)
	}
	return out
}

func member(all map[string]any, path string) any {
	var at any = all
	for name := range strings.SplitSeq(path, ".") {
		object, _ := at.(map[string]any)
		at = object[name]
	}
	return stamp(path, at)
}

// soon stands for a moment that is that of the request.
const soon = "now"

// stamp replaces a date by soon if it is that of the request.
func stamp(name string, value any) any {
	text, _ := value.(string)
	zone := time.UTC
	if !strings.HasSuffix(name, "_gmt") {
		zone = berlin
	}
	if at, err := time.ParseInLocation("2006-01-02T15:04:05", text, zone); err == nil &&
		time.Since(at).Abs() < 2*time.Minute {
		return soon
	}
	return value
}

// berlin is the zone of the site.
var berlin = func() *time.Location {
	zone, err := time.LoadLocation("Europe/Berlin")
	if err != nil {
		panic(err)
	}
	return zone
}()
