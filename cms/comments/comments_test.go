package comments_test

import (
	"errors"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/cms/comments"
	"github.com/fontcms/fontcms-go/internal/replay"
	"github.com/fontcms/fontcms-go/internal/replay/sitetest"
)

const guest = `{"id":7,"post":3,"parent":6,"author":0,"author_name":"Ada","author_email":"ada@docs.example.org",` +
	`"author_url":"","author_ip":"","author_user_agent":"",
	"date":"2026-08-28T19:00:00","date_gmt":"2026-08-28T17:00:00","content":{"rendered":"<p>R &amp; D</p>","raw":"R & ` +
	`D"},"link":"l","status":"hold","type":"comment","meta":{"_wp_note_status":null}}`

func ok(body string) replay.Reply { return replay.Answer(http.StatusOK, body) }

func with(body, old, changed string) string { return strings.Replace(body, old, changed, 1) }

func TestCommentIsReadAndWrittenBack(t *testing.T) {
	t.Parallel()
	user := with(guest, `"author":0`, `"author":2`)
	for _, c := range []struct{ name, read, want string }{
		{"of a guest", guest,
			`{"post":3,"parent":6,"content":"R & D","author_name":"Ada","author_email":"ada@docs.example.org",` +
				`"author_url":"","date_gmt":"2026-08-28T17:00:00Z","status":"hold"}`},
		{"of a user", user,
			`{"post":3,"parent":6,"content":"R & D","author":2,"author_name":"Ada","author_email":"ada@docs.example.org",` +
				`"author_url":"","date_gmt":"2026-08-28T17:00:00Z","status":"hold"}`},
		{"in the trash", with(user, `"status":"hold"`, `"status":"trash"`),
			`{"post":3,"parent":6,"content":"R & D","author":2,"author_name":"Ada","author_email":"ada@docs.example.org",` +
				`"author_url":"","date_gmt":"2026-08-28T17:00:00Z"}`},
		{"a note", with(with(user, `"type":"comment"`, `"type":"note"`), `null`, `"resolved"`),
			`{"post":3,"parent":6,"content":"R & D","author":2,"author_name":"Ada","author_email":"ada@docs.example.org",` +
				`"author_url":"","date_gmt":"2026-08-28T17:00:00Z","status":"hold","type":"note",` +
				`"meta":{"_wp_note_status":"resolved"}}`},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			tap, site := sitetest.NewTap(t, ok(c.read), ok(c.read))
			comment, err := comments.New(site).Get(t.Context(), 7, cms.InContext(cms.ContextEdit))
			switch {
			case err != nil:
				t.Fatalf("Comments.Get: error %v, want nil", err)
			case comment.AuthorAvatarURLs != nil:
				t.Fatalf("Comments.Get: AuthorAvatarURLs %v, want nil", comment.AuthorAvatarURLs)
			case comment.Extra != nil:
				t.Fatalf("Comments.Get: Extra %v, want nil", comment.Extra)
			case comment.Content.Raw != "R & D":
				t.Fatalf("Comments.Get: Content.Raw %q, want %q", comment.Content.Raw, "R & D")
			}
			params, err := comment.Params()
			if err != nil {
				t.Fatal(err)
			}
			if _, err := comments.New(site).Update(t.Context(), 7, params); err != nil {
				t.Fatal(err)
			}
			if got := tap.Asked()[1]; got != "POST /cms-json/cms/v2/comments/7 "+c.want {
				t.Errorf("second request %q, want %q", got, "POST /cms-json/cms/v2/comments/7 "+c.want)
			}
		})
	}
	for _, part := range []*comments.Comment{{}, {ID: 7, Status: "hold", Type: "comment"},
		{Status: "hold", Type: "comment", Content: cms.Text{Raw: "x"}, Reading: cms.Reading{Partial: true}}} {
		if _, err := part.Params(); !errors.Is(err, cms.ErrIncomplete) {
			t.Errorf("Comment.Params: error %v, want ErrIncomplete", err)
		}
	}
}

func TestParamsOfACommentLeaveOutAValueOfAnotherType(t *testing.T) {
	t.Parallel()
	_, site := sitetest.NewTap(t, ok(with(guest, `"author_url":""`, `"author_url":{"raw":"x"}`)))
	comment, err := comments.New(site).Get(t.Context(), 7, cms.InContext(cms.ContextEdit))
	if err != nil {
		t.Fatal(err)
	}
	params, err := comment.Params()
	if err != nil {
		t.Fatal(err)
	}
	if params.AuthorURL != nil {
		t.Errorf("Params of a comment whose author_url is an object: AuthorURL %q, want nil", *params.AuthorURL)
	}
}

