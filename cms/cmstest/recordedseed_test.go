package cmstest_test

import (
	"encoding/json"
	"fmt"
	"html"
	"maps"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/fontcms/fontcms-go/cms/cmstest"
	"github.com/fontcms/fontcms-go/internal/replay"
)

// recordedSeed makes the site of a recording of what its answer shows: the records, their terms and revisions. What a
// request changes is there already as it becomes, and what it deletes as it was, which is enough to compare shapes.
type recordedSeed struct {
	site *cmstest.Server
	seen map[string]bool
	base string // of the request: "posts"
	made bool   // the record of the answer is made by the request
}

var routeForm = regexp.MustCompile(`/wp/v2/([a-z-]+)(?:/(\d+))?(?:/(revisions|autosaves)(?:/(\d+))?)?`)

// longAgo keeps what is beside the point from the beginning of lists.
const longAgo = "2001-01-01T00:00:00"

// unknownID is the one that recordings use for what is not there.
const unknownID = "999999"

func seedRecorded(t *testing.T, c *client, rec *replay.Recording) {
	t.Helper()
	seedRecordedWith(nil)(t, c, rec)
}

// seedRecordedWith is seedRecorded for a request about a record with some fields that its answer does not show.
func seedRecordedWith(fields map[string]any) func(*testing.T, *client, *replay.Recording) {
	return func(t *testing.T, c *client, rec *replay.Recording) {
		t.Helper()
		(&recordedSeed{site: c.site, seen: map[string]bool{}}).fill(t, rec, fields)
	}
}

func (s *recordedSeed) fill(t *testing.T, rec *replay.Recording, fields map[string]any) {
	t.Helper()
	var batch struct {
		Requests []struct{ Method, Path string } `json:"requests"`
	}
	if json.Unmarshal(rec.Request.Bytes(t), &batch) == nil {
		for _, r := range batch.Requests {
			if m := routeForm.FindStringSubmatch(r.Path); m != nil {
				s.base = m[1]
				s.target(m)
			}
		}
	}
	m := routeForm.FindStringSubmatch(rec.Request.Path + "?" + rec.Request.Query)
	if m == nil {
		return
	}
	s.base = m[1]
	if fields != nil {
		record := map[string]any{"id": number(m[2]), "title": "Made up", "content": "Made up."}
		maps.Copy(record, fields)
		s.insert(s.base, record)
	}
	s.made = rec.Response.Status == 201
	if body, err := replay.Value(rec.Response.Bytes(t)); err == nil {
		s.walk(body, rec.Request.Method == "DELETE")
	}
	s.target(m)
}

// target makes up what a route names.
func (s *recordedSeed) target(m []string) {
	if id := m[2]; id != "" && id != unknownID {
		s.insert(m[1], map[string]any{"id": number(id), "title": "Made up", "content": "Made up.", "author": 1})
	}
	if id := m[4]; id != "" && id != unknownID {
		s.insert(m[3], map[string]any{"id": number(id), "parent": number(m[2]), "title": "Made up", "author": 1})
	}
}

func number(text string) int64 {
	n, _ := strconv.ParseInt(text, 10, 64)
	return n
}

// walk inserts the records in a value: what has an id and a title, slug or date.
func (s *recordedSeed) walk(value any, deleted bool) {
	switch v := value.(type) {
	case []any:
		for _, e := range v {
			s.walk(e, deleted)
		}
	case map[string]any:
		if previous, ok := v["previous"].(map[string]any); ok {
			v = previous
		} else if body, ok := v["body"]; ok {
			s.walk(body, deleted)
			return
		}
		if v["id"] != nil {
			s.record(v, deleted)
		}
	}
}

