package cms_test

import (
	stdjson "encoding/json"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/go-json-experiment/json"

	"github.com/fontcms/fontcms-go/cms"
)

func TestLinksAreWrittenAsTheyWereSent(t *testing.T) {
	t.Parallel()
	for sent, want := range map[string]string{
		`{"self":[{"href":"https:\/\/a.test\/1","x":{"y":[1]}}],"author":[]}`: `{"self":[{"href":"https:\/\/a.test\/1",` +
			`"x":{"y":[1]}}],"author":[]}`,
		`{"a":{"href":"/alone"}}`:                       `{"a":{"href":"/alone"}}`,
		`{"a":[{"href":"/1"}],"a":[{"href":"/2"}]}`:     `{"a":[{"href":"/2"}]}`,
		"{\"a\":[{\"href\":\"/1\",\"name\":\"\xff\"}]}": "{\"a\":[{\"href\":\"/1\",\"name\":\"\ufffd\"}]}",
		`[]`:   `{}`,
		`null`: `{}`,
		`{}`:   `{}`,
		`"x"`:  `{}`,
	} {
		var links cms.Links
		if err := cms.Unmarshal([]byte(sent), &links); err != nil {
			t.Errorf("%s: cms.Unmarshal: %v", sent, err)
			continue
		}
		got, err := json.Marshal(links)
		plain, err2 := stdjson.Marshal(links)
		switch {
		case !sameJSON(got, []byte(want)):
			t.Errorf("links %s written by our encoder: %s, want %s", sent, got, want)
		case !sameJSON(plain, []byte(want)):
			t.Errorf("links %s written by encoding/json: %s, want %s", sent, plain, want)
		case err != nil:
			t.Errorf("links %s: our encoder: error %v, want nil", sent, err)
		case err2 != nil:
			t.Errorf("links %s: encoding/json: error %v, want nil", sent, err2)
		}
	}
}

func TestRelationsComeInTheOrderOfTheAlphabet(t *testing.T) {
	t.Parallel()
	var links cms.Links
	if err := json.Unmarshal([]byte(`{"wp:term":[{"href":"/t"}],"about":[],"odd":5,"self":{"href":"/s"}}`),
		&links); err != nil {
		t.Fatal(err)
	}
	var got []string
	for relation, list := range links.All() {
		got = append(got, fmt.Sprint(relation, len(list)))
	}
	if !slices.Equal(got, []string{"about0", "self1", "wp:term1"}) {
		t.Errorf("got %q, want %q", got, []string{"about0", "self1", "wp:term1"})
	}
	for range links.All() {
		break
	}
	if text := fmt.Sprintf("%+v", links); !strings.HasPrefix(text, "map[about:[] self:[{Href:/s ") {
		t.Errorf("they are printed as %s, want the prefix %q", text, "map[about:[] self:[{Href:/s ")
	}
	switch none := new(cms.Links); {
	case none.Get("self") != nil:
		t.Errorf(`no links are %v: none.Get("self") %v, want nil`, none, none.Get("self"))
	case relations(*none) != 0:
		t.Errorf("no links are %v: relations(*none) %d, want 0", none, relations(*none))
	case fmt.Sprint(*none) != "map[]":
		t.Errorf("no links are %v: *none %q, want %q", none, fmt.Sprint(*none), "map[]")
	}
}

func TestThousandLinksOfARelationAreRead(t *testing.T) {
	t.Parallel()
	var links cms.Links
	body := `{"a":[` + strings.Repeat(`{"href":"/x"},`, 1500) + `{"href":"/x"}]}`
	switch err := json.Unmarshal([]byte(body), &links); {
	case err != nil:
		t.Errorf("json.Unmarshal: %d links: %v, want nil", len(links.Get("a")), err)
	case len(links.Get("a")) != 1000:
		t.Errorf("Links.Get: %d links (error %v), want 1000", len(links.Get("a")), err)
	}
}

func TestRelationsAreFoundWhateverTheirPrefix(t *testing.T) {
	t.Parallel()
	for links, want := range map[string]string{
		`{"cms:term":[{"href":"a"}],"wp:term":[{"href":"b"}]}`:               "a",
		`{"acf:term":[{"href":"a"}],"wp:term":[{"href":"b"}]}`:               "b",
		`{"acf:term":[{"href":"a"}],"shop:term":[{"href":"b"}]}`:             "a",
		`{"https://a.test/x:term":[{"href":"a"}],"a/b:term":[{"href":"a"}]}`: "",
		`{"shop:terms":[{"href":"a"}],"term":[{"href":"a"}]}`:                "",
		`{"shop:term":{"href":"a"}}`:                                         "a",
		`{"shop:term":{"href":[]}}`:                                          "",
		`{"shop:term":"a"}`:                                                  "",
		`{}`:                                                                 "",
		`[]`:                                                                 "",
		`{"shop:term":[` + strings.Repeat(`{"href":[]},`, 999) + `{"href":"a"}]}`:  "a",
		`{"shop:term":[` + strings.Repeat(`{"href":[]},`, 1000) + `{"href":"a"}]}`: "",
	} {
		var l cms.Links
		if err := l.UnmarshalJSON([]byte(links)); err != nil {
			t.Fatal(err)
		}
		got := ""
		for _, link := range l.Get("cms:term") {
			got = link.Href
		}
		if got != want {
			t.Errorf("Links.Get of %.60s: %q, want %q", links, got, want)
		}
	}
}

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

