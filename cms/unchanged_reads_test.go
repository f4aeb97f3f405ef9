package cms_test

import (
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/internal/stub"
)

// state is what a site says of one state of a record: fields that are "" or zero are
// those of the state that was read.
type state struct {
	modified, title, content, excerpt string
	count                             int
	latest                            int64
	plain                             string // the whole answer, if it is not ""
}

func (s state) json() string {
	or := func(a, b string) string {
		if a == "" {
			return b
		}
		return a
	}
	if s.plain != "" {
		return s.plain
	}
	history := fmt.Sprintf(`"version-history":[{"count":%d,"href":"/h"}]`, s.count)
	if s.latest > 0 {
		history += fmt.Sprintf(`,"predecessor-version":[{"id":%d,"href":"/p"}]`, s.latest)
	}
	if s.count < 0 {
		history = `"self":[{"href":"/s"}]`
	}
	return fmt.Sprintf(
		`{"id":7,"date_gmt":"2026-01-01T00:00:00","modified_gmt":%q,"title":{"raw":%q},"content":{"raw":%q},`+
			`"excerpt":{"raw":%q},"_links":{%s}}`,
		or(s.modified, "2026-01-02T00:00:00"), or(s.title, "Title"), or(s.content, "Old"), or(s.excerpt, "Short"), history)
}

