package secrets

import (
	"reflect"
	"testing"

	"github.com/fontcms/fontcms-go/internal/exported"
)

// root is the folder of the module.
const root = exported.Root

func TestEveryExportedTypeIsLookedAt(t *testing.T) {
	t.Parallel()
	registered := map[string]bool{}
	types, err := exported.Types()
	if err != nil {
		t.Fatal(err)
	}
	for name, values := range newWorld(t).holders() {
		registered[name] = true
		for _, value := range values {
			if isInterface, ok := types[name]; ok && !isInterface && exported.Name(dereferenced(reflect.TypeOf(value))) != name {
				t.Errorf("Row %s has a %T, want a value of that type", name, value)
			}
		}
	}
	for _, one := range exported.Data() {
		if registered[exported.Name(one)] {
			t.Errorf("Type %v is in both tables, want it in one", one)
		}
		registered[exported.Name(one)] = true
	}
	for name := range types {
		if !registered[name] {
			t.Errorf("Type %s is new, want it in Data of internal/exported/data.go, or, if it holds a client, in holders "+
				"of world_test.go", name)
		}
	}
	for name := range registered {
		if _, ok := types[name]; !ok {
			t.Errorf("Row %s names no exported type, want it removed", name)
		}
	}
}

func dereferenced(t reflect.Type) reflect.Type {
	for t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	return t
}