func TestLinksAreFoundUnderEveryPrefix(t *testing.T) {
	t.Parallel()
	for _, body := range []string{
		`{"author":[{"href":"/u"}],"cms:term":[{"href":"/t","taxonomy":"category"},{"href":"/t2"}]}`,
		`{"author":[{"href":"/u"}],"acf:term":[{"href":"/no"}],"wp:term":[{"href":"/t","taxonomy":"category"},` +
			`{"href":"/t2"}],"zz:term":[{"href":"/no"}]}`,
		`{"author":{"href":"/u"},"fc:term":[{"href":"/t","taxonomy":"category"},{"href":"/t2"}],` +
			`"https://api.w.org/term":[{"href":"/no"}],"odd":"text","odder":null}`,
	} {
		for range 20 { // the order of a map must not matter
			var post cms.Post
			if err := json.Unmarshal([]byte(`{"_links":`+body+`}`), &post); err != nil {
				t.Fatal(err)
			}
			switch l := post.Links.Get("author"); {
			case len(l) != 1:
				t.Fatalf("links of %s: author %+v, want 1", body, l)
			case l[0].Href != "/u":
				t.Fatalf("Links.Get: %s: author is %+v: l[0].Href %q, want %q", body, l, l[0].Href, "/u")
			}
			switch l := post.Links.Get("cms:term"); {
			case len(l) != 2:
				t.Fatalf("links of %s: cms:term %+v, want 2", body, l)
			case l[0].Href != "/t":
				t.Fatalf("Links.Get: %s: cms:term is %+v: l[0].Href %q, want %q", body, l, l[0].Href, "/t")
			case l[0].Taxonomy != "category":
				t.Fatalf("Links.Get: %s: cms:term is %+v: l[0].Taxonomy %q, want %q", body, l, l[0].Taxonomy, "category")
			}
			switch l := post.Links.Get("cms:none"); {
			case l != nil:
				t.Fatalf("Links.Get: l %v, want nil", l)
			case post.Links.Get("up") != nil:
				t.Fatalf("Links.Get: %v, want nil", post.Links.Get("up"))
			}
		}
	}
	var links cms.Links
	for _, body := range []string{`[]`, `null`, `false`} {
		switch err := json.Unmarshal([]byte(body), &links); {
		case err != nil:
			t.Errorf("%s: json.Unmarshal: error %v, want nil", body, err)
		case linked(links):
			t.Errorf("links of %s: %v, want none", body, links)
		}
	}
	const odd = `{"a":[5,null,{"href":"/a","name":[5],"count":"many","id":null,"x":[1]},{"h\u0072ef":"/b",` +
		`"targetHints":[]},{"href":[5]},{}],"b":{"count":1}}`
	switch err := json.Unmarshal([]byte(odd), &links); {
	case err != nil:
		t.Errorf("%s: json.Unmarshal: error %v, want nil", odd, err)
	case len(links.Get("a")) != 2:
		t.Errorf(`%s: Links.Get: length of links.Get("a") %d, want 2`, odd, len(links.Get("a")))
	case string(links.Get("a")[0].Extra["name"]) != "[5]":
		t.Errorf(`%s: json.Unmarshal: links.Get("a")[0].Extra["name"] %q, want %q`, odd,
			string(links.Get("a")[0].Extra["name"]), "[5]")
	case string(links.Get("a")[0].Extra["x"]) != "[1]":
		t.Errorf(`%s: json.Unmarshal: links.Get("a")[0].Extra["x"] %q, want %q`, odd, string(links.Get("a")[0].Extra["x"]),
			"[1]")
	case links.Get("a")[1].Href != "/b":
		t.Errorf(`%s: json.Unmarshal: links.Get("a")[1].Href %q, want %q`, odd, links.Get("a")[1].Href, "/b")
	case links.Get("b") != nil:
		t.Errorf("%s: Links.Get: %v, want nil", odd, links.Get("b"))
	}
	for _, body := range []string{`{"a":[{]}`, `{"a":[{"href":}]}`, `{"a":[5,]}`, `{"a"`, `{"a":tru}`} {
		if err := json.Unmarshal([]byte(body), &links); err == nil {
			t.Errorf("json.Unmarshal: %s was read: error nil, want an error", body)
		}
	}
}
