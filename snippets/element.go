package snippets

import (
	"fmt"
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/fontcms/fontcms-go/cms"
)

// settable are the members that make a snippet whole: [Snippet.Params] writes them,
// and every version of the plugin answers them.
const settable = "name desc code tags scope active priority network shared_network"

// element is a snippet that remembers which of its members were there.
type element struct {
	Snippet

	hasActive, hasTrashed bool
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
	e.hasActive, e.hasTrashed = has("active"), has("trashed")
	for name := range strings.FieldsSeq(settable) {
		e.Reading.Partial = e.Reading.Partial || !has(name)
	}
	return nil
}

// check refuses an answer that is no snippet: [] decodes into one, and so does
// the object of something else. The client asks for the id beside any [cms.Fields].
func (e *element) check(r cms.Request[element], resp cms.Response) error {
	if e.ID > 0 {
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
