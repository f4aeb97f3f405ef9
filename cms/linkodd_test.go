package cms_test

import (
	"reflect"
	"testing"

	"github.com/go-json-experiment/json"

	"github.com/fontcms/fontcms-go/cms"
)

func TestLinksKeepMembersThatDoNotFitInExtra(t *testing.T) {
	t.Parallel()
	hints := func(allow ...string) (l cms.Link) {
		l.Href, l.TargetHints.Allow = "/a", allow
		return l
	}
	for body, want := range map[string]cms.Link{
		`{"href":"/a","targetHints":{"allow":"GET"}}`:              {Href: "/a"},
		`{"href":"/a","targetHints":{"allow":{"0":"GET"}}}`:        hints("GET"),
		`{"href":"/a","targetHints":{"allow":["GET",5,[],{}]}}`:    hints("GET", "5"),
		`{"href":"/a","targetHints":{"x":[1],"allow":["GET"]}}`:    hints("GET"),
		`{"href":"/a","targetHints":[],"x":1}`:                     {Href: "/a"},
		`{"href":"/a","targetHints":"GET"}`:                        {Href: "/a"},
		`{"href":"/a","count":1.5}`:                                {Href: "/a"},
		`{"href":"/a","count":"3"}`:                                {Href: "/a", Count: new(3)},
		`{"href":"/a","count":1e30}`:                               {Href: "/a"},
		`{"href":"/a","count":3}`:                                  {Href: "/a", Count: new(3)},
		`{"href":"/a","count":0}`:                                  {Href: "/a", Count: new(0)},
		`{"href":"/a","id":1e30}`:                                  {Href: "/a"},
		`{"href":"/a","id":-1.5}`:                                  {Href: "/a"},
		`{"href":"/a","id":[1]}`:                                   {Href: "/a"},
		`{"href":"/a","id":9223372036854775807}`:                   {Href: "/a", ID: 9223372036854775807},
		`{"href":"/a","embeddable":1,"templated":"yes","name":{}}`: {Href: "/a", Embeddable: true, Templated: true},
	} {
		var post cms.Post
		if err := json.Unmarshal([]byte(`{"id":1,"_links":{"a":[`+body+`]}}`), &post); err != nil {
			t.Errorf("%s: json.Unmarshal: %v", body, err)
			continue
		}
		got := post.Links.Get("a")
		switch {
		case len(got) != 1:
			t.Errorf("%s: Links.Get: length %d, want 1", body, len(got))
			continue
		case len(got[0].Extra) == 0 && reflect.DeepEqual(want, cms.Link{Href: "/a"}):
			t.Errorf("link %s: no members in Extra, want them kept", body)
			continue
		}
		written, err := json.Marshal(got[0])
		var again cms.Link
		switch {
		case err != nil:
			t.Errorf("link %s: encoding: error %v, want nil", body, err)
		case again.UnmarshalJSON(written) != nil:
			t.Errorf("link %s is written as %s: decoding: error %v, want nil", body, written, again.UnmarshalJSON(written))
		case !reflect.DeepEqual(again, got[0]):
			t.Errorf("link %s is written as %s: decoded %+v, want %+v", body, written, again, got[0])
		}
		if got[0].Extra = nil; !reflect.DeepEqual(got[0], want) {
			t.Errorf("link %s: %+v, want %+v", body, got[0], want)
		}
	}
	for _, body := range []string{`{"href":"/a","targetHints":{"allow":[}}`, `{"href":"/a","targetHints":{"allow"`,
		`{"href":"/a","count":1.}`} {
		var links cms.Links
		if err := json.Unmarshal([]byte(`{"a":[`+body+`]}`), &links); err == nil {
			t.Errorf("json.Unmarshal: %s is read as %+v: error nil, want an error", body, links)
		}
	}
}
