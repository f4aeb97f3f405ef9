package cms

import (
	"errors"
	"slices"
	"strings"

	"github.com/fontcms/fontcms-go/cms/internal/advice"
	"github.com/fontcms/fontcms-go/internal/transport"
)

// explain sets the hint of an error: the advice from the table of [advice], the
// consequences and the notes. [site.failed] adds what only the client knows.
func (e *Error) explain(call *transport.Call, resp *transport.Response) {
	seen := &advice.Seen{
		Operation: e.Operation, Method: e.Method, Address: call.URL, Route: e.Path,
		Status: e.Status, Code: string(e.Code), Message: e.Message,
		Body: e.Body, Secret: call.Secret, Reason: e.Reason, Wait: e.RetryAfter,
		ForbiddenStatus: e.Details["status"].Code == "rest_forbidden_status",
	}
	_, seen.NoLogin = errors.AsType[*sourceError](e.Reason)
	if body := call.Body; body != nil {
		if seen.Size = int64(len(body.Bytes)); body.Open != nil || body.Reader != nil {
			seen.Size = body.Size
			if body.Size == 0 {
				seen.Size = -1
			}
		}
	}
	redact := func(text string) string { return text }
	if resp != nil {
		seen.Header = resp.Header
		if resp.URL != nil && call.URL != nil {
			seen.Address = resp.URL
		}
		if resp.Sent != nil {
			redact = resp.Sent.Redact
		}
	}
	e.advise = func(add func(*advice.Seen)) {
		add(seen)
		a := advice.Hint(seen)
		lines := slices.Clone(e.consequences)
		if line := a.Line(); line != "" {
			at := 0
			if errors.Is(e.Reason, ErrOutcomeUnknown) { // first say what the call may have done, then why it failed
				at = len(lines)
			}
			lines = slices.Insert(lines, at, line)
		}
		e.Hint, e.Go = redact(strings.Join(append(lines, e.notes...), "; ")), redact(a.Go)
	}
}

// follows adds advice to the hint of the error. The advice is about what the call has written.
// name is the name of a row in the table of [advice].
func (e *Error) follows(name string) {
	e.consequences = append(e.consequences, advice.For(name, nil, nil).Line())
}

// loginKind returns the kind of login that the calls of a site send, and its user.
func (s *site) loginKind() (kind advice.Login, user string) {
	if s.config.source == nil {
		return advice.None, ""
	}
	fixed, _ := s.config.source.(Credentials)
	switch {
	case strings.HasPrefix(fixed.User, "ck_"):
		return advice.Shop, ""
	case fixed.Token != "":
		return advice.Token, ""
	case fixed.User != "":
		return advice.Password, fixed.User
	}
	return advice.Other, ""
}
