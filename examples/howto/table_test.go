package howto

import (
	"bytes"
	"image"
	"image/png"
	"net/http"
	"os"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/cms/cmstest"
)

// harbours are five published posts, two of them with the word old.
var harbours = cmstest.WithDocument([]byte(`{"version": 1, "posts": [
	{"id": 11, "title": "Old harbour", "slug": "old", "status": "publish", "date": "2019-05-01T10:00:00"},
	{"id": 12, "title": "Quay", "slug": "quay", "status": "publish", "date": "2019-06-01T10:00:00"},
	{"id": 13, "title": "Crane &amp; co.", "slug": "crane", "status": "publish", "date": "2021-05-01T10:00:00"},
	{"id": 14, "title": "The old lighthouse", "slug": "lighthouse", "status": "publish", "date": "2021-06-01T10:00:00"},
	{"id": 15, "title": "Tide", "slug": "tide", "status": "publish", "date": "2021-07-01T10:00:00"},
	{"id": 16, "title": "Fog", "slug": "fog", "status": "draft", "date": "2021-08-01T10:00:00"}]}`))

const (
	old        = "11 SITE/2019/05/old/\n"
	quay       = "12 SITE/2019/06/quay/\n"
	crane      = "13 SITE/2021/05/crane/\n"
	lighthouse = "14 SITE/2021/06/lighthouse/\n"
	noAPI      = "there is no REST API at this address: check -site\n"
	tide       = "15 SITE/2021/07/tide/\n"
)

