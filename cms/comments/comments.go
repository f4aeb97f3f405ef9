// Package comments reads, writes and moderates the comments of a site.
//
//	all, held := comments.New(site), []int64(nil)
//	for c, err := range all.All(ctx, &comments.ListOptions{Status: comments.FilterHold}) {
//		…
//		held = append(held, c.ID)
//	}
//	for _, r := range all.Each(ctx, held, all.Approve) {
//		if r.Err != nil { … }
//	}
//
// [Comments] have the verbs of a [cms.Collection] besides: Get, List, All, Create, Update,
// Delete and the others that `go doc cms.Collection` lists.
//
// # Three things people get wrong
//
// A status has two spellings: a comment reads "approved", a list is filtered by
// "approve". The filter "approved" matches nothing, so that [Status] and [Filter] are
// two types.
//
// Every list, also one by ids, holds approved comments alone unless Status says
// otherwise.
//
// Moderating while walking the list of held comments skips some, because the list
// shrinks under the walk. Collect the ids first.
package comments

import (
	"fmt"
	"time"

	"github.com/fontcms/fontcms-go/cms"
)

// Codes of errors of comments.
const (
	CodeFlood          cms.ErrorCode = "comment_flood"                // 400: two within about 15 seconds, by other than editors
	CodeDuplicate      cms.ErrorCode = "comment_duplicate"            // 409: the same text again; it is [cms.ErrConflict]
	CodeClosed         cms.ErrorCode = "rest_comment_closed"          // 403
	CodeDraftPost      cms.ErrorCode = "rest_comment_draft_post"      // 403
	CodeInvalidPost    cms.ErrorCode = "rest_comment_invalid_post_id" // 403: no such post
	CodeInvalidComment cms.ErrorCode = "rest_comment_invalid_id"      // 404: no such comment
	CodeInvalidContent cms.ErrorCode = "rest_comment_content_invalid" // 400: nothing is left of it
	CodeInvalidAuthor  cms.ErrorCode = "rest_comment_invalid_author"  // 403: on behalf of somebody else
	CodeInvalidType    cms.ErrorCode = "rest_invalid_comment_type"    // 400
	CodeLoginRequired  cms.ErrorCode = "rest_comment_login_required"  // 401
	CodeCannotRead     cms.ErrorCode = "rest_cannot_read"             // 401, 403: held, in the trash, or of a hidden post
	CodeForbiddenParam cms.ErrorCode = "rest_forbidden_param"         // 401, 403: see [ListOptions]
)

// Status is the status of a comment, as it is read and written. An unknown value
// passes through when it is read.
type Status string

// The statuses of comments.
const (
	StatusApproved Status = "approved"
	StatusHold     Status = "hold"
	StatusSpam     Status = "spam"
	StatusTrash    Status = "trash" // read alone: see [Comments.Trash]

	statusUnspam  Status = "unspam" // these two bring the one before back
	statusUntrash Status = "untrash"
)

// Filter chooses comments of a list by their status.
type Filter string

// The filters. Any other value, unless a plugin adds it, finds nothing.
const (
	FilterApprove Filter = "approve" // the default
	FilterHold    Filter = "hold"
	FilterSpam    Filter = "spam"
	FilterTrash   Filter = "trash"
	FilterAll     Filter = "all" // approved and held
	FilterAny     Filter = "any" // all, and spam and trash
)

// Type is the type of a comment.
type Type string

// The types of comments.
const (
	TypeComment Type = "comment" // the default
	TypeNote    Type = "note"    // of editors, to a block; since WordPress 6.9
	TypePings   Type = "pings"   // of a list: pingbacks and trackbacks
	TypeAll     Type = "all"     // of a list
)

// Comment is a comment on a post. The context "edit" gives all fields, "view" those
// up to Meta, "embed" those without Post, DateGMT, Status and Meta.
type Comment struct {
	ID         int64         `json:"id"`
	Post       int64         `json:"post"`
	Parent     int64         `json:"parent"` // the comment that it answers, 0 for none
	Author     int64         `json:"author"` // the id of a user, 0 for a guest
	AuthorName string        `json:"author_name"`
	AuthorURL  string        `json:"author_url"` // HTML: "?a=1&amp;b=2"
	Date       cms.LocalTime `json:"date"`
	DateGMT    cms.GMTTime   `json:"date_gmt"`
	Content    cms.Text      `json:"content"` // Raw in the context "edit"
	Link       string        `json:"link"`
	Status     Status        `json:"status"`
	Type       Type          `json:"type"`
	// AuthorAvatarURLs is nil if the site shows no avatars.
	AuthorAvatarURLs cms.AvatarURLs `json:"author_avatar_urls,omitzero"`
	Meta             cms.Meta       `json:"meta,omitzero"`

	AuthorEmail     string `json:"author_email,omitzero"`
	AuthorIP        string `json:"author_ip,omitzero"`
	AuthorUserAgent string `json:"author_user_agent,omitzero"`

	Links    cms.Links    `json:"_links,omitzero"`
	Embedded cms.Embedded `json:"_embedded,omitzero"` // see [cms.Embed]

	// Extra holds the members that this package does not know.
	Extra cms.Extra `json:",embed"`

	// Reading says whether the comment was read whole.
	Reading cms.Reading `json:"-"`
}

