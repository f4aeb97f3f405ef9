package wire

import (
	"strings"
	"testing"
)

func TestListThatIsTooLongNamesTheWayOut(t *testing.T) {
	t.Parallel()
	data := []byte("[" + strings.TrimSuffix(strings.Repeat(`{},`, 1001), ",") + "]")
	_, listErr := List[struct{}](data, 10)
	_, elementsErr := Elements[struct{}](data, 10, false)
	for _, err := range []error{listErr, elementsErr} {
		if err == nil || !strings.Contains(err.Error(), "more than 1000 elements in the list") || !strings.Contains(err.Error(), "List without PerPage") {
			t.Errorf("%v", err)
		}
	}
	if _, err := List[struct{}]([]byte("["+strings.TrimSuffix(strings.Repeat(`{},`, 100_001), ",")+"]"), 0); err == nil || strings.Contains(err.Error(), "PerPage") {
		t.Errorf("%v", err)
	}
}
