// Package comments reads, writes and moderates the comments of a site.
//
//	all := comments.New(site) // site is a *cms.Client
//	var held []int64
//	for c, err := range all.All(ctx, &comments.ListOptions{Status: comments.FilterHold}) {
//		…
//		held = append(held, c.ID)
//	}
//	for _, r := range all.Each(ctx, held, all.Approve) {
//		if r.Err != nil { … }
//	}
//
// # Three common mistakes
//
// A status has two spellings: a comment has the status "approved", a list is filtered by
// "approve". The filter "approved" matches nothing. So [Status] and [Filter] are two
// types.
//
// Every list, including one by ids, contains only approved comments unless Status is
// set.
//
// Do not moderate while you walk the list of held comments. The list shrinks, and the
// walk skips comments. Collect the ids first.
package comments

import (
	"fmt"
	"time"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/internal/wire"
)

// Error codes of the routes of comments.
const (
	// 400: a second comment within about 15 seconds of the first; editors are exempt
	CodeFlood cms.ErrorCode = "comment_flood"
	// 409: the same text twice; it is [cms.ErrConflict]
	CodeDuplicate      cms.ErrorCode = "comment_duplicate"
	CodeClosed         cms.ErrorCode = "rest_comment_closed"          // 403
	CodeDraftPost      cms.ErrorCode = "rest_comment_draft_post"      // 403
	CodeInvalidPost    cms.ErrorCode = "rest_comment_invalid_post_id" // 403: no post has the id
	CodeInvalidComment cms.ErrorCode = "rest_comment_invalid_id"      // 404: no comment has the id
	// 400: the content is empty after the site has cleaned it
	CodeInvalidContent cms.ErrorCode = "rest_comment_content_invalid"
	// 403: the user may not set another author
	CodeInvalidAuthor cms.ErrorCode = "rest_comment_invalid_author"
	CodeInvalidType   cms.ErrorCode = "rest_invalid_comment_type"   // 400
	CodeLoginRequired cms.ErrorCode = "rest_comment_login_required" // 401
	// 401, 403: held, in the trash, or of a hidden post
	CodeCannotRead     cms.ErrorCode = "rest_cannot_read"
	CodeForbiddenParam cms.ErrorCode = "rest_forbidden_param" // 401, 403: see [ListOptions]
)

// Status is the status of a comment, as read and written. Unknown values are kept when
// read.
type Status string

// The statuses of comments.
const (
	StatusApproved Status = "approved"
	StatusHold     Status = "hold"
	StatusSpam     Status = "spam"
	StatusTrash    Status = "trash" // only read: see [Comments.Trash]

	// An update to statusUnspam or statusUntrash restores the status that the comment had
	// before it became spam or was trashed.
	statusUnspam  Status = "unspam"
	statusUntrash Status = "untrash"
)

// Filter selects comments of a list by status.
type Filter string

// The filters. Other values match nothing, unless a plugin adds them.
const (
	FilterApprove         Filter = "approve" // the default
	FilterHold            Filter = "hold"
	FilterSpam            Filter = "spam"
	FilterTrash           Filter = "trash"
	FilterApprovedAndHeld Filter = "all"
	FilterAny             Filter = "any" // approved, held, spam and trash
)

// Type is the type of a comment.
type Type string

// The types of comments.
const (
	TypeComment Type = "comment" // the default
	TypeNote    Type = "note"    // a note of an editor about a block; since WordPress 6.9
	TypePings   Type = "pings"   // for a list: pingbacks and trackbacks
	TypeAll     Type = "all"     // for a list
)

// Comment is a comment on a post. The context "edit" has all fields. The context "view"
// has the fields up to Meta. The context "embed" has these fields without Post,
// DateGMT, Status and Meta.
type Comment struct {
	ID         int64         `json:"id"`
	Post       int64         `json:"post"`
	Parent     int64         `json:"parent"` // the comment that it replies to, 0 if it is no reply
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

	// Extra holds the fields that this package does not know.
	Extra cms.Extra `json:",embed"`

	// Reading tells whether the whole comment was read.
	Reading cms.Reading `json:"-"`
}