func howtos(t *testing.T) []howto {
	t.Helper()
	var picture bytes.Buffer
	if err := png.Encode(&picture, image.NewGray(image.Rect(0, 0, 8, 8))); err != nil {
		t.Fatal(err)
	}
	museum, err := os.ReadFile("../../cms/cmsgen/testdata/museum.json")
	if err != nil {
		t.Fatal(err)
	}
	filled := []cmstest.Option{harbours}
	const (
		login  = "-site SITE -user editor "
		update = login + "-id 11 -title Harbour"
		paged  = "-site SITE -per-page 2"
	)
	rejected := cmstest.Fault{Status: 400, Body: []byte(`{"code": "rest_invalid_param", "message": "Invalid",
		"data": {"status": 400, "params": {"title": "too long"}}}`)}
	fault := func(f cmstest.Fault) func(*cmstest.Server) {
		return func(server *cmstest.Server) { server.ResetFaults(); server.Fail(f) }
	}
	posts := func(f cmstest.Fault) func(*cmstest.Server) { f.Route = "/wp/v2/posts"; return fault(f) }
	lost := cmstest.Fault{Cut: cmstest.CutAnswer, Processed: true, Times: 1}
	slow := cmstest.Fault{Delay: time.Minute}
	unavailable := cmstest.Fault{Status: 503, Times: 2}

	return []howto{
		{"lists what matches", "list", filled, nil, []run{
			{args: "-site SITE -search old",
				out: "2 posts\n14 The old lighthouse SITE/2021/06/lighthouse/\n11 Old harbour SITE/2019/05/old/\n"},
			{args: "-site SITE -search crane", out: "1 posts\n13 Crane & co. SITE/2021/05/crane/\n"},
			{args: "-site SITE/nowhere", fails: "no"},
		}},
		{"creates the post once", "picture", nil, map[string]string{"h.png": picture.String()}, []run{
			{args: login + "-file none.png", fails: "none.png"},
			{args: "-site SITE -user nobody -file h.png", fails: "check -user and FONTCMS_APP_PASSWORD: "},
			{args: login + "-file h.png", out: "SITE/2026/03/harbour/\n"},
			{args: login + "-file h.png", out: "SITE/2026/03/harbour/\n"},
		}},
		{"publishes the draft with the slug", "picture", nil, map[string]string{"h.png": picture.String()}, []run{
			{args: login + "-file h.png", before: func(server *cmstest.Server) {
				server.Insert("posts", map[string]any{"title": "Harbour", "slug": "harbour", "status": "draft"})
			}, out: "SITE/2026/03/harbour/\n"},
		}},
		{"updates the post of an earlier run", "ensure", filled, map[string]string{
			"tide.html": "High tide\n<p>Wet.</p>", "new.html": "New\n",
		}, []run{
			{args: login + "tide.html new.html", out: "15 High tide\n18 New\n"},
			{args: login + "tide.html new.html", out: "15 High tide\n18 New\n"},
		}},
		{"writes only what differs", "ensuremany", filled, map[string]string{
			"tide.html": "Tide\n", "quay.html": "Quay\n<p>Wet.</p>", "pier.html": "Pier\n",
		}, []run{
			{args: login + "-dry-run tide.html quay.html pier.html", out: "tide unchanged SITE/2021/07/tide/\n" +
				"quay would send POST wp/v2/posts/12\npier would send POST wp/v2/posts\n"},
			{args: login + "tide.html quay.html pier.html", out: "tide unchanged SITE/2021/07/tide/\n" +
				"quay updated SITE/2019/06/quay/\npier created SITE/2026/03/pier/\n"},
			{args: login + "-dry-run tide.html quay.html pier.html", out: "tide unchanged SITE/2021/07/tide/\n" +
				"quay unchanged SITE/2019/06/quay/\npier unchanged SITE/2026/03/pier/\n"},
			{args: login + "tide.html none.html", fails: "none.html"},
			{args: "-site SITE -user nobody tide.html", fails: "tide: "},
		}},
		{"prints each change once", "changes", filled, nil, []run{
			{args: login + "-state seen -first", before: posts(cmstest.Fault{Status: 500, Code: "db_down"}),
				out: "0 records\n", fails: "db_down"},
			{args: login + "-state seen -first", before: (*cmstest.Server).ResetFaults, out: "6 records\n"},
			{args: login + "-state seen", before: func(server *cmstest.Server) {
				server.Insert("posts", map[string]any{"title": "New"})
				server.Insert("tags", map[string]any{"name": "Salt"})
			}, out: "created posts/17 publish\ncreated tags/2 \n"},
			{args: login + "-state seen", before: posts(cmstest.Fault{Status: 500, Code: "db_down"}), fails: "db_down"},
			{args: login + "-state seen", before: func(server *cmstest.Server) { server.ResetFaults() }},
			{args: "-site SITE -user nobody -state seen", fails: "check the user name"},
		}},
		{"continues after a failure, and begins anew after the end", "resume", filled, nil, []run{
			{args: paged, before: posts(cmstest.Fault{Skip: 2, Status: 418}), out: old + quay, fails: "to continue"},
			{args: paged, before: (*cmstest.Server).ResetFaults, out: crane + lighthouse + tide},
			{args: paged, out: old + quay + crane + lighthouse + tide},
		}},
		{"begins anew after a run that was killed after its last page", "resume", filled, map[string]string{
			"posts.position": `{"page": 4, "index": 0, "per_page": 2, "exact": true, "last_id": 15, "highest_id": 15}`,
		}, []run{
			{args: paged},
			{args: paged, out: old + quay + crane + lighthouse + tide},
		}},
		{"says how to begin anew after a bad position", "resume", filled, map[string]string{"posts.position": ""}, []run{
			{args: paged, fails: "to begin anew, remove posts.position"},
		}},
		{"misses no post while others delete one", "exact", filled, nil, []run{
			{args: paged, between: deleteOnce(t, 11), out: old + quay + crane + lighthouse + tide},
		}},
		{"closes comments, and writes two drafts", "batch", filled, nil, []run{
			{args: login + "-before 2020-01-01", out: "2 of 2 posts have no comments any more\n" +
				"drafts: Old comments are closed, Rules of our comments\n"},
			{args: login + "-before soon", fails: "soon"},
		}},
		{"tells what to do", "errors", filled, nil, []run{
			{args: update, out: "done\n"},
			{args: login + "-id 99 -title Harbour", out: "there is no such post: check -id\n"},
			{args: login + "-id -1", out: "nothing was sent: cms: Posts.Update: id: must be 1 or more, not -1\n"},
			{args: "-site SITE -user nobody -id 11",
				out: "the site treats you as anonymous: check -user and FONTCMS_APP_PASSWORD\n"},
			{args: "-site SITE/nowhere -user editor -id 11", out: noAPI},
			{args: update, before: fault(cmstest.HTMLPage("Shop")), out: noAPI},
			{args: update, before: fault(cmstest.Fault{Status: 403, Code: "rest_cannot_edit"}),
				out: "the user may not do this\n"},
			{args: login + "-title Harbour", before: fault(lost),
				out: "the draft may exist: search for it before you try again\n"},
			{args: update + " -timeout 1ms", before: fault(slow), out: "the site is too slow: give a longer -timeout\n"},
			{args: update, before: fault(cmstest.TooMany(2 * time.Minute)),
				out: "too many requests: try again after 2m0s\n"},
			{args: update, before: fault(rejected), out: "the site rejects arguments: map[\"title\":\"too long\"]\n"},
			{args: update, before: fault(cmstest.Maintenance()), out: "the site is in maintenance; wait 10 minutes; " +
				"if it lasts, " +
				"ask the administrator to delete the file .maintenance in the folder of WordPress; " +
				"not retried: Retry-After of 10m0s is above the limit of 1m0s\n"},
			{args: update, before: fault(cmstest.Fault{Status: 500, Code: "rest_broken", Message: "Broken"}),
				out: "status 500, code \"rest_broken\": \"Broken\"\n"},
		}},
		{"counts after two failed attempts", "retries", filled, nil, []run{
			{args: "-site SITE -wait 1ms", before: fault(unavailable), out: "5 posts, attempts: 3\n"},
			{args: "-site SITE -wait 1ms -attempts 2", before: fault(unavailable), fails: "the site is overloaded: "},
			{args: "-site SITE -timeout 1ms", before: fault(slow), fails: "the site is too slow: "},
		}},
		{"logs in again when the token is refused", "token", append(filled, cmstest.WithTokens(cmstest.Tokens{})), nil, []run{
			{args: login, between: revokeOnce(), out: "drafts that Editor Example may read:\n16 Fog\n"},
		}},
		{"keeps the price", "customtype", []cmstest.Option{cmstest.WithType(museum)}, nil, []run{
			{args: login + "-slug opal -title Opal -price 12.5", out: "Opal: 12.50 €\n"},
			{args: login + "-slug agate -title Agate -price 3", out: "Agate: 3.00 €\nOpal: 12.50 €\n"},
			{args: login + "-slug opal -title Opal -price 14", out: "Agate: 3.00 €\nOpal: 14.00 €\n"},
		}},
		{"prints a class for each face", "css", nil, nil, []run{
			{args: "-catalogue " + catalogue(t) + " -category sans-serif", out: `
.font-plain-sans { font-family: "Plain Sans", sans-serif; font-weight: 400 }
.font-plain-sans--regular { font-family: "Plain Sans", sans-serif; font-weight: 400 }
.font-plain-sans--bold-italic { font-family: "Plain Sans", sans-serif; font-weight: 700; font-style: italic }
`[1:]},
		}},
	}
}

// deleteOnce deletes a post before the third request for posts.
func deleteOnce(t *testing.T, id int64) func(*cmstest.Server, *http.Request) {
	t.Helper()
	var requests atomic.Int64
	return func(server *cmstest.Server, r *http.Request) {
		if r.URL.Path != "/wp-json/wp/v2/posts" || requests.Add(1) != 3 {
			return
		}
		site, err := cms.New(server.URL, cms.WithPrefix("wp"),
			cms.WithApplicationPassword("admin", server.AppPassword("admin")))
		if err != nil {
			t.Error(err)
			return
		}
		if _, err := site.Posts.Delete(r.Context(), id); err != nil {
			t.Error(err)
		}
	}
}

// revokeOnce revokes all tokens before the first request for posts.
func revokeOnce() func(*cmstest.Server, *http.Request) {
	var once sync.Once
	return func(server *cmstest.Server, r *http.Request) {
		if r.URL.Path == "/wp-json/wp/v2/posts" {
			once.Do(server.RevokeTokens)
		}
	}
}
