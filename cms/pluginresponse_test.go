package cms_test

import (
	"errors"
	"net/http"
	"testing"

	"github.com/fontcms/fontcms-go/batch"
	"github.com/fontcms/fontcms-go/cms"
)

type good struct {
	ID    int64     `json:"id"`
	Name  string    `json:"name"`
	Extra cms.Extra `json:",embed"`
}

// TestDeleteUnderstandsTheResponsesOfPlugins has a shop that answers with the record, or
// with nothing, and is then asked for the record.
func TestDeleteUnderstandsTheResponsesOfPlugins(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		status   int
		body     string
		now      int // the status of the record afterwards
		want     error
		previous string
		requests int
	}{
		"the record, which is gone":        {200, `{"id":7,"name":"Pen"}`, 404, nil, "Pen", 2},
		"the record, which is there":       {200, `{"id":7,"name":"Pen"}`, 200, cms.ErrDecode, "", 2},
		"the record, which may be there":   {200, `{"id":7,"name":"Pen"}`, 403, cms.ErrOutcomeUnknown, "", 2},
		"nothing, and the record is gone":  {204, "", 404, nil, "", 2},
		"nothing, and the record is there": {204, "", 200, cms.ErrDecode, "", 2},
		"an empty page":                    {200, "", 404, cms.ErrNotREST, "", 1},
		"another record":                   {200, `{"id":8,"name":"Pen"}`, 404, cms.ErrForeignRecord, "", 1},
		"a record without an id":           {200, `{"name":"Pen"}`, 404, cms.ErrDecode, "", 1},
		"false":                            {200, "false", 404, cms.ErrDecode, "", 1},
		"null":                             {200, "null", 404, cms.ErrDecode, "", 1},
		"not deleted":                      {200, `{"deleted":false,"id":7}`, 404, cms.ErrDecode, "", 1},
		"a web page":                       {200, "<html></html>", 404, cms.ErrNotREST, "", 1},
		"the usual response":               {200, `{"deleted":true,"previous":{"id":7,"name":"Pen"}}`, 200, nil, "Pen", 1},
	} {
		s := newStub(t, func(_ int, w http.ResponseWriter, r *http.Request) {
			switch {
			case r.Method == http.MethodDelete:
				reply(w, test.status, test.body)
			case test.now == http.StatusOK:
				reply(w, test.now, `{"id":7,"name":"Pen"}`)
			default:
				reply(w, test.now, `{"code":"shop_no","message":"No."}`)
			}
		})
		goods := cms.NewCollection[good, productParams, struct{}](s.client(t), "shop/v1/goods")
		deleted, err := goods.Delete(t.Context(), 7, cms.Attempts(1))
		switch {
		case !errors.Is(err, test.want):
			t.Errorf("%s: Delete(7): error %v, want %v", name, err, test.want)
			continue
		case len(s.seen()) != test.requests:
			t.Errorf("%s: Delete(7): %d requests, want %d", name, len(s.seen()), test.requests)
			continue
		}
		if err != nil {
			continue
		}
		switch got := deleted.Previous; {
		case !deleted.Deleted:
			t.Errorf("%s: Delete(7): Deleted false, want true", name)
		case (got == nil) != (test.previous == ""):
			t.Errorf("%s: Delete(7): Previous %+v, want a record: %t", name, got, test.previous != "")
		case got != nil && got.Name != test.previous:
			t.Errorf("%s: Delete(7): Previous has the name %q, want %q", name, got.Name, test.previous)
		}
	}
}

func TestFirstRecordOfAPluginIsDeleted(t *testing.T) {
	t.Parallel()
	s := newStub(t, func(_ int, w http.ResponseWriter, r *http.Request) {
		if r.Method == http.MethodDelete {
			reply(w, 200, `{"id":1,"name":"Pen"}`)
			return
		}
		reply(w, 404, missing)
	})
	deleted, err := cms.NewCollection[good, productParams, struct{}](s.client(t), "shop/v1/goods").Delete(t.Context(), 1)
	switch {
	case err != nil:
		t.Errorf("Collection.Delete(1): error %v, want nil", err)
	case deleted.Previous == nil:
		t.Error("Collection.Delete(1): Previous nil, want a value")
	case deleted.Previous.Name != "Pen":
		t.Errorf("Collection.Delete(1): Previous.Name %q, want %q", deleted.Previous.Name, "Pen")
	}
}

