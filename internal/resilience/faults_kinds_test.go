package resilience

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"slices"
	"strings"
	"syscall"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/fonts"
	"github.com/fontcms/fontcms-go/media"
)

// errorKind is something that a caller can ask of an error.
type errorKind string

// kinds is all that an error is.
type kinds []errorKind

const (
	unknown       errorKind = "unknown outcome"
	notREST       errorKind = "not REST"
	misshapen     errorKind = "decode"
	pastLimit     errorKind = "too large"
	redirected    errorKind = "redirected"
	unavailable   errorKind = "unavailable"
	limited       errorKind = "rate limited"
	unauthorized  errorKind = "unauthorized"
	forbidden     errorKind = "forbidden"
	notFound      errorKind = "not found"
	gone          errorKind = "gone"
	vanished      errorKind = "totals vanished"
	foreignRecord errorKind = "foreign record"
	repeating     errorKind = "pages repeat"
	hollow        errorKind = "empty pages"
	coded         errorKind = "code"        // the answer carries a code of the service
	refused       errorKind = "refused"     // nobody listens
	noHost        errorKind = "no host"     // the name is unknown
	lost          errorKind = "no answer"   // the connection broke before one
	short         errorKind = "cut short"   // and in the middle of one
	late          errorKind = "timeout"     // an answer, or the rest of one, did not come in time
	cancelled     errorKind = "cancelled"   // by the caller
	unfinished    errorKind = "unfinished"  // the site stored the file, and did not finish
	other         errorKind = "other error" // none of these
)

// tests says how a caller finds out. Their order is that of all lists of kinds.
var tests = []struct {
	errorKind
	is func(error) bool
}{
	{unknown, sentinel(cms.ErrOutcomeUnknown)},
	{notREST, sentinel(cms.ErrNotREST, fonts.ErrNotJSON)},
	{misshapen, sentinel(cms.ErrDecode, fonts.ErrDecode)},
	{pastLimit, sentinel(cms.ErrTooLarge, fonts.ErrTooLarge)},
	{redirected, sentinel(cms.ErrRedirected, fonts.ErrRedirected)},
	{unavailable, sentinel(cms.ErrUnavailable, fonts.ErrUnavailable)},
	{limited, sentinel(cms.ErrRateLimited, fonts.ErrRateLimited)},
	{unauthorized, sentinel(cms.ErrUnauthorized, fonts.ErrUnauthorized)},
	{forbidden, sentinel(cms.ErrForbidden, fonts.ErrForbidden)},
	{notFound, sentinel(cms.ErrNotFound, fonts.ErrNotFound)},
	{gone, sentinel(cms.ErrGone)},
	{vanished, sentinel(cms.ErrTotalsVanished)},
	{foreignRecord, sentinel(cms.ErrForeignRecord)},
	{repeating, sentinel(cms.ErrPagesRepeat)},
	{hollow, sentinel(cms.ErrEmptyPages)},
	{coded, func(err error) bool { return errorFacts(err).code }},
	{refused, sentinel(syscall.ECONNREFUSED)},
	{noHost, errorIs[*net.DNSError]},
	{lost, func(err error) bool {
		return errorFacts(err).silent &&
			!sentinel(syscall.ECONNREFUSED, cms.ErrTotalsVanished, cms.ErrPagesRepeat, cms.ErrEmptyPages, cms.ErrDecode,
				context.Canceled)(err) && !errorIs[*net.DNSError](err) && !timedOut(err)
	}},
	{short, sentinel(io.ErrUnexpectedEOF)},
	{late, timedOut},
	{cancelled, sentinel(context.Canceled)},
	{unfinished, errorIs[*media.UnfinishedError]},
}

// kindsOf is all that err is.
func kindsOf(err error) kinds {
	if err == nil {
		return nil
	}
	var all kinds
	for _, test := range tests {
		if test.is(err) {
			all = append(all, test.errorKind)
		}
	}
	if all == nil {
		return kinds{other}
	}
	return all
}

func (k kinds) sorted() kinds {
	position := func(k errorKind) int {
		return slices.IndexFunc(tests, func(t struct {
			errorKind
			is func(error) bool
		}) bool {
			return t.errorKind == k
		})
	}
	slices.SortFunc(k, func(a, b errorKind) int { return position(a) - position(b) })
	return k
}

func (k kinds) String() string {
	if len(k) == 0 {
		return "no error"
	}
	return strings.Trim(strings.ReplaceAll(fmt.Sprintf("%q", []errorKind(k)), `" "`, ", "), `[]"`)
}

func sentinel(targets ...error) func(error) bool {
	return func(err error) bool {
		return slices.ContainsFunc(targets, func(target error) bool { return errors.Is(err, target) })
	}
}

func errorIs[E error](err error) bool {
	_, ok := errors.AsType[E](err)
	return ok
}

func timedOut(err error) bool {
	timeout, ok := errors.AsType[net.Error](err)
	return ok && timeout.Timeout() || errors.Is(err, context.DeadlineExceeded)
}

// described is what the errors of both services have in common.
type described struct {
	code, silent bool
	attempts     int
}

func errorFacts(err error) described {
	if e, ok := errors.AsType[*cms.Error](err); ok {
		return described{e.Code != "", e.Status == 0, e.Attempts}
	}
	if e, ok := errors.AsType[*fonts.Error](err); ok {
		return described{e.Code != "", e.Status == 0, e.Attempts}
	}
	return described{}
}
