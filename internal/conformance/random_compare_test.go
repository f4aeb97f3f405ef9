package conformance

import (
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
)

// answered is an answer in the words of the specification, ids and times taken out.
type answered struct {
	status int
	header map[string]string
	body   any
}

// reader takes what differs from run to run out of the answers of one server.
type reader struct {
	site    *site
	numbers map[string]string // the ids that no document has, in the order in which they were seen
}

var (
	momentPattern = regexp.MustCompile(`\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d`)
	noncePattern  = regexp.MustCompile(`preview_nonce=[0-9a-f]+`)
	// players are numbered in the order in which the site made them
	playerPattern = regexp.MustCompile(`((?:audio|video)-\d+-|\?_=)\d+`)
	scriptPattern = regexp.MustCompile(`(?s)<script>.*receiveEmbedMessage.*</script>\n`) // of WordPress alone
	secretPattern = regexp.MustCompile(`(secret=\\?"?)[0-9A-Za-z]{10}`)
	uuidPattern   = regexp.MustCompile(`[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}`) // of application passwords
	groupsPattern = regexp.MustCompile(`^([0-9A-Za-z]{4} ){5}[0-9A-Za-z]{4}$`)
	idPattern     = regexp.MustCompile(`\b\d+\b`)
)

// read is an answer without what differs.
func (r *reader) read(a *rawAnswer) answered {
	out := answered{status: a.status, header: map[string]string{}}
	for _, name := range []string{"X-WP-Total", "X-WP-TotalPages", "Link", "Allow", "Content-Type", "Location",
		"Cache-Control", "Vary", "X-Robots-Tag", "X-Content-Type-Options", "Access-Control-Expose-Headers",
		"Access-Control-Allow-Headers"} {
		if v := a.header.Values(r.site.spell(strings.Replace(name, "X-WP-", "X-CMS-", 1))); len(v) > 0 {
			out.header[name] = strings.Join(v, ", ")
		}
	}
	if json.Unmarshal(a.body, &out.body) != nil {
		out.body = string(a.body)
	}
	r.learn(out.body)
	out.body = r.value(out.body)
	for name, v := range out.header {
		out.header[name] = r.text(v)
	}
	return out
}

// learn notes the ids of records that the run made.
func (r *reader) learn(v any) {
	switch v := v.(type) {
	case map[string]any:
		for _, name := range slices.Sorted(maps.Keys(v)) {
			if id, ok := v[name].(float64); ok && name == "id" && id > float64(r.site.last()) {
				text := strconv.FormatInt(int64(id), 10)
				if r.numbers[text] == "" {
					r.numbers[text] = fmt.Sprintf("#%d", len(r.numbers))
				}
			}
			r.learn(v[name])
		}
	case []any:
		for _, e := range v {
			r.learn(e)
		}
	}
}

func (r *reader) value(v any) any {
	switch v := v.(type) {
	case map[string]any:
		out := map[string]any{}
		for _, name := range slices.Sorted(maps.Keys(v)) {
			out[r.text(name)] = r.value(v[name])
		}
		return out
	case []any:
		for i := range v {
			v[i] = r.value(v[i])
		}
	case string:
		return r.text(v)
	case float64:
		if made := r.numbers[strconv.FormatFloat(v, 'f', -1, 64)]; made != "" {
			return made
		}
	}
	return v
}

func (r *reader) text(text string) string {
	text = strings.NewReplacer(
		r.site.address, "SITE", strings.ReplaceAll(r.site.address, "/", `\/`), "SITE",
		strings.TrimPrefix(r.site.address, "http://"), "HOST",
		"cms/v2", "wp/v2", "cms-json", "wp-json", "cms:", "wp:", "cms_", "wp_", "cms-", "wp-", "X-CMS", "X-WP",
	).Replace(text)
	text = momentPattern.ReplaceAllStringFunc(text, func(moment string) string {
		at, err := time.Parse("2006-01-02T15:04:05", strings.Replace(moment, " ", "T", 1))
		if err == nil && time.Since(at).Abs() < 26*time.Hour {
			return "NOW"
		}
		return moment
	})
	text = groupsPattern.ReplaceAllString(uuidPattern.ReplaceAllString(text, "UUID"), "SECRET")
	text = playerPattern.ReplaceAllString(text, "$1")
	text = scriptPattern.ReplaceAllString(text, "")
	text = secretPattern.ReplaceAllString(text, "$1")
	text = noncePattern.ReplaceAllString(text, "preview_nonce=NONCE")
	return idPattern.ReplaceAllStringFunc(text, func(number string) string { return cmp.Or(r.numbers[number], number) })
}

// compare lists where two answers differ: a path and both values.
func compare(memory, live answered) []string {
	var out []string
	differ := func(path string, a, b any) {
		left, right := asText(a), asText(b)
		at := 0
		for at < min(len(left), len(right)) && left[at] == right[at] {
			at++
		}
		show := func(text string) string {
			if from := at - 60; from > 0 && len(text) > 160 {
				text = "…" + text[from:]
			}
			return fmt.Sprintf("%.160s", text)
		}
		out = append(out, fmt.Sprintf("%s: memory %s, live %s", path, show(left), show(right)))
	}
	if memory.status != live.status {
		differ("status", []any{memory.status, brief(memory.body)}, []any{live.status, brief(live.body)})
		return out
	}
	for _, name := range slices.Sorted(maps.Keys(joined(memory.header, live.header))) {
		if memory.header[name] != live.header[name] {
			differ("header "+name, memory.header[name], live.header[name])
		}
	}
	var walk func(path string, a, b any)
	walk = func(path string, a, b any) {
		switch x := a.(type) {
		case map[string]any:
			y, ok := b.(map[string]any)
			if !ok {
				differ(path, a, b)
				return
			}
			for _, name := range slices.Sorted(maps.Keys(joined(x, y))) {
				left, hasLeft := x[name]
				right, hasRight := y[name]
				switch {
				case !hasLeft:
					differ(path+">"+name, "(absent)", right)
				case !hasRight:
					differ(path+">"+name, left, "(absent)")
				default:
					walk(path+">"+name, left, right)
				}
			}
		case []any:
			y, ok := b.([]any)
			if !ok || len(x) != len(y) {
				differ(path, a, b)
				return
			}
			for i := range x {
				walk(path+">"+strconv.Itoa(i), x[i], y[i])
			}
		default:
			if fmt.Sprint(a) != fmt.Sprint(b) {
				differ(path, a, b)
			}
		}
	}
	walk("body", memory.body, live.body)
	return out
}

func asText(v any) string {
	raw, _ := json.Marshal(v)
	return string(raw)
}

// brief is what an error says.
func brief(body any) any {
	if m, ok := body.(map[string]any); ok && m["code"] != nil {
		return fmt.Sprint(m["code"], ": ", m["message"])
	}
	return body
}

func joined[V any](a, b map[string]V) map[string]bool {
	out := map[string]bool{}
	for name := range a {
		out[name] = true
	}
	for name := range b {
		out[name] = true
	}
	return out
}
