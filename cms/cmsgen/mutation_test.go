package main

import (
	"encoding/json"
	"errors"
	"flag"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/fontcms/fontcms-go/cms/describe"
)

var (
	mutations    = flag.Int("mutations", 50, "the number of descriptions that are mutated")
	mutationSeed = flag.Uint64("mutation-seed", 0, "the seed of the mutations, 0 for a random one")
	descriptions = flag.String("descriptions", "", "a `folder` with further descriptions, such as those of real plugins")
)

// TestMutatedDescriptionsCompileOrAreRefused mutates some routes of the stored
// descriptions, and of the descriptions in the folder of the flag -descriptions.
func TestMutatedDescriptionsCompileOrAreRefused(t *testing.T) {
	t.Parallel()
	files := describedFiles()
	runs, seed := *mutations, *mutationSeed
	if seed == 0 {
		seed = rand.Uint64()
	}
	stored := map[string]map[string]any{}
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		var d map[string]any
		if err := json.Unmarshal(data, &d); err != nil {
			t.Fatal(err)
		}
		stored[file] = d
	}
	compiled, refused := 0, map[string]int{}
	for i := range runs {
		m := &mutator{Rand: rand.New(rand.NewPCG(seed, uint64(i)))}
		file := files[i%len(files)]
		data, err := json.Marshal(m.mutated(stored[file]))
		if err != nil {
			t.Fatal(err)
		}
		source, err := madeOf(t, data)
		switch {
		case errors.Is(err, errNoGo):
			t.Errorf("Seed %d, run %d of %s: error %v, want Go code\n%s", seed, i, file, err, data)
		case err != nil:
			reason, _, _ := strings.Cut(err.Error(), ".")
			refused[reason]++
			if d, _ := load(data); d != nil && !namesRoute(d, err) {
				t.Errorf("Seed %d, run %d of %s: error %v, want one that names a route\n%s", seed, i, file, err, data)
			}
		default:
			compiled++
			if err := typecheck(t, source); err != nil {
				t.Errorf("Seed %d, run %d of %s: typecheck: %v, want valid Go\n%s", seed, i, file, err, data)
			}
			d, _ := load(data)
			if absent := covered(t, d, source).absent; len(absent) > 0 {
				t.Errorf("Seed %d, run %d of %s: the code lacks %s, want all operations\n%s", seed, i, file,
					strings.Join(absent, ", "), data)
			}
		}
	}
	t.Logf("seed %d: %d of %d compiled, refused were %v", seed, compiled, runs, refused)
	if compiled < runs/2 {
		t.Errorf("Seed %d: only %d of %d descriptions made code, want half of them", seed, compiled, runs)
	}
}

// namesRoute reports that an error names a route of a description.
func namesRoute(d *describe.Description, err error) bool {
	for route := range d.Routes {
		if strings.Contains(err.Error(), describe.Spelled(strings.Trim(describe.Template(route), "/"), d.Prefix)) {
			return true
		}
	}
	return false
}

// describedFiles returns the stored descriptions, and the ones of the flag -descriptions.
func describedFiles() []string {
	files, _ := filepath.Glob("testdata/*.json")
	if *descriptions != "" {
		more, _ := filepath.Glob(filepath.Join(*descriptions, "*.json"))
		files = append(files, more...)
	}
	return files
}

// madeOf loads a description and returns the code for it.
func madeOf(t *testing.T, data []byte) ([]byte, error) {
	t.Helper()
	d, err := load(data)
	if err != nil {
		return nil, err
	}
	return generate(t.Context(), d, wants{}, "made")
}

// mutator changes descriptions.
type mutator struct {
	*rand.Rand
	words []string // the names of members in the description
	parts []any    // its values
}

// mutated returns a copy of some routes of a description with up to twelve changes.
func (m *mutator) mutated(d map[string]any) any {
	const maxRoutes, maxChanges = 12, 12
	all := d["routes"].(map[string]any)
	routes := map[string]any{}
	names := slices.Sorted(maps.Keys(all))
	first := m.IntN(len(names)) // neighbours are lists with their records
	for _, name := range names[first:min(first+maxRoutes, len(names))] {
		routes[name] = copied(all[name])
	}
	part := map[string]any{"prefix": d["prefix"], "routes": routes}
	m.collect(part)
	for range 1 + m.IntN(maxChanges) {
		m.change(routes)
	}
	return part
}

// copied returns a deep copy.
func copied(value any) any {
	switch value := value.(type) {
	case map[string]any:
		out := map[string]any{}
		for name, one := range value {
			out[name] = copied(one)
		}
		return out
	case []any:
		out := make([]any, len(value))
		for i, one := range value {
			out[i] = copied(one)
		}
		return out
	}
	return value
}

// collect notes the names and values of a description.
func (m *mutator) collect(value any) {
	m.parts = append(m.parts, value)
	switch value := value.(type) {
	case map[string]any:
		for _, name := range slices.Sorted(maps.Keys(value)) {
			m.words = append(m.words, name)
			m.collect(value[name])
		}
	case []any:
		for _, one := range value {
			m.collect(one)
		}
	}
}

// change drops, renames or replaces a member somewhere in a value.
func (m *mutator) change(value any) {
	switch value := value.(type) {
	case map[string]any:
		if len(value) == 0 {
			value[m.word()] = m.part()
			return
		}
		name := slices.Sorted(maps.Keys(value))[m.IntN(len(value))]
		switch inner := value[name]; m.IntN(12) {
		case 0:
			delete(value, name)
		case 1:
			delete(value, name)
			value[m.word()] = inner
		case 2:
			value[name] = m.part()
		case 3:
			value[m.word()] = copied(inner)
		default:
			if !holdsMore(inner) {
				value[name] = m.part()
				return
			}
			m.change(inner)
		}
	case []any:
		i := m.IntN(len(value))
		if m.IntN(3) > 0 && holdsMore(value[i]) {
			m.change(value[i])
			return
		}
		value[i] = m.part()
	}
}

// holdsMore reports that a value has something inside to change.
func holdsMore(value any) bool {
	switch value := value.(type) {
	case map[string]any:
		return true
	case []any:
		return len(value) > 0
	}
	return false
}

// word is a name of the description, or an odd one.
func (m *mutator) word() string {
	odd := []string{"", "id", "2fa", "größe", "a b", "x`y", "func", "Extra", "error", "_links", "$%", "page", "Check"}
	if m.IntN(3) == 0 {
		return odd[m.IntN(len(odd))]
	}
	return m.words[m.IntN(len(m.words))]
}

// part is a value of another kind, or one from elsewhere in the description.
func (m *mutator) part() any {
	kinds := []any{
		nil, true, false, 7, 0.5, "", "integer", "object", "array", []any{}, []any{"null", "string"}, map[string]any{},
		map[string]any{"type": "object", "properties": map[string]any{m.word(): map[string]any{"type": "string"}}},
		map[string]any{"type": "string", "enum": []any{"publish", "a", ""}},
		[]any{map[string]any{"methods": []any{"GET", "DELETE"},
			"args": map[string]any{m.word(): map[string]any{"required": true}}}},
	}
	if m.IntN(2) == 0 {
		return kinds[m.IntN(len(kinds))]
	}
	return copied(m.parts[m.IntN(len(m.parts))])
}
