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

// TestRecordOfACatalogIsKnownByItsNameInAnyType has types that hold the name of a
// record in different ways.
func TestRecordOfACatalogIsKnownByItsNameInAnyType(t *testing.T) {
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
			t.Errorf("%s, %s: error %v, want %v", test.of, test.body, err, test.want)
		}
	}
}

func catalogGet[T any](c *cms.Client, name string) error {
	return second(cms.NewCatalog[T, cms.ReadOnly, struct{}](c, "cms/v2/things", "name").Get(context.Background(), name))
}

// TestDeletedRecordOfAMapIsKnownByItsName has the record inside of the answer.
func TestDeletedRecordOfAMapIsKnownByItsName(t *testing.T) {
	t.Parallel()
	for body, want := range map[string]error{
		`{"deleted":true,"previous":{"name":"a"}}`: nil,
		`{"deleted":true,"previous":{"name":"b"}}`: cms.ErrForeignRecord,
		`{"deleted":true,"previous":{}}`:           cms.ErrDecode,
		`{"name":"a"}`:                             cms.ErrDecode,
	} {
		s := newStub(t, always(200, body))
		_, err := cms.NewCatalog[map[string]any, gadgetParams, struct{}](s.client(t), "cms/v2/things", "name").
			Delete(t.Context(), "a")
		if !errors.Is(err, want) {
			t.Errorf("%s: Catalog.Delete: error %v, want %v", body, err, want)
		}
	}
}

// TestRecordsArePointersToo has a list of pointers, of which one is nil.
func TestRecordsArePointersToo(t *testing.T) {
	t.Parallel()
	s := newStub(t, always(200, "X-CMS-Total: 2", "X-CMS-TotalPages: 1", `[null,{"id":41}]`))
	site := s.client(t)
	page, err := cms.NewCollection[*gadgetWithID, gadgetParams, struct{}](site, "cms/v2/things").List(t.Context(), nil,
		cms.Fields("name"))
	broken, ok := errors.AsType[*cms.BrokenRecordError](err)
	switch {
	case !ok:
		t.Errorf("Collection.List: error %v, want a *cms.BrokenRecordError", err)
	case string(broken.Raw) != "null":
		t.Errorf("Collection.List: Raw %q, want %q", string(broken.Raw), "null")
	case page == nil:
		t.Error("Collection.List: page nil, want a value")
	case len(page.Items) != 1:
		t.Errorf("Collection.List: %d records, want 1", len(page.Items))
	case page.Items[0].ID != 41:
		t.Errorf("Collection.List: page.Items[0].ID %d, want 41", page.Items[0].ID)
	case !page.Items[0].Reading.Partial:
		t.Error("Collection.List with Fields: Partial false, want true")
	}
	list, err := cms.Do(t.Context(), site, cms.Request[[]*gadgetWithID]{Path: "cms/v2/things"}, cms.Fields("name"))
	switch {
	case err != nil:
		t.Errorf("cms.Do: error %v, want nil", err)
	case len(*list) != 2:
		t.Errorf("Do: %d records, want 2", len(*list))
	case (*list)[0] != nil:
		t.Errorf("cms.Do: (*list)[0] %+v, want nil", (*list)[0])
	case !(*list)[1].Reading.Partial:
		t.Error("Do with Fields: Partial false, want true")
	}
}

type gadgetWithID struct {
	ID      uint64      `json:"id"`
	Reading cms.Reading `json:"-"`
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
		site := newStub(t, always(200, body)).client(t)
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
			newStub(t, always(200, strings.NewReplacer("41", `"41"`, "57", `"57"`).Replace(body))).client(t), "cms/v2/things").
			Get(t.Context(), 41))
		if !errors.Is(err, want) {
			t.Errorf("text, %s: %v, want %v", body, err, want)
		}
	}
	_, err := cms.NewCollection[text, gadgetParams, struct{}](newStub(t, always(200, `{"id":"forty"}`)).client(t),
		"cms/v2/things").Get(t.Context(), 41)
	switch {
	case !errors.Is(err, cms.ErrForeignRecord):
		t.Errorf("Collection.Get(41): error %v, want ErrForeignRecord", err)
	case !strings.Contains(err.Error(), "asked for 41, got forty"):
		t.Errorf("Collection.Get(41): error %v, want %q in it", err, "asked for 41, got forty")
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
	switch got, err := one.Get(t.Context(), "a"); {
	case err != nil:
		t.Errorf("one name: %+v, %v, want nil", got, err)
	case got.Name != "a":
		t.Errorf("one name: Name %q, want %q", got.Name, "a")
	}
	two := cms.NewCatalog[both, cms.ReadOnly, struct{}](site, "cms/v2/things", "Name")
	if got, err := two.Get(t.Context(), "a"); !errors.Is(err, cms.ErrDecode) {
		t.Errorf("two names: %+v, %v, want ErrDecode", got, err)
	}
	for want, err := range map[string]error{
		"slug,deleted,previous.Name": second(cms.NewCatalog[left, gadgetParams, struct{}](site, "cms/v2/things", "Name").
			Delete(t.Context(), "a", cms.Fields("slug"))),
		"slug,deleted": second(cms.NewCatalog[both, gadgetParams, struct{}](site, "cms/v2/things", "Name").Delete(t.Context(),
			"a", cms.Fields("slug"))),
	} {
		if err == nil {
			t.Errorf("%s: what says nothing is taken for a deletion: error nil, want an error", want)
		}
		if !slices.ContainsFunc(s.seen(), func(r asked) bool { return query(t, r.Query).Get("_fields") == want }) {
			t.Errorf("no request has the fields %s, want one", want)
		}
	}
}

