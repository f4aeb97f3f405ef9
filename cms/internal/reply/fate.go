// Package reply decides from an error response whether a write was done.
//
//	status         body                                the write
//	200 to 299     an error that names its status      as with that status
//	200 to 299     not usable                          may have been done
//	300 to 399     Location is a record, after create  may have been done
//	300 to 399     any other                           was not done: redirects are not followed
//	408, 502, 504  any                                 may have been done
//	520–527, 530   any                                 may have been done: Cloudflare
//	503            wp_die, and a header Retry-After    was not done: maintenance
//	503            any other                           may have been done
//	500            db_insert_error, a value too long   was rejected: see Envelope.TooLong
//	500, 501, 505… no error, or the code of an outage  may have been done
//	500, 501, 505… an error with any other code        was rejected
//	any other      any                                 was rejected
//
// The codes of an outage are internal_server_error, wp_die, those that begin with db_,
// and numbers, which gateways send. If a field of meta, or null for a setting, is
// rejected, the other fields were stored before: the write was partly done.
package reply

import (
	"net/http"
	"regexp"
	"strings"

	"github.com/fontcms/fontcms-go/internal/transport"
	"github.com/fontcms/fontcms-go/internal/wire"
)

// Codes of the site that other packages compare.
const (
	NoRoute       = "rest_no_route"
	InternalError = "internal_server_error"
)

const (
	died         = "wp_die"
	invalidParam = "rest_invalid_param"

	// Each of these codes may concern a single value. With invalidStoredValue the site rejects null
	// for a value that is not set. The other codes concern a field of meta only if the error
	// names its key. Then the database rejects the field, or the user may not set or delete it.
	invalidStoredValue = "rest_invalid_stored_value"
	metaDatabaseError  = "rest_meta_database_error"
	cannotUpdate       = "rest_cannot_update"
	cannotDelete       = "rest_cannot_delete"

	// noFeaturedMedia means that files of this type take no featured image. An upload has stored
	// the file before the site sends this error. An update ignores the field.
	noFeaturedMedia = "rest_no_featured_media"
)

// Considered reports whether a 5xx response is a decision of the site: it carries an
// error of the REST API, and the code of the error does not mean an outage. The transport
// does not retry it.
func Considered(resp *transport.Response) bool {
	if resp.Status == http.StatusServiceUnavailable {
		return false
	}
	envelope, ok := Parse(resp.Body)
	return ok && (!Outage(string(envelope.Code)) || envelope.TooLong() != "")
}

var tooLong = regexp.MustCompile(`failed: ([a-z_]+(?:, [a-z_]+)*)\.`)

// TooLong returns the field that WordPress did not send to the database, because it is too
// long or cannot be stored there: "slug". It is "" for any other error. WordPress checks
// the lengths before it sends a statement, so nothing was stored. The message is in the
// language of the site. Only the English message is recognized. The error of a term has it
// in data, the error of a post in additional_data.
func (e Envelope) TooLong() string {
	if code := string(e.Code); code != "db_insert_error" && code != "db_update_error" {
		return ""
	}
	var said []wire.Text
	if within(e.Refused, &said) != nil {
		said = nil
	}
	var data wire.Text
	if within(e.Data, &data) == nil {
		said = append(said, data)
	}
	for _, text := range said {
		if found := tooLong.FindStringSubmatch(string(text)); found != nil {
			return found[1]
		}
	}
	return ""
}

// Maintenance reports whether a 503 is the site's own maintenance page, which it sends
// before it reads the request.
func Maintenance(resp *transport.Response) bool {
	envelope, ok := Parse(resp.Body)
	return ok && envelope.Code == died && resp.Header.Get("Retry-After") != ""
}

// PartlyWritten reports whether a rejected write stored other fields before. A site
// stores the other fields before it validates meta, and each setting before it validates
// the next. So the error concerns a field of meta, or null for a value that is not set.
// It also validates the featured image of an upload after it has stored the file.
func (e Envelope) PartlyWritten() bool {
	switch code := string(e.Code); {
	case code == invalidStoredValue || code == noFeaturedMedia:
		return true
	case code == invalidParam: // all arguments are validated before anything is written
		return false
	case e.MetaKey() != "":
		return true
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

// MetaKey returns the field of meta that the user may not set or delete, or that the database
// rejects. It is "" for any other error.
func (e Envelope) MetaKey() string {
	switch string(e.Code) {
	case metaDatabaseError, cannotUpdate, cannotDelete:
		var data struct {
			Key wire.Text `json:"key"`
		}
		if within(e.Data, &data) == nil {
			return string(data.Key)
		}
	}
	return ""
}

// FateUnknown reports whether a response leaves open whether a write was done: the site,
// or a proxy, may have failed after the record was stored.
func FateUnknown(resp *transport.Response, code string) bool {
	switch resp.Status {
	case http.StatusRequestTimeout:
		return true
	case http.StatusServiceUnavailable:
		return !Maintenance(resp)
	}
	if envelope, ok := Parse(resp.Body); ok && envelope.TooLong() != "" {
		return false
	}
	return transport.Unavailable(resp.Status) || resp.Status >= 500 && (code == "" || Outage(code))
}

// Numeric reports whether a code is a number.
func Numeric(code string) bool {
	return code != "" && strings.Trim(code, "0123456789") == ""
}

// Outage reports whether a code means that the site failed, not that it rejected the
// request. Codes of the REST API are words. Proxies and gateways send numbers
// ({"code":500,"message":"…"}), which do not tell what the site did.
func Outage(code string) bool {
	return code == InternalError || code == died || strings.HasPrefix(code, "db_") || Numeric(code)
}
