package cms

import (
	"bytes"
	"context"
	"encoding/json"
	"net/http"
	"strconv"
	"strings"

	"github.com/fontcms/fontcms-go/cms/internal/reply"
	"github.com/fontcms/fontcms-go/internal/transport"
	"github.com/fontcms/fontcms-go/internal/wire"
)

// created reads the new record if the response to a create is a redirect to a record of the
// collection. Some servers turn a response with the header Location into a redirect. created
// returns nil unless the record has the values that were sent. It never sends a request to
// another origin.
func (s *site) created(
	ctx context.Context, r request, call *transport.Call, resp *transport.Response, options *callSettings,
) any {
	if resp == nil || resp.Status < 300 || resp.Status > 399 || r.Method != http.MethodPost || !r.params || r.ID != 0 ||
		call.Repeat != transport.RepeatUnsent || call.Body == nil || len(call.Body.Bytes) == 0 {
		return nil
	}
	location := resp.Header.Get("Location")
	target, id := transport.Target(call.URL, location), reply.Located(location, call.Route)
	if id == 0 || target == nil || !transport.SameOrigin(target, s.root.URL) {
		return nil
	}
	read := *options
	read.Captures, read.fields, read.embedded, read.query = nil, nil, false, nil
	InContext(ContextEdit).get(&read)
	one := r
	one.Method, one.Path, one.ID = http.MethodGet, r.Path+"/"+strconv.FormatInt(id, 10), id
	one.Body, one.params, one.Repeat, one.into, one.check = nil, false, RepeatSafe, nil, nil
	v, err := s.perform(ctx, one, &read)
	if err != nil {
		return nil
	}
	stored, err := wire.Marshal(v)
	if err != nil || !stores(stored, call.Body.Bytes) || r.check != nil && r.check(v) != nil {
		return nil
	}
	r.store(v)
	return v
}

// stores reports whether a record has the values of an object that was sent. Values that
// the record does not show, such as a password, are not compared. At least one value must
// be equal.
func stores(record, sent []byte) bool {
	var have, want map[string]json.RawMessage
	if wire.Unmarshal(record, &have) != nil || wire.Unmarshal(sent, &want) != nil {
		return false
	}
	equal := 0
	for name, value := range want {
		shown, ok := have[name]
		if !ok || string(value) == "null" {
			continue
		}
		if !sameValue(shown, value) {
			return false
		}
		equal++
	}
	return equal > 0
}

// sameValue compares a value of a record with the value that was sent. A text of a record
// may be an object: its member raw is then compared.
func sameValue(shown, sent json.RawMessage) bool {
	var text struct {
		Raw *string `json:"raw"`
	}
	if sent[0] == '"' && shown[0] == '{' {
		if wire.Unmarshal(shown, &text) != nil || text.Raw == nil {
			return false
		}
		shown, _ = wire.Marshal(*text.Raw)
	}
	if sent[0] == '{' {
		return string(sent) == "{}" || stores(shown, sent)
	}
	var a, b any
	if wire.Unmarshal(shown, &a) != nil || wire.Unmarshal(sent, &b) != nil {
		return false
	}
	left, leftText := a.(string)
	right, rightText := b.(string)
	if leftText && rightText {
		return strings.TrimSpace(left) == strings.TrimSpace(right)
	}
	x, _ := wire.Marshal(a)
	y, _ := wire.Marshal(b)
	return bytes.Equal(x, y)
}
