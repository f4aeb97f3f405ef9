package cms

import (
	"cmp"
	"errors"
	"slices"
	"strings"

	"github.com/fontcms/fontcms-go/internal/wire"
)

// requireWhole refuses a record that was not read whole in the context "edit". partial is the
// mark of a record of which only some fields were read. A record loses this mark if it is
// encoded and decoded again. Therefore requireWhole also checks the pairs in always: the name
// and the value of each field that is never empty in a whole record. It refuses the record if a
// value is empty.
func requireWhole(partial bool, always [][2]string, texts ...Text) error {
	if partial {
		return &ArgumentError{Err: ErrIncomplete, Argument: "_fields",
			Reason: "only some fields of the record were read: read it without Fields"}
	}
	if !slices.ContainsFunc(texts, Text.HasRaw) {
		return &ArgumentError{Err: ErrIncomplete, Argument: "context",
			Reason: "the record was not read in the context edit: read it with InContext(ContextEdit), or list it with " +
				"Context: ContextEdit"}
	}
	var missing []string
	for _, member := range always {
		if member[1] == "" {
			missing = append(missing, member[0])
		}
	}
	if missing != nil {
		return &ArgumentError{Err: ErrIncomplete, Argument: "_fields",
			Reason: "the record has no " + strings.Join(missing, ", ") + ": only some of its fields were read, or its " +
				"type has no such fields and needs params of its own"}
	}
	for _, t := range texts {
		if !t.HasRaw() {
			return &ArgumentError{Err: ErrIncomplete, Argument: "context",
				Reason: "the record lacks one of its raw texts: read it with InContext(ContextEdit), or its type has no such " +
					"text and needs params of its own"}
		}
	}
	return nil
}

// ownDate returns the date of a record. For drafts and pending records, which have no
// date of their own, it returns the zero Date.
func ownDate(status Status, date GMTTime) Date {
	if date.IsZero() || status == StatusDraft || status == StatusPending || status == StatusAutoDraft {
		return Date{}
	}
	return date.Date()
}

// ownSlug returns the slug of a record. For a record in the trash, it removes the suffix that
// the site has added to the slug. The site does not remove this suffix when the record is
// restored.
func ownSlug(status Status, slug string) *string {
	if status == StatusTrash {
		slug = wire.Untrashed(slug)
	}
	return nonZero(slug)
}

// settableStatus returns the status if it can be set, otherwise nil.
func settableStatus(status Status) *Status {
	if !status.settable() {
		return nil
	}
	return &status
}

// MetaParams are the meta fields that a create or update sets. The site does not change
// other fields, and ignores fields that are not registered. See [MetaOf].
type MetaParams struct {
	// Footnotes holds the footnotes as JSON text; "" removes them.
	Footnotes *string `json:"footnotes,omitzero"`
	// Extra holds fields that the site and its plugins register: see [Extra.Set]. A JSON
	// null deletes one.
	Extra Extra `json:",embed"`

	err error
}

// MetaOf returns params that set these fields, each to a value as [Extra.Set] accepts
// it. nil deletes a field. If a value has no JSON form, or "footnotes" is not a string,
// the call that uses the params returns an error.
//
//	site.Posts.Update(ctx, id, &cms.PostParams{Meta: cms.MetaOf(map[string]any{"weight": 7})})
func MetaOf(members map[string]any) *MetaParams {
	p := &MetaParams{}
	for name, value := range members {
		if name != "footnotes" {
			p.err = cmp.Or(p.err, p.Extra.Set(name, value))
		} else if text, ok := value.(string); ok {
			p.Footnotes = &text
		} else {
			p.err = errors.New("cms: the footnotes are not a string")
		}
	}
	return p
}

// metaParamsObject is MetaParams without its methods, so that MarshalJSON does not call
// itself.
type metaParamsObject MetaParams

// MarshalJSON writes the object, with the fields of Extra next to footnotes.
func (p MetaParams) MarshalJSON() ([]byte, error) {
	if p.err != nil {
		return nil, p.err
	}
	return wire.Marshal(metaParamsObject(p))
}

// Changes returns the fields of p whose value differs from that in stored, nil if there
// are none. See [Extra.Changes].
func (p *MetaParams) Changes(stored Meta) *MetaParams {
	if p == nil {
		return nil
	}
	changes := &MetaParams{Extra: p.Extra.Changes(stored.Extra), err: p.err}
	if p.Footnotes != nil && *p.Footnotes != stored.Footnotes {
		changes.Footnotes = p.Footnotes
	}
	if changes.Footnotes == nil && changes.Extra == nil && changes.err == nil {
		return nil
	}
	return changes
}

// Params returns the fields of m that can be written back, nil if there are none. Null
// fields are left out. A site rejects null for a meta field that is not set, but only
// after it has stored the other fields of the record.
func (m Meta) Params() *MetaParams {
	params := &MetaParams{Footnotes: nonZero(m.Footnotes), Extra: m.settable()}
	if params.Footnotes == nil && params.Extra == nil {
		return nil
	}
	return params
}

// params returns m as params. Footnotes that were read are written even if they are empty.
func (m Meta) params() *MetaParams {
	return &MetaParams{Footnotes: m.footnotes(), Extra: m.settable()}
}

// footnotes returns the footnotes. It returns nil if they are empty and the record was read
// without footnotes.
func (m Meta) footnotes() *string {
	if !m.hasFootnotes {
		return nonZero(m.Footnotes)
	}
	return &m.Footnotes
}

// settable returns the unknown fields that can be written back. It leaves out footnotes
// that are not a text.
func (m Meta) settable() Extra {
	out := m.Extra.settable()
	delete(out, "footnotes")
	if len(out) == 0 {
		return nil
	}
	return out
}

// nonZero returns a pointer to v. It returns nil for the zero value: the field was not read,
// or it cannot be set.
func nonZero[V comparable](v V) *V {
	var zero V
	if v == zero {
		return nil
	}
	return &v
}
