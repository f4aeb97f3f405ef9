package wire

import (
	"errors"
	"net/url"
	"reflect"
	"strconv"
	"strings"
	"testing"
)

type filter struct{ terms []int }

func (f filter) MatchesNothing() bool { return f.terms != nil && len(f.terms) == 0 }
func (f filter) EncodeValues(key string, v *url.Values) error {
	if len(f.terms) > 0 && f.terms[0] == 13 {
		return errors.New("bad luck")
	}
	for range f.terms {
		v.Add(key+"[]", "1")
	}
	return nil
}

// own is a filter that encodes itself, and whose field is no argument.
type own struct{ Terms []int64 }

func (o own) EncodeValues(key string, v *url.Values) error {
	v.Add(key, strconv.Itoa(len(o.Terms)))
	return nil
}

type embedded struct {
	Author []int64 `url:"author,brackets,omitempty"`
}

type listOptions struct {
	embedded
	Embedded2
	PerPage  int      `url:"per_page,omitempty"`
	Page     int      `url:"page,omitempty"`
	Offset   *int     `url:"offset,omitempty"`
	Include  []int64  `url:"include,brackets,omitempty"`
	Exclude  []int64  `url:"exclude,brackets,omitempty"`
	Tags     filter   `url:"tags"`
	NoTags   filter   `url:"tags_exclude"`
	Other    *filter  `url:"other,omitempty"`
	Columns  []string `url:"search_columns,brackets,omitempty"`
	Fields   []string `url:"_fields,comma,omitempty"`
	Skipped  []string `url:"-"`
	Untagged []string
	After    []string `url:"after,omitempty"`
	Menus    int64    `url:"menus,omitempty"`
	Method   string   `url:"_method,omitempty"`
	IDs      *[]int64 `url:"ids,brackets,omitempty"`
	Post     *int64   `url:"post,omitempty"`
	Meta     meta     `url:"meta"`
	Own      *own     `url:"own,omitempty"`
	hidden   []string
}

type meta struct {
	Keys []string `url:"keys,brackets,omitempty"`
}

type Embedded2 struct {
	Parent []int64 `url:"parent,brackets,omitempty"`
}

func TestEncodeQueryOfNothingIsEmpty(t *testing.T) {
	t.Parallel()
	for _, options := range []any{nil, (*listOptions)(nil), new(*listOptions), &struct{}{}} {
		q, err := EncodeQuery(options)
		switch {
		case err != nil:
			t.Errorf("EncodeQuery(%v) = %+v, %v, want nil", options, q, err)
		case q.Values == nil:
			t.Errorf("EncodeQuery(%v) = %+v, %v: q.Values nil, want a value", options, q, err)
		case len(q.Values) != 0 || q.EmptyFilter != "":
			t.Errorf("EncodeQuery(%v) = %+v, %v: length of q.Values %d, q.EmptyFilter %q, want 0 and an empty string", options,
				q, err, len(q.Values), q.EmptyFilter)
		}
	}
	if _, err := EncodeQuery(struct {
		Post **int64 `url:"post,omitempty"`
	}{new(*int64)}); err != nil {
		t.Errorf("EncodeQuery of a pointer to nil: error %v, want nil", err)
	}
	if _, err := EncodeQuery(map[string]string{}); err == nil {
		t.Error("a map is not refused: error nil, want an error")
	}
}

func TestEncodeQuerySendsAScalarForAListOfOneByTag(t *testing.T) {
	t.Parallel()
	type options struct {
		Kind  []string `url:"kind,brackets,scalar,omitempty"`
		Other []string `url:"other,brackets,omitempty"`
	}
	for _, test := range []struct {
		options options
		want    string
	}{
		{options{}, ""},
		{options{Kind: []string{"a"}, Other: []string{"b"}}, "kind=a&other%5B%5D=b"},
		{options{Kind: []string{"a", "b"}}, "kind%5B%5D=a&kind%5B%5D=b"},
	} {
		switch q, err := EncodeQuery(&test.options); {
		case err != nil:
			t.Errorf("EncodeQuery(%+v): error %v, want nil", test.options, err)
		case q.Encode() != test.want:
			t.Errorf("EncodeQuery(%+v): %s, want %s", test.options, q.Encode(), test.want)
		}
	}
	if q, err := EncodeQuery(&options{Kind: []string{}}); err != nil || q.EmptyFilter != "kind" {
		t.Errorf("EncodeQuery of an empty list: EmptyFilter %q, error %v, want %q and nil", q.EmptyFilter, err, "kind")
	}
	if _, err := EncodeQuery(&options{Kind: []string{""}}); err == nil {
		t.Error("an empty element is sent, which a site takes for no filter, want a parameter without it")
	}
}

