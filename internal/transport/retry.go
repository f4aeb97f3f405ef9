package transport

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"net/http"
	"strconv"
	"strings"
	"time"
)

// verdict is what follows an attempt.
type verdict struct {
	again bool
	wait  time.Duration
	why   string // why a repeatable outcome is final
}

// judge decides whether an attempt is followed by another, and when.
func (x *exchange) judge(ctx context.Context, resp *Response, err error) verdict {
	again := x.repeatable(resp, err)
	once := x.call.Body != nil && x.call.Body.Once != nil
	switch {
	case again && once:
		return verdict{why: "the body can be read only once"}
	case x.attempts >= x.limit:
		return verdict{}
	case !again:
		if once || resp == nil || resp.Status != http.StatusUnauthorized || !x.renewable(ctx) {
			return verdict{}
		}
		x.renewed = true
		return verdict{again: true}
	}
	wait := x.jitter(x.attempts)
	if resp != nil {
		if resp.RetryAfter > x.cfg.MaxRetryAfter {
			return verdict{why: fmt.Sprintf("Retry-After of %v is above the limit of %v", resp.RetryAfter, x.cfg.MaxRetryAfter)}
		}
		wait = max(wait, resp.RetryAfter) // a server that says 0 is still not hammered
	}
	if deadline, ok := ctx.Deadline(); ok && time.Until(deadline) <= wait {
		return verdict{why: fmt.Sprintf("the deadline comes before the wait of %v ends", wait.Round(time.Millisecond))}
	}
	return verdict{again: true, wait: wait}
}

// repeatable is the table of what may be sent again.
func (x *exchange) repeatable(resp *Response, err error) bool {
	safe := x.call.Repeat == RepeatSafe
	if err != nil {
		return !permanent(err) && (safe || x.unsent(err))
	}
	switch resp.Status {
	case http.StatusTooManyRequests:
		return true
	case http.StatusServiceUnavailable:
		if !safe {
			return resp.Header.Get("Retry-After") != "" && x.refused(resp)
		}
		return !x.answered(resp)
	case http.StatusInternalServerError:
		return safe && !x.answered(resp)
	case http.StatusRequestTimeout, http.StatusBadGateway, http.StatusGatewayTimeout:
		return safe
	}
	return false
}

func (x *exchange) answered(resp *Response) bool {
	return x.cfg.Answered != nil && x.cfg.Answered(resp)
}

// renewable reports that the credentials that a 401 was answered to have
// changed since: their source may have rotated them in between.
func (x *exchange) renewable(ctx context.Context) bool {
	before := x.authorization.Load()
	if x.renewed || before == nil {
		return false
	}
	now, err := x.cfg.Authorize(ctx)
	return err == nil && now != *before
}

// jitter is the full-jitter wait after the given number of attempts.
func (x *exchange) jitter(attempts int) time.Duration {
	ceiling := float64(x.cfg.MinWait) * math.Pow(2, float64(attempts-1))
	ceiling = min(ceiling, float64(x.cfg.MaxWait))
	return time.Duration(rand.Float64() * ceiling)
}

// RetryAfter reads a Retry-After header: seconds, or an HTTP date counted from
// now. A moment in the past is 0; a number too large for a duration is the
// longest duration. What is neither seconds nor a date is not ok.
func RetryAfter(value string, now time.Time) (wait time.Duration, ok bool) {
	if value = strings.TrimSpace(value); value == "" {
		return 0, false
	}
	seconds, err := strconv.ParseFloat(value, 64)
	if err == nil || math.IsInf(seconds, 0) {
		switch {
		case math.IsNaN(seconds):
			return 0, false
		case seconds <= 0:
			return 0, true
		case seconds >= math.MaxInt64/float64(time.Second):
			return math.MaxInt64, true
		}
		return time.Duration(seconds * float64(time.Second)), true
	}
	date, err := http.ParseTime(value)
	if err != nil {
		return 0, false
	}
	return max(0, date.Sub(now)), true
}
