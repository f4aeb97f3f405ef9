package cms_test

import (
	"errors"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/internal/stub"
)

// gadget is a record that has a name.
type gadget struct {
	Name    string      `json:"name"`
	Colour  string      `json:"colour"`
	Reading cms.Reading `json:"-"`
}

// gadgetParams is what is written of one.
type gadgetParams struct {
	Name   *string `json:"name,omitzero"`
	Colour *string `json:"colour,omitzero"`
}

type gadgetList struct {
	Colour string `url:"colour,omitempty"`
}

func gadgets(c *cms.Client) *cms.Catalog[gadget, gadgetParams, gadgetList] {
	return cms.NewCatalog[gadget, gadgetParams, gadgetList](c, "cms/v2/gadgets", "name")
}

func TestCatalogIsReadInOneList(t *testing.T) {
	t.Parallel()
	for name, list := range map[string]string{
		"a list":               `[{"name":"a","colour":"red"},{"name":"b/c","colour":"blue"}]`,
		"an object by names":   `{"a":{"name":"a","colour":"red"},"b/c":{"name":"b/c","colour":"blue"}}`,
		"a list with holes":    `{"0":{"name":"a","colour":"red"},"7":{"name":"b/c","colour":"blue"}}`,
		"members without name": `{"x":{"name":"a","colour":"red"},"":{"name":"b/c","colour":"blue"}}`,
	} {
		s := stub.New(t, stub.Always(200, list))
		got, err := gadgets(s.Client(t)).List(t.Context(), &gadgetList{Colour: "any"})
		switch {
		case err != nil:
			t.Errorf("%s: Catalog.List: error %v, want nil", name, err)
		case len(got) != 2:
			t.Errorf("%s: Catalog.List: length %d, want 2", name, len(got))
		case got[0].Name != "a":
			t.Errorf("%s: Catalog.List: name of the first record %q, want %q", name, got[0].Name, "a")
		case got[1].Name != "b/c":
			t.Errorf("%s: Catalog.List: name of the second record %q, want %q", name, got[1].Name, "b/c")
		case got[1].Colour != "blue":
			t.Errorf("%s: Catalog.List: colour of the second record %q, want %q", name, got[1].Colour, "blue")
		}
		switch all := s.Seen(); {
		case len(all) != 1:
			t.Errorf("%s: %d requests, want 1", name, len(all))
		case all[0].Path != "/cms-json/cms/v2/gadgets":
			t.Errorf("%s: first request: path %q, want %q", name, all[0].Path, "/cms-json/cms/v2/gadgets")
		case all[0].Query != "colour=any":
			t.Errorf("%s: first request: query %q, want %q", name, all[0].Query, "colour=any")
		}
	}
	for _, list := range []string{`[]`, `{}`} {
		got, err := gadgets(stub.New(t, stub.Always(200, list)).Client(t)).List(t.Context(), nil)
		switch {
		case err != nil:
			t.Errorf("%s: Catalog.List: error %v, want nil", list, err)
		case got == nil:
			t.Errorf("%s: Catalog.List: result nil, want a value", list)
		case len(got) != 0:
			t.Errorf("%s: Catalog.List: %v, want an empty list", list, got)
		}
	}
}

func TestBrokenRecordOfACatalogIsLeftOut(t *testing.T) {
	t.Parallel()
	s := stub.New(t, stub.Always(200, `{"a":{"name":"a"},"b":{"name":"b","colour":{}},"c":{"colour":"red"},`+
		`"d":{"name":"d"}}`))
	got, err := gadgets(s.Client(t)).List(t.Context(), nil)
	broken, ok := errors.AsType[*cms.BrokenRecordError](err)
	switch {
	case len(got) != 2:
		t.Errorf("Catalog.List: length %d, want 2", len(got))
	case got[1].Name != "d":
		t.Errorf("Catalog.List: name of the second record %q, want %q", got[1].Name, "d")
	case !ok:
		t.Errorf("Catalog.List: error %v, want a *cms.BrokenRecordError", err)
	case broken.Name != "b":
		t.Errorf("Catalog.List: Name %q, want %q", broken.Name, "b")
	case !strings.Contains(err.Error(), `"b"`):
		t.Errorf("Catalog.List: error %v, want %q in it", err, `"b"`)
	case !errors.Is(err, cms.ErrDecode):
		t.Errorf("Catalog.List: error %v, want ErrDecode", err)
	}
}

