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
		switch {
		case !same(s.Active, want.active):
			t.Errorf("snippet of %s: Active is not as stated, want the stated value, or nil", data)
		case !same(s.Trashed, want.trashed):
			t.Errorf("snippet of %s: Trashed is not as stated, want the stated value, or nil", data)
		}
		is := func(v *bool) bool { return v != nil && *v }
		got := s.snippet()
		switch {
		case got.ID != 1 || got.Name != "n":
			t.Errorf("%s: ID %d, Name %q, want 1 and %q", data, got.ID, got.Name, "n")
		case len(got.Extra) != 1:
			t.Errorf("%s: %d members in Extra, want 1", data, len(got.Extra))
		case got.Active != is(want.active):
			t.Errorf("%s: Active is %t, want %t", data, got.Active, is(want.active))
		case got.Trashed != is(want.trashed):
			t.Errorf("%s: Trashed is %t, want %t", data, got.Trashed, is(want.trashed))
		}
	}
	for _, data := range []string{`{"id":{}}`, `{"id":1,"name":[]}`, `"x"`, `5`, `{"id":1`, ``} {
		var s stated
		if err := wire.Unmarshal([]byte(data), &s); err == nil {
			t.Errorf("%s: wire.Unmarshal: error nil, want an error", data)
		}
	}
}
