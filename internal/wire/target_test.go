package wire

import (
	"strings"
	"testing"
)

func TestUnmarshalRefusesWhatIsNoPointerWhateverTheSize(t *testing.T) {
	t.Parallel()
	var none *int
	for _, size := range []int{1, 1 << 10, 10 << 10} {
		data := []byte(`"` + strings.Repeat("x", size) + `"`)
		for _, v := range []any{nil, struct{}{}, 7, "", none, map[string]any{}, []int{}} {
			if err := Unmarshal(data, v); err == nil {
				t.Errorf("Unmarshal(data, v): %d bytes into %T: no error: error nil, want an error", size, v)
			}
			if err := Object(data, v); err == nil {
				t.Errorf("an object of %d bytes into %T: no error: error nil, want an error", size, v)
			}
		}
	}
}