// Params is what a create or update of a comment sets. A nil field is left alone. A
// create needs Post and Content. Users below an editor may set no author, status, IP
// address or date: [CodeInvalidAuthor] and the like.
//
// An error that is [cms.ErrPartlyWritten] means that the site refused a member of
// Meta, and that the comment was created, or its other fields were changed.
type Params struct {
	Post *int64 `json:"post,omitzero"`
	// Parent is the comment that this one answers, 0 for none. The site takes any
	// number, also that of a comment on another post.
	Parent *int64 `json:"parent,omitzero"`
	// Content is text with some HTML, of 65,525 bytes at most.
	Content *string `json:"content,omitzero"`
	// Author is the id of a user. Default on create: the caller.
	Author *int64 `json:"author,omitzero"`
	// AuthorName and AuthorEmail, together, make a comment of a guest, which is held.
	AuthorName      *string `json:"author_name,omitzero"`
	AuthorEmail     *string `json:"author_email,omitzero"`
	AuthorURL       *string `json:"author_url,omitzero"`
	AuthorIP        *string `json:"author_ip,omitzero"`
	AuthorUserAgent *string `json:"author_user_agent,omitzero"`
	// Date is the date of the comment: see [cms.At]. DateGMT is the same in another field;
	// give one of them.
	Date    cms.Date `json:"date,omitzero"`
	DateGMT cms.Date `json:"date_gmt,omitzero"`
	// Status is approved, hold or spam. Default on create: that of the site for the
	// author. For the trash see [Comments.Trash]; for a check of what the site made of
	// it [Comments.Approve], [Comments.Hold] and [Comments.Spam].
	Status *Status `json:"status,omitzero"`
	// Type is for a create: "note" since WordPress 6.9, whose Post may be a draft.
	Type *Type           `json:"type,omitzero"`
	Meta *cms.MetaParams `json:"meta,omitzero"`
	// Extra holds members that plugins take: see [cms.Extra.Set].
	Extra cms.Extra `json:",embed"`
}

// Check returns an error for a status that the site would ignore, for the status
// trash, by which a site whose trash is off deletes the comment for good, and for an
// Author who is nobody. Calls ask it before they send p.
func (p *Params) Check() error {
	if p.Author != nil && *p.Author < 1 {
		return &cms.ArgumentError{Argument: "author", Reason: fmt.Sprintf("%d is not the id of a user: a guest has an AuthorName and an AuthorEmail", *p.Author)}
	}
	if p.Status == nil {
		return nil
	}
	switch *p.Status {
	case StatusApproved, StatusHold, StatusSpam, statusUnspam, statusUntrash:
		return nil
	case StatusTrash:
		return &cms.ArgumentError{Argument: "status", Reason: "a site whose trash is off would delete the comment for good: see Trash"}
	}
	return &cms.ArgumentError{Argument: "status", Reason: fmt.Sprintf("the site would ignore %.40q: it is none of approved, hold and spam", *p.Status)}
}

// Params returns the settable fields of a comment, to write it elsewhere or change
// it. It has the id of an author who is a user, and the name and addresses as the
// comment has them: with the id alone the site would take those that the user has now.
// A status that cannot be written, and members of meta that are null, are left out.
// Errors: [cms.ErrIncomplete] if the comment was not read in the context "edit", or
// was read with [cms.Fields].
func (c *Comment) Params() (*Params, error) {
	if c.Reading.Partial || !c.Content.HasRaw() || c.Type == "" || c.Status == "" {
		return nil, fmt.Errorf("%w: read it with InContext(ContextEdit) and without Fields", cms.ErrIncomplete)
	}
	p := &Params{
		Post: given(c.Post), Parent: new(c.Parent), Content: new(c.Content.Raw), Author: given(c.Author), DateGMT: c.DateGMT.Date(),
		AuthorName: new(c.AuthorName), AuthorEmail: new(c.AuthorEmail), AuthorURL: new(c.AuthorURL),
		AuthorIP: given(c.AuthorIP), AuthorUserAgent: given(c.AuthorUserAgent), Meta: c.Meta.Params(),
	}
	switch c.Status {
	case StatusApproved, StatusHold, StatusSpam:
		p.Status = new(c.Status)
	}
	if c.Type == TypeNote {
		p.Type = new(c.Type)
	}
	return p, nil
}