// TestUpdateIfUnchangedReadsWhatARecordSaysOfItsRevisions has a site that shows one
// state at the look, another after the update, and these revisions.
func TestUpdateIfUnchangedReadsWhatARecordSaysOfItsRevisions(t *testing.T) {
	t.Parallel()
	const (
		look   = "GET /cms-json/cms/v2/posts/7 context=edit"
		update = "POST /cms-json/cms/v2/posts/7 "
		list   = "GET /cms-json/cms/v2/posts/7/revisions " +
			"_fields=slug,author,date_gmt,title,content,excerpt,id,parent&context=edit&per_page=10"
	)
	revision := func(id int64, slug, title, content, excerpt string) string {
		return fmt.Sprintf(
			`{"id":%d,"parent":7,"author":3,"slug":%q,"date_gmt":"2026-01-02T00:00:00","title":{"raw":%q},`+
				`"content":{"raw":%q},"excerpt":{"raw":%q}}`, id, slug, title, content, excerpt)
	}
	ours, old := revision(32, "7-revision-v1", "Title", "New", "Short"), revision(30, "7-revision-v1", "Title", "Old",
		"Short")
	autosaved := strings.Replace(revision(30, "7-autosave-v1", "Title", "Draft", "Short"), "2026-01-02T00:00:00",
		"2026-01-02T00:00:09", 1)
	before := strings.Replace(revision(31, "7-revision-v1", "Title", "Older", "Short"), "2026-01-02", "2026-01-01", 1)
	const fresh = "2026-01-01T00:00:00" // the date of the record
	allowed := []cms.CallOption{cms.AllowUnverified()}
	for name, test := range map[string]struct {
		look, after state
		first       state    // after the update of nothing
		revisions   []string // nil for a refusal
		options     []cms.CallOption
		want        error
		text        string
		written     bool
		sent        []string
	}{
		"one more revision, ours": {look: state{count: 3, latest: 30},
			after: state{content: "New", count: 4, latest: 32}, revisions: []string{ours, old}, written: true,
			sent: []string{look, update, list}},
		"the first and the second revision": {look: state{count: 1, latest: 30},
			after: state{content: "New", count: 2, latest: 32}, revisions: []string{ours, old}, written: true,
			sent: []string{look, update, list}},
		"no text changes, and no revision": {look: state{count: 3, latest: 30}, after: state{count: 3, latest: 30},
			written: true, sent: []string{look, update}},
		"white space changes, and no revision": {look: state{count: 3, latest: 30},
			after: state{content: " Old\n\n", count: 3, latest: 30}, written: true, sent: []string{look, update}},
		"no revision though a text changes": {look: state{count: 3, latest: 30},
			after: state{content: "New", count: 3, latest: 30}, want: cms.ErrUnverifiable, text: "no revision of the update",
			written: true, sent: []string{look, update}},
		"no revision of the update": {look: state{count: 3, latest: 30},
			after: state{content: "New", count: 2, latest: 30}, revisions: []string{old}, want: cms.ErrUnverifiable,
			text: "no revision of the update", written: true, sent: []string{look, update, list}},
		"a revision without its texts": {look: state{count: 3, latest: 30},
			after:     state{content: "New", count: 4, latest: 32},
			revisions: []string{strings.Replace(ours, `"raw"`, `"rendered"`, 1), old}, want: cms.ErrUnverifiable,
			text: "without its texts", written: true, sent: []string{look, update, list}},
		"the same, and that is allowed": {look: state{count: 3, latest: 30},
			after: state{content: "New", count: 3, latest: 30}, options: allowed, written: true, sent: []string{look, update}},
		"a single revision is kept": {look: state{count: 1, latest: 30},
			after: state{content: "New", count: 1, latest: 32}, revisions: []string{ours}, want: cms.ErrUnverifiable,
			text: "no other revision", written: true, sent: []string{look, update, list}},
		"two are kept, one of them theirs": {look: state{count: 1, latest: 30},
			after:     state{content: "New", count: 2, latest: 32},
			revisions: []string{ours, revision(31, "7-revision-v1", "Title", "Theirs", "Short")}, want: cms.ErrOverwritten,
			text: "revision 31 by user 3", written: true, sent: []string{look, update, list}},
		"two revisions are kept, the rest ours": {look: state{count: 2, latest: 31},
			after:     state{content: "New", count: 2, latest: 32},
			revisions: []string{ours, revision(31, "7-revision-v1", "Title", "Old", "Short")}, written: true,
			sent: []string{look, update, list}},
		"ours and an autosave alone are left": {look: state{count: 2, latest: 30},
			after:     state{content: "New", count: 2, latest: 32},
			revisions: []string{ours, revision(31, "7-autosave-v1", "Title", "Draft", "Short")}, want: cms.ErrUnverifiable,
			text: "no other revision", written: true, sent: []string{look, update, list}},
		"a text that was not sent changes": {look: state{count: 3, latest: 30},
			after: state{content: "New", title: "Theirs", count: 4, latest: 31}, want: cms.ErrOverwritten,
			text: "the title has changed", written: true, sent: []string{look, update}},
		"the same, though unverified is allowed": {look: state{count: 3, latest: 30},
			after: state{content: "New", excerpt: "Theirs", count: 4, latest: 31}, options: allowed, want: cms.ErrOverwritten,
			text: "the excerpt has changed", written: true, sent: []string{look, update}},
		"two more revisions, one of theirs": {look: state{count: 3, latest: 30},
			after:     state{content: "New", count: 5, latest: 32},
			revisions: []string{ours, revision(31, "7-revision-v1", "Title", "Theirs", "Short"), old}, want: cms.ErrOverwritten,
			text: "revision 31", written: true, sent: []string{look, update, list}},
		"one of theirs with another title": {look: state{count: 3, latest: 30},
			after:     state{content: "New", count: 5, latest: 32},
			revisions: []string{ours, revision(31, "7-revision-v1", "Theirs", "New", "Short"), old}, want: cms.ErrOverwritten,
			text: "revision 31", written: true, sent: []string{look, update, list}},
		"one of theirs with another excerpt": {look: state{count: 3, latest: 30},
			after:     state{content: "New", count: 5, latest: 32},
			revisions: []string{ours, revision(31, "7-revision-v1", "Title", "New", "Theirs"), old}, want: cms.ErrOverwritten,
			text: "revision 31", written: true, sent: []string{look, update, list}},
		"one of theirs with another line end": {look: state{count: 3, latest: 30},
			after: state{content: "New one", count: 5, latest: 32},
			revisions: []string{revision(32, "7-revision-v1", "Title", "New one", "Short"),
				revision(31, "7-revision-v1", "Title", "New\none", "Short"), old}, want: cms.ErrOverwritten, text: "revision 31",
			written: true, sent: []string{look, update, list}},
		"theirs, and what was read again": {look: state{count: 3, latest: 30},
			after:     state{content: "New", count: 5, latest: 32},
			revisions: []string{ours, revision(31, "7-revision-v1", "Title", "Old", "Short"), old}, want: cms.ErrOverwritten,
			text: "revision 31", written: true, sent: []string{look, update, list}},
		"two more revisions, both ours": {look: state{count: 3, latest: 30},
			after:     state{content: "New", count: 5, latest: 32},
			revisions: []string{ours, revision(31, "7-revision-v1", "Title", "New", "Short"), old}, written: true,
			sent: []string{look, update, list}},
		"an autosave of theirs": {look: state{count: 3, latest: 30},
			after:     state{content: "New", count: 5, latest: 32},
			revisions: []string{ours, revision(31, "7-autosave-v1", "Title", "Theirs", "Short"), old}, written: true,
			sent: []string{look, update, list}},
		"the latest of the look is an autosave": {look: state{count: 3, latest: 30},
			after: state{content: "New", count: 4, latest: 33},
			revisions: []string{strings.Replace(ours, "32", "33", 1), autosaved, revision(32, "7-revision-v1", "Title", "Old",
				"Short"), before}, written: true, sent: []string{look, update, list}},
		"the same, and one of theirs": {look: state{count: 3, latest: 30},
			after: state{content: "New", count: 4, latest: 33},
			revisions: []string{strings.Replace(ours, "32", "33", 1), autosaved, revision(32, "7-revision-v1", "Title", "Theirs",
				"Short"), before}, want: cms.ErrOverwritten, text: "revision 32", written: true,
			sent: []string{look, update, list}},
		"a new revision of an unchanged text": {look: state{count: 3, latest: 30}, after: state{count: 4, latest: 31},
			revisions: []string{revision(31, "7-revision-v1", "Title", "Theirs", "Short"), old}, want: cms.ErrOverwritten,
			text: "revision 31", written: true, sent: []string{look, update, list}},
		"an unchanged text, and ours alone left": {look: state{count: 1, latest: 30}, after: state{count: 1, latest: 31},
			revisions: []string{revision(31, "7-revision-v1", "Title", "Old", "Short")}, want: cms.ErrUnverifiable,
			text: "no other revision", written: true, sent: []string{look, update, list}},
		"revisions that may not be read": {look: state{count: 3, latest: 30},
			after: state{content: "New", count: 4, latest: 32}, want: cms.ErrUnverifiable,
			text: "Posts.Revisions.List (GET cms/v2/posts/7/revisions)", written: true,
			sent: []string{look, update, list}},
		"the same, and that is allowed too": {look: state{count: 3, latest: 30},
			after: state{content: "New", count: 4, latest: 32}, options: allowed, written: true,
			sent: []string{look, update, list}},
		"a revision that cannot be decoded": {look: state{count: 3, latest: 30},
			after: state{content: "New", count: 5, latest: 32}, revisions: []string{ours, `{"id":31,"parent":7,` + crowd() + `}`,
				old}, want: cms.ErrUnverifiable, text: "31", written: true, sent: []string{look, update, list}},
		"no revisions at all": {look: state{count: -1}, want: cms.ErrUnverifiable,
			text: "the record has no revisions", sent: []string{look}},
		"no revisions at all, which is allowed": {look: state{count: -1}, after: state{content: "New", count: -1},
			options: allowed, written: true, sent: []string{look, update}},
		"none though it was changed": {look: state{}, want: cms.ErrUnverifiable, text: "was changed before",
			sent: []string{look}},
		"none of a record that is new": {look: state{modified: fresh},
			first: state{modified: fresh, count: 1, latest: 30}, after: state{content: "New", count: 2, latest: 32},
			revisions: []string{ours, old}, written: true, sent: []string{look, update, update, list}},
		"the same, and theirs before the first": {look: state{modified: fresh},
			first: state{modified: fresh, content: "Theirs", count: 1, latest: 30}, want: cms.ErrChanged,
			sent: []string{look, update}},
		"the same, and theirs under the first": {look: state{modified: fresh},
			first: state{modified: fresh, count: 2, latest: 31}, want: cms.ErrChanged, sent: []string{look, update}},
		"the same, and theirs after the first": {look: state{modified: fresh},
			first: state{modified: fresh, count: 1, latest: 30}, after: state{content: "New", count: 3, latest: 32},
			revisions: []string{ours, revision(31, "7-revision-v1", "Title", "Theirs", "Short"), old}, want: cms.ErrOverwritten,
			written: true, sent: []string{look, update, update, list}},
		"new, and the site keeps one": {look: state{modified: fresh},
			first: state{modified: fresh, count: 1, latest: 30}, after: state{content: "New", count: 1, latest: 32},
			revisions: []string{ours}, want: cms.ErrUnverifiable, text: "no other revision", written: true,
			sent: []string{look, update, update, list}},
		"new, and the site keeps none": {look: state{modified: fresh}, first: state{modified: fresh},
			want: cms.ErrUnverifiable, text: "keeps no revisions", sent: []string{look, update}},
		"new, and unverified is allowed": {look: state{modified: fresh},
			after: state{content: "New", count: 1, latest: 32}, options: allowed, revisions: []string{ours}, written: true,
			sent: []string{look, update, list}},
		"new, and the first shows no links": {look: state{modified: fresh},
			first: state{plain: `{"id":7,"modified_gmt":"2026-01-02T00:00:00","title":{"raw":"Title"}}`},
			want:  cms.ErrInvalidArgument, sent: []string{look, update}},
		"another text at the look": {look: state{content: "Theirs", count: 3, latest: 30}, want: cms.ErrChanged,
			sent: []string{look}},
		"another title at the look": {look: state{title: "Theirs", count: 3, latest: 30}, want: cms.ErrChanged,
			sent: []string{look}},
		"another excerpt at the look": {look: state{excerpt: "Theirs", count: 3, latest: 30}, want: cms.ErrChanged,
			sent: []string{look}},
		"another second at the look": {look: state{modified: "2026-01-02T00:00:01", count: 3, latest: 30},
			want: cms.ErrChanged, sent: []string{look}},
		"a look that shows no links": {
			look: state{plain: `{"id":7,"modified_gmt":"2026-01-02T00:00:00","title":{"raw":"Title"}}`},
			want: cms.ErrInvalidArgument, sent: []string{look}},
		"a look that shows no date": {
			look: state{plain: `{"id":7,"title":{"raw":"Title"},"_links":{"a":[{"href":"/a"}]}}`}, want: cms.ErrInvalidArgument,
			sent: []string{look}},
		"a look that shows no raw text": {
			look: state{
				plain: `{"id":7,"modified_gmt":"2026-01-02T00:00:00","title":{"rendered":"Title"},"_links":{"a":[{"href":"/a"}]}}`},
			want: cms.ErrInvalidArgument, sent: []string{look}},
		"an answer to the update without links": {look: state{count: 3, latest: 30},
			after: state{plain: `{"id":7,"modified_gmt":"2026-01-02T00:00:00","title":{"raw":"Title"}}`},
			want:  cms.ErrInvalidArgument, written: true, sent: []string{look, update}},
		"some fields alone": {options: []cms.CallOption{cms.Fields("title")},
			want: cms.ErrInvalidArgument, text: "fields"},
		"an option that makes no sense": {options: []cms.CallOption{cms.Attempts(0)}, want: cms.ErrInvalidArgument,
			text: "attempts"},
		"embedded records, of the update alone": {look: state{count: 3, latest: 30},
			after: state{content: "New", count: 4, latest: 32}, options: []cms.CallOption{cms.Embed("author")},
			revisions: []string{ours, old}, written: true, sent: []string{look, update + "_embed=author", list}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var s *stub.Server
			s = stub.New(t, func(n int, w http.ResponseWriter, r *http.Request) {
				switch {
				case r.Method == http.MethodPost:
					if s.Seen()[n-1].Body == "{}" {
						stub.Reply(w, 200, test.first.json())
						return
					}
					stub.Reply(w, 200, test.after.json())
				case !strings.HasSuffix(r.URL.Path, "revisions"):
					stub.Reply(w, 200, test.look.json())
				case test.revisions == nil:
					stub.Reply(w, 403, `{"code":"rest_forbidden","message":"No.","data":{"status":403}}`)
				default:
					stub.Reply(w, 200, "X-CMS-Total: 5", "X-CMS-TotalPages: 1", "["+strings.Join(test.revisions, ",")+"]")
				}
			})
			var read cms.Post
			before := state{modified: test.look.modified, count: 3, latest: 30}
			if before.modified != fresh {
				before.modified = ""
			}
			if err := cms.Unmarshal([]byte(before.json()), &read); err != nil {
				t.Fatal(err)
			}
			test.options = append(test.options, cms.Header("X-A", "1"))
			var answer cms.Response
			written, err := s.Client(t).Posts.UpdateIfUnchanged(t.Context(), &read, &cms.PostParams{Content: new("New")},
				append(test.options, cms.Capture(&answer))...)
			switch {
			case !errors.Is(err, test.want):
				t.Errorf("Posts.UpdateIfUnchanged: error %v, want %v", err, test.want)
			case (written != nil) != test.written:
				t.Errorf("%v, with the record %v, want %t", err, written != nil, test.written)
			case err != nil && !strings.Contains(err.Error(), test.text):
				t.Errorf("Posts.UpdateIfUnchanged: error %v, want %q in it", err, test.text)
			}
			e, failed := errors.AsType[*cms.Error](err)
			if failed && (e.Operation != "Posts.UpdateIfUnchanged" || e.Method != http.MethodPost ||
				strings.Contains(e.Hint, "AllowUnverified") != (errors.Is(err, cms.ErrUnverifiable) && !test.written)) {
				t.Errorf("Posts.UpdateIfUnchanged: error %#v, want a POST of Posts.UpdateIfUnchanged and a hint of "+
					"AllowUnverified only if nothing was written", e)
			}
			if refused, ok := errors.AsType[*cms.ArgumentError](err); ok && !failed &&
				refused.Operation != "Posts.UpdateIfUnchanged" {
				t.Errorf("Posts.UpdateIfUnchanged: operation %q of the error, want %q", refused.Operation,
					"Posts.UpdateIfUnchanged")
			}
			var sent []string
			writes := 0
			for _, r := range s.Seen() {
				arguments, _ := url.QueryUnescape(steady(query(t, r.Query)).Encode())
				sent = append(sent, r.Method+" "+r.Path+" "+arguments)
				if r.Method != http.MethodPost {
					continue
				}
				first := test.first != (state{}) && writes == 0
				switch {
				case r.Body != `{"content":"New"}` && !first:
					t.Errorf("request body %s, want only the content in every write after the first", r.Body)
				case first && r.Body != "{}":
					t.Errorf("first write has the body %s, want %q", r.Body, "{}")
				}
				if r.Header.Get("X-A") != "1" || !first && r.Header.Get("Cache-Control") != "" {
					t.Errorf("write with the headers %v, want X-A, and Cache-Control only before the write", r.Header)
				}
				writes++
			}
			if strings.Join(sent, "\n") != strings.Join(test.sent, "\n") {
				t.Errorf(`it sent %q: strings.Join(sent, "\n") %q, want %q`, sent, strings.Join(sent, "\n"),
					strings.Join(test.sent, "\n"))
			}
			if (answer.Status == 200) != test.written { // what is captured is the update
				t.Errorf("captured status %d, want 200: %t", answer.Status, test.written)
			}
		})
	}
}

