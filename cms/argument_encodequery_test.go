package cms_test

import (
	"errors"
	"testing"

	"github.com/fontcms/fontcms-go/cms"
)

func TestEncodeQueryIsForTheQueryOfARequest(t *testing.T) {
	t.Parallel()
	type options struct {
		PerPage int     `url:"per_page,omitempty"`
		Include []int64 `url:"include,brackets,omitempty"`
		Exclude []int64 `url:"exclude,brackets,omitempty"`
		Method  string  `url:"_method,omitempty"`
	}
	for _, test := range []struct {
		options  *options
		want     string
		argument string
	}{
		{nil, "", ""},
		{&options{}, "", ""},
		{&options{PerPage: 5, Include: []int64{2, 3}}, "include%5B%5D=2&include%5B%5D=3&per_page=5", ""},
		{&options{Exclude: []int64{}}, "", ""},
		{&options{Include: []int64{}}, "", "include"},
		{&options{PerPage: 101}, "", "per_page"},
		{&options{Method: "DELETE"}, "", "_method"},
	} {
		query, err := cms.EncodeQuery(test.options)
		if test.argument == "" {
			switch {
			case err != nil:
				t.Errorf("%+v: cms.EncodeQuery(test.options): error %v, want nil", test.options, err)
			case query == nil:
				t.Errorf("%+v: cms.EncodeQuery(test.options): query nil, want a value", test.options)
			case query.Encode() != test.want:
				t.Errorf("cms.EncodeQuery(test.options): %q, want %q", query.Encode(), test.want)
			}
			continue
		}
		refused, ok := errors.AsType[*cms.ArgumentError](err)
		switch {
		case !ok:
			t.Errorf("%+v: cms.EncodeQuery(test.options): error %v, want a *cms.ArgumentError", test.options, err)
		case refused.Argument != test.argument:
			t.Errorf("cms.EncodeQuery(test.options): Argument %q, want %q", refused.Argument, test.argument)
		case query != nil:
			t.Errorf("%+v: cms.EncodeQuery(test.options): query %v, want nil", test.options, query)
		case !errors.Is(err, cms.ErrInvalidArgument):
			t.Errorf("%+v: cms.EncodeQuery(test.options): error %v, want ErrInvalidArgument", test.options, err)
		}
	}
	if query, err := cms.EncodeQuery(nil); err != nil || len(query) > 0 {
		t.Errorf("cms.EncodeQuery: error %v, query %v, want nil and an empty list", err, query)
	}
	if _, err := cms.EncodeQuery("page=1"); !errors.Is(err, cms.ErrInvalidArgument) {
		t.Error(err)
	}
}
