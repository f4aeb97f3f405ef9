package cms

import (
	"bytes"
	"encoding/json"
	"errors"
	"net/http"
	"net/url"
	"reflect"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/fontcms/fontcms-go/internal/transport"
	"github.com/fontcms/fontcms-go/internal/webpage"
	"github.com/fontcms/fontcms-go/internal/wire"
)

// errNoContent is an answer without content where some was due.
var errNoContent = errors.New("the answer is empty")

// errorEnvelope is the body of an error answer. Every member bends: the code
// may be a number, the data null or text, an empty object a list. One odd
// member must not hide the others.
type errorEnvelope struct {
	Code       wire.Text       `json:"code"`
	Message    wire.Text       `json:"message"`
	Data       json.RawMessage `json:"data"`
	Additional json.RawMessage `json:"additional_errors"`
	Refused    json.RawMessage `json:"additional_data"` // the values that are wrong
}

// detail is an ErrorDetail on the wire.
type detail struct {
	Code    wire.Text       `json:"code"`
	Message wire.Text       `json:"message"`
	Data    json.RawMessage `json:"data"`
}

func (d detail) public() ErrorDetail {
	return ErrorDetail{Code: ErrorCode(d.Code), Message: string(d.Message), Data: d.Data}
}

// errorData is the member data of an error answer, where it is an object.
type errorData struct {
	Params  json.RawMessage `json:"params"`
	Details json.RawMessage `json:"details"`
}

// parseEnvelope reads an error envelope, ok if body is one.
func parseEnvelope(body []byte) (envelope errorEnvelope, ok bool) {
	value, _, found := wire.Clean(body)
	if !found || value[0] != '{' {
		return envelope, false
	}
	err := wire.Unmarshal(value, &envelope)
	return envelope, err == nil && envelope.Code != ""
}

// refusal reads an error envelope that came with a status of success. It says
// itself which status it had, and holds nothing else: records have a code, too.
func refusal(value []byte) (envelope errorEnvelope, ok bool) {
	if len(value) == 0 || value[0] != '{' || !bytes.Contains(value, []byte(`"message"`)) {
		return envelope, false
	}
	var members map[string]jsontext.Value
	var status struct {
		Status int `json:"status"`
	}
	if wire.Unmarshal(value, &members) != nil || wire.Unmarshal(members["data"], &status) != nil || status.Status < 400 {
		return envelope, false
	}
	for name := range members {
		switch name {
		case "code", "message", "data", "additional_errors", "additional_data":
		default:
			return envelope, false
		}
	}
	return parseEnvelope(value)
}

// fill takes the envelope over into e.
func (e *Error) fill(envelope errorEnvelope) {
	e.Code, e.Message = ErrorCode(envelope.Code), string(envelope.Message)
	e.Data, e.Additional = envelope.Data, additional(envelope.Additional)
	var data errorData
	if len(e.Data) == 0 || e.Data[0] != '{' || wire.Unmarshal(e.Data, &data) != nil {
		return
	}
	e.Params, e.Details = params(data.Params), details(data.Details)
}

// within decodes one of the parts of an error, which share what one response may
// take.
func within[T any](raw []byte, v *T) error {
	if err := wire.Check(raw, reflect.TypeFor[T](), wire.Slack/32); err != nil {
		return err
	}
	return wire.Unmarshal(raw, v)
}

// params reads data.params: messages by argument for invalid ones, a list of
// names for missing ones.
func params(raw json.RawMessage) map[string]string {
	if len(raw) == 0 {
		return nil
	}
	var named map[string]wire.Text
	if raw[0] == '{' && within(raw, &named) == nil {
		out := make(map[string]string, len(named))
		for name, message := range named {
			out[name] = string(message)
		}
		return out
	}
	var names []wire.Text
	if raw[0] == '[' && within(raw, &names) == nil && len(names) > 0 {
		out := make(map[string]string, len(names))
		for _, name := range names {
			out[string(name)] = "missing"
		}
		return out
	}
	return nil
}

