package main

import (
	"encoding/json"
	"flag"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
)

var (
	randomPlugins = flag.Int("random-plugins", 3, "the number of plugins that TestRandomPluginsLoseNothing draws")
	randomSeed    = flag.Uint64("random-seed", 0, "the seed of the plugins that are drawn, 0 for a random one")
)

// TestRandomPluginsLoseNothing draws plugins whose records have odd values, and compares what each call of the
// generated code returns with what the site sent.
func TestRandomPluginsLoseNothing(t *testing.T) {
	t.Parallel()
	seed := *randomSeed
	if seed == 0 {
		seed = rand.Uint64()
	}
	t.Logf("seed %d", seed)
	all := map[string]*plugin{}
	for i := range *randomPlugins {
		draw := &drawnPlugin{Rand: rand.New(rand.NewPCG(seed, uint64(i))), routes: map[string]any{},
			responses: map[string]any{}, later: map[string]any{}}
		all[fmt.Sprintf("plugin%d", i)] = draw.plugin(t)
	}
	operations, asJSON := readBack(t, all)
	t.Logf("operations that return JSON: %v of %v", asJSON, operations)
}

// drawnPlugin draws a plugin.
type drawnPlugin struct {
	*rand.Rand
	routes, responses, later map[string]any
	// changed is set while the later responses are drawn. They have no null, because a field
	// without null in a sample is plain.
	changed bool
}

func (d *drawnPlugin) chance(percent int) bool { return d.IntN(100) < percent }

func (d *drawnPlugin) plugin(t *testing.T) *plugin {
	t.Helper()
	nouns := []string{"orders", "events", "people", "places", "lessons", "votes", "stocks", "boxes"}
	d.Shuffle(len(nouns), func(i, j int) { nouns[i], nouns[j] = nouns[j], nouns[i] })
	for _, noun := range nouns[:3+d.IntN(4)] {
		d.route(noun)
	}
	encoded := func(v any) json.RawMessage {
		data, err := json.Marshal(v)
		if err != nil {
			t.Fatalf("encoding a drawn plugin: %v, want no error", err)
		}
		return data
	}
	one := &plugin{Routes: encoded(d.routes), Responses: map[string]json.RawMessage{}, Later: map[string]json.RawMessage{},
		Values: map[string]string{"id": "1"}}
	for key, value := range d.responses {
		one.Responses[key] = encoded(value)
	}
	for key, value := range d.later {
		one.Later[key] = encoded(value)
	}
	return one
}

// route adds a route that is read: a list with or without pages and a schema, a list in an object, or a single value.
func (d *drawnPlugin) route(noun string) {
	record := &form{kind: 'o', fields: d.fields(0)}
	record.fields["made"] = &form{kind: 'd'} // A record of which no field fits is refused.
	args, rest := map[string]any{}, map[string]any{}
	if d.chance(40) {
		rest["schema"] = d.schema(record, strings.TrimSuffix(noun, "s"))
	}
	reads := func(path string, args map[string]any) {
		route := map[string]any{"endpoints": []any{map[string]any{"methods": []string{"GET"}, "args": args}}}
		if rest["schema"] != nil {
			route["schema"] = rest["schema"]
		}
		d.routes["/made/v1/"+path] = route
	}
	switch d.IntN(5) {
	case 0, 1:
		if d.chance(70) {
			args["page"], args["per_page"] = map[string]any{"type": "integer"}, map[string]any{"type": "integer"}
		}
		reads(noun, args)
		reads(noun+`/(?P<id>[\d]+)`, map[string]any{})
		d.both(func(odd int, into map[string]any) {
			list := []any{}
			for id := range 1 + d.IntN(4) {
				one := d.value(record, odd).(map[string]any)
				one["id"] = id + 1
				list, into[fmt.Sprintf("GET %s/%d", noun, id+1)] = append(list, one), one
			}
			into["GET "+noun] = list
		})
	case 2:
		reads(noun, args)
		d.both(func(odd int, into map[string]any) {
			into["GET "+noun] = map[string]any{"items": d.many(record, odd), "total": d.IntN(9)}
		})
	case 3:
		reads(noun, args)
		single := record
		if d.chance(40) {
			single, rest["schema"] = &form{kind: 'l', item: d.form(1)}, nil
			reads(noun, args)
		}
		d.both(func(odd int, into map[string]any) {
			if !d.changed || single == record {
				into["GET "+noun] = d.value(single, odd)
			}
		})
	case 4:
		reads(noun, args)
		d.both(func(odd int, into map[string]any) { into["GET "+noun] = d.many(record, odd) })
	}
}

