// Package users reads and writes the users of a site, the current user, and application
// passwords.
//
//	who := users.New(site) // site is a *cms.Client
//	u, err := who.Create(ctx, &users.Params{
//		Username: new("ada"), Email: new("ada@example.org"), Password: new(random), Roles: []string{"editor"}})
//	…
//	_, err = who.Delete(ctx, u.ID, users.ReassignTo(1))
//
// # Three common mistakes
//
// Deleting a user also deletes the user's posts, or leaves them without an author,
// unless they are reassigned. So [Users.Delete] requires another user to reassign them
// to.
//
// An empty list of roles removes all roles from a user, even from the administrator who
// sends it. Calls refuse an empty list unless NoRoles is set.
//
// Only administrators see all users. Other callers silently get only the users who have
// published something.
package users

import (
	"fmt"
	"io"
	"log/slog"
	"slices"
	"strings"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/internal/wire"
)

// Error codes of the routes of users. The first three have the status 500. They are final
// results: they are never retried, and nothing was created.
const (
	CodeExistingLogin   cms.ErrorCode = "existing_user_login" // the username is taken; case is ignored
	CodeExistingEmail   cms.ErrorCode = "existing_user_email" // the e-mail address is taken
	CodeLoginTooLong    cms.ErrorCode = "user_login_too_long" // the username has more than 60 characters
	CodeInvalidEmail    cms.ErrorCode = "rest_user_invalid_email"
	CodeInvalidSlug     cms.ErrorCode = "rest_user_invalid_slug"
	CodeInvalidRole     cms.ErrorCode = "rest_user_invalid_role"
	CodeInvalidReassign cms.ErrorCode = "rest_user_invalid_reassign"
	CodeCannotView      cms.ErrorCode = "rest_user_cannot_view"
	CodeInvalidUser     cms.ErrorCode = "rest_user_invalid_id" // 404
)

// User is a user of a site. The context "view" has the fields up to Meta. The context
// "embed" has the same fields without Meta. The context "edit" has all fields: with it
// users can read their own record, and administrators can read every user.
type User struct {
	ID int64 `json:"id"`
	// Name is the displayed name. It is HTML, and so are FirstName, LastName, Nickname
	// and Description.
	Name        string `json:"name"`
	URL         string `json:"url"` // HTML: "?a=1&amp;b=2"
	Description string `json:"description"`
	Link        string `json:"link"`
	Slug        string `json:"slug"`
	// AvatarURLs is nil if the site shows no avatars. The addresses are public and
	// contain a hash of the e-mail address.
	AvatarURLs cms.AvatarURLs `json:"avatar_urls,omitzero"`
	Meta       cms.Meta       `json:"meta,omitzero"`

	Username  string `json:"username,omitzero"` // the login name
	FirstName string `json:"first_name,omitzero"`
	LastName  string `json:"last_name,omitzero"`
	Email     string `json:"email,omitzero"`
	Locale    string `json:"locale,omitzero"` // "en_US"
	Nickname  string `json:"nickname,omitzero"`
	// Roles are the slugs of roles: "editor". A user may have none.
	Roles          cms.StringList `json:"roles,omitzero"`
	RegisteredDate cms.GMTTime    `json:"registered_date,omitzero"` // with an offset: "+00:00"
	// Capabilities are all capabilities of the user: see Can.
	Capabilities map[string]bool `json:"capabilities,omitzero"`
	// ExtraCapabilities holds the capabilities that were given to the user directly. It
	// also has a key for each role of the user.
	ExtraCapabilities map[string]bool `json:"extra_capabilities,omitzero"`

	Links    cms.Links    `json:"_links,omitzero"`
	Embedded cms.Embedded `json:"_embedded,omitzero"` // see [cms.Embed]

	// Extra holds the fields that this package does not know.
	Extra cms.Extra `json:",embed"`

	// Reading tells whether the whole user was read.
	Reading cms.Reading `json:"-"`
}

// Can reports whether the user has a capability, such as "edit_others_posts". The user
// must have been read in the context "edit".
func (u *User) Can(capability string) bool { return u.Capabilities[capability] }