func TestCatalogListEmptiedByFieldsIsReadAgainWithoutThem(t *testing.T) {
	t.Parallel()
	s := stub.New(t, func(_ int, w http.ResponseWriter, r *http.Request) {
		if r.URL.Query().Has("_fields") { // which the site looks for among the names
			stub.Reply(w, 200, `[]`)
			return
		}
		stub.Reply(w, 200, `{"a":{"name":"a","colour":"red"}}`)
	})
	got, err := gadgets(s.Client(t)).List(t.Context(), nil, cms.Fields("colour"))
	switch {
	case err != nil:
		t.Errorf("Catalog.List: error %v, want nil", err)
	case len(got) != 1:
		t.Errorf("Catalog.List: length %d, want 1", len(got))
	case got[0].Colour != "red":
		t.Errorf("Catalog.List: colour of the first record %q, want %q", got[0].Colour, "red")
	case len(s.Seen()) != 2:
		t.Errorf("Catalog.List: %d requests, want 2", len(s.Seen()))
	}
}

func TestCallsOfACatalogNameTheirRecord(t *testing.T) {
	t.Parallel()
	const record = `{"name":"twenty//single","colour":"red"}`
	s := stub.New(t, stub.Always(200, record))
	records, ctx := gadgets(s.Client(t)), t.Context()
	params := &gadgetParams{Colour: new("red")}
	for want, call := range map[string]func() error{
		"GET /cms-json/cms/v2/gadgets/twenty//single ": func() error {
			_, err := records.Get(ctx, "twenty//single")
			return err
		},
		"GET /cms-json/cms/v2/gadgets/twenty/single ": func() error {
			_, err := records.Get(ctx, "twenty/single")
			return err
		},
		"POST /cms-json/cms/v2/gadgets/twenty//single ": func() error {
			_, err := records.Update(ctx, "twenty//single", params)
			return err
		},
		"PATCH /cms-json/cms/v2/gadgets/twenty//single ": func() error {
			_, err := records.Update(ctx, "twenty//single", params, cms.UpdateMethod("PATCH"))
			return err
		},
		"POST /cms-json/cms/v2/gadgets ": func() error { _, err := records.Create(ctx, params); return err },
	} {
		if err := call(); err != nil {
			t.Errorf("%s: call: %v", want, err)
		}
		all := s.Seen()
		if last := all[len(all)-1]; last.Method+" "+last.Path+" "+last.Query != want {
			t.Errorf("last request %s %s?%s, want %s", last.Method, last.Path, last.Query, want)
		}
	}
}

func TestOtherRecordsOfACatalogAreErrors(t *testing.T) {
	t.Parallel()
	for _, answer := range []string{`{"name":"b"}`, `{"name":"A"}`, `{"name":5}`, `{"colour":"red"}`, `[]`} {
		s := stub.New(t, stub.Always(200, answer))
		records := gadgets(s.Client(t))
		switch got, err := records.Get(t.Context(), "a"); {
		case got != nil:
			t.Errorf("%s: Catalog.Get: %+v, want nil", answer, got)
		case !errors.Is(err, cms.ErrForeignRecord) && !errors.Is(err, cms.ErrDecode):
			t.Errorf("Catalog.Get of %s: error %v, want ErrDecode or ErrForeignRecord", answer, err)
		}
		switch got, err := records.Update(t.Context(), "a", nil); {
		case got != nil:
			t.Errorf("%s: Catalog.Update: %+v, want nil", answer, got)
		case err == nil:
			t.Errorf("%s: Catalog.Update: error nil, want an error", answer)
		}
		switch got, err := records.Delete(t.Context(), "a"); {
		case got != nil:
			t.Errorf("%s: Catalog.Delete: %+v, want nil", answer, got)
		case err == nil:
			t.Errorf("%s: Catalog.Delete: error nil, want an error", answer)
		}
	}
}

