package cms_test

import (
	"errors"
	"net/http"
	"strings"
	"testing"

	"github.com/fontcms/fontcms-go/batch"
	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/cms/appearance"
	"github.com/fontcms/fontcms-go/cms/comments"
	"github.com/fontcms/fontcms-go/internal/stub"
)

const undeletable = `{"code":"rest_cannot_delete","message":"The post cannot be deleted.","data":{"status":500}}`

// TestDeleteThatLostARaceReportsTheStateOfTheRecord has a site that could not delete or
// trash a record, because another request did, or because it does not want to.
func TestDeleteThatLostARaceReportsTheStateOfTheRecord(t *testing.T) {
	t.Parallel()
	type look struct {
		status int
		body   string
	}
	there, inTrash, absent := look{200, `{"id":5,"status":"publish"}`}, look{200, `{"id":5,"status":"trash"}`}, look{404,
		missing}
	unread, plain := look{403, `{"code":"rest_forbidden","message":"No.","data":{"status":403}}`}, look{404, html}
	for name, c := range map[string]struct {
		trash, lost bool // the response to a first attempt
		look        look
		want        []error // nil for success
	}{
		"a delete of what is gone":              {look: absent, want: []error{cms.ErrNotFound, cms.CodeCannotDelete}},
		"a delete of what is gone, the second":  {look: absent, lost: true},
		"a delete of what is there":             {look: there, want: []error{cms.CodeCannotDelete}},
		"a delete of what is there, the second": {look: there, lost: true, want: []error{cms.CodeCannotDelete}},
		"a delete of what is in the trash":      {look: inTrash, want: []error{cms.CodeCannotDelete}},
		"a delete of what cannot be read":       {look: unread, want: []error{cms.CodeCannotDelete}},
		"a delete, and a web page":              {look: plain, want: []error{cms.CodeCannotDelete}},
		"a trash of what is gone": {trash: true, look: absent,
			want: []error{cms.ErrNotFound, cms.CodeCannotDelete}},
		"a trash of what is in the trash": {trash: true, look: inTrash,
			want: []error{cms.ErrGone, cms.CodeCannotDelete}},
		"a trash of what is in it, the second":     {trash: true, lost: true, look: inTrash},
		"a trash of what is there":                 {trash: true, look: there, want: []error{cms.CodeCannotDelete}},
		"a trash of what is not there, the second": {trash: true, lost: true, look: absent, want: []error{cms.ErrNotFound}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			deletes := 0
			s := stub.New(t, func(_ int, w http.ResponseWriter, r *http.Request) {
				switch {
				case r.Method == http.MethodGet:
					stub.Reply(w, c.look.status, c.look.body)
				case c.lost && deletes == 0:
					deletes++
					stub.Cut(w)
				default:
					stub.Reply(w, 500, undeletable)
				}
			})
			var answer cms.Response
			var err error
			if c.trash {
				_, err = s.Client(t).Posts.Trash(t.Context(), 5, cms.Capture(&answer))
			} else {
				_, err = s.Client(t).Posts.Delete(t.Context(), 5, cms.Capture(&answer))
			}
			switch {
			case (err == nil) != (c.want == nil):
				t.Errorf("Posts.Delete: error %v, want an error: %t", err, c.want != nil)
			case answer.DoneBefore != (c.want == nil):
				t.Errorf("cms.Capture: %v, done before: %t, want %t", err, answer.DoneBefore, c.want == nil)
			}
			for _, want := range c.want {
				if !errors.Is(err, want) {
					t.Errorf("Posts.Delete: error %v, want %v", err, want)
				}
			}
			for _, not := range []error{cms.ErrNotFound, cms.ErrGone} {
				if errors.Is(err, not) && (len(c.want) == 0 || !errors.Is(c.want[0], not)) {
					t.Errorf("Posts.Delete: error %v, want no %v", err, not)
				}
			}
		})
	}
}