// Params are the fields that a create or update of a comment sets. A nil field is not
// changed. A create needs Post and Content. Users without the rights of an editor may
// not set author, status, IP address or date: [CodeInvalidAuthor] and similar codes.
//
// [cms.ErrPartlyWritten] means that the site rejected a field of Meta after it had
// created the comment or stored the other fields.
type Params struct {
	Post *int64 `json:"post,omitzero"`
	// Parent is the comment that this one replies to, 0 if it is no reply. The site does
	// not check the id. It accepts the id of a comment on another post.
	Parent *int64 `json:"parent,omitzero"`
	// Content is text with some HTML, at most 65,525 bytes.
	Content *string `json:"content,omitzero"`
	// Author is the id of a user. Default on create: the caller.
	Author *int64 `json:"author,omitzero"`
	// If AuthorName and AuthorEmail are both set, the comment counts as written by a
	// guest, and is held.
	AuthorName      *string `json:"author_name,omitzero"`
	AuthorEmail     *string `json:"author_email,omitzero"`
	AuthorURL       *string `json:"author_url,omitzero"`
	AuthorIP        *string `json:"author_ip,omitzero"`
	AuthorUserAgent *string `json:"author_user_agent,omitzero"`
	// Date is the date of the comment: see [cms.At]. DateGMT sets the same date; set one
	// of the two.
	Date    cms.Date `json:"date,omitzero"`
	DateGMT cms.Date `json:"date_gmt,omitzero"`
	// Status is approved, hold or spam. By default, the site chooses the status of a
	// new comment from its author and its text: Create may return any of them. To check
	// the resulting status, use [Comments.Approve], [Comments.Hold] and [Comments.Spam].
	// For the trash see [Comments.Trash].
	Status *Status `json:"status,omitzero"`
	// Type is for a create. "note" exists since WordPress 6.9; its Post may be a draft.
	Type *Type           `json:"type,omitzero"`
	Meta *cms.MetaParams `json:"meta,omitzero"`
	// Extra holds fields that plugins accept: see [cms.Extra.Set].
	Extra cms.Extra `json:",embed"`
}

// Check returns an error for
//   - a status that the site would ignore
//   - the status trash, because a site whose trash is off would delete the comment
//     permanently
//   - an Author that is not an id
//
// Calls check p before they send it.
func (p *Params) Check() error {
	if p.Author != nil && *p.Author < 1 {
		return &cms.ArgumentError{Argument: "author",
			Reason: fmt.Sprintf("%d is not an id of a user: for a guest set AuthorName and AuthorEmail", *p.Author)}
	}
	if p.Status == nil {
		return nil
	}
	switch *p.Status {
	case StatusApproved, StatusHold, StatusSpam, statusUnspam, statusUntrash:
		return nil
	case StatusTrash:
		return &cms.ArgumentError{Argument: "status",
			Reason: "a site whose trash is off would delete the comment permanently: see Trash"}
	}
	return &cms.ArgumentError{Argument: "status",
		Reason: fmt.Sprintf("the site would ignore %.40q: it is not one of approved, hold and spam", *p.Status)}
}