func details(raw json.RawMessage) map[string]ErrorDetail {
	var named map[string]detail
	if len(raw) == 0 || raw[0] != '{' || within(raw, &named) != nil {
		return nil
	}
	out := make(map[string]ErrorDetail, len(named))
	for name, d := range named {
		out[name] = d.public()
	}
	return out
}

func additional(raw json.RawMessage) []ErrorDetail {
	var list []detail
	if len(raw) == 0 || raw[0] != '[' || within(raw, &list) != nil {
		return nil
	}
	var out []ErrorDetail
	for _, d := range list {
		out = append(out, d.public())
	}
	return out
}

// answered reports that a 5xx answer is the site's considered reply: it
// carries an error of the interface's own that is none of the codes of an
// outage. The transport does not repeat it.
func answered(resp *transport.Response) bool {
	if resp.Status == http.StatusServiceUnavailable {
		return false
	}
	envelope, ok := parseEnvelope(resp.Body)
	return ok && !outage(ErrorCode(envelope.Code))
}

// maintenance reports that a 503 is the site's own maintenance answer, given
// before anything of the request was looked at.
func maintenance(resp *transport.Response) bool {
	envelope, ok := parseEnvelope(resp.Body)
	return ok && ErrorCode(envelope.Code) == CodeDied && resp.Header.Get("Retry-After") != ""
}

// refused200 is a refusal that came with a status of success.
type refused200 struct{ envelope errorEnvelope }

func (r *refused200) Error() string {
	return transport.Line(string(r.envelope.Message), transport.MaxText)
}

// unusable fills in an answer with a status of success that cannot be used.
func (e *Error) unusable(resp *transport.Response, err error, writes bool) {
	if refused, ok := errors.AsType[*refused200](err); ok {
		e.fill(refused.envelope)
		e.partly(refused.envelope)
		return
	}
	e.Reason = err
	switch {
	case errors.Is(err, ErrRedirected):
		e.Hint = "the redirect drops arguments of the request"
		return
	case errors.Is(err, ErrNotREST) && !errors.Is(err, errNoContent):
		e.Hint = webpage.Of(resp.Status, resp.Body).Hint()
	}
	switch _, written := errors.AsType[*BrokenRecordError](err); {
	case written:
		e.Hint = join(e.Hint, "the site has written the record")
	case writes:
		e.Reason = transport.Because(ErrOutcomeUnknown, err)
	}
}

// refused fills in an answer whose status is an error.
func (e *Error) refused(resp *transport.Response, writes bool) {
	envelope, ok := parseEnvelope(resp.Body)
	if ok {
		e.fill(envelope)
	} else {
		e.Reason, e.Hint = ErrNotREST, webpage.Of(resp.Status, resp.Body).Hint()
	}
	if writes && fateUnknown(resp, e.Code) {
		e.Reason = transport.Because(ErrOutcomeUnknown, e.Reason)
	}
	e.partly(envelope)
	if resp.NoRetryReason != "" {
		e.Hint = join(e.Hint, resp.NoRetryReason)
	}
}

// These are refusals of single values. codeInvalidStoredValue refuses null for a value
// that is not set. The others are about a member of meta if they name its key: the user
// may not set it, or not delete it, or the database does not take it.
const (
	codeInvalidStoredValue ErrorCode = "rest_invalid_stored_value"
	codeMetaDatabaseError  ErrorCode = "rest_meta_database_error"
	codeCannotUpdate       ErrorCode = "rest_cannot_update"
)

// partly says of a write that its other fields were stored: a site looks at meta, and
// at each setting, after it has written what stands before them.
func (e *Error) partly(envelope errorEnvelope) {
	if e.Method == http.MethodGet || e.Method == http.MethodHead || !metaRefused(envelope) {
		return
	}
	e.Reason, e.Hint = transport.Because(ErrPartlyWritten, e.Reason), join(e.Hint, "the other fields were stored")
}

