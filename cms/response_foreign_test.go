package cms_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/internal/stub"
)

func TestResponseWithAnotherIDIsErrForeignRecord(t *testing.T) {
	t.Parallel()
	site := stub.New(t, stub.Always(200, `{"id":8}`)).Client(t)
	if _, err := site.Posts.Get(t.Context(), 7); !errors.Is(err, cms.ErrForeignRecord) || errors.Is(err, cms.ErrDecode) {
		t.Error(err)
	}
}

func TestResponsesThatAreNotNeededAreJSON(t *testing.T) {
	t.Parallel()
	for body, fine := range map[string]bool{``: true, `{"a":1}`: true, `{"a":}`: false, `[1,]`: false} {
		site := stub.New(t, stub.Always(200, body)).Client(t)
		if _, err := cms.Do(t.Context(), site, cms.Request[cms.Nothing]{Path: "shop/v1/a"}); (err == nil) != fine {
			t.Errorf("%s: error %v, want nil: %t", body, err, fine)
		}
	}
}

func TestErrorTextHasTheStatusOnlyOfAResponse(t *testing.T) {
	t.Parallel()
	e := &cms.Error{Operation: "Posts.Get", Method: "GET", Path: "cms/v2/posts/7", Reason: cms.ErrNotREST}
	if got := e.Error(); strings.Contains(got, ": 0") {
		t.Errorf("got %q, want no %q in it", got, ": 0")
	}
	if e.Status = 502; !strings.Contains(e.Error(), ": 502") {
		t.Error(e)
	}
}

// TestIDIsTheOneThatWasAskedFor compares ids of every kind of type.
func TestIDIsTheOneThatWasAskedFor(t *testing.T) {
	t.Parallel()
	type text struct {
		ID string `json:"id"`
	}
	type small struct {
		ID int8 `json:"id"`
	}
	type deep struct {
		ID **int64 `json:"id"`
	}
	for body, want := range map[string]error{`{"id":41}`: nil, `{"id":57}`: cms.ErrForeignRecord, `{}`: cms.ErrDecode} {
		site := stub.New(t, stub.Always(200, body)).Client(t)
		for name, err := range map[string]error{
			"unsigned": second(cms.NewCollection[gadgetWithID, gadgetParams, struct{}](site, "cms/v2/things").Get(t.Context(),
				41)),
			"small":    second(cms.NewCollection[small, gadgetParams, struct{}](site, "cms/v2/things").Get(t.Context(), 41)),
			"pointers": second(cms.NewCollection[deep, gadgetParams, struct{}](site, "cms/v2/things").Get(t.Context(), 41)),
			"a map": second(cms.NewCollection[map[string]any, gadgetParams, struct{}](site, "cms/v2/things").Get(t.Context(),
				41)),
		} {
			lenient := name == "a map" && errors.Is(want, cms.ErrDecode) // a map may be anything
			switch {
			case !errors.Is(err, want) && !(lenient && err == nil):
				t.Errorf("%s, response %s: error %v, want %v", name, body, err, want)
			case errors.Is(err, cms.ErrForeignRecord) && !strings.Contains(err.Error(), "asked for 41, got 57"):
				t.Errorf("%s, response %s: error %v, want %q in it", name, body, err, "asked for 41, got 57")
			}
		}
		err := second(cms.NewCollection[text, gadgetParams, struct{}](
			stub.New(t, stub.Always(200, strings.NewReplacer("41", `"41"`, "57", `"57"`).Replace(body))).Client(t),
			"cms/v2/things").
			Get(t.Context(), 41))
		if !errors.Is(err, want) {
			t.Errorf("text, %s: %v, want %v", body, err, want)
		}
	}
	_, err := cms.NewCollection[text, gadgetParams, struct{}](stub.New(t, stub.Always(200, `{"id":"forty"}`)).Client(t),
		"cms/v2/things").Get(t.Context(), 41)
	switch {
	case !errors.Is(err, cms.ErrForeignRecord):
		t.Errorf("Collection.Get(41): error %v, want ErrForeignRecord", err)
	case !strings.Contains(err.Error(), "asked for 41, got forty"):
		t.Errorf("Collection.Get(41): error %v, want %q in it", err, "asked for 41, got forty")
	}
}

// TestListOfFilesOfAnotherTypeIsRefused has a site that takes no notice of mime_type.
func TestListOfFilesOfAnotherTypeIsRefused(t *testing.T) {
	t.Parallel()
	type file struct {
		ID   int64  `json:"id"`
		Type string `json:"mime_type"`
	}
	type sized struct {
		ID   int64 `json:"id"`
		Type int   `json:"mime_type"`
	}
	type list struct {
		Types []string `url:"mime_type,brackets,omitempty"`
		Type  string   `url:"mime_type,omitempty"`
		Kind  string   `url:"media_type,omitempty"`
	}
	png := &list{Types: []string{"image/png"}}
	for i, test := range []struct {
		list    func(*cms.Client, *list, ...cms.CallOption) error
		options *list
		body    string
		want    error
	}{
		{listOf[file, list], png, `[{"id":1,"mime_type":"image/png"}]`, nil},
		{listOf[file, list], png, `[{"id":1,"mime_type":"image/gif"}]`, cms.ErrFilterIgnored},
		{listOf[file, list], &list{Type: "image/png"}, `[{"id":1,"mime_type":"image/gif"}]`, cms.ErrFilterIgnored},
		{listOf[file, list], &list{Type: "image/png,image/gif"}, `[{"id":1,"mime_type":"image/gif"}]`, nil},
		{listOf[file, list], png, `[{"id":1,"mime_type":""},{"id":2}]`, nil},
		{listOf[file, list], png, `[{"id":2},{"id":1,"mime_type":"text/plain"}]`, cms.ErrFilterIgnored},
		{listOf[file, list], &list{Types: []string{"image/png"}, Kind: "text"}, `[{"id":1,"mime_type":"text/plain"}]`, nil},
		{listOf[file, list], &list{Types: []string{"image/png"}, Kind: "video"}, `[{"id":1,"mime_type":"text/plain"}]`,
			cms.ErrFilterIgnored},
		{listOf[file, list], &list{Kind: "video"}, `[{"id":1,"mime_type":"text/plain"}]`, nil},
		{listOf[sized, list], png, `[{"id":1,"mime_type":5}]`, nil},
		{listOf[left, list], png, `[{"id":1,"mime_type":"text/plain"}]`, nil},
		{listOf[map[string]any, list], png, `[{"id":1,"mime_type":"text/plain"}]`, nil},
	} {
		s := stub.New(t, stub.Always(200, "X-CMS-Total: 1", "X-CMS-TotalPages: 1", test.body))
		switch err := test.list(s.Client(t), test.options, cms.Fields("id")); {
		case !errors.Is(err, test.want):
			t.Errorf("%d, %s: error %v, want %v", i, test.body, err, test.want)
		case test.want == nil && err != nil:
			t.Errorf("list %d, response %s: error %v, want nil", i, test.body, err)
		}
		asked, fields := query(t, s.Seen()[0].Query), "id,mime_type"
		if len(test.options.Types) == 0 && test.options.Type == "" {
			fields = "id"
		}
		if got := fmt.Sprint(asked.Get("_fields")); got != fields {
			t.Errorf("list %d: _fields %s, want %q", i, got, fields)
		}
	}
}