func TestEncodeQueryEncodesTheFieldsThatAreSet(t *testing.T) {
	t.Parallel()
	q, err := EncodeQuery(&listOptions{PerPage: 100, Include: []int64{3, 1}, Tags: filter{[]int{1, 2}}, Offset: new(0)})
	want := "include%5B%5D=3&include%5B%5D=1&offset=0&per_page=100&tags%5B%5D=1&tags%5B%5D=1"
	switch {
	case err != nil:
		t.Errorf("EncodeQuery = %s, %q, %v, want nil", q.Encode(), q.EmptyFilter, err)
	case q.Encode() != want:
		t.Errorf("EncodeQuery: %s (error %v), want %s", q.Encode(), err, want)
	case q.EmptyFilter != "":
		t.Errorf("EncodeQuery: EmptyFilter %q, want none", q.EmptyFilter)
	}
	if _, err := EncodeQuery(&listOptions{Tags: filter{[]int{13}}}); err == nil {
		t.Error("the error of a filter is lost: error nil, want an error")
	}
}

func TestEncodeQueryNamesTheFilterThatMatchesNothing(t *testing.T) {
	t.Parallel()
	empty, none := []int64{}, []string{}
	for name, test := range map[string]struct {
		options listOptions
		want    string
	}{
		"an empty list":              {listOptions{Include: empty}, "include"},
		"a list in an embedded type": {listOptions{Embedded2: Embedded2{empty}}, "parent"},
		"the type not exported":      {listOptions{embedded: embedded{empty}}, "author"},
		"a list behind a pointer":    {listOptions{IDs: &empty}, "ids"},
		"a list in a nested type":    {listOptions{Meta: meta{none}}, "keys"},
		"an empty filter":            {listOptions{Tags: filter{[]int{}}}, "tags"},
		"a filter behind a pointer":  {listOptions{Other: &filter{[]int{}}}, "other"},
		"a list without a tag":       {listOptions{Untagged: none}, "Untagged"},
		"behind no-ops":              {listOptions{Exclude: empty, Columns: none, After: none}, "after"},
		"a field of a filter":        {listOptions{Own: &own{Terms: empty}}, ""},
		"exclusions are no-ops":      {listOptions{Exclude: empty, NoTags: filter{[]int{}}}, ""},
		"columns and fields, too":    {listOptions{Columns: none, Fields: none, Skipped: none, hidden: none}, ""},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			options := &test.options
			for _, options := range []any{options, &options} {
				if q, err := EncodeQuery(options); err != nil || q.EmptyFilter != test.want {
					t.Errorf("EncodeQuery(%T): EmptyFilter %q, error %v, want %q and nil", options, q.EmptyFilter, err, test.want)
				}
			}
		})
	}
}

// ring is a caller's own options, with a field that is none of theirs and never ends.
type ring struct {
	next    *ring
	Include []int64 `url:"include,omitempty"`
}

func TestFieldsThatAreNotExportedAreNotFollowed(t *testing.T) {
	t.Parallel()
	options := &ring{Include: []int64{}}
	options.next = options
	if q, err := EncodeQuery(options); err != nil || q.EmptyFilter != "include" {
		t.Errorf("EncodeQuery(options): error %v, q.EmptyFilter %q, want nil and %q", err, q.EmptyFilter, "include")
	}
}

func TestEncodeQueryRefusesArgumentsOutsideTheirLimits(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		options  listOptions
		argument string
	}{
		{listOptions{PerPage: 101}, "per_page"},
		{listOptions{PerPage: -1}, "per_page"},
		{listOptions{Page: -1}, "page"},
		{listOptions{Offset: new(-1)}, "offset"},
		{listOptions{Include: []int64{4, -1}}, "include"},
		{listOptions{Exclude: []int64{-1}}, "exclude"},
		{listOptions{Menus: -2}, "menus"},
		{listOptions{Post: new(int64(-2))}, "post"},
		{listOptions{IDs: &[]int64{1, -2}}, "ids"},
		{listOptions{embedded: embedded{Author: []int64{1, -2}}}, "author"},
		{listOptions{Embedded2: Embedded2{Parent: []int64{0, -2}}}, "parent"},
		{listOptions{Method: "DELETE"}, "_method"},
	} {
		_, err := EncodeQuery(&test.options)
		limit, ok := errors.AsType[*LimitError](err)
		switch {
		case !ok:
			t.Errorf("%s: EncodeQuery: error %v, want a *LimitError", test.argument, err)
		case limit.Argument != test.argument:
			t.Errorf("EncodeQuery: Argument %q, want %q", limit.Argument, test.argument)
		case limit.Error() == "":
			t.Errorf("%s: EncodeQuery: limit.Error() empty, want a text", test.argument)
		}
	}
	for _, taken := range []listOptions{
		{After: []string{"-5", "x"}, PerPage: MaxPerPage, Page: 1},
		{Post: new(int64(0)), Include: []int64{0}, embedded: embedded{Author: []int64{0}}}, // the parent of a top page is 0
	} {
		if _, err := EncodeQuery(&taken); err != nil {
			t.Errorf("EncodeQuery(%+v): error %v, want nil", taken, err)
		}
	}
	for argument, bounds := range map[string]struct{ refused, taken []string }{
		"per_page":  {[]string{"-1", "0", "101"}, []string{"1", "100", "many"}},
		"page":      {[]string{"-1", "0"}, []string{"1", "101", "first"}},
		"offset":    {[]string{"-1"}, []string{"0", "none"}},
		"include[]": {[]string{""}, []string{"0", "1", "x"}},
		"search":    {nil, []string{"-1", "0", ""}},
	} {
		for i, values := range [][]string{bounds.refused, bounds.taken} {
			for _, value := range values {
				err := check(url.Values{"order": {"asc"}, argument: {value}})
				limit, ok := errors.AsType[*LimitError](err)
				switch {
				case ok != (i == 0):
					t.Errorf("check(%s, %s): refused %t, want %t", argument, value, ok, i == 0)
				case ok && limit.Argument != strings.Split(argument, "[")[0]:
					t.Errorf("check(%s, %s): argument %q refused, want %q", argument, value, limit.Argument,
						strings.Split(argument, "[")[0])
				}
			}
		}
	}
}

