package cms_test

import (
	"errors"
	"net/url"
	"reflect"
	"testing"

	"github.com/fontcms/fontcms-go/cms"
)

func TestTermFilterIsSentAsItsArgumentTakesIt(t *testing.T) {
	t.Parallel()
	const refused = "refused"
	tests := []struct {
		name     string
		filter   cms.TermFilter
		want     string            // as a query, with T for the name of the argument
		instead  map[string]string // by argument
		nothing  bool
		zeroName bool
	}{
		{name: "one", filter: cms.Terms(3), want: "T[]=3"},
		{name: "several", filter: cms.Terms(3, 1), want: "T[]=3&T[]=1"},
		{name: "none", filter: cms.Terms(), want: "", nothing: true},
		{name: "empty with operator", filter: cms.TermFilter{Terms: []int64{}, Operator: cms.TaxAnd}, want: "", nothing: true,
			instead: map[string]string{"categories_exclude": refused, "tags_exclude": refused, "menus_exclude": refused}},
		{name: "object", filter: cms.TermFilter{Terms: []int64{3}, Object: true}, want: "T[terms][]=3"},
		{name: "and", filter: cms.TermFilter{Terms: []int64{3, 4}, Operator: cms.TaxAnd},
			want:    "T[operator]=AND&T[terms][]=3&T[terms][]=4",
			instead: map[string]string{"categories_exclude": refused, "tags_exclude": refused, "menus_exclude": refused}},
		{name: "children", filter: cms.TermFilter{Terms: []int64{3}, IncludeChildren: new(false)},
			want:    "T[include_children]=false&T[terms][]=3",
			instead: map[string]string{"tags": refused, "tags_exclude": refused, "menus": refused, "menus_exclude": refused}},
		{name: "all", filter: cms.TermFilter{Terms: []int64{3}, Operator: cms.TaxOr, IncludeChildren: new(true)},
			want: "T[include_children]=true&T[operator]=OR&T[terms][]=3",
			instead: map[string]string{"tags": refused, "tags_exclude": refused, "menus": refused, "menus_exclude": refused,
				"categories_exclude": refused}},
		{name: "unknown operator", filter: cms.TermFilter{Terms: []int64{3}, Operator: "and"}, want: refused},
		{name: "operator without terms", filter: cms.TermFilter{Operator: cms.TaxAnd}, want: refused},
		{name: "children without terms", filter: cms.TermFilter{IncludeChildren: new(true)}, want: refused},
		{name: "object without terms", filter: cms.TermFilter{Object: true}, want: refused},
		{name: "no filter, forced", filter: cms.TermFilter{}, want: refused, zeroName: true},
		{name: "id zero", filter: cms.Terms(0), want: refused},
		{name: "negative id", filter: cms.Terms(3, -1), want: refused},
	}
	for _, test := range tests {
		switch {
		case test.filter.MatchesNothing() != test.nothing:
			t.Errorf("%s: MatchesNothing %t, want %t", test.name, !test.nothing, test.nothing)
		case test.filter.IsZero() != test.zeroName:
			t.Errorf("filter.IsZero: %s: MatchesNothing %v, IsZero %v, want %t", test.name, test.filter.MatchesNothing(),
				test.filter.IsZero(), test.zeroName)
		}
		for _, argument := range []string{"categories", "categories_exclude", "tags", "tags_exclude", "menus",
			"menus_exclude"} {
			want := test.want
			if other, ok := test.instead[argument]; ok {
				want = other
			}
			got := url.Values{}
			err := test.filter.EncodeValues(argument, &got)
			if want == refused {
				switch e, ok := errors.AsType[*cms.ArgumentError](err); {
				case !ok:
					t.Errorf("%s, %s: filter.EncodeValues: error %v, want a *cms.ArgumentError", test.name, argument, err)
				case e.Argument != argument:
					t.Errorf("%s: filter.EncodeValues: Argument %q, want %q", test.name, e.Argument, argument)
				}
				continue
			}
			expected := url.Values{}
			for key, values := range query(t, want) {
				expected[argument+key[1:]] = values
			}
			if err != nil || !reflect.DeepEqual(got, expected) {
				t.Errorf("%s, %s: EncodeValues: %v, error %v, want %v and nil", test.name, argument, got, err, expected)
			}
		}
	}
}
