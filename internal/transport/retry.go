package transport

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"net/http"
	"strconv"
	"strings"
	"time"
)

// decide decides whether there is another attempt, and when.
func (s *sending) decide(ctx context.Context, resp *Response, err error) decision {
	again := s.repeatable(resp, err)
	if again && resp != nil && s.call.Result != nil && s.call.Result.Holds(ctx, resp) {
		return decision{}
	}
	once := s.call.Body != nil && s.call.Body.Reader != nil
	if !again && !once && resp != nil && s.renewLogin(ctx, resp) {
		s.limit++
		return decision{again: true}
	}
	switch {
	case again && once:
		return decision{why: "the body can be read only once"}
	case s.attempts >= s.limit || !again:
		return decision{}
	}
	wait := s.jitter(s.attempts)
	if resp != nil {
		if resp.RetryAfter > s.cfg.MaxRetryAfter {
			return decision{why: fmt.Sprintf("Retry-After of %v is above the limit of %v", resp.RetryAfter, s.cfg.MaxRetryAfter)}
		}
		wait = max(wait, resp.RetryAfter) // a Retry-After of 0 does not shorten the wait
	}
	if deadline, ok := ctx.Deadline(); ok && time.Until(deadline) <= wait {
		return decision{why: fmt.Sprintf("%s comes before the wait of %v ends", deadlineName(ctx, deadline),
			wait.Round(time.Millisecond))}
	}
	return decision{again: true, wait: wait}
}

// repeatable reports whether a call may be retried after this outcome of an attempt.
func (s *sending) repeatable(resp *Response, err error) bool {
	safe := s.call.Repeat == RepeatSafe
	if err != nil {
		return !permanent(err) && !s.failedHere(err) && (safe || s.unsent(err))
	}
	switch resp.Status {
	case http.StatusTooManyRequests:
		return true
	case http.StatusServiceUnavailable:
		if !safe {
			return resp.Header.Get("Retry-After") != "" && s.notProcessed(resp)
		}
		return !s.isFinal(resp)
	case http.StatusInternalServerError:
		return safe && !s.isFinal(resp)
	case http.StatusRequestTimeout:
		return safe
	case statusHandshake, statusCertificate: // no retry, because another attempt would fail in the same way
		return false
	}
	return safe && Unavailable(resp.Status)
}

// Cloudflare sends statusHandshake if it cannot set up TLS with the site, and statusCertificate
// if it does not trust the certificate of the site.
const (
	statusHandshake   = 525
	statusCertificate = 526
)

// Unavailable reports whether a status means that the service cannot be reached or accepts no
// requests: 502, 503 and 504, and 520 to 527 and 530 of Cloudflare.
func Unavailable(status int) bool {
	switch status {
	case http.StatusBadGateway, http.StatusServiceUnavailable, http.StatusGatewayTimeout, 530:
		return true
	}
	return 520 <= status && status <= 527
}

func (s *sending) isFinal(resp *Response) bool {
	return s.cfg.IsFinal != nil && s.cfg.IsFinal(resp)
}

// unsent reports whether the attempt that failed with err was certainly not sent.
func (s *sending) unsent(err error) bool {
	switch stage(s.stage.Load()) {
	case waiting, dialing:
		return true
	case inside:
		_, local := errors.AsType[*localError](err)
		return local || dialFailed(err) || s.evidence != nil && s.evidence.nothingSent(err, true)
	default:
		return false
	}
}

// failedHere reports whether middleware, or a transport of the caller, failed before it sent
// anything. The call is then not retried, because another attempt would fail in the same way.
// An error of the network does not count, because another attempt may succeed.
func (s *sending) failedHere(err error) bool {
	if s.evidence == nil || ofNetwork(err) || !s.unsent(err) {
		return false
	}
	return stage(s.stage.Load()) == inside || s.evidence.local.Load()
}

// foreignFailure reports whether a transport of the caller failed before it sent anything. If
// so, it records the failure in s. s may be nil.
func (s *sending) foreignFailure(base http.RoundTripper, err error) bool {
	if s == nil || s.evidence == nil || ofNetHTTP(base) || !s.evidence.nothingSent(err, false) {
		return false
	}
	s.evidence.local.Store(true)
	return true
}

// notProcessed reports whether the server rejected the attempt without carrying it out.
func (s *sending) notProcessed(response *Response) bool {
	switch response.Status {
	case http.StatusUnauthorized, http.StatusTooManyRequests:
		return true
	case http.StatusServiceUnavailable:
		return s.cfg.NotProcessed != nil && s.cfg.NotProcessed(response)
	}
	_, refused := s.cfg.refusal(response)
	return refused
}

// jitter returns a random wait (full jitter). The upper bound of the wait doubles with each
// attempt, up to MaxWait.
func (s *sending) jitter(attempts int) time.Duration {
	ceiling := float64(s.cfg.MinWait) * math.Pow(2, float64(attempts-1))
	ceiling = min(ceiling, float64(s.cfg.MaxWait))
	return time.Duration(rand.Float64() * ceiling)
}

// RetryAfter parses a Retry-After header: seconds, or a date, from which it subtracts now. It
// returns 0 for a date in the past, and the longest duration for a number that is too large. For
// any other text ok is false.
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
	for _, layout := range dates() {
		if err == nil {
			break
		}
		date, err = time.Parse(layout, value)
	}
	if err != nil {
		return 0, false
	}
	return max(0, date.Sub(now)), true
}

// dates returns the layouts of dates that plugins of WordPress send, although they are not HTTP
// dates. The function date of PHP writes them: with the format "r", with the name of the zone,
// or without a zone. WordPress sets the zone of PHP to UTC.
func dates() []string {
	const withoutZone = "Mon, 02 Jan 2006 15:04:05"
	return []string{time.RFC1123Z, withoutZone + " UTC", withoutZone}
}
