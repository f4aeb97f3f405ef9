package cms_test

import (
	"errors"
	"net/http"
	"testing"

	"github.com/fontcms/fontcms-go/batch"
	"github.com/fontcms/fontcms-go/cms"
)

// specimen is a type of a caller, written as the site's schema says.
type specimen struct {
	cms.Post
	Price   float64        `json:"price"`
	Related []int64        `json:"related"`
	Shop    map[string]any `json:"shop"`
	More    cms.Extra      `json:"more"`
	Size    *int           `json:"size"`
}

func specimens(c *cms.Client) *cms.Collection[specimen, cms.PostParams, cms.PostListOptions] {
	return cms.NewCollection[specimen, cms.PostParams, cms.PostListOptions](c, "cms/v2/specimens")
}

const bentSpecimen = `{"id":"5","slug":"a","price":"","related":false,"shop":[],"more":[],"size":"12","meta":[],"sticky":""}`

func TestCallersRecordsAreReadLeniently(t *testing.T) {
	t.Parallel()
	s := newStub(t, func(_ int, w http.ResponseWriter, r *http.Request) {
		switch {
		case r.URL.Path == "/cms-json/batch/v1":
			reply(w, http.StatusMultiStatus, `{"responses":[{"status":201,"headers":{},"body":`+bentSpecimen+`}]}`)
		case r.Method == http.MethodDelete:
			reply(w, http.StatusOK, `{"deleted":true,"previous":`+bentSpecimen+`}`)
		case r.Method == http.MethodGet && r.URL.Path == "/cms-json/cms/v2/specimens":
			reply(w, http.StatusOK, `[`+bentSpecimen+`,{"id":6,"price":"abc"}]`)
		default:
			reply(w, http.StatusOK, bentSpecimen)
		}
	})
	site, ctx := s.client(t), t.Context()
	all := specimens(site)
	check := func(name string, v *specimen, err error) {
		t.Helper()
		if err != nil || v == nil || v.ID != 5 || v.Slug != "a" || v.Price != 0 || v.Related != nil || len(v.Shop) != 0 || len(v.More) != 0 || v.Size == nil || *v.Size != 12 || v.Sticky {
			t.Errorf("%s: %+v, %v", name, v, err)
		}
	}
	v, err := all.Get(ctx, 5)
	check("Get", v, err)
	v, err = all.Create(ctx, &cms.PostParams{})
	check("Create", v, err)
	v, err = all.Update(ctx, 5, &cms.PostParams{})
	check("Update", v, err)
	v, err = cms.Do(ctx, site, cms.Request[specimen]{Path: "cms/v2/specimens/5", ID: 5})
	check("Do", v, err)
	deleted, err := all.Delete(ctx, 5)
	if err != nil {
		t.Fatal(err)
	}
	check("Delete", deleted.Previous, nil)
	var made specimen
	report, err := batch.New(site).Add(all.CreateRequest(&cms.PostParams{}).Into(&made)).Do(ctx)
	if err != nil || report.Err() != nil {
		t.Fatal(err, report)
	}
	check("batch", &made, nil)
	page, err := all.List(ctx, nil)
	broken, ok := errors.AsType[*cms.BrokenRecordError](err)
	if len(page.Items) != 1 || !ok || broken.ID != 6 {
		t.Fatalf("%+v, %v", page, err)
	}
	check("List", &page.Items[0], nil)
}

func TestJSONOfAnotherKindIsNotReadAsARecord(t *testing.T) {
	t.Parallel()
	for _, body := range []string{`{"id":5,"price":"abc"}`, `{"id":5,"related":"1,2"}`, `{"id":5,"shop":["a"]}`, `{"id":"","price":1}`, `{"id":false}`, `""`, `false`, `[]`} {
		if v, err := specimens(newStub(t, always(http.StatusOK, body)).client(t)).Get(t.Context(), 5); err == nil {
			t.Errorf("%s: %+v", body, v)
		}
	}
}

func TestOwnRecordTypesAreReadStrictly(t *testing.T) {
	t.Parallel()
	site := newStub(t, always(http.StatusOK, `{"id":5,"sticky":""}`)).client(t)
	if v, err := site.Posts.Get(t.Context(), 5); !errors.Is(err, cms.ErrDecode) {
		t.Errorf("%+v, %v", v, err)
	}
}
