package faultmatrix

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

// kind is something that a caller can ask of an error.
type kind string

// kinds is all that an error is.
type kinds []kind

const (
	unknown      kind = "unknown outcome"
	notREST      kind = "not REST"
	misshapen    kind = "decode"
	tooLarge     kind = "too large"
	redirected   kind = "redirected"
	unavailable  kind = "unavailable"
	limited      kind = "rate limited"
	unauthorized kind = "unauthorized"
	forbidden    kind = "forbidden"
	notFound     kind = "not found"
	gone         kind = "gone"
	vanished     kind = "totals vanished"
	foreign      kind = "foreign record"
	repeating    kind = "pages repeat"
	hollow       kind = "empty pages"
	coded        kind = "code"        // the answer carries a code of the service
	refused      kind = "refused"     // nobody listens
	noHost       kind = "no host"     // the name is unknown
	lost         kind = "no answer"   // the connection broke before one
	short        kind = "cut short"   // and in the middle of one
	late         kind = "timeout"     // an answer, or the rest of one, did not come in time
	cancelled    kind = "cancelled"   // by the caller
	unfinished   kind = "unfinished"  // the site stored the file, and did not finish
	other        kind = "other error" // none of these
)

// tests says how a caller finds out. Their order is that of all lists of kinds.
var tests = []struct {
	kind
	is func(error) bool
}{
	{unknown, sentinel(cms.ErrOutcomeUnknown)},
	{notREST, sentinel(cms.ErrNotREST, fonts.ErrNotJSON)},
	{misshapen, sentinel(cms.ErrDecode, fonts.ErrDecode)},
	{tooLarge, sentinel(cms.ErrTooLarge, fonts.ErrTooLarge)},
	{redirected, sentinel(cms.ErrRedirected, fonts.ErrRedirected)},
	{unavailable, sentinel(cms.ErrUnavailable, fonts.ErrUnavailable)},
	{limited, sentinel(cms.ErrRateLimited, fonts.ErrRateLimited)},
	{unauthorized, sentinel(cms.ErrUnauthorized, fonts.ErrUnauthorized)},
	{forbidden, sentinel(cms.ErrForbidden, fonts.ErrForbidden)},
	{notFound, sentinel(cms.ErrNotFound, fonts.ErrNotFound)},
	{gone, sentinel(cms.ErrGone)},
	{vanished, sentinel(cms.ErrTotalsVanished)},
	{foreign, sentinel(cms.ErrForeignRecord)},
	{repeating, sentinel(cms.ErrPagesRepeat)},
	{hollow, sentinel(cms.ErrEmptyPages)},
	{coded, func(err error) bool { return describe(err).code }},
	{refused, sentinel(syscall.ECONNREFUSED)},
	{noHost, as[*net.DNSError]},
	{lost, func(err error) bool {
		return describe(err).silent && !sentinel(syscall.ECONNREFUSED, cms.ErrTotalsVanished, cms.ErrPagesRepeat, cms.ErrEmptyPages, cms.ErrDecode, context.Canceled)(err) && !as[*net.DNSError](err) && !timedOut(err)
	}},
	{short, sentinel(io.ErrUnexpectedEOF)},
	{late, timedOut},
	{cancelled, sentinel(context.Canceled)},
	{unfinished, as[*media.UnfinishedError]},
}

// kindsOf is all that err is.
func kindsOf(err error) kinds {
	if err == nil {
		return nil
	}
	var all kinds
	for _, test := range tests {
		if test.is(err) {
			all = append(all, test.kind)
		}
	}
	if all == nil {
		return kinds{other}
	}
	return all
}

func (k kinds) sorted() kinds {
	position := func(k kind) int {
		return slices.IndexFunc(tests, func(t struct {
			kind
			is func(error) bool
		}) bool {
			return t.kind == k
		})
	}
	slices.SortFunc(k, func(a, b kind) int { return position(a) - position(b) })
	return k
}

func (k kinds) String() string {
	if len(k) == 0 {
		return "no error"
	}
	return strings.Trim(strings.ReplaceAll(fmt.Sprintf("%q", []kind(k)), `" "`, ", "), `[]"`)
}

func sentinel(targets ...error) func(error) bool {
	return func(err error) bool {
		return slices.ContainsFunc(targets, func(target error) bool { return errors.Is(err, target) })
	}
}

func as[E error](err error) bool {
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

func describe(err error) described {
	if e, ok := errors.AsType[*cms.Error](err); ok {
		return described{e.Code != "", e.Status == 0, e.Attempts}
	}
	if e, ok := errors.AsType[*fonts.Error](err); ok {
		return described{e.Code != "", e.Status == 0, e.Attempts}
	}
	return described{}
}