func (s *recordedSeed) record(v map[string]any, deleted bool) {
	record := map[string]any{"id": number(fmt.Sprint(v["id"]))}
	for _, name := range []string{
		"date", "date_gmt", "modified", "modified_gmt", "slug", "status", "comment_status", "ping_status", "template",
		"format", "sticky",
		"alt_text", "mime_type", "type_label", "attr_title", "description", "type", "object", "target", "url",
	} {
		if v[name] != nil && v[name] != "" {
			record[name] = v[name]
		}
	}
	for _, name := range []string{"title", "content", "excerpt", "caption", "description"} {
		switch text := v[name].(type) {
		case map[string]any:
			record[name] = text["raw"]
			if text["raw"] == nil {
				record[name] = html.UnescapeString(fmt.Sprint(text["rendered"]))
			}
			if text["protected"] == true {
				record["password"] = "letmein"
			}
		case string:
			record[name] = text
		}
	}
	for _, name := range []string{"author", "featured_media", "parent", "menu_order", "post", "menus", "object_id"} {
		if v[name] != nil {
			record[name] = number(fmt.Sprint(v[name]))
		}
	}
	for name, base := range map[string]string{"categories": "categories", "tags": "tags",
		"wp_pattern_category": "cms_pattern_category"} {
		if list, ok := v[name].([]any); ok {
			record[base] = s.terms(base, list)
		}
	}
	if menu := record["menus"]; menu != nil {
		s.terms("menus", []any{menu})
	}
	if object, base := v["object"],
		map[any]string{"page": "pages", "post": "posts"}[v["object"]]; base != "" && v["invalid"] != true {
		s.insert(base, map[string]any{"id": record["object_id"], "title": object, "date": longAgo})
	} else if object == "category" {
		s.terms("categories", []any{record["object_id"]})
	}
	if meta, ok := v["meta"].(map[string]any); ok {
		record["meta"] = meta
	}
	if deleted && record["status"] == "trash" {
		record["status"] = "draft"
	}
	if parent := record["parent"]; s.base == "pages" && parent != nil && parent != int64(0) {
		s.insert("pages", map[string]any{"id": parent, "title": "Parent", "date": longAgo})
	}
	if media := record["featured_media"]; media != nil && media != int64(0) {
		s.insert("media", map[string]any{"id": media, "filename": fmt.Sprintf("picture-%d.png", media), "width": 8,
			"height": 6, "date": longAgo})
	}
	if s.made {
		return
	}
	if slug, _ := v["slug"].(string); strings.HasSuffix(slug, "-v1") {
		s.insert(s.base, map[string]any{"id": record["parent"], "title": "Parent", "author": 1})
		if s.base == "menu-items" {
			return // nothing is kept
		}
		kind := "revisions"
		if strings.HasSuffix(slug, "-autosave-v1") {
			kind = "autosaves"
		}
		delete(record, "slug")
		s.insert(kind, record)
		return
	}
	if s.base == "media" {
		s.file(record, v)
	}
	s.insert(s.base, record)
	links, _ := v["_links"].(map[string]any)
	if list, ok := links["predecessor-version"].([]any); ok {
		one := list[0].(map[string]any)
		s.insert("revisions", map[string]any{"id": number(fmt.Sprint(one["id"])), "parent": record["id"], "title": "Before"})
	}
}

// file makes a record of the media library have a file like the recorded one.
func (s *recordedSeed) file(record, v map[string]any) {
	if source, _ := v["source_url"].(string); source != "" {
		record["filename"] = source[strings.LastIndex(source, "/")+1:]
	}
	details, _ := v["media_details"].(map[string]any)
	if width := number(fmt.Sprint(details["width"])); width > 0 {
		record["width"], record["height"] = width, number(fmt.Sprint(details["height"]))
	}
	if kind, _ := record["mime_type"].(string); strings.HasPrefix(kind, "image/") && kind != "image/jpeg" {
		record["mime_type"], record["filename"] = "image/png", fmt.Sprintf("picture-%d.png", record["id"])
	} else if !strings.HasPrefix(kind, "image/") {
		record["file"] = []byte("made up")
		if record["filename"] == nil {
			record["filename"] = fmt.Sprintf("text-%d.%s", record["id"], kind[strings.LastIndex(kind, "/")+1:])
		}
	}
	if post, _ := record["post"].(int64); post > 0 && fmt.Sprint(post) != unknownID {
		s.insert("posts", map[string]any{"id": post, "title": "Parent", "date": longAgo})
	}
}

func (s *recordedSeed) terms(base string, list []any) []int64 {
	var out []int64
	for _, e := range list {
		id := number(fmt.Sprint(e))
		s.insert(base, map[string]any{"id": id, "name": fmt.Sprintf("Term %d", id)})
		out = append(out, id)
	}
	return out
}

// insert stores a record once, without the fields that its kind does not have.
func (s *recordedSeed) insert(kind string, record map[string]any) {
	key := fmt.Sprint(kind, record["id"])
	if s.seen[key] {
		return
	}
	s.seen[key] = true
	if kind == "media" && record["width"] == nil {
		record["width"], record["height"] = 900, 600
	}
	for range record {
		if s.try(kind, record) {
			return
		}
	}
}

var noField = regexp.MustCompile(`there is no field "(\w+)"`)

// try reports whether it is done; otherwise it took a field away.
func (s *recordedSeed) try(kind string, record map[string]any) (done bool) {
	defer func() {
		if why := recover(); why != nil {
			m := noField.FindStringSubmatch(fmt.Sprint(why))
			if m == nil {
				panic(fmt.Sprintf("%v: %v", record, why))
			}
			delete(record, m[1])
		}
	}()
	s.site.Insert(kind, record)
	return true
}