// Params are the fields that a create or update of a user sets. A nil field is not
// changed. A create needs Username, Email and Password.
//
// [cms.ErrPartlyWritten] means that the site rejected a field of Meta after it had
// created the user or stored the other fields.
type Params struct {
	// Username is the login name. It consists of ASCII letters, digits, spaces and _ . -
	// @. It cannot be changed later.
	Username    *string `json:"username,omitzero"`
	Name        *string `json:"name,omitzero"`
	FirstName   *string `json:"first_name,omitzero"`
	LastName    *string `json:"last_name,omitzero"`
	Email       *string `json:"email,omitzero"` // takes effect immediately, without confirmation
	URL         *string `json:"url,omitzero"`
	Description *string `json:"description,omitzero"`
	Locale      *string `json:"locale,omitzero"` // an installed locale, or "" for the locale of the site
	Nickname    *string `json:"nickname,omitzero"`
	Slug        *string `json:"slug,omitzero"`
	// Roles replaces all roles of the user. Default on create: "subscriber". An empty
	// list that is not nil removes all roles, and is refused unless NoRoles is set.
	Roles []string `json:"roles,omitzero"`
	// NoRoles allows an empty Roles.
	NoRoles bool `json:"-"`
	// Password is the password for the login page. A new one takes effect immediately.
	// Application passwords stay valid.
	Password *string         `json:"password,omitzero"`
	Meta     *cms.MetaParams `json:"meta,omitzero"`
	// Extra holds fields that plugins accept: see [cms.Extra.Set].
	Extra cms.Extra `json:",embed"`
}

// Check returns an error for an empty list of roles without NoRoles, and for a role
// that is empty or contains a comma: a site reads a comma as the end of a role. Calls
// check p before they send it.
func (p *Params) Check() error {
	refuse := func(reason string) error { return &cms.ArgumentError{Argument: "roles", Reason: reason} }
	switch {
	case p.Roles != nil && len(p.Roles) == 0 && !p.NoRoles:
		return refuse("an empty list removes all roles of the user: leave it nil, or set NoRoles")
	case p.NoRoles && (p.Roles == nil || len(p.Roles) > 0):
		return refuse("NoRoles requires an empty list that is not nil")
	case slices.ContainsFunc(p.Roles, func(role string) bool {
		return strings.TrimSpace(role) == "" ||
			strings.Contains(role, ",")
	}):
		return refuse("a role is empty, or contains a comma")
	}
	return nil
}

// Secret reports whether Password is set. The response may then hold a secret, so errors
// do not contain it.
func (p Params) Secret() bool { return p.Password != nil }

// String returns only the user name, because params may hold a password.
func (p Params) String() string {
	name := ""
	if p.Username != nil {
		name = *p.Username
	}
	return "users.Params(" + name + ")"
}

// Format writes the result of String, for every verb.
func (p Params) Format(s fmt.State, _ rune) { _, _ = io.WriteString(s, p.String()) }

// LogValue returns the result of String.
func (p Params) LogValue() slog.Value { return slog.StringValue(p.String()) }

// Params returns the settable fields of a user, to change the user or to create it
// elsewhere. For a create, add a Password. Email and Roles are nil if the user has none.
// Null fields of meta are left out. Locale is left out too. For a user without a locale,
// the site returns its own locale. Writing that locale back would set it for the user.
//
// Errors: [cms.ErrIncomplete] if the user was not read in the context "edit", or was
// read with [cms.Fields].
func (u *User) Params() (*Params, error) {
	if u.Reading.Partial || u.Username == "" || u.RegisteredDate == "" {
		return nil, fmt.Errorf("%w: read it with InContext(ContextEdit) and without Fields", cms.ErrIncomplete)
	}
	params := &Params{
		Username: new(u.Username), Name: new(u.Name), FirstName: new(u.FirstName), LastName: new(u.LastName),
		URL: new(u.URL), Description: new(u.Description), Nickname: new(u.Nickname), Slug: new(u.Slug), Meta: u.Meta.Params(),
	}
	if u.Email != "" { // the site rejects an empty address
		params.Email = new(u.Email)
	}
	if len(u.Roles) > 0 {
		params.Roles = slices.Clone(u.Roles)
	}
	wire.LeaveOut(params, u.Extra)
	return params, nil
}

