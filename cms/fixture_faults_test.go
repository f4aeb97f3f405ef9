package cms_test

import (
	"errors"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/jarcoal/httpmock"

	"github.com/fontcms/fontcms-go/cms"
)

// Most faults were provoked on the same list.
var faultList = &cms.PostListOptions{PerPage: 2}

func listFault(r *replay) error {
	_, err := r.site.Posts.List(r.Context(), faultList, cms.Fields("id", "title"))
	return err
}

func listWhole(r *replay) error {
	_, err := r.site.Posts.List(r.Context(), nil)
	return err
}

func createFault(r *replay) error {
	_, err := r.site.Posts.Create(r.Context(), &cms.PostParams{Title: new("x")})
	return err
}

func TestNoiseAroundTheJSONIsKeptInTheResponse(t *testing.T) {
	t.Parallel()
	replayAll(t, noiseCases())
}

func TestFaultsAreErrorsThatSayWhatHappened(t *testing.T) {
	t.Parallel()
	replayAll(t, failures(faultFailures()))
}

func noiseCases() []replayCase {
	const (
		comment = "<!-- cached by example cache -->"
		plugin  = "in <b>/srv/site/wp-content/mu-plugins/lab-fault-32414-"
		warning = "<br />\n<b>Warning</b>:  Undefined array key \"undefined_index\" " + plugin +
			"1.php</b> on line <b>1</b><br />"
		deprecated = "<br />\n<b>Deprecated</b>:  "
	)
	clean := listed{total: 1190, pages: 595, ids: []int64{1254, 1253},
		first: says{"title.rendered": "Testing Line height: note 1190"}}
	noisy := func(noise string) listed {
		want := clean
		want.noise = noise
		return want
	}
	tolerated := func(fixture string, want listed) replayCase {
		return recordedPosts.list(fixture, faultList, want, cms.Fields("id", "title"))
	}
	return []replayCase{
		tolerated("fault_blank_lines_before_json", clean),
		tolerated("fault_php_deprecated_before_json_accept_json", clean),
		tolerated("fault_php_warning_hidden_accept_json", clean),
		tolerated("fault_trailing_html_comment", noisy(comment)),
		tolerated("fault_php_warning_before_json", noisy(warning)),
		{fixture: "fault_php_deprecated_before_json", run: func(r *replay) {
			page, err := r.site.Posts.List(r.Context(), faultList, cms.Fields("id", "title"))
			r.ok(err)
			noise := page.Response.Noise
			switch {
			case strings.Count(noise, deprecated) != 2:
				r.Errorf("noise %q: strings.Count(noise, deprecated) %d, want 2", noise, strings.Count(noise, deprecated))
			case !strings.HasSuffix(noise, "<br />"):
				r.Errorf("noise %q, want the suffix %q", noise, "<br />")
			}
			recordedPosts.items(r, page, noisy(noise))
		}},
		{fixture: "fault_php_warning_before_json_create_201", run: func(r *replay) {
			var resp cms.Response
			p, err := r.site.Posts.Create(r.Context(), &cms.PostParams{Title: new("Created behind a warning")},
				cms.Fields("id", "title"), cms.Capture(&resp))
			r.ok(err)
			// The JSON of the request is enough to keep the warning back.
			recordedPosts.one(r, p, resp, "", says{"id": 1544, "title.raw": "Created behind a warning"})
		}},
		{fixture: "fault_php_warning_before_json_error_404", run: func(r *replay) {
			_, err := r.site.Posts.Get(r.Context(), 999999)
			exactly(r, err, cms.ErrNotFound)
			switch e, ok := errors.AsType[*cms.Error](err); {
			case !ok:
				r.Errorf("Posts.Get(r.Context(), 999999): error %v, want a *cms.Error", err)
			case e.Code != cms.CodeInvalidID || e.Status != 404:
				r.Errorf("Posts.Get(r.Context(), 999999): Code %v, Status %d, want CodeInvalidID and 404", e.Code, e.Status)
			case e.Message != "Invalid post ID.":
				r.Errorf("Posts.Get(r.Context(), 999999): Message %q, want %q", e.Message, "Invalid post ID.")
			}
		}},
		// Where the posts are gone from the database, the site says that there are
		// none. A walk notices: see the test below.
		recordedPosts.list("fault_posts_table_missing_200_empty", faultList, listed{}, cms.Fields("id", "title")),
	}
}

