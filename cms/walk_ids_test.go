package cms_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/internal/stub"
)

// TestPagesAreToldApartByIDsThatAreNoNumbers has records that differ in what does not
// tell them apart, of a type without ids.
func TestPagesAreToldApartByIDsThatAreNoNumbers(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		record   string
		requests int
	}{
		"the same ids":    {`{"id":"a","name":"%d"}`, 2},
		"other ids":       {`{"id":"a%d","name":"a"}`, 4},
		"without ids":     {`{"name":"%d"}`, 4},
		"the same record": {`{"name":"a"}`, 2},
	} {
		s := stub.New(t, func(n int, w http.ResponseWriter, _ *http.Request) {
			if n > 3 {
				stub.Reply(w, 200, `[]`)
				return
			}
			stub.Reply(w, 200, "["+strings.ReplaceAll(test.record, "%d", fmt.Sprint(n))+"]")
		})
		things := cms.NewCollection[struct {
			Name string `json:"name"`
		}, gadgetParams, cms.PostListOptions](s.Client(t), "shop/v1/things")
		switch err := failed(things.All(t.Context(), nil)); {
		case err != nil:
			t.Errorf("%s: walk: error %v, want nil", name, err)
		case len(s.Seen()) != test.requests:
			t.Errorf("%s: walk: %d requests, want %d", name, len(s.Seen()), test.requests)
		}
	}
}

// TestWalkYieldsAllRecordsWithTextIDs has sticky ones first, which are told by
// their numbers where they come again.
func TestWalkYieldsAllRecordsWithTextIDs(t *testing.T) {
	t.Parallel()
	type text struct {
		ID string `json:"id"`
	}
	for _, test := range []struct{ ids, want string }{{`[{"id":"a"},{"id":"b"},{"id":"c"}]`, "a b c"},
		{`[{"id":"7"},{"id":"b"},{"id":"7"}]`, "7 b"}} {
		s := stub.New(t, func(_ int, w http.ResponseWriter, _ *http.Request) {
			stub.Reply(w, 200, "X-CMS-Total: 3", "X-CMS-TotalPages: 1", test.ids)
		})
		things := cms.NewCollection[text, gadgetParams, cms.PostListOptions](s.Client(t), "cms/v2/things")
		var got []string
		for v, err := range things.All(t.Context(), &cms.PostListOptions{IgnoreSticky: new(false)}) {
			if err != nil {
				t.Fatal(err)
			}
			got = append(got, v.ID)
		}
		if strings.Join(got, " ") != test.want {
			t.Errorf(`%s: strings.Join(got, " ") %q, want %q`, test.ids, strings.Join(got, " "), test.want)
		}
	}
}