// TestTemplateIsRevertedOnce loses the response to the first delete of a row that
// stands before the file of a theme.
func TestTemplateIsRevertedOnce(t *testing.T) {
	t.Parallel()
	const unchanged = `{"code":"rest_invalid_template","message":"Templates based on theme files can't be removed.",` +
		`"data":{"status":400}}`
	for _, lost := range []bool{true, false} {
		s := stub.New(t, func(n int, w http.ResponseWriter, _ *http.Request) {
			if lost && n == 1 {
				stub.Cut(w)
				return
			}
			stub.Reply(w, 400, unchanged)
		})
		var answer cms.Response
		deleted, err := appearance.New(s.Client(t)).Templates.Delete(t.Context(), "theme//index", cms.Capture(&answer))
		switch {
		case lost != (err == nil):
			t.Errorf("Templates.Delete, first response lost: %t: error %v, want no error only if it was lost", lost, err)
		case lost != (deleted != nil && deleted.DoneBefore):
			t.Errorf("Templates.Delete, first response lost: %t: %+v, want DoneBefore %[1]t", lost, deleted)
		case lost != answer.DoneBefore:
			t.Errorf("Templates.Delete, first response lost: %t: DoneBefore %t of the response, want %[1]t", lost,
				answer.DoneBefore)
		case !lost && !strings.Contains(err.Error(), "rest_invalid_template"):
			t.Errorf("response lost %t: Delete: error %v, want %q in it", lost, err, "rest_invalid_template")
		}
	}
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
		s := stub.New(t, func(_ int, w http.ResponseWriter, r *http.Request) {
			switch {
			case r.Method == http.MethodDelete:
				stub.Reply(w, test.status, test.body)
			case test.now == http.StatusOK:
				stub.Reply(w, test.now, `{"id":7,"name":"Pen"}`)
			default:
				stub.Reply(w, test.now, `{"code":"shop_no","message":"No."}`)
			}
		})
		goods := cms.NewCollection[good, productParams, struct{}](s.Client(t), "shop/v1/goods")
		deleted, err := goods.Delete(t.Context(), 7, cms.Attempts(1))
		switch {
		case !errors.Is(err, test.want):
			t.Errorf("%s: Delete(7): error %v, want %v", name, err, test.want)
			continue
		case len(s.Seen()) != test.requests:
			t.Errorf("%s: Delete(7): %d requests, want %d", name, len(s.Seen()), test.requests)
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
	s := stub.New(t, func(_ int, w http.ResponseWriter, r *http.Request) {
		if r.Method == http.MethodDelete {
			stub.Reply(w, 200, `{"id":1,"name":"Pen"}`)
			return
		}
		stub.Reply(w, 404, missing)
	})
	deleted, err := cms.NewCollection[good, productParams, struct{}](s.Client(t), "shop/v1/goods").Delete(t.Context(), 1)
	switch {
	case err != nil:
		t.Errorf("Collection.Delete(1): error %v, want nil", err)
	case deleted.Previous == nil:
		t.Error("Collection.Delete(1): Previous nil, want a value")
	case deleted.Previous.Name != "Pen":
		t.Errorf("Collection.Delete(1): Previous.Name %q, want %q", deleted.Previous.Name, "Pen")
	}
}

func TestDeleteThatLeftTheRecordHasAHint(t *testing.T) {
	t.Parallel()
	s := stub.New(t, stub.Always(http.StatusOK, `{"id":7,"name":"Pen"}`))
	goods := cms.NewCollection[good, productParams, struct{}](s.Client(t), "shop/v1/goods")
	_, err := goods.Delete(t.Context(), 7)
	e, ok := errors.AsType[*cms.Error](err)
	if !ok || !errors.Is(err, cms.ErrDecode) {
		t.Fatalf("Delete that left the record: error %v, want ErrDecode", err)
	}
	if e.Hint == "" {
		t.Errorf("Delete that left the record: error %v without a hint, want one", err)
	}
}

func TestUnconfirmedDeleteOfABatchIsErrOutcomeUnknown(t *testing.T) {
	t.Parallel()
	s := stub.New(t, stub.Always(http.StatusMultiStatus,
		`{"responses":[{"status":200,"headers":{},"body":{"id":7,"name":"Pen"}}]}`))
	site := s.Client(t)
	goods := cms.NewCollection[good, productParams, struct{}](site, "shop/v1/goods")
	report, err := batch.New(site).Add(goods.DeleteRequest(7)).Do(t.Context())
	switch {
	case err != nil:
		t.Errorf("Builder.Do: error %v, want nil", err)
	case !errors.Is(report.Results[0].Err, cms.ErrOutcomeUnknown):
		t.Errorf("Builder.Do: report.Results[0].Err %v, want ErrOutcomeUnknown", report.Results[0].Err)
	}
}

// TestTrashFailsIfTheRecordIsNotInTheTrash has a server that drops the header which replaces the method,
// so that the site takes the request for an update without fields.
func TestTrashFailsIfTheRecordIsNotInTheTrash(t *testing.T) {
	t.Parallel()
	post := func(status string) string {
		return `{"id":5,"status":"` + status + `","title":{"raw":"A","rendered":"A"}}`
	}
	s := stub.New(t, func(_ int, w http.ResponseWriter, r *http.Request) {
		switch {
		case strings.HasSuffix(r.URL.Path, "/6"):
			stub.Reply(w, 200, strings.Replace(post("trash"), "5", "6", 1))
		case strings.HasSuffix(r.URL.Path, "/7"):
			stub.Reply(w, 200, `{"id":7}`)
		default:
			stub.Reply(w, 200, post("publish"))
		}
	})
	site, ctx := s.Client(t, cms.WithMethodOverride()), t.Context()
	second := func(_ any, err error) error { return err }
	type own struct {
		ID     int64  `json:"id"`
		Status string `json:"status"`
	}
	for name, call := range map[string]func() error{
		"a post":        func() error { return second(site.Posts.Trash(ctx, 5)) },
		"a custom type": func() error { return second(cms.NewContent[own, own, own](site, "cms/v2/events").Trash(ctx, 5)) },
	} {
		err := call()
		e, _ := errors.AsType[*cms.Error](err)
		switch {
		case !errors.Is(err, cms.ErrDecode):
			t.Errorf("Trash of %s that stays published: error %v, want ErrDecode", name, err)
		case !strings.Contains(e.Hint, "has not moved the record to the trash"):
			t.Errorf("Trash of %s that stays published: hint %q, want the trash in it", name, e.Hint)
		}
	}
	if _, err := comments.New(site).Trash(ctx, 5); !errors.Is(err, comments.ErrStatusKept) {
		t.Errorf("Trash of a comment that stays published: error %v, want ErrStatusKept", err)
	}
	if trashed, err := site.Posts.Trash(ctx, 6); err != nil || trashed.Status != cms.StatusTrash {
		t.Errorf("Trash(6): error %v, want the post in the trash", err)
	}
	if _, err := site.Posts.Trash(ctx, 7, cms.Fields("id")); err != nil {
		t.Errorf("Trash with Fields without the status: error %v, want nil", err)
	}
}
