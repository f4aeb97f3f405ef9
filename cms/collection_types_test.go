package cms_test

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/internal/stub"
)

func catalogGet[T any](c *cms.Client, name string) error {
	return second(cms.NewCatalog[T, cms.ReadOnly, struct{}](c, "cms/v2/things", "name").Get(context.Background(), name))
}

// TestRecordsArePointersToo has a list of pointers, of which one is nil.
func TestRecordsArePointersToo(t *testing.T) {
	t.Parallel()
	s := stub.New(t, stub.Always(200, "X-CMS-Total: 2", "X-CMS-TotalPages: 1", `[null,{"id":41}]`))
	site := s.Client(t)
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
	s := stub.New(t, stub.Always(200, `{"id":41,"Name":"a"}`))
	site := s.Client(t)
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
		if !slices.ContainsFunc(s.Seen(), func(r stub.Request) bool { return query(t, r.Query).Get("_fields") == want }) {
			t.Errorf("no request has the fields %s, want one", want)
		}
	}
}

// TestTypeWithoutIDsIsNotReadByThem has walks that need them.
func TestTypeWithoutIDsIsNotReadByThem(t *testing.T) {
	t.Parallel()
	s := stub.New(t, stub.Always(200, `[{"name":"a"}]`))
	things := cms.NewCollection[gadget, gadgetParams, struct{}](s.Client(t), "cms/v2/things")
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
	if len(s.Seen()) > 0 {
		t.Errorf("%+v were sent: requests sent: %d, want at most 0", s.Seen(), len(s.Seen()))
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
		s := stub.New(t, stub.Always(200, `{"id":41,"`+prefix+`_colour":"red"}`))
		got, err := cms.NewCollection[patterned, gadgetParams, struct{}](s.Client(t, cms.WithPrefix(prefix)),
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

func listOf[T, L any](c *cms.Client, options *L, callOptions ...cms.CallOption) error {
	return second(cms.NewCollection[T, cms.ReadOnly, L](c, "cms/v2/media").List(context.Background(), options,
		callOptions...))
}

// renaming are params that refuse an update and a create without a name, and each call
// with the name "bad".
type renaming struct {
	Name *string `json:"name,omitzero"`
}

func (p renaming) Check() error {
	if p.Name != nil && *p.Name == "bad" {
		return errBadName
	}
	return nil
}

func (p renaming) CheckUpdate() error {
	if p.Name == nil {
		return errNoNewName
	}
	return nil
}

func (p renaming) CheckCreate() error {
	if p.Name == nil {
		return errNameless
	}
	return nil
}

var (
	errBadName   = errors.New("the name is bad")
	errNoNewName = errors.New("the update has no name")
	errNameless  = errors.New("the new thing has no name")
)

func TestParamsRefuseACallWithAnErrorOfTheirOwn(t *testing.T) {
	t.Parallel()
	s := stub.New(t, stub.Always(200, `{"id":1}`))
	site := s.Client(t)
	things := cms.NewCollection[gadgetWithID, renaming, struct{}](site, "cms/v2/things")
	for _, c := range []struct {
		name           string
		params         *renaming
		update, create error
	}{
		{"empty params", &renaming{}, errNoNewName, errNameless},
		{"nil", nil, errNoNewName, errNameless},
		{"a bad name", &renaming{Name: new("bad")}, errBadName, errBadName},
	} {
		for operation, got := range map[string]error{
			"Update":        second(things.Update(t.Context(), 1, c.params)),
			"UpdateRequest": second(cms.Do(t.Context(), site, things.UpdateRequest(1, c.params))),
			"Create":        second(things.Create(t.Context(), c.params)),
			"CreateRequest": second(cms.Do(t.Context(), site, things.CreateRequest(c.params))),
		} {
			want := c.create
			if strings.HasPrefix(operation, "Update") {
				want = c.update
			}
			if !errors.Is(got, want) {
				t.Errorf("%s with %s: error %v, want %v", operation, c.name, got, want)
			}
			if e, ok := errors.AsType[*cms.ArgumentError](got); !ok || e.Argument != "params" {
				t.Errorf("%s with %s: error %v, want an *ArgumentError for params", operation, c.name, got)
			}
		}
	}
	if got := len(s.Seen()); got != 0 {
		t.Errorf("calls that the params refuse: %d requests, want 0", got)
	}
	if _, err := things.Create(t.Context(), &renaming{Name: new("a")}); err != nil {
		t.Errorf("Create with a name: error %v, want none", err)
	}
	if _, err := things.Update(t.Context(), 1, &renaming{Name: new("a")}); err != nil {
		t.Errorf("Update with a name: error %v, want none", err)
	}
}
