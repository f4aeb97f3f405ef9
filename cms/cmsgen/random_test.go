package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"testing"
)

// TestRandomDescriptionsCompile makes code of descriptions drawn by chance: the words
// of schemas where they belong and where they do not.
func TestRandomDescriptionsCompile(t *testing.T) {
	t.Parallel()
	runs := 150
	if os.Getenv("FONTCMS_SOAK") != "" {
		runs = 2000
	}
	seed := rand.Uint64()
	compiled := 0
	for i := range runs {
		draw := &drawn{rand.New(rand.NewPCG(seed, uint64(i)))}
		data, err := json.Marshal(draw.description())
		if err != nil {
			t.Fatal(err)
		}
		source, err := madeOf(t, data)
		if errors.Is(err, errNoGo) {
			t.Fatalf("Seed %d, run %d: error %v, want Go code\n%s", seed, i, err, data)
		}
		if err != nil {
			continue
		}
		compiled++
		if err := typecheck(t, source); err != nil {
			t.Fatalf("Seed %d, run %d: typecheck: %v, want valid Go\n%s\n%s", seed, i, err, data, source)
		}
	}
	if compiled < runs/2 {
		t.Errorf("Seed %d: only %d of %d descriptions made code, want half of them", seed, compiled, runs)
	}
}

// drawn draws descriptions.
type drawn struct{ *rand.Rand }

func (d *drawn) of(words ...string) string { return words[d.IntN(len(words))] }

func (d *drawn) chance(percent int) bool { return d.IntN(100) < percent }

// name is that of a member, an argument or a record.
func (d *drawn) name() string {
	return d.of("id", "slug", "name", "title", "meta", "status", "date", "date_gmt", "class_list", "orderby", "order",
		"context", "page", "per_page", "parent",
		"type", "a", "A", "a_", "_links", "_method", "extra", "links", "reading", "embedded", "params", "list_options", "24",
		"$%", "func", "größe", "a b", "x`y",
		"string", "cms", "json", "force", "get", "options", "s", "ctx", "site", "wp_font", "ID", "i_d",
		fmt.Sprint("n", d.IntN(30)))
}

func (d *drawn) value(depth int) any {
	switch d.IntN(7) {
	case 0:
		return nil
	case 1:
		return d.chance(50)
	case 2:
		return d.IntN(100)
	case 3:
		return d.name()
	case 4:
		return []any{d.name(), d.name()}
	case 5:
		return map[string]any{}
	}
	return d.schema(depth + 1)
}

// schema is a schema, or now and then something else.
func (d *drawn) schema(depth int) any {
	if depth > 4 || d.chance(3) {
		return d.of("x", "", "true")
	}
	s := map[string]any{}
	types := []string{"string", "integer", "number", "boolean", "array", "object", "null", "mixed", "bool", "date-time"}
	switch {
	case d.chance(70):
		s["type"] = d.of(types...)
	case d.chance(70):
		s["type"] = []string{d.of(types...), d.of(types...), d.of(types...)}
	}
	if d.chance(30) {
		s["enum"] = []any{d.name(), d.name(), d.name(), d.of("", "publish", "draft", "asc", "desc", "<")}
	}
	for _, name := range []string{"items", "additionalProperties"} {
		if d.chance(25) {
			s[name] = d.schema(depth + 1)
		}
	}
	if d.chance(40) {
		s["properties"] = d.schemas(depth + 1)
	}
	if d.chance(15) {
		s[d.of("oneOf", "anyOf")] = []any{d.schema(depth + 1), d.schema(depth + 1)}
	}
	for _, name := range []string{"description", "format", "context", "readonly", "required", "default",
		"minimum", "title"} {
		if d.chance(15) {
			s[name] = d.value(depth + 1)
		}
	}
	return s
}

func (d *drawn) schemas(depth int) any {
	if d.chance(3) {
		return []any{}
	}
	all := map[string]any{}
	for range d.IntN(5) {
		all[d.name()] = d.schema(depth + 1)
	}
	return all
}

func (d *drawn) description() any {
	routes := map[string]any{}
	kinds := []string{kindNull, kindFalse, kindTrue, kindEmpty, kindNumeral, kindWhole, kindBit, kindString, kindInteger,
		kindNumber, kindNone, kindArray, kindObject, kindRecords, kindAbsent}
	for range 1 + d.IntN(4) {
		base := "/" + d.of("wp/v2", "shop/v1", "shop", "a/b/c") + "/" +
			d.of("things", "status", "news", "menus", "type", "thing-params", "x(?P<y>.)", "(?P<func>\\w+)")
		for _, path := range []string{"", "/(?P<id>[\\d]+)", "/(?P<slug>[\\w-]+)", "/(?P<id>\\d+)/things",
			"/(?P<a>\\w+)/(?P<a>\\w+)"} {
			if path != "" && d.chance(50) {
				continue
			}
			var endpoints []any
			for range 1 + d.IntN(3) {
				args := d.schemas(2)
				if full, ok := args.(map[string]any); ok && d.chance(50) {
					full["page"], full["per_page"] = map[string]any{"type": "integer"}, map[string]any{"type": "integer"}
				}
				endpoints = append(endpoints, map[string]any{"methods": []string{d.of("GET", "POST", "PUT", "PATCH", "DELETE"),
					d.of("GET", "POST", "DELETE")}, "args": args})
			}
			seen := map[string]any{}
			for range d.IntN(4) {
				seen[d.of("", "."+d.name(), "."+d.name()+"[]",
					"."+d.name()+"."+d.name())] = []string{d.of(kinds...), d.of(kinds...)}
			}
			properties := d.schemas(0)
			if full, ok := properties.(map[string]any); ok && d.chance(70) {
				full["id"] = map[string]any{"type": "integer"}
			}
			routes[base+path] = map[string]any{
				"endpoints": endpoints, "seen": seen,
				"schema": map[string]any{"title": d.of("thing", "status", "wp_thing", "", "$", "context", d.name()),
					"properties": properties},
			}
		}
	}
	return map[string]any{"prefix": d.of("wp", "cms", ""), "routes": routes}
}
