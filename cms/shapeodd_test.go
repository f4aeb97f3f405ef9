package cms_test

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/fontcms/fontcms-go/cms"
)

// TestARecordOfACatalogIsKnownByItsNameInAnyType has types that hold the name of a
// record in different ways.
func TestARecordOfACatalogIsKnownByItsNameInAnyType(t *testing.T) {
	t.Parallel()
	type numbered struct {
		Name int `json:"name"`
	}
	type pointing struct {
		Name *string `json:"name"`
	}
	type nameless struct {
		Colour string `json:"colour"`
	}
	for _, test := range []struct {
		of   string
		get  func(*cms.Client, string) error
		name string
		body string
		want error
	}{
		{"a map", catalogGet[map[string]any], "a", `{"name":"a"}`, nil},
		{"a map", catalogGet[map[string]any], "a", `{"name":"b"}`, cms.ErrForeignRecord},
		{"a map", catalogGet[map[string]any], "a", `{"colour":"red"}`, cms.ErrDecode},
		{"a map", catalogGet[map[string]any], "7", `{"name":7}`, nil},
		{"a number", catalogGet[numbered], "17", `{"name":17}`, nil},
		{"a number", catalogGet[numbered], "1", `{"name":1}`, nil},
		{"a number", catalogGet[numbered], "17", `{"name":18}`, cms.ErrForeignRecord},
		{"a number", catalogGet[numbered], "17", `{"name":0}`, cms.ErrDecode},
		{"a pointer", catalogGet[pointing], "a", `{"name":"a"}`, nil},
		{"a pointer", catalogGet[pointing], "a", `{"name":"b"}`, cms.ErrForeignRecord},
		{"a pointer", catalogGet[pointing], "a", `{"name":null}`, cms.ErrDecode},
		{"no name", catalogGet[nameless], "a", `{"name":"a"}`, cms.ErrDecode},
	} {
		err := test.get(newStub(t, always(200, test.body)).client(t), test.name)
		if !errors.Is(err, test.want) {
			t.Errorf("%s, %s: %v", test.of, test.body, err)
		}
	}
}

func catalogGet[T any](c *cms.Client, name string) error {
	return second(cms.NewCatalog[T, cms.ReadOnly, struct{}](c, "cms/v2/things", "name").Get(context.Background(), name))
}

// TestADeletedRecordOfAMapIsKnownByItsName has the record inside of the answer.
func TestADeletedRecordOfAMapIsKnownByItsName(t *testing.T) {
	t.Parallel()
	for body, want := range map[string]error{
		`{"deleted":true,"previous":{"name":"a"}}`: nil,
		`{"deleted":true,"previous":{"name":"b"}}`: cms.ErrForeignRecord,
		`{"deleted":true,"previous":{}}`:           cms.ErrDecode,
		`{"name":"a"}`:                             cms.ErrDecode,
	} {
		s := newStub(t, always(200, body))
		_, err := cms.NewCatalog[map[string]any, gadgetParams, struct{}](s.client(t), "cms/v2/things", "name").Delete(t.Context(), "a")
		if !errors.Is(err, want) {
			t.Errorf("%s: %v", body, err)
		}
	}
}

// TestRecordsArePointersToo has a list of pointers, of which one is nil.
func TestRecordsArePointersToo(t *testing.T) {
	t.Parallel()
	s := newStub(t, always(200, "X-CMS-Total: 2", "X-CMS-TotalPages: 1", `[null,{"id":41}]`))
	site := s.client(t)
	page, err := cms.NewCollection[*gadgetWithID, gadgetParams, struct{}](site, "cms/v2/things").List(t.Context(), nil, cms.Fields("name"))
	broken, ok := errors.AsType[*cms.BrokenRecordError](err)
	if !ok || string(broken.Raw) != "null" || page == nil || len(page.Items) != 1 || page.Items[0].ID != 41 || !page.Items[0].Reading.Partial {
		t.Errorf("%+v, %v", page, err)
	}
	list, err := cms.Do(t.Context(), site, cms.Request[[]*gadgetWithID]{Path: "cms/v2/things"}, cms.Fields("name"))
	if err != nil || len(*list) != 2 || (*list)[0] != nil || !(*list)[1].Reading.Partial {
		t.Errorf("%+v, %v", list, err)
	}
}

