// Package reply knows how a site says that a call failed: in which form, and what that
// says of a write.
//
//	status         body                                a write
//	200 to 299     an error that names its status      as with that status
//	200 to 299     what cannot be used                 may have been done
//	300 to 399     any                                 was not done: it follows no redirect
//	408, 502, 504  any                                 may have been done
//	503            wp_die, and a header Retry-After    was not done: the site is maintained
//	503            any other                           may have been done
//	500, 501, 505… no error, or the code of an outage  may have been done
//	500, 501, 505… an error with any other code        was refused
//	any other      any                                 was refused
//
// The code of an outage is internal_server_error, wp_die, one that begins with db_, or a
// number, which is how gateways answer. A refusal of a member of meta, or of null for a
// setting, comes after the other fields were stored: the write was done in part.
package reply

import (
	"net/http"
	"strings"

	"github.com/fontcms/fontcms-go/internal/transport"
	"github.com/fontcms/fontcms-go/internal/wire"
)

const (
	internalError = "internal_server_error"
	died          = "wp_die"
	invalidParam  = "rest_invalid_param"

	// These are refusals of single values. The first refuses null for a value that is not
	// set. The others are about a member of meta if they name its key: the user may not set
	// it, or not delete it, or the database does not take it.
	invalidStoredValue = "rest_invalid_stored_value"
	metaDatabaseError  = "rest_meta_database_error"
	cannotUpdate       = "rest_cannot_update"
	cannotDelete       = "rest_cannot_delete"
)

// Considered reports that a 5xx answer is the site's considered reply: it
// carries an error of the interface's own that is none of the codes of an
// outage. The transport does not repeat it.
func Considered(resp *transport.Response) bool {
	if resp.Status == http.StatusServiceUnavailable {
		return false
	}
	envelope, ok := Parse(resp.Body)
	return ok && !Outage(string(envelope.Code))
}

// Maintenance reports that a 503 is the site's own maintenance answer, given
// before anything of the request was looked at.
func Maintenance(resp *transport.Response) bool {
	envelope, ok := Parse(resp.Body)
	return ok && envelope.Code == died && resp.Header.Get("Retry-After") != ""
}

// PartlyWritten reports that a refusal of a write came after other fields were stored: a
// site looks at meta, and at each setting, after it has written what stands before them.
// So it is about a member of meta, or null for a value that is not set.
func (e Envelope) PartlyWritten() bool {
	switch code := string(e.Code); {
	case code == invalidStoredValue:
		return true
	case code == invalidParam: // of all arguments, before anything is written
		return false
	case code == metaDatabaseError || code == cannotUpdate || code == cannotDelete:
		var data struct {
			Key wire.Text `json:"key"`
		}
		return within(e.Data, &data) == nil && data.Key != ""
	}
	var refused []struct {
		Param wire.Text `json:"param"`
	}
	if within(e.Refused, &refused) != nil {
		return false
	}
	for _, one := range refused {
		if strings.HasPrefix(string(one.Param), "meta.") {
			return true
		}
	}
	return false
}

// FateUnknown reports that an answer to a write leaves open whether it was
// done: the site may have stored the record before it, or a proxy, failed.
func FateUnknown(resp *transport.Response, code string) bool {
	switch resp.Status {
	case http.StatusRequestTimeout, http.StatusBadGateway, http.StatusGatewayTimeout:
		return true
	case http.StatusServiceUnavailable:
		return !Maintenance(resp)
	}
	// Proxies have further ones, such as 520 to 527.
	return resp.Status >= 500 && (code == "" || Outage(code))
}

// Numeric reports that a code is a number.
func Numeric(code string) bool {
	return code != "" && strings.Trim(code, "0123456789") == ""
}

// Outage reports that a code is none of the interface's considered errors. The
// interface's own codes are words: a number is how proxies and gateways answer
// in JSON ({"code":500,"message":"…"}), and says nothing of what the site did.
func Outage(code string) bool {
	return code == internalError || code == died || strings.HasPrefix(code, "db_") || Numeric(code)
}