func faultFailures() []failure {
	notREST := []error{cms.ErrNotREST}
	return []failure{
		{fixture: "fault_204_empty_on_get", call: listWhole, is: notREST, hint: "empty"},
		{fixture: "fault_null_body_200", call: listWhole, is: notREST, hint: "empty"},
		{fixture: "fault_html_200_interstitial", call: listFault, is: notREST, hint: "firewall"},
		{fixture: "fault_truncated_body_200", call: func(r *replay) error {
			_, err := r.site.Posts.List(r.Context(), faultList)
			return err
		}, is: notREST, hint: "cut short"},
		{fixture: "fault_invalid_utf8_repaired_200", call: listWhole, is: []error{cms.ErrDecode},
			hint: "not in the form that this call expects"},
		{fixture: "fault_db_down_500", call: listFault, code: cms.CodeDied, hint: "cannot reach its database"},
		{fixture: "fault_db_down_500_accept_any", call: listFault, is: notREST, hint: "cannot reach its database"},
		{fixture: "fault_fatal_error_500", call: listFault, code: cms.CodeInternalError, hint: "error log"},
		{fixture: "fault_fatal_error_500_accept_any", call: listFault, is: notREST, hint: "PHP error"},
		{fixture: "fault_fatal_error_debug_display_500", call: listFault, code: cms.CodeInternalError, hint: "error log"},
		{fixture: "fault_error_data_string", call: listFault, code: "odd"},
		{fixture: "fault_error_many_additional", call: func(r *replay) error {
			err := listFault(r)
			e, ok := errors.AsType[*cms.Error](err)
			switch {
			case !ok:
				r.Errorf("additional errors of %+v: error %v, want a *cms.Error", e, err)
			case len(e.Additional) != 2:
				r.Errorf("additional errors of %+v: %d additional errors, want 2", e, len(e.Additional))
			case e.Additional[0].Message != "First again.":
				r.Errorf("additional errors of %+v: Additional[0].Message %q, want %q", e, e.Additional[0].Message, "First again.")
			case e.Additional[1].Code != "second":
				r.Errorf("additional errors of %+v: Additional[1].Code %v, want %v", e, e.Additional[1].Code, "second")
			case string(e.Additional[1].Data) != `"a string as data"`:
				r.Errorf("additional errors of %+v: Additional[1].Data %q, want %q", e, string(e.Additional[1].Data),
					`"a string as data"`)
			}
			return err
		}, code: "first", hint: "the code first is not from WordPress itself"},
		{fixture: "fault_maintenance_503_retry_after_accept_any", call: listFault,
			is: []error{cms.ErrNotREST, cms.ErrUnavailable}, hint: "in maintenance"},
		{fixture: "fault_maintenance_503_post", call: createFault, code: cms.CodeDied, is: []error{cms.ErrUnavailable},
			hint: "in maintenance"},
		{fixture: "fault_rate_limited_429_retry_after", call: func(r *replay) error {
			err := listFault(r)
			switch e, ok := errors.AsType[*cms.Error](err); {
			case !ok:
				r.Errorf("Retry-After of %v, want a *cms.Error", err)
			case e.RetryAfter != 3*time.Second:
				r.Errorf("Retry-After of %v: RetryAfter %v, want %v", err, e.RetryAfter, 3*time.Second)
			}
			return err
		}, code: "rate_limited", is: []error{cms.ErrRateLimited}, hint: "wait 3 seconds"},
		{fixture: "fault_rest_disabled_401", call: listFault, code: "rest_disabled", is: []error{cms.ErrUnauthorized}},
		{fixture: "fault_wp_die_403", call: listFault, code: cms.CodeDied, is: []error{cms.ErrForbidden}},
		// Nothing tells this one from a post that is gone.
		{fixture: "fault_posts_table_missing_get_404", call: func(r *replay) error {
			_, err := r.site.Posts.Get(r.Context(), 65)
			return err
		}, code: cms.CodeInvalidID, is: []error{cms.ErrNotFound}},
		// A write that is redirected would become a read: one request is sent.
		{fixture: "fault_redirect_301_same_host_post", call: createFault, is: []error{cms.ErrRedirected},
			hint: "in a loop, at " + replayHost + "/wp-json/wp/v2/posts"},
		{fixture: "fault_redirect_to_login_302_post", call: createFault, is: []error{cms.ErrRedirected},
			hint: "login page"},
	}
}