type gadgetWithID struct {
	ID      uint64      `json:"id"`
	Reading cms.Reading `json:"-"`
}

// TestAnIDIsTheOneThatWasAskedFor compares ids of every kind of type.
func TestAnIDIsTheOneThatWasAskedFor(t *testing.T) {
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
		site := newStub(t, always(200, body)).client(t)
		for name, err := range map[string]error{
			"unsigned": second(cms.NewCollection[gadgetWithID, gadgetParams, struct{}](site, "cms/v2/things").Get(t.Context(), 41)),
			"small":    second(cms.NewCollection[small, gadgetParams, struct{}](site, "cms/v2/things").Get(t.Context(), 41)),
			"pointers": second(cms.NewCollection[deep, gadgetParams, struct{}](site, "cms/v2/things").Get(t.Context(), 41)),
			"a map":    second(cms.NewCollection[map[string]any, gadgetParams, struct{}](site, "cms/v2/things").Get(t.Context(), 41)),
		} {
			lenient := name == "a map" && errors.Is(want, cms.ErrDecode) // a map may be anything
			if !errors.Is(err, want) && !(lenient && err == nil) || errors.Is(err, cms.ErrForeignRecord) && !strings.Contains(err.Error(), "asked for 41, got 57") {
				t.Errorf("%s, %s: %v", name, body, err)
			}
		}
		err := second(cms.NewCollection[text, gadgetParams, struct{}](newStub(t, always(200, strings.NewReplacer("41", `"41"`, "57", `"57"`).Replace(body))).client(t), "cms/v2/things").Get(t.Context(), 41))
		if !errors.Is(err, want) {
			t.Errorf("text, %s: %v", body, err)
		}
	}
	_, err := cms.NewCollection[text, gadgetParams, struct{}](newStub(t, always(200, `{"id":"forty"}`)).client(t), "cms/v2/things").Get(t.Context(), 41)
	if !errors.Is(err, cms.ErrForeignRecord) || !strings.Contains(err.Error(), "asked for 41, got forty") {
		t.Errorf("%v", err)
	}
}

type left struct {
	ID   int64 `json:"id"`
	Name string
}

type right struct{ Name string }

// TestTypeWithTwoNameFieldsHasNoName embeds two, of which JSON reads neither.
func TestTypeWithTwoNameFieldsHasNoName(t *testing.T) {
	t.Parallel()
	type both struct {
		left
		right
	}
	s := newStub(t, always(200, `{"id":41,"Name":"a"}`))
	site := s.client(t)
	one := cms.NewCatalog[left, cms.ReadOnly, struct{}](site, "cms/v2/things", "Name")
	if got, err := one.Get(t.Context(), "a"); err != nil || got.Name != "a" {
		t.Errorf("one name: %+v, %v", got, err)
	}
	two := cms.NewCatalog[both, cms.ReadOnly, struct{}](site, "cms/v2/things", "Name")
	if got, err := two.Get(t.Context(), "a"); !errors.Is(err, cms.ErrDecode) {
		t.Errorf("two names: %+v, %v", got, err)
	}
	for want, err := range map[string]error{
		"slug,deleted,previous.Name": second(cms.NewCatalog[left, gadgetParams, struct{}](site, "cms/v2/things", "Name").Delete(t.Context(), "a", cms.Fields("slug"))),
		"slug,deleted":               second(cms.NewCatalog[both, gadgetParams, struct{}](site, "cms/v2/things", "Name").Delete(t.Context(), "a", cms.Fields("slug"))),
	} {
		if err == nil {
			t.Errorf("%s: what says nothing is taken for a deletion", want)
		}
		if !slices.ContainsFunc(s.seen(), func(r asked) bool { return query(t, r.Query).Get("_fields") == want }) {
			t.Errorf("nobody asked for %s", want)
		}
	}
}