func TestStatusesThatASiteIgnoresOrDestroysByAreRefused(t *testing.T) {
	t.Parallel()
	for _, status := range []comments.Status{"trash", "approvd", "", "publish", "any", "delete"} {
		tap, site := sitetest.NewTap(t)
		_, err := comments.New(site).Update(t.Context(), 7, &comments.Params{Status: &status})
		tap.Refused(err, "status")
		_, err = comments.New(site).Create(t.Context(), &comments.Params{Status: &status})
		tap.Refused(err, "status")
	}
	tap, site := sitetest.NewTap(t)
	_, err := comments.New(site).Create(t.Context(), &comments.Params{Author: new(int64(0))})
	tap.Refused(err, "author")
	_, err = comments.New(site).Update(t.Context(), 7, &comments.Params{Extra: cms.Extra{"id": []byte("8")}})
	tap.Refused(err, "id")
	for _, status := range []comments.Status{comments.StatusApproved, comments.StatusHold, comments.StatusSpam} {
		_, site := sitetest.NewTap(t, ok(guest))
		if _, err := comments.New(site).Update(t.Context(), 7, &comments.Params{Status: &status}); err != nil {
			t.Error(err)
		}
	}
}

func TestFiltersOfCommentsAreSentAsTheSiteTakesThem(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		options comments.ListOptions
		want    string
	}{
		{comments.ListOptions{Status: comments.FilterHold, Type: comments.TypeNote}, "status=hold&type=note"},
		{comments.ListOptions{Post: []int64{3}, Parent: []int64{0}}, "parent%5B%5D=0&post%5B%5D=3"},
		{comments.ListOptions{After: time.Date(2026, 8, 28, 17, 0, 0, 0, time.UTC), AuthorEmail: "a@b.test"},
			"after=2026-08-28T17%3A00%3A00Z&author_email=a%40b.test"},
		{comments.ListOptions{Password: "p", OrderBy: comments.ByParent}, "orderby=parent&password=p"},
	} {
		tap, site := sitetest.NewTap(t, ok(`[]`))
		switch _, err := comments.New(site).List(t.Context(), &c.options); {
		case err != nil:
			t.Errorf("%q: Comments.List: error %v, want nil", tap.Asked(), err)
		case tap.Asked()[0] != "GET /cms-json/cms/v2/comments?"+c.want:
			t.Errorf("first request %q, want %q", tap.Asked()[0], "GET /cms-json/cms/v2/comments?"+c.want)
		}
	}
	// the site would ignore them
	for _, options := range []comments.ListOptions{{Post: []int64{}}, {Author: []int64{}}, {Parent: []int64{}},
		{Include: []int64{}}} {
		tap, site := sitetest.NewTap(t)
		switch page, err := comments.New(site).List(t.Context(), &options); {
		case err != nil:
			t.Errorf("Comments.List: error %v, want nil", err)
		case len(page.Items) != 0:
			t.Errorf("Comments.List: Items %v, want an empty list", page.Items)
		case len(tap.Asked()) != 0:
			t.Errorf("Tap.Asked: %q, want an empty list", tap.Asked())
		}
	}
}

func TestCommentsAreThreads(t *testing.T) {
	t.Parallel()
	tree := comments.Tree([]*comments.Comment{{ID: 9}, {ID: 3, Parent: 1}, {ID: 2, Parent: 1}, {ID: 1},
		{ID: 5, Parent: 99}, {ID: 6, Parent: 6}})
	switch {
	case len(tree) != 4:
		t.Errorf("comments.Tree: %d items at the top, want 4", len(tree))
	case tree[0].Item.ID != 9:
		t.Errorf("comments.Tree: tree[0].Item.ID %d, want 9", tree[0].Item.ID)
	case len(tree[1].Children) != 2:
		t.Errorf("comments.Tree: %d children, want 2", len(tree[1].Children))
	case tree[1].Children[0].Item.ID != 3:
		t.Errorf("comments.Tree: tree[1].Children[0].Item.ID %d, want 3", tree[1].Children[0].Item.ID)
	case tree[2].Item.ID != 5:
		t.Errorf("comments.Tree: tree[2].Item.ID %d, want 5", tree[2].Item.ID)
	case tree[3].Item.ID != 6:
		t.Errorf("comments.Tree: tree[3].Item.ID %d, want 6", tree[3].Item.ID)
	}
}
