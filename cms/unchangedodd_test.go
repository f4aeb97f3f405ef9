package cms_test

import (
	"errors"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/fontcms/fontcms-go/cms"
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
	return fmt.Sprintf(`{"id":7,"date_gmt":"2026-01-01T00:00:00","modified_gmt":%q,"title":{"raw":%q},"content":{"raw":%q},"excerpt":{"raw":%q},"_links":{%s}}`,
		or(s.modified, "2026-01-02T00:00:00"), or(s.title, "Title"), or(s.content, "Old"), or(s.excerpt, "Short"), history)
}

// TestUpdateIfUnchangedReadsWhatARecordSaysOfItsRevisions has a site that shows one
// state at the look, another after the update, and these revisions.
func TestUpdateIfUnchangedReadsWhatARecordSaysOfItsRevisions(t *testing.T) {
	t.Parallel()
	const look, update, list = "GET /cms-json/cms/v2/posts/7 context=edit", "POST /cms-json/cms/v2/posts/7 ", "GET /cms-json/cms/v2/posts/7/revisions context=edit&per_page=100"
	revision := func(id int64, slug, title, content, excerpt string) string {
		return fmt.Sprintf(`{"id":%d,"parent":7,"slug":%q,"title":{"raw":%q},"content":{"raw":%q},"excerpt":{"raw":%q}}`, id, slug, title, content, excerpt)
	}
	ours := revision(32, "7-revision-v1", "Title", "New", "Short")
	allowed := []cms.CallOption{cms.AllowUnverified()}
	for name, test := range map[string]struct {
		look, after state
		revisions   []string // nil for a refusal
		options     []cms.CallOption
		want        error
		text        string
		written     bool
		sent        []string
	}{
		"one more revision, ours":                {look: state{count: 3, latest: 30}, after: state{content: "New", count: 4, latest: 31}, written: true, sent: []string{look, update}},
		"the first and the second revision":      {look: state{count: 1, latest: 30}, after: state{content: "New", count: 2, latest: 31}, written: true, sent: []string{look, update}},
		"no text changes, and no revision":       {look: state{count: 3, latest: 30}, after: state{count: 3, latest: 30}, written: true, sent: []string{look, update}},
		"no revision though a text changes":      {look: state{count: 3, latest: 30}, after: state{content: "New", count: 3, latest: 30}, want: cms.ErrUnverifiable, written: true, sent: []string{look, update}},
		"the same, and that is allowed":          {look: state{count: 3, latest: 30}, after: state{content: "New", count: 3, latest: 30}, options: allowed, written: true, sent: []string{look, update}},
		"a single revision is kept":              {look: state{count: 1, latest: 30}, after: state{content: "New", count: 1, latest: 31}, want: cms.ErrUnverifiable, written: true, sent: []string{look, update}},
		"two revisions are kept, the rest ours":  {look: state{count: 2, latest: 31}, after: state{content: "New", count: 2, latest: 32}, revisions: []string{ours}, written: true, sent: []string{look, update, list}},
		"a text that was not sent changes":       {look: state{count: 3, latest: 30}, after: state{content: "New", title: "Theirs", count: 4, latest: 31}, want: cms.ErrOverwritten, text: "the title is not", written: true, sent: []string{look, update}},
		"the same, though unverified is allowed": {look: state{count: 3, latest: 30}, after: state{content: "New", excerpt: "Theirs", count: 4, latest: 31}, options: allowed, want: cms.ErrOverwritten, text: "the excerpt is not", written: true, sent: []string{look, update}},
		"two more revisions, one of theirs":      {look: state{count: 3, latest: 30}, after: state{content: "New", count: 5, latest: 32}, revisions: []string{ours, revision(31, "7-revision-v1", "Title", "Theirs", "Short")}, want: cms.ErrOverwritten, text: "revision 31", written: true, sent: []string{look, update, list}},
		"one of theirs with another title":       {look: state{count: 3, latest: 30}, after: state{content: "New", count: 5, latest: 32}, revisions: []string{ours, revision(31, "7-revision-v1", "Theirs", "New", "Short")}, want: cms.ErrOverwritten, text: "revision 31", written: true, sent: []string{look, update, list}},
		"one of theirs with another excerpt":     {look: state{count: 3, latest: 30}, after: state{content: "New", count: 5, latest: 32}, revisions: []string{ours, revision(31, "7-revision-v1", "Title", "New", "Theirs")}, want: cms.ErrOverwritten, text: "revision 31", written: true, sent: []string{look, update, list}},
		"two more revisions, both ours":          {look: state{count: 3, latest: 30}, after: state{content: "New", count: 5, latest: 32}, revisions: []string{ours, revision(31, "7-revision-v1", "Title", "New", "Short")}, written: true, sent: []string{look, update, list}},
		"an autosave of theirs":                  {look: state{count: 3, latest: 30}, after: state{content: "New", count: 5, latest: 32}, revisions: []string{ours, revision(31, "7-autosave-v1", "Title", "Theirs", "Short")}, written: true, sent: []string{look, update, list}},
		"the latest revision of the look":        {look: state{count: 3, latest: 30}, after: state{content: "New", count: 5, latest: 32}, revisions: []string{ours, revision(30, "7-revision-v1", "Title", "Old", "Short")}, written: true, sent: []string{look, update, list}},
		"a new revision of an unchanged text":    {look: state{count: 3, latest: 30}, after: state{count: 4, latest: 31}, revisions: []string{revision(31, "7-revision-v1", "Title", "Theirs", "Short")}, want: cms.ErrOverwritten, text: "revision 31", written: true, sent: []string{look, update, list}},
		"revisions that may not be read":         {look: state{count: 3, latest: 30}, after: state{content: "New", count: 5, latest: 32}, want: cms.ErrUnverifiable, text: "No.", written: true, sent: []string{look, update, list}},
		"the same, and that is allowed too":      {look: state{count: 3, latest: 30}, after: state{content: "New", count: 5, latest: 32}, options: allowed, written: true, sent: []string{look, update, list}},
		"no revisions at all":                    {look: state{count: -1}, want: cms.ErrUnverifiable, text: "the record has no revisions", sent: []string{look}},
		"no revisions at all, which is allowed":  {look: state{count: -1}, after: state{content: "New", count: -1}, options: allowed, written: true, sent: []string{look, update}},
		"none though it was changed":             {look: state{}, want: cms.ErrUnverifiable, text: "was changed before", sent: []string{look}},
		"none of a record that is new":           {look: state{modified: "2026-01-01T00:00:00"}, after: state{content: "New", count: 1, latest: 31}, written: true, sent: []string{look, update}},
		"another text at the look":               {look: state{content: "Theirs", count: 3, latest: 30}, want: cms.ErrChanged, sent: []string{look}},
		"another title at the look":              {look: state{title: "Theirs", count: 3, latest: 30}, want: cms.ErrChanged, sent: []string{look}},
		"another excerpt at the look":            {look: state{excerpt: "Theirs", count: 3, latest: 30}, want: cms.ErrChanged, sent: []string{look}},
		"another second at the look":             {look: state{modified: "2026-01-02T00:00:01", count: 3, latest: 30}, want: cms.ErrChanged, sent: []string{look}},
		"a look that shows no links":             {look: state{plain: `{"id":7,"modified_gmt":"2026-01-02T00:00:00","title":{"raw":"Title"}}`}, want: cms.ErrInvalidArgument, sent: []string{look}},
		"a look that shows no date":              {look: state{plain: `{"id":7,"title":{"raw":"Title"},"_links":{"a":[{"href":"/a"}]}}`}, want: cms.ErrInvalidArgument, sent: []string{look}},
		"a look that shows no raw text":          {look: state{plain: `{"id":7,"modified_gmt":"2026-01-02T00:00:00","title":{"rendered":"Title"},"_links":{"a":[{"href":"/a"}]}}`}, want: cms.ErrInvalidArgument, sent: []string{look}},
		"an answer to the update without links":  {look: state{count: 3, latest: 30}, after: state{plain: `{"id":7,"modified_gmt":"2026-01-02T00:00:00","title":{"raw":"Title"}}`}, want: cms.ErrInvalidArgument, written: true, sent: []string{look, update}},
		"some fields alone":                      {options: []cms.CallOption{cms.Fields("title")}, want: cms.ErrInvalidArgument, text: "fields"},
		"an option that makes no sense":          {options: []cms.CallOption{cms.Attempts(0)}, want: cms.ErrInvalidArgument, text: "attempts"},
		"embedded records, of the update alone":  {look: state{count: 3, latest: 30}, after: state{content: "New", count: 4, latest: 31}, options: []cms.CallOption{cms.Embed("author")}, written: true, sent: []string{look, update + "_embed=author"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if test.look.modified == "2026-01-01T00:00:00" {
				test.after.modified = "2026-01-03T00:00:00"
			}
			s := newStub(t, func(_ int, w http.ResponseWriter, r *http.Request) {
				switch {
				case r.Method == http.MethodPost:
					reply(w, 200, test.after.json())
				case !strings.HasSuffix(r.URL.Path, "revisions"):
					reply(w, 200, test.look.json())
				case test.revisions == nil:
					reply(w, 403, `{"code":"rest_forbidden","message":"No.","data":{"status":403}}`)
				default:
					reply(w, 200, "X-CMS-Total: 5", "X-CMS-TotalPages: 1", "["+strings.Join(test.revisions, ",")+"]")
				}
			})
			var read cms.Post
			before := state{modified: test.look.modified, count: 3, latest: 30}
			if before.modified != "2026-01-01T00:00:00" {
				before.modified = ""
			}
			if err := cms.Unmarshal([]byte(before.json()), &read); err != nil {
				t.Fatal(err)
			}
			var answer cms.Response
			written, err := s.client(t).Posts.UpdateIfUnchanged(t.Context(), &read, &cms.PostParams{Content: new("New")}, append(test.options, cms.Capture(&answer))...)
			if !errors.Is(err, test.want) || (written != nil) != test.written || err != nil && !strings.Contains(err.Error(), test.text) {
				t.Errorf("%v, with the record %v", err, written != nil)
			}
			e, failed := errors.AsType[*cms.Error](err)
			if failed && (e.Operation != "Posts.UpdateIfUnchanged" || e.Method != http.MethodPost || strings.Contains(e.Hint, "AllowUnverified") != (errors.Is(err, cms.ErrUnverifiable) && !test.written)) {
				t.Errorf("%v, hint %q", err, e.Hint)
			}
			if refused, ok := errors.AsType[*cms.ArgumentError](err); ok && !failed && refused.Operation != "Posts.UpdateIfUnchanged" {
				t.Errorf("%v", err)
			}
			var sent []string
			for _, r := range s.seen() {
				sent = append(sent, r.Method+" "+r.Path+" "+query(t, r.Query).Encode())
				if r.Method == http.MethodPost && r.Body != `{"content":"New"}` {
					t.Errorf("it wrote %s", r.Body)
				}
			}
			if strings.Join(sent, "\n") != strings.Join(test.sent, "\n") {
				t.Errorf("it sent %q", sent)
			}
			if (answer.Status == 200) != (len(sent) > 1) { // what is captured is the update
				t.Errorf("the answer is %+v", answer)
			}
		})
	}
}

