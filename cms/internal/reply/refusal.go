package reply

import (
	"cmp"
	"net/http"
	"strconv"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/fontcms/fontcms-go/internal/transport"
	"github.com/fontcms/fontcms-go/internal/wire"
)

// Refused reports which login a response refuses: the login of the site, or of a server
// in front of it. Retries, Verify and Diagnose depend on this table:
//
//	status         body                                           the refused login
//	401            an error of the REST API, or success: false    of the site
//	401            any other                                      of the server in front
//	407            any                                            of the server in front
//	403            an error with one of refusals                  of the site
//	400            {"success":false,"data":{"errorCode":…}}       of the site
//	500            a code such as incorrect_password              of the site
//	400            an argument that is refused with 401           of the site
//
// A site refuses an argument such as status=draft with 401 if the caller is anonymous. An
// error such as rest_forbidden is about the rights of a user that the site knows.
func Refused(resp *transport.Response) transport.Refusal {
	envelope, isError := Parse(resp.Body)
	_, _, unsuccessful := Unsuccessful(resp.Body)
	switch resp.Status {
	case http.StatusUnauthorized:
		if isError || unsuccessful {
			return transport.RefusedBySite
		}
		return transport.RefusedByGate
	case http.StatusProxyAuthRequired:
		return transport.RefusedByGate
	case http.StatusForbidden:
		if isError && RefusesToken(string(envelope.Code)) {
			return transport.RefusedBySite
		}
	case http.StatusInternalServerError: // sent if a plugin that checks passwords returns an error without a status
		if isError && RefusesPassword(string(envelope.Code)) {
			return transport.RefusedBySite
		}
	case http.StatusBadRequest:
		if !isError && unsuccessful || isError && envelope.refusesVisitors() {
			return transport.RefusedBySite
		}
	}
	return transport.NotRefused
}

// refusesVisitors reports whether an argument is refused because the caller is anonymous.
func (e Envelope) refusesVisitors() bool {
	_, details := e.Arguments()
	for _, detail := range details {
		var data struct {
			Status wire.Text `json:"status"`
		}
		if wire.Unmarshal(detail.Data, &data) == nil && string(data.Status) == strconv.Itoa(http.StatusUnauthorized) {
			return true
		}
	}
	return false
}

// RefusesToken reports whether a code means that a token, or a session with its nonce, is
// expired, malformed or unknown.
func RefusesToken(code string) bool {
	switch code {
	case "rest_cookie_invalid_nonce", // code of WordPress itself
		"jwt_auth_invalid_token", "jwt_auth_bad_auth_header", "jwt_auth_bad_iss":
		return true
	}
	return strings.HasPrefix(code, "oauth2") && strings.HasSuffix(code, "invalid_token")
}

// RefusesPassword reports whether a code means that the user does not exist, or that the password is wrong.
func RefusesPassword(code string) bool {
	switch code {
	case "incorrect_password", "invalid_username", "invalid_email":
		return true
	}
	return false
}

// Unsuccessful reads a response of the form that wp_send_json_error writes:
// {"success":false,"data":{"message":"…","errorCode":14}}. Other plugins write error_code. ok is
// false for any other body.
func Unsuccessful(body []byte) (message, code string, ok bool) {
	var form struct {
		Success *bool          `json:"success"`
		Data    jsontext.Value `json:"data"`
	}
	var data struct {
		Message wire.Text `json:"message"`
		Code    wire.Text `json:"errorCode"`
		Other   wire.Text `json:"error_code"`
	}
	value, _, found := wire.Clean(body)
	if !found || value[0] != '{' || wire.Unmarshal(value, &form) != nil || form.Success == nil || *form.Success ||
		wire.Unmarshal(form.Data, &data) != nil || data.Code == "" && data.Other == "" {
		return "", "", false
	}
	return string(data.Message), string(cmp.Or(data.Code, data.Other)), true
}
