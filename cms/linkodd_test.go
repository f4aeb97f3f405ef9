package cms_test

import (
	"reflect"
	"testing"

	"github.com/go-json-experiment/json"

	"github.com/fontcms/fontcms-go/cms"
)

func TestLinksLeaveOutMembersThatDoNotFit(t *testing.T) {
	t.Parallel()
	hints := func(allow ...string) (l cms.Link) {
		l.Href, l.TargetHints.Allow = "/a", allow
		return l
	}
	for body, want := range map[string]cms.Link{
		`{"href":"/a","targetHints":{"allow":"GET"}}`:              {Href: "/a"},
		`{"href":"/a","targetHints":{"allow":{"0":"GET"}}}`:        {Href: "/a"},
		`{"href":"/a","targetHints":{"allow":["GET",5,null,[]]}}`:  hints("GET"),
		`{"href":"/a","targetHints":{"x":[1],"allow":["GET"]}}`:    hints("GET"),
		`{"href":"/a","targetHints":[]}`:                           {Href: "/a"},
		`{"href":"/a","targetHints":"GET"}`:                        {Href: "/a"},
		`{"href":"/a","count":1.5}`:                                {Href: "/a"},
		`{"href":"/a","count":"3"}`:                                {Href: "/a"},
		`{"href":"/a","count":1e30}`:                               {Href: "/a"},
		`{"href":"/a","count":3}`:                                  {Href: "/a", Count: new(3)},
		`{"href":"/a","count":0}`:                                  {Href: "/a", Count: new(0)},
		`{"href":"/a","id":1e30}`:                                  {Href: "/a"},
		`{"href":"/a","id":-1.5}`:                                  {Href: "/a"},
		`{"href":"/a","id":[1]}`:                                   {Href: "/a"},
		`{"href":"/a","id":9223372036854775807}`:                   {Href: "/a", ID: 9223372036854775807},
		`{"href":"/a","embeddable":1,"templated":"yes","name":{}}`: {Href: "/a"},
	} {
		var post cms.Post
		if err := json.Unmarshal([]byte(`{"id":1,"_links":{"a":[`+body+`]}}`), &post); err != nil {
			t.Errorf("%s: %v", body, err)
			continue
		}
		if got := post.Links.Get("a"); len(got) != 1 || !reflect.DeepEqual(got[0], want) {
			t.Errorf("%s: %+v, expected %+v", body, got, want)
		}
	}
	for _, body := range []string{`{"href":"/a","targetHints":{"allow":[}}`, `{"href":"/a","targetHints":{"allow"`, `{"href":"/a","count":1.}`} {
		var links cms.Links
		if err := json.Unmarshal([]byte(`{"a":[`+body+`]}`), &links); err == nil {
			t.Errorf("%s is read as %+v", body, links)
		}
	}
}
