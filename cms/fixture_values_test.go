package cms_test

import (
	"bytes"
	stdjson "encoding/json"
	"errors"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"

	"github.com/go-json-experiment/json"

	"github.com/fontcms/fontcms-go/cms"
)

// says is the literal values that a record has to hold, by where they stand in
// its JSON.
type says map[string]any

// jsonValue decodes JSON into values that can be compared. Numbers keep their
// spelling.
func jsonValue(data []byte) (any, error) {
	dec := stdjson.NewDecoder(bytes.NewReader(data))
	dec.UseNumber()
	var v any
	if err := dec.Decode(&v); err != nil {
		return nil, err
	}
	if dec.More() {
		return nil, errors.New("more than one value")
	}
	return v, nil
}

// asJSON is v as JSON has it.
func (r *replay) asJSON(v any) any {
	r.Helper()
	data, err := json.Marshal(v)
	r.ok(err)
	value, err := jsonValue(data)
	r.ok(err)
	return value
}

func (r *replay) ok(err error) {
	r.Helper()
	if err != nil {
		r.Fatal(err)
	}
}

// recorded is the JSON of the recorded answer, without what a server put
// around it.
func (r *replay) recorded(noise string) any {
	r.Helper()
	body := string(r.Response.bytes(r))
	if i := strings.Index(body, noise); noise != "" && i >= 0 {
		body = body[:i] + body[i+len(noise):]
	}
	value, err := jsonValue([]byte(strings.Trim(body, "\ufeff\r\n\t ")))
	r.ok(err)
	return value
}

// captured compares the answer that a call captured with the recorded one.
func (r *replay) captured(got cms.Response, noise string) {
	r.Helper()
	if got.Status != r.Response.Status || got.Attempts != 1 || got.Noise != noise || got.DoneBefore {
		r.Errorf("captured status %d, attempts %d, noise %q", got.Status, got.Attempts, got.Noise)
	}
	if !reflect.DeepEqual(got.Header, r.Response.Headers) {
		r.Errorf("captured headers %v", got.Header)
	}
}

// mayBeLeftOut are the members that our records leave out when they are zero,
// whereas the server writes them.
var mayBeLeftOut = []string{"password", "permalink_template", "generated_slug", "protected", "block_version", "footnotes"}

// differences says where ours does not hold what the server wrote. A member
// that it did not write may be there, if it is zero.
func differences(at string, server, ours any) (found []string) {
	if list, ok := server.([]any); ok && len(list) == 0 && blank(ours) {
		return nil // an empty object of PHP
	}
	if server == nil && blank(ours) {
		return nil
	}
	switch server := server.(type) {
	case map[string]any:
		ours, ok := ours.(map[string]any)
		if !ok {
			return []string{at + " is no object"}
		}
		for _, key := range slices.Sorted(maps.Keys(server)) {
			value, ok := ours[key]
			if !ok {
				if !slices.Contains(mayBeLeftOut, key) || !blank(server[key]) {
					found = append(found, at+"."+key+" is lost")
				}
				continue
			}
			found = append(found, differences(at+"."+key, server[key], value)...)
		}
		for _, key := range slices.Sorted(maps.Keys(ours)) {
			if _, ok := server[key]; !ok && !blank(ours[key]) {
				found = append(found, fmt.Sprintf("%s.%s is made up: %v", at, key, ours[key]))
			}
		}
		return found
	case []any:
		ours, ok := ours.([]any)
		if !ok || len(ours) != len(server) {
			return []string{at + " is no list of the same length"}
		}
		for i := range server {
			found = append(found, differences(fmt.Sprintf("%s[%d]", at, i), server[i], ours[i])...)
		}
		return found
	}
	if !reflect.DeepEqual(server, ours) {
		return []string{fmt.Sprintf("%s is %v, not %v", at, ours, server)}
	}
	return nil
}

// blank reports whether a value is the zero of its kind, members included.
func blank(v any) bool {
	switch v := v.(type) {
	case nil:
		return true
	case bool:
		return !v
	case string:
		return v == ""
	case stdjson.Number:
		return v == "0"
	case []any:
		return len(v) == 0
	case map[string]any:
		for _, member := range v {
			if !blank(member) {
				return false
			}
		}
		return true
	}
	return false
}

// member finds title.rendered in an object.
func member(object any, path string) any {
	for name := range strings.SplitSeq(path, ".") {
		members, ok := object.(map[string]any)
		if !ok {
			return nil
		}
		object = members[name]
	}
	return object
}

