package wire

import (
	"errors"
	"reflect"
	"testing"
)

// large takes 8 KiB wherever one stands.
type large struct {
	Room [1024]int64 `json:"room"`
}

func TestElementsAreWeighedTogether(t *testing.T) {
	t.Parallel()
	for n, heavy := range map[int]bool{1: false, 40: false, 100: true, 2000: true, MaxElements(0) + 1: true} {
		elements := make([][]byte, n)
		var data []byte
		for i := range elements {
			elements[i] = []byte(`{}`)
			data = append(data, `{},`...)
		}
		err := CheckElements(data, elements, reflect.TypeFor[large]())
		if (err != nil) != heavy || heavy && n <= MaxElements(0) && !errors.Is(err, ErrHeavy) {
			t.Errorf("%d elements: %v", n, err)
		}
	}
}