// OrderBy is the field that a list of users is ordered by (argument orderby).
type OrderBy string

// The orders of users. ByInclude needs Include, and ByIncludeSlugs needs Slug. Both keep
// the order of that list; [cms.Descending] reverses it. ByEmail and ByRegisteredDate
// need an administrator. In some orders sites lose users between pages. So walks refuse
// ByRegisteredDate with [cms.ErrUnstableOrder]. If Roles or Capabilities are set, they
// also refuse ByName and ByURL.
const (
	ByName         OrderBy = "name" // the default of List
	ByID           OrderBy = "id"
	BySlug         OrderBy = "slug"
	ByInclude      OrderBy = "include"
	ByIncludeSlugs OrderBy = "include_slugs"
	ByEmail        OrderBy = "email"
	ByURL          OrderBy = "url"
	// ByRegisteredDate is only for List.
	ByRegisteredDate OrderBy = "registered_date"
)

// SearchColumn is a column for a search of users.
type SearchColumn string

// The columns of a search.
const (
	SearchEmail    SearchColumn = "email"
	SearchName     SearchColumn = "name"
	SearchID       SearchColumn = "id"
	SearchUsername SearchColumn = "username"
	SearchSlug     SearchColumn = "slug"
)

// ListOptions are the arguments of a list of users.
type ListOptions struct {
	// Context sets how much of each user is read. Default "view". "edit" needs an
	// administrator.
	Context cms.Context `url:"context,omitempty"`
	// Page is the number of the page, from 1. Default 1. A page past the last one is
	// empty.
	Page int `url:"page,omitempty"`
	// PerPage is the size of a page, at most 100. Default 10 for List, 100 for a walk.
	PerPage int `url:"per_page,omitempty"`
	// Search finds users whose login name, e-mail address or name contains this text. A
	// * at its beginning or end has no effect; elsewhere it is an ordinary character.
	// For callers who may not list users, the e-mail address is not searched. WordPress
	// 6.1 searches a text with an @ only in the e-mail addresses.
	Search string `url:"search,omitempty"`
	// SearchColumns are the columns to search. WordPress 6.1 ignores them. For callers
	// who may not list users, the site silently ignores "email". If no column is left,
	// it searches all columns except "email".
	SearchColumns []SearchColumn `url:"search_columns,brackets,omitempty"`
	// Include and Exclude select by id. With Include the site ignores Exclude.
	Include []int64 `url:"include,brackets,omitempty"`
	Exclude []int64 `url:"exclude,brackets,omitempty"`
	// Offset skips this many users. The site then ignores Page.
	Offset int `url:"offset,omitempty"`
	// Order is the direction. Default ascending.
	Order cms.Order `url:"order,omitempty"`
	// OrderBy is the field that the list is ordered by. The default is name for List, and
	// id for a walk. A walk refuses [ByRegisteredDate], and with Roles or Capabilities also
	// [ByName] and [ByURL].
	OrderBy OrderBy `url:"orderby,omitempty"`
	// Slug selects by slug.
	Slug []string `url:"slug,brackets,omitempty"`
	// Roles and Capabilities select users with any of these roles or capabilities. They
	// need an administrator.
	Roles        []string `url:"roles,brackets,omitempty"`
	Capabilities []string `url:"capabilities,brackets,omitempty"`
	// Who set to "authors" selects users who may write posts. It needs a contributor.
	// The site then ignores Roles and Capabilities.
	Who string `url:"who,omitempty"`
	// HasPublishedPosts selects users who have published a record of any public post
	// type. PublishedTypes selects users who have published a record of one of the
	// named types. Do not set both.
	HasPublishedPosts bool     `url:"has_published_posts,omitempty"`
	PublishedTypes    []string `url:"has_published_posts,brackets,omitempty"`
}
