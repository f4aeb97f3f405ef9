package cms_test

import (
	"net/http"
	"strings"
	"testing"

	"github.com/fontcms/fontcms-go/batch"
	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/internal/stub"
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

const bentSpecimen = `{"id":"5","slug":"a","price":"","related":false,"shop":[],"more":[],"size":"12","meta":[],` +
	`"sticky":""}`

func TestRecordOfACallersTypeIsReadWithOddMembers(t *testing.T) {
	t.Parallel()
	s := stub.New(t, func(_ int, w http.ResponseWriter, r *http.Request) {
		switch {
		case r.URL.Path == "/cms-json/batch/v1":
			stub.Reply(w, http.StatusMultiStatus, `{"responses":[{"status":201,"headers":{},"body":`+bentSpecimen+`}]}`)
		case r.Method == http.MethodDelete:
			stub.Reply(w, http.StatusOK, `{"deleted":true,"previous":`+bentSpecimen+`}`)
		case r.Method == http.MethodGet && r.URL.Path == "/cms-json/cms/v2/specimens":
			stub.Reply(w, http.StatusOK, `[`+bentSpecimen+`,{"id":6,"price":"abc"}]`)
		default:
			stub.Reply(w, http.StatusOK, bentSpecimen)
		}
	})
	site, ctx := s.Client(t), t.Context()
	all := specimens(site)
	check := func(name string, v *specimen, err error) {
		t.Helper()
		switch {
		case err != nil:
			t.Errorf("%s: error %v, want nil", name, err)
		case v == nil:
			t.Errorf("%s: v nil, want a value", name)
		case v.ID != 5 || v.Slug != "a":
			t.Errorf("%s: ID %d, Slug %q, want 5 and %q", name, v.ID, v.Slug, "a")
		case v.Price != 0 || v.Related != nil:
			t.Errorf("%s: Price %v, Related %v, want 0 and nil", name, v.Price, v.Related)
		case len(v.Shop) != 0 || len(v.More) != 0:
			t.Errorf("%s: Shop %v, More %v, want an empty list and an empty list", name, v.Shop, v.More)
		case v.Size == nil:
			t.Errorf("%s: Size nil, want a value", name)
		case *v.Size != 12:
			t.Errorf("%s: Size %d, want 12", name, *v.Size)
		case v.Sticky:
			t.Errorf("%s: Sticky true, want false", name)
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
	switch {
	case err != nil:
		t.Fatalf("Builder.Do: error %v, want nil", err)
	case report.Err() != nil:
		t.Fatalf("Report.Err: error %v, want nil", report.Err())
	}
	check("batch", &made, nil)
	page, err := all.List(ctx, nil)
	if err != nil || len(page.Items) != 2 {
		t.Fatalf("List: %+v, error %v, want two records", page, err)
	}
	check("List", &page.Items[0], nil)
	if got := string(page.Items[1].Extra["price"]); got != `"abc"` {
		t.Errorf("List: price %s in Extra, want \"abc\"", got)
	}
}

func TestRoundedNumberIsInItsFieldAndWrittenExactly(t *testing.T) {
	t.Parallel()
	const sent = `{"id":5,"price":9007199254740993}`
	site := stub.New(t, stub.Always(http.StatusOK, sent)).Client(t)
	v, err := specimens(site).Get(t.Context(), 5)
	if err != nil {
		t.Fatal(err)
	}
	if v.Price != 1<<53 || string(v.Extra["price"]) != "9007199254740993" {
		t.Errorf("Get of the price 9007199254740993: Price %v, Extra %s, want %v and the price as it came", v.Price, v.Extra,
			1<<53)
	}
	written, err := cms.Marshal(v)
	if err != nil || !strings.Contains(string(written), `"price":9007199254740993`) {
		t.Errorf("Marshal after Get: %s, error %v, want the price as it came", written, err)
	}
}

func TestJSONOfAnotherKindIsNotReadAsARecord(t *testing.T) {
	t.Parallel()
	for _, body := range []string{`{"id":"","price":1}`, `{"id":false}`, `""`, `false`, `[]`} {
		if v, err := specimens(stub.New(t, stub.Always(http.StatusOK, body)).Client(t)).Get(t.Context(), 5); err == nil {
			t.Errorf("Get of %s: %+v, want an error", body, v)
		}
	}
}