func TestNamesAndParamsOfAnotherRecordAreRefused(t *testing.T) {
	t.Parallel()
	s := stub.New(t, stub.Always(200, `{"name":"a"}`))
	records := gadgets(s.Client(t))
	for _, name := range []string{"", "/", "a/", "/a", "..", "a/../b", "a?b", "a#b", "a%2Fb", "a\x00", `a\b`, "a///b"} {
		if _, err := records.Get(t.Context(), name); !errors.Is(err, cms.ErrInvalidArgument) {
			t.Errorf("%q: Catalog.Get(name): error %v, want ErrInvalidArgument", name, err)
		}
		if _, err := records.Delete(t.Context(), name); !errors.Is(err, cms.ErrInvalidArgument) {
			t.Errorf("%q: Catalog.Delete(name): error %v, want ErrInvalidArgument", name, err)
		}
	}
	if _, err := records.Update(t.Context(), "a", &gadgetParams{Name: new("b")}); !errors.Is(err, cms.ErrInvalidArgument) {
		t.Errorf("params with the name of another: %v, want ErrInvalidArgument", err)
	}
	if all := s.Seen(); len(all) != 0 {
		t.Errorf("sent: %+v, want an empty list", all)
	}
}

func TestDeleteOfACatalogReturnsThePreviousRecord(t *testing.T) {
	t.Parallel()
	s := stub.New(t, func(n int, w http.ResponseWriter, _ *http.Request) {
		if n == 1 {
			stub.Reply(w, 200, `{"deleted":true,"previous":{"name":"a","colour":"red"}}`)
			return
		}
		stub.Reply(w, 404, `{"code":"rest_gadget_not_found","message":"","data":{"status":404}}`)
	})
	records := gadgets(s.Client(t))
	deleted, err := records.Delete(t.Context(), "a")
	switch {
	case err != nil:
		t.Fatalf("Catalog.Delete: error %v, want nil", err)
	case !deleted.Deleted:
		t.Fatal("Catalog.Delete: Deleted false, want true")
	case deleted.Previous.Colour != "red":
		t.Fatalf("Catalog.Delete: Previous.Colour %q, want %q", deleted.Previous.Colour, "red")
	}
	switch all := s.Seen(); {
	case all[0].Method != http.MethodDelete:
		t.Errorf("first request: method %q, want %q", all[0].Method, http.MethodDelete)
	case all[0].Path != "/cms-json/cms/v2/gadgets/a":
		t.Errorf("first request: path %q, want %q", all[0].Path, "/cms-json/cms/v2/gadgets/a")
	case all[0].Query != "force=true":
		t.Errorf("first request: query %q, want %q", all[0].Query, "force=true")
	}
	if _, err := records.Delete(t.Context(), "a"); !errors.Is(err, cms.ErrNotFound) {
		t.Errorf("Catalog.Delete, a second time: error %v, want ErrNotFound", err)
	}
}

func TestFieldsOfACatalogAskForTheName(t *testing.T) {
	t.Parallel()
	s := stub.New(t, stub.Always(200, `{"name":"a","colour":"red"}`))
	got, err := gadgets(s.Client(t)).Get(t.Context(), "a", cms.Fields("colour"))
	switch {
	case err != nil:
		t.Errorf("Catalog.Get: error %v, want nil", err)
	case !got.Reading.Partial:
		t.Error("Catalog.Get with Fields: Partial false, want true")
	case s.Seen()[0].Query != "_fields=colour%2Cname":
		t.Errorf("%+v: first request: query %q, want %q", got, s.Seen()[0].Query, "_fields=colour%2Cname")
	}
}

func TestRecordsThatCanOnlyBeReadAreNotWritten(t *testing.T) {
	t.Parallel()
	s := stub.New(t, stub.Always(200, `{"id":5,"name":"a"}`))
	site, ctx := s.Client(t), t.Context()
	numbered := cms.NewCollection[gadget, cms.ReadOnly, gadgetList](site, "cms/v2/gadgets")
	named := cms.NewCatalog[gadget, cms.ReadOnly, gadgetList](site, "cms/v2/gadgets", "name")
	document := cms.NewDocument[gadget, cms.ReadOnly](site, "cms/v2/gadget")
	for _, params := range []*cms.ReadOnly{nil, {}} {
		for _, err := range []error{
			failing(numbered.Create(ctx, params)), failing(numbered.Update(ctx, 5, params)), failing(named.Create(ctx, params)),
			failing(named.Update(ctx, "a", params)), failing(document.Update(ctx, params)),
		} {
			if !errors.Is(err, cms.ErrInvalidArgument) {
				t.Errorf("error %v, want ErrInvalidArgument", err)
			}
		}
	}
	if all := s.Seen(); len(all) != 0 {
		t.Errorf("sent: %+v, want an empty list", all)
	}
}

