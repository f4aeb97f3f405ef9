package ledger_test

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/cms/comments"
)

func commentsOf(s *services) *comments.Comments {
	return comments.New(s.site)
}

var (
	commentOrders = []comments.OrderBy{comments.ByDateGMT, comments.ByDate, comments.ByID, comments.ByInclude,
		comments.ByPost, comments.ByParent, comments.ByType}
	commentFilters = []comments.Filter{comments.FilterApprove, comments.FilterHold, comments.FilterSpam,
		comments.FilterTrash, comments.FilterApprovedAndHeld, comments.FilterAny}
	commentTypes    = []comments.Type{comments.TypeComment, comments.TypeNote, comments.TypePings, comments.TypeAll}
	commentStatuses = []comments.Status{comments.StatusApproved, comments.StatusHold, comments.StatusSpam}
)

func commentParams() *comments.Params {
	return &comments.Params{
		Post: new(int64(5)), Parent: new(int64(0)), Content: new("Fine."), Author: new(int64(3)), AuthorName: new("Ada"),
		AuthorEmail: new("ada@fonts.example"),
		AuthorURL:   new("https://fonts.example/"), AuthorIP: new("192.0.2.1"), AuthorUserAgent: new("agent"),
		Date: localMoment.Date(), DateGMT: gmtMoment.Date(),
		Status: new(comments.StatusApproved),
		Meta:   &cms.MetaParams{Extra: cms.Extra{"_wp_note_status": json.RawMessage(`"resolved"`)}},
	}
}

const commentBody = `{"post":5,"parent":0,"content":"Fine.","author":3,"author_name":"Ada",
"author_email":"ada@fonts.example","author_url":"https://fonts.example/",
	"author_ip":"192.0.2.1","author_user_agent":"agent","date":"2026-08-28T19:00:00","date_gmt":"2026-08-28T17:00:00Z",
	"status":"approved","meta":{"_wp_note_status":"resolved"}}`

func commentCalls() []call {
	const name, path = "comments", "/cms/v2/comments"
	out := slices.Concat(
		walking(name, path, commentsOf),
		getting(name, path, commentsOf, false),
		writing(name, path, commentsOf, commentParams(), commentBody),
		one(name, path, commentsOf,
			&comments.Params{Meta: &cms.MetaParams{Extra: cms.Extra{"_wp_note_status": json.RawMessage(`"reopen"`)}}},
			`{"meta":{"_wp_note_status":"reopen"}}`),
		one(name, path, commentsOf, &comments.Params{Type: new(comments.TypeNote)}, `{"type":"note"}`)[:1],
		listing(name, path, commentsOf, &comments.ListOptions{
			Context: cms.ContextEdit, Page: 2, PerPage: 100, Search: "serif", After: moment, Before: moment.Add(3600e9),
			Author: []int64{0, 1}, AuthorExclude: []int64{2},
			AuthorEmail: "ada@fonts.example", Include: []int64{5, 6}, Exclude: []int64{3, 4}, Offset: 7, Order: cms.Ascending,
			OrderBy: comments.ByDate,
			Parent:  []int64{0, 8}, ParentExclude: []int64{9}, Post: []int64{10, 11}, Status: comments.FilterAny,
			Type: comments.TypeAll, Password: "letmein",
		}, "context=edit&page=2&per_page=100&search=serif&after=2026-08-28T17:00:00Z&before=2026-08-28T18:00:00Z&"+
			"author[]=0&author[]=1&author_exclude[]=2"+
			"&author_email=ada@fonts.example&include[]=5&include[]=6&exclude[]=3&exclude[]=4&offset=7&order=asc&orderby=date&"+
			"parent[]=0&parent[]=8&parent_exclude[]=9"+
			"&post[]=10&post[]=11&status=any&type=all&password=letmein"),
		[]call{
			{"comments.Get with a password", func(ctx context.Context, s *services) error {
				_, err := commentsOf(s).Get(ctx, 7, cms.PostPassword("letmein"))
				return err
			}, []want{{"GET", path + "/7", "password=letmein", ""}}},
			{"comments.DeleteRequest with a password", func(ctx context.Context, s *services) error {
				r := commentsOf(s).DeleteRequest(7)
				r.Query.Set("password", "letmein")
				_, err := cms.Do(ctx, s.site, r)
				return err
			}, []want{{"DELETE", path + "/7", "force=true&password=letmein", ""}}},
		},
	)
	for _, o := range commentOrders {
		out = append(out, listing(name, path, commentsOf, &comments.ListOptions{OrderBy: o, Order: cms.Descending},
			"order=desc&orderby="+string(o))...)
	}
	for _, c := range contexts {
		out = append(out, listing(name, path, commentsOf, &comments.ListOptions{Context: c}, "context="+string(c))...)
	}
	for _, v := range commentFilters {
		out = append(out, listing(name, path, commentsOf, &comments.ListOptions{Status: v}, "status="+string(v))...)
	}
	for _, v := range commentTypes {
		out = append(out, listing(name, path, commentsOf, &comments.ListOptions{Type: v}, "type="+string(v))...)
	}
	for _, v := range commentStatuses {
		out = append(out, one(name, path, commentsOf, &comments.Params{Status: &v}, fmt.Sprintf(`{"status":%q}`, v))...)
	}
	return append(out, moderatingCalls()...)
}

// moderatingCalls is the verbs of a moderator, each on a comment that has not yet the
// status that it gets.
func moderatingCalls() (out []call) {
	const path = "/cms/v2/comments/7"
	update := func(status string) want { return want{"POST", path, "", `{"status":"` + status + `"}`} }
	get := want{"GET", path, "", ""}
	for name, c := range map[string]struct {
		verb          func(*comments.Comments, context.Context, int64, ...cms.CallOption) (*comments.Comment, error)
		before, after string // the status of the comment
		want          []want
	}{
		"Approve": {(*comments.Comments).Approve, "hold", "approved", []want{update("approved")}},
		"Hold":    {(*comments.Comments).Hold, "approved", "hold", []want{update("hold")}},
		"Spam":    {(*comments.Comments).Spam, "approved", "spam", []want{update("spam")}},
		"Unspam":  {(*comments.Comments).Unspam, "spam", "approved", []want{get, update("unspam")}},
		"Trash":   {(*comments.Comments).Trash, "approved", "trash", []want{{"DELETE", path, "", ""}}},
		"Untrash": {(*comments.Comments).Untrash, "trash", "approved", []want{get, update("untrash")}},
	} {
		out = append(out, call{"comments." + name, func(ctx context.Context, s *services) error {
			s.cms.answer = func(r request) string {
				status := c.after
				if r.method == "GET" {
					status = c.before
				}
				return `{"id":7,"status":"` + status + `"}`
			}
			_, err := c.verb(comments.New(s.site), ctx, 7)
			return err
		}, c.want})
	}
	return out
}
