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
				t.Errorf("%s: its value is a %T", name, value)
			}
		}
	}
	for _, one := range exported.Data() {
		if registered[exported.Name(one)] {
			t.Errorf("%v stands in both tables", one)
		}
		registered[exported.Name(one)] = true
	}
	for name := range types {
		if !registered[name] {
			t.Errorf("%s is new: say in the table of this package what it may hold", name)
		}
	}
	for name := range registered {
		if _, ok := types[name]; !ok {
			t.Errorf("%s is no exported type any more", name)
		}
	}
}

func dereferenced(t reflect.Type) reflect.Type {
	for t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	return t
}
