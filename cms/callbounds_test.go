package cms_test

import (
	"errors"
	"net/http"
	"strings"
	"testing"

	"github.com/fontcms/fontcms-go/cms"
)

func TestByPathReadsOnlyTheIDsOfParents(t *testing.T) {
	t.Parallel()
	s := newStub(t, func(n int, w http.ResponseWriter, _ *http.Request) {
		reply(w, 200, []string{"", `[{"id":3,"slug":"a","parent":0}]`, `[{"id":4,"slug":"b","parent":3}]`}[n])
	})
	site := s.client(t)
	if page, err := site.Pages.ByPath(t.Context(), "a/b"); err != nil || page.ID != 4 {
		t.Fatal(err)
	}
	for field := range strings.SplitSeq(query(t, s.seen()[0].Query).Get("_fields"), ",") {
		if field != "id" && field != "slug" && field != "parent" {
			t.Errorf("ByPath reads the field %q of a parent, want only id, slug and parent", field)
		}
	}
	if query(t, s.seen()[1].Query).Has("_fields") {
		t.Error("ByPath reads the record with _fields, want it whole")
	}
	if _, err := site.Pages.ByPath(t.Context(), "//"); !refuses(err, "path") {
		t.Error(err)
	}
}

func TestResponseWithAnotherIDIsErrForeignRecord(t *testing.T) {
	t.Parallel()
	site := newStub(t, always(200, `{"id":8}`)).client(t)
	if _, err := site.Posts.Get(t.Context(), 7); !errors.Is(err, cms.ErrForeignRecord) || errors.Is(err, cms.ErrDecode) {
		t.Error(err)
	}
}

func TestResponsesThatAreNotNeededAreJSON(t *testing.T) {
	t.Parallel()
	for body, fine := range map[string]bool{``: true, `{"a":1}`: true, `{"a":}`: false, `[1,]`: false} {
		site := newStub(t, always(200, body)).client(t)
		if _, err := cms.Do(t.Context(), site, cms.Request[cms.Nothing]{Path: "shop/v1/a"}); (err == nil) != fine {
			t.Errorf("%s: error %v, want nil: %t", body, err, fine)
		}
	}
}

func TestErrorTextHasTheStatusOnlyOfAResponse(t *testing.T) {
	t.Parallel()
	e := &cms.Error{Operation: "Posts.Get", Method: "GET", Path: "cms/v2/posts/7", Reason: cms.ErrNotREST}
	if got := e.Error(); strings.Contains(got, ": 0") {
		t.Errorf("got %q, want no %q in it", got, ": 0")
	}
	if e.Status = 502; !strings.Contains(e.Error(), ": 502") {
		t.Error(e)
	}
}