// TestTypeWithoutIDsIsNotReadByThem has walks that need them.
func TestTypeWithoutIDsIsNotReadByThem(t *testing.T) {
	t.Parallel()
	s := newStub(t, always(200, `[{"name":"a"}]`))
	things := cms.NewCollection[gadget, gadgetParams, struct{}](s.client(t), "cms/v2/things")
	for operation, err := range map[string]error{
		"things.GetMany": failed(things.GetMany(t.Context(), []int64{41}, nil)),
		"things.All":     failed(things.All(t.Context(), nil, cms.Exact())),
		"things.Pages":   failed(things.Pages(t.Context(), nil, cms.Exact())),
	} {
		switch refused, ok := errors.AsType[*cms.ArgumentError](err); {
		case !ok:
			t.Errorf("%s: error %v, want a *cms.ArgumentError", operation, err)
		case refused.Operation != operation || refused.Argument != "id":
			t.Errorf("refused.Operation %q, refused.Argument %q, want %q and %q", refused.Operation, refused.Argument, operation,
				"id")
		case !strings.Contains(refused.Reason, "gadget has no field with the JSON name id"):
			t.Errorf("%s: Reason %q, want %q in it", operation, refused.Reason, "gadget has no field with the JSON name id")
		}
	}
	if len(s.seen()) > 0 {
		t.Errorf("%+v were sent: requests sent: %d, want at most 0", s.seen(), len(s.seen()))
	}
}

// Pattern is embedded below.
type Pattern struct {
	Colour string `json:"cms_colour"`
}

// TestMemberWithAPrefixStaysInExtraWithoutItsField has the field inside of a pointer
// that is nil.
func TestMemberWithAPrefixStaysInExtraWithoutItsField(t *testing.T) {
	t.Parallel()
	type patterned struct {
		ID int64 `json:"id"`
		*Pattern
		Extra cms.Extra `json:",embed"`
	}
	for _, prefix := range []string{"cms", "wp"} {
		s := newStub(t, always(200, `{"id":41,"`+prefix+`_colour":"red"}`))
		got, err := cms.NewCollection[patterned, gadgetParams, struct{}](s.client(t, cms.WithPrefix(prefix)),
			"cms/v2/things").
			Get(t.Context(), 41)
		switch {
		case err != nil:
			t.Errorf("%s: Collection.Get(41): error %v, want nil", prefix, err)
		case got.ID != 41:
			t.Errorf("%s: Collection.Get(41): ID %d, want 41", prefix, got.ID)
		case (got.Pattern != nil) != (prefix == "cms"):
			t.Errorf("prefix %s: Pattern %v, want it set: %t", prefix, got.Pattern, prefix == "cms")
		case (string(got.Extra["wp_colour"]) == `"red"`) != (prefix == "wp"):
			t.Errorf("prefix %s: wp_colour %s in Extra, want it there: %t", prefix, got.Extra["wp_colour"], prefix == "wp")
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
			t.Errorf(`%s: strings.Join(got, " ") %q, want %q`, test.ids, strings.Join(got, " "), test.want)
		}
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
		s := newStub(t, always(200, "X-CMS-Total: 1", "X-CMS-TotalPages: 1", test.body))
		switch err := test.list(s.client(t), test.options, cms.Fields("id")); {
		case !errors.Is(err, test.want):
			t.Errorf("%d, %s: error %v, want %v", i, test.body, err, test.want)
		case test.want == nil && err != nil:
			t.Errorf("list %d, response %s: error %v, want nil", i, test.body, err)
		}
		asked, fields := query(t, s.seen()[0].Query), "id,mime_type"
		if len(test.options.Types) == 0 && test.options.Type == "" {
			fields = "id"
		}
		if got := fmt.Sprint(asked.Get("_fields")); got != fields {
			t.Errorf("list %d: _fields %s, want %q", i, got, fields)
		}
	}
}

func listOf[T, L any](c *cms.Client, options *L, callOptions ...cms.CallOption) error {
	return second(cms.NewCollection[T, cms.ReadOnly, L](c, "cms/v2/media").List(context.Background(), options,
		callOptions...))
}
