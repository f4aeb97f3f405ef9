package wire

import (
	"reflect"
	"strings"
	"testing"
)

func TestErrorOfALongListSuggestsListWithoutPerPage(t *testing.T) {
	t.Parallel()
	data := []byte("[" + strings.TrimSuffix(strings.Repeat(`{},`, 1001), ",") + "]")
	_, listErr := listOf[struct{}](data, 10)
	_, elementsErr := Elements(data, 10, reflect.TypeFor[struct{}](), false)
	for _, err := range []error{listErr, elementsErr} {
		switch {
		case err == nil || !strings.Contains(err.Error(), "more than 1000 elements in the list"):
			t.Errorf("error %v, want %q in it", err, "more than 1000 elements in the list")
		case !strings.Contains(err.Error(), "List without PerPage"):
			t.Errorf("error %v, want %q in it", err, "List without PerPage")
		}
	}
	switch _, err := listOf[struct{}]([]byte("["+strings.TrimSuffix(strings.Repeat(`{},`, 100_001), ",")+"]"), 0); {
	case err == nil:
		t.Error("listOf: error nil, want an error")
	case strings.Contains(err.Error(), "PerPage"):
		t.Errorf("listOf: error %v, want no %q in it", err, "PerPage")
	}
}
