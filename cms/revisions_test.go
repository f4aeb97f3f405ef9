package cms_test

import (
	"errors"
	"net/http"
	"strings"
	"testing"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/internal/stub"
)

// TestBrokenAutosaveDoesNotHideOthers has one with too many relations, and another record's.
func TestBrokenAutosaveDoesNotHideOthers(t *testing.T) {
	t.Parallel()
	list := `[{"id":8,"parent":7,"slug":"7-autosave-v1"},{"id":9,"parent":7,` + crowd() + `}]`
	found, err := stub.New(t, stub.Always(200, list)).Client(t).Posts.Autosaves(7).List(t.Context())
	switch record, ok := errors.AsType[*cms.BrokenRecordError](err); {
	case len(found) != 1:
		t.Errorf("Autosaves.List: %d autosaves, want 1", len(found))
	case found[0].ID != 8:
		t.Errorf("Autosaves.List: found[0].ID %d, want 8", found[0].ID)
	case !ok:
		t.Errorf("Autosaves.List: error %v, want a *cms.BrokenRecordError", err)
	case record.ID != 9:
		t.Errorf("Autosaves.List: ID %d, want 9", record.ID)
	}
	site := stub.New(t, stub.Always(200, `[{"id":8,"parent":6,"slug":"a"},{"id":9,"parent":7,`+crowd()+`}]`)).Client(t)
	if found, err := site.Posts.Autosaves(7).List(t.Context()); found != nil || !errors.Is(err, cms.ErrForeignRecord) {
		t.Errorf("Autosaves.List with an autosave of another record: %+v, error %v, want nil and ErrForeignRecord", found,
			err)
	}
}

func TestRevisionsAndAutosavesAreThoseOfARecord(t *testing.T) {
	t.Parallel()
	s := stub.New(t, func(_ int, w http.ResponseWriter, r *http.Request) {
		switch {
		case r.URL.Query().Has("force"):
			stub.Reply(w, 200, `{"deleted":true,"previous":{"id":8}}`)
		case r.Method == http.MethodGet && (strings.HasSuffix(r.URL.Path, "revisions") ||
			strings.HasSuffix(r.URL.Path, "autosaves")):
			stub.Reply(w, 200, "X-CMS-Total: 1", "X-CMS-TotalPages: 1", `[{"id":8,"parent":5}]`)
		default:
			stub.Reply(w, 200, `{"id":8,"parent":5,"preview_link":"/p"}`)
		}
	})
	site := s.Client(t)
	ctx := t.Context()
	revisions, autosaves := site.Posts.Revisions(5), site.Pages.Autosaves(5)
	switch page, err := revisions.List(ctx, nil); {
	case err != nil:
		t.Errorf("Revisions.List: error %v, want nil", err)
	case page.Items[0].Parent != 5:
		t.Errorf("Revisions.List: page.Items[0].Parent %d, want 5", page.Items[0].Parent)
	}
	if n, err := revisions.Count(ctx, nil); err != nil || n != 1 {
		t.Errorf("Revisions.Count: error %v, n %d, want nil and 1", err, n)
	}
	for revision, err := range revisions.All(ctx, nil) {
		switch {
		case err != nil:
			t.Errorf("Revisions.All: error %v, want nil", err)
		case revision.ID != 8:
			t.Errorf("Revisions.All: ID %d, want 8", revision.ID)
		}
	}
	for page, err := range revisions.Pages(ctx, nil) {
		switch {
		case err != nil:
			t.Errorf("Revisions.Pages: error %v, want nil", err)
		case len(page.Items) != 1:
			t.Errorf("Revisions.Pages: %d records, want 1", len(page.Items))
		}
	}
	switch revision, err := revisions.Get(ctx, 8); {
	case err != nil:
		t.Errorf("Revisions.Get(8): error %v, want nil", err)
	case revision.ID != 8:
		t.Errorf("Revisions.Get(8): ID %d, want 8", revision.ID)
	}
	switch deleted, err := revisions.Delete(ctx, 8); {
	case err != nil:
		t.Errorf("Revisions.Delete(8): error %v, want nil", err)
	case deleted.Previous.ID != 8:
		t.Errorf("Revisions.Delete(8): Previous.ID %d, want 8", deleted.Previous.ID)
	}
	if list, err := autosaves.List(ctx); err != nil || len(list) != 1 {
		t.Errorf("Autosaves.List: error %v, length of list %d, want nil and 1", err, len(list))
	}
	switch autosave, err := autosaves.Get(ctx); {
	case err != nil:
		t.Errorf("Autosaves.Get: error %v, want nil", err)
	case autosave.PreviewLink != "/p":
		t.Errorf("Autosaves.Get: autosave.PreviewLink %q, want %q", autosave.PreviewLink, "/p")
	}
	if _, err := autosaves.Create(ctx, &cms.PageParams{Title: new("T"), Parent: new(int64(3))}); err != nil {
		t.Error(err)
	}
	seen := s.Seen()
	switch last := seen[len(seen)-1]; {
	case last.Path != "/cms-json/cms/v2/pages/5/autosaves":
		t.Errorf("last.Path %q, want %q", last.Path, "/cms-json/cms/v2/pages/5/autosaves")
	case !sameJSON([]byte(last.Body), []byte(`{"title":"T","parent":3}`)):
		t.Errorf("last request %s, want %s", last.Body, `{"title":"T","parent":3}`)
	}
	_, noParent := site.Pages.Autosaves(0).List(ctx)
	_, noGet := site.Pages.Autosaves(0).Get(ctx)
	_, withID := autosaves.Create(ctx, &cms.PageParams{Extra: cms.Extra{"id": []byte("6")}})
	_, badOption := autosaves.Get(ctx, cms.Attempts(0))
	for i, err := range []error{noParent, noGet, withID, badOption} {
		if !errors.Is(err, cms.ErrInvalidArgument) {
			t.Errorf("%d: error %v, want ErrInvalidArgument", i, err)
		}
	}
	if n := len(s.Seen()); n != len(seen) {
		t.Errorf("%d requests, want %d", n, len(seen))
	}
}

func TestRevisionsOfNoRecordAreNotAskedFor(t *testing.T) {
	t.Parallel()
	site, server := newSite(t)
	ctx := t.Context()
	for _, parent := range []int64{0, -3} {
		r := site.Posts.Revisions(parent)
		_, list := r.List(ctx, nil)
		_, count := r.Count(ctx, nil)
		_, get := r.Get(ctx, 5)
		_, remove := r.Delete(ctx, 5)
		errs := map[string]error{"list": list, "count": count, "get": get, "delete": remove}
		for _, err := range r.All(ctx, nil) {
			errs["all"] = err
		}
		for _, err := range r.Pages(ctx, nil) {
			errs["pages"] = err
		}
		for verb, err := range errs {
			switch argument, ok := errors.AsType[*cms.ArgumentError](err); {
			case !ok:
				t.Errorf("%s, %d: error %v, want a *cms.ArgumentError", verb, parent, err)
			case argument.Argument != "parent":
				t.Errorf("%s, %d: Argument %q, want %q", verb, parent, argument.Argument, "parent")
			}
		}
		if len(errs) != 6 {
			t.Errorf("%d: %d errors, want 6", parent, len(errs))
		}
	}
	if sent := server.Requests(); len(sent) > 0 {
		t.Errorf("Server.Requests: %d requests were sent: sent %v, want an empty list", len(sent), sent)
	}
}