// Params returns the settable fields of a comment, to change it or write it elsewhere.
// If the author is a user, the params contain the id of the user, and also the name and
// addresses that the comment has. Without them, the site would store the present name
// and addresses of the user. Null fields of meta and a status that cannot be written are
// left out.
//
// Errors: [cms.ErrIncomplete] if the comment was not read in the context "edit", or was
// read with [cms.Fields].
func (c *Comment) Params() (*Params, error) {
	if c.Reading.Partial || !c.Content.HasRaw() || c.Type == "" || c.Status == "" {
		return nil, fmt.Errorf("%w: read it with InContext(ContextEdit) and without Fields", cms.ErrIncomplete)
	}
	p := &Params{
		Post: given(c.Post), Parent: new(c.Parent), Content: new(c.Content.Raw), Author: given(c.Author),
		DateGMT:    c.DateGMT.Date(),
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
	wire.LeaveOut(p, c.Extra)
	return p, nil
}

// given returns a pointer to v, or nil if v is the zero value.
func given[V comparable](v V) *V {
	var zero V
	if v == zero {
		return nil
	}
	return &v
}

// OrderBy is the field that a list of comments is ordered by (argument orderby).
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
// AuthorExclude and AuthorEmail need a user who may edit posts; otherwise the call fails
// with [CodeForbiddenParam]. Totals include comments that the user may not read; lists
// do not.
type ListOptions struct {
	// Context sets how much of each comment is read. Default "view". "edit" needs an
	// editor.
	Context cms.Context `url:"context,omitempty"`
	// Page is the number of the page, from 1. Default 1. A page past the last one is
	// empty.
	Page int `url:"page,omitempty"`
	// PerPage is the size of a page, at most 100. Default 10 for List, 100 for a walk.
	PerPage int `url:"per_page,omitempty"`
	// Search finds comments whose text, author, address, e-mail address or IP address
	// contains this text. It does so for anonymous callers too.
	Search string `url:"search,omitempty"`
	// After and Before limit the date. A limit may be in any time zone. The limits
	// themselves are excluded.
	After  time.Time `url:"after,omitempty"`
	Before time.Time `url:"before,omitempty"`
	// Author and AuthorExclude select by the ids of users.
	Author        []int64 `url:"author,brackets,omitempty"`
	AuthorExclude []int64 `url:"author_exclude,brackets,omitempty"`
	// AuthorEmail selects by e-mail address.
	AuthorEmail string `url:"author_email,omitempty"`
	// Include and Exclude select by id. Status applies too.
	Include []int64 `url:"include,brackets,omitempty"`
	Exclude []int64 `url:"exclude,brackets,omitempty"`
	// Offset skips this many comments. The site then ignores Page.
	Offset int `url:"offset,omitempty"`
	// Order is the direction. Default descending.
	Order cms.Order `url:"order,omitempty"`
	// OrderBy is the field that the list is ordered by. Default "date_gmt". Walks take every
	// order, because a site sorts equal comments by id. [cms.Exact] refuses OrderBy.
	OrderBy OrderBy `url:"orderby,omitempty"`
	// Parent and ParentExclude select by the comment that is replied to; 0 selects those
	// at the top level.
	Parent        []int64 `url:"parent,brackets,omitempty"`
	ParentExclude []int64 `url:"parent_exclude,brackets,omitempty"`
	// Post selects by the ids of posts. A post that the user may not read is rejected.
	Post []int64 `url:"post,brackets,omitempty"`
	// Status selects by status. Default [FilterApprove].
	Status Filter `url:"status,omitempty"`
	// Type selects by type. Default [TypeComment], which excludes pingbacks, trackbacks
	// and notes. TypeAll includes them.
	Type Type `url:"type,omitempty"`
	// Password is the password of a protected post, to list its comments.
	Password string `url:"password,omitempty"`
}

// Comments reads, writes and moderates the comments of a site. Lists contain only
// approved comments unless Status is set. Its requests are not allowed in a batch
// ([cms.CodeBatchNotAllowed]): see [Comments.Each]. [New] says who may read and moderate.
//
// If a post has a password, pass it to Get with [cms.PostPassword] and to a list in
// [ListOptions].Password.
type Comments struct {
	content *cms.Content[Comment, Params, ListOptions]
}

// New returns the comments of a site: cms/v2/comments. Everyone may read approved
// comments on public posts. A user who may edit a post may read and moderate its
// comments.
//
// Comments of subscribers, contributors and authors are held for moderation. Those of
// editors are approved. For users without the rights of an editor, Create returns the
// comment as the context "view" shows it. The site sends the same notification e-mails
// as for comments made on the page.
func New(site *cms.Client) *Comments {
	return &Comments{cms.NewContent[Comment, Params, ListOptions](site, "cms/v2/comments")}
}

// Tree arranges comments as threads: see [cms.Tree]. Siblings keep the order of list.
func Tree(list []*Comment) []*cms.Node[Comment] {
	return cms.Tree(list, func(c *Comment) (id, parent int64) { return c.ID, c.Parent })
}