// TestReadThatIsRedirectedToTheLoginSaysSo follows the recorded redirect. The
// login page is none of the recordings.
func TestReadThatIsRedirectedToTheLoginSaysSo(t *testing.T) {
	t.Parallel()
	t.Run("fault_redirect_to_login_302", func(t *testing.T) {
		t.Parallel()
		r := newReplay(t, replayCase{fixture: "fault_redirect_to_login_302"})
		r.mock.RegisterResponder(http.MethodGet, replayHost+"/wp-login.php",
			httpmock.NewStringResponder(200,
				`<!DOCTYPE html><html><body class="login"><input name="log" id="user_login"></body></html>`))
		err := listFault(r)
		exactly(t, err, cms.ErrNotREST)
		switch e, ok := errors.AsType[*cms.Error](err); {
		case !ok:
			t.Errorf("listFault(r): error %v, want a *cms.Error", err)
		case !strings.Contains(e.Hint, "login"):
			t.Errorf("listFault(r): Hint %q, want %q in it", e.Hint, "login")
		}
		r.mock.Sent(2)
	})
}

// TestResponseOfAnotherShapeGivesTheMatchingError reads the object that a list
// refused.
func TestResponseOfAnotherShapeGivesTheMatchingError(t *testing.T) {
	t.Parallel()
	r := newReplay(t, replayCase{fixture: "fault_invalid_utf8_repaired_200"})
	got, err := cms.Do(t.Context(), r.site, cms.Request[map[string]string]{Path: "cms/v2/posts"})
	switch {
	case err != nil:
		t.Errorf("cms.Do: error %v, want nil", err)
	case (*got)["x"] != "a?b":
		t.Errorf(`cms.Do: (*got)["x"] %q, want %q`, (*got)["x"], "a?b")
	}
}

// TestWalkReportsAVanishedDatabase strings two answers together: a page
// of 1190 posts, and the same site without its table.
func TestWalkReportsAVanishedDatabase(t *testing.T) {
	t.Parallel()
	mock := newReplayTransport(t)
	page := func(n string) string {
		return url.Values{"per_page": {"2"}, "page": {n}, "orderby": {"id"}, "_fields": {"id,title"}}.Encode()
	}
	serveElsewhere(t, mock, false, http.MethodGet, "/wp-json/wp/v2/posts", page("1"), "",
		"fault_php_warning_hidden_accept_json")
	serveElsewhere(t, mock, false, http.MethodGet, "/wp-json/wp/v2/posts", page("2"), "",
		"fault_posts_table_missing_200_empty")
	var ids []int64
	var last error
	for p, err := range replaySite(t, mock).Posts.All(t.Context(), faultList, cms.Fields("id", "title")) {
		if last = err; err == nil {
			ids = append(ids, p.ID)
		}
	}
	exactly(t, last, cms.ErrTotalsVanished)
	switch {
	case len(ids) != 2:
		t.Errorf("posts %v in %d requests: %d ids, want 2", ids, mock.GetTotalCallCount(), len(ids))
	case mock.GetTotalCallCount() != 2:
		t.Errorf("walk yields %v in %d requests, want 2", ids, mock.GetTotalCallCount())
	}
}

// listAnswered lists posts, the answer being that of posts_list with another
// body.
func listAnswered(t *testing.T, body string) (*cms.ListPage[cms.Post], error) {
	t.Helper()
	rec := fixture(t, "posts_list_anonymous")
	rec.Response.Body = body
	mock := newReplayTransport(t)
	mock.Serve(rec)
	return replaySite(t, mock).Posts.List(t.Context(), &cms.PostListOptions{PerPage: 3})
}

// No recording has a byte order mark: a plugin saved with one puts it there.
func TestByteOrderMarkIsNotNoise(t *testing.T) {
	t.Parallel()
	whole := fixture(t, "posts_list_anonymous").Response.Body
	for _, before := range []string{"\ufeff", "\ufeff\n", "\n\ufeff\ufeff", "\r\n \t"} {
		page, err := listAnswered(t, before+whole)
		switch {
		case err != nil:
			t.Errorf("listAnswered(before+whole): %q before it: %v, want nil", before, err)
		case len(page.Items) != 3 || page.Response.Noise != "":
			t.Errorf("listAnswered(before+whole): %q before it: %v: %d records, Response.Noise %q, want 3 and an empty string",
				before, err, len(page.Items), page.Response.Noise)
		}
	}
}

func TestTruncatedResponseIsAnError(t *testing.T) {
	t.Parallel()
	whole := fixture(t, "posts_list_anonymous").Response.Body
	for end := 0; end < len(whole); end += 97 {
		if _, err := listAnswered(t, whole[:end]); !errors.Is(err, cms.ErrNotREST) {
			t.Fatalf("cut at %d of %d: %v, want ErrNotREST", end, len(whole), err)
		}
	}
}
