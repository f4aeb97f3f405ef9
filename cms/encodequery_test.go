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
			if err != nil || query == nil || query.Encode() != test.want {
				t.Errorf("%+v: %v, %v", test.options, query, err)
			}
			continue
		}
		refused, ok := errors.AsType[*cms.ArgumentError](err)
		if !ok || refused.Argument != test.argument || query != nil || !errors.Is(err, cms.ErrInvalidArgument) {
			t.Errorf("%+v: %v, %v", test.options, query, err)
		}
	}
	if query, err := cms.EncodeQuery(nil); err != nil || len(query) > 0 {
		t.Error(query, err)
	}
	if _, err := cms.EncodeQuery("page=1"); !errors.Is(err, cms.ErrInvalidArgument) {
		t.Error(err)
	}
}