// TestATypeWithoutIDsIsNotReadByThem has walks that need them.
func TestATypeWithoutIDsIsNotReadByThem(t *testing.T) {
	t.Parallel()
	s := newStub(t, always(200, `[{"name":"a"}]`))
	things := cms.NewCollection[gadget, gadgetParams, struct{}](s.client(t), "cms/v2/things")
	for operation, err := range map[string]error{
		"things.GetMany": failed(things.GetMany(t.Context(), []int64{41}, nil)),
		"things.All":     failed(things.All(t.Context(), nil, cms.Exact())),
		"things.Pages":   failed(things.Pages(t.Context(), nil, cms.Exact())),
	} {
		if refused, ok := errors.AsType[*cms.ArgumentError](err); !ok || refused.Operation != operation || refused.Argument != "id" || !strings.Contains(refused.Reason, "gadget has no field with the JSON name id") {
			t.Errorf("%s: %v", operation, err)
		}
	}
	if len(s.seen()) > 0 {
		t.Errorf("%+v were sent", s.seen())
	}
}

// Pattern is embedded below.
type Pattern struct {
	Colour string `json:"cms_colour"`
}

// TestAMemberWithAPrefixStaysInExtraWithoutItsField has the field inside of a pointer
// that is nil.
func TestAMemberWithAPrefixStaysInExtraWithoutItsField(t *testing.T) {
	t.Parallel()
	type patterned struct {
		ID int64 `json:"id"`
		*Pattern
		Extra cms.Extra `json:",embed"`
	}
	for _, prefix := range []string{"cms", "wp"} {
		s := newStub(t, always(200, `{"id":41,"`+prefix+`_colour":"red"}`))
		got, err := cms.NewCollection[patterned, gadgetParams, struct{}](s.client(t, cms.WithPrefix(prefix)), "cms/v2/things").Get(t.Context(), 41)
		if err != nil || got.ID != 41 || (got.Pattern != nil) != (prefix == "cms") || (string(got.Extra["wp_colour"]) == `"red"`) != (prefix == "wp") {
			t.Errorf("%s: %+v, %v", prefix, got, err)
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
	for _, test := range []struct{ ids, want string }{{`[{"id":"a"},{"id":"b"},{"id":"c"}]`, "a b c"}, {`[{"id":"7"},{"id":"b"},{"id":"7"}]`, "7 b"}} {
		s := newStub(t, func(_ int, w http.ResponseWriter, _ *http.Request) {
			reply(w, 200, "X-CMS-Total: 3", "X-CMS-TotalPages: 1", test.ids)
		})
		things := cms.NewCollection[text, gadgetParams, cms.PostListOptions](s.client(t), "cms/v2/things")
		var got []string
		for v, err := range things.All(t.Context(), &cms.PostListOptions{IgnoreSticky: new(false)}) {
			if err != nil {
				t.Fatal(err)
			}
			got = append(got, v.ID)
		}
		if strings.Join(got, " ") != test.want {
			t.Errorf("%s: %v", test.ids, got)
		}
	}
}

// TestAListOfFilesOfAnotherTypeIsRefused has a site that takes no notice of mime_type.
func TestAListOfFilesOfAnotherTypeIsRefused(t *testing.T) {
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
		{listOf[file, list], &list{Types: []string{"image/png"}, Kind: "video"}, `[{"id":1,"mime_type":"text/plain"}]`, cms.ErrFilterIgnored},
		{listOf[file, list], &list{Kind: "video"}, `[{"id":1,"mime_type":"text/plain"}]`, nil},
		{listOf[sized, list], png, `[{"id":1,"mime_type":5}]`, nil},
		{listOf[left, list], png, `[{"id":1,"mime_type":"text/plain"}]`, nil},
		{listOf[map[string]any, list], png, `[{"id":1,"mime_type":"text/plain"}]`, nil},
	} {
		s := newStub(t, always(200, "X-CMS-Total: 1", "X-CMS-TotalPages: 1", test.body))
		if err := test.list(s.client(t), test.options, cms.Fields("id")); !errors.Is(err, test.want) || test.want == nil && err != nil {
			t.Errorf("%d: %s: %v", i, test.body, err)
		}
		asked, fields := query(t, s.seen()[0].Query), "id,mime_type"
		if len(test.options.Types) == 0 && test.options.Type == "" {
			fields = "id"
		}
		if got := fmt.Sprint(asked.Get("_fields")); got != fields {
			t.Errorf("%d: the fields %s were asked for", i, got)
		}
	}
}

func listOf[T, L any](c *cms.Client, options *L, callOptions ...cms.CallOption) error {
	return second(cms.NewCollection[T, cms.ReadOnly, L](c, "cms/v2/media").List(context.Background(), options, callOptions...))
}