// record compares a decoded record with the JSON that it was decoded from:
// every field with the member that the specification gives it, every other
// member with Extra.
func (r *replay) record(server any, fields map[string]any, extra cms.Extra) {
	r.Helper()
	if list, ok := server.([]any); ok && len(list) == 0 {
		server = map[string]any{}
	}
	members, ok := server.(map[string]any)
	if !ok {
		r.Fatalf("the recorded record is no object: %v", server)
	}
	known := map[string]bool{"_links": true, "_embedded": true}
	for path, field := range fields {
		name, _, _ := strings.Cut(path, ".")
		known[name] = true
		want, got := member(members, path), r.asJSON(field)
		if !reflect.DeepEqual(want, got) && (!blank(want) || !blank(got)) {
			r.Errorf("%s is %v, not %v", path, got, want)
		}
	}
	for name, value := range members {
		if known[name] {
			continue
		}
		if kept, ok := extra[name]; !ok || !reflect.DeepEqual(r.asJSON(kept), value) {
			r.Errorf("the member %s is not in Extra", name)
		}
	}
	for name := range extra {
		if _, ok := members[name]; !ok || known[name] {
			r.Errorf("%s in Extra is no unknown member", name)
		}
	}
}

// kept checks that v, decoded from the recorded answer, holds all of it, and
// that plain encoding/json writes and reads it without a loss.
func kept[T any](r *replay, server any, v T) {
	r.Helper()
	for _, difference := range differences("", server, r.asJSON(v)) {
		r.Error(difference)
	}
	// With its default, encoding/json rewrites < inside raw JSON as well.
	var plain bytes.Buffer
	enc := stdjson.NewEncoder(&plain)
	enc.SetEscapeHTML(false)
	r.ok(enc.Encode(v))
	var again T
	r.ok(stdjson.Unmarshal(plain.Bytes(), &again))
	for _, difference := range differences("encoding/json", r.asJSON(v), r.asJSON(again)) {
		r.Error(difference)
	}
	// That only some fields were asked for is not in the JSON of a record.
	if !r.partial() && !reflect.DeepEqual(again, v) {
		r.Error("encoding/json gives another value")
	}
}

// said checks literal values of a record.
func (r *replay) said(fields map[string]any, want says) {
	r.Helper()
	for path, value := range want {
		field, ok := fields[path]
		if !ok {
			r.Errorf("there is no field %s", path)
		}
		if !reflect.DeepEqual(r.asJSON(field), r.asJSON(value)) {
			r.Errorf("%s is %v, not %v", path, field, value)
		}
	}
}

// textFields are the fields of a text, HasRaw being where raw stands at all.
func textFields(name string, t cms.Text, into map[string]any) {
	into[name+".rendered"], into[name+".raw"] = t.Rendered, t.Raw
	into[name+".protected"], into[name+".block_version"] = t.Protected, t.BlockVersion
}

// postFields are the fields of a post by where the specification has them.
func postFields(p *cms.Post) map[string]any {
	fields := map[string]any{
		"id": p.ID, "date": p.Date, "date_gmt": p.DateGMT, "modified": p.Modified, "modified_gmt": p.ModifiedGMT,
		"slug": p.Slug, "status": p.Status, "type": p.Type, "link": p.Link, "author": p.Author,
		"featured_media": p.FeaturedMedia, "comment_status": p.CommentStatus, "ping_status": p.PingStatus,
		"sticky": p.Sticky, "template": p.Template, "format": p.Format, "meta.footnotes": p.Meta.Footnotes,
		"categories": p.Categories, "tags": p.Tags, "class_list": p.ClassList, "password": p.Password,
		"permalink_template": p.PermalinkTemplate, "generated_slug": p.GeneratedSlug,
	}
	textFields("guid", p.GUID, fields)
	textFields("title", p.Title, fields)
	textFields("content", p.Content, fields)
	textFields("excerpt", p.Excerpt, fields)
	return fields
}

// pageFields are the same of a page.
func pageFields(p *cms.Page) map[string]any {
	fields := map[string]any{
		"id": p.ID, "date": p.Date, "date_gmt": p.DateGMT, "modified": p.Modified, "modified_gmt": p.ModifiedGMT,
		"slug": p.Slug, "status": p.Status, "type": p.Type, "link": p.Link, "author": p.Author,
		"featured_media": p.FeaturedMedia, "parent": p.Parent, "menu_order": p.MenuOrder,
		"comment_status": p.CommentStatus, "ping_status": p.PingStatus, "template": p.Template,
		"meta.footnotes": p.Meta.Footnotes, "class_list": p.ClassList, "password": p.Password,
		"permalink_template": p.PermalinkTemplate, "generated_slug": p.GeneratedSlug,
	}
	textFields("guid", p.GUID, fields)
	textFields("title", p.Title, fields)
	textFields("content", p.Content, fields)
	textFields("excerpt", p.Excerpt, fields)
	return fields
}
