package cms

import (
	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/fontcms/fontcms-go/internal/wire"
)

// Nullable is a field to be written that the specification calls "or null". It
// has three states: the zero value is absent, and the field is left alone;
// [NullableOf] is a value; [Null] is a JSON null, which for a date means "now",
// or "when it is published" for a draft.
type Nullable[T any] struct {
	value T
	state nullState
}

type nullState uint8

const (
	stateAbsent nullState = iota
	stateNull
	stateValue
)

// NullableOf returns a field that is v.
func NullableOf[T any](v T) Nullable[T] { return Nullable[T]{v, stateValue} }

// Null returns a field that is null: cms.Null[cms.LocalTime]().
func Null[T any]() Nullable[T] { return Nullable[T]{state: stateNull} }

// Get returns the value, ok if there is one.
func (n Nullable[T]) Get() (v T, ok bool) { return n.value, n.state == stateValue }

// IsNull reports whether the field is null.
func (n Nullable[T]) IsNull() bool { return n.state == stateNull }

// IsZero reports whether the field is absent.
func (n Nullable[T]) IsZero() bool { return n.state == stateAbsent }

// MarshalJSON writes the value, or null. The tag omitzero keeps an absent field
// out.
func (n Nullable[T]) MarshalJSON() ([]byte, error) {
	if n.state != stateValue {
		return []byte("null"), nil
	}
	return wire.Marshal(n.value)
}

// UnmarshalJSONFrom reads a value or null.
func (n *Nullable[T]) UnmarshalJSONFrom(dec *jsontext.Decoder) error {
	*n = Nullable[T]{state: stateNull}
	if dec.PeekKind() == 'n' {
		return dec.SkipValue()
	}
	n.state = stateValue
	return json.UnmarshalDecode(dec, &n.value)
}

// UnmarshalJSON is UnmarshalJSONFrom for encoding/json.
func (n *Nullable[T]) UnmarshalJSON(data []byte) error { return wire.Unmarshal(data, n) }