// TestUpdateIfUnchangedWithoutATextWritesOnce has a record without revisions. An update
// cannot overwrite one of its texts unless it sends one.
func TestUpdateIfUnchangedWithoutATextWritesOnce(t *testing.T) {
	t.Parallel()
	fresh := state{modified: "2026-01-01T00:00:00"}.json()
	s := stub.New(t, stub.Always(200, fresh))
	var read cms.Post
	if err := cms.Unmarshal([]byte(fresh), &read); err != nil {
		t.Fatal(err)
	}
	params := &cms.PostParams{Status: new(cms.StatusDraft)}
	if _, err := s.Client(t).Posts.UpdateIfUnchanged(t.Context(), &read, params); err != nil {
		t.Errorf("Posts.UpdateIfUnchanged of the status: error %v, want nil", err)
	}
	var written []string
	for _, r := range s.Seen() {
		if r.Method == http.MethodPost {
			written = append(written, r.Body)
		}
	}
	if want := []string{`{"status":"draft"}`}; !slices.Equal(written, want) {
		t.Errorf("Posts.UpdateIfUnchanged of the status: it wrote %q, want %q", written, want)
	}
}

// TestUpdateIfUnchangedEncodesBeforeItLooks has params that cannot be sent.
func TestUpdateIfUnchangedEncodesBeforeItLooks(t *testing.T) {
	t.Parallel()
	s := stub.New(t, stub.Always(200, state{count: 3}.json()))
	var read cms.Post
	if err := cms.Unmarshal([]byte(state{count: 3}.json()), &read); err != nil {
		t.Fatal(err)
	}
	_, err := s.Client(t).Posts.UpdateIfUnchanged(t.Context(), &read, &cms.PostParams{Extra: cms.Extra{"id": []byte("8")}})
	switch refused, ok := errors.AsType[*cms.ArgumentError](err); {
	case !ok:
		t.Errorf("Posts.UpdateIfUnchanged: error %v, want a *cms.ArgumentError", err)
	case refused.Operation != "Posts.UpdateIfUnchanged" || refused.Argument != "id":
		t.Errorf("Posts.UpdateIfUnchanged: Operation %q, Argument %q, want %q and %q", refused.Operation, refused.Argument,
			"Posts.UpdateIfUnchanged", "id")
	case len(s.Seen()) > 0:
		t.Errorf("Posts.UpdateIfUnchanged: %d requests, want 0", len(s.Seen()))
	}
}

