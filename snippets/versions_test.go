package snippets

import (
	"testing"

	"github.com/fontcms/fontcms-go/internal/wire"
)

func TestStatedFieldsAreNilIfTheSiteDoesNotSendThem(t *testing.T) {
	t.Parallel()
	yes, no := new(true), new(false)
	for data, want := range map[string]struct{ active, trashed *bool }{
		`{"id":1,"name":"n","active":true,"trashed":true,"mine":1}`: {yes, yes},
		`{"id":1,"name":"n","mine":1}`:                              {nil, nil},
		`{"id":1,"name":"n","active":false,"mine":1}`:               {no, nil},
		`{"id":1,"name":"n","trashed":false,"mine":1}`:              {nil, no},
		`{"id":1,"name":"n","trashed":null,"mine":1}`:               {nil, nil},
	} {
		var s stated
		if err := wire.Unmarshal([]byte(data), &s); err != nil {
			t.Fatal(err)
		}
		same := func(a, b *bool) bool { return (a == nil) == (b == nil) && (a == nil || *a == *b) }
		if !same(s.Active, want.active) || !same(s.Trashed, want.trashed) {
			t.Errorf("%s: active %v, trashed %v", data, s.Active, s.Trashed)
		}
		is := func(v *bool) bool { return v != nil && *v }
		got := s.snippet()
		if got.ID != 1 || got.Name != "n" || len(got.Extra) != 1 || got.Active != is(want.active) || got.Trashed != is(want.trashed) {
			t.Errorf("%s: %+v", data, got)
		}
	}
	for _, data := range []string{`{"id":{}}`, `{"id":1,"name":[]}`, `"x"`, `5`, `{"id":1`, ``} {
		var s stated
		if err := wire.Unmarshal([]byte(data), &s); err == nil {
			t.Errorf("%s: %+v", data, s)
		}
	}
}