// metaRefused reports that a refusal is about a member of meta, or null for a value
// that is not set.
func metaRefused(envelope errorEnvelope) bool {
	switch code := ErrorCode(envelope.Code); {
	case code == codeInvalidStoredValue:
		return true
	case code == CodeInvalidParam: // of all arguments, before anything is written
		return false
	case code == codeMetaDatabaseError || code == codeCannotUpdate || code == CodeCannotDelete:
		var data struct {
			Key wire.Text `json:"key"`
		}
		return within(envelope.Data, &data) == nil && data.Key != ""
	}
	var refused []struct {
		Param wire.Text `json:"param"`
	}
	if within(envelope.Refused, &refused) != nil {
		return false
	}
	for _, one := range refused {
		if strings.HasPrefix(string(one.Param), "meta.") {
			return true
		}
	}
	return false
}

// fateUnknown reports that an answer to a write leaves open whether it was
// done: the site may have stored the record before it, or a proxy, failed.
func fateUnknown(resp *transport.Response, code ErrorCode) bool {
	switch resp.Status {
	case http.StatusRequestTimeout, http.StatusBadGateway, http.StatusGatewayTimeout:
		return true
	case http.StatusServiceUnavailable:
		return !maintenance(resp)
	}
	// Proxies have further ones, such as 520 to 527.
	return resp.Status >= 500 && (code == "" || outage(code))
}

func (e *Error) fromResponse(resp *transport.Response) {
	e.Status, e.Attempts, e.RetryAfter = resp.Status, resp.Attempts, resp.RetryAfter
	e.TakenBefore = resp.TakenBefore
	e.Body = transport.Clip(resp.Body, transport.MaxBody)
}

func (e *Error) fromFailure(failure *transport.Failure, writes bool) {
	if failure.Response != nil {
		e.fromResponse(failure.Response)
		// A response of success may be 64 MiB: reading an error out of it would outlast a
		// context that ended meanwhile.
		if e.Status < 200 || e.Status >= 300 || len(failure.Response.Body) <= transport.MaxBody {
			if envelope, ok := parseEnvelope(failure.Response.Body); ok {
				e.fill(envelope)
			}
		}
	}
	e.Attempts = failure.Attempts
	e.Reason = failure.Err
	if errors.Is(failure.Err, transport.ErrTooLarge) {
		e.Reason = transport.Because(ErrTooLarge, failure.Err)
	}
	if writes && !failure.NotReceived {
		e.Reason = transport.Because(ErrOutcomeUnknown, e.Reason)
	}
}

// redirectHint says where a response to a request for an address, nil if it is not
// known, redirects to, without the query. If the target is the same route of
// another site, the hint names the address of that site.
func redirectHint(from *url.URL, route, location string) string {
	u := transport.Target(from, location)
	if u == nil {
		return "the redirect names no usable address"
	}
	hint := "to " + u.String()
	if from == nil || !strings.HasSuffix(from.Path, route) {
		return hint + "; give the site's final address (scheme, host, www, trailing slash), or try connect.Discover"
	}
	root := strings.TrimRight(strings.TrimSuffix(from.Path, route), "/")
	root = root[strings.LastIndex(root, "/")+1:] + "/" // the name of the root, as in WithRoot
	before, ok := strings.CutSuffix(strings.TrimSuffix(u.Path, "/"), "/"+root+route)
	site := (&url.URL{Scheme: u.Scheme, Host: u.Host, Path: before}).String()
	switch {
	case ok && (!transport.SameOrigin(u, from) || before+"/"+root+route != from.Path):
		return hint + "; give " + site + " to New"
	case ok:
		return hint + "; this is the address that was asked for, so the redirect is a loop"
	}
	return hint + "; a write follows no redirect: give the address of the site that this leads to to New, or try connect.Discover"
}

func join(a, b string) string {
	if a == "" {
		return b
	}
	return a + "; " + b
}
