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
		`{"self":[{"href":"https:\/\/a.test\/1","x":{"y":[1]}}],"author":[]}`: `{"self":[{"href":"https:\/\/a.test\/1","x":{"y":[1]}}],"author":[]}`,
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
			t.Errorf("%s: %v", sent, err)
			continue
		}
		got, err := json.Marshal(links)
		plain, err2 := stdjson.Marshal(links)
		if !sameJSON(got, []byte(want)) || !sameJSON(plain, []byte(want)) || err != nil || err2 != nil {
			t.Errorf("%s becomes %s and %s, expected %s: %v, %v", sent, got, plain, want, err, err2)
		}
	}
}

func TestRelationsComeInTheOrderOfTheAlphabet(t *testing.T) {
	t.Parallel()
	var links cms.Links
	if err := json.Unmarshal([]byte(`{"wp:term":[{"href":"/t"}],"about":[],"odd":5,"self":{"href":"/s"}}`), &links); err != nil {
		t.Fatal(err)
	}
	var got []string
	for relation, list := range links.All() {
		got = append(got, fmt.Sprint(relation, len(list)))
	}
	if !slices.Equal(got, []string{"about0", "self1", "wp:term1"}) {
		t.Errorf("%q", got)
	}
	for range links.All() {
		break
	}
	if text := fmt.Sprintf("%+v", links); !strings.HasPrefix(text, "map[about:[] self:[{Href:/s ") {
		t.Errorf("they are printed as %s", text)
	}
	if none := new(cms.Links); none.Get("self") != nil || relations(*none) != 0 || fmt.Sprint(*none) != "map[]" {
		t.Errorf("no links are %v", none)
	}
}

func TestAThousandLinksOfARelationAreRead(t *testing.T) {
	t.Parallel()
	var links cms.Links
	body := `{"a":[` + strings.Repeat(`{"href":"/x"},`, 1500) + `{"href":"/x"}]}`
	if err := json.Unmarshal([]byte(body), &links); err != nil || len(links.Get("a")) != 1000 {
		t.Errorf("%d links: %v", len(links.Get("a")), err)
	}
}
