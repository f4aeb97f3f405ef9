package users

import (
	"context"
	"errors"
	"fmt"
	"html"
	"net/http"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/fontcms/fontcms-go/cms"
)

// ByLogin returns the user with a login name, read in the context "edit". Case is
// ignored. It searches the list, page by page: GET
// cms/v2/users?search=…. It needs an administrator, because sites show login names only
// to administrators.
//
// Errors:
//   - [cms.ErrNotFound] if no user has the login name.
//   - [cms.ErrForbidden] if the caller may not list users in the context "edit".
//   - [cms.ErrInvalidArgument] for an empty name, a name with a *, and [cms.Fields].
func (u *Users) ByLogin(ctx context.Context, username string, options ...cms.CallOption) (*User, error) {
	const operation = "users.ByLogin"
	found, err := u.find(ctx, operation, username, 0, options)
	if err == nil && found == nil {
		err = u.missing(operation, "no user has the login name", username)
	}
	return found, err
}

// ByEmail returns the user with an e-mail address, read in the context "edit". Case is
// ignored. It searches the list, page by page: GET
// cms/v2/users?search=…. It needs an administrator, because sites show e-mail addresses
// only to administrators. Other callers can use BySlug.
//
// Errors:
//   - [cms.ErrNotFound] if no user has the address.
//   - [cms.ErrAmbiguous] if several have it, which a plugin may allow.
//   - [cms.ErrForbidden] if the caller may not list users in the context "edit".
//   - [cms.ErrInvalidArgument] for an address without @ or with a *, and for
//     [cms.Fields].
func (u *Users) ByEmail(ctx context.Context, email string, options ...cms.CallOption) (*User, error) {
	const operation = "users.ByEmail"
	email = strings.TrimSpace(email)
	refuse := func(reason string) error {
		return &cms.ArgumentError{Operation: operation, Argument: "email", Reason: fmt.Sprintf("%.80q %s", email, reason)}
	}
	switch {
	case !strings.Contains(email, "@"):
		return nil, refuse("has no @")
	case strings.Contains(email, "*"):
		return nil, refuse("contains a *, which stands for any text")
	}
	found, err := u.search(ctx, operation, email, SearchEmail, 0, 100, options, func(user *User) bool {
		return strings.EqualFold(html.UnescapeString(user.Email), email)
	})
	switch {
	case err != nil:
		return nil, err
	case len(found) == 0:
		return nil, u.missing(operation, "no user has the e-mail address", email)
	case len(found) > 1:
		several := &cms.AmbiguousError{}
		for _, user := range found {
			several.IDs = append(several.IDs, user.ID)
		}
		return nil, &cms.Error{Operation: operation, Method: http.MethodGet, Path: u.route(), Reason: several}
	}
	return found[0], nil
}

// missing returns the error for a user who does not exist.
func (u *Users) missing(operation, why, name string) error {
	return &cms.Error{
		Operation: operation, Method: http.MethodGet, Path: u.route(),
		Reason: fmt.Errorf("%w: %s %.200q", cms.ErrNotFound, why, name),
	}
}

// route returns the route of users with the prefix of the site.
func (u *Users) route() string { return u.Client().Prefix() + "/v2/users" }

// find returns the user with a login name, or nil. If except is not 0, find leaves out the user
// with this id.
func (u *Users) find(ctx context.Context, operation, username string, except int64,
	options []cms.CallOption) (*User, error) {
	if username = strings.TrimSpace(username); username == "" || strings.Contains(username, "*") {
		return nil, &cms.ArgumentError{Operation: operation, Argument: "username",
			Reason: "must not be empty, or contain a *"}
	}
	found, err := u.search(ctx, operation, needle(username), SearchUsername, except, 1, options, func(user *User) bool {
		return sameLogin(user.Username, username)
	})
	if err != nil || len(found) == 0 {
		return nil, err
	}
	return found[0], nil
}

// search searches for users, and returns those that the function matches accepts, ordered by
// id. most is the maximum number of users. If except is not 0, search leaves out the user with
// this id.
func (u *Users) search(ctx context.Context, operation, text string, column SearchColumn, except int64, most int,
	options []cms.CallOption, matches func(*User) bool) ([]*User, error) {
	if len(cms.FieldsOf(options...)) > 0 {
		return nil, &cms.ArgumentError{Operation: operation, Argument: "fields",
			Reason: "the whole user is needed to identify it"}
	}
	list := &ListOptions{Search: text, SearchColumns: []SearchColumn{column}, Context: cms.ContextEdit, OrderBy: ByID}
	if except != 0 {
		list.Exclude = []int64{except}
		wanted := matches
		matches = func(user *User) bool { return user.ID != except && wanted(user) }
	}
	found, err := u.among(ctx, list, most, options, matches)
	// WordPress 6.1 does not know search_columns, so a client with WithCheckedArguments refuses
	// it.
	if refused, ok := errors.AsType[*cms.ArgumentError](err); ok && refused.Argument == "search_columns" {
		list.SearchColumns = nil
		found, err = u.among(ctx, list, most, options, matches)
	}
	if e, ok := errors.AsType[*cms.Error](err); ok {
		e.Operation = operation // the error of the walk names the method of the walk
	}
	return found, err
}

// among returns the users of a list that the function matches accepts. most is the maximum
// number of users.
func (u *Users) among(ctx context.Context, list *ListOptions, most int, options []cms.CallOption,
	matches func(*User) bool) (found []*User, err error) {
	walk := make([]cms.WalkOption, 0, len(options))
	for _, o := range options {
		walk = append(walk, o)
	}
	for user, err := range u.All(ctx, list, walk...) {
		if err != nil {
			return nil, err
		}
		if matches(user) {
			if found = append(found, user); len(found) == most {
				break
			}
		}
	}
	return found, nil
}

// needle returns the longest part of a login name without an @. WordPress 6.1 searches a
// text with an @ only in e-mail addresses.
func needle(username string) (longest string) {
	for part := range strings.SplitSeq(username, "@") {
		if part = strings.TrimSpace(part); len(part) > len(longest) {
			longest = part
		}
	}
	return longest
}

// sameLogin compares login names and ignores case. An ASCII letter never equals another
// character: the Kelvin sign is not a k.
func sameLogin(a, b string) bool {
	lower := func(r rune) rune {
		if l := unicode.ToLower(r); r < utf8.RuneSelf || l >= utf8.RuneSelf {
			return l
		}
		return r
	}
	return strings.Map(lower, a) == strings.Map(lower, b)
}
