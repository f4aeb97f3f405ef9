package terms_test

import (
	"errors"
	"net/http"
	"testing"
	"time"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/cms/cmstest"
	"github.com/fontcms/fontcms-go/cms/terms"
)

func TestEnsureMakesATermOnceHoweverTheCreateFails(t *testing.T) {
	t.Parallel()
	lost := cmstest.Fault{Method: http.MethodPost, Status: http.StatusBadGateway, Times: 1}
	stored := lost
	stored.Processed = true
	unseen := cmstest.Fault{Method: http.MethodGet, Route: "/cms/v2/categories", Times: 1, Body: []byte("[]")}
	hidden := unseen
	hidden.Times = 2
	refused := func(method string, skip int) cmstest.Fault {
		return cmstest.Fault{Method: method, Skip: skip, Times: 1, Status: http.StatusForbidden, Code: "rest_forbidden",
			Message: "Not now."}
	}
	for name, test := range map[string]struct {
		there    bool
		faults   []cmstest.Fault
		requests int
		want     error
		refused  bool // the error holds the refusal of the create as well
	}{
		"it is new":                          {requests: 3},
		"it is there":                        {there: true, requests: 1},
		"the create is lost":                 {faults: []cmstest.Fault{lost}, requests: 5},
		"the response to the create is lost": {faults: []cmstest.Fault{stored}, requests: 3},
		"the create is refused": {faults: []cmstest.Fault{refused(http.MethodPost, 0)}, requests: 2,
			want: cms.ErrForbidden},
		"the second create is refused": {faults: []cmstest.Fault{lost, refused(http.MethodPost, 0)}, requests: 4,
			want: cms.ErrForbidden},
		"the look at the one there is refused": {there: true, faults: []cmstest.Fault{refused(http.MethodGet, 0)},
			requests: 1, want: cms.ErrForbidden},
		"it is lost, and then the look is refused": {faults: []cmstest.Fault{stored, refused(http.MethodGet, 1)}, requests: 3,
			want: cms.ErrForbidden},
		"another has created it meanwhile": {there: true, faults: []cmstest.Fault{unseen}, requests: 3},
		"the one that is named has another name": {
			there: true, faults: []cmstest.Fault{hidden, {Method: http.MethodGet, Route: "/cms/v2/categories/{id}",
				Body: []byte(`{"id":2,"name":"Other","parent":0}`)}},
			requests: 4, want: cms.ErrConflict, refused: true,
		},
		"the one that is named has another parent": {
			there: true, faults: []cmstest.Fault{hidden, {Method: http.MethodGet, Route: "/cms/v2/categories/{id}",
				Body: []byte(`{"id":2,"name":"Kerning &amp; more","parent":7}`)}},
			requests: 4, want: cms.ErrConflict, refused: true,
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			server := cmstest.NewServer(cmstest.WithTest(t))
			site, err := cms.New(server.URL, cms.WithApplicationPassword("editor", server.AppPassword("editor")),
				cms.WithRetry(cms.Retry{MinWait: time.Microsecond, MaxWait: time.Microsecond}))
			if err != nil {
				t.Fatal(err)
			}
			t.Cleanup(site.CloseIdleConnections)
			categories, before := terms.Categories(site), int64(0)
			if test.there {
				term, err := categories.Create(t.Context(), &terms.Params{Name: new("Kerning & more")})
				if err != nil {
					t.Fatal(err)
				}
				before = term.ID
			}
			server.ResetRequests()
			for _, fault := range test.faults {
				server.Fail(fault)
			}
			term, err := categories.Ensure(t.Context(), "Kerning & more", nil)
			switch {
			case !errors.Is(err, test.want):
				t.Fatalf("the term is %+v, the error %v, not %v: error %v, want %v", term, err, test.want, err, test.want)
			case (err == nil) != (term != nil):
				t.Fatalf("the term is %+v, the error %v, not %v: error %v, want nil only if term != nil, which is %t", term, err,
					test.want, err, term != nil)
			}
			if e, ok := errors.AsType[*cms.Error](err); test.refused && (!ok || e.Code != terms.CodeTermExists) {
				t.Errorf("the error is %v: test.refused && (!ok || e.Code != terms.CodeTermExists) is true, want false", err)
			}
			if err == nil && (term.ID == 0 || before != 0 && term.ID != before) {
				t.Errorf(
					"the term is %+v, that before %d: err == nil && (term.ID == 0 || before != 0 && term.ID != before) is true, "+
						"want false", term, before)
			}
			if n := len(server.Requests()); n != test.requests {
				t.Errorf("it sends %d requests, not %d: n %d, want %d", n, test.requests, n, test.requests)
			}
		})
	}
}
