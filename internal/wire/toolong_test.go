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
		if err == nil || !strings.Contains(err.Error(), "more than 1000 elements in the list") || !strings.Contains(err.Error(), "List without PerPage") {
			t.Errorf("%v", err)
		}
	}
	if _, err := listOf[struct{}]([]byte("["+strings.TrimSuffix(strings.Repeat(`{},`, 100_001), ",")+"]"), 0); err == nil || strings.Contains(err.Error(), "PerPage") {
		t.Errorf("%v", err)
	}
}
