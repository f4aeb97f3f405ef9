package cms_test

import (
	"errors"
	"net/http"
	"strings"
	"testing"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/internal/stub"
)

func TestListOfOneIsReadLikeItsElement(t *testing.T) {
	t.Parallel()
	type row struct {
		Title string `json:"title"`
	}
	site := stub.New(t, stub.Always(http.StatusOK, `[null]`)).Client(t)
	if got, err := cms.Do(t.Context(), site, cms.Request[row]{Path: "plugin/v1/row"}); !errors.Is(err, cms.ErrDecode) {
		t.Errorf("null: %+v, %v, want ErrDecode", got, err)
	}
	refused := `[{"code":"rest_forbidden","message":"no","data":{"status":403}}]`
	site = stub.New(t, stub.Always(http.StatusOK, refused)).Client(t)
	_, err := cms.Do(t.Context(), site, cms.Request[cms.Nothing]{Method: http.MethodPost, Path: "plugin/v1/row"})
	switch e, ok := errors.AsType[*cms.Error](err); {
	case !ok:
		t.Errorf("a refusal: %v, want a *cms.Error", err)
	case e.Code != "rest_forbidden":
		t.Errorf("a refusal: %v: Code %v, want %v", err, e.Code, "rest_forbidden")
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
		goods := cms.NewCollection[good, productParams,
			struct{}](stub.New(t, stub.Always(http.StatusOK, test.body)).Client(t),
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
	site := stub.New(t, stub.Always(http.StatusOK, `[{"name":"Pen"}]`)).Client(t)
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
	goods := cms.NewCollection[good, productParams,
		struct{}](stub.New(t, stub.Always(http.StatusOK, `[{"id":8}]`)).Client(t),
		"shop/v1/goods")
	if _, err := goods.Get(t.Context(), 7); !errors.Is(err, cms.ErrForeignRecord) {
		t.Error(err)
	}
}

func TestCreateSaysThatTheResponseIsAList(t *testing.T) {
	t.Parallel()
	for _, body := range []string{`["Pen"]`, `[5]`, `[null]`, `[{"id":7,"title":"Ink"}]`} {
		goods := cms.NewCollection[good, productParams, struct{}](
			stub.New(t, stub.Always(http.StatusOK, body)).Client(t), "shop/v1/goods")
		_, err := goods.Create(t.Context(), &productParams{Title: new("Pen")})
		if err == nil || !strings.Contains(err.Error(), "JSON array") {
			t.Errorf("Create with the response %s: error %v, want one that names a JSON array", body, err)
		}
	}
}