// given is nil for the zero value.
func given[V comparable](v V) *V {
	var zero V
	if v == zero {
		return nil
	}
	return &v
}

// OrderBy is what a list of comments is ordered by (argument orderby).
type OrderBy string

// The orders of comments. ByInclude needs Include, and keeps its order.
const (
	ByDateGMT OrderBy = "date_gmt" // the default
	ByDate    OrderBy = "date"
	ByID      OrderBy = "id"
	ByInclude OrderBy = "include"
	ByPost    OrderBy = "post"
	ByParent  OrderBy = "parent"
	ByType    OrderBy = "type"
)

// ListOptions are the arguments of a list of comments. Status, Type, Author,
// AuthorExclude and AuthorEmail need a user who may edit posts:
// [CodeForbiddenParam]. Totals include comments that the user may not read; lists do
// not.
type ListOptions struct {
	// Context is how much of each comment is read. Default "view". "edit" needs an
	// editor.
	Context cms.Context `url:"context,omitempty"`
	// Page is the page, from 1. Default 1. A page past the last one is empty.
	Page int `url:"page,omitempty"`
	// PerPage is the size of a page, at most 100. Default 10 for a List, and 100 for a
	// walk.
	PerPage int `url:"per_page,omitempty"`
	// Search finds comments whose text, author, address, e-mail address or IP address
	// contains this text. It does so for anonymous callers, too.
	Search string `url:"search,omitempty"`
	// After and Before bound the date. The bounds are not included.
	After  time.Time `url:"after,omitempty"`
	Before time.Time `url:"before,omitempty"`
	// Author and AuthorExclude choose by the ids of users.
	Author        []int64 `url:"author,brackets,omitempty"`
	AuthorExclude []int64 `url:"author_exclude,brackets,omitempty"`
	// AuthorEmail chooses by an e-mail address.
	AuthorEmail string `url:"author_email,omitempty"`
	// Include and Exclude choose by ids. Status applies as well.
	Include []int64 `url:"include,brackets,omitempty"`
	Exclude []int64 `url:"exclude,brackets,omitempty"`
	// Offset skips this many comments. The site then ignores Page.
	Offset int `url:"offset,omitempty"`
	// Order is the direction. Default descending.
	Order cms.Order `url:"order,omitempty"`
	// OrderBy is what the list is ordered by. Default "date_gmt".
	OrderBy OrderBy `url:"orderby,omitempty"`
	// Parent and ParentExclude choose by the comment that is answered; 0 is for those
	// at the top.
	Parent        []int64 `url:"parent,brackets,omitempty"`
	ParentExclude []int64 `url:"parent_exclude,brackets,omitempty"`
	// Post chooses by the ids of posts. One that the user may not read is refused.
	Post []int64 `url:"post,brackets,omitempty"`
	// Status chooses by status. Default [FilterApprove].
	Status Filter `url:"status,omitempty"`
	// Type chooses by type. Default [TypeComment]: pingbacks, trackbacks and notes are
	// left out. TypeAll has them, too.
	Type Type `url:"type,omitempty"`
	// Password opens the comments on posts that it protects.
	Password string `url:"password,omitempty"`
}

// Comments are the comments of a site: a collection with the verbs of a moderator.
// GetMany, Count and walks with Exact and Prefetch work as on any collection, with
// approved comments unless Status is set. None of its requests can stand in a batch
// ([cms.CodeBatchNotAllowed]): see [Comments.Each].
//
// [cms.PostPassword] opens a comment on a post that has a password.
type Comments struct {
	*cms.Collection[Comment, Params, ListOptions]

	content *cms.Content[Comment, Params, ListOptions] // the same, for its Trash
}

// New returns the comments of a site: cms/v2/comments. Anyone may read approved
// comments on public posts. Who may edit a post may read and moderate its comments.
//
// Comments of subscribers, contributors and authors are held, those of editors
// approved. For users below an editor a create returns the context "view". The site
// sends the same mail as for a comment that is written on its page.
//
// Errors: [cms.ErrNotFound] if no comment has the id; [CodeCannotRead] if the user may
// not read it; [cms.ErrGone] if a comment that is to be trashed is in the trash.
func New(site *cms.Client) *Comments {
	const path = "cms/v2/comments"
	return &Comments{
		cms.NewCollection[Comment, Params, ListOptions](site, path).WithWalkOrders(cms.WalkOrders{}),
		cms.NewContent[Comment, Params, ListOptions](site, path),
	}
}

// Tree arranges comments as threads, as [cms.Tree] does, each level in the order of
// list.
func Tree(list []*Comment) []*cms.Node[Comment] {
	return cms.Tree(list, func(c *Comment) (id, parent int64) { return c.ID, c.Parent })
}
