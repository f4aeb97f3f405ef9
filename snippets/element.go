package snippets

import (
	"fmt"
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/fontcms/fontcms-go/cms"
)

// The members of a snippet: those that make it whole, which [Snippet.Params]
// writes and every version of the plugin answers, and the others.
const (
	settable = "name desc code tags scope active priority network shared_network"
	others   = "id modified code_error revision cloud_id condition_id trashed locked"
)

// element is a snippet that remembers which of its members were there.
type element struct {
	Snippet

	hasID, hasActive, hasTrashed bool
	// any known member was there
	known bool
}

// UnmarshalJSONFrom reads the snippet and the names of its members.
func (e *element) UnmarshalJSONFrom(dec *jsontext.Decoder) error {
	data, err := dec.ReadValue()
	if err != nil {
		return err
	}
	var members map[string]jsontext.Value
	if err := json.Unmarshal(data, &members, dec.Options()); err != nil {
		return err
	}
	*e = element{}
	if err := json.Unmarshal(data, &e.Snippet, dec.Options()); err != nil {
		return err
	}
	has := func(name string) bool { _, ok := members[name]; return ok }
	e.hasID, e.hasActive, e.hasTrashed = has("id"), has("active"), has("trashed")
	for name := range strings.FieldsSeq(settable) {
		e.partial = e.partial || !has(name)
		e.known = e.known || has(name)
	}
	for name := range strings.FieldsSeq(others) {
		e.known = e.known || has(name)
	}
	return nil
}

// check refuses an answer that is no snippet: [] decodes into one, and so does
// the object of something else. With [cms.Fields] there may be no id.
func (e *element) check(r cms.Request[element], resp cms.Response) error {
	if e.ID > 0 || e.known && !e.hasID {
		return nil
	}
	reason := fmt.Errorf("%w: the snippet has no id", cms.ErrDecode)
	if r.Repeat == cms.RepeatUnsent { // a write
		reason = fmt.Errorf("%w: %w", cms.ErrOutcomeUnknown, reason)
	}
	return &cms.Error{
		Operation: r.Operation, Method: r.Method, Path: r.Path,
		Status: resp.Status, Attempts: resp.Attempts, Reason: reason,
	}
}
