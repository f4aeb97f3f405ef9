package wire

import (
	"bytes"
	"encoding/json"
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
	most := make([]json.RawMessage, MaxElements(0)+1)
	for i := range most {
		most[i] = json.RawMessage(`1`)
	}
	for n, fine := range map[int]bool{MaxElements(0): true, MaxElements(0) + 1: false} {
		if err := CheckElements(bytes.Repeat([]byte(`1,                  `), n), most[:n], reflect.TypeFor[leaf]()); (err == nil) != fine {
			t.Errorf("%d numbers: %v", n, err)
		}
	}
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
