package cms_test

import (
	stdjson "encoding/json"
	"fmt"
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
