package cms_test

import (
	"context"
	"errors"
	"net/http"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/fontcms/fontcms-go/cms"
)

// TestRecordedFaultsAreRetriedIfThatIsSafe answers every attempt with the
// same fixture and counts them. Time is that of the bubble.
func TestRecordedFaultsAreRetriedIfThatIsSafe(t *testing.T) {
	t.Parallel()
	const posts, item = "/wp-json/wp/v2/posts", "/wp-json/wp/v2/posts/1544"
	const brief, title = "per_page=2&_fields=id,title", `{"title":"x"}`
	update := func(ctx context.Context, site *cms.Client) error {
		_, err := site.Posts.Update(ctx, 1544, &cms.PostParams{Title: new("x")})
		return err
	}
	list := func(ctx context.Context, site *cms.Client) error {
		_, err := site.Posts.List(ctx, faultList, cms.Fields("id", "title"))
		return err
	}
	create := func(ctx context.Context, site *cms.Client) error {
		_, err := site.Posts.Create(ctx, &cms.PostParams{Title: new("x")})
		return err
	}
	for _, c := range []struct {
		name, fixture             string
		method, path, query, body string
		call                      func(context.Context, *cms.Client) error
		calls                     int
		wait                      time.Duration // at least
		is                        []error
		hint                      string
	}{
		{"a read in an outage", "fault_db_down_500", "GET", posts, brief, "", list, 4, 0, nil, ""},
		{"a read in an outage that is HTML", "fault_db_down_500_accept_any", "GET", posts, brief, "", list, 4, 0,
			[]error{cms.ErrNotREST}, ""},
		{"a read after a fatal error", "fault_fatal_error_500", "GET", posts, brief, "", list, 4, 0, nil, ""},
		{"an update after a fatal error", "fault_fatal_error_500", "POST", item, "", title, update, 4, 0, nil, ""},
		{"a create in an outage", "fault_db_down_500", "POST", posts, "", title, create, 1, 0, []error{cms.ErrOutcomeUnknown},
			""},
		{"a create after a fatal error", "fault_fatal_error_500", "POST", posts, "", title, create, 1,
			0, []error{cms.ErrOutcomeUnknown}, ""},
		{"a create after a fatal error that is HTML", "fault_fatal_error_500_accept_any", "POST", posts, "", title, create,
			1, 0,
			[]error{cms.ErrOutcomeUnknown, cms.ErrNotREST}, ""},
		{"a read with an error of the REST API's own", "fault_error_data_string", "GET", posts, brief, "", list, 1, 0, nil,
			""},
		{"a create with an error of the REST API's own", "fault_error_data_string", "POST", posts, "", title, create, 1, 0,
			nil, ""},
		{"a read that is rate limited", "fault_rate_limited_429_retry_after", "GET", posts, brief, "", list, 4,
			9 * time.Second, []error{cms.ErrRateLimited}, ""},
		{"a create that is rate limited", "fault_rate_limited_429_retry_after", "POST", posts, "", title, create, 4,
			9 * time.Second, []error{cms.ErrRateLimited}, ""},
		{"a read in a maintenance of ten minutes", "fault_maintenance_503_retry_after_accept_any", "GET", posts, brief, "",
			list, 1, 0,
			[]error{cms.ErrUnavailable, cms.ErrNotREST}, "Retry-After of 10m0s"},
		{"a create in a maintenance of ten minutes", "fault_maintenance_503_post", "POST", posts, "", title, create, 1, 0,
			[]error{cms.ErrUnavailable}, "Retry-After of 10m0s"},
		{"a read that is not allowed", "fault_rest_disabled_401", "GET", posts, brief, "", list, 1, 0,
			[]error{cms.ErrUnauthorized}, ""},
		{"a read that a firewall answers", "fault_wp_die_403", "GET", posts, brief, "", list, 1, 0, []error{cms.ErrForbidden},
			""},
		{"a read that a web page answers", "fault_html_200_interstitial", "GET", posts, brief, "", list, 1,
			0, []error{cms.ErrNotREST}, ""},
		{"a create that a web page answers", "fault_html_200_interstitial", "POST", posts, "", title, create, 1, 0,
			[]error{cms.ErrOutcomeUnknown, cms.ErrNotREST}, ""},
		{"a create whose answer is empty", "fault_204_empty_on_get", "POST", posts, "", title, create, 1, 0,
			[]error{cms.ErrOutcomeUnknown, cms.ErrNotREST}, ""},
		{"a create whose answer is cut short", "fault_truncated_body_200", "POST", posts, "", title, create, 1, 0,
			[]error{cms.ErrOutcomeUnknown, cms.ErrNotREST}, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				mock := newReplayTransport(t)
				serveElsewhere(t, mock, false, c.method, c.path, c.query, c.body, c.fixture)
				start := time.Now()
				err := c.call(t.Context(), replaySite(t, mock, cms.WithRetry(cms.Retry{})))
				exactly(t, err, c.is...)
				mock.Sent(c.calls)
				e, ok := errors.AsType[*cms.Error](err)
				switch {
				case !ok:
					t.Errorf("error %v, want a *cms.Error", err)
				case e.Attempts != c.calls || !strings.Contains(e.Hint, c.hint):
					t.Errorf("e.Attempts %d, e.Hint %q, want %d and %q in it", e.Attempts, e.Hint, c.calls, c.hint)
				}
				switch waited := time.Since(start); {
				case waited < c.wait:
					t.Errorf("waited %v, want at least %v", waited, c.wait)
				case c.calls == 1 && waited > 0:
					t.Errorf("single request waited %v, want no wait", waited)
				}
			})
		})
	}
}