// TestUpdateIfUnchangedNamesItselfInTheErrorOfItsUpdate has a site that rejects the update.
func TestUpdateIfUnchangedNamesItselfInTheErrorOfItsUpdate(t *testing.T) {
	t.Parallel()
	s := stub.New(t, func(_ int, w http.ResponseWriter, r *http.Request) {
		if r.Method == http.MethodPost {
			stub.Reply(w, 403, `{"code":"rest_cannot_edit","message":"No.","data":{"status":403}}`)
			return
		}
		stub.Reply(w, 200, state{count: 3, latest: 30}.json())
	})
	var read cms.Post
	if err := cms.Unmarshal([]byte(state{count: 3, latest: 30}.json()), &read); err != nil {
		t.Fatal(err)
	}
	_, err := s.Client(t).Posts.UpdateIfUnchanged(t.Context(), &read, &cms.PostParams{Content: new("New")})
	switch e, ok := errors.AsType[*cms.Error](err); {
	case !ok:
		t.Errorf("Posts.UpdateIfUnchanged: error %v, want a *cms.Error", err)
	case e.Status != 403 || e.Operation != "Posts.UpdateIfUnchanged":
		t.Errorf("Posts.UpdateIfUnchanged: Status %d, Operation %q, want 403 and %q", e.Status, e.Operation,
			"Posts.UpdateIfUnchanged")
	}
}

