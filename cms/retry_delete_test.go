package cms_test

import (
	"errors"
	"net/http"
	"testing"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/internal/stub"
)

func TestDeleteSucceedsAfterALostResponse(t *testing.T) {
	t.Parallel()
	for _, fault := range lost() {
		t.Run(fault.name, func(t *testing.T) {
			t.Parallel()
			s := stub.New(t, func(n int, w http.ResponseWriter, r *http.Request) {
				switch {
				case n == 1:
					fault.first(w, r)
				case r.Method == http.MethodGet:
					stub.Reply(w, 200, `{"id":5,"status":"trash"}`)
				case r.URL.Query().Has("force"):
					stub.Reply(w, 404, missing)
				default:
					stub.Reply(w, 410, trashed)
				}
			})
			site := s.Client(t)
			var answer cms.Response
			deleted, err := site.Posts.Delete(t.Context(), 5, cms.Capture(&answer))
			switch {
			case err != nil:
				t.Errorf("Posts.Delete: error %v, want nil", err)
			case !deleted.Deleted:
				t.Error("Posts.Delete: Deleted false, want true")
			case !deleted.DoneBefore:
				t.Error("Posts.Delete: DoneBefore false, want true")
			case deleted.Previous != nil:
				t.Errorf("Posts.Delete: Previous %+v, want nil", deleted.Previous)
			case !answer.DoneBefore:
				t.Error("Posts.Delete: DoneBefore of the response false, want true")
			case answer.Attempts != 2:
				t.Errorf("Posts.Delete: Attempts %d, want 2", answer.Attempts)
			}
			s.Forget()
			post, err := site.Posts.Trash(t.Context(), 5, cms.Capture(&answer))
			switch {
			case err != nil:
				t.Errorf("Posts.Trash: error %v, want nil", err)
			case post.Status != cms.StatusTrash:
				t.Errorf("Posts.Trash: Status %q, want %q", post.Status, cms.StatusTrash)
			case !answer.DoneBefore:
				t.Error("Posts.Trash: DoneBefore of the response false, want true")
			}
			switch seen := s.Seen(); {
			case len(seen) != 3:
				t.Errorf("%d requests, want 3", len(seen))
			case seen[2].Query != "context=edit":
				t.Errorf("seen[2].Query %q, want %q", seen[2].Query, "context=edit")
			}
		})
	}
}

func TestRejectedDeleteDoesNotSetDoneBefore(t *testing.T) {
	t.Parallel()
	s := stub.New(t, func(n int, w http.ResponseWriter, r *http.Request) {
		switch {
		case n%2 == 1:
			stub.Reply(w, 429, "Retry-After: 0", `{"code":"rate_limited","message":"Slowly."}`)
		case r.URL.Query().Has("force"):
			stub.Reply(w, 404, missing)
		default:
			stub.Reply(w, 410, trashed)
		}
	})
	site := s.Client(t)
	if deleted, err := site.Posts.Delete(t.Context(), 5); !errors.Is(err, cms.ErrNotFound) {
		t.Errorf("Delete = %+v, %v, want ErrNotFound", deleted, err)
	}
	if post, err := site.Posts.Trash(t.Context(), 5); !errors.Is(err, cms.ErrGone) {
		t.Errorf("Trash = %+v, %v, want ErrGone", post, err)
	}
}

func TestDeleteThatFindsAnotherPageFails(t *testing.T) {
	t.Parallel()
	for _, second := range []doing{answers(404, html), answers(404, `{"code":404,"message":"no route"}`),
		answers(404, `{"code":"rest_no_route","message":"No route."}`)} {
		s := stub.New(t, func(n int, w http.ResponseWriter, r *http.Request) {
			if n == 1 {
				stub.Cut(w)
				return
			}
			second.first(w, r)
		})
		deleted, err := s.Client(t).Posts.Delete(t.Context(), 5)
		switch {
		case err == nil:
			t.Errorf("%s: Posts.Delete(5): error nil, deleted %+v, want an error", second.name, deleted)
		case errors.Is(err, cms.ErrNotFound):
			t.Errorf("%s: Posts.Delete(5): error %v, deleted %+v, want an error other than ErrNotFound", second.name, err,
				deleted)
		}
	}
}

// A network of sites closes a site with the status 410, and plugins close one with 404. Neither says
// anything about a record.
func TestClosedSiteIsNoProofOfADelete(t *testing.T) {
	t.Parallel()
	for _, status := range []int{404, 410} {
		s := stub.New(t, func(n int, w http.ResponseWriter, r *http.Request) {
			if n%2 == 1 {
				stub.Cut(w)
				return
			}
			stub.Reply(w, status, `{"code":"wp_die","message":"This site has been archived or suspended."}`)
		})
		site := s.Client(t)
		_, deleted := site.Posts.Delete(t.Context(), 5)
		_, trashed := site.Posts.Trash(t.Context(), 5)
		_, read := site.Posts.Get(t.Context(), 5)
		for name, err := range map[string]error{"Delete": deleted, "Trash": trashed, "Get": read} {
			if err == nil {
				t.Errorf("%s on a site closed with %d: error nil, want one", name, status)
			}
			if errors.Is(err, cms.ErrNotFound) || errors.Is(err, cms.ErrGone) {
				t.Errorf("%s on a site closed with %d: error %v, want neither ErrNotFound nor ErrGone", name, status, err)
			}
		}
	}
}
