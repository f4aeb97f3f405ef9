package cms_test

import (
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/fontcms/fontcms-go/cms"
)

func TestRecordedIndexesAreReadWhole(t *testing.T) {
	t.Parallel()
	replayAll(t, indexCases())
}

func indexCases() []replayCase {
	return []replayCase{
		{fixture: "index_fields_200", run: index(helped, cms.Fields("name", "description", "url", "home", "gmt_offset",
			"timezone_string", "page_for_posts",
			"page_on_front", "show_on_front", "namespaces", "authentication", "site_logo", "site_icon", "site_icon_url",
			"_links"))},
		{fixture: "index_fields_secure_context", run: index(sized, cms.Fields("name", "description", "url", "home",
			"gmt_offset", "timezone_string", "page_for_posts",
			"page_on_front", "show_on_front", "namespaces", "authentication", "image_sizes", "image_size_threshold",
			"image_strip_meta",
			"image_max_bit_depth", "site_logo", "site_icon", "site_icon_url"))},
		{fixture: "index_gmt_offset_manual", run: func(r *replay) {
			zone, err := r.site.Location(r.Context())
			r.ok(err)
			at := time.Date(2026, 7, 1, 12, 0, 0, 0, time.UTC)
			if name, offset := at.In(zone).Zone(); offset != 19800 || name != "UTC+5.5" {
				r.Errorf("zone of the site: %s, %d seconds, want %s and 19800", name, offset, "UTC+5.5")
			}
			local, err := cms.LocalTime("2026-07-01T17:30:00").Time(zone)
			switch {
			case err != nil:
				r.Errorf("LocalTime.Time(zone): error %v, want nil", err)
			case !local.Equal(at):
				r.Errorf("LocalTime.Time(zone): local %v, want %v", local, at)
			}
		}},
	}
}

// index reads an index and looks further with more.
func index(more func(*replay, *cms.Index), fields cms.CallOption) func(*replay) {
	return func(r *replay) {
		var resp cms.Response
		x, err := r.site.Index(r.Context(), fields, cms.Capture(&resp))
		r.ok(err)
		r.captured(resp, "")
		members := map[string]any{
			"name": x.Name, "description": x.Description, "url": x.URL, "home": x.Home, "gmt_offset": x.GMTOffset,
			"timezone_string": x.TimezoneString, "page_for_posts": x.PageForPosts, "page_on_front": x.PageOnFront,
			"show_on_front": x.ShowOnFront, "namespaces": x.Namespaces,
			"authentication": map[string]any{"application-passwords": map[string]any{"endpoints": map[string]any{
				"authorization": replayHost + "/wp-admin/authorize-application.php",
			}}},
		}
		r.record(r.recorded(""), members, x.Extra)
		kept(r, r.recorded(""), x)
		r.said(members, says{"name": "Glyph Docs", "gmt_offset": 1, "timezone_string": "Europe/Berlin",
			"show_on_front": "posts"})
		switch {
		case len(x.Namespaces) != 8:
			r.Errorf("namespaces %q: %d namespaces, want 8", x.Namespaces, len(x.Namespaces))
		case x.Namespaces[4] != "wp/v2":
			r.Errorf("namespaces %q: Namespaces[4] %q, want %q", x.Namespaces, x.Namespaces[4], "wp/v2")
		}
		more(r, x)
	}
}

// helped checks the links of an index.
func helped(r *replay, x *cms.Index) {
	switch help := x.Links.Get("help"); {
	case len(help) != 1:
		r.Errorf("links to help %+v, want 1", help)
	case help[0].Href != "https://developer.wordpress.org/rest-api/":
		r.Errorf("help: %+v: help[0].Href %q, want %q", help, help[0].Href, "https://developer.wordpress.org/rest-api/")
	}
}

// sized checks what an index shows to those who may upload.
func sized(r *replay, x *cms.Index) {
	var sizes map[string]struct {
		Width int `json:"width"`
	}
	switch ok, err := x.Extra.Decode("image_sizes", &sizes); {
	case !ok:
		r.Errorf("Extra.Decode(%q): false, want true", "image_sizes")
	case err != nil:
		r.Errorf("Extra.Decode(%q): error %v, want nil", "image_sizes", err)
	case sizes["medium"].Width != 300:
		r.Errorf("image_sizes: width of medium %d, want 300", sizes["medium"].Width)
	}
}

func TestSiteWithoutPermalinksIsReadByItsRoot(t *testing.T) {
	t.Parallel()
	replayAll(t, plainCases())
}

func plainCases() []replayCase {
	plain := func(c replayCase) replayCase {
		c.options = []cms.Option{cms.WithRoot("?rest_route=/")}
		return c
	}
	one := listed{total: 1190, pages: 1190, ids: []int64{1254}}
	return []replayCase{
		plain(recordedPosts.list("rest_route_query", &cms.PostListOptions{PerPage: 1}, one, cms.Fields("id", "link"))),
		plain(recordedPosts.list("plain_permalinks_rest_route_200", &cms.PostListOptions{PerPage: 1},
			listed{total: 1190, pages: 1190, ids: one.ids, first: says{"link": replayHost + "/?p=1254"}},
			cms.Fields("id", "link", "_links"))),
	}
}

// TestPermalinksThatAreOffAreNamed replays two fixtures: the redirect to the
// same address with a slash, which is followed, and the page that stands there.
func TestPermalinksThatAreOffAreNamed(t *testing.T) {
	t.Parallel()
	t.Run("plain_permalinks_wp_json_301, plain_permalinks_get_200_html", func(t *testing.T) {
		t.Parallel()
		redirect := fixture(t, "plain_permalinks_wp_json_301")
		mock := newReplayTransport(t)
		mock.Serve(redirect)
		page := serveElsewhere(t, mock, false, "GET", "/wp-json/wp/v2/posts/", "per_page=1", "",
			"plain_permalinks_get_200_html")
		_, err := replaySite(t, mock).Posts.List(t.Context(), &cms.PostListOptions{PerPage: 1})
		exactly(t, err, cms.ErrNotREST)
		e, ok := errors.AsType[*cms.Error](err)
		switch {
		case !ok:
			t.Errorf("Posts.List: error %v, want a *cms.Error", err)
		case e.Status != 200 || !strings.Contains(e.Hint, "permalinks"):
			t.Errorf("Posts.List: Status %d, Hint %q, want 200 and %q in it", e.Status, e.Hint, "permalinks")
		case string(e.Body) != page.Response.Body:
			t.Errorf("Posts.List: Body %q, want %q", string(e.Body), page.Response.Body)
		}
		mock.Sent(2)
	})
}
