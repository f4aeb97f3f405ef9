package users

import (
	"context"
	"errors"
	"net/http"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/fontcms/fontcms-go/cms"
)

// Find returns the user with a login name, in whatever case, as read in the context
// "edit". It searches the list, 100 users to a request; GET cms/v2/users?search=…. It
// needs an administrator.
//
// Errors: [cms.ErrNotFound] if there is no such user; [cms.ErrInvalidArgument] for an
// empty name, a name with a *, and [cms.Fields].
func (u *Users) Find(ctx context.Context, username string, options ...cms.CallOption) (*User, error) {
	found, err := u.find(ctx, "users.Find", username, options)
	if err == nil && found == nil {
		err = &cms.Error{Operation: "users.Find", Method: http.MethodGet, Path: "cms/v2/users", Message: "no user has the login name", Reason: cms.ErrNotFound}
	}
	return found, err
}

// find returns nil for a user who is not there.
func (u *Users) find(ctx context.Context, operation, username string, options []cms.CallOption) (*User, error) {
	if username = strings.TrimSpace(username); username == "" || strings.Contains(username, "*") {
		return nil, &cms.ArgumentError{Operation: operation, Argument: "username", Reason: "it is empty, or contains a *"}
	}
	if len(cms.FieldsOf(options...)) > 0 {
		return nil, &cms.ArgumentError{Operation: operation, Argument: "fields", Reason: "the whole user is needed to know it"}
	}
	list := &ListOptions{Search: needle(username), SearchColumns: []SearchColumn{SearchUsername}, Context: cms.ContextEdit, OrderBy: ByID}
	found, err := u.among(ctx, username, list, options)
	if refused, ok := errors.AsType[*cms.ArgumentError](err); ok && refused.Argument == "search_columns" { // WordPress 6.1 has none
		list.SearchColumns = nil
		found, err = u.among(ctx, username, list, options)
	}
	return found, err
}

// among returns the user with the login name among those of a list, nil if there is none.
func (u *Users) among(ctx context.Context, username string, list *ListOptions, options []cms.CallOption) (*User, error) {
	walk := make([]cms.WalkOption, 0, len(options))
	for _, o := range options {
		walk = append(walk, o)
	}
	for user, err := range u.All(ctx, list, walk...) {
		if err != nil {
			return nil, err
		}
		if sameLogin(user.Username, username) {
			return user, nil
		}
	}
	return nil, nil
}

// needle is the longest part of a login name without an @. WordPress 6.1 looks for a
// text with an @ among the e-mail addresses alone.
func needle(username string) (longest string) {
	for part := range strings.SplitSeq(username, "@") {
		if part = strings.TrimSpace(part); len(part) > len(longest) {
			longest = part
		}
	}
	return longest
}

// sameLogin compares login names without regard to case. A letter of ASCII is not the
// same as one outside of it: the Kelvin sign is no k.
func sameLogin(a, b string) bool {
	lower := func(r rune) rune {
		if l := unicode.ToLower(r); r < utf8.RuneSelf || l >= utf8.RuneSelf {
			return l
		}
		return r
	}
	return strings.Map(lower, a) == strings.Map(lower, b)
}
