package users

import (
	"context"
	"fmt"
	"net/http"
	"slices"
	"strings"

	"github.com/fontcms/fontcms-go/cms"
)

// Error codes of the routes of application passwords. The status of the first two is 501.
const (
	CodePasswordsDisabled        cms.ErrorCode = "application_passwords_disabled"
	CodePasswordsDisabledForUser cms.ErrorCode = "application_passwords_disabled_for_user"
	CodePasswordNotFound         cms.ErrorCode = "rest_application_password_not_found" // 404
	// 409, only WordPress 6.1
	CodePasswordName          cms.ErrorCode = "application_password_duplicate_name"
	CodeNoPasswordUsed        cms.ErrorCode = "rest_no_authenticated_app_password"       // 404
	CodeCannotListPasswords   cms.ErrorCode = "rest_cannot_list_application_passwords"   // 403
	CodeCannotCreatePasswords cms.ErrorCode = "rest_cannot_create_application_passwords" // 403
	// 403: deleting all
	CodeCannotDeletePasswords cms.ErrorCode = "rest_cannot_delete_application_passwords"
	// 403: deleting one
	CodeCannotDeletePassword cms.ErrorCode = "rest_cannot_delete_application_password"
	CodeCannotIntrospect     cms.ErrorCode = "rest_cannot_introspect_app_password_for_non_authenticated_user"
)

// Password is an application password, with which a program logs in as a user. The
// context "embed" has UUID, AppID and Name.
type Password struct {
	UUID    string      `json:"uuid"`
	AppID   string      `json:"app_id"` // a UUID of the program, "" if it gave none
	Name    string      `json:"name"`   // text, not HTML
	Created cms.GMTTime `json:"created"`
	// LastUsed and LastIP are the time and address of the last use, "" if there was
	// none. The site does not update LastUsed at each use.
	LastUsed cms.GMTTime `json:"last_used"`
	LastIP   string      `json:"last_ip"`
	// Secret is the password itself. Only the response to a create has it.
	Secret Secret `json:"password,omitzero"`

	Links cms.Links `json:"_links,omitzero"`

	// Extra holds the fields that this package does not know.
	Extra cms.Extra `json:",embed"`

	// Reading tells whether the whole record was read.
	Reading cms.Reading `json:"-"`
}

// PasswordParams are the fields that a create or update of an application password sets.
// A nil field is not changed.
type PasswordParams struct {
	// Name describes the use of the password. A create needs it. WordPress 6.1 rejects a
	// name that the user has already used; newer versions create another password.
	Name *string `json:"name,omitzero"`
	// AppID is a UUID of the program. An update does not change it.
	AppID *string `json:"app_id,omitzero"`
}

// Check returns an error for an empty Name or AppID. Calls check p before they send it.
func (p *PasswordParams) Check() error {
	for argument, value := range map[string]*string{"name": p.Name, "app_id": p.AppID} {
		if value != nil && strings.TrimSpace(*value) == "" {
			return &cms.ArgumentError{Argument: argument, Reason: "must not be empty"}
		}
	}
	return nil
}

// Secret returns true: the response holds the password, so errors do not contain it.
func (PasswordParams) Secret() bool { return true }

// PasswordListOptions are the arguments of a list of application passwords.
type PasswordListOptions struct {
	// Context sets how much of each password is read. Default "view".
	Context cms.Context `url:"context,omitempty"`
}

// PasswordCatalog reads and writes the application passwords of one user, by UUID. Its
// requests are not allowed in a batch: [cms.CodeBatchNotAllowed].
//
// Delete revokes a password immediately, also the one that the client uses. Errors:
// [cms.ErrNotFound] if the user has no such password; [CodePasswordsDisabled] if the
// site accepts no application passwords, for example because it has no https.
type PasswordCatalog struct {
	catalog *cms.Catalog[Password, PasswordParams, PasswordListOptions]

	site *cms.Client
	path string
}

func passwords(site *cms.Client, path string) *PasswordCatalog {
	return &PasswordCatalog{cms.NewCatalog[Password, PasswordParams, PasswordListOptions](site, path, "uuid"), site, path}
}

// List returns the application passwords of the user, without the passwords themselves:
// GET {catalog}. See [cms.Catalog.List].
func (c *PasswordCatalog) List(ctx context.Context, options *PasswordListOptions,
	callOptions ...cms.CallOption) ([]Password, error) {
	return c.catalog.List(ctx, options, callOptions...)
}

// Get returns one application password, without the password itself: GET
// {catalog}/{uuid}. Errors: [cms.ErrNotFound] if the user has no such password.
func (c *PasswordCatalog) Get(ctx context.Context, uuid string, options ...cms.GetOption) (*Password, error) {
	return c.catalog.Get(ctx, uuid, options...)
}

