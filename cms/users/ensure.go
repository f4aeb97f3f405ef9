package users

import (
	"context"
	"errors"
	"net/http"
	"strings"

	"github.com/fontcms/fontcms-go/cms"
)

// Find returns the user with a login name, in whatever case, as read in the context
// "edit". It searches the list, which needs an administrator.
// Errors: [cms.ErrNotFound] if there is no such user.
func Find(ctx context.Context, users *Users, username string, options ...cms.CallOption) (*User, error) {
	found, err := find(ctx, users, "users.Find", username, options)
	if err == nil && found == nil {
		err = &cms.Error{Operation: "users.Find", Method: http.MethodGet, Path: "cms/v2/users", Message: "no user has the login name", Reason: cms.ErrNotFound}
	}
	return found, err
}

// find returns nil for a user who is not there.
func find(ctx context.Context, users *Users, operation, username string, options []cms.CallOption) (*User, error) {
	if username = strings.TrimSpace(username); username == "" || strings.Contains(username, "*") {
		return nil, &cms.ArgumentError{Operation: operation, Argument: "username", Reason: "it is empty, or contains a *"}
	}
	if len(cms.FieldsOf(options...)) > 0 {
		return nil, &cms.ArgumentError{Operation: operation, Argument: "fields", Reason: "the whole user is needed to know it"}
	}
	walk := make([]cms.WalkOption, 0, len(options))
	for _, o := range options {
		walk = append(walk, o)
	}
	for user, err := range users.All(ctx, &ListOptions{Search: username, SearchColumns: []SearchColumn{SearchUsername}, Context: cms.ContextEdit, OrderBy: ByID}, walk...) {
		if err != nil {
			return nil, err
		}
		if strings.EqualFold(user.Username, username) {
			return user, nil
		}
	}
	return nil, nil
}

// Ensure returns the user with a login name, in whatever case, and creates it with
// params if there is none. It changes nothing of a user who exists. It needs an
// administrator.
//
// It sends one request for a user who exists, and two for a new one. A create whose
// response was lost is looked up.
//
// Errors: those of a create, such as [CodeExistingEmail] if another user has the
// e-mail address; [cms.ErrInvalidArgument] if params have another Username.
func Ensure(ctx context.Context, users *Users, username string, params *Params, options ...cms.CallOption) (*User, error) {
	const operation = "users.Ensure"
	wanted := Params{}
	if params != nil {
		wanted = *params
	}
	if wanted.Username != nil && !strings.EqualFold(*wanted.Username, username) {
		return nil, &cms.ArgumentError{Operation: operation, Argument: "username", Reason: "that of params is another one"}
	}
	found, err := find(ctx, users, operation, username, options)
	if err != nil || found != nil {
		return found, err
	}
	wanted.Username = &username
	made, err := users.Create(ctx, &wanted, options...)
	if !errors.Is(err, CodeExistingLogin) && !errors.Is(err, cms.ErrOutcomeUnknown) {
		return made, err
	}
	found, lookup := find(ctx, users, operation, username, options)
	switch {
	case lookup != nil:
		return nil, errors.Join(err, lookup)
	case found == nil:
		return nil, err
	}
	return found, nil
}
