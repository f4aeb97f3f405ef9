package resilience

import (
	"errors"
	"net/http"
	"testing"

	"github.com/fontcms/fontcms-go/batch"
	"github.com/fontcms/fontcms-go/cms"
)

// order is a type of a caller with an Extra of its own, as cmsgen writes it.
type order struct {
	ID    int64       `json:"id"`
	Price float64     `json:"price"`
	Lines []orderLine `json:"lines"`
	Extra cms.Extra   `json:",embed"`
}

type orderLine struct {
	Count int       `json:"count"`
	Extra cms.Extra `json:",embed"`
}

type orderParams struct {
	Lines []orderLine `json:"lines,omitzero"`
}

// misfit has a price and a count that no number holds.
const misfit = `{"id":"5","price":"1,234.50","lines":[{"count":1},{"count":5.5}],"more":1}`

func TestRecordWithAnExtraKeepsWhatDoesNotFit(t *testing.T) {
	t.Parallel()
	site := newServer(t, 20, func(w http.ResponseWriter, r *http.Request) {
		switch {
		case r.URL.Path == "/cms-json/batch/v1":
			answer(w, http.StatusMultiStatus, `{"responses":[{"status":201,"headers":{},"body":`+misfit+`}]}`)
		case r.Method == http.MethodDelete:
			answer(w, http.StatusOK, `{"deleted":true,"previous":`+misfit+`}`)
		case r.Method == http.MethodGet && r.URL.Path == "/cms-json/shop/v1/orders":
			answer(w, http.StatusOK, `[`+misfit+`,{"id":"six","price":6}]`, "X-WP-Total: 2", "X-WP-TotalPages: 1")
		default:
			answer(w, http.StatusOK, misfit)
		}
	}).site(t)
	ctx := bounded(t)
	all := cms.NewCollection[order, orderParams, struct{}](site, "shop/v1/orders")
	check := func(name string, v *order, err error) {
		t.Helper()
		if err != nil || v == nil {
			t.Errorf("Call of %s: %+v, error %v, want a record", name, v, err)
		} else if v.ID != 5 || v.Price != 0 {
			t.Errorf("Call of %s: %+v, want id 5 and no price", name, v)
		} else if string(v.Extra["price"]) != `"1,234.50"` || string(v.Extra["more"]) != "1" {
			t.Errorf("Call of %s: %+v, want price and more in Extra", name, v)
		} else if len(v.Extra) != 2 || len(v.Lines) != 2 {
			t.Errorf("Call of %s: %+v, want two members in Extra and two lines", name, v)
		} else if v.Lines[0].Count != 1 || v.Lines[0].Extra != nil {
			t.Errorf("Call of %s: %+v, want count 1 in the first line and no Extra", name, v)
		} else if string(v.Lines[1].Extra["count"]) != "5.5" {
			t.Errorf("Call of %s: %+v, want the count of the second line in its Extra", name, v)
		}
	}
	v, err := all.Get(ctx, 5)
	check("Get", v, err)
	v, err = all.Create(ctx, &orderParams{})
	check("Create", v, err)
	deleted, err := all.Delete(ctx, 5)
	if err != nil {
		t.Fatal(err)
	}
	check("Delete", deleted.Previous, nil)
	v, err = cms.Do(ctx, site, cms.Request[order]{Path: "shop/v1/orders/5"})
	check("Do", v, err)
	var made order
	report, err := batch.New(site).Add(all.CreateRequest(&orderParams{}).Into(&made)).Do(ctx)
	if err != nil || report.Err() != nil {
		t.Fatalf("Batch: error %v, report %v, want no error", err, report)
	}
	check("batch", &made, nil)
	page, err := all.List(ctx, nil)
	if _, ok := errors.AsType[*cms.BrokenRecordError](err); len(page.Items) != 1 || !ok {
		t.Fatalf("List: %+v, error %v, want one record and a BrokenRecordError", page, err)
	}
	check("List", &page.Items[0], nil)
	_, err = all.Update(ctx, 5, &orderParams{v.Lines}) // 5.5 would get past the field
	if refused, ok := errors.AsType[*cms.ArgumentError](err); !ok || refused.Argument != "count" {
		t.Errorf("Update with a misfit: error %v, want an ArgumentError for count", err)
	}
}