func failing[V any](_ V, err error) error { return err }

func TestDocumentIsReadAndWritten(t *testing.T) {
	t.Parallel()
	s := stub.New(t, stub.Always(200, `{"name":"a","colour":"red"}`))
	document := cms.NewDocument[gadget, gadgetParams](s.Client(t), "cms/v2/gadget")
	got, err := document.Get(t.Context(), cms.InContext(cms.ContextEdit))
	switch {
	case err != nil:
		t.Fatalf("Document.Get: error %v, want nil", err)
	case got.Colour != "red":
		t.Fatalf("Document.Get: Colour %q, want %q", got.Colour, "red")
	}
	switch got, err = document.Update(t.Context(), &gadgetParams{Name: new("b")}); {
	case err != nil:
		t.Fatalf("Document.Update: error %v, want nil", err)
	case got.Name != "a":
		t.Fatalf("Document.Update: Name %q, want %q", got.Name, "a")
	}
	var sent []string
	for _, r := range s.Seen() {
		sent = append(sent, r.Method+" "+r.Path+" "+r.Query+" "+r.Body)
	}
	if want := []string{"GET /cms-json/cms/v2/gadget context=edit ",
		`POST /cms-json/cms/v2/gadget  {"name":"b"}`}; !slices.Equal(sent, want) {
		t.Errorf("requests %q, want %q", sent, want)
	}
	if _, err := document.Get(t.Context(), cms.Attempts(0)); err == nil ||
		!strings.HasPrefix(err.Error(), "cms: gadget.Get: attempts") {
		t.Errorf("Document.Get(cms.Attempts(0)): error %v, want the prefix %q", err, "cms: gadget.Get: attempts")
	}
}

// TestCatalogComparesNamesAsTheSiteDoes has a site that returns the record DE for de.
func TestCatalogComparesNamesAsTheSiteDoes(t *testing.T) {
	t.Parallel()
	for name, ok := range map[string]bool{"de": true, "DE": true, "De": true, "fr": false, "d": false} {
		s := stub.New(t, stub.Always(200, `{"name":"DE","colour":"red"}`))
		all := cms.NewCatalog[gadget, gadgetParams, gadgetList](s.Client(t), "shop/v1/gadgets", "name")
		got, err := all.Get(t.Context(), name)
		switch {
		case ok && err != nil:
			t.Errorf("Catalog.Get(%q) of a site that returns DE: error %v, want nil", name, err)
		case ok && got.Name != "DE":
			t.Errorf("Catalog.Get(%q) of a site that returns DE: name %q, want DE", name, got.Name)
		case !ok && !errors.Is(err, cms.ErrForeignRecord):
			t.Errorf("Catalog.Get(%q) of a site that returns DE: error %v, want ErrForeignRecord", name, err)
		case !ok && !strings.Contains(err.Error(), "got DE"):
			t.Errorf("Catalog.Get(%q) of a site that returns DE: error %v, want the name that came", name, err)
		}
	}
}

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
		err := test.get(stub.New(t, stub.Always(200, test.body)).Client(t), test.name)
		if !errors.Is(err, test.want) {
			t.Errorf("%s, %s: error %v, want %v", test.of, test.body, err, test.want)
		}
	}
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
		s := stub.New(t, stub.Always(200, body))
		_, err := cms.NewCatalog[map[string]any, gadgetParams, struct{}](s.Client(t), "cms/v2/things", "name").
			Delete(t.Context(), "a")
		if !errors.Is(err, want) {
			t.Errorf("%s: Catalog.Delete: error %v, want %v", body, err, want)
		}
	}
}