// TestUpdateIfUnchangedNeedsARecordThatWasReadWhole has records that show too little to
// be compared.
func TestUpdateIfUnchangedNeedsARecordThatWasReadWhole(t *testing.T) {
	t.Parallel()
	s := stub.New(t, stub.Always(403, `{"code":"rest_forbidden","message":"No.","data":{"status":403}}`))
	const (
		id       = `"id":7`
		modified = `"modified_gmt":"2026-01-02T00:00:00"`
		title    = `"title":{"raw":"Title"}`
		links    = `"_links":{"self":[{"href":"/s"}]}`
	)
	for _, test := range []struct {
		reason  string // "" for one that is looked at
		members []string
	}{
		{"", []string{id, modified, title, links}},
		{"no id", []string{modified, title, links}},
		{"InContext(ContextEdit)", []string{id, title, links}},
		{"InContext(ContextEdit)", []string{id, modified, links}},
		{"InContext(ContextEdit)", []string{id, modified, `"title":{"rendered":"Title"}`, links}},
		{"InContext(ContextEdit)", []string{id, modified, title}},
	} {
		before := len(s.Seen())
		_, err := s.Client(t).Posts.UpdateIfUnchanged(t.Context(), read[cms.Post](t, "{"+strings.Join(test.members, ",")+"}"),
			&cms.PostParams{Title: new("New")})
		refused, ok := errors.AsType[*cms.ArgumentError](err)
		looked := len(s.Seen()) > before
		switch {
		case looked != (test.reason == ""):
			t.Errorf("looked is %t, want %t", looked, test.reason == "")
		case looked && !errors.Is(err, cms.ErrForbidden):
			t.Errorf("record with %v: error %v, want ErrForbidden", test.members, err)
		case !looked && (!ok || refused.Operation != "Posts.UpdateIfUnchanged" || refused.Argument != "record" ||
			!strings.Contains(refused.Reason, test.reason)):
			t.Errorf("Posts.UpdateIfUnchanged of a partial record: error %v, want the record refused: %q", err, test.reason)
		}
	}
}
