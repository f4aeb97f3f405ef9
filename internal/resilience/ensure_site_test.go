package resilience

import (
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"sync"
)

// plugin is a route with records in memory that ignores some arguments, as
// WordPress does with those that a route has not declared.
type plugin struct {
	ignores []string // "slug", "status", "search", "parent", "context", "order", "include"
	hides   []string // members that its answers leave out
	hidden  bool     // nothing is listed
	cuts    int      // slugs are cut after so many letters, 0 for none

	mu      sync.Mutex
	records map[int64]map[string]string // members by name
	next    int64
}

// newPlugin has the records 1, 2, … in the order given.
func newPlugin(ignores []string, records ...map[string]string) *plugin {
	p := &plugin{ignores: ignores, records: map[int64]map[string]string{}}
	for _, record := range records {
		p.next++
		p.records[p.next] = record
	}
	return p
}

// state is all records.
func (p *plugin) state() string {
	p.mu.Lock()
	defer p.mu.Unlock()
	out, _ := json.Marshal(p.records)
	return string(out)
}

func (p *plugin) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	p.mu.Lock()
	defer p.mu.Unlock()
	last := r.URL.Path[strings.LastIndex(r.URL.Path, "/")+1:]
	id, err := strconv.ParseInt(last, 10, 64)
	edit := r.Method != http.MethodGet || r.URL.Query().Get("context") == "edit" && !slices.Contains(p.ignores, "context")
	switch {
	case err != nil && r.Method == http.MethodGet:
		p.list(w, r, edit)
	case err != nil:
		p.next++
		p.records[p.next] = map[string]string{"status": "draft"}
		p.set(p.next, r)
		answer(w, 201, p.show(p.next, true))
	case p.records[id] == nil:
		answer(w, 404, refusal(404, "rest_post_invalid_id"))
	case r.Method == http.MethodDelete && r.URL.Query().Get("force") == "true":
		body := p.show(id, true)
		delete(p.records, id)
		answer(w, 200, `{"deleted":true,"previous":`+body+`}`)
	case r.Method == http.MethodDelete:
		p.records[id]["status"] = "trash"
		p.records[id]["slug"] += "__trashed"
		answer(w, 200, p.show(id, true))
	case r.Method == http.MethodGet:
		answer(w, 200, p.show(id, edit))
	default:
		p.set(id, r)
		answer(w, 200, p.show(id, true))
	}
}

// set takes over the members of a body, and makes a slug that is taken unique.
func (p *plugin) set(id int64, r *http.Request) {
	var body map[string]any
	_ = json.NewDecoder(r.Body).Decode(&body)
	record := maps.Clone(p.records[id])
	for name, value := range body {
		record[name] = fmt.Sprint(value)
	}
	if slug := record["slug"]; p.cuts > 0 && len(slug) > p.cuts {
		record["slug"] = slug[:p.cuts]
	}
	for other, known := range p.records {
		if other != id && known["slug"] == record["slug"] && known["parent"] == record["parent"] && record["slug"] != "" {
			record["slug"] += "-2"
		}
	}
	p.records[id] = record
}

func (p *plugin) list(w http.ResponseWriter, r *http.Request, edit bool) {
	q := r.URL.Query()
	obeys := func(name string) bool {
		return (q.Has(name) || q.Has(name+"[]")) && !slices.Contains(p.ignores, name)
	}
	ids := slices.Sorted(maps.Keys(p.records))
	if !obeys("order") {
		slices.Reverse(ids)
	}
	ids = slices.DeleteFunc(ids, func(id int64) bool {
		record := p.records[id]
		status := "publish"
		if obeys("status") {
			status = q.Get("status[]")
		}
		return p.hidden || obeys("slug") && record["slug"] != q.Get("slug[]") ||
			obeys("parent") && cmp.Or(record["parent"], "0") != q.Get("parent[]") ||
			obeys("search") && !strings.Contains(record["content"], strings.Trim(q.Get("search"), `"`)) ||
			record["status"] == "trash" || status != "any" && record["status"] != status
	})
	shown := []string{}
	for _, id := range ids {
		shown = append(shown, p.show(id, edit))
	}
	answer(w, 200, "["+strings.Join(shown, ",")+"]", totals(strconv.Itoa(len(ids)), "1")...)
}

// show is a record as the route writes it.
func (p *plugin) show(id int64, edit bool) string {
	members := map[string]any{"id": id}
	for name, value := range p.records[id] {
		switch {
		case slices.Contains(p.hides, name):
		case name == "parent":
			members[name] = json.Number(value)
		case name == "title" || name == "content":
			text := map[string]string{"rendered": value}
			if edit {
				text["raw"] = value
			}
			members[name] = text
		default:
			members[name] = value
		}
	}
	out, _ := json.Marshal(members)
	return string(out)
}
