package cms_test

import (
	stdjson "encoding/json"
	"reflect"
	"strings"
	"testing"

	"github.com/go-json-experiment/json"

	"github.com/fontcms/fontcms-go/cms"
	recordings "github.com/fontcms/fontcms-go/internal/replay"
)

// says is the literal values that a record has to hold, by where they stand in
// its JSON.
type says map[string]any

// recorded is the JSON of the recorded answer, without what a server put
// around it.
func (r *replay) recorded(noise string) any {
	r.Helper()
	body := string(r.Response.Bytes(r))
	if i := strings.Index(body, noise); noise != "" && i >= 0 {
		body = body[:i] + body[i+len(noise):]
	}
	value, err := recordings.Value([]byte(strings.Trim(body, "\ufeff\r\n\t ")))
	r.ok(err)
	return value
}

// captured compares the answer that a call captured with the recorded one.
func (r *replay) captured(got cms.Response, noise string) {
	r.Helper()
	switch {
	case got.Status != r.Response.Status || got.Attempts != 1:
		r.Errorf("captured status %d, attempts %d, want %d and 1", got.Status, got.Attempts, r.Response.Status)
	case got.Noise != noise:
		r.Errorf("captured status %d, attempts %d, noise %q, want %q", got.Status, got.Attempts, got.Noise, noise)
	case got.DoneBefore:
		r.Error("captured response: DoneBefore true, want false")
	}
	if !reflect.DeepEqual(got.Header, r.Response.Headers) {
		r.Errorf("captured headers %v, want %v", got.Header, r.Response.Headers)
	}
}

// recordRules are those of records, which leave these members out when they are
// zero, whereas the server writes them.
func recordRules() recordings.Rules {
	return recordings.Rules{Optional: []string{"password", "permalink_template", "generated_slug", "protected",
		"block_version", "footnotes", "preview_link"}}
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
		r.Fatalf("recorded record %v, want an object", server)
	}
	known := map[string]bool{"_links": true, "_embedded": true}
	for path, field := range fields {
		name, _, _ := strings.Cut(path, ".")
		known[name] = true
		want, got := member(members, path), r.asJSON(field)
		if !reflect.DeepEqual(want, got) && (!recordings.Blank(want) || !recordings.Blank(got)) {
			r.Errorf("field %s: %v, want %v as recorded", path, got, want)
		}
	}
	for name, value := range members {
		if known[name] {
			continue
		}
		switch kept, ok := extra[name]; {
		case !ok:
			r.Errorf("Extra without the member %s, want it kept", name)
		case !reflect.DeepEqual(r.asJSON(kept), value):
			r.Errorf("the member %s is not in Extra: asJSON(kept) %v, want %v", name, r.asJSON(kept), value)
		}
	}
	for name := range extra {
		switch _, ok := members[name]; {
		case !ok:
			r.Errorf("Extra with %s, which the record does not have, want it absent", name)
		case known[name]:
			r.Errorf("Extra with %s, which is a field, want only unknown members", name)
		}
	}
}

// kept checks that v, decoded from the recorded answer, holds all of it, and
// that plain encoding/json writes and reads it without a loss.
func kept[T any](r *replay, server any, v T) {
	r.Helper()
	recordings.Kept(r, r.Recording, recordRules(), server, v)
}

// said checks literal values of a record.
func (r *replay) said(fields map[string]any, want says) {
	r.Helper()
	for path, value := range want {
		field, ok := fields[path]
		if !ok {
			r.Errorf("record has no field %s, want one", path)
		}
		if !reflect.DeepEqual(r.asJSON(field), r.asJSON(value)) {
			r.Errorf("field %s: %v, want %v", path, r.asJSON(field), r.asJSON(value))
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

func TestNumberReadsStringsToo(t *testing.T) {
	t.Parallel()
	for data, want := range map[string]cms.Number{`2`: 2, `423`: 423, `"423"`: 423, `" 2"`: 2, `null`: 0, `""`: 0,
		`-1`: -1} {
		old, modern := cms.Number(9), cms.Number(9)
		if err := stdjson.Unmarshal([]byte(data), &old); err != nil || old != want {
			t.Errorf("%s: json.Unmarshal: error %v, old %d, want nil and %d", data, err, old, want)
		}
		if err := json.Unmarshal([]byte(data), &modern); err != nil || modern != want {
			t.Errorf("%s: json.Unmarshal: error %v, modern %d, want nil and %d", data, err, modern, want)
		}
	}
	for _, data := range []string{`{}`, `"x"`, `1.5`, `true`, `[`, ``} {
		var n cms.Number
		if json.Unmarshal([]byte(data), &n) == nil {
			t.Errorf("json.Unmarshal: %s is read as %v: json.Unmarshal([]byte(data), &n) nil, want an error", data, n)
		}
	}
}