// both draws the responses of the samples, and later ones with more odd values.
func (d *drawnPlugin) both(draw func(odd int, into map[string]any)) {
	d.changed = false
	draw(10, d.responses)
	d.changed = true
	draw(20, d.later)
}

func (d *drawnPlugin) many(f *form, odd int) []any {
	list := []any{}
	for range 1 + d.IntN(4) {
		list = append(list, d.value(f, odd))
	}
	return list
}

// form is the form that most values of one place have.
type form struct {
	kind   byte // o: object, m: map, l: list, s: string, d: date, i: integer, n: number, b: boolean
	fields map[string]*form
	item   *form
}

// fields are the forms of an object.
func (d *drawnPlugin) fields(depth int) map[string]*form {
	all := map[string]*form{}
	for range 1 + d.IntN(5) {
		name := []string{"name", "status", "sum", "tags", "meta", "lines", "author", "stock_count", "parent", "grid", "rules",
			"on", "price", "note", "address", "options", "rows", "matrix", "image", "settings"}[d.IntN(20)]
		all[name] = d.form(depth + 1)
	}
	return all
}

func (d *drawnPlugin) form(depth int) *form {
	kinds := "ssiinbbolllm"
	if depth > 3 {
		kinds = "ssinb"
	}
	f := &form{kind: kinds[d.IntN(len(kinds))]}
	switch f.kind {
	case 'o':
		f.fields = d.fields(depth)
	case 'm', 'l':
		f.item = d.form(depth + 1)
	}
	return f
}

// value is a value of a form. odd percent of the values inside are of another form.
func (d *drawnPlugin) value(f *form, odd int) any {
	inside := func(f *form) any {
		if f.kind == 'd' || !d.chance(odd) {
			return d.value(f, odd)
		}
		odd := []any{nil, false, "", []any{}, 0, "12.5", true, map[string]any{}, "1,234.50", 7, []any{false}, "x"}
		if d.changed {
			odd = odd[1:]
		}
		return odd[d.IntN(len(odd))]
	}
	switch f.kind {
	case 'o':
		all := map[string]any{}
		for name, field := range f.fields {
			if field.kind == 'd' || !d.chance(odd/2) {
				all[name] = inside(field)
			}
		}
		return all
	case 'm':
		all := map[string]any{}
		for i := range d.IntN(4) {
			all[fmt.Sprintf("k%d@made.example", i)] = inside(f.item)
		}
		return all
	case 'l':
		list := []any{}
		for range d.IntN(4) {
			list = append(list, inside(f.item))
		}
		return list
	case 's':
		return []string{"a", "b c", "2026-11-24T10:00:00", "", "x@y.z"}[d.IntN(5)]
	case 'i':
		return d.IntN(100)
	case 'd':
		return "2026-11-24"
	case 'n':
		return float64(d.IntN(1000)) / 8
	}
	return d.chance(50)
}

// schema is a schema of a record, which says something else of some fields.
func (d *drawnPlugin) schema(record *form, title string) any {
	var of func(f *form) map[string]any
	of = func(f *form) map[string]any {
		types := map[byte]string{'o': "object", 'm': "object", 'l': "array", 's': "string", 'd': "string",
			'i': "integer", 'n': "number", 'b': "boolean"}
		s := map[string]any{"type": types[f.kind]}
		if d.chance(10) {
			s["type"] = []string{types[f.kind], "null"}
		}
		if f.kind != 'd' && d.chance(10) {
			s["type"] = types["mlsinb"[d.IntN(6)]]
			return s
		}
		switch {
		case f.kind == 'o' && d.chance(80):
			inner := map[string]any{}
			for name, field := range f.fields {
				inner[name] = of(field)
			}
			s["properties"] = inner
		case f.kind == 'm' && d.chance(60):
			s["additionalProperties"] = of(f.item)
		case f.kind == 'l' && d.chance(80):
			s["items"] = of(f.item)
		}
		return s
	}
	properties := of(record)["properties"]
	if properties == nil {
		properties = map[string]any{}
	}
	all := properties.(map[string]any)
	all["id"] = map[string]any{"type": "integer"}
	return map[string]any{"title": title, "type": "object", "properties": all}
}
