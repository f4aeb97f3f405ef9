package cms_test

import (
	"strings"
	"testing"

	"github.com/fontcms/fontcms-go/cms"
)

func TestDecodingIntoNoPointerIsAnErrorWhateverTheSize(t *testing.T) {
	t.Parallel()
	for _, size := range []int{1, 1 << 10, 1 << 20} {
		data := []byte(`{"a":"` + strings.Repeat("x", size) + `"}`)
		for _, v := range []any{nil, struct{}{}, 7, map[string]any{}} {
			if err := cms.Unmarshal(data, v); err == nil {
				t.Errorf("Unmarshal of %d bytes into %T: no error: error nil, want an error", size, v)
			}
			switch ok, err := (cms.Extra{"price": data}).Decode("price", v); {
			case !ok:
				t.Errorf("Decode of %d bytes into %T: false without an error, want true", size, v)
			case err == nil:
				t.Errorf("Decode of %d bytes into %T: %t, no error: error nil, want an error", size, v, ok)
			}
		}
	}
}