// Create creates an application password: POST {catalog}. The field Secret of the result
// holds the password, even if [cms.Fields] does not name it. The site does not show it a
// second time.
//
// Create is never retried once the site may have received it. An error contains the
// message of a refusal. It contains nothing else of the response, because that may hold
// the password.
//
// Errors:
//   - [cms.ErrOutcomeUnknown] if the response is lost. The password is then lost too:
//     find it by its name, revoke it, and create another one.
//   - [cms.ErrDecode], with the record, if the response has no Secret. The password is
//     then lost too. Extra of the record is nil, because it might hold the password.
func (c *PasswordCatalog) Create(ctx context.Context, params *PasswordParams,
	options ...cms.CallOption) (*Password, error) {
	made, err := c.catalog.Create(ctx, params, beside("password", options)...)
	if err == nil && made.Secret.IsZero() {
		made.Extra = nil
		err = fmt.Errorf("users: the site created an application password and did not send it; the result has its record: %w",
			cms.ErrDecode)
	}
	return made, err
}

// Update changes the name or the AppID of an application password: POST
// {catalog}/{uuid}. It is retried as an update is.
func (c *PasswordCatalog) Update(ctx context.Context, uuid string, params *PasswordParams,
	options ...cms.CallOption) (*Password, error) {
	return c.catalog.Update(ctx, uuid, params, options...)
}

// Delete revokes an application password immediately, also the one that the client uses:
// DELETE {catalog}/{uuid}. Errors: [cms.ErrNotFound] if the user has no such password.
// See [cms.Catalog.Delete].
func (c *PasswordCatalog) Delete(ctx context.Context, uuid string,
	options ...cms.CallOption) (*cms.Deleted[Password], error) {
	return c.catalog.Delete(ctx, uuid, options...)
}

// CreateRequest returns the request of [PasswordCatalog.Create]. A stock site rejects it in
// a batch.
func (c *PasswordCatalog) CreateRequest(params *PasswordParams) cms.Request[Password] {
	return c.catalog.CreateRequest(params)
}

// UpdateRequest returns the request of [PasswordCatalog.Update]. A stock site rejects it in
// a batch.
func (c *PasswordCatalog) UpdateRequest(uuid string, params *PasswordParams) cms.Request[Password] {
	return c.catalog.UpdateRequest(uuid, params)
}

// DeleteRequest returns the request of [PasswordCatalog.Delete]. A stock site rejects it in
// a batch.
func (c *PasswordCatalog) DeleteRequest(uuid string) cms.Request[cms.Deleted[Password]] {
	return c.catalog.DeleteRequest(uuid)
}

// Introspect returns the application password that the client logs in with: GET
// {catalog}/introspect. It works only for the current user. The result has the UUID, even
// if [cms.Fields] does not name it.
//
// Errors:
//   - [CodeNoPasswordUsed], which is a [cms.ErrNotFound], if the caller logged in
//     another way. Test for this code: a plain [cms.ErrNotFound] may also mean that the
//     site does not have the route.
//   - [CodeCannotIntrospect] for another user.
//   - [cms.ErrDecode] if the response has no UUID. Some plugins send such responses.
func (c *PasswordCatalog) Introspect(ctx context.Context, options ...cms.CallOption) (*Password, error) {
	const operation = "application-passwords.Introspect"
	used, err := cms.Do(ctx, c.site, cms.Request[Password]{Operation: operation, Path: c.path + "/introspect"},
		beside("uuid", options)...)
	if err == nil && used.UUID == "" {
		return nil, fmt.Errorf("users: %s: the response does not name the password that was used: %w", operation,
			cms.ErrDecode)
	}
	return used, err
}

// beside adds a field to the fields that the options select. If the options select no fields,
// beside adds nothing.
func beside(field string, options []cms.CallOption) []cms.CallOption {
	if fields := cms.FieldsOf(options...); len(fields) > 0 && !slices.Contains(fields, field) {
		return append(options[:len(options):len(options)], cms.Fields(field))
	}
	return options
}

// RevokeAll revokes all application passwords of the user, including the one that the
// client logs in with, and returns their number: DELETE {catalog}. It is not retried
// once the site may have received it: a second request would return 0.
func (c *PasswordCatalog) RevokeAll(ctx context.Context, options ...cms.CallOption) (int, error) {
	type revoked struct {
		Deleted bool `json:"deleted"`
		Count   int  `json:"count"`
	}
	const operation = "application-passwords.RevokeAll"
	response, err := cms.Do(ctx, c.site, cms.Request[revoked]{Operation: operation, Method: http.MethodDelete,
		Path: c.path, Repeat: cms.RepeatUnsent}, options...)
	switch {
	case err != nil:
		return 0, err
	case !response.Deleted:
		return 0, fmt.Errorf("users: %s: the response does not confirm that anything was deleted: %w", operation,
			cms.ErrDecode)
	}
	return response.Count, nil
}