func TestCreateIsRetriedAfterTheMaintenancePage(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		mock := newReplayTransport(t)
		serveElsewhere(t, mock, false, http.MethodPost, "/wp-json/wp/v2/posts", "", `{"title":"Only a title"}`,
			"fault_maintenance_503_post", "posts_create_minimal_201")
		start := time.Now()
		var resp cms.Response
		post, err := replaySite(t, mock, cms.WithRetry(cms.Retry{MaxRetryAfter: time.Hour})).Posts.
			Create(t.Context(), &cms.PostParams{Title: new("Only a title")}, cms.Capture(&resp))
		switch {
		case err != nil:
			t.Errorf("Posts.Create: error %v, want nil", err)
		case post.ID != 1548:
			t.Errorf("Posts.Create: ID %d, want 1548", post.ID)
		case resp.Attempts != 2 || resp.Status != 201:
			t.Errorf("Posts.Create: attempts %d, status %d, want 2 and 201", resp.Attempts, resp.Status)
		case time.Since(start) < 10*time.Minute:
			t.Errorf("time.Since(start): %+v, %v, attempts %d after %v, want at least %v", post, err, resp.Attempts,
				time.Since(start), 10*time.Minute)
		}
	})
}

func TestTrashAndDeleteSucceedAfterALostResponse(t *testing.T) {
	t.Parallel()
	const item = "/wp-json/wp/v2/posts/1544"
	t.Run("trash", func(t *testing.T) {
		t.Parallel()
		synctest.Test(t, func(t *testing.T) {
			mock := newReplayTransport(t)
			serveElsewhere(t, mock, false, http.MethodDelete, item, "", "", "fault_fatal_error_500", "posts_delete_again_410")
			serveElsewhere(t, mock, false, http.MethodGet, item, "context=edit", "", "posts_delete_trash_200")
			var resp cms.Response
			post, err := replaySite(t, mock, cms.WithRetry(cms.Retry{})).Posts.Trash(t.Context(), 1544, cms.Capture(&resp))
			switch {
			case err != nil:
				t.Errorf("Posts.Trash: error %v, want nil", err)
			case post.Status != cms.StatusTrash:
				t.Errorf("Posts.Trash: Status %q, want %q", post.Status, cms.StatusTrash)
			case !resp.DoneBefore:
				t.Error("Posts.Trash: DoneBefore false, want true")
			case mock.GetTotalCallCount() != 3:
				t.Errorf("Posts.Trash: %d requests, want 3", mock.GetTotalCallCount())
			}
		})
	})
	t.Run("delete", func(t *testing.T) {
		t.Parallel()
		synctest.Test(t, func(t *testing.T) {
			mock := newReplayTransport(t)
			serveElsewhere(t, mock, false, http.MethodDelete, item, "force=true", "", "fault_fatal_error_500", "posts_get_404")
			deleted, err := replaySite(t, mock, cms.WithRetry(cms.Retry{})).Posts.Delete(t.Context(), 1544)
			switch {
			case err != nil:
				t.Errorf("Posts.Delete(1544): error %v, want nil", err)
			case !deleted.Deleted:
				t.Error("Posts.Delete(1544): Deleted false, want true")
			case !deleted.DoneBefore:
				t.Error("Posts.Delete(1544): DoneBefore false, want true")
			case deleted.Previous != nil:
				t.Errorf("Posts.Delete(1544): Previous %+v, want nil", deleted.Previous)
			case mock.GetTotalCallCount() != 2:
				t.Errorf("Posts.Delete(1544): %d requests, want 2", mock.GetTotalCallCount())
			}
		})
	})
	t.Run("but not the first time", func(t *testing.T) {
		t.Parallel()
		mock := newReplayTransport(t)
		serveElsewhere(t, mock, false, http.MethodDelete, item, "force=true", "", "posts_get_404")
		_, err := replaySite(t, mock, cms.WithRetry(cms.Retry{})).Posts.Delete(t.Context(), 1544)
		exactly(t, err, cms.ErrNotFound)
	})
}
