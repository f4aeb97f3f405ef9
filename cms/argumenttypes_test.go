package cms

import "testing"

func TestAnArgumentOfSeveralTypesIsReadAsTheFirstThatFits(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		types []string
		given given
		want  string
	}{
		{[]string{"integer", "string"}, given{values: []string{"5"}}, "integer"},
		{[]string{"integer", "string"}, given{values: []string{"five"}}, "string"},
		{[]string{"boolean", "string"}, given{values: []string{"TRUE"}}, "boolean"},
		{[]string{"string", "array"}, given{values: []string{"a", "b"}, list: true}, "array"},
		{[]string{"string", "integer"}, given{values: []string{"a", "b"}, list: true}, ""},
		{[]string{"object"}, given{values: []string{"five"}}, ""},
	} {
		if got := readAs(test.types, test.given); got != test.want {
			t.Errorf("%v of %v is read as %q, not as %q", test.given.values, test.types, got, test.want)
		}
	}
}