func TestTakesFindsTheArgumentsOfAnOptionsType(t *testing.T) {
	t.Parallel()
	of := reflect.TypeFor[listOptions]()
	for _, test := range []struct {
		options  reflect.Type
		argument string
		want     bool
	}{
		{of, "per_page", true},
		{of, "tags", true},   // the tag of this field has no options
		{of, "author", true}, // in an embedded type
		{of, "parent", true},
		{of, "keys", false}, // in a nested type
		{of, "omitempty", false},
		{of, "per_page,omitempty", false},
		{of, "PerPage", false},
		{of, "order", false},
		{reflect.PointerTo(of), "per_page", false},
		{reflect.TypeFor[map[string]string](), "per_page", false},
	} {
		if got := Takes(test.options, test.argument); got != test.want {
			t.Errorf("Takes(%v, %q): %t, want %t", test.options, test.argument, got, test.want)
		}
	}
}

func TestCheckReservedRefusesEverySpellingThatPHPUnderstands(t *testing.T) {
	t.Parallel()
	for _, key := range []string{
		"_method", "_METHOD", "  _method", "_method[]", "_method[a]", ".method", " .method", "_method\x00x", "_envelope",
		"_jsonp", "rest_route", "rest.route", "rest route", "rest[route",
	} {
		if err := CheckReserved(url.Values{key: {"DELETE"}}); err == nil {
			t.Errorf("CheckReserved: %q is not refused: error nil, want an error", key)
		}
	}
	if err := CheckReserved(url.Values{"method": nil, "_embed": nil, "_fields": nil, "rest[route]": nil,
		"a[_method]": nil}); err != nil {
		t.Error(err)
	}
}

// TestEncodeQueryWritesObjectsInBrackets has an object as PHP reads it, with one in it.
func TestEncodeQueryWritesObjectsInBrackets(t *testing.T) {
	t.Parallel()
	type inner struct {
		Of string `url:"of,omitempty"`
	}
	type filter struct {
		Min   *float64 `url:"min,omitempty"`
		Kinds []string `url:"kinds,brackets,omitempty"`
		Inner *inner   `url:"inner,omitempty"`
	}
	least := 0.5
	query, err := EncodeQuery(&struct {
		Filter *filter `url:"filter,omitempty"`
		None   *filter `url:"none,omitempty"`
	}{Filter: &filter{Min: &least, Kinds: []string{"a", "b"}, Inner: &inner{Of: "x"}}})
	want := "filter[inner][of]=x&filter[kinds][]=a&filter[kinds][]=b&filter[min]=0.5"
	got, _ := url.QueryUnescape(query.Encode())
	if err != nil || got != want {
		t.Errorf("EncodeQuery of an object: %s, %v; want %s", got, err, want)
	}
}

func TestNegativeIDInANestedOptionIsRefused(t *testing.T) {
	t.Parallel()
	type deepest struct {
		Parent []int64 `url:"parent,brackets,omitempty"`
	}
	type deep struct{ Inner deepest }
	type options struct {
		Outer deep
		After []int64 `url:"after,brackets,omitempty"`
	}
	for _, test := range []options{
		{Outer: deep{deepest{[]int64{5, -1}}}, After: []int64{7}},
		{Outer: deep{deepest{[]int64{5}}}, After: []int64{-1}},
	} {
		if _, err := EncodeQuery(test); err == nil || !strings.Contains(err.Error(), "-1 is not an id") {
			t.Errorf("EncodeQuery(%+v): error %v, want that -1 is not an id", test, err)
		}
	}
}