// TestUpdateIfUnchangedEncodesBeforeItLooks has params that cannot be sent.
func TestUpdateIfUnchangedEncodesBeforeItLooks(t *testing.T) {
	t.Parallel()
	s := newStub(t, always(200, state{count: 3}.json()))
	var read cms.Post
	if err := cms.Unmarshal([]byte(state{count: 3}.json()), &read); err != nil {
		t.Fatal(err)
	}
	_, err := s.client(t).Posts.UpdateIfUnchanged(t.Context(), &read, &cms.PostParams{Extra: cms.Extra{"id": []byte("8")}})
	if refused, ok := errors.AsType[*cms.ArgumentError](err); !ok || refused.Operation != "Posts.UpdateIfUnchanged" || refused.Argument != "id" || len(s.seen()) > 0 {
		t.Errorf("%v after %d requests", err, len(s.seen()))
	}
}

// TestUpdateIfUnchangedNeedsARecordThatWasReadWhole has records that show too little to
// be compared.
func TestUpdateIfUnchangedNeedsARecordThatWasReadWhole(t *testing.T) {
	t.Parallel()
	s := newStub(t, always(403, `{"code":"rest_forbidden","message":"No.","data":{"status":403}}`))
	const id, modified, title, links = `"id":7`, `"modified_gmt":"2026-01-02T00:00:00"`, `"title":{"raw":"Title"}`, `"_links":{"self":[{"href":"/s"}]}`
	for _, test := range []struct {
		reason  string // "" for one that is looked at
		members []string
	}{
		{"", []string{id, modified, title, links}},
		{"no id", []string{modified, title, links}},
		{"edit", []string{id, title, links}},
		{"edit", []string{id, modified, links}},
		{"edit", []string{id, modified, `"title":{"rendered":"Title"}`, links}},
		{"edit", []string{id, modified, title}},
	} {
		before := len(s.seen())
		_, err := s.client(t).Posts.UpdateIfUnchanged(t.Context(), read[cms.Post](t, "{"+strings.Join(test.members, ",")+"}"), &cms.PostParams{Title: new("New")})
		refused, ok := errors.AsType[*cms.ArgumentError](err)
		looked := len(s.seen()) > before
		if looked != (test.reason == "") || looked && !errors.Is(err, cms.ErrForbidden) ||
			!looked && (!ok || refused.Operation != "Posts.UpdateIfUnchanged" || refused.Argument != "record" || !strings.Contains(refused.Reason, test.reason)) {
			t.Errorf("%v: %v", test.members, err)
		}
	}
}
