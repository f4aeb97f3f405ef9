package conformance

import (
	"encoding/json"
	"fmt"
	"maps"
	"net/url"
	"slices"
	"strings"
)

// made stands in a path or a value for the id of the record that an earlier request
// of the sequence made.
type made int

// randomRequest is one of a sequence.
type randomRequest struct {
	role   role
	method string
	path   string // with {id} and {parent}
	query  [][2]any
	extra  string         // the end of the query, as it is
	body   map[string]any // nil for none
	form   bool
	id     any // int64 or made, what {id} stands for
	parent any
	header map[string]string
	typ    string // the type of the body, if it is to be another than it has
	file   string // a body that is a file
}

// group is what the request is about: "posts".
func (r randomRequest) group() string {
	if parts := strings.Split(r.path, "/"); len(parts) > 3 {
		return parts[3]
	}
	return ""
}

// kindOf is the kind of the record that the request made, "" if it made none.
func (r randomRequest) kindOf(id int64) string {
	if id == 0 {
		return ""
	}
	return r.group()
}

// madeBy is the id of what a request has made, 0 for nothing.
func madeBy(answer *rawAnswer) int64 {
	var made struct{ ID int64 }
	if answer.status == 201 {
		_ = json.Unmarshal(answer.body, &made)
	}
	return made.ID
}

// String is the request as a reader sees it.
func (r randomRequest) String() string {
	out := fmt.Sprintf("%-11s %s %s", r.role, r.method,
		strings.NewReplacer("{id}", fmt.Sprint(r.id), "{parent}", fmt.Sprint(r.parent)).Replace(r.path))
	for _, q := range r.query {
		out += fmt.Sprintf(" %s=%v", q[0], q[1])
	}
	if r.extra != "" {
		out += " &" + r.extra
	}
	if r.body != nil {
		raw, _ := json.Marshal(r.body)
		out += " " + string(raw)
	}
	if r.form {
		out += " (form)"
	}
	if r.file != "" {
		out += fmt.Sprintf(" (%d bytes)", len(r.file))
	}
	if r.typ != "" {
		out += " as " + r.typ
	}
	for name, value := range r.header {
		out += " " + name + ": " + value
	}
	return out
}

// ask is the request as it is sent to a site, with the ids that the records made before have there.
func (r randomRequest) ask(s *site, ids []int64) rawRequest {
	id := func(v any) string { return fmt.Sprint(filled(v, ids)) }
	ask := rawRequest{
		method: r.method, contentType: r.typ, header: r.header,
		path: s.spell(strings.TrimPrefix(strings.NewReplacer("{id}", id(r.id), "{parent}",
			id(r.parent)).Replace(r.path), "/")),
	}
	var query []string
	for _, q := range r.query {
		query = addQuery(query, s.spell(q[0].(string)), spelled(s, filled(q[1], ids)))
	}
	if r.extra != "" {
		query = append(query, s.spell(r.extra))
	}
	if len(query) > 0 {
		ask.path += "?" + strings.Join(query, "&")
	}
	body := spelled(s, filled(r.body, ids)).(map[string]any)
	switch {
	case r.file != "":
		ask.body = r.file
	case r.body == nil:
	case r.form:
		var form []string
		for _, name := range slices.Sorted(maps.Keys(body)) {
			form = addQuery(form, name, body[name])
		}
		ask.body, ask.contentType = strings.Join(form, "&"), "application/x-www-form-urlencoded"
	default:
		raw, _ := json.Marshal(body)
		ask.body = string(raw)
	}
	return ask
}

// filled is a value with the ids of what was made.
func filled(v any, ids []int64) any {
	switch v := v.(type) {
	case made:
		if int(v) < len(ids) && ids[v] != 0 {
			return ids[v]
		}
		return int64(987654)
	case []any:
		out := make([]any, len(v))
		for i := range v {
			out[i] = filled(v[i], ids)
		}
		return out
	case map[string]any:
		out := map[string]any{}
		for name, value := range v {
			out[name] = filled(value, ids)
		}
		return out
	}
	return v
}

// spelled is a value in the words of a site.
func spelled(s *site, v any) any {
	switch v := v.(type) {
	case string:
		return s.spell(v)
	case []any:
		out := make([]any, len(v))
		for i := range v {
			out[i] = spelled(s, v[i])
		}
		return out
	case map[string]any:
		out := map[string]any{}
		for name, value := range v {
			out[s.spell(name)] = spelled(s, value)
		}
		return out
	}
	return v
}

// addQuery writes a value as the arguments of an address do.
func addQuery(query []string, name string, v any) []string {
	switch v := v.(type) {
	case []any:
		for _, e := range v {
			query = addQuery(query, name+"[]", e)
		}
		return query
	case map[string]any:
		for _, member := range slices.Sorted(maps.Keys(v)) {
			query = addQuery(query, name+"["+member+"]", v[member])
		}
		return query
	case nil:
		return append(query, url.QueryEscape(name)+"=")
	}
	return append(query, url.QueryEscape(name)+"="+url.QueryEscape(fmt.Sprint(v)))
}
