package cms_test

import (
	"errors"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/fontcms/fontcms-go/cms"
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

func TestACatalogIsReadInOneList(t *testing.T) {
	t.Parallel()
	for name, list := range map[string]string{
		"a list":               `[{"name":"a","colour":"red"},{"name":"b/c","colour":"blue"}]`,
		"an object by names":   `{"a":{"name":"a","colour":"red"},"b/c":{"name":"b/c","colour":"blue"}}`,
		"a list with holes":    `{"0":{"name":"a","colour":"red"},"7":{"name":"b/c","colour":"blue"}}`,
		"members without name": `{"x":{"name":"a","colour":"red"},"":{"name":"b/c","colour":"blue"}}`,
	} {
		s := newStub(t, always(200, list))
		got, err := gadgets(s.client(t)).List(t.Context(), &gadgetList{Colour: "any"})
		if err != nil || len(got) != 2 || got[0].Name != "a" || got[1].Name != "b/c" || got[1].Colour != "blue" {
			t.Errorf("%s: %+v, %v", name, got, err)
		}
		if all := s.seen(); len(all) != 1 || all[0].Path != "/cms-json/cms/v2/gadgets" || all[0].Query != "colour=any" {
			t.Errorf("%s: %+v", name, all)
		}
	}
	for _, list := range []string{`[]`, `{}`} {
		got, err := gadgets(newStub(t, always(200, list)).client(t)).List(t.Context(), nil)
		if err != nil || got == nil || len(got) != 0 {
			t.Errorf("%s: %v, %v", list, got, err)
		}
	}
}

func TestBrokenRecordOfACatalogIsLeftOut(t *testing.T) {
	t.Parallel()
	s := newStub(t, always(200, `{"a":{"name":"a"},"b":{"name":"b","colour":{}},"c":{"colour":"red"},"d":{"name":"d"}}`))
	got, err := gadgets(s.client(t)).List(t.Context(), nil)
	broken, ok := errors.AsType[*cms.BrokenRecordError](err)
	if len(got) != 2 || got[1].Name != "d" || !ok || broken.Name != "b" || !strings.Contains(err.Error(), `"b"`) || !errors.Is(err, cms.ErrDecode) {
		t.Errorf("%+v, %v", got, err)
	}
}

func TestCatalogListEmptiedByFieldsIsReadAgainWithoutThem(t *testing.T) {
	t.Parallel()
	s := newStub(t, func(_ int, w http.ResponseWriter, r *http.Request) {
		if r.URL.Query().Has("_fields") { // which the site looks for among the names
			reply(w, 200, `[]`)
			return
		}
		reply(w, 200, `{"a":{"name":"a","colour":"red"}}`)
	})
	got, err := gadgets(s.client(t)).List(t.Context(), nil, cms.Fields("colour"))
	if err != nil || len(got) != 1 || got[0].Colour != "red" || len(s.seen()) != 2 {
		t.Errorf("%+v, %v, %d requests", got, err, len(s.seen()))
	}
}

func TestCallsOfACatalogNameTheirRecord(t *testing.T) {
	t.Parallel()
	const record = `{"name":"twenty//single","colour":"red"}`
	s := newStub(t, always(200, record))
	records, ctx := gadgets(s.client(t)), t.Context()
	params := &gadgetParams{Colour: new("red")}
	for want, call := range map[string]func() error{
		"GET /cms-json/cms/v2/gadgets/twenty//single ":  func() error { _, err := records.Get(ctx, "twenty//single"); return err },
		"GET /cms-json/cms/v2/gadgets/twenty/single ":   func() error { _, err := records.Get(ctx, "twenty/single"); return err },
		"POST /cms-json/cms/v2/gadgets/twenty//single ": func() error { _, err := records.Update(ctx, "twenty//single", params); return err },
		"PATCH /cms-json/cms/v2/gadgets/twenty//single ": func() error {
			_, err := records.Update(ctx, "twenty//single", params, cms.UpdateMethod("PATCH"))
			return err
		},
		"POST /cms-json/cms/v2/gadgets ": func() error { _, err := records.Create(ctx, params); return err },
	} {
		if err := call(); err != nil {
			t.Errorf("%s: %v", want, err)
		}
		all := s.seen()
		if last := all[len(all)-1]; last.Method+" "+last.Path+" "+last.Query != want {
			t.Errorf("%s %s?%s was sent, not %s", last.Method, last.Path, last.Query, want)
		}
	}
}

func TestOtherRecordsOfACatalogAreErrors(t *testing.T) {
	t.Parallel()
	for _, answer := range []string{`{"name":"b"}`, `{"name":"A"}`, `{"name":5}`, `{"colour":"red"}`, `[]`} {
		s := newStub(t, always(200, answer))
		records := gadgets(s.client(t))
		if got, err := records.Get(t.Context(), "a"); got != nil || !errors.Is(err, cms.ErrForeignRecord) && !errors.Is(err, cms.ErrDecode) {
			t.Errorf("%s: %+v, %v", answer, got, err)
		}
		if got, err := records.Update(t.Context(), "a", nil); got != nil || err == nil {
			t.Errorf("%s: %+v, %v", answer, got, err)
		}
		if got, err := records.Delete(t.Context(), "a"); got != nil || err == nil {
			t.Errorf("%s: %+v, %v", answer, got, err)
		}
	}
}

func TestNamesAndParamsOfAnotherRecordAreRefused(t *testing.T) {
	t.Parallel()
	s := newStub(t, always(200, `{"name":"a"}`))
	records := gadgets(s.client(t))
	for _, name := range []string{"", "/", "a/", "/a", "..", "a/../b", "a?b", "a#b", "a%2Fb", "a\x00", `a\b`, "a///b"} {
		if _, err := records.Get(t.Context(), name); !errors.Is(err, cms.ErrInvalidArgument) {
			t.Errorf("%q: %v", name, err)
		}
		if _, err := records.Delete(t.Context(), name); !errors.Is(err, cms.ErrInvalidArgument) {
			t.Errorf("%q: %v", name, err)
		}
	}
	if _, err := records.Update(t.Context(), "a", &gadgetParams{Name: new("b")}); !errors.Is(err, cms.ErrInvalidArgument) {
		t.Errorf("params with the name of another: %v", err)
	}
	if all := s.seen(); len(all) != 0 {
		t.Errorf("sent: %+v", all)
	}
}

func TestDeleteOfACatalogReturnsThePreviousRecord(t *testing.T) {
	t.Parallel()
	s := newStub(t, func(n int, w http.ResponseWriter, _ *http.Request) {
		if n == 1 {
			reply(w, 200, `{"deleted":true,"previous":{"name":"a","colour":"red"}}`)
			return
		}
		reply(w, 404, `{"code":"rest_gadget_not_found","message":"","data":{"status":404}}`)
	})
	records := gadgets(s.client(t))
	deleted, err := records.Delete(t.Context(), "a")
	if err != nil || !deleted.Deleted || deleted.Previous.Colour != "red" {
		t.Fatalf("%+v, %v", deleted, err)
	}
	if all := s.seen(); all[0].Method != http.MethodDelete || all[0].Path != "/cms-json/cms/v2/gadgets/a" || all[0].Query != "force=true" {
		t.Errorf("%+v", all)
	}
	if _, err := records.Delete(t.Context(), "a"); !errors.Is(err, cms.ErrNotFound) {
		t.Errorf("a second time: %v", err)
	}
}

func TestFieldsOfACatalogAskForTheName(t *testing.T) {
	t.Parallel()
	s := newStub(t, always(200, `{"name":"a","colour":"red"}`))
	got, err := gadgets(s.client(t)).Get(t.Context(), "a", cms.Fields("colour"))
	if err != nil || !got.Reading.Partial || s.seen()[0].Query != "_fields=colour%2Cname" {
		t.Errorf("%+v, %v, %+v", got, err, s.seen())
	}
}

func TestRecordsThatCanOnlyBeReadAreNotWritten(t *testing.T) {
	t.Parallel()
	s := newStub(t, always(200, `{"id":5,"name":"a"}`))
	site, ctx := s.client(t), t.Context()
	numbered := cms.NewCollection[gadget, cms.ReadOnly, gadgetList](site, "cms/v2/gadgets")
	named := cms.NewCatalog[gadget, cms.ReadOnly, gadgetList](site, "cms/v2/gadgets", "name")
	document := cms.NewDocument[gadget, cms.ReadOnly](site, "cms/v2/gadget")
	for _, params := range []*cms.ReadOnly{nil, {}} {
		for _, err := range []error{
			failing(numbered.Create(ctx, params)), failing(numbered.Update(ctx, 5, params)), failing(named.Create(ctx, params)),
			failing(named.Update(ctx, "a", params)), failing(document.Update(ctx, params)),
		} {
			if !errors.Is(err, cms.ErrInvalidArgument) {
				t.Errorf("%v", err)
			}
		}
	}
	if all := s.seen(); len(all) != 0 {
		t.Errorf("sent: %+v", all)
	}
}

func failing[V any](_ V, err error) error { return err }

func TestADocumentIsReadAndWritten(t *testing.T) {
	t.Parallel()
	s := newStub(t, always(200, `{"name":"a","colour":"red"}`))
	document := cms.NewDocument[gadget, gadgetParams](s.client(t), "cms/v2/gadget")
	got, err := document.Get(t.Context(), cms.InContext(cms.ContextEdit))
	if err != nil || got.Colour != "red" {
		t.Fatalf("%+v, %v", got, err)
	}
	if got, err = document.Update(t.Context(), &gadgetParams{Name: new("b")}); err != nil || got.Name != "a" {
		t.Fatalf("%+v, %v", got, err)
	}
	var sent []string
	for _, r := range s.seen() {
		sent = append(sent, r.Method+" "+r.Path+" "+r.Query+" "+r.Body)
	}
	if want := []string{"GET /cms-json/cms/v2/gadget context=edit ", `POST /cms-json/cms/v2/gadget  {"name":"b"}`}; !slices.Equal(sent, want) {
		t.Errorf("%q, not %q", sent, want)
	}
	if _, err := document.Get(t.Context(), cms.Attempts(0)); err == nil || !strings.HasPrefix(err.Error(), "cms: gadget.Get: attempts") {
		t.Errorf("%v", err)
	}
}