func TestUnconfirmedDeleteOfABatchIsErrOutcomeUnknown(t *testing.T) {
	t.Parallel()
	s := newStub(t, always(http.StatusMultiStatus,
		`{"responses":[{"status":200,"headers":{},"body":{"id":7,"name":"Pen"}}]}`))
	site := s.client(t)
	goods := cms.NewCollection[good, productParams, struct{}](site, "shop/v1/goods")
	report, err := batch.New(site).Add(goods.DeleteRequest(7)).Do(t.Context())
	switch {
	case err != nil:
		t.Errorf("Builder.Do: error %v, want nil", err)
	case !errors.Is(report.Results[0].Err, cms.ErrOutcomeUnknown):
		t.Errorf("Builder.Do: report.Results[0].Err %v, want ErrOutcomeUnknown", report.Results[0].Err)
	}
}

// TestListOfOneIsTheRecord has plugins that answer with a list where a record is due.
func TestListOfOneIsTheRecord(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		route, body string
		want        error
	}{
		"one record":             {"shop/v1/goods", `[{"id":7,"name":"Pen"}]`, nil},
		"the record alone":       {"shop/v1/goods", `{"id":7,"name":"Pen"}`, nil},
		"two records":            {"shop/v1/goods", `[{"id":7},{"id":8}]`, cms.ErrDecode},
		"no record":              {"shop/v1/goods", `[]`, cms.ErrDecode},
		"a list within":          {"shop/v1/goods", `[[{"id":7}]]`, cms.ErrDecode},
		"a route of the content": {"cms/v2/goods", `[{"id":7}]`, cms.ErrDecode},
	} {
		goods := cms.NewCollection[good, productParams, struct{}](newStub(t, always(http.StatusOK, test.body)).client(t),
			test.route)
		for verb, call := range map[string]func() (*good, error){
			"Get":    func() (*good, error) { return goods.Get(t.Context(), 7) },
			"Create": func() (*good, error) { return goods.Create(t.Context(), &productParams{}) },
			"Update": func() (*good, error) { return goods.Update(t.Context(), 7, &productParams{}) },
		} {
			got, err := call()
			switch {
			case !errors.Is(err, test.want):
				t.Errorf("%s, %s: call: error %v, want %v", verb, name, err, test.want)
			case err == nil && (got.ID != 7 || got.Name != "Pen"):
				t.Errorf("%s, %s: record %+v, want 7 with the name Pen", verb, name, got)
			}
		}
	}
	site := newStub(t, always(http.StatusOK, `[{"name":"Pen"}]`)).client(t)
	type named struct {
		Name string `json:"name"`
	}
	switch got, err := cms.Do(t.Context(), site, cms.Request[named]{Path: "shop/v1/goods/pen"}); {
	case err != nil:
		t.Errorf("a record without an id: %+v, %v, want nil", got, err)
	case got.Name != "Pen":
		t.Errorf("a record without an id: Name %q, want %q", got.Name, "Pen")
	}
	switch list, err := cms.Do(t.Context(), site, cms.Request[[]named]{Path: "shop/v1/goods"}); {
	case err != nil:
		t.Errorf("a list: %+v, %v, want nil", list, err)
	case len(*list) != 1:
		t.Errorf("a list: %d records, want 1", len(*list))
	}
	goods := cms.NewCollection[good, productParams, struct{}](newStub(t, always(http.StatusOK, `[{"id":8}]`)).client(t),
		"shop/v1/goods")
	if _, err := goods.Get(t.Context(), 7); !errors.Is(err, cms.ErrForeignRecord) {
		t.Error(err)
	}
}

type neededParams struct {
	Name *string `json:"name,omitzero"`
}

func (p *neededParams) CheckCreate() error {
	if p.Name == nil {
		return &cms.ArgumentError{Argument: "name", Reason: "the site requires it"}
	}
	return nil
}

func TestCreateWithoutARequiredFieldIsRefused(t *testing.T) {
	t.Parallel()
	s := newStub(t, always(http.StatusOK, `{"id":7,"name":"Pen"}`))
	goods := cms.NewCollection[good, neededParams, struct{}](s.client(t), "shop/v1/goods")
	for _, params := range []*neededParams{nil, {}} {
		_, err := goods.Create(t.Context(), params)
		switch refused, ok := errors.AsType[*cms.ArgumentError](err); {
		case !ok:
			t.Errorf("goods.Create(params): error %v, want a *cms.ArgumentError", err)
		case refused.Argument != "name" || refused.Operation != "goods.Create":
			t.Errorf("goods.Create(params): Argument %q, Operation %q, want %q and %q", refused.Argument, refused.Operation,
				"name", "goods.Create")
		}
	}
	if len(s.seen()) != 0 {
		t.Errorf("a refused create was sent: requests sent: %d, want 0", len(s.seen()))
	}
	if _, err := goods.Update(t.Context(), 7, &neededParams{}); err != nil {
		t.Error(err)
	}
	name := "Pen"
	if _, err := goods.Create(t.Context(), &neededParams{&name}); err != nil {
		t.Error(err)
	}
}
